"""Planets as surfaces, and their pictures from space: ground, ocean that mirrors the sun, clouds, and the rim of the air."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from landwright.mesh import Mesh
from landwright.planet import (
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
from landwright.render._camera import Stand, axes_of
from landwright.render._draw import Localize, drawn
from landwright.render._light import sun_vector
from landwright.render._palette import from_srgb
from landwright.render._surface import Floats, Hits, Surface
from landwright.render.settings import Camera, View

__all__ = ["planet_surfaces", "planet_view"]

_ELEVATION: Final = 16.0
"""Angle (degrees) above the equator from which a planet is looked at when the camera does not say."""
_SUN: Final = (-52.0, 22.0)
"""Where the sun stands when the settings do not say: bearing from the camera's, and altitude (degrees)."""
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
_GLINT: Final = np.float32(0.55)
_STRONG: Final = 1.0e4
"""Light of its own against which that of the lamp is lost."""


def planet_surfaces(globe: Globe, settings: View | None = None) -> list[Surface]:
    """Return a planet ready for :func:`draw`: its ground with the sea, and above it clouds where settings ask for them.

    Parameters
    ----------
    globe : Globe
        What is shown; one without colors is painted first, as ``planet.paint`` does.
    settings : View, optional
        Clouds and exaggeration.

    Returns
    -------
    list of Surface
        Around the origin, Z the axis; metres, exaggerated. The air is part of the picture that ``view`` makes, for it depends on where
        the eye is.

    See Also
    --------
    view : The picture, with air, sun and camera.

    Notes
    -----
    Reach: whole. Cost: O(nodes).
    Deterministic: yes.
    """
    settings = View() if settings is None else settings
    if globe.colors is None:
        globe = paint(globe)
    factor = _exaggeration(globe, settings)
    raised = globe if factor == 1.0 else globe.replace(elevation=globe.elevation * np.float32(factor))
    mesh = globe_mesh(raised)
    land, sea = (_spread(globe, colors) for colors in shore_colors(globe))
    mesh = mesh.replace(attributes={"elevation": mesh.attributes["elevation"], "land": land, "sea": sea}, colors=None)
    wet = globe.sea and settings.water
    shown = [Surface(mesh, paint=_Ground(wet, globe.smoothness, sea_shows=globe.sea))]
    if "clouds" in settings.model_fields_set and settings.clouds > 0.0:
        shell = _shell(globe.frame.radius * _CLOUDS)
        shown.append(
            Surface(shell, paint=_Clouds(settings.clouds, globe.frame.radius, settings.time), layer=1, shadow=False)
        )
    return shown


def planet_view(globe: Globe, camera: Camera, settings: View) -> NDArray[np.uint8]:
    """Draw a planet from space.

    Parameters
    ----------
    globe : Globe
        What is shown.
    camera : Camera
        `distance` counts from the center; without it the whole planet is in the picture.
    settings : View
        Sun, `haze` as the strength of the air (0 is none), clouds when they are given, exposure, samples. The sky is space.

    Returns
    -------
    (height, width, 3) uint8
        sRGB.

    Notes
    -----
    Reach: whole. Cost: O(nodes + pixels).
    Deterministic: bit-identical for any thread count; another machine may differ by a step of 255.
    """
    factor = _exaggeration(globe, settings)
    eye, target = _eye(globe, camera, factor)
    bearing = math.degrees(math.atan2(eye[0], eye[1]))
    given = settings.model_fields_set
    settings = settings.replace(
        sky="space",
        exaggeration=factor,
        sun_azimuth=settings.sun_azimuth if "sun_azimuth" in given else _folded(bearing + _SUN[0]),
        sun_altitude=settings.sun_altitude if "sun_altitude" in given else _SUN[1],
        **({} if "clouds" in given else {"clouds": 0.0}),
    )
    shown = planet_surfaces(globe, settings)
    if settings.haze > 0.0:
        sun = np.array(sun_vector(settings.sun_azimuth, settings.sun_altitude))
        air = _Air(eye, globe.frame.radius, settings.haze, sun)
        shown.append(Surface(_shell(globe.frame.radius * _TOP), paint=air, layer=2, shadow=False))
    return drawn(shown, camera, settings, lambda local: _stand(eye, target, local))


def _folded(bearing: float) -> float:
    return (bearing + 180.0) % 360.0 - 180.0


def _exaggeration(globe: Globe, settings: View) -> float:
    """Return by which factor heights grow: what is asked for, or so much that a planet as large as the Earth shows its mountains."""
    if "exaggeration" in settings.model_fields_set:
        return settings.exaggeration
    low = 0.0 if globe.sea else globe.low
    relief = (max(globe.high, 0.0) - min(low, 0.0)) / globe.frame.radius
    return 1.0 if relief <= 0.0 else min(max(_SHOWN / relief, 1.0), _MOST)


def _eye(globe: Globe, camera: Camera, factor: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return eye and target in the world; an eye below the ground is lifted above it."""
    radius = globe.frame.radius
    target = np.zeros(3) if camera.target is None else np.array(camera.target)
    if camera.position is not None:
        eye = np.array(camera.position)
    else:
        a = math.radians(camera.azimuth)
        e = math.radians(camera.elevation if "elevation" in camera.model_fields_set else _ELEVATION)
        away = np.array([math.sin(a) * math.cos(e), math.cos(a) * math.cos(e), math.sin(e)])
        distance = camera.distance
        if distance is None:
            tall = math.tan(math.radians(camera.field_of_view) / 2.0)
            half = math.atan(tall * min(1.0, camera.width / camera.height) * _FILLED)
            distance = (radius + max(globe.high * factor, 0.0)) / math.sin(half)
        eye = target + away * distance
    far = float(np.linalg.norm(eye))
    if far < 1.5 * (radius + max(globe.high * factor, 0.0)):
        out = eye / far if far > 0.0 else np.array([0.0, 0.0, 1.0])
        height = float(values_at(globe, out[np.newaxis])[0]) * factor
        ground = radius + (max(height, 0.0) if globe.sea else height)
        eye = out * max(far, ground + 1e-3 * radius)
    if np.array_equal(eye, target):
        target = np.zeros(3)
    return eye, target


def _stand(eye: NDArray[np.float64], target: NDArray[np.float64], local: Localize) -> Stand:
    here, there = local(np.stack([eye, target]))
    return Stand(here, *axes_of(there - here), fills=False)


def _spread(globe: Globe, colors: NDArray[np.uint8]) -> Floats:
    """Return the linear colors of the vertices of a globe's mesh."""
    table = from_srgb(np.arange(256) / 255.0).astype(np.float32)
    if globe.frame.faces != "all":
        return np.asarray(table[colors[globe.frame.active[0]].reshape(-1, 3)])
    weld = weld_indices(globe.frame.resolution)
    out = np.empty((welded_count(globe.frame.resolution), 3), np.float32)
    out[weld.ravel()] = table[colors.reshape(-1, 3)]
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

    water: bool
    smoothness: float
    sea_shows: bool

    def __call__(self, hits: Hits) -> tuple[Floats, Floats]:
        land = hits.value("land") * _ALBEDO
        finish = np.zeros_like(land)
        finish[:, 0] = 1.0
        if not self.sea_shows:
            return land, finish
        wet = hits.value("elevation")[:, 0] < 0.0
        finish[wet & self.water, 1] = self.smoothness * _GLINT
        return np.where(wet[:, np.newaxis], hits.value("sea") * _ALBEDO, land), finish


@dataclass(frozen=True)
class _Clouds:
    """Clouds from noise: bands and whirls."""

    cover: float
    radius: float
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
