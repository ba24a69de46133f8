"""Warnings of readers and writers, heard so that a page can show them."""

from __future__ import annotations

import contextlib
import threading
import warnings
from collections.abc import Iterator

from landwright.errors import FileWarning

__all__ = ["heard"]

_one_at_a_time = threading.Lock()
"""Python keeps one list of warning filters for all threads."""


@contextlib.contextmanager
def heard() -> Iterator[list[str]]:
    """Yield a list that holds, after the block, what files were warned about inside it."""
    told: list[str] = []
    with _one_at_a_time, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", FileWarning)
        yield told
        told += dict.fromkeys(str(one.message) for one in caught if issubclass(one.category, FileWarning))
