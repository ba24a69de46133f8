from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from landwright import _cache, _pool
from landwright._hash import (
    add32,
    as_u32,
    centered,
    hash1,
    hash2,
    hash3,
    mix32,
    mul32,
    seed_words,
    shl32,
    signed_float,
    unit,
    xor32,
)
from landwright._numba import JIT, kernel
from landwright.errors import Cancelled, SettingError


@kernel("void(i8, i8, u4, u4, f4[:, ::1])")
def paint(row0, row1, s0, s1, out):
    for r in range(row0, row1):
        for c in range(out.shape[1]):
            out[r, c] = centered(hash2(as_u32(c), as_u32(r), s0, s1))


@kernel("void(i8[::1], i8, i8[::1])")
def slow_count(control, steps, out):
    control[2] = steps
    for i in range(steps):
        if control[0] != 0:
            return
        x = np.uint32(i)
        for _ in range(20000):
            x = xor32(mul32(x, np.uint32(747796405)), np.uint32(1))
        out[0] += np.int64(x) & 1
        control[1] = i + 1


def words(seed: int) -> tuple[np.uint32, np.uint32]:
    a, b = seed_words(seed)
    return np.uint32(a), np.uint32(b)


def twin_mix(h: int) -> int:
    h = ((h ^ (h >> 16)) * 0x7FEB352D) & 0xFFFFFFFF
    h = ((h ^ (h >> 15)) * 0x846CA68B) & 0xFFFFFFFF
    return h ^ (h >> 16)


@pytest.mark.jit_off
def test_hashes_equal_their_plain_twin() -> None:
    s0, s1 = seed_words(7)
    out = np.zeros((5, 6), np.float32)
    paint(0, 5, *words(7), out)
    for y in range(5):
        for x in range(6):
            h = twin_mix(((x * 0x9E3779B1 + s1) & 0xFFFFFFFF) ^ ((y * 0x85EBCA77) & 0xFFFFFFFF) ^ s0)
            signed = h - (1 << 32) if h >= 1 << 31 else h
            assert out[y, x] == np.float32(signed) * np.float32(1 / 2147483648)


@pytest.mark.jit_off
def test_small_operations_keep_32_bits() -> None:
    @kernel("void(u4, u4, i8[::1])")
    def run(a, b, out):
        out[0] = np.int64(mul32(a, b))
        out[1] = np.int64(add32(a, b))
        out[2] = np.int64(shl32(a, np.uint32(7)))
        out[3] = np.int64(mix32(a))
        out[4] = np.int64(as_u32(np.int64(-1)))
        out[5] = np.int64(hash1(a, b, b))
        out[6] = np.int64(hash3(a, b, a, b, a))
        out[7] = np.int64(signed_float(a) < 0)
        out[8] = np.int64(unit(a) * 4)

    a, b = 0xDEADBEEF, 0x9E3779B1
    out = np.zeros(9, np.int64)
    run(np.uint32(a), np.uint32(b), out)
    m = 0xFFFFFFFF
    assert out[:5].tolist() == [a * b & m, (a + b) & m, a << 7 & m, twin_mix(a), m]
    assert out[5] == twin_mix(((a * 0x9E3779B1 + b) & m) ^ b)
    assert out[6] == twin_mix(((a * 0x9E3779B1 + a) & m) ^ (b * 0x85EBCA77 & m) ^ (a * 0xC2B2AE3D & m) ^ b)
    assert out[7:].tolist() == [1, 1]


def test_threads_and_blocks_change_nothing() -> None:
    whole = np.zeros((67, 31), np.float32)
    paint(0, 67, *words(3), whole)
    for size in (1, 2, 5):
        for block in (1, 7, None):
            out = np.zeros_like(whole)
            _pool.run_rows(paint, 67, *words(3), out, block=block, size=size)
            assert np.array_equal(out, whole)


def test_read_only_arrays_are_thawed_without_a_copy_and_kernels_compile_once() -> None:
    owner = np.arange(6, dtype=np.float32).reshape(2, 3)
    owner.flags.writeable = False
    for frozen in (owner, owner[:, 1:], owner.T):
        thawed = _pool.thaw(frozen)
        assert thawed.flags.writeable
        assert np.shares_memory(thawed, frozen)
        assert np.array_equal(thawed, frozen)
        assert thawed.strides == frozen.strides
        assert not frozen.flags.writeable
    frozen = np.full(1000, 7.0)
    frozen.flags.writeable = False
    last = _pool.thaw(frozen)
    del frozen
    assert (last == 7.0).all(), "the memory lives as long as the view"
    if JIT:
        assert len(paint.signatures) <= 1


def test_a_long_kernel_reports_and_cancels() -> None:
    seen: list[float] = []
    control = _pool.Control(seen.append)
    out = np.zeros(1, np.int64)
    with _pool.using(control):
        _pool.call(slow_count, 10, out, polls=True)
    assert control.flags[_pool.DONE] == 10

    def stop(fraction: float) -> None:
        seen.append(fraction)
        if fraction > 0:
            control.cancel()

    control = _pool.Control(stop)
    with _pool.using(control), pytest.raises(Cancelled):
        _pool.call(slow_count, 1 << 40 if JIT else 3, out, polls=True)


def test_rows_cancel_between_blocks() -> None:
    control = _pool.Control(lambda fraction: control.cancel())
    with _pool.using(control), pytest.raises(Cancelled):
        _pool.run_rows(paint, 64, *words(1), np.zeros((64, 4), np.float32), block=1)


def test_parts_of_progress_nest() -> None:
    seen: list[float] = []
    control = _pool.Control(seen.append)
    with control.part(0.5, 1.0), control.part(0.0, 0.5):
        control.report(1.0)
    control.report(0.25)
    assert seen == [0.75, 0.25]


def test_thread_count_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANDWRIGHT_THREADS", "3")
    assert _pool.threads() == 3
    for text in ("many", "0", "-1", "\u00b2", "1.5"):
        monkeypatch.setenv("LANDWRIGHT_THREADS", text)
        with pytest.raises(SettingError, match="LANDWRIGHT_THREADS must be a whole number"):
            _pool.threads()
    monkeypatch.delenv("LANDWRIGHT_THREADS")
    assert _pool.threads() >= 1


COUNT = """
import numpy as np, sys
from landwright import _cache
names = []
_cache.on_compile(names.append)
from landwright._elementary import sin
from landwright._numba import kernel
@kernel("void(f8[::1])")
def wave(out):
    for i in range(out.size):
        out[i] = sin(float(i))
wave(np.zeros(4))
print(len(names), _cache.cache_folder())
"""


def run_count(script: Path, **environment: str) -> tuple[int, Path]:
    script.write_text(COUNT)
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stderr
    count, folder = done.stdout.split(maxsplit=1)
    return int(count), Path(folder.strip())


def test_the_cache_is_kept_announced_and_named_by_its_sources(tmp_path: Path) -> None:
    script = tmp_path / "count.py"
    assert run_count(script, LANDWRIGHT_CACHE_DIR=str(tmp_path / "a"))[0] == 1
    count, folder = run_count(script, LANDWRIGHT_CACHE_DIR=str(tmp_path / "a"))
    assert count == 0, "a second process loads what the first one compiled"
    assert folder == tmp_path / "a" / _cache.folder_name()
    for damaged in folder.glob("*.nbc"):
        damaged.write_bytes(b"not a kernel")
    assert run_count(script, LANDWRIGHT_CACHE_DIR=str(tmp_path / "a"))[0] == 1, "a damaged file is compiled anew"


def test_an_unwritable_folder_falls_back(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    count, folder = run_count(
        tmp_path / "count.py",
        LANDWRIGHT_CACHE_DIR=str(blocked / "x"),
        XDG_CACHE_HOME=str(blocked / "y"),
        TMPDIR=str(tmp_path),
    )
    assert count == 1
    assert folder.is_relative_to(tmp_path)


def test_the_digest_sees_every_kernel_file() -> None:
    names = {path.name for path in _cache.kernel_files()}
    assert {"_hash.py", "_numba.py", "_elementary.py", "basis.py"} <= names
    home = Path(_cache.__file__).parent
    made = [
        path for path in home.rglob("*.py") if re.search(r"^@(kernel|njit|numba\.)", path.read_text(), re.MULTILINE)
    ]
    assert len(made) > 30
    assert set(made) <= set(_cache.kernel_files()), "a kernel outside these files could be loaded stale"
    assert "_explain.py" not in names, "what no kernel is made of must not cost a compilation"
    assert len(_cache.source_digest()) == 16


def test_a_kernel_is_compiled_anew_for_what_it_imports_and_for_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy of the package in which one file after the other is edited."""
    copy = tmp_path / "landwright"
    for path in _cache.kernel_files():
        target = copy / path.relative_to(Path(_cache.__file__).parent)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    monkeypatch.setattr(_cache, "__file__", str(copy / "_cache.py"))
    asked = copy / "noise" / "_kernels" / "points3.py"

    def digest() -> str:
        _cache.kernel_digest.cache_clear()
        return _cache.kernel_digest(asked)

    before = digest()
    for name, matters in (
        ("erosion/_kernels/carve.py", False),
        ("noise/_kernels/rows2.py", False),
        ("noise/_kernels/basis.py", True),  # imported
        ("noise/_kernels/stacking.py", True),
        ("_hash.py", True),
        ("_numba.py", True),
        ("noise/_kernels/points3.py", True),
    ):
        file = copy / name
        held = file.read_bytes()
        file.write_bytes(held + b"# edited\n")
        assert (digest() != before) is matters, name
        file.write_bytes(held)
    _cache.kernel_digest.cache_clear()
    assert digest() == before


def test_every_landwright_name_a_kernel_file_uses_comes_from_a_file_that_counts() -> None:
    """Nothing that can end up in compiled code is imported past the digest: only by name, from kernel files and the ground floor."""
    counted = {path.resolve() for path in _cache.kernel_files()}
    package = Path(_cache.__file__).parent
    for path in _cache.kernel_files():
        source = path.read_bytes()
        if path.name in ("_cache.py", "_numba.py", "_elementary.py", "_hash.py"):
            continue
        assert b"import *" not in source
        assert set(_cache._imported(source, package)) <= counted, path


def test_old_kernels_of_other_sources_are_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANDWRIGHT_CACHE_DIR", str(tmp_path))
    _cache.cache_folder.cache_clear()
    try:
        folder = _cache.cache_folder()
        for name, age in (("old.nbi", 40), ("old.1.nbc", 40), ("new.nbi", 1)):
            (folder / name).write_bytes(b"1")
            then = time.time() - age * 86400
            os.utime(folder / name, (then, then))
        _cache.clear_old()
        assert {path.name for path in folder.glob("*.nb?")} == {"new.nbi"}
    finally:
        _cache.cache_folder.cache_clear()


def test_old_kernel_folders_are_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANDWRIGHT_CACHE_DIR", str(tmp_path))
    _cache.cache_folder.cache_clear()
    try:
        old = tmp_path / "kernels-0000"
        old.mkdir()
        (old / "x.nbc").write_bytes(b"1")
        os.utime(old, (0, 0))
        assert _cache.clear_old() == 1
        assert not old.exists()
        assert _cache.cache_folder().exists()
    finally:
        _cache.cache_folder.cache_clear()


CREW = """
from landwright import _cache, _numba, _warmup
_numba.kernel_modules = lambda: iter(["landwright.erosion._kernels.carve", "landwright.render._kernels.relief"])
said = []
first = _warmup.warmup(lambda done, total, name: said.append(done), processes=1)
print(*first, said == sorted(said), len(list(_cache.cache_folder().glob("*.nbi"))))
"""


def test_warming_up_compiles_what_is_missing_and_nothing_else(tmp_path: Path) -> None:
    environment = {**os.environ, "LANDWRIGHT_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", CREW], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    total, compiled, ordered, files = done.stdout.split()
    assert int(total) == int(compiled) >= 2
    assert ordered == "True"
    assert int(files) >= int(total)
    again = subprocess.run([sys.executable, "-c", CREW], capture_output=True, text=True, env=environment)
    assert again.stdout.split()[1] == "0", "a second warm-up compiles nothing"


def test_what_several_compilers_say_arrives_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    from landwright import _warmup

    monkeypatch.setattr(_warmup, "_WORKER", "print('fill{share} 1'); print('of{shares} 0')")
    heard: list[tuple[str, bool]] = []
    _warmup._share(3, lambda name, fresh: heard.append((name, fresh)))
    assert sorted(heard) == [("fill0", True), ("fill1", True), ("fill2", True)] + [("of3", False)] * 3


def test_a_compiler_that_dies_does_not_hang_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    from landwright import _warmup

    monkeypatch.setattr(_warmup, "_WORKER", "import sys; sys.exit(3) if {share} else print('fill 1')")
    heard: list[str] = []
    _warmup._share(2, lambda name, fresh: heard.append(name))
    assert heard == ["fill"]


@pytest.mark.skipif(not JIT, reason="without the compiler there are no wrappers")
def test_kernels_for_kernels_have_no_wrapper_and_python_may_still_call_them() -> None:
    @kernel(inline=True)
    def twice(x):
        return x + x

    @kernel("void(i8[::1])")
    def double(out):
        out[0] = twice(out[0])

    held = np.array([21])
    double(held)
    assert held[0] == 42
    for made, wrapped in ((twice, False), (double, True)):
        (result,) = made.overloads.values()
        names = [function.name for function in result.library.get_defined_functions()]
        assert any("cpython" in name for name in names) == wrapped
    assert twice(4) == 8
    assert twice(1.5) == 3.0
