"""Rivers, Ponds and Pond: water on the ground, and what it digs."""

from __future__ import annotations

from typing import ClassVar, Literal

from landwright.networks.settings._lines import Line, Point
from landwright.settings import Reach, Settings, Stage, choice, flag, nested, quantity, words

__all__ = ["Pond", "Ponds", "Rivers"]

_Edges = Literal["all", "north", "east", "south", "west", "closed"]


class Rivers(Stage):
    """Lay rivers and lakes on the ground: their water, and the beds and banks they cut."""

    kind: Literal["networks.rivers"] = "networks.rivers"
    source: Literal["hydrology", "lines"] = choice(
        "hydrology", help="Whether rivers run where water gathers, or along lines that are drawn."
    )
    lines: tuple[Line, ...] = nested(
        (),
        help="Rivers as drawn, each from its source down; more lines make more rivers.",
        ui={"show_if": {"source": "lines"}},
    )
    strokes: str = words(
        "",
        help="Network of lines that are rivers as well, such as those of io.lines; empty for none.",
        ui={"show_if": {"source": "lines"}},
    )
    min_area: float = quantity(
        1e6,
        unit="m2",
        gt=0.0,
        le=1e15,
        help="Drainage area at which a river begins; more leaves only the larger ones.",
        ui={"scale": "log", "soft": (1e4, 1e8), "show_if": {"source": "hydrology"}},
    )
    runoff: float = quantity(
        0.5,
        unit="m/yr",
        gt=0.0,
        le=1000.0,
        help="Water that each square metre sheds a year; more makes rivers wider and deeper.",
        ui={"soft": (0.05, 3.0)},
    )
    width: float = quantity(
        6.0,
        unit="m",
        gt=0.0,
        le=1000.0,
        help="Width at a discharge of one cubic metre a second, and of drawn lines that have none of their own; more widens all "
        "rivers. Width goes with the square root of the discharge.",
        ui={"soft": (1.0, 30.0)},
    )
    depth: float = quantity(
        0.8,
        unit="m",
        gt=0.0,
        le=100.0,
        help="Depth in the middle at a discharge of one cubic metre a second; more deepens all rivers. Depth goes with the discharge "
        "to the power of 0.4.",
        ui={"soft": (0.2, 5.0)},
    )
    bank: float = quantity(
        1.0,
        unit="1",
        ge=0.0,
        le=20.0,
        help="Width of the bank on each side, over which the bed becomes the ground as it was, in widths of the river; more makes "
        "gentler banks. At 1 the strip that changes is three widths wide.",
        ui={"soft": (0.0, 5.0)},
    )
    smoothing: float = quantity(
        10.0,
        unit="m",
        ge=0.0,
        le=1000.0,
        help="How far a river may leave the lowest ground to run smoothly, and never less than one and a half samples; more makes "
        "straighter rivers.",
        ui={"soft": (0.0, 100.0)},
    )
    lakes: bool = flag(True, help="Let depressions stand full as lakes; off lets rivers run over their filled ground.")
    min_lake_area: float = quantity(
        2e4,
        unit="m2",
        ge=0.0,
        le=1e15,
        help="Smallest lake; more leaves only the larger ones, and the others fill with ground.",
        ui={"scale": "log", "soft": (1e3, 1e7), "show_if": {"lakes": True}},
    )
    min_lake_depth: float = quantity(
        2.0,
        unit="m",
        ge=0.0,
        le=12000.0,
        help="Least depth at a lake's deepest place; more leaves out puddles.",
        ui={"soft": (0.0, 20.0), "show_if": {"lakes": True}},
    )
    sea_level: float | None = quantity(
        None,
        unit="m",
        ge=-12000.0,
        le=12000.0,
        help="Ground below this is sea, where rivers end; more drowns more of the map. Leave it out for land without a sea.",
    )
    edges: _Edges = choice(
        "all",
        help="Which edges of the map water leaves over; with closed edges it leaves at the sea or, without one, at the lowest sample.",
    )
    water: str = words("", help="Layer of water that is there already and stays where it is higher; empty for none.")
    network: str = words("rivers", help="What the network of rivers is called.", max_length=60)

    verb: ClassVar[str] = "landwright.networks:press_rivers"
    takes: ClassVar[Literal["grid", "field", "layers", "hexmap", "planet"]] = "layers"
    writes: ClassVar[frozenset[str]] = frozenset({"elevation", "water", "rivers"})
    reach: ClassVar[Reach] = "whole"

    def layers_read(self) -> frozenset[str]:
        """Return the layers read: the ground, the water that is kept, and the lines that are followed."""
        return frozenset({"elevation"} | {name for name in (self.water, self.strokes) if name})

    def layers_written(self) -> frozenset[str]:
        """Return the layers written: the ground, its water, and the network by its name."""
        return frozenset({"elevation", "water", self.network})


class Pond(Settings):
    """A round lake: dug below its level, with a shore as wide as its radius.

    Parameters
    ----------
    at : (float, float)
        East and north of its middle (m).
    radius : float, optional
        From the middle to the edge of its bed (m); the stage's own where it is left out.
    level : float, optional
        Elevation of its water (m); the stage's own where it is left out.
    """

    at: Point = quantity(..., unit="m", help="East and north of its middle.")
    radius: float | None = quantity(
        None, unit="m", gt=0.0, le=10000.0, help="More makes it larger; none takes the radius of the stage."
    )
    level: float | None = quantity(
        None, unit="m", ge=-12000.0, le=12000.0, help="Elevation of its water; more raises it, none takes the stage's."
    )


class Ponds(Stage):
    """Dig round lakes: where they are put, and at the middle of strokes too short for a river."""

    kind: Literal["networks.ponds"] = "networks.ponds"
    ponds: tuple[Pond, ...] = nested((), help="Lakes by their middle; more of them make more lakes.")
    lines: tuple[Line, ...] = nested(
        (),
        help="Strokes; one with fewer points than a fifth of max_points becomes a lake at its middle, longer ones do nothing here.",
    )
    max_points: int = quantity(
        100, unit="count", ge=5, le=1000000, help="Most points a stroke can have; more makes lakes of longer strokes."
    )
    radius: float = quantity(
        6.0,
        unit="m",
        gt=0.0,
        le=10000.0,
        help="From the middle of a lake to the edge of its bed; more makes larger lakes, with a shore as wide again.",
        ui={"soft": (2.0, 200.0)},
    )
    depth: float = quantity(
        2.0, unit="m", gt=0.0, le=1000.0, help="Depth of the water; more digs deeper.", ui={"soft": (0.5, 10.0)}
    )
    level: float | None = quantity(
        None,
        unit="m",
        ge=-12000.0,
        le=12000.0,
        help="Elevation of the water, more raises it; left out, each lake stands as high as the lowest ground on its shore.",
    )
    water: str = words("", help="Layer of water that is there already and stays where it is higher; empty for none.")

    verb: ClassVar[str] = "landwright.networks:press_ponds"
    takes: ClassVar[Literal["grid", "field", "layers", "hexmap", "planet"]] = "layers"
    writes: ClassVar[frozenset[str]] = frozenset({"elevation", "water"})
    reach: ClassVar[Reach] = "whole"

    def layers_read(self) -> frozenset[str]:
        """Return the layers read: the ground, and the water that is kept."""
        return frozenset({"elevation"} | ({self.water} if self.water else set()))
