# gallery: A planet like the Earth
# test: size 24
"""Plates drift, continents rise, and forests, deserts and ice follow from warmth and moisture; the same planet from two sides."""

import numpy as np

import landwright as lw


def picture(size):
    earth = lw.planet.build_globe(lw.planet.PRESETS["earth"].replace(seed=3), resolution=size // 4 * 3 + 1)
    sides = []
    for longitude in (-150.0, 30.0):
        noun = lw.render.Orbit(longitude=longitude, clouds=0.35, width=size, height=size)
        sides.append(lw.render.orbit(earth, noun))
    return np.concatenate(sides, axis=1)
