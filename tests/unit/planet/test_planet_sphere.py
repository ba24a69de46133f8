"""The cube-sphere: places, welding, winding, sizes of cells; and the container."""

from __future__ import annotations

import numpy as np
import pytest

from landwright import planet
from landwright.errors import FieldError, SettingError
from landwright.planet import FACES, Frame, Globe

SIZES = [2, 3, 4, 9, 33]


def _all(n: int, mapping: str = "normalized") -> np.ndarray:
    return np.stack([planet.sphere_points(planet.cube_points(face, n), mapping) for face in range(6)])  # type: ignore[arg-type]


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("mapping", ["normalized", "even"])
def test_nodes_of_one_place_have_one_number_and_the_same_bits(n: int, mapping: str) -> None:
    """6 (n - 1)^2 + 2 places; equal number means equal bits, and different number different place."""
    weld, points = planet.weld_indices(n), _all(n, mapping)
    assert int(weld.max()) + 1 == planet.welded_count(n) == 6 * (n - 1) ** 2 + 2
    order = np.argsort(weld.ravel(), kind="stable")
    number, place = weld.ravel()[order], points.reshape(-1, 3)[order]
    same = number[1:] == number[:-1]
    assert np.array_equal(place[1:][same], place[:-1][same])
    assert len(np.unique(place[np.append(True, ~same)], axis=0)) == planet.welded_count(n)
    fresh = np.maximum.accumulate(np.append(-1, weld.ravel().astype(np.int64)))[:-1] < weld.ravel()
    assert np.array_equal(weld.ravel()[fresh], np.arange(planet.welded_count(n)))


@pytest.mark.parametrize("n", SIZES)
def test_triangles_look_outward_and_close_the_sphere(n: int) -> None:
    """Every face's triangles are counter-clockwise from outside; welded, each edge is met once in each direction."""
    triangles, weld, points = planet.face_triangles(n), planet.weld_indices(n), _all(n)
    assert triangles.shape == (2 * (n - 1) ** 2, 3)
    edges = []
    for face in range(6):
        a, b, c = (points[face].reshape(-1, 3)[triangles[:, k]] for k in range(3))
        assert (np.einsum("ij,ij->i", np.cross(b - a, c - a), a + b + c) > 0.0).all()
        number = weld[face].ravel().astype(np.int64)[triangles]
        edges.append(np.concatenate([number[:, [0, 1]], number[:, [1, 2]], number[:, [2, 0]]]))
    forth = np.concatenate(edges)
    code, back = forth[:, 0] * 10**6 + forth[:, 1], forth[:, 1] * 10**6 + forth[:, 0]
    assert len(np.unique(code)) == len(code)
    assert np.array_equal(np.sort(code), np.sort(back))


@pytest.mark.parametrize("mapping,most", [("normalized", 5.3), ("even", 1.334)])
def test_cells_differ_in_area_no_more_than_stated(mapping: str, most: float) -> None:
    """Largest to smallest cell of the sphere at 65 nodes an edge."""
    points, triangles = _all(65, mapping)[0].reshape(-1, 3), planet.face_triangles(65)
    a, b, c = (points[triangles[:, k]] for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1).reshape(-1, 2).sum(axis=1)
    assert 1.2 < area.max() / area.min() < most


@pytest.mark.parametrize("mapping", ["normalized", "even"])
def test_finer_spheres_hold_the_coarser_ones(mapping: str) -> None:
    """Every node of 17 is a node of 65, bit for bit, and lies on the unit sphere."""
    fine = _all(65, mapping)
    assert np.array_equal(_all(17, mapping), fine[:, ::4, ::4])
    assert np.abs(np.linalg.norm(fine, axis=-1) - 1.0).max() < 4e-16


def test_faces_lie_where_their_names_say() -> None:
    """Top is the north pole, the front is longitude 0, and east is to the right as seen from outside with north up."""
    middle = {name: _all(3)[face, 1, 1] for face, name in enumerate(FACES)}
    assert np.array_equal(middle["top"], [0, 0, 1])
    assert np.array_equal(middle["front"], [0, 1, 0])
    assert np.array_equal(middle["right"], [1, 0, 0])
    latitude, longitude = planet.latitude_longitude(np.stack(list(middle.values())))
    assert latitude.tolist() == [90, -90, 0, 0, 0, 0]
    assert longitude[2:].tolist() == [90, -90, 0, 180]


def test_a_globe_holds_one_value_a_place() -> None:
    """Arrays are read-only float32; values that differ between faces are refused, with the name of the layer."""
    frame = Frame(resolution=9)
    height = np.einsum("fijk,k->fij", _all(9), [1.0, 2.0, 3.0])
    globe = Globe(frame, height, layers={"temperature": height * 2}, sea=True)
    assert globe.elevation.dtype == np.float32
    assert not globe.elevation.flags.writeable
    assert (globe.low, globe.high) == (float(np.float32(height.min())), float(np.float32(height.max())))
    assert globe.replace(sea=False).elevation is globe.elevation
    torn = height.copy()
    torn[2, 0, 4] += 1.0
    with pytest.raises(FieldError, match="moisture differs between faces"):
        Globe(frame, 0.0, layers={"moisture": torn})
    with pytest.raises(FieldError, match="must have the shape"):
        Globe(frame, height[:, :-1])
    with pytest.raises(FieldError, match="finite"):
        Globe(frame, np.full((6, 9, 9), np.nan))
    with pytest.raises(FieldError, match="colors must be uint8"):
        Globe(frame, colors=np.zeros((6, 9, 9, 3)))


def test_frames_refuse_what_cannot_be() -> None:
    """Resolution below 2 or above 4097, no radius, unknown faces."""
    for wrong in ({"resolution": 1}, {"resolution": 4098}, {"radius": 0.0}, {"faces": "north"}, {"mapping": "cubic"}):
        with pytest.raises(SettingError):
            Frame(**wrong)  # type: ignore[arg-type]
    assert Frame(faces="front").active == (4,)
    assert Frame().active == (0, 1, 2, 3, 4, 5)
    with pytest.raises(SettingError, match="resolution"):
        planet.cube_points(0, 1)
