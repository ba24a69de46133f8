"""The page in a photo: its corners, its plane, its light."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.spatial import ConvexHull, QhullError

from landwright.errors import FieldError, sentence

__all__ = ["find_corners", "flatten", "homography", "page_size", "rectify"]

Floats = NDArray[np.float64]

_SMALL: Final = 360
"""Long side of the picture in which the page is looked for, px."""
_LEAST: Final = 0.12
"""Least share of the picture that a page covers."""
_STEP: Final = 0.88
"""Just outside a page it is darker than this times the paper just inside."""


def find_corners(image: NDArray[np.uint8]) -> Floats:
    """Return the corners (4, 2) of the page as column and row: top left, top right, bottom right, bottom left.

    The page is the largest bright figure with four sides beyond which it gets darker. Paper that fills the whole picture, as a scan
    does, is a page too.
    """
    rows, cols = image.shape[:2]
    scale = max(1.0, max(rows, cols) / _SMALL)
    pale = _shrunk(image.min(axis=2).astype(np.float64), scale)
    pale = ndimage.gaussian_filter(pale, 1.0, mode="nearest")
    best = _best(pale, pale)
    if (
        best is None
    ):  # a desk in the light may be paler than paper in the shade: look at what is paler than what is around it
        around = ndimage.gaussian_filter(pale, 0.15 * max(pale.shape), mode="nearest")
        best = _best(pale / np.maximum(around, 1.0), pale)
    if best is not None:
        return _ordered(_sharpened((best[1] + 0.5) * scale - 0.5, image, scale), rows, cols)
    if _is_paper(image):
        return np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float64) - 0.5
    raise FieldError(
        "No page was found in the picture: a sheet of pale paper must lie on something darker, with all four corners to be seen, or "
        "fill the picture. Give its corners if you see them."
    )


def _best(look: Floats, pale: Floats) -> tuple[float, Floats] | None:
    """Return (area, corners) of the largest page that shows above any of many levels."""
    low, high = np.maximum(np.quantile(look, [0.03, 0.92]), 1e-3)
    best: tuple[float, Floats] | None = None
    for level in np.unique(
        np.concatenate([np.quantile(look, np.linspace(0.05, 0.95, 10)), np.geomspace(low, high, 16)])
    ):
        quad = _quad(look > level, pale)
        if quad is not None and (best is None or quad[0] > best[0]):
            best = quad
    return best


def _sharpened(quad: Floats, image: NDArray[np.uint8], scale: float) -> Floats:
    """Return corners from where the picture itself gets darker across each side, as the small one is too coarse for it."""
    reach = max(4.0, 3.0 * scale)
    off = np.arange(-reach, reach + 0.25, 0.5)
    middle = quad.mean(axis=0)
    pale = image.min(axis=2)
    lines = []
    for a, b in zip(quad, np.roll(quad, -1, axis=0)):
        size = float(np.hypot(*(b - a)))
        way = (b - a) / max(size, 1e-9)
        normal = np.array([-way[1], way[0]])
        normal = normal if normal @ (middle - a) < 0.0 else -normal
        along = np.linspace(0.05, 0.95, 120) * size
        spots = a + along[:, np.newaxis, np.newaxis] * way + off[:, np.newaxis] * normal
        inside = (spots >= 0.0).all(axis=(1, 2)) & (spots <= np.array(pale.shape[::-1]) - 1.0).all(axis=(1, 2))
        light = ndimage.map_coordinates(pale, np.moveaxis(spots, -1, 0)[::-1], np.float64, order=1, mode="nearest")
        drop = -np.gradient(ndimage.gaussian_filter1d(light, 2.0, axis=1), axis=1)
        best = drop.max(axis=1)
        clear = inside & (best > 0.5 * np.median(best))
        if clear.sum() < 12:
            return quad
        slope, level = _steady(along[clear], off[np.argmax(drop, axis=1)][clear])
        lines.append((a + normal * level, way + normal * slope))
    return _meetings(lines, quad)


def _meetings(lines: list[tuple[Floats, Floats]], quad: Floats) -> Floats:
    """Return where each line (place, way) meets the one before it; the corners as they were if two run alike."""
    made = []
    for (p, v), (q, w) in zip([lines[-1], *lines[:-1]], lines):
        det = v[0] * -w[1] + v[1] * w[0]
        if abs(det) < 1e-6:
            return quad
        t = ((q[0] - p[0]) * -w[1] + (q[1] - p[1]) * w[0]) / det
        made.append(p + t * v)
    return np.array(made)


def _shrunk(values: Floats, scale: float) -> Floats:
    if scale <= 1.0:
        return values
    rows, cols = (max(2, round(n / scale)) for n in values.shape)
    soft = ndimage.uniform_filter(values, int(scale) | 1, mode="nearest")
    r = (np.arange(rows) + 0.5) * values.shape[0] / rows - 0.5
    c = (np.arange(cols) + 0.5) * values.shape[1] / cols - 0.5
    made: Floats = ndimage.map_coordinates(soft, np.meshgrid(r, c, indexing="ij"), order=1, mode="nearest")
    return made


def _is_paper(image: NDArray[np.uint8]) -> bool:
    """Tell whether most of a picture is pale and has little color."""
    some = image[:: max(1, image.shape[0] // 200), :: max(1, image.shape[1] // 200)].astype(np.float64)
    high, low = some.max(axis=2), some.min(axis=2)
    return bool(np.mean((high - low < 0.3 * high) & (high > 0.5 * np.quantile(high, 0.95))) > 0.75)


def _quad(bright: NDArray[np.bool_], pale: Floats) -> tuple[float, Floats] | None:
    """Return (area, corners) of the largest bright figure if it has four sides, with something darker beyond them."""
    labels: Any
    labels, count = ndimage.label(bright)
    if count == 0:
        return None
    sizes = np.bincount(labels.ravel())[1:]
    blob = ndimage.binary_fill_holes(labels == int(np.argmax(sizes)) + 1)
    blob = ndimage.binary_opening(blob, iterations=2)
    area = int(blob.sum())
    if area < _LEAST * blob.size:
        return None
    rim = np.argwhere(blob & ~ndimage.binary_erosion(blob, border_value=0))[:, ::-1].astype(np.float64)
    try:
        hull = rim[ConvexHull(rim).vertices]
    except QhullError:
        return None
    quad = _refined(_largest(hull), rim)
    rows, cols = blob.shape
    inside = _within(quad, rows, cols)
    both = int((inside & blob).sum())
    if both < 0.95 * int((inside | blob).sum()):
        return None
    framed = (quad[:, 0] < 2) | (quad[:, 0] > cols - 3) | (quad[:, 1] < 2) | (quad[:, 1] > rows - 3)
    if framed.sum() >= 2 or not _darker_beyond(quad, pale):
        return None
    return _area(quad), quad


def _area(quad: Floats) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))


def _largest(hull: Floats) -> Floats:
    """Return the four points of a convex ring, in its order, that span the largest area."""
    if len(hull) > 28:
        way = np.linspace(0.0, 2.0 * np.pi, 28, endpoint=False)
        far = hull @ np.stack([np.cos(way), np.sin(way)])
        hull = hull[np.unique(np.argmax(far, axis=0))]
    if len(hull) < 4:
        return np.concatenate([hull, hull[-1:]])[[0, 1, 2, -1]]
    every = np.array(list(combinations(range(len(hull)), 4)))
    p = hull[every]
    d, e = p[:, 2] - p[:, 0], p[:, 3] - p[:, 1]
    best: Floats = p[int(np.argmax(np.abs(d[:, 0] * e[:, 1] - d[:, 1] * e[:, 0])))]
    return best


def _refined(quad: Floats, rim: Floats) -> Floats:
    """Return the corners where lines through the rim along each side meet; twice, as the first corners are hull points."""
    for _ in range(3):
        lines = []
        for a, b in zip(quad, np.roll(quad, -1, axis=0)):
            way = (b - a) / max(float(np.hypot(*(b - a))), 1e-9)
            normal = np.array([-way[1], way[0]])
            along, off = (rim - a) @ way, (rim - a) @ normal
            size = float(np.hypot(*(b - a)))
            near = (np.abs(off) < 0.03 * size + 2.0) & (along > 0.06 * size) & (along < 0.94 * size)
            if near.sum() < 8:
                return quad
            slope, level = _steady(along[near], off[near])
            lines.append((a + normal * level, way + normal * slope))
        quad = _meetings(lines, quad)
    return quad


def _steady(x: Floats, y: Floats) -> tuple[float, float]:
    """Fit a line and let what lies off it count less and less."""
    weight = np.ones_like(x)
    slope = level = 0.0
    for _ in range(8):
        sw = weight.sum()
        mx, my = float(weight @ x / sw), float(weight @ y / sw)
        sxx = float(weight @ (x - mx) ** 2)
        slope = float(weight @ ((x - mx) * (y - my))) / max(sxx, 1e-9)
        level = my - slope * mx
        weight = 1.0 / (1.0 + (y - slope * x - level) ** 2)
    return slope, level


def _within(quad: Floats, rows: int, cols: int) -> NDArray[np.bool_]:
    y, x = np.mgrid[0:rows, 0:cols]
    sides = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for a, b in zip(quad, np.roll(quad, -1, axis=0))]
    made: NDArray[np.bool_] = np.all(np.array(sides) >= 0, axis=0) | np.all(np.array(sides) <= 0, axis=0)
    return made


def _darker_beyond(quad: Floats, pale: Floats) -> bool:
    middle = quad.mean(axis=0)
    step = 0.006 * np.sqrt(_area(quad)) + 2.0  # a page has a sharp edge, a patch of light a soft one
    for a, b in zip(quad, np.roll(quad, -1, axis=0)):
        along = a + (b - a) * np.linspace(0.1, 0.9, 25)[:, np.newaxis]
        normal = np.array([-(b - a)[1], (b - a)[0]]) / max(float(np.hypot(*(b - a))), 1e-9)
        if normal @ (middle - a) < 0.0:
            normal = -normal
        inner, outer = along + step * normal, along - step * normal
        known = (outer >= 0).all(axis=1) & (outer[:, 0] < pale.shape[1]) & (outer[:, 1] < pale.shape[0])
        if known.sum() < 5:  # the side lies at the frame
            continue
        light = [ndimage.map_coordinates(pale, p[known].T[::-1], order=1, mode="nearest") for p in (inner, outer)]
        if float(np.mean(light[1] < _STEP * light[0])) < 0.8:
            return False
    return True


def _ordered(quad: Floats, rows: int, cols: int) -> Floats:
    """Return corners from the top left, clockwise as seen, in the turn that lies nearest to the frame's own."""
    middle = quad.mean(axis=0)
    around = np.argsort(np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0]))
    ring = quad[around]
    frame = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    away = (ring - middle) / np.abs(ring - middle).max()
    turns = [float(((np.roll(away, -k, axis=0) - frame) ** 2).sum()) for k in range(4)]
    return np.roll(ring, -int(np.argmin(turns)), axis=0)


def homography(source: Floats, target: Floats) -> Floats:
    """Return the (3, 3) matrix of the perspective that takes four points to four others."""
    rows, right = [], []
    for (x, y), (u, v) in zip(source, target):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    try:
        solved = np.linalg.solve(np.array(rows, np.float64), np.array(right, np.float64))
    except np.linalg.LinAlgError:
        given = [(round(float(x)), round(float(y))) for x, y in source]
        raise FieldError(
            sentence("networks.read_sketch: corners", "must span a figure with four sides", given)
        ) from None
    return np.append(solved, 1.0).reshape(3, 3)


def page_size(corners: Floats, long_side: int, aspect: float | None) -> tuple[int, int]:
    """Return rows and columns of the page as it is read."""
    side = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    across, down = side[0] + side[2], side[1] + side[3]
    ratio = aspect or float(across / max(down, 1e-9))
    if not 0.02 < ratio < 50.0:
        raise FieldError(sentence("networks.read_sketch: corners", "must span a page", round(ratio, 4)))
    wide = long_side if ratio >= 1.0 else max(2, round(long_side * ratio))
    deep = long_side if ratio < 1.0 else max(2, round(long_side / ratio))
    return deep, wide


def rectify(image: NDArray[np.uint8], corners: Floats, rows: int, cols: int) -> Floats:
    """Return the page seen from straight above, (rows, cols, 3) float64 from 0 to 255."""
    frame = np.array([[-0.5, -0.5], [cols - 0.5, -0.5], [cols - 0.5, rows - 0.5], [-0.5, rows - 0.5]])
    h = homography(frame, corners)
    r, c = np.mgrid[0:rows, 0:cols].astype(np.float64)
    w = h[2, 0] * c + h[2, 1] * r + h[2, 2]
    x, y = (h[0, 0] * c + h[0, 1] * r + h[0, 2]) / w, (h[1, 0] * c + h[1, 1] * r + h[1, 2]) / w
    finer = float(np.sqrt(_area(corners) / (rows * cols)))
    made = np.empty((rows, cols, 3))
    for band in range(3):
        values = image[:, :, band].astype(np.float32)
        if finer > 1.4:
            values = ndimage.gaussian_filter(values, 0.4 * finer, mode="nearest")
        made[:, :, band] = ndimage.map_coordinates(values, [y, x], order=1, mode="nearest")
    return made


def flatten(page: Floats) -> Floats:
    """Return the page as if it lay in even white light: divided by the paper around, so that paper is 1 in every band.

    Paper is what is lightest nearby and has about the color of most of the page; under broad strokes it is led on from their sides.
    """
    step = 4
    rows, cols = page.shape[:2]
    small = page[: rows // step * step, : cols // step * step]
    small = small.reshape(rows // step, step, cols // step, step, 3).mean(axis=(1, 3))
    light = np.stack([ndimage.maximum_filter(small[:, :, b], 5, mode="nearest") for b in range(3)], axis=2)
    light = np.maximum(light, 1.0)
    tone = light / light.sum(axis=2, keepdims=True)
    usual = np.median(tone.reshape(-1, 3), axis=0)
    paper = (np.abs(tone / usual - 1.0).max(axis=2) < 0.07).astype(np.float64)
    out = np.empty_like(page)
    r = np.clip((np.arange(rows) + 0.5) / step - 0.5, 0, light.shape[0] - 1)
    c = np.clip((np.arange(cols) + 0.5) / step - 0.5, 0, light.shape[1] - 1)
    places = np.meshgrid(r, c, indexing="ij")
    for band in range(3):
        ground = np.full(light.shape[:2], float(np.median(light[:, :, band])))
        for reach in (40.0, 16.0, 5.0):
            share = ndimage.gaussian_filter(paper, reach, mode="nearest")
            mean = ndimage.gaussian_filter(paper * light[:, :, band], reach, mode="nearest") / np.maximum(share, 1e-9)
            trust = np.clip(share * 4.0, 0.0, 1.0)
            ground = trust * mean + (1.0 - trust) * ground
        out[:, :, band] = page[:, :, band] / np.maximum(ndimage.map_coordinates(ground, places, order=1), 1.0)
    return out / np.maximum(np.median(out.reshape(-1, 3), axis=0), 1e-3)
