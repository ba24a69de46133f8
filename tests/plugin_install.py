"""Installs tests/plugin without a network or a build tool: the package and its metadata, as an installer would lay them out."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent / "plugin"


def install(folder: Path, *, name: str = "landwright-tiny", entries: dict[str, dict[str, str]] | None = None) -> Path:
    """Put the plug-in (or just metadata with other entry points) into a folder that may go on sys.path."""
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if entries is None:
        entries = project["entry-points"]
        shutil.copytree(
            SOURCE / "landwright_tiny", folder / "landwright_tiny", ignore=shutil.ignore_patterns("__pycache__")
        )
    info = folder / f"{name.replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    groups = (f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in names.items()) for group, names in entries.items())
    (info / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def tiny_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder the plug-in is installed in."""
    return install(tmp_path_factory.mktemp("site"))


@pytest.fixture
def tiny(tiny_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The plug-in, installed for this test."""
    from landwright.recipe import _kinds

    monkeypatch.syspath_prepend(str(tiny_home))
    _kinds.forget()
    yield
    _kinds.forget()


@pytest.fixture
def calls(tiny: None):
    """How often each verb of the plug-in ran."""
    from landwright_tiny._verbs import CALLS

    CALLS.clear()
    return CALLS


@pytest.fixture
def cache_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty store of results, so that no test sees another's."""
    from landwright.works import _store

    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setattr(_store, "cache_folder", lambda: folder / "kernels-test")
    return folder / "stages"


RECIPE = """\
# Hills for tests
format = 1
name = "hills"   # shown to people
seed = 7
sea_level = 5.0

[grid]
shape = [17, 23]
cell_size = 10.0   # m

# the land
[[stages]]
id = "base"
kind = "tiny.bumps"
relief = 300.0   # tall
  [stages.ripple]
  persistence = 0.4   # less is smoother
  octaves = 4

[[stages]]
id = "high"
kind = "tiny.where"
output = "heights"
above = 150.0

# after everything else
[[stages]]
id = "up"
kind = "tiny.lift"
mask = "heights"
by = 5

[[outputs]]
kind = "npy"
path = "elevation.npy"

[[outputs]]
kind = "swatch"
path = "maps/swatch.png"
"""
"""A recipe of three stages and two outputs."""

__all__ = ["RECIPE", "cache_home", "calls", "install", "tiny", "tiny_home"]
