"""``landwright import``: any heightmap becomes a recipe whose first stage reads it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from landwright.cli._source import with_noun_settings
from landwright.errors import FormatError, OutputError
from landwright.recipe import Recipe
from landwright.recipe._save import write_text
from landwright.settings import Settings

__all__ = ["command"]

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


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE.toml", required=True, help="Recipe to write."
)
@click.option("--cell-size", type=float, help="Distance between samples (metres), where the file does not say.")
@click.option("--low", type=float, help="Metres of black, for a grey image that does not say.")
@click.option("--relief", type=float, help="Metres from black to white, for a grey image that does not say.")
@click.option("--warp", is_flag=True, help="Bring a map in degrees or feet to metres (UTM).")
@click.option("--set", "settings", multiple=True, metavar="SETTING=VALUE", help="Anything else the file does not say.")
@click.option("--force", is_flag=True, help="Replace the recipe if it is there.")
def command(
    file: Path,
    output: Path,
    cell_size: float | None,
    low: float | None,
    relief: float | None,
    warp: bool,
    settings: tuple[str, ...],
    force: bool,
) -> None:
    """Make a recipe from any heightmap: PNG, RAW, NPY, GeoTIFF."""
    from landwright import io
    from landwright.field import Heightfield

    if file.suffix.lower() == ".toml":
        raise FormatError(f"{file}: this is a recipe already; build it: landwright build {file} -o {file.stem}")
    if output.suffix.lower() != ".toml":
        raise OutputError(f"{output}: a recipe's name must end in .toml.")
    if output.exists() and not output.is_dir() and not force:
        raise OutputError(f"{output}: there is such a file already; use another name, or --force to replace it.")
    given = {"cell_size": cell_size, "low": low, "relief": relief, "warp": "utm" if warp else None}
    kept = {name: value for name, value in given.items() if value is not None}
    reading = _reading(file, kept, settings)
    field = io.read(file, reading)
    if not isinstance(field, Heightfield):
        raise FormatError(f"{file}: a landscape starts from heights, and this holds a {type(field).__name__}.")
    text = _text(field, file, output, reading)
    Recipe.from_text(text, name=str(output), folder=output.parent)
    write_text(output, text)
    rows, cols = field.shape
    click.echo(
        f"{output}: {rows} x {cols} samples of {field.cell_size:g} m. "
        f"Next: landwright build {output} -o {output.with_suffix('')}",
        err=True,
    )


def _reading(file: Path, given: dict[str, Any], settings: tuple[str, ...]) -> Settings | None:
    """Return the noun that says what the file does not, or None when nothing was given."""
    from landwright.io.settings import ReadGeotiff, ReadImage, ReadNpy, ReadRaw

    if not given and not settings:
        return None
    suffix = file.suffix.lower()
    known: dict[str, type[Settings]] = {
        ".npy": ReadNpy,
        ".tif": ReadGeotiff,
        ".tiff": ReadGeotiff,
        ".raw": ReadRaw,
        ".r16": ReadRaw,
    }
    noun = known.get(suffix, ReadImage)
    for name in given:
        if name not in noun.model_fields:
            raise click.UsageError(
                f"--{name.replace('_', '-')} is not known to a {suffix} file, which says that itself."
            )
    return with_noun_settings(noun(**given), settings)


def _text(field: Any, file: Path, output: Path, reading: Settings | None) -> str:
    from tomlkit import string

    grid = field.grid
    lines = []
    if grid.origin != (0.0, (grid.rows - 1) * grid.cell_size):
        lines.append(f"origin = [{grid.origin[0]!r}, {grid.origin[1]!r}]   # x and y of the north-west sample")
    if grid.crs is not None:
        lines.append(f"crs = {string(grid.crs).as_string()}")
    try:
        path = Path(os.path.relpath(file.resolve(), output.resolve().parent)).as_posix()
    except ValueError:  # another drive
        path = file.resolve().as_posix()
    return _TEXT.format(
        file=file.name,
        name=string(file.stem).as_string(),
        rows=grid.rows,
        cols=grid.cols,
        cell_size=grid.cell_size,
        place="".join(f"{line}\n" for line in lines),
        path=string(path).as_string(),
        reading="" if reading is None else f"reading = {_table(reading)}\n",
        width=min(1024, grid.cols),
    )


def _table(noun: Settings) -> str:
    """Return a noun as an inline table of what differs from its defaults."""
    from tomlkit import inline_table

    table = inline_table()
    table.update({name: value for name, value in noun.to_json().items() if value is not None})
    return table.as_string()
