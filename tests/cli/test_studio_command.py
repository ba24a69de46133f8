"""``landwright studio`` as a process: its address, its end, and what it says when it cannot."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from landwright.cli import _studio
from landwright.cli._door import cli
from plugin_install import RECIPE

COMMAND = [sys.executable, "-m", "landwright", "studio", "--no-open"]


@pytest.fixture
def environment(tiny_home: Path, tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(tiny_home), "LANDWRIGHT_STATE_DIR": str(tmp_path / "state")}


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 0), (signal.SIGTERM, 143)])
def test_it_says_where_it_is_and_ends_when_told(
    tmp_path: Path, environment: dict[str, str], number: signal.Signals, code: int
) -> None:
    (tmp_path / "hills.toml").write_text(RECIPE, encoding="utf-8")
    with subprocess.Popen(
        [*COMMAND, "hills.toml"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Landwright studio: http://127.0.0.1:")
        address = urlsplit(line.split()[-1])
        asked = http.client.HTTPConnection("127.0.0.1", address.port or 0, timeout=30)
        asked.request("GET", f"/?{address.query}")  # it listens before it says so
        assert asked.getresponse().status == 303
        asked.close()
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == code
    assert "Traceback" not in errors
    if number == signal.SIGINT:
        assert "your edits are kept" in errors
    assert (tmp_path / "hills.toml").read_text(encoding="utf-8") == RECIPE


def test_a_taken_port_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANDWRIGHT_STATE_DIR", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as other:
        done = CliRunner().invoke(cli, ["studio", "--no-open", "--port", str(other.getsockname()[1])])
    assert done.exit_code == 1
    assert "another program uses this port" in done.output


def test_a_missing_extra_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_studio.importlib.util, "find_spec", lambda name: None)
    done = CliRunner().invoke(cli, ["studio"])
    assert done.exit_code == 1
    assert "pip install 'landwright[studio]'" in done.output


@pytest.mark.parametrize(
    "name, text, sentence",
    [
        ("gone.toml", None, "no such recipe"),
        ("land.png", "", "drop a heightmap on its page"),
        ("bad.toml", "format = 1\nname = hills", "line 2"),
    ],
)
def test_a_file_that_is_no_recipe_is_refused(tmp_path: Path, name: str, text: str | None, sentence: str) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    done = CliRunner().invoke(cli, ["studio", "--no-open", str(tmp_path / name)])
    assert done.exit_code == 1
    assert sentence in done.output


def test_a_state_folder_that_cannot_be_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LANDWRIGHT_STATE_DIR", str(tmp_path / "file"))
    done = CliRunner().invoke(cli, ["studio", "--no-open"])
    assert done.exit_code == 1
    assert "LANDWRIGHT_STATE_DIR" in done.output


def test_help_loads_no_server() -> None:
    code = "import sys; from landwright.cli._door import cli; cli.main(['studio', '--help'], standalone_mode=False); "
    code += "print(*[m for m in ('uvicorn', 'starlette', 'numba', 'numpy') if m in sys.modules], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "--no-open" in done.stdout
    assert done.stderr.split() == []
