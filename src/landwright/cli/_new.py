"""``landwright new``: start a recipe from a template."""

from __future__ import annotations

from pathlib import Path

import click

from landwright.cli._source import SEED, parsed_seed
from landwright.errors import OutputError

__all__ = ["command"]


@click.command("new")
@click.argument("template", required=False)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE.toml", help="The recipe file to write.")
@SEED
@click.option("--list", "show", is_flag=True, help="List the templates.")
@click.option("--force", is_flag=True, help="Replace the file if it is there.")
def command(template: str | None, output: Path | None, seed: str | None, show: bool, force: bool) -> None:
    """Start a recipe from a template.

    The recipe is full of comments: read it, change it, build it.
    """
    from landwright.recipe._template import summaries
    from landwright.recipe._template import template as load

    if show:
        about = summaries()
        width = max(map(len, about))
        for name, text in about.items():
            click.echo(f"{name:<{width}} {text}")
        return
    if template is None:
        raise click.UsageError(f"Which template? There are: {', '.join(summaries())}.")
    recipe = load(template, seed=parsed_seed(seed))
    if output is None:
        click.echo(recipe.to_toml(), nl=False)
        return
    if output.exists() and not output.is_dir() and not force:
        raise OutputError(f"{output}: there is such a file already; use another name, or --force to replace it.")
    recipe.save(output)
    click.echo(
        f"{output}: a recipe for {recipe.name or template}. Next: landwright build {output} -o {output.stem}", err=True
    )
