"""``landwright sketch``: a photo of a drawing becomes a recipe of rivers, lakes and roads."""

from __future__ import annotations

from pathlib import Path

import click

from landwright.cli._source import check_target, with_noun_settings
from landwright.errors import FieldError, FormatError, OutputError

__all__ = ["command"]


@click.command("sketch")
@click.argument("photo", type=click.Path(path_type=Path), metavar="PHOTO")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE.toml", required=True, help="Recipe to write."
)
@click.option("--template", default="", metavar="NAME", help="Land under the drawing; without it, low hills.")
@click.option("--width", type=click.FloatRange(10.0, 1e6), help="How wide the page is on the ground (metres): 4000.")
@click.option("--show", type=click.Path(path_type=Path), metavar="FILE.png", help="Picture of what was found.")
@click.option("--set", "settings", multiple=True, metavar="SETTING=VALUE", help="How it is read: road_color='#d22d1e'.")
@click.option("--force", is_flag=True, help="Replace the recipe if it is there.")
def command(
    photo: Path,
    output: Path,
    template: str,
    width: float | None,
    show: Path | None,
    settings: tuple[str, ...],
    force: bool,
) -> None:
    """Make a recipe from a photo or scan of a drawing: roads in red, rivers in blue, lakes in green.

    What was found is shown in a picture beside the recipe; look at it before you build.
    """
    from landwright import io
    from landwright.io._picture import write_picture
    from landwright.networks.settings import Sketch
    from landwright.recipe._save import write_text
    from landwright.works import recipe_from_drawing

    if output.suffix.lower() != ".toml":
        raise OutputError(f"{output}: a recipe's name must end in .toml.")
    shown = output.with_name(f"{output.stem}_found.png") if show is None else show
    if shown.suffix.lower() != ".png":
        raise OutputError(f"{shown}: the picture of what was found must end in .png.")
    for path in (output, shown):
        check_target(path)
    if output.exists() and not force:
        raise OutputError(f"{output}: there is such a file already; use another name, or --force to replace it.")
    if template and width is not None:
        raise click.UsageError("--width is for a drawing without --template, which has its own size.")
    noun = with_noun_settings(Sketch(), settings)
    image = io.read_photo(photo)
    try:
        recipe, drawing = recipe_from_drawing(image, photo, output, noun, width=width or 4000.0, template=template)
    except FieldError as error:
        raise FormatError(f"{photo}: {error}") from None
    write_picture(drawing.picture, shown)
    write_text(output, recipe.source)
    for warning in drawing.warnings:
        click.echo(f"note: {warning}", err=True)
    counts = (("road", len(drawing.roads)), ("river", len(drawing.rivers)), ("lake", len(drawing.ponds)))
    found = ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for word, count in counts)
    click.echo(
        f"{output}: {found}; {shown} shows them. Next: landwright build {output} -o {output.with_suffix('')}", err=True
    )
