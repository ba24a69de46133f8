"""``landwright info``: what a recipe, a world or a file holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from landwright.cli._progress import Bar
from landwright.cli._source import is_recipe, recipe_of
from landwright.errors import InputMissing

__all__ = ["command"]


@click.command("info")
@click.argument("source", type=click.Path(path_type=Path), metavar="FILE|WORLD")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
def command(source: Path, as_json: bool, quiet: bool) -> None:
    """Say what a recipe, a built world or a file holds.

    The nodes of a built planet are not in its folder: they are taken from the cache, or made anew.
    """
    if not source.exists():
        raise InputMissing(f"{source}: there is no such file or folder.")
    about = _about(source, quiet)
    if as_json:
        click.echo(json.dumps(about, indent=2, allow_nan=False))
        return
    for line in _lines(about):
        click.echo(line)


def _about(source: Path, quiet: bool) -> dict[str, Any]:
    if is_recipe(source):
        about = {"file": str(source), "type": "world" if source.is_dir() else "recipe", **_recipe(source)}
        if source.is_dir():
            about["files"] = _files(source, about)
            saved = next((file["path"] for file in about["files"] if file["kind"] == "hex"), None)
            if saved is not None:
                from landwright import io

                about.update({key: value for key, value in _cells(io.read(source / saved)).items() if key != "type"})
            if "radius" in about:
                from landwright.works import build

                with Bar(quiet=quiet) as bar:
                    about.update(_planet(build(recipe_of(source), progress=bar).require_planet()))
        return about
    from landwright import io

    return {"file": str(source), **_thing(io.read(source))}


def _recipe(source: Path) -> dict[str, Any]:
    recipe = recipe_of(source)
    about: dict[str, Any] = {"name": recipe.name, "seed": recipe.seed, "sea_level": recipe.sea_level}
    if recipe.grid is not None:
        about.update(_grid(recipe.grid))
    if recipe.hexmap is not None:
        about.update(_layout(recipe.hexmap))
    if recipe.planet is not None:
        about.update(_frame(recipe.planet))
    about["stages"] = [
        {"id": s.id, "kind": s.kind, "enabled": s.enabled, "writes": sorted(s.writes)} for s in recipe.stages
    ]
    about["outputs"] = [{"path": output.path, "kind": output.kind} for output in recipe.outputs]
    return about


def _grid(grid: Any) -> dict[str, Any]:
    return {
        "shape": list(grid.shape),
        "cell_size": grid.cell_size,
        "extent": list(grid.extent),
        "origin": list(grid.north_west),
        "crs": grid.crs,
    }


def _layout(layout: Any) -> dict[str, Any]:
    return {
        "columns": layout.columns,
        "rows": layout.rows,
        "cells": layout.columns * layout.rows,
        "wrap": layout.wrap,
        "outer_radius": layout.metrics.outer_radius,
        "elevation_step": layout.metrics.elevation_step,
    }


def _frame(frame: Any) -> dict[str, Any]:
    return {
        "radius": frame.radius,
        "resolution": frame.resolution,
        "nodes": 6 * (frame.resolution - 1) ** 2 + 2,
        "mapping": frame.mapping,
        "faces": frame.faces,
    }


def _planet(globe: Any) -> dict[str, Any]:
    """Return what is on a planet; shares are of its surface, not of its nodes."""
    import numpy as np

    from landwright.planet import CLIMATE_BIOMES, latitude_longitude, node_areas
    from landwright.planet._pieces import nodes

    area = node_areas(globe.frame).reshape(-1)
    height = globe.elevation.reshape(-1)
    points = nodes(globe.frame.resolution, globe.frame.mapping)

    def place(index: int) -> dict[str, float]:
        latitude, longitude = latitude_longitude(points[index])
        return {"elevation": float(height[index]), "latitude": float(latitude), "longitude": float(longitude)}

    about: dict[str, Any] = {
        "sea": globe.sea,
        "land_share": float(area[height >= 0.0].sum()) if globe.sea else 1.0,
        "lowest": place(int(height.argmin())),
        "highest": place(int(height.argmax())),
    }
    if "biome" in globe.layers:
        held = np.bincount(globe.layers["biome"].reshape(-1).astype(np.int64), area, len(CLIMATE_BIOMES))
        about["biomes"] = {name: float(share) for name, share in zip(CLIMATE_BIOMES, held) if share > 0.0}
    about["layers"] = {
        name: [float(values.min()), float(values.max())] for name, values in globe.layers.items() if name != "biome"
    }
    return about


def _cells(land: Any) -> dict[str, Any]:
    """Return what is on a hex map, and what is wrong with it."""
    from collections import Counter

    import numpy as np

    from landwright.hexmap import validate

    dry, out = ~land.underwater, land.river_out >= 0
    names = ("sand", "grass", "mud", "stone", "snow")
    findings = validate(land)
    found = Counter((one.severity, one.rule) for one in findings)
    texts = {(one.severity, one.rule): one for one in reversed(findings)}
    return {
        "type": "hex map",
        **_layout(land.layout),
        "levels": [int(land.elevation.min()), int(land.elevation.max())],
        "land": float(dry.mean()),
        "ground": {name: int((dry & (land.terrain == code)).sum()) for code, name in enumerate(names)},
        "rivers": int((out & (land.river_in == 0)).sum()),
        "river_cells": int((out | (land.river_in > 0)).sum()),
        "road_cells": int((land.roads > 0).sum()),
        "towns": {name: int((getattr(land, name) > 0).sum()) for name in ("urban", "farm", "plant", "special")},
        "walled": int(np.count_nonzero(land.walled)),
        "findings": [
            {
                "severity": severity,
                "rule": rule,
                "count": count,
                "first": [texts[severity, rule].column, texts[severity, rule].row],
                "text": texts[severity, rule].text,
            }
            for (severity, rule), count in found.items()
        ],
    }


def _files(folder: Path, about: dict[str, Any]) -> list[dict[str, Any]]:
    kinds = {output["path"]: output["kind"] for output in about["outputs"]}
    found = []
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and not p.name.startswith(".")):
        name = path.relative_to(folder).as_posix()
        found.append({"path": name, "kind": kinds.get(name, ""), "bytes": path.stat().st_size})
    return found


def _thing(thing: Any) -> dict[str, Any]:
    from landwright.field import Heightfield, Layer

    if isinstance(thing, Heightfield):
        return {
            "type": "heightfield",
            "unit": "m",
            **_grid(thing.grid),
            **_statistics(thing.elevation, thing.mask),
            "mask": thing.mask is not None,
        }
    if isinstance(thing, Layer):
        return {
            "type": type(thing).__name__.lower(),
            "unit": thing.unit,
            **_grid(thing.grid),
            **_statistics(thing.values),
        }
    if hasattr(thing, "river_out"):
        return _cells(thing)
    if hasattr(thing, "vertices"):
        return _mesh(thing)
    if hasattr(thing, "weights"):
        weights = thing.weights
        return {"type": "splat map", "layers": list(weights), **_grid(next(iter(weights.values())).grid)}
    return {"type": type(thing).__name__}


def _statistics(values: Any, mask: Any = None) -> dict[str, Any]:
    import numpy as np

    held = values if mask is None else values[mask]
    if held.size == 0:
        return {"data": 0.0}
    exact = held.astype(np.float64)
    low, high = float(held.min()), float(held.max())
    return {
        "range": [low, high],
        "relief": high - low,
        "mean": float(exact.mean()),
        "median": float(np.median(held)),
        "deviation": float(exact.std()),
        "levels": int(np.unique(held).size),
        "data": float(held.size / values.size),
    }


def _mesh(mesh: Any) -> dict[str, Any]:
    vertices, faces = mesh.vertices, mesh.faces
    about: dict[str, Any] = {"type": "mesh", "vertices": len(vertices), "faces": len(faces)}
    if len(vertices):
        low, high = vertices.min(axis=0), vertices.max(axis=0)
        about["bounds"] = [[float(v) for v in low], [float(v) for v in high]]
        about["extent"] = [float(v) for v in high - low]
    return about


_HINTS = {
    "cell_size": "m",
    "extent": "m",
    "origin": "m",
    "sea_level": "m",
    "bounds": "m",
    "outer_radius": "m",
    "elevation_step": "m",
    "radius": "m",
}


def _lines(about: dict[str, Any]) -> list[str]:
    lines = [f"{about['file']}: {about['type']}"]
    unit = about.get("unit", "")
    for key, value in about.items():
        if key in ("file", "type") or value is None:
            continue
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines.append(f"  {key.replace('_', ' ')}")
            lines += [f"    {_row(row)}" for row in value]
            continue
        suffix = _HINTS.get(key) or (unit if key in ("range", "relief", "mean", "median", "deviation") else "")
        if key in ("lowest", "highest"):
            north, east = value["latitude"], value["longitude"]
            where = f"{abs(north):.1f} {'NS'[north < 0]}, {abs(east):.1f} {'EW'[east < 0]}"
            lines.append(f"  {key:<12} {_shown('', value['elevation'])} m at {where}")
        elif key == "land_share":
            lines.append(f"  land         {value:.1%} of the surface")
        elif key == "biomes":
            parts = sorted(value.items(), key=lambda item: -item[1])
            lines.append(f"  biomes       {', '.join(f'{name} {share:.1%}' for name, share in parts)}")
        elif key == "layers" and isinstance(value, dict):
            lines.append(
                f"  layers       {', '.join(f'{name} {low:.3g} to {high:.3g}' for name, (low, high) in value.items()) or 'none'}"
            )
        elif key == "land":
            lines.append(f"  land         {value:.1%} of the cells")
        elif isinstance(value, dict):
            lines.append(f"  {key:<12} {', '.join(f'{n} {name}' for name, n in value.items() if n) or 'none'}")
        elif key == "data":
            lines.append(f"  data         {value:.2%} of the samples")
        else:
            lines.append(
                f"  {key.replace('_', ' '):<12} {_shown(key, value)} {suffix if suffix not in ('1', '') else ''}".rstrip()
            )
    return lines


def _shown(key: str, value: Any) -> str:
    if isinstance(value, float):
        if value == int(value) and abs(value) < 1e15:
            return str(int(value))
        return f"{value:g}" if abs(value) < 1e-3 else f"{value:.3f}".rstrip("0").rstrip(".")
    if isinstance(value, list):
        joint = " to " if key in ("range", "levels") else " x " if key in ("shape", "extent") else ", "
        return joint.join(_shown("", item) for item in value) or "none"
    return str(value)


def _row(row: dict[str, Any]) -> str:
    if "id" in row:
        off = "" if row["enabled"] else " (disabled)"
        return f"{row['id']:<14} {row['kind']:<26} writes {', '.join(row['writes'])}{off}"
    if "rule" in row:
        times = f" ({row['count']} times)" if row["count"] > 1 else ""
        return f"{row['severity']}: {row['rule']} at {row['first'][0]},{row['first'][1]}{times}: {row['text']}"
    size = f"{row['bytes']:>12,} bytes" if "bytes" in row else ""
    return f"{row['path']:<30} {row['kind']:<10}{size}".rstrip()
