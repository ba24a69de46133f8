# gallery: A river valley
# test: size 97
"""Rivers found by the path of water, laid on the ground: beds that dig in, banks that blend, tributaries that bend into their river, and
lakes where depressions are deep enough, each with an outlet.
"""

import numpy as np

import landwright as lw


def picture(size):
    world = valley(max(97, size), seed=13)
    rivers = world.networks["rivers"]
    joins = np.flatnonzero(np.bincount(rivers.edges[:, 1], minlength=len(rivers.nodes)) >= 2)
    target = tuple(rivers.nodes[joins[0]]) if joins.size else None
    camera = lw.render.Camera(
        target=target,
        distance=1500.0,
        azimuth=150.0,
        elevation=24.0,
        width=min(1280, 2 * size),
        height=min(720, size * 9 // 8),
    )
    return lw.render.view(world, camera, lw.render.View(camera=camera))


def valley(size, seed):
    grid = lw.Grid(shape=(size, size), cell_size=6000.0 / (size - 1))
    noise, networks = lw.noise, lw.networks
    land = noise.Fbm(base=noise.Perlin(wavelength=4200.0), octaves=8, gain=0.42)
    field = lw.Heightfield(260.0 + 520.0 * noise.sample(land, grid, seed=seed), grid=grid)
    field = lw.erosion.gullies(field, lw.erosion.Gullies(wavelength=900.0, depth=0.5), seed=3)
    rivers = networks.Rivers(min_area=1.2e6, runoff=1.5, width=60.0, depth=4.0, min_lake_area=4e4, min_lake_depth=4.0)
    made = networks.press_rivers(field, rivers)
    return lw.World(
        ground=made["elevation"], layers={"water": made["water"]}, networks={"rivers": made["rivers"]}, sea_level=-500.0
    )
