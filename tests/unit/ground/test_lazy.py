"""Lazy packages: their names come when they are used, and all of them with a star."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import landwright

PACKAGES = [
    "landwright",
    *(
        f"landwright.{module.name}"
        for module in pkgutil.iter_modules(landwright.__path__)
        if module.ispkg and module.name != "cli"
    ),
]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_star_brings_every_name_a_package_offers(package: str) -> None:
    module = importlib.import_module(package)
    brought: dict[str, object] = {}
    exec(f"from {package} import *", brought)
    missing = [name for name in dir(module) if not name.startswith("_") and name not in brought]
    assert missing == []
