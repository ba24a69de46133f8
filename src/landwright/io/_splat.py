"""Splat maps: how much of each material lies where, four materials an RGBA image.

The weights of a sample sum to exactly 255 over all images of a set, so no engine darkens or brightens the ground.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import FieldError, FormatError, InputMissing, sentence
from landwright.field import Layer
from landwright.grid import Grid
from landwright.io._image import note_of, opened
from landwright.io._png import write_png
from landwright.io._record import KEY, VERSION, dumps, grid_of, placed
from landwright.io._whole import whole_files
from landwright.io.settings import Splat
from landwright.world import World

__all__ = ["SplatMap", "read_splat", "write_splat"]


@dataclass(frozen=True, eq=False, init=False)
class SplatMap:
    """Weights of materials on a grid.

    Parameters
    ----------
    weights : (rows, cols, n) array of real numbers
        At least 0; each sample's weights are divided by their sum, which must be above 0.
    names : sequence of str
        The n materials, all different.
    cell_size : float, optional
        Distance between samples (m); 1.0 when neither it nor `grid` is given.
    grid : Grid, optional
        Where the samples lie.

    Attributes
    ----------
    weights : (rows, cols, n) float32
        Read-only; they sum to 1 over the last axis.
    """

    weights: NDArray[np.float32]
    names: tuple[str, ...]
    grid: Grid

    def __init__(
        self, weights: ArrayLike, names: Iterable[str], *, cell_size: float | None = None, grid: Grid | None = None
    ) -> None:
        array = np.asarray(weights, dtype=np.float64)
        given = tuple(names)
        if array.ndim != 3 or 0 in array.shape:
            raise FieldError(
                sentence("splat: weights", "must be (rows, cols, materials), with at least one of each", array.shape)
            )
        if len(given) != array.shape[2] or len(set(given)) != len(given):
            raise FieldError(sentence("splat: names", f"must be {array.shape[2]} different names", given))
        if not np.isfinite(array).all() or array.min() < 0.0:
            raise FieldError("splat: weights must be finite and at least 0.")
        total = array.sum(axis=2, keepdims=True)
        if total.min() <= 0.0:
            row, col = (int(i) for i in np.argwhere(total[..., 0] <= 0.0)[0])
            raise FieldError(f"splat: weights must not all be 0 at a sample, as they are at row {row}, column {col}.")
        own = np.ascontiguousarray(array / total, np.float32)
        own.flags.writeable = False
        if grid is None:
            grid = Grid(shape=(array.shape[0], array.shape[1]), cell_size=1.0 if cell_size is None else cell_size)
        if grid.shape != array.shape[:2]:
            raise FieldError(sentence("splat: weights", f"must have the grid's shape {grid.shape}", array.shape[:2]))
        object.__setattr__(self, "weights", own)
        object.__setattr__(self, "names", given)
        object.__setattr__(self, "grid", grid)


def write_splat(thing: Any, path: Path, noun: Splat) -> tuple[Path, ...]:
    """Write a SplatMap, or layers by name, as ``name.png``, ``name-2.png`` and so on."""
    splat = thing if isinstance(thing, SplatMap) else _gathered(thing, noun)
    levels = _to_255(splat.weights)
    count = len(splat.names)
    images = -(-count // 4)
    digest = hashlib.sha256(levels.tobytes() + json.dumps(splat.names).encode()).hexdigest()
    paths = [_sibling(path, index) for index in range(images)]
    with whole_files(*reversed(paths)) as streams:  # the first, which names the others, comes last
        for index, file in enumerate(paths):
            channels = slice(4 * index, 4 * index + 4)
            pixels = np.zeros((*levels.shape[:2], 4), np.uint8)
            pixels[..., : levels[..., channels].shape[2]] = levels[..., channels]
            record = {
                KEY: VERSION,
                "holds": "splat",
                "materials": list(splat.names[channels]),
                "image": index + 1,
                "images": images,
                "set": digest,
                **placed(splat.grid),
            }
            write_png(streams[file], pixels, {KEY: dumps(record)})
    return tuple(paths)


def read_splat(path: Path) -> SplatMap:
    """Read all images of a set, given the first."""
    parts, names = [], []
    images, digest, grid = 1, None, None
    index = 0
    while index < images:
        file = _sibling(path, index)
        if not file.exists():
            raise InputMissing(
                f"read: {str(path)!r} is the first of {images} splat images and {file.name!r} is not there."
            )
        with opened(file) as image:
            record = note_of(image, file)
            pixels = np.asarray(image)
        materials = record.get("materials")
        if record.get("holds") != "splat" or not isinstance(materials, list) or image.mode != "RGBA":
            raise FormatError(f"read: {str(file)!r} is not a splat map written by Landwright.")
        if record.get("image") != index + 1:
            raise FormatError(
                f"read: {str(file)!r} is image {record.get('image')} of a set of splat maps; read the first."
            )
        if index == 0:
            images, digest = int(record.get("images", 1)), record.get("set")
            grid = grid_of(record, (pixels.shape[0], pixels.shape[1]), file)
        elif record.get("set") != digest:
            raise FormatError(
                f"read: {file.name!r} and {path.name!r} are of different sets of splat maps; write them again."
            )
        parts.append(pixels[..., : len(materials)])
        names += [str(name) for name in materials]
        index += 1
    return SplatMap(np.concatenate(parts, axis=2), names, grid=grid)


def _gathered(thing: Any, noun: Splat) -> SplatMap:
    """Put the layers of a World or a mapping together."""
    layers: Mapping[str, Any] = thing.layers if isinstance(thing, World) else thing
    names = noun.layers or (() if isinstance(thing, World) else tuple(layers))
    if not names:
        raise FieldError(
            sentence("splat: layers", "must name the layers that are material weights", names, valid=layers)
        )
    for name in names:
        if name not in layers:
            raise FieldError(sentence("splat: layers", "must be layers that there are", name, valid=layers))
        if not isinstance(layers[name], Layer) or layers[name].grid != layers[names[0]].grid:
            raise FieldError(
                sentence(
                    f"splat: {name}", "must be a Layer on the same grid as the others", type(layers[name]).__name__
                )
            )
    weights = np.stack([layers[name].values for name in names], axis=2)
    return SplatMap(weights, names, grid=layers[names[0]].grid)


def _to_255(weights: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return whole numbers that sum to 255: each rounded down, and the rest given to the largest remainders."""
    levels = np.empty(weights.shape, np.uint8)
    step = max(1, (1 << 18) // max(1, weights.shape[1]))
    for start in range(0, weights.shape[0], step):
        rows = weights[start : start + step].astype(np.float64)
        rows *= 255.0 / rows.sum(axis=2, keepdims=True)
        down = np.floor(rows)
        missing = 255 - down.sum(axis=2, keepdims=True)
        order = np.argsort(down - rows, axis=2, kind="stable")
        rank = np.empty_like(order)
        np.put_along_axis(rank, order, np.arange(rows.shape[2])[None, None, :], axis=2)
        levels[start : start + step] = down + (rank < missing)
    return levels


def _sibling(path: Path, index: int) -> Path:
    return path if index == 0 else path.with_name(f"{path.stem}-{index + 1}{path.suffix}")
