"""Networks as GeoJSON, and lines of any GeoJSON as a network."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FieldError, FormatError, sentence
from landwright.io._whole import whole_file
from landwright.io.settings import LinesGeojson
from landwright.networks import Network
from landwright.world import World

__all__ = ["joined", "networks_in", "read_geojson_lines", "write_lines"]

_CARRIED: Final = ("of_points", "of_edges", "of_nodes")
_DEGREES: Final = (180.0, 90.0)


def networks_in(thing: Any, names: tuple[str, ...] = ()) -> dict[str, Network]:
    """Return the networks of a world (or the one that was given), those of the names if there are any."""
    held = dict(thing.networks) if isinstance(thing, World) else {thing.kind or "lines": thing}
    missing = next((name for name in names if name not in held), None)
    if missing is not None and isinstance(thing, World):
        must = "must be networks of the world"
        raise FieldError(sentence("write: networks", must, missing, valid=sorted(held)))
    chosen = {name: held[name] for name in held if not names or name in names or not isinstance(thing, World)}
    if not chosen:
        raise FieldError("write: the world has no networks; give the recipe a stage that makes rivers or roads.")
    return chosen


def write_lines(thing: Any, path: Path, noun: LinesGeojson) -> tuple[Path, ...]:
    """Write a LineString for each edge and a Point for each node."""
    networks = networks_in(thing, noun.networks)
    head = {
        "unit": "m",
        "networks": {
            name: {"kind": each.kind, "types": {w: _types(getattr(each, w)) for w in _CARRIED}}
            for name, each in networks.items()
        },
    }
    ground = thing.ground if isinstance(thing, World) else None
    if ground is not None and ground.grid.crs is not None:
        head["crs"] = ground.grid.crs
    with whole_file(path) as stream:
        stream.write(f'{{"type":"FeatureCollection","landwright":{json.dumps(head)},"features":['.encode())
        first = True
        for name, network in networks.items():
            for feature in _features(name, network, noun.nodes):
                text = json.dumps(feature, separators=(",", ":"), allow_nan=False)
                stream.write((("\n" if first else ",\n") + text).encode())
                first = False
        stream.write(b"\n]}\n")
    return (path,)


def _types(carried: Mapping[str, NDArray[Any]]) -> dict[str, str]:
    return {name: values.dtype.str for name, values in carried.items()}


def _features(name: str, network: Network, nodes: bool) -> Iterator[dict[str, Any]]:
    for edge, (start, end) in enumerate(network.edges.tolist()):
        span = network.span(edge)
        told = {"network": name, "kind": network.kind, "edge": edge, "from": start, "to": end}
        if network.names and network.names[edge]:
            told["name"] = network.names[edge]
        told.update({key: values[edge].tolist() for key, values in network.of_edges.items()})
        told["points"] = {key: values[span].tolist() for key, values in network.of_points.items()}
        yield _feature("LineString", network.line(edge).tolist(), told)
    for node, place in enumerate(network.nodes.tolist() if nodes else ()):
        carried = {key: values[node].tolist() for key, values in network.of_nodes.items()}
        yield _feature("Point", place, {"network": name, "node": node, **carried})


def _feature(kind: str, coordinates: Any, properties: dict[str, Any]) -> dict[str, Any]:
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def read_geojson_lines(data: Any, group: str = "") -> dict[str, Network]:
    """Return the networks of a GeoJSON object: ours as they were, the lines of any other as one called ``lines``."""
    features = data["features"] if data["type"] == "FeatureCollection" else [data]
    head = data.get("landwright", {}).get("networks") if isinstance(data, dict) else None
    if head:
        held = {name: each for name, each in head.items() if not group or group in (name, each["kind"])}
        if not held:
            raise FormatError(sentence("group", "must be a network of the file", group, valid=sorted(head)))
        return {name: _ours(name, each, features) for name, each in held.items()}
    lines, names = [], []
    for feature in features:
        told = feature.get("properties") or {}
        if group and group not in (told.get("network"), told.get("kind"), told.get("type"), told.get("name")):
            continue
        for line in _line_strings(feature.get("geometry", feature)):
            lines.append(np.array([[*place[:2], place[2] if len(place) > 2 else 0.0] for place in line], np.float64))
            names.append(str(told.get("name", "")))
    if not lines:
        raise FormatError("it holds no lines" + (f" of the group {group!r}." if group else "."))
    reach = np.abs(np.concatenate(lines)[:, :2]).max(axis=0)
    if reach[0] <= _DEGREES[0] and reach[1] <= _DEGREES[1]:
        raise FormatError(
            "its coordinates look like degrees (none is over 180 or 90), and lines must be in metres; "
            "bring them to a projection in metres, such as UTM, in a GIS first."
        )
    return {"lines": joined(lines, names)}


def _line_strings(geometry: Any) -> list[list[list[float]]]:
    kind = geometry["type"] if geometry else ""
    held: list[Any] = geometry.get("coordinates", []) if geometry else []
    if kind == "LineString":
        return [held]
    if kind in ("MultiLineString", "Polygon"):
        return list(held)
    if kind == "MultiPolygon":
        return [ring for polygon in held for ring in polygon]
    if kind == "GeometryCollection":
        return [line for part in geometry["geometries"] for line in _line_strings(part)]
    return []


def _ours(name: str, head: Mapping[str, Any], features: list[Any]) -> Network:
    mine = [f for f in features if f["properties"].get("network") == name]
    edges = sorted(
        (f for f in mine if f["geometry"]["type"] == "LineString"), key=lambda f: int(f["properties"]["edge"])
    )
    nodes = sorted((f for f in mine if f["geometry"]["type"] == "Point"), key=lambda f: int(f["properties"]["node"]))
    if not nodes:
        lines = [np.array(f["geometry"]["coordinates"], np.float64) for f in edges]
        return joined(lines, [f["properties"].get("name", "") for f in edges], str(head["kind"]))
    told, types = [f["properties"] for f in edges], head["types"]
    points = [f["geometry"]["coordinates"] for f in edges]

    def column(word: str, values: list[Any], key: str) -> NDArray[Any]:
        return np.array(values, np.dtype(types[word][key]))

    return Network(
        [f["geometry"]["coordinates"] for f in nodes],
        np.array([[t["from"], t["to"]] for t in told], np.int32),
        np.array([place for line in points for place in line], np.float64),
        np.cumsum([0, *map(len, points)]),
        kind=str(head["kind"]),
        of_points={k: column("of_points", [v for t in told for v in t["points"][k]], k) for k in types["of_points"]},
        of_edges={k: column("of_edges", [t[k] for t in told], k) for k in types["of_edges"]},
        of_nodes={k: column("of_nodes", [f["properties"][k] for f in nodes], k) for k in types["of_nodes"]},
        names=[t.get("name", "") for t in told] if any("name" in t for t in told) else (),
    )


def joined(lines: list[NDArray[np.float64]], names: list[str], kind: str = "lines") -> Network:
    """Return lines as a network: a node at each end, one for all ends that lie at the same place; repeated places are left out."""
    kept, called = [], []
    for line, name in zip(lines, names, strict=True):
        apart = np.ones(len(line), np.bool_)
        apart[1:] = (np.diff(line[:, :2], axis=0) != 0.0).any(axis=1)
        if apart.sum() >= 2:
            kept.append(line[apart])
            called.append(name)
    if not kept:
        raise FormatError("its lines have fewer than two places each.")
    nodes: dict[tuple[float, float], int] = {}
    heights: list[float] = []
    edges = []
    for line in kept:
        pair = []
        for x, y, z in (line[0].tolist(), line[-1].tolist()):
            if (x, y) not in nodes:
                nodes[x, y] = len(nodes)
                heights.append(z)
            pair.append(nodes[x, y])
        edges.append(pair)
    return Network(
        [[*place, z] for place, z in zip(nodes, heights, strict=True)],
        np.array(edges, np.int32),
        np.concatenate(kept),
        np.cumsum([0, *map(len, kept)]),
        kind=kind,
        names=called if any(called) else (),
    )
