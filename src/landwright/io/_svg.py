"""Networks as SVG drawings, and the paths of any SVG drawing as lines, north up."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FormatError, MissingExtra
from landwright.io._lines import joined, networks_in
from landwright.io._whole import whole_file
from landwright.io.settings import LinesSvg
from landwright.networks import Network
from landwright.world import World

__all__ = ["read_svg", "write_svg"]

_COLORS: Final = {"river": "#2f7fb5", "road": "#4a4540"}
_OTHER: Final = "#7a5c3a"
_STEP: Final = 64
"""Straight pieces that a curve of a foreign drawing becomes."""

Page = tuple[float, float, float, float]


def write_svg(thing: Any, path: Path, noun: LinesSvg) -> tuple[Path, ...]:
    """Write a group for each network and a path for each edge, as wide as its line is on average."""
    networks = networks_in(thing, noun.networks)
    west, south, east, north = _page(thing, networks)
    scale = noun.scale
    box = [v * scale for v in (west, -north, east - west, north - south)]
    width, height = f"{box[2]:.10g}", f"{box[3]:.10g}"
    page = " ".join(f"{v:.17g}" for v in box)
    head = f'width="{width}" height="{height}" viewBox="{page}" data-metres="{1.0 / scale:.17g}"'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<svg xmlns="http://www.w3.org/2000/svg" {head}>']
    for name, network in networks.items():
        color = _COLORS.get(network.kind, _OTHER)
        look = f'fill="none" stroke="{color}" stroke-linecap="round" stroke-linejoin="round"'
        lines.append(f"  <g id={quoteattr(name)} data-kind={quoteattr(network.kind)} {look}>")
        for edge in range(len(network)):
            places = network.line(edge)[:, :2] * [scale, -scale]
            text = " L ".join(f"{x:.17g} {y:.17g}" for x, y in places.tolist())
            named = f" data-name={quoteattr(network.names[edge])}" if network.names and network.names[edge] else ""
            lines.append(f'    <path d="M {text}" stroke-width="{_width(network, edge) * scale:.6g}"{named}/>')
        lines.append("  </g>")
    with whole_file(path) as stream:
        stream.write(("\n".join([*lines, "</svg>"]) + "\n").encode())
    return (path,)


def _page(thing: Any, networks: dict[str, Network]) -> Page:
    if isinstance(thing, World) and thing.ground is not None:
        grid = thing.ground.grid
        return float(grid.x[0]), float(grid.y[-1]), float(grid.x[-1]), float(grid.y[0])
    places = np.concatenate([network.points[:, :2] for network in networks.values()])
    low, high = places.min(axis=0), places.max(axis=0)
    edge = max(0.05 * float((high - low).max()), 1.0)
    return float(low[0] - edge), float(low[1] - edge), float(high[0] + edge), float(high[1] + edge)


def _width(network: Network, edge: int) -> float:
    carried = network.of_points.get("width")
    return 1.0 if carried is None else float(np.mean(carried[network.span(edge)]))


def read_svg(path: Path, group: str = "") -> tuple[dict[str, Network], Page | None]:
    """Return the lines of a drawing, a network for each group that has an id (others together), and its page; y counts north.

    Ours come back to the bit in east and north; z and widths are not in a drawing.
    """
    try:
        import svgelements
    except ImportError:
        raise MissingExtra(f"read: {path.name!r} is an SVG drawing, and reading one", "svg") from None
    data = path.read_bytes()
    if re.search(rb"<!\s*(DOCTYPE[^>]*\[|ENTITY)", data):
        raise FormatError("it declares entities, which a drawing needs none of; save it again as plain SVG.")
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise FormatError(f"it is no SVG drawing ({error}).") from None
    if not root.tag.endswith("svg"):
        raise FormatError("it has no <svg> element.")
    metres, page = float(root.get("data-metres", "1")), _page_of(root)
    for name in ("viewBox", "width", "height", "x", "y"):  # or places would come in pixels of the page
        root.attrib.pop(name, None)
    drawing = svgelements.SVG.parse(BytesIO(ElementTree.tostring(root)), reify=True, ppi=96.0)
    kinds = {each.get("id", ""): each.get("data-kind", "lines") for each in root.iter() if each.tag.endswith("}g")}
    found: dict[str, list[NDArray[np.float64]]] = {}
    names: dict[str, list[str]] = {}
    for owner, element in _shapes(svgelements, drawing, ""):
        if group and group not in (owner, element.id):
            continue
        for piece in svgelements.Path(element).as_subpaths():
            places = _places(svgelements, svgelements.Path(piece))
            if len(places) >= 2:
                flat = np.array([[x * metres, -y * metres, 0.0] for x, y in places], np.float64)
                found.setdefault(owner or "lines", []).append(flat)
                names.setdefault(owner or "lines", []).append(str(element.values.get("data-name") or ""))
    if not found:
        raise FormatError("it holds no lines" + (f" of the group {group!r}." if group else "."))
    networks = {name: joined(lines, names[name], kinds.get(name, "lines")) for name, lines in found.items()}
    box = None if page is None else (page[0] * metres, -page[3] * metres, page[2] * metres, -page[1] * metres)
    return networks, box


def _shapes(svgelements: Any, element: Any, owner: str) -> Any:
    """Go through the shapes with the id of the group each is in."""
    for each in element:
        if isinstance(each, svgelements.Group):
            yield from _shapes(svgelements, each, str(each.id) if each.id else owner)
        elif isinstance(each, svgelements.Shape):
            yield owner, each


def _places(svgelements: Any, piece: Any) -> list[tuple[float, float]]:
    """Return the corners of a path; its curves as many short straight pieces."""
    places: list[tuple[float, float]] = []
    for segment in piece:
        if isinstance(segment, svgelements.Move):
            places.append((segment.end.x, segment.end.y))
        elif isinstance(segment, svgelements.Line | svgelements.Close):
            if segment.end is not None:
                places.append((segment.end.x, segment.end.y))
        else:
            steps = [segment.point(k / _STEP) for k in range(1, _STEP + 1)]
            places.extend((float(p.x), float(p.y)) for p in steps)
    return [place for k, place in enumerate(places) if k == 0 or place != places[k - 1]]


def _page_of(root: Any) -> Page | None:
    """Return left, top, right and bottom of the page, in units of the drawing; None when it does not say."""
    box = [float(part) for part in re.split(r"[\s,]+", root.get("viewBox", "").strip()) if part]
    if len(box) != 4:
        sizes = [re.fullmatch(r"([\d.]+)(?:px)?", root.get(name, "").strip()) for name in ("width", "height")]
        if not all(sizes):
            return None
        box = [0.0, 0.0, *(float(size.group(1)) for size in sizes if size)]
    return box[0], box[1], box[0] + box[2], box[1] + box[3]
