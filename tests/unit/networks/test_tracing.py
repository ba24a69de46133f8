from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

from landwright.networks import _tracing
from landwright.networks._kernels.thinning import thin
from naive.networks_thinning import thin as naive_thin

EIGHT = np.ones((3, 3), bool)


def _scribble(seed, size=30, share=0.5):
    rng = np.random.default_rng(seed)
    soft = ndimage.gaussian_filter(rng.normal(size=(size, size)), 1.4)
    ink = soft > np.quantile(soft, share)
    ink[[0, -1]] = ink[:, [0, -1]] = False
    return ink


@pytest.mark.jit_off
@pytest.mark.parametrize("seed", range(6))
def test_thinning_is_its_twin(seed):
    ink = _scribble(seed).astype(np.uint8)
    made = ink.copy()
    thin(made)
    assert np.array_equal(made, naive_thin(ink))


@pytest.mark.parametrize("seed", range(8))
def test_thinned_strokes_hold_together_as_before_and_are_one_pixel_wide(seed):
    ink = _scribble(seed, 90)
    line = _tracing.thinned(ink)
    assert not (line & ~ink).any()
    assert ndimage.label(line, EIGHT)[1] == ndimage.label(ink, EIGHT)[1]
    assert ndimage.label(~line)[1] == ndimage.label(~ink)[1]  # no hole opened or closed
    assert np.array_equal(_tracing.thinned(line), line)
    squares = line[1:, 1:] & line[1:, :-1] & line[:-1, 1:] & line[:-1, :-1]
    assert squares.sum() <= 2  # only where four lines meet, one at each corner


@pytest.mark.parametrize("seed", range(12))
def test_every_pixel_is_visited_exactly_once(seed):  # R-I2
    line = _tracing.thinned(_scribble(seed, 90, 0.4 + 0.02 * seed))
    found = _tracing.trace(line)
    visited = [p for path in found.paths for p in path.pixels] + [p for group in found.junctions for p in group]
    assert len(visited) == len(set(visited)) == line.sum()
    assert set(visited) == {tuple(p) for p in np.argwhere(line).tolist()}
    for path in found.paths:
        steps = np.abs(np.diff(np.array(path.pixels), axis=0))
        assert len(path.pixels) == 1 or steps.max() == 1
        for side, junction in enumerate(path.ends):
            if junction < 0 and not path.closed:
                r, c = path.pixels[-side]
                assert line[r - 1 : r + 2, c - 1 : c + 2].sum() <= 2  # a free end has one neighbor at most
            if junction >= 0:
                end = np.array(path.pixels[-side])
                assert np.abs(np.array(found.junctions[junction]) - end).max(axis=1).min() == 1


def test_a_ring_is_one_closed_path_and_a_dot_one_pixel():
    ring = np.zeros((20, 20), bool)
    ring[4, 5:12] = ring[12, 5:12] = ring[5:12, 4] = ring[5:12, 12] = True
    ring[17, 17] = True
    found = _tracing.trace(_tracing.thinned(ring))
    assert sorted((path.closed, len(path.pixels)) for path in found.paths) == [(False, 1), (True, 28)]
    assert not found.junctions


def test_lines_lead_straight_on_at_a_crossing():
    cross = np.zeros((80, 80), bool)
    cross[38:42, 3:77] = cross[3:77, 38:42] = True
    found = _tracing.lead_on(_tracing.trace(_tracing.thinned(cross)), 4.0)
    assert len(found) == 2
    for course in found:
        assert np.ptp(course.points, axis=0).max() > 65
        assert np.ptp(course.points, axis=0).min() < 5


def test_a_tangle_of_a_million_steps_needs_no_recursion():
    line = np.zeros((400, 400), bool)
    line[::2, 1:-1] = True
    line[1::4, -2] = line[3::4, 1] = True
    found = _tracing.trace(_tracing.thinned(line))
    assert max(len(path.pixels) for path in found.paths) > 50000


def test_gaps_close_between_ends_that_face_each_other_only():
    line = np.zeros((60, 120), bool)
    line[20, 5:50] = line[20, 58:110] = True  # faces
    line[40, 5:50] = True
    line[48, 56:110] = True  # lies beside
    bare = np.zeros_like(line)
    made = _tracing.bridge_gaps(line, bare, 12.0, 12.0)
    assert made[20, 50:58].all()
    assert (made ^ line).sum() == 8
    assert not (_tracing.bridge_gaps(line, bare, 5.0, 30.0) ^ line).any()
    assert _tracing.bridge_gaps(line, ~bare, 5.0, 8.0)[20, 50:58].sum() == 0
    assert _tracing.bridge_gaps(line, ~bare, 5.0, 30.0)[20, 50:58].all()
