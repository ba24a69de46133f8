"""``landwright path``: the cheapest way between two cells of a hex map."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from landwright.cli._progress import Bar
from landwright.cli._source import read_thing, with_noun_settings
from landwright.errors import FormatError, SettingError, sentence

if TYPE_CHECKING:
    from landwright.hexmap import HexMap

__all__ = ["command"]


@click.command("path")
@click.argument("source", type=click.Path(path_type=Path), metavar="FILE|WORLD")
@click.argument("start", metavar="FROM")
@click.argument("goal", metavar="TO")
@click.option("--speed", type=int, help="Points of a turn; 24 when left out.")
@click.option("--set", "settings", multiple=True, metavar="SETTING=VALUE", help="A cost, such as road=1 or slope=10.")
@click.option("--no-cache", is_flag=True, help="Compute everything anew and keep nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
def command(
    source: Path,
    start: str,
    goal: str,
    speed: int | None,
    settings: tuple[str, ...],
    no_cache: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Find the cheapest way between two cells of a hex map, each given as COLUMN,ROW: 0,0 is in the south-west.

    Water, cliffs and walls without a road through them cannot be crossed. Without any way the exit code is 1.
    """
    from landwright.hexmap import Movement, find_path

    ends = _cell(start, "FROM"), _cell(goal, "TO")
    noun = with_noun_settings(Movement() if speed is None else Movement(speed=speed), settings)
    with Bar(quiet=quiet) as bar:
        land = _land(source, bar, cache=not no_cache)
    found = find_path(land, *ends, noun)
    if as_json:
        steps = [] if found is None else list(zip(found.cells.tolist(), found.costs.tolist(), found.turns.tolist()))
        click.echo(
            json.dumps(
                {
                    "from": list(ends[0]),
                    "to": list(ends[1]),
                    "found": found is not None,
                    "steps": max(0, len(steps) - 1),
                    "cost": None if found is None else found.cost,
                    "turns": None if found is None else int(found.turns[-1]) + 1,
                    "way": [{"column": c, "row": r, "cost": cost, "turn": turn} for (c, r), cost, turn in steps],
                },
                indent=2,
            )
        )
    if found is None:
        raise SettingError(f"path: no way leads from {start} to {goal}; water, cliffs or walls lie between.")
    if not as_json:
        turns = int(found.turns[-1]) + 1
        click.echo(
            f"{start} to {goal}: {len(found)} steps, {found.cost} points, {turns} turn{'s' if turns > 1 else ''}"
        )
        for (column, row), cost, turn in zip(found.cells.tolist(), found.costs.tolist(), found.turns.tolist()):
            click.echo(f"  turn {turn + 1:<3} {f'{column},{row}':<9} {cost:>5}")


def _cell(text: str, which: str) -> tuple[int, int]:
    column, comma, row = text.partition(",")
    if not comma or not all(part.strip().isascii() and part.strip().isdigit() for part in (column, row)):
        raise SettingError(sentence(f"path: {which}", "must be a cell, COLUMN,ROW such as 3,4", text))
    return int(column), int(row)


def _land(source: Path, bar: Bar, *, cache: bool) -> HexMap:
    from landwright.hexmap import HexMap
    from landwright.world import World

    thing = read_thing(source, bar, cache=cache)
    held = thing.hexmap if isinstance(thing, World) else thing
    if not isinstance(held, HexMap):
        what = "a world without a hex map" if isinstance(thing, World) else f"a {type(thing).__name__}"
        raise FormatError(f"{source}: a way needs the cells of a hex map, and this holds {what}.")
    return held
