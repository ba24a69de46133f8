"""Measures the studio from slider to picture, in Chromium that draws with the processor, and prints tables for docs/performance.md.

``make measure`` or ``python tools/measure_studio.py [--sides 513 1025 2049] [--count 15]``. A script in the page takes the times:
when the slider moved, when the frame of heights arrived, and when its picture was finished (the processor that plays the
graphics card is waited for). What a real graphics card does in a few milliseconds takes software a hundred times longer, so read
the columns *server* and *transfer* as they are and *draw* as an upper bound.
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

from studio_page import PREFERENCES
from studio_server import StudioProcess

STATIC = Path(__file__).resolve().parent.parent / "src" / "landwright" / "studio" / "static"
SLIDER = "Relief"
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
WATCH = (
    f"localStorage['landwright.preferences'] = {json.dumps(json.dumps(PREFERENCES))};"
     """
(() => {
  const log = window.watched = { sent: [], frames: [], done: [], text: 0, draws: 0, last: 0, gl: null };
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...words) {
      super(...words);
      this.addEventListener('message', ({ data }) => {
        const now = performance.now();
        if (typeof data === 'string') {
          log.text += data.length;
          const said = JSON.parse(data);
          if (said.type === 'done') log.done.push({ now, ...said });
        } else {
          const size = new DataView(data).getUint32(0, true);
          const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, size)));
          log.frames.push({ now, job: header.job, level: header.level, shape: header.shape, bytes: data.byteLength });
        }
      });
    }
    send(text) { log.sent.push({ now: performance.now(), bytes: text.length, ...JSON.parse(text) }); super.send(text); }
  };
  for (const name of ['drawElements', 'drawElementsInstanced', 'drawArrays', 'drawArraysInstanced']) {
    const native = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...words) {
      log.draws += 1; log.last = performance.now(); log.gl = this;
      return native.apply(this, words);
    };
  }
  const tick = () => new Promise((done) => requestAnimationFrame(done));
  log.finish = () => { log.gl.readPixels(0, 0, 1, 1, log.gl.RGBA, log.gl.UNSIGNED_BYTE, new Uint8Array(4)); return performance.now(); };
  log.drawn = async (since) => {
    while (log.last <= since || !log.gl) await tick();
    while (log.gl.canvas.dataset.settled !== 'true') await tick();
    return log.finish();
  };
  log.frame = async (since, level) => {
    for (;;) {
      const frame = log.frames.find((one) => one.now > since && (!level || one.level === level));
      const done = frame && log.done.find((one) => one.job === frame.job);
      if (done) return { ...frame, server: done.seconds * 1000 };
      await tick();
    }
  };
})();
"""
)
MOVE = """
(async () => {
  const named = (one) => one.ariaLabel ?? one.labels?.[0]?.textContent ?? '';
  const slider = [...document.querySelectorAll('input[type=range]')].find((one) => named(one).includes(%(name)r));
  const log = window.watched, native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const low = Number(slider.min), high = Number(slider.max);
  native.call(slider, String(low + (high - low) * %(share)f));
  const start = performance.now();
  slider.dispatchEvent(new Event(%(event)r, { bubbles: true }));
  const frame = await log.frame(start, %(level)s);
  const drawn = await log.drawn(frame.now);
  return { ...frame, total: drawn - start, arrive: frame.now - start, draw: drawn - frame.now };
})()
"""


def quantiles(values: list[float]) -> str:
    """Return median and 95th percentile."""
    ordered = sorted(values)
    return f"{statistics.median(ordered):7.0f} {ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]:7.0f}"


def moved(browser: Browser, share: float, event: str, level: str | None) -> dict:
    words = {"name": SLIDER, "share": share, "event": event, "level": "null" if level is None else repr(level)}
    return browser.run(MOVE % words)


def measure(side: int, count: int, home: Path) -> None:
    """Print the rows of one grid."""
    folder = home / str(side)
    folder.mkdir()
    recipe = folder / "hills.toml"
    recipe.write_text(RECIPE.format(side=side, cell=8192.0 / (side - 1)), encoding="utf-8")
    begun = time.monotonic()
    with StudioProcess(folder, folder / "state", recipe=recipe) as studio, Browser(960, 600) as browser:
        listening = time.monotonic() - begun
        browser.before_page(WATCH)
        opened = time.monotonic()
        browser.go(studio.url)
        browser.wait("Boolean(window.watched && watched.frames.length && watched.last > watched.frames[0].now)")
        browser.run("watched.drawn(0)")
        first = time.monotonic() - opened
        browser.run("watched.frame(0, 'full').then((one) => watched.drawn(one.now))")
        print(f"{side:5d}  command to address {listening:.1f} s, address to first picture {first:.1f} s")
        browser.wait("Boolean([...document.querySelectorAll('input[type=range]')].length)")
        for level, event in (("preview", "input"), ("full", "change")):
            rows: list[dict] = []
            for index in range(count):
                if event == "change":
                    moved(browser, 0.2 + 0.6 * ((index * 7 + 3) % count) / count, "input", None)
                rows.append(moved(browser, 0.2 + 0.6 * ((index * 7) % count) / count, event, level))
            names = ("server", "transfer", "draw", "total")
            for row in rows:
                row["transfer"] = row["arrive"] - row["server"]
            cells = "  ".join(quantiles([row[name] for row in rows]) for name in names)
            shape, size = "x".join(map(str, rows[-1]["shape"])), rows[-1]["bytes"] / 1e6
            print(f"{side:5d} {level:8s} {shape:>10s} {size:6.2f} MB  {cells}", flush=True)
        frames = browser.run(
            "(async () => { const t = []; const c = watched.gl.canvas;"
            " for (let i = 0; i < 8; i++) { const a = performance.now();"
            " c.dispatchEvent(new WheelEvent('wheel', { deltaY: i % 2 ? 40 : -40, bubbles: true, cancelable: true }));"
            " t.push((await watched.drawn(a)) - a); } return [t.sort((a, b) => a - b)[4], c.width, c.height]; })()"
        )
        print(f"{side:5d} one frame {frames[0]:.0f} ms at {frames[1]}x{frames[2]}", flush=True)


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
        "\n grid level         streamed          server         transfer           draw            total   (ms: median, p95)"
    )
    with tempfile.TemporaryDirectory() as home:
        for side in words.sides:
            measure(side, words.count, Path(home))
    return 0


if __name__ == "__main__":
    sys.exit(main())
