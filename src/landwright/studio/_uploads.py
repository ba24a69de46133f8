"""A file dropped on the page: a recipe, or any heightmap."""

from __future__ import annotations

import re
import threading
import warnings
from pathlib import Path

from landwright.errors import FormatError, RecipeError
from landwright.recipe import Recipe
from landwright.works import recipe_from

__all__ = ["RECIPES", "opened", "safe_name"]

RECIPES = (".toml", ".json")
"""Endings of recipes."""

_warnings = threading.Lock()


def safe_name(name: str) -> str:
    """Return the file name in what a page calls a file: no folders, no odd characters, its ending kept.

    Raises
    ------
    FormatError
        If nothing is left.
    """
    last = re.split(r"[\\/]", name)[-1]
    word = re.sub(r"[^\w.() +-]", "_", last, flags=re.ASCII).strip(" .")[-120:]
    if not word or not Path(word).suffix:
        raise FormatError(f"{name!r}: a file name with an ending is needed, such as land.png.")
    return word


def opened(file: Path, folder: Path) -> tuple[Recipe, list[str]]:
    """Return the recipe of a file that lies in a session's folder, and what people should know about it.

    Parameters
    ----------
    file : Path
        What was dropped.
    folder : Path
        Where relative paths of the new recipe start.

    Raises
    ------
    LandwrightError
        If it is neither a recipe nor a heightmap.
    """
    if file.suffix.lower() in RECIPES:
        recipe = Recipe.load(file)
        missing = [
            str(getattr(stage.noun, setting))
            for stage in recipe.stages
            for setting in type(stage.noun).files
            if getattr(stage.noun, setting) and not (folder / getattr(stage.noun, setting)).is_file()
        ]
        if missing:
            raise RecipeError(
                f"{file.name}: this recipe reads {', '.join(missing)}, and a page sees only what is dropped on it. "
                f"Open it with: landwright studio {file.name}"
            )
        return recipe, []
    with _warnings, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        recipe = recipe_from(file, folder / f"{file.stem}.toml")
    return recipe, list(dict.fromkeys(str(warning.message) for warning in caught))
