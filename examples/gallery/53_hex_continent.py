# gallery: A continent of cells
# test: size 60
"""Land, erosion, rain, climate and rivers from one seed: forests follow the rain, deserts lie behind ranges, snow on the heights."""

import landwright as lw


def picture(size):
    layout = lw.hexmap.Layout(columns=48, rows=34, noise_seed=2)
    land = lw.hexmap.continent(lw.hexmap.HexMap.empty(layout=layout), lw.hexmap.CONTINENTS["continent"], seed=21)
    camera = lw.render.Camera(
        target=(420.0, 238.0, 0.0), distance=735.0, azimuth=180.0, elevation=45.0, width=2 * size, height=size * 9 // 8
    )
    return lw.render.view(land, lw.render.View(camera=camera, haze=0.4))
