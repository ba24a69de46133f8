# gallery: A mountain road
# test: size 97
"""Two roads find their way through a range: they climb no steeper than one in ten, share the stretch where both go the same way, and the
ground is cut and filled beside them. The surface of the roads is a mesh of its own.
"""

import numpy as np

import landwright as lw
from landwright.networks import Line, Roads, build_roads, road_mesh
from landwright.render import Camera, Surface, View, draw


def picture(size):
    field, roads = mountain(max(97, 3 * size // 4))
    camera = Camera(
        target=(980.0, 1130.0, 445.0),
        distance=720.0,
        azimuth=330.0,
        elevation=27.0,
        width=min(1280, 2 * size),
        height=min(720, size * 9 // 8),
    )
    surfaces = [Surface(ground(field), paint=paint_ground), Surface(road_mesh(roads), paint=paint_road)]
    return draw(surfaces, camera, View(camera=camera, sun_azimuth=250.0, sun_altitude=32.0))


def mountain(size):
    grid = lw.Grid(shape=(size, size), cell_size=1536.0 / (size - 1))
    land = lw.noise.Fbm(base=lw.noise.Perlin(wavelength=1100.0), octaves=7, gain=0.4)
    field = lw.Heightfield(420.0 + 300.0 * lw.noise.sample(land, grid, seed=1), grid=grid)
    routes = (Line(points=((60.0, 420.0), (1480.0, 980.0))), Line(points=((640.0, 1480.0), (1000.0, 60.0))))
    made = build_roads({"elevation": field}, Roads(routes=routes, max_grade=0.09, random_height=0.5), seed=1)
    return made["elevation"], made["roads"]


def ground(field):
    rows, cols = field.shape
    x, y = np.meshgrid(field.grid.x, field.grid.y)
    dy, dx = np.gradient(field.elevation.astype(float), field.cell_size)
    normals = np.stack([-dx, dy, np.ones_like(dx)], axis=-1).reshape(-1, 3)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    i = np.arange(rows * cols).reshape(rows, cols)
    a, b, c, d = i[:-1, :-1], i[:-1, 1:], i[1:, 1:], i[1:, :-1]
    faces = np.concatenate([np.stack([a, d, c], axis=-1).reshape(-1, 3), np.stack([a, c, b], axis=-1).reshape(-1, 3)])
    return lw.mesh.Mesh(np.stack([x, y, field.elevation], axis=-1).reshape(-1, 3), faces, normals=normals)


def paint_ground(hits):
    x, y = hits.position[:, :1], hits.position[:, 1:2]
    patch = 0.5 + 0.25 * (np.sin(x / 37.0 + 2.0 * np.sin(y / 61.0)) + np.sin(y / 29.0 + 2.0 * np.sin(x / 53.0)))
    grass = np.array([0.085, 0.12, 0.03]) * (1.0 - patch) + np.array([0.15, 0.155, 0.05]) * patch
    rock = np.clip((1.0 - hits.normal[:, 2:] - 0.12 - 0.03 * patch) / 0.08, 0.0, 1.0)
    color = grass * (1.0 - rock) + np.array([0.21, 0.185, 0.155]) * rock
    return color.astype(np.float32), np.tile(np.array([1.0, 0.0, 0.0], np.float32), (len(x), 1))


def paint_road(hits):
    across, along = hits.value("uv0").T
    strip, top = hits.first("edge") >= 0, hits.normal[:, 2] > 0.5
    wide = np.maximum(0.012, hits.footprint / 8.0 * 0.5)
    dashed = (np.abs(across - 0.5) < wide) & (along * 8.0 % 9.0 < 4.0)
    line = strip & top & (dashed | (np.abs(np.abs(across - 0.5) - 0.455) < wide))
    color = np.where(line[:, None], 0.6, np.where(top[:, None], np.array([[0.062, 0.062, 0.066]]), 0.16))
    return color.astype(np.float32), np.tile(np.array([1.0, 0.05, 0.0], np.float32), (len(across), 1))
