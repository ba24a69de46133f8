"""Runs the server: on this computer only, until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from starlette.types import ASGIApp

from landwright.errors import OutputError
from landwright.studio._front import MESSAGE_BYTES, Front, Loaded, body_limit
from landwright.studio._guard import Guard
from landwright.studio._key import secret, state_folder

if TYPE_CHECKING:
    from landwright.studio._studio import Studio

__all__ = ["PORT", "Server", "listen", "serve"]

HOST = "127.0.0.1"
PORT = 8417
"""Tried first, so that an open page finds a restarted studio."""
SWITCH = 0.0005
"""Seconds a thread computes while another waits (Python's own 0.005 is a third of a frame, and an edit passes three threads)."""


def listen(port: int | None) -> socket.socket:
    """Return a bound socket: on the port asked for, else on the usual one, else on any free one.

    Raises
    ------
    OutputError
        If the port that was asked for is taken.
    """
    for wanted in [port] if port is not None else [PORT, 0]:
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if hasattr(socket, "SO_REUSEADDR") and hasattr(socket, "SO_REUSEPORT"):
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port is free again at once
            made.bind((HOST, wanted))
            made.listen(128)
        except OSError as error:
            made.close()
            if port is None and wanted != 0:
                continue
            if error.errno == errno.EADDRINUSE:
                raise OutputError(
                    f"--port {wanted}: another program uses this port; name another one, or leave --port out for a free one."
                ) from None
            raise OutputError(f"--port {wanted}: the port cannot be used: {error.strerror or error}.") from None
        return made
    raise OutputError("No port is free.")


class Server:
    """A studio behind its guard, on a socket.

    Parameters
    ----------
    make : callable
        Makes the studio; called in a thread of its own, so that the page can be opened meanwhile.
    secret : bytes
        What cookies are made with.
    port : int, optional
        The port; chosen when left out.
    """

    def __init__(self, make: Callable[[], Studio], secret: bytes, port: int | None = None) -> None:
        self._socket = listen(port)
        self.port = int(self._socket.getsockname()[1])
        self._make = make
        self._app = Loaded(self._load, self.stop)
        self.guard = Guard(Front(self._app, lambda: self.studio.stop()), secret, self.port, body_limit)
        config = uvicorn.Config(
            self.guard,
            log_config=None,
            log_level=logging.WARNING,
            access_log=False,
            lifespan="on",
            ws="websockets-sansio",
            ws_max_size=MESSAGE_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=None,  # on loopback a peer that is gone closes; one that draws slowly is not gone
            timeout_graceful_shutdown=3,
            server_header=False,
            date_header=False,
        )
        self._uvicorn = uvicorn.Server(config)
        self._app.begin()

    def _load(self) -> ASGIApp:
        from landwright.studio._app import app

        self._studio = self._make()
        self._studio.stopping = self.stop
        return app(self._studio)

    @property
    def studio(self) -> Studio:
        """The studio; waits until it is loaded."""
        self._app.result()
        return self._studio

    def address(self) -> str:
        """Return the address to open, with a new token that works once."""
        return f"http://{HOST}:{self.port}/?token={self.guard.new_token()}"

    def close(self) -> None:
        """Keep all edits; raises what kept the studio from being loaded."""
        if self._app.there:
            self.studio.stop()

    def stop(self) -> None:
        """Ask the server to end; safe from any thread."""
        self._uvicorn.should_exit = True

    async def run(self, started: Callable[[], None]) -> None:
        """Serve until :meth:`stop` or Ctrl-C; `started` is called when a browser can come."""
        task = asyncio.create_task(self._uvicorn.serve(sockets=[self._socket]))
        while not self._uvicorn.started and not task.done():
            await asyncio.sleep(0.01)
        if not task.done():
            started()
        await task


def serve(file: Path | None, port: int | None, tell: Callable[[str], None]) -> None:
    """Serve a studio until Ctrl-C.

    Parameters
    ----------
    file : Path, optional
        The recipe to open.
    port : int, optional
        The port; the usual one, or any free one, when left out.
    tell : callable
        Called with the address when the server listens.
    """
    sys.setswitchinterval(SWITCH)
    folder = state_folder()

    def make() -> Studio:
        from landwright.studio._state import State
        from landwright.studio._studio import Studio
        from landwright.works import Store

        state = State(folder)
        studio = Studio(state, Path.cwd(), file, Store())
        studio.warm()
        state.trim()
        return studio

    server = Server(make, secret(folder), port)
    with contextlib.suppress(KeyboardInterrupt):  # the way a studio is ended; everything was kept
        asyncio.run(server.run(lambda: tell(server.address())))
    server.close()
