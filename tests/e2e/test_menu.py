"""The menu: every button leads where it says, and nothing else leads anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio_page import StudioPage

UNKNOWN = ("KeyQ", "KeyX", "F2", "Digit5", "Backspace", "Insert", "Home", "BracketLeft")


def screen(page: StudioPage) -> str:
    """Which screen is shown, as a person tells them apart."""
    if page.button("Start").count():
        return "generator"
    if page.button("Generate landscape").count():
        return "menu"
    return "landscape"


def test_every_button_leads_where_it_says(page: StudioPage) -> None:
    """F-I20: generate leads to the panel, Back to the menu with the values kept, Start to the land, Esc to the menu."""
    page.button("Generate landscape").click()
    page.slider("Rockiness").wait_for()
    page.number("Rockiness").fill("0.55")
    page.number("Grain").fill("21")
    page.number("Grain").press("Enter")
    page.page.get_by_label("Plains", exact=True).uncheck()

    page.button("<< Back").click()
    page.button("Generate landscape").click()
    assert float(page.slider("Rockiness").input_value()) == 0.55
    assert float(page.slider("Grain").input_value()) == 21
    assert not page.page.get_by_label("Plains", exact=True).is_checked()

    page.button("Start").click()
    page.settled()
    assert screen(page) == "landscape"
    assert float(page.slider("Rockiness").input_value()) == 0.55

    page.page.keyboard.press("Escape")
    page.button("Continue").wait_for()
    assert screen(page) == "menu"
    page.button("Continue").click()
    page.button("Continue").wait_for(state="detached")
    assert screen(page) == "landscape"


def test_a_grain_is_a_whole_number_from_1_to_32(page: StudioPage) -> None:
    page.button("Generate landscape").click()
    grain, rockiness = page.slider("Grain"), page.slider("Rockiness")
    assert [float(grain.get_attribute(word) or "nan") for word in ("min", "max", "step")] == [1, 32, 1]
    assert [float(rockiness.get_attribute(word) or "nan") for word in ("min", "max")] == [0, 1]


@pytest.mark.parametrize("place", ["menu", "generator"])
def test_unknown_keys_do_nothing(page: StudioPage, place: str) -> None:
    page.until("() => !document.querySelector('.menu-item[disabled]')")  # connected
    if place == "generator":
        page.button("Generate landscape").click()
        page.button("Start").wait_for()
    before = page.page.locator("body").aria_snapshot()
    for code in UNKNOWN:
        page.page.keyboard.press(code)
    assert screen(page) == place
    assert page.page.locator("body").aria_snapshot() == before


def test_a_held_escape_opens_the_menu_once(page: StudioPage, small: Path) -> None:
    """Held down it repeats; only the press counts, so the menu does not flicker."""
    page.open(small)
    for _ in range(4):
        page.page.keyboard.down("Escape")  # the first one presses, the others repeat
    page.button("Continue").wait_for()
    assert screen(page) == "menu"
    page.page.keyboard.up("Escape")
    page.page.keyboard.press("Escape")
    page.button("Continue").wait_for(state="detached")
    assert screen(page) == "landscape"


def test_a_landscape_starts_from_a_template(page: StudioPage) -> None:
    pictures = page.page.locator("img")
    pictures.first.wait_for()
    assert pictures.count() >= 5
    page.until("() => [...document.images].every((one) => one.complete && one.naturalWidth > 100)")
    page.new("volcano")
    assert screen(page) == "landscape"
    assert page.picture().std() > 8  # land and sky, not one color


def test_exit_ends_the_studio(own_studio, chromium) -> None:
    own_studio.start()
    context = chromium.new_context()
    page = StudioPage(context.new_page(), own_studio.url)
    page.button("Exit").click()
    page.page.get_by_text("The studio has ended").wait_for()
    assert own_studio.process.wait(timeout=60) == 0
    context.close()
