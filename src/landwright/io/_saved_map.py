"""A saved hex map as the first stage of a recipe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from landwright.errors import FormatError, sentence
from landwright.io.settings import SavedMap

if TYPE_CHECKING:
    from landwright.hexmap import HexMap

__all__ = ["saved_map"]


def saved_map(land: HexMap, noun: SavedMap) -> HexMap:
    """Read the cells of a saved map onto a map of the same size.

    Parameters
    ----------
    land : HexMap
        The map before; its layout stays, its cells are replaced.
    noun : SavedMap
        Which file.

    Returns
    -------
    HexMap
        With the cells of the file.

    Raises
    ------
    FormatError
        If the file cannot be read, is no map, or has another number of columns or rows.

    See Also
    --------
    landwright.hexmap.load_cells : The map on the file's own layout.

    Notes
    -----
    Reach: whole.
    Cost: O(cells).
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import landwright as lw
    >>> land = lw.hexmap.HexMap(lw.hexmap.Layout(columns=3, rows=2))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(f"{folder}/small.hex").write_bytes(lw.hexmap.save_cells(land.replace(terrain=2)))
    ...     lw.io.saved_map(land, lw.io.SavedMap(path=f"{folder}/small.hex")).terrain.tolist()
    [[2, 2, 2], [2, 2, 2]]
    """
    from landwright.hexmap import HexMap, load_cells

    try:
        data = Path(noun.path).read_bytes()
    except OSError as error:
        raise FormatError(f"io.saved_map: {noun.path!r} cannot be read: {error.strerror or error}.") from None
    held = load_cells(data)
    if held.shape != land.shape:
        want = f"must have {land.columns} columns and {land.rows} rows, as [hexmap] has"
        raise FormatError(sentence("io.saved_map: path", want, f"{held.columns} columns and {held.rows} rows"))
    return HexMap(land.layout, **held.arrays())
