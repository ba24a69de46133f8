# gallery: Streams, lakes and basins
# test: size 129
"""The path of water over ground as it is: left the streams, wider where more ground drains through them, and the lakes that depressions
hold; right the basins, each the ground whose water leaves the map at one place. Nothing was filled or carved for it.
"""

import numpy as np

import landwright as lw


def picture(size):
    grid = lw.Grid(shape=(size, size), cell_size=24000.0 / (size - 1))
    noise, hydrology = lw.noise, lw.hydrology
    land = noise.Fbm(base=noise.Perlin(wavelength=11000.0), octaves=9, gain=0.47)
    field = lw.Heightfield(700.0 + 1500.0 * noise.sample(land, grid, seed=12), grid=grid)
    field = lw.erosion.gullies(field, lw.erosion.Gullies(wavelength=1500.0, depth=0.6), seed=3)
    relief = lw.render.relief(field, lw.render.Relief(style="tint"))

    graph = hydrology.flow(field)
    area = hydrology.drainage_area(graph).reshape(grid.shape)
    lake = hydrology.lakes(field, hydrology.Lakes(min_area=2e5, min_depth=2.0)).values > 0.0
    width = np.clip(np.log10(np.maximum(area, 1.0) / 3e5), 0.0, 3.0)  # from 0.3 km2 on
    river = np.zeros(grid.shape)
    for reach in range(4):  # a stream covers more samples the more it carries
        grown = lw.ops.expand(
            lw.Layer(np.where(width > reach, 1.0, 0.0), grid=grid),
            lw.ops.Expand(radius=0.75 * reach * size / 600 * grid.cell_size + 1e-3),
        )
        river = np.maximum(river, grown.values * (0.55 + 0.15 * reach))
    blue = np.array([36.0, 92.0, 160.0])
    share = np.maximum(river, lake * 0.9)[..., None]
    streams = relief * (1.0 - share) + blue * share

    number = hydrology.map_basins(field, hydrology.Basins(min_area=4e6)).values.astype(int)
    hue = np.random.default_rng(5).permutation(number.max() + 1) * 0.61803
    color = 0.66 + 0.2 * np.cos(2.0 * np.pi * (hue[:, None] + np.array([0.0, 0.33, 0.67])))
    grey = relief.mean(axis=2, keepdims=True) / 190.0
    basins = 255.0 * np.where(number[..., None] > 0, color[number], 0.75) * np.clip(grey, 0.3, 1.15)
    images = [np.clip(image, 0, 255).astype(np.uint8) for image in (streams, basins)]
    return lw.render.contact_sheet(images, labels=["streams and lakes", "basins"], columns=2)
