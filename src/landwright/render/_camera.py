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
    fills : bool
        Whether the land fills the lower part of the picture, so that its near edge is out of sight.
    """

    eye: NDArray[np.float64]
    forward: NDArray[np.float64]
    right: NDArray[np.float64]
    up: NDArray[np.float64]
    fills: bool = True

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
    *,
    exaggeration: float = 1.0,
    fill: bool = True,
    show: NDArray[np.bool_] | None = None,
    base: float | None = None,
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
        How a camera without distance stands: True so near that the land fills the lower part of the picture, where that
        shows the highest peak too; False so far that the whole land is in it.
    show : (rows, cols) bool, optional
        What has to be in the picture when the land does not fill it; by default the whole map.
    base : float, optional
        Elevation (m) down to which it has to be in the picture; by default the middle of the land.
    """
    land = np.where(there, surface, np.float32(-3e38))
    rows, cols = np.nonzero(there if show is None else show)
    x0, x1, y0, y1 = (float(v) * cell_size for v in (cols.min(), cols.max(), rows.min(), rows.max()))
    middle = float(np.mean(surface, dtype=np.float64, where=there))
    peak_row, peak_col = np.unravel_index(int(land.argmax()), land.shape)
    peak = np.array([peak_col * cell_size, peak_row * cell_size, float(land.max())])
    target = np.array([(x0 + x1) / 2.0, (y0 + y1) / 2.0, middle])
    if camera.target is not None:
        target = _local(camera.target, corner, exaggeration)
    width, length = (surface.shape[1] - 1) * cell_size, (surface.shape[0] - 1) * cell_size
    if camera.position is not None or camera.distance is not None:
        if camera.position is not None:
            eye = _local(camera.position, corner, exaggeration)
        else:
            eye = target + _away(camera) * (camera.distance or 0.0)
        if not camera.underground:
            eye[2] = max(eye[2], _clear(eye, surface, there, cell_size, 1.0, max(0.3 * cell_size, 0.5)))
        heading = target - eye
        frame = _Frame(camera, _axes(heading if np.any(heading) else -_away(camera)), (width, length))
        return Stand(eye, *frame.axes, fills=frame.filled(eye, middle))
    # the horizon stands in the upper third, the target a little below the middle
    lower = min(max(camera.elevation, 0.0) / 2.0, 0.2 * camera.field_of_view)
    lower *= min(max((30.0 - camera.elevation) / 15.0, 0.25), 1.0)
    frame = _Frame(camera, _axes(-_away(camera.replace(elevation=camera.elevation - lower))), (width, length))
    away = _away(camera)
    extent = max(math.hypot(x1 - x0, y1 - y0), cell_size)
    near, far = 1e-3 * extent, 4.0 * extent
    if fill:
        for _ in range(40):
            middle_way = 0.5 * (near + far)
            near, far = (middle_way, far) if frame.filled(target + away * middle_way, target[2]) else (near, middle_way)
        eye = target + away * near
        size = max(land.shape)
        eye[2] = max(eye[2], _clear(eye, surface, there, cell_size, 0.1 * size, 0.02 * size * cell_size))
        if frame.seen(eye, peak[None])[1].max() <= 0.88:
            return Stand(eye, *frame.axes, fills=True)
        far = 4.0 * extent
    foot = target[2] if base is None else base
    corners = np.array([[x, y, foot] for x in (x0, x1) for y in (y0, y1)])

    def whole(distance: float) -> bool:
        eye = target + away * distance
        right, up = frame.seen(eye, np.concatenate([corners, peak[None]]))
        return bool(abs(right).max() <= 0.94 and up.min() >= -0.92 and up.max() <= 0.88)

    near = 1e-3 * extent
    while not whole(far) and far < 1e6 * extent:
        near, far = far, 2.0 * far
    for _ in range(40):
        middle_way = 0.5 * (near + far)
        near, far = (near, middle_way) if whole(middle_way) else (middle_way, far)
    return Stand(target + away * far, *frame.axes, fills=False)


def _local(place: tuple[float, float, float], corner: tuple[float, float], exaggeration: float) -> NDArray[np.float64]:
    """Return a place of the world in the local frame."""
    return np.array([place[0] - corner[0], corner[1] - place[1], place[2] * exaggeration])


def _away(camera: Camera) -> NDArray[np.float64]:
    """Return the unit vector from the target to the eye."""
    a, e = math.radians(camera.azimuth), math.radians(camera.elevation)
    return np.array([math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)])


class _Frame:
    """What a camera with fixed axes sees from different places."""

    def __init__(
        self,
        camera: Camera,
        axes: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]],
        size: tuple[float, float],
    ) -> None:
        self.axes, self._size = axes, size
        self._tall = math.tan(math.radians(camera.field_of_view) / 2.0)
        self._wide = self._tall * camera.width / camera.height

    def seen(
        self, eye: NDArray[np.float64], points: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return where points are in the picture, -1 to 1 to the right and up; far outside when behind the eye."""
        forward, right, up = self.axes
        to = points - eye
        depth = to @ forward
        depth = np.where(depth > 0.0, depth, 1e-9 * (1.0 + np.abs(to).max()))
        return to @ right / (depth * self._wide), to @ up / (depth * self._tall)

    def filled(self, eye: NDArray[np.float64], height: float) -> bool:
        """Return whether the lower corners of the picture show a point of the map at `height`, or the eye is above the map."""
        inside = all(0.0 <= place <= size for place, size in zip(eye, self._size))
        return inside or all(self._on_map(eye, height, side) for side in (-1.0, 1.0))

    def _on_map(self, eye: NDArray[np.float64], height: float, side: float) -> bool:
        forward, right, up = self.axes
        ray = forward + side * self._wide * right - self._tall * up
        if ray[2] >= 0.0 or eye[2] <= height:
            return False
        x, y = (eye + ray * ((height - eye[2]) / ray[2]))[:2]
        return bool(0.0 <= x <= self._size[0] and 0.0 <= y <= self._size[1])


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


def _clear(
    eye: NDArray[np.float64],
    surface: NDArray[np.float32],
    there: NDArray[np.bool_],
    cell_size: float,
    reach: float,
    gap: float,
) -> float:
    """Return the lowest height (m) of an eye: `gap` above the highest ground, or its mirror image, within `reach` samples."""
    rows, cols = surface.shape
    col, row = (_folded(eye[k] / cell_size, size - 1) for k, size in ((0, cols), (1, rows)))
    r0, r1 = max(math.floor(row - reach), 0), min(math.ceil(row + reach) + 1, rows)
    c0, c1 = max(math.floor(col - reach), 0), min(math.ceil(col + reach) + 1, cols)
    near = surface[r0:r1, c0:c1][there[r0:r1, c0:c1]]
    return float(near.max()) + gap if near.size else -math.inf


def _folded(place: float, size: int) -> float:
    """Return `place` on a map of `size` cells that is mirrored at its edges; far away it stays outside."""
    if not -size <= place <= 2.0 * size:
        return math.copysign(1e9, place)
    return abs(place) if place <= size else 2.0 * size - place
