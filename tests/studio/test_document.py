"""The document: every operation, and undo of all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright.errors import FormatError, OutputError, RecipeError
from landwright.recipe import Recipe, template
from landwright.studio import protocol
from landwright.studio._document import Document, Refusal, began
from landwright.studio._history import STEPS, History
from plugin_install import RECIPE


def op(word: str, **values: object) -> object:
    edit = protocol.CLIENT.validate_python({"type": "edit", "seq": 0, "ops": [{"op": word, **values}]})
    return edit.ops[0]


def put(path: str, value: object) -> object:
    return op("set", path=path, value=value)


@pytest.fixture
def document(tiny: None) -> Document:
    return Document(Recipe.from_text(RECIPE, name="hills.toml"), "hills.toml")


def ids(document: Document) -> list[str]:
    return [stage.id for stage in document.recipe.stages]


def test_a_setting_changes_and_comments_stay(document: Document) -> None:
    document.edit([put("base.relief", 250)])
    text = document.text()
    assert "relief = 250.0   # tall" in text
    assert "# Hills for tests" in text
    assert text.replace("250.0", "300.0") == RECIPE


def held(document: Document, path: str) -> object:
    """What the recipe says at a path."""
    value: object = document.recipe.to_json()
    first, *rest = path.split(".")
    if any(stage.id == first for stage in document.recipe.stages):
        value = document.recipe.stage(first).to_json()
    else:
        rest.insert(0, first)
    for word in rest:
        assert isinstance(value, dict)
        value = value[word]
    return value


@pytest.mark.parametrize(
    "path, value, default",
    [
        ("base.relief", 250.0, 100.0),
        ("base.title", "Tall", ""),
        ("up.enabled", False, True),
        ("base.ripple.octaves", 7, 3),
        ("sea_level", 9.0, 0.0),
        ("grid.cell_size", 2.0, 1.0),
        ("up.mask", "heights", None),
    ],
)
def test_reset_gives_the_default(document: Document, path: str, value: object, default: object) -> None:
    document.edit([put(path, value)])
    assert held(document, path) == value
    document.edit([op("reset", path=path)])
    assert held(document, path) == default


@pytest.mark.parametrize(
    "path", ["base.id", "base.kind", "format", "grid.shape", "base.nothing", "nothing", "base", "base.ripple.x.y"]
)
def test_some_things_have_no_default(document: Document, path: str) -> None:
    with pytest.raises(Refusal, match="no default|must be|unknown|which setting"):
        document.edit([op("reset", path=path)])


def test_new_stages_get_ids_that_were_never_used(document: Document) -> None:
    document.edit([op("add", kind="tiny.bumps", index=1)])
    assert ids(document) == ["base", "bumps", "high", "up"]
    document.edit([op("remove", id="bumps")])
    document.edit([op("add", kind="tiny.bumps")])
    assert ids(document) == ["base", "high", "up", "bumps2"]
    document.undo()
    document.undo()
    document.edit([op("add", kind="tiny.bumps", settings={"combine": "add", "relief": 3})])
    assert ids(document) == ["base", "bumps", "high", "up", "bumps3"]
    assert document.recipe.stage("bumps3").combine == "add"


def test_copies_get_a_new_id_and_follow_the_original(document: Document) -> None:
    document.edit([op("duplicate", id="high")])
    document.edit([op("duplicate", id="high2")])
    assert ids(document) == ["base", "high", "high2", "high3", "up"]
    assert document.recipe.stage("high3").noun == document.recipe.stage("high").noun


def test_stages_move(document: Document) -> None:
    document.edit([op("add", kind="tiny.lift")])
    document.edit([op("move", id="lift", index=1)])
    assert ids(document) == ["base", "lift", "high", "up"]
    with pytest.raises(Refusal) as refused:
        document.edit([op("move", id="high", index=3)])
    assert refused.value.path == "high"
    assert "which no stage before it writes" in str(refused.value)
    assert "move that one up" in str(refused.value)


def test_outputs(document: Document) -> None:
    document.edit([op("add_output", kind="png16")])
    document.edit([op("add_output", kind="png16")])
    assert [o.path for o in document.recipe.outputs] == ["elevation.npy", "maps/swatch.png", "png16.png", "png162.png"]
    document.edit(
        [op("set_output", index=1, path="red", value=7), op("set_output", index=1, path="path", value="a.png")]
    )
    assert document.recipe.outputs[1].path == "a.png"
    assert document.recipe.outputs[1].noun.to_json()["red"] == 7
    document.edit([op("remove_output", index=0)])
    assert [o.kind for o in document.recipe.outputs] == ["swatch", "png16", "png16"]
    for bad in (
        op("set_output", index=9, path="path", value="a.png"),
        op("set_output", index=0, path="path", value="../a.png"),
        op("remove_output", index=9),
        op("add_output", kind="gold"),
    ):
        before = document.text()
        with pytest.raises(Refusal):
            document.edit([bad])
        assert document.text() == before


@pytest.mark.parametrize(
    "path, value, sentence",
    [
        ("base.ripple.octaves", 99, "octaves must be >= 1 and <= 12, got 99"),
        ("base.relief", "tall", "relief must be a finite number"),
        ("base.reliefs", 1, "Did you mean 'relief'"),
        ("bas.relief", 1, "Did you mean 'base'"),
        ("base.relief", float("nan"), "relief must be"),
        ("base.id", "other", "cannot be changed"),
        ("grid.shape", [0, 5], "shape"),
        ("stages", [], "cannot be set"),
        ("seed", {"a": 1}, "seed"),
        ("base.relief", {"a": [1]}, "relief"),
        ("base", 3, "which setting"),
        ("", 3, "must be"),
        ("up.mask", "elsewhere", "which no stage before it writes"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(document: Document, path: str, value: object, sentence: str) -> None:
    before, revision = document.text(), document.revision
    good = put("base.relief", 5.0)
    bad = protocol.SetOp.model_construct(op="set", path=path, value=value)
    with pytest.raises(Refusal) as refused:
        document.edit([good, bad])
    assert sentence in str(refused.value)
    assert refused.value.path == path
    assert (document.text(), document.revision, document.steps) == (before, revision, 0)


def test_a_drag_is_one_step(document: Document) -> None:
    for value in range(10):
        document.edit([put("base.relief", 10 + value)], group="drag1")
    document.edit([put("base.relief", 50)], group="drag2")
    document.edit([put("base.relief", 60)])
    document.edit([put("base.relief", 70)])
    reliefs = []
    while document.undo():
        reliefs.append(document.recipe.stage("base").noun.to_json()["relief"])
    assert reliefs == [60.0, 50.0, 19.0, 300.0]
    document.redo()
    document.edit([put("base.relief", 1)], group="drag1")  # the old drag has ended
    document.undo()
    assert document.recipe.stage("base").noun.to_json()["relief"] == 19.0


def test_what_changes_nothing_is_no_step(document: Document) -> None:
    document.edit([put("base.relief", 300)])
    assert (document.steps, document.revision) == (0, 1)


def test_undo_covers_new_and_open(document: Document) -> None:
    document.edit([put("base.relief", 1)])
    document.start(template("plasma"), began("new", "plasma"), "plasma")
    document.edit([put("plasma.rockiness", 0.5)] if "plasma" in ids(document) else [put("seed", 5)])
    assert document.name == "plasma"
    plasma = document.text()
    assert document.undo()
    assert document.undo()
    assert document.name == "hills.toml"
    assert "relief = 1.0   # tall" in document.text()
    assert document.redo()
    assert document.redo()
    assert document.text() == plasma


def test_a_hundred_steps_and_no_more(document: Document) -> None:
    for value in range(1, STEPS + 30):
        document.edit([put("base.relief", value)])
    steps = 0
    while document.undo():
        steps += 1
    assert steps == STEPS
    assert document.recipe.stage("base").noun.to_json()["relief"] == 29.0


def test_a_history_is_small_and_comes_back() -> None:
    document = Document(template("alps"), "alps")
    for value in range(1, STEPS):
        document.edit([put("ranges.relief", value)])
    packed = document.pack()
    assert len(packed["history"]) < 64_000
    again = Document.unpack(packed)
    assert again.text() == document.text()
    assert (again.revision, again.steps, again.saved) == (document.revision, document.steps, document.saved)
    while document.undo():
        assert again.undo()
        assert again.recipe == document.recipe
    assert again.text() == document.text() == template("alps").source
    with pytest.raises(FormatError):
        History.unpack(packed["history"][:-9])


SETTINGS = [("base.relief", st.floats(1, 900)), ("base.ripple.octaves", st.integers(1, 14)), ("base.enabled", st.booleans()),
            ("seed", st.one_of(st.integers(0, 1 << 62), st.text(max_size=5))), ("sea_level", st.floats(-5, 5)),
            ("grid.cell_size", st.floats(-1, 50)), ("high.output", st.sampled_from(["heights", "elevation", "x"])),
            ("up.by", st.floats(-9, 9)), ("up.mask", st.sampled_from([None, "heights", "gone"])),
            ("base.title", st.text(max_size=8)), ("name", st.text(max_size=8))]  # fmt: skip
IDS = st.sampled_from(["base", "high", "up", "lift"])
KINDS = st.sampled_from(["tiny.lift", "tiny.where", "tiny.bumps", "no"])
OPS = st.one_of(
    st.sampled_from(SETTINGS).flatmap(lambda s: s[1].map(lambda value: put(s[0], value))),
    st.sampled_from([path for path, _ in SETTINGS]).map(lambda path: op("reset", path=path)),
    st.tuples(KINDS, st.one_of(st.none(), st.integers(0, 5))).map(lambda t: op("add", kind=t[0], index=t[1])),
    st.tuples(st.sampled_from(["remove", "duplicate"]), IDS).map(lambda t: op(t[0], id=t[1])),
    st.tuples(IDS, st.integers(0, 5)).map(lambda t: op("move", id=t[0], index=t[1])),
    st.sampled_from(["png16", "swatch"]).map(lambda kind: op("add_output", kind=kind)),
    st.integers(0, 3).map(lambda index: op("remove_output", index=index)),
)


@given(st.lists(st.tuples(OPS, st.sampled_from(["", "", "a", "b"])), max_size=25))
def test_undoing_everything_gives_the_text_back(tiny: None, edits: list[tuple[object, str]]) -> None:
    document = Document(Recipe.from_text(RECIPE), "hills.toml")
    texts = [document.text()]
    for change, group in edits:
        before, steps = document.recipe, document.steps
        try:
            document.edit([change], group)
        except Refusal:
            pass  # nothing may have changed; the lines below see to that
        else:
            before = document.recipe
        assert document.recipe is before
        if document.steps == steps:
            texts[-1] = document.text()
        else:
            texts.append(document.text())
        assert Recipe.from_text(document.text()) == document.recipe
    backwards = [document.text()]
    while document.undo():
        backwards.append(document.text())
    assert backwards == texts[::-1]
    assert document.text() == RECIPE
    while document.redo():
        pass
    assert document.text() == texts[-1]


def test_saving(document: Document, tmp_path: Path) -> None:
    assert document.saved
    document.edit([put("base.relief", 250)])
    assert not document.saved
    with pytest.raises(RecipeError, match="no file yet"):
        document.save()
    path = document.save(tmp_path / "mine.toml")
    assert path.read_text(encoding="utf-8") == document.text()
    assert (document.saved, document.name, document.path) == (True, "mine.toml", path)
    document.undo()
    assert not document.saved
    document.redo()
    assert document.saved
    (tmp_path / "other.toml").write_text("")
    with pytest.raises(OutputError, match="already"):
        document.save(tmp_path / "other.toml")
    assert Recipe.load(document.save(tmp_path / "mine.json")) == document.recipe


def test_big_seeds_reach_a_page_exactly(document: Document) -> None:
    document.edit([put("seed", str((1 << 63) - 1))])
    assert document.recipe.seed == (1 << 63) - 1
    assert document.told().recipe.seed == str((1 << 63) - 1)
    document.edit([put("seed", "frost")])
    assert document.told().recipe.seed == "frost"


def test_each_step_says_what_it_did(document: Document) -> None:
    def step(*ops: object) -> tuple[str, str, str, int]:
        document.edit(ops)
        told = document.told().undo
        assert told is not None
        return told.word, told.what, told.setting, told.more

    assert document.told().undo is None
    assert step(put("base.title", "Low hills")) == ("set", "base", "title", 0)
    assert step(put("base.relief", 7), put("seed", 9)) == ("set", "Low hills", "relief", 1)
    assert step(op("reset", path="seed")) == ("reset", "", "seed", 0)
    assert step(op("duplicate", id="base")) == ("duplicate", "Low hills", "", 0)
    assert step(op("remove", id="base")) == ("remove", "Low hills", "", 0)
    assert step(op("add_output", kind="png16")) == ("add_output", "png16", "", 0)
    assert step(op("set_output", index=2, path="path", value="land.png")) == ("set_output", "png16.png", "path", 0)
    assert step(op("remove_output", index=2)) == ("remove_output", "land.png", "", 0)
    document.undo()
    assert document.told().redo is not None
    assert document.told().redo.word == "remove_output"
