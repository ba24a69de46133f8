# gallery: A planet like the Earth
# test: size 24
"""Plates drift, continents rise, and forests, deserts and ice follow from warmth and moisture; the same planet from two sides."""

import numpy as np

import landwright as lw


def picture(size):
    earth = lw.planet.build_globe(lw.planet.PRESETS["earth"].replace(seed=3), resolution=size // 4 * 3 + 1)
    sides = []
    for azimuth in (150.0, 330.0):
        camera = lw.render.Camera(azimuth=azimuth, elevation=14.0, width=size, height=size)
        sides.append(lw.render.view(earth, lw.render.View(camera=camera)))
    return np.concatenate(sides, axis=1)
