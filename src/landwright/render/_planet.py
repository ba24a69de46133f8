"""Planets as surfaces, and their pictures from space: ground, ocean that mirrors the sun, clouds, and the rim of the air."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FieldError, sentence
from landwright.mesh import Mesh
from landwright.planet import (
    CLIMATE_BIOMES,
    Frame,
    Globe,
    Simple,
    cube_points,
    face_triangles,
    globe_mesh,
    layered,
    paint,
    shore_colors,
    sphere_points,
    values_at,
    weld_indices,
    welded_count,
)
from landwright.render._camera import Stand
from landwright.render._draw import Localize, drawn
from landwright.render._light import sun_vector
from landwright.render._palette import from_srgb
from landwright.render._surface import Floats, Hits, Surface
from landwright.render.settings import Camera, Orbit, View
from landwright.world import World

__all__ = ["orbit", "planet_surfaces", "planet_view"]

_SHOWN: Final = 0.025
"""Relief, as a share of the radius, up to which heights are exaggerated when the settings do not say."""
_MOST: Final = 60.0
_FILLED: Final = 0.82
"""Share of the picture's smaller side that the planet takes up."""
_THIN: Final = 0.011
"""Height, as a share of the radius, in which the air thins by e."""
_TOP: Final = 1.0 + 6.0 * _THIN
_AIR: Final = np.array([0.19, 0.46, 1.0])
"""How much air scatters red, green, blue."""
_CLOUDS: Final = 1.006
_ALBEDO: Final = np.float32(0.52)
"""Light that a painted color throws back: colors are those of sunlit ground in a picture, not of a pigment."""
_GLINT: Final = np.float32(0.62)
_STRONG: Final = 1.0e4
"""Light of its own against which that of the lamp is lost."""


def orbit(thing: World | Globe, noun: Orbit = Orbit()) -> NDArray[np.uint8]:
    """Draw a planet from space.

    Parameters
    ----------
    thing : World or Globe
        What is shown; a globe without colors is painted first, as ``planet.paint`` does.
    noun : Orbit
        Where the eye is, sun, air, clouds.

    Returns
    -------
    (height, width, 3) uint8
        sRGB.

    Raises
    ------
    FieldError
        If the world has no planet.

    See Also
    --------
    view : The same with a camera in metres.

    Notes
    -----
    Reach: whole. Cost: O(nodes + pixels).
    Deterministic: bit-identical for any thread count; another machine may differ by a step of 255.

    Examples
    --------
    >>> from landwright.planet import Frame
    >>> orbit(Globe(Frame(resolution=9)), Orbit(width=16, height=12)).shape
    (12, 16, 3)
    """
    globe = _globe_of(thing)
    up, east, north = _local_axes(noun.longitude, noun.latitude)
    heading, pitch = math.radians(noun.heading), math.radians(noun.pitch)
    ahead = north * math.cos(heading) + east * math.sin(heading)
    factor = _factor(globe, noun.exaggeration)
    eye = _above(globe, up * (noun.distance or _whole(globe, factor, noun)), factor)
    looks = ahead * math.sin(pitch) - up * math.cos(pitch)
    head = ahead * math.cos(pitch) + up * math.sin(pitch)
    sun = _local_axes(noun.longitude + noun.sun_longitude, noun.sun_latitude)[0]
    return _picture(globe, noun.replace(exaggeration=factor), (eye, looks, head), sun)


def planet_view(globe: Globe, camera: Camera, settings: View) -> NDArray[np.uint8]:
    """Draw a planet with the camera and the light of a land's picture, as ``view`` promises.

    Parameters
    ----------
    globe : Globe
        What is shown.
    camera : Camera
        Turns about the center unless it has a target; `distance` counts from there, and without it the whole planet is in the picture.
    settings : View
        Sun, clouds, exposure, samples, exaggeration; `haze` is the strength of the air. The sky is space.

    Returns
    -------
    (height, width, 3) uint8
        sRGB.

    Notes
    -----
    Reach: whole. Cost: O(nodes + pixels).
    Deterministic: bit-identical for any thread count; another machine may differ by a step of 255.
    """
    names = ("clouds", "time", "exaggeration", "water", "exposure", "samples")
    noun = Orbit(
        width=camera.width,
        height=camera.height,
        field_of_view=camera.field_of_view,
        air=settings.haze,
        **{name: getattr(settings, name) for name in names},
    )
    target = np.zeros(3) if camera.target is None else np.array(camera.target)
    if camera.position is not None:
        eye = np.array(camera.position)
    else:
        away = np.array(sun_vector(camera.azimuth, max(camera.elevation, -90.0)))
        eye = target + away * (camera.distance or _whole(globe, settings.exaggeration, noun))
    eye = _above(globe, eye, settings.exaggeration)
    looks = target - eye if not np.array_equal(eye, target) else -eye
    looks = looks / np.linalg.norm(looks)
    axis = np.array([0.0, 0.0, 1.0]) if abs(looks[2]) < 1.0 - 1e-12 else np.array([0.0, 1.0, 0.0])
    head = axis - looks * (axis @ looks)
    sun = np.array(sun_vector(settings.sun_azimuth, settings.sun_altitude))
    return _picture(globe, noun, (eye, looks, head / np.linalg.norm(head)), sun)


def planet_surfaces(globe: Globe, noun: Orbit | None = None) -> list[Surface]:
    """Return a planet ready for :func:`draw`: its ground with the sea, and above it clouds where the noun asks for them.

    Parameters
    ----------
    globe : Globe
        What is shown; one without colors is painted first, as ``planet.paint`` does.
    noun : Orbit, optional
        Clouds, exaggeration, whether the sea mirrors the sun.

    Returns
    -------
    list of Surface
        Around the origin, Z the axis; metres, exaggerated. The air is part of the picture that ``orbit`` makes, for it depends on where
        the eye is.

    See Also
    --------
    orbit : The picture, with air, sun and stars.

    Notes
    -----
    Reach: whole. Cost: O(nodes).
    Deterministic: yes.
    """
    noun = Orbit() if noun is None else noun
    if globe.colors is None:
        globe = paint(globe)
    factor = _factor(globe, noun.exaggeration)
    raised = globe if factor == 1.0 else globe.replace(elevation=globe.elevation * np.float32(factor))
    mesh = globe_mesh(raised)
    land, sea = shore_colors(globe)
    table = from_srgb(np.arange(256) / 255.0).astype(np.float32)
    carried = {"land": _spread(globe, table[land]), "sea": _spread(globe, table[sea])}
    frozen = globe.layers.get("biome")
    if frozen is not None:
        carried["frozen"] = _spread(globe, (frozen == np.float32(CLIMATE_BIOMES.index("sea ice"))).astype(np.float32))
    mesh = mesh.replace(attributes={"elevation": mesh.attributes["elevation"], **carried}, colors=None)
    gloss = globe.smoothness if noun.water else 0.0
    shown = [Surface(mesh, paint=_Ground(globe.sea, gloss, ice=frozen is not None))]
    if noun.clouds > 0.0:
        shell = _shell(globe.frame.radius * _CLOUDS)
        shown.append(Surface(shell, paint=_Clouds(noun.clouds, noun.time), layer=1, shadow=False))
    return shown


Vector = NDArray[np.float64]


def _picture(globe: Globe, noun: Orbit, camera: tuple[Vector, Vector, Vector], sun: Vector) -> NDArray[np.uint8]:
    """Draw what an eye sees, given with the way it looks and the way its head points."""
    eye, looks, head = camera
    shown = planet_surfaces(globe, noun)
    if noun.air > 0.0:
        air = _Air(eye, globe.frame.radius, noun.air, sun)
        shown.append(Surface(_shell(globe.frame.radius * _TOP), paint=air, layer=2, shadow=False))
    settings = View(
        camera=Camera(width=noun.width, height=noun.height, field_of_view=noun.field_of_view),
        sky="space",
        exposure=noun.exposure,
        samples=noun.samples,
    )

    def standing(local: Localize) -> Stand:
        here, ahead, above = local(np.stack([eye, eye + looks, eye + head]))
        forward, up = ahead - here, above - here
        return Stand(here, forward, np.cross(up, forward), up, fills=False)

    return drawn(shown, settings.camera, settings, standing, sun)


def _globe_of(thing: World | Globe) -> Globe:
    if isinstance(thing, World):
        return thing.require_planet()
    if not isinstance(thing, Globe):
        raise FieldError(sentence("render.orbit", "must be given a World with a planet, or a Globe", thing))
    return thing


def _local_axes(longitude: float, latitude: float) -> tuple[Vector, Vector, Vector]:
    """Return up, east and north at a place."""
    a, b = math.radians(longitude), math.radians(latitude)
    up = np.array([-math.cos(b) * math.sin(a), math.cos(b) * math.cos(a), math.sin(b)])
    east = np.array([-math.cos(a), -math.sin(a), 0.0])
    return up, east, np.cross(up, east)


def _factor(globe: Globe, exaggeration: float | None) -> float:
    """Return by which factor heights grow: what is asked for, or so much that a planet as large as the Earth shows its mountains."""
    if exaggeration is not None:
        return exaggeration
    low = 0.0 if globe.sea else min(globe.low, 0.0)
    relief = (max(globe.high, 0.0) - low) / globe.frame.radius
    return 1.0 if relief <= 0.0 else min(max(_SHOWN / relief, 1.0), _MOST)


def _whole(globe: Globe, factor: float, noun: Orbit) -> float:
    """Return the distance from which the whole planet is in the picture."""
    tall = math.tan(math.radians(noun.field_of_view) / 2.0)
    half = math.atan(tall * min(1.0, noun.width / noun.height) * _FILLED)
    return (globe.frame.radius + max(globe.high * factor, 0.0)) / math.sin(half)


def _above(globe: Globe, eye: Vector, factor: float) -> Vector:
    """Return an eye that is not below the ground."""
    radius, far = globe.frame.radius, float(np.linalg.norm(eye))
    if far > 1.5 * (radius + max(globe.high * factor, 0.0)):
        return eye
    out = eye / far if far > 0.0 else np.array([0.0, 0.0, 1.0])
    height = float(values_at(globe, out[np.newaxis])[0]) * factor
    ground = radius + (max(height, 0.0) if globe.sea else height)
    return np.asarray(out * max(far, ground + 1e-3 * radius))


def _spread(globe: Globe, nodes: Floats) -> Floats:
    """Return what nodes carry (6, n, n, ...) for the vertices of a globe's mesh."""
    n = globe.frame.resolution
    flat = nodes.reshape(6 * n * n, -1)
    if globe.frame.faces != "all":
        return np.asarray(flat.reshape(6, n * n, -1)[globe.frame.active[0]])
    out = np.empty((welded_count(n), flat.shape[1]), np.float32)
    out[weld_indices(n).ravel()] = flat
    return out


def _shell(radius: float) -> Mesh:
    """Return a sphere that nowhere lies below `radius` by more than a five-thousandth."""
    frame = Frame(radius=radius, resolution=49, mapping="even")
    points = np.concatenate([sphere_points(cube_points(f, 49), "even").reshape(-1, 3) for f in range(6)])
    weld, triangles = weld_indices(frame.resolution), face_triangles(frame.resolution)
    unit = np.empty((welded_count(frame.resolution), 3))
    unit[weld.ravel()] = points
    faces = np.concatenate([weld[f].ravel()[triangles] for f in range(6)])
    return Mesh(unit * radius, faces.astype(np.uint32), normals=unit.astype(np.float32), copy=False)


@dataclass(frozen=True)
class _Ground:
    """Land and sea, told apart at each point by the elevation there, so that a coast is a line."""

    sea: bool
    smoothness: float
    ice: bool

    def __call__(self, hits: Hits) -> tuple[Floats, Floats]:
        land = hits.value("land") * _ALBEDO
        finish = np.zeros_like(land)
        finish[:, 0] = 1.0
        if not self.sea:
            return land, finish
        wet = hits.value("elevation")[:, 0] < 0.0
        open_share = 1.0 - hits.value("frozen")[:, 0] if self.ice else np.float32(1.0)
        finish[:, 1] = np.where(wet, self.smoothness * _GLINT * open_share, 0.0)
        return np.where(wet[:, np.newaxis], hits.value("sea") * _ALBEDO, land), finish


@dataclass(frozen=True)
class _Clouds:
    """Clouds from noise: bands and whirls."""

    cover: float
    time: float

    def __call__(self, hits: Hits) -> tuple[Floats, Floats]:
        unit = hits.position / np.linalg.norm(hits.position, axis=1, keepdims=True)
        drift = (0.01 * self.time, 0.0, 0.0)
        bend = layered(unit, Simple(frequency=1.4, octaves=4, center=(4.1, 2.2, 9.3)), seed=11) - 0.95
        stretched = unit * np.array([1.0, 1.0, 2.1]) + 0.55 * bend[:, np.newaxis] * np.array([1.0, -0.6, 0.8])
        broad = layered(stretched, Simple(frequency=2.2, octaves=8, lacunarity=2.1, gain=0.56, center=drift), seed=12)
        field = broad / 2.2 - 0.5
        edge = 0.14 - 0.3 * self.cover
        thick = np.clip((field - edge) / 0.24, 0.0, 1.0)
        finish = np.zeros((len(unit), 3), np.float32)
        finish[:, 0] = 0.93 * thick * thick * (3.0 - 2.0 * thick)
        return np.full((len(unit), 3), 0.62, np.float32), finish


@dataclass(frozen=True)
class _Air:
    """Sunlight that air scatters toward the eye: thin over the middle of the disk, a bright rim at its edge, red at dusk."""

    eye: NDArray[np.float64]
    radius: float
    strength: float
    sun: NDArray[np.float64]

    def __call__(self, hits: Hits) -> tuple[Floats, Floats]:
        away = hits.position - self.eye
        away /= np.linalg.norm(away, axis=1, keepdims=True)
        along = away @ self.eye
        nearest = self.eye + away * np.maximum(-along, 0.0)[:, np.newaxis]
        miss = np.linalg.norm(nearest, axis=1) / self.radius
        ground = (miss < 1.0) & (along < 0.0)
        half = np.sqrt(np.maximum(1.0 - miss * miss, 0.0)) * self.radius
        met = np.where(ground[:, np.newaxis], self.eye + away * (-along - half)[:, np.newaxis], nearest)
        out = met / np.linalg.norm(met, axis=1, keepdims=True)
        upright = np.abs((away * out).sum(axis=1))
        grazing = 2.0 * _THIN / math.pi
        deep = 1.0 / np.sqrt(upright * upright + grazing)
        high = 2.0 / math.sqrt(grazing) * np.exp(-np.maximum(miss - 1.0, 0.0) / _THIN)
        depth = 0.07 * self.strength * np.where(ground, deep, high)
        day = out @ self.sun
        lit = np.clip((day + 0.16) / 0.42, 0.0, 1.0)
        lit = lit * lit * (3.0 - 2.0 * lit)
        dusk = np.exp(-0.055 * _AIR / (np.maximum(day, 0.0) + 0.07)[:, np.newaxis])
        scattered = 1.0 - np.exp(-depth[:, np.newaxis] * _AIR)
        light = 1.2 * scattered * lit[:, np.newaxis] * dusk
        finish = np.zeros_like(hits.normal)
        finish[:, 0] = 1.0 - np.exp(-0.42 * depth)
        finish[:, 2] = _STRONG
        return (light / (_STRONG * np.maximum(finish[:, :1], 1e-6))).astype(np.float32), finish
