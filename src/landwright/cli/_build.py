"""``landwright build``: a recipe becomes a folder of files."""

from __future__ import annotations

import json
from pathlib import Path

import click

from landwright.cli._progress import Bar
from landwright.cli._source import SEED, SET, recipe_of, with_settings

__all__ = ["command"]


@click.command("build")
@click.argument("recipe", type=click.Path(path_type=Path), metavar="FILE.toml")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="DIR", required=True, help="Folder to write into."
)
@SET
@SEED
@click.option("--preview", is_flag=True, help="Also write preview.png, a relief picture.")
@click.option("--no-cache", is_flag=True, help="Compute everything anew and keep nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object about the outputs and stages on stdout.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
def command(
    recipe: Path,
    output: Path,
    settings: tuple[str, ...],
    seed: str | None,
    preview: bool,
    no_cache: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Build a recipe into a folder.

    The folder gets the recipe's outputs and recipe.toml, the recipe as built. What was built before comes from the cache; one
    late setting changed runs only what depends on it.
    """
    wanted = with_settings(recipe_of(recipe), settings, seed)
    from landwright.works import build

    with Bar(quiet=quiet) as bar:
        world = build(wanted, out=output, preview=preview, cache=not no_cache, progress=bar)
    report = world.report
    if as_json:
        click.echo(
            json.dumps(
                {
                    "name": world.name,
                    "seed": wanted.seed,
                    "seconds": round(report.seconds, 3),
                    "outputs": [{"path": f.path, "kind": f.kind, "sha256": f.sha256} for f in report.files],
                    "stages": [
                        {
                            "id": s.id,
                            "kind": s.kind,
                            "seconds": round(s.seconds, 3),
                            "digest": s.digest,
                            "cached": s.cached,
                        }
                        for s in report.stages
                    ],
                },
                indent=2,
            )
        )
    elif not quiet:
        cached = sum(stage.cached for stage in report.stages)
        click.echo(
            f"{world.name or recipe.stem}: {len(report.stages)} stages ({cached} from the cache) "
            f"and {len(report.files)} files in {report.seconds:.1f} s"
        )
        for file in report.files:
            click.echo(f"  {output / file.path}")
