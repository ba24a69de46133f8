"""Baking: instances and models become one mesh; and the rectangles that instances cover."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.errors import MeshError, sentence
from landwright.hexmap._instances import KINDS, Instances
from landwright.hexmap._kernels.turning import turns
from landwright.hexmap._models import feature_models
from landwright.mesh import Mesh

__all__ = ["bake_instances", "footprints", "rotations"]

ModelMap = Mapping[tuple[str, int, int], Mesh]


def bake_instances(instances: Instances, models: ModelMap | None = None, *, centered: bool = False) -> Mesh:
    """Return one mesh of everything that stands on a map.

    Parameters
    ----------
    instances : Instances
        What stands where.
    models : mapping of (str, int, int) to Mesh, optional
        Kind, level and variant to a mesh; :func:`feature_models` when left out. Models without an instance do no harm.
    centered : bool
        True for models whose middle is at z = 0: each is raised by half its height, so that it stands on the ground.

    Returns
    -------
    Mesh
        With the linear colors of the models (white where a model has none), a group for each kind that occurs, and the origin of the
        instances. No normals: edges are sharp; :func:`landwright.mesh.shade` adds flat ones.

    Raises
    ------
    MeshError
        If an instance has no model.

    See Also
    --------
    features : What stands on a map.
    footprints : Only the ground they cover.

    Notes
    -----
    Reach: point.
    Cost: O(vertices).
    Deterministic: the same bits on every machine.

    Examples
    --------
    >>> from landwright.hexmap import HexMap, features
    >>> town = features(HexMap.empty(5, 5).replace(urban=3))
    >>> list(bake_instances(town).groups)
    ['urban']
    """
    known: ModelMap = feature_models() if models is None else models
    vertices, faces, colors = [np.empty((0, 3))], [np.empty((0, 3), np.uint32)], [np.empty((0, 4), np.uint8)]
    groups: dict[str, tuple[int, int]] = {}
    first, made = 0, 0
    for key, rows in _by_model(instances):
        model = _model(known, key)
        points = _stand(model.vertices + np.array(model.origin), instances.select(rows), centered)
        count = len(model.vertices)
        offsets = first + count * np.arange(len(rows), dtype=np.uint32)
        vertices.append(points.reshape(-1, 3))
        faces.append((model.faces[np.newaxis] + offsets[:, np.newaxis, np.newaxis].astype(np.uint32)).reshape(-1, 3))
        colors.append(np.tile(_colors(model), (len(rows), 1)))
        first += count * len(rows)
        begin = groups.get(key[0], (made, made))[0]
        made += len(model.faces) * len(rows)
        groups[key[0]] = begin, made
    return Mesh(
        np.concatenate(vertices),
        np.concatenate(faces),
        colors=np.concatenate(colors),
        groups=groups,
        origin=instances.origin,
        name="features",
        copy=False,
    )


def footprints(instances: Instances, models: ModelMap | None = None) -> NDArray[np.float64]:
    """Return the rectangles that instances cover, for collisions and for keeping places free.

    Parameters
    ----------
    instances : Instances
        What stands where.
    models : mapping of (str, int, int) to Mesh, optional
        As for :func:`bake_instances`.

    Returns
    -------
    (n, 4, 2) float64 array
        x and y (m, from the instances' origin) of the corners of the models' bounding boxes, counter-clockwise seen from above.

    Raises
    ------
    MeshError
        If an instance has no model.

    See Also
    --------
    bake_instances : The whole models.

    Notes
    -----
    Reach: point.
    Cost: O(instances).
    Deterministic: the same bits on every machine.

    Examples
    --------
    >>> castle = Instances([3], position=[[10.0, 20.0, 0.0]])
    >>> footprints(castle).shape
    (1, 4, 2)
    """
    known: ModelMap = feature_models() if models is None else models
    found = np.empty((len(instances), 4, 2))
    for key, rows in _by_model(instances):
        model = _model(known, key)
        points = model.vertices + np.array(model.origin)
        low, high = points.min(axis=0), points.max(axis=0)
        box = np.zeros((4, 3))
        box[:, 0] = low[0], high[0], high[0], low[0]
        box[:, 1] = low[1], low[1], high[1], high[1]
        found[rows] = _stand(box, instances.select(rows), False)[:, :, :2]
    return found


def rotations(instances: Instances) -> NDArray[np.float64]:
    """Return how instances are turned, as unit quaternions.

    Parameters
    ----------
    instances : Instances
        What stands where.

    Returns
    -------
    (n, 4) float64 array
        x, y, z and w; x and y are 0, because everything turns about the vertical.

    See Also
    --------
    bake_instances : Turns the models themselves.

    Notes
    -----
    Reach: point.
    Cost: O(instances).
    Deterministic: the same bits on every machine.

    Examples
    --------
    >>> rotations(Instances([3], yaw=[180.0])).tolist()
    [[0.0, 0.0, -1.0, 0.0]]
    """
    half = np.empty((len(instances), 2))
    turns(0.5 * instances.yaw, half)
    made = np.zeros((len(instances), 4))
    made[:, 2], made[:, 3] = -half[:, 1], half[:, 0]
    return made


def _by_model(instances: Instances) -> list[tuple[tuple[str, int, int], NDArray[np.int64]]]:
    """Return the rows of each model that occurs, in the order of kind, level and variant."""
    code = (instances.kind.astype(np.int64) * 4 + instances.level) * 256 + instances.variant
    order = np.argsort(code, kind="stable")
    codes, starts = np.unique(code[order], return_index=True)
    rows = np.split(order, starts[1:])
    keys = ((KINDS[one // 1024], one // 256 % 4, one % 256) for one in codes.tolist())
    return list(zip(keys, rows, strict=False))


def _model(models: ModelMap, key: tuple[str, int, int]) -> Mesh:
    found = models.get(key)
    if not isinstance(found, Mesh) or not len(found.vertices):
        must = "must have a mesh for (kind, level, variant) of every instance"
        hint = "Give fewer variants in Features, or add the mesh."
        raise MeshError(
            sentence(
                "hexmap: models",
                must,
                f"none for {key}" if found is None else f"{type(found).__name__} for {key}",
                hint=hint,
            )
        )
    return found


def _colors(model: Mesh) -> NDArray[np.uint8]:
    count = len(model.vertices)
    made = np.full((count, 4), 255, np.uint8)
    if model.colors is not None:
        given: NDArray[Any] = model.colors
        if given.dtype != np.uint8:
            given = np.rint(given * 255.0).astype(np.uint8)
        made[:, : given.shape[1]] = given
    return made


def _stand(points: NDArray[np.float64], instances: Instances, centered: bool) -> NDArray[np.float64]:
    """Return the points (n, k, 3) of a model at each instance: stretched, turned clockwise, put there."""
    turn = np.empty((len(instances), 2))
    turns(np.array(instances.yaw), turn)
    large = instances.scale[:, np.newaxis, :] * points
    c, s = turn[:, np.newaxis, 0], turn[:, np.newaxis, 1]
    made = np.empty_like(large)
    made[..., 0] = large[..., 0] * c + large[..., 1] * s
    made[..., 1] = large[..., 1] * c - large[..., 0] * s
    made[..., 2] = large[..., 2]
    if centered:
        made[..., 2] += 0.5 * (large[..., 2].max(axis=1) - large[..., 2].min(axis=1))[:, np.newaxis]
    return made + instances.position[:, np.newaxis, :]
