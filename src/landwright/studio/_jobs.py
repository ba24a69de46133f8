"""The builder: one thread a session that keeps the picture up to date with the document.

The newest recipe wins. While a pointer drags, a coarse preview is built; when it rests, the full grid. Work that is no longer
wanted is cancelled: a full build at once, a preview only when it is slow, because a person who drags must see something move.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Literal

from landwright._pool import Control
from landwright.errors import Cancelled, LandwrightError
from landwright.hexmap import HexMap
from landwright.planet import Globe
from landwright.recipe import Recipe
from landwright.studio import protocol
from landwright.studio._frame import LAND, coarse, frame, scale_of, side_of
from landwright.studio._hexframe import HexFrames
from landwright.studio._hexlands import HexLands
from landwright.studio._memory import Memory, MemoryStore
from landwright.studio._planetframe import PlanetFrames
from landwright.studio._planettiles import TileDesk
from landwright.works import Store, build, planet_ground
from landwright.world import World

__all__ = ["FIRST_STEP", "OVERVIEW_SIDE", "PREVIEW_SIDE", "REST", "Builder", "Reporter", "job_numbers"]

PREVIEW_SIDE = LAND.previews[-1]
"""Largest side of a preview while dragging."""
FIRST_STEP = 1
"""Which of the sizes of previews the first one has."""
OVERVIEW_SIDE = LAND.overview
"""A grid with a larger side than twice this is shown as an overview, until full resolution is asked for."""
REST = 0.25
"""Seconds without an edit after which the pointer rests."""
PATIENCE = 0.4
"""Seconds a preview may run on when a newer edit waits."""
QUICK, SLOW = 0.02, 0.09
"""A preview quicker than this gets finer, one slower than this gets coarser (seconds)."""
CALM = 30
"""Previews after a slow one during which none gets finer."""

Kind = Literal["preview", "full", "export"]
Send = Callable[[protocol.Told | bytes], None]
job_numbers = itertools.count(1)
"""Every job of a server has its own number."""


class Reporter:
    """Turns a build's progress into messages, at most ten a second."""

    def __init__(self, job: int, kind: Kind, recipe: Recipe, send: Send, *, every: float = 0.1) -> None:
        self._job, self._kind, self._send, self._every = job, kind, send, every
        self._titles = {stage.id: stage.title or stage.id for stage in recipe.stages}
        self._last = time.monotonic()  # nothing is said of what takes less than that
        self.fraction = 0.0

    def __call__(self, what: str, fraction: float, left: float | None) -> None:
        """Report, unless the last report was a moment ago."""
        self.fraction = fraction
        now = time.monotonic()
        if now - self._last < self._every:
            return
        self._last = now
        self._send(
            protocol.Progress(
                job=self._job,
                stage=what,
                title=self._titles.get(what, what),
                fraction=min(max(fraction, 0.0), 1.0),
                remaining_s=left,
                kind=self._kind,
            )
        )


@dataclass(frozen=True)
class _Wish:
    """What the picture should show."""

    recipe: Recipe
    revision: int
    rest_at: float
    whole: bool = False
    ground: Hashable = None
    """What the shape of a planet depends on."""

    @property
    def overview(self) -> bool:
        """Whether the grid is larger than a view shows, and full resolution was not asked for."""
        return side_of(self.recipe) > scale_of(self.recipe).whole and not self.whole

    @property
    def side(self) -> int:
        """The side that is built when the pointer rests."""
        scale = scale_of(self.recipe)
        return scale.overview if self.overview else min(side_of(self.recipe), scale.most)


@dataclass(frozen=True)
class _Shown:
    """What the page has."""

    world: World | None
    wish: _Wish
    level: Literal["preview", "full"]
    job: int
    land: HexMap | None = None
    globe: Globe | None = None


class Builder:
    """Builds what a session shows, in a thread of its own.

    Parameters
    ----------
    send : callable
        Called from the thread with messages and frames.
    store : Store, optional
        Where full results are kept on disk; nowhere when left out.
    memory : Memory, optional
        Shared between sessions; one of its own when left out.
    """

    def __init__(self, send: Send, store: Store | None = None, memory: Memory | None = None) -> None:
        memory = Memory() if memory is None else memory
        self._send = send
        self._previews, self._fulls = MemoryStore(memory), MemoryStore(memory, store)
        self._changed = threading.Condition()
        self._wish: _Wish | None = None
        self._running: tuple[Kind, Control] | None = None
        self._preview_done, self._full_done = 0, (0, False)  # revisions; and whether at full resolution
        self._paused = 0
        self._shown: _Shown | None = None
        self._lands, self._frames, self._planets = HexLands(), HexFrames(), PlanetFrames()
        self.tiles = TileDesk(send)
        """Finer pieces of the planet that is shown."""
        self._layers: frozenset[str] = frozenset()
        self._size = OVERVIEW_SIDE
        self._step, self._missed = FIRST_STEP, 0
        self._judged, self._calm = -1, 0
        self._stopped, self._compiled = False, False
        self._thread = threading.Thread(target=self._work, name="landwright-studio-builder", daemon=True)
        self._thread.start()

    # ------------------------------------------------------------ asked from outside

    def show(self, recipe: Recipe, revision: int, *, drag: bool = False) -> None:
        """Show a recipe: a preview first, the full grid when the pointer rests.

        Parameters
        ----------
        recipe : Recipe
            What to show.
        revision : int
            Of the document; counts up.
        drag : bool
            Whether more is to be expected at once.
        """
        with self._changed:
            if self._running is not None and self._running[0] == "full":
                self._running[1].cancel()
            ground = None if recipe.planet is None else planet_ground(recipe)
            before = self._wish
            whole = before is not None and before.whole and ground is not None and before.ground == ground
            self._wish = _Wish(recipe, revision, time.monotonic() + (REST if drag else 0.0), whole, ground)
            self._changed.notify_all()

    def settle(self) -> None:
        """Take it that the pointer rests."""
        with self._changed:
            if self._wish is not None:
                self._wish = replace(self._wish, rest_at=0.0)
                self._changed.notify_all()

    def refine(self) -> None:
        """Build the full grid now, whatever its size."""
        with self._changed:
            if self._wish is None:
                return
            if self._wish.overview and self._running is not None:
                self._running[1].cancel()
            self._paused = 0
            self._wish = replace(self._wish, rest_at=0.0, whole=True)
            small = side_of(self._wish.recipe) <= scale_of(self._wish.recipe).whole
            if self._full_done == (self._wish.revision, False) and small:
                self._full_done = (self._wish.revision, True)
            self._changed.notify_all()

    def view(self, layers: frozenset[str], size: int) -> None:
        """Say what the page can show; what is there is sent again when that changes."""
        with self._changed:
            if (self._layers, self._size) == (layers, size):
                return
            self._layers, self._size = layers, size
        self.again()

    def again(self) -> None:
        """Send what is shown once more."""
        shown = self._shown
        if shown is not None:
            self._frames.forget()
            self._planets.forget()
            self._send(self._frame(shown))

    def cancel(self) -> None:
        """Stop what runs and what waits, until the next edit or :meth:`refine`."""
        with self._changed:
            if self._wish is not None:
                self._paused = self._wish.revision
            if self._running is not None:
                self._running[1].cancel()

    def forget(self) -> None:
        """Show nothing."""
        with self._changed:
            self._wish, self._shown = None, None
            self._frames.forget()
            self._planets.forget()
            self._preview_done, self._full_done, self._paused = 0, (0, False), 0
            if self._running is not None:
                self._running[1].cancel()

    def stop(self) -> None:
        """End the thread."""
        with self._changed:
            self._stopped, self._wish = True, None
            if self._running is not None:
                self._running[1].cancel()
            self._changed.notify_all()
        self._thread.join(timeout=10.0)
        self.tiles.stop()

    # ------------------------------------------------------------ in the thread

    def _work(self) -> None:
        while True:
            with self._changed:
                chosen = self._choose()
                while chosen is None:
                    if self._stopped:
                        return
                    self._changed.wait(self._pause())
                    chosen = self._choose()
                wish, kind = chosen
                control = Control()
                self._running = (kind, control)
            try:
                self._run(wish, kind, control)
            finally:
                with self._changed:
                    self._running = None

    def _choose(self) -> tuple[_Wish, Kind] | None:
        """Return what to build next; called with the lock held."""
        wish = self._wish
        if wish is None or self._stopped or wish.revision == self._paused:
            return None
        rests = time.monotonic() >= wish.rest_at
        fresh = wish.revision > max(self._preview_done, self._full_done[0])
        preview = scale_of(wish.recipe).previews[self._step]
        if fresh and (not rests or side_of(wish.recipe) > preview or self._light(wish)):
            return wish, "preview"
        if rests and self._full_done < (wish.revision, wish.whole):
            return wish, "full"
        return None

    def _light(self, wish: _Wish) -> bool:
        """Whether only the colors of the planet that is shown changed: its shape is at hand, and there is nothing to preview."""
        shown = self._shown
        if wish.ground is None or shown is None or shown.globe is None:
            return False
        return shown.wish.ground == wish.ground and shown.globe.frame.resolution == wish.side

    def _pause(self) -> float | None:
        """Return how long to wait for the pointer to rest; None: until something is asked."""
        wish = self._wish
        if wish is None or wish.revision == self._paused or self._full_done >= (wish.revision, wish.whole):
            return None
        return max(wish.rest_at - time.monotonic(), 0.001)

    def _run(self, wish: _Wish, kind: Kind, control: Control) -> None:
        job = next(job_numbers)
        if self._drawn(wish, job):
            return
        light = kind == "preview" and self._light(wish)
        coarser = kind == "preview" and not light
        side = min(scale_of(wish.recipe).previews[self._step], wish.side) if coarser else wish.side
        told = Reporter(job, kind, wish.recipe, self._send)
        start = time.perf_counter()

        def progress(what: str, fraction: float, left: float | None) -> None:
            if kind == "preview" and time.perf_counter() - start > PATIENCE and self._missed < 2:
                newest = self._wish
                if newest is not None and newest.recipe is not wish.recipe:
                    control.cancel()  # not every time, or a slow landscape would never show
            told(what, fraction, left)

        stop_listening = self._listen()
        try:
            store = self._previews if coarser else self._fulls
            world = build(coarse(wish.recipe, side), cache=store, progress=progress, control=control)
        except Cancelled:
            self._cancelled(kind)
            self._send(protocol.Cancelled(job=job))
            return
        except (LandwrightError, MemoryError) as error:
            self._done(wish, kind)
            if kind == "preview":  # a coarse grid may be what is wrong; the full one says
                self._send(protocol.Cancelled(job=job))
                return
            text = (
                str(error) if isinstance(error, LandwrightError) else "There is not enough memory; use a smaller grid."
            )
            self._send(protocol.Failed(job=job, message=text, stage=_stage_in(text, wish.recipe)))
            return
        finally:
            stop_listening()
        seconds = time.perf_counter() - start
        land = None if wish.recipe.hexmap is None else world.hexmap
        if land is not None:
            self._lands.learn(wish.recipe, land)
        globe = None if wish.recipe.planet is None or land is not None else world.planet
        shown = _Shown(world, wish, "preview" if coarser or wish.overview else "full", job, land, globe)
        self._shown = shown
        self._send(self._frame(shown))
        self._done(wish, kind)
        if light or wish.recipe.hexmap is not None:
            self._done(wish, "full")  # the cells of a hex map are few: there is no coarse one
        if coarser and not all(stage.cached for stage in world.report.stages):
            self._adapt(seconds)
        stages = [protocol.StageTime(id=s.id, seconds=s.seconds, cached=s.cached) for s in world.report.stages]
        self._send(protocol.Done(job=job, revision=wish.revision, seconds=seconds, kind=kind, stages=stages))

    def _drawn(self, wish: _Wish, job: int) -> bool:
        """Show a hex map that needs no build, because it was shown before or only has more strokes."""
        start = time.perf_counter()
        try:
            land = self._lands.known(wish.recipe)
        except LandwrightError:
            return False  # the build says it better
        if land is None:
            return False
        self._shown = shown = _Shown(None, wish, "full", job, land)
        self._send(self._frame(shown))
        self._done(wish, "preview")
        self._done(wish, "full")
        seconds = time.perf_counter() - start
        self._send(protocol.Done(job=job, revision=wish.revision, seconds=seconds, kind="full", stages=[]))
        return True

    @property
    def land(self) -> HexMap | None:
        """The hex map that is shown."""
        shown = self._shown
        return None if shown is None else shown.land

    def _frame(self, shown: _Shown) -> bytes:
        if shown.land is not None:
            self._planets.forget()
            return self._frames.next(shown.land, job=shown.job, revision=shown.wish.revision)
        self._frames.forget()
        if shown.globe is not None:
            # what is coarse only while a pointer drags has no tiles
            still = shown.globe if shown.globe.frame.resolution == shown.wish.side else None
            return self._planets.next(
                shown.globe,
                shown.wish.recipe,
                job=shown.job,
                revision=shown.wish.revision,
                level=shown.level,
                full_side=min(side_of(shown.wish.recipe), scale_of(shown.wish.recipe).most),
                depths=self.tiles.show(shown.wish.recipe, still),
            )
        self._planets.forget()
        if shown.world is None:
            raise TypeError("nothing was built")
        return frame(
            shown.world,
            shown.wish.recipe,
            job=shown.job,
            revision=shown.wish.revision,
            level=shown.level,
            layers=self._layers,
            size=self._size,
        )

    def _done(self, wish: _Wish, kind: Kind) -> None:
        with self._changed:
            self._missed = 0
            if kind == "preview":
                self._preview_done = max(self._preview_done, wish.revision)
            else:
                self._full_done = max(self._full_done, (wish.revision, wish.whole))

    def _cancelled(self, kind: Kind) -> None:
        with self._changed:
            if kind == "preview":
                self._missed += 1
                self._resize(-1)

    def _adapt(self, seconds: float) -> None:
        """Choose the size of the next preview from how long this one took.

        The first of a size is not judged, for it makes anew what the next ones find in memory.
        """
        with self._changed:
            if self._step != self._judged:
                self._judged = self._step
                return
            self._calm = max(0, self._calm - 1)
            if seconds < QUICK and not self._calm:
                self._resize(1)
            elif seconds > SLOW:
                self._calm = CALM
                self._resize(-1)

    def _resize(self, by: int) -> None:
        self._step = min(max(self._step + by, 0), len(LAND.previews) - 1)

    def _listen(self) -> Callable[[], None]:
        """Say once that kernels are compiled, if they are."""
        from landwright._cache import on_compile

        def compiling(kernel: str) -> None:
            if not self._compiled:
                self._compiled = True
                self._send(protocol.News(word="kernels_compiled", what=""))

        return on_compile(compiling)


def _stage_in(message: str, recipe: Recipe) -> str | None:
    """Return the id of the stage that a sentence starts with."""
    return next((stage.id for stage in recipe.stages if message.startswith(f"stage {stage.id!r} ")), None)
