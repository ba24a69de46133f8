"""Photographs every screen of the studio, at three sizes, dark and light, into out/studio; look at each of them.

``make photographs`` or ``python tools/photograph_studio.py [--only WORD] [--gallery]``; the latter writes the two pictures of the
README into docs/gallery, and a sheet of every kind of planet.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from need_chromium import find
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from studio_page import StudioPage
from studio_server import ARGUMENTS, StudioProcess

ROOT = Path(__file__).resolve().parent.parent
SIZES = {"720p": (1280, 720), "1080p": (1920, 1080), "phone": (390, 844)}
PICTURE = (290, 52, 942, 628)
"""The planet and its map, between the panels, at 720p."""
SHEET = "planets"
"""Photographs the kinds of planets alone, with `--only`."""
FINE = {"preset": "medium", "scale": 1, "shadows": True, "water": True, "haze": True}


def view(page: StudioPage) -> None:
    """Open the alps and wait for them."""
    page.new("alps")


def menu(page: StudioPage) -> None:
    page.until(
        "() => document.images.length > 5 && [...document.images].every((one) => one.complete && one.naturalWidth > 100)"
    )


def generator(page: StudioPage) -> None:
    page.button("Generate landscape").click()
    page.button("Start").wait_for()


def chosen(page: StudioPage) -> None:
    view(page)
    page.page.get_by_text("Gullies", exact=True).first.click()


def adding(page: StudioPage) -> None:
    view(page)
    page.button("Add a stage").click()
    page.page.get_by_label("Search stages").wait_for()


def exporting(page: StudioPage) -> None:
    view(page)
    page.button("Export").first.click()
    page.page.get_by_role("dialog").wait_for()


def refused(page: StudioPage) -> None:
    chosen(page)
    page.set("Depth", "-3")
    page.page.locator("[aria-invalid=true]").first.wait_for()


def probe(page: StudioPage) -> None:
    view(page)
    width, height = SIZES["720p"]
    page.page.mouse.move(width * 0.55, height * 0.6)
    page.page.get_by_text("Elevation", exact=True).first.wait_for()


def camera(name: str) -> Callable[[StudioPage], None]:
    def step(page: StudioPage) -> None:
        view(page)
        page.page.get_by_role("radio", name=name).click()
        page.settled()

    return step


def overlay(name: str) -> Callable[[StudioPage], None]:
    def step(page: StudioPage) -> None:
        view(page)
        page.button("View").first.click()
        page.page.get_by_label("Overlay", exact=True).select_option(label=name)
        page.settled()

    return step


def template(name: str) -> Callable[[StudioPage], None]:
    return lambda page: page.new(name)


def new_map(page: StudioPage) -> None:
    page.button("New hex map").click()
    page.button("Create").wait_for()


def hexmap(page: StudioPage) -> None:
    """A generated hex map with the brush beside it."""
    new_map(page)
    page.button("Create").click()
    page.settled()


def hex_path(page: StudioPage) -> None:
    hexmap(page)
    page.page.get_by_role("radio", name="Path").click()
    width, height = SIZES["720p"]
    page.page.mouse.click(width * 0.45, height * 0.6)
    page.page.mouse.click(width * 0.7, height * 0.6)
    page.page.locator(".measure").wait_for()
    page.page.get_by_role("switch", name="Grid").click()
    page.page.get_by_label("Labels").select_option("coordinates")
    page.settled()


def _over(page: StudioPage, x: float, y: float) -> tuple[float, float]:
    """A point of the canvas, from shares of what no panel covers."""
    box = page.canvas.bounding_box()
    if box is None:
        raise RuntimeError("the canvas is not to be seen")
    side = 300 if box["width"] > 820 else 0
    return box["x"] + side + x * (box["width"] - side), box["y"] + y * box["height"]


def _choose(page: StudioPage, group: str, word: str) -> None:
    page.page.get_by_role("radiogroup", name=group, exact=True).get_by_role("radio", name=word, exact=True).click()


def hex_brush(radius: int) -> Callable[[StudioPage], None]:
    """The outline of a brush."""

    def step(page: StudioPage) -> None:
        hexmap(page)
        _choose(page, "Radius", str(radius))
        page.page.mouse.move(*_over(page, 0.5, 0.55))
        page.page.locator(".hex-probe").wait_for()
        page.settled()

    return step


def hex_town(page: StudioPage) -> None:
    """A walled town with fields and trees, a road through it and a river beside it, all by the brush."""
    new_map(page)
    page.page.get_by_role("radio", name="Empty", exact=False).first.click()
    _choose(page, "Size", "Small")
    page.button("Create").click()
    page.settled()
    mouse = page.page.mouse

    def stroke(*points: tuple[float, float]) -> None:
        at = page.revision
        mouse.move(*_over(page, *points[0]))
        mouse.down()
        for point in points[1:]:
            mouse.move(*_over(page, *point), steps=5)
        mouse.up()
        page.settled(at + 1)

    def switch(name: str) -> None:
        page.page.get_by_role("switch", name=f"Brush sets {name}", exact=True).click()

    _choose(page, "Radius", "4")
    _choose(page, "Ground", "Grass")
    page.slider("Trees").fill("2")
    stroke((0.5, 0.3), (0.5, 0.7))
    _choose(page, "Radius", "2")
    page.slider("Elevation").fill("2")
    page.slider("Houses").fill("3")
    page.slider("Fields").fill("1")
    _choose(page, "Walled", "Draw")
    stroke((0.5, 0.5))
    for name in ("Elevation", "Houses", "Fields", "Trees"):
        switch(name)
    _choose(page, "Walled", "Leave")
    _choose(page, "Ground", "Leave")
    _choose(page, "Radius", "0")
    _choose(page, "Road", "Draw")
    stroke((0.2, 0.52), (0.8, 0.52))
    _choose(page, "Road", "Leave")
    _choose(page, "River", "Draw")
    stroke((0.72, 0.3), (0.72, 0.85))


def hex_distance(page: StudioPage) -> None:
    hex_path(page)
    page.page.get_by_label("Labels").select_option("distance")
    page.settled()


def hex_exporting(page: StudioPage) -> None:
    hexmap(page)
    page.button("Export").first.click()
    page.page.get_by_role("dialog").get_by_role("tab", name="Flat map", exact=True).click()


def hex_saving(page: StudioPage) -> None:
    hexmap(page)
    page.button("Save", exact=False).first.click()
    page.page.get_by_role("dialog").wait_for()


def hex_large(page: StudioPage) -> None:
    """80 x 60 cells as they are first seen."""
    new_map(page)
    _choose(page, "Size", "Large")
    page.button("Create").click()
    page.settled()


def hex_recipe(page: StudioPage) -> None:
    hexmap(page)
    page.page.get_by_role("radio", name="Recipe").click()


def new_planet(page: StudioPage) -> None:
    page.button("New planet").click()
    page.page.locator(".planet-preset").first.wait_for()
    page.until("() => [...document.querySelectorAll('.planet-preset img')].every((one) => one.naturalWidth > 100)")


def planet(name: str) -> Callable[[StudioPage], None]:
    def step(page: StudioPage) -> None:
        page.button("New planet").click()  # its pictures need not be there
        page.page.get_by_role("radio", name=name, exact=True).click()
        page.button("Create").click()
        page.settled()

    return step


def planet_ground(page: StudioPage) -> None:
    """The first planet from near the ground."""
    planet("First planet")(page)
    page.button("Go down").click()
    page.button("To space").wait_for()
    page.settled()


def planet_colors(page: StudioPage) -> None:
    """Gradients beside the planet they paint."""
    planet("First planet")(page)
    page.page.locator(".stages .stage-main", has_text="Colors").click()
    page.page.get_by_text("Biome 2", exact=True).click()
    page.page.locator(".gradient-knob").first.wait_for()
    page.settled()


def planet_night(page: StudioPage) -> None:
    planet("Earth")(page)
    page.slider("Longitude of the sun").fill("100")
    page.settled()


def planet_panel(stage: str) -> Callable[[StudioPage], None]:
    """The settings of a stage beside its planet."""

    def step(page: StudioPage) -> None:
        planet("Moon" if stage == "Craters" else "Earth" if stage == "Climate" else "First planet")(page)
        page.page.locator(".stage-main", has_text=stage).first.click()
        page.settled()

    return step


def planet_face(page: StudioPage) -> None:
    planet("First planet")(page)
    page.page.locator(".stage-main", has_text="World").first.click()
    revision = page.revision
    page.page.get_by_label("Faces", exact=True).select_option(label="Front")
    page.settled(revision + 1)


def planet_bare(page: StudioPage) -> None:
    """Without air and clouds."""
    planet("Earth")(page)
    page.button("View").click()
    for name in ("Air", "Clouds"):
        page.slider(name).focus()
        page.slider(name).press("Home")
    page.settled()


def planet_exporting(page: StudioPage) -> None:
    planet("First planet")(page)
    page.button("Export").first.click()
    page.page.get_by_role("dialog").wait_for()


PLANETS = ("First planet", "Earth", "Mars", "Ice", "Archipelago", "Volcanic", "Moon")
SCREENS: dict[str, Callable[[StudioPage], None]] = {
    "menu": menu,
    "generator": generator,
    "view": view,
    "islands": template("islands"),
    "desert": template("desert"),
    "volcano": template("volcano"),
    "plasma": template("plasma"),
    "chosen": chosen,
    "adding": adding,
    "refused": refused,
    "exporting": exporting,
    "probe": probe,
    "walk": camera("Walk"),
    "map": camera("Map"),
    "contours": overlay("Contour lines"),
    "slope": overlay("Slope"),
    "new_map": new_map,
    "hexmap": hexmap,
    "hex_brush_0": hex_brush(0),
    "hex_brush_4": hex_brush(4),
    "hex_town": hex_town,
    "hex_large": hex_large,
    "hex_path": hex_path,
    "hex_distance": hex_distance,
    "hex_exporting": hex_exporting,
    "hex_saving": hex_saving,
    "hex_recipe": hex_recipe,
    "new_planet": new_planet,
    "planet": planet("First planet"),
    **{f"planet_{name.lower()}": planet(name) for name in PLANETS[1:]},
    **{f"planet_panel_{name.lower()}": planet_panel(name) for name in ("Shape", "Climate", "Craters", "World")},
    "planet_face": planet_face,
    "planet_bare": planet_bare,
    "planet_exporting": planet_exporting,
    "planet_ground": planet_ground,
    "planet_colors": planet_colors,
    "planet_night": planet_night,
}


def shots(only: str) -> Iterator[tuple[str, str, str]]:
    """Every screen at 720p in the dark; at other sizes and by day those that look different there."""
    for screen in SCREENS:
        for size in SIZES:
            for scheme in ("dark", "light"):
                plain = size == "720p" and scheme == "dark"
                if (
                    plain
                    or screen
                    in ("menu", "view", "chosen", "exporting", "new_map", "hexmap", "hex_town", "new_planet", "planet")
                ) and only in f"{screen}_{size}_{scheme}":
                    yield screen, size, scheme


def main() -> int:
    """Photograph."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--only", default="", help="part of a photograph's name")
    parser.add_argument("--gallery", action="store_true", help="write docs/gallery/studio_*.jpg")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "studio")
    words = parser.parse_args()
    words.out.mkdir(parents=True, exist_ok=True)
    sheet = [("planet" + ("" if k == 0 else f"_{name.lower()}"), "720p", "dark") for k, name in enumerate(PLANETS)]
    whole = {"view": "studio_dark", "islands": "studio_light"}
    wanted = (
        [("view", "720p", "dark"), ("islands", "720p", "light"), *sheet] if words.gallery else list(shots(words.only))
    )
    if words.only == SHEET:
        wanted = sheet
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        folder = Path(home)
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        with StudioProcess(folder, folder / "state") as studio:
            card = _card(browser, studio)
            for screen, size, scheme in wanted:
                path = words.out / f"{screen}_{size}_{scheme}.png"
                _take(browser, studio, card, (screen, size, scheme), path)
                print(path, flush=True)
                if words.gallery and screen in whole:
                    target = ROOT / "docs" / "gallery" / f"{whole[screen]}.jpg"
                    Image.open(path).convert("RGB").save(target, quality=88, optimize=True)
        browser.close()
    if words.gallery or words.only == SHEET:
        contact([words.out / f"{'_'.join(shot)}.png" for shot in sheet])
    return 0


def contact(paths: list[Path]) -> None:
    """Lay photographs of planets, without the panels beside them, on one sheet."""
    wide, tall, columns = 440, 389, 4
    sheet = Image.new("RGB", (columns * wide, -(-len(paths) // columns) * tall))
    for k, path in enumerate(paths):
        part = Image.open(path).convert("RGB").crop(PICTURE).resize((wide, tall), Image.Resampling.LANCZOS)
        sheet.paste(part, (k % columns * wide, k // columns * tall))
    sheet.save(ROOT / "docs" / "gallery" / "studio_planets.jpg", quality=86, optimize=True)


def _card(browser: Browser, studio: StudioProcess) -> object:
    context = browser.new_context()
    context.new_page().goto(studio.url)
    card = context.storage_state()
    context.close()
    return card


def _take(browser: Browser, studio: StudioProcess, card: object, shot: tuple[str, str, str], path: Path) -> None:
    screen, size, scheme = shot
    width, height = SIZES[size]
    phone = size == "phone"
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        storage_state=card,  # type: ignore[arg-type]
        is_mobile=phone,
        has_touch=phone,
        reduced_motion="reduce",
    )
    kept = json.dumps({"quality": FINE, "reducedMotion": True})
    context.add_init_script(f"localStorage['landwright.preferences'] = {json.dumps(kept)}")
    page = StudioPage(context.new_page(), studio.origin, 180_000)  # a fine picture takes a processor seconds
    try:
        page.page.get_by_role("button").first.wait_for()
        SCREENS[screen](page)
        if screen != "probe" and "brush" not in screen:
            page.page.mouse.move(2, 300)  # no help beside the pointer
        page.page.screenshot(path=path)
    except Exception as error:  # noqa: BLE001 the other screens are worth seeing all the same
        page.page.screenshot(path=path.with_stem(path.stem + "_FAILED"))
        print(f"{path.stem}: {str(error).splitlines()[0]}", file=sys.stderr)
    for fault in page.faults:
        print(f"{path.stem}: {fault}", file=sys.stderr)
    context.close()


if __name__ == "__main__":
    sys.exit(main())
