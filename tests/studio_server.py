"""A studio in a process of its own, as a person starts it, and a browser to look at it with; for tests and tools."""

from __future__ import annotations

import os
import queue
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Self

ARGUMENTS = [
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--mute-audio",
]
"""Chromium draws with the processor, the same pixels at every start."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\?token=[\w-]+")
_PATIENCE = 90.0  # a busy machine may take long to load the compiled kernels


def find_chromium() -> str | None:
    """Return the path of a Chromium, or None; ``CHROMIUM=/path/to/it`` names another one."""
    named = os.environ.get("CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, BROWSERS)), None)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


class StudioProcess:
    """``landwright studio --no-open``.

    Parameters
    ----------
    folder : Path
        Where it starts, and where recipes are saved.
    state : Path
        Where it keeps what it remembers.
    recipe : Path, optional
        The recipe to open.
    port : int, optional
        A free one when left out.
    paths : sequence of Path
        Put in front of the import path: plug-ins.
    """

    def __init__(
        self,
        folder: Path,
        state: Path,
        *,
        recipe: Path | None = None,
        port: int | None = None,
        paths: tuple[Path, ...] = (),
    ) -> None:
        self.folder, self.state, self.recipe, self.paths = folder, state, recipe, paths
        self.port = free_port() if port is None else port
        self.said: list[str] = []
        self.url = ""
        self.process: subprocess.Popen[str] | None = None

    @property
    def origin(self) -> str:
        """The address without the token."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Self:
        """Start it and wait for its address."""
        words = [sys.executable, "-m", "landwright", "studio", "--no-open", "--port", str(self.port)]
        lines = (os.fspath(path) for path in (*self.paths, os.environ.get("PYTHONPATH")) if path)
        env = {**os.environ, "LANDWRIGHT_STATE_DIR": str(self.state), "PYTHONPATH": os.pathsep.join(lines)}
        self.process = subprocess.Popen(
            [*words, *([str(self.recipe)] if self.recipe else [])],
            cwd=self.folder,
            env={**env, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        found: queue.Queue[str | None] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, args=(found,), daemon=True)
        self._listener.start()
        try:
            url = found.get(timeout=_PATIENCE)
        except queue.Empty:
            url = None
        if url is None:
            self.stop()
            raise RuntimeError("the studio did not say where it is:\n" + "".join(self.said))
        self.url = url
        return self

    def _listen(self, found: queue.Queue[str | None]) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if address := _ADDRESS.search(line):
                found.put(address.group())
        found.put(None)

    def stop(self, *, kill: bool = False) -> int:
        """End it as Ctrl-C does, or by force; return its exit code."""
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL if kill else signal.SIGINT)
        try:
            code = self.process.wait(timeout=30.0)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self._listener.join(timeout=10.0)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None
        return code

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
