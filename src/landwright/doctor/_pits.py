"""Pits: depressions from which water does not run off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from landwright.doctor._findings import Finding, at_sample, count_of, metres
from landwright.doctor.settings import Checkup
from landwright.field import Heightfield, Layer
from landwright.hydrology import Flow, depressions

__all__ = ["find_pits"]


def find_pits(
    field: Heightfield, noun: Checkup, layers: Mapping[str, Any] | None = None, sea_level: float | None = None
) -> list[Finding]:
    """Find depressions that no water fills; `layers` may hold the ``water`` that stands in some."""
    water = (layers or {}).get("water")
    surface = field
    if isinstance(water, Layer) and water.grid == field.grid:
        surface = field.with_elevation(field.elevation + np.maximum(water.values, 0.0))
    noun_ = Flow() if sea_level is None else Flow(sea_level=sea_level)
    found = depressions(surface, noun_)
    outer = np.flatnonzero((found.parent < 0) & (found.depth > np.float32(max(noun.pit_depth, noun.rise))))
    if not outer.size:
        return []
    worst = int(outer[np.argmax(found.depth[outer])])
    row, column = divmod(int(found.pits[worst]), field.shape[1])
    share = 100.0 * float(found.area[outer].sum()) / (field.elevation.size * field.cell_size**2)
    count = int(outer.size)
    text = (
        f"{count_of(count, 'depression has', 'depressions have')} no way out for water ({share:.2g} % of the map); "
        f"this one is the deepest, {metres(float(found.depth[worst]))} m: hydrology.fill or breach drains them, a lake fills them."
    )
    place = at_sample(field.grid, row, column, float(field.elevation[row, column]))
    return [Finding("pit", "info", text, place, count)]
