"""The studio's folder, and the key in it that cookies are made with."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

import platformdirs

from landwright.errors import OutputError

__all__ = ["make_folder", "secret", "state_folder"]


def state_folder() -> Path:
    """Return where the studio remembers: ``studio`` in the user's state folder, or in that which LANDWRIGHT_STATE_DIR names."""
    named = os.environ.get("LANDWRIGHT_STATE_DIR")
    base = Path(named) if named else Path(platformdirs.user_state_dir("landwright", appauthor=False))
    return base / "studio"


def make_folder(folder: Path) -> None:
    """Make the folder, readable by its owner only.

    Raises
    ------
    OutputError
        If that is not possible.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise OutputError(
            f"{folder}: the studio cannot keep its state there: {error.strerror or error}. "
            "Name another folder with LANDWRIGHT_STATE_DIR."
        ) from None


def secret(folder: Path) -> bytes:
    """Return the key that cookies are made with; made once, readable by its owner only."""
    make_folder(folder)
    path = folder / "key"
    with contextlib.suppress(OSError):
        held = path.read_bytes()
        if len(held) == 32:
            return held
        path.unlink()
    made = secrets.token_bytes(32)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:  # another studio was quicker
        return path.read_bytes()
    except OSError as error:
        raise OutputError(f"{path}: the file cannot be written: {error.strerror or error}.") from None
    with os.fdopen(handle, "wb") as stream:
        stream.write(made)
    return made
