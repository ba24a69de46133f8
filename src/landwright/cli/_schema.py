"""``landwright schema``: the JSON Schema of recipes."""

from __future__ import annotations

import json
from pathlib import Path

import click

__all__ = ["command"]


@click.command("schema")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE.json", help="File to write; stdout by default."
)
def command(output: Path | None) -> None:
    """Print the JSON Schema of recipes: every kind, its settings, units, bounds and help."""
    from landwright.recipe import schema
    from landwright.recipe._save import write_text

    text = json.dumps(schema(), indent=2, ensure_ascii=False)
    if output is None:
        click.echo(text)
    else:
        write_text(output, text + "\n")
