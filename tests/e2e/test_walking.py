"""The free camera: its clock is the test's, so a second is a second on any machine."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from studio_page import StudioPage, differing


@pytest.fixture
def walker(page: StudioPage, small: Path) -> StudioPage:
    """A person who stands on the land; time passes only when the test says so."""
    page.open(small)
    page.page.get_by_role("radio", name="Walk", exact=True).click()
    page.canvas.focus()
    page.page.clock.install()
    page.page.clock.pause_at(datetime.now() + timedelta(minutes=10))  # ahead of key events, whose clock is real
    page.page.clock.run_for(500)
    return page


def hold(page: StudioPage, key: str, ms: int) -> None:
    page.page.keyboard.down(key)
    if ms > 1000:
        page.page.clock.fast_forward(ms - 500)  # one long frame
    page.page.clock.run_for(min(ms, 500))
    page.page.keyboard.up(key)
    page.page.clock.run_for(200)  # until it stands


def test_forward_then_back_leads_to_the_start(walker: StudioPage) -> None:
    """F-I21; the first step only wakes the camera."""
    hold(walker, "w", 100)
    start = walker.picture()
    hold(walker, "w", 500)
    assert differing(start, walker.picture()) > 0.02
    hold(walker, "s", 500)
    assert differing(start, walker.picture()) < 0.005


def test_keys_that_are_not_listed_do_not_move(walker: StudioPage) -> None:
    start = walker.picture()
    for key in ("q", "x", "F2", "9"):
        hold(walker, key, 300)
    assert np.array_equal(walker.picture(), start)


def test_down_ends_at_the_ground(walker: StudioPage) -> None:
    hold(walker, "c", 60_000)
    low = walker.picture()
    hold(walker, "c", 10_000)
    assert differing(low, walker.picture()) < 0.005
    assert low.std() > 4  # over the ground, not inside it
