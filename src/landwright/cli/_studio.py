"""``landwright studio``: landscapes live in the browser."""

from __future__ import annotations

import importlib.util
import threading
import webbrowser
from pathlib import Path

import click

from landwright.errors import MissingExtra, RecipeError

__all__ = ["command"]


@click.command("studio")
@click.argument("file", required=False, type=click.Path(path_type=Path), metavar="[FILE.toml]")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on; a free one when left out.")
@click.option("--no-open", is_flag=True, help="Do not open a browser; the address is printed.")
def command(file: Path | None, port: int | None, no_open: bool) -> None:
    """Shape a landscape in the browser.

    Only this computer can reach the studio. Ctrl-C ends it; edits that were not saved are kept and come back next time.
    """
    if any(importlib.util.find_spec(name) is None for name in ("starlette", "uvicorn", "websockets")):
        raise MissingExtra("The studio", "studio")
    from landwright.cli._source import find_recipe

    if file is not None:
        file = find_recipe(file)
        if file.suffix.lower() not in (".toml", ".json"):
            raise RecipeError(
                f"{file}: the studio opens recipes; drop a heightmap on its page, or make a recipe of it: "
                f"landwright import {file} -o {file.stem}.toml"
            )
        from landwright.recipe import Recipe

        Recipe.load(file)
    from landwright.studio._front import built
    from landwright.studio._serve import serve

    if not built():
        click.echo("The studio's page is not built; in a source checkout `make studio` builds it.", err=True)

    def tell(address: str) -> None:
        click.echo(f"Landwright studio: {address}")
        click.echo("Ctrl-C ends it.", err=True)
        if not no_open:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    serve(file, port, tell)
    click.echo("The studio has ended; your edits are kept.", err=True)
