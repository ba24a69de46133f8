from __future__ import annotations

import inspect
from pathlib import Path

import numpy as np
import pytest

import landwright as lw
from landwright.errors import FieldError, FormatError, InputMissing, SettingError
from landwright.io import _registry, settings

FIELD = lw.Heightfield([[0.0, 1.0], [2.0, 3.0]], cell_size=10.0)
WORLD = lw.World(ground=FIELD, layers={"moisture": lw.Layer([[0.0, 0.5], [0.25, 1.0]], cell_size=10.0)})


def test_every_row_of_the_table_leads_somewhere() -> None:
    for kind, row in _registry.WRITERS.items():
        assert row.noun.model_fields["kind"].default == kind
        assert callable(_registry.load(row.function))
    for suffix, reader in _registry.READERS.items():
        assert suffix == suffix.lower()
        assert callable(_registry.load(reader.function))
    assert set(_registry.suffixes()) <= set(_registry.READERS), "what is written can be read"


def test_every_default_noun_writes_a_raster(tmp_path: Path) -> None:
    for suffix in _registry.suffixes("raster"):
        path = tmp_path / f"land{suffix.upper()}"
        written = lw.write(FIELD, path)
        assert written[0] == path
        assert all(file.stat().st_size for file in written)
        assert sorted(tmp_path.iterdir()) == sorted(written), "only what write says it wrote"
        for file in written:
            file.unlink()


@pytest.mark.parametrize("suffix", [".png", ".npy", ".r16", ".tif"])
def test_a_world_gives_its_ground_or_the_layer_that_is_named(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    lw.write(WORLD, path)
    assert isinstance(lw.read(path), lw.Heightfield)
    noun = _registry.noun_for(path, "raster").replace(layer="moisture")
    lw.write(WORLD, path, noun)
    back = lw.read(path)
    assert type(back) is lw.Layer
    np.testing.assert_allclose(back.values, WORLD.layers["moisture"].values, atol=1e-5)
    with pytest.raises(FieldError, match=r"'moist'.*Did you mean 'moisture'.*elevation, moisture"):
        lw.write(WORLD, path, noun.replace(layer="moist"))
    with pytest.raises(FieldError, match="there is no ground"):
        lw.write(lw.World(), path)


@pytest.mark.parametrize(
    "thing, path, noun, words",
    [
        (FIELD, "a.pgn", None, r"Did you mean \.png\? Valid suffixes: \.png, \.npy"),
        (FIELD, "a", None, "Valid suffixes"),
        (FIELD, "a.npy", settings.Png16(), r"Png16 writes \.png, got the file name 'a.npy'"),
        (FIELD, "a.png", settings.ReadImage(), "must be an output noun"),
        (FIELD, "a.png", settings.Splat(), "must be a splat"),
        (np.zeros((2, 2)), "a.png", None, "Put heights into a Heightfield"),
        (np.zeros((2, 2, 3)), "a.png", None, "uint8"),
        (np.zeros((2, 2, 3), np.uint8), "a.npy", None, r"an image cannot become 'a.npy'.*\.png"),
        ("land", "a.png", None, "must be a Heightfield, Layer, Mask, World"),
    ],
)
def test_write_refuses_in_one_sentence(tmp_path: Path, thing: object, path: str, noun: object, words: str) -> None:
    with pytest.raises((FormatError, SettingError), match=words):
        lw.write(thing, tmp_path / path, noun)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_write_refuses_a_texture_where_no_file_carries_one(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"texture is for mesh files"):
        lw.write(FIELD, tmp_path / "a.png", texture=np.zeros((2, 2, 3), np.uint8))


def test_read_refuses_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputMissing, match="there is no file"):
        lw.read(tmp_path / "gone.png")
    with pytest.raises(FormatError, match=r"no kind that can be read.*Valid suffixes"):
        lw.read(tmp_path / "a.xyz")
    lw.write(FIELD, tmp_path / "a.png")
    with pytest.raises(SettingError, match=r"ReadRaw.*Valid: ReadImage"):
        lw.read(tmp_path / "a.png", settings.ReadRaw())
    with pytest.raises(SettingError, match="must be ReadGeotiff"):
        lw.read(
            tmp_path / "a.tif" if (tmp_path / "a.tif").exists() else tmp_path / "a.png", settings.ReadImage(), warp=True
        )


def test_settings_round_trip_and_refuse() -> None:
    for name in settings.__all__:
        noun = getattr(settings, name)
        if inspect.isclass(noun) and not any(info.is_required() for info in noun.model_fields.values()):
            assert noun.from_json(noun().to_json()) == noun()
    with pytest.raises(SettingError, match="low must be below high, got low=2.0 and high=1.0"):
        settings.Png16(low=2.0, high=1.0)
    with pytest.raises(SettingError, match="little"):
        settings.Raw(endian="middle")  # type: ignore[arg-type]
    with pytest.raises(SettingError, match="finite"):
        settings.Png16(low=float("nan"))
