# gallery: A tunnel and a bridge
# test: size 97
"""A road may be no steeper than one in sixteen. Over the valley it becomes a bridge, through the hill a tunnel: the ground is open where
the road enters it, a portal stands around the mouth, and the hill above is whole. Seen from the valley, at the mouth, from inside,
and from below.
"""

import numpy as np

import landwright as lw
from landwright.networks import CLASSES, Line, Roads, build_roads
from landwright.render import Camera, view
from landwright.world import World


def picture(size):
    world = valley(max(121, size // 2))
    roads = world.networks["roads"]
    x, y, z = roads.points[roads.of_points["class"] == CLASSES.index("tunnel")][0]
    bridge = roads.points[roads.of_points["class"] == CLASSES.index("bridge")]
    u, v, w = bridge[len(bridge) // 2]
    width, height = min(640, size), min(360, size * 9 // 16)
    places = [
        ((60.0, 40.0, 140.0), (240.0, 245.0, 20.0)),
        ((x - 40.0, y - 8.0, z + 6.0), (x, y, z + 3.0)),
        ((x + 9.0, y, z + 2.2), (x - 30.0, y, z + 2.0)),
        ((u - 20.0, v - 70.0, w + 2.0), (u, v, w - 5.0)),
    ]
    seen = [
        view(world, Camera(position=eye, target=at, width=width, height=height, underground=True)) for eye, at in places
    ]
    return np.concatenate([np.concatenate(seen[:2], axis=1), np.concatenate(seen[2:], axis=1)])


def valley(size):
    grid = lw.Grid(shape=(size, size), cell_size=480.0 / (size - 1))
    x = np.broadcast_to(grid.x, grid.shape)
    rough = lw.noise.sample(lw.noise.Fbm(base=lw.noise.Simplex(wavelength=120.0), octaves=5), grid, seed=3)
    hill, hollow = 45.0 * np.exp(-(((x - 330.0) / 64.0) ** 2)), 16.0 * np.exp(-(((x - 140.0) / 40.0) ** 2))
    field = lw.Heightfield(20.0 + hill - hollow + 3.0 * rough, grid=grid)
    way = Line(points=((20.0, 230.0), (140.0, 250.0), (240.0, 240.0), (330.0, 235.0), (460.0, 260.0)))
    made = build_roads({"elevation": field}, Roads(lines=(way,), max_grade=0.06, random_height=0.0))
    return World(ground=made["elevation"], networks={"roads": made["roads"]})
