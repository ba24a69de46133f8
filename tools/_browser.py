"""A bare line to Chromium, for measuring.

Playwright copies every WebSocket frame over its own line, which makes transfers three to ten times slower; here nothing listens
in, and a script inside the page takes the times.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Self

from need_chromium import find
from websockets.sync.client import connect

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from studio_server import ARGUMENTS

__all__ = ["Browser"]


class Browser:
    """One page of one Chromium without a window.

    Parameters
    ----------
    width, height : int
        Size of the page in pixels.
    """

    def __init__(self, width: int = 1280, height: int = 720) -> None:
        program = find()
        if program is None:
            raise SystemExit("There is no Chromium: python tools/need_chromium.py says how to get one.")
        self._home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        words = [
            program,
            "--headless=new",
            "--no-sandbox",
            "--remote-debugging-port=0",
            f"--user-data-dir={self._home.name}",
        ]
        words += [
            *ARGUMENTS,
            f"--window-size={width},{height}",
            "--hide-scrollbars",
            "--disable-renderer-backgrounding",
            "--disable-backgrounding-occluded-windows",
            "about:blank",
        ]
        self._process = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        address = self._address()
        # a pipe that nobody reads fills up, and Chromium stands still
        threading.Thread(target=self._drain, daemon=True).start()
        self._line = connect(address, max_size=None, open_timeout=60)
        self._number = 0
        pages = [page for page in self.ask("Target.getTargets")["targetInfos"] if page["type"] == "page"]
        self._session = self.ask("Target.attachToTarget", targetId=pages[0]["targetId"], flatten=True)["sessionId"]
        self.ask("Page.enable")
        self.ask("Page.bringToFront")  # a page in the background is given no frames
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    _session: str | None = None

    def _address(self) -> str:
        for line in self._process.stderr or ():
            if found := re.search(r"ws://\S+", line):
                return found.group()
        raise SystemExit("Chromium did not start.")

    def _drain(self) -> None:
        for _ in self._process.stderr or ():
            pass

    def ask(self, method: str, **words: Any) -> Any:
        """Ask Chromium something and wait for the answer."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": words}
        if self._session is not None:
            message["sessionId"] = self._session
        self._line.send(json.dumps(message))
        while True:
            answer = json.loads(self._line.recv(timeout=180))
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def before_page(self, script: str) -> str:
        """Run a script before those of every page; returns its name."""
        return str(self.ask("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"])

    def not_before_page(self, name: str) -> None:
        """Run a script no more."""
        self.ask("Page.removeScriptToEvaluateOnNewDocument", identifier=name)

    def go(self, url: str) -> None:
        """Open an address."""
        self.ask("Page.navigate", url=url)

    def run(self, script: str) -> Any:
        """Run a script in the page, wait for its promise, return its value."""
        answer = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", answer))
        return answer["result"].get("value")

    def wait(self, script: str, seconds: float = 120.0) -> Any:
        """Wait until a script gives something true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if value := self.run(script):
                return value
            time.sleep(0.02)
        raise TimeoutError(script)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._home.cleanup()
