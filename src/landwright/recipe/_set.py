"""One setting changed by its path, as ``--set stage.field=value`` does."""

from __future__ import annotations

import tomllib
from typing import Any

from landwright import _explain
from landwright.errors import RecipeError, SettingError, nearest, sentence
from landwright.recipe import _check, _load
from landwright.recipe._frames import FRAMES, given
from landwright.recipe._recipe import Recipe, RecipeStage
from landwright.settings import Settings

__all__ = ["changed", "changed_noun", "split", "value_of"]

_TOP = ("name", "seed", "sea_level", *FRAMES)
_ENVELOPE = ("title", "enabled", "output", "combine", "mask", "input")


def split(assignment: str) -> tuple[str, Any]:
    """Split ``"base.octaves=6"`` into path and value.

    Raises
    ------
    RecipeError
        If there is no equals sign, no path or no value.
    """
    path, sign, text = assignment.partition("=")
    if not sign or not path.strip():
        raise RecipeError(sentence("--set", "must be stage.setting=value, such as base.octaves=6", assignment))
    return path.strip(), value_of(text.strip())


def value_of(text: str) -> Any:
    """Read a value as TOML does; what is no TOML value is text, so quotes are not needed on a command line."""
    try:
        return tomllib.loads(f"value = {text}")["value"] if "\n" not in text else text
    except tomllib.TOMLDecodeError:
        return text


def changed(recipe: Recipe, path: str, value: Any) -> Recipe:
    """Return a copy of the recipe with one setting changed; see :meth:`Recipe.set`."""
    first, *rest = path.split(".")
    ids = [stage.id for stage in recipe.stages]
    try:
        if first in ids:
            if not rest:
                raise RecipeError(
                    f"{path}: which setting of the stage? Write {first}.setting=value. "
                    f"Valid: {', '.join(_names(recipe.stage(first)))}."
                )
            stages = tuple(_stage(stage, rest, path, value) if stage.id == first else stage for stage in recipe.stages)
            return recipe.replace(stages=stages)
        if first in FRAMES and rest:
            held = recipe.frames.get(first)
            values = {} if held is None else given(first, held)
            return recipe.replace(**{first: _field(FRAMES[first].noun, values, rest, path, value, first)})
        if first in FRAMES:
            names = ", ".join(f"{first}.{name}" for name in FRAMES[first].noun.model_fields)
            raise RecipeError(f"{first}: which setting of the {first}? Valid: {names}.")
        if first in _TOP and rest:
            raise RecipeError(f"{path}: there is nothing inside {first} to set; write {first}=value.")
        if first in _TOP:
            return recipe.replace(**{first: value})
    except SettingError as error:
        raise RecipeError(str(error).removeprefix("Recipe: ")) from None
    raise RecipeError(
        sentence(
            f"{path}: {first}",
            "must be the id of a stage or a word of the recipe" if rest or first not in _check.TOP else "cannot be set",
            first,
            valid=[*ids, *_TOP],
        )
    )


def changed_noun(noun: Settings, path: str, value: Any) -> Any:
    """Return a noun with one setting changed, nested ones by dots: ``camera.azimuth``."""
    return _noun(noun, path.split("."), path, value)


def _names(stage: RecipeStage) -> list[str]:
    return [*(name for name in type(stage.noun).model_fields if name != "kind"), *_ENVELOPE]


def _stage(stage: RecipeStage, rest: list[str], path: str, value: Any) -> RecipeStage:
    if rest[0] == "id":
        raise RecipeError(f"{path}: the id of a stage cannot be changed; it feeds the random stream.")
    if len(rest) == 1 and rest[0] in _ENVELOPE:
        made: RecipeStage = _load.check_class(RecipeStage, {**_values(stage), rest[0]: value}, f"stage {stage.id!r}")
        return made
    if rest == ["kind"]:
        fields = type(stage.noun).model_fields
        unset = [n for n in fields if getattr(stage.noun, n) == fields[n].get_default(call_default_factory=True)]
        kept = {name: item for name, item in stage.to_json().items() if name not in unset}
        fresh, problems = _load.read_stage({**kept, "kind": value}, ())
        if fresh is None or problems:
            raise RecipeError("\n".join(text for _, text in problems))
        return fresh
    noun = _noun(stage.noun, rest, path, value, _ENVELOPE)
    return stage.replace(noun=noun)


def _noun(noun: Settings, rest: list[str], path: str, value: Any, more: tuple[str, ...] = ()) -> Any:
    return _field(type(noun), _values(noun), rest, path, value, "", more)


def _field(
    noun: type[Settings],
    values: dict[str, Any],
    rest: list[str],
    path: str,
    value: Any,
    label: str,
    more: tuple[str, ...] = (),
) -> Any:
    """Return a noun of that class from its values, with the setting at `rest` changed."""
    name = _canonical(noun, rest[0])
    if name is None:
        names = [known for known in noun.model_fields if known != "kind"]
        deeper = _deeper(values, rest[0])
        close = ".".join([*path.split(".")[: -len(rest)], *deeper]) if deeper else nearest(rest[0], [*names, *more])
        hint = f" Did you mean {close!r}?" if close else ""
        raise RecipeError(f"{path}: unknown setting {rest[0]!r}.{hint} Valid: {', '.join([*names, *more])}.")
    if len(rest) > 1:
        held = values.get(name)
        value = _inside(_default(noun, name) if held is None else held, rest[1:], path, value)
    return _load.check_class(noun, {**values, name: value}, label)


def _default(noun: type[Settings], name: str) -> Settings | None:
    """Return the noun that an empty field would hold with nothing said about it; None when it could hold several, or none."""
    models = [model for model in _explain.models_in(noun.model_fields[name].annotation) if issubclass(model, Settings)]
    try:
        return models[0]() if len(models) == 1 else None
    except SettingError:  # it has settings that must be given
        return None


def _deeper(values: dict[str, Any], word: str) -> list[str]:
    """Return the path to a setting of that name inside the nouns among the values, or an empty list."""
    waiting = [([name], value) for name, value in values.items() if isinstance(value, Settings)]
    while waiting:
        path, noun = waiting.pop(0)
        found = _canonical(type(noun), word)
        if found is not None and word != "kind":
            return [*path, word]
        waiting += [([*path, name], inner) for name, inner in _values(noun).items() if isinstance(inner, Settings)]
    return []


def _values(noun: Settings) -> dict[str, Any]:
    return {name: getattr(noun, name) for name in type(noun).model_fields}


def _canonical(noun: type[Settings], word: str) -> str | None:
    if word in noun.model_fields:
        return word
    return next((name for name, info in noun.model_fields.items() if word in _load.aliases(info)), None)


def _inside(held: Any, rest: list[str], path: str, value: Any) -> Any:
    """Return what a field holds with something inside it changed."""
    if isinstance(held, Settings):
        if rest == ["kind"]:
            return {"kind": value}
        return _noun(held, rest, path, value)
    if isinstance(held, tuple) and rest[0].isdigit() and int(rest[0]) < len(held):
        items = list(held)
        index = int(rest[0])
        items[index] = value if len(rest) == 1 else _inside(items[index], rest[1:], path, value)
        return tuple(items)
    if isinstance(held, dict):
        return {**held, rest[0]: value if len(rest) == 1 else _inside(held.get(rest[0]), rest[1:], path, value)}
    if isinstance(held, tuple):
        raise RecipeError(f"{path}: {rest[0]!r} must be a position from 0 to {len(held) - 1} in the list.")
    raise RecipeError(f"{path}: there is nothing inside the value {held!r} to set.")
