"""What is handed to the wrong verb is refused with one sentence, without a check in every verb."""

from __future__ import annotations

import copy
import pickle

import pytest

import landwright as lw
from landwright.errors import LandwrightError, UnknownName

GRID = lw.Grid(shape=(5, 5))
FIELD = lw.Heightfield([[0.0, 1.0], [1.0, 2.0]])


@pytest.mark.parametrize(
    "verb, given, message",
    [
        (
            lw.generate.plasma,
            (GRID, lw.generate.DiamondSquare()),
            "generate.diamond_square has no setting of that name, got",
        ),
        (lw.generate.dunes, (GRID, lw.generate.Plasma()), "generate.plasma has no setting of that name, got"),
        (lw.generate.dunes, (FIELD,), "Heightfield has nothing called 'x'. Where a Grid is wanted"),
        (lw.generate.diamond_square, (FIELD, lw.generate.DiamondSquare()), "Heightfield has nothing called"),
        (lw.erosion.gullies, (GRID,), "Grid"),
    ],
)
def test_a_noun_or_thing_of_another_kind_is_named(verb, given: tuple, message: str) -> None:
    with pytest.raises(LandwrightError) as caught:
        verb(*given)
    assert message in str(caught.value)
    assert "A verb" in str(caught.value) or "a verb" in str(caught.value) or "Heightfield" in str(caught.value)


@pytest.mark.parametrize("thing", [lw.generate.Plasma(), GRID, FIELD, lw.ops.Curve(points=((0.0, 0.0), (1.0, 1.0)))])
def test_an_unknown_name_is_still_an_unknown_attribute(thing: object) -> None:
    """Kills: a copy, a pickle or a hasattr that trips over the sentence."""
    assert not hasattr(thing, "vertices")
    assert getattr(thing, "layer", 3) == 3
    with pytest.raises(AttributeError):
        _ = thing.__array__  # type: ignore[attr-defined]
    with pytest.raises(UnknownName, match=r"\bvertices\b"):
        _ = thing.vertices  # type: ignore[attr-defined]
    for twin in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
        assert type(twin) is type(thing)
