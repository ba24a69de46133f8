"""Write web/src/protocol.ts and web/src/schema.json from Python; ``--check`` only says whether they are fresh."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from landwright.studio import protocol
from landwright.studio._schema import form_schema

ROOT = Path(__file__).parent.parent
TARGETS = {"protocol.ts": "typescript", "schema.json": "schema"}
HEAD = """\
// Made by tools/make_protocol.py from src/landwright/studio/protocol; do not edit.

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
"""
UNIONS = {"Op": protocol.Op, "ClientMessage": protocol.ClientMessage, "ServerMessage": protocol.ServerMessage}


def _models() -> list[type[BaseModel]]:
    found = [value for value in vars(protocol).values() if isinstance(value, type) and issubclass(value, BaseModel)]
    return [model for model in found if model not in (protocol.Said, protocol.Told)]


def _comment(text: str | None, indent: str = "") -> list[str]:
    if not text:
        return []
    lines = [line.strip() for line in text.strip().splitlines()]
    return (
        [f"{indent}/** {lines[0]} */"]
        if len(lines) == 1
        else [f"{indent}/**", *(f"{indent} * {x}".rstrip() for x in lines), f"{indent} */"]
    )


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return _union([_type(part) for part in schema[word]])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_type(part) for part in schema['prefixItems'])}]"
        inner = _type(schema.get("items", {}))
        return f"{inner}[]" if inner.isidentifier() else f"({inner})[]"
    if kind == "object":
        return "{ [key: string]: Json }"
    words = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    return words.get(str(kind), "Json")


def _union(parts: list[str]) -> str:
    named = set(parts)
    for name, union in UNIONS.items():
        members = {member.__name__ for member in union.__origin__.__args__}
        if named == members:
            return name
    return " | ".join(dict.fromkeys(parts))


def typescript() -> str:
    """Return protocol.ts."""
    models = _models()
    # what a page says may leave out defaults; what the server tells has every field
    modes = [(m, "validation" if issubclass(m, protocol.Said) else "serialization") for m in models]
    refs, whole = models_json_schema(modes, ref_template="#/$defs/{model}")  # type: ignore[arg-type]
    parts = [HEAD]
    for model, mode in modes:
        made = whole["$defs"][str(refs[model, mode]["$ref"]).rpartition("/")[2]]  # type: ignore[index]
        required = set(made.get("required", ()))
        lines = [*_comment(made.get("description")), f"export interface {model.__name__} {{"]
        for name, field in made.get("properties", {}).items():
            lines += _comment(field.get("description"), "  ")
            lines.append(f"  {name}{'' if name in required or 'const' in field else '?'}: {_type(field)};")
        if made.get("additionalProperties") is True:
            lines.append("  [key: string]: Json;")
        parts.append("\n".join([*lines, "}", ""]))
    for name, union in UNIONS.items():
        members = [member.__name__ for member in union.__origin__.__args__]
        parts.append(f"export type {name} =\n" + "\n".join(f"  | {member}" for member in members) + ";\n")
    return "\n".join(parts)


def schema() -> str:
    """Return schema.json: the recipe's schema with complete hints for forms, without plug-ins."""
    return json.dumps(form_schema(plugins=False), indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Write the files, or with ``--check`` compare them."""
    stale = []
    for name, text in (("protocol.ts", typescript()), ("schema.json", schema())):
        path = ROOT / "web" / "src" / name
        if "--check" in arguments:
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                stale.append(name)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            print(path.relative_to(ROOT))
    if stale:
        print(f"stale: {', '.join(stale)}. Run: python tools/make_protocol.py", file=sys.stderr)
    return bool(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
