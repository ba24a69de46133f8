"""Depressions filled, or cut open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright import _pool
from landwright.field import Heightfield
from landwright.hydrology._drain import drain, filled
from landwright.hydrology._ground import Given, Ground, Raster, field_of, ground_of
from landwright.hydrology._kernels import flood
from landwright.hydrology.settings import Breach, Fill, limit

__all__ = ["breach", "fill", "fill_ground"]


def fill_ground(ground: Ground, noun: Fill) -> NDArray[np.float32]:
    """Return the filled elevation (n,); infinite where there is no data."""
    control = _pool.current()
    if noun.tilt and noun.keep_depth is None and noun.edges == "all" and ground.table.size == 0:
        out = np.empty_like(ground.z)
        _pool.call(flood.tilt, *ground.neighbors, ground.z, ground.kind, out, polls=True)
        return out
    with control.part(0.0, 0.9 if not noun.tilt else 0.5):
        drained = drain(ground, limit(noun.keep_depth))
    if noun.tilt:
        out = np.empty_like(ground.z)
        with control.part(0.5, 1.0):
            _pool.call(flood.tilt, *ground.neighbors, ground.z, ground.kind, out, polls=True)
        return out
    return filled(ground, drained)


def _back(given: Given, field: Heightfield, out: NDArray[np.float32]) -> Heightfield | dict[str, Raster]:
    if field.mask is not None:
        out = np.where(field.mask.reshape(-1), out, field.elevation.reshape(-1))
    out = out.reshape(field.shape)
    made = field.with_elevation(out)
    return made if isinstance(given, Heightfield) else {"output": made}


@overload
def fill(given: Heightfield, noun: Fill = ..., *, sinks: ArrayLike | None = ...) -> Heightfield: ...
@overload
def fill(given: Mapping[str, Raster], noun: Fill = ..., *, sinks: ArrayLike | None = ...) -> dict[str, Raster]: ...
def fill(given: Given, noun: Fill = Fill(), *, sinks: ArrayLike | None = None) -> Heightfield | dict[str, Raster]:
    """Fill depressions up to where they spill.

    Gives the least surface that is nowhere below the ground and from every sample of which a way leads to a base level without
    rising. Use it before what needs ground without pits; for the path of water itself ``flow`` needs no filling.

    Parameters
    ----------
    given : Heightfield or mapping of str to Heightfield or Layer
        The ground, or layers with ``elevation`` among them; metres.
    noun : Fill
        Where water leaves, which depressions stay, and whether filled ground is tilted.
    sinks : (rows, cols) array, optional
        True (or over 0.5) where water may end inland.

    Returns
    -------
    Heightfield or dict
        The filled ground; ``{"output": ground}`` when layers were given. With ``tilt`` every sample that is no base level lies at
        least one float32 step above its lowest neighbour, and the surface is the least of that kind.

    Raises
    ------
    FieldError
        If layers do not fit each other.
    SettingError
        If ``noun.sinks`` names no layer that is there.

    See Also
    --------
    breach : Cut instead of filling.
    flow : The path of water over ground as it is.

    Notes
    -----
    Reach: whole. Cost: O(samples) and a sort of the passes between depressions; with ``tilt`` O(samples log samples).
    Deterministic: bit-identical for any thread count; ties are broken by (elevation, index).

    References
    ----------
    .. [1] O. Planchon, F. Darboux, "A fast, simple and versatile algorithm to fill the depressions of digital elevation models",
       Catena 46, 2002: the surface.
    .. [2] R. Barnes, C. Lehman, D. Mulla, "Priority-flood: an optimal depression-filling and watershed-labeling algorithm for digital
       elevation models", Computers & Geosciences 62, 2014: the tilted one.
    .. [3] G. Cordonnier, B. Bovy, J. Braun, "A versatile, linear complexity algorithm for flow routing in topographies with
       depressions", Earth Surface Dynamics 7, 2019: basins as a graph.

    Examples
    --------
    >>> import landwright as lw
    >>> pit = lw.Heightfield([[5.0, 5.0, 5.0], [5.0, 1.0, 3.0], [5.0, 5.0, 5.0]])
    >>> lw.hydrology.fill(pit).elevation.tolist()
    [[5.0, 5.0, 5.0], [5.0, 3.0, 3.0], [5.0, 5.0, 5.0]]
    """
    ground = ground_of(given, noun, sinks)
    return _back(given, field_of(given, noun.word), fill_ground(ground, noun))


@overload
def breach(given: Heightfield, noun: Breach = ..., *, sinks: ArrayLike | None = ...) -> Heightfield: ...
@overload
def breach(given: Mapping[str, Raster], noun: Breach = ..., *, sinks: ArrayLike | None = ...) -> dict[str, Raster]: ...
def breach(given: Given, noun: Breach = Breach(), *, sinks: ArrayLike | None = None) -> Heightfield | dict[str, Raster]:
    """Cut channels through what holds water back.

    From each pit, lowest first, the way to lower ground that lies least above the pit is lowered to an even grade. Changes far fewer
    samples than filling and leaves no level ground; where barriers are real, as in lake country, limit depth or length.

    Parameters
    ----------
    given : Heightfield or mapping of str to Heightfield or Layer
        The ground, or layers with ``elevation`` among them; metres.
    noun : Breach
        Where water leaves, how far to cut, and what to do with the rest.
    sinks : (rows, cols) array, optional
        True (or over 0.5) where water may end inland.

    Returns
    -------
    Heightfield or dict
        The ground with channels; ``{"output": ground}`` when layers were given. No sample is raised unless ``fill_rest`` had
        something left to fill. Where the ground lies below all base levels, the base level at the channel's end is lowered too.

    Raises
    ------
    FieldError
        If layers do not fit each other.
    SettingError
        If ``noun.sinks`` names no layer that is there.

    See Also
    --------
    fill : Raise instead of cutting.

    Notes
    -----
    Reach: whole. Cost: O(samples) and for each pit O(m log m) in the m samples searched for its way out.
    Deterministic: bit-identical for any thread count; ties are broken by (cost, index).

    References
    ----------
    .. [1] J. B. Lindsay, "Efficient hybrid breaching-filling sink removal methods for flow path enforcement in digital elevation
       models", Hydrological Processes 30, 2016.

    Examples
    --------
    >>> import landwright as lw
    >>> pit = lw.Heightfield([[5.0, 5.0, 5.0, 5.0], [5.0, 1.0, 3.0, 0.0], [5.0, 5.0, 5.0, 5.0]])
    >>> lw.hydrology.breach(pit).elevation[1].tolist()
    [5.0, 1.0, 0.5, 0.0]
    """
    ground = ground_of(given, noun, sinks)
    field = field_of(given, noun.word)
    control = _pool.current()
    with control.part(0.0, 0.3):
        drained = drain(ground, limit(noun.keep_depth))
    pits = drained.pits[1:][~drained.kept[1:]]
    pits = pits[np.argsort(ground.z[pits], kind="stable")]
    z = ground.z.copy()
    deep, long = np.float32(limit(noun.max_depth)), np.float32(limit(noun.max_length))
    with control.part(0.3, 0.9):
        count = _pool.call(flood.cut, *ground.neighbors, ground.length, ground.kind, pits, deep, long, z, polls=True)
    if noun.fill_rest and count < pits.size:
        rest = Ground(z, ground.kind, ground.table, ground.length, ground.shape, ground.grid, ground.where)
        z = filled(rest, drain(rest))
    return _back(given, field, z)
