"""Models of what stands on hex maps, baking them, the ground they cover, and how long walls are."""

from __future__ import annotations

import numpy as np
import pytest

from landwright import hexmap
from landwright.errors import MeshError, SettingError
from landwright.hexmap import FEATURE_SIZES, Features, HexMap, Instances, Layout, Metrics
from landwright.hexmap._wall_length import _along
from landwright.mesh import Mesh, check
from landwright.testing import random_hexmap


@pytest.mark.parametrize("style", ["small", "box", "cube"])
def test_models_are_closed_bodies_of_the_sizes_of_the_specification(style: str) -> None:
    """Kill: a face turned over, a roof that is too wide, a body left open."""
    models = hexmap.feature_models(style)
    assert len(models) == 18 + 6
    for (kind, level, variant), mesh in models.items():
        found = check(mesh)
        assert found.is_watertight, kind
        assert found.winding_is_consistent, kind
        assert found.volume > 0.0
        assert mesh.colors is not None
        low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
        if kind in FEATURE_SIZES:
            size = (3.0, 3.0, 3.0) if style == "cube" else FEATURE_SIZES[kind][level][variant]
            np.testing.assert_allclose(high - low, size, atol=1e-9)
            assert low[2] == 0.0
            if style == "box":
                assert len(mesh.faces) == 12
        assert np.abs((high + low)[0]) < 1e-9 or kind in ("urban",)


def test_bridge_tower_and_gate_have_the_lengths_they_are_stretched_by() -> None:
    models = hexmap.feature_models()
    bridge, tower = models["bridge", 0, 0].vertices, models["tower", 0, 0].vertices
    assert np.ptp(bridge[:, 1]) == Metrics().bridge_length
    assert np.ptp(bridge[:, 0]) < 3.0
    base = tower[tower[:, 2] == 4.0]
    assert set(np.abs(base[:, 0])) >= {1.0}
    assert tower[:, 2].min() == 0.0


def test_unknown_styles_and_missing_models_are_refused() -> None:
    with pytest.raises(SettingError, match="style must be a known style"):
        hexmap.feature_models("round")  # type: ignore[arg-type]
    found = hexmap.features(HexMap.empty(6, 6).replace(plant=3), Features(plant_variants=(5, 5, 5)))
    with pytest.raises(MeshError, match="Give fewer variants"):
        hexmap.bake_instances(found)


def test_baking_turns_clockwise_stretches_and_puts_on_the_ground() -> None:
    """Kill: turned the other way, stretched after the turn, the origin of the model lost."""
    arrow = Mesh([[0, 0, 0], [0, 2, 0], [1, 0, 0], [0, 0, 4]], [[0, 2, 1], [0, 1, 3]], origin=(0.0, 0.0, 1.0))
    two = Instances(
        [6, 6],
        position=[[10.0, 20.0, 5.0], [0.0, 0.0, 0.0]],
        yaw=[90.0, 30.0],
        scale=[[1.0, 3.0, 1.0], [1.0, 1.0, 1.0]],
    )
    baked = hexmap.bake_instances(two, {("bridge", 0, 0): arrow})
    assert baked.groups == {"bridge": (0, 4)}
    np.testing.assert_allclose(baked.vertices[:4], [[10, 20, 6], [16, 20, 6], [10, 19, 6], [10, 20, 10]], atol=1e-12)
    np.testing.assert_allclose(baked.vertices[5], [2 * np.sin(np.pi / 6), 2 * np.cos(np.pi / 6), 1.0], atol=1e-12)
    assert baked.faces.tolist() == [[0, 2, 1], [0, 1, 3], [4, 6, 5], [4, 5, 7]]
    assert np.all(baked.colors == 255)
    raised = hexmap.bake_instances(two, {("bridge", 0, 0): arrow}, centered=True)
    np.testing.assert_allclose(raised.vertices - baked.vertices, np.tile([0.0, 0.0, 2.0], (8, 1)), atol=1e-12)


def test_baking_a_map_gives_every_instance_its_model() -> None:
    land = random_hexmap(3, 20, 15, features=0.8, walls=0.4, layout=Layout(columns=20, rows=15, origin=(500.0, -20.0)))
    found, models = hexmap.features(land), hexmap.feature_models()
    baked = hexmap.bake_instances(found)
    keys = list(zip(found.names(), found.level.tolist(), found.variant.tolist(), strict=True))
    assert len(baked.faces) == sum(len(models[key].faces) for key in keys)
    assert baked.origin == (500.0, -20.0, 0.0)
    for kind, (begin, end) in baked.groups.items():
        assert end - begin == sum(len(models[key].faces) for key in keys if key[0] == kind)
    result = check(baked)
    assert result.is_watertight
    assert result.volume > 0.0
    assert len(hexmap.bake_instances(Instances()).vertices) == 0


def test_footprints_are_the_rectangles_of_the_models() -> None:
    found = hexmap.features(HexMap.empty(8, 8).replace(urban=3, special=0))
    corners = hexmap.footprints(found)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
    sizes = np.array([FEATURE_SIZES["urban"][k][v][:2] for k, v in zip(found.level, found.variant, strict=True)])
    np.testing.assert_allclose(sides[:, :2], sizes, atol=1e-9)
    np.testing.assert_allclose(corners.mean(axis=1), found.position[:, :2], atol=1e-9)
    a, b = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    assert np.all(a[:, 0] * b[:, 1] > a[:, 1] * b[:, 0])


def test_lengths_of_walls() -> None:
    """Kill: a gap counted as wall, chunks beside the walls forgotten, pieces counted twice."""
    still = Metrics(cell_perturb_strength=0.0, elevation_perturb_strength=0.0)
    walled = np.zeros((9, 9), bool)
    walled[4, 4] = True
    land = HexMap.empty(layout=Layout(columns=9, rows=9, metrics=still)).replace(walled=walled)
    found = hexmap.wall_lengths(land)
    # six sides of 8 m, and at each corner a piece that cuts 60 degrees off at half a gap of 0.2 * 10 * sqrt(3) m
    assert found.sides == 6
    assert found.length == pytest.approx(6 * 8.0 + 6 * np.sqrt(3.0), abs=1e-9)
    roads = np.zeros((9, 9), int)
    roads[4, 4], roads[4, 5] = 1 << 1, 1 << 4
    gap = hexmap.wall_lengths(land.replace(roads=roads))
    assert gap[:3] == (6, 0, 1)
    assert found.length - gap.length == pytest.approx(4.0, abs=1e-9)
    for wrap in (False, True):
        town = random_hexmap(4, layout=Layout(columns=17, rows=13, wrap=wrap), walls=0.05, rivers=0.6, roads=0.6)
        every = hexmap.triangulate(town)["walls"]
        assert hexmap.wall_lengths(town).length == pytest.approx(_along(every), rel=1e-12)
    assert hexmap.wall_lengths(HexMap.empty(4, 4)) == (0, 0, 0, 0.0)
