"""``landwright import``: any heightmap or saved hex map becomes a recipe whose first stage reads it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from landwright.cli._source import with_noun_settings
from landwright.errors import FormatError, OutputError

if TYPE_CHECKING:
    from landwright.settings import Settings

__all__ = ["command"]


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
    """Make a recipe from any heightmap (PNG, RAW, NPY, GeoTIFF), or from a saved hex map (.hex)."""
    from landwright.recipe._save import write_text
    from landwright.works import recipe_from

    if file.suffix.lower() == ".toml":
        raise FormatError(f"{file}: this is a recipe already; build it: landwright build {file} -o {file.stem}")
    if output.suffix.lower() != ".toml":
        raise OutputError(f"{output}: a recipe's name must end in .toml.")
    if output.exists() and not output.is_dir() and not force:
        raise OutputError(f"{output}: there is such a file already; use another name, or --force to replace it.")
    given = {"cell_size": cell_size, "low": low, "relief": relief, "warp": "utm" if warp else None}
    kept = {name: value for name, value in given.items() if value is not None}
    reading = _reading(file, kept, settings)
    recipe = recipe_from(file, output, reading)
    write_text(output, recipe.source)
    if recipe.hexmap is not None:
        size = f"{recipe.hexmap.columns} x {recipe.hexmap.rows} cells"
        click.echo(f"{output}: {size}. Next: landwright build {output} -o {output.with_suffix('')}", err=True)
        return
    rows, cols = recipe.grid.shape if recipe.grid is not None else (0, 0)
    cell_size = recipe.grid.cell_size if recipe.grid is not None else 0.0
    click.echo(
        f"{output}: {rows} x {cols} samples of {cell_size:g} m. "
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
