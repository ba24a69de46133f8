"""A page of the studio, in the words of a person who uses it."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import ConsoleMessage, Locator, Page

PATIENCE = 120_000  # ms; a busy machine without a graphics card is slow, and nothing here measures time
PREFERENCES = {
    "reducedMotion": True,
    "quality": {"preset": "low", "scale": 0.5, "shadows": False, "water": True, "haze": True},
}
"""What a person with a weak machine chooses; the picture stands still until something changes."""
_TOLD = "(all) => all.map((one) => ({ ...one.dataset }))"


class StudioPage:
    """The page, and what went wrong in it.

    Parameters
    ----------
    page : Page
        Of Playwright.
    address : str
        What to open.
    patience : int
        How long to wait for anything (ms).
    """

    def __init__(self, page: Page, address: str, patience: int = PATIENCE) -> None:
        self.page = page
        self.faults: list[str] = []
        self.offline = False
        self.patience = patience
        page.set_default_timeout(patience)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._console)
        page.add_init_script(f"localStorage['landwright.preferences'] ??= {json.dumps(json.dumps(PREFERENCES))};")
        page.goto(address)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self.offline:
            self.faults.append(message.text)

    # ------------------------------------------------------------ things on the page

    def button(self, name: str, *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def slider(self, name: str) -> Locator:
        return self.page.get_by_role("slider", name=name, exact=True)

    def number(self, name: str) -> Locator:
        """The field beside a slider."""
        return self.page.get_by_label(f"{name}, value", exact=True)

    @property
    def canvas(self) -> Locator:
        return self.page.locator("canvas").first

    # ------------------------------------------------------------ what a person does

    def new(self, template: str) -> None:
        """Start from a template of the menu."""
        self.button(template).click()
        self.settled()

    def drop(self, path: Path) -> None:
        """Drop a file on the page."""
        self.until(
            "() => document.querySelector('#app > *') && !document.querySelector('.menu-item[disabled]')"
        )  # connected
        held = self.page.evaluate_handle(
            """([name, bytes]) => {
                const held = new DataTransfer();
                held.items.add(new File([Uint8Array.from(bytes)], name));
                return held;
            }""",
            [path.name, list(path.read_bytes())],
        )
        for event in ("dragenter", "dragover", "drop"):
            self.page.dispatch_event("body", event, {"dataTransfer": held})

    def open(self, path: Path) -> None:
        """Drop a recipe and wait for its picture."""
        before = self.revision
        self.drop(path)
        self.settled(before + 1)

    def set(self, name: str, value: str) -> None:
        """Type a number beside a slider."""
        field = self.number(name)
        field.fill(value)
        field.press("Enter")

    def drag(self, name: str, share: float) -> None:
        """Take a slider's thumb and drag it to a share of the track, in steps."""
        self.slider(name).scroll_into_view_if_needed()
        box = self.slider(name).bounding_box()
        assert box is not None
        y = box["y"] + box["height"] / 2
        middle, end = (box["x"] + box["width"] * (0.04 + 0.92 * at) for at in (0.5, share))
        self.page.mouse.move(middle, y)
        self.page.mouse.down()
        self.page.mouse.move(end, y, steps=6)
        self.page.mouse.up()

    # ------------------------------------------------------------ what is on the screen

    @property
    def revision(self) -> int:
        """Of the world in the picture; 0 when there is none."""
        if not self.page.locator("canvas").count():
            return 0
        return int(self.canvas.get_attribute("data-revision") or 0)

    def until(self, function: str, arg: object = None) -> None:
        """Wait until a function of the page gives something true; the page's content policy forbids Playwright's own way."""
        end = time.monotonic() + self.patience / 1000
        while not self.page.evaluate(function, arg):
            if time.monotonic() > end:
                raise TimeoutError(f"{function} with {arg!r}: {self.page.locator('canvas').evaluate_all(_TOLD)}")
            self.page.wait_for_timeout(25)

    def quiet(self) -> None:
        """Wait until no sentence lies over the picture that would go by itself, in the midst of a test."""
        self.until("() => document.querySelector('.notice, .job') === null")

    def settled(self, revision: int = 1) -> None:
        """Wait until the picture shows a revision, or a later one, at full resolution."""
        self.until(
            """(wanted) => {
                const told = document.querySelector('canvas')?.dataset;
                return told && Number(told.revision) >= wanted && told.level === 'full' && told.settled === 'true';
            }""",
            revision,
        )

    def pose(self) -> list[float]:
        """Where the eye of the last frame is (east, north, up; m), its bearing and its pitch (degrees)."""
        return [float(word) for word in (self.canvas.get_attribute("data-pose") or "").split()]

    def picture(self) -> np.ndarray:
        """The middle of the picture, (rows, cols, 3) from 0 to 255; what floats over its edges is left out."""
        image = Image.open(io.BytesIO(self.canvas.screenshot())).convert("RGB")
        width, height = image.size
        return np.asarray(image.crop((width // 4, height // 4, width * 3 // 4, height * 3 // 4)), np.int16)


def differing(one: np.ndarray, other: np.ndarray) -> float:
    """Share of the pixels that a person would see differ."""
    assert one.shape == other.shape
    return float((np.abs(one - other).max(axis=2) > 6).mean())
