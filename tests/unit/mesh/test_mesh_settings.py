"""Nouns of this room round-trip and refuse."""

from __future__ import annotations

import pytest

from landwright import io
from landwright.errors import SettingError
from landwright.mesh import Regular, Rtin, Skirt, Solid


@pytest.mark.parametrize(
    "noun",
    [
        Regular(diagonal="alternating", centered=True),
        Rtin(max_error=3.0, border_error=0.5, longest_edge=640.0),
        Solid(base_thickness=2.0, base_elevation=-7.0),
        Skirt(depth=4.0),
        io.Glb(max_error=2.0, base=Solid(base_thickness=3.0), roughness=0.2),
        io.Stl(longest_side=0.2, origin="local"),
        io.Obj(),
        io.Ply(origin="world"),
    ],
)
def test_round_trip(noun) -> None:
    assert type(noun).from_json(noun.to_json()) == noun


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: Regular(diagonal="longest"), "diagonal must be one of the valid words"),
        (lambda: Rtin(max_errors=1.0), "unknown setting 'max_errors'. Did you mean 'max_error'"),
        (lambda: Rtin(max_error=float("nan")), "max_error must be a finite number"),
        (lambda: Solid(base_thickness=0.0), "base_thickness must be > 0"),
        (lambda: Skirt(depth=-1.0), "depth must be > 0"),
        (lambda: io.Glb(roughness=2.0), "roughness must be >= 0 and <= 1"),
        (lambda: io.Stl(longest_side=0.0), "longest_side must be > 0"),
        (lambda: io.Obj(base={"base_thickness": -1}), "base_thickness must be > 0"),
    ],
)
def test_refuses(make, words) -> None:
    with pytest.raises(SettingError, match=words):
        make()
