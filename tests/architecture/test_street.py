"""Imports run one way, doors are light, files are small, and one decorator owns the JIT."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "landwright"
FILES = sorted(SOURCE.rglob("*.py"))
KERNELS = [path for path in FILES if "_kernels" in path.parts]
SETTINGS = [path for path in FILES if path.name == "settings.py" or "settings" in path.parent.name]
LIMIT = 700


def imported(path: Path) -> set[str]:
    """Every module a file imports when it runs; imports for type checkers only do not count."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skip: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            skip.update(inner for statement in node.body for inner in ast.walk(statement))
    names: set[str] = set()
    for node in ast.walk(tree):
        if node in skip:
            continue
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def inside(names: set[str], *roots: str) -> set[str]:
    return {name for name in names if any(name == root or name.startswith(f"{root}.") for root in roots)}


def test_the_street_runs_one_way(root: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"],
        cwd=root,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_kernels_know_only_arrays(path: Path) -> None:
    allowed = ("numpy", "math", "operator", "numba", "llvmlite", "typing", "collections.abc", "__future__")
    ground = ("landwright._numba", "landwright._hash", "landwright._elementary")
    wrong = {
        name
        for name in imported(path)
        if not inside({name}, *allowed, *ground) and not re.fullmatch(r"landwright\.\w+\._?kernels(\..*)?", name)
    }
    assert not wrong


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_kernels_of_another_room_are_asked_at_its_door(path: Path) -> None:
    """What a room lends to kernels of others is in its ``kernels``; its ``_kernels`` are its own."""
    room = path.relative_to(SOURCE).parts[0]
    of_others = {name for name in imported(path) if re.match(r"landwright\.\w+\._kernels\b", name)}
    assert not {name for name in of_others if name.split(".")[1] != room}


@pytest.mark.parametrize("path", SETTINGS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_settings_load_no_numbers(path: Path) -> None:
    names = imported(path)
    assert not inside(names, "numpy", "numba", "scipy", "PIL", "rasterio")
    assert not {name for name in names if "_kernels" in name}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_file_has_one_idea(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= LIMIT, "split it: one idea a file"
    assert path.stem not in ("utils", "util", "common", "helpers", "base", "misc", "core")
    assert ast.get_docstring(ast.parse(text)), "a file says what it is for"


def test_one_decorator_owns_the_jit() -> None:
    for path in FILES:
        if path.name == "_numba.py":
            continue
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\b(njit|prange|vectorize|guvectorize)\b|numba\.jit|fastmath\s*=\s*True", text), path


def test_no_blind_excepts_asserts_or_prints() -> None:
    for path in FILES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            assert not isinstance(node, ast.Assert), f"{path}:{node.lineno}: assert vanishes under -O"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                pytest.fail(f"{path}:{node.lineno}: the library does not print")


def run_fresh(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


HEAVY = "numpy numba scipy PIL rasterio trimesh cmap rich"


@pytest.mark.parametrize(
    "module",
    ["landwright", "landwright.recipe", "landwright.cli", "landwright.noise.settings", "landwright.generate.settings"],
)
def test_light_doors(module: str) -> None:
    loaded = run_fresh(f"import sys, {module}; print(*[m for m in '{HEAVY}'.split() if m in sys.modules])")
    assert loaded.split() == []


def test_loading_a_recipe_is_light() -> None:
    code = (
        "import sys; from importlib.resources import files; from landwright.recipe import Recipe;"
        "text = (files('landwright.recipe') / 'templates' / 'alps.toml').read_text(); Recipe.from_text(text);"
        "print(*[m for m in 'numpy numba scipy dask zarr'.split() if m in sys.modules])"
    )
    assert run_fresh(code).split() == []


def test_front_door_is_small_and_names_collide_with_nothing() -> None:
    import landwright

    names = [name for name in dir(landwright) if not name.startswith("_")]
    assert 5 <= len(names) <= 40
    packages = {path.name for path in SOURCE.iterdir() if path.is_dir()}
    modules = {path.stem for path in FILES if "_kernels" not in path.parts}
    for package in sorted(packages - {"__pycache__"}):
        room = __import__(f"landwright.{package}", fromlist=["x"])
        for name in getattr(room, "__dir__", list)():
            value = getattr(room, name, None)
            if callable(value) and not isinstance(value, type):
                assert name not in packages, f"{package}.{name} has the name of a package"
                assert name not in modules, f"{package}.{name} has the name of a module"
