"""A file: what it holds, and what is lost when it is read."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright import io
from landwright.doctor._byte_order import find_swapped_words
from landwright.doctor._examine import examine, ranked
from landwright.doctor._findings import Finding
from landwright.doctor._samples import find_no_heights
from landwright.doctor.settings import Checkup
from landwright.errors import FileWarning, LossyWarning
from landwright.field import Heightfield
from landwright.io._sidecar import sidecar_of

__all__ = ["examine_file"]


def examine_file(path: str | os.PathLike[str], noun: Checkup = Checkup()) -> tuple[Finding, ...]:
    """Read a file and look for what is wrong with it, the numbers that reading turns into missing data included.

    Parameters
    ----------
    path : path-like
        Anything that ``io.read`` reads: a heightmap, a mesh, cells, lines.
    noun : Checkup
        From where on something counts as wrong.

    Returns
    -------
    tuple of Finding
        The worst first; empty when nothing is wrong.

    Raises
    ------
    InputMissing, FormatError
        As ``io.read`` does, where the file cannot be read at all.

    See Also
    --------
    examine : What is in memory already.

    Notes
    -----
    Reach: whole. Cost: O(samples), and a sort of the heights.
    Deterministic: yes.

    Examples
    --------
    >>> import tempfile, numpy as np, landwright as lw
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     np.save(f"{folder}/land.npy", np.array([[0.0, 1.0], [2.0, np.inf]]))
    ...     [str(one.place) for one in lw.doctor.examine_file(f"{folder}/land.npy")]
    ['row 1, column 1 (x 1 m, y 0 m)']
    """
    file = Path(path)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", FileWarning)
        thing = io.read(file)
    found: list[Finding] = []
    if isinstance(thing, Heightfield):
        samples, valid, ours = _samples(file)
        if samples is not None and samples.shape == thing.shape:
            found += find_no_heights(samples, thing.grid, valid, holes_are_nan=ours)
            swapped = find_swapped_words(samples, thing.grid, noun, thing.mask)
            if swapped:
                return ranked(found + swapped)
    found += examine(thing, noun)
    kinds = {one.kind for one in found}
    for warning in said:
        if not issubclass(warning.category, FileWarning):
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
            continue
        text = str(warning.message)
        if "is no height" in text and kinds & {"nodata", "non-finite"}:
            continue  # told already, with the place
        if "-endian" in text and "byte-order" in kinds:
            continue
        if issubclass(warning.category, LossyWarning) and "terraces" in kinds:
            continue
        kind = "byte-order" if "-endian" in text else "terraces" if "distinct levels" in text else "file"
        severity = "error" if kind == "byte-order" else "warning"
        found.append(Finding(kind, severity, text, None))  # type: ignore[arg-type]
    return ranked(_once(found))


def _once(findings: list[Finding]) -> list[Finding]:
    """Return findings without those that say the same of the same place."""
    seen: set[tuple[str, str]] = set()
    kept = []
    for one in findings:
        key = one.kind, str(one.place)
        if key not in seen or one.place is None:
            kept.append(one)
        seen.add(key)
    return kept


def _samples(path: Path) -> tuple[NDArray[Any] | None, NDArray[np.bool_] | None, bool]:
    """Return what a raster file holds before reading mends it, where it says there is data, and whether it is ours."""
    suffix = path.suffix.lower()
    ours = sidecar_of(path).exists()
    if suffix == ".npy":
        return np.load(path, allow_pickle=False), None, ours
    if suffix in (".tif", ".tiff"):
        return _geotiff(path)
    return None, None, ours


def _geotiff(path: Path) -> tuple[NDArray[Any] | None, NDArray[np.bool_] | None, bool]:
    try:
        import rasterio
    except ImportError:
        return None, None, False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with rasterio.open(path) as source:
            return source.read(1), source.read_masks(1) > 0, False
