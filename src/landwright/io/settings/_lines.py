"""Nouns of files of lines: networks written for maps, and lines read back as the strokes of a recipe."""

from __future__ import annotations

from collections.abc import Set
from typing import ClassVar, Literal

from landwright.errors import nearest
from landwright.settings import CONTAINERS, Output, Reach, Stage, choice, flag, quantity, words

__all__ = ["LineFile", "LinesGeojson", "LinesSvg"]


class _Lines(Output):
    """What files of lines share: which networks are in them."""

    shows: ClassVar[str] = "network"

    networks: tuple[str, ...] = words(
        (), help="Names of the networks in the file; empty for all there are.", ui={"widget": "list"}
    )

    def lacks(self, names: Set[str]) -> list[tuple[str, str]]:
        """Say which of the networks no stage writes."""
        faults = []
        for name in self.networks:
            if name not in names:
                close = nearest(name, sorted(names - CONTAINERS))
                hint = f" Did you mean {close!r}?" if close else ""
                faults.append(("networks", f"networks names {name!r}, which no stage writes.{hint}"))
        return faults


class LinesGeojson(_Lines):
    """Centerlines of roads and rivers as GeoJSON, in metres of the world, with all they carry; reads back to the bit."""

    kind: Literal["lines"] = "lines"
    suffixes: ClassVar[tuple[str, ...]] = (".geojson",)
    nodes: bool = flag(True, help="Also hold the nodes, as points: where lines begin, meet and end.")


class LinesSvg(_Lines):
    """Centerlines as a drawing for vector editors: one unit a metre, north up, a group for each network."""

    kind: Literal["svg"] = "svg"
    suffixes: ClassVar[tuple[str, ...]] = (".svg",)
    scale: float = quantity(
        1.0, unit="1", gt=0.0, le=1000.0, help="Units of the drawing for a metre; more makes a larger page."
    )


class LineFile(Stage):
    """Lines that were drawn elsewhere: a GeoJSON or SVG file becomes a network that roads and rivers can follow."""

    kind: Literal["io.lines"] = "io.lines"
    path: str = words(help="The file, .geojson or .svg; a relative path starts at the recipe's folder.")
    group: str = words(
        "",
        max_length=100,
        help="Take only lines of this network, SVG group, or feature property name or type; empty takes all of them.",
    )
    place: Literal["map", "cover"] = choice(
        "map",
        help="Where the lines lie: where their own coordinates say, in metres; or their page stretched over the grid.",
    )
    network: str = words(
        "lines", max_length=100, help="Name that the network gets; roads and rivers follow it by that name."
    )

    verb: ClassVar[str] = "landwright.io:lines_from_file"
    takes: ClassVar[Literal["grid", "field", "layers", "hexmap", "planet"]] = "grid"
    reads: ClassVar[frozenset[str]] = frozenset()
    reach: ClassVar[Reach] = "whole"
    files: ClassVar[tuple[str, ...]] = ("path",)

    def layers_written(self) -> frozenset[str]:
        """Return the name of the network."""
        return frozenset({self.network})
