"""Check every public docstring with numpydoc's validator; exit 1 and list what is wrong."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterator

from numpydoc.validate import validate

import landwright

CHECKS = {
    "GL05",  # tabs
    "GL06",  # unknown section
    "GL07",  # wrong order of sections
    "GL08",  # no docstring
    "SS03",  # summary does not end with a period
    "SS04",  # summary is indented
    "PR01",  # parameters are not documented
    "PR02",  # unknown parameters
    "PR03",  # wrong order of parameters
    "PR06",  # wrong type word
    "PR07",  # parameter has no description
    "RT03",  # return value has no description
    "YD01",  # generator without Yields
}


def public(package: str) -> Iterator[tuple[str, object]]:
    """Yield the dotted name and the object of everything a package offers."""
    module = importlib.import_module(package)
    for name in sorted(set(getattr(module, "__all__", None) or dir(module))):
        if name.startswith("_"):
            continue
        value = getattr(module, name)
        home = getattr(value, "__module__", "") or ""
        if (inspect.isfunction(value) or inspect.isclass(value)) and home.startswith("landwright"):
            yield f"{package}.{name}", value


def packages() -> list[str]:
    """List the packages and public root modules."""
    found = ["landwright"]
    for info in pkgutil.iter_modules(landwright.__path__, "landwright."):
        if not info.name.rpartition(".")[2].startswith("_"):
            found.append(info.name)
    return found


def problems() -> list[str]:
    """List what the validator says about every public name, once."""
    lines: list[str] = []
    seen: set[int] = set()
    for package in packages():
        for name, value in public(package):
            if id(value) in seen:
                continue
            seen.add(id(value))
            # nouns document their fields in the schema, containers under Attributes
            noun = inspect.isclass(value) and (
                hasattr(value, "model_fields") or "Attributes\n" in (value.__doc__ or "")
            )
            for code, text in validate(f"{value.__module__}.{value.__qualname__}")["errors"]:
                if code in CHECKS and not (noun and code.startswith("PR")):
                    lines.append(f"{name}: {code} {text}")
    return lines


if __name__ == "__main__":
    found = problems()
    print(*found, sep="\n")
    print(f"docstrings: {len(found)} problems")
    sys.exit(1 if found else 0)
