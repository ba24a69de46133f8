"""Between rasters and hexagons: means of samples over hexagons, and heights of hexagons and triangles at samples.

``place`` holds x and y of the south-west cell's center and the outer radius of cells; ``lattice`` x and y of the north-west sample and the
distance of samples.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel

_HALF_ROOT_3 = 0.8660254037844386
_SLACK = 1e-6


@kernel(inline=True)
def _nearest(x: Any, y: Any, outer: Any, distance: Any, deep: Any, wide: Any) -> Any:
    """Return row and column of the sample nearest to the middle (x, y) of a cell; -1 twice when it lies beyond the cell's corners."""
    column = min(max(math.floor(x / distance + 0.5), 0), wide - 1)
    row = min(max(math.floor(y / distance + 0.5), 0), deep - 1)
    dx, dy = column * distance - x, row * distance - y
    if dx * dx + dy * dy > outer * outer * (1.0 + _SLACK):
        return -1, -1
    return row, column


@kernel("void(i8, i8, i8, f8[::1], f8[::1], f8[:, ::1], f4[:, ::1], b1[:, ::1], f8[::1], i4[::1])")
def average(
    row0: Any,
    row1: Any,
    columns: Any,
    place: Any,
    lattice: Any,
    points: Any,
    values: Any,
    data: Any,
    mean_c: Any,  # out
    count_c: Any,  # out
) -> None:
    """Write the mean of a raster, straight between its samples, at `points` around the middle of each cell of some rows.

    Points beyond the raster, or beside a sample without data, do not count; ``count_c`` says how many did.
    """
    deep, wide = values.shape
    for row in range(row0, row1):
        for column in range(columns):
            x0 = place[0] + (column + 0.5 * (row & 1)) * 2.0 * _HALF_ROOT_3 * place[2] - lattice[0]
            y0 = lattice[1] - (place[1] + 1.5 * place[2] * row)
            total = 0.0
            count = 0
            for index in range(points.shape[0]):
                x = (x0 + points[index, 0]) / lattice[2]
                y = (y0 - points[index, 1]) / lattice[2]
                if x < -_SLACK or y < -_SLACK or x > wide - 1 + _SLACK or y > deep - 1 + _SLACK:
                    continue
                left = min(max(math.floor(x), 0), max(wide - 2, 0))
                top = min(max(math.floor(y), 0), max(deep - 2, 0))
                right, low = min(left + 1, wide - 1), min(top + 1, deep - 1)
                if not (data[top, left] and data[top, right] and data[low, left] and data[low, right]):
                    continue
                share_x, share_y = min(max(x - left, 0.0), 1.0), min(max(y - top, 0.0), 1.0)
                north = values[top, left] * (1.0 - share_x) + values[top, right] * share_x
                south = values[low, left] * (1.0 - share_x) + values[low, right] * share_x
                total += north * (1.0 - share_y) + south * share_y
                count += 1
            cell = row * columns + column
            if count == 0:  # a cell that only touches the ground takes the nearest of it
                top, left = _nearest(x0, y0, place[2], lattice[2], deep, wide)
                if top >= 0 and data[top, left]:
                    total = np.float64(values[top, left])
                    count = 1
            count_c[cell] = np.int32(count)
            mean_c[cell] = total / count if count > 0 else 0.0


@kernel("void(i8, i8, i8, f8[::1], f8[::1], f8[:, ::1], f4[:, ::1], u1[::1], u1[::1])")
def prevail(
    row0: Any,
    row1: Any,
    columns: Any,
    place: Any,
    lattice: Any,
    points: Any,
    values: Any,
    kind_c: Any,  # out
    found_c: Any,  # out
) -> None:
    """Write which of the kinds 0 to 4 most of the samples nearest to `points` have in each cell of some rows."""
    deep, wide = values.shape
    votes = np.zeros(5, np.int64)
    for row in range(row0, row1):
        for column in range(columns):
            x0 = place[0] + (column + 0.5 * (row & 1)) * 2.0 * _HALF_ROOT_3 * place[2] - lattice[0]
            y0 = lattice[1] - (place[1] + 1.5 * place[2] * row)
            votes[:] = 0
            for index in range(points.shape[0]):
                at = math.floor((x0 + points[index, 0]) / lattice[2] + 0.5)
                down = math.floor((y0 - points[index, 1]) / lattice[2] + 0.5)
                if 0 <= at < wide and 0 <= down < deep:
                    votes[min(max(math.floor(values[down, at] + 0.5), 0), 4)] += 1
            if votes.sum() == 0:
                down, at = _nearest(x0, y0, place[2], lattice[2], deep, wide)
                if down >= 0:
                    votes[min(max(math.floor(values[down, at] + 0.5), 0), 4)] = 1
            best = 0
            for kind in range(1, 5):
                if votes[kind] > votes[best]:
                    best = kind
            cell = row * columns + column
            kind_c[cell] = np.uint8(best)
            found_c[cell] = np.uint8(1 if votes[best] > 0 else 0)


@kernel(inline=True)
def _cell_at(x: Any, y: Any) -> Any:
    """Return column and row of the hexagon of outer radius 1 that holds a point; the south-west one is at (0, 0)."""
    fx = x / (2.0 * _HALF_ROOT_3) - y / 3.0
    fy = -x / (2.0 * _HALF_ROOT_3) - y / 3.0
    fz = -fx - fy
    q, s, r = math.floor(fx + 0.5), math.floor(fy + 0.5), math.floor(fz + 0.5)
    if q + s + r != 0.0:
        dx, dy, dz = abs(fx - q), abs(fy - s), abs(fz - r)
        if dx > dy and dx > dz:
            q = -s - r
        elif dz > dy:
            r = -q - s
    row = np.int64(r)
    return np.int64(q) + (row >> 1), row


@kernel("void(i8, i8, i8, i8, b1, b1, f8[::1], f8[::1], f8[::1], f8[::1], f4[:, ::1], b1[:, ::1])")
def cells_under(
    row0: Any,
    row1: Any,
    columns: Any,
    rows: Any,
    wrap: Any,
    smooth: Any,
    place: Any,
    x_s: Any,
    y_s: Any,
    height_c: Any,
    elevation: Any,  # out
    data: Any,  # out
) -> None:
    """Write the height of the cell under each sample of some rows; smooth ones blend with the cells beside it.

    Samples beyond the map take the nearest cell and are marked as no data.
    """
    for index in range(row0, row1):
        y = (y_s[index] - place[1]) / place[2]
        for at in range(x_s.size):
            x = (x_s[at] - place[0]) / place[2]
            column, row = _cell_at(x, y)
            here = row >= 0 and row < rows and (wrap or (column >= 0 and column < columns))
            data[index, at] = here
            row = min(max(row, 0), rows - 1)
            if wrap:
                column = column % columns
            else:
                column = min(max(column, 0), columns - 1)
            if not smooth or not here:
                elevation[index, at] = np.float32(height_c[row * columns + column])
                continue
            total = 0.0
            weights = 0.0
            span = columns * 2.0 * _HALF_ROOT_3
            for near_row in range(max(row - 1, 0), min(row + 2, rows)):
                for near_column in range(column - 1, column + 2):
                    other = near_column
                    if wrap:
                        other = near_column % columns
                    elif near_column < 0 or near_column >= columns:
                        continue
                    dx = (near_column + 0.5 * (near_row & 1)) * 2.0 * _HALF_ROOT_3 - x
                    if wrap:
                        dx -= span * math.floor(dx / span + 0.5)
                    dy = near_row * 1.5 - y
                    fall = 1.0 - (dx * dx + dy * dy) / 3.0
                    if fall > 0.0:
                        weight = fall * fall
                        total += weight * height_c[near_row * columns + other]
                        weights += weight
            elevation[index, at] = np.float32(total / weights)


@kernel("void(i8[::1], f8[:, ::1], u4[:, ::1], f8[::1], f8, f8, f4[:, ::1], b1[:, ::1])")
def drape(
    control: Any,
    vertices: Any,
    faces: Any,
    lattice: Any,
    stretch: Any,
    shift: Any,
    elevation: Any,  # out
    data: Any,  # out
) -> None:
    """Write the height of triangles at the samples inside them, ``z * stretch + shift``; the highest counts."""
    deep, wide = elevation.shape
    control[2] = faces.shape[0]
    for face in range(faces.shape[0]):
        if face & 1023 == 0:
            control[1] = face
            if control[0] != 0:
                return
        a, b, c = np.int64(faces[face, 0]), np.int64(faces[face, 1]), np.int64(faces[face, 2])
        ax, ay = (vertices[a, 0] - lattice[0]) / lattice[2], (lattice[1] - vertices[a, 1]) / lattice[2]
        bx, by = (vertices[b, 0] - lattice[0]) / lattice[2], (lattice[1] - vertices[b, 1]) / lattice[2]
        cx, cy = (vertices[c, 0] - lattice[0]) / lattice[2], (lattice[1] - vertices[c, 1]) / lattice[2]
        twice = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if twice == 0.0:
            continue
        first_row = max(math.ceil(min(ay, by, cy) - _SLACK), 0)
        last_row = min(math.floor(max(ay, by, cy) + _SLACK), deep - 1)
        first_column = max(math.ceil(min(ax, bx, cx) - _SLACK), 0)
        last_column = min(math.floor(max(ax, bx, cx) + _SLACK), wide - 1)
        for row in range(first_row, last_row + 1):
            for column in range(first_column, last_column + 1):
                share_b = ((column - ax) * (cy - ay) - (row - ay) * (cx - ax)) / twice
                share_c = ((bx - ax) * (row - ay) - (by - ay) * (column - ax)) / twice
                share_a = 1.0 - share_b - share_c
                if share_a < -_SLACK or share_b < -_SLACK or share_c < -_SLACK:
                    continue
                z = vertices[a, 2] * share_a + vertices[b, 2] * share_b + vertices[c, 2] * share_c
                height = np.float32(z * stretch + shift)
                if not data[row, column] or height > elevation[row, column]:
                    elevation[row, column] = height
                    data[row, column] = True
