"""The per-point kernels are vector code. LLVM gives up silently, and then they are five times slower and still right."""

from __future__ import annotations

import platform
import re

import numba
import pytest
from numba.core import sigutils

from landwright.noise._kernels import cellular, lattice, points2, points3

PACKED = re.compile(
    r"^\s+v?(mulps|addps|subps|maxps|minps|cvtdq2ps|pmull?[dw]|pmuludq|p?xord?q?|pxor|xorps|padd[dq]|ps[rl]l[dq])\b"
)
SPLIT = "void(f8[::1], i8, f8, f8, i8, u4, u4[::1], u4[::1], f4[::1])"
X86 = platform.machine().lower() in ("x86_64", "amd64")

KERNELS = {  # packed instructions that the loop over one block has at least
    "value 2-D": (points2.value_points2, 35),
    "value 3-D": (points3.value_points3, 75),
    "perlin 2-D": (points2.perlin_points2, 60),
    "perlin 3-D": (points3.perlin_points3, 140),
    "simplex 2-D": (points2.simplex_points2, 60),
    "simplex 3-D": (points3.simplex_points3, 100),
    "cellular 2-D": (cellular.cellular_points2, 100),
}


def assembly(kernel, signature: str) -> str:
    """Compile a kernel anew, outside the cache: cached code cannot be inspected."""
    fresh = numba.njit(nogil=True, error_model="numpy")(kernel.py_func)
    arguments, _ = sigutils.normalize_signature(signature)
    fresh.compile(arguments)
    return next(iter(fresh.inspect_asm().values()))


def inner_loops(text: str) -> list[list[str]]:
    """Bodies of the loops that hold no other loop: from a label to the jump back to it."""
    lines = text.splitlines()
    labels = {m.group(1): k for k, line in enumerate(lines) if (m := re.match(r"^(\.?L\w+):", line))}
    found = []
    for k, line in enumerate(lines):
        jump = re.match(r"^\s+j\w+\s+(\.?L\w+)", line)
        begin = labels.get(jump.group(1), k) if jump else k
        if begin < k and not any(begin < other < k for other in labels.values()):
            found.append([part for part in lines[begin:k] if re.match(r"^\s+[a-z]", part)])
    return found


@pytest.mark.parametrize("name", KERNELS)
def test_the_loop_over_a_block_is_vector_code(name):
    kernel, least = KERNELS[name]
    text = assembly(kernel, points2.POINTS)
    if not X86:
        assert text
        return
    counts = [(sum(bool(PACKED.match(line)) for line in loop), loop) for loop in inner_loops(text)]
    packed, loop = max(counts, key=lambda pair: pair[0])
    assert packed >= least
    assert packed >= 0.6 * len(loop)
    assert not any("gather" in line or re.match(r"^\s+v?(mulss|addss|subss)\b", line) for line in loop)


def test_splitting_into_cells_is_vector_code():
    text = assembly(lattice.split, SPLIT)
    if not X86:
        assert text
        return
    assert any(
        any("cvtpd2ps" in line for line in loop) and not any("cvtsd2ss" in line for line in loop)
        for loop in inner_loops(text)
    )
