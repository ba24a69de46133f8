"""Which stages and outputs there are: those of the house and those of plug-ins.

A plug-in is an installed package with an entry point in the group ``landwright.stages`` (or ``landwright.outputs``) that
names a Stage (or Output) class. A broken plug-in is left out, logged, and named wherever its kind is missed; it never stops a
recipe that does not need it.
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import importlib.util
import inspect
import logging
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin

from landwright.settings import RESERVED, Output, Settings, Stage

__all__ = ["RESERVED_OUTPUT", "broken_plugins", "forget", "kind_of", "output_kinds", "stage_kinds"]

_log = logging.getLogger("landwright.recipe")

STAGE_ROOMS = ("generate", "ops", "hydrology", "erosion", "networks", "hexmap", "planet", "io")
OUTPUT_ROOMS = ("io", "render")
RESERVED_OUTPUT = frozenset({"path"})
"""Words a recipe uses around an output's noun."""

_KIND = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")
_N = TypeVar("_N", bound=Settings)


class _Found(NamedTuple):
    kinds: Mapping[str, Any]
    broken: tuple[str, ...]


def kind_of(noun: type[Settings]) -> str | None:
    """Return the kind a noun declares, or None when it declares none."""
    info = noun.model_fields.get("kind")
    if info is None or get_origin(info.annotation) is not Literal:
        return None
    values = get_args(info.annotation)
    return str(values[0]) if len(values) == 1 and info.default == values[0] else None


def _house(rooms: tuple[str, ...], base: type[_N]) -> Iterator[type[_N]]:
    for room in rooms:
        name = f"landwright.{room}.settings"
        if importlib.util.find_spec(name) is None:
            continue
        module = importlib.import_module(name)
        for found in vars(module).values():
            if inspect.isclass(found) and issubclass(found, base) and found.__module__.startswith(name):
                yield found


def _entries(group: str) -> list[importlib.metadata.EntryPoint]:
    return sorted(importlib.metadata.entry_points(group=group), key=lambda entry: (entry.name, entry.value))


def _fault(noun: Any, base: type[Settings], reserved: frozenset[str], known: Mapping[str, Any]) -> str:
    """Return what is wrong with a plug-in's class, or an empty text."""
    word = base.__name__
    if not (inspect.isclass(noun) and issubclass(noun, base)):
        return f"it must name a {word} class, got {noun!r}"
    kind = kind_of(noun)
    if kind is None or not _KIND.fullmatch(kind):
        return f'{noun.__name__} must declare kind: Literal["package.name"] = "package.name"'
    if kind in known:
        return f"its kind {kind!r} is already taken by {known[kind].__module__}"
    taken = sorted(reserved.intersection(noun.model_fields))
    if taken:
        return f"{noun.__name__} has a field named {taken[0]!r}, a word that recipes use themselves"
    if issubclass(noun, Stage) and ":" not in noun.verb:
        return f'{noun.__name__} must say where its verb is: verb = "package.module:function"'
    return ""


def _collect(rooms: tuple[str, ...], base: type[_N], reserved: frozenset[str], group: str) -> _Found:
    kinds: dict[str, type[_N]] = {}
    for noun in _house(rooms, base):
        kind = kind_of(noun)
        if kind is not None and (not issubclass(noun, Stage) or noun.verb):
            kinds[kind] = noun
    broken = []
    for entry in _entries(group):
        try:
            noun = entry.load()
        except Exception as error:  # noqa: BLE001 - a plug-in may fail in any way; it must not stop the others
            fault = f"{type(error).__name__}: {error}"
        else:
            fault = _fault(noun, base, reserved, kinds)
            if not fault:
                kinds[str(kind_of(noun))] = noun
                continue
        package = entry.dist.name if entry.dist is not None else "an unknown package"
        broken.append(f"The plug-in {entry.name!r} of {package} could not be used: {fault}.")
        _log.warning("%s", broken[-1])
    return _Found(MappingProxyType(dict(sorted(kinds.items()))), tuple(broken))


@functools.cache
def _stages() -> _Found:
    return _collect(STAGE_ROOMS, Stage, RESERVED, "landwright.stages")


@functools.cache
def _outputs() -> _Found:
    return _collect(OUTPUT_ROOMS, Output, RESERVED_OUTPUT, "landwright.outputs")


def stage_kinds() -> Mapping[str, type[Stage]]:
    """Return every kind of stage a recipe can hold, by its word."""
    return _stages().kinds


def output_kinds() -> Mapping[str, type[Output]]:
    """Return every kind of output a recipe can end in, by its word."""
    return _outputs().kinds


def broken_plugins() -> tuple[str, ...]:
    """Return one sentence for each plug-in that could not be used."""
    return _stages().broken + _outputs().broken


def forget() -> None:
    """Look for kinds anew, after a plug-in was installed in this process."""
    _stages.cache_clear()
    _outputs.cache_clear()
