"""Compile every kernel ahead of time, with several compilers at work beside each other.

Numba compiles one kernel at a time in a process, so each compiler is a process of its own; they share the kernel cache, which
one of them writes at a time.
"""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections.abc import Callable

from numba.core import sigutils

from landwright import _cache, _pool
from landwright._numba import registered

__all__ = ["warmup"]

_Report = Callable[[int, int, str], None]
_WORKER = "from landwright._warmup import compile_share; compile_share({share}, {shares})"


def compile_share(share: int, shares: int, tell: Callable[[str, bool], None] | None = None) -> None:
    """Compile every `shares`-th kernel from number `share` on; say each one's name and whether it had to be compiled."""
    fresh: list[str] = []
    remove = _cache.on_compile(fresh.append)
    try:
        for dispatcher, signature in registered()[share::shares]:
            before = len(fresh)
            arguments, _ = sigutils.normalize_signature(signature)
            dispatcher.compile(arguments)
            if tell is None:
                sys.stdout.write(f"{dispatcher.__name__} {int(len(fresh) > before)}\n")
                sys.stdout.flush()
            else:
                tell(dispatcher.__name__, len(fresh) > before)
    finally:
        remove()


def warmup(report: _Report | None = None, *, processes: int | None = None) -> tuple[int, int]:
    """Compile every kernel that is not in the cache yet, and remove folders of other versions unused for 30 days.

    Parameters
    ----------
    report : callable, optional
        Called with (done, total, name) after each kernel.
    processes : int, optional
        Compilers at work beside each other; by default as many as the pool has threads.

    Returns
    -------
    total, compiled : int
        How many kernels there are, and how many of them were not in the cache.
    """
    total = len(registered())
    _cache.clear_old()
    count = compiled = 0

    def tell(name: str, fresh: bool) -> None:
        nonlocal count, compiled
        count, compiled = count + 1, compiled + fresh
        if report is not None:
            report(min(count, total), total, name)

    shares = _pool.threads() if processes is None else processes
    if shares > 1 and _missing() > total // 2:
        _share(shares, tell)
        count = 0  # whatever a worker could not do is done, or fails with its reason, here
        compile_share(0, 1, lambda name, fresh: None)
        return total, compiled
    compile_share(0, 1, tell)
    return total, compiled


def _missing() -> int:
    """Return how many kernels lie in modules of which the cache holds nothing."""
    homes = [(made.py_func.__module__, made.py_func.__code__.co_filename) for made, _ in registered()]
    kept = {home: _cache.is_kept(*home) for home in set(homes)}
    return sum(not kept[home] for home in homes)


def _share(shares: int, tell: Callable[[str, bool], None]) -> None:
    """Let `shares` processes compile a share each, and pass on what they say."""
    said: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def listen(worker: subprocess.Popen[str]) -> None:
        with worker:  # closes its pipe and waits for its end
            for line in worker.stdout or ():
                said.put(line)
        said.put(None)

    crew: list[subprocess.Popen[str]] = []
    listeners: list[threading.Thread] = []
    try:
        for share in range(shares):
            code = _WORKER.format(share=share, shares=shares)
            worker = subprocess.Popen(
                [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
            crew.append(worker)
            listeners.append(threading.Thread(target=listen, args=(worker,), daemon=True))
            listeners[-1].start()
        busy = shares
        while busy:
            line = said.get()
            if line is None:
                busy -= 1
                continue
            name, _, fresh = line.strip().rpartition(" ")
            tell(name, fresh == "1")
    finally:
        for worker in crew:
            worker.terminate()
        for listener in listeners:
            listener.join()
