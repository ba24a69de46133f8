"""Planets in the browser: a new one, settings that change the picture, colors without the shape, undo, down to the ground."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

import landwright.recipe
from studio_page import PREFERENCES, StudioPage, differing

SMALL = """\
# A planet for tests
format = 1
name = "marble"
seed = 2

[planet]
radius = 6.0e6
resolution = 65

[[stages]]
id = "shape"
title = "Shape"
kind = "planet.shape"

[[stages]]
id = "colors"
title = "Colors"
kind = "planet.colors"
"""


SKYLESS = {"longitude": 0, "latitude": 16, "air": 0, "clouds": 0, "stars": False}
"""The sun over the place that the camera begins at, and nothing but black behind the ground."""
NEARER = """(notches) => {
    const canvas = document.querySelector('canvas'), box = canvas.getBoundingClientRect();
    const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
    for (let k = 0; k < notches; k++) {
        canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: -240, bubbles: true, cancelable: true, ...at }));
    }
}"""


TEMPLATES = Path(landwright.recipe.__file__).parent / "templates"
PLAIN = {
    **PREFERENCES,
    "quality": {**PREFERENCES["quality"], "haze": False},  # type: ignore[dict-item]
    "heaven": {"longitude": 0, "latitude": 16, "air": 0, "clouds": 0, "stars": False},
}
"""The sun over the place where the camera begins, and nothing but black behind the ground."""
NEARER = """(notches) => {
    const canvas = document.querySelector('canvas');
    for (let k = 0; k < notches; k++) canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: -240, bubbles: true, cancelable: true }));
    return new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
}"""


@pytest.fixture
def marble(tmp_path: Path) -> Path:
    path = tmp_path / "marble.toml"
    path.write_text(SMALL, encoding="utf-8")
    return path


def told(page: StudioPage) -> dict[str, str]:
    made: dict[str, str] = page.page.evaluate("({ ...document.querySelector('canvas').dataset })")
    return made


def came(page: StudioPage) -> tuple[int, int, int]:
    """How often elevations, colors of nodes and gradients travelled."""
    data = told(page)
    return int(data["elevations"]), int(data["paints"]), int(data["gradients"])


def camera(page: StudioPage) -> list[float]:
    """Latitude, longitude, heading, distance, height over the ground (radii)."""
    return [float(value) for value in told(page)["camera"].split(",")]


def middle(page: StudioPage) -> tuple[float, float]:
    box = page.canvas.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def swipe(page: StudioPage, dx: float, dy: float) -> None:
    """Drag from the middle of the picture."""
    x, y = middle(page)
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    page.page.mouse.move(x + dx, y + dy, steps=3)
    page.page.mouse.up()


def done(page: StudioPage) -> None:
    """Wait until an edit is in the picture, at full resolution."""
    page.until(
        "() => { const d = document.querySelector('canvas').dataset;"
        " return d.level === 'full' && d.drawn === d.revision && d.settled === 'true' }"
    )


def stage(page: StudioPage, title: str) -> None:
    page.page.locator(".stage-main", has_text=title).first.click()


def test_a_new_planet_is_made_from_the_menu(page: StudioPage) -> None:
    page.button("New planet").click()
    kinds = page.page.get_by_role("radiogroup", name="Kind").get_by_role("radio")
    kinds.first.wait_for()
    assert kinds.count() >= 6
    page.page.get_by_role("radio", name="Moon", exact=True).click()
    page.page.get_by_label("Seed", exact=True).fill("7")
    page.page.get_by_label("Seed", exact=True).press("Tab")
    page.button("Create").click()
    page.settled()
    assert told(page)["shape"] == "6x257x257"
    assert page.picture().std() > 12
    assert page.page.locator(".stage-main", has_text="Craters").count() == 1


def test_settings_change_the_picture_and_undo_brings_it_back(page: StudioPage, marble: Path) -> None:
    page.open(marble)
    done(page)
    first, revision = page.picture(), page.revision
    stage(page, "Shape")
    page.page.get_by_role("switch", name="Ocean", exact=True).click()
    page.settled(revision + 1)
    done(page)
    dry = page.picture()
    assert differing(first, dry) > 0.05
    page.button("Undo", exact=False).first.click()
    page.settled(revision + 2)
    done(page)
    assert differing(first, page.picture()) < 0.002


def test_only_settings_of_the_chosen_filter_show(page: StudioPage, marble: Path) -> None:
    page.open(marble)
    stage(page, "Shape")
    page.page.get_by_text("Layer 1", exact=True).click()
    assert page.page.get_by_label("Weight multiplier", exact=True).count() == 0
    page.page.get_by_role("combobox", name="Kind of Filter", exact=True).select_option(label="Rigid")
    page.page.get_by_label("Weight multiplier", exact=True).first.wait_for()
    assert page.page.get_by_label("Frequency", exact=True).count() == 1  # what both have stays


def test_colors_change_without_the_shape(page: StudioPage, marble: Path) -> None:
    page.open(marble)
    done(page)
    first, before = page.picture(), came(page)
    stage(page, "Colors")
    knobs = page.page.get_by_role("slider", name="Ocean, color 1", exact=True)
    knobs.click()
    ocean = page.page.locator(".field", has=knobs).last
    ocean.locator("input[type=color]").fill("#c02020")
    page.until(f"() => Number(document.querySelector('canvas').dataset.gradients) > {before[2]}")
    done(page)
    assert differing(first, page.picture()) > 0.01
    after = came(page)
    assert after[:2] == before[:2]  # neither elevations nor biomes travelled
    blend = page.slider("Blend")
    blend.focus()
    blend.press("End")
    page.until(f"() => Number(document.querySelector('canvas').dataset.paints) > {after[1]}")
    done(page)
    assert came(page)[0] == before[0]
    assert came(page)[2] == after[2]


def test_the_shape_changes_without_the_gradients(page: StudioPage, marble: Path) -> None:
    page.open(marble)
    done(page)
    before = came(page)
    stage(page, "Shape")
    page.page.get_by_role("switch", name="Ocean", exact=True).click()
    page.until(f"() => Number(document.querySelector('canvas').dataset.elevations) > {before[0]}")
    done(page)
    assert came(page)[1:] == before[1:]


def test_one_goes_down_to_the_ground_and_never_below(page: StudioPage, marble: Path) -> None:
    page.open(marble)
    done(page)
    assert camera(page)[3] > 2.0
    page.button("Go down").click()
    page.button("To space").wait_for()
    done(page)
    assert 0.0 < camera(page)[4] < 0.2
    page.page.mouse.move(*middle(page))
    for _ in range(6):
        page.page.mouse.wheel(0, -240)
    done(page)
    assert camera(page)[4] > 0.0
    for _ in range(3):  # over hills, low
        swipe(page, 0, 160)
        done(page)
        assert camera(page)[4] > 0.0
    ground = page.picture()
    assert ground.std() > 6
    page.button("To space").click()
    page.button("Go down").wait_for()
    done(page)
    assert camera(page)[3] > 2.0


def nearer(page: StudioPage, notches: int) -> np.ndarray:
    """Turn the wheel; return the picture when every tile that is wanted is in it."""
    page.page.evaluate(NEARER, notches)
    page.until(
        "() => { const d = document.querySelector('canvas').dataset; return d.settled === 'true' && d.wants === '0' }"
    )
    return page.picture()


def holes(picture: np.ndarray) -> int:
    """Count pixels that are black like space although there is ground above them."""
    ground = picture.max(axis=2) > 3
    return int((np.logical_or.accumulate(ground, axis=0) & ~ground).sum())


@pytest.mark.parametrize(("template", "radius"), [("planet-earth", 6371000.0), ("planet", 2.73)])
def test_tiles_come_on_the_way_down_and_leave_no_holes(
    page: StudioPage, tmp_path: Path, template: str, radius: float
) -> None:
    page.page.evaluate("(kept) => { localStorage['landwright.preferences'] = kept }", json.dumps(PLAIN))
    page.page.reload()
    recipe = tmp_path / "down.toml"
    words = (TEMPLATES / f"{template}.toml").read_text(encoding="utf-8")
    recipe.write_text(re.sub("(?m)^resolution = 257", "resolution = 65", words), encoding="utf-8")
    page.open(recipe)
    done(page)
    assert told(page)["tiles"] == "0"  # nothing finer is wanted from space
    lowest = min(2.0, 0.002 * radius)
    for notches in (10, 8, 60):
        picture = nearer(page, notches)
        assert holes(picture) == 0
        assert (picture.max(axis=2) > 3).mean() > 0.3
    assert int(told(page)["tiles"]) > 8
    assert 0.98 * lowest < camera(page)[4] * radius < 1.25 * lowest


def test_a_drag_turns_the_planet_and_keys_move_the_camera(page: StudioPage, marble: Path) -> None:
    page.open(marble)
    done(page)
    first = camera(page)
    swipe(page, 120, 0)
    done(page)
    assert camera(page)[1] < first[1] - 5.0
    page.canvas.focus()
    near = camera(page)[3]
    page.page.keyboard.down("+")
    page.until(f"() => Number(document.querySelector('canvas').dataset.camera.split(',')[3]) < {0.9 * near}")
    page.page.keyboard.up("+")
    page.page.keyboard.press("g")
    page.button("To space").wait_for()


def test_day_becomes_night(page: StudioPage, marble: Path) -> None:
    page.open(marble)
    done(page)
    day = page.picture()
    sun = page.slider("Longitude of the sun")
    sun.focus()
    sun.press("End")
    done(page)
    assert page.picture().mean() < 0.7 * day.mean()


def test_one_face_alone_is_shown_and_nothing_is_sent_again(page: StudioPage, marble: Path) -> None:
    page.open(marble)
    done(page)
    before, whole = came(page), page.picture()
    page.page.locator(".stage-main", has_text="World").first.click()
    revision = page.revision
    page.page.get_by_label("Faces", exact=True).select_option(label="Top")
    page.settled(revision + 1)
    done(page)
    assert came(page) == before
    assert differing(whole, page.picture()) > 0.05


def test_what_lies_under_the_pointer_is_told(page: StudioPage, marble: Path) -> None:
    page.open(marble)
    done(page)
    page.page.mouse.move(*middle(page))
    page.page.locator(".probe dt", has_text="Place").wait_for()
    place = page.page.locator(".probe dd").last.inner_text()
    latitude, longitude, *_ = camera(page)
    assert place == f"{abs(latitude):.1f}° N, {abs(longitude):.1f}° {'W' if longitude < 0 else 'E'}"


def test_a_phone_shows_a_planet(opener: object, marble: Path) -> None:
    page: StudioPage = opener(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)  # type: ignore[operator]
    page.open(marble)
    done(page)
    assert page.picture().std() > 10
    assert page.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    box = page.page.locator(".planet-bar").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert np.isfinite(camera(page)).all()
