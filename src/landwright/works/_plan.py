"""The plan: what a recipe will run, in which order, on what, and under which key its result is kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from landwright.errors import RecipeError
from landwright.recipe import Recipe, RecipeStage
from landwright.seeds import derive
from landwright.settings import CONTAINERS, Settings, Stage
from landwright.works._code import code_digest
from landwright.works._containers import identity_of, settled
from landwright.works._files import content, located

__all__ = ["Plan", "Step", "plan"]

LAYOUT = 2
"""Version of how results are kept; a new one makes all old entries unknown."""


@dataclass(frozen=True)
class Step:
    """One stage that will run.

    Attributes
    ----------
    stage : RecipeStage
        As in the recipe.
    noun : Stage
        Its settings, with the paths of files made absolute.
    seed : int or None
        The stage's own stream, from the recipe's seed and the stage's id; None when the verb draws nothing.
    sources : mapping of str to int
        The layers the result depends on, and the position of the step that wrote each.
    key : str
        Content address of the result: equal keys mean equal bits.
    files : mapping of str to Path
        The files it reads, by setting.
    """

    stage: RecipeStage
    noun: Stage
    seed: int | None
    sources: Mapping[str, int]
    key: str
    files: Mapping[str, Path]


@dataclass(frozen=True)
class Plan:
    """Everything a build will do.

    Attributes
    ----------
    recipe : Recipe
        What is built.
    frames : mapping of str to Settings
        Where: the recipe's tables ``grid``, ``hexmap`` and ``planet``, as far as it has them, with what its seed decides filled in.
    steps : tuple of Step
        The enabled stages, in order.
    final : mapping of str to int
        The layers and containers of the finished world, and the position of the step that wrote each last. A container that no
        step wrote is as its frame starts it, and not among them.
    """

    recipe: Recipe
    frames: Mapping[str, Settings]
    steps: tuple[Step, ...]
    final: Mapping[str, int]


def plan(recipe: Recipe) -> Plan:
    """Work out what a recipe will run.

    Parameters
    ----------
    recipe : Recipe
        What to build.

    Returns
    -------
    Plan
        The steps in order, each with its inputs and the content address of its result. A key is a hash of the noun, what the
        recipe says around it (not id, title or position), the frames it works on, the stage's seed, the content of files it reads, the
        keys of the results it reads, and the code.

    Raises
    ------
    RecipeError
        If there is nothing to build.
    InputMissing
        If a stage reads a file that is not there.
    """
    enabled = [stage for stage in recipe.stages if stage.enabled]
    frames = {word: settled(word, noun, recipe.seed) for word, noun in recipe.frames.items()}
    if not enabled and not CONTAINERS & frames.keys():
        what = "has no stages" if not recipe.stages else "has no enabled stages"
        named = f"recipe {recipe.name!r}" if recipe.name else "the recipe"
        raise RecipeError(f"{named} {what}, so there is nothing to build; add a [[stages]] table.")
    steps: list[Step] = []
    last: dict[str, int] = {}
    for index, stage in enumerate(enabled):
        files = {
            name: located(stage, name, recipe.folder) for name in type(stage.noun).files if getattr(stage.noun, name)
        }
        noun = stage.noun.replace(**{name: str(path) for name, path in files.items()}) if files else stage.noun
        seed = derive(recipe.seed, stage.id) if type(stage.noun).seeded else None
        sources = {name: last[name] for name in sorted(stage.reads) if name in last}
        contents = {name: content(path) for name, path in files.items()}
        on = {word: frames[word] for word in sorted(stage.frames)}
        key = _key(stage, on, seed, contents, {name: steps[at].key for name, at in sources.items()})
        steps.append(Step(stage, noun, seed, sources, key, files))
        last.update(dict.fromkeys(stage.writes, index))
    return Plan(recipe, frames, tuple(steps), last)


def _key(
    stage: RecipeStage,
    frames: Mapping[str, Settings],
    seed: int | None,
    contents: Mapping[str, str],
    sources: Mapping[str, str],
) -> str:
    identity = {
        "layout": LAYOUT,
        "noun": {**stage.noun.to_json(), **contents},
        "around": [stage.output, stage.combine, stage.mask, stage.input],
        "frames": {word: identity_of(word, noun) for word, noun in frames.items()},
        "seed": seed,
        "sources": dict(sources),
        "code": code_digest(type(stage.noun).verb),
    }
    text = json.dumps(identity, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.blake2b(text.encode(), digest_size=20).hexdigest()
