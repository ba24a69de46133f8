# gallery: Down to the ground
# test: size 24
"""Patches as fine as the eye needs them, from orbit down: each color is a level of detail, and no border shows a crack."""

import numpy as np

import landwright as lw
from landwright.render import Surface

LEVELS = [
    (0.1, 0.08, 0.2),
    (0.06, 0.15, 0.3),
    (0.08, 0.28, 0.24),
    (0.24, 0.3, 0.1),
    (0.4, 0.26, 0.08),
    (0.36, 0.1, 0.07),
]


def picture(size):
    mars = lw.planet.PRESETS["mars"].replace(seed=2)
    eye, target = (mars.radius * np.array(place) for place in ((0.3, 0.985, 0.17), (-0.55, 0.82, 0.3)))
    patches = lw.planet.lod_patches(mars, tuple(eye), detail=1.1, deepest=3 if size < 100 else 8)
    meshes = [lw.planet.patch_mesh(mars, patch, 9 if size < 100 else 33) for patch in patches]
    camera = lw.render.Camera(position=tuple(eye), target=tuple(target), width=size, height=size, field_of_view=50.0)
    view = lw.render.View(sky="space", sun_azimuth=60.0, sun_altitude=8.0)
    true = lw.render.draw([Surface(mesh, color=(1.0, 1.0, 1.0)) for mesh in meshes], camera, view)
    tinted = [
        Surface(mesh.replace(colors=None), color=LEVELS[patch.level % 6])
        for mesh, patch in zip(meshes, patches, strict=True)
    ]
    return np.concatenate([true, lw.render.draw(tinted, camera, view)], axis=1)
