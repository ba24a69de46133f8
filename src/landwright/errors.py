"""The one error family.

Every error is a :class:`LandwrightError` and also the builtin that a caller would expect, so ``except ValueError``
keeps working. A message has five parts: which setting or layer, what it must be, what it got, the valid words, and what
to do next. :func:`sentence` builds it, so that no part is forgotten.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = [
    "Cancelled",
    "FieldError",
    "FileWarning",
    "FormatError",
    "InputMissing",
    "LandwrightError",
    "LossyWarning",
    "MemoryLimit",
    "MeshError",
    "MissingExtra",
    "OutputError",
    "RecipeError",
    "SettingError",
    "UnknownName",
    "nearest",
    "sentence",
]


class LandwrightError(Exception):
    """Anything Landwright refuses, with one sentence a person can act on."""


class SettingError(LandwrightError, ValueError):
    """A setting is unknown, missing, not finite, of the wrong type or out of range."""


class UnknownName(LandwrightError, AttributeError):
    """A noun or a raster has no such name: a verb was probably handed a noun, a grid or a raster of another kind."""


class FieldError(LandwrightError, ValueError):
    """A raster does not fit its grid, is not finite, or two rasters do not fit each other."""


class MeshError(LandwrightError, ValueError):
    """Vertices, faces or attributes of a mesh do not fit each other."""


class RecipeError(LandwrightError, ValueError):
    """A recipe cannot be read; the message names the file, the line and the setting."""


class FormatError(LandwrightError, ValueError):
    """A file is not what its name or header says, is truncated, or cannot hold what is written to it."""


class InputMissing(LandwrightError, FileNotFoundError):
    """A file that was asked for is not there."""


class OutputError(LandwrightError, OSError):
    """A file or folder cannot be written."""


class MissingExtra(LandwrightError, ImportError):
    """An optional library is needed for what was asked.

    Parameters
    ----------
    what : str
        What needs it, as the start of a sentence: ``"Reading GeoTIFF"``.
    extra : str
        The extra of Landwright that brings it: ``"geotiff"``.
    """

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional library. Install it with: pip install 'landwright[{extra}]'")


class MemoryLimit(LandwrightError, MemoryError):
    """The work would not fit into memory; raised before it starts."""


class Cancelled(LandwrightError, RuntimeError):
    """The caller asked a long job to stop; nothing half-done is left behind."""


class FileWarning(UserWarning):
    """A file was read or written in a way that its maker may not expect; the text says what was done."""


class LossyWarning(FileWarning):
    """A file holds, or will hold, less precision than the heights deserve."""


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Find the word that was probably meant.

    Parameters
    ----------
    word : str
        What was typed.
    words : iterable of str
        The valid words.

    Returns
    -------
    str or None
        The one of `words` that looks most like `word`; None when none is close.
    """
    found = difflib.get_close_matches(word, list(words), n=1, cutoff=0.55)
    return found[0] if found else None


def sentence(where: str, must: str, got: object, *, valid: Iterable[str] = (), hint: str = "") -> str:
    """Build the one sentence of an error.

    Parameters
    ----------
    where : str
        The setting, layer or file, for example ``"erosion.thermal: repose_slope"``.
    must : str
        What it must be, for example ``"must be > 0 (rise over run)"``.
    got : object
        The value that was refused; shown with ``repr`` and shortened.
    valid : iterable of str
        The valid words, when there is a short list of them; the nearest one is suggested.
    hint : str
        What to do next.

    Returns
    -------
    str
        ``"<where> <must>, got <got>. Valid: ... Did you mean ...? <hint>"``.
    """
    shown = repr(got)
    if len(shown) > 80:
        shown = shown[:77] + "..."
    text = f"{where} {must}, got {shown}."
    words = list(valid)
    if words:
        close = nearest(str(got), words)
        if close is not None:
            text += f" Did you mean {close!r}?"
        listed = ", ".join(words[:24]) + (", ..." if len(words) > 24 else "")
        text += f" Valid: {listed}."
    if hint:
        text += f" {hint}"
    return text
