"""Everything that networks put on the ground, as meshes by name."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from landwright.field import Heightfield, Layer
from landwright.mesh import Mesh, join
from landwright.networks._bridges import bridge_meshes
from landwright.networks._lake_mesh import lake_mesh
from landwright.networks._network import Network
from landwright.networks._river_mesh import river_mesh
from landwright.networks._road_mesh import road_mesh
from landwright.networks._tunnels import ground_meshes, tunnel_meshes
from landwright.networks.settings import Structures

__all__ = ["PARTS", "network_meshes"]

PARTS = ("terrain", "caps", "roads", "bridges", "tunnels", "portals", "rivers", "lakes")
"""Names of the meshes, in the order they are made and written."""


def network_meshes(
    ground: Heightfield,
    networks: Mapping[str, Network],
    water: Layer | None = None,
    noun: Structures = Structures(),
) -> dict[str, Mesh]:
    """Make the meshes of a landscape with all that runs across it.

    Parameters
    ----------
    ground : Heightfield
        With rivers and roads pressed into it; metres.
    networks : mapping of str to Network
        Those of the kinds ``road`` and ``river`` are built; the others are lines, and left out.
    water : Layer, optional
        Depth of the water (m), for the surfaces of lakes.
    noun : Structures
        How tunnels and bridges look.

    Returns
    -------
    dict
        By the names of ``networks.PARTS``, without the empty ones: ``terrain``, open over tunnels; ``caps``, which put the hill back;
        ``roads``, ``bridges``, ``tunnels``, ``portals``, ``rivers`` and ``lakes``.

    See Also
    --------
    road_mesh, river_mesh, lake_mesh, tunnel_meshes, bridge_meshes : The single ones.

    Notes
    -----
    Reach: whole. Cost: O(samples + points).
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import numpy as np
    >>> import landwright as lw
    >>> land = {"elevation": lw.Heightfield(np.zeros((33, 33)), cell_size=8.0)}
    >>> road = lw.networks.Line(points=((20.0, 128.0), (230.0, 100.0)))
    >>> made = lw.networks.build_roads(land, lw.networks.Roads(lines=(road,)))
    >>> list(network_meshes(made["elevation"], {"roads": made["roads"]}))
    ['terrain', 'roads']
    """
    roads = [network for network in networks.values() if network.kind == "road" and len(network)]
    rivers = [network for network in networks.values() if network.kind == "river" and len(network)]
    found: dict[str, list[Mesh]] = {name: [] for name in PARTS}
    whole = _together(roads)
    for name, mesh in ground_meshes(ground, whole, noun).items():
        found[name].append(mesh)
    for network in roads:
        found["roads"].append(road_mesh(network))
        found["bridges"].append(bridge_meshes(ground, network, noun)["bridges"])
    bored = tunnel_meshes(ground, whole, noun)
    found["tunnels"].append(bored["tunnels"])
    found["portals"].append(bored["portals"])
    for network in rivers:
        found["rivers"].append(river_mesh(network, ground))
    if water is not None:
        found["lakes"].append(lake_mesh(water, ground, _together(rivers) if rivers else None))
    kept = {name: [mesh for mesh in meshes if len(mesh.faces)] for name, meshes in found.items()}
    return {
        name: (meshes[0] if len(meshes) == 1 else join(meshes)).replace(name=name)
        for name, meshes in kept.items()
        if meshes
    }


def _together(networks: list[Network]) -> Network:
    """Return several networks of one kind as one; what only some of them carry is left out."""
    if len(networks) == 1:
        return networks[0]
    if not networks:
        return Network(kind="road")
    nodes = np.cumsum([0, *(len(network.nodes) for network in networks)])
    points = np.cumsum([0, *(len(network.points) for network in networks)])

    def shared(word: str) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]]:
        held = [getattr(network, word) for network in networks]
        names = [name for name in held[0] if all(name in each for each in held)]
        return {name: np.concatenate([each[name] for each in held]) for name in names}

    return Network(
        np.concatenate([network.nodes for network in networks]),
        np.concatenate([network.edges + first for network, first in zip(networks, nodes[:-1].tolist(), strict=True)]),
        np.concatenate([network.points for network in networks]),
        np.concatenate([[0], *(n.starts[1:] + first for n, first in zip(networks, points[:-1].tolist(), strict=True))]),
        kind=networks[0].kind,
        of_points=shared("of_points"),
        of_edges=shared("of_edges"),
        of_nodes=shared("of_nodes"),
    )
