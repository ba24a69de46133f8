from __future__ import annotations

import pytest

from landwright import errors
from landwright.errors import LandwrightError, nearest, sentence


@pytest.mark.parametrize("name", [n for n in errors.__all__ if n[0].isupper()])
def test_one_family_each_also_a_builtin(name: str) -> None:
    kind = getattr(errors, name)
    if issubclass(kind, Warning):
        assert issubclass(kind, UserWarning)
        return
    assert issubclass(kind, LandwrightError)
    if kind is not LandwrightError:
        builtin = [
            base
            for base in kind.__mro__
            if base.__module__ == "builtins" and base not in (object, BaseException, Exception)
        ]
        assert builtin, f"{name} is no builtin error"


def test_a_sentence_has_five_parts() -> None:
    text = sentence("alps: how", "must be a valid word", "multiplyy", valid=["add", "multiply"], hint="See the manual.")
    assert (
        text
        == "alps: how must be a valid word, got 'multiplyy'. Did you mean 'multiply'? Valid: add, multiply. See the manual."
    )


def test_long_values_are_shortened() -> None:
    assert len(sentence("x", "must be short", "a" * 1000)) < 120


def test_nearest_is_close_or_nothing() -> None:
    assert nearest("octavs", ["octaves", "gain"]) == "octaves"
    assert nearest("zzz", ["octaves", "gain"]) is None


def test_missing_extra_says_how_to_install() -> None:
    assert "pip install 'landwright[geotiff]'" in str(errors.MissingExtra("Reading GeoTIFF", "geotiff"))
