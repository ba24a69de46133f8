"""The shipped asserts must fail when they should: each is shown a broken verb."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
import pytest

from landwright import Grid, Heightfield, Layer, Mask, testing
from landwright._pool import threads
from landwright.errors import FieldError, SettingError
from landwright.settings import Reach, Settings, Stage, quantity


class Drift(Stage):
    """Average each sample with those up to `cells` to the east."""

    kind: Literal["test.drift"] = "test.drift"
    cells: int = quantity(2, unit="count", ge=0, help="More looks farther.")
    short: int = quantity(0, unit="count", help="Cells the declared halo is short of.")

    verb: ClassVar[str] = "test:drift"
    reach: ClassVar[Reach] = "halo"

    def halo(self, cell_size: float) -> int:
        """Return the cells that are read, less what is held back."""
        return self.cells - self.short


class Whole(Drift):
    """Declares the whole map."""

    reach: ClassVar[Reach] = "whole"


def drift(field, noun: Drift):
    z = field.elevation.astype(float)
    columns = np.minimum(np.arange(z.shape[1])[:, None] + np.arange(noun.cells + 1), z.shape[1] - 1)
    return field.with_elevation(z[:, columns].mean(2))


def relative(field, noun: Drift):
    return field.with_elevation(field.elevation - field.elevation.min())


def unsteady(field, noun: Drift):
    return field.with_elevation(field.elevation + (threads() == 5))


def seeded(grid, noun: Drift, *, seed=0):
    return Layer(np.add.outer(grid.y, grid.x) * 1e-3 + int(seed), grid=grid)


FIELD = testing.hills(Grid(shape=(20, 31), cell_size=10.0), 100.0, 170.0)


def test_an_honest_halo_passes_and_a_short_one_fails() -> None:
    testing.assert_tiles_equal_whole(drift, Drift(cells=4), FIELD)
    with pytest.raises(
        AssertionError, match=r"Drift elevation, tile at row 0, column 0, halo 3: \d+ of 77 values differ"
    ):
        testing.assert_tiles_equal_whole(drift, Drift(cells=4, short=1), FIELD)


def test_a_stage_that_uses_its_own_extremes_fails() -> None:
    with pytest.raises(AssertionError, match="values differ"):
        testing.assert_tiles_equal_whole(relative, Drift(), FIELD)


def test_a_whole_reach_cannot_be_tiled() -> None:
    with pytest.raises(AssertionError, match="Whole declares the reach whole"):
        testing.assert_tiles_equal_whole(drift, Whole(), FIELD)


def test_grids_layers_masks_and_mappings_are_cut_as_well() -> None:
    testing.assert_tiles_equal_whole(seeded, Drift(), FIELD.grid, seed=3)

    def both(layers, noun):
        assert isinstance(layers["m"], Mask)
        assert layers["l"].unit == "degC"
        return {"sum": Layer(layers["m"].values + layers["l"].values + layers["e"].elevation, grid=layers["e"].grid)}

    values = np.random.default_rng(1).random(FIELD.shape)
    layers = {"e": FIELD, "m": Mask(values, grid=FIELD.grid), "l": Layer(values, grid=FIELD.grid, unit="degC")}
    testing.assert_tiles_equal_whole(both, Drift(), layers)


def test_an_answer_that_depends_on_threads_fails() -> None:
    testing.assert_threads_change_nothing(drift, Drift(), FIELD)
    with pytest.raises(AssertionError, match="5 threads against 1"):
        testing.assert_threads_change_nothing(unsteady, Drift(), FIELD)


def test_a_noun_that_does_not_round_trip_fails() -> None:
    testing.assert_round_trips(Drift(cells=7))

    class Forgetful(Settings):
        """Drops its setting on the way out."""

        kind: Literal["test.forgetful"] = "test.forgetful"
        depth: float = quantity(1.0, unit="m", help="Deeper.")

        def to_json(self):
            return {"kind": "test.forgetful"}

    with pytest.raises(AssertionError, match="comes back from JSON"):
        testing.assert_round_trips(Forgetful(depth=2.0))


def test_assert_refuses_wants_the_right_error_and_the_words() -> None:
    text = testing.assert_refuses(Drift, "cells", "-1", cells=-1)
    assert text.startswith("test.drift: cells must be >= 0")
    with pytest.raises(AssertionError, match="were accepted"):
        testing.assert_refuses(Drift, cells=1)
    with pytest.raises(AssertionError, match="lacks"):
        testing.assert_refuses(Drift, "metres per year", cells=-1)
    with pytest.raises(AssertionError, match="expected FieldError, got SettingError"):
        testing.assert_refuses(Drift, cells=-1, error=FieldError)
    with pytest.raises(SettingError):
        Drift(cells=-1)


def test_heights_and_gaps_are_both_compared() -> None:
    def forgets(field, noun):
        return Heightfield(field.elevation, grid=field.grid, mask=None if field.grid.first == (0, 0) else field.mask)

    holed = Heightfield(FIELD.elevation, grid=FIELD.grid, mask=np.random.default_rng(1).random(FIELD.shape) > 0.5)
    with pytest.raises(AssertionError, match="mask"):
        testing.assert_tiles_equal_whole(forgets, Drift(cells=0), holed)
