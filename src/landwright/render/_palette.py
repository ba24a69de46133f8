"""Natural colors: what each look gives to materials, to elevation and to water; sRGB and linear light."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from landwright.errors import SettingError, sentence

__all__ = ["LOOKS", "LookColors", "from_srgb", "hex_linear", "ramp", "srgb_levels", "srgb_table", "to_srgb"]


@dataclass(frozen=True)
class LookColors:
    """The colors of a look, and the rules that place its natural materials.

    Attributes
    ----------
    materials : mapping of str to str
        Material name to #rrggbb.
    land, water : tuple of str
        Ramps of the tint, from low to high, and of depth, from the shore down.
    snow_line, tree_line : float
        Elevations (m) where snow begins and forest ends.
    rock_slope : float
        Slope (1) from which bare rock shows.
    forest : float
        How much of the land below the tree line is wooded (1).
    """

    materials: dict[str, str]
    land: tuple[str, ...]
    water: tuple[str, ...]
    snow_line: float
    tree_line: float
    rock_slope: float
    forest: float


_SEA = ("#b9d3d0", "#8fbac4", "#6a9fb5", "#4a82a1", "#35698c", "#285476", "#1f4261")

LOOKS: Final[dict[str, LookColors]] = {
    "temperate": LookColors(
        materials={
            "grass": "#6d6c44",
            "forest": "#3b4830",
            "soil": "#7b6a50",
            "scree": "#8b8479",
            "rock": "#77706a",
            "sand": "#c8b78f",
            "snow": "#eff3f7",
        },
        land=("#98ad86", "#b3bd92", "#cfcaa0", "#d8c79d", "#cbb089", "#b89b7d", "#b3a093", "#cdc6c1", "#f4f3f2"),
        water=_SEA,
        snow_line=2500.0,
        tree_line=1800.0,
        rock_slope=0.75,
        forest=0.55,
    ),
    "alpine": LookColors(
        materials={
            "grass": "#64673f",
            "forest": "#35432e",
            "soil": "#746650",
            "scree": "#8b8781",
            "rock": "#706d6a",
            "sand": "#b5ab95",
            "snow": "#f1f5fa",
        },
        land=("#8ea58a", "#a7b696", "#c2c4a3", "#c9c0a4", "#b8ab98", "#a7a19b", "#bcbcbd", "#dfe3e7", "#fbfcfd"),
        water=("#b5d2d3", "#88b5c0", "#5f98ae", "#437c99", "#2f6484", "#234f6e", "#1b3d59"),
        snow_line=1750.0,
        tree_line=1250.0,
        rock_slope=0.8,
        forest=0.6,
    ),
    "desert": LookColors(
        materials={
            "grass": "#b0905f",
            "forest": "#80724c",
            "soil": "#b08658",
            "scree": "#ad8a66",
            "rock": "#93694c",
            "sand": "#d6b07d",
            "snow": "#f3efe9",
        },
        land=("#dcc79c", "#e2c491", "#dbb07c", "#cd9a6a", "#b9825a", "#a57053", "#a98371", "#cdb6a8", "#f1e8e0"),
        water=("#c9d6c4", "#95bdb9", "#669ea8", "#468294", "#33687f", "#275269", "#1e4056"),
        snow_line=4200.0,
        tree_line=900.0,
        rock_slope=0.55,
        forest=0.08,
    ),
    "volcanic": LookColors(
        materials={
            "grass": "#62603f",
            "forest": "#36412d",
            "soil": "#4a423c",
            "scree": "#59514c",
            "rock": "#433d3b",
            "sand": "#38353a",
            "snow": "#eef1f4",
        },
        land=("#7f8f70", "#9a9c7c", "#a89f84", "#9c8b78", "#85746a", "#6f635e", "#766d6a", "#a9a5a4", "#ebebec"),
        water=_SEA,
        snow_line=2600.0,
        tree_line=900.0,
        rock_slope=0.6,
        forest=0.35,
    ),
    "tropical": LookColors(
        materials={
            "grass": "#66703f",
            "forest": "#2f4628",
            "soil": "#866647",
            "scree": "#877d6c",
            "rock": "#6a6359",
            "sand": "#e0cfa5",
            "snow": "#f1f4f6",
        },
        land=("#8fb07d", "#a0b981", "#b7c189", "#cbc391", "#c4ab82", "#ab9276", "#9f9184", "#c2bcb6", "#f2f1f0"),
        water=("#aed8cc", "#7fc4c3", "#53aab8", "#368ea8", "#2a7799", "#225f83", "#1b4a6b"),
        snow_line=4500.0,
        tree_line=2200.0,
        rock_slope=0.95,
        forest=0.8,
    ),
}
"""Colors and rules by name of look."""


def from_srgb(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turn sRGB of 0 to 1 into linear light."""
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def to_srgb(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turn linear light of 0 to 1 into sRGB."""
    return np.where(values <= 0.0031308, values * 12.92, 1.055 * np.maximum(values, 0.0) ** (1.0 / 2.4) - 0.055)


def hex_linear(colors: Iterable[str]) -> NDArray[np.float64]:
    """Return the linear light (n, 3) of #rrggbb colors."""
    rows = [[int(color[k : k + 2], 16) / 255.0 for k in (1, 3, 5)] for color in colors]
    return from_srgb(np.array(rows, np.float64))


@functools.cache
def srgb_levels() -> NDArray[np.float32]:
    """Return sRGB, 0 to 255, of linear light 0 to 1 in 16384 steps."""
    made = (to_srgb(np.linspace(0.0, 1.0, 16384)) * 255.0).astype(np.float32)
    made.flags.writeable = False
    return made


@functools.cache
def srgb_table() -> NDArray[np.uint8]:
    """Return sRGB bytes of linear light 0 to 1 in 16384 steps."""
    made: NDArray[np.uint8] = np.floor(srgb_levels() + np.float32(0.5)).astype(np.uint8)
    made.flags.writeable = False
    return made


@functools.cache
def ramp(colors: tuple[str, ...] | str, count: int = 256) -> NDArray[np.float32]:
    """Return (count, 3) linear light along a list of colors, or along a color map named as in the ``cmap`` library.

    Raises
    ------
    SettingError
        If no color map has that name.
    """
    import cmap

    try:
        found = cmap.Colormap(colors if isinstance(colors, str) else list(colors))
    except (ValueError, TypeError, KeyError):
        names = sorted(cmap.Catalog().unique_keys(prefer_short_names=True))
        raise SettingError(
            sentence("relief: color_map", "must be the name of a color map", colors, valid=names)
        ) from None
    made = from_srgb(np.asarray(found(np.linspace(0.0, 1.0, count)), np.float64)[:, :3]).astype(np.float32)
    made.flags.writeable = False
    return made
