"""Fingers on the picture, and rows that are dragged to another place."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import CDPSession

from studio_page import StudioPage, differing

Point = tuple[float, float]


class Hand:
    """Up to two fingers on a touch screen."""

    def __init__(self, page: StudioPage) -> None:
        self.page = page
        self.line: CDPSession = page.page.context.new_cdp_session(page.page)
        self.at: tuple[Point, ...] = ()

    def _tell(self, kind: str, places: tuple[Point, ...]) -> None:
        points = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(places)]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def put(self, *places: Point) -> None:
        self.at = places
        self._tell("touchStart", places)

    def move(self, *places: Point, steps: int = 6) -> None:
        begun = np.array(self.at)
        for step in range(1, steps + 1):
            now = begun + (np.array(places) - begun) * step / steps
            self._tell("touchMove", tuple((float(x), float(y)) for x, y in now))
        self.at = places

    def lift(self) -> None:
        self._tell("touchEnd", ())
        self.page.page.wait_for_timeout(50)
        self.page.settled()


@pytest.fixture
def touched(opener, small: Path) -> StudioPage:
    page = opener(has_touch=True, viewport={"width": 960, "height": 600})
    page.open(small)
    return page


def middle(page: StudioPage) -> np.ndarray:
    box = page.canvas.bounding_box()
    assert box is not None
    return np.array([box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])


def aside(at: np.ndarray, pixels: float) -> Point:
    """A point that many pixels to the right."""
    return float(at[0]) + pixels, float(at[1])


def test_one_finger_turns_the_land(touched: StudioPage) -> None:
    first, before, at = touched.picture(), touched.pose(), middle(touched)
    hand = Hand(touched)
    hand.put(tuple(at))
    hand.move(aside(at, 100))
    hand.lift()
    after = touched.pose()
    assert (after[3] - before[3]) % 360 == pytest.approx(
        332, abs=1
    )  # 28 degrees to the left: the land follows the finger
    assert after[2] == pytest.approx(before[2], abs=1)  # as high as before
    assert differing(first, touched.picture()) > 0.05


def test_two_fingers_pull_the_land_near_and_push_it_away(touched: StudioPage) -> None:
    before, at = touched.pose(), middle(touched)
    hand = Hand(touched)
    hand.put(aside(at, -40), aside(at, 40))
    hand.move(aside(at, -80), aside(at, 80))
    touched.page.wait_for_timeout(50)
    touched.settled()
    near = touched.pose()
    assert near[2] < before[2]
    assert near[3] == pytest.approx(before[3], abs=0.5)
    hand.move(aside(at, -40), aside(at, 40))
    hand.lift()
    assert touched.pose() == pytest.approx(before, rel=0.01, abs=0.5)


def test_two_fingers_shift_and_twist_the_land(touched: StudioPage) -> None:
    before, at = touched.pose(), middle(touched)
    hand = Hand(touched)
    hand.put(aside(at, -60), aside(at, 60))
    hand.move(aside(at, 0), aside(at, 120))
    hand.lift()
    shifted = touched.pose()
    assert np.hypot(*np.subtract(shifted, before)[:2]) > 50
    assert shifted[2:] == pytest.approx(before[2:], abs=1.0)

    hand.put(aside(at, -60), aside(at, 60))
    for degrees in range(10, 41, 10):
        way = 60 * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
        hand.move(tuple(at - way), tuple(at + way), steps=1)
    hand.lift()
    turned = touched.pose()
    assert (turned[3] - shifted[3]) % 360 == pytest.approx(320, abs=2)  # clockwise fingers, clockwise land


def test_fingers_walk(touched: StudioPage) -> None:
    touched.page.get_by_role("radio", name="Walk", exact=True).click()
    touched.settled()
    before, at = touched.pose(), middle(touched)
    hand = Hand(touched)
    hand.put(tuple(at))
    hand.move(aside(at, 50))
    hand.lift()
    looked = touched.pose()
    assert looked[:3] == before[:3]
    assert looked[3] != pytest.approx(before[3], abs=2)
    hand.put(aside(at, -40), aside(at, 40))
    hand.move(aside(at, -80), aside(at, 80))
    hand.lift()
    assert np.linalg.norm(np.subtract(touched.pose(), looked)[:3]) > 20


TWO = """
[[stages]]
id = "bent"
title = "Bent"
kind = "ops.warp"
"""


def order(page: StudioPage) -> list[str | None]:
    return page.page.locator(".stage-row[data-id]").evaluate_all("(rows) => rows.map((row) => row.dataset.id)")


@pytest.mark.parametrize("how", ["mouse", "finger"])
def test_a_row_is_dragged_to_another_place(opener, small: Path, how: str) -> None:
    text = small.read_text(encoding="utf-8")
    head, outputs = text.split("[[outputs]]", 1)
    small.write_text(f"{head}{TWO}\n{TWO.replace('bent', 'again').replace('Bent', 'Again')}\n[[outputs]]{outputs}")
    page = opener(has_touch=how == "finger")
    page.open(small)
    assert order(page) == ["hills", "bent", "again"]
    at = page.revision
    grip = page.page.locator(".stage-row[data-id=again] .grip")
    grip.scroll_into_view_if_needed()
    box, goal = grip.bounding_box(), page.page.locator(".stage-row[data-id=bent]").bounding_box()
    assert box is not None
    assert goal is not None
    begin = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    end = (begin[0], goal["y"] + 4)
    if how == "mouse":
        page.page.mouse.move(*begin)
        page.page.mouse.down()
        page.page.mouse.move(*end, steps=5)
        page.page.mouse.up()
    else:
        hand = Hand(page)
        hand.put(begin)
        hand.move(end)
        hand.lift()
    page.until("() => document.querySelectorAll('.stage-row[data-id]')[1]?.dataset.id === 'again'")
    page.settled(at + 1)
    assert order(page) == ["hills", "again", "bent"]
    page.button("Undo", exact=False).click()
    page.until("() => document.querySelectorAll('.stage-row[data-id]')[1]?.dataset.id === 'bent'")
