"""A whole planet from one noun, and its mesh."""

from __future__ import annotations

from landwright.mesh import Mesh
from landwright.planet._globe import Globe
from landwright.planet._mesh import globe_mesh
from landwright.planet._paint import paint
from landwright.planet._shape import shape
from landwright.planet.settings import Planet
from landwright.seeds import derive

__all__ = ["build_globe", "build_mesh"]


def build_globe(planet: Planet = Planet(), resolution: int = 257) -> Globe:
    """Build a planet: its shape, then its colors.

    Parameters
    ----------
    planet : Planet
        Size, layers and colors.
    resolution : int
        Nodes along an edge of a face, 2 to 4097.

    Returns
    -------
    Globe
        Elevations and colors.

    See Also
    --------
    build_mesh : The same as a mesh.

    Notes
    -----
    Reach: whole. Cost: O(nodes x octaves).
    Deterministic: bit-identical on every machine, for any thread count.
    """
    raised = shape(Globe(planet.frame(resolution)), planet.shape, seed=derive(planet.seed, "shape"))
    return paint(raised, planet.colors, seed=derive(planet.seed, "colors"))


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
