"""Fields show themselves in a notebook, and contact sheets hold many pictures."""

from __future__ import annotations

import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

import landwright as lw
from landwright.errors import FieldError, SettingError
from landwright.render import contact_sheet


@pytest.mark.parametrize("shape", [(40, 60), (700, 30), (30, 700), (1, 1), (1, 2000), (600, 600)])
def test_a_heightfield_shows_its_relief(shape: tuple[int, int]) -> None:
    z = np.random.default_rng(1).random(shape) * 9.0
    for thing in (lw.Heightfield(z, cell_size=3.0), lw.Layer(z, unit="1"), lw.Mask(z / 9.0)):
        data = thing._repr_png_()
        assert data is not None
        image = Image.open(io.BytesIO(data))
        assert image.format == "PNG"
        assert max(image.size) <= 512
        if max(shape) <= 512:
            assert image.size == (shape[1], shape[0])


def test_nothing_shows_nothing() -> None:
    assert lw.Heightfield([[1.0]], mask=[[False]])._repr_png_() is None


def test_showing_loads_render_only_then() -> None:
    code = (
        "import sys; from landwright.field import Heightfield; f = Heightfield([[0.0, 1.0], [2.0, 3.0]]);"
        "before = 'landwright.render' in sys.modules; data = f._repr_png_(); print(before, data[1:4])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False b'PNG'"


def test_a_contact_sheet_holds_every_picture_and_its_label() -> None:
    reds = [np.full((30 + 10 * k, 60, 3), (200 + k, 0, 0), np.uint8) for k in range(5)]
    bare = contact_sheet(reds, columns=3, width=90)
    page = contact_sheet(reds, ["a", "b", "c", "d", "e"], columns=3, width=90)
    assert page.shape[1] == bare.shape[1]
    assert page.shape[0] > bare.shape[0]
    for k in range(5):
        assert (page == (200 + k, 0, 0)).all(axis=2).sum() > 2000
    assert (page.max(axis=2) < 100).sum() > 10, "labels are written"
    assert (bare.max(axis=2) < 100).sum() == 0
    assert (page[:3] == page[0, 0]).all(), "there is a margin"


def test_contact_sheets_refuse_with_a_sentence() -> None:
    one = np.zeros((4, 4, 3), np.uint8)
    with pytest.raises(FieldError, match="at least one picture"):
        contact_sheet([])
    with pytest.raises(FieldError, match=r"must be \(rows, cols, 3\) uint8"):
        contact_sheet([np.zeros((4, 4))])
    with pytest.raises(SettingError, match=r"labels must be as many as pictures \(1\)"):
        contact_sheet([one], ["a", "b"])
    with pytest.raises(SettingError, match="columns must be >= 1"):
        contact_sheet([one], columns=0)
