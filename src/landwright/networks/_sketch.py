"""A drawing on paper becomes roads, rivers and lakes: see the page, tell the pens, thin, trace, fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import ndimage

from landwright import _pool
from landwright.errors import FieldError, sentence
from landwright.field import Heightfield
from landwright.grid import Grid
from landwright.networks import _ink, _page, _tracing
from landwright.networks._curves import evaluate, fit_cubics
from landwright.networks._downstream import downstream
from landwright.networks._sketch_picture import overlay
from landwright.networks._tracing import Course
from landwright.networks.settings import Line, Pond, Sketch

__all__ = ["Drawing", "read_sketch"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Drawing:
    """What was found in a drawing, in metres.

    Attributes
    ----------
    roads, rivers : tuple of Line
        Each stroke as drawn; rivers from their source down, and each after the one that it flows into.
    ponds : tuple of Pond
        Lakes by their middle, as large as they were drawn.
    warnings : tuple of str
        Sentences on what was left out or guessed.
    picture : (rows, cols, 3) uint8
        The page seen from straight above, with what was found laid over it.
    corners : (4, 2) float64
        Column and row of the page's corners in the photo: top left, top right, bottom right, bottom left.
    extent : (float, float, float, float)
        West, south, east and north of the page.
    """

    roads: tuple[Line, ...]
    rivers: tuple[Line, ...]
    ponds: tuple[Pond, ...]
    warnings: tuple[str, ...]
    picture: NDArray[np.uint8]
    corners: Floats
    extent: tuple[float, float, float, float]


def read_sketch(
    image: ArrayLike, place: Grid | float = 4000.0, noun: Sketch = Sketch(), *, ground: Heightfield | None = None
) -> Drawing:
    """Find the roads, rivers and lakes of a drawing on paper, in a photo or a scan.

    The page is found and seen from straight above, its light made even, strokes told by the hue of their pen and thinned, and the
    lines traced through crossings and fitted with smooth curves.

    Parameters
    ----------
    image : (rows, cols, 3) uint8
        The picture, sRGB.
    place : Grid or float
        Where the page lies: in the middle of a grid, as large as it fits; or how wide it is from west to east (m), with its
        south-west corner at (0, 0).
    noun : Sketch
        Pens, page, and how lines follow strokes.
    ground : Heightfield, optional
        Tells which end of a river is the lower one; without it, the mouth is at the edge of the page, in a lake, or at its bottom.

    Returns
    -------
    Drawing
        Lines and lakes in metres, sentences on what was left out, and a picture of what was found.

    Raises
    ------
    FieldError
        If the picture is no color picture, is too dark, shows no page, or the page holds no strokes of these pens.

    See Also
    --------
    press_rivers, press_ponds, build_roads : What becomes of them.
    part_strokes : The rule that makes lakes of short strokes.

    Notes
    -----
    Reach: whole. Cost: O(pixels of the picture).
    Deterministic: on one machine.

    References
    ----------
    .. [1] B. Arslan, P. Jorgensen, "Real-time procedural generation of environments", M.Sc. thesis, Technical University of Denmark,
       2014, sections 4.8 and 4.10.2.
    .. [2] Z. Guo, R. W. Hall, "Parallel thinning with two-subiteration algorithms", Communications of the ACM 32(3), 1989.

    Examples
    --------
    >>> import numpy as np
    >>> paper = np.full((240, 300, 3), 245, np.uint8)
    >>> paper[98:103, 40:260] = (210, 45, 30)
    >>> found = read_sketch(paper, 3000.0)
    >>> len(found.roads), len(found.rivers), found.extent
    (1, 0, (0.0, 0.0, 3000.0, 2400.0))
    """
    picture = _picture(image)
    corners = _page.find_corners(picture) if noun.corners is None else np.array(noun.corners, np.float64)
    corners = np.roll(corners, {"none": 0, "left": -1, "half": -2, "right": 1}[noun.turn], axis=0)
    rows, cols = _page.page_size(corners, noun.long_side, noun.aspect)
    page = _page.rectify(picture, corners, rows, cols)
    if float(np.median(page)) < 45.0:
        raise FieldError("The page is too dark to read: take the photo in more light, or brighten it.")
    flat = _page.flatten(page)
    _pool.current().check()
    masks, ink = _ink.pens(flat, noun)
    masks = {name: _ink.marks(mask, noun.min_length) for name, mask in masks.items()}
    frame = _Frame(place, rows, cols)
    warnings = _whole(corners, picture, noun)
    roads = _roads(_courses(masks["road"], ink, noun), noun, frame, warnings)
    rivers, blobs = _waters(masks["river"], masks["lake"], ink, noun)
    ordered, guessed = downstream(rivers, blobs, (rows, cols), frame.height(ground))
    warnings += guessed
    if not roads and not ordered and not blobs:
        raise FieldError(
            f"No strokes were found on the page: roads are looked for in {noun.road_color}, rivers in {noun.river_color}, lakes in "
            f"{noun.lake_color}. Set the colors of your pens, or lower threshold ({noun.threshold:g}) for faint ones."
        )
    ponds = tuple(Pond(at=frame.spot(blob.middle), radius=frame.far(blob.radius)) for blob in blobs)
    lines = tuple(frame.line(course, noun) for course in ordered)
    shown = overlay(np.clip(flat, 0.0, 1.0), [c.points for c in roads], [c.points for c in ordered], blobs)
    made = tuple(frame.line(course, noun) for course in roads)
    return Drawing(made, lines, ponds, tuple(warnings), shown, corners, frame.extent)


def _picture(image: ArrayLike) -> NDArray[np.uint8]:
    given = np.asarray(image)
    if given.ndim != 3 or given.shape[2] != 3 or given.dtype != np.uint8:
        raise FieldError(
            sentence("networks.read_sketch: image", "must be (rows, cols, 3) uint8", (given.shape, str(given.dtype)))
        )
    if min(given.shape[:2]) < 64:
        raise FieldError(
            sentence("networks.read_sketch: image", "must be at least 64 pixels high and wide", given.shape[:2])
        )
    return given


def _whole(corners: Floats, picture: NDArray[np.uint8], noun: Sketch) -> list[str]:
    """Return a sentence when no edge of a page was found, so that a photo of a page on a pale desk is not taken for a scan unseen."""
    rows, cols = picture.shape[:2]
    reach = corners.max(axis=0) - corners.min(axis=0)
    if noun.corners is None and reach[0] >= cols - 0.5 and reach[1] >= rows - 0.5:
        return [
            "the whole picture is taken for the page: if it shows more than that, lay it on something darker, or give its corners."
        ]
    return []


class _Frame:
    """Where the page lies on the ground."""

    def __init__(self, place: Grid | float, rows: int, cols: int) -> None:
        if isinstance(place, Grid):
            west, north = place.north_west
            wide, deep = place.extent
            scale = min(wide / cols, deep / rows)
            left, top = west + 0.5 * (wide - scale * cols), north - 0.5 * (deep - scale * rows)
        else:
            if not 1.0 <= float(place) <= 1e7:
                raise FieldError(sentence("networks.read_sketch: place", "must be a Grid, or 1 to 1e7 metres", place))
            scale = float(place) / cols
            left, top = 0.0, scale * rows
        if scale <= 0.0:
            raise FieldError(sentence("networks.read_sketch: place", "must be wider than one sample", place))
        self.scale, self.left, self.top, self.rows, self.cols = scale, left, top, rows, cols
        self.extent = (left, top - scale * rows, left + scale * cols, top)

    def spots(self, points: Floats) -> Floats:
        """Return pixels (row, column) as east and north, never beyond the page."""
        east = self.left + self.scale * np.clip(points[:, 1] + 0.5, 0.0, self.cols)
        north = self.top - self.scale * np.clip(points[:, 0] + 0.5, 0.0, self.rows)
        west, south, right, up = self.extent
        return np.stack([np.clip(east, west, right), np.clip(north, south, up)], axis=1)

    def spot(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return one pixel as east and north."""
        east, north = self.spots(np.array([point], np.float64))[0].tolist()
        return east, north

    def far(self, pixels: float) -> float:
        """Return a length on the page in metres."""
        return self.scale * pixels

    def line(self, course: Course, noun: Sketch) -> Line:
        """Return the smooth line of a stroke."""
        spots = self.spots(_fitted(course.points, noun))
        keep = np.concatenate([[True], (np.diff(spots, axis=0) != 0.0).any(axis=1)])
        points: Any = [tuple(p) for p in spots[keep].tolist()]
        if course.closed and len(points) > 2 and points[0] == points[-1]:
            points = points[:-1]
        return Line(points=tuple(points), closed=course.closed)

    def height(self, ground: Heightfield | None) -> Any:
        """Return a function from pixels (n, 2) to elevation, or None without ground."""
        if ground is None:
            return None
        west, north = ground.grid.north_west
        cell, z = ground.cell_size, ground.elevation

        def at(points: Floats) -> Floats:
            spots = self.spots(points)
            r = np.clip(np.rint((north - spots[:, 1]) / cell).astype(int), 0, z.shape[0] - 1)
            c = np.clip(np.rint((spots[:, 0] - west) / cell).astype(int), 0, z.shape[1] - 1)
            made: Floats = z[r, c].astype(np.float64)
            return made

        return at


def _fitted(points: Floats, noun: Sketch) -> Floats:
    """Return points on the cubics through a stroke, a number in proportion to the stroke's own, two at least."""
    if len(points) < 3:
        return points
    made = []
    for cubic in fit_cubics(points, noun.fit_error, most=noun.max_points):
        around = float(np.sqrt(((cubic[1:] - cubic[:-1]) ** 2).sum(axis=1)).sum())
        made.append(evaluate(cubic, np.linspace(0.0, 1.0, max(2, round(around / 8.0) + 1)))[:-1])
    out = np.concatenate([*made, points[-1:]])
    out[0] = points[0]
    return out


def _courses(mask: NDArray[np.bool_], ink: NDArray[np.bool_], noun: Sketch) -> list[Course]:
    line = _tracing.thinned(mask)
    half = ndimage.distance_transform_edt(np.pad(mask, 1))[1:-1, 1:-1]
    line = _tracing.prune(line, half)
    pen = _ink.pen_half(mask, line)
    line = _tracing.bridge_gaps(line, ink, noun.gap, max(noun.gap, 14.0 * pen))
    found = _tracing.lead_on(_tracing.trace(line), 2.0 * pen)
    return [_to_edge(course, mask.shape) for course in found]


def _to_edge(course: Course, shape: tuple[int, ...]) -> Course:
    """Lead a stroke that runs off the page on to its very edge."""
    if course.closed or len(course.points) < 8:
        return course
    near = max(3, round(0.008 * max(shape))) + 8.0
    skip = 8  # where the margin cuts a stroke, its thinned end leans to a corner of the cut
    points, shift = course.points, 0
    for side in (0, 1):
        last = len(course.points) - 1
        near_joint = any((at if side == 0 else last - at) <= skip for at, _ in course.joints)
        if not course.free[side] or near_joint or len(points) < skip + 12:
            continue
        run = points if side == 0 else points[::-1]
        tip, way = run[skip], run[skip] - run[min(skip + 20, len(run) - 1)]
        reach = []
        for axis in (0, 1):
            room = tip[axis] + 0.5 if way[axis] < 0 else shape[axis] - 0.5 - tip[axis]
            if room <= near + skip and abs(way[axis]) > 0.35 * float(np.hypot(*way)):
                reach.append(room / abs(way[axis]))
        if reach:
            end = np.clip(tip + min(reach) * way, -0.5, np.array(shape) - 0.5)[np.newaxis]
            points = np.concatenate([end, points[skip:]]) if side == 0 else np.concatenate([points[:-skip], end])
            shift += 1 - skip if side == 0 else 0
    return Course(points, [(at + shift, node) for at, node in course.joints], course.closed)


def _roads(courses: list[Course], noun: Sketch, frame: _Frame, warnings: list[str]) -> list[Course]:
    kept = []
    for course in courses:
        if 5 * len(course.points) >= noun.max_points:
            kept.append(course)
        elif len(course.joints) < 2:
            east, north = frame.spot(tuple(course.points[len(course.points) // 2]))
            warnings.append(
                f"a road near ({east:.0f}, {north:.0f}) m was left out: it has {len(course.points)} points, fewer than a fifth of "
                f"max_points ({noun.max_points})."
            )
    return kept


def _waters(
    river: NDArray[np.bool_], lake: NDArray[np.bool_], ink: NDArray[np.bool_], noun: Sketch
) -> tuple[list[Course], list[_ink.Blob]]:
    """Tell rivers from lakes: patches, rings and short strokes of the river's pen are lakes (the rule of a fifth)."""
    pen = _ink.pen_half(river, _tracing.thinned(river))
    core = ndimage.distance_transform_edt(np.pad(river, 1))[1:-1, 1:-1] > 2.6 * pen + 1.0
    patch = river & (ndimage.distance_transform_edt(~core) <= 2.6 * pen + 2.0) if core.any() else core
    found = [blob for blob in _ink.blobs(lake | patch) if blob.radius >= 0.5 * noun.min_length]
    rivers: list[Course] = []
    for course in _courses(river & ~patch, ink, noun):
        if course.closed and len(course.points) > 8:
            found.append(_ring(course.points))
        elif 5 * len(course.points) >= noun.max_points:
            rivers.append(course)
        elif not course.joints:
            r, c = course.points[len(course.points) // 2].tolist()
            if not patch[max(0, round(r) - 6) : round(r) + 7, max(0, round(c) - 6) : round(c) + 7].any():
                found.append(_ink.Blob((r, c), max(0.5 * len(course.points), 2.0 * pen)))
    return rivers, found


def _ring(points: Floats) -> _ink.Blob:
    """Return the lake in a ring: the middle of what it holds, and the radius of a circle as large."""
    r, c = points.T
    after = np.roll(points, -1, axis=0).T
    cross = r * after[1] - after[0] * c
    area = 0.5 * float(cross.sum())
    if abs(area) < 1.0:
        return _ink.Blob((float(r.mean()), float(c.mean())), 2.0)
    middle = (
        float(((r + after[0]) * cross).sum() / (6.0 * area)),
        float(((c + after[1]) * cross).sum() / (6.0 * area)),
    )
    return _ink.Blob(middle, float(np.sqrt(abs(area) / np.pi)))
