"""What must hold between the parts of a recipe: unique ids, layers written before they are read, files that do not collide."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from landwright.errors import nearest, sentence
from landwright.settings import Output

if TYPE_CHECKING:
    from landwright.grid import Grid
    from landwright.recipe._lines import Path
    from landwright.recipe._recipe import RecipeOutput, RecipeStage

__all__ = ["TOP", "output_path", "problems", "unknown_stage"]

TOP = ("format", "name", "seed", "sea_level", "grid", "stages", "outputs")
"""The words at the top of a recipe, in the order a file has them."""

_RESERVED_IDS = frozenset({*TOP, "hexmap", "planet", "recipe"})
_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")

Problem = tuple["Path", str]


def problems(
    stages: Sequence[RecipeStage], outputs: Sequence[RecipeOutput], grid: Grid | None
) -> list[tuple[Path, str]]:
    """Return (path, sentence) of everything wrong between the parts."""
    found: list[tuple[Path, str]] = []
    if grid is None and any(stage.enabled for stage in stages):
        found.append(((), "[grid] must be given: shape = [rows, columns] and cell_size in metres."))
    found += _ids(stages)
    found += _layers(stages)
    found += _paths(outputs)
    found += _shown(stages, outputs)
    return found


def unknown_stage(id: str, ids: Sequence[str]) -> str:
    """Return the sentence for a stage that is not there."""
    return sentence("stage", "must be the id of a stage of this recipe", id, valid=ids)


def _ids(stages: Sequence[RecipeStage]) -> list[tuple[Path, str]]:
    found: list[tuple[Path, str]] = []
    first: dict[str, int] = {}
    for index, stage in enumerate(stages):
        path: Path = ("stages", index, "id")
        if stage.id in first:
            free = next(f"{stage.id}{n}" for n in range(2, len(stages) + 3) if f"{stage.id}{n}" not in first)
            text = f"stage {stage.id!r}: id must be unique, but stage {first[stage.id] + 1} has it too. "
            found.append((path, f"{text}Give this one a new id, such as {free!r}."))
        if stage.id in _RESERVED_IDS:
            found.append((path, f"stage {stage.id!r}: id must not be a word of the recipe itself; choose another one."))
        first.setdefault(stage.id, index)
    return found


def _layers(stages: Sequence[RecipeStage]) -> list[tuple[Path, str]]:
    found: list[tuple[Path, str]] = []
    there: dict[str, str] = {}
    for index, stage in enumerate(stages):
        if not stage.enabled:
            continue
        at: Path = ("stages", index)
        where = f"stage {stage.id!r} ({stage.kind})"
        if stage.input is not None and type(stage.noun).takes != "field":
            found.append(((*at, "input"), f"{where}: input is not used, because this kind takes no layer; remove it."))
        if stage.output != "elevation" and "output" not in stage.noun.layers_written():
            names = ", ".join(sorted(stage.writes))
            found.append(
                ((*at, "output"), f"{where}: output is not used, because this kind writes {names}; remove it.")
            )
        if stage.blends and stage.main is None:
            word = "mask" if stage.mask is not None else "combine"
            found.append(
                ((*at, word), f"{where}: {word} is not used, because this kind does not write elevation; remove it.")
            )
        if stage.combine == "lerp" and stage.mask is None:
            found.append(((*at, "combine"), f'{where}: combine = "lerp" needs mask, the layer that says how much.'))
        if stage.mask is not None and stage.mask not in there:
            found.append(((*at, "mask"), f"{where}: mask names the layer {_missing(stage.mask, index, stages, there)}"))
        for name in sorted(stage.given - there.keys()):
            word = "input" if name == stage.input else "kind"
            found.append(((*at, word), f"{where}: reads the layer {_missing(name, index, stages, there)}"))
        if stage.blends and stage.main is not None and stage.main not in there and stage.main not in stage.given:
            word = "combine" if stage.combine != "replace" else "mask"
            text = (
                f"{where}: {word} needs something to work on, but no stage before it writes the layer {stage.main!r}. "
            )
            found.append(((*at, word), f"{text}Leave {word} out of the first stage that writes a layer."))
        for name in stage.writes:
            there[name] = stage.id
    return found


def _missing(name: str, index: int, stages: Sequence[RecipeStage], there: dict[str, str]) -> str:
    text = f"{name!r}, which no stage before it writes."
    later = next((s for s in stages[index + 1 :] if s.enabled and name in s.writes), None)
    off = next((s for s in stages[:index] if not s.enabled and name in s.writes), None)
    if off is not None:
        return f"{text} Stage {off.id!r} writes it but is disabled."
    if later is not None:
        return f"{text} Stage {later.id!r} writes it later: move that one up."
    close = nearest(name, there)
    if close is not None:
        text += f" Did you mean {close!r}?"
    return f"{text} Layers there: {', '.join(sorted(there)) or 'none yet'}."


def _paths(outputs: Sequence[RecipeOutput]) -> list[tuple[Path, str]]:
    found: list[tuple[Path, str]] = []
    seen = {"recipe.toml": "the recipe itself"}
    for index, output in enumerate(outputs):
        at: Path = ("outputs", index, "path")
        fault = output_path(output.path, output.noun)
        key = str(PurePosixPath(output.path)).casefold()
        if not fault and key in seen:
            fault = f"must not be written twice; it is already {seen[key]}"
        if fault:
            found.append((at, f"output {output.path!r} ({output.kind}): path {fault}."))
        seen.setdefault(key, f"the path of output {index + 1}")
    return found


def _shown(stages: Sequence[RecipeStage], outputs: Sequence[RecipeOutput]) -> list[tuple[Path, str]]:
    """Find outputs of layers that no stage writes."""
    found: list[tuple[Path, str]] = []
    written = {name for stage in stages if stage.enabled for name in stage.writes}
    if not written:
        return found  # nothing is built yet, so nothing is missing
    for index, output in enumerate(outputs):
        for word in ("layer", "layers"):
            named = getattr(output.noun, word, None)
            for name in [named] if isinstance(named, str) else named if isinstance(named, tuple) else []:
                if isinstance(name, str) and name and name not in written:
                    close = nearest(name, written)
                    hint = f" Did you mean {close!r}?" if close else ""
                    text = f"{word} names {name!r}, which no stage writes.{hint} Layers there: "
                    text += f"{', '.join(sorted(written)) or 'none'}."
                    found.append((("outputs", index, word), f"output {output.path!r} ({output.kind}): {text}"))
    return found


def output_path(path: str, noun: Output) -> str:
    """Return what is wrong with an output's path, or an empty text."""
    pure = PurePosixPath(path)
    parts = pure.parts
    if not path.strip() or not parts:
        return "must be a file name, such as 'elevation.png'"
    if pure.is_absolute() or "\\" in path or ":" in path or ".." in parts:
        return "must stay inside the output folder: a plain name or folder/name, without '..', drive or backslash"
    if any(ord(c) < 32 for c in path) or any(p != p.strip() or p.endswith(".") or _DEVICES.fullmatch(p) for p in parts):
        return "must be a name that every system can hold"
    if parts[0].startswith(".landwright"):
        return "must not start with '.landwright'"
    suffixes = type(noun).suffixes
    if suffixes and not pure.name.lower().endswith(suffixes):
        return f"must end in {' or '.join(suffixes)} for this kind"
    return ""
