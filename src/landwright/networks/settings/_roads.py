"""Roads and Search: what a road is like, and how one finds its way."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field, model_validator

from landwright.networks.settings._lines import Line, Town
from landwright.settings import Reach, Settings, Stage, flag, nested, quantity, words

__all__ = ["CLASSES", "RANKS", "Roads", "Search"]

CLASSES: Final = ("surface", "cut", "embankment", "bridge", "tunnel")
"""What a point of a road is, by its number in ``of_points["class"]``."""

RANKS: Final = ("minor", "major", "highway")
"""What a road is for, by its number in ``of_edges["rank"]``."""

_Factor = Annotated[float, Field(ge=0.1, le=20.0)]
_MOST: Final = 1e6


class Search(Settings):
    """How a road finds its way over the ground: what it avoids, and what bridges and tunnels are worth."""

    directions: int = quantity(
        3,
        unit="count",
        ge=1,
        le=5,
        help="How finely the search turns: 1 knows 8 directions, 2 16, 3 32, 4 48, 5 80; more gives straighter roads and takes longer.",
    )
    step: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        le=100000.0,
        help="Distance of the places that the search compares; less finds narrower ways and takes longer. "
        "Leave it out for the distance that the bends of the road can follow.",
        ui={"scale": "log", "soft": (2.0, 200.0)},
    )
    free_grade: float = quantity(
        0.02, unit="1", ge=0.0, le=1.0, help="Grade up to which climbing costs nothing; more lets roads roll."
    )
    slope_weight: float = quantity(
        8.0,
        unit="1",
        ge=0.0,
        le=1000.0,
        help="Cost of the steepest grade, in times the length of the road; more goes around hills.",
        ui={"soft": (0.0, 50.0)},
    )
    curve_weight: float = quantity(
        1.0,
        unit="1",
        ge=0.0,
        le=1000.0,
        help="Cost of the tightest bend, in times the length of the road; more makes roads straighter.",
        ui={"soft": (0.0, 20.0)},
    )
    hillside_weight: float = quantity(
        3.0,
        unit="1",
        ge=0.0,
        le=1000.0,
        help="Cost of ground that rises as much as it runs, in times the length of the road; more keeps away from steep hillsides.",
        ui={"soft": (0.0, 20.0)},
    )
    terrain: str = words(
        "", help="Layer that makes ground dearer, such as forest or marsh; empty for ground that costs the same."
    )
    terrain_weight: float = quantity(
        2.0,
        unit="1",
        ge=0.0,
        le=1000.0,
        help="Cost where the layer is 1, in times the length of the road; more keeps away from such ground.",
        ui={"soft": (0.0, 20.0)},
    )
    terrain_limit: float | None = quantity(
        None,
        unit="1",
        gt=0.0,
        le=_MOST,
        help="Value of the layer from which no road is built on the ground; less closes more of it. Leave it out for none.",
    )
    bridge_cost: float = quantity(
        4.0,
        unit="1",
        ge=1.0,
        le=1000.0,
        help="Cost of a metre of bridge, in metres of road; more builds fewer bridges.",
    )
    tunnel_cost: float = quantity(
        8.0,
        unit="1",
        ge=1.0,
        le=1000.0,
        help="Cost of a metre of tunnel, in metres of road; more builds fewer tunnels.",
    )
    span_min: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        le=_MOST,
        help="Shortest bridge or tunnel the search plans; more skips small gullies. Leave it out for four steps.",
    )
    span_max: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        le=_MOST,
        help="Longest bridge or tunnel the search plans; more crosses wider valleys and ranges. Leave it out for 30 steps.",
    )
    span_samples: int = quantity(
        24,
        unit="count",
        ge=0,
        le=256,
        help="Bridges and tunnels tried from each place; more finds better ones and takes longer, 0 builds none.",
    )

    @model_validator(mode="after")
    def _ordered(self) -> Search:
        if self.span_min is not None and self.span_max is not None and self.span_min > self.span_max:
            raise ValueError(f"span_min must be at most span_max ({self.span_max:g} m), got {self.span_min:g} m.")
        return self


class Roads(Stage):
    """Build roads: as drawn, on the best way between places, or between towns; with cuts, banks, bridges and tunnels."""

    kind: Literal["networks.roads"] = "networks.roads"
    lines: tuple[Line, ...] = nested((), help="Roads that are followed as drawn.")
    strokes: str = words(
        "", help="Network of lines that are followed as well, such as those of io.lines; empty for none."
    )
    routes: tuple[Line, ...] = nested((), help="Places that a road joins, in this order, on the way that costs least.")
    towns: tuple[Town, ...] = nested((), help="Towns that a net of roads joins.")
    network: str = words(
        "roads", max_length=100, help="Name of the network it writes; give each of several stages its own."
    )
    width: float = quantity(8.0, unit="m", gt=0.0, le=1000.0, help="From edge to edge of the road; more is wider.")
    rank_widths: tuple[_Factor, _Factor, _Factor] = quantity(
        (0.7, 1.0, 1.5),
        unit="1",
        help="Width of minor roads, major roads and highways between towns, in widths; more is wider.",
    )
    density: float = quantity(
        2.0,
        unit="1",
        ge=1.0,
        le=100.0,
        help="How readily towns do without a direct road: 1.2 builds many roads, 2 some, 8 few; more builds fewer.",
        ui={"scale": "log", "soft": (1.0, 10.0)},
    )
    merge_highways: bool = flag(
        True,
        help="Let major roads run along highways that go their way; off keeps them apart, as where highways have ramps only.",
    )
    smoothing: float | None = quantity(
        None,
        unit="m",
        ge=0.0,
        le=10000.0,
        help="Ground beyond the edge that is led over to the road; more is gentler. Leave it out for the width of the road.",
    )
    max_grade: float = quantity(
        0.12, unit="1", gt=0.0, le=1.0, help="Steepest grade of a road; more follows the ground closer."
    )
    min_radius: float | None = quantity(
        None,
        unit="m",
        ge=0.0,
        le=100000.0,
        help="Radius of the tightest bend; more makes roads swing wider. Leave it out for twice the width.",
    )
    cut: float = quantity(
        4.0,
        unit="m",
        ge=0.0,
        le=1000.0,
        help="Depth under the ground from which a road lies in a cut; more counts deeper roads as on the ground.",
    )
    bank: float = quantity(
        1.0,
        unit="m",
        ge=0.0,
        le=1000.0,
        help="Height over the ground from which a road lies on an embankment; more counts higher roads as on the ground.",
    )
    fill: float = quantity(
        3.0,
        unit="m",
        ge=0.0,
        le=1000.0,
        help="Height over the ground from which a road becomes a bridge; more builds banks instead of bridges.",
    )
    tunnel_height: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        le=1000.0,
        help="Height of a tunnel above its road; more is higher. Leave it out for 0.75 of the width.",
    )
    cover: float = quantity(
        2.0,
        unit="m",
        gt=0.0,
        le=1000.0,
        help="Least ground above a tunnel; more builds cuts instead of tunnels.",
    )
    clearance: float = quantity(
        3.0, unit="m", gt=0.0, le=1000.0, help="Height of bridges above water; more lifts them higher."
    )
    deck: float = quantity(0.8, unit="m", gt=0.0, le=100.0, help="Thickness of a bridge; more is thicker.")
    min_run: float | None = quantity(
        None,
        unit="m",
        ge=0.0,
        le=100000.0,
        help="Shortest stretch of one class; more joins short bridges, tunnels, cuts and banks to what lies beside them. "
        "Leave it out for three widths.",
    )
    cut_slope: float = quantity(
        1.0, unit="1", gt=0.0, le=100.0, help="Rise over run of the sides of cuts; more is steeper and narrower."
    )
    fill_slope: float = quantity(
        0.67, unit="1", gt=0.0, le=100.0, help="Rise over run of the sides of banks; more is steeper and narrower."
    )
    batter_reach: float = quantity(
        40.0,
        unit="m",
        gt=0.0,
        le=100000.0,
        help="How far the sides of cuts and banks may reach; what has not met the ground by then becomes steeper.",
    )
    bed: float = quantity(
        0.1,
        unit="m",
        ge=0.0,
        le=10.0,
        help="How far the ground lies under the road; more keeps it further from the surface.",
    )
    transition: float = quantity(
        60.0,
        unit="m",
        gt=0.0,
        le=100000.0,
        help="Length over which a road comes to the height of a crossing; more is gentler.",
    )
    vertical_curve: float = quantity(
        40.0,
        unit="m",
        ge=0.0,
        le=100000.0,
        help="Length over which the grade changes; more makes crests and dips rounder.",
    )
    random_height: float = quantity(
        2.0, unit="m", ge=0.0, le=1000.0, help="Most that a road lies off the ground by chance; more makes it livelier."
    )
    curve_step: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        le=10000.0,
        help="Distance of the points of a road; less is smoother and makes larger meshes. "
        "Leave it out for a quarter of the width, or the cell size where that is less.",
    )
    fit_points: int = quantity(
        100,
        unit="count",
        gt=4,
        le=100000,
        help="Most points that one cubic curve is fitted to; more makes longer curves.",
    )
    fit_error: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        le=100000.0,
        help="Most that a curve passes beside the points it follows; more is smoother. Leave it out for half the width.",
    )
    water: str = words("", help="Layer of water depth that roads cross on bridges; empty for dry land.")
    sea_level: float | None = quantity(
        None,
        unit="m",
        ge=-12000.0,
        le=12000.0,
        help="Ground below this is under water, which roads cross on bridges; more drowns more. Leave it out for land without a sea.",
    )
    rivers: str = words("", help="Network of rivers that roads cross on bridges; empty for none.")
    search: Search = nested(Search(), help="How routes and roads between towns find their way.")

    verb: ClassVar[str] = "landwright.networks:build_roads"
    takes: ClassVar[Literal["grid", "field", "layers", "hexmap", "planet"]] = "layers"
    seeded: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset({"elevation"})
    writes: ClassVar[frozenset[str]] = frozenset({"elevation", "roads", "holes", "road_area"})
    reach: ClassVar[Reach] = "whole"

    @model_validator(mode="after")
    def _fits(self) -> Roads:
        if self.network in ("", "elevation", "holes", "road_area", self.water or None, self.rivers or None):
            raise ValueError(
                f"network must be a name that nothing else has, got {self.network!r}. Use network='roads'."
            )
        if self.bank > self.fill:
            raise ValueError(f"bank must be at most fill ({self.fill:g} m), got {self.bank:g} m.")
        if self.min_radius is not None and 0.0 < self.min_radius <= self.width / 2.0:
            raise ValueError(
                f"min_radius must be 0 (no limit) or more than half the width ({self.width / 2.0:g} m), got {self.min_radius:g} m."
            )
        return self

    def layers_read(self) -> frozenset[str]:
        """Return the values read: the ground, and the water, rivers and dear ground that are named."""
        named = {self.water, self.rivers, self.search.terrain, self.strokes}
        return frozenset({"elevation"} | {name for name in named if name})

    def layers_written(self) -> frozenset[str]:
        """Return the values written: the ground, the water on it, the network by its name, where it is open and where roads lie."""
        return frozenset({"elevation", self.network, "holes", "road_area"} | ({self.water} if self.water else set()))
