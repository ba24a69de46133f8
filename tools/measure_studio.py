"""Measures the studio from slider to picture, in Chromium that draws with the processor, and prints tables for docs/performance.md.

``make measure`` or ``python tools/measure_studio.py [--sides 513 1025 2049] [--count 15]``.
*Build* is what the server says it took, *to the
page* the time from sending a slider's value until its frame of heights has arrived. The first picture is that of a real page; what
a graphics card does in a few milliseconds takes software a hundred times longer, so read it as an upper bound.
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
from websockets.sync.client import ClientConnection as Connection
from websockets.sync.client import connect
from websockets.typing import Origin

from studio_page import PREFERENCES
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
})();
"""
)


def quantiles(values: list[float]) -> str:
    """Return median and 95th percentile."""
    ordered = sorted(values)
    return f"{statistics.median(ordered):7.0f} {ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]:7.0f}"


def answered(line: Connection, level: str) -> tuple[float, int, list[int], float]:
    """Return when a frame of a level arrived, its bytes and shape, and the milliseconds its build took."""
    frame: tuple[float, int, list[int], int] | None = None
    while True:
        said = line.recv(timeout=120)
        if isinstance(said, bytes):
            header = json.loads(said[4 : 4 + int.from_bytes(said[:4], "little")])
            if header["level"] == level:
                frame = (time.perf_counter(), len(said), header["shape"], header["job"])
        elif frame is not None and (told := json.loads(said))["type"] == "done" and told["job"] == frame[3]:
            return frame[0], frame[1], frame[2], told["seconds"] * 1000


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
        browser.wait("document.querySelector('canvas')?.dataset.drawn")
        browser.run("watched.finish()")
        print(
            f"{side:5d} command to address {listening:.1f} s, address to first picture {time.monotonic() - opened:.1f} s"
        )
        cookies = browser.ask("Network.getCookies", urls=[studio.origin])["cookies"]
        browser.go("about:blank")
        headers = {"Cookie": "; ".join(f"{one['name']}={one['value']}" for one in cookies)}
        address = f"ws://127.0.0.1:{studio.port}/ws"
        with connect(
            address, origin=Origin(studio.origin), additional_headers=headers, max_size=None, proxy=None
        ) as line:
            line.send(
                json.dumps({"type": "open_text", "text": recipe.read_text(encoding="utf-8"), "name": "hills.toml"})
            )
            answered(line, "full")
            for level in ("preview", "full"):
                _rows(line, side, level, count)


def _rows(line: Connection, side: int, level: str, count: int) -> None:
    waits: list[float] = []
    builds: list[float] = []
    for index in range(count):
        value = 500 + 10 * index + (1 if level == "full" else 0)
        edit = {"type": "edit", "seq": index + 1, "ops": [{"op": "set", "path": "hills.relief", "value": value}]}
        begun = time.perf_counter()
        line.send(json.dumps({**edit, "drag": level == "preview", "group": "drag" if level == "preview" else ""}))
        arrived, size, shape, build = answered(line, level)
        waits.append((arrived - begun) * 1000)
        builds.append(build)
    shown = "x".join(map(str, shape))
    print(
        f"{side:5d} {level:8s} {shown:>10s} {size / 1e6:6.2f} MB  {quantiles(builds)}  {quantiles(waits)}", flush=True
    )


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
    print("\n grid level         streamed          build        to the page   (ms: median, p95)")
    with tempfile.TemporaryDirectory() as home:
        for side in words.sides:
            measure(side, words.count, Path(home))
    return 0


if __name__ == "__main__":
    sys.exit(main())
