"""Filters: how octaves of noise become the elevation of one layer of a planet.

A filter is a noun of the family told apart by ``kind``. Another package adds one with an entry point in the group ``landwright.filters``
that names a Filter class; it then appears in recipes, forms and the schema.
"""

from __future__ import annotations

import importlib.metadata
import inspect
import logging
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

from pydantic import BeforeValidator, Field

from landwright.planet.settings._family import Filter
from landwright.settings import quantity

__all__ = ["AnyFilter", "Filter", "Rigid", "Simple", "filters"]

_log = logging.getLogger("landwright.planet")

_Finite = Annotated[float, Field(allow_inf_nan=False, ge=-1e6, le=1e6)]


class _Octaves(Filter):
    """What simple and rigid noise have in common."""

    strength: float = quantity(
        1.0,
        unit="1",
        ge=-1e3,
        le=1e3,
        help="Elevation of the noise as a share of the radius; more makes higher land, less than 0 turns it upside down.",
        ui={"soft": (0.0, 2.0)},
    )
    octaves: int = quantity(
        1,
        unit="count",
        ge=1,
        le=32,
        aliases=("layers", "num_layers"),
        help="How many scales of noise are added; each is finer than the one before.",
        ui={"soft": (1, 8)},
    )
    frequency: float = quantity(
        1.0,
        unit="1",
        ge=0.0,
        le=1e9,
        aliases=("base_roughness",),
        help="Features of the first scale along one radius; more makes smaller continents.",
        ui={"scale": "log", "soft": (0.2, 20.0)},
    )
    lacunarity: float = quantity(
        2.0,
        unit="1",
        gt=0.0,
        le=16.0,
        aliases=("roughness",),
        help="How much finer each scale is than the one before.",
        ui={"soft": (1.0, 4.0)},
    )
    gain: float = quantity(
        0.5,
        unit="1",
        ge=0.0,
        le=4.0,
        aliases=("persistence",),
        help="Height of each scale against the one before; more makes rougher land.",
        ui={"soft": (0.0, 1.0)},
    )
    center: tuple[_Finite, _Finite, _Finite] = quantity(
        (0.0, 0.0, 0.0),
        unit="1",
        aliases=("centre",),
        help="Where in the noise the planet lies; another place shows another world.",
    )
    floor: float = quantity(
        0.0,
        unit="1",
        ge=-1e3,
        le=1e3,
        aliases=("min_value",),
        help="Taken off the noise before strength; more sinks the land and leaves only the highest of it.",
        ui={"soft": (0.0, 2.0)},
    )


class Simple(_Octaves):
    """Octaves of noise from 0 to 1, added up: rolling land and continents."""

    kind: Literal["simple"] = "simple"
    verb: ClassVar[str] = "landwright.planet:layered"


class Rigid(_Octaves):
    """Octaves of folded noise, sharp at the top and finer where the land is high: mountain ranges."""

    kind: Literal["rigid"] = "rigid"
    weight_multiplier: float = quantity(
        0.8,
        unit="1",
        ge=0.0,
        le=16.0,
        help="How much of each scale reaches the next, finer one: more roughens the slopes too, 0 leaves the first scale alone.",
        ui={"soft": (0.0, 2.0)},
    )
    verb: ClassVar[str] = "landwright.planet:layered"


_SPELLINGS: Final = {"ridged": "rigid", "ridgid": "rigid", "ridgidnoise": "rigid"}


def _plugins() -> dict[str, type[Filter]]:
    """Return the filters of other packages; a broken one is left out and logged."""
    found: dict[str, type[Filter]] = {"simple": Simple, "rigid": Rigid}
    for entry in sorted(importlib.metadata.entry_points(group="landwright.filters"), key=lambda e: (e.name, e.value)):
        try:
            noun = entry.load()
        except Exception as error:  # noqa: BLE001 - a plug-in may fail in any way; it must not stop the others
            _log.warning("The filter %r could not be loaded: %s: %s.", entry.name, type(error).__name__, error)
            continue
        field = getattr(noun, "model_fields", {}).get("kind")
        kind = None if field is None else field.default
        if not (inspect.isclass(noun) and issubclass(noun, Filter) and isinstance(kind, str) and ":" in noun.verb):
            _log.warning("The filter %r must name a Filter class with a kind and a verb; it is left out.", entry.name)
        elif kind in found:
            _log.warning("The filter %r has the kind %r, which is taken; it is left out.", entry.name, kind)
        else:
            found[kind] = noun
    return found


_FILTERS: Final = _plugins()


def filters() -> dict[str, type[Filter]]:
    """Return every filter by its kind."""
    return dict(_FILTERS)


def _respelled(value: Any) -> Any:
    """Accept the other spellings of rigid, and a missing kind as simple."""
    if isinstance(value, dict):
        kind = value.get("kind", "simple")
        return {**value, "kind": _SPELLINGS.get(str(kind).lower(), kind)}
    return value


def _union() -> Any:
    union: Any = None
    for noun in _FILTERS.values():
        union = noun if union is None else union | noun
    return union


if TYPE_CHECKING:
    AnyFilter = Filter
else:
    AnyFilter = Annotated[_union(), Field(discriminator="kind"), BeforeValidator(_respelled)]
    """Any of the filters, told apart by ``kind``."""
