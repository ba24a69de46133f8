"""Filters of other packages: found by their entry point, in recipes and the schema, masked and clamped like those of the house."""

from __future__ import annotations

import logging
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
import pytest

from landwright import planet
from landwright.errors import SettingError
from landwright.planet import Filter, NoiseLayer, Rigid, Shape, Simple
from landwright.planet.settings import _filters
from plugin_install import install

BUILDS = """
import json, sys
import numpy as np
import landwright as lw
from landwright import planet
from landwright.planet import Frame, Globe, NoiseLayer, Rigid, Shape, Simple
from landwright_tiny.filters import ASKED, Waves

assert list(planet.settings.filters()) == ["simple", "rigid", "tiny.waves"]
unit = np.concatenate([planet.sphere_points(planet.cube_points(f, 9)).reshape(-1, 3) for f in range(6)])
place = unit[:, 2] * 5 + (3 % 7) / 7.0
want = 0.2 * (np.abs(place - np.rint(place)) * 4.0 - 1.0)

alone = Shape(layers=(NoiseLayer(filter=Waves(count=5, height=0.2)),))
made = planet.shape(Globe(Frame(radius=10.0, resolution=9)), alone, seed=3)
assert np.array_equal(made.elevation.ravel(), (want * 10.0).astype(np.float32))
assert ASKED == [486]

clamped = planet.shape(Globe(Frame(radius=10.0, resolution=9)), alone.replace(ocean=False), seed=3)
assert np.array_equal(clamped.elevation, np.maximum(made.elevation, 0))

first = NoiseLayer(enabled=False, filter=Simple(floor=0.5))
ASKED.clear()
masked = planet.elevation_at(unit, Shape(layers=(first, alone.layers[0].replace(mask=True))), seed=3)
mask = np.maximum(planet.layered(unit, first.filter, seed=3), 0.0)
assert np.allclose(masked, want * mask, atol=1e-12)
assert ASKED == [np.count_nonzero(mask)] != [486]

text = sys.argv[1]
recipe = lw.Recipe.from_text(text)
assert isinstance(recipe.stages[0].noun.layers[0].filter, Waves)
assert lw.Recipe.from_text(recipe.to_toml()).stages[0].noun == recipe.stages[0].noun
globe = lw.build(recipe, cache=False).require_planet()
assert globe.high > 1.0
lw.write(globe, sys.argv[2])
assert "tiny.waves" in json.dumps(Shape.model_json_schema())
mixed = Shape.from_json({"layers": [{"filter": {"kind": "ridgid"}}, {"filter": {"kind": "tiny.waves"}}]})
assert [type(layer.filter) for layer in mixed.layers] == [Rigid, Waves]
print("built")
"""

RECIPE = """
format = 1
name = "waves"
[planet]
radius = 50.0
resolution = 9
[[stages]]
id = "land"
kind = "planet.shape"
layers = [{filter = {kind = "tiny.waves", count = 4, height = 0.05}}]
[[stages]]
id = "colors"
kind = "planet.colors"
"""


def test_a_filter_of_another_package_shapes_a_planet(tmp_path: Path) -> None:
    """Installed, it is found, asked only where its mask is not zero, kept in recipes, built and written."""
    home = install(tmp_path / "site")
    script = tmp_path / "builds.py"
    script.write_text(f"import sys\nsys.path.insert(0, {str(home)!r})\n" + textwrap.dedent(BUILDS), encoding="utf-8")
    made = tmp_path / "waves.glb"
    done = subprocess.run([sys.executable, str(script), RECIPE, str(made)], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "built\n"), done.stderr
    assert made.stat().st_size > 10_000


class Named(Filter):
    """A filter whose function the test names."""

    kind: Literal["test.named"] = "test.named"
    verb: ClassVar[str] = "nowhere:function"


class _Entry:
    """An entry point that loads what it is given."""

    def __init__(self, name: str, load: Callable[[], Any]) -> None:
        self.name, self.value, self.load = name, name, load


def _fails() -> Any:
    raise ImportError("no module named hills")


def test_broken_filters_are_left_out_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What cannot be loaded, is no filter, or takes a kind of the house does not stop the others."""
    entries = [
        _Entry("a", _fails),
        _Entry("b", lambda: 3),
        _Entry("c", lambda: Rigid),
        _Entry("d", lambda: Named),
    ]
    monkeypatch.setattr(_filters.importlib.metadata, "entry_points", lambda group: entries)
    with caplog.at_level(logging.WARNING, logger="landwright.planet"):
        found = _filters._plugins()
    assert found == {"simple": Simple, "rigid": Rigid, "test.named": Named}
    told = [record.getMessage() for record in caplog.records]
    assert "'a' could not be loaded: ImportError: no module named hills" in told[0]
    assert "'b' must name a Filter class" in told[1]
    assert "'c' has the kind 'rigid', which is taken" in told[2]


@pytest.mark.parametrize(
    "answer, told",
    [
        (lambda points, noun, seed: np.zeros(3), "must return"),
        (lambda points, noun, seed: np.full(len(points), np.nan), "finite"),
        (None, "cannot be loaded"),
    ],
)
def test_a_filter_that_answers_wrong_is_one_sentence(answer: Any, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too few numbers, numbers that are none, no function."""
    if answer is not None:
        monkeypatch.setattr(planet, "answer", answer, raising=False)
        monkeypatch.setattr(Named, "verb", "landwright.planet:answer")
    # a filter that was not installed when the settings were loaded does not pass their check
    layer = NoiseLayer.model_construct(enabled=True, mask=False, filter=Named())
    with pytest.raises(SettingError, match=told):
        planet.elevation_at(
            [[0.0, 0.0, 1.0]] * 4, Shape.model_construct(layers=(layer,), mask_by="clamped", ocean=True)
        )
