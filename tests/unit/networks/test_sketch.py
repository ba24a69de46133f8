"""Drawings made and photographed by tools/make_drawings.py, read back and held against the strokes they were drawn from."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from scipy.spatial import cKDTree

from landwright.errors import FieldError, SettingError
from landwright.field import Heightfield
from landwright.grid import Grid
from landwright.networks import Sketch, _page, read_sketch

ROOT = Path(__file__).parents[3]


def _load():
    spec = importlib.util.spec_from_file_location("make_drawings", ROOT / "tools" / "make_drawings.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_drawings"] = module
    spec.loader.exec_module(module)
    return module


MAKE = _load()


def _counts(drawing):
    """Return how many roads, rivers and lakes were drawn: rings, dots and patches of the river's pen are lakes."""
    kinds = [_kind(stroke) for stroke in drawing.strokes]
    return kinds.count("road"), kinds.count("river"), kinds.count("lake")


def _kind(stroke):
    short = np.ptp(stroke.line(), axis=0).max() < 20.0
    return "lake" if stroke.pen == "river" and (stroke.closed or short) else stroke.pen


def _off(found, drawing):
    """Return how far what was found lies from what was drawn, and the other way, in shares of the page's long side."""
    west, south, east, north = found.extent
    worst = 0.0
    for kind, lines in (("road", found.roads), ("river", found.rivers)):
        drawn = np.concatenate([s.line() for s in drawing.strokes if _kind(s) == kind])
        got = []
        for line in lines:
            p = np.array(line.points + line.points[:1] if line.closed else line.points)
            page = np.stack(
                [(p[:, 0] - west) / (east - west) * 1000.0, (north - p[:, 1]) / (north - south) * 707.0], axis=1
            )
            along = np.linspace(0.0, 1.0, 9)[:, np.newaxis]
            got += [a + (b - a) * along for a, b in pairwise(page)]
        got = np.concatenate(got)
        worst = max(worst, cKDTree(drawn).query(got)[0].max(), cKDTree(got).query(drawn)[0].max())
    for pond in found.ponds:
        x, y = (pond.at[0] - west) / (east - west) * 1000.0, (north - pond.at[1]) / (north - south) * 707.0
        middles = [_middle(s) for s in drawing.strokes if _kind(s) == "lake"]
        worst = max(worst, min(np.hypot(x - m[0], y - m[1]) for m in middles))
    return worst / 1000.0


def _middle(stroke):
    """Return the middle of the area in a ring, or of a dot's line."""
    x, y = stroke.line().T
    if not stroke.closed:
        return np.array([x.mean(), y.mean()])
    cross = x[:-1] * y[1:] - x[1:] * y[:-1]
    return np.array([((x[:-1] + x[1:]) * cross).sum(), ((y[:-1] + y[1:]) * cross).sum()]) / (3.0 * cross.sum())


@pytest.mark.parametrize("name", sorted(MAKE.DRAWINGS))
def test_the_shipped_drawings_are_read_as_they_were_drawn(name):
    file = ROOT / "examples" / "data" / "drawings" / f"{name}.jpg"
    assert file.stat().st_size < 300_000
    drawing = MAKE.DRAWINGS[name]
    found = read_sketch(np.asarray(Image.open(file).convert("RGB")), 4000.0)
    assert (len(found.roads), len(found.rivers), len(found.ponds)) == _counts(drawing)
    assert np.abs(found.corners - MAKE.corners(drawing.camera)).max() < 3.0
    assert _off(found, drawing) < 0.01


def test_a_page_is_found_where_the_desk_in_the_light_is_paler_than_paper_in_the_shade():
    drawing = MAKE.DRAWINGS["pass"]
    camera = replace(drawing.camera, desk=(150, 140, 130))
    found = read_sketch(MAKE.photograph(drawing.strokes, camera), 4000.0)
    assert np.abs(found.corners - MAKE.corners(camera)).max() < 3.0
    assert not found.warnings


@pytest.mark.parametrize("seed", range(5))
def test_any_photo_of_a_drawing_gives_the_same_lines(seed):
    rng = np.random.default_rng(seed)
    name = sorted(MAKE.DRAWINGS)[seed % 3]
    camera = MAKE.Camera(
        turn=float(rng.uniform(-25, 25)),
        tilt=float(rng.uniform(0.0, 0.25)),
        skew=float(rng.uniform(-0.12, 0.12)),
        shadow=float(rng.uniform(0.2, 0.65)),
        noise=float(rng.uniform(1.0, 8.0)),
        warm=float(rng.uniform(0.0, 0.15)),
        seed=100 + seed,
    )
    drawing = replace(MAKE.DRAWINGS[name], camera=camera)
    found = read_sketch(MAKE.photograph(drawing.strokes, camera), 4000.0)
    assert (len(found.roads), len(found.rivers), len(found.ponds)) == _counts(drawing), camera
    assert _off(found, drawing) < 0.01, camera


def _scan(*boxes, shape=(480, 600), paper=245):
    image = np.full((*shape, 3), paper, np.uint8)
    for rows, cols, color in boxes:
        image[slice(*rows), slice(*cols)] = color
    return image


RED, BLUE = (210, 45, 30), (30, 80, 200)


def test_a_scan_without_a_desk_is_a_page_and_ends_lie_where_they_were_drawn():
    found = read_sketch(_scan(((200, 206), (100, 500), RED)), Grid(shape=(49, 61), cell_size=10.0))
    (line,) = found.roads
    ends = sorted(line.points)[:: len(line.points) - 1]
    assert np.abs(np.array(ends) - [[100.0, 277.0], [500.0, 277.0]]).max() < 6.0
    assert found.extent == (0.0, 0.0, 600.0, 480.0)


def test_a_patch_of_light_on_a_scan_is_no_page():
    image = _scan(((200, 206), (60, 540), RED)).astype(float)
    y, x = np.mgrid[0:480, 0:600]
    soft = np.clip(np.minimum.reduce([x - 60, 540 - x, y - 60, 420 - y]) / 40.0, 0.0, 1.0)  # a lamp's, with soft sides
    found = read_sketch((image * (0.72 + 0.28 * soft[..., np.newaxis])).astype(np.uint8), 600.0)
    assert np.abs(found.corners - [[0, 0], [600, 0], [600, 480], [0, 480]]).max() <= 0.5
    assert np.ptp(np.array(found.roads[0].points)[:, 0]) == pytest.approx(480.0, abs=12.0)


def test_the_rule_of_a_fifth_makes_lakes_of_short_river_strokes_and_drops_short_roads():
    image = _scan(((100, 105), (100, 109), BLUE), ((300, 305), (100, 109), RED), ((400, 405), (100, 500), RED))
    found = read_sketch(image, 600.0)
    assert (len(found.roads), len(found.rivers), len(found.ponds)) == (1, 0, 1)
    assert np.hypot(found.ponds[0].at[0] - 104.5, found.ponds[0].at[1] - 377.5) < 3.0
    assert ["whole picture" in text for text in found.warnings] == [True, False]
    assert "a fifth" in found.warnings[1]
    kept = read_sketch(image, 600.0, Sketch(max_points=20))
    assert (len(kept.roads), len(kept.rivers), len(kept.ponds)) == (2, 1, 0)


def test_rivers_run_down_to_the_page_edge_a_lake_or_the_lower_ground():
    edge = read_sketch(_scan(((100, 105), (100, 600), BLUE)), 600.0)
    assert edge.rivers[0].points[-1][0] == pytest.approx(600.0)
    image = _scan(((100, 105), (100, 500), BLUE))
    grid = Grid(shape=(49, 61), cell_size=10.0)
    slope = np.broadcast_to(np.arange(61, dtype=np.float32), (49, 61))
    west = read_sketch(image, grid, ground=Heightfield(slope.copy(), grid=grid)).rivers[0].points
    east = read_sketch(image, grid, ground=Heightfield(slope[:, ::-1].copy(), grid=grid)).rivers[0].points
    assert west[-1][0] < west[0][0]
    assert east[-1][0] > east[0][0]


def test_a_page_that_is_turned_is_turned_back():
    image = _scan(((100, 106), (100, 500), RED))
    for turn, times in (("left", -1), ("right", 1), ("half", 2)):
        found = read_sketch(np.ascontiguousarray(np.rot90(image, times)), 600.0, Sketch(turn=turn))
        assert np.abs(np.array(found.roads[0].points)[:, 1] - 377.0).max() < 4.0, turn


def test_colors_of_pens_can_be_chosen_even_black():
    image = _scan(((100, 106), (100, 500), (25, 25, 25)), ((300, 306), (100, 500), (150, 40, 170)))
    found = read_sketch(image, 600.0, Sketch(road_color="#202020", river_color="#9628aa"))
    assert (len(found.roads), len(found.rivers)) == (1, 1)


def test_what_cannot_be_read_is_refused_with_a_sentence():
    with pytest.raises(FieldError, match="No strokes were found"):
        read_sketch(_scan())
    with pytest.raises(FieldError, match="too dark"):
        read_sketch(_scan(((200, 206), (100, 500), RED), paper=30))
    with pytest.raises(FieldError, match="No page"):
        read_sketch(np.random.default_rng(1).integers(0, 255, (300, 400, 3)).astype(np.uint8))
    with pytest.raises(FieldError, match="uint8"):
        read_sketch(np.zeros((100, 100)))
    with pytest.raises(FieldError, match="four sides"):
        read_sketch(_scan(), 600.0, Sketch(corners=((0, 0), (10, 0), (20, 0), (30, 0))))
    with pytest.raises(SettingError, match="different colors"):
        Sketch(road_color="#1e50c8")


@pytest.mark.parametrize("seed", range(3))
def test_the_homography_takes_corners_to_corners(seed):
    rng = np.random.default_rng(seed)
    a, b = (np.array([[0, 0], [9, 0], [9, 7], [0, 7]]) + rng.uniform(-2, 2, (4, 2)) for _ in range(2))
    h = _page.homography(a, b)
    made = np.column_stack([a, np.ones(4)]) @ h.T
    assert np.allclose(made[:, :2] / made[:, 2:], b)
