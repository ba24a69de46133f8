"""Moisture by a cycle of water, and temperature by latitude, height and chance. Cells gather, so the order of cells is of no account."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.hexmap._kernels.landmass import smooth_noise

_HALF_ROOT_3 = 0.8660254037844386


@kernel("void(i8[::1], i4[:, ::1], i4[::1], i4[::1], i8, i8, f8[::1], i8, f8[::1], f8[::1])")
def rain(
    control: Any,
    near: Any,
    level_c: Any,
    water_c: Any,
    highest: Any,
    steps: Any,
    rates: Any,
    wind: Any,
    cloud_c: Any,  # out
    moisture_c: Any,  # out
) -> None:
    """Run the cycle. ``rates``: evaporation over water and over land, precipitation, wind strength, runoff, seepage.

    ``wind`` is the side it blows from. Clouds and moisture go on from what they are; clouds that leave the map are gone, and
    moisture stays within 0 to 1.
    """
    cells = level_c.size
    wet, dry, fall, strength, runoff, seepage = rates[0], rates[1], rates[2], rates[3], rates[4] / 6.0, rates[5] / 6.0
    part_c = np.empty(cells, np.float64)
    soil_c = np.empty(cells, np.float64)
    most_c = np.empty(cells, np.float64)
    slope_c = np.zeros(cells, np.int32)
    for cell in range(cells):
        view = max(level_c[cell], water_c[cell])
        most_c[cell] = min(max(1.0 - view / (highest + 1.0), 0.0), 1.0)
        for side in range(6):
            other = np.int64(near[cell, side])
            if other >= 0:
                across = max(level_c[other], water_c[other])
                kind = 1 if across < view else (2 if across == view else 3)
                slope_c[cell] |= np.int32(kind << (2 * side))
    control[2] = steps
    for step in range(steps):
        if control[0] != 0:
            return
        control[1] = step
        for cell in range(cells):
            cloud, soil = cloud_c[cell], moisture_c[cell]
            if water_c[cell] > level_c[cell]:
                soil = 1.0
                cloud += wet
            else:
                risen = soil * dry
                soil -= risen
                cloud += risen
            fallen = cloud * fall
            cloud -= fallen
            soil += fallen
            most = most_c[cell]
            if cloud > most:
                soil += cloud - most
                cloud = most
            part_c[cell] = cloud / (5.0 + strength)
            soil_c[cell] = soil
        for cell in range(cells):
            soil = soil_c[cell]
            gone = 0.0
            come = 0.0
            cloud = 0.0
            slopes = slope_c[cell]
            for side in range(6):
                kind = (slopes >> (2 * side)) & 3
                if kind == 0:
                    continue
                other = np.int64(near[cell, side])
                cloud += part_c[other] * (strength if side == wind else 1.0)
                if kind == 1:
                    gone += soil * runoff
                elif kind == 2:
                    gone += soil * seepage
                    come += soil_c[other] * seepage
                else:
                    come += soil_c[other] * runoff
            cloud_c[cell] = cloud
            moisture_c[cell] = min(max(soil - gone + come, 0.0), 1.0)


@kernel("void(i8, i8, i8, i8, i4[::1], i4[::1], i4[::1], i4[::1])")
def coarsen(
    columns: Any,
    rows: Any,
    side: Any,
    blocks: Any,
    level_c: Any,
    water_c: Any,
    level_b: Any,  # out
    water_b: Any,  # out
) -> None:
    """Write the land of blocks of `side` by `side` cells, `blocks` of them in a row: mean height, wet where most cells are."""
    for block in range(level_b.size):
        row0, column0 = block // blocks * side, block % blocks * side
        total = 0
        wet = 0
        count = 0
        for row in range(row0, min(row0 + side, rows)):
            for column in range(column0, min(column0 + side, columns)):
                cell = row * columns + column
                total += max(level_c[cell], water_c[cell])
                wet += 1 if water_c[cell] > level_c[cell] else 0
                count += 1
        height = math.floor(total / count + 0.5)
        water_b[block] = np.int32(height)
        level_b[block] = np.int32(height - 1 if 2 * wet > count else height)


@kernel("void(i8, i8, i8, i8, i8, b1, f8[::1], f8[::1])")
def refine(
    row0: Any, row1: Any, columns: Any, side: Any, blocks: Any, wrap: Any, value_b: Any, value_c: Any
) -> None:  # out
    """Write values of blocks to the cells of some rows, straight between the middles of blocks."""
    deep = np.int64(value_b.size // blocks)
    for row in range(row0, row1):
        y = max((row + 0.5) / side - 0.5, 0.0)
        low = min(np.int64(math.floor(y)), deep - 1)
        high = min(low + np.int64(1), deep - np.int64(1))
        share_y = min(y - low, 1.0)
        for column in range(columns):
            x = (column + 0.5) / side - 0.5
            left = np.int64(math.floor(x))
            share_x = x - left
            right = left + np.int64(1)
            if wrap:
                left, right = left % blocks, right % blocks
            else:
                left, right = max(min(left, blocks - 1), np.int64(0)), max(min(right, blocks - 1), np.int64(0))
            south = value_b[low * blocks + left] * (1.0 - share_x) + value_b[low * blocks + right] * share_x
            north = value_b[high * blocks + left] * (1.0 - share_x) + value_b[high * blocks + right] * share_x
            value_c[row * columns + column] = south * (1.0 - share_y) + north * share_y


@kernel("void(i8, i8, i8, i8, i8, i4[::1], i4[::1], i8, i8, i8, f8[::1], u4[::1], f8[::1])")
def warmth(
    row0: Any,
    row1: Any,
    rows: Any,
    columns: Any,
    periods: Any,
    level_c: Any,
    water_c: Any,
    water_level: Any,
    highest: Any,
    hemisphere: Any,
    shares: Any,
    words: Any,
    warm_c: Any,  # out
) -> None:
    """Write the temperature of some rows. ``shares``: coldest, warmest, jitter, 1 / spell. ``hemisphere``: 0 both, 1 north, 2 south.

    ``periods`` is how many spells lie around a map that wraps, 0 for one that does not.
    """
    for row in range(row0, row1):
        north = (row + 0.5) / rows
        if hemisphere == 0:
            latitude = 1.0 - abs(2.0 * north - 1.0)
        elif hemisphere == 1:
            latitude = 1.0 - north
        else:
            latitude = north
        level = shares[0] + (shares[1] - shares[0]) * latitude
        for column in range(columns):
            cell = row * columns + column
            view = max(level_c[cell], water_c[cell])
            warm = level * (1.0 - (view - water_level) / (highest - water_level + 1.0))
            if shares[2] > 0.0:
                y = row * _HALF_ROOT_3 * shares[3]
                x = column + 0.5 * (row & 1)
                across = periods / columns if periods > 0 else shares[3]
                noise = smooth_noise(x * across, y, 0, periods, words)
                noise += 0.5 * smooth_noise(2.0 * x * across, 2.0 * y, 1, 2 * periods, words)
                warm += shares[2] * noise / 1.5
            warm_c[cell] = min(max(warm, 0.0), 1.0)
