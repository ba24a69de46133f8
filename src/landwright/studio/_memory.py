"""A store in memory on top of the one on disk: previews come and go many times a second and are not worth a file."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from landwright.works import Store
from landwright.works._containers import Value, arrays_of
from landwright.works._store import Entry

__all__ = ["Memory", "MemoryStore"]


class Memory:
    """Results by content address, up to a limit; what was not used for longest goes first.

    Parameters
    ----------
    most : int
        Bytes to keep.
    """

    def __init__(self, most: int = 512 << 20) -> None:
        self.most, self.size = most, 0
        self._held: OrderedDict[str, tuple[str, dict[str, Value]]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> tuple[str, dict[str, Value]] | None:
        """Return digest and layers, or None."""
        with self._lock:
            held = self._held.get(key)
            if held is not None:
                self._held.move_to_end(key)
            return held

    def put(self, key: str, layers: Mapping[str, Value], digest: str) -> None:
        """Keep a result, unless it alone is more than half of what may be kept."""
        size = _bytes(layers)
        if size > self.most // 2:
            return
        with self._lock:
            if key in self._held:
                self.size -= _bytes(self._held.pop(key)[1])
            self._held[key] = (digest, dict(layers))
            self.size += size
            while self.size > self.most:
                _, (_, gone) = self._held.popitem(last=False)
                self.size -= _bytes(gone)


def _bytes(layers: Mapping[str, Value]) -> int:
    return sum(array.nbytes for value in layers.values() for array in arrays_of(value).values())


class MemoryStore(Store):
    """A memory, and below it the store on disk.

    Parameters
    ----------
    memory : Memory
        Looked at first.
    below : Store, optional
        Where full results are kept for the next session and for ``landwright build``; nowhere when left out.
    """

    def __init__(self, memory: Memory, below: Store | None = None) -> None:
        self.memory, self.below = memory, below

    def peek(self, key: str) -> Entry | None:
        """Return what is known of a result, or None."""
        held = self.memory.get(key)
        if held is not None:
            return Entry(held[0], {})
        return None if self.below is None else self.below.peek(key)

    def load(self, key: str, frames: Mapping[str, Any]) -> dict[str, Value] | None:
        """Return the layers of a result, or None."""
        held = self.memory.get(key)
        if held is not None:
            return dict(held[1])
        entry = None if self.below is None else self.below.peek(key)
        found = None if self.below is None else self.below.load(key, frames)
        if found is not None and entry is not None:
            self.memory.put(key, found, entry.digest)
        return found

    def save(self, key: str, layers: Mapping[str, Value], digest: str) -> None:
        """Keep a result."""
        self.memory.put(key, layers, digest)
        if self.below is not None:
            self.below.save(key, layers, digest)

    def trim(self) -> int:
        """Bring the store on disk to its limit."""
        return 0 if self.below is None else self.below.trim()
