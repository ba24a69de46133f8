"""Erosion: the ground is cut, moved and laid down.

Words: *erosion* and *deposition* are positive thicknesses (m); *repose slope* is the tangent of the angle of repose; *gullies* are
cut by a point-local filter that only looks at the slope. Not for: finding the path of water (``hydrology``).
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.erosion._gullies import gullies as gullies
    from landwright.erosion.settings import Gullies as Gullies

__getattr__, __dir__ = lazy(__name__, {"_gullies": ["gullies"], "settings": ["Gullies"]})
