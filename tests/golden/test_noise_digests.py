"""The same bits today as when the digests were written, here as on a processor without vector extensions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from golden.noise_digests import FEW, digests

FILE = Path(__file__).with_name("noise_digests.json")


def numpy_extensions() -> str:
    """Names of the processor features that NumPy would choose faster loops for."""
    core = np.core if np.__version__.startswith("1.") else np._core
    module = core._multiarray_umath
    return " ".join(name for name in module.__cpu_dispatch__ if module.__cpu_features__.get(name))


def test_digests_are_those_on_file(regenerate_golden):
    found = digests()
    if regenerate_golden:
        FILE.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert set(kept) == set(found)
    assert [name for name in found if found[name] != kept[name]] == []
    assert len(set(found.values())) == len(found)


def test_digests_are_the_same_on_the_plainest_processor(tmp_path):
    environment = dict(
        os.environ,
        LANDWRIGHT_CACHE_DIR=str(tmp_path),
        NUMBA_CPU_NAME="generic",
        NUMBA_CPU_FEATURES="",
        NPY_DISABLE_CPU_FEATURES=numpy_extensions(),
        PYTHONPATH=os.pathsep.join([str(FILE.parent.parent), os.environ.get("PYTHONPATH", "")]),
    )
    told = subprocess.run(
        [sys.executable, "-m", "golden.noise_digests", *FEW],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    found = json.loads(told.stdout)
    assert len(found) == 2 * len(FEW)
    assert [name for name in found if found[name] != kept[name]] == []
