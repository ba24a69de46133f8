"""The shape of a planet: layers of noise over the nodes of a globe."""

from __future__ import annotations

import importlib
import threading
from collections import OrderedDict
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright import _pool
from landwright.errors import SettingError, sentence
from landwright.planet._globe import Globe
from landwright.planet._kernels import stack as kernels
from landwright.planet._layered import sampled
from landwright.planet._pieces import pieces
from landwright.planet._sphere import unit_vectors
from landwright.planet.settings import Filter, Rigid, Shape, Simple
from landwright.seeds import Seed

__all__ = ["elevation_at", "filtered", "forget", "shape", "stacked"]

_KEPT: Final = 96 << 20
"""Bytes of layers kept between calls."""
_BLOCK: Final = 1 << 16


def shape(globe: Globe, noun: Shape = Shape(), *, seed: Seed = 0) -> Globe:
    """Raise land out of a sphere: layers of noise, added to what is there.

    Parameters
    ----------
    globe : Globe
        A planet; a bare one is a sphere.
    noun : Shape
        The layers.
    seed : int or str
        Which noise all layers read.

    Returns
    -------
    Globe
        The same frame; elevation in metres, added to the globe's own. ``sea`` is set when the noun keeps elevations below zero. Colors are
        dropped, for they no longer fit.

    Raises
    ------
    SettingError
        If an octave is too fine, or a filter of a plug-in fails.

    See Also
    --------
    elevation_at : The same at any direction.

    Notes
    -----
    Reach: point. Cost: O(nodes x octaves); masked layers cost nothing where the mask is zero, and layers that did not change since the last
    call are remembered on globes of up to 513 nodes an edge; larger ones are made piece by piece.
    Deterministic: bit-identical on every machine, for any thread count; finer globes hold the elevations of coarser ones.

    Examples
    --------
    >>> from landwright.planet import Frame
    >>> shape(Globe(Frame(resolution=9))).elevation.shape
    (6, 9, 9)
    """
    frame = globe.frame
    raised = np.empty(frame.shape, np.float32)
    before, after = globe.elevation.reshape(-1), raised.reshape(-1)
    for part, points, where in pieces(frame):
        share = stacked(points, noun, seed, where)
        _pool.run_rows(kernels.lift, len(points), share, frame.radius, before[part], after[part], block=_BLOCK)
    raised.flags.writeable = False
    return Globe(frame, raised, layers=globe.layers, sea=noun.ocean or globe.sea)


def elevation_at(directions: ArrayLike, noun: Shape = Shape(), *, seed: Seed = 0) -> NDArray[np.float64]:
    """Return the elevation of a shape in any directions, as a share of the radius.

    Parameters
    ----------
    directions : (n, 3) array of float
        Vectors from the center of any length but 0.
    noun : Shape
        The layers.
    seed : int or str
        Which noise all layers read.

    Returns
    -------
    (n,) float64 array
        Elevation divided by the radius, before it is rounded to the float32 metres of a globe.

    Notes
    -----
    Reach: point. Cost: O(points x octaves).
    Deterministic: bit-identical on every machine, for any thread count.
    """
    return stacked(unit_vectors("planet.elevation_at", directions), noun, seed, None)


def stacked(points: NDArray[np.float64], noun: Shape, seed: Seed, where: Any) -> NDArray[np.float64]:
    """Return the sum of all layers at the points; `where` names the points for the memory, None for points of a moment."""
    count = len(points)
    if not noun.layers:
        return np.zeros(count)
    clamped = not noun.ocean
    first = _layer(points, noun.layers[0].filter, seed, where, None, clamped)
    total = first.copy() if noun.layers[0].enabled else np.zeros(count)
    mask: NDArray[np.float64] | None = None
    chosen: NDArray[np.int64] | None = None
    for layer in noun.layers[1:]:
        if not layer.enabled:
            continue
        if layer.mask:
            if mask is None:
                mask = np.maximum(first, 0.0) if noun.mask_by == "clamped" else first
                chosen = np.flatnonzero(mask)
            under = (noun.layers[0].filter, noun.mask_by)
            values = _layer(points, layer.filter, seed, where, (chosen, under), clamped)
            _pool.run_rows(kernels.add_masked, count, values, mask, total, block=_BLOCK)
        else:
            values = _layer(points, layer.filter, seed, where, None, clamped)
            _pool.run_rows(kernels.add, count, values, total, block=_BLOCK)
    return total


def filtered(points: NDArray[np.float64], noun: Filter, seed: Seed, where: Any) -> NDArray[np.float64]:
    """Return one filter at the points; remembered where `where` names them."""
    return _layer(points, noun, seed, where, None, False)


_memory: OrderedDict[Any, NDArray[np.float64]] = OrderedDict()
_lock = threading.Lock()


def forget() -> None:
    """Forget all layers, so that what comes next is made afresh."""
    with _lock:
        _memory.clear()


def _layer(
    points: NDArray[np.float64], noun: Filter, seed: Seed, where: Any, only: Any, clamped: bool
) -> NDArray[np.float64]:
    """Return one filter at the points, from memory when neither it nor the points changed."""
    chosen, under = only if only is not None else (None, None)
    key = None if where is None else (repr(noun), seed, where, repr(under), clamped)
    if key is not None:
        with _lock:
            if key in _memory:
                _memory.move_to_end(key)
                return _memory[key]
    made = _sampled(points, noun, seed, chosen, clamped)
    if key is not None:
        made.flags.writeable = False
        with _lock:
            _memory[key] = made
            while len(_memory) > 1 and sum(array.nbytes for array in _memory.values()) > _KEPT:
                _memory.popitem(last=False)
    return made


def _sampled(
    points: NDArray[np.float64], noun: Filter, seed: Seed, chosen: NDArray[np.int64] | None, clamped: bool
) -> NDArray[np.float64]:
    if isinstance(noun, (Simple, Rigid)):
        return sampled(points, noun, seed, chosen, clamped=clamped)
    module, _, name = type(noun).verb.partition(":")
    kind = getattr(noun, "kind", type(noun).__name__)
    try:
        function = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise SettingError(
            f"planet: the function {type(noun).verb!r} of the filter {kind!r} cannot be loaded: {error}."
        ) from error
    asked = points if chosen is None else points[chosen]
    values = np.asarray(function(asked, noun, seed=seed), np.float64)
    if values.shape != (len(asked),) or not bool(np.isfinite(values).all()):
        must = f"must return ({len(asked)},) finite numbers"
        raise SettingError(sentence(f"planet: filter {kind!r}", must, values.shape))
    if clamped:
        values = np.maximum(values, 0.0)
    if chosen is None:
        return values
    out = np.zeros(len(points))
    out[chosen] = values
    return out
