"""Finding and Place: what is wrong, how badly, and where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from landwright.grid import Grid

__all__ = ["SEVERITIES", "Axis", "Finding", "Place", "Severity", "along", "at_line", "at_sample", "count_of", "metres"]

Severity = Literal["error", "warning", "info"]
Axis = Literal["row", "column"]

SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "info")
"""The worst first."""


@dataclass(frozen=True)
class Place:
    """Where a finding is; what does not apply is None or empty.

    Attributes
    ----------
    row, column : int
        The sample, from the north-west; a place in a row or a column as a whole has one of the two.
    x, y, z : float
        East, north and elevation (m).
    edge : int
        Edge of a network.
    distance : float
        How far along the edge (m).
    face, vertex : int
        Of a mesh.
    part : str
        Network, layer or group of a mesh.
    """

    row: int | None = None
    column: int | None = None
    x: float | None = None
    y: float | None = None
    z: float | None = None
    edge: int | None = None
    distance: float | None = None
    face: int | None = None
    vertex: int | None = None
    part: str = ""

    def __str__(self) -> str:
        """Say it in words: ``row 3, column 4 (x 40 m, y 120 m)``."""
        named = [self.part] if self.part else []
        if self.edge is not None:
            named.append(f"edge {self.edge}" + ("" if self.distance is None else f" after {metres(self.distance)} m"))
        for word in ("row", "column", "face", "vertex"):
            value = getattr(self, word)
            named += [] if value is None else [f"{word} {value}"]
        known = [(axis, getattr(self, axis)) for axis in "xyz"]
        spot = ", ".join(f"{axis} {metres(value)} m" for axis, value in known if value is not None)
        return ", ".join(named) + (f" ({spot})" if named and spot else spot)

    def to_json(self) -> dict[str, Any]:
        """Return what is known, as plain JSON values."""
        return {name: value for name, value in vars(self).items() if value is not None and value != ""}


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong.

    Attributes
    ----------
    kind : str
        What was checked: "spike", "seam", "uphill" and so on.
    severity : {"error", "warning", "info"}
        Broken; will look or behave wrong; worth knowing.
    message : str
        One sentence: what is wrong, and what to do.
    place : Place or None
        Where, or where it is worst.
    count : int
        How many there are.
    """

    kind: str
    severity: Severity
    message: str
    place: Place | None = field(default=None)
    count: int = 1

    def __str__(self) -> str:
        """Say all of it in one line."""
        where = "" if self.place is None or not str(self.place) else f" at {self.place}"
        return f"{self.severity}{where}: {self.message}"

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "kind": self.kind,
            "severity": self.severity,
            "message": self.message,
            "place": None if self.place is None else self.place.to_json(),
            "count": self.count,
        }


def at_sample(grid: Grid | None, row: int, column: int, z: float | None = None, part: str = "") -> Place:
    """Return the place of a sample."""
    if grid is None:
        return Place(row=int(row), column=int(column), z=z, part=part)
    west, north = grid.north_west
    x, y = west + int(column) * grid.cell_size, north - int(row) * grid.cell_size
    return Place(row=int(row), column=int(column), x=x, y=y, z=z, part=part)


def at_line(grid: Grid, axis: Axis, line: int) -> Place:
    """Return the place of a whole row or column."""
    west, north = grid.north_west
    if axis == "row":
        return Place(row=int(line), y=north - int(line) * grid.cell_size)
    return Place(column=int(line), x=west + int(line) * grid.cell_size)


def along(name: str, edge: int, line: NDArray[np.float64], point: int) -> Place:
    """Return the place of a point of a centerline (n, 3)."""
    steps = np.hypot(*np.diff(line[: point + 1, :2], axis=0).T)
    x, y, z = (float(v) for v in line[point])
    return Place(edge=int(edge), distance=float(steps.sum()), x=x, y=y, z=z, part=name)


def metres(value: float) -> str:
    """Return a number as people write it: no more than two digits after the point, or three that count."""
    if value != 0.0 and abs(value) < 0.1:
        return f"{value:.3g}"
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) < 1e4 else f"{value:.0f}"


def count_of(count: int, one: str, many: str = "") -> str:
    """Return ``1 sample`` or ``12 samples``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
