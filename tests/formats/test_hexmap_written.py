"""Files of hex maps: what is written is the map, in the right place, the right way round, and readable by others."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import trimesh
from scipy.spatial import cKDTree

import landwright as lw
from landwright import io, render
from landwright.errors import FormatError, SettingError
from landwright.hexmap import (
    HexMap,
    Layout,
    Triangulation,
    bake_instances,
    cell_centers,
    cell_heights,
    feature_models,
    features,
    neighbors,
    triangulate,
)
from landwright.mesh import Solid
from landwright.testing import random_hexmap
from landwright.world import World

LAND = random_hexmap(3, 7, 6)
NAMES = ["terrain", "rivers", "roads", "water", "shore", "estuaries", "walls", "features"]


def tree_of(path: Path) -> tuple[dict, bytes]:
    data = path.read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + length]), data[28 + length :]


def array_of(tree: dict, blob: bytes, index: int) -> np.ndarray:
    accessor = tree["accessors"][index]
    view = tree["bufferViews"][accessor["bufferView"]]
    kind = {5126: "<f4", 5125: "<u4", 5121: "<u1"}[accessor["componentType"]]
    width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}[accessor["type"]]
    count = accessor["count"] * width
    assert view["byteOffset"] % 4 == 0
    return np.frombuffer(blob, kind, count, view["byteOffset"]).reshape(-1, width)


def ours(points: np.ndarray) -> np.ndarray:
    """Points of glTF (Y up) as ours (Z up)."""
    return np.stack([points[:, 0], -points[:, 2], points[:, 1]], axis=1)


@pytest.fixture(scope="module")
def baked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hex") / "baked.glb"
    assert io.write(LAND, path, io.HexGlb(things="baked")) == (path,)
    return path


@pytest.fixture(scope="module")
def instanced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hex") / "instanced.glb"
    io.write(LAND, path)
    return path


def test_trimesh_finds_every_mesh_with_its_counts_sizes_and_materials(baked: Path) -> None:
    scene = trimesh.load(baked)
    meshes = triangulate(LAND, Triangulation(normals="smooth"))
    whole = {**meshes, "features": bake_instances(features(LAND))}
    there = [name for name in NAMES if len(whole[name].faces)]
    assert list(scene.geometry) == there
    assert set(there) >= {"terrain", "roads", "water", "features"}
    for name in there:
        found, wanted = scene.geometry[name], whole[name]
        assert len(found.faces) == len(wanted.faces), name
        lift = np.array([0.0, 0.0, 0.05 if name == "roads" else 0.0])
        low, high = wanted.vertices.min(axis=0) + lift, wanted.vertices.max(axis=0) + lift
        np.testing.assert_allclose(ours(found.bounds)[:, 0], [low[0], high[0]], atol=1e-4)
        np.testing.assert_allclose(sorted(ours(found.bounds)[:, 1]), [low[1], high[1]], atol=1e-4)
        np.testing.assert_allclose(ours(found.bounds)[:, 2], [low[2], high[2]], atol=1e-4)


def test_the_neighbours_of_a_cell_lie_in_their_order_and_faces_look_up(baked: Path) -> None:
    """Kills: a mirrored axis, a frame that is turned, faces that are reversed."""
    ground = trimesh.load(baked, process=False).geometry["terrain"]
    points, faces = ours(np.asarray(ground.vertices)), np.asarray(ground.faces)
    tree, blob = tree_of(baked)
    primitive = tree["meshes"][[m["name"] for m in tree["meshes"]].index("terrain")]["primitives"][0]
    cells = array_of(tree, blob, primitive["attributes"]["_CELLS"]).astype(int)
    weights = array_of(tree, blob, primitive["attributes"]["_WEIGHTS"])
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, atol=1e-5)
    middle, near = 2 * LAND.columns + 3, neighbors(LAND.layout)
    own = {
        cell: points[(cells[:, 0] == cell) & (weights[:, 0] > 0.999)].mean(axis=0) for cell in [middle, *near[middle]]
    }
    bearings = []
    for side in range(6):
        east, north = (own[int(near[middle, side])] - own[middle])[:2]
        bearings.append(np.degrees(np.arctan2(east, north)) % 360.0)
    np.testing.assert_allclose(bearings, [30, 90, 150, 210, 270, 330], atol=20)
    for cell in own:
        assert abs(own[cell][2] - cell_heights(LAND).ravel()[cell]) < 6.0
    a, b, c = (points[faces[:, k]] for k in range(3))
    up = np.cross(b - a, c - a)[:, 2]
    assert (up > -1e-3).all()
    assert (up > 1e-3).mean() > 0.9


def standing(path: Path) -> np.ndarray:
    """Return every point of every instance, as a program would place it."""
    tree, blob = tree_of(path)
    assert tree["extensionsUsed"] == tree["extensionsRequired"] == ["EXT_mesh_gpu_instancing"]
    found = []
    for node in tree["nodes"]:
        if "extensions" not in node:
            continue
        held = node["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]
        primitive = tree["meshes"][node["mesh"]]["primitives"][0]
        model = array_of(tree, blob, primitive["attributes"]["POSITION"]).astype(float)
        place, turn, size = (array_of(tree, blob, held[k]).astype(float) for k in ("TRANSLATION", "ROTATION", "SCALE"))
        for p, q, s in zip(place, turn, size):
            matrix = trimesh.transformations.quaternion_matrix([q[3], q[0], q[1], q[2]])[:3, :3]
            found.append(model * s @ matrix.T + p)
    return ours(np.concatenate(found))


def test_instances_are_the_baked_features(instanced: Path, baked: Path, tmp_path: Path) -> None:
    """Kills: a yaw that turns the other way, a scale on the wrong axis, a position in another frame."""
    bridged = random_hexmap(0, 7, 6, roads=0.8, rivers=0.8, water=0.1)
    assert (np.ptp(features(bridged).scale, axis=1) > 0.1).any(), "a bridge is stretched along one axis"
    io.write(bridged, tmp_path / "bridge.glb", io.HexGlb(parts=("features",)))
    for land, path in ((LAND, instanced), (bridged, tmp_path / "bridge.glb")):
        points, wanted = standing(path), bake_instances(features(land)).vertices
        assert points.shape == wanted.shape
        near, _ = cKDTree(wanted).query(points)
        back, _ = cKDTree(points).query(wanted)
        assert max(near.max(), back.max()) < 0.01
    assert len(features(LAND)) > 20
    with pytest.raises(FormatError, match="needs extensions that are not read here: EXT_mesh_gpu_instancing"):
        io.read(instanced)
    assert instanced.stat().st_size < baked.stat().st_size


def test_materials_say_what_shaders_need(instanced: Path) -> None:
    tree, blob = tree_of(instanced)
    root = tree["nodes"][tree["scenes"][0]["nodes"][0]]
    assert root["name"] == "hexmap"
    assert root["children"] == list(range(len(tree["nodes"]) - 1))
    assert root["extras"]["landwright"]["columns"] == 7
    materials = {material["name"]: material for material in tree["materials"]}
    assert materials["water"]["alphaMode"] == "BLEND"
    assert materials["water"]["pbrMetallicRoughness"]["baseColorFactor"][3] < 1
    assert materials["terrain"].get("alphaMode", "OPAQUE") == "OPAQUE"
    shaders = {
        name: material["extras"]["landwright"]["shader"] for name, material in materials.items() if "extras" in material
    }
    assert shaders["water"] == "water"
    assert shaders["roads"] == "road"
    assert shaders["shore"] == "shore"
    primitive = tree["meshes"][[m["name"] for m in tree["meshes"]].index("roads")]["primitives"][0]
    color = array_of(tree, blob, primitive["attributes"]["COLOR_0"])
    u = array_of(tree, blob, primitive["attributes"]["TEXCOORD_0"])[:, 0]
    np.testing.assert_array_equal(color[:, 3] > 128, u > 0.5)


def test_the_ground_is_colored_by_its_type(tmp_path: Path) -> None:
    snow, sand = HexMap.empty(3, 3).replace(terrain=4), HexMap.empty(3, 3)
    colors = []
    for name, land in (("snow", snow), ("sand", sand)):
        io.write(land, tmp_path / f"{name}.ply")
        mesh = io.read(tmp_path / f"{name}.ply")
        assert len(np.unique(mesh.colors, axis=0)) == 1
        colors.append(mesh.colors[0].astype(int))
    assert (colors[0] > colors[1]).all()
    io.write(sand, tmp_path / "w.glb", io.HexGlb(vertex_colors="weights", parts=("terrain",)))
    tree, blob = tree_of(tmp_path / "w.glb")
    color = array_of(tree, blob, tree["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"])
    assert np.abs(color[:, :3].astype(int).sum(axis=1) - 255).max() <= 2


def test_models_have_linear_colors_and_every_file_and_picture_shows_those(tmp_path: Path) -> None:
    land = HexMap.empty(2, 2).replace(special=2)
    model = feature_models("box")["urban", 0, 0]
    assert model.colors is not None
    assert model.colors[0].tolist() == [190, 12, 8]  # sRGB 224, 60, 49
    ziggurat = np.unique(feature_models()["ziggurat", 0, 0].colors, axis=0)
    baked = bake_instances(features(land))
    np.testing.assert_array_equal(np.unique(baked.colors[:, :3], axis=0), ziggurat)
    for things in ("baked", "instanced"):
        io.write(land, tmp_path / "a.glb", io.HexGlb(parts=("features",), things=things))
        tree, blob = tree_of(tmp_path / "a.glb")
        color = array_of(tree, blob, tree["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"])
        np.testing.assert_array_equal(np.unique(color[:, :3], axis=0), ziggurat)
    io.write(land, tmp_path / "a.ply", io.HexPly(parts=("features",)))
    np.testing.assert_array_equal(np.unique(io.read(tmp_path / "a.ply").colors, axis=0), ziggurat)
    shown = next(one for one in render.hexmap_surfaces(land) if "ziggurat" in one.mesh.groups)
    hits = SimpleNamespace(value=lambda name: np.asarray(getattr(shown.mesh, name), np.float32) / np.float32(255.0))
    assert shown.paint is not None
    albedo, _ = shown.paint(hits)  # type: ignore[arg-type]
    np.testing.assert_allclose(albedo, 0.85 * baked.colors[:, :3] / 255.0, rtol=1e-5)


@pytest.mark.parametrize("suffix", ["obj", "ply"])
def test_plain_mesh_files_hold_all_parts(suffix: str, tmp_path: Path) -> None:
    io.write(LAND, tmp_path / f"a.{suffix}")
    mesh = io.read(tmp_path / f"a.{suffix}")
    whole = {**triangulate(LAND), "features": bake_instances(features(LAND))}
    there = [name for name in NAMES if len(whole[name].faces)]
    assert list(mesh.groups) == there
    for name in there:
        begin, end = mesh.groups[name]
        assert end - begin == len(whole[name].faces)
    if suffix == "ply":
        assert sorted(np.unique(mesh.attributes["part"])) == list(range(len(there)))
    np.testing.assert_allclose(
        mesh.vertices[:, 2].max(), max(whole[name].vertices[:, 2].max() for name in there), atol=1e-3
    )


def test_a_print_is_closed(tmp_path: Path) -> None:
    io.write(LAND, tmp_path / "a.stl", io.HexStl(base=Solid(), longest_side=0.1))
    body = trimesh.load(tmp_path / "a.stl")
    assert body.is_watertight
    assert body.volume > 0
    assert abs(max(body.extents[:2]) - 100.0) < 0.01


def test_the_origin_is_that_of_the_map_or_of_the_world(tmp_path: Path) -> None:
    far = random_hexmap(3, layout=Layout(columns=7, rows=6, origin=(1000.0, 2000.0)))
    io.write(far, tmp_path / "map.ply")
    io.write(far, tmp_path / "world.ply", io.HexPly(origin="world"))
    near, world = io.read(tmp_path / "map.ply"), io.read(tmp_path / "world.ply")
    assert near.origin == (1000.0, 2000.0, 0.0)
    assert world.origin == (0.0, 0.0, 0.0)
    np.testing.assert_allclose(near.vertices + near.origin, world.vertices, atol=1e-2)


@pytest.mark.parametrize("name", ["a.hex", "a.json", "a.geojson"])
def test_a_saved_map_reads_back_to_the_bit(name: str, tmp_path: Path) -> None:
    lw.write(LAND, tmp_path / name)
    assert lw.read(tmp_path / name) == LAND
    first = (tmp_path / name).read_bytes()
    lw.write(lw.read(tmp_path / name), tmp_path / name)
    assert (tmp_path / name).read_bytes() == first


def test_a_table_reads_back_its_cells(tmp_path: Path) -> None:
    lw.write(LAND, tmp_path / "a.csv")
    back = lw.read(tmp_path / "a.csv")
    assert all(np.array_equal(a, b) for a, b in zip(back.arrays().values(), LAND.arrays().values()))
    assert len((tmp_path / "a.csv").read_text().splitlines()) == 43


@pytest.mark.parametrize(
    "name, text",
    [
        ("a.csv", b"column,row\n0"),
        ("a.csv", b"\xff\xfe"),
        ("a.json", b"{"),
        ("a.json", b"[1]"),
        ("a.hex", b"nonsense"),
        ("a.geojson", b"[]"),
        ("a.geojson", b'{"features":[{}]}'),
    ],
)
def test_damaged_files_are_refused(name: str, text: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(text)
    with pytest.raises(FormatError, match=r"^read: "):
        lw.read(tmp_path / name)


def test_hexagons_for_gis_are_where_the_cells_are(tmp_path: Path) -> None:
    lw.write(LAND, tmp_path / "a.geojson")
    data = json.loads((tmp_path / "a.geojson").read_text())
    assert data["type"] == "FeatureCollection"
    assert len(data["features"]) == 42
    centers = cell_centers(LAND.layout).reshape(-1, 2)
    for index, feature in enumerate(data["features"]):
        ring = np.array(feature["geometry"]["coordinates"][0])
        assert (ring[0] == ring[-1]).all()
        x, y = ring[:, 0], ring[:, 1]
        area = 0.5 * float(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1]))
        assert abs(area - 1.5 * 3**0.5 * 100.0) < 1e-3, "counter-clockwise, as large as a cell"
        np.testing.assert_allclose(ring[:-1].mean(axis=0), centers[index], atol=1e-5)
        assert feature["properties"]["elevation"] == LAND.elevation.ravel()[index]
        assert feature["properties"]["column"] == index % 7


def test_a_world_of_cells_writes_its_map(tmp_path: Path) -> None:
    world = World(hexmap=LAND)
    lw.write(world, tmp_path / "a.hex")
    assert lw.read(tmp_path / "a.hex") == LAND
    lw.write(world, tmp_path / "a.glb", io.HexGlb(parts=("terrain",)))
    assert [mesh["name"] for mesh in tree_of(tmp_path / "a.glb")[0]["meshes"]] == ["terrain"]
    with pytest.raises(ValueError, match=r"there is no hex map; give the recipe a \[hexmap\] table"):
        lw.write(World(), tmp_path / "b.hex", io.Hex())


def test_refusals_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="a hex map cannot become 'a.tif'"):
        lw.write(LAND, tmp_path / "a.tif")
    with pytest.raises(FormatError, match="has none of walls, so there is nothing to write"):
        lw.write(HexMap.empty(3, 3), tmp_path / "a.glb", io.HexGlb(parts=("walls",)))
    with pytest.raises(FormatError, match="has no features, so there is nothing to write"):
        lw.write(HexMap.empty(3, 3), tmp_path / "a.glb", io.HexGlb(parts=("features",)))
    with pytest.raises(SettingError, match="parts must name some meshes, each once"):
        io.HexGlb(parts=("walls", "walls"))
    with pytest.raises(FormatError, match="thing for HexGlb must be a hexmap"):
        lw.write(lw.Heightfield([[0.0]]), tmp_path / "a.glb", io.HexGlb())
    assert not list(tmp_path.iterdir())


def test_the_same_map_gives_the_same_bytes(instanced: Path, tmp_path: Path) -> None:
    io.write(random_hexmap(3, 7, 6), tmp_path / "again.glb")
    assert (tmp_path / "again.glb").read_bytes() == instanced.read_bytes()
