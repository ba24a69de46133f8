"""What each operation of an edit does to a recipe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from landwright.errors import RecipeError, SettingError, sentence
from landwright.hexmap.settings import Stroke, Strokes
from landwright.recipe import Recipe, RecipeOutput, RecipeStage, output_kinds, stage_kinds
from landwright.recipe._set import changed_noun
from landwright.settings import Settings
from landwright.studio import protocol

__all__ = ["apply", "place_of", "step_of"]

_WORDS = frozenset({"format", "name", "seed", "sea_level", "grid", "stages", "outputs", "hexmap", "planet", "recipe"})
"""Words of a recipe, which no stage may be called."""
_ENVELOPE = frozenset({"title", "enabled", "output", "combine", "mask", "input"})
_FIXED = frozenset({"id", "kind", "format", "grid", "stages", "outputs", "noun"})
_NONE: Any = object()


def apply(recipe: Recipe, op: Any, used: Iterable[str]) -> Recipe:
    """Return the recipe with one operation carried out.

    Parameters
    ----------
    recipe : Recipe
        The recipe before.
    op : one of protocol.Op
        What to do.
    used : iterable of str
        Ids that stages have or had; a new stage gets another one, because an id feeds the random stream.

    Raises
    ------
    RecipeError, SettingError
        If it cannot be done; the sentence says why.
    """
    match op:
        case protocol.SetOp():
            return recipe.set(op.path, _seed(op.value) if op.path == "seed" else op.value)
        case protocol.ResetOp():
            return recipe.set(op.path, _default(recipe, op.path))
        case protocol.AddOp():
            stage = _new_stage(op, used)
            index = len(recipe.stages) if op.index is None else min(op.index, len(recipe.stages))
            return recipe.replace(stages=(*recipe.stages[:index], stage, *recipe.stages[index:]))
        case protocol.RemoveOp():
            gone = recipe.stage(op.id)
            return recipe.replace(stages=tuple(stage for stage in recipe.stages if stage is not gone))
        case protocol.MoveOp():
            moved = recipe.stage(op.id)
            rest = [stage for stage in recipe.stages if stage is not moved]
            rest.insert(min(op.index, len(rest)), moved)
            return recipe.replace(stages=tuple(rest))
        case protocol.DuplicateOp():
            stage = recipe.stage(op.id)
            copy = stage.replace(id=_free_id(re.sub(r"\d+$", "", stage.id) or stage.id, used))
            at = recipe.stages.index(stage) + 1
            return recipe.replace(stages=(*recipe.stages[:at], copy, *recipe.stages[at:]))
        case protocol.AddOutputOp():
            return recipe.replace(outputs=(*recipe.outputs, _new_output(op.kind, recipe)))
        case protocol.SetOutputOp():
            output = _output(recipe, op.index)
            if op.path == "path":
                changed = output.replace(path=op.value)
            else:
                changed = output.replace(noun=changed_noun(output.noun, op.path, op.value))
            outputs = list(recipe.outputs)
            outputs[op.index] = changed
            return recipe.replace(outputs=tuple(outputs))
        case protocol.RemoveOutputOp():
            _output(recipe, op.index)
            return recipe.replace(outputs=(*recipe.outputs[: op.index], *recipe.outputs[op.index + 1 :]))
        case protocol.StrokeOp():
            return _drawn(recipe, op, used)
    raise TypeError(f"unknown operation {op!r}")


def place_of(op: Any) -> str:
    """Return the path of the setting an operation is about, as a page knows it."""
    match op:
        case protocol.SetOp() | protocol.ResetOp():
            return str(op.path)
        case protocol.SetOutputOp():
            return f"outputs.{op.index}.{op.path}"
        case protocol.RemoveOutputOp():
            return f"outputs.{op.index}"
        case protocol.AddOp() | protocol.AddOutputOp():
            return str(op.kind)
        case protocol.StrokeOp():
            return "stroke"
    return str(op.id)


def step_of(ops: Sequence[Any], recipe: Recipe) -> protocol.Step:
    """Return what undo says it takes back: the first operation, and how many came with it."""
    op = ops[0]
    titles = {stage.id: stage.title or stage.id for stage in recipe.stages}
    what, setting = place_of(op), ""
    match op:
        case protocol.SetOp() | protocol.ResetOp():
            first, _, rest = what.partition(".")
            what, setting = (titles[first], rest) if first in titles else ("", what)
        case protocol.SetOutputOp() | protocol.RemoveOutputOp():
            what = recipe.outputs[op.index].path if op.index < len(recipe.outputs) else str(op.index + 1)
            setting = op.path if isinstance(op, protocol.SetOutputOp) else ""
        case protocol.RemoveOp() | protocol.MoveOp() | protocol.DuplicateOp():
            what = titles.get(op.id, op.id)
        case protocol.StrokeOp():
            what, setting = "", ",".join(_drawn_by(op.stroke))
    return protocol.Step(word=op.op, what=what, setting=setting, more=len(ops) - 1)


def _seed(value: Any) -> Any:
    """Return a seed: text that looks like a whole number is one, because a page cannot hold all of 64 bits."""
    if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,20}", value.strip()):
        return int(value)
    return value


def _free_id(word: str, used: Iterable[str]) -> str:
    taken = {*used, *_WORDS}
    return next(name for name in (word, *(f"{word}{n}" for n in range(2, len(taken) + 3))) if name not in taken)


def _new_stage(op: protocol.AddOp, used: Iterable[str]) -> RecipeStage:
    kinds = stage_kinds()
    if op.kind not in kinds:
        raise RecipeError(sentence("kind", "must be one of the valid words", op.kind, valid=kinds))
    word = re.sub(r"[^A-Za-z0-9_-]", "_", op.kind.rpartition(".")[2])[:48]
    return RecipeStage.from_json({**op.settings, "id": _free_id(word, used), "kind": op.kind})


def _new_output(kind: str, recipe: Recipe) -> RecipeOutput:
    kinds = output_kinds()
    if kind not in kinds:
        raise RecipeError(sentence("kind", "must be one of the valid words", kind, valid=kinds))
    noun = kinds[kind]()
    suffix = type(noun).suffixes[0] if type(noun).suffixes else ""
    taken = {output.path.casefold() for output in recipe.outputs}
    names = (f"{kind.rpartition('.')[2]}{n}{suffix}" for n in ("", *range(2, len(taken) + 3)))
    return RecipeOutput(path=next(name for name in names if name.casefold() not in taken), noun=noun)


def _drawn(recipe: Recipe, op: protocol.StrokeOp, used: Iterable[str]) -> Recipe:
    """Return the recipe with a stroke more, or with a longer last stroke."""
    if recipe.hexmap is None:
        raise RecipeError("stroke: the recipe has no [hexmap], so there are no cells to draw on.")
    stroke = Stroke.from_json(op.stroke)
    columns, rows = recipe.hexmap.columns, recipe.hexmap.rows
    for column, row in stroke.cells:
        if column >= columns or row >= rows:
            must = f"must lie on the map of {columns} columns and {rows} rows"
            raise SettingError(sentence("stroke: cells", must, [column, row]))
    enabled = [stage for stage in recipe.stages if stage.enabled]
    if enabled and isinstance(enabled[-1].noun, Strokes):
        stage, stages = enabled[-1], recipe.stages
    else:
        stage = _new_stage(protocol.AddOp(op="add", kind="hexmap.strokes", settings={}), used)
        stages = (*recipe.stages, stage)
    noun = stage.noun
    strokes = noun.strokes if isinstance(noun, Strokes) else ()
    if op.more and strokes and strokes[-1].replace(cells=()) == stroke.replace(cells=()):
        strokes = (*strokes[:-1], stroke.replace(cells=(*strokes[-1].cells, *stroke.cells)))
    else:
        strokes = (*strokes, stroke)
    drawn = stage.replace(noun=noun.replace(strokes=strokes))
    return recipe.replace(stages=tuple(drawn if held is stage else held for held in stages))


def _drawn_by(stroke: dict[str, Any]) -> list[str]:
    """Return the names of what a stroke sets."""
    return [name for name, value in stroke.items() if name not in ("cells", "brush") and value not in (None, "ignore")]


def _output(recipe: Recipe, index: int) -> RecipeOutput:
    if index >= len(recipe.outputs):
        raise RecipeError(f"outputs: there is no output {index + 1}; the recipe has {len(recipe.outputs)}.")
    return recipe.outputs[index]


def _default(recipe: Recipe, path: str) -> Any:
    """Return the default of the setting at a path: what the class that holds it says."""
    holder: Any = recipe
    words = path.split(".")
    if any(stage.id == words[0] for stage in recipe.stages):
        stage = recipe.stage(words.pop(0))
        holder = stage if words and words[0] in _ENVELOPE else stage.noun
    default: Any = _NONE
    for word in words:
        if isinstance(holder, Settings):
            info = type(holder).model_fields.get(word)
            fixed = info is None or info.is_required() or word in _FIXED
            default = _NONE if fixed or info is None else info.get_default(call_default_factory=True)
            holder = getattr(holder, word, None)
        elif isinstance(holder, tuple) and word.isdigit() and int(word) < len(holder):
            known = isinstance(default, tuple) and int(word) < len(default)
            default = default[int(word)] if known else _NONE
            holder = holder[int(word)]
        else:
            default, holder = _NONE, None
    if default is _NONE:
        raise SettingError(f"{path}: this setting has no default to go back to.")
    return default
