"""Frames: right hands stay right hands, and there and back is nothing."""

from __future__ import annotations

import numpy as np
import pytest

from landwright.io._frame import FRAMES, Frame, frame, unframe

EAST, NORTH, UP = np.eye(3)


def test_gltf_is_y_up() -> None:
    assert frame(np.array([[1.0, 2.0, 3.0]]), "gltf").tolist() == [[1.0, 3.0, -2.0]]
    east, north, up = (frame(v[np.newaxis], "gltf")[0] for v in (EAST, NORTH, UP))
    assert np.allclose(np.cross(east, north), up), "the map is mirrored"


@pytest.mark.parametrize("name", FRAMES)
def test_there_and_back(name) -> None:
    points = np.random.default_rng(0).normal(size=(5, 3)).astype(np.float32)
    back = unframe(frame(points, name), name)
    assert back.dtype == np.float32
    assert np.array_equal(back, points)
    assert np.array_equal(unframe(frame(points, name, directions=True), name, directions=True), points)


def test_hands() -> None:
    assert [f.left_handed for f in FRAMES.values()] == [False, False]
    assert Frame((0, 2, 1), (1, 1, 1)).left_handed
    assert Frame((0, 1, 2), (1, -1, 1), 100.0).left_handed
