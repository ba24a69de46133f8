"""The sky of a view as numbers: sun, sky and haze from the sun's altitude and the size of the land."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from landwright.render._light import sun_vector
from landwright.render.settings import View

__all__ = ["air_of"]

_CLEAR = (0.055, 0.105, 0.215)
"""Optical depth of a clear sky overhead, red, green, blue."""
_SUNLIGHT = (4.1, 4.0, 3.85)
_STARLIGHT = (0.014, 0.017, 0.024)
"""Light of the sun, and from all around, where there is no air."""


def air_of(settings: View, extent: float, base: float, relief: float) -> NDArray[np.float64]:
    """Return the ``air`` array of the sky kernels.

    Parameters
    ----------
    settings : View
        Sun, haze, clouds, exposure.
    extent : float
        Length of the scene (m), the land's diagonal or more: haze is measured against it, so that a garden and a range look equally deep.
    base, relief : float
        Lowest elevation and relief (m), exaggerated.
    """
    east, north, up = sun_vector(settings.sun_azimuth, settings.sun_altitude)
    mass = 1.0 / (up + 0.15 * (settings.sun_altitude + 3.885) ** -1.253)
    through = [math.exp(-depth * mass) for depth in _CLEAR]
    day = min(1.0, 0.35 + 1.1 * up)
    low = math.exp(-mass * 0.12)
    warm = [1.0 - 0.55 * (1.0 - part) * (1.0 - up) ** 2 for part in through]
    air = np.zeros(23, np.float64)
    air[0:3] = east, -north, up
    air[3:6] = [4.3 * part for part in through]
    air[6:9] = [part * day for part in (0.085, 0.225, 0.54)]
    air[9:12] = [a * b * day for a, b in zip((0.66, 0.87, 1.14), warm)]
    air[12:15] = [1.3 * part * (0.4 + 0.6 * low) for part in through]
    thickness = 0.30 * settings.haze / max(extent, 1e-9)
    air[15:18] = [thickness * part for part in (0.70, 0.98, 1.32)]
    air[18] = 1.0 / max(1.1 * relief, 0.12 * extent, 1e-9)
    air[19] = base
    air[20] = settings.clouds
    air[21] = settings.exposure
    air[22] = 0.16
    if settings.sky == "space":
        air[3:6] = _SUNLIGHT
        air[6:9] = air[9:12] = _STARLIGHT
        air[12:18] = 0.0
        air[20] = air[22] = 0.0
    return air
