"""Filters and layers against the published formulas, one point at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright import _pool, planet
from landwright.errors import SettingError
from landwright.planet import Frame, Globe, NoiseLayer, Rigid, Shape, Simple, _shape
from landwright.testing import assert_round_trips
from naive import planet_shape

POINTS = np.random.default_rng(5).normal(size=(40, 3))
POINTS /= np.linalg.norm(POINTS, axis=1, keepdims=True)


def _noise(seed: int) -> Any:
    """Return the house's 3-D simplex noise at one point: a filter of one octave, undone."""
    bare = Simple(frequency=1.0)

    def at(p: tuple[float, float, float]) -> float:
        return float(planet.layered(np.array([p]), bare, seed=seed)[0]) * 2.0 - 1.0

    return at


def _ours(s: planet_shape.Settings) -> NoiseLayer:
    both: dict[str, Any] = {
        "strength": s.strength, "octaves": s.num_layers, "frequency": s.base_roughness, "lacunarity": s.roughness,
        "gain": s.persistence, "center": s.centre, "floor": s.min_value,
    }  # fmt: skip
    made = Rigid(**both, weight_multiplier=s.weight_multiplier) if s.rigid else Simple(**both)
    return NoiseLayer(enabled=s.enabled, mask=s.use_first_layer_as_mask, filter=made)


_layers = st.builds(
    planet_shape.Settings,
    rigid=st.booleans(),
    enabled=st.booleans(),
    use_first_layer_as_mask=st.booleans(),
    strength=st.floats(-2.0, 2.0),
    num_layers=st.integers(1, 6),
    base_roughness=st.floats(0.1, 8.0),
    roughness=st.floats(0.5, 4.0),
    persistence=st.floats(0.0, 1.5),
    centre=st.tuples(st.floats(-9.0, 9.0), st.floats(-9.0, 9.0), st.floats(-9.0, 9.0)),
    min_value=st.floats(0.0, 1.5),
    weight_multiplier=st.floats(0.0, 2.0),
)


@given(st.lists(_layers, max_size=4), st.booleans(), st.booleans())
def test_elevation_is_that_of_the_published_formula(
    layers: list[planet_shape.Settings], oceans: bool, raw: bool
) -> None:
    """P-I2: any layers, masks and clamps, at several points, against an independent scalar implementation."""
    noun = Shape(layers=tuple(map(_ours, layers)), ocean=oceans, mask_by="raw" if raw else "clamped")
    found = planet.elevation_at(POINTS[:6], noun, seed=3)
    for index in range(6):
        p = (float(POINTS[index, 0]), float(POINTS[index, 1]), float(POINTS[index, 2]))
        want = planet_shape.elevation(_noise(3), p, layers, oceans=oceans, raw=raw)
        assert found[index] == pytest.approx(want, rel=1e-6, abs=1e-6)


def test_the_noise_is_that_of_the_noise_room() -> None:
    """One octave of the filter reads 3-D simplex noise: as smooth, as large, without a jump."""
    p = np.linspace([0.0, 0.0, 0.0], [3.0, 2.0, 1.0], 4000)
    values = planet.layered(p, Simple(frequency=2.0), seed=1) * 2.0 - 1.0
    assert 0.5 < np.abs(values).max() <= 1.0
    assert np.abs(np.diff(values)).max() < 0.02


def test_ranges_of_single_filters() -> None:
    """P-I3 and P-I4: one rigid octave from 0 to 1; a zero weight leaves the first octave; simple from 0 to its strength."""
    many = np.random.default_rng(1).normal(size=(20000, 3))
    rigid = planet.layered(many, Rigid())
    assert 0.0 <= rigid.min() < 0.2
    assert 0.99 < rigid.max() <= 1.0
    alone = planet.layered(many, Rigid(octaves=5, weight_multiplier=0.0))
    assert np.array_equal(alone, rigid)
    simple = planet.layered(many, Simple(strength=0.7))
    assert simple.min() >= 0.0
    assert simple.max() <= 0.7


def test_no_layers_are_a_sphere_and_masked_ones_need_land() -> None:
    """P-I6 and P-I7: no layers or none enabled raise nothing; a masked layer is zero wherever the first one is."""
    bare = Globe(Frame(resolution=9))
    off = Shape(layers=(NoiseLayer(enabled=False),))
    for noun in (Shape(layers=()), off):
        assert not planet.shape(bare, noun).elevation.any()
    first = NoiseLayer(enabled=False, filter=Simple(strength=0.1, octaves=3, floor=0.9))
    ranges = NoiseLayer(mask=True, filter=Rigid(strength=1.0))
    continents = planet.elevation_at(POINTS, Shape(layers=(first.replace(enabled=True),)))
    masked = planet.elevation_at(POINTS, Shape(layers=(first, ranges)))
    assert 5 < (continents <= 0.0).sum() < 35
    assert not masked[continents <= 0.0].any()
    assert masked[continents > 0.0].all()


def test_finer_globes_hold_coarser_ones_and_the_mapping_changes_places_only() -> None:
    """The same seed at 17 and 65 agrees bit for bit at shared nodes; edges agree (the container refuses anything else)."""
    for mapping in ("normalized", "even"):
        coarse, fine = (
            planet.shape(Globe(Frame(resolution=n, mapping=mapping)), seed=8)
            for n in (17, 65)  # type: ignore[arg-type]
        )
        assert np.array_equal(coarse.elevation, fine.elevation[:, ::4, ::4])


def test_nothing_depends_on_threads_selection_memory_or_the_face_that_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """P-I1 and P-I8 among others: the same bits from one point alone, from memory, on three threads, with one face active."""
    noun = Shape()
    whole = planet.elevation_at(POINTS, noun, seed=4)
    assert np.array_equal(whole, np.concatenate([planet.elevation_at(p[None], noun, seed=4) for p in POINTS]))
    frame = Frame(resolution=33)
    fresh = planet.shape(Globe(frame), noun, seed=4)
    assert np.array_equal(fresh.elevation, planet.shape(Globe(frame), noun, seed=4).elevation)
    _shape._memory.clear()
    monkeypatch.setattr(_pool, "threads", lambda: 3)
    assert np.array_equal(fresh.elevation, planet.shape(Globe(frame), noun, seed=4).elevation)
    one = planet.shape(Globe(frame.replace(faces="left")), noun, seed=4)
    assert (one.low, one.high) == (fresh.low, fresh.high)
    assert not np.array_equal(fresh.elevation, planet.shape(Globe(frame), noun, seed=5).elevation)


def test_memory_is_bounded_and_knows_what_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changing the first layer's floor changes what masked layers see, whatever is remembered."""
    globe = Globe(Frame(resolution=17))

    def land(floor: float) -> Shape:
        first = NoiseLayer(filter=Simple(strength=0.1, octaves=2, floor=floor))
        return Shape(layers=(first, NoiseLayer(mask=True, filter=Rigid(strength=0.5))))

    remembered = [planet.shape(globe, land(floor)).elevation for floor in (0.9, 0.6, 0.9)]
    monkeypatch.setattr(_shape, "_KEPT", 0)
    for floor, before in zip((0.9, 0.6, 0.9), remembered, strict=True):
        _shape._memory.clear()
        assert np.array_equal(planet.shape(globe, land(floor)).elevation, before)
        assert len(_shape._memory) <= 1


def test_spellings_and_names_of_the_published_settings_are_read() -> None:
    """rigid, ridged, ridgid; min_value, persistence, num_layers, base_roughness, use_first_layer_as_mask."""
    for word in ("rigid", "ridged", "ridgid", "Ridgid"):
        noun = Shape.from_json(
            {"layers": [{"filter": {"kind": word, "min_value": 0.5, "num_layers": 3, "persistence": 0.4}}]}
        )
        assert noun.layers[0].filter == Rigid(floor=0.5, octaves=3, gain=0.4)
    assert NoiseLayer.from_json({"use_first_layer_as_mask": True}).mask
    with pytest.raises(SettingError, match="kind"):
        Shape.from_json({"layers": [{"filter": {"kind": "simplex"}}]})
    assert_round_trips(Shape())


def test_bad_input_is_one_sentence() -> None:
    """Shapes of points, directions of no length, octaves beyond what coordinates can hold."""
    with pytest.raises(SettingError, match=r"shape \(n, 3\)"):
        planet.layered(np.zeros(3))
    with pytest.raises(SettingError, match="not zero"):
        planet.elevation_at(np.zeros((1, 3)))
    with pytest.raises(SettingError, match="fewer octaves"):
        planet.layered(POINTS, Simple(octaves=32, lacunarity=8.0))
