"""Old recipes: migrated step by step, or refused loudly; never silently changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from landwright.errors import RecipeError, sentence

__all__ = ["FORMAT", "MIGRATIONS", "migrate"]

FORMAT = 1
"""The format this version writes."""

MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From a format to the function that turns its plain data into the next format's."""


def migrate(data: dict[str, Any]) -> dict[str, Any]:
    """Bring a recipe's plain data to :data:`FORMAT`.

    Raises
    ------
    RecipeError
        When the format is missing, not a whole number, newer than this version, or too old to be migrated.
    """
    found = data.get("format")
    if found is None:
        raise RecipeError(f"format must be given: a recipe starts with the line  format = {FORMAT}")
    if isinstance(found, bool) or not isinstance(found, int):
        raise RecipeError(sentence("format", "must be a whole number", found, hint=f"Write format = {FORMAT}."))
    if found > FORMAT:
        raise RecipeError(
            f"format {found} is newer than this version of Landwright, which reads up to {FORMAT}. "
            "Install a newer one: pip install --upgrade landwright"
        )
    while found < FORMAT:
        step = MIGRATIONS.get(found)
        if step is None:
            raise RecipeError(
                f"format {found} cannot be read by this version of Landwright, which reads "
                f"{', '.join(str(n) for n in sorted({*MIGRATIONS, FORMAT}))}. "
                "Build it with the version that wrote it, so that its world stays the same."
            )
        data = {**step(data), "format": found + 1}
        found += 1
    return data
