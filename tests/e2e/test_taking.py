"""What leaves the page is what the command line makes, to the byte."""

from __future__ import annotations

import io
import itertools
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from studio_page import StudioPage, differing


@pytest.fixture
def built(small: Path, tmp_path: Path) -> Path:
    """What ``landwright build`` makes of the recipe."""
    words = [sys.executable, "-m", "landwright", "build", str(small), "-o", str(tmp_path / "built")]
    subprocess.run(words, check=True, capture_output=True)
    return tmp_path / "built"


def downloaded(page: StudioPage, kind: str, folder: Path) -> Path:
    """Export from the dialog; return the file that arrives."""
    page.button("Export").first.click()
    dialog = page.page.get_by_role("dialog")
    dialog.get_by_role("tab", name=kind, exact=True).click()
    with page.page.expect_download() as arriving:
        dialog.get_by_role("button", name="Export", exact=True).click()
    path = folder / arriving.value.suggested_filename
    arriving.value.save_as(path)
    return path


def test_a_heightmap_has_the_command_lines_bytes(page: StudioPage, small: Path, built: Path, tmp_path: Path) -> None:
    page.open(small)
    got = downloaded(page, "PNG16", tmp_path)
    assert got.read_bytes() == (built / "elevation.png").read_bytes()


def test_everything_has_the_command_lines_bytes(page: StudioPage, small: Path, built: Path, tmp_path: Path) -> None:
    page.open(small)
    with zipfile.ZipFile(downloaded(page, "Everything", tmp_path)) as packed:
        names = {name for name in packed.namelist() if not name.endswith("/")}
        wanted = {path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file()}
        assert {"elevation.png", "elevation.npy"} <= names <= wanted
        for name in names & {"elevation.png", "elevation.npy"}:
            assert packed.read(name) == (built / name).read_bytes(), name


def test_the_recipe_keeps_its_comments(page: StudioPage, small: Path, tmp_path: Path) -> None:
    page.open(small)
    at = page.revision
    page.set("Relief", "350")
    page.settled(at + 1)
    text = downloaded(page, "Recipe", tmp_path).read_text(encoding="utf-8")
    assert text == small.read_text(encoding="utf-8").replace("relief = 300.0", "relief = 350.0")


def test_a_screenshot_has_the_size_asked_for(page: StudioPage, small: Path, tmp_path: Path) -> None:
    page.open(small)
    page.button("Export").first.click()
    dialog = page.page.get_by_role("dialog")
    dialog.get_by_role("tab", name="Screenshot").click()
    dialog.get_by_label("Width", exact=True).fill("1600")
    dialog.get_by_label("Height", exact=True).fill("700")
    dialog.get_by_label("Height", exact=True).press("Enter")
    with page.page.expect_download() as arriving:
        dialog.get_by_role("button", name="Export", exact=True).click()
    arriving.value.save_as(tmp_path / "view.png")
    with Image.open(tmp_path / "view.png") as image:
        assert image.size == (1600, 700)
        assert np.asarray(image.convert("L")).std() > 8  # not blank


def test_a_turntable_turns_and_none_of_its_images_is_blank(page: StudioPage, small: Path, tmp_path: Path) -> None:
    page.open(small)
    page.quiet()
    before, pose = page.picture(), page.pose()
    page.button("Export").first.click()
    dialog = page.page.get_by_role("dialog")
    dialog.get_by_role("tab", name="Turntable").click()
    for name, value in (("Width", "320"), ("Height", "200"), ("Images", "4")):
        dialog.get_by_label(name, exact=True).fill(value)
        dialog.get_by_label(name, exact=True).press("Enter")
    with page.page.expect_download() as arriving:
        dialog.get_by_role("button", name="Export", exact=True).click()
    arriving.value.save_as(tmp_path / "turn.zip")
    with zipfile.ZipFile(tmp_path / "turn.zip") as packed:
        names = packed.namelist()
        assert [name.rsplit("-", 1)[1] for name in names] == ["0000.png", "0001.png", "0002.png", "0003.png"]
        images = [np.asarray(Image.open(io.BytesIO(packed.read(name))).convert("RGB"), np.int16) for name in names]
    for image in images:
        assert image.shape == (200, 320, 3)
        assert image.std() > 8
    assert min(differing(one, other) for one, other in itertools.combinations(images, 2)) > 0.05
    page.button("Close", exact=False).first.click()
    page.settled()
    page.quiet()
    assert page.pose() == pose
    assert differing(before, page.picture()) < 0.005  # the screen is as it was
