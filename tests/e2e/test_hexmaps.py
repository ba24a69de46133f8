"""Hex maps in the browser: a new map, painting, rivers by dragging, undo, what travels, ways and labels."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from hex_page import EMPTY, at, choose, draw, picture, told, under
from studio_page import StudioPage, differing


@pytest.fixture
def cells(tmp_path: Path) -> Path:
    """A flat hex map of six chunks."""
    path = tmp_path / "cells.toml"
    path.write_text(EMPTY, encoding="utf-8")
    return path


def test_a_new_map_is_made_from_the_menu(page: StudioPage) -> None:
    page.button("New hex map").click()
    choose(page, "Size", "Other")
    page.page.get_by_label("Columns").fill("0")
    page.page.get_by_label("Columns").press("Enter")
    assert page.button("Create").is_disabled()
    page.page.get_by_label("Columns").fill("12")
    page.page.get_by_label("Columns").press("Enter")
    page.page.get_by_label("Rows").fill("9")
    page.page.get_by_label("Rows").press("Enter")
    page.button("Create").click()
    page.settled()
    assert told(page)["shape"] == "9x12"
    assert told(page)["whole"] == "true"
    assert picture(page).std() > 12  # a land with heights and water, not one color


def test_painting_changes_the_picture_and_undo_brings_it_back(page: StudioPage, cells: Path) -> None:
    page.open(cells)
    first = picture(page)
    page.slider("Elevation").fill("4")
    choose(page, "Radius", "1")
    draw(page, (0.5, 0.5))
    page.page.mouse.move(2, 400)
    assert under(page, 0.5, 0.5)["Elevation"] == "4"
    page.page.mouse.move(5, 300)
    high, revision = picture(page), page.revision
    assert differing(first, high) > 0.03
    page.button("Undo", exact=False).click()
    page.settled(revision + 1)
    assert np.array_equal(picture(page), first)
    page.button("Redo", exact=False).click()
    page.settled(revision + 2)
    assert np.array_equal(picture(page), high)


def test_only_chunks_that_changed_travel(page: StudioPage, cells: Path) -> None:
    page.open(cells)
    assert (told(page)["whole"], told(page)["chunks"]) == ("true", "6")
    page.slider("Elevation").fill("2")
    draw(page, (0.5, 0.5))
    assert told(page)["whole"] == "false"
    assert 1 <= int(told(page)["chunks"]) <= 4
    page.page.get_by_role("switch", name="Brush sets Elevation", exact=True).click()
    choose(page, "Ground", "Snow")
    before = picture(page)
    draw(page, (0.5, 0.5))
    assert told(page)["chunks"] == "0"  # the kind of ground is a color of the cell, and no geometry
    assert differing(before, picture(page)) > 0.005


def test_a_river_follows_the_drag_and_a_drag_is_one_step(page: StudioPage, cells: Path) -> None:
    page.open(cells)
    page.page.get_by_role("switch", name="Brush sets Elevation", exact=True).click()
    choose(page, "River", "Draw")
    draw(page, (0.3, 0.5), (0.7, 0.5))
    for x in (0.35, 0.5, 0.65):
        assert "River" in under(page, x, 0.5).get("Rivers, roads, walls", ""), x
    assert "River" not in under(page, 0.5, 0.2).get("Rivers, roads, walls", "")
    revision = page.revision
    page.button("Undo", exact=False).click()
    page.settled(revision + 1)
    assert "Rivers, roads, walls" not in under(page, 0.5, 0.5)
    assert page.button("Undo", exact=False).is_disabled()


def test_the_keyboard_paints_too(page: StudioPage, cells: Path) -> None:
    page.open(cells)
    page.slider("Elevation").fill("3")
    page.canvas.focus()
    keys = page.page.keyboard
    keys.press("ArrowRight")
    revision = page.revision
    keys.press("Enter")
    page.settled(revision + 1)
    assert page.page.locator(".hex-probe dd").nth(1).inner_text() == "3"
    keys.press("]")
    page.until("() => document.querySelectorAll('[aria-label=Radius] [aria-checked=true]')[0].textContent === '1'")


def test_keys_and_wheel_move_the_camera_within_the_map(page: StudioPage, cells: Path) -> None:
    page.open(cells)

    def camera() -> list[float]:
        return [float(word) for word in told(page)["camera"].split(",")]

    zoom = camera()[3]
    page.page.mouse.move(*at(page, 0.5, 0.5))
    page.page.mouse.wheel(0, -240)
    page.until("(zoom) => Number(document.querySelector('canvas').dataset.camera.split(',')[3]) > zoom", zoom)
    page.canvas.focus()
    page.page.keyboard.down("d")
    most = (15 - 0.5) * 2 * 8.66025404
    page.until(
        "(most) => Math.abs(Number(document.querySelector('canvas').dataset.camera.split(',')[0]) - most) < 0.02", most
    )
    page.page.keyboard.up("d")
    page.page.keyboard.down("e")
    page.until("() => Number(document.querySelector('canvas').dataset.camera.split(',')[2]) > 20")
    page.page.keyboard.up("e")
    assert abs(camera()[0] - most) < 0.02


def test_the_way_between_two_cells_is_shown_and_labelled(page: StudioPage, cells: Path) -> None:
    page.open(cells)
    plain = picture(page)
    choose(page, "Tool", "Path")
    page.page.mouse.click(*at(page, 0.35, 0.5))
    page.page.get_by_text("Now the cell it leads to", exact=False).wait_for()
    page.page.mouse.click(*at(page, 0.65, 0.5))
    page.page.locator(".measure").get_by_text("Points").wait_for()
    shown = dict(
        zip(
            page.page.locator(".measure dt").all_inner_texts(),
            page.page.locator(".measure dd").all_inner_texts(),
            strict=True,
        )
    )
    assert int(shown["Steps"]) >= 2
    assert int(shown["Points"]) == 5 * int(shown["Steps"])  # flat ground: five points a step
    page.until("() => document.querySelector('canvas').dataset.settled === 'true'")
    assert differing(plain, picture(page)) > 0.01
    before = picture(page)
    page.page.get_by_label("Labels").select_option("coordinates")
    page.until("() => document.querySelector('canvas').dataset.settled === 'true'")
    page.page.wait_for_timeout(200)
    assert differing(before, picture(page)) > 0.003


def test_a_recipe_holds_the_strokes_and_keeps_its_comments(page: StudioPage, cells: Path) -> None:
    page.open(cells)
    page.slider("Elevation").fill("5")
    draw(page, (0.5, 0.5))
    cell = under(page, 0.5, 0.5)["Cell"]
    page.button("Export").first.click()
    dialog = page.page.get_by_role("dialog")
    dialog.get_by_role("tab", name="Recipe", exact=True).click()
    with page.page.expect_download() as download:
        dialog.get_by_role("button", name="Export").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    column, row = (int(word) for word in cell.split(","))
    assert "# A map for tests" in text
    assert json.dumps([column, row]) in text
    assert "elevation = 5" in text
