"""The page is built when its sources changed, and only then; what it bundles is credited; no file names an address."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def builder(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The build script, pointed at a small page of its own."""
    spec = importlib.util.spec_from_file_location("hatch_build", root / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.delenv("LANDWRIGHT_PAGE", raising=False)
    for name, path in {"ROOT": "", "WEB": "web", "STATIC": "static", "STAMP": "static/.stamp"}.items():
        monkeypatch.setattr(module, name, tmp_path / path)
    monkeypatch.setattr(module, "INSTALLED", tmp_path / "web/node_modules/.landwright")
    (tmp_path / "web/src").mkdir(parents=True)
    (tmp_path / "web/package.json").write_text("{}")
    (tmp_path / "web/package-lock.json").write_text("{}")
    (tmp_path / "web/src/main.tsx").write_text("1")
    return module


@pytest.fixture
def runs(builder: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What npm was asked; it does what npm would leave behind."""
    asked: list[str] = []

    def npm(*words: str) -> None:
        asked.append(words[0])
        (tmp_path / "web/node_modules").mkdir(exist_ok=True)
        if words[0] == "run":
            (tmp_path / "static/.vite").mkdir(parents=True, exist_ok=True)
            for name in builder.MADE:
                (tmp_path / "static" / name).write_text("x")

    monkeypatch.setattr(builder, "npm", npm)
    return asked


def test_it_is_built_once(builder: ModuleType, runs: list[str]) -> None:
    assert builder.build()
    assert not builder.build()
    assert runs == ["ci", "run"]


def test_a_changed_source_builds_it_again_without_fetching(builder: ModuleType, runs: list[str]) -> None:
    builder.build()
    (builder.WEB / "src/main.tsx").write_text("2")
    assert not builder.fresh()
    assert builder.build()
    assert runs == ["ci", "run", "run"]


def test_a_changed_lock_fetches_again(builder: ModuleType, runs: list[str]) -> None:
    builder.build()
    (builder.WEB / "package-lock.json").write_text('{"lockfileVersion": 3}')
    assert builder.build()
    assert runs == ["ci", "run", "ci", "run"]


@pytest.mark.parametrize("path", ["tests/a.test.ts", "node_modules/x/index.js"])
def test_what_is_not_in_the_page_builds_nothing(builder: ModuleType, runs: list[str], path: str) -> None:
    builder.build()
    (builder.WEB / path).parent.mkdir(parents=True, exist_ok=True)
    (builder.WEB / path).write_text("x")
    assert builder.fresh()


def test_an_sdist_without_sources_uses_the_page_it_has(builder: ModuleType, runs: list[str]) -> None:
    builder.build()
    for path in ("src/main.tsx", "package.json", "package-lock.json"):
        (builder.WEB / path).unlink()
    assert builder.fresh()


def test_a_build_without_notices_is_none(builder: ModuleType, runs: list[str]) -> None:
    builder.MADE = (*builder.MADE, "missing.md")
    builder.npm = lambda *words: (builder.WEB / "node_modules").mkdir(exist_ok=True)
    with pytest.raises(builder.PageError, match=r"missing\.md"):
        builder.build()
    assert not builder.STAMP.exists()


def test_node_is_asked_for_only_to_build(builder: ModuleType, runs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    hook = builder.StudioHook("", {}, None, None, "", "wheel")
    assert hook.dependencies() == [builder.NODE]
    monkeypatch.setenv("LANDWRIGHT_PAGE", "skip")
    assert hook.dependencies() == []
    monkeypatch.delenv("LANDWRIGHT_PAGE")
    builder.build()
    assert hook.dependencies() == []


def test_a_failing_npm_says_what_to_do(builder: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm = tmp_path / "npm.py"
    npm.write_text("import sys; sys.exit('no such host')")
    monkeypatch.setattr(builder, "node", lambda: (Path(__import__("sys").executable), npm))
    with pytest.raises(builder.PageError, match=r"(?s)no such host.*network.*LANDWRIGHT_PAGE=skip"):
        builder.build()


def test_the_lock_names_no_address(root: Path) -> None:
    packages = json.loads((root / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert all("integrity" in entry for name, entry in packages.items() if name)


def test_everything_bundled_is_credited(root: Path) -> None:
    built = root / "src/landwright/studio/static"
    names = json.loads((root / "web/package.json").read_text(encoding="utf-8"))["dependencies"]
    notices = (built / ".vite/license.md").read_text(encoding="utf-8")
    assert [name for name in names if f"## {name} - " not in notices] == []
    html = (built / "index.html").read_text(encoding="utf-8")
    assert "://" not in html.replace("http://www.w3.org/", "")
