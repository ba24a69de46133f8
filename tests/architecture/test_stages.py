"""Every stage says what it is before it runs, and every verb keeps the template."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import inspect
import pkgutil
import re

import numpy as np
import pytest

import landwright
from landwright.settings import CONTAINERS, RESERVED, Output, Stage
from landwright.units import UNITS


def modules(suffix: str = "") -> list[str]:
    return [m.name for m in pkgutil.walk_packages(landwright.__path__, "landwright.") if m.name.endswith(suffix)]


def subclasses(kind: type) -> list[type]:
    found: list[type] = []
    for name in modules():
        if name.endswith("settings") or ".settings." in name:
            for value in vars(importlib.import_module(name)).values():
                own = inspect.isclass(value) and issubclass(value, kind) and value.__module__ == name
                if own and "kind" in value.model_fields and value not in found:
                    found.append(value)
    return found


STAGES = [stage for stage in subclasses(Stage) if stage.verb]
OUTPUTS = subclasses(Output)
ids = [stage.__name__ for stage in STAGES]


def resolve(path: str):
    module, name = path.split(":")
    return getattr(importlib.import_module(module), name)


def test_there_are_stages() -> None:
    assert len(STAGES) >= 20
    assert len({stage.model_fields["kind"].default for stage in STAGES}) == len(STAGES)
    assert len({output.model_fields["kind"].default for output in OUTPUTS}) == len(OUTPUTS) >= 8


@pytest.mark.parametrize("stage", STAGES + OUTPUTS, ids=lambda stage: stage.__name__)
def test_every_setting_has_unit_help_and_a_free_name(stage: type) -> None:
    for name, info in stage.model_fields.items():
        if name == "kind":
            continue
        assert name not in RESERVED, f"{name} belongs to the recipe"
        extra = info.json_schema_extra
        assert isinstance(extra, dict), f"{name} has no unit: declare it with quantity, choice, flag, words or nested"
        assert extra.get("unit") in UNITS, f"{name} has no unit"
        assert info.description, f"{name} has no help"
        assert len(info.description) > 12, f"{name} has no help"
    assert inspect.getdoc(stage), "a noun says what it does to a landscape"


@pytest.mark.parametrize("stage", STAGES, ids=ids)
def test_every_stage_declares_itself(stage: type) -> None:
    assert re.fullmatch(r"[a-z]+\.[a-z0-9_]+", stage.model_fields["kind"].default)
    assert stage.takes in {"grid", "field", "layers", *CONTAINERS}
    if stage.takes in CONTAINERS:
        assert stage.reads == stage.writes == {stage.takes}, "a verb that takes a container sees nothing else"
    assert stage.reach in ("point", "halo", "basin", "whole")
    assert stage.writes
    verb = resolve(stage.verb)
    parameters = inspect.signature(verb).parameters
    assert ("seed" in parameters) == stage.seeded, "seeded says whether the verb has seed="
    if "seed" in parameters:
        assert parameters["seed"].kind is inspect.Parameter.KEYWORD_ONLY


@pytest.mark.parametrize("stage", STAGES, ids=ids)
def test_every_verb_keeps_the_template(stage: type) -> None:
    text = inspect.getdoc(resolve(stage.verb)) or ""
    for line in ("Reach:", "Cost:", "Deterministic:"):
        assert line in text, f"{stage.verb}: Notes need a line {line}"
    words = text.split("Reach:")[1].split("Cost:")[0].lower()
    assert stage.reach in words, f"{stage.verb}: the docstring says another reach than the noun ({stage.reach})"


@pytest.mark.parametrize("stage", STAGES, ids=ids)
def test_every_stage_round_trips(stage: type) -> None:
    if any(info.is_required() for info in stage.model_fields.values()):
        with pytest.raises(ValueError, match="must be given"):
            stage()
        return
    noun = stage()
    assert stage.from_json(noun.to_json()) == noun
    if stage.reach == "halo":
        assert noun.halo(10.0) >= 1
        assert noun.halo(5.0) >= noun.halo(10.0)


@pytest.mark.parametrize("output", OUTPUTS, ids=lambda output: output.__name__)
def test_every_output_names_its_files(output: type) -> None:
    assert output.suffixes
    assert all(re.fullmatch(r"\.[a-z0-9]+", suffix) for suffix in output.suffixes)
    if output.picture:
        assert callable(resolve(output.picture))


@pytest.mark.parametrize("name", [n for n in modules() if not n.endswith("__main__")])
def test_examples_in_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    with np.printoptions(legacy=False):
        result = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0


def test_every_public_docstring_passes_numpydoc(root) -> None:
    spec = importlib.util.spec_from_file_location("check_docstrings", root / "tools" / "check_docstrings.py")
    assert spec is not None
    assert spec.loader is not None
    checker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(checker)
    assert checker.problems() == []
