"""Ground and plants of every cell, by temperature, moisture and height."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel

SAND, GRASS, MUD, STONE, SNOW = 0, 1, 2, 3, 4


@kernel(inline=True)
def _band(value: Any, bands: Any) -> Any:
    index = 0
    while index < 3 and value >= bands[index]:
        index += 1
    return index


@kernel(
    "void(i8, i8, i8, i4[:, ::1], i4[::1], i4[::1], i1[::1], u1[::1], f8[::1], f8[::1], f8[:, ::1], i8[:, ::1], i8, i8, u1[::1], u1[::1])"
)
def spread(
    row0: Any,
    row1: Any,
    columns: Any,
    near: Any,
    level_c: Any,
    water_c: Any,
    out_c: Any,
    into_c: Any,
    moisture_c: Any,
    warm_c: Any,
    bands: Any,
    table: Any,
    water_level: Any,
    highest: Any,
    terrain_c: Any,  # out
    plant_c: Any,  # out
) -> None:
    """Write ground and plants of some rows. ``bands``: temperatures, moistures; ``table`` is (16, 2), ground and plants."""
    rock = highest - (highest - water_level) // 2
    for cell in range(row0 * columns, row1 * columns):
        level, water = np.int64(level_c[cell]), np.int64(water_c[cell])
        plant = 0
        if water <= level:
            biome = 4 * _band(warm_c[cell], bands[0]) + _band(moisture_c[cell], bands[1])
            ground, plant = table[biome, 0], table[biome, 1]
            if ground == SAND:
                if level >= rock:
                    ground = STONE
            elif level >= highest:
                ground = SNOW
            if ground == SNOW:
                plant = 0
            elif plant < 3 and (out_c[cell] >= 0 or into_c[cell] != 0):
                plant += 1
        else:
            ground = MUD
            if level == water - 1:
                slopes = 0
                cliffs = 0
                for side in range(6):
                    other = np.int64(near[cell, side])
                    if other >= 0:
                        rise = level_c[other] - water
                        slopes += 1 if rise == 0 else 0
                        cliffs += 1 if rise > 0 else 0
                if cliffs + slopes > 3:
                    ground = GRASS
                elif cliffs > 0:
                    ground = STONE
                elif slopes > 0:
                    ground = SAND
                else:
                    ground = GRASS
            elif level >= water_level:
                ground = GRASS
            elif level < 0:
                ground = STONE
            if ground == GRASS and warm_c[cell] < bands[0, 0]:
                ground = MUD
        terrain_c[cell] = np.uint8(ground)
        plant_c[cell] = np.uint8(plant)
