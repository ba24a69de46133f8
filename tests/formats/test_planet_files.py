"""Files of planets: meshes that others read, the right way up; maps without seams, with one value at poles and date line."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest
import trimesh
from PIL import Image

import landwright as lw
from landwright import io, planet
from landwright.errors import FieldError, FormatError, SettingError
from landwright.io._planetglb import expected_bytes
from landwright.planet import CUBE_SIDES, FACES, Frame, Globe
from landwright.world import World

N = 17
GLOBE = planet.paint(planet.shape(Globe(Frame(radius=50.0, resolution=N))))
WELDED, TRIANGLES = planet.welded_count(N), 12 * (N - 1) ** 2


def tree_of(path: Path) -> dict:
    data = path.read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + length])


def pixels(path: Path) -> np.ndarray:
    with Image.open(path) as image:
        return np.asarray(image)


def test_a_glb_holds_ground_and_ocean_the_right_way_up(tmp_path: Path) -> None:
    path = tmp_path / "p.glb"
    assert lw.write(GLOBE, path) == (path,)
    scene = trimesh.load(path, process=False)
    ground, ocean = scene.geometry["ground"], scene.geometry["ocean"]
    assert (len(ground.vertices), len(ground.faces)) == (WELDED, TRIANGLES)
    assert ground.is_watertight
    assert ground.volume > 0.0, "faces look outward"
    np.testing.assert_allclose(np.linalg.norm(ocean.vertices, axis=1), 50.0, rtol=1e-6)
    assert len(ocean.faces) < TRIANGLES
    # top (our +Z) is glTF's +Y, the front (+Y) its -Z, right +X
    for face, axis in ((0, (0, 1, 0)), (4, (0, 0, -1)), (3, (1, 0, 0))):
        far = 50.0 + float(GLOBE.elevation[face, N // 2, N // 2])
        assert np.abs(ground.vertices - np.array(axis) * far).sum(axis=1).min() < 1e-4
    tree = tree_of(path)
    materials = {one["name"]: one["pbrMetallicRoughness"] for one in tree["materials"]}
    assert materials["ocean"]["roughnessFactor"] == pytest.approx(1.0 - GLOBE.smoothness)
    assert materials["ground"]["roughnessFactor"] == pytest.approx(0.95)
    assert tree["nodes"][-1]["extras"]["landwright"]["radius"] == 50.0
    mesh = lw.read(path)
    first = mesh.vertices[0] / np.linalg.norm(mesh.vertices[0])
    np.testing.assert_allclose(first, planet.sphere_points(planet.cube_points(0, N))[0, 0], atol=1e-6)


def test_uv_are_biome_and_elevation_and_colors_are_those_of_land_and_sea(tmp_path: Path) -> None:
    lw.write(GLOBE, tmp_path / "p.glb")
    mesh = lw.read(tmp_path / "p.glb")
    weld = planet.weld_indices(N).ravel()
    uv = np.empty((WELDED, 2))
    uv[weld] = np.stack([GLOBE.layers["biome_value"].ravel(), GLOBE.elevation.ravel() / 50.0], axis=1)
    np.testing.assert_allclose(mesh.uv0[:WELDED], uv, atol=1e-6)
    land, sea = planet.shore_colors(GLOBE)
    wet = GLOBE.elevation < 0.0
    assert np.array_equal(land[~wet], GLOBE.colors[~wet])
    assert np.array_equal(sea[wet], GLOBE.colors[wet])
    assert not np.array_equal(land, GLOBE.colors)
    for one in (land, sea):  # one place has one color
        flat = np.empty((WELDED, 3), np.uint8)
        flat[weld] = one.reshape(-1, 3)
        assert np.array_equal(flat[weld], one.reshape(-1, 3))


def test_colors_go_on_one_node_beyond_the_coast() -> None:
    """Around a single wet node on an edge of the cube its land color is the mean of its neighbours, and nothing else changes."""
    weld = planet.weld_indices(5)
    elevation, colors = np.full((6, 5, 5), 1.0), np.full((6, 5, 5, 3), 200, np.uint8)
    here = weld == weld[0, 0, 2]
    assert here.sum() == 2
    elevation[here], colors[here] = -1.0, 10
    land, sea = planet.shore_colors(Globe(Frame(resolution=5), elevation, colors=colors, sea=True))
    assert np.all(land == 200)
    near = np.all(sea == 10, axis=-1)
    assert near.sum() == 12, "on both faces itself and two beside it on the edge, and three further in"


def test_a_wet_node_beside_an_edge_colors_that_edge_on_both_faces() -> None:
    """Nodes of the edge see it from one face only; the other face holds the same colors."""
    weld = planet.weld_indices(5)
    elevation, colors = np.full((6, 5, 5), 1.0), np.full((6, 5, 5, 3), 200, np.uint8)
    elevation[0, 1, 2], colors[0, 1, 2] = -1.0, 10
    _, sea = planet.shore_colors(Globe(Frame(resolution=5), elevation, colors=colors, sea=True))
    near = np.all(sea == 10, axis=-1)
    assert near[0].sum() == 9
    assert near.sum() == 12, "three of them lie on an edge and are there twice"
    assert set(weld[near]) == set(weld[0][near[0]])


@pytest.mark.parametrize("sea, lowest", [("mesh", True), ("floor", True), ("level", False)])
def test_the_sea_is_a_mesh_a_level_or_open(sea: str, lowest: bool, tmp_path: Path) -> None:
    lw.write(GLOBE, tmp_path / "p.glb", io.PlanetGlb(sea=sea))
    scene = trimesh.load(tmp_path / "p.glb", process=False)
    assert set(scene.geometry) == ({"ground", "ocean"} if sea == "mesh" else {"ground"})
    least = float(np.linalg.norm(scene.geometry["ground"].vertices, axis=1).min())
    assert least == pytest.approx(50.0 + GLOBE.low if lowest else 50.0, rel=1e-6)


def test_faces_fit_and_have_the_same_normals_along_edges(tmp_path: Path) -> None:
    lw.write(GLOBE, tmp_path / "p.glb", io.PlanetGlb(pieces="faces", sea="level"))
    scene = trimesh.load(tmp_path / "p.glb", process=False)
    assert set(scene.geometry) == set(FACES)
    points = np.concatenate([scene.geometry[name].vertices for name in FACES])
    normals = np.concatenate([scene.geometry[name].vertex_normals for name in FACES])
    weld = planet.weld_indices(N).ravel()
    for values in (points, normals):
        place = np.empty((WELDED, 3))
        place[weld] = values
        assert np.array_equal(place[weld], values)
    files = lw.write(GLOBE, tmp_path / "q.glb", io.PlanetGlb(pieces="files"))
    assert [file.name for file in files] == [f"q_{name}.glb" for name in FACES]
    total = sum(len(trimesh.load(file).geometry["ground"].faces) for file in files)
    assert total == TRIANGLES


def test_a_planet_is_scaled_where_a_radius_is_given(tmp_path: Path) -> None:
    lw.write(GLOBE, tmp_path / "p.ply", io.PlanetPly(radius=1.0, sea="floor"))
    mesh = trimesh.load(tmp_path / "p.ply", process=False)
    far = np.linalg.norm(mesh.vertices, axis=1)
    assert far.max() == pytest.approx(1.0 + GLOBE.high / 50.0, rel=1e-6)
    assert far.min() == pytest.approx(1.0 + GLOBE.low / 50.0, rel=1e-6)


@pytest.mark.parametrize("suffix", [".obj", ".ply"])
def test_plain_mesh_files_hold_all_parts(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"p{suffix}"
    lw.write(GLOBE, path)
    mesh = lw.read(path)
    ocean = planet.ocean_mesh(GLOBE)
    assert len(mesh.vertices) == WELDED + len(ocean.vertices)
    assert len(mesh.faces) == TRIANGLES + len(ocean.faces)
    top = planet.node_points(GLOBE, sea_floor=True)[0, N // 2, N // 2]
    assert np.abs(mesh.vertices[:WELDED] - top).sum(axis=1).min() < 1e-3
    if suffix == ".ply":
        assert set(np.unique(mesh.attributes["part"])) == {0, 1}
    else:
        assert list(mesh.groups) == ["ground", "ocean"]


def test_an_stl_is_one_closed_body_of_the_size_asked_for(tmp_path: Path) -> None:
    lw.write(GLOBE, tmp_path / "p.stl", io.PlanetStl(diameter=0.2))
    mesh = trimesh.load(tmp_path / "p.stl")
    assert mesh.is_watertight
    assert mesh.volume > 0.0
    assert np.linalg.norm(mesh.vertices, axis=1).min() == pytest.approx(100.0, rel=1e-6)
    half = GLOBE.replace(frame=GLOBE.frame.replace(faces="top"))
    with pytest.raises(FormatError, match="faces must be all, for a body is closed"):
        lw.write(half, tmp_path / "q.stl")


def test_a_face_alone_is_written_as_one(tmp_path: Path) -> None:
    lw.write(GLOBE.replace(frame=GLOBE.frame.replace(faces="left")), tmp_path / "p.glb", io.PlanetGlb(sea="level"))
    mesh = trimesh.load(tmp_path / "p.glb", process=False).geometry["ground"]
    assert len(mesh.vertices) == N * N


def test_what_is_too_large_for_a_file_is_refused_before_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = expected_bytes(GLOBE, io.PlanetGlb())
    lw.write(GLOBE, tmp_path / "p.glb")
    assert abs((tmp_path / "p.glb").stat().st_size - size) < 0.1 * size
    monkeypatch.setattr("landwright.io._planetglb.LIMIT", size // 2)
    monkeypatch.setattr("landwright.io._planetmesh.globe_mesh", None)
    with pytest.raises(FormatError, match=r"at most 4 GiB, this planet needs about .* write each face into a file"):
        lw.write(GLOBE, tmp_path / "q.glb")
    assert not (tmp_path / "q.glb").exists()


def test_a_map_has_no_seam_and_one_value_at_each_pole(tmp_path: Path) -> None:
    lw.write(GLOBE, tmp_path / "m.npy", io.WorldMap(edges=True, width=129))
    held = np.load(tmp_path / "m.npy")
    assert held.shape == (65, 129)
    assert np.array_equal(held[:, 0], held[:, -1])
    assert len(np.unique(held[0])) == len(np.unique(held[-1])) == 1
    assert held[0, 0] == pytest.approx(float(GLOBE.elevation[0, N // 2, N // 2]), abs=1e-5)
    # across the date line it is as smooth as anywhere: no step larger than those inside
    centers = np.load(lw.write(GLOBE, tmp_path / "c.npy", io.WorldMap(width=128))[0])
    steps = np.abs(np.diff(centers, axis=1))
    assert np.abs(centers[:, 0] - centers[:, -1]).max() <= steps.max()
    for content in ("color", "normals"):
        noun = io.WorldMap(content=content, edges=True, width=33)
        made = pixels(lw.write(GLOBE, tmp_path / f"{content}.png", noun)[0])
        assert np.array_equal(made[:, 0], made[:, -1])
        for row in (0, -1):
            assert len(np.unique(made[row], axis=0)) == 1


def test_png_levels_and_floats_say_the_same_metres(tmp_path: Path) -> None:
    exact = np.load(lw.write(GLOBE, tmp_path / "m.npy", io.WorldMap())[0])
    assert exact.shape == (2 * (N - 1), 4 * (N - 1))
    levels = lw.read(lw.write(GLOBE, tmp_path / "m.png", io.WorldMap())[0])
    assert np.abs(levels.elevation - exact).max() <= (GLOBE.high - GLOBE.low) / 65535.0
    assert pixels(tmp_path / "m.png").dtype.itemsize >= 2
    lw.write(GLOBE, tmp_path / "m.tif", io.WorldMap())
    assert np.array_equal(pixels(tmp_path / "m.tif"), exact)
    ends = io.WorldMap(low=-100.0, high=100.0)
    assert lw.read(lw.write(GLOBE, tmp_path / "n.png", ends)[0]).elevation.shape == exact.shape
    flat = np.load(lw.write(GLOBE, tmp_path / "f.npy", io.WorldMap(sea="level"))[0])
    assert flat.min() == 0.0 > exact.min()


def test_sides_of_a_cube_hold_the_nodes_and_fit(tmp_path: Path) -> None:
    files = lw.write(GLOBE, tmp_path / "h.npy", io.CubeMap(edges=True))
    sides = {name: np.load(tmp_path / f"h_{name}.npy") for name in CUBE_SIDES}
    assert [file.name for file in files if file.suffix == ".npy"] == [f"h_{name}.npy" for name in CUBE_SIDES]
    nodes = sorted(np.round(GLOBE.elevation.ravel(), 3).tolist())
    assert sorted(np.round(np.concatenate([s.ravel() for s in sides.values()]), 3).tolist()) == pytest.approx(nodes)
    np.testing.assert_allclose(sides["pz"][:, -1], sides["px"][:, 0], atol=1e-5)
    np.testing.assert_allclose(sides["px"][:, -1], sides["nz"][:, 0], atol=1e-5)
    np.testing.assert_allclose(sides["py"][-1], sides["pz"][0], atol=1e-5)
    np.testing.assert_allclose(sides["ny"][0], sides["pz"][-1], atol=1e-5)
    assert sides["py"][N // 2, N // 2] == pytest.approx(float(GLOBE.elevation[0, N // 2, N // 2]), abs=1e-5)


@pytest.mark.parametrize("layout, shape", [("cross", (48, 64)), ("row", (16, 96))])
def test_one_picture_of_all_sides(layout: str, shape: tuple[int, int], tmp_path: Path) -> None:
    made = pixels(lw.write(GLOBE, tmp_path / "c.png", io.CubeMap(content="color", layout=layout))[0])
    assert made.shape[:2] == shape
    if layout == "cross":
        assert made.shape[2] == 4, "nothing around the cross is transparent"
        assert np.count_nonzero(made[..., 3]) == 6 * 16 * 16
        heights = np.load(lw.write(GLOBE, tmp_path / "h.npy", io.CubeMap(layout="cross"))[0])
        assert np.isnan(heights).sum() == 6 * 16 * 16
        # inside the cross sides go on without a jump
        steps = np.abs(np.diff(heights[16:32], axis=1))
        assert steps[:, [15, 31, 47]].max() < 1.5 * steps.max()


def test_normals_are_of_the_mesh_in_object_space_and_of_the_place_in_tangent_space(tmp_path: Path) -> None:
    ball = planet.paint(Globe(Frame(radius=3.0, resolution=9)))
    width = 32
    made = pixels(lw.write(ball, tmp_path / "o.png", io.WorldMap(content="normals", width=width))[0]) / 127.5 - 1.0
    directions, _ = planet.map_directions(width // 2, width)
    gltf = np.stack([directions[..., 0], directions[..., 2], -directions[..., 1]], axis=-1)
    assert np.abs(made - gltf).max() < 0.04
    noun = io.WorldMap(content="normals", space="tangent", width=width)
    lw.write(ball, tmp_path / "t.png", noun)
    assert np.abs(pixels(tmp_path / "t.png") / 127.5 - 1.0 - [0.0, 0.0, 1.0]).max() < 0.05
    # a slope that rises to the north has a normal that leans south: green is dark where Y+ is north
    points = planet.sphere_points(np.stack([planet.cube_points(f, 9) for f in range(6)]))
    hill = planet.paint(Globe(Frame(radius=3.0, resolution=9), 0.5 * points[..., 2]))
    for handedness, sign in (("opengl", -1.0), ("directx", 1.0)):
        noun = io.WorldMap(content="normals", space="tangent", width=width, handedness=handedness)
        middle = pixels(lw.write(hill, tmp_path / f"{handedness}.png", noun)[0])[width // 4] / 127.5 - 1.0
        assert np.all(middle[:, 1] * sign > 0.05)
        assert np.abs(middle[:, 0]).max() < 0.05
    steep = io.WorldMap(content="normals", space="tangent", width=width, exaggeration=2.0)
    assert pixels(lw.write(hill, tmp_path / "steep.png", steep)[0])[width // 4, 0, 1] < 127.5 * (
        1.0 - np.abs(middle[0, 1]) * 1.3
    )
    cube = pixels(lw.write(ball, tmp_path / "c.png", io.CubeMap(content="normals", size=5))[3])
    assert np.array_equal(np.rint(cube[2, 2] / 127.5 - 1.0), [0, -1, 0]), "side ny"


@pytest.mark.parametrize("name", ["p.glb", "p.obj", "p.ply", "p.stl", "m.png", "m.npy", "m.tif"])
def test_the_same_planet_gives_the_same_bytes(name: str, tmp_path: Path) -> None:
    first, again = tmp_path / "a", tmp_path / "b"
    first.mkdir()
    again.mkdir()
    other = planet.paint(planet.shape(Globe(Frame(radius=50.0, resolution=N))))
    lw.write(GLOBE, first / name)
    lw.write(World(planet=other), again / name)
    for file in first.iterdir():
        assert file.read_bytes() == (again / file.name).read_bytes()


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    bare = Globe(Frame(resolution=3))
    with pytest.raises(FormatError, match="the planet has no colors"):
        lw.write(bare, tmp_path / "m.png", io.WorldMap(content="color"))
    with pytest.raises(FormatError, match=r"content must be elevation in a .npy file"):
        lw.write(GLOBE, tmp_path / "m.npy", io.WorldMap(content="color"))
    with pytest.raises(FormatError, match="a planet cannot become 'm.hex'"):
        lw.write(GLOBE, tmp_path / "m.hex")
    with pytest.raises(FieldError, match=r"there is no planet; give the recipe a \[planet\] table"):
        lw.write(World(), tmp_path / "m.glb", io.PlanetGlb())
    with pytest.raises(SettingError, match="low must be below high"):
        io.WorldMap(low=1.0, high=1.0)
    with pytest.raises(FormatError, match="must be a planet"):
        lw.write(lw.Heightfield(np.zeros((2, 2))), tmp_path / "m.glb", io.PlanetGlb())
    assert list(tmp_path.iterdir()) == []
    lw.write(bare, tmp_path / "flat.png")
    assert set(np.unique(pixels(tmp_path / "flat.png"))) == {0}
    lw.write(bare, tmp_path / "bare.glb")
