"""Two layers into one: what a recipe's ``combine`` and ``mask`` mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FieldError, SettingError, sentence
from landwright.field import Heightfield, Layer
from landwright.ops._kernels import mixing as kernels
from landwright.ops._raster import R, Raster, layer_of, like, rowwise, same_grid, values_of
from landwright.ops.settings import Blend
from landwright.ops.settings._combine import HOWS, How

__all__ = ["blend", "combine"]

_CODES = {
    "replace": kernels.REPLACE,
    "lerp": kernels.REPLACE,
    "add": kernels.ADD,
    "multiply": kernels.MULTIPLY,
    "min": kernels.MIN,
    "max": kernels.MAX,
    "smooth_min": kernels.SMOOTH_MIN,
    "smooth_max": kernels.SMOOTH_MAX,
}
_ONE = np.ones((1, 1), np.float32)


@overload
def combine(
    old: R,
    new: Raster,
    how: How = ...,
    mask: Layer | None = ...,
    *,
    amount: float = ...,
    smoothness: float = ...,
    resample: bool = ...,
) -> R: ...
@overload
def combine(
    old: NDArray[Any],
    new: NDArray[Any],
    how: How = ...,
    mask: NDArray[Any] | None = ...,
    *,
    amount: float = ...,
    smoothness: float = ...,
    resample: bool = ...,
) -> NDArray[np.float32]: ...
def combine(
    old: Any,
    new: Any,
    how: How = "replace",
    mask: Any = None,
    *,
    amount: float = 1.0,
    smoothness: float = 20.0,
    resample: bool = False,
) -> Any:
    """Combine what a layer holds with what a stage made.

    Every way is ``old + amount * mask * (both - old)``, where ``both`` is the new value, the sum, the product, the lower or
    the higher of the two. Where ``amount * mask`` is 0 the old value stays to the bit, where it is 1 the result is exactly
    ``both``. ``lerp`` and ``replace`` are one thing under two names: mix by the amount.

    Parameters
    ----------
    old, new : Heightfield, Layer or (rows, cols) array
        Two rasters on one grid, or two arrays of one shape.
    how : {"replace", "add", "multiply", "lerp", "min", "max", "smooth_min", "smooth_max"}
        What is done with the two values.
    mask : Layer or (rows, cols) array, optional
        Weights from 0 to 1.
    amount : float
        Weight of the whole, 0 to 1.
    smoothness : float
        For the smooth ways: how far apart the two may be (m) for the crease to be rounded; at the crease the result is a
        quarter of it below the lower (above the higher) value.
    resample : bool
        Bring `new` and `mask` onto the grid of `old` (bilinear) instead of refusing other grids.

    Returns
    -------
    Heightfield, Layer or (rows, cols) float32 array
        Like `old`: its grid, unit and data mask. Where `new` is a heightfield without data, the old value stays. A Mask
        stays a Mask, cut off at 0 and 1.

    Raises
    ------
    SettingError
        If `how` is not one of the words, or amount or smoothness are out of range.
    FieldError
        If the rasters do not lie on one grid, or the mask leaves 0 to 1.

    See Also
    --------
    blend : The same as a stage of a recipe, with layers by name.

    Notes
    -----
    Reach: point. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    References
    ----------
    .. [1] I. Quilez, "Smooth minimum", 2013: the quadratic polynomial form.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.combine(np.array([[1.0, 5.0]]), np.array([[3.0, 2.0]]), "max").tolist()
    [[3.0, 5.0]]
    >>> lw.ops.combine(np.array([[1.0, 5.0]]), np.array([[3.0, 2.0]]), "add", np.array([[0.0, 0.5]])).tolist()
    [[1.0, 6.0]]
    """
    if how not in _CODES:
        raise SettingError(sentence("ops.combine: how", "must be one of the valid words", how, valid=HOWS))
    if not 0.0 <= amount <= 1.0:
        raise SettingError(sentence("ops.combine: amount", "must be >= 0 and <= 1", amount))
    if not 0.0 <= smoothness < np.inf:
        raise SettingError(sentence("ops.combine: smoothness", "must be a finite number >= 0 (metres)", smoothness))
    a, b = _samples(old, "old"), _samples(new, "new")
    weight = _ONE if mask is None else _samples(mask, "mask")
    if isinstance(old, (Heightfield, Layer)):
        if resample:
            from landwright.ops._resample import resample as moved

            new = moved(new, old.grid) if isinstance(new, (Heightfield, Layer)) else new
            mask = moved(mask, old.grid) if isinstance(mask, Layer) else mask
            b = _samples(new, "new")
            weight = _ONE if mask is None else _samples(mask, "mask")
        for raster, name in ((new, "new"), (mask, "mask")):
            if isinstance(raster, (Heightfield, Layer)):
                same_grid(old.grid, raster.grid, "ops.combine", ("old", name))
    if b.shape != a.shape:
        raise FieldError(sentence("ops.combine: new", f"must have the shape of old, {a.shape}", b.shape))
    if mask is not None:
        if weight.shape != a.shape:
            raise FieldError(sentence("ops.combine: mask", f"must have the shape of old, {a.shape}", weight.shape))
        low, high = float(weight.min()), float(weight.max())
        if low < 0.0 or high > 1.0:
            hint = "Bring it there with ops.remap or ops.clamp."
            raise FieldError(sentence("ops.combine: mask", "must lie between 0 and 1", (low, high), hint=hint))
    if isinstance(new, Heightfield) and new.mask is not None:
        weight = np.ascontiguousarray(np.broadcast_to(weight, a.shape) * new.mask)
    out = rowwise(kernels.combine_rows, a, b, _CODES[how], float(smoothness), float(amount), weight)
    return like(old, out) if isinstance(old, (Heightfield, Layer)) else out


def _samples(thing: Any, name: str) -> NDArray[np.float32]:
    if isinstance(thing, (Heightfield, Layer)):
        return values_of(thing, "ops.combine")
    return Layer(thing).values if np.ndim(thing) else _refuse(thing, name)


def _refuse(thing: Any, name: str) -> NDArray[np.float32]:
    raise FieldError(sentence(f"ops.combine: {name}", "must be a Heightfield, a Layer or a 2-D array", thing))


def blend(layers: Mapping[str, Raster], noun: Blend) -> dict[str, Raster]:
    """Combine two layers by name.

    Parameters
    ----------
    layers : mapping of str to Heightfield or Layer
        Everything made so far, on one grid.
    noun : Blend
        ``base`` and ``other`` name the layers, ``how`` says what is done with them.

    Returns
    -------
    dict
        ``{"output": raster}``: like the base, see :func:`combine`.

    Raises
    ------
    SettingError
        If a layer is not there.
    FieldError
        If the layers do not lie on one grid.

    See Also
    --------
    combine : The same for rasters at hand.

    Notes
    -----
    Reach: point. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> layers = {"elevation": lw.Heightfield([[1.0, 5.0]]), "hills": lw.Heightfield([[3.0, 2.0]])}
    >>> lw.ops.blend(layers, lw.ops.Blend(other="hills", how="max"))["output"].elevation.tolist()
    [[3.0, 5.0]]
    """
    base, other = (layer_of(layers, getattr(noun, name), f"ops.blend: {name}") for name in ("base", "other"))
    by = layer_of(layers, noun.by, "ops.blend: by") if noun.by else None
    if isinstance(by, Heightfield):
        raise SettingError(sentence("ops.blend: by", "must name a layer of 0 to 1, not heights", noun.by))
    mixed: Raster = combine(base, other, noun.how, by, amount=noun.amount, smoothness=noun.smoothness)
    return {"output": mixed}
