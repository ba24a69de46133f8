"""The recipe's JSON Schema with complete hints for forms: a widget, a range and a step for every setting.

A noun gives hints only where the right ones do not follow from unit, bounds and default; here the rest is worked out, so that
a form needs no rule of its own and a third party's stage looks as good as the house's.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from landwright.recipe import output_kinds, schema, stage_kinds

__all__ = ["form_schema"]

_BOUNDS = (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum"))
_STEPS = 200
"""About how many steps a slider has."""
_REACH = {"m": 1000.0, "degrees": 90.0, "1": 1.0, "m/px": 10.0}
"""How far a slider reaches where neither bounds nor default say it."""
_TRUSTED = 400.0
"""Bounds within this are a range to slide over; beyond it they only keep out nonsense."""
_FAR = 12.0
"""A bound more than so many times the default leaves what people choose to a corner of the slider."""
_POSITIVE = frozenset({"px", "m/px", "count", "yr"})
_KNOWN: dict[tuple[str, str], dict[str, Any]] = {
    ("Grid", "shape"): {"soft": [65, 4097], "step": 1, "scale": "log"},
    ("Grid", "cell_size"): {"soft": [0.1, 100.0], "step": 0.1, "scale": "log"},
    ("Camera", "width"): {"soft": [320, 4096], "step": 1},
    ("Camera", "height"): {"soft": [240, 4096], "step": 1},
    ("Relief", "width"): {"soft": [256, 4096], "step": 1},
    ("", "sea_level"): {"soft": [-1000.0, 3000.0], "step": 1.0},
}
"""Hints for settings of the rooms below, which know nothing of screens."""


def form_schema(*, plugins: bool = True) -> dict[str, Any]:
    """Return the recipe's schema; every property has ``x-ui.widget``, and every number ``x-ui.soft``, ``step`` and ``scale``.

    Parameters
    ----------
    plugins : bool
        Whether kinds of installed plug-ins are in it.
    """
    made = schema()
    if not plugins:
        _without_plugins(made)
    for name, definition in [("", made), *made["$defs"].items()]:
        for key, prop in definition.get("properties", {}).items():
            _hint(prop, key, name)
        kind = stage_kinds().get(str(definition.get("title", "")))
        for key in kind.files if kind is not None else ():
            definition["properties"][key]["x-ui"]["widget"] = "file"
    return made


def _without_plugins(made: dict[str, Any]) -> None:
    for word, kinds in (("stages", stage_kinds()), ("outputs", output_kinds())):
        items = made["properties"][word]["items"]
        mapping = items.get("discriminator", {}).get("mapping", {})
        for kind in [kind for kind in mapping if not kinds[kind].__module__.startswith("landwright.")]:
            ref = mapping.pop(kind)
            items["oneOf"].remove({"$ref": ref})
    used = set(_refs(made["properties"], made["$defs"], set()))
    made["$defs"] = {name: value for name, value in made["$defs"].items() if name in used}


def _refs(value: Any, defs: dict[str, Any], seen: set[str]) -> Iterator[str]:
    if isinstance(value, dict):
        ref = value.get("$ref")
        if isinstance(ref, str) and (name := ref.rpartition("/")[2]) not in seen:
            seen.add(name)
            yield name
            yield from _refs(defs[name], defs, seen)
        for inner in value.values():
            yield from _refs(inner, defs, seen)
    elif isinstance(value, list):
        for inner in value:
            yield from _refs(inner, defs, seen)


def _hint(prop: dict[str, Any], key: str, owner: str) -> None:
    if "const" in prop:
        return
    ui: dict[str, Any] = {**_KNOWN.get((owner, key), {}), **prop.get("x-ui", {})}
    unit = str(prop.get("unit", "1"))
    number = _number(prop)
    if number is not None:
        ui = {**_range(number, prop.get("default"), ui, unit), **ui}
        ui.setdefault("widget", "number" if prop.get("default") is None else "slider")
    elif prop.get("type") == "array":
        items = prop.get("prefixItems") or ([prop["items"]] if isinstance(prop.get("items"), dict) else [])
        defaults = prop.get("default")
        for index, item in enumerate(items):
            inner = _number(item)
            if inner is not None:
                default = defaults[index] if isinstance(defaults, list) and index < len(defaults) else None
                shared: dict[str, Any] = {name: ui[name] for name in ("soft", "step", "scale") if name in ui}
                item["x-ui"] = {"widget": "slider", **_range(inner, default, shared, unit), **shared}
        ui.setdefault("widget", "tuple" if "prefixItems" in prop else "list")
    else:
        ui.setdefault("widget", _widget(prop))
    if (owner, key) in (("", "seed"), ("Layout", "seed"), ("Layout", "noise_seed")):
        ui["widget"] = "seed"
    elif key in ("mask", "input", "output") and ui["widget"] == "text":
        ui["widget"] = "layer"
    prop["x-ui"] = ui


def _widget(prop: dict[str, Any]) -> str:
    if "enum" in prop:
        return "choice"
    if prop.get("type") == "boolean":
        return "toggle"
    parts = [prop, *prop.get("anyOf", ())]
    return "group" if any("$ref" in part or "oneOf" in part for part in parts) else "text"


def _number(prop: dict[str, Any]) -> dict[str, Any] | None:
    """Return the part of a property that is one number; None when it is anything else."""
    if prop.get("type") in ("number", "integer"):
        return prop
    parts = [part for part in prop.get("anyOf", ()) if part.get("type") != "null"]
    return parts[0] if len(parts) == 1 and parts[0].get("type") in ("number", "integer") else None


def _range(number: dict[str, Any], default: Any, given: dict[str, Any], unit: str) -> dict[str, Any]:
    """Return soft range, scale and step of a number from its bounds, default and unit."""
    low, high = (next((number[word] for word in words if word in number), None) for words in _BOUNDS)
    middle = float(default) if isinstance(default, (int, float)) else 0.0
    if "soft" in given:
        low, high = given["soft"]
    else:
        reach = _nice(4.0 * abs(middle), up=True) if middle else _REACH.get(unit, 10.0)
        reach = max(reach, 10.0 * low) if low is not None and low > 0 else reach
        far = middle > 0 and unit != "degrees" and high is not None and high > max(1.0, _FAR * middle)
        if high is None or far or high > max(50.0 * abs(middle), _TRUSTED):
            high = reach if high is None else min(high, reach)
        if low is None or -low > max(50.0 * abs(middle), _TRUSTED):
            low = 0.0 if middle > 0 or unit in _POSITIVE else -reach
    scale = given.get("scale", "linear")
    if scale == "log" and low <= 0:
        low = _nice(high / 1000.0)
    step = given.get("step") or _nice((high - low) / _STEPS)
    if number.get("type") == "integer":
        low, high, step = math.floor(low), math.ceil(high), max(1, int(given.get("step", 1)))
    return {"soft": [low, high], "step": step, "scale": scale}


def _nice(value: float, *, up: bool = False) -> float:
    """Return 1, 2 or 5 times a power of ten: the largest not above a value, or the smallest not below it."""
    if value <= 0:
        return 1.0
    power = math.floor(math.log10(value))
    candidates = [m * 10.0**p for p in (power, power + 1) for m in (1, 2, 5)]
    if up:
        return next(c for c in candidates if c >= value * (1 - 1e-12))
    return max(c for c in candidates if c <= value * (1 + 1e-12))
