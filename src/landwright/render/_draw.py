"""Drawing of meshes: any surfaces under sun and sky, on the CPU, with shadows and translucent layers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import MeshError
from landwright.render._air import air_of
from landwright.render._camera import Stand, stand
from landwright.render._kernels import finish, lamp, raster, water
from landwright.render._palette import srgb_levels
from landwright.render._surface import Hits, Surface
from landwright.render.settings import Camera, View

__all__ = ["Localize", "draw", "drawn"]

Localize = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""Turns world points (n, 3) into the frame of the sky and the camera."""

_BAND = 1 << 19
"""Sub-pixels drawn at a time."""
_SUN_MAP = 2048
_FILLED = 0.93
"""Share of the picture's width or height that the whole scene takes up."""
_COARSE = 160
"""Samples across the raster on which the camera finds its place."""


def draw(surfaces: Sequence[Surface], camera: Camera | None = None, settings: View | None = None) -> NDArray[np.uint8]:
    """Draw meshes in perspective, under sun and sky.

    For what is no heightfield: hex maps, planets, bridges and tunnels. Colors come from each surface's paint; the sun casts
    shadows; layers above 0 are laid over what is opaque in their order.

    Parameters
    ----------
    surfaces : sequence of Surface
        What stands there, in one world frame: X east, Y north, Z up, metres.
    camera : Camera, optional
        Where the picture is taken from; by default the settings', which shows everything.
    settings : View, optional
        Sun, sky, haze, clouds, exposure, samples. What speaks of the ground (materials, sea, surroundings, detail) is not used.

    Returns
    -------
    (height, width, 3) uint8
        sRGB; the size is the camera's.

    Raises
    ------
    MeshError
        If there is no face to draw.

    See Also
    --------
    view : The picture of a heightfield.

    Notes
    -----
    Reach: whole. Cost: O(faces + covered sub-pixels).
    Deterministic: bit-identical for any thread count; another machine may differ by a step of 255.

    Examples
    --------
    >>> from landwright.mesh import Mesh
    >>> tent = Mesh([[0, 0, 0], [4, 0, 0], [2, 3, 2]], [[0, 1, 2]])
    >>> draw([Surface(tent, color=(0.6, 0.2, 0.1))], Camera(width=32, height=18)).shape
    (18, 32, 3)
    """
    settings = View() if settings is None else settings
    return drawn(surfaces, settings.camera if camera is None else camera, settings)


def drawn(
    surfaces: Sequence[Surface],
    camera: Camera,
    settings: View,
    standing: Callable[[Localize], Stand] | None = None,
    sun: NDArray[np.float64] | None = None,
) -> NDArray[np.uint8]:
    """Draw as :func:`draw` does; for what is no land with a sky above it, `standing` places the camera, and `sun` is the way to the sun."""
    shown = [surface for surface in surfaces if len(surface.mesh.faces)]
    if not shown:
        raise MeshError("render.draw: surfaces must hold at least one mesh with faces, got none.")
    return _Drawing(shown, camera, settings, standing, sun).picture()


class _Layer:
    """Surfaces that are drawn together: one list of points and faces, and whose each face is."""

    def __init__(self, surfaces: Sequence[Surface], drawing: _Drawing) -> None:
        self.surfaces = surfaces
        self.points, self.faces = _joined(surfaces)
        self.owner = np.repeat(np.arange(len(surfaces)), [len(s.mesh.faces) for s in surfaces])
        self.first = np.cumsum([0, *(len(s.mesh.faces) for s in surfaces)])
        self.normals = np.concatenate([_normals(s) for s in surfaces])
        to = drawing.local(self.points) - drawing.stand.eye
        axes = np.stack([drawing.stand.right, drawing.stand.up, drawing.stand.forward], axis=1)
        self.seen = np.ascontiguousarray(to @ axes)
        self.box = np.empty((len(self.faces), 4), np.int32)
        _pool.run_rows(
            raster.bounds, len(self.faces), self.seen, self.faces, *drawing.lens, drawing.near, self.box, block=1 << 15
        )


class _Drawing:
    """Everything one picture needs, prepared once; bands of it are drawn in turn."""

    def __init__(
        self,
        surfaces: Sequence[Surface],
        camera: Camera,
        settings: View,
        standing: Callable[[Localize], Stand] | None = None,
        sun: NDArray[np.float64] | None = None,
    ) -> None:
        self.camera, self.samples, self.space = camera, settings.samples, settings.sky == "space"
        points, _ = _joined(surfaces)
        low, high = points.min(axis=0), points.max(axis=0)
        self.corner = np.array([low[0], high[1], 0.0])
        size = np.maximum(high - low, 1e-6)
        self.extent = float(math.hypot(size[0], size[1]))
        self.width, self.length = float(size[0]), float(size[1])
        self.base = float(low[2])
        self.stand = _standing(camera, points, low, high) if standing is None else standing(self.local)
        packed = self.stand.packed(camera, self.samples)
        self.packed = packed
        self.lens = (float(packed[12]), float(packed[14]), float(packed[15]))
        self.near = 1e-4 * self.extent
        self.air = air_of(settings, 3.0 * self.extent, self.base, float(size[2]))
        if sun is not None:
            self.air[0:3] = sun * np.array([1.0, -1.0, 1.0])
        self.look = np.array([0.0, 0.0, 0.0, self.lens[0], self.base, 0.05 * self.extent, self.extent, 0.0, 0.0, 0.0])
        # what stands in the way of light from the sky is looked for about as far as the land is rough
        self.near_sky = float(max(0.012 * self.extent, 1e-6))
        self.sun = _SunMap([s for s in surfaces if s.shadow and s.layer == 0], self)
        solid = [s for s in surfaces if s.layer == 0]
        self.solid = _Layer(solid, self) if solid else None
        self.over = [
            _Layer([s for s in surfaces if s.layer == n], self) for n in sorted({s.layer for s in surfaces} - {0})
        ]

    def local(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return world points in the frame of the sky and the camera: x east, y south, from the north-west corner."""
        moved: NDArray[np.float64] = (points - self.corner) * np.array([1.0, -1.0, 1.0])
        return moved

    def picture(self) -> NDArray[np.uint8]:
        camera, n = self.camera, self.samples
        out = np.empty((camera.height, camera.width, 3), np.uint8)
        band = max(1, min(camera.height, _BAND // (camera.width * n * n)))
        control = _pool.current()
        for begin in range(0, camera.height, band):
            end = min(begin + band, camera.height)
            with control.part(begin / camera.height, end / camera.height):
                self._band(begin, out[begin:end])
        return out

    def _meet(
        self, layer: _Layer, first: int, limit: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.float32]]:
        depth, hit = np.empty_like(limit), np.empty(limit.shape, np.int32)
        share = np.zeros((*limit.shape, 2), np.float32)
        _pool.run_rows(
            raster.meet,
            len(limit),
            first,
            layer.seen,
            layer.faces,
            layer.box,
            *self.lens,
            self.near,
            limit,
            depth,
            hit,
            share,
            block=max(4, len(limit) // (4 * _pool.threads())),
        )
        return depth, hit, share

    def _band(self, begin: int, out: NDArray[np.uint8]) -> None:
        """Draw the rows of `out`, which begin at row `begin` of the picture."""
        n = self.samples
        rows, cols, first = len(out) * n, self.camera.width * n, begin * n
        apron = int(min(max(self.camera.height * n // 24, 4), 48))
        depth = np.full((rows + 2 * apron, cols), 1e30)
        color = np.zeros((rows, cols, 3), np.float32)
        if self.solid is not None:
            limit = depth
            depth, hit, share = self._meet(self.solid, first - apron, limit)
            inner = slice(apron, apron + rows)
            self._shade(self.solid, first, depth[inner], hit[inner], share[inner], color, around=(apron, depth))
        top = depth[apron : apron + rows].copy()
        for layer in self.over:
            # a hair nearer, so that what lies on the ground is not lost in it
            above, hit, share = self._meet(layer, first, top * (1.0 + 2e-5))
            self._shade(layer, first, above, hit, share, color, around=None)
            np.minimum(depth[apron : apron + rows], above, out=depth[apron : apron + rows])
        nearest = depth[apron : apron + rows]
        distance = self._distance(first, nearest)
        _pool.run_rows(
            finish.background,
            rows,
            self.packed,
            first,
            self.width,
            self.length,
            finish.SPACE if self.space else water.BLOCK,
            self.air,
            self.look,
            distance,
            distance,
            color,
        )
        _pool.run_rows(finish.develop, len(out), color, n, begin, srgb_levels(), out)

    def _rays(self, first: int, rows: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return what a metre of depth is to the right (cols,) and up (rows,) of each sub-pixel."""
        step, half_cols, half_rows = self.lens
        u = np.asarray(step * (np.arange(round(2.0 * half_cols)) + 0.5 - half_cols), np.float64)
        v = np.asarray(step * (half_rows - 0.5 - np.arange(first, first + rows)), np.float64)
        return u, v

    def _distance(self, first: int, depth: NDArray[np.float64]) -> NDArray[np.float32]:
        u, v = self._rays(first, len(depth))
        long = np.sqrt(1.0 + u[np.newaxis, :] ** 2 + v[:, np.newaxis] ** 2)
        return np.where(depth < 1e30, np.minimum(depth, 1e20) * long, 1e30).astype(np.float32)

    def _shade(
        self,
        layer: _Layer,
        first: int,
        depth: NDArray[np.float64],
        hit: NDArray[np.int32],
        share: NDArray[np.float32],
        color: NDArray[np.float32],
        around: tuple[int, NDArray[np.float64]] | None,
    ) -> None:
        """Paint and light what a layer shows, and lay it over `color`."""
        where = np.nonzero(hit >= 0)
        if not len(where[0]):
            return
        across, upward = self._rays(first, len(depth))
        z = depth[where]
        toward = np.stack([across[where[1]] * z, upward[where[0]] * z, z], axis=1)
        axes = np.stack([self.stand.right, self.stand.up, self.stand.forward])
        away = toward @ axes
        local = away + self.stand.eye
        away /= np.linalg.norm(away, axis=1, keepdims=True)
        weights = np.empty((len(z), 3), np.float32)
        weights[:, :2] = share[where]
        weights[:, 2] = 1.0 - weights[:, 0] - weights[:, 1]
        corners = layer.faces[hit[where]]
        normal = np.einsum("nk,nkc->nc", weights, layer.normals[3 * hit[where][:, np.newaxis] + np.arange(3)])
        normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
        flip = np.einsum("nc,nc->n", normal, away) > 0.0  # in the frame of the sky
        normal = np.where(flip[:, np.newaxis], -normal, normal).astype(np.float32)
        sky = np.ones(len(z), np.float32)
        if around is not None:
            sky = self._openness(around, depth.shape, where, normal, axes)
        sunny = self.sun.share(local, normal)
        position = local * np.array([1.0, -1.0, 1.0]) + self.corner
        footprint = (z * self.lens[0]).astype(np.float32)
        albedo, finishes = np.zeros((len(z), 3), np.float32), np.zeros((len(z), 3), np.float32)
        owner = layer.owner[hit[where]]
        facing = normal * np.array([1.0, -1.0, 1.0], np.float32)
        start = 0
        for index, surface in enumerate(layer.surfaces):
            mine = owner == index
            if mine.any():
                hits = Hits(
                    position[mine],
                    facing[mine],
                    footprint[mine],
                    surface.mesh,
                    corners[mine] - np.uint32(start),
                    weights[mine],
                )
                albedo[mine], finishes[mine] = surface.painted(hits)
            start += len(surface.mesh.vertices)
        lit = np.empty((len(z), 3), np.float32)
        gloss = np.ascontiguousarray(finishes[:, 1:])
        _pool.run_rows(
            lamp.light,
            len(z),
            self.air,
            away.astype(np.float32),
            normal,
            np.ascontiguousarray(albedo),
            gloss,
            sunny,
            sky,
            lit,
            block=1 << 15,
        )
        opacity = np.clip(finishes[:, :1], 0.0, 1.0)
        color[where] += (lit - color[where]) * opacity

    def _openness(
        self,
        around: tuple[int, NDArray[np.float64]],
        shape: tuple[int, ...],
        where: tuple[NDArray[np.int64], ...],
        normal: NDArray[np.float32],
        axes: NDArray[np.float64],
    ) -> NDArray[np.float32]:
        apron, depth = around
        field = np.zeros((*shape, 3), np.float32)
        field[where] = normal @ axes.T
        out = np.empty(shape, np.float32)
        _pool.run_rows(
            raster.openness,
            shape[0],
            apron,
            depth,
            field,
            self.lens[0],
            self.lens[1],
            0.5 * len(depth),
            self.near_sky,
            out,
        )
        return np.asarray(out[where])


class _SunMap:
    """How far the sun sees: heights toward it, on a raster across its rays."""

    def __init__(self, surfaces: Sequence[Surface], drawing: _Drawing) -> None:
        sun = drawing.air[0:3]
        side = np.cross(sun, np.array([0.0, 0.0, 1.0]))
        side = side / np.linalg.norm(side) if np.linalg.norm(side) > 1e-9 else np.array([1.0, 0.0, 0.0])
        self._axes = np.stack([side, np.cross(sun, side), sun], axis=1)
        self._depth = np.full((2, 2), -3e38, np.float32)
        self._low, self._scale = np.zeros(3), np.ones(3)
        self._bias = self._texel = 0.0
        if surfaces:
            points, faces = _joined(surfaces)
            seen = drawing.local(points) @ self._axes
            self._low = np.append(seen[:, :2].min(axis=0), 0.0)
            span = float(max(np.ptp(seen[:, 0]), np.ptp(seen[:, 1]), 1e-9))
            self._scale = np.array([(_SUN_MAP - 1) / span, (_SUN_MAP - 1) / span, 1.0])
            self._depth = np.empty((_SUN_MAP, _SUN_MAP), np.float32)
            placed = np.ascontiguousarray((seen - self._low) * self._scale)
            _pool.run_rows(raster.sun_depth, _SUN_MAP, placed, faces, self._depth, block=128)
            self._texel = span / (_SUN_MAP - 1)
            self._bias = 1.5 * self._texel

    def share(self, local: NDArray[np.float64], normal: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return how much of the sun reaches points of the sky's frame."""
        facing = np.abs(normal.astype(np.float64) @ self._axes[:, 2])[:, np.newaxis]
        lifted = local + normal * (2.0 * self._texel * (1.0 - facing) + 0.5 * self._texel)
        places = np.ascontiguousarray((lifted @ self._axes - self._low) * self._scale)
        out = np.empty(len(local), np.float32)
        _pool.run_rows(raster.sunlit, len(local), places, self._depth, self._bias, 0.7, out, block=1 << 14)
        return out


def _joined(surfaces: Sequence[Surface]) -> tuple[NDArray[np.float64], NDArray[np.uint32]]:
    """Return the vertices of all meshes in the world, and their faces on that one list."""
    points = [s.mesh.vertices.astype(np.float64) + np.array(s.mesh.origin) for s in surfaces]
    first = np.cumsum([0, *(len(p) for p in points)])
    faces = [s.mesh.faces + np.uint32(first[index]) for index, s in enumerate(surfaces)]
    return np.concatenate(points), np.ascontiguousarray(np.concatenate(faces), dtype=np.uint32)


def _normals(surface: Surface) -> NDArray[np.float32]:
    """Return a normal for each corner of each face (3 m, 3), in the frame of the sky."""
    mesh = surface.mesh
    if mesh.normals is not None:
        lines = np.asarray(mesh.normals)[mesh.faces.ravel()]
    else:
        a, b, c = (mesh.vertices[mesh.faces[:, k]].astype(np.float64) for k in range(3))
        across = np.cross(b - a, c - a)
        across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-30)
        lines = np.repeat(across, 3, axis=0)
    return np.asarray(lines * np.array([1.0, -1.0, 1.0]), np.float32)


def _standing(
    camera: Camera, points: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64]
) -> Stand:
    """Place the camera: where it is told to stand, above what is there, or else so that everything fills the picture."""
    cell = float(max(high[0] - low[0], high[1] - low[1], 1e-6)) / _COARSE
    shape = (math.floor((high[1] - low[1]) / cell) + 2, math.floor((high[0] - low[0]) / cell) + 2)
    land = np.full(shape, -np.inf, np.float32)
    row, col = np.rint((high[1] - points[:, 1]) / cell), np.rint((points[:, 0] - low[0]) / cell)
    np.maximum.at(land, (row.astype(np.int64), col.astype(np.int64)), points[:, 2].astype(np.float32))
    there = np.isfinite(land)
    corner = (float(low[0]), float(high[1]))
    made = stand(camera, np.where(there, land, low[2]).astype(np.float32), there, cell, corner, fill=False)
    if camera.position is not None or camera.distance is not None or camera.target is not None:
        return made
    feet = np.full(shape, np.inf, np.float32)
    np.minimum.at(feet, (row.astype(np.int64), col.astype(np.int64)), points[:, 2].astype(np.float32))
    rows, cols = np.nonzero(there)
    ends = [np.stack([cols * cell, rows * cell, one[there].astype(np.float64)], axis=1) for one in (land, feet)]
    return _filling(made, camera, np.concatenate(ends))


def _filling(first: Stand, camera: Camera, points: NDArray[np.float64]) -> Stand:
    """Move a camera along and across its view until the points just fill the picture, in its middle."""
    tall = math.tan(math.radians(camera.field_of_view) / 2.0)
    limit = np.array([tall * camera.width / camera.height, tall]) * _FILLED
    axes = np.stack([first.right, first.up, first.forward], axis=1)
    seen = points @ axes  # fixed axes: the eye only moves
    ends = [(np.max(seen[:, k] - limit[k] * seen[:, 2]), np.max(-seen[:, k] - limit[k] * seen[:, 2])) for k in (0, 1)]
    depth = min(-0.5 * float(high + low) / limit[k] for k, (high, low) in enumerate(ends))
    eye = np.array([0.0, 0.0, depth])
    for k, (high, low) in enumerate(ends):
        # between these places all is inside; among them, as much is left free on one side as on the other
        near, far = float(high) + limit[k] * depth, -float(low) - limit[k] * depth
        for _ in range(40):
            eye[k] = 0.5 * (near + far)
            shown = (seen[:, k] - eye[k]) / (seen[:, 2] - depth)
            near, far = (eye[k], far) if float(shown.max() + shown.min()) > 0.0 else (near, eye[k])
    return Stand(axes @ eye, first.forward, first.right, first.up, fills=False)
