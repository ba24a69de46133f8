"""What must hold between the parts of a recipe: unique ids, layers written before they are read, files that do not collide."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from landwright.errors import nearest, sentence
from landwright.recipe._frames import FRAMES
from landwright.settings import CONTAINERS, Output

if TYPE_CHECKING:
    from landwright.recipe._lines import Path
    from landwright.recipe._recipe import RecipeOutput, RecipeStage

__all__ = ["TOP", "output_path", "problems", "unknown_stage"]

TOP = ("format", "name", "seed", "sea_level", *FRAMES, "stages", "outputs")
"""The words at the top of a recipe, in the order a file has them."""

_RESERVED_IDS = frozenset({*TOP, "recipe"})
_WORLD_WORDS = frozenset(FRAMES)
"""Names that no layer may have: each stands for what the recipe's table of that name makes."""

_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")

Problem = tuple["Path", str]


def problems(
    stages: Sequence[RecipeStage], outputs: Sequence[RecipeOutput], frames: Collection[str]
) -> list[tuple[Path, str]]:
    """Return (path, sentence) of everything wrong between the parts; `frames` are the words of the tables that are given."""
    found = [*_frames(stages, frames), *_ids(stages), *_layers(stages, frames), *_paths(outputs)]
    return [*found, *_shown(stages, outputs, frames)]


def _frames(stages: Sequence[RecipeStage], frames: Collection[str]) -> list[tuple[Path, str]]:
    """Find tables that stages work on and the recipe does not have."""
    found: list[tuple[Path, str]] = []
    for word, frame in FRAMES.items():
        user = next((stage for stage in stages if stage.enabled and word in stage.frames), None)
        if word not in frames and user is not None:
            needed = f" Stage {user.id!r} ({user.kind}) works on it." if frames else ""
            found.append(((), f"[{word}] must be given: {frame.must}.{needed}"))
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


def _layers(stages: Sequence[RecipeStage], frames: Collection[str]) -> list[tuple[Path, str]]:
    found: list[tuple[Path, str]] = []
    there: dict[str, str] = dict.fromkeys(CONTAINERS & set(frames), "")
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
        for word in ("output", "mask", "input"):
            name = getattr(stage, word)
            if name in _WORLD_WORDS:
                text = f"{where}: {word} must be the name of a layer, and {name!r} is a table of the recipe; choose another name."
                found.append(((*at, word), text))
        if stage.blends and stage.main is None:
            word = "mask" if stage.mask is not None else "combine"
            found.append(
                ((*at, word), f"{where}: {word} is not used, because this kind does not write elevation; remove it.")
            )
        if stage.combine == "lerp" and stage.mask is None:
            found.append(((*at, "combine"), f'{where}: combine = "lerp" needs mask, the layer that says how much.'))
        if stage.mask is not None and stage.mask not in there and stage.mask not in _WORLD_WORDS:
            found.append(((*at, "mask"), f"{where}: mask names the layer {_missing(stage.mask, index, stages, there)}"))
        for name in sorted(stage.given - there.keys() - _WORLD_WORDS):
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
    close = nearest(name, there.keys() - CONTAINERS)
    if close is not None:
        text += f" Did you mean {close!r}?"
    return f"{text} Layers there: {', '.join(sorted(there.keys() - CONTAINERS)) or 'none yet'}."


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


def _shown(
    stages: Sequence[RecipeStage], outputs: Sequence[RecipeOutput], frames: Collection[str]
) -> list[tuple[Path, str]]:
    """Find outputs of what the world will not hold."""
    found: list[tuple[Path, str]] = []
    written = frozenset(name for stage in stages if stage.enabled for name in stage.writes) | (CONTAINERS & set(frames))
    if not written:
        return found  # nothing is built yet, so nothing is missing
    for index, output in enumerate(outputs):
        for word, text in output.noun.lacks(written):
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
