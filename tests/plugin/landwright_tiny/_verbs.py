"""Verbs of the plug-in. CALLS counts them, so that tests can see what ran."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import numpy as np

from landwright._pool import current
from landwright.errors import Cancelled
from landwright.field import Heightfield, Layer, Mask
from landwright.hexmap import HexMap

CALLS: Counter[str] = Counter()


def bumps(grid, noun, *, seed=0):
    CALLS["bumps"] += 1
    row, col = np.arange(grid.rows)[:, None], np.arange(grid.cols)[None, :]
    z = np.zeros(grid.shape)
    for octave in range(noun.ripple.octaves):
        place = row * (7 + octave) + col * (13 + octave) + seed % 9973
        z += noun.ripple.gain**octave * ((place * 31 % 97) / 96.0)
    return Heightfield(noun.relief * z, grid=grid)


def lift(field, noun):
    CALLS["lift"] += 1
    return field.with_elevation(field.elevation + np.float32(noun.by))


def split(layers, noun):
    CALLS["split"] += 1
    ground = layers["elevation"]
    taken = ground.elevation * np.float32(noun.share)
    return {
        "elevation": ground.with_elevation(ground.elevation - taken),
        "sediment": Layer(taken, grid=ground.grid, unit="m"),
    }


def where(field, noun):
    CALLS["where"] += 1
    return Mask((field.elevation > noun.above) ^ noun.invert, grid=field.grid)


def slow(field, noun):
    CALLS["slow"] += 1
    for step in range(noun.steps):
        time.sleep(0.01)
        if not noun.silent:
            current().report((step + 1) / noun.steps)
        elif current().flags[0]:
            raise Cancelled("The work was cancelled.")
    return field


def hills(land, noun, *, seed=0):
    CALLS["hills"] += 1
    if noun.layout:
        return HexMap.empty(columns=2, rows=2)
    rng = np.random.default_rng(seed)
    return land.replace(elevation=np.maximum(land.elevation, rng.integers(0, noun.most + 1, land.shape)))


def sift(layers, noun):
    CALLS["sift"] += 1
    land, ground = layers["hexmap"], layers["elevation"]
    high = int(np.count_nonzero(ground.elevation > noun.above))
    return {"hexmap": land.replace(elevation=land.elevation + high % 7)}


def drape(layers, noun):
    CALLS["drape"] += 1
    land, grid = layers["hexmap"], layers["grid"]
    return Heightfield(np.full(grid.shape, float(land.elevation.max())), grid=grid)


def faulty(layers, noun):
    ground = layers["elevation"]
    if noun.fault == "grid":
        return Heightfield(np.zeros((2, 2)), cell_size=1.0)
    if noun.fault == "type":
        return ground.elevation
    if noun.fault == "undeclared":
        return layers["hardness"]
    if noun.fault == "name":
        return {"elevation": ground, "sediment": ground}
    raise ZeroDivisionError("a mistake of its own")


def note(field, noun):
    CALLS["note"] += 1
    return field.with_elevation(field.elevation + np.float32(Path(noun.path).read_text(encoding="ascii")))


def swatch(world, noun):
    ground = world.require_ground() if hasattr(world, "require_ground") else world
    low = int(ground.elevation.min()) % 256
    return np.full((4, 6, 3), (noun.red, low, 0), np.uint8)
