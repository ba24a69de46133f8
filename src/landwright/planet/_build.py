"""A whole planet from one noun, and its mesh."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from landwright import _pool
from landwright.mesh import Mesh
from landwright.planet._climate import climate
from landwright.planet._climate_paint import climate_paint
from landwright.planet._continents import continents
from landwright.planet._craters import craters
from landwright.planet._globe import Globe
from landwright.planet._mesh import globe_mesh
from landwright.planet._paint import paint
from landwright.planet._shape import shape
from landwright.planet.settings import Climate, ClimateColors, Colors, Continents, Craters, Planet, Shape
from landwright.seeds import derive

__all__ = ["build_globe", "build_mesh"]


def build_globe(planet: Planet = Planet(), resolution: int = 257) -> Globe:
    """Build a planet, stage by stage: its plates, layers of noise, craters, climate and colors.

    Parameters
    ----------
    planet : Planet
        Size, stages and seed.
    resolution : int
        Nodes along an edge of a face, 2 to 4097.

    Returns
    -------
    Globe
        Elevations, colors, and layers of the climate where there is one.

    See Also
    --------
    build_mesh : The same as a mesh.

    Notes
    -----
    Reach: whole. Cost: O(nodes x octaves).
    Deterministic: bit-identical on every machine, for any thread count.
    """
    globe = Globe(planet.frame(resolution))
    control = _pool.current()
    stages = planet.stages
    for index, (stream, noun) in enumerate(stages):
        with control.part(index / len(stages), (index + 1) / len(stages)):
            globe = _VERBS[type(noun)](globe, noun, seed=derive(planet.seed, stream))
    return globe


_VERBS: Final[dict[type, Callable[..., Globe]]] = {
    Continents: continents,
    Shape: shape,
    Craters: craters,
    Climate: climate,
    ClimateColors: climate_paint,
    Colors: paint,
}


def build_mesh(planet: Planet | Globe = Planet(), resolution: int = 257, *, sea_floor: bool = False) -> Mesh:
    """Build the mesh of a planet: welded, with normals and colors.

    Parameters
    ----------
    planet : Planet or Globe
        What to build; a globe has its own resolution.
    resolution : int
        Nodes along an edge of a face, 2 to 4097.
    sea_floor : bool
        Whether the mesh goes down to the floor of the sea; by default its surface is part of the mesh.

    Returns
    -------
    Mesh
        ``6 (resolution - 1)^2 + 2`` vertices, metres from the center; ``uv0`` is (biome value, elevation over radius).

    See Also
    --------
    ocean_mesh : The water's surface by itself.

    Notes
    -----
    Reach: whole. Cost: O(nodes x octaves).
    Deterministic: bit-identical on every machine, for any thread count.

    Examples
    --------
    >>> len(build_mesh(resolution=17).vertices)
    1538
    """
    globe = planet if isinstance(planet, Globe) else build_globe(planet, resolution)
    return globe_mesh(globe, sea_floor=sea_floor)
