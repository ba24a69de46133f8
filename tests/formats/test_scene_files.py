"""A landscape and all that crosses it in one GLB: every mesh by its name, where it lies, as the other parts do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

import landwright as lw
from crossed_world import crossed
from landwright.errors import FieldError, SettingError
from landwright.io import SceneGlb
from landwright.networks import network_meshes
from landwright.world import World


def test_every_part_is_in_the_file_by_name_and_in_place(tmp_path: Path) -> None:
    world = crossed()
    lw.write(world, tmp_path / "all.glb")  # by its suffix: a world with roads is more than its ground
    scene = trimesh.load(tmp_path / "all.glb")
    meshes = network_meshes(world.require_ground(), world.networks, world.layers["water"])
    assert list(meshes) == ["terrain", "caps", "roads", "bridges", "tunnels", "portals", "rivers", "lakes"]
    assert set(scene.geometry) == set(meshes)
    for name, mesh in meshes.items():
        held = scene.geometry[name]
        points = np.column_stack([held.vertices[:, 0], -held.vertices[:, 2], held.vertices[:, 1]])
        move = (np.array([500_240.0, 5_300_240.0, 0.0])) - np.array(mesh.origin)
        wanted = mesh.vertices.astype(np.float64) - move
        np.testing.assert_allclose(
            [points.min(axis=0), points.max(axis=0)], [wanted.min(axis=0), wanted.max(axis=0)], atol=2e-3
        )
    assert len(scene.geometry["terrain"].faces) == len(meshes["terrain"].faces)
    assert scene.geometry["roads"].face_normals[:, 1].max() > 0.95


def test_parts_are_chosen_and_the_ground_wears_a_picture(tmp_path: Path) -> None:
    world = crossed()
    lw.write(world, tmp_path / "some.glb", SceneGlb(parts=("roads", "bridges")))
    assert set(trimesh.load(tmp_path / "some.glb").geometry) == {"roads", "bridges"}
    texture = np.zeros((4, 4, 3), np.uint8)
    lw.write(world, tmp_path / "worn.glb", SceneGlb(texture=True), texture=texture)
    worn = trimesh.load(tmp_path / "worn.glb")
    assert worn.geometry["terrain"].visual.material.baseColorTexture is not None
    assert worn.geometry["caps"].visual.material.baseColorTexture is not None
    assert worn.geometry["roads"].visual.material.baseColorTexture is None
    with pytest.raises(SettingError, match="texture is on"):
        lw.write(world, tmp_path / "none.glb", SceneGlb(texture=True))


def test_the_same_bytes_each_time(tmp_path: Path) -> None:
    lw.write(crossed(), tmp_path / "a.glb")
    lw.write(crossed(), tmp_path / "b.glb")
    assert (tmp_path / "a.glb").read_bytes() == (tmp_path / "b.glb").read_bytes()


def test_a_world_without_ground_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FieldError, match="there is no ground"):
        lw.write(World(), tmp_path / "no.glb", SceneGlb())


def test_maps_show_the_roads() -> None:
    world = crossed()
    bare = World(ground=world.ground, layers={"water": world.layers["water"]})
    with_roads, without = lw.render.relief(world), lw.render.relief(bare)
    changed = (with_roads != without).any(axis=2)
    area = lw.networks.mark_beside(
        {"grid": world.require_ground().grid, "roads": world.networks["roads"]}, lw.networks.Beside(fade=4.0)
    )["beside"].values
    assert changed.any()
    assert not changed[area == 0.0].any()
    on = area == 1.0
    assert with_roads[on].mean() < without[on].mean() - 20
