"""A small landscape with everything that can cross one, for tests."""

from __future__ import annotations

import functools

import numpy as np

import landwright as lw
from landwright.networks import Line, Rivers, Roads, build_roads, press_rivers
from landwright.world import World


@functools.cache
def crossed() -> World:
    """A valley with a river and a lake, and a road on a bridge and through a hill; far from the origin."""
    grid = lw.Grid(shape=(121, 121), cell_size=4.0, origin=(500_000.0, 5_300_480.0))
    x, y = np.meshgrid(grid.x - grid.x[0], grid.y - grid.y[-1])
    rough = lw.noise.sample(lw.noise.Fbm(base=lw.noise.Simplex(wavelength=120.0), octaves=4), grid, seed=3)
    z = 20 + 45 * np.exp(-((x - 330) ** 2) / (2 * 45**2)) - 16 * np.exp(-((x - 140) ** 2) / (2 * 28**2)) + 3 * rough
    z -= 6.0 * np.exp(-((x - 140) ** 2 + (y - 120) ** 2) / (2 * 35**2))
    layers = press_rivers(lw.Heightfield(z.astype(np.float32), grid=grid), Rivers(min_area=2e4, min_lake_area=500.0))
    way = tuple((grid.x[0] + a, grid.y[-1] + b) for a, b in ((20, 230), (140, 250), (240, 240), (330, 235), (460, 260)))
    noun = Roads(lines=(Line(points=way, name="Pass road"),), max_grade=0.06, random_height=0.0, water="water")
    made = build_roads(layers, noun)
    return World(
        ground=made["elevation"],
        layers={"water": layers["water"], "holes": made["holes"]},
        networks={"rivers": layers["rivers"], "roads": made["roads"]},
        name="crossed",
    )
