# gallery: Dunes
# test: size 65
"""Wind from the west: transverse dunes where there is plenty of sand, and where there is little, single barchans with horns that point
downwind. Slip faces stand at the angle of repose.
"""

import landwright as lw


def picture(size):
    grid = lw.Grid(shape=(size, size), cell_size=2400.0 / (size - 1))
    images, labels = [], []
    look = lw.render.Relief(style="materials", sea_level=-100.0, materials=lw.render.Materials(look="desert"))
    for supply in (0.9, 0.55, 0.25):
        noun = lw.generate.Dunes(supply=supply)
        images.append(lw.render.relief(lw.generate.dunes(grid, noun, seed=3), look))
        labels.append(f"sand supply {supply}")
    return lw.render.contact_sheet(images, labels=labels, columns=3)
