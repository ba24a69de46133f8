"""Memory: asked before anything runs, and the refusal says what would fit."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import landwright as lw
from landwright.errors import MemoryLimit, SettingError
from landwright.recipe import Recipe
from landwright.recipe._set import split
from landwright.works import _memory, needed, plan
from plugin_install import RECIPE

pytestmark = pytest.mark.usefixtures("tiny", "cache_home")


def test_a_build_that_would_not_fit_is_refused_before_anything_runs(monkeypatch: pytest.MonkeyPatch, calls) -> None:
    monkeypatch.setenv("LANDWRIGHT_MEMORY", "1G")
    recipe = Recipe.from_text(RECIPE).set("grid.shape", [20001, 30001])
    with pytest.raises(MemoryLimit) as caught:
        lw.build(recipe)
    text = str(caught.value)
    assert re.match(r"recipe 'hills' needs about [\d.]+ GiB of memory, but LANDWRIGHT_MEMORY allows 1\.0 GiB\. ", text)
    assert not calls
    assert isinstance(caught.value, MemoryError)


def test_the_size_it_names_fits_and_covers_the_same_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANDWRIGHT_MEMORY", "1G")
    recipe = Recipe.from_text(RECIPE).set("grid.shape", [20001, 30001])
    with pytest.raises(MemoryLimit) as caught:
        _memory.check(plan(recipe))
    smaller = recipe
    for assignment in re.findall(r"--set '?([^' ]+)'?", str(caught.value)):
        smaller = smaller.set(*split(assignment))
    assert smaller.grid is not None
    assert recipe.grid is not None
    _memory.check(plan(smaller))
    assert smaller.grid.extent == pytest.approx(recipe.grid.extent, rel=0.01)
    assert smaller.grid.rows - 1 == 2 ** ((smaller.grid.rows - 1).bit_length() - 1)
    bigger = smaller.set("grid.shape", [2 * n for n in smaller.grid.shape])
    with pytest.raises(MemoryLimit):
        _memory.check(plan(bigger))


def test_a_tiny_limit_says_that_nothing_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANDWRIGHT_MEMORY", "100M")
    with pytest.raises(MemoryLimit, match="Even a small map would not fit"):
        lw.build(Recipe.from_text(RECIPE))
    monkeypatch.setenv("LANDWRIGHT_MEMORY", "lots")
    with pytest.raises(SettingError, match="LANDWRIGHT_MEMORY must be a size such as 4G or 512M"):
        lw.build(Recipe.from_text(RECIPE))


def test_what_the_machine_has_is_found() -> None:
    room = _memory.available()
    assert room is not None
    assert 1 << 20 < room < 1 << 50


def test_the_estimate_is_an_upper_bound_that_is_not_absurd(tmp_path) -> None:
    code = """
import pathlib, resource, sys, landwright as lw
from landwright.works import needed, plan
text = '''
format = 1
grid = { shape = [1500, 1500], cell_size = 8.0 }
[[stages]]
id = "base"
kind = "generate.diamond_square"
[[stages]]
id = "soft"
kind = "ops.smooth"
[[stages]]
id = "steep"
kind = "ops.slope"
output = "steep"
[[outputs]]
kind = "png16"
path = "elevation.png"
'''
def peak():
    # Linux keeps the peak of the process that started this one in ru_maxrss; VmHWM is this one's alone
    status = pathlib.Path("/proc/self/status")
    if status.exists():
        return int(next(line for line in status.read_text().splitlines() if line.startswith("VmHWM")).split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
recipe = lw.Recipe.from_text(text)
lw.build(recipe.set("grid.shape", [40, 40]), out=sys.argv[1], cache=False)
before = peak()
lw.build(recipe, out=sys.argv[1], cache=False)
used = (peak() - before) * 1024
print(used, needed(plan(recipe)) - needed(plan(recipe.set("grid.shape", [40, 40]))))
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "out")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    used, estimated = map(int, done.stdout.split())
    assert used <= estimated <= 4 * used
    assert needed(plan(Recipe.from_text(RECIPE))) > 0
