"""Measures the studio from slider to picture, in Chromium that draws with the processor, and prints tables for docs/performance.md.

``make measure`` or ``python tools/measure_studio.py [--sides 513 1025 2049] [--count 15]``. The page takes the times itself (they are
the ones that *View, Timings* shows): *server* is what the server says a build took, *transfer* what passed besides from moving the
slider until the heights lay in the page, *draw* from there until the graphics device had finished the picture. A processor that
plays the graphics device needs a hundred times what a graphics card does: read *draw* and the frame as upper bounds.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from _browser import Browser

from studio_server import StudioProcess

STATIC = Path(__file__).resolve().parent.parent / "src" / "landwright" / "studio" / "static"
RECIPE = """\
format = 1
name = "hills"
seed = 3
sea_level = 60.0

[grid]
shape = [{side}, {side}]
cell_size = {cell}

[[stages]]
id = "hills"
title = "Hills"
kind = "generate.noise"
relief = 900.0

[stages.noise]
kind = "fbm"
octaves = 8
base = {{ kind = "simplex", wavelength = 3000.0 }}
"""
KEPT = {"reducedMotion": True, "quality": {"preset": "low", "scale": 0.5, "shadows": True, "water": True, "haze": True}}
BEFORE = f"localStorage['landwright.preferences'] = {json.dumps(json.dumps(KEPT))};"
WAYS = """
(async () => {
  const count = %(count)d, full = %(full)s;
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const named = (one) => one.ariaLabel ?? one.labels?.[0]?.textContent ?? '';
  const slider = [...document.querySelectorAll('input[type=range]')].find((one) => named(one).startsWith('Relief'));
  const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const [low, high] = [Number(slider.min), Number(slider.max)];
  const move = (share, kind) => {
    put.call(slider, String(low + (high - low) * share));
    slider.dispatchEvent(new Event(kind, { bubbles: true }));
  };
  const shown = async (since, level) => {
    for (let k = 0; k < 12000; k++) {
      const found = window.landwright.timings().find((one) => {
        return one.came > since && one.level === level && one.drawn !== null && one.server !== null;
      });
      if (found) return found;
      await wait(5);
    }
    throw new Error(`no ${level} picture: ${JSON.stringify(window.landwright.timings().slice(-3))}`);
  };
  const ways = [];
  for (let k = 0; k < count; k++) {
    const share = 0.3 + 0.4 * ((k * 7) %% count) / count;
    let since = performance.now();
    move(share, 'input');
    let one = await shown(since, %(level)s);
    if (full) {
      since = performance.now();
      move(share + 0.001, 'input');
      await wait(30);
      since = performance.now();
      move(share + 0.001, 'change');
      one = await shown(since, 'full');
    }
    const total = one.drawn - since;
    const parts = { server: one.server, transfer: one.decoded - since - one.server, draw: one.drawn - one.decoded, total };
    ways.push({ ...parts, rows: one.rows, cols: one.cols, bytes: one.bytes });
    await wait(full ? 100 : 20);
  }
  return ways;
})()
"""
FRAMES = """
(async () => {
  const canvas = document.querySelector('canvas'), gl = canvas.getContext('webgl2'), pixel = new Uint8Array(4);
  const tick = () => new Promise((done) => requestAnimationFrame(done));
  const finish = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  const frames = [];
  for (let k = 0; k < 16; k++) {
    finish();
    const begun = performance.now();
    canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: k % 2 ? 60 : -60, bubbles: true, cancelable: true }));
    do await tick(); while (canvas.dataset.settled !== 'true');
    finish();
    frames.push(performance.now() - begun);
  }
  return { frames: frames.slice(2), width: canvas.width, height: canvas.height };
})()
"""


def quantiles(values: list[float]) -> str:
    """Return median and 95th percentile."""
    ordered = sorted(values)
    return f"{statistics.median(ordered):7.0f} {ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]:7.0f}"


def measure(side: int, count: int, home: Path) -> None:
    """Print the rows of one grid."""
    folder = home / str(side)
    folder.mkdir()
    recipe = folder / "hills.toml"
    recipe.write_text(RECIPE.format(side=side, cell=8192.0 / (side - 1)), encoding="utf-8")
    with Browser(1280, 720) as browser:  # running before the command is given, as a person's browser is
        browser.before_page(BEFORE)
        begun = time.monotonic()
        with StudioProcess(folder, folder / "state", recipe=recipe) as studio:
            listening = time.monotonic() - begun
            browser.go(studio.url)
            browser.wait("Boolean(window.landwright?.timings().some((one) => one.drawn !== null))")
            first = time.monotonic() - begun
            print(f"{side:5d} command to address {listening:.1f} s, to the first picture {first:.1f} s", flush=True)
            browser.wait("document.querySelector('canvas').dataset.level === 'full'")
            for full, word in ((False, "dragging"), (True, "released")):
                if full and side <= 513:
                    continue
                level = "'preview'" if side > 513 else "'full'"
                _row(side, word, browser.run(WAYS % {"count": count, "full": json.dumps(full), "level": level}))
            told = browser.run(FRAMES)
            print(f"{side:5d} frame {quantiles(told['frames'])} ms at {told['width']} x {told['height']}", flush=True)


def _row(side: int, word: str, ways: list[dict[str, float]]) -> None:
    cells = " ".join(quantiles([way[name] for way in ways]) for name in ("server", "transfer", "draw", "total"))
    last = ways[-1]
    shown = f"{last['rows']}x{last['cols']}"
    print(f"{side:5d} {word:9s} {shown:>10s} {last['bytes'] / 1e6:6.2f} MB {cells}", flush=True)


def bundle() -> None:
    """Print what the page weighs."""
    total = 0
    for path in sorted(STATIC.rglob("*")):
        if path.suffix in (".js", ".css", ".html", ".svg"):
            packed = len(gzip.compress(path.read_bytes(), 9))
            total += packed
            print(f"{packed / 1000:7.1f} kB gzip  {path.relative_to(STATIC)}")
    print(f"{total / 1000:7.1f} kB gzip in all")


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--sides", type=int, nargs="+", default=[513, 1025, 2049])
    parser.add_argument("--count", type=int, default=15)
    words = parser.parse_args()
    bundle()
    print(
        "\n grid pointer       streamed               server        transfer            draw           total   (ms: median, p95)"
    )
    with tempfile.TemporaryDirectory() as home:
        for side in words.sides:
            measure(side, words.count, Path(home))
    return 0


if __name__ == "__main__":
    sys.exit(main())
