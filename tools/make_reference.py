"""Write the reference pages from docstrings and the schema into docs/reference/_generated."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from typing import Any

from landwright.units import describe

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "reference" / "_generated"
PACKAGES = [
    "noise",
    "generate",
    "ops",
    "hydrology",
    "erosion",
    "mesh",
    "networks",
    "hexmap",
    "planet",
    "io",
    "render",
    "doctor",
    "recipe",
]
PACKAGES += ["works", "testing"]
MODULES = ["grid", "field", "world", "settings", "seeds", "units", "errors"]


def cell(value: Any) -> str:
    return str(value).replace("|", "\\|").replace("\n", " ")


def settings_table(noun: type) -> list[str]:
    lines = ["| setting | unit | default | bounds | what it does |", "|---|---|---|---|---|"]
    for name, info in noun.model_fields.items():
        if name == "kind":
            continue
        extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
        bounds = []
        for item in info.metadata:
            for key, sign in (("gt", ">"), ("ge", "≥"), ("lt", "<"), ("le", "≤")):
                if getattr(item, key, None) is not None:
                    bounds.append(f"{sign} {getattr(item, key):g}")
        default = "must be given" if info.is_required() else repr(info.get_default(call_default_factory=True))
        if len(default) > 60:
            default = default[:57] + "..."
        unit = describe(str(extra.get("unit", "text")))
        lines.append(
            f"| `{name}` | {unit} | `{cell(default)}` | {', '.join(bounds)} | {cell(info.description or '')} |"
        )
    return lines


def page(title: str, path: str) -> str:
    module = importlib.import_module(path)
    lines = [f"# {title}", "", inspect.cleandoc(module.__doc__ or ""), ""]
    names = [n for n in (getattr(module, "__all__", None) or dir(module)) if not n.startswith("_")]
    functions, classes = [], []
    for name in sorted(names):
        value = getattr(module, name)
        if inspect.isclass(value):
            classes.append((name, value))
        elif inspect.isfunction(value):
            functions.append((name, value))
    for name, _ in functions:
        lines += [
            f"## {name}",
            "",
            "```{eval-rst}",
            f".. autofunction:: {path}.{name}",
            "```",
            "",
        ]
    for name, value in classes:
        lines += [f"## {name}", ""]
        if hasattr(value, "model_fields"):
            kind = value.model_fields.get("kind")
            lines += [inspect.cleandoc(value.__doc__ or ""), ""]
            if kind is not None and isinstance(kind.default, str):
                lines += [
                    f'`kind = "{kind.default}"`' + (f", reach: {value.reach}" if hasattr(value, "reach") else ""),
                    "",
                ]
            if len(value.model_fields) > (kind is not None):
                lines += [*settings_table(value), ""]
        else:
            lines += [
                "```{eval-rst}",
                f".. autoclass:: {path}.{name}",
                "   :members:",
                "```",
                "",
            ]
    return "\n".join(lines) + "\n"


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    listed = []
    for name in [*PACKAGES, *MODULES]:
        (TARGET / f"{name}.md").write_text(page(f"landwright.{name}", f"landwright.{name}"), encoding="utf-8")
        listed.append(f"_generated/{name}")
    toc = "\n".join(["```{toctree}", ":maxdepth: 1", "", *listed, "```", ""])
    intro = "# Reference\n\nMade from the docstrings and the schema. Every setting shows its unit, default, bounds and effect.\n\n"
    (TARGET.parent / "README.md").write_text(intro + toc, encoding="utf-8")
    print(f"wrote {len(listed)} pages to {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
