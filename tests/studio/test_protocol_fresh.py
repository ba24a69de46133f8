"""protocol.ts and schema.json say what Python says; the protocol refuses what it must."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest
from pydantic import ValidationError

from landwright.recipe import _kinds
from landwright.studio import protocol
from landwright.studio._schema import form_schema


@pytest.fixture(scope="module")
def tool(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_protocol", root / "tools" / "make_protocol.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name, maker", [("protocol.ts", "typescript"), ("schema.json", "schema")])
def test_the_pages_files_are_fresh(tool: ModuleType, root: Path, name: str, maker: str) -> None:
    made = getattr(tool, maker)()
    assert (root / "web" / "src" / name).read_text(encoding="utf-8") == made, "run: python tools/make_protocol.py"


def test_check_tells_stale_files(tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    assert tool.main(["--check"]) == 1
    assert tool.main([]) == 0
    assert tool.main(["--check"]) == 0
    (tmp_path / "web" / "src" / "protocol.ts").write_text("// old")
    assert tool.main(["--check"]) == 1


def test_no_type_is_any(tool: ModuleType) -> None:
    text = tool.typescript()
    assert "any" not in text.replace("company", "").split()
    assert "undefined" not in text
    for model in (protocol.Edit, protocol.Document, protocol.WorldHeader):
        assert f"export interface {model.__name__} {{" in text
    assert "  drag?: boolean;" in text  # a page may leave out a default
    assert "  seq: number | null;" in text  # the server leaves nothing out


def test_plugins_are_in_the_live_schema_only(tiny: None) -> None:
    assert any(kind.startswith("tiny.") for kind in _kinds.stage_kinds())
    live, fixed = form_schema(), form_schema(plugins=False)
    assert "tiny.bumps" in live["properties"]["stages"]["items"]["discriminator"]["mapping"]
    assert "tiny" not in json.dumps(fixed)


def test_every_setting_can_be_drawn() -> None:
    made = form_schema()
    for name, definition in [("", made), *made["$defs"].items()]:
        for key, prop in definition.get("properties", {}).items():
            if "const" in prop:
                continue
            ui = prop["x-ui"]
            assert ui["widget"], (name, key)
            if ui["widget"] in ("slider", "number"):
                low, high = ui["soft"]
                default = prop.get("default")
                assert low < high, (name, key)
                assert ui["step"] > 0, (name, key)
                assert ui["scale"] != "log" or low > 0, (name, key)
                assert default is None or low <= default <= high, (name, key)
                assert low >= prop.get("minimum", low), (name, key)
                assert high <= prop.get("maximum", high), (name, key)


@pytest.mark.parametrize(
    "said",
    [
        {"type": "edit", "seq": 1, "ops": [{"op": "set", "path": "seed", "value": 4}], "drag": True, "group": "g1"},
        {"type": "edit", "seq": 1, "ops": [{"op": "add", "kind": "generate.plasma"}]},
        {"type": "undo"},
        {"type": "want", "layers": ["*"], "size": 513},
        {"type": "new", "template": "alps", "seed": "frost"},
    ],
)
def test_what_a_page_says_is_read(said: dict) -> None:
    made = protocol.CLIENT.validate_python(said)
    again = protocol.CLIENT.validate_json(made.model_dump_json())
    assert again == made
    assert made.type == said["type"]


@pytest.mark.parametrize(
    "said",
    [
        {"type": "dance"},
        {"type": "edit", "seq": 1, "ops": []},
        {"type": "edit", "seq": 1, "ops": [{"op": "explode"}]},
        {"type": "undo", "twice": True},
        {"type": "want", "layers": [], "size": 100_000},
        {"type": "edit", "seq": 1, "ops": [{"op": "remove", "id": "x" * 65}]},
        [],
    ],
)
def test_what_a_page_must_not_say_is_refused(said: object) -> None:
    with pytest.raises(ValidationError):
        protocol.CLIENT.validate_python(said)
