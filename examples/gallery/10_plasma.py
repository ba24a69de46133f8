# gallery: Plasma, as in the original program
# test: size 65
"""The plasma landscape of the fractal program with its three settings. Grain is the strength of the displacement: left to right 4, 8
and 16. Above, plains are on: heights beyond the range are cut off only at the end, which leaves level plains and plateaus.
Below they are off.
"""

import landwright as lw


def picture(size):
    grid = lw.Grid(shape=(size, size), cell_size=2048.0 / (size - 1))
    images, labels = [], []
    for plains in (True, False):
        for grain in (4, 8, 16):
            noun = lw.generate.Plasma(rockiness=0.3, grain=grain, plains=plains)
            images.append(lw.render.relief(lw.generate.plasma(grid, noun, seed=4)))
            labels.append(f"grain {grain}, plains {'on' if plains else 'off'}")
    return lw.render.contact_sheet(images, labels=labels, columns=3)
