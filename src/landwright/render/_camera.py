"""Where a camera stands: orbit to eye and target, fitting the land into the picture, standing above the ground."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from landwright.render.settings import Camera

__all__ = ["Stand", "stand"]


@dataclass(frozen=True)
class Stand:
    """Eye and axes in the local frame of a view: x east, y south, z up, metres from the north-west sample.

    Attributes
    ----------
    eye, forward, right, up : (3,) float64
        The axes are unit vectors.
    """

    eye: NDArray[np.float64]
    forward: NDArray[np.float64]
    right: NDArray[np.float64]
    up: NDArray[np.float64]

    def packed(self, camera: Camera, samples: int) -> NDArray[np.float64]:
        """Return the ``camera`` array of the kernels, for sub-pixels."""
        rows, cols = camera.height * samples, camera.width * samples
        step = 2.0 * math.tan(math.radians(camera.field_of_view) / 2.0) / rows
        axes = np.concatenate([self.eye, self.forward, self.right, self.up])
        return np.concatenate([axes, [step, step, cols / 2.0, rows / 2.0]])


def stand(
    camera: Camera,
    surface: NDArray[np.float32],
    there: NDArray[np.bool_],
    cell_size: float,
    corner: tuple[float, float],
    exaggeration: float,
) -> Stand:
    """Place a camera.

    Parameters
    ----------
    camera : Camera
        Position or orbit.
    surface : (rows, cols) float32
        Ground and water (m), exaggerated.
    there : (rows, cols) bool
        Where there is ground.
    cell_size : float
        Metres.
    corner : (float, float)
        x and y (m) of the north-west sample.
    exaggeration : float
        Factor by which heights of the camera grow as well.
    """
    rows, cols = surface.shape
    width, length = (cols - 1) * cell_size, (rows - 1) * cell_size
    land = surface[there]
    middle = np.array([width / 2.0, length / 2.0, float(np.mean(land, dtype=np.float64))])
    target = middle
    if camera.target is not None:
        x, y, z = camera.target
        target = np.array([x - corner[0], corner[1] - y, z * exaggeration])
    if camera.position is not None:
        x, y, z = camera.position
        eye = np.array([x - corner[0], corner[1] - y, z * exaggeration])
        free = False
    else:
        a, e = math.radians(camera.azimuth), math.radians(camera.elevation)
        away = np.array([math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)])
        free = camera.distance is None
        distance = camera.distance
        if distance is None:
            distance = _fit(camera, away, target, width, length)
        eye = target + away * distance
    eye[2] = max(eye[2], _clear(eye, surface, there, cell_size, free))
    forward = target - eye
    if not np.any(forward):
        forward = np.array([0.0, -1.0, 0.0])
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    if float(np.linalg.norm(right)) < 1e-9:
        right = np.array([1.0, 0.0, 0.0])
    # y points south, so the frame is left-handed: right is minus the usual cross product
    right = -right / np.linalg.norm(right)
    up = -np.cross(right, forward)
    return Stand(eye=eye, forward=forward, right=right, up=-up if up[2] < 0.0 else up)


def _fit(camera: Camera, away: NDArray[np.float64], target: NDArray[np.float64], width: float, length: float) -> float:
    """Return the distance at which the land fills the picture from side to side."""
    across = math.tan(math.radians(camera.field_of_view) / 2.0) * camera.width / camera.height
    flat = np.array([away[0], away[1]])
    size = float(np.linalg.norm(flat))
    side = np.array([-flat[1], flat[0]]) / size if size > 1e-9 else np.array([1.0, 0.0])
    spread = max(abs(float(side @ (np.array([x, y]) - target[:2]))) for x in (0.0, width) for y in (0.0, length))
    return max(0.86 * spread / across, 1e-3)


def _clear(
    eye: NDArray[np.float64], surface: NDArray[np.float32], there: NDArray[np.bool_], cell_size: float, free: bool
) -> float:
    """Return the lowest height the eye may have: just above the ground, or well above near ground when it chose its place itself."""
    rows, cols = surface.shape
    reach = (0.12 * max(rows, cols) if free else 1.0) + 1.0
    col, row = eye[0] / cell_size, eye[1] / cell_size
    r0, r1 = max(int(row - reach), 0), min(int(row + reach) + 2, rows)
    c0, c1 = max(int(col - reach), 0), min(int(col + reach) + 2, cols)
    if r0 >= r1 or c0 >= c1 or not there[r0:r1, c0:c1].any():
        return -math.inf
    top = float(surface[r0:r1, c0:c1][there[r0:r1, c0:c1]].max())
    return top + (0.02 * max(rows, cols) * cell_size if free else max(0.3 * cell_size, 0.5))
