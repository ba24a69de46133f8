"""The page is for everybody: by keyboard, on a phone, by day and by night, with names that can be read aloud."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from studio_page import StudioPage

CONTRAST = """() => {
    const parts = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
    const light = (color) => {
        const [r, g, b] = parts(color).slice(0, 3).map((v) => v / 255)
            .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (one) => {
        for (let at = one; at; at = at.parentElement) {
            const color = getComputedStyle(at).backgroundColor, [, , , alpha = 1] = parts(color);
            if (parts(color).length >= 3 && alpha > 0.6) return color;
        }
        return getComputedStyle(document.body).backgroundColor;
    };
    const found = [];
    for (const one of document.querySelectorAll('button, label, h1, h2, h3, p, input, select')) {
        const text = (one.value ?? one.textContent ?? '').trim();
        const box = one.getBoundingClientRect(), style = getComputedStyle(one);
        const off = one.disabled || one.closest('[aria-disabled=true], :disabled') || style.visibility === 'hidden';
        if (!text || !box.width || off) continue;
        if (one.querySelector('img') || style.opacity < 0.9 || !style.color.startsWith('rgb')) continue;
        const [a, b] = [light(style.color), light(ground(one))].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        if (ratio < 4.5) found.push(`${one.tagName} ${text.slice(0, 30)}: ${ratio.toFixed(2)}`);
    }
    return found;
}"""
NAMELESS = re.compile(
    r"^\s*- (button|slider|checkbox|textbox|spinbutton|combobox|radio|switch)( \[[^\]]*\])*:?\s*$", re.MULTILINE
)


def reach(page: StudioPage, name: str, most: int = 80) -> None:
    """Press Tab until the control of a name has the keyboard."""
    script = """() => { const one = document.activeElement;
        return (one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent ?? '').trim(); }"""
    for _ in range(most):
        page.page.keyboard.press("Tab")
        if page.page.evaluate(script) == name:
            return
    raise AssertionError(f"Tab does not reach {name!r}")


def test_everything_can_be_done_by_keyboard(page: StudioPage) -> None:
    keyboard = page.page.keyboard
    reach(page, "Generate landscape")
    keyboard.press("Enter")
    reach(page, "Rockiness")
    before = float(page.slider("Rockiness").input_value())
    keyboard.press("ArrowRight")
    page.page.wait_for_timeout(250)  # the page draws the key's effect in its next frame
    assert float(page.slider("Rockiness").input_value()) > before
    reach(page, "Start")
    outline = page.page.evaluate(
        "getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement).boxShadow"
    )
    assert outline != "nonenone"  # one sees where the keyboard is
    keyboard.press("Enter")
    page.settled()
    at = page.revision
    reach(page, "Rockiness")
    keyboard.press("ArrowRight")
    page.settled(at + 1)
    at = page.revision
    keyboard.press("Control+z")
    page.settled(at + 1)


def test_every_control_has_a_name(page: StudioPage, small: Path) -> None:
    for step in ("menu", "generator", "landscape", "export"):
        if step == "generator":
            page.button("Generate landscape").click()
        elif step == "landscape":
            page.open(small)
        elif step == "export":
            page.button("Export").first.click()
        assert NAMELESS.findall(page.page.locator("body").aria_snapshot()) == [], step


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_words_can_be_read_by_day_and_by_night(opener, small: Path, scheme: str) -> None:
    page = opener(color_scheme=scheme)
    assert page.page.evaluate("document.documentElement.dataset.theme") == scheme
    assert page.page.evaluate(CONTRAST) == []
    page.open(small)
    assert page.page.evaluate(CONTRAST) == []


def test_it_fits_a_phone(opener, small: Path) -> None:
    page = opener(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    fits = "() => document.documentElement.scrollWidth <= innerWidth"
    assert page.page.evaluate(fits)
    page.open(small)
    assert page.page.evaluate(fits)
    box = page.canvas.bounding_box()
    assert box is not None
    assert box["width"] >= 300
    assert box["height"] >= 200
    targets = page.page.evaluate(
        """() => [...document.querySelectorAll('button')].filter((one) => {
            const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
            const seen = (dx, dy) => one.contains(document.elementFromPoint(x + dx, y + dy));
            return box.width && seen(0, 0) && !(seen(-11, 0) && seen(11, 0) && seen(0, -11) && seen(0, 11));
        }).map((one) => one.ariaLabel ?? one.textContent)"""
    )
    assert targets == []  # large enough for a finger
