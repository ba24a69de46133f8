"""Examine anything: which checks apply to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.doctor._findings import SEVERITIES, Finding, Place
from landwright.doctor.settings import Checkup
from landwright.errors import FieldError, sentence
from landwright.field import Heightfield, Layer
from landwright.grid import Grid
from landwright.hexmap import HexMap
from landwright.mesh import Mesh
from landwright.networks import Network
from landwright.planet import Globe
from landwright.world import World

__all__ = ["examine", "ranked"]


def examine(thing: Any, noun: Checkup = Checkup()) -> tuple[Finding, ...]:
    """Look for what is wrong with a landscape, and say where.

    Parameters
    ----------
    thing : Heightfield, World, Network, Mesh, HexMap, Layer, Globe, (rows, cols) array, or mapping of str to any of them
        What to examine. Of a World the ground, its layers, networks, meshes and cells, and how they fit each other. An array may hold
        NaN and infinities, which are found; its samples count as 1 m apart.
    noun : Checkup
        From where on something counts as wrong.

    Returns
    -------
    tuple of Finding
        The worst first; empty when nothing is wrong.

    Raises
    ------
    FieldError
        If the thing is none of these.

    See Also
    --------
    examine_file : A file, with what is lost when it is read.
    hexmap.validate : More about cells.

    Notes
    -----
    Reach: whole. Cost: O(samples), and a sort of the heights.
    Deterministic: yes.

    Examples
    --------
    >>> import landwright as lw
    >>> [one.kind for one in lw.doctor.examine([[0.0, 1.0], [2.0, float("nan")]])]
    ['non-finite']
    """
    if isinstance(thing, (list, tuple)):
        thing = np.asarray(thing)
    return ranked(_examine(thing, noun, ""))


def ranked(findings: list[Finding]) -> tuple[Finding, ...]:
    """Return findings, the worst first, in the order of the checks."""
    return tuple(sorted(findings, key=lambda one: SEVERITIES.index(one.severity)))


def _examine(thing: Any, noun: Checkup, name: str) -> list[Finding]:
    if isinstance(thing, Heightfield):
        return _ground(thing, noun)
    if isinstance(thing, World):
        return _world(thing, noun)
    if isinstance(thing, Network):
        return _lines(thing, noun, name or thing.kind or "lines")
    if isinstance(thing, Mesh):
        from landwright.doctor._mesh import find_mesh

        return find_mesh(thing, noun, name or thing.name)
    if isinstance(thing, HexMap):
        return _cells(thing)
    if isinstance(thing, (Layer, Globe)):
        return []
    if isinstance(thing, Mapping):
        return [one for key, value in thing.items() for one in _examine(value, noun, str(key))]
    if hasattr(thing, "weights"):
        return []
    if isinstance(thing, np.ndarray) and thing.ndim == 2 and thing.size and thing.dtype.kind in "fiub":
        return _array(thing, noun)
    raise FieldError(
        sentence(
            "doctor.examine: thing",
            "must be a Heightfield, World, Network, Mesh, HexMap, Layer, Globe or an array (rows, cols)",
            type(thing).__name__,
        )
    )


def _array(samples: NDArray[Any], noun: Checkup) -> list[Finding]:
    from landwright.doctor._samples import FARTHEST, find_no_heights

    grid = Grid(shape=(samples.shape[0], samples.shape[1]), cell_size=1.0)
    found = find_no_heights(samples, grid)
    real = samples.astype(np.float64)
    there = np.isfinite(real) & (np.abs(np.where(np.isfinite(real), real, 0.0)) <= FARTHEST)
    if there.any():
        held = Heightfield(np.where(there, real, real[there].min()), grid=grid, mask=there)
        found += [one for one in _ground(held, noun) if one.kind != "nodata"]
    return found


def _ground(
    field: Heightfield,
    noun: Checkup,
    layers: Mapping[str, Any] | None = None,
    sea_level: float | None = None,
) -> list[Finding]:
    from landwright.doctor._byte_order import find_swapped
    from landwright.doctor._clipped import find_clipped
    from landwright.doctor._levels import find_terraces
    from landwright.doctor._lines import find_lines
    from landwright.doctor._pits import find_pits
    from landwright.doctor._samples import find_strays, strays
    from landwright.doctor._scale import find_scale
    from landwright.doctor._seams import find_seams
    from landwright.doctor._spikes import find_spikes

    there = np.ones(field.shape, np.bool_) if field.mask is None else field.mask
    if not there.any():
        return [
            Finding("no-data", "error", "There is no data at all: the mask leaves nothing.", Place(row=0, column=0))
        ]
    swapped = find_swapped(field, noun)
    if swapped:
        return swapped  # nothing else that could be said of such ground is true
    found = find_strays(field.elevation, there, field.grid)
    if found:  # the rest is about the ground without them
        numbers = [np.float32(value) for value, _ in strays(field.elevation, there)]
        field = Heightfield(field.elevation, grid=field.grid, mask=there & ~np.isin(field.elevation, numbers))
    checks = (find_spikes, find_terraces, find_lines, find_seams, find_clipped, find_scale)
    for number, check in enumerate(checks):
        _pool.current().report(0.6 * number / len(checks))
        found += check(field, noun)
    return found + find_pits(field, noun, layers, sea_level)


def _world(world: World, noun: Checkup) -> list[Finding]:
    found: list[Finding] = []
    water = world.layers.get("water")
    sea = (
        world.sea_level if world.ground is not None and float(world.ground.elevation.min()) < world.sea_level else None
    )
    if world.ground is not None:
        found += _ground(world.ground, noun, world.layers, sea)
        if water is not None:
            from landwright.doctor._lakes import find_lakes
            from landwright.doctor._rivers import is_river

            found += find_lakes(world.ground, water, noun, [one for one in world.networks.values() if is_river(one)])
    for name, network in world.networks.items():
        found += _lines(network, noun, name, world, sea)
    for name, mesh in world.meshes.items():
        found += _examine(mesh, noun, name)
    if world.hexmap is not None:
        found += _cells(world.hexmap)
    return found


def _lines(
    network: Network, noun: Checkup, name: str, world: World | None = None, sea: float | None = None
) -> list[Finding]:
    from landwright.doctor._rivers import find_rivers, is_river
    from landwright.doctor._roads import find_roads, is_road

    ground = None if world is None else world.ground
    layers: Mapping[str, Any] = {} if world is None else world.layers
    if is_river(network):
        return find_rivers(network, noun, name, ground, layers.get("water"), sea)
    if not is_road(network):
        return []
    found = find_roads(network, noun, name, ground, layers.get("water"))
    if ground is not None and "class" in network.of_points:
        from landwright.doctor._tunnels import find_tunnels

        found += find_tunnels(network, noun, name, ground, layers.get("holes"))
    return found


def _cells(land: HexMap) -> list[Finding]:
    from landwright.hexmap import validate

    return [
        Finding(one.rule, one.severity, one.text, Place(row=one.row, column=one.column, part="cells"))
        for one in validate(land)
    ]
