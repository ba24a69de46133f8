"""The studio: its sessions, and what they share."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path

import landwright
from landwright.errors import LandwrightError, OutputError
from landwright.recipe import Recipe, template
from landwright.studio import protocol
from landwright.studio._exports import Exports
from landwright.studio._frame import coarse, scale_of
from landwright.studio._front import MESSAGE_BYTES, UPLOAD_BYTES
from landwright.studio._history import STEPS
from landwright.studio._jobs import FIRST_STEP, PREVIEW_SIDE
from landwright.studio._memory import Memory, MemoryStore
from landwright.studio._session import Session
from landwright.studio._state import State
from landwright.studio._templates import Templates
from landwright.works import Store, build, keep_rasters

__all__ = ["LIMITS", "TEXT_REST", "Studio"]

LIMITS = protocol.Limits(
    message_bytes=MESSAGE_BYTES, upload_bytes=UPLOAD_BYTES, view_side=4097, preview_side=PREVIEW_SIDE, undo_steps=STEPS
)
TEXT_REST = 0.5
"""Seconds without a message after which edits are kept on disk and the page gets the recipe's text."""
_TINY = 33
_RASTERS = 1 << 30
"""Bytes of dropped heightmaps that stay in memory, so that no preview reads a file again."""
_MOST = 8
"""Sessions that stay awake without a page."""


class Studio:
    """Everything a server holds.

    Parameters
    ----------
    state : State
        Where it remembers.
    folder : Path
        The folder it was started in.
    file : Path, optional
        The recipe to open.
    store : Store, optional
        Where results are kept; nowhere on disk when left out.
    """

    def __init__(self, state: State, folder: Path, file: Path | None = None, store: Store | None = None) -> None:
        self.state, self.folder, self.store = state, folder, store
        self.memory = Memory()
        keep_rasters(_RASTERS)
        self.templates = Templates(state.folder / "thumbnails")
        self.exports = Exports(store)
        self.stopping: Callable[[], None] = lambda: None
        self._sessions: dict[str, Session] = {}
        self._lock = threading.Lock()
        self._file, self._begun = file, False

    def warm(self) -> None:
        """Load what the first picture needs while the browser starts; it costs nothing but the time that passes anyway."""
        threading.Thread(target=self._warm, name="landwright-studio-warm", daemon=True).start()

    def _warm(self) -> None:
        with contextlib.suppress(LandwrightError, MemoryError):
            if self._file is None:
                build(coarse(template("alps"), _TINY), cache=False, control=self.templates.control)
                return
            recipe = Recipe.load(self._file)
            side = scale_of(recipe).previews[FIRST_STEP]  # the very preview that the page will ask for first
            build(coarse(recipe, side), cache=MemoryStore(self.memory), control=self.templates.control)

    def _make(self, id: str) -> Session:
        session = Session(id, self.state, self.folder, self.store, self.memory)
        session.stopping = self._quit
        self._sessions[id] = session
        return session

    def hello(self, session: Session) -> protocol.Hello:
        """Return the first message of a connection."""
        return protocol.Hello(
            version=landwright.__version__,
            session=session.id,
            templates=self.templates.entries(),
            recent=self.state.recent(),
            limits=LIMITS,
        )

    def connect(self, id: str | None, sink: Callable[[protocol.Told | bytes], None]) -> Session:
        """Greet a page that connects and return its session: its own; else a new one, the first of which opens the file."""
        with self._lock:
            session = self._sessions.get(id) if id is not None else None
            if session is None and id is not None and State.is_session(id):
                session = self._back(id)
            begins = session is None and not self._begun
            session = self._make(State.new_session()) if session is None else session
            self._begun = self._begun or begins
            sink(self.hello(session))  # before anything that a job at work has to say
            session.attach(sink)
            self._sessions[session.id] = self._sessions.pop(session.id)  # used last
            idle = [held for held in self._sessions.values() if not held.attached]
            awake = frozenset(self._sessions)
        for held in idle[: max(0, len(idle) - _MOST)]:
            held.stop()
            with self._lock:
                self._sessions.pop(held.id, None)
        if begins:
            session.submit(session.begin, self._file, awake)
        return session

    def _back(self, id: str) -> Session | None:
        """Bring a session back that an earlier server kept; None when it did not."""
        document = self.state.find(id)
        if document is None:
            return None
        session = self._make(id)
        session.document = document
        return session

    def find(self, id: str | None) -> Session:
        """Return a session by its id; without one, the one that a page listens to.

        Raises
        ------
        OutputError
            If there is no such session.
        """
        with self._lock:
            if id is not None and id in self._sessions:
                return self._sessions[id]
            attached = [session for session in self._sessions.values() if session.attached]
        if id is not None or not attached:
            raise OutputError("This page is not connected; reload it.")
        return attached[-1]

    def _quit(self) -> None:
        for session in list(self._sessions.values()):
            session.send(protocol.Bye())
        self.stopping()

    def stop(self) -> None:
        """Keep all edits and end everything."""
        self.templates.control.cancel()
        self.exports.stop()
        with self._lock:
            sessions = list(self._sessions.values())
            self._sessions.clear()
        for session in sessions:
            with contextlib.suppress(OutputError):
                session.stop()
