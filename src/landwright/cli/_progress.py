"""Progress on stderr: a bar on a terminal, a line a step elsewhere, nothing when asked to be quiet."""

from __future__ import annotations

import sys
import threading
from types import TracebackType
from typing import Any, Self

import click

__all__ = ["Bar"]

COMPILING = "compiling kernels, once"


class Bar:
    """Shows what runs, how far it is and how long it will take.

    Call it as ``works.build`` calls its progress. While kernels are compiled, which happens once after an installation, it says so.

    Parameters
    ----------
    quiet : bool
        Show nothing.
    compiling : bool
        Say when kernels are compiled.
    """

    def __init__(self, *, quiet: bool = False, compiling: bool = True) -> None:
        self._listens = compiling and not quiet
        self._quiet = quiet
        self._terminal = not quiet and sys.stderr.isatty()
        self._bar: Any = None
        self._task: Any = None
        self._what = ""
        self._compiled = 0
        self._lock = threading.Lock()
        self._remove: Any = None

    def __enter__(self) -> Self:
        """Start to listen for compilations."""
        if self._listens:
            from landwright._cache import on_compile

            self._remove = on_compile(self._compiling)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        if self._remove is not None:
            self._remove()
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, what: str, fraction: float, left: float | None) -> None:
        """Show that `what` runs and that a fraction of everything is done."""
        if self._quiet:
            return
        if self._terminal:
            self._show(what, fraction, "" if left is None or fraction >= 1.0 else f"{_words(left)} left")
        elif what and what != self._what:
            self._line(f"[{fraction:4.0%}] {what}")
        self._what = what

    def _compiling(self, kernel: str) -> None:
        with self._lock:
            self._compiled += 1
            count = self._compiled
        if self._terminal:
            self._show(f"{COMPILING} ({count}: {kernel})", None, "")
        elif count == 1:
            self._line(f"{COMPILING} (this can take a minute)")

    def _show(self, what: str, fraction: float | None, left: str) -> None:
        with self._lock:
            if self._bar is None:
                self._start()
            changes = {} if fraction is None else {"completed": fraction}
            self._bar.update(self._task, description=what or "done", left=left, **changes)

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        columns = (
            TextColumn("{task.description:<24.48}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[left]}"),
        )
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("", total=1.0, left="")
        self._bar.start()

    def _line(self, text: str) -> None:
        with self._lock:
            click.echo(text, err=True)


def _words(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
