"""Splat maps: how much of each material lies where, four materials an RGBA image.

The weights of a sample sum to exactly 255 over all images of a set, so no engine darkens or brightens the ground.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FieldError, FormatError, InputMissing, sentence
from landwright.field import Layer
from landwright.grid import Grid
from landwright.io._image import note_of, opened
from landwright.io._png import write_png
from landwright.io._record import KEY, VERSION, dumps, grid_of, placed
from landwright.io._whole import whole_files
from landwright.io.settings import Splat
from landwright.world import World

__all__ = ["read_splat", "write_splat"]


def write_splat(thing: Any, path: Path, noun: Splat) -> tuple[Path, ...]:
    """Write a SplatMap, or layers by name, as ``name.png``, ``name-2.png`` and so on."""
    if isinstance(thing, (World, Mapping)):
        names, weights, grid = _gathered(thing, noun)
    else:
        names, weights, grid = tuple(thing.names), thing.weights, thing.grid
    levels = _to_255(weights)
    images = -(-len(names) // 4)
    digest = hashlib.sha256(levels.tobytes() + json.dumps(names).encode()).hexdigest()
    paths = [_sibling(path, index) for index in range(images)]
    with whole_files(*reversed(paths)) as streams:  # the first, which names the others, comes last
        for index, file in enumerate(paths):
            channels = slice(4 * index, 4 * index + 4)
            pixels = np.zeros((*levels.shape[:2], 4), np.uint8)
            pixels[..., : levels[..., channels].shape[2]] = levels[..., channels]
            record = {
                KEY: VERSION,
                "holds": "splat",
                "materials": list(names[channels]),
                "image": index + 1,
                "images": images,
                "set": digest,
                **placed(grid),
            }
            write_png(streams[file], pixels, {KEY: dumps(record)})
    return tuple(paths)


def read_splat(path: Path) -> Any:
    """Read all images of a set, given the first."""
    from landwright.ops import SplatMap

    parts: list[NDArray[np.uint8]] = []
    names: list[str] = []
    grid: Grid | None = None
    images, digest = 1, None
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
    levels = np.concatenate(parts, axis=2).astype(np.float64)
    if grid is None or (levels.sum(axis=2) != 255.0).any():
        raise FormatError(
            f"read: the weights in {str(path)!r} do not add up to 255; the images were changed since they were written."
        )
    return SplatMap(tuple(names), (levels / 255.0).astype(np.float32), grid)


def _gathered(thing: World | Mapping[str, Any], noun: Splat) -> tuple[tuple[str, ...], NDArray[np.float32], Grid]:
    """Return names, weights (rows, cols, n) and grid of the layers of a World or a mapping."""
    layers: Mapping[str, Any] = thing.layers if isinstance(thing, World) else thing
    chosen = noun.layers or tuple(name for name in layers if name.startswith(noun.prefix))
    if not chosen:
        must = f"must name the material weights, for no layer's name begins with {noun.prefix!r}"
        raise FieldError(sentence("splat: layers", must, chosen, valid=layers))
    for name in chosen:
        if name not in layers:
            raise FieldError(sentence("splat: layers", "must be layers that there are", name, valid=layers))
        if not isinstance(layers[name], Layer) or layers[name].grid != layers[chosen[0]].grid:
            must = "must be a Layer on the grid of the others"
            raise FieldError(sentence(f"splat: {name}", must, type(layers[name]).__name__))
        if layers[name].values.min() < 0.0:
            raise FieldError(
                sentence(f"splat: {name}", "must hold weights of at least 0", float(layers[name].values.min()))
            )
    weights = np.stack([layers[name].values for name in chosen], axis=2)
    empty = np.argwhere(weights.sum(axis=2) <= 0.0)
    if len(empty):
        raise FieldError(
            f"splat: the weights must not all be 0 at a sample, as they are at row {empty[0][0]}, column {empty[0][1]}."
        )
    return tuple(name.removeprefix(noun.prefix) or name for name in chosen), weights, layers[chosen[0]].grid


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
