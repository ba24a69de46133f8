"""The hex map of a recipe while it is drawn on: only the strokes that are new are drawn, and undo finds what was there."""

from __future__ import annotations

from collections import OrderedDict

from landwright.hexmap import HexMap
from landwright.hexmap.settings import Stroke, Strokes
from landwright.recipe import Recipe
from landwright.works import hex_painted

__all__ = ["HexLands"]

_MOST = 128
"""Maps that are at hand; they share what is equal, so each costs little more than what changed."""


class HexLands:
    """Maps of recipes that were shown lately.

    A recipe that only has more strokes than one of these is drawn on from there. The last stroke grows while the pointer is down, so
    the map before it is kept as well, and the whole stroke is drawn on that: the result is that of a build, to the bit.
    """

    def __init__(self) -> None:
        self._held: OrderedDict[int, tuple[Recipe, HexMap]] = OrderedDict()
        self._last: Recipe | None = None
        self._base: tuple[Recipe, HexMap] | None = None

    def known(self, recipe: Recipe) -> HexMap | None:
        """Return the map of a recipe if it takes no build."""
        held = self._held.get(id(recipe))
        if held is not None:
            self._keep(recipe, held[1])
            return held[1]
        last = self._last
        if last is None or last.hexmap != recipe.hexmap or last.seed != recipe.seed:
            return None
        pair = _strokes(last, recipe)
        if pair is None:
            return None
        then, now = pair
        same = 0
        while same < min(len(now), len(then)) and now[same] is then[same]:
            same += 1
        before = self._held[id(last)][1]
        if same < len(then):
            if same + 1 != len(then) or self._base is None or self._base[0] is not last:
                return None
            before = self._base[1]
        for stroke in now[same:-1]:
            before = hex_painted(before, [stroke])
        made = hex_painted(before, now[-1:]) if len(now) > same else before
        self._keep(recipe, made)
        if len(now) > same:
            self._base = (recipe, before)
        return made

    def learn(self, recipe: Recipe, land: HexMap) -> None:
        """Keep the map that a build gave."""
        self._keep(recipe, land)

    def _keep(self, recipe: Recipe, land: HexMap) -> None:
        self._held[id(recipe)] = (recipe, land)
        self._held.move_to_end(id(recipe))
        if len(self._held) > _MOST:
            self._held.popitem(last=False)
        self._last = recipe


def _strokes(last: Recipe, recipe: Recipe) -> tuple[tuple[Stroke, ...], tuple[Stroke, ...]] | None:
    """Return the strokes of the last stage of both; None when the recipes differ in anything else."""
    theirs, mine = ([stage for stage in held.stages if stage.enabled] for held in (last, recipe))
    noun = mine[-1].noun if mine else None
    if not isinstance(noun, Strokes):
        return None
    then: tuple[Stroke, ...] = ()
    other = theirs[-1].noun if theirs else None
    if len(theirs) == len(mine) and isinstance(other, Strokes) and theirs[-1].id == mine[-1].id:
        then = other.strokes
        theirs.pop()
    if len(theirs) != len(mine) - 1 or any(a is not b and a != b for a, b in zip(mine, theirs)):
        return None
    return then, noun.strokes
