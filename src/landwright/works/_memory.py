"""How much memory a build needs, and whether it is there; asked before anything runs."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from pathlib import Path

from landwright.errors import MemoryLimit
from landwright.grid import Grid
from landwright.hexmap.settings import Layout
from landwright.planet.settings import Frame
from landwright.settings import CONTAINERS
from landwright.works._plan import Plan
from landwright.works._store import size_of

__all__ = ["available", "check", "needed"]

_BASE = 400 << 20
"""Bytes of Python, NumPy, Numba and the compiler, which runs once after an installation."""

_LAYER = 4
"""Bytes a sample of a layer that is kept."""

_WORKING = 80
"""Bytes a sample of what a verb works with: inputs as float64, the result, its frozen copy, and what it is combined with."""

_RIM = 12
"""Bytes a sample of ground that is continued beyond the edge: the ground, and two passes of a filter over it."""

_OUTPUT = {"glb": 260, "obj": 260, "ply": 220, "stl": 260, "splat": 220, "normals": 120, "relief": 120, "view": 120}
"""Bytes a sample of outputs that take more than a stage does; measured, rounded up."""

_CELL = 400
"""Bytes a cell of a hex map: the maps that stages hand on, and what a verb works with."""

_CELL_OUTPUT = {"hexglb": 30_000, "hexobj": 40_000, "hexply": 30_000, "hexstl": 20_000, "geojson": 1500}
"""Bytes a cell of outputs that take more than a stage does: three times the meshes of a map, which are about 10 kB a cell."""


_NODE = 240
"""Bytes a node of a planet that is made at once: unit vectors, the filters of a stage as float64, what stages hand on."""

_AT_ONCE = 6 * 513**2
"""Nodes of the largest planet that is; others are made in pieces."""

_NODE_IN_PIECES = 60
"""Bytes a node of those: what stages hand on, and the distance to the sea. Measured 13 for layers of noise, 35 for an Earth."""

_NODE_OUTPUT = {"planetglb": 360, "planetobj": 420, "planetply": 420, "planetstl": 360, "orbit": 360, "view": 360}
"""Bytes a node of outputs that take more than a stage does: the welded mesh with all it carries, and its copy in the file's form."""


def needed(plan: Plan, *, outputs: bool = True) -> int:
    """Return the bytes a build is estimated to take at its peak, an upper bound for the shipped stages.

    Parameters
    ----------
    plan : Plan
        What will run.
    outputs : bool
        Whether the files are written as well.
    """
    samples = round(_per_sample(plan, outputs) * _samples(plan)) + _rim(plan)
    return _BASE + samples + _per_cell(plan, outputs) * _cells(plan) + _planet(plan, outputs, _nodes(plan))


def _grid(plan: Plan) -> Grid | None:
    grid = plan.frames.get("grid")
    return grid if isinstance(grid, Grid) else None


def _samples(plan: Plan) -> int:
    grid = _grid(plan)
    return 0 if grid is None else grid.rows * grid.cols


def _cells(plan: Plan) -> int:
    layout = plan.frames.get("hexmap")
    return layout.rows * layout.columns if isinstance(layout, Layout) else 0


def _per_cell(plan: Plan, outputs: bool) -> int:
    return max([_CELL, *(_CELL_OUTPUT.get(output.kind, 0) for output in plan.recipe.outputs if outputs)])


def _nodes(plan: Plan) -> int:
    frame = plan.frames.get("planet")
    return 6 * frame.resolution**2 if isinstance(frame, Frame) else 0


def _planet(plan: Plan, outputs: bool, nodes: int) -> int:
    """Return the bytes of a planet of so many nodes."""
    written = max([0, *(_NODE_OUTPUT.get(output.kind, 0) for output in plan.recipe.outputs if outputs)])
    return max(_NODE * min(nodes, _AT_ONCE), _NODE_IN_PIECES * nodes, written * nodes)


def _rim(plan: Plan) -> int:
    """Return the bytes that the widest stage may add around the map: some verbs continue the ground beyond its edge."""
    grid = _grid(plan)
    if grid is None:
        return 0
    nouns = [stage.noun for stage in plan.recipe.stages if stage.enabled and stage.noun.reach == "halo"]
    halo = max((noun.halo(grid.cell_size) for noun in nouns), default=0)
    return _RIM * ((grid.rows + 2 * halo) * (grid.cols + 2 * halo) - grid.rows * grid.cols)


def _per_sample(plan: Plan, outputs: bool) -> float:
    work = _WORKING
    if outputs:
        work = max([work, *(_OUTPUT.get(output.kind, 0) for output in plan.recipe.outputs)])
    return _LAYER * len(plan.final.keys() - CONTAINERS) + work


def _limits() -> Iterator[int]:
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                yield int(line.split()[1]) << 10
    except (OSError, ValueError, IndexError):
        pass
    for limit, used in (
        ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
        ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ):
        try:
            most = int(Path(limit).read_text(encoding="ascii"))
            yield max(0, most - int(Path(used).read_text(encoding="ascii")))
        except (OSError, ValueError):
            continue


def available() -> int | None:
    """Return the bytes a build may take: ``LANDWRIGHT_MEMORY``, or what the machine has free; None when nothing says."""
    named = size_of("LANDWRIGHT_MEMORY", 0)
    if named:
        return named
    found = list(_limits())
    if not found and hasattr(os, "sysconf"):
        try:
            found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
        except (OSError, ValueError):
            return None
    return min(found) if found else None


def check(plan: Plan, *, outputs: bool = True) -> None:
    """Raise MemoryLimit when a build would not fit, saying which size would.

    Raises
    ------
    MemoryLimit
        If the estimate is more than what is there.
    """
    room = available()
    need = needed(plan, outputs=outputs)
    if room is None or need <= room:
        return
    where = "LANDWRIGHT_MEMORY allows" if os.environ.get("LANDWRIGHT_MEMORY", "").strip() else "there is"
    text = f"recipe {plan.recipe.name!r} needs about {_words(need)} of memory, but {where} {_words(room)}."
    cells = _per_cell(plan, outputs) * _cells(plan)
    nodes = _planet(plan, outputs, _nodes(plan))
    layout, grid, frame = plan.frames.get("hexmap"), _grid(plan), plan.frames.get("planet")
    if isinstance(frame, Frame) and 2 * nodes > need - _BASE:
        raise MemoryLimit(f"{text} {_coarser(plan, outputs, room - need + nodes)}")
    if isinstance(layout, Layout) and 2 * cells > need - _BASE:
        raise MemoryLimit(f"{text} {_fewer(layout, (room - _BASE - need + _BASE + cells) / _per_cell(plan, outputs))}")
    fits = (
        None
        if grid is None
        else _fitting(grid, (room - _BASE - cells - nodes - _rim(plan)) / _per_sample(plan, outputs))
    )
    if fits is None:
        raise MemoryLimit(f"{text} Even a small map would not fit; free some memory.")
    shape = f"[{fits.rows},{fits.cols}]"
    hint = f"--set 'grid.shape={shape}' --set grid.cell_size={fits.cell_size:g}"
    raise MemoryLimit(f"{text} {fits.rows} x {fits.cols} samples would fit, with the same extent: {hint}")


def _fewer(layout: Layout, most: float) -> str:
    """Return the advice for a hex map that may have at most that many cells: the same proportions, fewer cells."""
    if most < 1:
        return "Even a small map would not fit; free some memory."
    scale = math.sqrt(most / (layout.rows * layout.columns))
    columns, rows = (max(1, math.floor(n * scale)) for n in (layout.columns, layout.rows))
    return f"{columns} x {rows} cells would fit: --set hexmap.columns={columns} --set hexmap.rows={rows}"


def _coarser(plan: Plan, outputs: bool, room: int) -> str:
    """Return the advice for a planet that may take so many bytes: 2^n + 1 nodes an edge."""
    edges = [(1 << level) + 1 for level in range(12, 0, -1)]
    fits = next((edge for edge in edges if _planet(plan, outputs, 6 * edge * edge) <= room), None)
    if fits is None:
        return "Even a small planet would not fit; free some memory."
    return f"{fits} nodes an edge would fit: --set planet.resolution={fits}"


def _fitting(grid: Grid, samples: float) -> Grid | None:
    """Return the largest grid of the same extent with at most that many samples: 2^n + 1 on the short side when it can be."""
    if samples < 4:
        return None
    short = min(grid.rows, grid.cols) - 1
    scale = math.sqrt(samples / (grid.rows * grid.cols))
    cells = max(1, int(short * scale))
    if cells >= 64:
        cells = 1 << (cells.bit_length() - 1)
    factor = cells / short if short > 0 else scale
    rows, cols = (max(1, math.floor((n - 1) * factor) + 1) for n in grid.shape)
    if rows * cols > samples:
        return None
    return Grid(shape=(rows, cols), cell_size=grid.cell_size / factor)


def _words(size: float) -> str:
    return f"{size / (1 << 30):.1f} GiB" if size >= 1 << 30 else f"{size / (1 << 20):.0f} MiB"
