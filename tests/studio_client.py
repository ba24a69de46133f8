"""Stand-ins for a page: what takes messages, a client of a running server, and servers that end with a test."""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import threading
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from landwright.studio._key import secret
from landwright.studio._serve import Server
from landwright.studio._state import State
from landwright.studio._studio import Studio
from landwright.studio._wire import unpack
from landwright.works import Store

__all__ = ["House", "Page", "Sink"]

PATIENCE = 30.0


class Sink:
    """Takes what the server tells, as a page would."""

    def __init__(self) -> None:
        self.items: queue.Queue[Any] = queue.Queue()
        self.seen: list[Any] = []

    def __call__(self, item: Any) -> None:
        self.items.put(item)

    def until(self, type: str, **wanted: Any) -> Any:
        """Return the first message of a type with some values; frames are of the type ``world``."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            item = self.items.get(timeout=PATIENCE)
            told = unpack(item)[0] if isinstance(item, bytes) else item.model_dump()
            self.seen.append(told)
            if told["type"] == type and all(told[key] == value for key, value in wanted.items()):
                return told
        raise TimeoutError(type)


class Page:
    """A page of a running server: its cookie, its socket."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.base = f"http://127.0.0.1:{server.port}"
        self.http = httpx.Client(base_url=self.base, timeout=PATIENCE, headers={"origin": self.base})
        self.http.get(server.address())
        self._open = contextlib.ExitStack()
        self.socket: ClientConnection | None = None
        self.session = ""
        self.seen: list[dict[str, Any]] = []

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def connect(self, session: str | None = None) -> dict[str, Any]:
        query = "" if session is None else f"?session={session}"
        self._open.close()
        self.socket = self._open.enter_context(
            connect(
                f"{self.base.replace('http', 'ws')}/ws{query}",
                origin=self.base,  # type: ignore[arg-type]
                additional_headers={"cookie": self.cookie},
                max_size=None,
                compression=None,
                ping_interval=None,
                close_timeout=0.5,  # what was not read is not waited for
            )
        )
        hello = self.until("hello")
        self.session = hello["session"]
        return hello

    def say(self, type: str, **values: Any) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps({"type": type, **values}))

    def set(self, path: str, value: Any, seq: int = 1, **values: Any) -> None:
        self.say("edit", seq=seq, ops=[{"op": "set", "path": path, "value": value}], **values)

    def until(self, type: str, **wanted: Any) -> dict[str, Any]:
        assert self.socket is not None
        while True:
            try:
                got = self.socket.recv(timeout=PATIENCE)
            except TimeoutError:
                raise AssertionError(f"no {type} {wanted}; told: {self.seen[-6:]}") from None
            told = unpack(got)[0] if isinstance(got, bytes) else json.loads(got)
            self.seen.append(told)
            if told["type"] == type and all(told.get(key) == value for key, value in wanted.items()):
                return told

    def export(self, **request: Any) -> httpx.Response:
        started = self.http.post("/api/export", json=request, params={"session": self.session})
        if started.status_code != 202:
            return started
        job = started.json()["job"]
        while (answer := self.http.get(f"/api/export/{job}")).status_code == 202:
            time.sleep(0.02)
        return answer

    def close(self) -> None:
        self._open.close()
        self.http.close()


class House:
    """Servers of one test, on one state folder."""

    def __init__(self, folder: Path, store: Path) -> None:
        self.folder, self.store = folder, store
        self._running: list[tuple[Server, threading.Thread]] = []
        self._pages: list[Page] = []

    def start(self, file: Path | None = None, port: int | None = None) -> Server:
        state = State(self.folder / "state")
        server = Server(lambda: Studio(state, self.folder, file, Store(self.store)), secret(state.folder), port)
        started = threading.Event()
        thread = threading.Thread(target=lambda: asyncio.run(server.run(started.set)), daemon=True)
        thread.start()
        assert started.wait(PATIENCE)
        self._running.append((server, thread))
        return server

    def page(self, server: Server) -> Page:
        page = Page(server)
        self._pages.append(page)
        return page

    def stop(self, server: Server) -> None:
        server.stop()
        for held, thread in self._running:
            if held is server:
                thread.join(PATIENCE)
                assert not thread.is_alive()

    def stop_all(self) -> None:
        for page in self._pages:
            page.close()
        for server, _ in self._running:
            self.stop(server)
