"""What a command is given: a recipe, the folder of a built world, or any file that can be read.

Recipes and settings are loaded when a command runs, so that the help of a command is quick.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from landwright.cli._progress import Bar
from landwright.errors import InputMissing, OutputError, RecipeError

if TYPE_CHECKING:
    from landwright.recipe import Recipe
    from landwright.seeds import Seed
    from landwright.settings import Settings

__all__ = [
    "SEED",
    "SET",
    "find_recipe",
    "is_recipe",
    "of_cells",
    "of_planet",
    "parsed_seed",
    "read_thing",
    "recipe_of",
    "with_noun_settings",
    "with_settings",
]

_N = TypeVar("_N", bound="Settings")

SET = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="STAGE.SETTING=VALUE",
    help="Change a setting, such as base.octaves=6 or grid.cell_size=4. Can be given several times.",
)
SEED = click.option("--seed", metavar="SEED", help="Another seed: a whole number or any text.")


def parsed_seed(text: str | None) -> Seed | None:
    """Return a seed typed on the command line: a whole number when it looks like one, else text."""
    if text is None:
        return None
    digits = text.strip().removeprefix("-").removeprefix("+")
    return int(text) if digits.isascii() and digits.isdigit() else text


def is_recipe(path: Path) -> bool:
    """Return whether a path looks like a recipe: by its suffix, or a built folder."""
    return path.is_dir() or path.suffix.lower() in (".toml", ".json")


def check_target(path: Path) -> None:
    """Refuse a file that cannot be written, before anything is computed for it."""
    if path.is_dir():
        raise OutputError(f"{path}: this is a folder; give the name of a file.")
    if not path.absolute().parent.is_dir():
        raise OutputError(f"{path}: there is no folder {str(path.parent)!r}; make it first.")


def find_recipe(path: Path) -> Path:
    """Return the recipe file: the path itself, or the one inside the folder of a built world."""
    if not path.is_dir():
        return path
    inside = path / "recipe.toml"
    if not inside.is_file():
        raise InputMissing(f"{path}: this folder holds no recipe.toml, so it is not a built world.")
    return inside


def of_cells(path: Path) -> bool:
    """Return whether a source is a hex map without ground: by its suffix, or by the tables of its recipe."""
    if not path.exists() or not is_recipe(path):
        return path.suffix.lower() in (".hex", ".csv", ".geojson")
    recipe = recipe_of(path)
    return recipe.hexmap is not None and _bare(recipe)


def of_planet(path: Path) -> bool:
    """Return whether a source is a planet without ground or cells, by the tables of its recipe."""
    if not path.exists() or not is_recipe(path) or not (path.is_dir() or path.suffix.lower() == ".toml"):
        return False
    recipe = recipe_of(path)
    return recipe.planet is not None and recipe.hexmap is None and _bare(recipe)


def _bare(recipe: Recipe) -> bool:
    return all("elevation" not in stage.writes for stage in recipe.stages if stage.enabled)


def with_settings(recipe: Recipe, settings: tuple[str, ...], seed: str | None = None) -> Recipe:
    """Return a recipe with ``--set`` and ``--seed`` applied."""
    from landwright.recipe._set import split

    for assignment in settings:
        path, value = split(assignment)
        try:
            recipe = recipe.set(path, value)
        except RecipeError as error:
            raise RecipeError(f"--set {assignment}: {error}") from None
    return recipe if seed is None else recipe.set("seed", parsed_seed(seed))


def with_noun_settings(noun: _N, settings: tuple[str, ...]) -> _N:
    """Return a noun with ``--set SETTING=VALUE`` applied."""
    from landwright.recipe._set import changed_noun, split

    for assignment in settings:
        path, value = split(assignment)
        try:
            noun = changed_noun(noun, path, value)
        except RecipeError as error:
            raise RecipeError(f"--set {assignment}: {error}") from None
    return noun


def recipe_of(path: Path) -> Recipe:
    """Return the recipe of a file or of a built world's folder."""
    from landwright.recipe import Recipe

    return Recipe.load(find_recipe(path))


def read_thing(path: Path, bar: Bar, *, cache: bool = True) -> Any:
    """Return the World of a recipe or folder, or what a file holds."""
    if not path.exists():
        raise InputMissing(f"{path}: there is no such file or folder.")
    if is_recipe(path):
        from landwright.works import build

        return build(recipe_of(path), cache=cache, progress=bar)
    from landwright import io

    return io.read(path)
