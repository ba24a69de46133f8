"""Build: a recipe becomes a World, from the cache where it can."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from landwright._pool import Control, using
from landwright.errors import RecipeError, sentence
from landwright.field import Heightfield, Layer
from landwright.hexmap import HexMap
from landwright.networks import Network
from landwright.planet import Globe
from landwright.recipe import Recipe
from landwright.seeds import Seed
from landwright.settings import CONTAINERS
from landwright.works import _memory
from landwright.works._containers import Value, started
from landwright.works._plan import Plan, plan
from landwright.works._run import run
from landwright.works._store import Store, digest_of
from landwright.world import Report, StageReport, World

__all__ = ["Progress", "build"]

Progress = Callable[[str, float, float | None], None]
"""Called with the id of what runs, how much of the whole build is done (0 to 1), and the seconds left (None while unknown)."""

STAGES_SHARE = 0.7
"""How much of the progress the stages are when files are written as well."""


def build(
    recipe: Recipe | str | Path,
    *,
    seed: Seed | None = None,
    settings: Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    preview: bool = False,
    cache: bool | Store = True,
    progress: Progress | None = None,
    control: Control | None = None,
) -> World:
    """Build a recipe.

    Parameters
    ----------
    recipe : Recipe or path
        What to build, or the file it is in.
    seed : int or str, optional
        Another seed than the recipe's.
    settings : mapping of str to value, optional
        Changes by path, ``{"base.octaves": 6}``, as :meth:`Recipe.set` takes them.
    out : path, optional
        Folder for the recipe's outputs and ``recipe.toml``; nothing is written when left out.
    preview : bool
        Also write ``preview.png``, a relief picture, unless an output has that name.
    cache : bool or Store
        Whether results are taken from, and kept in, the cache.
    progress : callable, optional
        Called with the id of what runs, the fraction done of the whole build, and the seconds left or None.
    control : Control, optional
        Its ``cancel()``, from any thread, stops the build within a fifth of a second and leaves nothing behind.

    Returns
    -------
    World
        Ground, layers, and a report with the time and the digest of each stage. The same recipe gives the same digests on any
        number of threads, from the cache or fresh.

    Raises
    ------
    RecipeError
        If the recipe is wrong or empty.
    MemoryLimit
        Before anything runs, if the build would not fit.
    Cancelled
        If `control` was cancelled.

    Examples
    --------
    >>> import landwright as lw
    >>> recipe = lw.Recipe.from_text('''
    ... format = 1
    ... seed = 7
    ... grid = { shape = [33, 33], cell_size = 8.0 }
    ... [[stages]]
    ... id = "base"
    ... kind = "generate.diamond_square"
    ... ''')
    >>> lw.build(recipe).require_ground().shape
    (33, 33)
    """
    if not isinstance(recipe, Recipe):
        recipe = _loaded(recipe)
    if seed is not None:
        recipe = recipe.set("seed", seed)
    for path, value in (settings or {}).items():
        recipe = recipe.set(path, value)
    if out is not None:
        from landwright.works._deliver import check_folder

        check_folder(Path(out))
    todo = plan(recipe)
    _memory.check(todo, outputs=out is not None)
    store = cache if isinstance(cache, Store) else Store() if cache else None
    clock = _Clock(progress, control)
    with using(clock.control):
        share = STAGES_SHARE if out is not None and recipe.outputs else 1.0
        with clock.control.part(0.0, share):
            world = _stages(todo, store, clock)
        if out is not None:
            from landwright.works._deliver import deliver

            with clock.control.part(share, 1.0):
                files = deliver(world, recipe, Path(out), preview=preview, steps=todo.steps, tell=clock.tell)
            world = replace(world, report=replace(world.report, files=files, seconds=clock.seconds()))
    clock.finish()
    return world


def _loaded(given: Any) -> Recipe:
    """Return the recipe of a path; a caller without type checks may give anything."""
    if not isinstance(given, (str, os.PathLike)):
        hint = "A dict becomes one with Recipe.from_json."
        raise RecipeError(sentence("build: recipe", "must be a Recipe or the path of one", given, hint=hint))
    return Recipe.load(Path(given))


class _Clock:
    """Turns what the works report into the caller's progress, and the caller's cancel into the works'."""

    def __init__(self, progress: Progress | None, outer: Control | None) -> None:
        self._progress, self._outer = progress, outer
        self._start, self._what, self._furthest = time.monotonic(), "", 0.0
        self.control = Control(self._report)
        if outer is not None:
            self.control.flags = outer.flags

    def tell(self, what: str) -> None:
        """Say what runs from now on."""
        self._what = what

    def _report(self, fraction: float) -> None:
        self._furthest = fraction = max(self._furthest, fraction)  # a verb of several passes starts anew at each
        if self._outer is not None:
            self._outer.report(fraction)
        if self._progress is not None:
            spent = time.monotonic() - self._start
            left = spent * (1.0 - fraction) / fraction if fraction > 0.02 and spent > 0.2 else None
            self._progress(self._what, fraction, left)

    def seconds(self) -> float:
        """Return the time since the start."""
        return time.monotonic() - self._start

    def finish(self) -> None:
        """Report that everything is done."""
        self._what = ""
        self._report(1.0)


def _stages(todo: Plan, store: Store | None, clock: _Clock) -> World:
    start = time.perf_counter()
    done = _Results(todo, store, clock)
    waiting = [index for index in range(len(todo.steps)) if not done.known(index)]
    for number, index in enumerate(waiting):
        with clock.control.part(number / len(waiting), (number + 1) / len(waiting)):
            done.layers(index)
        done.forget(after=index)
    values: dict[str, Value] = {}
    for name, index in todo.final.items():
        values[name] = done.layers(index)[name]
    for name in CONTAINERS & todo.frames.keys():
        values.setdefault(name, done.start(name))
    ground, land, globe = values.pop("elevation", None), values.get("hexmap"), values.get("planet")
    layers: dict[str, Layer] = {name: value for name, value in sorted(values.items()) if isinstance(value, Layer)}
    networks = {name: value for name, value in sorted(values.items()) if isinstance(value, Network)}
    clock.control.report(1.0)
    return World(
        ground=ground if isinstance(ground, Heightfield) else None,
        layers=MappingProxyType(layers),
        networks=MappingProxyType(networks),
        hexmap=land if isinstance(land, HexMap) else None,
        planet=globe if isinstance(globe, Globe) else None,
        sea_level=todo.recipe.sea_level,
        name=todo.recipe.name,
        report=Report(stages=tuple(done.reports()), seconds=time.perf_counter() - start),
    )


class _Results:
    """The results of a plan's steps: from memory, from the store, or made now, whichever comes first."""

    def __init__(self, todo: Plan, store: Store | None, clock: _Clock) -> None:
        self._plan, self._store, self._clock = todo, store, clock
        self._held: dict[int, dict[str, Value]] = {}
        self._started: dict[str, Value] = {}
        self._reports: dict[int, StageReport] = {}
        self._needed_until = {index: index for index in range(len(todo.steps))}
        for position, step in enumerate(todo.steps):
            for source in step.sources.values():
                self._needed_until[source] = max(self._needed_until[source], position)
        for index in todo.final.values():
            self._needed_until[index] = len(todo.steps)

    def known(self, index: int) -> bool:
        """Whether the store has the result; its arrays are read only when something needs them."""
        step = self._plan.steps[index]
        entry = self._store.peek(step.key) if self._store is not None else None
        if entry is None:
            return False
        self._report(index, 0.0, entry.digest, cached=True)
        return True

    def layers(self, index: int) -> dict[str, Value]:
        """Return the layers a step wrote."""
        if index in self._held:
            return self._held[index]
        step = self._plan.steps[index]
        found = (
            self._store.load(step.key, self._plan.frames)
            if self._store is not None and index in self._reports
            else None
        )
        if found is None:
            found = self._make(index)
        self._held[index] = found
        return found

    def start(self, name: str) -> Value:
        """Return a container as the first stage finds it."""
        if name not in self._started:
            self._started[name] = started(name, self._plan.frames)
        return self._started[name]

    def _make(self, index: int) -> dict[str, Value]:
        step = self._plan.steps[index]
        given = {name: self.layers(source)[name] for name, source in step.sources.items()}
        for name in step.stage.reads - given.keys():
            given[name] = self.start(name)
        control = self._clock.control
        control.check()
        self._clock.tell(step.stage.id)
        control.report(0.0)
        start = time.perf_counter()
        with control.part(0.0, 0.95):
            made = run(step, given, self._plan.frames)
        seconds = time.perf_counter() - start
        control.check()
        digest = digest_of(made)
        self._report(index, seconds, digest, cached=False)
        if self._store is not None:
            self._store.save(step.key, made, digest)
        control.report(1.0)
        return made

    def _report(self, index: int, seconds: float, digest: str, *, cached: bool) -> None:
        stage = self._plan.steps[index].stage
        self._reports[index] = StageReport(stage.id, stage.kind, seconds, digest, cached)

    def forget(self, *, after: int) -> None:
        """Let go of what no later step reads."""
        for index in [index for index in self._held if self._needed_until[index] <= after]:
            del self._held[index]

    def reports(self) -> list[StageReport]:
        """Return the reports in the order of the recipe."""
        if self._store is not None:
            self._store.trim()
        return [self._reports[index] for index in sorted(self._reports)]
