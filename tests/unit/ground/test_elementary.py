from __future__ import annotations

import hashlib

import mpmath
import numpy as np
import pytest

from landwright import _elementary as elementary
from landwright._numba import JIT

mpmath.mp.prec = 120
pytestmark = pytest.mark.jit_off


def over(function, *columns: np.ndarray) -> np.ndarray:
    if JIT:
        import numba

        if len(columns) == 1:

            @numba.njit(error_model="numpy")
            def run(a):
                out = np.empty_like(a)
                for i in range(a.size):
                    out[i] = function(a[i])
                return out

        else:

            @numba.njit(error_model="numpy")
            def run(a, b):
                out = np.empty_like(a)
                for i in range(a.size):
                    out[i] = function(a[i], b[i])
                return out

        return run(*columns)
    with np.errstate(all="ignore"):
        return np.array([function(*row) for row in zip(*columns)])


RNG = np.random.default_rng(0)
ANGLES = np.concatenate([RNG.uniform(-10, 10, 600), RNG.uniform(-1e6, 1e6, 600), [0.0, np.pi / 2, -np.pi, 1e-300]])
POWERS = np.concatenate([RNG.uniform(-5, 5, 600), RNG.uniform(-700, 700, 300), [0.0, 1e-20]])
POSITIVE = np.concatenate(
    [np.exp(RNG.uniform(-5, 5, 600)), np.exp(RNG.uniform(-700, 700, 300)), RNG.uniform(0.99, 1.01, 300)]
)


@pytest.mark.parametrize("name", ["sin", "cos"])
def test_sine_and_cosine(name: str) -> None:
    values = over(getattr(elementary, name), ANGLES)
    worst = max(
        abs(float(mpmath.mpf(float(v)) - getattr(mpmath, name)(mpmath.mpf(float(a))))) for a, v in zip(ANGLES, values)
    )
    assert worst <= 2e-16


@pytest.mark.parametrize("name,where", [("exp", POWERS), ("log", POSITIVE)])
def test_exponential_and_logarithm(name: str, where: np.ndarray) -> None:
    values = over(getattr(elementary, name), where)
    worst = 0.0
    for a, v in zip(where, values):
        exact = getattr(mpmath, name)(mpmath.mpf(float(a)))
        worst = max(worst, abs(float((mpmath.mpf(float(v)) - exact) / exact)) if exact else abs(float(v)))
    assert worst <= 4e-16


def test_power() -> None:
    x, y = np.exp(RNG.uniform(-5, 5, 600)), RNG.uniform(-20, 20, 600)
    for a, b, v in zip(x, y, over(elementary.power, x, y)):
        exact = mpmath.mpf(float(a)) ** mpmath.mpf(float(b))
        assert abs(float(mpmath.mpf(float(v)) / exact - 1)) <= 4e-16 * (1 + abs(b * np.log(a)))
    assert over(elementary.power, np.array([0.0, 0.0]), np.array([2.0, 0.0])).tolist() == [0.0, 1.0]


def test_ends_of_the_range() -> None:
    assert over(elementary.exp, np.array([-1000.0, 0.0])).tolist() == [0.0, 1.0]
    assert np.isinf(over(elementary.exp, np.array([1000.0]))[0])
    assert over(elementary.log, np.array([1.0])).tolist() == [0.0]
    assert over(elementary.log, np.array([5e-324]))[0] == pytest.approx(-744.4400719213812, rel=1e-15)


def test_the_same_bits_everywhere() -> None:
    state = hashlib.sha256()
    grid = np.linspace(-7.0, 7.0, 257)
    for name in ("sin", "cos", "exp"):
        state.update(over(getattr(elementary, name), grid).tobytes())
    state.update(over(elementary.log, np.linspace(0.01, 50.0, 257)).tobytes())
    assert state.hexdigest()[:16] == "632540e41ee4c163"
