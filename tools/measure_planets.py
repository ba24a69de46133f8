"""Measures a planet in the studio, in Chromium that draws with the processor: from slider to picture, bytes on the wire, frames.

``make measure`` or ``python tools/measure_planets.py [--count 12]``. A slider of the shape and one of the colors of the planet that
people learn from, at 257 nodes an edge; *server*, *transfer* and *draw* are those of ``measure_studio``. After each of them the table
says what travelled: elevations, biomes, gradients. A processor that plays the graphics device needs a hundred times what a graphics card
does: read *draw* and the frames as upper bounds.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from _browser import Browser
from measure_studio import FRAMES, PATIENCE, READY, WAYS, prefer, quantiles, table

import landwright.recipe
from studio_server import StudioProcess

TEMPLATES = Path(landwright.recipe.__file__).parent / "templates"
OPEN = """
(async () => {
  const wait = () => new Promise((done) => setTimeout(done, 50));
  const seen = () => [...document.querySelectorAll('input[type=range]')].some((one) => (one.ariaLabel ?? '').startsWith(%(slider)s));
  [...document.querySelectorAll('.stage-main')].find((one) => one.textContent.includes(%(stage)s)).click();
  for (let k = 0; k < 100 && !seen(); k++) {
    await wait();
    if (k === 5) [...document.querySelectorAll('summary, button')].find((one) => one.textContent.trim() === 'Layer 1')?.click();
  }
  return seen();
})()
"""
"""Opens a stage, and its first layer where the slider is hidden in it."""
CAME = "(({elevations, paints, gradients}) => [elevations, paints, gradients].map(Number))(document.querySelector('canvas').dataset)"
SLIDERS = (("Shape", "Strength"), ("Colors", "Blend"))
HEIGHTS = (("the whole planet", 0), ("low over the ground", 40))
"""Where frames are timed, and how often the wheel is turned to come there."""
NEARER = """
(async () => {
  const canvas = document.querySelector('canvas');
  for (let k = 0; k < %d; k++) canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: -240, bubbles: true, cancelable: true }));
  for (let k = 0; k < 1200; k++) {
    await new Promise((done) => setTimeout(done, 50));
    if (canvas.dataset.settled === 'true' && canvas.dataset.wants === '0') return;
  }
})()
"""


def drags(browser: Browser, count: int) -> list[list[str]]:
    """Return rows of what edits of shape and colors take and send."""
    rows = []
    for stage, slider in SLIDERS:
        if not browser.run(OPEN % {"stage": json.dumps(stage), "slider": json.dumps(slider)}):
            raise SystemExit(f"There is no slider {slider} in {stage}.")
        for rest, word in (("false", "dragging"), ("true", "let go")):
            browser.wait(READY)
            before = browser.run(CAME)
            told = browser.run(WAYS % {"slider": slider, "count": count, "rest": rest, "patience": 1000 * PATIENCE})
            browser.wait(READY)
            sent = " / ".join(str(b - a) for a, b in zip(before, browser.run(CAME), strict=True))
            ways = told["ways"]
            parts = [quantiles([way[name] for way in ways]) for name in ("server", "transfer", "draw", "total")]
            size, wire = (f"6 x {ways[-1]['rows']}²", f"{ways[-1]['bytes'] / 1e6:.3f} MB") if ways else ("none", "none")
            rows.append([f"{stage}: {slider.lower()}, {word}", size, wire, *parts, sent])
    return rows


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--count", type=int, default=12)
    words = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, medians [95th percentile], ms\n")
    with tempfile.TemporaryDirectory() as home:
        recipe = Path(home) / "planet.toml"
        recipe.write_text((TEMPLATES / "planet.toml").read_text(encoding="utf-8"), encoding="utf-8")
        with Browser(1280, 720) as browser, StudioProcess(Path(home), Path(home) / "state", recipe=recipe) as studio:
            browser.before_page(prefer("low", 0.5))
            browser.go(studio.url)
            browser.wait(READY)
            sent = "elevations / biomes / gradients"
            table(
                ("edit", "size", "last on the wire", "server", "transfer", "draw", "in all", sent),
                drags(browser, words.count),
            )
            rows = []
            for word, notches in HEIGHTS:
                browser.run(NEARER % notches)
                told = browser.run(FRAMES % {"count": words.count, "patience": 1000 * PATIENCE})
                rows.append([word, f"{told['width']} x {told['height']}", quantiles(told["frames"])])
            table(("from where", "picture", "frame"), rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
