"""Templates: commented recipes to start from, shipped inside the package."""

from __future__ import annotations

import re
from importlib import resources

from landwright.errors import RecipeError, sentence
from landwright.recipe._recipe import Recipe
from landwright.seeds import Seed

__all__ = ["summaries", "template", "template_names"]


def template_names() -> list[str]:
    """Return the names that :func:`template` knows, in alphabetical order."""
    folder = resources.files("landwright.recipe") / "templates"
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def _text(name: str) -> str:
    names = template_names()
    if name not in names:
        raise RecipeError(sentence("template", "must be one of the valid words", name, valid=names))
    return (resources.files("landwright.recipe") / "templates" / f"{name}.toml").read_text(encoding="utf-8")


def summaries() -> dict[str, str]:
    """Return what each template makes: the first comment line of its file."""
    return {name: _first_comment(_text(name)) for name in template_names()}


def _first_comment(text: str) -> str:
    found = re.search(r"^#\s*(.+)$", text, re.MULTILINE)
    return found.group(1).strip() if found else ""


def template(name: str, *, seed: Seed | None = None) -> Recipe:
    """Return a template as a recipe that keeps its comments.

    Parameters
    ----------
    name : str
        One of :func:`template_names`.
    seed : int or str, optional
        Another seed than the template's own.

    Raises
    ------
    RecipeError
        If there is no such template; the nearest is named.
    """
    recipe = Recipe.from_text(_text(name), name=f"template {name}")
    return recipe if seed is None else recipe.set("seed", seed)
