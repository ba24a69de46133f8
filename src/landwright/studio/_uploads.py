"""A file dropped on the page: a recipe, or any heightmap."""

from __future__ import annotations

import math
import re
from pathlib import Path

from landwright.errors import FormatError, RecipeError
from landwright.io.settings import ReadRaw
from landwright.recipe import Recipe
from landwright.studio._heard import heard
from landwright.works import recipe_from

__all__ = ["RECIPES", "opened", "safe_name"]

RECIPES = (".toml", ".json")
"""Endings of recipes."""


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
    reading, told = _guess(file)
    with heard() as warned:
        recipe = recipe_from(file, folder / f"{file.stem}.toml", reading)
    return recipe, [*told, *warned]


def _guess(file: Path) -> tuple[ReadRaw | None, list[str]]:
    """Take a raw file as a square of 16-bit samples when it can be one; a page cannot drop its sidecar along."""
    if file.suffix.lower() not in (".raw", ".r16"):
        return None, []
    samples, odd = divmod(file.stat().st_size, 2)
    side = math.isqrt(samples)
    if odd or not side or side * side != samples:
        return None, []
    told = f"{file.name} does not say its shape; it is taken as {side} x {side} samples of 16 bits."
    return ReadRaw(shape=(side, side)), [told]
