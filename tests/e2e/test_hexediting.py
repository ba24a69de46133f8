"""Every setting of the hex editor's brush, what leaves the page, and the camera's limits, as a person finds them."""

from __future__ import annotations

import signal
from pathlib import Path

from hex_page import EMPTY, choose, draw, told, turn, under
from landwright.hexmap import load_cells
from studio_page import StudioPage
from studio_server import StudioProcess

LINES = "Rivers, roads, walls"


def opened(page: StudioPage, folder: Path, text: str = EMPTY) -> None:
    path = folder / "cells.toml"
    path.write_text(text, encoding="utf-8")
    page.open(path)


def test_every_setting_of_the_brush_is_set_and_left_alone(page: StudioPage, tmp_path: Path) -> None:
    opened(page, tmp_path)
    for name, value in (("Elevation", 3), ("Houses", 2), ("Fields", 1), ("Trees", 3)):
        page.slider(name).fill(str(value))
    choose(page, "Ground", "Snow")
    choose(page, "Walled", "Draw")
    draw(page, (0.5, 0.5))
    first = under(page, 0.5, 0.5)
    said = {"Elevation": "3", "Ground": "Snow", "Houses": "2", "Fields": "1", "Trees": "3", LINES: "Walled"}
    assert {name: first.get(name) for name in said} == said
    assert first.get("Water") is None

    turn(page, "Elevation", "Houses", "Fields", "Trees")
    choose(page, "Ground", "Leave")
    choose(page, "Walled", "Leave")
    page.slider("Water").fill("5")
    draw(page, (0.5, 0.5))
    assert under(page, 0.5, 0.5) == {**first, "Water": "5"}

    turn(page, "Water")
    page.page.get_by_role("switch", name="Landmark", exact=True).click()
    page.page.get_by_label("Landmark", exact=True).last.select_option(label="Castle")
    choose(page, "Walled", "Remove")
    draw(page, (0.5, 0.5))
    last = under(page, 0.5, 0.5)
    assert (last["Landmark"], last["Water"], last.get(LINES)) == ("Castle", "5", None)


def test_roads_are_drawn_and_removed_by_dragging(page: StudioPage, tmp_path: Path) -> None:
    opened(page, tmp_path)
    turn(page, "Elevation")
    choose(page, "Road", "Draw")
    draw(page, (0.3, 0.5), (0.7, 0.5))
    assert [under(page, x, 0.5).get(LINES) for x in (0.35, 0.5, 0.65)] == ["Road"] * 3
    choose(page, "Road", "Remove")
    draw(page, (0.3, 0.5), (0.7, 0.5))
    assert all(LINES not in under(page, x, 0.5) for x in (0.35, 0.5, 0.65))


def test_a_height_is_seen_before_the_server_answers(page: StudioPage, studio: StudioProcess, tmp_path: Path) -> None:
    opened(page, tmp_path)
    page.slider("Elevation").fill("6")
    under(page, 0.5, 0.5)
    revision = page.revision
    assert studio.process is not None
    studio.process.send_signal(signal.SIGSTOP)
    try:
        page.page.mouse.down()
        page.until("() => document.querySelector('canvas').dataset.foreseen === '1'")
        assert page.revision == revision
    finally:
        studio.process.send_signal(signal.SIGCONT)
    page.page.mouse.up()
    page.settled(revision + 1)
    page.until("() => document.querySelector('canvas').dataset.foreseen === '0'")
    assert under(page, 0.5, 0.5)["Elevation"] == "6"


def test_a_map_leaves_as_a_save_file_and_as_a_recipe_that_opens_again(
    page: StudioPage, studio: StudioProcess, tmp_path: Path
) -> None:
    opened(page, tmp_path)
    page.slider("Elevation").fill("5")
    draw(page, (0.5, 0.5))
    cell = under(page, 0.5, 0.5)
    column, row = (int(word) for word in cell["Cell"].split(","))
    page.button("Export").first.click()
    dialog = page.page.get_by_role("dialog")
    assert dialog.get_by_role("tab", name="PNG16", exact=True).count() == 0  # a hex map is no heightmap
    dialog.get_by_role("tab", name="Save file", exact=True).click()
    with page.page.expect_download() as download:
        dialog.get_by_role("button", name="Export", exact=True).click()
    download.value.save_as(tmp_path / "drawn.hex")
    land = load_cells((tmp_path / "drawn.hex").read_bytes())
    assert land.shape == (10, 15)
    assert land.elevation[row, column] == 5
    assert land.elevation.sum() == 5
    dialog.get_by_role("button", name="Close").first.click()
    page.page.keyboard.press("Control+s")
    page.page.get_by_label("File name").fill("drawn.toml")
    page.page.get_by_label("File name").press("Enter")
    page.page.locator(".icon-button.saved.is-saved").wait_for()
    saved = studio.folder / "drawn.toml"
    for path in (saved, tmp_path / "drawn.hex"):
        page.open(path)
        assert under(page, 0.5, 0.5) == cell


def test_the_camera_keeps_its_limits_and_a_round_map_has_none(page: StudioPage, tmp_path: Path) -> None:
    opened(page, tmp_path, EMPTY.replace("rows = 10", "rows = 10\nwrap = true"))

    def until(where: str) -> None:
        camera = "document.querySelector('canvas').dataset.camera.split(',').map(Number)"
        page.until(f"() => {{ const [x, y, heading, zoom] = {camera}; return {where}; }}")

    page.canvas.focus()
    for key, end in (("+", "zoom === 1"), ("-", "zoom === 0"), ("w", "Math.abs(y - 135) < 0.02"), ("s", "y === 0")):
        page.page.keyboard.down(key)
        until(end)
        page.page.keyboard.up(key)
    x = float(told(page)["camera"].split(",")[0])
    page.page.keyboard.down("d")
    until(f"x < {x - 1}")  # to the east, around the map, back from the west
    page.page.keyboard.up("d")
    page.page.keyboard.down("q")
    until("heading > 180 && heading < 350")
    page.page.keyboard.up("q")
