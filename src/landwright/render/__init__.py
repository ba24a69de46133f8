"""Pictures on the CPU, without a display: relief maps, perspective views, contact sheets.

Words: *relief* picture (map view with hillshade), *view* (perspective), *hypsometric tint* (color by elevation). Not for: the
studio's screens (``web``).
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.render._albedo import albedo as albedo
    from landwright.render._draw import draw as draw
    from landwright.render._hexmap import hexmap_surfaces as hexmap_surfaces
    from landwright.render._plan import hex_plan as hex_plan
    from landwright.render._planet import orbit as orbit
    from landwright.render._planet import planet_surfaces as planet_surfaces
    from landwright.render._relief import relief as relief
    from landwright.render._sheet import contact_sheet as contact_sheet
    from landwright.render._surface import Hits as Hits
    from landwright.render._surface import Surface as Surface
    from landwright.render._view import view as view
    from landwright.render._view import view_of as view_of
    from landwright.render.settings import Camera as Camera
    from landwright.render.settings import HexPlan as HexPlan
    from landwright.render.settings import Materials as Materials
    from landwright.render.settings import Orbit as Orbit
    from landwright.render.settings import Relief as Relief
    from landwright.render.settings import View as View

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_albedo": ["albedo"],
        "_draw": ["draw"],
        "_hexmap": ["hexmap_surfaces"],
        "_plan": ["hex_plan"],
        "_planet": ["orbit", "planet_surfaces"],
        "_relief": ["relief"],
        "_sheet": ["contact_sheet"],
        "_surface": ["Hits", "Surface"],
        "_view": ["view", "view_of"],
        "settings": ["Camera", "HexPlan", "Materials", "Orbit", "Relief", "View"],
    },
)
