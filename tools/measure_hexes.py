"""Measures strokes on a hex map in Chromium that draws with the processor: animation frames from the pointer to the picture, and bytes.

``make measure`` or ``python tools/measure_hexes.py [--sizes 20x15 80x60] [--count 12]``. A real pointer goes down and moves from cell to
cell. For every edit the page counts its animation frames from the event until the one that draws the edit: 1 is the very next.
*server* is what the server says it took from the recipe to the bytes, *wire* what passed besides from the event until the frame lay in
the page (the message, the document, both ways, taking apart), *draw* from there until the graphics device had finished the picture. A
processor that plays the graphics device needs a hundred times what a graphics card does: read *draw* as an upper bound.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from _browser import Browser

from studio_server import StudioProcess

RECIPE = """\
format = 1
name = "cells"
seed = 7

[hexmap]
columns = {columns}
rows = {rows}

[[stages]]
id = "land"
kind = "hexmap.continent"

[[stages]]
id = "edits"
kind = "hexmap.strokes"
"""
KEPT = {"reducedMotion": True, "quality": {"preset": "low", "scale": 0.5, "shadows": True, "water": True, "haze": True}}
PREPARE = """
(() => {
  const canvas = document.querySelector('.hex-canvas'), port = new MessageChannel();
  const seen = () => canvas.dataset.drawn;
  window.strokes = {
    // count the frames from the next event of a kind until one draws something newer
    await: (kind) => {
      window.strokes.told = new Promise((done, fail) => {
        setTimeout(() => fail(new Error(`no picture of an edit: ${JSON.stringify({ ...canvas.dataset })}`)), 20000);
        addEventListener(kind, () => {
          const before = seen(), since = performance.now();
          let frames = 0, first = null;
          // a message comes after all callbacks of its frame
          port.port1.onmessage = () => {
            const shown = performance.now();
            if (first === null && canvas.dataset.foreseen !== '0') first = frames;
            if (seen() !== before) done({ first: first ?? frames, frames, since, shown, revision: Number(seen()) });
            else requestAnimationFrame(step);
          };
          const step = () => { frames += 1; port.port2.postMessage(0); };
          requestAnimationFrame(step);
        }, { capture: true, once: true });
      });
    },
    rest: async () => {
      const gl = canvas.getContext('webgl2'), pixel = new Uint8Array(4);
      const tick = () => new Promise((done) => requestAnimationFrame(done));
      do { await tick(); await tick(); } while (canvas.dataset.settled !== 'true');
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      await new Promise((done) => setTimeout(done, 60));
    },
    timing: async (revision) => {
      for (let k = 0; k < 2000; k++) {
        const found = window.landwright.timings().find((one) => one.revision === revision && one.drawn !== null && one.server !== null);
        if (found) return found;
        await new Promise((done) => setTimeout(done, 5));
      }
      throw new Error('no timing of revision ' + revision + ': ' + JSON.stringify(window.landwright.timings().slice(-3)));
    },
    frame: async () => {
      const count = 12, begun = performance.now();
      for (let k = 0; k < count; k++) await new Promise((done) => requestAnimationFrame(done));
      return (performance.now() - begun) / count;
    },
  };
})()
"""
PLACE = """
(() => { const box = document.querySelector('.hex-canvas').getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; })()
"""
RADIUS = "document.querySelectorAll('[aria-label=Radius] [role=radio]')[%d].click()"
ELEVATION = """
(() => {
  const slider = document.querySelector('#hex-elevation');
  const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  put.call(slider, '%d');
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  slider.dispatchEvent(new Event('change', { bubbles: true }));
})()
"""


class Strokes:
    """A pointer over the map of one page."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        browser.run(PREPARE)
        self.left, self.top, self.width, self.height = browser.run(PLACE)

    def point(self, kind: str, x: float, y: float, *, down: bool) -> None:
        """Send one real event of the pointer."""
        held = {"buttons": int(down), "button": "left" if kind != "mouseMoved" or down else "none", "clickCount": 1}
        self.browser.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, **held)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A point of the canvas that no panel covers, from shares of what is left."""
        return self.left + 320 + x * (self.width - 380), self.top + 80 + y * (self.height - 160)

    def timed(self, kind: str, event: str, at: tuple[float, float]) -> dict[str, Any]:
        """Send an event that edits the map; return how it came to the screen."""
        self.browser.run("window.strokes.rest()")
        self.browser.run(f"window.strokes.await('{event}')")
        self.point(kind, *at, down=True)
        told: dict[str, Any] = self.browser.run("window.strokes.told")
        timing = self.browser.run(f"window.strokes.timing({told['revision']})")
        server = timing["server"]
        wire = timing["decoded"] - told["since"] - server
        draw = timing["drawn"] - timing["decoded"]
        return {
            "first": told["first"],
            "frames": told["frames"],
            "server": server,
            "wire": wire,
            "draw": draw,
            "bytes": timing["bytes"],
        }

    def drags(self, count: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Put the pointer down and draw it on, over and over; return the edits of both kinds."""
        downs, moves = [], []
        for k in range(count):
            x, y = 0.25 + 0.4 * ((k * 0.381) % 1.0), 0.25 + 0.5 * ((k * 0.618) % 1.0)
            self.browser.run(ELEVATION % (1 + k % 6))
            at, to = self.place(x, y), self.place(x + 0.12, y)
            self.point("mouseMoved", *at, down=False)
            downs.append(self.timed("mousePressed", "pointerdown", at))
            moves.append(self.timed("mouseMoved", "pointermove", to))
            self.point("mouseReleased", *to, down=False)
        return downs, moves


def quantiles(values: list[float]) -> str:
    """Return median and 95th percentile."""
    ordered = sorted(values)
    return f"{statistics.median(ordered):6.1f} {ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]:6.1f}"


def row(words: str, edits: list[dict[str, Any]], frame: float) -> None:
    """Print what edits took."""
    counted = {name: sorted(int(edit[name]) for edit in edits) for name in ("first", "frames")}
    shares = [" ".join(f"{counts.count(n)}x{n}" for n in sorted(set(counts))) for counts in counted.values()]
    cells = " ".join(quantiles([edit[name] for edit in edits]) for name in ("server", "wire", "draw"))
    wire = statistics.median(edit["bytes"] for edit in edits) / 1000.0
    print(f"{words:26s} {shares[0]:12s} {shares[1]:16s} {cells} {wire:8.1f} kB  frame {frame:5.1f} ms", flush=True)


def measure(columns: int, rows: int, count: int, home: Path) -> None:
    """Print the rows of one size."""
    folder = home / f"{columns}x{rows}"
    folder.mkdir()
    recipe = folder / "cells.toml"
    recipe.write_text(RECIPE.format(columns=columns, rows=rows), encoding="utf-8")
    with Browser(1280, 720) as browser, StudioProcess(folder, folder / "state", recipe=recipe) as studio:
        browser.before_page(f"localStorage['landwright.preferences'] = {json.dumps(json.dumps(KEPT))};")
        browser.go(studio.url)
        browser.wait("Boolean(window.landwright?.timings().some((one) => one.drawn !== null))")
        first = browser.run("window.landwright.timings()[0].bytes")
        hand = Strokes(browser)
        hand.drags(2)  # the first of all finds nothing warm
        for radius in (0, 4):
            browser.run(RADIUS % radius)
            browser.run("window.strokes.rest()")
            frame = browser.run("window.strokes.frame()")
            for word, edits in zip(("down", "drawn on"), hand.drags(count), strict=True):
                row(f"{columns}x{rows} brush {radius} {word}", edits, frame)
        print(f"{columns}x{rows} the whole map {first / 1000.0:.1f} kB", flush=True)


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--sizes", nargs="+", default=["20x15", "80x60"])
    parser.add_argument("--count", type=int, default=12)
    words = parser.parse_args()
    print(
        f"{'map, brush, pointer':26s} {'seen':12s} {'exact':16s} {'server':>13s} {'wire':>13s} {'draw':>13s}  (ms: median, p95)"
    )
    with tempfile.TemporaryDirectory() as home:
        for size in words.sizes:
            columns, rows = map(int, size.split("x"))
            measure(columns, rows, words.count, Path(home))
    return 0


if __name__ == "__main__":
    sys.exit(main())
