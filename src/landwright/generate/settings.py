"""The nouns of ``generate``: what a person sets to grow a landscape from nothing.

Everything is in metres and degrees; a share of the map appears only where the original program had one, and says so.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from landwright.noise.settings import AnyNoise, Fbm
from landwright.noise.settings import Perlin as PerlinNoise
from landwright.settings import Reach, Settings, Stage, choice, flag, nested, quantity

__all__ = [
    "DiamondSquare",
    "Dunes",
    "Midpoint",
    "NoiseField",
    "Perlin",
    "Plasma",
    "Skyline",
    "Spectral",
    "Volcano",
    "VoronoiPeaks",
]

_Finite = Annotated[float, Field(allow_inf_nan=False)]
_Length = Annotated[float, Field(gt=0.0, allow_inf_nan=False)]
_Height = Annotated[float, Field(ge=0.0, allow_inf_nan=False)]


class Plasma(Stage):
    """The landscape of the original program: 2-D midpoint displacement on one square lattice that covers the map.

    The first split displaces by up to a quarter of `grain` (in units of the full height), every further one by half of
    that, whatever the cell size: the lattice is stretched over the map, so a finer grid of the same extent shows the
    same landform with more detail, and a wider grid of the same cell size shows it larger.
    """

    kind: Literal["generate.plasma"] = "generate.plasma"
    rockiness: float = quantity(
        0.3, unit="1", ge=0.0, le=1.0, help="More makes every mountain higher: the share of the relief that is used."
    )
    grain: int = quantity(
        8,
        unit="count",
        ge=0,
        le=32,
        help="More makes the land wilder: the displacement multiplier of the original program.",
        ui={"soft": (1, 32), "step": 1},
    )
    plains: bool = flag(
        True,
        help="On lets the land run below 0 and above the full height and cuts it there, which leaves plains and plateaus.",
    )
    relief: float = quantity(
        2048.0, unit="m", ge=0.0, le=1e6, help="More makes the land higher: full height at rockiness 1."
    )
    pixels: Literal["lattice", "program"] = choice(
        "lattice",
        help="What a sample is: a point of the lattice, or as in the program the mean of the four corners of a pixel.",
    )

    verb: ClassVar[str] = "landwright.generate:plasma"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "grid"
    seeded: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset()
    reach: ClassVar[Reach] = "whole"


class Midpoint(Stage):
    """2-D midpoint displacement without borders: centers are displaced, edge midpoints are the mean of their two ends.

    It shows creases along the first split lines, which `DiamondSquare` softens.
    """

    kind: Literal["generate.midpoint"] = "generate.midpoint"
    relief: float = quantity(
        1000.0, unit="m", ge=0.0, le=1e6, help="More makes the land higher: no two points differ by more."
    )
    base_elevation: float = quantity(
        0.0, unit="m", ge=-1e6, le=1e6, help="More lifts the whole land: elevation of the lowest possible point."
    )
    feature_size: float = quantity(
        2048.0,
        unit="m",
        gt=0.0,
        le=1e9,
        help="More makes the largest hills wider; snapped to a power of two times the cell size.",
        ui={"scale": "log"},
    )
    gain: float = quantity(
        0.5,
        unit="1",
        ge=0.0,
        lt=1.0,
        help="More makes the land rougher: displacement of a level over that of the level before.",
        aliases=("roughness", "persistence"),
    )

    verb: ClassVar[str] = "landwright.generate:midpoint"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "grid"
    seeded: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset()
    reach: ClassVar[Reach] = "point"


class DiamondSquare(Stage):
    """Diamond-square: centers of squares, then midpoints of edges, each the mean of its neighbors plus a displacement."""

    kind: Literal["generate.diamond_square"] = "generate.diamond_square"
    relief: float = quantity(
        1000.0, unit="m", ge=0.0, le=1e6, help="More makes the land higher: no two points differ by more."
    )
    base_elevation: float = quantity(
        0.0, unit="m", ge=-1e6, le=1e6, help="More lifts the whole land: elevation of the lowest possible point."
    )
    feature_size: float = quantity(
        2048.0,
        unit="m",
        gt=0.0,
        le=1e9,
        help="More makes the largest hills wider; snapped to a power of two times the cell size.",
        ui={"scale": "log"},
    )
    gain: float = quantity(
        0.5,
        unit="1",
        ge=0.0,
        lt=1.0,
        help="More makes the land rougher: displacement of a level over that of the level before.",
        aliases=("roughness", "persistence"),
    )
    displace_edges: bool = flag(
        True, help="On displaces the midpoints of edges as well as the centers, which hides the lattice."
    )
    border: Literal["open", "constant", "torus"] = choice(
        "open",
        help="What lies outside the map: the same land going on, one constant elevation, or the map's other side.",
    )
    border_height: float = quantity(
        0.0,
        unit="m",
        ge=-1e6,
        le=1e6,
        help="More raises the land that stands outside a constant border, above the base elevation.",
        ui={"show_if": {"border": "constant"}},
    )

    verb: ClassVar[str] = "landwright.generate:diamond_square"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "grid"
    seeded: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset()
    reach: ClassVar[Reach] = "whole"

    @model_validator(mode="after")
    def _border_height_needs_a_border(self) -> DiamondSquare:
        if self.border_height != 0.0 and self.border != "constant":
            raise ValueError(
                f'border_height is the elevation outside a constant border; border is "{self.border}". '
                'Set border="constant" or leave border_height out.'
            )
        return self


class NoiseField(Stage):
    """Any noise as elevation, which rises from the base elevation by the relief.

    The elevation is ``base_elevation + relief * (n + 1) / 2``, where n is the noise.
    """

    kind: Literal["generate.noise"] = "generate.noise"
    noise: AnyNoise = nested(
        Fbm(base=PerlinNoise(wavelength=2000.0), octaves=8),
        help="The noise that becomes land; its wavelength sets the hills' size.",
    )
    relief: float = quantity(
        1000.0, unit="m", ge=0.0, le=1e6, help="More makes the land higher: elevation from noise -1 to 1."
    )
    base_elevation: float = quantity(
        0.0, unit="m", ge=-1e6, le=1e6, help="More lifts the whole land: elevation where noise is -1."
    )
    period: tuple[_Length, _Length] | None = quantity(
        None, unit="m", help="Width and length after which the land repeats; by default never."
    )

    verb: ClassVar[str] = "landwright.generate:noise_field"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "grid"
    seeded: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset()
    reach: ClassVar[Reach] = "point"


class Perlin(Stage):
    """Perlin noise with 256 unit vectors, stretched over the map: the form of the original specification."""

    kind: Literal["generate.perlin"] = "generate.perlin"
    relief: float = quantity(
        1000.0, unit="m", ge=0.0, le=1e6, help="More makes the land higher: no two points differ by more."
    )
    base_elevation: float = quantity(
        0.0, unit="m", ge=-1e6, le=1e6, help="More lifts the whole land: elevation of the lowest possible point."
    )
    cells: int = quantity(
        4, unit="count", ge=1, le=4096, help="More makes the land busier: lattice cells on the longer side."
    )
    octaves: int = quantity(5, unit="count", ge=1, le=16, help="More adds finer detail.")
    gain: float = quantity(
        0.5,
        unit="1",
        ge=0.0,
        le=1.0,
        help="More makes detail stronger: size of an octave over the one before.",
        aliases=("persistence",),
    )
    wraps: bool = flag(False, help="On makes opposite edges match, so that the map tiles after its extent.")

    verb: ClassVar[str] = "landwright.generate:perlin"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "grid"
    seeded: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset()
    reach: ClassVar[Reach] = "whole"


class Spectral(Stage):
    """Random waves whose power falls with frequency, 1/f^beta."""

    kind: Literal["generate.spectral"] = "generate.spectral"
    relief: float = quantity(
        1000.0, unit="m", ge=0.0, le=1e6, help="More makes the land higher: four standard deviations."
    )
    base_elevation: float = quantity(0.0, unit="m", ge=-1e6, le=1e6, help="More lifts the whole land.")
    exponent: float = quantity(
        3.5,
        unit="1",
        ge=0.0,
        le=8.0,
        help="More makes the land smoother: beta, the power of frequency.",
        aliases=("beta",),
    )
    wavelength: float | None = quantity(
        None, unit="m", gt=0.0, help="More allows broader hills: the longest wave; by default the map's longer side."
    )

    verb: ClassVar[str] = "landwright.generate:spectral"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "grid"
    seeded: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset()
    reach: ClassVar[Reach] = "whole"


class Skyline(Settings):
    """A horizon line: 1-D midpoint displacement between two given ends."""

    kind: Literal["generate.skyline"] = "generate.skyline"
    left: float = quantity(0.0, unit="m", ge=-1e6, le=1e6, help="More raises the first sample.")
    right: float = quantity(0.0, unit="m", ge=-1e6, le=1e6, help="More raises the last sample.")
    roughness: float = quantity(
        0.3, unit="1", ge=0.0, le=100.0, help="More makes the line wilder: largest displacement over the length split."
    )
    spacing: float = quantity(
        1.0, unit="m", gt=0.0, le=1e6, help="More makes the line longer: distance between samples."
    )


class VoronoiPeaks(Stage):
    """Peaks at random places whose flanks fall with distance; where two flanks meet, a line of valleys forms.

    Heights are shares of `relief`, distances are shares of the diagonal of the map's extent, as in the original tool.
    """

    kind: Literal["generate.voronoi_peaks"] = "generate.voronoi_peaks"
    relief: float = quantity(
        1000.0, unit="m", ge=0.0, le=1e6, help="More makes the land higher: elevation of a height of 1."
    )
    count: int = quantity(
        5, unit="count", ge=1, le=4096, help="More raises more peaks.", aliases=("peak_count",), ui={"soft": (1, 10)}
    )
    min_height: float = quantity(
        0.1, unit="1", ge=0.0, le=1.0, help="More raises the lowest peaks, as a share of the relief."
    )
    max_height: float = quantity(
        0.5, unit="1", ge=0.0, le=1.0, help="More raises the highest peaks, as a share of the relief."
    )
    shape: Literal["linear", "power", "sin_power", "combined"] = choice(
        "linear",
        help="How flanks fall: a cone, a power of the distance, a power with a wave, or cone and power together.",
    )
    falloff: float = quantity(0.2, unit="1", ge=0.0, le=10.0, help="More makes flanks steeper.")
    dropoff: float = quantity(
        0.6,
        unit="1",
        ge=0.0,
        le=10.0,
        help="More makes the tops broader: the power of the distance.",
    )
    spacing: float = quantity(0.0, unit="m", ge=0.0, help="More keeps peaks further apart.")
    peaks: tuple[tuple[_Finite, _Finite, _Height], ...] | None = quantity(
        None, unit="m", help="Given peaks (x, y, elevation) instead of random ones; they move to the nearest sample."
    )

    verb: ClassVar[str] = "landwright.generate:voronoi_peaks"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "grid"
    seeded: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset()
    reach: ClassVar[Reach] = "whole"

    @model_validator(mode="after")
    def _heights_and_shape_fit(self) -> VoronoiPeaks:
        if self.min_height > self.max_height:
            raise ValueError(
                f"min_height must not exceed max_height, got {self.min_height} and {self.max_height}. Swap them."
            )
        if self.shape == "sin_power" and self.dropoff == 0.0:
            raise ValueError('dropoff must be > 0 with shape "sin_power", which divides by it, got 0. Use dropoff=0.6.')
        if self.peaks is not None:
            if not self.peaks:
                raise ValueError("peaks must hold at least one (x, y, elevation), got none. Leave it out to draw them.")
            highest = max(peak[2] for peak in self.peaks)
            if highest > self.relief:
                raise ValueError(
                    f"peaks must not be higher than relief ({self.relief:g} m), got {highest:g} m. Raise relief."
                )
        return self


class Dunes(Stage):
    """Desert dunes: transverse ridges where there is much sand, single barchans where there is little."""

    kind: Literal["generate.dunes"] = "generate.dunes"
    wind_degrees: float = quantity(
        270.0,
        unit="degrees",
        ge=-360.0,
        le=360.0,
        help="More turns the wind clockwise: where it blows from, 270 is west.",
    )
    wavelength: float = quantity(
        200.0, unit="m", gt=0.0, le=1e5, help="More sets the dunes further apart, crest to crest.", ui={"scale": "log"}
    )
    height: float = quantity(20.0, unit="m", ge=0.0, help="More makes dunes higher, up to a quarter of the wavelength.")
    supply: float = quantity(
        0.8,
        unit="1",
        ge=0.0,
        le=1.0,
        help="More sand joins single barchans into ridges: share of the ground it covers.",
    )
    sinuosity: float = quantity(0.8, unit="1", ge=0.0, le=1.0, help="More makes crests wind more.")
    defects: float = quantity(0.7, unit="1", ge=0.0, le=1.0, help="More makes crests end and fork more often.")
    detail: float = quantity(1.0, unit="1", ge=0.0, le=1.0, help="More raises the small dunes on windward sides.")
    repose_slope: float = quantity(
        0.6745,
        unit="1",
        gt=0.0,
        le=2.0,
        help="More makes slip faces steeper: rise over run of the angle of repose (34 degrees).",
    )
    base_elevation: float = quantity(0.0, unit="m", ge=-1e6, le=1e6, help="More lifts the whole desert.")

    verb: ClassVar[str] = "landwright.generate:dunes"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "grid"
    seeded: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset()
    reach: ClassVar[Reach] = "point"

    @model_validator(mode="after")
    def _dunes_can_stand(self) -> Dunes:
        if self.height > 0.25 * self.wavelength:
            raise ValueError(
                f"height must be at most a quarter of the wavelength ({0.25 * self.wavelength:g} m), got {self.height:g}. "
                "Raise wavelength."
            )
        return self


class Volcano(Stage):
    """A stratovolcano: concave flanks with gullies, a crater with a broken rim, side cones."""

    kind: Literal["generate.volcano"] = "generate.volcano"
    center: tuple[_Finite, _Finite] | None = quantity(
        None, unit="m", help="x and y of the crater; by default the middle of the map."
    )
    radius: float = quantity(7000.0, unit="m", gt=0.0, le=1e6, help="More makes the foot wider.", ui={"scale": "log"})
    height: float = quantity(2000.0, unit="m", gt=0.0, le=1e5, help="More makes the rim higher above the plain.")
    concavity: float = quantity(
        1.6, unit="1", gt=0.0, le=8.0, help="More makes the top steeper and the foot flatter.", ui={"soft": (0.5, 3.0)}
    )
    crater_radius: float = quantity(420.0, unit="m", gt=0.0, help="More makes the crater wider.")
    crater_depth: float = quantity(260.0, unit="m", ge=0.0, help="More makes the crater deeper.")
    breach: float = quantity(0.6, unit="1", ge=0.0, le=1.0, help="More breaks the rim further open on one side.")
    breach_degrees: float = quantity(
        200.0, unit="degrees", ge=-360.0, le=360.0, help="More turns the breach clockwise: its bearing, 0 is north."
    )
    gully_depth: float = quantity(95.0, unit="m", ge=0.0, le=1e5, help="More cuts deeper gullies into the flanks.")
    gully_spacing: float = quantity(420.0, unit="m", gt=0.0, le=1e6, help="More sets gullies further apart.")
    cones: int = quantity(5, unit="count", ge=0, le=200, help="More cinder cones on the flanks.")
    base_elevation: float = quantity(0.0, unit="m", ge=-1e6, le=1e6, help="More lifts the plain and the volcano.")

    verb: ClassVar[str] = "landwright.generate:volcano"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "grid"
    seeded: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset()
    reach: ClassVar[Reach] = "whole"

    @model_validator(mode="after")
    def _crater_fits(self) -> Volcano:
        if self.crater_radius > 0.5 * self.radius:
            raise ValueError(
                f"crater_radius must be at most half of radius ({0.5 * self.radius:g} m), got {self.crater_radius:g}. "
                "Raise radius."
            )
        if self.crater_depth > self.height:
            raise ValueError(
                f"crater_depth must be at most height ({self.height:g} m), got {self.crater_depth:g}. Raise height."
            )
        return self
