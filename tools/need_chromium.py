"""Sees to it that there is a Chromium for the browser tests: finds one, installs Debian's where that is possible, or says how.

``CHROMIUM=/path/to/chrome`` names another one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from studio_server import find_chromium as find

PACKAGES = ("chromium", "fonts-dejavu-core")  # without a font every letter is a box
HOW = (
    "The browser tests need Chromium or Chrome: on Debian or Ubuntu `sudo apt-get install chromium fonts-dejavu-core`, "
    "elsewhere install Chrome; or name one that is there with CHROMIUM=/path/to/it."
)


def main() -> int:
    """Find or install one."""
    if find():
        return 0
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("installing Chromium for the browser tests ...", flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (("update", "-qq"), ("install", "-qq", "-y", "--no-install-recommends", *PACKAGES)):
            if subprocess.run(("apt-get", *words), env=quiet, stdout=subprocess.DEVNULL, check=False).returncode:
                break
    if find():
        return 0
    print(HOW, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
