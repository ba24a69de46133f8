"""Files of lines, by their suffix: what the reader, the recipe and the command line share."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FormatError, InputMissing, LandwrightError, MissingExtra
from landwright.grid import Grid
from landwright.hexmap import HexMap
from landwright.io._hexcells import read_cells
from landwright.io._lines import joined, read_geojson_lines
from landwright.io.settings import LineFile
from landwright.networks import Network

__all__ = ["lines_from_file", "read_drawing", "read_geojson", "read_lines"]

Page = tuple[float, float, float, float]


def read_lines(path: Path, group: str = "") -> tuple[dict[str, Network], Page | None]:
    """Return the networks of a .geojson or .svg file, and its page (west, south, east, north) if it has one."""
    try:
        if path.suffix.lower() == ".svg":
            from landwright.io._svg import read_svg

            return read_svg(path, group)
        data = json.loads(path.read_bytes().decode("utf-8-sig"))
        return read_geojson_lines(data, group), None
    except MissingExtra:
        raise
    except FileNotFoundError:
        raise InputMissing(f"read: there is no file {str(path)!r}.") from None
    except LandwrightError as error:
        raise FormatError(f"read: {str(path)!r} holds no lines that can be used: {error}") from None
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        detail = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise FormatError(f"read: {str(path)!r} is no file of lines ({detail}).") from None


def lines_from_file(grid: Grid, noun: LineFile) -> dict[str, Network]:
    """Read the lines of a GeoJSON or SVG file for a recipe.

    Parameters
    ----------
    grid : Grid
        The recipe's; a page that covers the map is stretched over it.
    noun : LineFile
        Which file, which of its lines, and where they lie.

    Returns
    -------
    dict
        The network under the noun's name; metres, z as in the file (0 where it has none).

    Raises
    ------
    InputMissing
        If there is no such file.
    FormatError
        If it holds no lines, lines in degrees, or is no such file.

    See Also
    --------
    read : The same lines without a recipe.

    Notes
    -----
    Reach: whole. Cost: O(points).
    Deterministic: yes.

    Examples
    --------
    >>> import tempfile, landwright as lw
    >>> way = lw.networks.Network([[0, 0, 1], [400, 9, 2]], [[0, 1]], [[0, 0, 1], [400, 9, 2]], [0, 2], kind="road")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = lw.write(way, f"{folder}/way.geojson")
    ...     lw.io.lines_from_file(lw.Grid(shape=(9, 9)), lw.io.LineFile(path=f"{folder}/way.geojson"))
    {'lines': Network(road: 2 nodes, 1 edges, 2 points)}
    """
    path = Path(noun.path)
    named, page = read_lines(path, noun.group)
    found = list(named.values())
    network = found[0] if len(found) == 1 else joined([line for each in found for line in each.lines()], _names(found))
    if noun.place == "cover":
        if page is None:
            ends = network.points[:, :2]
            page = (*ends.min(axis=0).tolist(), *ends.max(axis=0).tolist())
        network = _stretched(network, page, grid)
    return {noun.network: network}


def _names(found: list[Network]) -> list[str]:
    return [name for each in found for name in (each.names or ("",) * len(each))]


def _stretched(network: Network, page: tuple[float, float, float, float], grid: Grid) -> Network:
    low, high = np.array(page[:2]), np.array(page[2:])
    if not (high > low).all():
        raise FormatError("io.lines: place: the lines have no width or no height, so no page of theirs covers the map.")
    begin = np.array([grid.x[0], grid.y[-1]])
    size = np.array([grid.x[-1], grid.y[0]]) - begin

    def moved(places: NDArray[np.float64]) -> NDArray[np.float64]:
        flat = begin + (places[:, :2] - low) / (high - low) * size
        return np.column_stack([flat, places[:, 2]])

    return network.replace(nodes=moved(network.nodes), points=moved(network.points))


def read_geojson(path: Path, noun: None) -> HexMap | Network | dict[str, Network]:
    """Read a GeoJSON file: cells of a hex map, or lines; networks by name where there are several."""
    try:
        features = json.loads(path.read_bytes().decode("utf-8-sig"))["features"]
        cells = bool(features) and {"column", "row"} <= set(features[0]["properties"])
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
        cells = False  # read_lines says what is wrong
    return read_cells(path, None) if cells else _one_or_all(path)


def read_drawing(path: Path, noun: None) -> Network | dict[str, Network]:
    """Read an SVG drawing: its one network, or all of them by the id of their group."""
    return _one_or_all(path)


def _one_or_all(path: Path) -> Network | dict[str, Network]:
    found, _ = read_lines(path)
    return next(iter(found.values())) if len(found) == 1 else found
