"""Planets keep their bits: shape, colors, craters, continents, climate, presets and patches."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from landwright import planet
from landwright.planet import PRESETS, Climate, ClimateColors, Continents, Craters, Frame, Globe, Patch, Planet, Shape

FILE = Path(__file__).with_name("planet_digests.json")


def digest(*parts: object) -> str:
    made = hashlib.sha256()
    for part in parts:
        values = np.ascontiguousarray(part)
        made.update(values.astype(values.dtype.newbyteorder("<")).tobytes())
    return made.hexdigest()


def few_points() -> str:
    """Return the digest of a few points of everything: quick enough without a compiler."""
    at = np.array([[0.3, -0.2, 0.9], [-1.0, 0.1, 0.2], [0.5, 0.5, -0.6], [0.0, 0.0, 1.0], [0.01, -0.9, 0.02]])
    plates = planet.continents(Globe(Frame(radius=6371e3, resolution=4)), Continents(plates=5), seed=1)
    made = planet.climate_paint(planet.climate(plates, seed=1), seed=1)
    return digest(
        planet.craters_at(at, Craters(largest=4e5, smallest=1e5), seed=3),
        planet.continents_at(at, Continents(plates=5), seed=3),
        planet.elevation_at(at, Shape(), seed=3),
        *(made.layers[name] for name in sorted(made.layers)),
        made.colors,
    )


def digests() -> dict[str, str]:
    frame = Frame(radius=6371e3, resolution=17)
    bare = Globe(frame)
    plates = planet.continents(bare, Continents(), seed=3)
    wet = planet.climate(plates, Climate(), seed=3)
    found = {
        "few_points": few_points(),
        "shape": digest(planet.shape(bare, Shape(), seed=1).elevation),
        "shape_even": digest(planet.shape(Globe(frame.replace(mapping="even")), Shape(), seed=1).elevation),
        "colors": digest(planet.paint(plates, seed=2).colors),
        "craters": digest(planet.craters(bare, Craters(largest=8e5, smallest=1e5), seed=3).elevation),
        "continents": digest(plates.elevation),
        "climate": digest(*(wet.layers[name] for name in ("temperature", "moisture", "biome"))),
        "climate_colors": digest(planet.climate_paint(wet, ClimateColors(), seed=4).colors),
    }
    for name, noun in PRESETS.items():
        globe = planet.build_globe(noun.replace(seed=5), 17)
        found[f"preset_{name}"] = digest(globe.elevation, globe.colors)
    earth = Planet(
        radius=6371e3, continents=Continents(), climate=Climate(), colors=ClimateColors(), shape=Shape(layers=())
    )
    mesh = planet.patch_mesh(earth, Patch(3, 7, 100, 64, (0, 1, 0, 0)), 9)
    found["patch"] = digest(mesh.vertices, mesh.faces, mesh.normals, mesh.colors, np.array(mesh.origin))
    return found


def test_digests_are_those_on_file(regenerate_golden: bool) -> None:
    found = digests()
    if regenerate_golden:
        FILE.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert [name for name in kept | found if found.get(name) != kept.get(name)] == []


@pytest.mark.jit_off
def test_bits_are_the_same_compiled_or_not() -> None:
    assert few_points() == json.loads(FILE.read_text(encoding="utf-8"))["few_points"]
