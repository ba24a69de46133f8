"""A few operations keep their bits: filters, derivatives with our own arc tangent, curves, terraces, weights, resampling."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np

from landwright import Grid, Heightfield, ops
from landwright.noise import Fbm, Perlin, sample

FILE = Path(__file__).with_name("ops_digests.json")


def digest(values: np.ndarray) -> str:
    assert values.dtype == np.float32
    return hashlib.sha256(np.ascontiguousarray(values).astype("<f4").tobytes()).hexdigest()


def digests() -> dict[str, str]:
    grid = Grid(shape=(65, 81), cell_size=10.0)
    field = Heightfield(sample(Fbm(base=Perlin(wavelength=300.0)), grid, seed=1) * np.float32(400.0), grid=grid)
    bend = ops.Curve(points=((-100.0, -20.0), (0.0, 0.0), (50.0, 90.0), (100.0, 100.0)))
    return {
        "aspect": digest(ops.aspect(field).values),
        "curvature": digest(ops.curvature(field, ops.Curvature(form="plan", radius=15.0)).values),
        "curve": digest(ops.curve(field, bend).elevation),
        "island": digest(ops.island(field, ops.Island(falloff=200.0, coast=100.0), seed=2).elevation),
        "mask_aspect": digest(ops.mask_aspect(field).values),
        "normals": digest(ops.normals(field)),
        "power": digest(ops.power(field, ops.Power(low=-100.0, high=100.0, exponent=1.7)).elevation),
        "resample": digest(ops.resample(field, cell_size=7.0, method="cubic").elevation),
        "slope_degrees": digest(ops.slope_degrees(field).values),
        "smooth": digest(ops.smooth(field, ops.Smooth(radius=23.0)).elevation),
        "smooth_max": digest(ops.combine(field, ops.warp(field, seed=9), "smooth_max").elevation),
        "splat": digest(ops.splat_map(field, seed=3).weights),
        "terrace": digest(ops.terrace(field, ops.Terrace(dip=0.2), seed=4).elevation),
        "warp": digest(ops.warp(field, seed=5).elevation),
    }


def test_digests_are_those_on_file(regenerate_golden: bool) -> None:
    found = digests()
    if regenerate_golden:
        FILE.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert [name for name in kept | found if found.get(name) != kept.get(name)] == []
