"""The octave plan: everything about a noise that its kernels need, as arrays.

Both kernel families, points and lattice rows, read the same plan, so they are the same function. The lattice coordinate of a point is
``x * frequency + offset`` in float64; its floor is the cell, the rest becomes float32. Nothing is lost far from the origin.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from landwright._hash import seed_words
from landwright.errors import SettingError, sentence
from landwright.noise.settings import AnyBasis, Billow, Cellular, Fbm, HybridMultifractal, Ridged, Simplex
from landwright.seeds import Seed, derive

__all__ = ["BILLOW", "FBM", "HYBRID", "RIDGED", "Fractal", "Plan", "basis_of", "plan"]

FBM, RIDGED, BILLOW, HYBRID = 0, 1, 2, 3
"""How octaves add up; a bare basis is an fBm of one octave."""

Fractal = Fbm | Ridged | Billow | HybridMultifractal
_MODE: dict[type, int] = {Fbm: FBM, Ridged: RIDGED, Billow: BILLOW, HybridMultifractal: HYBRID}

# the triangular lattice of 2-D simplex noise: edge and row height in wavelengths; a bump has the radius of the height
_EDGE, _ROW = math.sqrt(2.0 / 3.0), math.sqrt(0.5)
_FINEST = 2**50
"""Cells in a period beyond which float64 holds no fraction of a cell, so that there is nothing left to wrap."""


@dataclass(frozen=True)
class Plan:
    """Octaves of one basis in `dim` dimensions.

    Attributes
    ----------
    basis : AnyBasis
        The noise of one octave.
    mode : int
        FBM, RIDGED, BILLOW or HYBRID.
    frequency, offset : (o, dim) float64
        Lattice cells per metre, and cells added: 0 in the first octave, a fraction drawn from the seed in the others, so that an fBm is
        not 0 at every lattice point of its first octave.
    cells : (o, dim) int64
        Lattice cells in the period; 0 where it does not repeat.
    amplitude : (o,) float32
        Weights that sum to 1.
    words : (o, 2) uint32
        The two seed words of each octave.
    shape : (7,) float32
        For the modes other than FBM: the scale and shift that bring the basis to [-1, 1], `feedback`, `offset` of the noun. For cellular
        noise: half the jitter, and the positions of `output` and `metric` among their words.
    """

    basis: AnyBasis
    mode: int
    frequency: NDArray[np.float64]
    offset: NDArray[np.float64]
    cells: NDArray[np.int64]
    amplitude: NDArray[np.float32]
    words: NDArray[np.uint32]
    shape: NDArray[np.float32]

    @property
    def dim(self) -> int:
        """Number of dimensions, 2 or 3."""
        return int(self.frequency.shape[1])

    @property
    def octaves(self) -> int:
        """Number of octaves."""
        return int(self.frequency.shape[0])

    @property
    def periodic(self) -> bool:
        """Whether the noise repeats along any axis."""
        return bool(self.cells.any())


def basis_of(noun: AnyBasis | Fractal) -> AnyBasis:
    """Return the noise of one octave of a fractal; a basis is its own."""
    return noun.base if isinstance(noun, Fractal) else noun


def plan(noun: AnyBasis | Fractal, dim: int, seed: Seed = 0, period: tuple[float, ...] | None = None) -> Plan:
    """Lay out the octaves of a basis or a fractal.

    Parameters
    ----------
    noun : AnyBasis or Fractal
        What to sample; not a warp, which is two noises.
    dim : int
        2 or 3.
    seed : int or str
        The world's seed; each basis and octave draws from its own stream of it.
    period : tuple of float, optional
        Metres along each axis after which the noise repeats. Each octave's wavelength is changed a little, axis by axis, so that the
        period holds a whole number of cells (of 2-D simplex: an even number of rows along y).

    Raises
    ------
    SettingError
        If a period is shorter than the wavelength of the first octave.
    """
    basis = basis_of(noun)
    count, lacunarity, gain = 1, 1.0, 1.0
    if isinstance(noun, Fractal):
        count, lacunarity, gain = noun.octaves, noun.lacunarity, noun.gain
    if period is not None:
        _check_period(period, dim, basis.wavelength)
    unit = np.array([1.0 / _EDGE, 1.0 / _ROW]) if isinstance(basis, Simplex) and dim == 2 else np.ones(dim)
    step = np.array([1.0, 2.0]) if isinstance(basis, Simplex) and dim == 2 else np.ones(dim)
    frequency, offset = np.empty((count, dim)), np.zeros((count, dim))
    cells = np.zeros((count, dim), np.int64)
    weight, words = np.empty(count), np.empty((count, 2), np.uint32)
    stream = derive(seed, "noise", basis.kind)
    scatter = derive(seed, "noise", basis.kind, "offset")
    pitch, share = 1.0 / basis.wavelength, 1.0
    for octave in range(count):
        frequency[octave] = pitch * unit
        if period is not None:
            for axis in range(dim):
                whole = step[axis] * max(1.0, math.floor(period[axis] * frequency[octave, axis] / step[axis] + 0.5))
                if whole < _FINEST:
                    cells[octave, axis] = int(whole)
                    frequency[octave, axis] = whole / period[axis]
        if octave:
            for axis in range(dim):
                offset[octave, axis] = seed_words(scatter, octave * 3 + axis)[0] / 4294967296.0
        weight[octave] = share
        words[octave] = seed_words(stream, octave)
        pitch, share = pitch * lacunarity, share * gain
    total = 0.0
    for octave in range(count):
        total += weight[octave]
    return Plan(
        basis=basis,
        mode=_MODE.get(type(noun), FBM),
        frequency=frequency,
        offset=offset,
        cells=cells,
        amplitude=(weight / total).astype(np.float32),
        words=words,
        shape=_shape(noun, dim),
    )


def _check_period(period: tuple[float, ...], dim: int, wavelength: float) -> None:
    good = len(period) == dim and all(math.isfinite(p) and p > 0.0 for p in period)
    if not good:
        names = "(x, y)" if dim == 2 else "(x, y, z)"
        raise SettingError(sentence("noise: period", f"must be {dim} lengths > 0 (metres), {names}", period))
    for axis, length in zip("xyz", period, strict=False):
        if length < wavelength:
            must = f"must be at least one wavelength of the first octave ({wavelength:g} m) along {axis}"
            hint = "Make the period longer or the wavelength shorter."
            raise SettingError(sentence("noise: period", must, length, hint=hint))


def _shape(noun: AnyBasis | Fractal, dim: int) -> NDArray[np.float32]:
    scale, shift = 1.0, 0.0
    basis = basis_of(noun)
    if isinstance(basis, Cellular) and basis.output != "value":
        scale, shift = 2.0 / farthest(basis, dim), -1.0
    feedback = noun.feedback if isinstance(noun, Ridged | HybridMultifractal) else 0.0
    lift = noun.offset if isinstance(noun, HybridMultifractal) else 0.0
    half, output, metric = 0.0, 0, 0
    if isinstance(basis, Cellular):
        half = basis.jitter / 2.0
        output = ("f1", "f2", "f2_minus_f1", "value").index(basis.output)
        metric = ("euclidean", "manhattan", "chebyshev").index(basis.metric)
    return np.array([scale, shift, feedback, lift, half, output, metric], np.float32)


def farthest(noun: Cellular, dim: int) -> float:
    """Return the upper bound, in wavelengths, of what a cellular noise of distances gives.

    F1 is longest at a corner where 2^dim squares meet, each with its point in the far corner; F2 there or in the middle of a square.
    """
    half = noun.jitter / 2.0
    corner = {"euclidean": math.sqrt(dim), "manhattan": float(dim), "chebyshev": 1.0}[noun.metric] * (0.5 + half)
    if noun.output == "f1":
        return corner
    rest = (dim - 1) * half
    middle = {
        "euclidean": math.sqrt((1.0 + half) * (1.0 + half) + rest * half),
        "manhattan": 1.0 + half + rest,
        "chebyshev": 1.0 + half,
    }[noun.metric]
    return max(corner, middle)
