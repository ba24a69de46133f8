"""The promises of a stage as assertions: tiles, threads, round trips, refusals.

Each raises AssertionError with what differs; they work in any test runner.
"""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.errors import LandwrightError, SettingError
from landwright.field import Heightfield, Layer
from landwright.grid import Grid
from landwright.seeds import Seed
from landwright.settings import Settings, Stage

__all__ = ["assert_refuses", "assert_round_trips", "assert_threads_change_nothing", "assert_tiles_equal_whole"]

Source = Grid | Heightfield | Layer | Mapping[str, Any]
Verb = Callable[..., Any]


def _cut(source: Source, rows: tuple[int, int], cols: tuple[int, int]) -> Any:
    if isinstance(source, Grid):
        return source.window(*rows, *cols)
    if isinstance(source, Mapping):
        return {name: _cut(layer, rows, cols) for name, layer in source.items()}
    grid = source.grid.window(*rows, *cols)
    part = slice(*rows), slice(*cols)
    if isinstance(source, Heightfield):
        mask = None if source.mask is None else source.mask[part]
        return Heightfield(source.elevation[part], grid=grid, mask=mask)
    if type(source) is Layer:
        return Layer(source.values[part], grid=grid, unit=source.unit)
    return type(source)(source.values[part], grid=grid)


def _grid(source: Source) -> Grid:
    if isinstance(source, Grid):
        return source
    return next(iter(source.values())).grid if isinstance(source, Mapping) else source.grid


def _arrays(result: Any) -> dict[str, NDArray[Any]]:
    if isinstance(result, Mapping):
        return {f"{name} {what}": a for name, one in result.items() for what, a in _arrays(one).items()}
    if isinstance(result, Heightfield):
        mask = np.ones(result.shape, np.bool_) if result.mask is None else result.mask
        return {"elevation": result.elevation, "mask": mask}
    if isinstance(result, Layer):
        return {"values": result.values}
    return {"array": np.asarray(getattr(result, "weights", result))}


def _run(verb: Verb, source: Source, noun: Settings, seed: Seed | None) -> dict[str, NDArray[Any]]:
    seeded = seed is not None and getattr(noun, "seeded", True)
    return _arrays(verb(source, noun, seed=seed) if seeded else verb(source, noun))


def _compare(expected: NDArray[Any], got: NDArray[Any], where: str) -> None:
    if got.shape != expected.shape:
        raise AssertionError(f"{where}: the shape is {got.shape}, expected {expected.shape}")
    if not np.array_equal(got, expected):
        row, col = np.argwhere(got != expected)[0][:2]
        count, worst = int((got != expected).sum()), np.abs(got.astype(float) - expected.astype(float)).max()
        raise AssertionError(
            f"{where}: {count} of {got.size} values differ, by up to {worst:g}; the first at row {row}, column {col}"
        )


def assert_tiles_equal_whole(
    verb: Verb, noun: Stage, source: Source, *, tile: tuple[int, int] = (7, 11), seed: Seed | None = None
) -> None:
    """Assert that a stage built tile by tile equals the whole, bit for bit, with no more halo than it declares.

    Parameters
    ----------
    verb : callable
        ``verb(source, noun)``, with ``seed=`` where the noun is seeded.
    noun : Stage
        Of reach ``"point"`` or ``"halo"``; its ``halo(cell_size)`` is all the tiles get.
    source : Grid, Heightfield, Layer or mapping of str to Heightfield or Layer
        What the verb takes.
    tile : (int, int)
        Rows and columns of a tile; odd numbers that do not divide the shape find more.
    seed : int or str, optional
        For a noun that draws.

    Raises
    ------
    AssertionError
        If a value differs, or the noun declares the reach basin or whole.
    """
    grid = _grid(source)
    if noun.reach not in ("point", "halo"):
        raise AssertionError(f"{type(noun).__name__} declares the reach {noun.reach}; only point and halo can be tiled")
    halo = noun.halo(grid.cell_size) if noun.reach == "halo" else 0
    whole = _run(verb, source, noun, seed)
    for row in range(0, grid.rows, tile[0]):
        for col in range(0, grid.cols, tile[1]):
            rows, cols = (row, min(row + tile[0], grid.rows)), (col, min(col + tile[1], grid.cols))
            top, left = max(rows[0] - halo, 0), max(cols[0] - halo, 0)
            bottom, right = min(rows[1] + halo, grid.rows), min(cols[1] + halo, grid.cols)
            made = _run(verb, _cut(source, (top, bottom), (left, right)), noun, seed)
            for name, expected in whole.items():
                part = made[name][rows[0] - top : rows[1] - top, cols[0] - left : cols[1] - left]
                where = f"{type(noun).__name__} {name}, tile at row {row}, column {col}, halo {halo}"
                _compare(expected[rows[0] : rows[1], cols[0] : cols[1]], part, where)


@contextmanager
def _threads(count: int) -> Iterator[None]:
    before = os.environ.get("LANDWRIGHT_THREADS")
    os.environ["LANDWRIGHT_THREADS"] = str(count)
    try:
        yield
    finally:
        if before is None:
            del os.environ["LANDWRIGHT_THREADS"]
        else:
            os.environ["LANDWRIGHT_THREADS"] = before


def assert_threads_change_nothing(
    verb: Verb, noun: Settings, source: Source, *, counts: tuple[int, ...] = (1, 2, 5), seed: Seed | None = None
) -> None:
    """Assert that the number of threads does not change a single bit.

    Parameters
    ----------
    verb : callable
        ``verb(source, noun)``, with ``seed=`` where the noun is seeded.
    noun : Settings
        Its settings.
    source : Grid, Heightfield, Layer or mapping of str to Heightfield or Layer
        What the verb takes; over 32 rows, so that there is more than one block.
    counts : tuple of int
        Numbers of threads that are compared with the first.
    seed : int or str, optional
        For a noun that draws.

    Raises
    ------
    AssertionError
        If a value differs.
    """
    results = []
    for count in counts:
        with _threads(count):
            results.append(_run(verb, source, noun, seed))
    for count, result in zip(counts[1:], results[1:], strict=True):
        for name, expected in results[0].items():
            _compare(expected, result[name], f"{type(noun).__name__} {name}, {count} threads against {counts[0]}")


def assert_round_trips(noun: Settings) -> None:
    """Assert that a noun survives JSON, pickling and copying, and cannot be changed.

    Parameters
    ----------
    noun : Settings
        Any noun.

    Raises
    ------
    AssertionError
        If what comes back is not equal, or a setting can be assigned.
    """
    text = json.dumps(noun.to_json())
    ways: dict[str, Callable[[], Settings]] = {
        "JSON": lambda: type(noun).from_json(json.loads(text)),
        "pickling": lambda: pickle.loads(pickle.dumps(noun)),
        "replace()": noun.replace,
    }
    for how, come_back in ways.items():
        back = come_back()
        if back != noun or json.dumps(back.to_json()) != text:
            raise AssertionError(f"{noun!r} comes back from {how} as {back!r}")
    for name in type(noun).model_fields:
        try:
            setattr(noun, name, getattr(noun, name))
        except SettingError:
            continue
        raise AssertionError(f"{type(noun).__name__}.{name} can be assigned; a noun is frozen")


def assert_refuses(
    make: Callable[..., Any], *words: str, error: type[LandwrightError] = SettingError, **settings: Any
) -> str:
    """Assert that something is refused with one sentence that holds certain words.

    Parameters
    ----------
    make : callable
        A noun, or any function, called with the settings.
    *words : str
        What the message must hold: the setting, the bound, the value it got.
    error : type
        The error that must be raised.
    **settings : Any
        Passed to `make`.

    Returns
    -------
    str
        The message.

    Raises
    ------
    AssertionError
        If nothing or something else is raised, or a word is missing.
    """
    try:
        made = make(**settings)
    except error as refused:
        text = str(refused)
    except Exception as other:  # whatever it is, the test must say so
        raise AssertionError(f"expected {error.__name__}, got {type(other).__name__}: {other}") from other
    else:
        raise AssertionError(f"{settings} were accepted: {made!r}")
    missing = [word for word in words if word not in text]
    if missing or "\n" in text:
        raise AssertionError(f"the message lacks {missing} or has several lines: {text!r}")
    return text
