"""How long work runs: in blocks of rows on a pool of threads, with progress and cancel.

Kernels release the GIL, write disjoint rows and gather, so the answer has the same bits for any number of threads and any
block size. A verb calls :func:`run_rows` for a loop over rows, or :func:`call` for a kernel that runs in one piece. Both
listen to the :class:`Control` in force (:func:`using`), stop within 200 ms when it is cancelled, and keep Ctrl-C alive.
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.errors import Cancelled, SettingError, sentence

__all__ = ["Control", "call", "current", "run_rows", "thaw", "threads", "using"]

CANCEL, DONE, TOTAL = 0, 1, 2
"""Positions in the ``control`` array of a long kernel: a cancel flag to poll, units done, units in all."""


class Control:
    """Progress and cancel for whatever runs inside ``using(control)``.

    Parameters
    ----------
    report : callable, optional
        Called with a fraction from 0 to 1, from the thread that runs the verb.

    Attributes
    ----------
    flags : (4,) int64 array
        Handed to long kernels as ``control``.
    """

    def __init__(self, report: Callable[[float], None] | None = None) -> None:
        self.flags: NDArray[np.int64] = np.zeros(4, np.int64)
        self._report = report
        self._low, self._high = 0.0, 1.0

    def cancel(self) -> None:
        """Ask the running work to stop; safe from any thread."""
        self.flags[CANCEL] = 1

    @property
    def cancelled(self) -> bool:
        """Whether :meth:`cancel` was called."""
        return bool(self.flags[CANCEL])

    def check(self) -> None:
        """Raise Cancelled if :meth:`cancel` was called."""
        if self.flags[CANCEL]:
            raise Cancelled("The work was cancelled; nothing was changed.")

    def report(self, fraction: float) -> None:
        """Report how much of the current part is done (0 to 1), and stop if cancelled."""
        self.check()
        if self._report is not None:
            self._report(self._low + (self._high - self._low) * min(max(fraction, 0.0), 1.0))

    @contextlib.contextmanager
    def part(self, low: float, high: float) -> Iterator[None]:
        """Let what runs inside report into the share `low` to `high` of the current part."""
        before = self._low, self._high
        span = before[1] - before[0]
        self._low, self._high = before[0] + span * low, before[0] + span * high
        try:
            yield
        finally:
            self._low, self._high = before


_current: contextvars.ContextVar[Control | None] = contextvars.ContextVar("landwright_control", default=None)


def current() -> Control:
    """Return the Control in force; a silent one when there is none."""
    return _current.get() or Control()


@contextlib.contextmanager
def using(control: Control) -> Iterator[Control]:
    """Put `control` in force for the work inside the ``with`` block."""
    token = _current.set(control)
    try:
        yield control
    finally:
        _current.reset(token)


def threads() -> int:
    """Return the size of the pool: ``LANDWRIGHT_THREADS``, or the processors this process may use."""
    named = os.environ.get("LANDWRIGHT_THREADS", "").strip()
    if named:
        if not (named.isascii() and named.isdigit()) or int(named) < 1:
            raise SettingError(sentence("LANDWRIGHT_THREADS", "must be a whole number >= 1", named))
        return int(named)
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return max(1, os.cpu_count() or 1)


_lock = threading.Lock()


@functools.lru_cache(maxsize=4)
def _pool(size: int, process: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=size, thread_name_prefix="landwright")


def _workers(size: int) -> ThreadPoolExecutor:
    with _lock:
        return _pool(size, os.getpid())


class _Window:
    """Shows the memory of a read-only array as writable, and keeps it alive."""

    def __init__(self, array: NDArray[Any]) -> None:
        self._array = array
        interface = dict(array.__array_interface__)
        interface["data"] = (interface["data"][0], False)
        self.__array_interface__ = interface


def thaw(value: Any) -> Any:
    """Return a writable array on the memory of a read-only one, so that a kernel is compiled once and not twice.

    Kernels promise not to write to their inputs. Anything but a read-only array is returned as it is.
    """
    if isinstance(value, np.ndarray) and not value.flags.writeable:
        return np.asarray(_Window(value))
    return value


def run_rows(
    kernel: Callable[..., Any], rows: int, *args: Any, block: int | None = None, size: int | None = None
) -> None:
    """Run ``kernel(row0, row1, *args)`` over all rows, in blocks on the pool.

    Parameters
    ----------
    kernel : callable
        A compiled kernel that writes rows ``row0`` to ``row1 - 1`` of its outputs and nothing else.
    rows : int
        How many rows there are.
    *args : arrays and scalars
        Passed on; read-only arrays are thawed.
    block : int, optional
        Rows a block; chosen so that a block takes a few milliseconds when left out.
    size : int, optional
        Threads; :func:`threads` when left out.

    Raises
    ------
    Cancelled
        When the Control in force was cancelled; outputs are then unfinished and must be dropped.
    """
    control = current()
    control.check()
    given = [thaw(arg) for arg in args]
    workers = threads() if size is None else size
    if block is None:
        width = max((arg.shape[-1] for arg in given if isinstance(arg, np.ndarray) and arg.ndim >= 2), default=1)
        block = max(1, min(-(-rows // (4 * workers)), max(8, (1 << 17) // max(width, 1))))
    starts = range(0, rows, block)
    if workers == 1 or len(starts) <= 1:
        for index, begin in enumerate(starts):
            kernel(begin, min(begin + block, rows), *given)
            control.report((index + 1) / len(starts))
        return
    pool = _workers(workers)
    waiting = iter(starts)
    running: set[Future[Any]] = set()
    done = 0
    try:
        while True:
            while len(running) < 2 * workers and (start := next(waiting, None)) is not None:
                running.add(pool.submit(kernel, start, min(start + block, rows), *given))
            if not running:
                return
            finished, running = wait(running, timeout=0.1, return_when=FIRST_COMPLETED)
            for future in finished:
                future.result()
            done += len(finished)
            control.report(done / len(starts))
    finally:
        for future in running:
            future.cancel()
        wait(running)


def call(kernel: Callable[..., Any], *args: Any, polls: bool = False) -> Any:
    """Run a kernel in one piece on the pool and return its result.

    With `polls` the kernel takes the ``control`` array first: it polls position 0 for cancel and writes units done and
    in all to positions 1 and 2. Every kernel that can take over 100 ms does.

    Raises
    ------
    Cancelled
        When the Control in force was cancelled.
    """
    control = current()
    control.check()
    given: list[Any] = [control.flags] if polls else []
    given.extend(thaw(arg) for arg in args)
    control.flags[DONE:] = 0
    future = _workers(threads()).submit(kernel, *given)
    try:
        while True:
            finished, _ = wait([future], timeout=0.05)
            if finished:
                break
            total = int(control.flags[TOTAL])
            control.report(int(control.flags[DONE]) / total if total else 0.0)
    except BaseException:
        control.flags[CANCEL] = 1
        wait([future])
        raise
    result = future.result()
    control.check()
    return result
