"""The JSON Schema of a recipe: units, bounds, help and hints of every kind of stage and output."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic.json_schema import models_json_schema

from landwright.recipe import _kinds
from landwright.recipe._frames import FRAMES
from landwright.recipe._recipe import Recipe, RecipeOutput, RecipeStage
from landwright.settings import Output, Settings, Stage

__all__ = ["schema"]


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a recipe.

    Returns
    -------
    dict
        Plain values. Every setting carries ``description``, ``unit`` and, for forms, ``x-ui``; stages and outputs are a union
        told apart by ``kind``. Each stage also says ``x-takes``, ``x-reads``, ``x-writes``, ``x-reach`` and ``x-seeded``,
        each output ``x-shows``.
    """
    stages, outputs = _kinds.stage_kinds(), _kinds.output_kinds()
    nouns: list[type[Settings]] = [*stages.values(), *outputs.values(), *(frame.noun for frame in FRAMES.values())]
    refs, whole = models_json_schema([(noun, "validation") for noun in nouns], ref_template="#/$defs/{model}")
    defs: dict[str, Any] = copy.deepcopy(whole.get("$defs", {}))
    names = {noun: str(refs[noun, "validation"]["$ref"]).rpartition("/")[2] for noun in nouns}
    top = Recipe.model_json_schema(mode="validation")["properties"]
    for word, kinds, frame in (("stages", stages, RecipeStage), ("outputs", outputs, RecipeOutput)):
        envelope = frame.model_json_schema(mode="validation")
        properties = {key: value for key, value in envelope["properties"].items() if key != "noun"}
        needed = [key for key in envelope.get("required", []) if key != "noun"]
        for kind, noun in kinds.items():
            _wrap(defs, names[noun], kind, noun, properties, needed)
        top[word] = {
            **{key: value for key, value in top[word].items() if key not in ("items", "default")},
            "type": "array",
            "items": _union({kind: names[noun] for kind, noun in kinds.items()}),
        }
    for word, table in FRAMES.items():
        top[word] = {
            **{k: v for k, v in top[word].items() if k not in ("anyOf", "default")},
            "$ref": f"#/$defs/{names[table.noun]}",
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Landwright recipe",
        "type": "object",
        "properties": top,
        "required": ["format"],
        "additionalProperties": False,
        "$defs": _used(defs, top),
    }


def _wrap(
    defs: dict[str, Any], name: str, kind: str, noun: type[Settings], envelope: Mapping[str, Any], needed: Iterable[str]
) -> None:
    """Turn a noun's definition into that of its table: the recipe's words beside the noun's fields."""
    made = defs[name]
    own = {key: value for key, value in made["properties"].items() if key != "kind"}
    required = [*needed, "kind", *(key for key in made.get("required", []) if key != "kind")]
    made["title"] = kind
    made["properties"] = {"kind": {"const": kind}, **copy.deepcopy(dict(envelope)), **own}
    made["required"] = required
    made["x-own"] = list(own)
    if issubclass(noun, Stage):
        made["x-takes"], made["x-seeded"], made["x-reach"] = noun.takes, noun.seeded, noun.reach
        made["x-reads"], made["x-writes"] = sorted(noun.reads), sorted(noun.writes)
    elif issubclass(noun, Output):
        made["x-shows"] = noun.shows


def _union(names: Mapping[str, str]) -> dict[str, Any]:
    mapping = {kind: f"#/$defs/{name}" for kind, name in names.items()}
    if not mapping:
        return {"not": {}}
    return {
        "type": "object",
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
        "discriminator": {"propertyName": "kind", "mapping": mapping},
    }


def _used(defs: dict[str, Any], top: Any) -> dict[str, Any]:
    """Return the definitions that something points to."""
    found: dict[str, Any] = {}
    waiting: list[Any] = [top]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            ref = value.get("$ref")
            if isinstance(ref, str):
                name = ref.rpartition("/")[2]
                if name not in found:
                    found[name] = defs[name]
                    waiting.append(defs[name])
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return dict(sorted(found.items()))
