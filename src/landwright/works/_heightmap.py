"""A recipe from a heightmap or a saved hex map: its first stage reads the file, and a person goes on from there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from landwright.errors import FormatError
from landwright.field import Heightfield
from landwright.io._kept import kept_read
from landwright.recipe import Recipe
from landwright.settings import Settings

__all__ = ["recipe_from"]

_TEXT = """\
# Land from a file: {file}
# The first stage reads the heightmap; add more [[stages]] after it to change the land.

format = 1
name = {name}
seed = 0                     # used by stages that draw at random
sea_level = 0.0              # m

[grid]                       # as the file has it; another shape or cell size resamples the land
shape = [{rows}, {cols}]          # rows, columns
cell_size = {cell_size!r}              # m
{place}
[[stages]]
id = "ground"
title = "Land from a file"
kind = "io.dem"
path = {path}   # relative to this recipe
{reading}
[[outputs]]
kind = "png16"
path = "elevation.png"

[[outputs]]
kind = "relief"
path = "preview.png"
width = {width}
"""

_CELLS = """\
# A hex map from a file: {file}
# The first stage reads the cells; the strokes after it are drawn on them.

format = 1
name = {name}
seed = 0

{layout}
[[stages]]
id = "saved"
title = "Map from a file"
kind = "io.saved_map"
path = {path}   # relative to this recipe

[[stages]]
id = "edits"
kind = "hexmap.strokes"

[[outputs]]
kind = "hex"
path = "map.hex"

[[outputs]]
kind = "plan"
path = "map.png"
"""


def recipe_from(file: Path, target: Path, reading: Settings | None = None) -> Recipe:
    """Return a commented recipe whose first stage reads a heightmap, on the file's own samples, or a hex map with its own cells.

    Parameters
    ----------
    file : path
        Any raster that :func:`landwright.read` knows, or a map saved as ``.hex`` or ``.map``.
    target : path
        Where the recipe is going to be saved; nothing is written. Its ``source`` is the text, in which the heightmap's path starts
        at that folder.
    reading : Settings, optional
        What the file does not say about itself.

    Returns
    -------
    Recipe
        On a grid of the file's own shape and cell size.

    Raises
    ------
    FormatError
        If the file is neither.
    """
    if Path(file).suffix.lower() in (".hex", ".map"):
        return Recipe.from_text(_cells(Path(file), target), name=str(target), folder=target.parent)
    field = kept_read(Path(file), reading)
    if not isinstance(field, Heightfield):
        raise FormatError(f"{file}: a landscape starts from heights, and this holds a {type(field).__name__}.")
    return Recipe.from_text(_text(field, file, target, reading), name=str(target), folder=target.parent)


def _text(field: Any, file: Path, output: Path, reading: Settings | None) -> str:
    from tomlkit import string

    grid = field.grid
    lines = []
    if grid.origin != (0.0, (grid.rows - 1) * grid.cell_size):
        lines.append(f"origin = [{grid.origin[0]!r}, {grid.origin[1]!r}]   # x and y of the north-west sample")
    if grid.crs is not None:
        lines.append(f"crs = {string(grid.crs).as_string()}")
    return _TEXT.format(
        file=file.name,
        name=string(file.stem).as_string(),
        rows=grid.rows,
        cols=grid.cols,
        cell_size=grid.cell_size,
        place="".join(f"{line}\n" for line in lines),
        path=string(_relative(file, output)).as_string(),
        reading="" if reading is None else f"reading = {_table(reading)}\n",
        width=min(1024, grid.cols),
    )


def _cells(file: Path, output: Path) -> str:
    from tomlkit import dumps, string

    from landwright.hexmap import load_cells
    from landwright.hexmap.settings import Layout

    try:
        layout = load_cells(file.read_bytes()).layout
    except OSError as error:
        raise FormatError(f"{file}: the file cannot be read: {error.strerror or error}.") from None
    usual = Layout()
    told = {name: value for name, value in layout.to_json().items() if value != usual.to_json()[name]}
    if "metrics" in told:
        usual_metrics = usual.metrics.to_json()
        told["metrics"] = {name: value for name, value in told["metrics"].items() if value != usual_metrics[name]}
    told = {"columns": layout.columns, "rows": layout.rows, **told}
    return _CELLS.format(
        file=file.name,
        name=string(file.stem).as_string(),
        layout=dumps({"hexmap": told}),
        path=string(_relative(file, output)).as_string(),
    )


def _relative(file: Path, output: Path) -> str:
    """Return a file's path as a recipe that lies elsewhere names it."""
    try:
        return Path(os.path.relpath(file.resolve(), output.resolve().parent)).as_posix()
    except ValueError:  # another drive
        return file.resolve().as_posix()


def _table(noun: Settings) -> str:
    """Return a noun as an inline table of what differs from its defaults."""
    from tomlkit import inline_table

    table = inline_table()
    table.update({name: value for name, value in noun.to_json().items() if value is not None})
    return table.as_string()
