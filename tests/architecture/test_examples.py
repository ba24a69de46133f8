"""One example = one test = one picture."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("make_gallery", ROOT / "tools" / "make_gallery.py")
assert SPEC is not None
assert SPEC.loader is not None
GALLERY = importlib.util.module_from_spec(SPEC)
sys.modules["make_gallery"] = GALLERY
SPEC.loader.exec_module(GALLERY)
FILES = sorted((ROOT / "examples" / "gallery").glob("*.py"))


def test_there_is_a_gallery() -> None:
    assert len(FILES) >= 15


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_says_what_it_is_and_draws_something(path: Path) -> None:
    example = GALLERY.load(path)
    assert len(example.words) > 40, "an example explains itself"
    image = example.picture(example.test_size)
    assert image.dtype == np.uint8
    assert image.ndim == 3
    assert image.shape[2] == 3
    assert image.std() > 8, "the picture is empty"
    assert np.array_equal(image, example.picture(example.test_size)), "the same call gives the same picture"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_is_in_the_gallery(path: Path) -> None:
    name = GALLERY.re.sub(r"^\d+_", "", path.stem)
    assert (ROOT / "docs" / "gallery" / f"{name}.jpg").is_file(), "run make gallery"
    assert f"{name}.jpg" in (ROOT / "docs" / "gallery" / "README.md").read_text(encoding="utf-8")
