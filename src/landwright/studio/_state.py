"""What the studio remembers between runs: the key of its cookie, files opened before, edits that no file has yet.

Everything lies in the user's state folder (``LANDWRIGHT_STATE_DIR`` names another one), readable by its owner only.
"""

from __future__ import annotations

import base64
import contextlib
import json
import re
import secrets
import shutil
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

from landwright.errors import FormatError, LandwrightError, OutputError
from landwright.recipe import Recipe
from landwright.recipe._save import write_text
from landwright.studio import protocol
from landwright.studio._document import Document
from landwright.studio._key import make_folder, state_folder

__all__ = ["State"]

_SESSION = re.compile(r"[A-Za-z0-9_-]{16}")
_MOST = 12
_KEEP_DAYS = 60.0


class State:
    """The studio's folder.

    Parameters
    ----------
    folder : Path, optional
        By default ``studio`` in the user's state folder.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = state_folder() if folder is None else folder
        make_folder(self.folder)

    # ------------------------------------------------------------ sessions

    @staticmethod
    def new_session() -> str:
        """Return an id that was never used."""
        return secrets.token_urlsafe(12)

    @staticmethod
    def is_session(text: str) -> bool:
        """Whether a text can be the id of a session."""
        return _SESSION.fullmatch(text) is not None

    def room(self, session: str) -> Path:
        """Return the folder of a session; made when it is missing."""
        if not self.is_session(session):
            raise FormatError("session: this is not the id of a session.")
        path = self.folder / "sessions" / session
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        return path

    def keep(self, session: str, document: Document) -> None:
        """Keep a document and its history for the case of a crash; beside it the recipe as text, for people."""
        room = self.room(session)
        packed = document.pack()
        packed["history"] = base64.b64encode(packed["history"]).decode()
        write_text(room / "history.json", json.dumps(packed))
        write_text(room / "recipe.toml.autosave", document.text())

    def find(self, session: str) -> Document | None:
        """Return the document of a session as it was kept, or None."""
        if not self.is_session(session):
            return None
        try:
            packed = json.loads((self.folder / "sessions" / session / "history.json").read_text(encoding="utf-8"))
            packed["history"] = base64.b64decode(packed["history"])
            return Document.unpack(packed)
        except (OSError, ValueError, KeyError, TypeError, LandwrightError):
            return None

    def drop(self, session: str) -> None:
        """Forget what was kept of a session."""
        if self.is_session(session):
            shutil.rmtree(self.folder / "sessions" / session, ignore_errors=True)

    def take(self, path: Path | None, awake: Collection[str] = (), recipe: Recipe | None = None) -> Document | None:
        """Return the newest kept document of a file (None: of no file) whose edits the file does not have, and keep it no longer.

        Sessions of `awake` are passed over. With `recipe`, what the file says now, only a document that began with just that is
        returned.
        """
        for room in self._rooms():
            document = self.find(room.name) if room.name not in awake else None
            if document is None or document.path != path or document.saved:
                continue
            if recipe is None or document.began_with(recipe):
                with contextlib.suppress(OSError):
                    (room / "history.json").unlink()
                return document
        return None

    def _rooms(self) -> list[Path]:
        found: list[tuple[float, Path]] = []
        for path in (self.folder / "sessions").glob("*"):
            with contextlib.suppress(OSError):
                found.append(((path / "history.json").stat().st_mtime, path))
        return [path for _, path in sorted(found, reverse=True)]

    def trim(self) -> None:
        """Forget sessions that nobody came back to for two months."""
        for room in self._rooms():
            with contextlib.suppress(OSError):
                if time.time() - (room / "history.json").stat().st_mtime > _KEEP_DAYS * 86400:
                    shutil.rmtree(room)

    # ------------------------------------------------------------ files opened before

    def opened(self, path: Path) -> None:
        """Put a file on top of the list of files opened before."""
        text = str(path.resolve())
        entries = [text, *(entry for entry in self._recent() if entry != text)][:_MOST]
        with contextlib.suppress(OutputError):
            write_text(self.folder / "recent.json", json.dumps(entries))

    def _recent(self) -> list[str]:
        try:
            entries: Any = json.loads((self.folder / "recent.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        return [entry for entry in entries if isinstance(entry, str)] if isinstance(entries, list) else []

    def recent(self) -> list[protocol.Recent]:
        """Return the files opened before that are still there, the last one first."""
        unsaved = set()
        for room in self._rooms()[:_MOST]:
            document = self.find(room.name)
            if document is not None and document.path is not None and not document.saved:
                unsaved.add(str(document.path))
        paths = [Path(entry) for entry in self._recent()]
        return [
            protocol.Recent(path=str(path), name=path.name, unsaved=str(path) in unsaved)
            for path in paths
            if path.is_file()
        ]
