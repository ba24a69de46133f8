"""HexMap: one read-only array for each attribute of the cells, on a Layout. It holds, it does not compute."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from landwright.errors import FieldError, SettingError, nearest, sentence
from landwright.field import Heightfield
from landwright.hexmap._coordinates import neighbors
from landwright.hexmap.settings import Layout
from landwright.seeds import Seed, normalize

__all__ = ["ATTRIBUTES", "FEATURE_SEED", "NOISE_SEED", "Attribute", "HexMap", "check_map"]

FEATURE_SEED, NOISE_SEED = 1234, 0
"""Seeds of a map whose layout names none."""


class Attribute(NamedTuple):
    """What an array of cells holds: its type, the range of its values, what it is in an empty map."""

    dtype: DTypeLike
    low: int
    high: int
    empty: int
    what: str


ATTRIBUTES: Final[Mapping[str, Attribute]] = MappingProxyType(
    {
        "elevation": Attribute(np.int16, -1000, 1000, 0, "height of the cell's top, levels"),
        "water_level": Attribute(
            np.int16, -1000, 1000, 0, "height of its water, levels; the cell is under water above it"
        ),
        "terrain": Attribute(np.uint8, 0, 4, 0, "type of the ground: 0 sand, 1 grass, 2 mud, 3 stone, 4 snow"),
        "urban": Attribute(np.uint8, 0, 3, 0, "density of buildings"),
        "farm": Attribute(np.uint8, 0, 3, 0, "density of fields"),
        "plant": Attribute(np.uint8, 0, 3, 0, "density of trees"),
        "special": Attribute(np.uint8, 0, 3, 0, "special feature: 0 none, 1 castle, 2 ziggurat, 3 megaflora"),
        "walled": Attribute(np.bool_, 0, 1, 0, "whether a wall stands towards cells that are not"),
        "river_in": Attribute(np.uint8, 0, 63, 0, "bit d: a river flows in across side d"),
        "river_out": Attribute(np.int8, -1, 5, -1, "side the river flows out across, -1 none"),
        "roads": Attribute(np.uint8, 0, 63, 0, "bit d: a road crosses side d"),
        "explored": Attribute(np.bool_, 0, 1, 0, "whether the cell was ever seen"),
    }
)
"""Name to what it holds; the order is that of the cell table and of files."""


class HexMap:
    """Cells in rows, each with a height, water, ground, features, river, roads and walls.

    A map is frozen: :meth:`replace` gives another one, and ``hexmap.edit`` gives one whose rivers, roads and walls obey the
    rules. Every array has the shape (rows, columns), row 0 in the south, column 0 in the west, and is read-only.

    Parameters
    ----------
    layout : Layout
        Size, origin, seeds and metrics.
    **cells : (rows, columns) array of int, or one int for all
        Any of ``hexmap.ATTRIBUTES``; the others are as in an empty map.

    Attributes
    ----------
    layout : Layout
        The frame.
    elevation, water_level : int16
        Levels of ``layout.metrics.elevation_step`` metres. A cell is under water when its water level is above its elevation.
    terrain, urban, farm, plant, special : uint8
        Type of ground 0 to 4; densities 0 to 3; special feature 0 to 3.
    walled, explored : bool
        Behind a wall; seen before.
    river_in : uint8
        Bit d is set where a river flows in across side d; at most one unless ``layout.confluences``.
    river_out : int8
        The side a river flows out across, or -1.
    roads : uint8
        Bit d is set where a road crosses side d.

    Raises
    ------
    FieldError
        If an array has another shape or a value is out of range, or a river or road does not go on in the neighbour.

    Examples
    --------
    >>> land = HexMap.empty(columns=4, rows=3).replace(elevation=[[0, 1, 2, 3]] * 3)
    >>> land.shape, int(land.elevation[0, 3])
    ((3, 4), 3)
    """

    __slots__ = ("__weakref__", "layout", *ATTRIBUTES)

    layout: Layout
    elevation: NDArray[np.int16]
    water_level: NDArray[np.int16]
    terrain: NDArray[np.uint8]
    urban: NDArray[np.uint8]
    farm: NDArray[np.uint8]
    plant: NDArray[np.uint8]
    special: NDArray[np.uint8]
    walled: NDArray[np.bool_]
    river_in: NDArray[np.uint8]
    river_out: NDArray[np.int8]
    roads: NDArray[np.uint8]
    explored: NDArray[np.bool_]

    def __init__(self, layout: Layout, **cells: ArrayLike) -> None:
        for name in cells:
            if name not in ATTRIBUTES:
                close = nearest(name, ATTRIBUTES)
                hint = f" Did you mean {close!r}?" if close else ""
                raise FieldError(f"hexmap: {name!r} is no attribute of cells.{hint} Valid: {', '.join(ATTRIBUTES)}.")
        object.__setattr__(self, "layout", layout)
        for name, about in ATTRIBUTES.items():
            object.__setattr__(self, name, _cells(cells.get(name, about.empty), name, about, layout.shape))
        if cells.keys() & {"river_in", "river_out", "roads"}:
            _check_links(self)

    @classmethod
    def _made(cls, layout: Layout, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Return a map of arrays that are known to be right: of their types and shape, in range, and rivers and roads linked.

        They become read-only. Kernels that keep the rules use it: checking a large map takes longer than an edit.
        """
        land = object.__new__(cls)
        object.__setattr__(land, "layout", layout)
        for name in ATTRIBUTES:
            array = arrays[name]
            array.flags.writeable = False
            object.__setattr__(land, name, array)
        return land

    @classmethod
    def empty(cls, columns: int | None = None, rows: int | None = None, *, layout: Layout | None = None) -> Self:
        """Return a flat, dry map of sand.

        Parameters
        ----------
        columns, rows : int, optional
            Cells from west to east and from south to north, each at least 1; 20 and 15 when left out.
        layout : Layout, optional
            The whole frame, instead of `columns` and `rows`.
        """
        if layout is None:
            standard = Layout()
            columns = standard.columns if columns is None else columns
            layout = Layout(columns=columns, rows=standard.rows if rows is None else rows)
        elif columns is not None or rows is not None:
            raise SettingError("hexmap: give either columns and rows or a layout, not both.")
        return cls(layout)

    def replace(self, **cells: ArrayLike) -> Self:
        """Return a map with some arrays changed; an int fills the whole map. Rules of rivers and roads are not applied.

        ``layout=`` may change what does not change the size.
        """
        layout = cells.pop("layout", self.layout)
        if not isinstance(layout, Layout):
            raise SettingError(sentence("hexmap: layout", "must be a Layout", layout))
        return type(self)(layout, **{**self.arrays(), **cells})

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return all arrays by name, in the order of ``hexmap.ATTRIBUTES``."""
        return {name: getattr(self, name) for name in ATTRIBUTES}

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.layout.shape

    @property
    def columns(self) -> int:
        """Cells from west to east."""
        return self.layout.columns

    @property
    def rows(self) -> int:
        """Cells from south to north."""
        return self.layout.rows

    @property
    def underwater(self) -> NDArray[np.bool_]:
        """Whether each cell is under water: its water level is above its elevation."""
        return self.water_level > self.elevation

    @property
    def seeds(self) -> tuple[int, int]:
        """The seeds of features and of the shaking noise, as unsigned 64-bit integers."""

        def of(seed: Seed | None, otherwise: int) -> int:
            return normalize(otherwise if seed is None else seed)

        return of(self.layout.seed, FEATURE_SEED), of(self.layout.noise_seed, NOISE_SEED)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a map is frozen."""
        raise FieldError(f"hexmap: {name} is frozen; make a changed map with replace({name}=...) or hexmap.edit.")

    def __eq__(self, other: object) -> bool:
        """Compare layout and every cell."""
        if not isinstance(other, HexMap):
            return NotImplemented
        mine, theirs = self.arrays(), other.arrays()
        return self.layout == other.layout and all(np.array_equal(mine[name], theirs[name]) for name in ATTRIBUTES)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Say how large it is."""
        return f"HexMap({self.columns} columns, {self.rows} rows)"


def check_map(where: str, land: object) -> None:
    """Refuse what is no hex map."""
    if not isinstance(land, HexMap):
        hint = "hexmap.from_ground makes cells of a heightfield." if isinstance(land, Heightfield) else ""
        raise FieldError(sentence(where, "must be given a HexMap", type(land).__name__, hint=hint))


def _cells(values: ArrayLike, name: str, about: Attribute, shape: tuple[int, int]) -> NDArray[Any]:
    given = np.asarray(values)
    if given.dtype.kind == "f" and given.size and bool(np.all(np.isfinite(given)) and np.all(given == np.rint(given))):
        given = given.astype(np.int64)
    if given.dtype.kind not in "iub":
        raise FieldError(sentence(f"hexmap: {name}", "must hold whole numbers", str(given.dtype)))
    if given.shape not in (shape, ()):
        must = f"must have the shape {shape} (rows, columns)"
        raise FieldError(sentence(f"hexmap: {name}", must, given.shape))
    if given.size and (int(given.min()) < about.low or int(given.max()) > about.high):
        worst = int(given.min()) if int(given.min()) < about.low else int(given.max())
        raise FieldError(sentence(f"hexmap: {name}", f"must lie between {about.low} and {about.high}", worst))
    if given.dtype == about.dtype and given.shape == shape and given.flags.c_contiguous and not given.flags.writeable:
        return given  # a map's own array: shared, not copied
    made = np.empty(shape, about.dtype)
    made[...] = given
    made.flags.writeable = False
    return made


def _check_links(land: HexMap) -> None:
    """Refuse rivers and roads that do not go on in the neighbour, and several rivers into one cell."""
    near = neighbors(land.layout)
    out, into, roads = (array.ravel() for array in (land.river_out, land.river_in, land.roads))
    for side in range(6):
        to = near[:, side]
        there, across = to >= 0, (side + 3) % 6
        flows, arrives = out == side, (into[to] >> across & 1).astype(bool) & there
        road = (roads >> side & 1).astype(bool)
        beyond = (into >> side & 1).astype(bool) & ~there
        for what, wrong in (
            ("a river flows in from beyond the edge of the map", beyond),
            ("a river flows out of it, but not into its neighbour", flows & ~arrives),
            ("a river flows into its neighbour from it, but not out of it", arrives & ~flows),
            (
                "a road leaves it, but does not go on in its neighbour",
                road & ~((roads[to] >> across & 1).astype(bool) & there),
            ),
        ):
            if wrong.any():
                raise FieldError(f"hexmap: {_cell(int(np.argmax(wrong)), land)} at side {side}: {what}.")
    count = np.array([bin(bits).count("1") for bits in range(64)], np.uint8)[into]
    if not land.layout.confluences and int(count.max(initial=0)) > 1:
        where = _cell(int(np.argmax(count)), land)
        raise FieldError(f"hexmap: {where} has {int(count.max())} rivers in; set layout.confluences for more than one.")


def _cell(index: int, land: HexMap) -> str:
    row, column = divmod(index, land.columns)
    return f"cell (column {column}, row {row})"
