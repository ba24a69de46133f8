"""The meshes of a few hex maps keep their bits, on every machine."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from landwright import hexmap
from landwright.hexmap import HexMap, Layout, Metrics, Stroke, Triangulation

FILE = Path(__file__).with_name("hexmap_digests.json")


def drawn(layout: Layout) -> HexMap:
    """A map made of whole numbers only: uneven ground, two lakes, rivers and roads drawn along rows and columns."""
    row, column = np.indices(layout.shape)
    land = HexMap(
        layout,
        elevation=(row * column + 3 * row + column * column) % 5 // 2 + (row * 7 + column * 5) % 11 // 9 * 3,
        water_level=np.where((row // 3 + column // 4) % 3 == 0, 2, 0),
        walled=(row // 2 + column // 3) % 4 == 0,
    )
    strokes = []
    for z in range(0, layout.rows, 2):
        across = tuple((x, z) for x in range(layout.columns))
        strokes.append(Stroke(cells=across, river="yes"))
        strokes.append(Stroke(cells=across[::-1], river="yes"))
    strokes += [
        Stroke(cells=tuple((x, z) for z in range(layout.rows)), river="yes") for x in range(0, layout.columns, 3)
    ]
    strokes += [Stroke(cells=tuple((x, z) for z in range(layout.rows)), road="yes") for x in range(layout.columns)]
    return hexmap.edit(land, strokes)


CASES = {
    "plain": (Layout(columns=11, rows=9), Triangulation()),
    "welded, wrapping, with confluences": (
        Layout(columns=10, rows=8, wrap=True, confluences=True, noise_seed=7),
        Triangulation(weld=True, skirt_depth=3.0, normals="smooth"),
    ),
    "other metrics": (
        Layout(columns=7, rows=8, metrics=Metrics(terraces_per_slope=3, outer_radius=7.5, chunk_size=3)),
        Triangulation(normals="flat", sunken_roads=False),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_digests_are_those_on_file(case: str, regenerate_golden: bool) -> None:
    layout, noun = CASES[case]
    found = {}
    for name, mesh in hexmap.triangulate(drawn(layout), noun).items():
        assert len(mesh.faces) > 0
        parts = [mesh.vertices, mesh.faces, mesh.normals, mesh.uv0, mesh.uv1, *mesh.attributes.values()]
        data = b"|".join(
            b"" if p is None else np.ascontiguousarray(p).astype(p.dtype.newbyteorder("<")).tobytes() for p in parts
        )
        found[name] = hashlib.sha256(data).hexdigest()
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    if regenerate_golden:
        FILE.write_text(json.dumps(kept | {case: found}, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        return
    assert [name for name in found if found[name] != kept[case][name]] == []
