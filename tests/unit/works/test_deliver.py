"""The output folder: everything or nothing, and the same bytes every time."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import landwright as lw
from landwright._pool import Control
from landwright.errors import Cancelled, LandwrightError, OutputError, RecipeError
from landwright.recipe import Recipe
from landwright.works import _deliver
from plugin_install import RECIPE

pytestmark = pytest.mark.usefixtures("tiny", "cache_home")

FILES = ["elevation.npy", "elevation.npy.json", "maps/swatch.png", "recipe.toml"]


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_a_build_leaves_its_outputs_its_recipe_and_nothing_else(tmp_path: Path) -> None:
    world = lw.build(Recipe.from_text(RECIPE), out=tmp_path / "deep" / "hills")
    found = tree(tmp_path / "deep" / "hills")
    assert sorted(found) == FILES
    assert [path.name for path in tmp_path.rglob(".*")] == []
    assert [(file.path, file.kind) for file in world.report.files] == [
        ("elevation.npy", "npy"),
        ("elevation.npy.json", "npy companion"),
        ("maps/swatch.png", "swatch"),
        ("recipe.toml", "recipe"),
    ]
    for file in world.report.files:
        assert hashlib.sha256(found[file.path]).hexdigest() == file.sha256


def test_what_is_exported_is_what_was_built(tmp_path: Path) -> None:
    world = lw.build(Recipe.from_text(RECIPE), out=tmp_path)
    exported = lw.read(tmp_path / "elevation.npy")
    assert exported.elevation.tobytes() == world.require_ground().elevation.tobytes()
    assert exported.grid == world.require_ground().grid


def test_the_recipe_in_the_folder_builds_the_same_bytes(tmp_path: Path) -> None:
    lw.build(Recipe.from_text(RECIPE).set("base.relief", 77).set("seed", "x"), out=tmp_path / "one")
    text = (tmp_path / "one" / "recipe.toml").read_text(encoding="utf-8")
    assert "relief = 77.0   # tall" in text
    lw.build(tmp_path / "one" / "recipe.toml", out=tmp_path / "two", cache=False)
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


def test_the_files_a_recipe_reads_go_with_it(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "lift.txt").write_text("2.5", encoding="ascii")
    (tmp_path / "lift.txt").write_text("3.5", encoding="ascii")
    old = 'kind = "tiny.lift"\nmask = "heights"\nby = 5'
    more = '[[stages]]\nid = "again"\nkind = "tiny.note"\npath = "lift.txt"'
    text = RECIPE.replace(old, f'kind = "tiny.note"\npath = "data/lift.txt"   # the file\n{more}')
    lw.build(Recipe.from_text(text, folder=tmp_path), out=tmp_path / "one")
    made = tree(tmp_path / "one")
    inputs = sorted(name for name in made if name.startswith("inputs/"))
    assert inputs[1] == "inputs/lift.txt"
    assert inputs[0].startswith("inputs/lift-")
    assert 'path = "inputs/lift.txt"   # the file' in made["recipe.toml"].decode()
    (tmp_path / "one").rename(tmp_path / "moved")
    lw.build(tmp_path / "moved" / "recipe.toml", out=tmp_path / "two", cache=False)
    assert tree(tmp_path / "moved") == tree(tmp_path / "two")


def test_other_files_in_the_folder_stay(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="ascii")
    (tmp_path / "elevation.npy").write_text("old", encoding="ascii")
    lw.build(Recipe.from_text(RECIPE), out=tmp_path)
    assert sorted(tree(tmp_path)) == [*FILES[:3], "notes.txt", "recipe.toml"]
    assert lw.read(tmp_path / "elevation.npy").shape == (17, 23)


def test_a_preview_is_made_when_asked_for(tmp_path: Path) -> None:
    recipe = Recipe.from_text(RECIPE)
    world = lw.build(recipe, out=tmp_path, preview=True)
    assert [file.kind for file in world.report.files if file.path == "preview.png"] == ["relief"]
    own = recipe.from_text(RECIPE.replace("maps/swatch.png", "preview.png"))
    files = lw.build(own, out=tmp_path / "own", preview=True).report.files
    assert [file.kind for file in files if file.path == "preview.png"] == ["swatch"]


@pytest.mark.parametrize("there", [False, True])
def test_an_output_that_fails_leaves_the_folder_as_it_was(there: bool, tmp_path: Path, monkeypatch) -> None:
    out = tmp_path / "out"
    if there:
        out.mkdir()
        (out / "elevation.npy").write_text("old", encoding="ascii")
    before = tree(tmp_path)

    def fail(world, noun):
        raise LandwrightError("the picture cannot be made.")

    monkeypatch.setattr(_deliver, "paint", fail)
    with pytest.raises(LandwrightError, match=r"output 'maps/swatch.png' \(swatch\): the picture cannot be made\."):
        lw.build(Recipe.from_text(RECIPE), out=out)
    assert tree(tmp_path) == before
    assert out.exists() == there
    assert list(tmp_path.rglob(".landwright*")) == []


def test_ctrl_c_while_files_move_waits_until_all_are_there(tmp_path: Path, monkeypatch) -> None:
    move, moved = _deliver._move, []

    def interrupted(source: Path, target: Path) -> None:
        if target.parent == tmp_path / "out" or target.parent.parent == tmp_path / "out":
            moved.append(target)
            if len(moved) == 2:
                raise KeyboardInterrupt
        move(source, target)

    monkeypatch.setattr(_deliver, "_move", interrupted)
    (tmp_path / "out").mkdir()
    with pytest.raises(KeyboardInterrupt):
        lw.build(Recipe.from_text(RECIPE), out=tmp_path / "out")
    assert sorted(tree(tmp_path / "out")) == FILES


def test_where_nothing_can_be_written_it_says_why_before_it_starts(tmp_path: Path, calls) -> None:
    recipe = Recipe.from_text(RECIPE)
    (tmp_path / "file").write_text("", encoding="ascii")
    with pytest.raises(OutputError, match=r"file: this is a file; give the name of a folder to write into"):
        lw.build(recipe, out=tmp_path / "file")
    with pytest.raises(OutputError, match=r"below: .*file is a file, so there can be no folder in it"):
        lw.build(recipe, out=tmp_path / "file" / "below")
    assert not calls
    (tmp_path / "out" / "elevation.npy").mkdir(parents=True)
    with pytest.raises(
        OutputError, match=r"elevation\.npy: this is a folder, but the recipe writes a file of that name"
    ):
        lw.build(recipe, out=tmp_path / "out")
    assert sorted(tree(tmp_path / "out")) == []


def test_a_folder_without_rights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = Path.mkdir

    def refuse(path: Path, *args, **options) -> None:
        if path.parent.name.startswith(".landwright"):
            raise PermissionError(13, "Permission denied", str(path))
        make(path, *args, **options)

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(OutputError, match="out: the folder cannot be written to: Permission denied"):
        lw.build(Recipe.from_text(RECIPE), out=tmp_path / "new" / "out")
    assert list(tmp_path.iterdir()) == []


def test_two_outputs_may_not_write_one_file(tmp_path: Path) -> None:
    text = RECIPE.replace('path = "elevation.npy"', 'path = "a.npy"') + '\n[[outputs]]\nkind = "npy"\npath = "A.npy"\n'
    with pytest.raises(RecipeError, match=r"path must not be written twice; it is already the path of output 1"):
        Recipe.from_text(text)


def slow(steps: int = 500) -> Recipe:
    text = RECIPE.replace('kind = "tiny.lift"\nmask = "heights"\nby = 5', f'kind = "tiny.slow"\nsteps = {steps}')
    return Recipe.from_text(text)


@pytest.mark.parametrize("silent", [False, True])
def test_cancel_from_another_thread_is_quick_and_leaves_nothing(silent: bool, tmp_path: Path, calls) -> None:
    control, asked = Control(), []

    def stop() -> None:
        asked.append(time.monotonic())
        control.cancel()

    timer: list[threading.Timer] = []

    def progress(what: str, fraction: float, left: float | None) -> None:
        if what == "up" and not timer:
            timer.append(threading.Timer(0.05, stop))
            timer[0].start()

    with pytest.raises(Cancelled):
        lw.build(slow().set("up.silent", silent), out=tmp_path / "out", control=control, progress=progress)
    assert time.monotonic() - asked[0] < 0.2
    assert not (tmp_path / "out").exists()
    assert list(tmp_path.rglob(".landwright*")) == []
    assert dict(calls) == {"bumps": 1, "where": 1, "slow": 1}


def test_a_cancelled_build_goes_on_where_it_stopped(tmp_path: Path, calls) -> None:
    control = Control()
    with pytest.raises(Cancelled):
        lw.build(slow(3), control=control, progress=lambda what, f, left: control.cancel() if what == "up" else None)
    calls.clear()
    resumed = lw.build(slow(3))
    assert dict(calls) == {"slow": 1}
    fresh = lw.build(slow(3), cache=False)
    assert [s.digest for s in resumed.report.stages] == [s.digest for s in fresh.report.stages]


def test_the_callers_control_hears_the_whole_build(tmp_path: Path) -> None:
    heard: list[float] = []
    lw.build(Recipe.from_text(RECIPE), out=tmp_path, control=Control(heard.append))
    assert heard == sorted(heard)
    assert heard[-1] == 1.0
    assert np.all(np.diff(heard) < 0.6)


def test_sigterm_while_files_move_waits_too(tmp_path: Path, monkeypatch) -> None:
    move, moved = _deliver._move, []

    def terminated(source: Path, target: Path) -> None:
        if tmp_path / "out" in (target.parent, target.parent.parent):
            moved.append(target)
            if len(moved) == 2:
                raise SystemExit(143)
        move(source, target)

    monkeypatch.setattr(_deliver, "_move", terminated)
    (tmp_path / "out").mkdir()
    with pytest.raises(SystemExit) as caught:
        lw.build(Recipe.from_text(RECIPE), out=tmp_path / "out")
    assert caught.value.code == 143
    assert sorted(tree(tmp_path / "out")) == FILES


def test_what_a_killed_build_left_goes_after_a_day(tmp_path: Path) -> None:
    old, young, other = (tmp_path / f".landwright-{name}" for name in ("0123456789ab", "ba9876543210", "of-mine"))
    for folder in (old, young, other):
        (folder / "done").mkdir(parents=True)
        (folder / "done" / "elevation.npy").write_bytes(b"half")
    yesterday = time.time() - 2 * 86400
    for path in (*old.rglob("*"), old, *other.rglob("*"), other):
        os.utime(path, (yesterday, yesterday))
    lw.build(Recipe.from_text(RECIPE), out=tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == [young.name, other.name, "out"]
