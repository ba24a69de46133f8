"""The one decorator that owns the JIT.

``@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1])")`` compiles a loop: no fast-math (NaN, ties and reproducibility matter),
NumPy's error model (a zero-division check would block vectorisation), the GIL released, and the compiled code kept in
the kernel cache. The signatures say what ``landwright warmup`` compiles; other types are compiled when they come.
``@kernel(inline=True)`` marks a small helper that is always inlined into its callers and never cached by itself. A kernel
without a signature serves other kernels only: it is compiled without the wrappers for Python, a third of its compile time.

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
        options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": False, "no_cfunc_wrapper": True}
        if borrows:
            options["_nrt"] = False
        if inline:
            options["forceinline"] = True
        if not signatures:
            options["no_cpython_wrapper"] = True
        made: Any = numba.njit(**options)(function)
        if not signatures:
            _serve_kernels(made, options)
        if not inline:
            made._cache = KernelCache(function)
        _registry.extend((made, signature) for signature in signatures)
        return made  # type: ignore[no-any-return]

    return decorate


def _serve_kernels(made: Any, options: dict[str, Any]) -> None:
    """Keep Python off the bare code of a kernel without wrappers: should it call one, as tests do, a second one with wrappers answers."""
    twin: list[Any] = []

    def with_wrapper(*args: Any, **keywords: Any) -> Any:
        if not twin:
            twin.append(numba.njit(**(options | {"no_cpython_wrapper": False}))(made.py_func))
        return twin[0]._compile_for_args(*args, **keywords)

    def keep(result: Any) -> None:
        made.overloads[tuple(result.signature.args)] = result

    made._compile_for_args, made.add_overload = with_wrapper, keep


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
