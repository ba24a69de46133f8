"""The command line as a process: speed of help, Ctrl-C, pipes, exit codes, first-run message."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plugin_install import RECIPE

COMMAND = [sys.executable, "-m", "landwright"]


@pytest.fixture
def environment(tiny_home: Path) -> dict[str, str]:
    """The plug-in on the path."""
    return {**os.environ, "PYTHONPATH": str(tiny_home)}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "hills.toml").write_text(RECIPE, encoding="utf-8")
    slow = RECIPE.replace('kind = "tiny.lift"\nmask = "heights"\nby = 5', 'kind = "tiny.slow"\nsteps = 3000')
    (tmp_path / "slow.toml").write_text(slow, encoding="utf-8")
    return tmp_path


def run(*args: str, cwd: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *args], cwd=cwd, env=env, capture_output=True, text=True, timeout=120)


def test_help_loads_nothing_heavy(environment: dict[str, str]) -> None:
    code = (
        "import sys; from landwright.cli._door import COMMANDS, cli; cli.main(['--help'], standalone_mode=False); "
        "[cli.main([name, '--help'], standalone_mode=False) for name in COMMANDS]; "
        "print(*[m for m in ('numpy', 'numba', 'pydantic', 'rich', 'tomlkit', 'scipy', 'PIL') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert "build" in done.stdout
    assert done.stderr.split() == []


def test_a_plugins_stage_is_built_from_the_shell(home: Path, environment: dict[str, str]) -> None:
    done = run("build", "hills.toml", "-o", "out", "--json", "--no-cache", cwd=home, env=environment)
    assert done.returncode == 0, done.stderr
    assert [stage["kind"] for stage in json.loads(done.stdout)["stages"]] == ["tiny.bumps", "tiny.where", "tiny.lift"]
    assert (home / "out" / "maps" / "swatch.png").is_file()


@pytest.mark.parametrize(
    "args, code",
    [
        (["--help"], 0),
        (["build", "gone.toml", "-o", "out"], 1),
        (["build"], 2),
        (["build", "hills.toml", "-o", "out", "--nonsense"], 2),
    ],
)
def test_exit_codes(args: list[str], code: int, home: Path, environment: dict[str, str]) -> None:
    done = run(*args, cwd=home, env=environment)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_leaves_nothing_behind(
    number: signal.Signals, code: int, home: Path, environment: dict[str, str]
) -> None:
    process = subprocess.Popen(
        [*COMMAND, "build", "slow.toml", "-o", "out", "--no-cache"],
        cwd=home,
        env=environment,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs inherit deaf ears
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "up" in line:
            break
    asked = time.monotonic()
    process.send_signal(number)
    out, error = process.communicate(timeout=30)
    assert process.returncode == code, error
    assert time.monotonic() - asked < 5
    assert "Traceback" not in error
    assert out == ""
    if number == signal.SIGINT:
        assert "Stopped. Nothing half-made was left behind." in error
    assert sorted(p.name for p in home.iterdir()) == ["hills.toml", "slow.toml"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk here that is always full")
def test_a_full_disk_behind_stdout_is_no_traceback(home: Path, environment: dict[str, str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*COMMAND, "schema"], cwd=home, env=environment, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert done.stderr == "The output cannot be written: No space left on device.\n"


def test_a_broken_pipe_is_no_traceback(home: Path, environment: dict[str, str]) -> None:
    process = subprocess.Popen(
        [*COMMAND, "schema"], cwd=home, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    error = process.stderr.read()
    process.wait(timeout=60)
    process.stderr.close()
    assert "Traceback" not in error
    assert "Error" not in error


def test_the_first_run_says_that_it_compiles_and_the_second_does_not(home: Path, environment: dict[str, str]) -> None:
    environment = {**environment, "LANDWRIGHT_CACHE_DIR": str(home / "kernels")}
    first = run("build", "hills.toml", "-o", "out", cwd=home, env=environment)
    assert first.returncode == 0, first.stderr
    assert first.stderr.count("compiling kernels, once") == 1
    assert (home / "kernels" / "stages").is_dir()
    second = run("build", "hills.toml", "-o", "out", "--no-cache", cwd=home, env=environment)
    assert "compiling" not in second.stderr
