from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright._hash import seed_words
from landwright.errors import SettingError
from landwright.seeds import derive, normalize

ANY_SEED = st.one_of(st.integers(-(2**63), 2**64 - 1), st.text(max_size=40))


@given(ANY_SEED)
def test_any_seed_is_64_bits(seed: int | str) -> None:
    assert 0 <= normalize(seed) < 2**64
    assert normalize(seed) == normalize(seed)


def test_known_values_never_change() -> None:
    # worlds depend on these numbers; a change here changes every world ever made
    assert normalize(7) == 7
    assert normalize(-1) == 2**64 - 1
    assert normalize("alps") == 1379462485129400485
    assert derive(7) == 14259947435091205628
    assert derive(7, "base") == 2399215593909205422
    assert derive("alps", "base", 3) == 1012821534926717024
    assert seed_words(7) == (1496452567, 1674306020)
    assert seed_words(7, 1) == (4097599004, 72105175)


def test_numpy_integers_are_integers() -> None:
    assert normalize(np.int64(-1)) == normalize(-1)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [True, 1.5, None, 2**64, -(2**63) - 1, [1], "\ud800"])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(SettingError, match="seed must"):
        normalize(seed)  # type: ignore[arg-type]


def test_text_and_number_differ_and_names_do_not_run_together() -> None:
    assert normalize("7") != normalize(7)
    assert derive(7, "a", "b") != derive(7, "ab") != derive(7, "a", "b", "")
    assert derive(7, 1) != derive(7, "1")


def test_ten_thousand_seeds_and_names_never_meet() -> None:
    draw = random.Random(3)
    seeds = [draw.getrandbits(64) for _ in range(10_000)]
    assert len({derive(seed, "base") for seed in seeds}) == 10_000
    assert len({derive(7, f"stage-{i}") for i in range(10_000)}) == 10_000
    assert len({seed_words(seed, 3) for seed in seeds}) == 10_000


def test_neighbouring_seeds_do_not_correlate() -> None:
    bits = np.array([[int(b) for b in f"{derive(i, 'x'):064b}"] for i in range(2000)], dtype=float)
    flips = (bits[1:] != bits[:-1]).mean(axis=0)
    assert np.abs(flips - 0.5).max() < 0.06
    words = np.array([seed_words(i)[0] for i in range(4000)], dtype=float)
    assert abs(np.corrcoef(words[1:], words[:-1])[0, 1]) < 0.06
