"""What stands on a hex map, and its walls, keep their bits."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np

from landwright import hexmap
from landwright.hexmap import Features, Layout
from landwright.testing import random_hexmap

FILE = Path(__file__).with_name("hexmap_standing_digests.json")


def digest(*arrays: np.ndarray) -> str:
    state = hashlib.sha256()
    for array in arrays:
        state.update(np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<")).tobytes())
    return state.hexdigest()


def digests() -> dict[str, str]:
    found = {"dice": digest(hexmap.hash_grid(1234))}
    for name, layout in (
        ("plain", Layout(columns=17, rows=13)),
        ("wrapped", Layout(columns=12, rows=11, wrap=True, confluences=True, seed="town", noise_seed=3)),
    ):
        land = random_hexmap(11, layout=layout, rivers=0.7, roads=0.6, walls=0.4, features=0.8)
        rows = hexmap.features(land, Features(gates=True))
        codes = (rows.kind, rows.level, rows.variant, rows.slot, rows.cell)
        found[f"{name} instances"] = digest(*codes, rows.position, rows.yaw, rows.scale)
        walls = hexmap.triangulate(land)["walls"]
        found[f"{name} walls"] = digest(walls.vertices, walls.faces)
        found[f"{name} baked"] = digest(hexmap.bake_instances(rows).vertices)
    return found


def test_digests_are_those_on_file(regenerate_golden: bool) -> None:
    found = digests()
    if regenerate_golden:
        FILE.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert [name for name in kept | found if found.get(name) != kept.get(name)] == []
