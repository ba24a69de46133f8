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
    fill: bool,
    show: NDArray[np.bool_] | None = None,
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
    fill : bool
        How a camera without distance stands: True so near that the land fills the lower part of the picture, False so far that the
        whole land is in it.
    show : (rows, cols) bool, optional
        What has to be in the picture when `fill` is False; by default the whole map.
    """
    rows, cols = surface.shape
    width, length = (cols - 1) * cell_size, (rows - 1) * cell_size
    land = surface[there]
    middle = np.array([width / 2.0, length / 2.0, float(np.mean(land, dtype=np.float64))])
    target = middle
    if camera.target is not None:
        x, y, z = camera.target
        target = np.array([x - corner[0], corner[1] - y, z * exaggeration])
    pitch: float | None = None
    if camera.position is not None:
        x, y, z = camera.position
        eye = np.array([x - corner[0], corner[1] - y, z * exaggeration])
        heading = target - eye
    else:
        a, e = math.radians(camera.azimuth), math.radians(camera.elevation)
        away = np.array([math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)])
        heading = -away
        distance = camera.distance
        if distance is None:
            # the horizon stands in the upper third, the target a little below the middle
            pitch = e - min(max(e, 0.0) / 2.0, 0.2 * math.radians(camera.field_of_view))
            frame = _axes(np.array([-math.sin(a) * math.cos(pitch), math.cos(a) * math.cos(pitch), -math.sin(pitch)]))
            x0, x1, y0, y1 = 0.0, width, 0.0, length
            if show is not None:
                rows_shown, cols_shown = np.nonzero(show.any(axis=1))[0], np.nonzero(show.any(axis=0))[0]
                x0, x1 = float(cols_shown[0]) * cell_size, float(cols_shown[-1]) * cell_size
                y0, y1 = float(rows_shown[0]) * cell_size, float(rows_shown[-1]) * cell_size
                if camera.target is None:
                    target = np.array([(x0 + x1) / 2.0, (y0 + y1) / 2.0, target[2]])
            corners = np.array([[x, y, target[2]] for x in (x0, x1) for y in (y0, y1)])
            peak = np.array([*middle[:2], float(land.max())])
            distance = _fit(camera, frame, away, target, corners, peak, fill)
        eye = target + away * distance
    eye[2] = max(eye[2], _clear(eye, surface, there, cell_size, pitch is not None))
    if pitch is not None:
        flat = math.hypot(heading[0], heading[1])
        turn = heading[:2] / flat if flat > 1e-9 else np.array([0.0, -1.0])
        heading = np.array([*(turn * math.cos(pitch)), -math.sin(pitch)])
    elif camera.position is None:
        heading = target - eye
    return Stand(eye, *_axes(heading))


def _axes(heading: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return forward, right and up of a camera that looks along `heading` and stands upright."""
    size = float(np.linalg.norm(heading))
    forward = heading / size if size > 0.0 else np.array([0.0, -1.0, 0.0])
    flat = math.hypot(forward[0], forward[1])
    # straight up or down the picture's top is north; y points south in this frame
    ahead = np.array([forward[0] / flat, forward[1] / flat]) if flat > 1e-9 else np.array([0.0, -1.0])
    right = np.array([-ahead[1], ahead[0], 0.0])
    up = np.array([-forward[2] * ahead[0], -forward[2] * ahead[1], flat])
    return forward, right, up


def _fit(
    camera: Camera,
    frame: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]],
    away: NDArray[np.float64],
    target: NDArray[np.float64],
    corners: NDArray[np.float64],
    peak: NDArray[np.float64],
    fill: bool,
) -> float:
    """Return the distance from the target at which the land fits the picture; see :func:`stand`."""
    tall = math.tan(math.radians(camera.field_of_view) / 2.0)
    wide = tall * camera.width / camera.height
    forward, right, up = frame
    extent = float(np.linalg.norm(corners[3] - corners[0]))

    def seen(points: NDArray[np.float64], distance: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Place points in the picture, -1 to 1 to the right and up; far outside when behind the eye."""
        to = points - (target + away * distance)
        depth = np.maximum(to @ forward, 1e-6 * extent)
        return to @ right / (depth * wide), to @ up / (depth * tall)

    def whole(distance: float) -> bool:
        u, v = seen(corners, distance)
        top = seen(peak[None], distance)[1]
        return bool(abs(u).max() <= 0.94 and v.min() >= -0.94 and top.max() <= 0.9)

    def covered(distance: float) -> bool:
        eye = target + away * distance
        for side in (-1.0, 1.0):
            ray = forward + side * wide * right - tall * up
            if ray[2] >= 0.0:
                return False
            x, y = (eye + ray * ((target[2] - eye[2]) / ray[2]))[:2]
            inside = corners[0][0] <= x <= corners[3][0] and corners[0][1] <= y <= corners[3][1]
            if not inside:
                return False
        return True

    low, high = 1e-3 * extent, 4.0 * extent
    if fill:
        for _ in range(40):
            mid = 0.5 * (low + high)
            low, high = (mid, high) if covered(mid) else (low, mid)
        while seen(peak[None], low)[1].max() > 0.85 and low < 1e4 * extent:
            low *= 1.1
        return low
    while not whole(high) and high < 1e4 * extent:
        high *= 2.0
    for _ in range(40):
        mid = 0.5 * (low + high)
        low, high = (low, mid) if whole(mid) else (mid, high)
    return high


def _clear(
    eye: NDArray[np.float64], surface: NDArray[np.float32], there: NDArray[np.bool_], cell_size: float, free: bool
) -> float:
    """Return the lowest height of an eye: just above the ground, or well above all near ground when it chose its place itself."""
    rows, cols = surface.shape
    reach = (0.10 * max(rows, cols) if free else 1.0) + 1.0
    col, row = eye[0] / cell_size, eye[1] / cell_size
    r0, r1 = max(int(row - reach), 0), min(int(row + reach) + 2, rows)
    c0, c1 = max(int(col - reach), 0), min(int(col + reach) + 2, cols)
    if r0 >= r1 or c0 >= c1 or not there[r0:r1, c0:c1].any():
        return -math.inf
    top = float(surface[r0:r1, c0:c1][there[r0:r1, c0:c1]].max())
    return top + (0.02 * max(rows, cols) * cell_size if free else max(0.3 * cell_size, 0.5))
