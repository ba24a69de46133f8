from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import landwright as lw
from landwright.errors import OutputError
from landwright.io import whole_file, whole_files, whole_folder


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture(params=["nameless", "part"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to hide a file: without a name where the system can, and as a hidden part."""
    if request.param == "part":
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    return str(request.param)


def test_a_file_appears_when_it_is_complete(tmp_path: Path, way: str) -> None:
    target = tmp_path / "a.bin"
    with whole_file(target) as stream:
        stream.write(b"one")
        assert not target.exists()
    assert target.read_bytes() == b"one"
    assert names(tmp_path) == ["a.bin"]


def test_a_file_that_cannot_be_named_later_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", refuse)
    with whole_file(tmp_path / "a.bin") as stream:
        stream.write(b"one" * 1000)
    assert (tmp_path / "a.bin").read_bytes() == b"one" * 1000
    assert names(tmp_path) == ["a.bin"]


def test_a_nameless_file_has_no_name_while_it_is_written(tmp_path: Path) -> None:
    with whole_file(tmp_path / "a.bin") as stream:
        stream.write(b"one")
        if hasattr(os, "O_TMPFILE"):
            assert names(tmp_path) == []


@pytest.mark.parametrize("fault", [ValueError, KeyboardInterrupt, SystemExit])
def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path, way: str, fault: type[BaseException]) -> None:
    target = tmp_path / "a.bin"
    target.write_bytes(b"old")

    def spoil() -> None:
        with whole_file(target) as stream:
            stream.write(b"half")
            raise fault

    with pytest.raises(fault):
        spoil()
    assert target.read_bytes() == b"old"
    assert names(tmp_path) == ["a.bin"]


@pytest.mark.parametrize("blow", [signal.SIGTERM, signal.SIGKILL])
def test_a_kill_leaves_nothing(tmp_path: Path, blow: signal.Signals) -> None:
    code = f"""
        import sys, time
        from landwright.io import whole_file
        with whole_file({str(tmp_path / "a.bin")!r}) as stream:
            stream.write(b"x" * 100000)
            print("ready", flush=True)
            time.sleep(60)
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        child.send_signal(blow)
        child.wait(timeout=30)
    left = names(tmp_path)
    assert "a.bin" not in left
    if hasattr(os, "O_TMPFILE"):
        assert left == []


def test_several_files_get_their_names_in_order_and_only_when_all_are_there(tmp_path: Path, way: str) -> None:
    first, second = tmp_path / "a.json", tmp_path / "a.r16"
    with whole_files(first, second) as streams:
        streams[second].write(b"data")
        streams[first].write(b"side")
        assert not first.exists()
        assert not second.exists()
    assert (first.read_bytes(), second.read_bytes()) == (b"side", b"data")
    assert names(tmp_path) == ["a.json", "a.r16"]


def test_the_first_name_moves_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[str] = []
    replace = Path.replace

    def noted(self: Path, target: Path) -> Path:
        moved.append(Path(target).name)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", noted)
    lw.write(lw.Heightfield([[0.0, 1.0]]), tmp_path / "a.r16")
    assert moved == ["a.r16.json", "a.r16"], "a reader must never see raw levels without the sidecar that explains them"


def test_bytes_reach_the_disk_before_the_name_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    replace, fsync = Path.replace, os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (order.append("fsync"), fsync(handle))[1])
    monkeypatch.setattr(Path, "replace", lambda self, to: (order.append("replace"), replace(self, to))[1])
    with whole_file(tmp_path / "a.bin") as stream:
        stream.write(b"x")
    assert order == ["fsync", "replace", "fsync"], "the bytes, the name, the folder"


def test_an_old_file_keeps_its_rights_and_a_link_its_target(tmp_path: Path, way: str) -> None:
    real, link = tmp_path / "real.bin", tmp_path / "link.bin"
    real.write_bytes(b"old")
    real.chmod(0o600)
    link.symlink_to(real)
    with whole_file(link) as stream:
        stream.write(b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert real.stat().st_mode & 0o777 == 0o600


def test_refusals_say_what_is_wrong(tmp_path: Path, way: str) -> None:
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "file").write_bytes(b"")
    cases = {
        tmp_path / "gone" / "a.png": "does not exist; make it first",
        tmp_path / "folder.png": "is a folder; give a file name",
        tmp_path / "file" / "a.png": "is not a folder",
    }
    for path, words in cases.items():
        with pytest.raises(OutputError, match=words):
            lw.write(lw.Heightfield([[0.0, 1.0]]), path)
    assert names(tmp_path) == ["file", "folder.png"]


@pytest.mark.parametrize(
    "number, words",
    [
        ("EACCES", "cannot be written to"),
        ("EROFS", "cannot be written to"),
        ("ENOSPC", "is full"),
        ("EIO", "cannot be written"),
    ],
)
def test_a_folder_or_disk_that_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: str, words: str
) -> None:
    import errno

    def refuse(*args: object, **more: object) -> int:
        code = getattr(errno, number)
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "open", refuse)  # rights do not bind the root user, so a folder cannot show this everywhere
    with pytest.raises(OutputError, match=words), whole_file(tmp_path / "a.png"):
        pass
    monkeypatch.undo()
    assert names(tmp_path) == []


def test_a_full_disk_while_writing(tmp_path: Path, way: str) -> None:
    def fill() -> None:
        with whole_file(tmp_path / "a.png"):
            raise OSError(28, "No space left on device")

    with pytest.raises(OutputError, match="is full"):
        fill()
    assert names(tmp_path) == []


def test_a_folder_appears_when_it_is_complete(tmp_path: Path) -> None:
    target = tmp_path / "world"
    with whole_folder(target) as folder:
        (folder / "a.txt").write_text("one")
        assert not target.exists()
    with whole_folder(target) as folder:
        (folder / "b.txt").write_text("two")
    assert names(target) == ["b.txt"], "a folder is replaced as a whole"
    assert names(tmp_path) == ["world"]

    def spoil() -> None:
        with whole_folder(target) as folder:
            (folder / "c.txt").write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        spoil()
    assert names(target) == ["b.txt"]
    assert names(tmp_path) == ["world"]
    with pytest.raises(OutputError, match="is a file"), whole_folder(target / "b.txt"):
        pass
    with pytest.raises(OutputError, match="does not exist"), whole_folder(tmp_path / "gone" / "world"):
        pass


def test_a_cancelled_write_leaves_nothing(tmp_path: Path) -> None:
    import numpy as np

    from landwright import _pool
    from landwright.errors import Cancelled

    control = _pool.Control()

    def stop(fraction: float) -> None:
        control.cancel()

    control = _pool.Control(stop)
    field = lw.Heightfield(np.arange(2_000_000, dtype=np.float32).reshape(1000, 2000))
    began = time.monotonic()
    with pytest.raises(Cancelled), _pool.using(control):
        lw.write(field, tmp_path / "a.png")
    assert names(tmp_path) == []
    assert time.monotonic() - began < 60
