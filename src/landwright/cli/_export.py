"""``landwright export``: write what there is as another file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from landwright.cli._progress import Bar
from landwright.cli._source import (
    check_target,
    is_recipe,
    of_cells,
    of_planet,
    read_thing,
    recipe_of,
    with_noun_settings,
)
from landwright.errors import FormatError, RecipeError, sentence

if TYPE_CHECKING:
    from landwright.io._registry import Thing
    from landwright.settings import Output

__all__ = ["command"]


@click.command("export")
@click.argument("source", type=click.Path(path_type=Path), metavar="FILE|WORLD")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", required=True, help="File to write.")
@click.option("--kind", help="Which writer, where the file's ending leaves a choice: png16, normals, raw, ...")
@click.option("--layer", help="Which layer of a world; elevation by default.")
@click.option(
    "--set", "settings", multiple=True, metavar="SETTING=VALUE", help="A setting of the writer, such as low=0."
)
@click.option("--no-cache", is_flag=True, help="Compute everything anew and keep nothing.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
def command(
    source: Path,
    output: Path,
    kind: str | None,
    layer: str | None,
    settings: tuple[str, ...],
    no_cache: bool,
    quiet: bool,
) -> None:
    """Write a recipe, a built world or a heightmap as another file.

    The file's ending says which: .png (16-bit), .npy, .r16, .tif, .obj, .ply, .stl, .glb; of a hex map .glb, .obj, .ply, .stl, .hex,
    .csv, .json, .geojson, and .png for a flat map; of a planet .glb, .obj, .ply, .stl, and .png, .npy, .tif for a map of it (--kind cubemap
    for one on the sides of a cube).
    """
    check_target(output)
    if layer is not None:
        settings = (f"layer={layer}", *settings)
    sort: Thing = "planet" if of_planet(source) else "hexmap" if of_cells(source) else "raster"
    noun = _noun(output, kind, settings, sort)
    from landwright.works import look_of, write_output

    with Bar(quiet=quiet) as bar:
        thing = read_thing(source, bar, cache=not no_cache)
        look = look_of(recipe_of(source)) if is_recipe(source) else None
        write_output(thing, output, noun, look=look)


def _noun(output: Path, kind: str | None, settings: tuple[str, ...], sort: Thing) -> Output | None:
    """Return the writer's noun; None leaves the choice to the file's ending and to what is written."""
    from landwright.recipe import output_kinds

    kinds = output_kinds()
    if kind is not None and kind not in kinds:
        raise RecipeError(sentence("--kind", "must be one of the valid words", kind, valid=kinds))
    if kind is not None:
        noun = kinds[kind]()
    elif sort == "hexmap" and output.suffix.lower() == ".png":
        noun = kinds["plan"]()
    else:
        noun = _by_ending(output, sort)  # refuses an ending that nobody knows, before anything is built
    return with_noun_settings(noun, settings)


def _by_ending(output: Path, sort: Thing) -> Output:
    from landwright import io

    try:
        return io.noun_for(output, sort)
    except FormatError:
        if sort == "raster" and output.suffix.lower() in (".hex", ".csv", ".json", ".geojson"):
            return io.noun_for(output, "hexmap")  # a world may hold both
        raise
