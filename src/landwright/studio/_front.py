"""What answers at once: the page's own files. All else waits for the studio, which is loaded meanwhile.

Reading recipes and loading compiled kernels takes longer than a browser needs to open a window, so both happen side by side: this
module imports neither, and the server listens as soon as it is there.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Generic, TypeVar

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from landwright.studio._guard import page

__all__ = ["MESSAGE_BYTES", "STATIC", "UPLOAD_BYTES", "Front", "Loaded", "body_limit", "built"]

STATIC = Path(__file__).parent / "static"
"""The built page; it comes with the wheel, and a source checkout makes it with ``make studio``."""
MESSAGE_BYTES = 4 << 20
UPLOAD_BYTES = 768 << 20
"""The most bytes of a WebSocket message, and of a file that is opened."""

_MISSING = "The studio's page is not built. In a source checkout, `make studio` builds it; an installed Landwright has it inside."
_NOTHING = json.dumps({"error": "There is nothing at this address."}).encode()
_SMALL = 1 << 20
T = TypeVar("T")


def body_limit(path: str) -> int:
    """Return the most bytes a request's body may have."""
    return UPLOAD_BYTES if path == "/api/open" else _SMALL


def built() -> bool:
    """Whether the page is there."""
    return (STATIC / "index.html").is_file()


class Loaded(Generic[T]):
    """Something that is made in a thread of its own.

    Parameters
    ----------
    make : callable
        Makes it.
    failed : callable
        Called when that fails.
    """

    def __init__(self, make: Callable[[], T], failed: Callable[[], None]) -> None:
        self._future: Future[T] = Future()
        self._make, self._failed = make, failed

    def begin(self) -> None:
        """Make it, in a thread."""
        desk = ThreadPoolExecutor(max_workers=1, thread_name_prefix="landwright-studio-load")
        self._future = desk.submit(self._make)
        self._future.add_done_callback(lambda done: self._failed() if done.exception() is not None else None)
        desk.shutdown(wait=False)

    @property
    def there(self) -> bool:
        """Whether it was made, or cannot be."""
        return self._future.done()

    def result(self) -> T:
        """Wait for it; raises what kept it from being made."""
        return self._future.result()

    async def wait(self) -> T:
        """Wait for it, and let others work meanwhile."""
        return await asyncio.wrap_future(self._future)


class Front:
    """Answers for the page's files, and hands all else on.

    Parameters
    ----------
    app : Loaded of ASGI application
        What has the rest.
    stop : callable
        Called when the server ends, in a thread.
    """

    def __init__(self, app: Loaded[ASGIApp], stop: Callable[[], None]) -> None:
        self._app, self._stop = app, stop
        self._files = Starlette(
            routes=[Route("/", _index), Mount("/", StaticFiles(directory=STATIC, check_dir=False))],
            exception_handlers={404: _missing},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or wait for who does."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http" and not str(scope["path"]).startswith("/api/"):
            await self._files(scope, receive, send)
        else:
            await (await self._app.wait())(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            told = (await receive())["type"]
            if told == "lifespan.shutdown" and self._app.there:
                with contextlib.suppress(Exception):  # what could not be made needs no end
                    await run_in_threadpool(self._stop)
            await send({"type": f"{told}.complete"})
            if told == "lifespan.shutdown":
                return


async def _index(request: Request) -> Response:
    file = STATIC / "index.html"
    if not await run_in_threadpool(file.is_file):
        return Response(page(_MISSING), 503, media_type="text/html")
    return FileResponse(file)


async def _missing(request: Request, error: Exception) -> Response:
    return Response(_NOTHING, 404, media_type="application/json")
