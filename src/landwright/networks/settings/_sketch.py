"""Sketch: how a drawing on paper is read."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from landwright.settings import Settings, choice, quantity, words

__all__ = ["Sketch"]

_Color = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
_Pixel = Annotated[float, Field(ge=-100000.0, le=100000.0)]
_Corner = tuple[_Pixel, _Pixel]


class Sketch(Settings):
    """How a photo or scan of a drawing on paper is read: the colors of its strokes, its page, and how lines follow strokes."""

    road_color: _Color = words(
        "#d22d1e", help="The color of the pen for roads, as #rrggbb in sRGB.", ui={"widget": "color"}
    )
    river_color: _Color = words(
        "#1e50c8", help="The color of the pen for rivers, as #rrggbb in sRGB.", ui={"widget": "color"}
    )
    lake_color: _Color = words(
        "#14965a",
        help="The color of the pen for lakes, outlined or filled, as #rrggbb in sRGB. Dots, filled patches and rings of the river's "
        "pen are lakes too.",
        ui={"widget": "color"},
    )
    tolerance: float = quantity(
        45.0,
        unit="degrees",
        gt=0.0,
        le=90.0,
        help="How far the hue of a stroke may be from that of its pen; more takes more colors for it.",
    )
    threshold: float = quantity(
        0.16,
        unit="1",
        gt=0.0,
        le=1.0,
        help="How strong the color of a stroke must be, where 0 is paper and 1 the purest color; more leaves faint strokes out.",
    )
    corners: tuple[_Corner, _Corner, _Corner, _Corner] | None = quantity(
        None,
        unit="px",
        help="Column and row of the page's corners in the picture: top left, top right, bottom right, bottom left. "
        "Leave it out to let them be found.",
    )
    turn: Literal["none", "left", "right", "half"] = choice(
        "none", help="How the page must still be turned after it was found, for photos taken from the side."
    )
    aspect: float | None = quantity(
        None,
        unit="1",
        ge=0.05,
        le=20.0,
        help="Width of the page over its height, 1.414 for A4 on its side; more is wider. Leave it out to let it be found.",
    )
    long_side: int = quantity(
        1000,
        unit="px",
        ge=200,
        le=4000,
        help="Long side of the page as it is read; more sees finer pens and takes longer.",
    )
    min_length: float = quantity(
        6.0, unit="px", ge=0.0, le=1000.0, help="Shortest mark that is a stroke; more leaves larger specks out."
    )
    gap: float = quantity(
        12.0,
        unit="px",
        ge=0.0,
        le=200.0,
        help="Longest gap between two ends that face each other over which a stroke goes on; more joins more.",
    )
    max_points: int = quantity(
        100,
        unit="count",
        gt=4,
        le=100000,
        help="Most points that one cubic curve is fitted to. A stroke of the river's pen with fewer than a fifth of it is a lake, and "
        "such a road is left out; more makes that of longer strokes.",
    )
    fit_error: float = quantity(
        1.5,
        unit="px",
        gt=0.0,
        le=100.0,
        help="Most that a curve passes beside the middle of its stroke; more is smoother.",
    )

    @model_validator(mode="after")
    def _apart(self) -> Sketch:
        pens = {"road_color": self.road_color, "river_color": self.river_color, "lake_color": self.lake_color}
        if len({color.lower() for color in pens.values()}) < 3:
            raise ValueError("road_color, river_color and lake_color must be three different colors.")
        return self
