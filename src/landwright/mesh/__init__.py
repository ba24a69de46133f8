"""Meshes: vertices, faces and what they carry.

Words: *vertices* (n, 3) metres, *faces* (m, 3) counter-clockwise seen from outside, *max_error* (m), *skirt*, *level of detail*.
Right-handed, X east, Y north, Z up. Not for: file formats (``io``) or deciding what to mesh.
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.mesh._builder import Builder as Builder
    from landwright.mesh._builder import join as join
    from landwright.mesh._check import Check as Check
    from landwright.mesh._check import boundary_edges as boundary_edges
    from landwright.mesh._check import check as check
    from landwright.mesh._check import weld as weld
    from landwright.mesh._mesh import Mesh as Mesh
    from landwright.mesh._regular import regular as regular
    from landwright.mesh._rtin import rtin as rtin
    from landwright.mesh._shade import shade as shade
    from landwright.mesh._solid import skirt as skirt
    from landwright.mesh._solid import solid as solid
    from landwright.mesh.settings import Regular as Regular
    from landwright.mesh.settings import Rtin as Rtin
    from landwright.mesh.settings import Skirt as Skirt
    from landwright.mesh.settings import Solid as Solid

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_builder": ["Builder", "join"],
        "_check": ["Check", "boundary_edges", "check", "weld"],
        "_mesh": ["Mesh"],
        "_regular": ["regular"],
        "_rtin": ["rtin"],
        "_shade": ["shade"],
        "_solid": ["skirt", "solid"],
        "settings": ["Regular", "Rtin", "Skirt", "Solid"],
    },
)
