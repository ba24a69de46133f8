"""Craters: against the twin, by their forms, their numbers, and where they lie."""

from __future__ import annotations

import numpy as np
import pytest

from landwright import _pool, planet
from landwright._hash import seed_words
from landwright.errors import SettingError
from landwright.planet import Craters, Frame, Globe, _craters
from landwright.seeds import derive
from landwright.testing import assert_round_trips
from naive import planet_craters

POINTS = np.random.default_rng(2).normal(size=(60, 3))
POINTS /= np.linalg.norm(POINTS, axis=1, keepdims=True)
SOME = Craters(largest=2.4e5, smallest=8e4, cover=0.2, irregularity=0.0, complex_from=1.2e5)


@pytest.mark.parametrize("exponent", [2.0, 1.4, 2.6])
def test_craters_are_those_of_the_twin(exponent: float) -> None:
    """Every draw around each point, sizes, ages, erasing, profiles with floors and peaks: all in plain Python."""
    noun = SOME.replace(exponent=exponent)
    rows = _craters._classes(noun, 1e6)
    own = derive(5, "planet.craters")
    words = [seed_words(own, index) for index in range(len(rows))]
    form = (noun.depth, noun.complex_from / 1e6, noun.peak, noun.wear)
    classes = [(row[0], row[1], row[3]) for row in rows]
    found = planet.craters_at(POINTS, noun, radius=1e6, seed=5)
    unit = POINTS / np.sqrt((POINTS * POINTS).sum(axis=1, keepdims=True))
    want = [planet_craters.height(tuple(p), classes, exponent, form, words) * 1e6 for p in unit]
    assert np.abs(want).max() > 1e3
    assert found == pytest.approx(want, rel=1e-6, abs=1e-3)


def test_profiles_have_bowls_rims_peaks_and_wear_down() -> None:
    """Small bowls are deepest in the middle, large ones flat with a peak; depth against radius shrinks with size; old ones are shallow."""
    at = [0.0, 0.3, 1.0, 2.4]
    small = [planet_craters.profile(x, 1.0, 1.0, 0.4, 10.0, 0.5, 0.6) for x in at]
    large = [planet_craters.profile(x, 1.0, 100.0, 0.4, 10.0, 0.5, 0.6) for x in at]
    old = [planet_craters.profile(x, 0.0, 1.0, 0.4, 10.0, 0.5, 0.6) for x in at]
    assert small[0] == pytest.approx(-0.4)
    assert small[0] < small[1] < 0.0 < small[2]
    assert large[0] > large[1]
    assert large[1] > small[1]
    assert small[0] < old[0] < 0.0
    assert small[3] == large[3] == old[3] == 0.0


def test_numbers_follow_the_power_law_and_cover_what_is_said() -> None:
    """Counted on the whole sphere: centers a class, by the draws of all its cells."""
    noun = Craters(largest=2e5, smallest=2.5e4, cover=0.05, exponent=2.0)
    rows = _craters._classes(noun, 1e6)
    for low, high, edge, draws in rows:
        centers = draws / edge**3 * 4.0 * np.pi * 0.5 * edge  # in the shell that is drawn from
        mean = 2.0 * low * low * np.log(high / low) / (1.0 - (low / high) ** 2)
        assert centers * np.pi * mean == pytest.approx(0.05 * 4.0 * np.pi, rel=1e-9)
    flat = planet.craters_at(
        np.random.default_rng(0).normal(size=(20000, 3)), noun.replace(smallest=1e5), radius=1e6, seed=3
    )
    assert 0.02 < (flat < -2000.0).mean() < 0.08


def test_nothing_depends_on_threads_order_or_resolution(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bits for one point alone, on three threads, and at the nodes that two globes share; edges agree."""
    noun = Craters(largest=4e5, smallest=2e4)
    whole = planet.craters_at(POINTS, noun, seed=4)
    assert np.array_equal(whole[::-1], planet.craters_at(POINTS[::-1], noun, seed=4))
    fine, coarse = (planet.craters(Globe(Frame(radius=1737e3, resolution=n)), noun, seed=4) for n in (65, 17))
    assert np.array_equal(fine.elevation[:, ::4, ::4], coarse.elevation)
    monkeypatch.setattr(_pool, "threads", lambda: 3)
    assert np.array_equal(whole, planet.craters_at(POINTS, noun, seed=4))
    assert not np.array_equal(whole, planet.craters_at(POINTS, noun, seed=5))


def test_settings_round_trip_and_refuse() -> None:
    """Sizes out of order, craters wider than the planet, more small ones than there is room for."""
    assert_round_trips(Craters())
    assert Craters(largest=100.0, smallest=10.0).classes == ((50.0, 100.0), (25.0, 50.0), (12.5, 25.0), (10.0, 12.5))
    assert Craters(largest=5.0, smallest=5.0).classes == ((5.0, 5.0),)
    with pytest.raises(SettingError, match="smallest must be at most largest"):
        Craters(largest=1.0, smallest=2.0)
    with pytest.raises(SettingError, match="quarter of the planet's radius"):
        planet.craters(Globe(Frame(resolution=3)))
    with pytest.raises(SettingError, match="too many small craters"):
        planet.craters_at(POINTS, Craters(exponent=3.5, cover=0.5, smallest=100.0))
