"""Grid: where samples lie.

Row 0 is the north edge, column 0 the west edge, so an array shown as a picture is a map. A sample is a point; a grid of
(rows, cols) samples spans ``(cols - 1) * cell_size`` by ``(rows - 1) * cell_size`` metres. Glossary words: *cell size*, *shape*,
*extent*. Not for: values; those are in ``field``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, PrivateAttr, model_validator

from landwright.errors import SettingError
from landwright.settings import Settings, quantity, words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Grid"]

_Count = Annotated[int, Field(ge=1, le=1 << 20)]
_Finite = Annotated[float, Field(allow_inf_nan=False)]


class Grid(Settings):
    """A regular grid of samples in metres, X east and Y north.

    Parameters
    ----------
    shape : (int, int)
        Rows and columns, each at least 1.
    cell_size : float
        Distance between neighbouring samples (m), > 0.
    origin : (float, float), optional
        x and y (m) of the north-west sample. Default: the south-west sample lies at (0, 0).
    crs : str, optional
        Coordinate reference system of x and y as text (``"EPSG:32610"`` or WKT); carried, never interpreted here.

    Raises
    ------
    SettingError
        If a value is missing, not finite or out of range.

    Examples
    --------
    >>> grid = Grid(shape=(3, 5), cell_size=10.0)
    >>> grid.extent, grid.origin
    ((40.0, 20.0), (0.0, 20.0))
    """

    shape: tuple[_Count, _Count] = quantity(
        unit="count", help="Rows and columns of samples; 2^n + 1 suits most targets."
    )
    cell_size: float = quantity(1.0, unit="m", gt=0.0, help="Distance between neighbouring samples.")
    origin: tuple[_Finite, _Finite] | None = quantity(
        None, unit="m", help="x and y of the north-west sample; by default the south-west sample is at (0, 0)."
    )
    crs: str | None = words(None, help="Coordinate reference system, such as EPSG:32610.")

    _anchor: tuple[float, float, int, int] = PrivateAttr()

    @model_validator(mode="before")
    @classmethod
    def _place(cls, data: Any) -> Any:
        if isinstance(data, dict) and data.get("origin") is None and "shape" in data:
            try:
                north = (int(data["shape"][0]) - 1) * float(data.get("cell_size", 1.0))
            except (TypeError, ValueError, IndexError, KeyError, OverflowError):
                return data  # the fields' own checks say what is wrong
            return {**data, "origin": (0.0, north)}
        return data

    def model_post_init(self, context: Any) -> None:
        """Remember the lattice that windows of this grid share."""
        corner = self.origin or (0.0, 0.0)
        object.__getattribute__(self, "__pydantic_private__")["_anchor"] = (*corner, 0, 0)

    @property
    def north_west(self) -> tuple[float, float]:
        """X and y (m) of the north-west sample; `origin`, never None."""
        x, y, row, col = self._anchor
        return x + col * self.cell_size, y - row * self.cell_size

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self.shape[0]

    @property
    def cols(self) -> int:
        """Number of columns."""
        return self.shape[1]

    @property
    def extent(self) -> tuple[float, float]:
        """Width and length (m) between the outermost samples."""
        return (self.cols - 1) * self.cell_size, (self.rows - 1) * self.cell_size

    @property
    def first(self) -> tuple[int, int]:
        """Row and column of this grid's north-west sample in the lattice it was cut from; (0, 0) for a whole grid."""
        return self._anchor[2], self._anchor[3]

    @property
    def x(self) -> NDArray[np.float64]:
        """X of every column (cols,), float64, metres; the same bits in a window as in the whole."""
        import numpy as np

        x, _, _, col = self._anchor
        index = np.arange(col, col + self.cols, dtype=np.float64)
        return np.asarray(x + index * self.cell_size, dtype=np.float64)

    @property
    def y(self) -> NDArray[np.float64]:
        """Y of every row (rows,), float64, metres, descending; the same bits in a window as in the whole."""
        import numpy as np

        _, y, row, _ = self._anchor
        index = np.arange(row, row + self.rows, dtype=np.float64)
        return np.asarray(y - index * self.cell_size, dtype=np.float64)

    def window(self, row0: int, row1: int, col0: int, col1: int) -> Grid:
        """Return the grid of rows ``row0`` to ``row1 - 1`` and columns ``col0`` to ``col1 - 1``.

        The window may reach beyond this grid. Its samples have exactly the coordinates of this grid's lattice.
        """
        if row1 <= row0 or col1 <= col0:
            raise SettingError(
                f"grid: a window must hold at least one sample, got rows {row0}:{row1}, columns {col0}:{col1}."
            )
        x, y, row, col = self._anchor
        row, col = row + row0, col + col0
        origin = (x + col * self.cell_size, y - row * self.cell_size)
        made = Grid(shape=(row1 - row0, col1 - col0), cell_size=self.cell_size, origin=origin, crs=self.crs)
        object.__getattribute__(made, "__pydantic_private__")["_anchor"] = (x, y, row, col)
        return made

    def __eq__(self, other: object) -> bool:
        """Compare shape, cell size, origin and CRS."""
        if not isinstance(other, Grid):
            return NotImplemented
        return (self.shape, self.cell_size, self.origin, self.crs) == (
            other.shape,
            other.cell_size,
            other.origin,
            other.crs,
        )

    def __hash__(self) -> int:
        """Hash what :meth:`__eq__` compares."""
        return hash((self.shape, self.cell_size, self.origin, self.crs))
