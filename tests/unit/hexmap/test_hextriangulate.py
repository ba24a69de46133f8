"""Meshes of hex maps: against the plain twin, and the predicates of the specification (H-I1 to H-I6, H-I11 to H-I21)."""

from __future__ import annotations

import hashlib
import itertools

import numpy as np
import pytest
from scipy.spatial import cKDTree

from landwright import hexmap
from landwright.errors import SettingError
from landwright.hexmap import HexMap, Layout, Metrics, Triangulation
from landwright.mesh import Mesh
from landwright.testing import random_hexmap
from naive import hexmap_mesh

FLAT = ("terrain", "rivers", "roads", "water", "shore", "estuaries")
WELD = Triangulation(weld=True)


def doubled_areas(mesh: Mesh) -> np.ndarray:
    """Twice the area of each face seen from above; positive for those that face up."""
    a, b, c = (mesh.vertices[mesh.faces[:, k], :2] for k in range(3))
    return (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (b[:, 1] - a[:, 1])


def open_edges(*meshes: Mesh) -> np.ndarray:
    """Places (n, 2, 3) of the directed edges that no other edge runs back along, bit for bit."""
    points = np.concatenate([mesh.vertices[mesh.faces.astype(int)].reshape(-1, 3) for mesh in meshes]) + 0.0
    places, number = np.unique(points, axis=0, return_inverse=True)
    faces = number.reshape(-1, 3)
    begin, end = faces.T.ravel(), np.roll(faces, -1, axis=1).T.ravel()
    key, back = begin * len(places) + end, end * len(places) + begin
    assert len(np.unique(key)) == len(key), "two faces run along the same edge in the same direction"
    found = ~np.isin(key, back)
    return np.stack([places[begin[found]], places[end[found]]], axis=1)


def loops(edges: np.ndarray) -> int:
    """How many closed loops directed edges make; each place must be entered as often as it is left."""
    places, number = np.unique(edges.reshape(-1, 3), axis=0, return_inverse=True)
    begin, end = number.reshape(-1, 2).T
    assert np.array_equal(np.bincount(begin, minlength=len(places)), np.bincount(end, minlength=len(places)))
    after = dict(zip(begin.tolist(), end.tolist(), strict=True))
    assert len(after) == len(begin), "a border touches itself"
    count = 0
    while after:
        count += 1
        at = next(iter(after))
        while at in after:
            at = after.pop(at)
    return count


def rows_of(mesh: Mesh, name: str) -> np.ndarray:
    carried = [mesh.vertices]
    if mesh.uv0 is not None:
        carried.append(mesh.uv0.astype(np.float64))
    if mesh.uv1 is not None:
        carried.append(mesh.uv1.astype(np.float64))
    return np.concatenate(carried, axis=1)[mesh.faces.astype(int)]


@pytest.mark.parametrize(
    "seed,terraces", [pytest.param(0, 2, marks=pytest.mark.jit_off), (1, 2), (2, 0), (3, 1), (4, 5), (5, 2), (6, 2)]
)
def test_every_triangle_is_the_plain_twin_s(seed: int, terraces: int) -> None:
    metrics = Metrics(terraces_per_slope=terraces, outer_radius=10.0 + seed)
    land = random_hexmap(
        seed, layout=Layout(columns=7, rows=6, noise_seed=seed, metrics=metrics), rivers=0.6, walls=0.0
    )
    ours, theirs = hexmap.triangulate(land), hexmap_mesh.meshes(land)
    for name in FLAT:
        mine = rows_of(ours[name], name)
        assert len(mine) == len(theirs[name]) > 0
        turned = np.concatenate([np.roll(theirs[name], k, axis=1).reshape(len(mine), -1) for k in range(3)])
        distance, found = cKDTree(turned).query(mine.reshape(len(mine), -1))
        assert distance.max() < 2e-6  # texture coordinates are float32
        assert len(np.unique(found % len(mine))) == len(mine)
        plain = cKDTree(np.concatenate([np.roll(theirs[name][..., :3], k, axis=1).reshape(-1, 9) for k in range(3)]))
        assert plain.query(mine[..., :3].reshape(-1, 9))[0].max() < 1e-10


MAPS = [
    {"columns": 9, "rows": 8},
    {"columns": 8, "rows": 9, "confluences": True},
    {"columns": 9, "rows": 7, "wrap": True},
    {"columns": 2, "rows": 6, "wrap": True, "confluences": True},
    {"columns": 1, "rows": 1},
    {"columns": 1, "rows": 7},
    {"columns": 7, "rows": 1},
]


@pytest.mark.parametrize("frame", MAPS)
@pytest.mark.parametrize("seed", [0, 1])
def test_all_faces_face_up(frame: dict[str, int], seed: int) -> None:
    """H-I3, H-I4, H-I14, H-I16: also where points are shaken as far as the defaults go."""
    land = random_hexmap(seed, layout=Layout(**frame), rivers=0.7, roads=0.6, roughness=0.5)
    for noun in (Triangulation(), WELD):
        meshes = hexmap.triangulate(land, noun)
        for name in FLAT:
            assert doubled_areas(meshes[name]).min(initial=1.0) > 0.0


@pytest.mark.parametrize("frame", MAPS)
def test_the_welded_ground_is_one_piece_with_one_border(frame: dict[str, int]) -> None:
    """H-I5: every edge has its reverse to the last bit; what is open is the edge of the map, one loop."""
    for seed in range(3):
        land = random_hexmap(seed, layout=Layout(**frame), rivers=0.7, roughness=0.6)
        assert loops(open_edges(hexmap.triangulate(land, WELD)["terrain"])) == 1


def test_cracks_of_the_ground_as_specified_are_covered_by_straight_edges() -> None:
    """H-I5: what welding adds are only vertices on straight edges at cliffs."""
    land = random_hexmap(4, 10, 9, roughness=0.7)
    plain, welded = (hexmap.triangulate(land, noun)["terrain"] for noun in (Triangulation(), WELD))
    border = {edge.tobytes() for edge in open_edges(welded)}
    inner = np.array([edge for edge in open_edges(plain) if edge.tobytes() not in border])
    assert len(inner) > 50
    covered = 0
    for begin, end in inner:
        line = end - begin
        share = (inner - begin) @ line / (line @ line)
        off = np.linalg.norm(inner - begin - share[..., np.newaxis] * line, axis=-1).max(axis=1)
        on = (off < 1e-9) & (share.min(axis=1) > -1e-9) & (share.max(axis=1) < 1 + 1e-9) & (share[:, 0] > share[:, 1])
        lengths = (share[:, 0] - share[:, 1])[on].sum()
        if abs(lengths - 1.0) < 1e-9:
            covered += 1
    assert 3 * covered == len(inner)  # one long edge against two short ones


def test_a_skirt_hangs_from_the_whole_border() -> None:
    land = random_hexmap(2, 7, 6)
    bare = hexmap.triangulate(land, WELD)["terrain"]
    dressed = hexmap.triangulate(land, Triangulation(weld=True, skirt_depth=11.0))["terrain"]
    low = open_edges(dressed)
    low[..., 2] += 11.0
    assert loops(low) == 1
    assert {tuple(np.round(e.ravel(), 6)) for e in low} == {tuple(np.round(e.ravel(), 6)) for e in open_edges(bare)}


def test_tops_are_level_and_as_high_as_the_cell() -> None:
    """H-I6, and cell_heights: the vertices that are all one cell's lie on its top, except in channels."""
    land = random_hexmap(5, 8, 7, rivers=0.5)
    ground = hexmap.triangulate(land)["terrain"]
    weights, cells = ground.attributes["weights"], ground.attributes["cells"]
    assert np.allclose(weights.sum(axis=1), 1.0)
    tops = hexmap.cell_heights(land).ravel()
    whole = weights[:, 0] == 1.0
    height, top = ground.vertices[whole, 2], tops[cells[whole, 0]]
    m = land.layout.metrics
    bed = (land.elevation.ravel() + m.stream_bed_offset)[cells[whole, 0]] * m.elevation_step
    dry = ~((land.river_in > 0) | (land.river_out >= 0)).ravel()[cells[whole, 0]]
    assert np.array_equal(height[dry], top[dry])
    assert np.all((height == top) | (height == bed))
    assert np.count_nonzero(height == bed) > 50


def test_the_flow_of_rivers_is_continuous() -> None:
    """H-I11, H-I12: v runs from one end of a stretch to the other by 0.2, the same modulo 1 on both sides, down the river."""
    for seed, confluences in itertools.product(range(4), (False, True)):
        layout = Layout(columns=9, rows=8, confluences=confluences)
        land = random_hexmap(seed, layout=layout, rivers=0.8, water=0.0, walls=0.0)
        mesh = hexmap.triangulate(land)["rivers"]
        assert mesh.uv0 is not None
        v = mesh.uv0[:, 1].astype(np.float64)
        places, number = np.unique(mesh.vertices, axis=0, return_inverse=True)
        number = number.ravel()
        turn = np.exp(2j * np.pi * v)
        first = np.zeros(len(places), complex)
        first[number] = turn
        assert np.abs(first[number] - turn).max() < 1e-5
        face = v[mesh.faces.astype(int)]
        high = mesh.vertices[mesh.faces.astype(int), 2]
        upstream, downstream = face == face.min(axis=1)[:, None], face == face.max(axis=1)[:, None]
        spread = face.max(axis=1) - face.min(axis=1)
        assert np.allclose(spread[spread > 0.01], 0.2, atol=1e-6)
        falls = high.max(axis=1) - high.min(axis=1) > 0.1
        assert falls.any()
        assert np.all(
            high[falls].min(axis=1, where=upstream[falls], initial=1e9)
            > high[falls].max(axis=1, where=downstream[falls], initial=-1e9)
        )


def heights_of(mesh: Mesh, at: np.ndarray) -> np.ndarray:
    """Height of the ground at points (n, 2): that of the face they lie in."""
    corners = mesh.vertices[mesh.faces.astype(int)]
    middles = corners[:, :, :2].mean(axis=1)
    _, near = cKDTree(middles).query(at, k=min(80, len(middles)))
    a, b, c = (corners[near, k] for k in range(3))
    area = (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (c[..., 0] - a[..., 0]) * (b[..., 1] - a[..., 1])
    x, y = at[:, 0, None], at[:, 1, None]
    u = ((x - a[..., 0]) * (c[..., 1] - a[..., 1]) - (c[..., 0] - a[..., 0]) * (y - a[..., 1])) / area
    w = ((b[..., 0] - a[..., 0]) * (y - a[..., 1]) - (x - a[..., 0]) * (b[..., 1] - a[..., 1])) / area
    inside = np.minimum(np.minimum(u, w), 1 - u - w)
    best = inside.argmax(axis=1)
    pick = np.arange(len(at)), best
    assert inside[pick].min() > -1e-9, "a point lies on no face"
    return (a[..., 2] + u * (b[..., 2] - a[..., 2]) + w * (c[..., 2] - a[..., 2]))[pick]


@pytest.mark.parametrize("confluences", [False, True])
def test_roads_lie_on_the_ground(confluences: bool) -> None:
    """H-I14: in all situations, at points all over the roads, where shaking does not bend the ground between its vertices."""
    metrics = Metrics(cell_perturb_strength=0.0)
    for seed in range(5):
        layout = Layout(columns=12, rows=11, confluences=confluences, metrics=metrics)
        land = random_hexmap(seed, layout=layout, rivers=0.5, roads=0.8, roughness=0.05, walls=0.0)
        meshes = hexmap.triangulate(land)
        road = meshes["roads"]
        corners = road.vertices[road.faces.astype(int)]
        shares = np.array([[0.34, 0.33, 0.33], [0.9, 0.06, 0.04], [0.06, 0.04, 0.9], [0.04, 0.9, 0.06]])
        points = np.einsum("sk,fkc->fsc", shares, corners).reshape(-1, 3)
        assert len(points) > 10_000
        assert np.abs(heights_of(meshes["terrain"], points[:, :2]) - points[:, 2]).max() < 1e-6


def test_water_has_no_holes() -> None:
    """H-I16: with one level, open edges of water, shore and estuaries together lie on land, or at the edge of the map."""
    for seed in range(4):
        land = random_hexmap(seed, 11, 10, rivers=0.6, roughness=0.4)
        land = HexMap(land.layout, elevation=land.elevation, water_level=2)
        land = hexmap.edit(land, [])
        meshes = hexmap.triangulate(land)
        edges = open_edges(meshes["water"], meshes["shore"], meshes["estuaries"])
        near = hexmap.neighbors(land.layout)
        border = (near < 0).any(axis=1)
        border |= (border[near] & (near >= 0)).any(axis=1)
        wet = land.underwater.ravel()
        ground = meshes["terrain"]
        rim = np.isin(ground.attributes["cells"][:, 0], np.flatnonzero(~wet)) & (
            ground.attributes["weights"][:, 0] == 1
        )
        solid = cKDTree(ground.vertices[rim, :2])
        centers = cKDTree(hexmap.perturb(land, hexmap.cell_centers(land.layout).reshape(-1, 2)))
        cell = centers.query(edges.mean(axis=1)[:, :2])[1]
        inner = edges[~border[cell]]
        assert len(inner) > 20
        assert solid.query(inner.reshape(-1, 3)[:, :2])[0].max() < 1e-9


def test_shore_coordinates_tell_water_from_land() -> None:
    """H-I17, H-I18: v is 0 on vertices of open water and 1 on those of land, which lie under the land's top."""
    land = random_hexmap(3, 11, 10, rivers=0.5)
    meshes = hexmap.triangulate(land)
    shore, ground = meshes["shore"], meshes["terrain"]
    assert shore.uv0 is not None
    assert np.all(shore.uv0[:, 0] == 0)
    assert set(np.unique(shore.uv0[:, 1])) == {0.0, 1.0}
    own = ground.attributes["weights"][:, 0] == 1.0
    tree = cKDTree(ground.vertices[own, :2])
    distance, found = tree.query(shore.vertices[:, :2])
    on_land = shore.uv0[:, 1] == 1.0
    assert distance[on_land].max() < 1e-9
    assert distance[~on_land].min() > 0.5
    cells = ground.attributes["cells"][own, 0][found[on_land]]
    tops = hexmap.cell_heights(land).ravel()[cells]
    level = shore.vertices[on_land, 2]
    m = land.layout.metrics
    same = ~np.isclose(level, level.max())  # other lakes may stand higher than this land: two levels side by side
    nominal = land.elevation.ravel()[cells] * m.elevation_step
    beside = level < nominal
    assert beside.any()
    assert same.any()
    assert np.all(tops[beside] - level[beside] >= -m.water_offset * m.elevation_step - m.elevation_perturb_strength)


def valley(fall: int, level: int, out: bool = False) -> HexMap:
    """A river from cell 0 to cell 1 of a row, eastward; cell 1 lies `fall` below and stands under water up to `level`."""
    land = HexMap.empty(3, 1).replace(elevation=[[5, 5 - fall, 9]], water_level=[[0, level, 0]])
    if out:
        return land.replace(river_out=[[-1, 4, -1]], river_in=[[1 << 1, 0, 0]])
    return land.replace(river_out=[[1, -1, -1]], river_in=[[0, 1 << 4, 0]])


@pytest.mark.parametrize("fall,level", [(3, 3), (3, 4), (5, 1), (2, 4)])
def test_a_waterfall_ends_at_the_water_in_its_own_plane(fall: int, level: int) -> None:
    """H-I19."""
    land = valley(fall, level)
    m = land.layout.metrics
    mesh = hexmap.triangulate(land)["rivers"]
    upper, lower, water = (5 + m.water_offset) * 3.0, (5 - fall + m.water_offset) * 3.0, (level + m.water_offset) * 3.0
    assert mesh.uv0 is not None
    fallen = mesh.vertices[-4:]
    assert np.array_equal(fallen[:, 2], [upper, upper, water, water])
    assert np.allclose(mesh.uv0[-4:], [[0, 0.8], [1, 0.8], [0, 1.0], [1, 1.0]])
    dry = hexmap.triangulate(land.replace(water_level=0))["rivers"].vertices
    goal = next(quad for quad in dry.reshape(-1, 3)[None] if len(quad))
    ends = goal[np.isclose(goal[:, 2], lower)]
    share = (water - lower) / (upper - lower)
    assert 0 < share < 1
    for top, low in zip(fallen[:2], fallen[2:], strict=True):
        end = top + (low - top) / (1 - share)
        assert np.linalg.norm(ends - end, axis=1).min() < 1e-9


def test_an_estuary_of_a_river_out_of_a_lake_mirrors_one_into_it() -> None:
    """H-I20, H-I21: u' = 1 - u, v' = 0.8 - v; the mouth is as wide as the river and in the same place when they meet flush."""
    into, out = (hexmap.triangulate(valley(1, 5, back)) for back in (False, True))
    a, b = into["estuaries"], out["estuaries"]
    assert a.uv1 is not None
    assert b.uv1 is not None
    assert len(a.faces) == 5
    assert np.array_equal(a.vertices, b.vertices)
    assert np.array_equal(a.uv0, b.uv0)
    assert np.allclose(a.uv1 + b.uv1, [1.0, 0.8], atol=1e-6)
    assert a.uv0 is not None
    mouth = a.vertices[(a.uv0 == 1.0).all(axis=1)]
    river = into["rivers"].vertices
    assert len(mouth) == 2
    assert cKDTree(river).query(mouth)[0].max() < 1e-9


def chunk_meshes(land: HexMap, noun: Triangulation = Triangulation()) -> dict[tuple[int, int], dict[str, bytes]]:
    down, across = land.layout.chunks
    return {
        (z, x): {name: digest(mesh) for name, mesh in hexmap.triangulate_chunk(land, z, x, noun).items()}
        for z in range(down)
        for x in range(across)
    }


def digest(mesh: Mesh) -> bytes:
    parts = [mesh.vertices, mesh.faces, mesh.uv0, mesh.uv1, mesh.normals, *mesh.attributes.values()]
    return hashlib.sha256(b"|".join(b"" if p is None else p.tobytes() for p in parts)).digest()


@pytest.mark.parametrize("normals", ["none", "flat", "smooth"])
@pytest.mark.parametrize("wrap", [False, True])
def test_chunks_join_to_the_whole_for_any_number_of_threads(
    normals: str, wrap: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    metrics = Metrics(chunk_size=3)
    land = random_hexmap(7, layout=Layout(columns=11, rows=10, wrap=wrap, metrics=metrics))
    noun = Triangulation(normals=normals, weld=True, skirt_depth=4.0)
    whole = {}
    for threads in ("1", "3"):
        monkeypatch.setenv("LANDWRIGHT_THREADS", threads)
        whole[threads] = hexmap.triangulate(land, noun)
    assert {n: digest(m) for n, m in whole["1"].items()} == {n: digest(m) for n, m in whole["3"].items()}
    down, across = land.layout.chunks
    parts = [hexmap.triangulate_chunk(land, z, x, noun) for z in range(down) for x in range(across)]
    for name, mesh in whole["1"].items():
        assert np.array_equal(mesh.vertices, np.concatenate([part[name].vertices for part in parts]))
        firsts = np.cumsum([0] + [len(part[name].vertices) for part in parts[:-1]])
        assert np.array_equal(
            mesh.faces, np.concatenate([p[name].faces + f for p, f in zip(parts, firsts, strict=True)])
        )
        for what in ("uv0", "uv1", "normals"):
            if (array := getattr(mesh, what)) is not None:
                assert np.array_equal(array, np.concatenate([getattr(part[name], what) for part in parts]))
        for what, array in mesh.attributes.items():
            assert np.array_equal(array, np.concatenate([part[name].attributes[what] for part in parts]))


@pytest.mark.parametrize("normals", ["none", "smooth"])
def test_rebuilding_dirty_chunks_rebuilds_the_map(normals: str) -> None:
    """H-I1: after any edit, chunks that are not dirty keep their bytes."""
    rng = np.random.default_rng(5)
    noun = Triangulation(normals=normals, weld=True)
    land = random_hexmap(9, layout=Layout(columns=13, rows=12, wrap=True))
    before = chunk_meshes(land, noun)
    changed = 0
    for _ in range(12):
        row, column = int(rng.integers(12)), int(rng.integers(13))
        side = int(rng.integers(6))
        across, beyond = hexmap.neighbor(land.layout, column, row, side)
        cells = [(column, row)] + ([(int(across), int(beyond))] if int(across) >= 0 else [])
        stroke = hexmap.Stroke(
            cells=cells,
            **[
                {"elevation": int(rng.integers(0, 6))},
                {"water_level": int(rng.integers(0, 6))},
                {"river": "yes"},
                {"road": "yes"},
                {"walled": "yes"},
                {"river": "no"},
            ][int(rng.integers(6))],
        )
        edited = hexmap.edit(land, stroke)
        dirty = set(hexmap.dirty_chunks(land, edited))
        after = chunk_meshes(edited, noun)
        differs = {key for key in after if after[key] != before[key]}
        if normals == "smooth":  # normals see one cell further
            _, across_map = land.layout.chunks
            dirty = {
                (z + dz, (x + dx) % across_map) for z, x in dirty for dz, dx in itertools.product((-1, 0, 1), repeat=2)
            }
        assert differs <= dirty
        changed += len(differs)
        land, before = edited, after
    assert changed > 8


def test_a_map_that_wraps_closes_its_seam() -> None:
    """What is open in the east is open in the west, one width away; and so are heights and shaking."""
    for columns, rows in ((9, 8), (2, 5), (12, 7)):
        layout = Layout(columns=columns, rows=rows, wrap=True)
        land = random_hexmap(columns, layout=layout, rivers=0.6)
        width = 2.0 * layout.metrics.inner_radius * columns
        edges = open_edges(hexmap.triangulate(land, WELD)["terrain"])
        shifted = np.concatenate([edges[:, ::-1] + (width, 0, 0), edges[:, ::-1] - (width, 0, 0)])
        matched = cKDTree(shifted.reshape(-1, 6)).query(edges.reshape(-1, 6))[0] < 1e-9
        border = edges[~matched]
        # what remains are the south and the north edge: chains that begin and end one width apart
        inner = (border[..., 1] > 13.0) & (border[..., 1] < 15.0 * (rows - 1) - 13.0)
        assert not inner.any()
        assert matched.sum() > 4 * rows
        y = np.linspace(-10.0, 15.0 * rows, 50)
        for x in np.linspace(-8.0, 8.6, 9):
            west = hexmap.perturb(land, np.stack([np.full(50, x), y], axis=1))
            east = hexmap.perturb(land, np.stack([np.full(50, x + width), y], axis=1))
            assert np.abs(east - west - (width, 0.0)).max() < 1e-9


def test_the_noise_shakes_without_folding() -> None:
    """H-I2, H-I3: a pure function of the place; its steepest slope leaves every triangle its side, for every seed tried."""
    m = Metrics()
    for seed in range(6):
        noise = hexmap.noise_texture(seed)
        assert noise.shape == (512, 512, 4)
        assert noise.min() >= 0.0
        assert noise.max() <= 1.0
        assert np.abs(noise.mean(axis=(0, 1)) - 0.5).max() < 0.01
        assert noise.std(axis=(0, 1)).min() > 0.08
        slopes = [
            np.diff(noise.astype(np.float64), axis=axis, append=np.take(noise, [0], axis=axis)) for axis in (0, 1)
        ]
        steepest = [np.abs(slope).max(axis=(0, 1)) * 512 for slope in slopes]
        factor = 2.0 * m.cell_perturb_strength * m.noise_scale
        stretch = np.array([[steepest[1][0], steepest[0][0]], [steepest[1][2], steepest[0][2]]]) * factor
        assert np.linalg.norm(stretch, 2) < 1.0
        step = np.abs(np.take(noise, [0], axis=0) - np.take(noise, [-1], axis=0)).max()
        assert step < 0.1  # the picture repeats without a seam
    land = HexMap.empty(4, 4)
    points = np.random.default_rng(0).uniform(-500, 500, (200, 3))
    moved = hexmap.perturb(land, points)
    assert np.array_equal(moved, np.concatenate([hexmap.perturb(land, p[None]) for p in points]))
    assert np.array_equal(moved[:, 2], points[:, 2])
    assert 0.5 < np.abs(moved - points).max() <= m.cell_perturb_strength


@pytest.mark.parametrize(
    "metrics",
    [
        Metrics(terraces_per_slope=0),
        Metrics(terraces_per_slope=7),
        Metrics(solid_factor=0.95, water_factor=0.2),
        Metrics(solid_factor=0.3, water_factor=0.9),
        Metrics(outer_radius=500.0, noise_scale=0.00006, elevation_step=80.0),
        Metrics(chunk_size=1),
    ],
)
def test_any_metrics_give_whole_ground(metrics: Metrics) -> None:
    land = random_hexmap(1, layout=Layout(columns=6, rows=5, metrics=metrics, confluences=True), rivers=0.6)
    meshes = hexmap.triangulate(land, WELD)
    assert loops(open_edges(meshes["terrain"])) == 1
    for name in FLAT:
        assert doubled_areas(meshes[name]).min(initial=1.0) > 0.0


def test_normals_are_flat_or_without_seams() -> None:
    land = random_hexmap(6, 8, 7)
    bare = hexmap.triangulate(land)["terrain"]
    flat = hexmap.triangulate(land, Triangulation(normals="flat"))["terrain"]
    smooth = hexmap.triangulate(land, Triangulation(normals="smooth"))["terrain"]
    assert bare.normals is None
    assert flat.normals is not None
    assert smooth.normals is not None
    assert len(flat.vertices) == 3 * len(bare.faces)
    assert np.array_equal(flat.vertices[flat.faces.astype(int)], bare.vertices[bare.faces.astype(int)])
    a, b, c = (bare.vertices[bare.faces[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    across /= np.linalg.norm(across, axis=1)[:, None]
    assert np.abs(flat.normals[::3] - across).max() < 1e-6
    places, number = np.unique(bare.vertices, axis=0, return_inverse=True)
    number = number.ravel()
    expected = np.zeros((len(places), 3))
    areas = np.cross(b - a, c - a)
    for k in range(3):
        np.add.at(expected, number[bare.faces[:, k].astype(int)], areas)
    expected /= np.linalg.norm(expected, axis=1)[:, None]
    assert np.abs(smooth.normals - expected[number]).max() < 1e-5


def test_sunken_roads_can_be_left_out() -> None:
    """X25: by default they are as in the seed."""
    land = HexMap.empty(3, 1).replace(water_level=[[2, 2, 0]], roads=[[2, 2 | 16, 16]])
    counts = [
        len(hexmap.triangulate(land, Triangulation(sunken_roads=sunken))["roads"].faces) for sunken in (True, False)
    ]
    assert counts[0] > counts[1] > 0


def test_the_origin_moves_meshes_and_nothing_else() -> None:
    land = random_hexmap(8, 5, 4)
    away = land.replace(layout=land.layout.replace(origin=(1e6, -3e5)))
    here, there = hexmap.triangulate(land), hexmap.triangulate(away)
    assert all(digest(here[name]) == digest(there[name]) for name in here)
    assert there["terrain"].origin == (1e6, -3e5, 0.0)
    centers = hexmap.cell_centers(land.layout).reshape(-1, 2)
    shift = np.array([1e6, -3e5])
    moved = hexmap.perturb(away, centers + shift) - shift
    assert np.allclose(moved, hexmap.perturb(land, centers), atol=1e-9)


def test_a_chunk_that_is_not_there_is_refused() -> None:
    land = HexMap.empty(20, 15)
    with pytest.raises(SettingError, match="cz must be from 0 to 2"):
        hexmap.triangulate_chunk(land, 3, 0)
    with pytest.raises(SettingError, match="points must have the shape"):
        hexmap.perturb(land, [1.0, 2.0])
    with pytest.raises(SettingError, match="points must be numbers"):
        hexmap.perturb(land, [[1.0, 2.0], [3.0]])


def test_all_names_are_there_even_when_empty() -> None:
    meshes = hexmap.triangulate(HexMap.empty(2, 2))
    assert list(meshes) == ["terrain", "rivers", "roads", "water", "shore", "estuaries", "walls"]
    assert [len(mesh.faces) > 0 for mesh in meshes.values()] == [True] + [False] * 6
    assert meshes["estuaries"].uv1 is not None
    assert meshes["rivers"].uv0 is not None


@pytest.mark.parametrize("frame", MAPS)
def test_with_a_skirt_water_fills_the_block(frame: dict[str, int]) -> None:
    """Beyond the seed: the water of a sea is closed by its ground, to the last bit: what it leaves open is the ground's border."""
    land = random_hexmap(3, layout=Layout(**frame), roughness=0.5, rivers=0.0, water=0.0)
    sea = land.replace(
        water_level=np.full(land.shape, 9), river_in=np.zeros(land.shape, int), river_out=np.full(land.shape, -1)
    )
    for terraces in (2, 0):
        metrics = sea.layout.metrics.replace(terraces_per_slope=terraces)
        some = sea.replace(layout=sea.layout.replace(metrics=metrics))
        ground = open_edges(hexmap.triangulate(some, WELD)["terrain"])
        water = hexmap.triangulate(some, WELD.replace(skirt_depth=9.0))["water"]
        if frame.get("wrap"):  # the seam is open on both sides, in the water as in the ground
            inner = (ground[..., 0] < ground[..., 0].max() - 40.0) & (ground[..., 0] > ground[..., 0].min() + 40.0)
            ground = ground[inner.all(axis=1)]
        found = {edge.tobytes() for edge in open_edges(water)}
        assert {edge.tobytes() for edge in ground} <= found
        assert frame.get("wrap") or len(ground) == len(found)  # and nothing else


def test_water_at_the_edge_stands_on_the_ground_and_ends_where_it_rises() -> None:
    land = HexMap.empty(5, 3).replace(elevation=[[0, 1, 3, 3, 0]] * 3, water_level=[[2, 2, 0, 0, 2]] * 3)
    meshes = hexmap.triangulate(land, Triangulation(skirt_depth=9.0))
    surface = (2 + land.layout.metrics.water_offset) * land.layout.metrics.elevation_step
    corners = meshes["water"].vertices[meshes["water"].faces.astype(int)]
    sides = corners[corners[..., 2].min(axis=1) < surface - 1e-9]
    border = {point.tobytes() for point in open_edges(hexmap.triangulate(land)["terrain"]).reshape(-1, 3)}
    low = sides[sides[..., 2] < surface - 1e-9]
    assert {point.tobytes() for point in low} <= border
    assert corners[..., 2].max() == surface
    middle = np.array([2.0 * land.layout.metrics.inner_radius * 3.0, 15.0])
    across = np.cross(sides[:, 1] - sides[:, 0], sides[:, 2] - sides[:, 0])[:, :2]
    outward = sides.mean(axis=1)[:, :2] - middle
    assert (np.abs(outward) > 0).any()
    assert ((across * outward * [0.3, 1.0]).sum(axis=1) > 0).mean() > 0.9
