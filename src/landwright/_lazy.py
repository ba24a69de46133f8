"""Lazy front doors (PEP 562): a package names what it offers and loads a module when a name is first used."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

__all__ = ["lazy"]


def lazy(package: str, where: Mapping[str, Iterable[str]]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a package, and give it an ``__all__``: what ``from package import *`` brings.

    Parameters
    ----------
    package : str
        The package's ``__name__``.
    where : mapping of str to iterable of str
        Module (relative, such as ``"_plasma"`` or ``"settings"``) to the names it gives. A module that maps to an empty
        iterable is itself the name.

    Returns
    -------
    tuple of callables
        ``__getattr__, __dir__``.
    """
    home = {name: module for module, names in where.items() for name in names}
    modules = {module for module, names in where.items() if not tuple(names)}

    def getattribute(name: str) -> Any:
        if name in home:
            value = getattr(importlib.import_module(f"{package}.{home[name]}"), name)
            setattr(sys.modules[package], name, value)
            return value
        if name in modules:
            return importlib.import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def directory() -> list[str]:
        return sorted({*home, *modules})

    vars(sys.modules[package]).setdefault("__all__", directory())

    return getattribute, directory
