# gallery: A flat map of hexagons
# test: size 200
"""A continent of cells from a seed: rivers rise on wet heights, plants follow the rain, roads join towns. Column and row on each."""

import landwright as lw


def picture(size):
    layout = lw.hexmap.Layout(columns=30, rows=20, noise_seed=5)
    noun = lw.hexmap.CONTINENTS["kingdoms"]
    land = lw.hexmap.continent(lw.hexmap.HexMap.empty(layout=layout), noun, seed=11)
    return lw.render.hex_plan(land, lw.render.HexPlan(width=size, labels="offset"))
