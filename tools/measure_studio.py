"""Measures the studio from slider to picture, in Chromium that draws with the processor, and prints tables for docs/performance.md.

``make measure`` or ``python tools/measure_studio.py [--sides 513 1025 2049] [--count 9]``. The page takes the times itself (they are
the ones that *View, Timings* shows): *server* is what the server says a build took, *transfer* what passed besides from moving the
slider until the heights lay in the page, *draw* from there until the graphics device had finished the picture. A preview that a newer
picture overtakes is never drawn; it is counted as overtaken and not waited for. A processor that plays the graphics device needs a
hundred times what a graphics card does: read *draw* and the frame as upper bounds.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from _browser import Browser
from websockets.sync.client import connect
from websockets.typing import Origin

from studio_server import StudioProcess

STATIC = Path(__file__).resolve().parent.parent / "src" / "landwright" / "studio" / "static"
VIEW = "src/scene/view.ts"
"""What draws landscapes; it is loaded at once, beside the panel."""
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
SCREENS = (("low", 640, 360), ("medium", 640, 360), ("high", 640, 360), ("low", 1280, 720))
"""Qualities and sizes of pictures whose frames are timed."""
PATIENCE = 20.0
"""Seconds after which a picture is given up."""
CALM = 8.0
"""Seconds in which a page just opened bakes its light and the server draws the pictures of the menu."""


def prefer(preset: str, share: float) -> str:
    """Return a script that gives the page a quality; `share` of the pixels of the window along each side."""
    quality = {"preset": preset, "scale": share, "shadows": True, "water": True, "haze": True}
    kept = {"reducedMotion": True, "quality": quality}
    return f"localStorage['landwright.preferences'] = {json.dumps(json.dumps(kept))};"


WAYS = """
(async () => {
  const count = %(count)d, rest = %(rest)s, patience = %(patience)d;
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const named = (one) => one.ariaLabel ?? one.labels?.[0]?.textContent ?? '';
  const slider = [...document.querySelectorAll('input[type=range]')].find((one) => named(one).startsWith('%(slider)s'));
  const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const [low, high] = [Number(slider.min), Number(slider.max)];
  const canvas = document.querySelector('canvas');
  const move = (share, kind) => {
    put.call(slider, String(low + (high - low) * share));
    slider.dispatchEvent(new Event(kind, { bubbles: true }));
  };
  const whole = (one) => one.drawn !== null && one.server !== null;
  const ways = [];
  let overtaken = 0, given = 0;
  for (let k = 0; k < count; k++) {
    const share = 0.3 + 0.4 * ((k * 7) %% count) / count;
    if (rest) {  // the pointer has been moving and is let go
      move(share, 'input');
      await wait(60);
    }
    const since = performance.now();
    move(share + 0.001, rest ? 'change' : 'input');
    let found = null;
    while (found === null && performance.now() - since < patience) {
      await wait(5);
      const came = window.landwright.timings().filter((one) => one.came > since);
      const last = came.findLastIndex(whole);
      if (last >= 0 && (!rest || came[last].level === 'full')) {
        found = came[last];
        overtaken += came.slice(0, last).filter((one) => one.drawn === null).length;
      }
    }
    if (found === null) given += 1;
    else {
      const parts = { server: found.server, transfer: found.decoded - since - found.server, draw: found.drawn - found.decoded };
      ways.push({ ...parts, total: found.drawn - since, rows: found.rows, cols: found.cols, bytes: found.bytes });
    }
    const end = performance.now() + patience;  // the next begins when nothing of this one is left
    while (rest && canvas.dataset.settled !== 'true' && performance.now() < end) await wait(20);
    await wait(20);
  }
  return { ways, overtaken, given };
})()
"""
FRAMES = """
(async () => {
  const canvas = document.querySelector('canvas'), gl = canvas.getContext('webgl2'), pixel = new Uint8Array(4);
  const tick = () => new Promise((done) => requestAnimationFrame(done));
  const finish = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  const frames = [], end = performance.now() + %(patience)d;
  for (let k = 0; k < %(count)d + 2 && performance.now() < end; k++) {
    finish();
    const begun = performance.now();
    canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: k %% 2 ? 60 : -60, bubbles: true, cancelable: true }));
    do await tick(); while (canvas.dataset.settled !== 'true');
    finish();
    frames.push(performance.now() - begun);
  }
  return { frames: frames.slice(Math.min(2, frames.length - 1)), width: canvas.width, height: canvas.height };
})()
"""
DRAWN = "Boolean(window.landwright?.timings().some((one) => one.drawn !== null))"
READY = (
    "(({level, settled}) => level === 'full' && settled === 'true')(document.querySelector('canvas')?.dataset ?? {})"
)


def quantiles(values: list[float]) -> str:
    """Return median and 95th percentile, whole milliseconds."""
    if not values:
        return "none"
    ordered = sorted(values)
    high = ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]
    return f"{statistics.median(ordered):.0f} [{high:.0f}]"


def table(head: tuple[str, ...], rows: list[list[str]]) -> None:
    """Print a table in Markdown."""
    for row in (head, ["---"] * len(head), *rows):
        print(f"| {' | '.join(row)} |")
    print(flush=True)


class Land:
    """A recipe, and the studio that opens it.

    Parameters
    ----------
    side : int
        Samples along a side.
    home : Path
        Where its folder is made.
    """

    def __init__(self, side: int, home: Path) -> None:
        self.side, self.folder = side, home / str(side)
        self.folder.mkdir()
        self.recipe = self.folder / "hills.toml"
        self.recipe.write_text(RECIPE.format(side=side, cell=8192.0 / (side - 1)), encoding="utf-8")

    def studio(self) -> StudioProcess:
        """Return a studio that is not started yet."""
        return StudioProcess(self.folder, self.folder / "state", recipe=self.recipe)


def measure(land: Land, count: int, ways: list[list[str]], firsts: list[list[str]]) -> None:
    """Add the rows of one grid."""
    with Browser(1280, 720) as browser:  # running before the command is given, as a person's browser is
        browser.before_page(prefer("low", 0.5))
        begun = time.monotonic()
        with land.studio() as studio:
            listening = time.monotonic() - begun
            browser.go(studio.url)
            browser.wait(DRAWN)
            first = time.monotonic() - begun
            browser.wait(READY)
            firsts.append([f"{land.side}²", f"{listening:.1f}", f"{first:.1f}", f"{time.monotonic() - begun:.1f}"])
            for rest, word in (("false", "dragging"), ("true", "let go")):
                words = {"slider": "Relief", "count": count, "rest": rest, "patience": 1000 * PATIENCE}
                told = browser.run(WAYS % words)
                ways.append([f"{land.side}², {word}", *_row(told["ways"]), str(told["overtaken"]), str(told["given"])])


def _row(ways: list[dict[str, float]]) -> list[str]:
    if not ways:
        return ["none"] * 6
    last = ways[-1]
    parts = [quantiles([way[name] for way in ways]) for name in ("server", "transfer", "draw", "total")]
    return [
        f"{last['rows']}²" if last["rows"] == last["cols"] else f"{last['rows']} x {last['cols']}",
        f"{last['bytes'] / 1e6:.2f} MB",
        *parts,
    ]


def frames(land: Land, count: int) -> list[list[str]]:
    """Return the times of frames of each quality."""
    rows = []
    with land.studio() as studio, Browser(1280, 720) as browser:
        address = studio.url
        for preset, width, _ in SCREENS:
            share = browser.before_page(prefer(preset, width / 1280))
            browser.go(address)
            browser.wait(READY, 240.0)
            time.sleep(CALM)
            told = browser.run(FRAMES % {"count": count, "patience": 1000 * PATIENCE})
            rows.append([preset, f"{told['width']} x {told['height']}", quantiles(told["frames"])])
            browser.not_before_page(share)
            address = studio.origin
            browser.go("about:blank")
    return rows


def cancel(home: Path, count: int) -> list[float]:
    """Return how long a page waits for the word that a build of 8193 x 8193 samples has ended (ms)."""
    land = Land(8193, home)
    times = []
    with land.studio() as studio, httpx.Client(follow_redirects=True) as http:
        http.get(studio.url)
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        address = studio.origin.replace("http", "ws") + "/ws"
        headers = {"cookie": cookie}
        with connect(address, origin=Origin(studio.origin), additional_headers=headers, max_size=None) as line:

            def until(type: str, **wanted: object) -> dict[str, Any]:
                while True:
                    got = line.recv(timeout=120.0)
                    told: dict[str, Any] = json.loads(got) if isinstance(got, str) else {}
                    if told.get("type") == type and all(told.get(key) == value for key, value in wanted.items()):
                        return told

            until("document")
            until("done")
            for k in range(count):
                op = {"op": "set", "path": "hills.relief", "value": 901 + k}
                line.send(json.dumps({"type": "edit", "seq": k + 1, "ops": [op], "drag": True, "group": ""}))
                until("document", seq=k + 1)
                line.send(json.dumps({"type": "refine"}))
                job = until("progress", kind="full")["job"]
                since = time.monotonic()
                line.send(json.dumps({"type": "cancel"}))
                until("cancelled", job=job)
                times.append(1000 * (time.monotonic() - since))
    return times


def bundle() -> None:
    """Print what the page weighs: what a landscape loads first, and what comes later or never."""
    first = {STATIC / "index.html"}
    manifest = json.loads((STATIC / ".vite" / "manifest.json").read_text(encoding="utf-8"))
    waiting = [name for name, one in manifest.items() if one.get("isEntry")] + [VIEW]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        one = manifest[name]
        first |= {STATIC / path for path in (one["file"], *one.get("css", []), *one.get("assets", []))}
        waiting += one.get("imports", [])
    rest = {path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".svg")} - first
    rows = [
        [word, str(len(paths)), f"{sum(map(_packed, paths)) / 1000:.1f} kB"]
        for word, paths in (
            ("a landscape, first load", first),
            ("loaded when it is first needed: hex maps, planets, dialogs", rest),
        )
    ]
    table(("part", "files", "gzip"), rows)


def _packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--sides", type=int, nargs="+", default=[513, 1025, 2049])
    parser.add_argument("--count", type=int, default=9)
    words = parser.parse_args()
    ways: list[list[str]] = []
    firsts: list[list[str]] = []
    begun = [f"{load:.1f}" for load in os.getloadavg()]
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as home:
        lands = [Land(side, Path(home)) for side in words.sides]
        for land in lands:
            measure(land, words.count, ways, firsts)
            print(f"{land.side}: {time.monotonic() - start:.0f} s", file=sys.stderr)
        shown = frames(lands[0], words.count)
        ends = cancel(Path(home), words.count)
    print(
        f"\n{os.cpu_count()} cores; load over 1, 5 and 15 minutes {', '.join(begun)} before, {os.getloadavg()[0]:.1f} after"
    )
    print(f"({time.monotonic() - start:.0f} s). Times in ms: median [p95] of {words.count}.\n")
    table(
        ("grid", "streamed", "on the wire", "server", "transfer", "draw", "to the picture", "overtaken", "given up"),
        ways,
    )
    table(("grid", "command to address (s)", "to the first picture (s)", "to the full one, light included (s)"), firsts)
    table(("quality", "picture", "frame"), shown)
    print(
        f"A build of 8193² is told to end: {quantiles(ends)} until the page hears that it has; at most {max(ends):.0f}.\n"
    )
    bundle()
    return 0


if __name__ == "__main__":
    sys.exit(main())
