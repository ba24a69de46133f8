"""Ribbons and lake surfaces: up-facing, without gaps at mouths, level, inside the ground behind their shores."""

from __future__ import annotations

import numpy as np
import pytest

import landwright as lw
from landwright.errors import FieldError, SettingError
from landwright.networks import Network, Rivers, lake_mesh, press_rivers, river_mesh


def _straight(width: float = 4.0) -> Network:
    line = [[0, 0, 9], [10, 0, 8], [20, 0, 7]]
    return Network(
        [line[0], line[-1]], [[0, 1]], line, [0, 3], kind="river", of_points={"width": [width] * 3, "bank": [2.0] * 3}
    )


def _fork() -> Network:
    """A river to the east and one that comes from the north."""
    main = [[float(x), 0.0, 5.0 - 0.01 * x] for x in range(0, 101, 2)]
    side = [[50.0 - 0.3 * y, float(y), 4.5 + 0.02 * y] for y in range(40, -1, -2)]
    lines = [main[:26], main[25:], side]
    points = [point for line in lines for point in line]
    starts = np.cumsum([0, *map(len, lines)])
    width = [10.0] * 52 + [4.0] * 21
    return Network(
        [main[0], main[25], main[-1], side[0]],
        [[0, 1], [1, 2], [3, 1]],
        points,
        starts,
        of_points={"width": width, "bank": [2.0] * 73, "discharge": [9.0] * 52 + [1.0] * 21},
    )


def _up(mesh: lw.mesh.Mesh) -> np.ndarray:
    a, b, c = (mesh.vertices[mesh.faces[:, k], :2] for k in range(3))
    u, v = b - a, c - a
    return u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]


def test_a_ribbon_has_flow_coordinates_and_faces_up() -> None:
    mesh = river_mesh(_straight())
    assert (_up(mesh) > 0.0).all()
    assert _up(mesh).sum() / 2.0 == pytest.approx(20.0 * (4.0 + 2.0))
    assert sorted(set(mesh.uv0[:, 1].tolist())) == [0.0, 10.0, 20.0]
    assert np.array_equal(
        np.sign(0.5 - mesh.uv0[:, 0]), np.sign(mesh.vertices[:, 1])
    )  # left of a river to the east is north
    assert (mesh.normals[:, 0] > 0.05).all()


def test_a_mouth_has_neither_gap_nor_overlap() -> None:
    network = _fork()
    mesh = river_mesh(network)
    assert (_up(mesh) > 0.0).all()
    welded = lw.mesh.weld(mesh.__class__(mesh.vertices, mesh.faces), 1e-9)
    lines = lw.mesh.boundary_edges(welded)
    ends = np.concatenate([welded.vertices[lines[:, 0], :2], welded.vertices[lines[:, 1], :2]])
    degree = np.bincount(lines.reshape(-1), minlength=len(welded.vertices))
    assert set(degree.tolist()) <= {0, 2}  # one closed outline
    assert ends[:, 1].min() == pytest.approx(-6.0)
    # no place is covered twice, and the area under both is covered
    draw = np.random.default_rng(3)
    places = draw.uniform((2.0, -6.5), (98.0, 30.0), (4000, 2))
    a, b, c = (mesh.vertices[mesh.faces[:, k], :2] for k in range(3))

    def beside(p: np.ndarray, q: np.ndarray) -> np.ndarray:
        u, v = q - p, places[:, np.newaxis] - p
        return u[:, 0] * v[..., 1] - u[:, 1] * v[..., 0]

    covered = ((beside(a, b) > 0.0) & (beside(b, c) > 0.0) & (beside(c, a) > 0.0)).sum(axis=1)
    assert covered.max() == 1
    side = np.where(places[:, 1] > 0.0, abs(places[:, 0] - 50.0 + 0.3 * places[:, 1]) / np.hypot(1.0, 0.3) - 2.0, 9.0)
    distance = np.minimum(abs(places[:, 1]) - 5.0, side)
    assert covered[distance < -0.05].min() == 1


def test_tight_bends_do_not_fold() -> None:
    angle = np.linspace(0.0, np.pi, 30)
    line = np.column_stack([6.0 * np.cos(angle), 6.0 * np.sin(angle), np.linspace(3.0, 2.0, 30)])
    network = Network(line[[0, -1]], [[0, 1]], line, [0, 30], of_points={"width": [20.0] * 30})
    assert (_up(river_mesh(network)) > 0.0).all()


def test_an_empty_network_is_an_empty_mesh() -> None:
    assert len(river_mesh(Network()).faces) == 0


def _basin() -> lw.Heightfield:
    y, x = np.mgrid[0:61, 0:81] * 10.0
    hollow = 30.0 - 25.0 * np.exp(-(((x - 400.0) / 130.0) ** 2 + ((y - 300.0) / 90.0) ** 2))
    return lw.Heightfield(hollow + 0.002 * (800.0 - x), cell_size=10.0)


def test_a_lake_is_level_and_goes_on_under_its_shore() -> None:
    field = _basin()
    made = press_rivers(field, Rivers(min_area=5e4, runoff=10.0))
    mesh = lake_mesh(made["water"], made["elevation"], made["rivers"])
    assert len(mesh.groups) == 1
    level = made["rivers"].of_nodes["level"][-1]
    assert mesh.vertices[:, 2] == pytest.approx(level, abs=1e-4)
    assert (_up(mesh) > 0.0).all()
    lines = lw.mesh.boundary_edges(mesh)
    assert mesh.attributes["depth"].reshape(-1)[np.unique(lines)].max() < 0.0 or _at_the_river(mesh, lines, made)
    wet = (made["water"].values > 0.0) & (np.abs(made["elevation"].elevation + made["water"].values - level) < 1e-3)
    assert _up(mesh).sum() / 2.0 == pytest.approx(wet.sum() * 100.0, rel=0.1)


def _at_the_river(mesh: lw.mesh.Mesh, lines: np.ndarray, made: dict) -> bool:
    """Whether all of the outline that is no shore lies in the bed of a river."""
    corner = np.unique(lines)
    open_ = corner[mesh.attributes["depth"].reshape(-1)[corner] >= 0.0]
    network = made["rivers"]
    away = np.hypot(*(mesh.vertices[open_, np.newaxis, :2] - network.points[:, :2]).transpose(2, 0, 1))
    return bool((away.min(axis=1) < network.of_points["width"].max() + 20.0).all())


def test_what_does_not_fit_is_refused() -> None:
    field = _basin()
    with pytest.raises(FieldError, match="must lie on the grid of the ground"):
        lake_mesh(lw.Layer(np.zeros((3, 3)), unit="m"), field)
    with pytest.raises(SettingError, match="overlap must be >= 0"):
        lake_mesh(lw.Layer(np.zeros(field.shape), grid=field.grid, unit="m"), field, overlap=-1.0)
