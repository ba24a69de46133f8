"""Nouns of pictures: round trips, refusals, and doors that are light."""

from __future__ import annotations

import subprocess
import sys

import pytest

from landwright.errors import SettingError
from landwright.render.settings import Camera, Materials, Relief, View


@pytest.mark.parametrize(
    "noun",
    [
        Relief(),
        Relief(
            style="materials", contour_interval=50.0, materials=Materials(look="desert", colors={"sand": "#d0b080"})
        ),
        View(),
        View(camera=Camera(position=(1.0, 2.0, 3.0), target=(4.0, 5.0, 6.0)), sea_level=12.0, surroundings="block"),
        Camera(distance=400.0, azimuth=-20.0),
        Materials(snow_line=1500.0),
    ],
)
def test_nouns_round_trip(noun) -> None:
    assert type(noun).from_json(noun.to_json()) == noun


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Relief(sun_altitude=0.0), "sun_altitude must be > 0"),
        (lambda: Relief(style="pretty"), "style must be one of the valid words"),
        (lambda: Relief(low=5.0, high=5.0), "low must be below high, got low=5 and high=5"),
        (lambda: Relief(contours=5.0), "unknown setting 'contours'"),
        (lambda: View(samples=0), "samples must be >= 1"),
        (lambda: View(haze=float("nan")), "haze must be a finite number"),
        (lambda: Camera(position=(0, 0, 0), distance=5.0), "either position or distance"),
        (lambda: Camera(position=(1, 2, 3), target=(1, 2, 3)), "position and target must differ"),
        (lambda: Camera(width=0), "width must be >= 1"),
        (lambda: Materials(colors={"sand": "yellow"}), "color of sand must be written #rrggbb"),
        (lambda: Materials(look="alps"), "look must be one of the valid words"),
    ],
)
def test_nouns_refuse_with_a_sentence(make, words: str) -> None:
    with pytest.raises(SettingError, match=words):
        make()


def test_nouns_load_neither_numpy_nor_numba() -> None:
    code = "import sys, landwright.render.settings; print({'numpy', 'numba', 'PIL', 'cmap'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"
