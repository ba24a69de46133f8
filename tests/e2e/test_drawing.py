"""What the picture is made with: smooth edges on demand, a camera that stays over land that grows, a page that can be used meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio_page import StudioPage

COUNT = """(() => {
    window.samples = [];
    const native = WebGL2RenderingContext.prototype.renderbufferStorageMultisample;
    WebGL2RenderingContext.prototype.renderbufferStorageMultisample = function (...words) {
        window.samples.push(words[1]);
        return native.apply(this, words);
    };
})()"""


def choose(page: StudioPage, quality: str) -> None:
    """Choose a quality in the view's panel and wait for its picture."""
    page.button("View").first.click()
    page.page.get_by_role("radio", name=quality, exact=True).click()
    page.page.keyboard.press("Escape")
    page.page.wait_for_timeout(50)
    page.settled()


def test_smooth_edges_follow_the_quality_at_once(page: StudioPage, small: Path) -> None:
    page.page.evaluate(COUNT)
    page.open(small)
    assert page.page.evaluate("samples") == []
    choose(page, "Medium")
    assert set(page.page.evaluate("samples")) == {4}
    assert page.picture().std() > 8
    choose(page, "Low")
    page.page.evaluate("samples.length = 0")
    page.page.keyboard.press("Escape")
    page.button("Continue").click()
    page.settled()
    assert page.page.evaluate("samples") == []


@pytest.mark.parametrize("camera", ["Orbit", "Walk", "Map"])
def test_cameras_stay_over_land_that_grows(page: StudioPage, small: Path, camera: str) -> None:
    page.open(small)
    page.page.get_by_role("radio", name=camera, exact=True).click()
    page.page.wait_for_timeout(50)
    page.settled()
    at, before = page.revision, page.pose()
    page.set("Base elevation", "4000")
    page.settled(at + 1)
    assert page.pose()[2] > 4000  # where the ground begins (m)
    assert page.picture().std() > 4
    if camera == "Orbit":
        assert page.pose()[2] - before[2] == pytest.approx(4000, abs=1)  # carried, not only lifted out of the ground
    page.button("Undo", exact=False).click()
    page.settled(at + 2)
    if camera == "Orbit":
        assert page.pose() == pytest.approx(before, abs=0.01)
