"""The routes: where HTTP and the WebSocket meet the sessions."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import shutil
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

import landwright
from landwright._explain import first_sentence
from landwright.errors import LandwrightError
from landwright.studio import protocol
from landwright.studio._document import began
from landwright.studio._front import body_limit
from landwright.studio._guard import TooLarge
from landwright.studio._schema import form_schema
from landwright.studio._session import Session
from landwright.studio._studio import TEXT_REST, Studio
from landwright.studio._uploads import opened, safe_name
from landwright.studio._wire import Part

__all__ = ["app"]


class Outbox:
    """What waits to be sent to a page: in order, but of worlds only the newest with its parts, and of a job only the newest progress."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._items: deque[protocol.Told | bytes] = deque()
        self._there = asyncio.Event()

    def put(self, item: protocol.Told | bytes) -> None:
        """Add a message; safe from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._put, item)

    def _put(self, item: protocol.Told | bytes) -> None:
        if isinstance(item, bytes) and not isinstance(item, Part):
            self._items = deque(held for held in self._items if not isinstance(held, bytes))
        elif isinstance(item, protocol.Progress):
            self._items = deque(
                held for held in self._items if not (isinstance(held, protocol.Progress) and held.job == item.job)
            )
        self._items.append(item)
        self._there.set()

    async def get(self) -> protocol.Told | bytes:
        """Return the next message."""
        while not self._items:
            self._there.clear()
            await self._there.wait()
        return self._items.popleft()


def app(studio: Studio) -> Starlette:
    """Return the application of a studio."""
    routes: list[BaseRoute] = [
        Route("/api/health", _health),
        Route("/api/schema", _schema),
        Route("/api/templates", _templates),
        Route("/api/templates/{name}.jpg", _thumbnail),
        Route("/api/recent", _recent),
        Route("/api/open", _open, methods=["POST"]),
        Route("/api/export", _export, methods=["POST"]),
        Route("/api/export/{job:int}", _exported),
        WebSocketRoute("/ws", _socket),
    ]
    made = Starlette(
        routes=routes,
        exception_handlers={LandwrightError: _refused, ValidationError: _refused, TooLarge: _refused, 404: _missing},
    )
    made.state.studio = studio
    return made


def _studio(request: Request | WebSocket) -> Studio:
    studio: Studio = request.app.state.studio
    return studio


def _json(model: BaseModel, status: int = 200) -> Response:
    return Response(model.model_dump_json(), status, media_type="application/json")


async def _refused(request: Request, error: Exception) -> Response:
    if isinstance(error, TooLarge):
        text, status = f"This is too large: at most {body_limit(request.url.path):,} bytes are accepted.", 413
    elif isinstance(error, ValidationError):
        text, status = first_sentence(error, protocol.ExportRequest), 422
    else:
        text, status = str(error), 422
    return _json(protocol.Refused(error=text), status)


async def _missing(request: Request, error: Exception) -> Response:
    return _json(protocol.Refused(error="There is nothing at this address."), 404)


async def _health(request: Request) -> Response:
    return JSONResponse({"ok": True, "version": landwright.__version__})


async def _schema(request: Request) -> Response:
    return JSONResponse(await run_in_threadpool(form_schema))


async def _templates(request: Request) -> Response:
    entries = await run_in_threadpool(_studio(request).templates.entries)
    return JSONResponse([entry.model_dump() for entry in entries])


async def _thumbnail(request: Request) -> Response:
    name = request.path_params["name"]
    return Response(await run_in_threadpool(_studio(request).templates.thumbnail, name), media_type="image/jpeg")


async def _recent(request: Request) -> Response:
    entries = await run_in_threadpool(_studio(request).state.recent)
    return JSONResponse([entry.model_dump() for entry in entries])


def _session(request: Request) -> Session:
    return _studio(request).find(request.query_params.get("session"))


async def _on_desk(session: Session, work: Callable[..., Any], *args: Any) -> Any:
    return await asyncio.wrap_future(session.submit(work, *args))


async def _open(request: Request) -> Response:
    session = _session(request)
    name = safe_name(request.query_params.get("name", ""))
    folder = session.state.room(session.id) / f"in-{secrets.token_hex(4)}"
    folder.mkdir(mode=0o700)
    try:
        with (folder / name).open("wb") as stream:
            async for chunk in request.stream():
                await run_in_threadpool(stream.write, chunk)
        recipe, told = await run_in_threadpool(opened, folder / name, folder)
    except BaseException as error:
        await run_in_threadpool(shutil.rmtree, folder, ignore_errors=True)
        if isinstance(error, LandwrightError):  # a page knows its file by name, not where the studio put it
            return _json(protocol.Refused(error=str(error).replace(f"{folder}{os.sep}", "")), 422)
        raise
    kind = "recipe" if Path(name).suffix.lower() in (".toml", ".json") else "heightmap"
    title = name if kind == "recipe" else f"{Path(name).stem}.toml"
    await _on_desk(session, partial(session.start, recipe, began("open", name), title, precious=True))
    for text in told:
        session.send(protocol.Notice(level="warning", message=text))
    return _json(protocol.Opened(name=title, kind="recipe" if kind == "recipe" else "heightmap"))


async def _export(request: Request) -> Response:
    wanted = protocol.ExportRequest.model_validate_json(await request.body())
    session, studio = _session(request), _studio(request)

    def start() -> protocol.ExportStarted:
        document = session.open_document()
        text = document.text() if wanted.kind == "recipe" else ""
        export = studio.exports.start(wanted, document.recipe, text, document.name, document.revision, session.send)
        return protocol.ExportStarted(job=export.job, name=export.name)

    return _json(await _on_desk(session, start), 202)


async def _exported(request: Request) -> Response:
    export = _studio(request).exports.find(request.path_params["job"])
    if export is None:
        return _json(protocol.Refused(error="There is no such export any more; start it again."), 404)
    if not export.finished.is_set():
        return _json(protocol.ExportState(job=export.job, fraction=export.fraction), 202)
    if export.file is None:
        return _json(protocol.Refused(error=export.error or "The export failed."), 410 if export.cancelled else 422)
    return FileResponse(export.file, filename=export.name, media_type="application/octet-stream")


async def _socket(socket: WebSocket) -> None:
    studio = _studio(socket)
    await socket.accept()
    outbox = Outbox()
    session = await run_in_threadpool(studio.connect, socket.query_params.get("session"), outbox.put)
    sender = asyncio.create_task(_sending(socket, outbox))
    await _on_desk(session, session.greet)
    try:
        await _receiving(socket, session, outbox)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the page is gone; its session waits for it
    finally:
        session.detach(outbox.put)
        sender.cancel()
        with contextlib.suppress(RuntimeError):
            session.submit(session.rest)


async def _sending(socket: WebSocket, outbox: Outbox) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            item = await outbox.get()
            if isinstance(item, bytes):
                await socket.send_bytes(item)
            else:
                await socket.send_text(item.model_dump_json())
                if isinstance(item, protocol.Bye):
                    await socket.close(1001)
                    return


async def _receiving(socket: WebSocket, session: Session, outbox: Outbox) -> None:
    loop = asyncio.get_running_loop()
    timer: asyncio.TimerHandle | None = None
    while True:
        text = await socket.receive_text()
        if timer is not None:
            timer.cancel()
        try:
            message = protocol.CLIENT.validate_json(text)
        except ValidationError as error:
            outbox.put(_not_understood(text, error))
        else:
            if isinstance(message, protocol.Cancel):
                _cancel(socket, session, message)  # at once, not after the work that is to be stopped
            else:
                await _on_desk(session, session.handle, message)
        timer = loop.call_later(TEXT_REST, _rest, session)


def _rest(session: Session) -> None:
    with contextlib.suppress(RuntimeError):
        session.submit(session.rest)


def _cancel(socket: WebSocket, session: Session, message: protocol.Cancel) -> None:
    if message.job is None or not _studio(socket).exports.cancel(message.job):
        session.builder.cancel()


def _not_understood(text: str, error: ValidationError) -> protocol.Told:
    import json

    first = error.errors()[0]
    sentence = f"This message was not understood: {'.'.join(map(str, first['loc']))}: {first['msg']}."
    with contextlib.suppress(ValueError, RecursionError):
        said = json.loads(text)
        if isinstance(said, dict) and said.get("type") == "edit" and isinstance(said.get("seq"), int):
            return protocol.Invalid(seq=said["seq"], path="", message=sentence)
    return protocol.Notice(level="error", message=sentence)
