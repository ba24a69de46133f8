"""Mesh files: what others read in them, what we read back, and what broken ones say."""

from __future__ import annotations

import json
import os
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pygltflib
import pytest
import trimesh

from landwright import io
from landwright.errors import FormatError, LandwrightError, OutputError, SettingError
from landwright.field import Heightfield, Layer
from landwright.grid import Grid
from landwright.mesh import Mesh, Rtin, Solid, check, regular, rtin
from landwright.world import World

SUFFIXES = ["obj", "ply", "stl", "glb"]
NOUNS = {"obj": io.Obj, "ply": io.Ply, "stl": io.Stl, "glb": io.Glb}


def a_cone() -> Heightfield:
    """1000 m wide, 600 m long, 250 m high, its peak in the north-east."""
    x, y = np.meshgrid(np.arange(0, 1001, 20.0), np.arange(600, -1, -20.0))
    z = np.maximum(0.0, 250.0 - np.hypot(x - 800.0, y - 500.0))
    return Heightfield(z, cell_size=20.0)


def a_mesh(*, stl: bool = False) -> Mesh:
    draw = np.random.default_rng(0)
    mesh = regular(Heightfield(draw.normal(size=(7, 9)).cumsum(0) * 5, grid=Grid(shape=(7, 9), cell_size=3.0)))
    return mesh.replace(
        name="hill",
        crs="EPSG:32610",
        origin=(1000.0, 2000.5, 3.0),
        uv1=draw.random((63, 2)),
        colors=draw.integers(0, 255, (63, 3), dtype=np.uint8),
        attributes={
            "cell id": np.arange(63),
            "cell": np.arange(63, dtype=np.uint8),
            "weights": draw.random((63, 6), dtype=np.float32),
            "one": draw.random((63, 1), dtype=np.float32),
        },
        groups={"north": (0, 10), "south": (10, 96)},
    )


def foreign(path: Path) -> trimesh.Trimesh:
    return trimesh.load(path, force="mesh", process=False)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_foreign_reader_sees_extents_orientation_and_counts(suffix, tmp_path) -> None:
    """Pains 18: the bounding box in the target's axes, and the peak where it belongs."""
    field = a_cone()
    path = tmp_path / f"cone.{suffix}"
    io.write(field, path)
    seen = foreign(path)
    east, north, up = (0, 1, 2) if suffix != "glb" else (0, 2, 1)
    sign = -1 if suffix == "glb" else 1
    size = seen.bounds[1] - seen.bounds[0]
    assert [size[east], size[north], size[up]] == pytest.approx([1000.0, 600.0, 250.0])
    assert seen.bounds[0][east] == 0.0
    assert sorted(sign * seen.bounds[:, north]) == [0.0, 600.0]
    peak = seen.vertices[np.argmax(seen.vertices[:, up])]
    assert [peak[east], sign * peak[north], peak[up]] == [800.0, 500.0, 250.0]
    assert len(seen.faces) == 2 * 50 * 30
    assert (seen.face_normals[:, up] > 0).all(), "a face looks down: the map is mirrored or wound the wrong way"
    if suffix != "stl":
        assert len(seen.vertices) == 51 * 31


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_written_is_read(suffix, tmp_path) -> None:
    mesh, path = a_mesh(), tmp_path / f"hill.{suffix}"
    assert io.write(mesh, path) == (path,)
    back = io.read(path)
    assert back.origin == mesh.origin
    if suffix == "stl":
        assert check(back).boundary_edges == check(mesh).boundary_edges
        want, got = mesh.vertices[mesh.faces], back.vertices[back.faces]
        assert np.allclose(want, got, atol=1e-5)
        return
    assert np.allclose(back.vertices, mesh.vertices, atol=1e-5)
    assert np.array_equal(back.faces, mesh.faces)
    assert np.allclose(back.normals, mesh.normals, atol=1e-6)
    assert np.allclose(back.uv0, mesh.uv0, atol=1e-6)
    assert (back.name, back.crs, back.groups) == (mesh.name, mesh.crs, mesh.groups)
    colors = back.colors if back.colors.dtype == np.uint8 else np.rint(back.colors * 255)
    assert np.array_equal(colors[:, :3], mesh.colors)
    if suffix in ("ply", "glb"):
        assert np.allclose(back.uv1, mesh.uv1, atol=1e-6)
        assert list(back.attributes) == list(mesh.attributes)
        for name, values in mesh.attributes.items():
            assert back.attributes[name].dtype == values.dtype
            assert np.array_equal(back.attributes[name], values)


@pytest.mark.parametrize("suffix", ["ply", "glb"])
def test_a_second_texture_coordinate_alone(suffix, tmp_path) -> None:
    mesh, path = a_mesh().replace(uv0=None), tmp_path / f"a.{suffix}"
    io.write(mesh, path)
    back = io.read(path)
    assert back.uv0 is None
    assert np.allclose(back.uv1, mesh.uv1, atol=1e-6)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_same_thing_same_bytes(suffix, tmp_path) -> None:
    first, second = tmp_path / f"a.{suffix}", tmp_path / f"b.{suffix}"
    texture = {"texture": np.zeros((4, 4, 3), np.uint8)} if suffix == "glb" else {}
    io.write(a_mesh(), first, **texture)
    io.write(a_mesh(), second, **texture)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_noun_says_how_a_field_becomes_a_mesh(suffix, tmp_path) -> None:
    field, path = a_cone(), tmp_path / f"cone.{suffix}"
    io.write(field, path, NOUNS[suffix](max_error=5.0))
    assert len(io.read(path).faces) == len(rtin(field, Rtin(max_error=5.0)).faces)
    io.write(field, path, NOUNS[suffix](max_error=5.0, base=Solid(base_thickness=30.0)))
    printed = trimesh.load(path, force="mesh")
    printed.merge_vertices(merge_norm=True, merge_tex=True)
    assert printed.is_watertight
    assert printed.is_winding_consistent
    assert printed.volume > 1000 * 600 * 30
    with pytest.raises(SettingError, match="max_error must be left out for what is a mesh already"):
        io.write(regular(field), path, NOUNS[suffix](max_error=5.0))


def test_a_world_is_its_ground_and_a_layer_is_no_surface(tmp_path) -> None:
    path = tmp_path / "a.glb"
    io.write(World(ground=a_cone()), path)
    assert len(io.read(path).faces) == 2 * 50 * 30
    with pytest.raises(FormatError, match="must be a Heightfield, Mesh or World"):
        io.write(Layer(np.zeros((3, 3))), path)
    with pytest.raises(FormatError, match="mesh must have faces"):
        io.write(Mesh(np.zeros((3, 3)), np.empty((0, 3), int)), path)


def test_far_from_home_nothing_is_lost(tmp_path) -> None:
    """Pains 19: float32 truncation. Kills: coordinates of millions of metres written as float32."""
    grid = Grid(shape=(5, 5), cell_size=0.25, origin=(500_000.0, 4_649_776.0), crs="EPSG:32610")
    field = Heightfield(np.arange(25.0).reshape(5, 5), grid=grid)
    for suffix in SUFFIXES:
        path = tmp_path / f"far.{suffix}"
        io.write(field, path)
        back = io.read(path)
        assert np.abs(back.vertices[:, :2]).max() <= 1.5
        world = back.vertices.astype(float) + back.origin
        assert np.allclose(np.unique(world[:, 0]), grid.x, atol=1e-6)
        assert np.allclose(np.unique(world[:, 1]), grid.y[::-1], atol=1e-6)
    io.write(field, tmp_path / "world.ply", io.Ply(origin="world"))
    assert np.allclose(np.unique(foreign(tmp_path / "world.ply").vertices[:, 0]), grid.x, atol=1e-6)
    io.write(field, tmp_path / "world.obj", io.Obj(origin="world"))
    assert np.allclose(np.unique(foreign(tmp_path / "world.obj").vertices[:, 1]), grid.y[::-1], atol=1e-3)
    home = Heightfield(np.zeros((3, 3)), cell_size=60_000.0)
    io.write(home, tmp_path / "large.glb")
    assert foreign(tmp_path / "large.glb").bounds[1][0] == 120_000.0


def test_a_print_has_the_size_that_was_asked_for(tmp_path) -> None:
    path = tmp_path / "print.stl"
    io.write(a_cone(), path, io.Stl(base=Solid(base_thickness=50.0), longest_side=0.2))
    printed = trimesh.load(path)
    assert printed.bounds[0].tolist() == [0.0, 0.0, 0.0]
    assert printed.extents == pytest.approx([200.0, 120.0, 60.0])
    assert printed.is_watertight
    assert b"millimetres" in path.read_bytes()[:80]
    assert not path.read_bytes().startswith(b"solid")


def test_the_picture_lies_with_its_north_to_the_north(tmp_path) -> None:
    """Kills: v upside down."""
    image = np.zeros((8, 4, 3), np.uint8)
    image[:4] = [250, 0, 0]
    path = tmp_path / "a.glb"
    io.write(a_cone(), path, texture=image)
    seen = foreign(path)
    painted = np.asarray(seen.visual.to_color().vertex_colors)[:, 0] > 100
    north = -seen.vertices[:, 2] > 320
    south = -seen.vertices[:, 2] < 280
    assert painted[north].all()
    assert not painted[south].any()
    assert np.array_equal(np.asarray(seen.visual.material.baseColorTexture), image)
    gltf = pygltflib.GLTF2().load(str(path))
    material = gltf.materials[0].pbrMetallicRoughness
    assert (material.metallicFactor, material.roughnessFactor) == (0.0, 0.9)
    assert gltf.nodes[0].extras["landwright"]["unit"] == "m"


@pytest.mark.parametrize("wrong", [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 3)), b"GIF89a", "a.png"])
def test_a_wrong_picture_is_refused(wrong, tmp_path) -> None:
    with pytest.raises(LandwrightError, match=r"texture must be \(rows, cols, 3 or 4\) uint8, or the bytes of a PNG"):
        io.write(a_cone(), tmp_path / "a.glb", texture=wrong)
    assert not (tmp_path / "a.glb").exists()
    with pytest.raises(FormatError, match="must carry uv0 to wear a picture"):
        io.write(a_mesh().replace(uv0=None), tmp_path / "a.glb", texture=np.zeros((4, 4, 3), np.uint8))
    with pytest.raises(SettingError, match="texture is for mesh files that carry pictures"):
        io.write(a_cone(), tmp_path / "a.obj", texture=np.zeros((4, 4, 3), np.uint8))


def test_more_than_four_gibibytes_is_refused_in_words(tmp_path, monkeypatch) -> None:
    from landwright.io import _gltf

    monkeypatch.setattr(_gltf, "LIMIT", 10_000)
    with pytest.raises(FormatError, match="a GLB file holds at most 4 GiB, this mesh needs"):
        io.write(a_cone(), tmp_path / "a.glb")
    assert list(tmp_path.iterdir()) == []


def test_what_a_format_cannot_hold_is_refused(tmp_path) -> None:
    mesh = a_mesh().replace(attributes={"id": np.full(63, 2**40 + 1), "half": np.full(63, 0.1, np.float16)})
    io.write(mesh, tmp_path / "a.ply")
    assert io.read(tmp_path / "a.ply").attributes["id"].tolist() == [2**40 + 1] * 63
    with pytest.raises(FormatError, match="attribute 'id' in GLB must hold whole numbers that float32 holds exactly"):
        io.write(mesh, tmp_path / "a.glb")
    wide = mesh.replace(attributes={"id": np.full(63, 2**62 + 1)})
    with pytest.raises(FormatError, match="attribute 'id' in PLY must hold numbers that fit"):
        io.write(wide, tmp_path / "a.ply")
    assert io.read(tmp_path / "a.ply").attributes["id"].tolist() == [2**40 + 1] * 63, "the old file is gone"


# ---------------------------------------------------------------- broken input


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_truncated_files_give_one_sentence(suffix, tmp_path) -> None:
    path = tmp_path / f"a.{suffix}"
    io.write(a_mesh(), path)
    data = path.read_bytes()
    for length in sorted({0, 1, 3, 12, 20, 60, 79, 84, 100, 500, len(data) // 2, len(data) - 60, len(data) - 1}):
        path.write_bytes(data[:length])
        if suffix == "obj" and length == len(data) - 1:
            continue  # only the last line end is missing
        with pytest.raises(FormatError) as caught:
            io.read(path)
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("seed", range(40))
def test_damaged_files_give_a_mesh_or_one_sentence(suffix, seed, tmp_path) -> None:
    path = tmp_path / f"a.{suffix}"
    io.write(a_mesh(), path)
    data = bytearray(path.read_bytes())
    draw = np.random.default_rng(seed)
    for at in draw.integers(0, len(data) if seed % 2 else min(len(data), 600), 1 + seed % 5):
        data[at] = draw.integers(0, 256)
    path.write_bytes(data)
    with np.errstate(all="ignore"):
        try:
            assert isinstance(io.read(path), Mesh)
        except FormatError as error:
            assert "\n" not in str(error)  # noqa: PT017 (either is right)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_other_files_by_that_name(suffix, tmp_path) -> None:
    path = tmp_path / f"a.{suffix}"
    for data in (
        b"",
        b"hello\n",
        bytes(1000),
        b"\x89PNG\r\n\x1a\n" + bytes(200),
        b"solid a\nfacet normal 0 0",
        b"v 0 0 0\n",
    ):
        path.write_bytes(data)
        with pytest.raises(FormatError):
            io.read(path)


def test_what_makes_no_sense_in_a_mesh_file(tmp_path) -> None:
    (tmp_path / "a.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 nan 0\nf 1 2 3\n")
    with pytest.raises(FormatError, match="vertices must be finite"):
        io.read(tmp_path / "a.obj")
    (tmp_path / "a.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")
    with pytest.raises(FormatError):
        io.read(tmp_path / "a.obj")
    io.write(a_cone(), tmp_path / "a.glb")
    data = (tmp_path / "a.glb").read_bytes()
    (tmp_path / "a.glb").write_bytes(data[:4] + struct.pack("<I", 1) + data[8:])
    with pytest.raises(FormatError, match="is glTF version 1; version 2 is read here"):
        io.read(tmp_path / "a.glb")


# ---------------------------------------------------------------- foreign files


@pytest.mark.parametrize(
    "suffix, kind",
    [("obj", "obj"), ("ply", "ply"), ("ply", "ply_ascii"), ("stl", "stl"), ("stl", "stl_ascii"), ("glb", "glb")],
)
def test_files_of_others_are_read(suffix, kind, tmp_path) -> None:
    box = trimesh.creation.box((1.0, 2.0, 3.0))
    path = tmp_path / f"box.{suffix}"
    options = {"encoding": "ascii"} if kind == "ply_ascii" else {}
    made = box.export(file_type=kind.removesuffix("_ascii") if "ply" in kind else kind, **options)
    path.write_bytes(made.encode() if isinstance(made, str) else made)
    mesh = io.read(path)
    found = check(mesh)
    assert found.is_watertight
    assert found.volume == pytest.approx(6.0)
    size = np.ptp(mesh.vertices, axis=0)
    assert size == pytest.approx([1.0, 3.0, 2.0] if suffix == "glb" else [1.0, 2.0, 3.0])


def test_a_scene_of_nodes_is_put_in_its_place(tmp_path) -> None:
    box, scene = trimesh.creation.box((1.0, 2.0, 3.0)), trimesh.Scene()
    turn = trimesh.transformations.rotation_matrix(0.3, [1, 2, 3])
    turn[:3, 3] = [10, 20, 30]
    mirror = np.diag([-1.0, 1, 1, 1])
    scene.add_geometry(box, transform=turn)
    scene.add_geometry(box, transform=mirror)
    path = tmp_path / "scene.glb"
    path.write_bytes(scene.export(file_type="glb"))
    mesh = io.read(path)
    assert len(mesh.faces) == 24
    assert check(mesh).volume == pytest.approx(12.0), "a mirrored node is inside out"
    want = trimesh.load(path, force="mesh").bounds
    x, y, z = mesh.vertices.T
    assert np.allclose([[x.min(), z.min(), (-y).min()], [x.max(), z.max(), (-y).max()]], want, atol=1e-5)


def test_quads_and_relative_indices_in_obj(tmp_path) -> None:
    (tmp_path / "a.obj").write_text("o a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4 -3 -2 -1\n")
    assert check(io.read(tmp_path / "a.obj")).area == pytest.approx(1.0)


# ---------------------------------------------------------------- whole or not at all


def test_a_folder_that_is_not_there(tmp_path) -> None:
    for suffix in SUFFIXES:
        with pytest.raises(OutputError):
            io.write(a_cone(), tmp_path / "nowhere" / f"a.{suffix}")


def test_an_error_on_the_way_leaves_the_old_file(tmp_path, monkeypatch) -> None:
    from landwright import _pool

    for suffix in SUFFIXES:
        path = tmp_path / f"a.{suffix}"
        path.write_text("old")

        def stop(fraction: float) -> None:
            if fraction > 0.3:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt), _pool.using(_pool.Control(stop)):
            io.write(a_mesh(), path)
        assert path.read_text() == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(f"a.{suffix}" for suffix in SUFFIXES)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_kill_on_the_way_leaves_the_old_file(tmp_path) -> None:
    path = tmp_path / "a.obj"
    path.write_text("old")
    code = (
        "import sys, numpy as np, landwright as lw\n"
        "from landwright import io, _pool\n"
        "def say(f):\n"
        "    if f > 0.6: print('writing', flush=True); sys.stdin.read()\n"
        "with _pool.using(_pool.Control(say)):\n"
        "    io.write(lw.mesh.regular(lw.Heightfield(np.zeros((200, 200)))), sys.argv[1])\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ.copy()
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"writing\n"
    child.send_signal(signal.SIGKILL)
    child.wait(30)
    for stream in (child.stdin, child.stdout):
        assert stream is not None
        stream.close()
    time.sleep(0.05)
    assert path.read_text() == "old"


def test_notes_of_a_glb_are_plain_json(tmp_path) -> None:
    path = tmp_path / "a.glb"
    io.write(a_mesh(), path)
    data = path.read_bytes()
    tree = json.loads(data[20 : 20 + struct.unpack_from("<I", data, 12)[0]])
    note = tree["nodes"][0]["extras"]["landwright"]
    assert note["origin"] == [1000.0, 2000.5, 3.0]
    assert note["crs"] == "EPSG:32610"
    text = data.decode("latin-1")
    assert str(tmp_path) not in text
