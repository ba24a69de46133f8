"""Containers: what stages hand to each other, and how each becomes named arrays with a record, and back.

Everything the works do with a value (keep it, digest it, weigh it, check where it lies) goes through the two tables here, so that
a new container is one more row: :data:`CONTAINERS` of the values, :data:`FRAMES` of the recipe's tables they lie on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from numpy.typing import NDArray

from landwright.errors import FieldError
from landwright.field import Heightfield, Layer, Mask
from landwright.grid import Grid
from landwright.hexmap import HexMap, Layout
from landwright.networks import Network
from landwright.planet import Globe
from landwright.planet.settings import Frame as PlanetFrame
from landwright.seeds import Seed, derive
from landwright.settings import CONTAINERS as NAMES

__all__ = [
    "FRAMES",
    "Container",
    "Frame",
    "Value",
    "arrays_of",
    "check_place",
    "container_of",
    "identity_of",
    "rebuilt",
    "record_of",
    "settled",
    "started",
]

Value = Heightfield | Layer | HexMap | Globe | Network
"""What a stage can write: a raster, lines over the ground, or a container that has a table of its own in the recipe."""

Arrays = Mapping[str, NDArray[Any]]


class Container(NamedTuple):
    """How the works keep one kind of value.

    `word` names it in records, `frame` is the recipe's table it lies on; `record` gives what its arrays do not say, `arrays` its
    arrays by name, and `back` makes it from record, arrays and frame. What is not `sampled` has metres of its own and lies on no samples.
    """

    word: str
    holds: type
    frame: str
    arrays: Callable[[Any], dict[str, NDArray[Any]]]
    record: Callable[[Any], dict[str, Any]]
    back: Callable[[Mapping[str, Any], Arrays, Any], Value]
    sampled: bool = True


def _of_heightfield(field: Heightfield) -> dict[str, NDArray[Any]]:
    return {"elevation": field.elevation} | ({} if field.mask is None else {"mask": field.mask})


def _of_globe(globe: Globe) -> dict[str, NDArray[Any]]:
    painted = {} if globe.colors is None else {"colors": globe.colors}
    return {
        "elevation": globe.elevation,
        **painted,
        **{f"layer.{name}": values for name, values in globe.layers.items()},
    }


def _globe(record: Mapping[str, Any], arrays: Arrays, frame: PlanetFrame) -> Globe:
    return Globe(
        frame,
        arrays["elevation"],
        layers={name: arrays[f"layer.{name}"] for name in record["layers"]},
        colors=arrays.get("colors"),
        sea=record["sea"],
        smoothness=record["smoothness"],
    )


_CARRIED: Final = ("of_points", "of_edges", "of_nodes")


def _of_network(network: Network) -> dict[str, NDArray[Any]]:
    carried = {f"{what}.{name}": values for what in _CARRIED for name, values in getattr(network, what).items()}
    return {name: getattr(network, name) for name in ("nodes", "edges", "points", "starts")} | carried


def _network(record: Mapping[str, Any], arrays: Arrays, frame: Grid) -> Network:
    given: dict[str, Any] = {name: arrays[name] for name in ("nodes", "edges", "points", "starts")}
    for what, name in record["carried"]:
        given.setdefault(what, {})[name] = arrays[f"{what}.{name}"]
    return Network(**given, kind=record["kind"], names=record["names"])


CONTAINERS: Final[tuple[Container, ...]] = (
    Container(
        "heightfield",
        Heightfield,
        "grid",
        _of_heightfield,
        lambda field: {"masked": field.mask is not None},
        lambda record, arrays, grid: Heightfield(arrays["elevation"], grid=grid, mask=arrays.get("mask")),
    ),
    Container(
        "mask",
        Mask,
        "grid",
        lambda mask: {"values": mask.values},
        lambda mask: {},
        lambda record, arrays, grid: Mask(arrays["values"], grid=grid),
    ),
    Container(
        "layer",
        Layer,
        "grid",
        lambda layer: {"values": layer.values},
        lambda layer: {"unit": layer.unit},
        lambda record, arrays, grid: Layer(arrays["values"], grid=grid, unit=record["unit"]),
    ),
    Container(
        "hexmap",
        HexMap,
        "hexmap",
        lambda land: land.arrays(),
        lambda land: {"layout": land.layout.to_json()},
        lambda record, arrays, layout: HexMap(layout, **arrays),
    ),
    Container(
        "globe",
        Globe,
        "planet",
        _of_globe,
        lambda globe: {"layers": list(globe.layers), "sea": globe.sea, "smoothness": globe.smoothness},
        _globe,
    ),
    Container(
        "network",
        Network,
        "grid",
        _of_network,
        lambda network: {
            "kind": network.kind,
            "names": list(network.names),
            "carried": [[what, name] for what in _CARRIED for name in getattr(network, what)],
        },
        _network,
        sampled=False,
    ),
)
"""Every kind of value; the first row whose class fits is the one, so a Mask stands before the Layer it is."""


class Frame(NamedTuple):
    """What a table of the recipe gives a build.

    `place` is the place of a value that lies on it, `shown` says it in words, `settle` fills in what the recipe's seed decides, and
    `start` makes the value that stages find before the first of them ran; rasters have none. `apart` names settings that no result
    depends on, so that a change of them makes nothing anew.
    """

    place: Callable[[Any], Any]
    shown: Callable[[Any], str]
    settle: Callable[[Any, Seed], Any] = lambda noun, seed: noun
    start: Callable[[Any], Value] | None = None
    apart: frozenset[str] = frozenset()


def _seeded(layout: Layout, seed: Seed) -> Layout:
    own = {"seed": "features", "noise_seed": "noise"}
    missing = {name: derive(seed, "hexmap", word) for name, word in own.items() if getattr(layout, name) is None}
    return layout.replace(**missing) if missing else layout


def _grid_words(grid: Grid) -> str:
    return f"{grid.shape} samples of {grid.cell_size:g} m"


def _layout_words(layout: Layout) -> str:
    return f"{layout.columns} x {layout.rows} cells of {layout.metrics.outer_radius:g} m"


def _globe_words(frame: PlanetFrame) -> str:
    return f"6 x {frame.resolution} x {frame.resolution} nodes on a radius of {frame.radius:g} m"


FRAMES: Final[Mapping[str, Frame]] = {
    "grid": Frame(lambda value: value.grid, _grid_words),
    "hexmap": Frame(lambda land: land.layout, _layout_words, _seeded, HexMap),
    "planet": Frame(lambda globe: globe.frame, _globe_words, start=Globe, apart=frozenset({"faces"})),
}
"""By the word of the table."""


def settled(word: str, noun: Any, seed: Seed) -> Any:
    """Return a table of the recipe with everything decided that the recipe leaves to its seed."""
    return FRAMES[word].settle(noun, seed)


def identity_of(word: str, noun: Any) -> dict[str, Any]:
    """Return what of a table results depend on, as JSON values."""
    return {name: value for name, value in noun.to_json().items() if name not in FRAMES[word].apart}


def started(word: str, frames: Mapping[str, Any]) -> Value:
    """Return the container of a table as the first stage finds it."""
    start = FRAMES[word].start
    if start is None:
        raise FieldError(f"works: [{word}] makes no value of its own.")
    return start(frames[word])


def container_of(value: Any) -> Container | None:
    """Return the row of a value, or None when the works cannot keep such a thing."""
    return next((row for row in CONTAINERS if isinstance(value, row.holds)), None)


def _row(value: Value) -> Container:
    row = container_of(value)
    if row is None:
        raise FieldError(
            f"works: a {type(value).__name__} cannot be kept; a stage gives rasters, networks, a hex map or a planet."
        )
    return row


def record_of(value: Value) -> dict[str, Any]:
    """Return what a value is beside its arrays, as JSON values."""
    row = _row(value)
    return {"type": row.word, **row.record(value)}


def arrays_of(value: Value) -> dict[str, NDArray[Any]]:
    """Return the arrays of a value by name, always in the same order."""
    return _row(value).arrays(value)


def rebuilt(record: Mapping[str, Any], arrays: Arrays, frames: Mapping[str, Any]) -> Value:
    """Return the value of a record and its arrays, on the frame it lies on; the inverse of the two functions above.

    Raises
    ------
    KeyError
        If the record or a frame is not of this recipe.
    """
    row = {row.word: row for row in CONTAINERS}[record["type"]]
    return row.back(record, arrays, frames[row.frame])


def check_place(name: str, value: Any, frames: Mapping[str, Any]) -> None:
    """Refuse a verb's result that does not go under that name, or lies elsewhere than the recipe says.

    Raises
    ------
    FieldError
        One sentence.
    """
    row, home = container_of(value), name if name in NAMES else "grid"
    if row is None or row.frame != home:
        what = " or a ".join(
            row.holds.__name__ for row in CONTAINERS if row.frame == home and row.sampled and row.holds is not Mask
        )
        raise FieldError(f"its verb must return a {what}, got {type(value).__name__}.")
    if not row.sampled:
        return
    frame, wanted = FRAMES[row.frame], frames[row.frame]
    place = frame.place(value)
    if place != wanted:
        got = frame.shown(place)
        if got == frame.shown(wanted):
            got += ", with other settings"
        raise FieldError(f"its result must lie on the recipe's {row.frame}, {frame.shown(wanted)}, got {got}.")
