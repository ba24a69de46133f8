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
        camera = lw.render.Camera(azimuth=200.0, elevation=12.0, width=size * 2 // 3, height=size * 2 // 3)
        images.append(lw.render.view(globe, lw.render.View(camera=camera, haze=airless.get(name, 1.0))))
    return lw.render.contact_sheet(images, labels=names, columns=3)
