"""Splat maps: RGBA images whose weights sum to 255."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import landwright as lw
from landwright.errors import FieldError, FormatError, InputMissing
from landwright.io import Splat
from landwright.ops import SplatMap


def some(materials: int, shape: tuple[int, int] = (9, 11), seed: int = 0) -> SplatMap:
    weights = np.random.default_rng(seed).random((*shape, materials)) ** 3 + 1e-9
    weights /= weights.sum(axis=2, keepdims=True)
    grid = lw.Grid(shape=shape, cell_size=2.0, origin=(5.0, 7.0), crs="EPSG:32610")
    return SplatMap(tuple(f"m{i}" for i in range(materials)), weights.astype(np.float32), grid)


@pytest.mark.parametrize("materials", [1, 2, 3, 4, 5, 8, 9])
def test_weights_sum_to_255_over_all_images(tmp_path: Path, materials: int) -> None:
    splat = some(materials)
    written = lw.write(splat, tmp_path / "s.png")
    assert [file.name for file in written] == ["s.png", "s-2.png", "s-3.png"][: -(-materials // 4)]
    images = []
    for file in written:
        with Image.open(file) as image:
            assert image.mode == "RGBA"
            images.append(np.array(image))
    levels = np.concatenate(images, axis=2)
    assert (levels.sum(axis=2, dtype=int) == 255).all()
    assert (levels[..., materials:] == 0).all()
    assert np.abs(levels[..., :materials] - splat.weights * 255.0).max() < 1.0
    back = lw.read(tmp_path / "s.png")
    assert isinstance(back, SplatMap)
    assert back.names == splat.names
    assert back.grid == splat.grid
    assert np.abs(back.weights - splat.weights).max() < 1 / 255
    lw.write(back, tmp_path / "t.png")
    for file in written:
        again = tmp_path / file.name.replace("s", "t", 1)
        assert again.read_bytes() == file.read_bytes(), "what was read is written the same"


def test_the_largest_remainders_are_rounded_up(tmp_path: Path) -> None:
    thirds = SplatMap(("a", "b", "c"), np.full((1, 1, 3), 1 / 3, np.float32), lw.Grid(shape=(1, 1)))
    lw.write(thirds, tmp_path / "s.png")
    with Image.open(tmp_path / "s.png") as image:
        assert np.asarray(image)[0, 0].tolist() == [85, 85, 85, 0]
    odd = SplatMap(("a", "b"), np.array([[[0.001, 0.999]]], np.float32), lw.Grid(shape=(1, 1)))
    lw.write(odd, tmp_path / "s.png")
    with Image.open(tmp_path / "s.png") as image:
        assert np.asarray(image)[0, 0].tolist() == [0, 255, 0, 0]
    half = SplatMap(("a", "b"), np.array([[[0.5, 0.5]]], np.float32), lw.Grid(shape=(1, 1)))
    lw.write(half, tmp_path / "s.png")
    with Image.open(tmp_path / "s.png") as image:
        assert np.asarray(image)[0, 0].tolist() == [128, 127, 0, 0], "of equal remainders the first"


def test_the_names_are_in_the_file(tmp_path: Path) -> None:
    lw.write(some(5), tmp_path / "s.png")
    records = []
    for name in ("s.png", "s-2.png"):
        with Image.open(tmp_path / name) as image:
            records.append(json.loads(image.text["landwright"]))  # type: ignore[attr-defined]
    assert [r["materials"] for r in records] == [["m0", "m1", "m2", "m3"], ["m4"]]
    assert [(r["image"], r["images"]) for r in records] == [(1, 2), (2, 2)]
    assert records[0]["set"] == records[1]["set"]
    assert records[0]["origin"] == [5.0, 7.0]


def test_layers_of_a_world(tmp_path: Path) -> None:
    grid = lw.Grid(shape=(2, 2), cell_size=3.0)
    layers = {
        "moisture": lw.Layer(np.ones((2, 2)), grid=grid),
        "splat_grass": lw.Mask([[1.0, 0.5], [0.0, 0.25]], grid=grid),
        "splat_rock": lw.Mask([[0.0, 0.5], [1.0, 0.75]], grid=grid),
    }
    world = lw.World(ground=lw.Heightfield(np.zeros((2, 2)), grid=grid), layers=layers)
    lw.write(world, tmp_path / "s.png", Splat())
    back = lw.read(tmp_path / "s.png")
    assert back.names == ("grass", "rock"), "the prefix of the layers is no part of a material's name"
    np.testing.assert_allclose(back.layer("rock").values, layers["splat_rock"].values, atol=1 / 255)
    lw.write(world, tmp_path / "s.png", Splat(layers=("splat_rock", "moisture")))
    assert lw.read(tmp_path / "s.png").names == ("rock", "moisture")
    lw.write({name: layers[name] for name in ("splat_grass", "splat_rock")}, tmp_path / "s.png")
    assert lw.read(tmp_path / "s.png").names == ("grass", "rock")


def test_layers_that_are_no_weights(tmp_path: Path) -> None:
    grid = lw.Grid(shape=(1, 2))
    world = lw.World(layers={"a": lw.Layer([[0.0, 1.0]], grid=grid), "b": lw.Layer([[-1.0, 1.0]], grid=grid)})
    path = tmp_path / "s.png"
    with pytest.raises(FieldError, match="must name the material weights.*begins with 'splat_'"):
        lw.write(world, path, Splat())
    with pytest.raises(FieldError, match="must be layers that there are, got 'c'"):
        lw.write(world, path, Splat(layers=("a", "c")))
    with pytest.raises(FieldError, match="weights of at least 0"):
        lw.write(world, path, Splat(layers=("a", "b")))
    with pytest.raises(FieldError, match="must not all be 0 at a sample, as they are at row 0, column 0"):
        lw.write(world, path, Splat(layers=("a",)))
    assert list(tmp_path.iterdir()) == []


def test_sets_that_do_not_belong_together(tmp_path: Path) -> None:
    lw.write(some(5), tmp_path / "s.png")
    lw.write(some(5, seed=1), tmp_path / "t.png")
    with pytest.raises(FormatError, match="is image 2 of a set"):
        lw.read(tmp_path / "s-2.png")
    (tmp_path / "s-2.png").write_bytes((tmp_path / "t-2.png").read_bytes())
    with pytest.raises(FormatError, match="of different sets"):
        lw.read(tmp_path / "s.png")
    (tmp_path / "s-2.png").unlink()
    with pytest.raises(InputMissing, match="first of 2 splat images and 's-2.png' is not there"):
        lw.read(tmp_path / "s.png")


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from landwright.io._splat import _to_255

    weights = some(6, (1200, 300)).weights  # more rows than one block
    whole = _to_255(weights)
    np.testing.assert_array_equal(whole[-3:], _to_255(weights[-3:]))
    assert (whole.sum(axis=2, dtype=int) == 255).all()
