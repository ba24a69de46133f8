"""Every sample a vertex: the regular mesh of a field."""

from __future__ import annotations

import numpy as np

from landwright._pool import run_rows
from landwright.errors import MeshError, sentence
from landwright.field import Heightfield
from landwright.mesh._ground import Window, checked_window, middle, place, valid_samples, window_normals
from landwright.mesh._kernels.quads import survey, triangles
from landwright.mesh._mesh import Mesh
from landwright.mesh.settings import Regular


def regular(field: Heightfield, settings: Regular = Regular(), *, window: Window | None = None) -> Mesh:
    """Make a mesh in which every sample is a vertex.

    The surface is the field itself, without loss; use it where the field is small or the file may be large. Samples
    without data leave holes; a quad with three valid corners keeps one triangle.

    Parameters
    ----------
    field : Heightfield
        At least 2 x 2 samples.
    settings : Regular
        How quads are cut, and from where vertices are measured.
    window : (int, int, int, int), optional
        Mesh only rows ``row0`` to ``row1 - 1`` and columns ``col0`` to ``col1 - 1``. Normals are those of the whole
        field, so that neighbouring tiles which share a row or column of samples agree there to the bit.

    Returns
    -------
    Mesh
        For rows x cols samples with data everywhere: rows * cols vertices in reading order and
        2 * (rows - 1) * (cols - 1) faces, all facing up; normals from the slope of the field; uv0 from 0 to 1 over the
        window, u to the east and v to the south.

    Raises
    ------
    MeshError
        If there are fewer than 2 rows or columns, or no triangle has data.

    See Also
    --------
    rtin : Fewer triangles, within a stated error.

    Notes
    -----
    Reach: halo of 1 sample, for normals. Cost: O(samples).
    Deterministic: bit-identical for any number of threads.

    References
    ----------
    .. [1] specs/fractal.md, F2, invariant F-I2.

    Examples
    --------
    >>> mesh = regular(Heightfield([[0.0, 0.0, 1.0], [0.0, 2.0, 1.0]], cell_size=10.0))
    >>> len(mesh.vertices), len(mesh.faces)
    (6, 4)
    """
    window = checked_window(field, window, "mesh.regular")
    row0, row1, col0, col1 = window
    shape = row1 - row0, col1 - col0
    if shape[0] * shape[1] >= 2**32:
        raise MeshError(
            sentence(
                "mesh.regular: field",
                "must have fewer than 2^32 samples for 32-bit indices",
                shape,
                hint="Mesh it in windows, or use mesh.rtin.",
            )
        )
    whole = valid_samples(field)
    valid = np.ascontiguousarray(whole[row0:row1, col0:col1])
    lines = window_normals(field, window, whole)
    z = np.ascontiguousarray(field.elevation[row0:row1, col0:col1])
    first = np.arange(shape[0], dtype=np.int64) * (2 * (shape[1] - 1))
    total = int(first[-1])
    parity = (field.grid.first[0] + field.grid.first[1] + row0 + col0) & 1
    if field.mask is None or bool(valid.all()):
        rows, cols = np.divmod(np.arange(valid.size), shape[1])
        vertex = np.arange(valid.size, dtype=np.uint32).reshape(shape)
        kept = lines.reshape(-1, 3)
    else:
        used = np.empty(shape, np.bool_)
        counts = np.zeros(shape[0], np.int64)
        run_rows(survey, shape[0], valid, used, counts)
        total = int(counts.sum())
        if not total:
            raise MeshError("mesh.regular: field must have data at three corners of a quad, got a mask without any.")
        first = np.cumsum(counts) - counts
        vertex = (np.cumsum(used.reshape(-1)) - 1).astype(np.uint32).reshape(shape)
        rows, cols = np.nonzero(used)
        kept = lines[used]
    faces = np.empty((total, 3), np.uint32)
    run_rows(triangles, shape[0] - 1, z, valid, vertex, first, parity, settings.diagonal == "shortest", faces)
    origin = middle(field.grid, settings.centered)
    vertices, uv = place(field, window, rows + row0, cols + col0, origin)
    return Mesh(vertices, faces, normals=kept, uv0=uv, origin=origin, crs=field.grid.crs, copy=False)
