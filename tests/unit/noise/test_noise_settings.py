"""Nouns of noise: what they take, what they refuse, how recipes write them."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter

import landwright.noise as noise
from landwright.errors import SettingError
from landwright.noise.settings import AnyNoise

ALL = [
    noise.White(),
    noise.Value(wavelength=3.0),
    noise.Perlin(),
    noise.Simplex(),
    noise.Cellular(output="f2_minus_f1", metric="chebyshev", jitter=0.5),
    noise.Fbm(base=noise.Value(wavelength=7.0), octaves=3),
    noise.Ridged(feedback=1.5),
    noise.Billow(gain=0.25),
    noise.HybridMultifractal(offset=1.0),
    noise.Warp(base=noise.Warp(by=noise.Ridged()), amplitude=5.0),
]


@pytest.mark.parametrize("noun", ALL, ids=lambda noun: noun.kind)
def test_nouns_round_trip_through_json_and_through_the_union(noun):
    assert type(noun).from_json(noun.to_json()) == noun
    assert TypeAdapter(AnyNoise).validate_python(noun.to_json()) == noun
    assert "." not in noun.kind


@pytest.mark.parametrize("word", ["rigid", "ridgid", "ridged"])
def test_other_spellings_of_ridged_are_read_and_one_is_written(word):
    noun = noise.Warp(base={"kind": word, "persistence": 0.4, "weight_multiplier": 0.8})
    assert noun.base == noise.Ridged(gain=0.4, feedback=0.8)
    assert noun.to_json()["base"]["kind"] == "ridged"


@pytest.mark.parametrize("word", ["gain", "persistence", "roughness"])
def test_gain_has_other_names(word):
    assert noise.Fbm(**{word: 0.3}).gain == 0.3


@pytest.mark.parametrize(
    "make,text",
    [
        (lambda: noise.Perlin(wavelength=0.0), r"perlin: wavelength must be >= 1e-09 .*\(metres\), got 0.0"),
        (lambda: noise.Perlin(wavelength=float("nan")), "wavelength must be"),
        (lambda: noise.Fbm(octaves=True), "fbm: octaves must be a whole number >= 1 and <= 32, got True"),
        (lambda: noise.Fbm(base=7), "fbm: base must be a table of settings, got 7"),
        (
            lambda: noise.Fbm.from_json({"base": {"kind": "perlin", "wavelength": -1}}),
            r"fbm: base\.wavelength must be >= 1e-09",
        ),
        (lambda: noise.Perlin(wavelenght=5.0), "unknown setting 'wavelenght'. Did you mean 'wavelength'"),
        (lambda: noise.Fbm(octaves=0), "octaves must be >= 1 and <= 32"),
        (lambda: noise.Fbm(octaves=33), "octaves must be >= 1 and <= 32"),
        (lambda: noise.Fbm(base=noise.Fbm()), "base"),
        (lambda: noise.Fbm(base={"kind": "perlim"}), "Did you mean 'perlin'"),
        (lambda: noise.Cellular(output="F1"), "output must be one of the valid words, got 'F1'"),
        (lambda: noise.Cellular(jitter=1.5), "jitter must be >= 0.0 and <= 1.0|jitter must be >= 0 and <= 1"),
        (lambda: noise.Warp(amplitude=-1.0), "amplitude must be"),
    ],
)
def test_what_is_no_noise_is_refused_with_one_sentence(make, text):
    with pytest.raises(SettingError, match=text):
        make()


def test_nouns_are_frozen():
    with pytest.raises(SettingError, match="frozen"):
        noise.Perlin().wavelength = 3.0
