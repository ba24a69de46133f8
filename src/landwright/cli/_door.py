"""The group of commands: loaded one by one, so that help is quick, and ended with one sentence and an exit code.

Exit codes: 0 done, 1 refused (one sentence on stderr), 2 wrong usage, 130 Ctrl-C, 143 terminated.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import warnings
from types import FrameType
from typing import IO, Any, NoReturn

import click

import landwright
from landwright.errors import LandwrightError

__all__ = ["cli", "enter"]

COMMANDS = {
    "new": ("_new", "Start a recipe from a template."),
    "build": ("_build", "Build a recipe into a folder."),
    "render": ("_render", "Draw a picture of a recipe, a world or a heightmap."),
    "export": ("_export", "Write a recipe, a world or a heightmap as another file."),
    "import": ("_import", "Make a recipe from any heightmap."),
    "sketch": ("_sketch", "Make a recipe from a photo of a drawing."),
    "info": ("_info", "Say what a recipe, a world or a file holds."),
    "doctor": ("_doctor", "Say what is wrong with a landscape, and where."),
    "path": ("_path", "Find the cheapest way between two cells of a hex map."),
    "studio": ("_studio", "Shape a landscape in the browser."),
    "warmup": ("_warmup", "Compile every kernel now, so that no later command waits."),
    "schema": ("_schema", "Print the JSON Schema of recipes."),
}
"""Command to (module, one line of help)."""


class Ended(click.ClickException):
    """An end with one sentence and an exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code

    @property
    def exit_code(self) -> int:  # type: ignore[override]
        """The process's exit code."""
        return self.code

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence on stderr, without decoration."""
        click.echo(self.message, file=file or sys.stderr)


class _Group(click.Group):
    """Commands by name, each imported when it is used; errors of the house become sentences."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"landwright.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        from landwright.errors import nearest

        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            close = nearest(args[0], COMMANDS)
            hint = f" Did you mean {close!r}?" if close else ""
            ctx.fail(f"There is no command {args[0]!r}.{hint} Commands: {', '.join(COMMANDS)}.")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except LandwrightError as error:
            raise Ended(str(error), 1) from None
        except KeyboardInterrupt:
            raise Ended("Stopped. Nothing half-made was left behind.", 130) from None
        except MemoryError:
            raise Ended("There is not enough memory for this; use a smaller grid.shape.", 1) from None


_HELP = """Landwright makes land: landscapes from a recipe and a seed.

\b
Start here:
  landwright new alps -o alps.toml
  landwright build alps.toml -o alps
"""


@click.command(
    cls=_Group, help=_HELP, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(landwright.__version__, "-V", "--version", message="landwright %(version)s")
def cli() -> None:
    """Carry the commands; the help is above."""


def _note(message: Warning | str, category: type[Warning], file: str, line: int, *_: object) -> None:
    """Show a warning as a sentence, without the place in our code."""
    click.echo(f"note: {message}", err=True)


def _terminated(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)


def enter() -> NoReturn:
    """Run the command line; leave with its exit code."""
    try:
        warnings.showwarning = _note  # type: ignore[assignment]
        signal.signal(signal.SIGTERM, _terminated)
        cli.main(prog_name="landwright")
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        _stop_writing()
        sys.exit(1)
    except OSError as error:  # such as a full disk that stdout is sent to
        _stop_writing()
        place = f"{error.filename}: " if error.filename else "The output cannot be written: "
        click.echo(f"{place}{error.strerror or error}.", err=True)
        sys.exit(1)
    sys.exit(0)


def _stop_writing() -> None:
    """Let nothing more be written to stdout, which would fail once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
