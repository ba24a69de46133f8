"""The one decorator that owns the JIT.

``@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1])")`` compiles a loop: no fast-math (NaN, ties and reproducibility matter),
NumPy's error model (a zero-division check would block vectorisation), the GIL released, and the compiled code kept in
the kernel cache. The signatures say what ``landwright warmup`` compiles; other types are compiled when they come.
``@kernel(inline=True)`` marks a small helper that is always inlined into its callers and never cached by itself.

With ``NUMBA_DISABLE_JIT=1`` a kernel is the plain Python function; the tests run both ways.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import config

from landwright._cache import KernelCache

__all__ = ["JIT", "kernel", "kernel_modules", "registered"]

JIT: bool = not config.DISABLE_JIT
"""Whether kernels are compiled in this process."""

_F = TypeVar("_F", bound=Callable[..., Any])
_registry: list[tuple[Any, str]] = []


def kernel(*signatures: str, inline: bool = False, borrows: bool = False) -> Callable[[_F], _F]:
    """Compile a loop over arrays and scalars.

    Parameters
    ----------
    *signatures : str
        Numba signatures to compile at warm-up, for example ``"void(i8, i8, f4[:, ::1], f4[:, ::1])"``. A kernel that is
        called from Python has at least one.
    inline : bool
        True for a helper called from other kernels only.
    borrows : bool
        True for a kernel that makes no arrays: it then counts no references, which costs two locked instructions for every
        array it looks at. All kernels it calls must borrow too.

    Returns
    -------
    callable
        The decorator.
    """

    def decorate(function: _F) -> _F:
        if not JIT:
            return function
        options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": False}
        if borrows:
            options["_nrt"] = False
        if inline:
            made: Any = numba.njit(forceinline=True, **options)(function)
            return made  # type: ignore[no-any-return]
        made = numba.njit(**options)(function)
        made._cache = KernelCache(function)
        _registry.extend((made, signature) for signature in signatures)
        return made  # type: ignore[no-any-return]

    return decorate


def kernel_modules() -> Iterator[str]:
    """Yield the dotted name of every module that holds kernels."""
    home = Path(__file__).parent
    for package in pkgutil.iter_modules([str(home)], "landwright."):
        if not package.ispkg:
            if package.name in ("landwright._elementary", "landwright._hash"):
                yield package.name
            continue
        spec = importlib.util.find_spec(f"{package.name}._kernels")
        if spec is not None and spec.submodule_search_locations:
            for module in pkgutil.iter_modules(spec.submodule_search_locations, f"{package.name}._kernels."):
                yield module.name


def registered() -> list[tuple[Any, str]]:
    """Return (kernel, signature) of everything that warm-up compiles, after importing all kernel modules."""
    for name in kernel_modules():
        importlib.import_module(name)
    return list(_registry)
