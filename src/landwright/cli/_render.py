"""``landwright render``: a picture of anything with ground."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from landwright.cli._progress import Bar
from landwright.cli._source import check_target, of_cells, of_planet, read_thing, with_noun_settings
from landwright.errors import FormatError, OutputError

__all__ = ["command"]

_CAMERA = ("azimuth", "elevation", "distance", "field_of_view")


@click.command("render")
@click.argument("source", type=click.Path(path_type=Path), metavar="FILE|WORLD")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="PNG", required=True, help="Picture to write.")
@click.option("--view", "view", is_flag=True, help="A perspective view from a camera.")
@click.option("--relief", "relief", is_flag=True, help="A map with light and shade. This is the default.")
@click.option("--plan", "plan", is_flag=True, help="A flat map of hexagons. This is the default for a hex map.")
@click.option("--orbit", "orbit", is_flag=True, help="A planet from space. This is the default for a planet.")
@click.option("--labels", help="What is written on the cells: none, offset, axial or elevation; for --plan.")
@click.option("--width", type=int, help="Width of the picture (pixels).")
@click.option("--height", type=int, help="Height of the picture (pixels); for --view and --orbit.")
@click.option("--azimuth", type=float, help="Bearing from the land to the camera (degrees); for --view.")
@click.option("--elevation", type=float, help="Angle of the camera above the horizon (degrees); for --view.")
@click.option("--distance", type=float, help="Distance of the camera from the middle (metres); for --view and --orbit.")
@click.option("--field-of-view", type=float, help="Angle the camera sees (degrees); for --view and --orbit.")
@click.option(
    "--set", "settings", multiple=True, metavar="SETTING=VALUE", help="Any other setting, such as sun_azimuth=200."
)
@click.option("--no-cache", is_flag=True, help="Compute everything anew and keep nothing.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
def command(
    source: Path,
    output: Path,
    view: bool,
    relief: bool,
    plan: bool,
    orbit: bool,
    labels: str | None,
    width: int | None,
    height: int | None,
    settings: tuple[str, ...],
    no_cache: bool,
    quiet: bool,
    **camera: float | None,
) -> None:
    """Draw a picture of a recipe, a built world, any heightmap, a hex map or a planet."""
    given = {name: value for name, value in camera.items() if value is not None}
    named = [word for word, on in (("--view", view), ("--relief", relief), ("--plan", plan), ("--orbit", orbit)) if on]
    if len(named) > 1:
        raise click.UsageError(f"Give either {named[0]} or {named[1]}, not both.")
    orbit = orbit or (not named and of_planet(source))
    if not view:
        only = [*given, *(["height"] if height is not None else [])]
        if orbit:
            only = [word for word in ("azimuth", "elevation") if word in given]
        if only and orbit:
            other = {"azimuth": "longitude", "elevation": "latitude"}[only[0]]
            raise click.UsageError(
                f"--{only[0]} is for a camera over land; for a planet give --set {other}={given[only[0]]:g}."
            )
        if only:
            raise click.UsageError(f"--{only[0].replace('_', '-')} is for a perspective view; add --view.")
    if output.suffix.lower() not in (".png", ".jpg", ".jpeg"):
        raise OutputError(f"{output}: a picture's name must end in .png or .jpg.")
    check_target(output)
    plan = plan or (not named and not orbit and of_cells(source))
    if labels is not None and not plan:
        raise click.UsageError("--labels is for a flat map of hexagons; add --plan.")
    if labels is not None:
        settings = (f"labels={labels}", *settings)
    noun = with_noun_settings(
        _orbit(width, height, given) if orbit else _plan(width) if plan else _noun(view, width, height, given), settings
    )
    from landwright import io
    from landwright._pool import Control, using
    from landwright.field import Heightfield
    from landwright.hexmap import HexMap
    from landwright.planet import Globe
    from landwright.works import paint
    from landwright.world import World

    with Bar(quiet=quiet) as bar:
        thing = read_thing(source, bar, cache=not no_cache)
        shown: tuple[type, ...] = (World, HexMap, Heightfield, Globe) if view else (World, Heightfield)
        shown = (World, HexMap) if plan else (World, Globe) if orbit else shown
        if not isinstance(thing, shown):
            what = (
                "a flat map needs cells" if plan else "an orbit needs a planet" if orbit else "a picture needs ground"
            )
            hint = " Give --plan for a flat map of it or --view for a perspective." if isinstance(thing, HexMap) else ""
            raise FormatError(f"{source}: {what}, and this holds a {type(thing).__name__}.{hint}")
        with using(Control(lambda fraction: bar(output.name, fraction, None))):
            picture = paint(thing, noun)
        io.write(picture, output)


def _orbit(width: int | None, height: int | None, camera: dict[str, Any]) -> Any:
    from landwright.render.settings import Orbit

    size: dict[str, Any] = {name: value for name, value in (("width", width), ("height", height)) if value is not None}
    return Orbit(**camera, **size)


def _plan(width: int | None) -> Any:
    from landwright.render.settings import HexPlan

    return HexPlan() if width is None else HexPlan(width=width)


def _noun(view: bool, width: int | None, height: int | None, camera: dict[str, Any]) -> Any:
    from landwright.render.settings import Camera, Relief, View

    if not view:
        return Relief(width=width) if width is not None else Relief()
    size: dict[str, Any] = {name: value for name, value in (("width", width), ("height", height)) if value is not None}
    return View(camera=Camera(**camera, **size))
