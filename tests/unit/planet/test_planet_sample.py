"""Values in any direction, and the directions of maps: nodes exactly, no seam at edges, one value at poles and date line."""

from __future__ import annotations

import math

import numpy as np
import pytest

from landwright import planet
from landwright.errors import FieldError, SettingError
from landwright.planet import CUBE_SIDES, FACES, Frame, Globe
from landwright.planet._pieces import nodes
from landwright.planet._sphere import AXES

pytestmark = pytest.mark.jit_off
MAPPINGS = ["normalized", "even"]


def _globe(mapping: str, n: int = 9) -> Globe:
    return planet.paint(planet.shape(Globe(Frame(radius=100.0, resolution=n, mapping=mapping))))  # type: ignore[arg-type]


def _by_hand(globe: Globe, direction: np.ndarray) -> float:
    """Bilinear by searching the cell: the plain twin, by bisection in each coordinate of the face."""
    face = next(f for f in range(6) if direction @ AXES[f, 0] >= np.abs(direction).max() - 1e-15)
    n, wanted = globe.frame.resolution, direction / np.linalg.norm(direction)
    u = v = 0.0
    for _ in range(60):  # fixed point on the cube whose image is the direction
        at = planet.sphere_points(AXES[face, 0] + u * AXES[face, 1] + v * AXES[face, 2], globe.frame.mapping)
        u += float((wanted - at) @ AXES[face, 1])
        v += float((wanted - at) @ AXES[face, 2])
    x, y = ((np.clip(w, -1.0, 1.0) + 1.0) * 0.5 * (n - 1) for w in (u, v))
    i, j = min(int(x), n - 2), min(int(y), n - 2)
    z = globe.elevation[face].astype(float)
    upper = z[j, i] * (1 - x + i) + z[j, i + 1] * (x - i)
    lower = z[j + 1, i] * (1 - x + i) + z[j + 1, i + 1] * (x - i)
    return upper * (1 - y + j) + lower * (y - j)


@pytest.mark.parametrize("mapping", MAPPINGS)
def test_nodes_give_what_they_hold(mapping: str) -> None:
    globe = _globe(mapping)
    points = nodes(9, mapping)  # type: ignore[arg-type]
    span = globe.high - globe.low
    made = planet.values_at(globe, points)
    assert np.abs(made - globe.elevation.ravel()).max() < 1e-6 * span
    colors = planet.values_at(globe, 7.0 * points, "colors")
    assert np.abs(colors - globe.colors.reshape(-1, 3)).max() < 1e-3
    assert planet.values_at(globe, points, "biome_value").shape == (486,)


@pytest.mark.parametrize("mapping", MAPPINGS)
def test_between_nodes_it_is_bilinear_on_the_face(mapping: str) -> None:
    globe = _globe(mapping)
    directions = np.random.default_rng(4).normal(size=(60, 3))
    twin = [_by_hand(globe, one) for one in directions]
    np.testing.assert_allclose(planet.values_at(globe, directions), twin, atol=1e-5 * (globe.high - globe.low))


@pytest.mark.parametrize("mapping", MAPPINGS)
def test_edges_of_the_cube_do_not_show(mapping: str) -> None:
    """A hair to both sides of every edge, at random places along it: the same value to a hair."""
    globe = _globe(mapping)
    rng, hair = np.random.default_rng(5), 1e-9
    for axis in range(3):
        along = rng.uniform(-1.0, 1.0, 40)
        first, second = rng.choice([-1.0, 1.0], (2, 40))
        edge = np.stack(np.roll([along, first, second], axis, axis=0), axis=-1)
        sides = [edge.copy(), edge.copy()]
        sides[0][:, (axis + 1) % 3] *= 1.0 + hair
        sides[1][:, (axis + 2) % 3] *= 1.0 + hair
        one, other = (planet.values_at(globe, side) for side in sides)
        assert np.abs(one - other).max() < 1e-5 * (globe.high - globe.low)


@pytest.mark.parametrize("ends", [False, True])
def test_a_map_runs_from_pole_to_pole_and_east_to_the_right(ends: bool) -> None:
    directions, east = planet.map_directions(7, 12 + ends, ends=ends)
    latitude, longitude = planet.latitude_longitude(directions)
    assert np.all(np.diff(latitude[:, 1]) < 0.0)
    assert np.abs(np.linalg.norm(directions, axis=-1) - 1.0).max() < 4e-16
    if ends:
        assert np.array_equal(directions[[0, -1], 0], [[0, 0, 1], [0, 0, -1]])
        assert np.array_equal(directions[:, 0].view(np.int64), directions[:, -1].view(np.int64)), "one date line"
        for row in (0, -1):
            assert len(np.unique(directions[row].view(np.int64), axis=0)) == 1, "one pole"
        np.testing.assert_allclose(latitude[:, 3], np.linspace(90.0, -90.0, 7), atol=1e-12)
    else:
        np.testing.assert_allclose(latitude[:, 3], 90.0 - 180.0 * (np.arange(7) + 0.5) / 7, atol=1e-12)
        np.testing.assert_allclose(longitude[3], -180.0 + 360.0 * (np.arange(12) + 0.5) / 12, atol=1e-12)
    # seen from outside with north up, what lies to the right is east: forward x up
    middle = directions[3]
    right = np.cross(-middle, [0.0, 0.0, 1.0])
    assert np.all(np.einsum("nc,nc->n", right, east) > 0.99)
    step = np.diff(middle, axis=0)
    assert np.all(np.einsum("nc,nc->n", step, east[:-1]) > 0.0)


@pytest.mark.parametrize("ends", [False, True])
def test_cube_maps_are_sampled_by_direction_as_graphics_libraries_do(ends: bool) -> None:
    """The table of OpenGL 4.6, 8.13: side, s and t of a direction, in the axes of glTF."""
    size = 6
    for side, name in enumerate(CUBE_SIDES):
        ours = planet.cube_directions(side, size, ends=ends)
        x, y, z = ours[..., 0], ours[..., 2], -ours[..., 1]
        major = {"x": x, "y": y, "z": z}[name[1]] * (1.0 if name[0] == "p" else -1.0)
        s, t = {
            "px": (-z, -y), "nx": (z, -y), "py": (x, z), "ny": (x, -z), "pz": (x, -y), "nz": (-x, -y),
        }[name]  # fmt: skip
        place = (np.arange(size) / (size - 1)) if ends else (np.arange(size) + 0.5) / size
        np.testing.assert_allclose(major, 1.0)
        np.testing.assert_allclose((s / major + 1.0) / 2.0, np.broadcast_to(place, (size, size)), atol=1e-15)
        np.testing.assert_allclose((t / major + 1.0) / 2.0, np.broadcast_to(place[:, None], (size, size)), atol=1e-15)


def test_sides_of_a_cube_map_meet() -> None:
    """With ends, the border pixels of sides are the same points: each of the 12 edges is found twice, each corner three times."""
    size = 5
    border = np.concatenate(
        [np.unique(planet.cube_directions(s, size, ends=True)[_rim(size)], axis=0) for s in range(6)]
    )
    _, times = np.unique(border, axis=0, return_counts=True)
    assert sorted(times.tolist()) == [2] * (12 * (size - 2)) + [3] * 8


def _rim(size: int) -> np.ndarray:
    rim = np.ones((size, size), bool)
    rim[1:-1, 1:-1] = False
    return rim


def test_longitude_has_exact_quarters() -> None:
    directions, _ = planet.map_directions(3, 5, ends=True)
    assert np.array_equal(directions[1], [[0, -1, 0], [1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]])
    assert FACES[2] == "left"
    assert math.isclose(planet.latitude_longitude([-1.0, 0.0, 0.0])[1], 90.0)


def test_what_cannot_be_asked_is_refused() -> None:
    globe = Globe(Frame(resolution=3))
    with pytest.raises(FieldError, match="no colors; paint it first"):
        planet.values_at(globe, [[1, 0, 0]], "colors")
    with pytest.raises(FieldError, match="layer must be one the globe has"):
        planet.values_at(globe, [[1, 0, 0]], "rain")
    with pytest.raises(SettingError, match="finite and not zero"):
        planet.values_at(globe, [[0, 0, 0]])
    with pytest.raises(SettingError, match="rows must be at least 2"):
        planet.map_directions(1, 5)
    with pytest.raises(SettingError, match="side, size"):
        planet.cube_directions(6, 5)
