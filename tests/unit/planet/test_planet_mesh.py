"""Colors and meshes of planets: biomes, gradients, welded normals, the ocean."""

from __future__ import annotations

import numpy as np
import pytest

from landwright import _pool, planet
from landwright.errors import FieldError, MeshError, SettingError
from landwright.mesh import check
from landwright.planet import FACES, Biome, Colors, Frame, Globe, Planet, Shape, Simple, Stop, _sphere
from naive import planet_colors

LAND = planet.build_globe(Planet(radius=1000.0, seed=3), 33)


def _rgb(color: str) -> tuple[float, float, float]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def test_colors_are_those_of_the_published_formula() -> None:
    """P5 and P6 at every node: biome value, gradients of the belts mixed, ocean below zero; tints too."""
    biomes = (
        Biome(start=0.1, gradient=(Stop(at=0.0, color="#102030"), Stop(at=1.0, color="#f0e0d0"))),
        Biome(
            start=0.4,
            gradient=(Stop(at=0.2, color="#00ff00"), Stop(at=0.6, color="#0000ff")),
            tint="#ff0000",
            tint_share=0.25,
        ),
        Biome(start=0.7, gradient=(Stop(at=0.5, color="#808080"),)),
    )
    noun = Colors(biomes=biomes, noise=Simple(octaves=2), noise_offset=0.6, noise_strength=0.2, blend=0.3)
    painted = planet.paint(LAND, noun, seed=9)
    assert painted.colors is not None
    points = np.stack([_sphere.sphere_points(_sphere.cube_points(face, 33)) for face in range(6)]).reshape(-1, 3)
    noise = planet.layered(points, Simple(octaves=2), seed=9)
    stops = [[(stop.at, _rgb(stop.color)) for stop in biome.gradient] for biome in biomes]
    ocean = [(stop.at, _rgb(stop.color)) for stop in noun.ocean]
    for index in np.random.default_rng(0).choice(len(points), 600, replace=False):
        y, e = float(points[index, 2]), float(painted.elevation.ravel()[index])
        value = planet_colors.biome_value(y, float(noise[index]), [0.1, 0.4, 0.7], 0.6, 0.2, 0.3)
        assert painted.layers["biome_value"].ravel()[index] == pytest.approx(value, abs=1e-6)
        if e < 0.0:
            want = planet_colors.gradient(ocean, planet_colors.inverse_lerp(painted.low, 0.0, e))
        else:
            t = planet_colors.inverse_lerp(0.0, painted.high, e)
            belts = []
            for biome, line in zip(biomes, stops, strict=True):
                plain = planet_colors.gradient(line, t)
                tint = _rgb(biome.tint)
                belts.append(
                    [a * (1 - biome.tint_share) + b * biome.tint_share for a, b in zip(plain, tint, strict=True)]
                )
            low = min(int(value * 2), 1)
            f = value * 2 - low
            want = tuple(a * (1 - f) + b * f for a, b in zip(belts[low], belts[low + 1], strict=True))  # type: ignore[assignment]
        assert np.abs(painted.colors.reshape(-1, 3)[index] - np.array(want)).max() < 1.6


def test_biome_values_are_steps_without_blend_and_zero_for_one_biome() -> None:
    """P-I9: in [0, 1]; one biome gives 0; no blend and no noise a step at each start, 0.002 wide."""
    value = planet.paint(LAND, Colors()).layers["biome_value"]
    assert value.min() >= 0.0
    assert value.max() <= 1.0
    one = planet.paint(LAND, Colors(biomes=(Biome(),)))
    assert not one.layers["biome_value"].any()
    sharp = Colors(biomes=tuple(Biome(start=s) for s in (0.0, 0.3, 0.8)), blend=0.0, noise_strength=0.0)
    z = np.stack([_sphere.sphere_points(_sphere.cube_points(face, 33)) for face in range(6)])[..., 2]
    h = (z + 1.0) / 2.0
    clear = (np.abs(h - 0.3) > 0.0011) & (np.abs(h - 0.8) > 0.0011) & (h > 0.0011)
    want = np.where(h >= 0.8, 1.0, np.where(h >= 0.3, 0.5, 0.0))
    assert np.array_equal(planet.paint(LAND, sharp).layers["biome_value"][clear], want[clear].astype(np.float32))


@pytest.mark.parametrize("level", [-5.0, 0.0, 5.0])
def test_flat_planets_have_a_color(level: float) -> None:
    """Equal lowest and highest land divides nothing by zero: all sea, all shore, all land."""
    painted = planet.paint(Globe(Frame(radius=100.0, resolution=5), level, sea=True))
    assert painted.colors is not None
    assert len(np.unique(painted.colors[0].reshape(-1, 3), axis=0)) <= 25


def test_colors_do_not_change_the_shape_nor_depend_on_the_face_that_is_built() -> None:
    """Elevations are shared with the globe before; the colors of a face are those it has in the whole planet."""
    painted = planet.paint(LAND)
    assert painted.elevation is LAND.elevation
    for name in FACES:
        part = planet.build_mesh(Planet(radius=1000.0, seed=3, faces=name), 33)  # type: ignore[arg-type]
        face = FACES.index(name)
        whole = planet.face_mesh(LAND, face)
        for one, other in ((part.vertices, whole.vertices), (part.normals, whole.normals), (part.colors, whole.colors)):
            assert one is not None
            assert np.array_equal(one, other)  # P-I1


@pytest.mark.parametrize("mapping", ["normalized", "even"])
@pytest.mark.parametrize("sea_floor", [False, True])
def test_the_welded_mesh_is_watertight_and_its_normals_know_no_seams(mapping: str, sea_floor: bool) -> None:
    """P-I10: positions, normals and colors equal from both sides along 12 edges and at 8 corners, to the bit."""
    noun = Planet(radius=6.4e6, seed=1, mapping=mapping)  # type: ignore[arg-type]
    globe = planet.build_globe(noun, 17)
    mesh = planet.globe_mesh(globe, sea_floor=sea_floor)
    assert len(mesh.vertices) == 6 * 16 * 16 + 2
    assert len(mesh.faces) == 12 * 16 * 16
    assert check(mesh).is_watertight
    points = planet.node_points(globe, sea_floor=sea_floor)
    normals = planet.node_normals(points)
    again, first = _sphere.edge_pairs(17)
    for nodes in (points, normals):
        assert np.array_equal(nodes.reshape(-1, 3)[again], nodes.reshape(-1, 3)[first])
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    want = np.zeros((len(mesh.vertices), 3))
    for k in range(3):
        np.add.at(want, mesh.faces[:, k], across)
    want /= np.linalg.norm(want, axis=1, keepdims=True)
    assert mesh.normals is not None
    assert np.abs(mesh.normals - want).max() < 1e-6
    assert (np.einsum("ij,ij->i", mesh.vertices, want) > 0).all()


def test_the_ocean_covers_what_is_under_water_and_the_ground_may_go_below() -> None:
    """Clipped, no vertex is inside the sea's sphere; with the floor, those below zero are; the ocean lies over each of them."""
    clipped, floor = (np.linalg.norm(planet.globe_mesh(LAND, sea_floor=f).vertices, axis=1) for f in (False, True))
    assert clipped.min() >= 1000.0 - 1e-6
    assert floor.min() == pytest.approx(1000.0 + LAND.low, rel=1e-6)
    ocean = planet.ocean_mesh(LAND)
    assert np.allclose(np.linalg.norm(ocean.vertices, axis=1), 1000.0)
    under = floor < 1000.0 - 1e-3
    directions = planet.globe_mesh(LAND).vertices[under] / clipped[under, None]
    have = {tuple(np.rint(v * 1e6).astype(int)) for v in ocean.vertices / 1000.0}
    assert all(tuple(np.rint(d * 1e6).astype(int)) in have for d in directions)
    dry = planet.ocean_mesh(planet.build_globe(Planet(shape=Shape(ocean=False)), 9))
    assert len(dry.faces) == 0


def test_uv_holds_biome_and_elevation() -> None:
    """uv0 is (biome value, elevation over radius), attributes the layers."""
    mesh = planet.globe_mesh(LAND)
    assert mesh.uv0 is not None
    assert np.array_equal(mesh.uv0[:, 0], mesh.attributes["biome_value"])
    assert np.allclose(mesh.uv0[:, 1] * 1000.0, mesh.attributes["elevation"], rtol=1e-6)


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bits of normals and colors on three threads."""
    before = planet.globe_mesh(LAND)
    monkeypatch.setattr(_pool, "threads", lambda: 3)
    after = planet.build_mesh(Planet(radius=1000.0, seed=3), 33)
    assert np.array_equal(before.normals, after.normals)
    assert np.array_equal(before.colors, after.colors)


def test_bad_input_is_one_sentence() -> None:
    """Land below the center, faces that are none, gradients and biomes out of order."""
    with pytest.raises(FieldError, match="above the center"):
        planet.globe_mesh(Globe(Frame(radius=1.0, resolution=3), -2.0))
    with pytest.raises(MeshError, match="from 0"):
        planet.face_mesh(LAND, 6)
    with pytest.raises(SettingError, match="rise"):
        Biome(gradient=(Stop(at=0.5), Stop(at=0.1)))
    with pytest.raises(SettingError, match="rising order"):
        Colors(biomes=(Biome(start=0.5), Biome(start=0.1)))
    with pytest.raises(SettingError, match="at least one"):
        Colors(biomes=())
