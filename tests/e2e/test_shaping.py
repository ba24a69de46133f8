"""Shaping: sliders change the picture, undo brings it back, a third party's stage needs nothing of the page."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from studio_page import StudioPage, differing


def test_a_slider_changes_the_picture_and_undo_brings_it_back(page: StudioPage, small: Path) -> None:
    page.open(small)
    first, at = page.picture(), page.revision
    page.drag("Relief", 0.9)
    page.settled(at + 1)
    high, value = page.picture(), page.number("Relief").input_value()
    assert differing(first, high) > 0.05

    at = page.revision
    page.button("Undo", exact=False).click()
    page.settled(at + 1)
    assert np.array_equal(page.picture(), first)
    assert page.number("Relief").input_value() == "300"
    assert page.button("Undo", exact=False).is_disabled()  # the drag was one step, and there was nothing before it

    at = page.revision
    page.button("Redo", exact=False).click()
    page.settled(at + 1)
    assert np.array_equal(page.picture(), high)
    assert page.number("Relief").input_value() == value


def test_a_picture_follows_while_the_pointer_is_down(page: StudioPage, small: Path) -> None:
    page.open(small)
    at, before = page.revision, page.picture()
    page.slider("Relief").scroll_into_view_if_needed()
    box = page.slider("Relief").bounding_box()
    assert box is not None
    page.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.page.mouse.down()
    page.page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2, steps=4)
    page.until("(at) => Number(document.querySelector('canvas').dataset.revision) > at", at)
    page.settled(at + 1)  # it rests, so it is refined although the button is still down
    assert differing(before, page.picture()) > 0.02
    page.page.mouse.up()


def test_keys_undo_and_redo(page: StudioPage, small: Path) -> None:
    page.open(small)
    at = page.revision
    page.set("Relief", "800")
    page.settled(at + 1)
    page.page.locator("body").click(position={"x": 5, "y": 5})
    for keys, wanted in (("Control+z", "300"), ("Control+Shift+z", "800")):
        at = page.revision
        page.page.keyboard.press(keys)
        page.settled(at + 1)
        assert page.number("Relief").input_value() == wanted


def test_what_cannot_be_is_refused_at_its_field(page: StudioPage, small: Path) -> None:
    page.open(small)
    at = page.revision
    page.set("Relief", "-5")
    page.page.get_by_text("relief must be", exact=False).first.wait_for()
    field = page.number("Relief")
    assert field.get_attribute("aria-invalid") == "true"
    page.set("Relief", "450")
    page.settled(at + 1)
    assert not page.page.get_by_text("relief must be", exact=False).count()


def test_a_third_partys_stage_appears_with_its_form(page: StudioPage, small: Path) -> None:
    """Nobody wrote a line of TypeScript for it: name, help, unit, bounds and default come from the schema."""
    page.open(small)
    at, before = page.revision, page.picture()
    page.button("Add a stage").click()
    page.page.get_by_label("Search stages").fill("bumps")
    page.page.get_by_text("Bumps from the seed, the same on every machine.").first.click()
    page.slider("Octaves").wait_for()
    page.settled(at + 1)
    assert differing(before, page.picture()) > 0.05
    assert page.slider("Octaves").get_attribute("max") == "12"
    assert page.number("Relief").input_value() == "100"
    page.page.get_by_text("Gain", exact=True).first.wait_for()

    at = page.revision
    page.set("Octaves", "7")
    page.settled(at + 1)
    assert page.number("Octaves").input_value() == "7"


def test_a_heightmap_dropped_on_the_page_becomes_land(page: StudioPage, tmp_path: Path) -> None:
    import landwright as lw

    row, col = np.mgrid[0:65, 0:97]
    hill = (400.0 * np.exp(-((row - 20) ** 2 + (col - 60) ** 2) / 200.0)).astype(np.float32)
    lw.write(lw.Heightfield(hill, cell_size=5.0), tmp_path / "hill.png")
    page.drop(tmp_path / "hill.png")
    page.settled()
    shown = page.page.evaluate("({ ...document.querySelector('canvas').dataset })")
    assert page.picture().std() > 8
    assert shown["shape"] == "65x97"


def test_a_file_that_is_none_is_refused_in_words(page: StudioPage, tmp_path: Path) -> None:
    page.offline = True  # the refusal is an answer of status 422, which the browser writes into its log
    (tmp_path / "poem.png").write_bytes(b"roses are red")
    page.drop(tmp_path / "poem.png")
    page.page.get_by_text("poem.png", exact=False).first.wait_for()
    assert page.button("Generate landscape").is_visible()
