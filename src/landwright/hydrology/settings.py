"""Nouns of ``hydrology``: where water leaves the map, how it divides, what counts as a stream or a lake."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from landwright.settings import Reach, Stage, choice, flag, quantity, words

__all__ = [
    "Basins",
    "Breach",
    "Dividing",
    "Draining",
    "Edges",
    "Fill",
    "Flow",
    "FlowArea",
    "Lakes",
    "Method",
    "Streams",
    "limit",
]

Edges = Literal["all", "north", "east", "south", "west", "closed"]
Method = Literal["steepest", "d_infinity", "multiple"]


class Draining(Stage):
    """What all stages of hydrology share: where water leaves the land."""

    edges: Edges = choice(
        "all",
        help="Which edges of the map water leaves over; with closed edges it leaves at the sea or, without one, at the lowest sample.",
    )
    sea_level: float | None = quantity(
        None,
        unit="m",
        ge=-12000.0,
        le=12000.0,
        help="Ground below this is sea, where rivers end; more drowns more of the map. Leave it out for land without a sea.",
    )
    sinks: str = words(
        "", help="Layer that is over 0.5 where water may end inland, as in a salt lake; empty for nowhere."
    )
    keep_depth: float | None = quantity(
        None,
        unit="m",
        ge=0.0,
        le=12000.0,
        help="Depressions deeper than this stay closed basins, whose water ends inland; more leaves fewer of them. "
        "Leave it out to drain all.",
        ui={"soft": (0.0, 100.0)},
    )

    takes: ClassVar[Literal["grid", "field", "layers", "hexmap"]] = "layers"
    reach: ClassVar[Reach] = "whole"

    @property
    def word(self) -> str:
        """The kind, for messages."""
        return str(getattr(self, "kind", "hydrology"))

    def routing(self) -> Flow:
        """Return how flow is found with these settings."""
        return Flow(
            **{name: getattr(self, name) for name in Flow.model_fields if name != "kind" and hasattr(self, name)}
        )

    def layers_read(self) -> frozenset[str]:
        """Return the layers read: the ground, and the sinks where they are named."""
        return frozenset({"elevation"} | ({self.sinks} if self.sinks else set()))


class Fill(Draining):
    """Fill depressions up to where they spill, so that every sample has a way down to a base level."""

    kind: Literal["hydrology.fill"] = "hydrology.fill"
    tilt: bool = flag(
        False,
        help="Raise filled ground a little more, one smallest step of elevation for each sample on the way out, so that it is not level.",
    )

    verb: ClassVar[str] = "landwright.hydrology:fill"


class Breach(Draining):
    """Cut channels through what holds water back, where that takes the least cutting."""

    kind: Literal["hydrology.breach"] = "hydrology.breach"
    max_depth: float | None = quantity(
        None,
        unit="m",
        ge=0.0,
        le=12000.0,
        help="Deepest cut; less spares high barriers. Leave it out for no limit.",
        ui={"soft": (0.0, 100.0)},
    )
    max_length: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        le=1e7,
        help="Longest channel; less spares broad barriers. Leave it out for no limit.",
        ui={"scale": "log", "soft": (10.0, 10000.0)},
    )
    fill_rest: bool = flag(True, help="Fill the depressions that the limits leave; off lets them stand.")

    verb: ClassVar[str] = "landwright.hydrology:breach"


class Dividing(Draining):
    """What all nouns of flow share: how water finds its way down."""

    method: Method = choice(
        "steepest",
        help="Whether water takes the steepest way, divides between the two neighbours beside it (d_infinity), "
        "or among all that are lower.",
    )
    exponent: float = quantity(
        1.1,
        unit="1",
        ge=0.0,
        le=20.0,
        help="With many receivers, how strongly steeper ways are preferred; more gathers the flow into fewer of them.",
        ui={"show_if": {"method": "multiple"}},
    )


class Flow(Dividing):
    """How water finds its way: the noun of a flow graph, which is no layer and so no stage."""

    kind: Literal["hydrology.flow"] = "hydrology.flow"


class FlowArea(Dividing):
    """Write how much water passes each sample in a year: all that falls upstream of it."""

    kind: Literal["hydrology.flow_area"] = "hydrology.flow_area"
    runoff: float = quantity(
        1.0,
        unit="m/yr",
        ge=0.0,
        le=1000.0,
        help="Water that each square metre sheds a year; more makes rivers larger. At 1 the flow in m3/yr is the drainage area in m2.",
        ui={"soft": (0.0, 3.0)},
    )
    rain: str = words(
        "", help="Layer that multiplies the runoff where it falls, such as moisture; empty for the same everywhere."
    )

    verb: ClassVar[str] = "landwright.hydrology:flow_area"
    writes: ClassVar[frozenset[str]] = frozenset({"flow"})

    def layers_read(self) -> frozenset[str]:
        """Return the layers read: those of the ground, and the rain where it is named."""
        return super().layers_read() | ({self.rain} if self.rain else set())


class Basins(Draining):
    """Number drainage basins, the largest first: ground whose water leaves the land at one place."""

    kind: Literal["hydrology.basins"] = "hydrology.basins"
    min_area: float = quantity(
        0.0,
        unit="m2",
        ge=0.0,
        le=1e15,
        help="Smallest basin that gets a number; more leaves only the larger ones, and the rest is 0.",
        ui={"soft": (0.0, 1e7)},
    )

    verb: ClassVar[str] = "landwright.hydrology:map_basins"
    writes: ClassVar[frozenset[str]] = frozenset({"basins"})


class Streams(Draining):
    """Mark streams: where enough water has come together, with their Strahler order or as a mask."""

    kind: Literal["hydrology.streams"] = "hydrology.streams"
    min_area: float = quantity(
        1e5,
        unit="m2",
        gt=0.0,
        le=1e15,
        help="Drainage area from which water counts as a stream; more leaves only the larger ones.",
        ui={"scale": "log", "soft": (1e3, 1e8)},
    )
    value: Literal["mask", "order"] = choice(
        "mask", help="Whether a stream's samples are 1, or hold its Strahler order: 1 at heads, more where equals meet."
    )

    verb: ClassVar[str] = "landwright.hydrology:map_streams"
    writes: ClassVar[frozenset[str]] = frozenset({"streams"})


class Lakes(Draining):
    """Let depressions stand full of water, and write its depth."""

    kind: Literal["hydrology.lakes"] = "hydrology.lakes"
    min_area: float = quantity(
        0.0,
        unit="m2",
        ge=0.0,
        le=1e15,
        help="Smallest lake; more leaves only the larger ones.",
        ui={"soft": (0.0, 1e6)},
    )
    min_depth: float = quantity(
        0.0,
        unit="m",
        ge=0.0,
        le=12000.0,
        help="Least depth at a lake's deepest place; more leaves out puddles.",
        ui={"soft": (0.0, 20.0)},
    )

    verb: ClassVar[str] = "landwright.hydrology:lakes"
    writes: ClassVar[frozenset[str]] = frozenset({"water"})


def limit(value: Any) -> float:
    """Return a limit as a number: infinity where it was left out."""
    return float("inf") if value is None else float(value)
