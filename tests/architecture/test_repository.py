"""What must never be in the repository."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path


def tracked(root: Path) -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True).stdout
    return [root / name for name in listed.split("\0") if name and (root / name).is_file()]


def text_of(path: Path) -> str | None:
    data = path.read_bytes()
    return None if b"\0" in data[:4096] else data.decode("utf-8", errors="replace")


def test_no_file_names_a_registry_host(root: Path) -> None:
    parts = [("py", "pi"), ("files.python", "hosted"), ("registry.npm", "js"), ("registry.yarn", "pkg"), ("deb", "ian")]
    hosts = re.compile("|".join(rf"{re.escape(a + b)}\.org" for a, b in parts) + r"|registry\.\w+\.com")
    found = [str(path.relative_to(root)) for path in tracked(root) if (text := text_of(path)) and hosts.search(text)]
    assert found == []


def test_no_big_blobs_and_no_machine_paths(root: Path) -> None:
    machine = re.compile(r"(^|[\s\"'=(:])/(ro" + r"ot|wo" + r"rk|ho" + r"me)/[a-z]", re.M)
    for path in tracked(root):
        assert path.stat().st_size <= 1_000_000, f"{path} is over 1 MB"
        text = text_of(path)
        assert not (text and machine.search(text)), f"{path} carries a path of one machine"


def test_no_lock_of_addresses(root: Path) -> None:
    assert not (root / "uv.lock").exists()
    pinned = (root / "requirements" / "dev.txt").read_text(encoding="utf-8")
    entries = [line for line in pinned.splitlines() if "==" in line]
    assert len(entries) > 40
    assert pinned.count("--hash=sha256:") >= len(entries)
    assert "://" not in pinned


def test_requirements_cover_the_declared_dependencies(root: Path) -> None:
    import tomllib

    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pinned = (root / "requirements" / "dev.txt").read_text(encoding="utf-8").lower()
    wanted = list(project["dependencies"])
    for name, extra in project["optional-dependencies"].items():
        wanted += [] if name == "all" else extra
    for entry in wanted:
        name = re.split(r"[<>=\[; ]", entry)[0].lower()
        assert re.search(rf"^{re.escape(name)}==", pinned, re.M), f"{name} is not pinned: run make requirements"
