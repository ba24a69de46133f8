# gallery: Six worlds
# test: size 24
"""The planets to begin with: Mars-like, a moon, ice, an archipelago, a world of lava, and the one that people learn from."""

import landwright as lw


def picture(size):
    names = ["mars", "moon", "ice", "archipelago", "volcanic", "published"]
    airless = {"moon": 0.0, "mars": 0.35, "volcanic": 0.4}
    images = []
    for name in names:
        globe = lw.planet.build_globe(lw.planet.PRESETS[name].replace(seed=1), resolution=size // 2 + 1)
        side = size * 2 // 3
        noun = lw.render.Orbit(longitude=160.0, air=airless.get(name, 1.0), width=side, height=side)
        images.append(lw.render.orbit(globe, noun))
    return lw.render.contact_sheet(images, labels=names, columns=3)
