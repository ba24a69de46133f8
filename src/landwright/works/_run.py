"""One step carried out: the verb found, called with what it takes, its result checked and put into its layers."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

from landwright.errors import Cancelled, FieldError, LandwrightError, MissingExtra, RecipeError
from landwright.field import RESERVED_LAYERS, Heightfield, Layer, Mask
from landwright.networks import Network
from landwright.settings import CONTAINERS
from landwright.units import describe
from landwright.works._containers import Value, check_place
from landwright.works._plan import Step

__all__ = ["Value", "resolve", "run"]

Raster = Heightfield | Layer


class _Given(dict[str, Any]):
    """The values a stage has declared; one that it has not is refused, because the cache relies on the declaration."""

    def __missing__(self, name: str) -> Any:
        raise FieldError(
            f"it reads the layer {name!r} without declaring it; a stage must name in layers_read() what it reads."
        )


def resolve(where: str, what: str) -> Callable[..., Any]:
    """Return the function that text such as ``"landwright.generate:plasma"`` names.

    Raises
    ------
    RecipeError
        If there is no such function; `what` says who needs it.
    """
    module, _, name = where.partition(":")
    try:
        found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        if isinstance(error, LandwrightError):
            raise
        raise RecipeError(f"{what}: its verb {where!r} cannot be loaded: {error}.") from error
    return found


def run(step: Step, layers: Mapping[str, Value], frames: Mapping[str, Any]) -> dict[str, Value]:
    """Carry out one step.

    Parameters
    ----------
    step : Step
        What to do.
    layers : mapping
        The layers in ``step.sources``, and the containers it reads that no step has written yet.
    frames : mapping
        The plan's: the recipe's grid, its layout of cells, its planet's frame.

    Returns
    -------
    dict
        The layers it wrote. Elevation is a Heightfield, ``"hexmap"`` a HexMap, ``"planet"`` a Globe; a Network stays one; any
        other layer is a Layer with the unit of its reserved name, else of what the verb returned, else of the layer the verb was
        given.

    Raises
    ------
    LandwrightError
        Whatever the verb refuses, with the stage's id in front.
    """
    stage, noun = step.stage, type(step.noun)
    label = f"stage {stage.id!r} ({stage.kind})"
    verb = resolve(noun.verb, label)
    source = _raster(layers, stage.input or "elevation") if noun.takes == "field" else None
    seed = {} if step.seed is None else {"seed": step.seed}
    try:
        made = verb(_taken(step, layers, frames, source), step.noun, **seed)
        results = dict(made) if isinstance(made, Mapping) else {"output": made}
        return _place(step, results, layers, frames, source)
    except (Cancelled, MissingExtra):
        raise
    except LandwrightError as error:
        error.args = (f"{label}: {error}",)
        raise
    except Exception as error:
        if noun.verb.startswith("landwright."):
            raise
        raise RecipeError(f"{label}: the plug-in's verb failed: {type(error).__name__}: {error}.") from error


def _taken(step: Step, layers: Mapping[str, Value], frames: Mapping[str, Any], source: Raster | None) -> Any:
    """Return the first argument of the verb."""
    takes = type(step.noun).takes
    if takes == "grid":
        return frames["grid"]
    if source is not None:
        return _as_field(source)
    if takes in CONTAINERS:
        return layers[takes]
    given = _Given({name: layers[name] for name in sorted(step.stage.given)})
    if "grid" in step.noun.layers_read():
        given["grid"] = frames["grid"]
    return given


def _raster(layers: Mapping[str, Value], name: str) -> Raster:
    value = layers.get(name)
    if not isinstance(value, Heightfield | Layer):
        raise FieldError(f"there is no layer {name!r} to work on.")
    return value


def _as_field(value: Raster) -> Heightfield:
    """Return what a verb that takes a field is handed: any layer in the form of a Heightfield, its values as elevation."""
    return value if isinstance(value, Heightfield) else Heightfield(value.values, grid=value.grid)


def _place(
    step: Step, results: dict[str, Any], layers: Mapping[str, Value], frames: Mapping[str, Any], source: Raster | None
) -> dict[str, Value]:
    """Give every result its layer's name and form, and combine the main one with what the layer holds."""
    stage = step.stage
    declared = stage.noun.layers_written()
    if set(results) != declared and not (set(results) == {"output"} and len(declared) == 1):
        raise FieldError(
            f"it wrote {', '.join(sorted(map(str, results))) or 'nothing'}, but declares {', '.join(sorted(declared))}."
        )
    if set(results) != declared:
        results = {next(iter(declared)): results["output"]}
    placed: dict[str, Value] = {}
    for key, value in results.items():
        name = stage.output if key == "output" else key
        check_place(name, value, frames)
        if name in CONTAINERS or isinstance(value, Network):
            placed[name] = value
            continue
        if name == "elevation" and isinstance(value, Layer) and value.unit != "m" and stage.combine == "replace":
            what = "a mask" if isinstance(value, Mask) else f"a layer in {describe(value.unit)}"
            raise FieldError(f'its result is {what}, which is no elevation; name a layer for it with output = "...".')
        placed[name] = _as_layer(name, value, source)
    main = stage.main
    if stage.blends and main is not None:
        placed[main] = _combined(step, _raster(placed, main), layers)
    return dict(sorted(placed.items()))


def _combined(step: Step, new: Raster, layers: Mapping[str, Value]) -> Raster:
    from landwright.ops import combine

    stage = step.stage
    mask = None if stage.mask is None else _raster(layers, stage.mask)
    if isinstance(mask, Heightfield):
        mask = Layer(mask.elevation, grid=mask.grid)
    made: Raster = combine(_raster(layers, str(stage.main)), new, stage.combine, mask)
    return made


def _as_layer(name: str, value: Raster, source: Raster | None) -> Raster:
    if name == "elevation":
        return value if isinstance(value, Heightfield) else Heightfield(value.values, grid=value.grid)
    reserved = RESERVED_LAYERS.get(name)
    if isinstance(value, Mask) and reserved in (None, "1"):
        return value
    unit = reserved
    if unit is None:
        unit = value.unit if isinstance(value, Layer) else source.unit if isinstance(source, Layer) else "m"
    if isinstance(value, Layer):
        return (
            value
            if value.unit == unit and not isinstance(value, Mask)
            else Layer(value.values, grid=value.grid, unit=unit)
        )
    return Layer(value.elevation, grid=value.grid, unit=unit)
