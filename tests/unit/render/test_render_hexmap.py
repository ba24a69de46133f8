"""Pictures of hex maps: every kind of surface is painted, and a view of a map or its world is that drawing."""

from __future__ import annotations

import numpy as np

from landwright.hexmap import HexMap, Stroke, Triangulation, edit, triangulate
from landwright.render import Camera, View, draw, hexmap_surfaces, view
from landwright.testing import random_hexmap
from landwright.world import World

SMALL = Camera(width=64, height=36, elevation=50.0)
QUICK = View(samples=1)


def test_every_surface_of_a_map_is_painted_in_range() -> None:
    """Ground, walls, roads, all waters and features of a map that has them all; colors and opacities from 0 to 1."""
    land = random_hexmap(3, columns=12, rows=9)
    surfaces = hexmap_surfaces(land, time=2.0)
    assert [s.layer for s in surfaces] == [0, 0, 1, 2, 2, 2, 3, 0]
    assert all(len(s.mesh.faces) for s in surfaces)
    seen = []
    for surface in surfaces:

        def spy(hits, inner=surface.paint):  # type: ignore[no-untyped-def]
            color, finish = inner(hits)
            seen.append((color, finish))
            return color, finish

        object.__setattr__(surface, "paint", spy)
    picture = draw(surfaces, SMALL.replace(width=320, height=180), QUICK)
    assert picture.shape == (180, 320, 3)
    assert len(seen) >= 7
    for color, finish in seen:
        assert color.dtype == finish.dtype == np.float32
        assert np.isfinite(color).all()
        assert 0.0 <= color.min() <= color.max() <= 1.3
        assert 0.0 <= finish.min() <= finish.max() <= 1.0


def test_a_terrain_type_has_its_color() -> None:
    """A plain of snow is brighter than one of mud, and grass greener than both."""
    plain = HexMap.empty(columns=3, rows=3)
    above = Camera(position=(20.0, 15.0, 60.0), target=(20.0, 15.0, 0.0), width=9, height=9)
    sand, grass, mud, stone, snow = (
        view(plain.replace(terrain=kind), above, QUICK).reshape(-1, 3).mean(axis=0) for kind in range(5)
    )
    assert snow.min() > stone.max() > mud.mean()
    assert grass[1] > grass[0]
    assert sand[0] > sand[2] + 20


def test_a_view_of_a_world_without_ground_is_that_of_its_map() -> None:
    """The world of a hex map, the map itself and the drawing of its surfaces are one picture."""
    land = random_hexmap(1, columns=5, rows=4)
    first = view(land, SMALL, QUICK)
    assert np.array_equal(first, view(World(hexmap=land), SMALL, QUICK))
    assert np.array_equal(first, draw(hexmap_surfaces(land, time=QUICK.time), SMALL, QUICK))
    assert not np.array_equal(first, view(land, SMALL, QUICK.replace(time=9.0)))


def test_beds_under_water_are_filled_but_for_the_foot_of_a_fall() -> None:
    """A river falls into a sea and runs on in it: only ground under water rises, to its cell's top, and the fall keeps its bed."""
    land = HexMap.empty(columns=5, rows=3).replace(elevation=[[4, 4, 0, 0, 0]] * 3, water_level=[[0, 0, 2, 2, 2]] * 3)
    land = edit(land, Stroke(cells=((0, 1), (1, 1), (2, 1), (3, 1)), river="yes"))
    ground = triangulate(land, Triangulation(skirt_depth=9.0))["terrain"]
    shown = hexmap_surfaces(land, depth=9.0)[0].mesh
    rise = shown.vertices[:, 2] - ground.vertices[:, 2]
    cells = ground.attributes["cells"]
    assert np.array_equal(shown.vertices[:, :2], ground.vertices[:, :2])
    assert (rise >= 0.0).all()
    assert rise.max() > 3.0
    assert set(cells[rise > 0.0].ravel().tolist()) <= {7, 8}
    assert not rise[(cells != cells[:, :1]).any(axis=1) & ~land.underwater.ravel()[cells].all(axis=1)].any()
    # at the foot of the fall, where the bed is shared with the cliff, nothing moves: the seam stays closed
    cliff = {
        tuple(p) for p in ground.vertices[np.isin(cells, [6]).any(axis=1) & np.isin(cells, [7]).any(axis=1)].tolist()
    }
    assert not any(tuple(p) in cliff for p in ground.vertices[rise > 0.0].tolist())
    same = HexMap.empty(columns=2, rows=2)
    assert np.array_equal(
        hexmap_surfaces(same)[0].mesh.vertices, triangulate(same, Triangulation(skirt_depth=9.0))["terrain"].vertices
    )
