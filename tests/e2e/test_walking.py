"""The free camera: its clock is the test's, so a second is a second on any machine, however long a frame takes to draw."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from studio_page import StudioPage, differing

COARSE = (1000,)  # the frames of a second (ms): one, as on a machine that hangs
FINE = (16, 33, 250, 1, 100, 600)
SPEED = 2560 * np.sqrt(2) / 80  # m/s: the land's diagonal in 80 s


@pytest.fixture
def walker(page: StudioPage, small: Path) -> StudioPage:
    """A person who stands on the land; time passes only when the test says so."""
    page.open(small)
    page.page.get_by_role("radio", name="Walk", exact=True).click()
    page.settled()
    page.canvas.focus()
    page.quiet()
    page.page.clock.install()
    page.page.clock.pause_at(datetime.now() + timedelta(minutes=10))  # later than any frame that was drawn before
    rest(page)
    return page


def rest(page: StudioPage) -> None:
    """Let frames pass until the last one is on the screen."""
    for _ in range(1000):
        page.page.clock.fast_forward(20)
        if page.canvas.get_attribute("data-settled") == "true":
            return
    raise AssertionError("the picture never came to rest")


def hold(page: StudioPage, keys: str, frames: tuple[int, ...] = COARSE) -> None:
    """Hold keys; each frame draws what has passed at its end."""
    for key in keys.split():
        page.page.keyboard.down(key)
    for ms in frames:
        page.page.clock.fast_forward(ms)
    for key in keys.split():
        page.page.keyboard.up(key)
    rest(page)


def moved(start: list[float], end: list[float]) -> np.ndarray:
    """How far the eye came, to the east, to the north, up (m)."""
    return np.subtract(end, start)[:3]


def test_forward_then_back_leads_to_the_start(walker: StudioPage) -> None:
    """F-I21."""
    start, first = walker.pose(), walker.picture()
    hold(walker, "w")
    assert np.linalg.norm(moved(start, walker.pose())) > 20
    assert differing(first, walker.picture()) > 0.02
    hold(walker, "s", FINE)
    assert walker.pose() == pytest.approx(start, abs=0.01)
    assert differing(first, walker.picture()) < 0.005


def test_a_way_is_speed_times_time_whatever_the_frames(walker: StudioPage) -> None:
    for keys, times in (("w", 1), ("d", 1), ("Space", 1), ("Shift a", 4)):
        start = walker.pose()
        hold(walker, keys, COARSE)
        middle = walker.pose()
        hold(walker, keys, FINE)
        assert np.linalg.norm(moved(start, middle)) == pytest.approx(times * SPEED, rel=1e-3), keys
        assert moved(middle, walker.pose()) == pytest.approx(moved(start, middle), abs=0.02), keys


def test_keys_that_are_not_listed_do_not_move(walker: StudioPage) -> None:
    start = walker.pose()
    first = walker.picture()
    hold(walker, "q x F2 9")
    assert walker.pose() == start
    assert np.array_equal(walker.picture(), first)


def test_down_ends_at_the_ground(walker: StudioPage) -> None:
    high = walker.pose()
    hold(walker, "c", (30_000, 30_000))
    low = walker.pose()
    assert moved(high, low)[:2] == pytest.approx([0, 0])
    assert 0 < low[2] < high[2]
    hold(walker, "c", (10_000,))
    assert walker.pose() == low
    assert walker.picture().std() > 4  # over the ground, not inside it
