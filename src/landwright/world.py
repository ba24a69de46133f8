"""World: what a finished recipe gives.

A container of the ground, its layers and whatever later rooms add (networks, a hex map, a planet, meshes), with the report
of how it was made. It holds, it does not compute.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from landwright.errors import FieldError
from landwright.field import Heightfield, Layer
from landwright.hexmap import HexMap
from landwright.networks import Network
from landwright.planet import Globe

__all__ = ["FileReport", "Report", "StageReport", "World"]


@dataclass(frozen=True)
class StageReport:
    """What one stage did.

    Attributes
    ----------
    id, kind : str
        As in the recipe.
    seconds : float
        Wall-clock time of this run; 0.0 when the result came from the cache.
    digest : str
        SHA-256 of the layers the stage wrote, hexadecimal.
    cached : bool
        Whether the result came from the cache.
    """

    id: str
    kind: str
    seconds: float
    digest: str
    cached: bool = False


@dataclass(frozen=True)
class FileReport:
    """One file that was written.

    Attributes
    ----------
    path : str
        Relative to the output folder, with forward slashes.
    kind : str
        The output's kind; that and "companion" for a sidecar; "recipe" or "input" for what the build adds.
    sha256 : str
        Of its bytes, hexadecimal.
    """

    path: str
    kind: str
    sha256: str


@dataclass(frozen=True)
class Report:
    """How a world was made.

    Attributes
    ----------
    stages : tuple of StageReport
        In the order of the recipe, disabled stages left out.
    seconds : float
        Wall-clock time of the whole build.
    files : tuple of FileReport
        What was written, when the build was given a folder.
    """

    stages: tuple[StageReport, ...] = ()
    seconds: float = 0.0
    files: tuple[FileReport, ...] = ()


def _frozen() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True)
class World:
    """The result of building a recipe.

    Attributes
    ----------
    ground : Heightfield or None
        The elevation, metres; None for a world without a raster.
    layers : mapping of str to Layer
        Every other raster by name, on the ground's grid.
    networks : mapping of str to Network
        Roads, rivers and other lines by name.
    meshes : mapping
        Meshes by name.
    hexmap : HexMap or None
        The cells, for a recipe with ``[hexmap]``.
    planet : Globe or None
        The nodes of the planet, for a recipe with ``[planet]``.
    sea_level : float
        Metres.
    name : str
        The recipe's name.
    report : Report
        Times and digests.
    """

    ground: Heightfield | None = None
    layers: Mapping[str, Layer] = field(default_factory=_frozen)
    networks: Mapping[str, Network] = field(default_factory=_frozen)
    hexmap: HexMap | None = None
    planet: Globe | None = None
    meshes: Mapping[str, Any] = field(default_factory=_frozen)
    sea_level: float = 0.0
    name: str = ""
    report: Report = field(default_factory=Report)

    def require_ground(self) -> Heightfield:
        """Return the ground, or raise FieldError when this world has none."""
        if self.ground is None:
            raise FieldError("world: there is no ground; give the recipe a [grid] and a stage that writes elevation.")
        return self.ground

    def require_hexmap(self) -> HexMap:
        """Return the hex map, or raise FieldError when this world has none."""
        if self.hexmap is None:
            raise FieldError("world: there is no hex map; give the recipe a [hexmap] table.")
        return self.hexmap

    def require_planet(self) -> Globe:
        """Return the planet, or raise FieldError when this world has none."""
        if self.planet is None:
            raise FieldError("world: there is no planet; give the recipe a [planet] table.")
        return self.planet
