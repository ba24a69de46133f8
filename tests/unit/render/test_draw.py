"""Drawing of meshes: first hits, shadows, layers, framing."""

from __future__ import annotations

import numpy as np
import pytest

from landwright import _pool
from landwright.errors import MeshError
from landwright.mesh import Mesh
from landwright.render import Camera, Hits, Surface, View, draw
from landwright.render._draw import _Drawing, _joined
from landwright.render._kernels import raster
from naive import render_rays

LENS = (0.05, 16.0, 12.0)
QUICK = View(samples=1, haze=0.0, clouds=0.0)


def _met(
    points: np.ndarray, faces: np.ndarray, rows: int = 24, cols: int = 32
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    box = np.empty((len(faces), 4), np.int32)
    raster.bounds(0, len(faces), points, faces, *LENS, 1e-3, box)
    depth, hit = np.empty((rows, cols)), np.empty((rows, cols), np.int32)
    share = np.zeros((rows, cols, 2), np.float32)
    raster.meet(0, rows, 0, points, faces, box, *LENS, 1e-3, np.full((rows, cols), 1e30), depth, hit, share)
    return depth, hit, share


def _soup(seed: int, count: int = 14) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    points = rng.uniform(-4.0, 4.0, (3 * count, 3))
    points[:, 2] = rng.uniform(-6.0, 9.0, 3 * count)  # some behind the eye, some cut by its plane
    return points, np.arange(3 * count, dtype=np.uint32).reshape(-1, 3)


@pytest.mark.parametrize("seed", [pytest.param(0, marks=pytest.mark.jit_off), 1, 2, 3, 4, 5])
def test_each_ray_meets_the_face_that_the_twin_finds(seed: int) -> None:
    """Depth, face and shares of every sub-pixel, with faces behind, across and before the eye's plane."""
    points, faces = _soup(seed)
    depth, hit, share = _met(points, faces)
    for row in range(24):
        for col in range(32):
            ray = np.array([LENS[0] * (col + 0.5 - LENS[1]), LENS[0] * (LENS[2] - 0.5 - row), 1.0])
            far, who = render_rays.nearest(points, faces, ray, 1e-3)
            assert hit[row, col] == who
            if who >= 0:
                assert depth[row, col] == pytest.approx(far, rel=1e-9)
                a, b = (float(k) for k in share[row, col])
                corner = points[faces[who]]
                assert np.allclose(a * corner[0] + b * corner[1] + (1 - a - b) * corner[2], ray * far, atol=1e-5)


@pytest.mark.parametrize("turn", range(8))
def test_no_ray_slips_between_faces_that_share_an_edge(turn: int) -> None:
    """A fan of thin triangles around a point covers the whole picture, from any side."""
    angles = np.sort(np.random.default_rng(turn).uniform(0.0, 2.0 * np.pi, 40))
    rim = np.stack([9.0 * np.cos(angles), 9.0 * np.sin(angles), np.full(40, 4.0) + np.sin(5 * angles)], axis=1)
    points = np.vstack([[0.013, -0.021, 4.2], rim])
    faces = np.array([[0, 1 + k, 1 + (k + 1) % 40] for k in range(40)], np.uint32)
    assert (_met(points, faces)[1] >= 0).all()


def _box(low: tuple[float, float, float], high: tuple[float, float, float], name: str = "") -> Mesh:
    corner = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]], float)
    faces = [(0, 2, 1), (0, 3, 2), (4, 5, 6), (4, 6, 7), (0, 1, 5), (0, 5, 4)]
    faces += [(1, 2, 6), (1, 6, 5), (2, 3, 7), (2, 7, 6), (3, 0, 4), (3, 4, 7)]
    return Mesh(np.array(low) + corner * (np.array(high) - np.array(low)), faces, name=name)


FLOOR = Mesh([[0, 0, 0], [100, 0, 0], [100, 100, 0], [0, 100, 0]], [[0, 1, 2], [0, 2, 3]])
TOWER = _box((45, 45, 0), (55, 55, 30))


def test_the_sun_is_kept_from_what_the_twin_finds_in_shadow() -> None:
    """Points on the floor away from the shadow's soft edge are lit or dark as single rays toward the sun say."""
    drawing = _Drawing([Surface(FLOOR), Surface(TOWER)], Camera(width=8, height=8), QUICK.replace(sun_altitude=40.0))
    points, faces = _joined([Surface(TOWER)])
    sun = drawing.air[0:3] * np.array([1.0, -1.0, 1.0])
    x, y = np.meshgrid(np.arange(1.5, 99.0, 3.0), np.arange(1.5, 99.0, 3.0))
    places = np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], axis=1)
    lit = drawing.sun.share(drawing.local(places), np.tile(np.float32([0, 0, 1]), (len(places), 1)))
    twin = np.array([render_rays.blocked(points, faces, place, sun) for place in places])
    sure = (lit == 0.0) | (lit == 1.0)
    assert sure.mean() > 0.95
    outside = (np.abs(x.ravel() - 50) > 6) | (np.abs(y.ravel() - 50) > 6)
    assert np.array_equal(lit[sure & outside] == 0.0, twin[sure & outside])
    assert twin.sum() > 20


def test_a_face_does_not_darken_itself() -> None:
    """A lone slope under a low sun is lit everywhere it faces it."""
    slope = Mesh([[0, 0, 0], [60, 0, 40], [60, 60, 40], [0, 60, 0]], [[0, 1, 2], [0, 2, 3]])
    settings = QUICK.replace(sun_azimuth=270.0, sun_altitude=12.0)
    drawing = _Drawing([Surface(slope)], Camera(width=8, height=8), settings)
    t = np.random.default_rng(0).uniform(0.05, 0.95, (400, 2))
    places = np.stack([60 * t[:, 0], 60 * t[:, 1], 40 * t[:, 0]], axis=1)
    normal = np.tile(np.float32([-40, 0, 60]) / np.float32(np.hypot(40, 60)), (400, 1))
    assert drawing.sun.share(drawing.local(places), normal).min() == 1.0


def test_layers_lie_over_what_is_opaque_and_let_it_shine_through() -> None:
    """Half a blue pane over a red floor is between both; behind a wall the pane is not seen at all."""

    def pane(opacity: float, layer: int = 1) -> Surface:
        def paint(hits: Hits) -> tuple[np.ndarray, np.ndarray]:
            color, finish = np.zeros((len(hits.normal), 3), np.float32), np.zeros((len(hits.normal), 3), np.float32)
            color[:, 2], finish[:, 0] = 0.5, opacity
            return color, finish

        return Surface(
            FLOOR.replace(vertices=FLOOR.vertices + np.array([0, 0, 0.5])), paint=paint, layer=layer, shadow=False
        )

    above = Camera(position=(50.0, 50.0, 120.0), target=(50.0, 50.0, 0.0), width=9, height=9)
    red = Surface(FLOOR, color=(0.5, 0.0, 0.0))
    plain, half, full = (draw([red, *more], above, QUICK)[4, 4].astype(int) for more in ([], [pane(0.5)], [pane(1.0)]))
    assert plain[0] > half[0] > full[0]
    assert plain[2] < half[2] < full[2]
    lid = Surface(_box((0, 0, 0.0), (100, 100, 10.0)), color=(0.5, 0.0, 0.0))
    assert np.array_equal(draw([lid], above, QUICK), draw([lid, pane(1.0)], above, QUICK))


def test_paint_is_given_world_places_and_what_the_mesh_carries() -> None:
    """Positions lie on the mesh where it stands in the world, and carried values are mixed by place."""
    seen: list[Hits] = []

    def paint(hits: Hits) -> tuple[np.ndarray, np.ndarray]:
        seen.append(hits)
        return np.full((len(hits.normal), 3), 0.3, np.float32), np.ones((len(hits.normal), 3), np.float32)

    mesh = FLOOR.replace(
        origin=(1000.0, -500.0, 7.0), uv0=FLOOR.vertices[:, :2] / 100.0, attributes={"height": FLOOR.vertices[:, 0]}
    )
    draw(
        [Surface(_box((990, -510, 0), (1110, -390, 6))), Surface(mesh, paint=paint)], Camera(width=32, height=18), QUICK
    )
    where = np.concatenate([hits.position for hits in seen])
    assert np.allclose(where[:, 2], 7.0, atol=1e-6)
    assert where[:, 0].min() >= 1000.0 - 1e-6
    assert where[:, 1].max() <= -400.0 + 1e-6
    uv = np.concatenate([hits.value("uv0") for hits in seen])
    assert np.allclose(uv * 100.0, where[:, :2] - [1000.0, -500.0], atol=2e-3)
    assert np.allclose(np.concatenate([hits.value("height") for hits in seen])[:, 0], where[:, 0] - 1000.0, atol=2e-3)
    assert np.allclose(np.concatenate([hits.normal for hits in seen]), [0, 0, 1])
    with pytest.raises(MeshError, match="carries no uv1"):
        seen[0].value("uv1")


@pytest.mark.parametrize("azimuth,elevation", [(152.0, 9.0), (0.0, 60.0), (-70.0, 90.0)])
def test_everything_fills_the_picture(azimuth: float, elevation: float) -> None:
    """Without a place for the camera the scene is whole in the picture and nearly as large as it."""
    camera = Camera(azimuth=azimuth, elevation=elevation, width=64, height=36)
    drawing = _Drawing([Surface(FLOOR), Surface(TOWER)], camera, QUICK)
    assert drawing.solid is not None
    seen = drawing.solid.seen
    step, half_cols, half_rows = drawing.lens
    across, up = seen[:, 0] / seen[:, 2] / (step * half_cols), seen[:, 1] / seen[:, 2] / (step * half_rows)
    reach = max(np.abs(across).max(), np.abs(up).max())
    assert 0.85 < reach < 0.97
    for one in (across, up):
        assert one.max() + one.min() == pytest.approx(0.0, abs=0.05)


def test_threads_and_bands_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bits from one thread and from three, in one band and in many."""
    surfaces = [Surface(FLOOR, color=(0.2, 0.3, 0.1)), Surface(TOWER)]
    camera = Camera(width=48, height=27)
    first = draw(surfaces, camera)
    monkeypatch.setattr(_pool, "threads", lambda: 3)
    assert np.array_equal(first, draw(surfaces, camera))
    monkeypatch.setattr("landwright.render._draw._BAND", 48 * 4 * 9)
    other = draw(surfaces, camera)
    assert np.abs(first.astype(int) - other).max() <= 1


def test_nothing_to_draw_is_refused() -> None:
    """One sentence when there is no face, and when a surface is no mesh."""
    with pytest.raises(MeshError, match="at least one mesh"):
        draw([])
    with pytest.raises(MeshError, match="at least one mesh"):
        draw([Surface(Mesh([[0, 0, 0]], []))])
    with pytest.raises(MeshError, match="must be a Mesh"):
        Surface(3)  # type: ignore[arg-type]
