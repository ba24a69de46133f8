"""``landwright doctor``: what is wrong with a landscape, and where."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from landwright.cli._progress import Bar
from landwright.cli._source import is_recipe, read_thing, recipe_of, with_noun_settings
from landwright.errors import InputMissing

if TYPE_CHECKING:
    from landwright.doctor import Checkup, Finding

__all__ = ["command"]


@click.command("doctor")
@click.argument("source", type=click.Path(path_type=Path), metavar="FILE|WORLD")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="SETTING=VALUE",
    help="Be stricter or milder, such as max_grade=0.08 or pit_depth=2. Can be given several times.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def command(context: click.Context, source: Path, settings: tuple[str, ...], as_json: bool, quiet: bool) -> None:
    """Say what is wrong with a landscape, and where.

    FILE is a heightmap, a mesh, cells or lines, ours or foreign, a recipe (which is built), or the folder of a built world. Looked for are
    pits, spikes, numbers that are no heights, terraces of 8 bits, swapped bytes, seams, clipped tops, wrong units; rivers that run
    uphill, lakes that are not level; roads too steep, under the ground or in the air, closed mouths of tunnels; leaks and flipped faces.

    It ends with exit code 0 when the landscape is healthy (what is only worth knowing does not count), and with 1 when something is wrong,
    or when the file cannot be read; then stdout is empty.
    """
    if not source.exists():
        raise InputMissing(f"{source}: there is no such file or folder.")
    found = _findings(source, settings, quiet)
    healthy = not any(one.severity in ("error", "warning") for one in found)
    if as_json:
        about = {"file": str(source), "healthy": healthy, "findings": [one.to_json() for one in found]}
        click.echo(json.dumps(about, indent=2, allow_nan=False))
    else:
        for one in found:
            click.echo(str(one))
        click.echo(_summary(source, found, healthy))
    if not healthy:
        context.exit(1)


def _findings(source: Path, settings: tuple[str, ...], quiet: bool) -> tuple[Finding, ...]:
    from landwright.doctor import Checkup, examine, examine_file

    with Bar(quiet=quiet) as bar:
        if is_recipe(source) and not _of_cells(source):
            noun = with_noun_settings(_as_built(source, Checkup()), settings)
            return examine(read_thing(source, bar), noun)
        return examine_file(source, with_noun_settings(Checkup(), settings))


def _of_cells(source: Path) -> bool:
    """Return whether a .json file is a table of cells and no recipe."""
    if source.is_dir() or source.suffix.lower() != ".json":
        return False
    try:
        held: Any = json.loads(source.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return not (isinstance(held, dict) and "format" in held and ("stages" in held or "stage" in held))


def _as_built(source: Path, noun: Checkup) -> Checkup:
    """Return the checkup with the grades that the recipe's own roads may have."""
    grades = [getattr(stage.noun, "max_grade", None) for stage in recipe_of(source).stages if stage.enabled]
    most = [float(grade) for grade in grades if grade is not None]
    return noun.replace(max_grade=max(most)) if most else noun


def _summary(source: Path, found: tuple[Finding, ...], healthy: bool) -> str:
    counts = {word: sum(one.severity == word for one in found) for word in ("error", "warning", "info")}
    if healthy:
        notes = f" {counts['info']} thing{'s' * (counts['info'] != 1)} worth knowing." if counts["info"] else ""
        return f"{source} is healthy.{notes}"
    named = [f"{counts[word]} {word}{'s' * (counts[word] != 1)}" for word in ("error", "warning") if counts[word]]
    return f"{source}: {' and '.join(named)}."
