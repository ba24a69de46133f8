"""``landwright warmup``: compile every kernel now."""

from __future__ import annotations

import time

import click

from landwright.cli._progress import Bar

__all__ = ["command"]


@click.command("warmup")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
def command(quiet: bool) -> None:
    """Compile every kernel now, so that no later command waits.

    Compiled kernels are kept in the user's cache folder, or in LANDWRIGHT_CACHE_DIR.
    """
    from landwright import _cache
    from landwright._warmup import warmup

    start = time.monotonic()
    bar = Bar(quiet=quiet, compiling=False)

    def report(done: int, total: int, name: str) -> None:
        spent = time.monotonic() - start
        left = spent * (total - done) / done if done > 3 else None
        bar(name if done < total else "", done / max(total, 1), left)

    with bar:
        count, compiled = warmup(report)
    if not quiet:
        spent = time.monotonic() - start
        click.echo(f"{count} kernels are ready in {_cache.cache_folder()} ({compiled} compiled in {spent:.1f} s)")
