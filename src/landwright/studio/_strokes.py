"""Brush strokes in recipes: there can be thousands, and every state of a history holds all those before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from landwright.hexmap.settings import Strokes
from landwright.recipe import Recipe

__all__ = ["Thinner", "strokes_of", "widened", "without_strokes"]

_KIND = "hexmap.strokes"


def without_strokes(recipe: Recipe) -> Recipe:
    """Return the recipe with no strokes in its stages of strokes."""
    if not any(isinstance(stage.noun, Strokes) for stage in recipe.stages):
        return recipe
    thin = [
        stage.replace(noun=stage.noun.replace(strokes=())) if isinstance(stage.noun, Strokes) else stage
        for stage in recipe.stages
    ]
    return recipe.replace(stages=tuple(thin))


def strokes_of(recipe: Recipe) -> dict[str, Sequence[Any]]:
    """Return the strokes of each stage of strokes by its id."""
    return {stage.id: stage.noun.strokes for stage in recipe.stages if isinstance(stage.noun, Strokes)}


class Thinner:
    """Writes states one after the other, each with only the strokes that the one before does not have."""

    def __init__(self) -> None:
        self._before: dict[str, Sequence[Any]] = {}

    def thin(self, recipe: Recipe | None, packed: Any) -> Any:
        """Return a state as plain values: a recipe, or what was read of one.

        ``strokes`` of a stage becomes ``[n, more]``: the first n of the state before, and then these.
        """
        if recipe is not None:
            made, strokes = without_strokes(recipe).to_json(), strokes_of(recipe)
        else:
            made = {**packed, "stages": [dict(stage) for stage in packed["stages"]]}
            strokes = {stage["id"]: stage["strokes"] for stage in made["stages"] if stage["kind"] == _KIND}
        for stage in made["stages"]:
            if stage["kind"] == _KIND:
                stage["strokes"] = self._new(stage["id"], strokes[stage["id"]])
        self._before = strokes
        return made

    def _new(self, id: str, strokes: Sequence[Any]) -> list[Any]:
        before = self._before.get(id, ())
        same = 0
        while same < min(len(before), len(strokes)) and before[same] is strokes[same]:
            same += 1
        return [same, [one if isinstance(one, dict) else one.to_json() for one in strokes[same:]]]


def widened(states: Sequence[Any]) -> list[Any]:
    """Return the states whole again; the inverse of :meth:`Thinner.thin`. Equal strokes stay the same objects."""
    before: dict[str, list[Any]] = {}
    made = []
    for state in states:
        strokes: dict[str, list[Any]] = {}
        for stage in state["stages"]:
            if stage["kind"] == _KIND:
                same, more = stage["strokes"]
                strokes[stage["id"]] = stage["strokes"] = before.get(stage["id"], [])[:same] + more
        before = strokes
        made.append(state)
    return made
