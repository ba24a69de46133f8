"""Kinds of the house and of plug-ins, the schema drawn from them, and the templates."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import jsonschema
import pytest

from landwright.errors import RecipeError
from landwright.recipe import Recipe, _kinds, output_kinds, schema, stage_kinds, template, template_names
from plugin_install import RECIPE, install


def test_house_and_plugin_stand_side_by_side(tiny: None) -> None:
    assert {"generate.diamond_square", "ops.smooth", "io.dem", "tiny.bumps"} <= set(stage_kinds())
    assert {"png16", "npy", "relief", "view", "swatch"} <= set(output_kinds())
    assert list(stage_kinds()) == sorted(stage_kinds())
    assert _kinds.broken_plugins() == ()


def test_without_the_plugin_its_kinds_are_unknown() -> None:
    _kinds.forget()
    with pytest.raises(RecipeError, match="kind must be one of the valid words, got 'tiny.bumps'"):
        Recipe.from_text(RECIPE)


BROKEN = {
    "missing": ("landwright_nowhere:Stage", "ModuleNotFoundError: No module named 'landwright_nowhere'"),
    "no_class": ("landwright_tiny._verbs:lift", "it must name a Stage class, got <function lift"),
    "other_base": ("landwright_tiny.settings:Swatch", "it must name a Stage class"),
    "no_kind": ("odd_plugin:NoKind", 'NoKind must declare kind: Literal["package.name"] = "package.name"'),
    "taken": ("odd_plugin:Taken", "its kind 'ops.smooth' is already taken by landwright.ops.settings"),
    "reserved": ("odd_plugin:Reserved", "Reserved has a field named 'mask', a word that recipes use themselves"),
    "no_verb": ("odd_plugin:NoVerb", "NoVerb must say where its verb is"),
}

ODD = """
from typing import ClassVar, Literal
from landwright.settings import Stage, words

class NoKind(Stage):
    verb: ClassVar[str] = "odd_plugin:run"

class Taken(Stage):
    kind: Literal["ops.smooth"] = "ops.smooth"
    verb: ClassVar[str] = "odd_plugin:run"

class Reserved(Stage):
    kind: Literal["odd.reserved"] = "odd.reserved"
    mask: str = words("", help="A word of the recipe.")
    verb: ClassVar[str] = "odd_plugin:run"

class NoVerb(Stage):
    kind: Literal["odd.no_verb"] = "odd.no_verb"
"""


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_is_named_and_stops_nothing(
    name: str, tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    value, fault = BROKEN[name]
    install(tmp_path, name="landwright-odd", entries={"landwright.stages": {name: value}})
    (tmp_path / "odd_plugin.py").write_text(ODD, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    _kinds.forget()
    with caplog.at_level(logging.WARNING, "landwright.recipe"):
        assert Recipe.from_text(RECIPE).stages
    expected = f"The plug-in '{name}' of landwright-odd could not be used: {fault}"
    assert expected in caplog.text
    with pytest.raises(RecipeError) as caught:
        Recipe.from_text(RECIPE.replace("tiny.lift", "odd.lift"))
    assert expected in str(caught.value)


def test_the_schema_says_unit_bounds_help_and_hints(tiny: None) -> None:
    made = schema()
    assert json.loads(json.dumps(made)) == made
    union = made["properties"]["stages"]["items"]
    assert set(union["discriminator"]["mapping"]) == set(stage_kinds())
    table = made["$defs"][union["discriminator"]["mapping"]["tiny.bumps"].rpartition("/")[2]]
    assert table["properties"]["kind"] == {"const": "tiny.bumps"}
    assert {"id", "title", "enabled", "output", "combine", "mask", "input"} <= set(table["properties"])
    assert table["required"] == ["id", "kind"]
    relief = table["properties"]["relief"]
    assert (relief["unit"], relief["exclusiveMinimum"], relief["default"]) == ("m", 0, 100.0)
    assert relief["description"] == "More makes the bumps taller."
    assert (table["x-takes"], table["x-seeded"], table["x-own"]) == ("grid", True, ["relief", "ripple"])
    outputs = made["properties"]["outputs"]["items"]["discriminator"]["mapping"]
    assert set(outputs) == set(output_kinds())


def test_the_schema_accepts_recipes_and_refuses_mistakes(tiny: None) -> None:
    checker = jsonschema.Draft202012Validator(schema())
    checker.check_schema(schema())
    good = Recipe.from_text(RECIPE).to_json()
    assert [error.message for error in checker.iter_errors(good)] == []
    for name in template_names():
        assert [error.message for error in checker.iter_errors(template(name).to_json())] == []
    for path, value in {
        ("stages", 0, "relief"): -1,
        ("stages", 1, "kind"): "tiny.wher",
        ("grid", "cell_size"): 0,
    }.items():
        bad = json.loads(json.dumps(good))
        inner = bad
        for part in path[:-1]:
            inner = inner[part]
        inner[path[-1]] = value
        assert not checker.is_valid(bad), path


@pytest.mark.parametrize("name", template_names())
def test_a_template_teaches_and_writes_what_people_need(name: str) -> None:
    recipe = template(name, seed="mine")
    assert recipe.seed == "mine"
    assert recipe.name == name
    text = recipe.to_toml()
    assert text.startswith("# ")
    assert text.count("#") >= 10, "comments teach"
    kinds = {output.kind for output in recipe.outputs}
    if recipe.planet is not None:
        assert {"orbit", "worldmap", "cubemap", "planetglb"} <= kinds
    elif recipe.hexmap is None:
        assert "png16" in kinds
        assert kinds & {"view", "relief"}
        assert kinds & {"glb", "scene", "obj", "ply", "stl"}
    else:
        assert {"plan", "hex"} <= kinds
        assert kinds & {"hexglb", "hexobj", "hexply"}
    assert any(output.path == "preview.png" for output in recipe.outputs)
    assert Recipe.from_text(text) == recipe


def test_an_unknown_template_names_the_nearest() -> None:
    with pytest.raises(
        RecipeError, match=r"template must be one of the valid words, got 'alpes'. Did you mean 'alps'\?"
    ):
        template("alpes")
