"""Reading a noise: on a grid, at points, in a volume."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright import _pool
from landwright.errors import SettingError, sentence
from landwright.grid import Grid
from landwright.noise._kernels import cellular, points2, points3, simplex_period
from landwright.noise._kernels.lattice import BLOCK
from landwright.noise._lattice import sample_lattice, sample_lattice_volume
from landwright.noise._octaves import Plan, plan
from landwright.noise.settings import AnyNoise, Warp
from landwright.seeds import Seed, derive

__all__ = ["sample", "sample_volume"]

FARTHEST = 1e15
"""Coordinates (m) beyond this are refused: float64 steps by more than 0.1 m there."""

_TASK = 64
_CHUNK = 1 << 20

_KERNELS: dict[tuple[str, int], Callable[..., None]] = {
    ("white", 2): points2.white_points2,
    ("white", 3): points3.white_points3,
    ("value", 2): points2.value_points2,
    ("value", 3): points3.value_points3,
    ("perlin", 2): points2.perlin_points2,
    ("perlin", 3): points3.perlin_points3,
    ("simplex", 2): points2.simplex_points2,
    ("simplex", 3): points3.simplex_points3,
    ("cellular", 2): cellular.cellular_points2,
    ("cellular", 3): cellular.cellular_points3,
}
_PERIODIC: dict[tuple[str, int], Callable[..., None]] = {
    ("simplex", 2): simplex_period.simplex_period_points2,
    ("simplex", 3): simplex_period.simplex_period_points3,
}


def sample(
    noun: AnyNoise, where: Grid | ArrayLike, *, seed: Seed = 0, period: Sequence[float] | None = None
) -> NDArray[np.float32]:
    """Read a noise on a grid or at points.

    The same point gives the same number, to the last bit, whether it is asked for alone, in a list, on a grid or in a tile of one, on any
    machine, with any number of threads. Distances from the origin up to 10^8 m cost no accuracy.

    Parameters
    ----------
    noun : AnyNoise
        Which noise; ``Fbm(base=Perlin(wavelength=500.0))`` is the usual start of a landscape.
    where : Grid or (n, 2) or (n, 3) array of float
        A grid (plane noise), or points in metres; points with z read noise in space.
    seed : int or str
        Any 64-bit integer or any text. Different seeds give unrelated noise.
    period : sequence of float, optional
        Metres along x, y (and z) after which values and slopes repeat, any lengths of at least one wavelength of the first octave. Each
        octave's wavelength is changed a little so that the period holds whole lattice cells.

    Returns
    -------
    (rows, cols) or (n,) array of float32
        Dimensionless, in [-1, 1]; cellular distances in wavelengths, in the ranges that ``Cellular`` states.

    Raises
    ------
    SettingError
        If the points are not (n, 2) or (n, 3), not finite or further than 10^15 m away, or the period does not fit.

    See Also
    --------
    sample_gradient : Values with their slopes.
    sample_volume : Noise in space on a stack of grids.

    Notes
    -----
    Reach: point.
    Cost: O(points x octaves); a warp costs three noises (four in space).
    Deterministic: bit-identical on every machine, for any thread count and any tiling.

    References
    ----------
    .. [1] Ken Perlin, "Improving noise", ACM Transactions on Graphics 21(3), 2002.
    .. [2] Steven Worley, "A cellular texture basis function", SIGGRAPH 1996.
    .. [3] F. Kenton Musgrave in David Ebert et al., "Texturing and modeling: a procedural approach", 3rd edition, 2003, chapter 16.

    Examples
    --------
    >>> from landwright.noise import Fbm, Perlin
    >>> noun = Fbm(base=Perlin(wavelength=500.0), octaves=8)
    >>> ground = sample(noun, Grid(shape=(64, 64), cell_size=10.0), seed=7)
    >>> ground.shape, str(ground.dtype), bool(abs(ground).max() <= 1.0)
    ((64, 64), 'float32', True)
    """
    repeat = checked_period(period)
    if isinstance(where, Grid):
        checked_grid(where)
        return _on_grid(noun, where, seed, repeat)
    points = checked_points(where)
    return _at_points(noun, points, seed, repeat)


def sample_volume(
    noun: AnyNoise, grid: Grid, z: ArrayLike, *, seed: Seed = 0, period: Sequence[float] | None = None
) -> NDArray[np.float32]:
    """Read noise in space on a stack of grids.

    Parameters
    ----------
    noun : AnyNoise
        Which noise.
    grid : Grid
        Rows and columns of every layer.
    z : (layers,) array of float
        Elevation of every layer (m).
    seed : int or str
        As in `sample`.
    period : sequence of float, optional
        Metres along x, y and z; as in `sample`.

    Returns
    -------
    (layers, rows, cols) array of float32
        The same numbers as `sample` gives at these points.

    See Also
    --------
    sample : One grid, or points.

    Notes
    -----
    Reach: point.
    Cost: O(points x octaves).
    Deterministic: bit-identical on every machine, for any thread count and any tiling.

    Examples
    --------
    >>> from landwright.noise import Perlin
    >>> sample_volume(Perlin(wavelength=50.0), Grid(shape=(4, 5), cell_size=10.0), [0.0, 10.0]).shape
    (2, 4, 5)
    """
    repeat = checked_period(period)
    checked_grid(grid)
    layers = np.asarray(z, np.float64)
    if layers.ndim != 1 or not np.isfinite(layers).all() or (layers.size and abs(layers).max() > FARTHEST):
        raise SettingError(sentence("noise: z", "must be a list of finite elevations (metres)", z))
    if not isinstance(noun, Warp):
        rows = sample_lattice_volume(plan(noun, 3, seed, repeat), grid, layers)
        if rows is not None:
            return rows
    out = np.empty((layers.size, *grid.shape), np.float32)
    for index, level in enumerate(layers):
        with _pool.current().part(index / layers.size, (index + 1) / layers.size):
            out[index] = _on_grid(noun, grid, seed, repeat, float(level))
    return out


def _on_grid(
    noun: AnyNoise, grid: Grid, seed: Seed, period: tuple[float, ...] | None, z: float | None = None
) -> NDArray[np.float32]:
    if isinstance(noun, Warp):
        return _warped_grid(noun, grid, seed, period, z)
    made = plan(noun, 2 if z is None else 3, seed, period)
    rows = sample_lattice(made, grid) if z is None else sample_lattice_volume(made, grid, np.array([z]))
    if rows is not None:
        return rows.reshape(grid.shape)
    axes = (grid.x, grid.y, np.array([0.0 if z is None else z]))
    out = np.empty(grid.shape, np.float32)
    run(made, axes, -grid.cols, out.reshape(-1))
    return out


def _at_points(
    noun: AnyNoise, points: NDArray[np.float64], seed: Seed, period: tuple[float, ...] | None
) -> NDArray[np.float32]:
    if isinstance(noun, Warp):
        return _at_points(noun.base, moved(noun, points, points, seed, period), seed, period)
    made = plan(noun, points.shape[1], seed, period)
    flat = points.reshape(-1)
    out = np.empty(len(points), np.float32)
    run(made, (flat, flat, flat), points.shape[1], out)
    return out


def run(made: Plan, axes: tuple[NDArray[np.float64], ...], stride: int, out: NDArray[np.float32]) -> None:
    """Fill `out` (n,) through the per-point kernel of a plan; `stride` as in ``_kernels.lattice.fill``."""
    key = (made.basis.kind, made.dim)
    kernel = _PERIODIC.get(key, _KERNELS[key]) if made.periodic else _KERNELS[key]
    drive(kernel, made, axes, stride, out.size, out)


def drive(
    kernel: Callable[..., None], made: Plan, axes: tuple[NDArray[np.float64], ...], stride: int, count: int, *out: Any
) -> None:
    """Run a per-point kernel over all blocks, on the pool."""
    blocks = -(-count // BLOCK)
    arrays = (made.frequency, made.offset, made.cells, made.amplitude, made.words, made.shape)
    size = max(1, min(_TASK, -(-blocks // (4 * _pool.threads()))))
    _pool.run_rows(kernel, blocks, count, stride, axes, arrays, made.mode, *out, block=size)


def _warped_grid(
    noun: Warp, grid: Grid, seed: Seed, period: tuple[float, ...] | None, z: float | None
) -> NDArray[np.float32]:
    """Warp a grid, some rows at a time, so that the moved points do not fill the memory."""
    out = np.empty(grid.shape, np.float32)
    step = max(1, _CHUNK // grid.cols)
    control = _pool.current()
    for row in range(0, grid.rows, step):
        stop = min(row + step, grid.rows)
        part = grid.window(row, stop, 0, grid.cols)
        with control.part(row / grid.rows, stop / grid.rows):
            shape = (part.rows, part.cols, 2 if z is None else 3)
            points = np.empty(shape)
            points[..., 0], points[..., 1] = part.x, part.y[:, None]
            if z is not None:
                points[..., 2] = z
            there = moved(noun, part, points, seed, period, z).reshape(-1, shape[2])
            out[row:stop] = _at_points(noun.base, there, seed, period).reshape(part.shape)
    return out


def moved(
    noun: Warp,
    where: Grid | NDArray[np.float64],
    points: NDArray[np.float64],
    seed: Seed,
    period: tuple[float, ...] | None,
    z: float | None = None,
) -> NDArray[np.float64]:
    """Return the points at which a warp reads its base; each axis is moved by a noise of its own."""
    there = np.empty_like(points)
    for axis in range(points.shape[-1]):
        own = derive(seed, "noise", "warp", axis)
        if isinstance(where, Grid):
            aside = _on_grid(noun.by, where, own, period, z)
        else:
            aside = _at_points(noun.by, where, own, period)
        there[..., axis] = points[..., axis] + noun.amplitude * aside.astype(np.float64)
    return there


def checked_period(period: Sequence[float] | None) -> tuple[float, ...] | None:
    """Return the period as a tuple of numbers; the octave plan checks how long they are."""
    try:
        return None if period is None else tuple(float(length) for length in period)
    except (TypeError, ValueError):
        raise SettingError(sentence("noise: period", "must be a list of lengths (metres)", period)) from None


def checked_grid(grid: Grid) -> None:
    """Refuse a grid that lies too far out for float64."""
    x, y = grid.north_west
    width, length = grid.extent
    if max(abs(x), abs(x + width), abs(y), abs(y - length)) > FARTHEST:
        raise SettingError(sentence("noise: grid", f"must lie within {FARTHEST:g} m of the origin", grid.origin))


def checked_points(where: ArrayLike) -> NDArray[np.float64]:
    """Return the points as (n, 2) or (n, 3) float64, contiguous."""
    try:
        points = np.ascontiguousarray(where, np.float64)
    except (TypeError, ValueError):
        must = "must be a Grid or an array (n, 2) or (n, 3) of metres"
        raise SettingError(sentence("noise: where", must, where)) from None
    if points.ndim != 2 or points.shape[1] not in (2, 3):
        raise SettingError(sentence("noise: points", "must have the shape (n, 2) or (n, 3)", points.shape))
    if points.size and not (points.max() <= FARTHEST and points.min() >= -FARTHEST):
        bad = points[~(np.abs(points) <= FARTHEST).all(axis=1)][0].tolist()
        raise SettingError(sentence("noise: points", f"must be finite and within {FARTHEST:g} m of the origin", bad))
    return points
