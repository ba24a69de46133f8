"""A recipe from a drawing: a base land, and what was found on the paper as rivers, lakes and roads to build on it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from landwright.errors import RecipeError
from landwright.field import Heightfield
from landwright.grid import Grid
from landwright.networks import Drawing, read_sketch
from landwright.networks.settings import Line, Pond, Sketch
from landwright.recipe import Recipe
from landwright.recipe import template as load_template

__all__ = ["recipe_from_drawing"]

_LAND = """\
# A land from a drawing: {file}
# The base land comes first; change it, and the strokes are laid over the new one.

format = 1
name = {name}
seed = 0                     # another seed is another base land

[grid]
shape = [{rows}, {cols}]          # rows, columns
cell_size = {cell!r}              # m

[[stages]]
id = "land"
title = "Base land: low hills"
kind = "generate.noise"
base_elevation = {base!r}      # m
relief = {relief!r}            # m; more makes higher hills, deeper cuts and longer bridges

[stages.noise]
kind = "fbm"
octaves = 5
gain = 0.4
base = {{ kind = "perlin", wavelength = {wave!r} }}

{strokes}[[outputs]]
kind = "png16"
path = "elevation.png"

[[outputs]]
kind = "lines"               # the centerlines, for a GIS
path = "lines.geojson"

[[outputs]]
kind = "relief"
path = "map.png"

[[outputs]]
kind = "view"
path = "preview.png"
camera = {{ azimuth = 200.0, elevation = 34.0, distance = {away!r} }}
"""


def recipe_from_drawing(
    image: NDArray[np.uint8],
    source: Path,
    target: Path,
    noun: Sketch = Sketch(),
    *,
    width: float = 4000.0,
    template: str = "",
) -> tuple[Recipe, Drawing]:
    """Return a commented recipe that builds a drawing, and what was found in it.

    Parameters
    ----------
    image : (rows, cols, 3) uint8
        A photo or scan of the drawing.
    source : path
        Where it came from, for the comments and the name.
    target : path
        Where the recipe is going to be saved; nothing is written.
    noun : Sketch
        How the drawing is read.
    width : float
        How wide the page is on the ground (m); a template has its own size.
    template : str
        A template whose land lies under the drawing; without one, low hills do.

    Returns
    -------
    tuple of (Recipe, Drawing)
        Strokes are written into the recipe as lines in metres. Its ``source`` is the text.

    Raises
    ------
    FieldError
        If the picture shows no drawing.
    RecipeError
        If there is no such template, or it is no landscape.
    """
    from landwright.works._build import build

    if template:
        text = load_template(template).source
        base = load_template(template)
        if base.grid is None or base.hexmap is not None or base.planet is not None:
            raise RecipeError(
                f"template {template!r} is no landscape; a drawing needs one, such as 'alps' or 'islands'."
            )
        place, detail = base.grid, base.grid.cell_size
    else:
        first = read_sketch(image, width, noun)
        _, _, wide, deep = first.extent
        detail = max(wide, deep) / 640.0
        shape = (int(np.ceil(deep / detail)) + 1, int(np.ceil(wide / detail)) + 1)
        text = _LAND.format(
            file=source.name.replace("\n", " "),
            name=_quoted(source.stem),
            rows=shape[0],
            cols=shape[1],
            cell=detail,
            base=round(0.02 * wide, 1),
            relief=round(0.015 * wide, 1),
            wave=round(0.4 * wide, 1),
            away=round(1.05 * max(wide, deep), 1),
            strokes="{strokes}",
        )
        base = Recipe.from_text(text.replace("{strokes}", ""), name=str(target), folder=target.parent)
        place = Grid(shape=shape, cell_size=detail)
    ground = build(base, cache=False).ground
    drawing = read_sketch(image, place, noun, ground=ground if isinstance(ground, Heightfield) else None)
    strokes = _strokes(drawing, detail, base.sea_level if template else None)
    if template:
        head, mark, tail = text.partition("[[outputs]]")
        text = f"{head}# --- Drawn on paper: {source.name} ---\n\n{strokes}{mark}{tail}"
    else:
        text = text.replace("{strokes}", strokes)
    return Recipe.from_text(text, name=str(target), folder=target.parent), drawing


def _quoted(text: str) -> str:
    from tomlkit import string

    return string(text).as_string()


def _strokes(drawing: Drawing, cell: float, sea: float | None) -> str:
    """Return the stages of what was drawn, wide enough for the raster to hold."""
    river, road = round(max(6.0, 2.0 * cell), 2), round(max(8.0, 1.5 * cell), 2)
    level = "" if sea is None else f"sea_level = {sea!r}\n"
    parts = []
    if drawing.rivers:
        parts.append(
            '[[stages]]\nid = "rivers"\ntitle = "Rivers as drawn, each from its source down"\nkind = "networks.rivers"\n'
            'source = "lines"\n'
            f"width = {river!r}                 # m\nbank = 5.0                   # widths; more makes wider valleys\n"
            f"depth = 2.0                  # m\nlakes = false                # only those that were drawn\n"
            f"{level}{_lines('lines', drawing.rivers)}"
        )
    if drawing.ponds:
        kept = 'water = "water"\n' if drawing.rivers else ""
        parts.append(
            f'[[stages]]\nid = "lakes"\ntitle = "Lakes as drawn"\nkind = "networks.ponds"\n{kept}depth = 3.0                  # m\n'
            f"ponds = [\n{''.join(map(_pond, drawing.ponds))}]\n"
        )
    if drawing.roads:
        over = 'rivers = "rivers"            # crossed on bridges\n' if drawing.rivers else ""
        over += 'water = "water"\n' if drawing.rivers or drawing.ponds else ""
        parts.append(
            f'[[stages]]\nid = "roads"\ntitle = "Roads as drawn"\nkind = "networks.roads"\nwidth = {road!r}                  # m\n'
            "max_grade = 0.3              # a drawing knows no slopes: lower it, and roads cut deeper\n"
            f"min_radius = 0.0             # bends as tight as drawn\n{over}{level}{_lines('lines', drawing.roads)}"
        )
    return "".join(f"{part}\n" for part in parts)


def _lines(name: str, lines: Sequence[Line]) -> str:
    rows = []
    for line in lines:
        points = ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in line.points)
        rows.append(f"    {{ points = [{points}]{', closed = true' if line.closed else ''} }},\n")
    return f"{name} = [                    # east and north of each place, m\n{''.join(rows)}]\n"


def _pond(pond: Pond) -> str:
    return f"    {{ at = [{pond.at[0]:.1f}, {pond.at[1]:.1f}], radius = {pond.radius or 6.0:.1f} }},\n"
