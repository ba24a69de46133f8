"""Shaping: heights in, other heights out, sample by sample."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from landwright.ops._kernels import shape as kernels
from landwright.ops._raster import R, data_of, like, rowwise, values_of
from landwright.ops.settings import Clamp, Curve, Flatten, Normalize, Power, Remap, Scale

__all__ = ["clamp", "curve", "flatten", "normalize", "power", "remap", "scale"]

_LARGEST = float(np.finfo(np.float32).max)


def clamp(field: R, noun: Clamp = Clamp()) -> R:
    """Cut a layer off below and above.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    noun : Clamp
        ``low`` and ``high``; None is no limit.

    Returns
    -------
    Heightfield or Layer
        Like `field`; a Mask stays a Mask.

    See Also
    --------
    remap : Stretch a range instead of cutting it off.

    Notes
    -----
    Reach: point. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.clamp(lw.Heightfield([[-5.0, 5.0, 50.0]]), lw.ops.Clamp(low=0.0, high=10.0)).elevation.tolist()
    [[0.0, 5.0, 10.0]]
    """
    low = -_LARGEST if noun.low is None else min(max(noun.low, -_LARGEST), _LARGEST)
    high = _LARGEST if noun.high is None else min(max(noun.high, -_LARGEST), _LARGEST)
    return like(field, np.clip(values_of(field, noun.kind), np.float32(low), np.float32(high)))


def remap(field: R, noun: Remap = Remap()) -> R:
    """Stretch one range of values onto another, in a straight line.

    The ranges are given, never read off the map, so tiles agree.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    noun : Remap
        ``from_low`` becomes exactly ``to_low``, ``from_high`` exactly ``to_high``; outside, the line goes on unless ``clamp``.

    Returns
    -------
    Heightfield or Layer
        Like `field`; a Mask becomes a plain Layer.

    See Also
    --------
    normalize : Take the range from the map itself.

    Notes
    -----
    Reach: point. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.remap(lw.Heightfield([[0.0, 0.5, 1.0]]), lw.ops.Remap(to_low=-10.0, to_high=90.0)).elevation.tolist()
    [[-10.0, 40.0, 90.0]]
    """
    z = values_of(field, noun.kind)
    ranges = noun.from_low, noun.from_high, noun.to_low, noun.to_high
    return like(field, rowwise(kernels.remap_rows, z, *ranges, noun.clamp), bounded=False)


def scale(field: R, noun: Scale = Scale()) -> R:
    """Exaggerate or flatten heights, and lift or sink them.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    noun : Scale
        ``about + (value - about) * factor + offset``.

    Returns
    -------
    Heightfield or Layer
        Like `field`; a Mask becomes a plain Layer.

    See Also
    --------
    remap : The same line, given by its two ends.

    Notes
    -----
    Reach: point. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.scale(lw.Heightfield([[0.0, 10.0]]), lw.ops.Scale(factor=2.0, offset=1.0)).elevation.tolist()
    [[1.0, 21.0]]
    """
    z = values_of(field, noun.kind)
    return like(field, rowwise(kernels.scale_rows, z, noun.factor, noun.about, noun.offset), bounded=False)


def power(field: R, noun: Power = Power()) -> R:
    """Bend the heights of a range by a power curve.

    An exponent over 1 makes broad lowland and sharp summits, one under 1 a plateau cut by steep valleys.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    noun : Power
        The ends of the range stay where they are; what lies outside is left alone.

    Returns
    -------
    Heightfield or Layer
        Like `field`; a Mask becomes a plain Layer.

    See Also
    --------
    curve : Bend heights through points of your own.

    Notes
    -----
    Reach: point. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.power(lw.Heightfield([[0.0, 50.0, 100.0]]), lw.ops.Power(high=100.0, exponent=2.0)).elevation.tolist()
    [[0.0, 25.0, 100.0]]
    """
    z = values_of(field, noun.kind)
    return like(field, rowwise(kernels.power_rows, z, noun.low, noun.high, noun.exponent), bounded=False)


def curve(field: R, noun: Curve = Curve()) -> R:
    """Bend heights by a smooth curve through control points.

    Between two points the curve never leaves their range (monotone cubic pieces), so it makes no bumps of its own.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    noun : Curve
        ``points`` are met exactly.

    Returns
    -------
    Heightfield or Layer
        Like `field`; a Mask becomes a plain Layer.

    See Also
    --------
    power : A curve with one number.

    Notes
    -----
    Reach: point. Cost: O(cells x log points).
    Deterministic: bit-identical for any thread count and any tiling.

    References
    ----------
    .. [1] F. N. Fritsch, J. Butland, "A method for constructing local monotone piecewise cubic interpolants", SIAM Journal
       on Scientific and Statistical Computing 5, 1984.

    Examples
    --------
    >>> import landwright as lw
    >>> shelf = lw.ops.Curve(points=((0.0, 0.0), (100.0, 20.0), (200.0, 20.0), (300.0, 300.0)))
    >>> lw.ops.curve(lw.Heightfield([[0.0, 100.0, 150.0, 300.0]]), shelf).elevation.tolist()
    [[0.0, 20.0, 20.0, 300.0]]
    """
    pieces, before, after = _pieces(noun)
    z = values_of(field, noun.kind)
    return like(field, rowwise(kernels.curve_rows, z, pieces, before, after), bounded=False)


def _pieces(noun: Curve) -> tuple[NDArray[np.float64], float, float]:
    """Return (n, 5) start, value and coefficients of each piece, and the slopes beyond the ends."""
    x, y = (np.array(column, np.float64) for column in zip(*noun.points, strict=True))
    width = np.diff(x)
    chord = np.diff(y) / width
    tangent = np.zeros(x.size)
    if x.size == 2:
        tangent[:] = chord[0]
    else:
        for i in range(1, x.size - 1):
            if chord[i - 1] * chord[i] > 0.0:
                a, b = 2.0 * width[i] + width[i - 1], width[i] + 2.0 * width[i - 1]
                tangent[i] = (a + b) / (a / chord[i - 1] + b / chord[i])
        tangent[0] = _end(width[0], width[1], chord[0], chord[1])
        tangent[-1] = _end(width[-1], width[-2], chord[-1], chord[-2])
    pieces = np.zeros((x.size, 5))
    pieces[:, 0], pieces[:, 1], pieces[:, 2] = x, y, tangent
    pieces[:-1, 3] = (3.0 * chord - 2.0 * tangent[:-1] - tangent[1:]) / width
    pieces[:-1, 4] = (tangent[:-1] + tangent[1:] - 2.0 * chord) / (width * width)
    hold = noun.beyond == "hold"
    return pieces, 0.0 if hold else float(tangent[0]), 0.0 if hold else float(tangent[-1])


def _end(near: float, far: float, chord: float, next_chord: float) -> float:
    """Tangent at an end: three points, bent back where it would overshoot."""
    tangent = ((2.0 * near + far) * chord - near * next_chord) / (near + far)
    if tangent * chord <= 0.0:
        return 0.0
    if chord * next_chord <= 0.0 and abs(tangent) > 3.0 * abs(chord):
        return 3.0 * chord
    return tangent


def normalize(field: R, noun: Normalize = Normalize()) -> R:
    """Stretch a layer so that its own lowest and highest values become the given ones.

    The one operation that looks at the whole map to decide about a sample: two tiles normalised apart do not fit. Use
    :func:`remap` with explicit ranges where the map may be built in tiles.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols); those without data do not count.
    noun : Normalize
        ``low`` and ``high``: what the lowest and the highest become. A level layer becomes ``low``.

    Returns
    -------
    Heightfield or Layer
        Like `field`; a Mask becomes a plain Layer.

    See Also
    --------
    remap : The same with explicit ranges.

    Notes
    -----
    Reach: whole. Cost: O(cells).
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.normalize(lw.Heightfield([[10.0, 20.0, 30.0]])).elevation.tolist()
    [[0.0, 0.5, 1.0]]
    """
    z = values_of(field, noun.kind)
    data = data_of(field)
    held = z[data] if data.shape == z.shape and data.any() else z
    low, high = float(held.min()), float(held.max())
    if low == high:
        return like(field, np.full_like(z, min(max(noun.low, -_LARGEST), _LARGEST)), bounded=False)
    return like(field, rowwise(kernels.remap_rows, z, low, high, noun.low, noun.high, True), bounded=False)


def flatten(field: R, noun: Flatten = Flatten()) -> R:
    """Level a round pad into the ground.

    Parameters
    ----------
    field : Heightfield or Layer
        Ground surface (rows, cols), metres.
    noun : Flatten
        Exactly ``level`` within ``radius`` of ``center``; unchanged beyond ``radius + falloff``.

    Returns
    -------
    Heightfield or Layer
        Like `field`; a Mask becomes a plain Layer.

    See Also
    --------
    clamp : Cut off everything above a height.

    Notes
    -----
    Reach: point. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.flatten(lw.Heightfield([[1.0, 2.0, 3.0]]), lw.ops.Flatten(radius=1.0, falloff=0.5, level=9.0)).elevation.tolist()
    [[9.0, 9.0, 3.0]]
    """
    z = values_of(field, noun.kind)
    where = field.grid.x, field.grid.y, *noun.center
    return like(field, rowwise(kernels.flatten_rows, z, *where, noun.radius, noun.falloff, noun.level), bounded=False)
