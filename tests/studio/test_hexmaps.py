"""Hex maps in the studio: frames that bring only what changed, strokes that are drawn on, undo, distances."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from landwright.hexmap import ATTRIBUTES, HexMap, dirty_chunks, triangulate_chunk
from landwright.hexmap.settings import Stroke, Triangulation
from landwright.recipe import Recipe
from landwright.studio import protocol
from landwright.studio._document import Document, Refusal
from landwright.studio._hexframe import MESHES, HexFrames
from landwright.studio._hexlands import HexLands
from landwright.studio._jobs import Builder
from landwright.studio._wire import Part, header_of
from landwright.testing import random_hexmap
from landwright.works import build, hex_models, hex_painted
from studio_client import PATIENCE

EMPTY = """
format = 1
seed = 4
[hexmap]
columns = 11
rows = 12
[[stages]]
id = "edits"
kind = "hexmap.strokes"
"""
CARRIED = {
    "rivers": (("uv0", "<f4", 2),),
    "roads": (("uv0", "<f4", 2),),
    "shore": (("uv0", "<f4", 2),),
    "estuaries": (("uv0", "<f4", 2), ("uv1", "<f4", 2)),
    "terrain": (("weights", "|u1", 4), ("cells", "<u4", 3)),
}


@pytest.fixture
def land() -> HexMap:
    return random_hexmap(5, 11, 12)


class Page:
    """What a page knows after some frames: the chunks by key, the cells by attribute."""

    def __init__(self) -> None:
        self.chunks: dict[tuple[int, int], dict[str, Any]] = {}
        self.cells: dict[str, NDArray[Any]] = {}
        self.travelled: list[tuple[int, int]] = []
        self.header: dict[str, Any] = {}

    def take(self, frame: bytes) -> None:
        header = self.header = header_of(frame)
        assert header["type"] == "hexmap"
        assert header["whole"] is not isinstance(frame, Part)
        if header["whole"]:
            self.chunks.clear()
            size = header["frame"]["columns"] * header["frame"]["rows"]
            self.cells = {name: np.zeros(size, np.int64) for name in ATTRIBUTES} | {"top": np.zeros(size, np.float32)}
        self.travelled = [tuple(chunk["key"]) for chunk in header["chunks"]]
        for told in header["chunks"]:
            self.chunks[tuple(told["key"])] = _meshes(frame, told)
        self._cells(frame, header["cells"]["offset"], header["cells"]["count"])

    def _cells(self, frame: bytes, at: int, count: int) -> None:
        def read(dtype: str) -> NDArray[Any]:
            nonlocal at
            array = np.frombuffer(frame, dtype, count, at)
            at += array.nbytes
            return array

        index = read("<u4")
        self.cells["top"][index] = read("<f4")
        for name in ("elevation", "water_level"):
            self.cells[name][index] = read("<i2")
        for name in ("terrain", "urban", "farm", "plant", "special", "walled", "river_in", "river_out", "roads"):
            values = read("|u1").astype(np.int64)
            self.cells[name][index] = np.where(values == 255, -1, values) if name == "river_out" else values
        self.cells["explored"][index] = read("|u1")

    def shows(self, land: HexMap) -> None:
        """Check that it knows a map and nothing else."""
        rows, columns = land.layout.chunks
        assert self.chunks.keys() == {(row, column) for row in range(rows) for column in range(columns)}
        for (row, column), held in self.chunks.items():
            meshes = triangulate_chunk(land, row, column, Triangulation(skirt_depth=12.0, sunken_roads=False))
            for name, mesh in meshes.items():
                assert np.array_equal(held[name]["faces"], mesh.faces), (row, column, name)
                ours = held[name]["places"].astype(np.float64) + held["origin"]
                assert np.allclose(ours, mesh.vertices + np.array(mesh.origin), atol=1e-4)
                if mesh.uv0 is not None:
                    assert np.array_equal(held[name]["uv0"], mesh.uv0)
                if mesh.uv1 is not None:
                    assert np.array_equal(held[name]["uv1"], mesh.uv1)
            terrain = meshes["terrain"].attributes
            assert np.array_equal(held["terrain"]["cells"], terrain["cells"])
            assert np.allclose(held["terrain"]["weights"][:, :3] / 255.0, terrain["weights"], atol=0.5 / 255.0 + 1e-6)
        for name in ATTRIBUTES:
            assert np.array_equal(self.cells[name], getattr(land, name).ravel()), name


def _meshes(frame: bytes, told: dict[str, Any]) -> dict[str, Any]:
    at = told["offset"]

    def read(dtype: str, rows: int, columns: int) -> NDArray[Any]:
        nonlocal at
        array = np.frombuffer(frame, dtype, rows * columns, at).reshape(rows, columns)
        at += array.nbytes
        return array

    found: dict[str, Any] = {"origin": np.array(told["origin"]), "digest": told["digest"]}
    for name, (vertices, faces) in zip(MESHES, told["counts"], strict=True):
        held = {"places": read("<f4", vertices, 3)}
        for word, dtype, columns in CARRIED.get(name, ()):
            held[word] = read(dtype, vertices, columns)
        held["faces"] = read("<u4", faces, 3)
        found[name] = held
    found["instances"] = read("<f4", told["instances"], 8)
    assert at - told["offset"] == told["bytes"]
    assert told["offset"] % 8 == 0
    return found


def test_a_whole_frame_holds_the_map(land: HexMap) -> None:
    page = Page()
    page.take(HexFrames().next(land, job=1, revision=7))
    page.shows(land)
    assert page.header["revision"] == 7
    assert page.header["noise_size"] == 512
    models = list(hex_models())
    assert [model["name"] for model in page.header["models"]] == [f"{kind} {level} {k}" for kind, level, k in models]
    stood = np.concatenate([chunk["instances"] for chunk in page.chunks.values()])
    assert len(stood) > 20
    assert set(stood[:, 7]) <= set(range(len(models)))


def test_only_chunks_that_changed_travel_and_the_page_knows_everything(land: HexMap) -> None:
    frames, page = HexFrames(), Page()
    page.take(frames.next(land, job=1, revision=1))
    rng = np.random.default_rng(2)
    for revision in range(2, 14):
        cell = (int(rng.integers(11)), int(rng.integers(12)))
        what = {"elevation": int(rng.integers(0, 6)), "water_level": int(rng.integers(0, 4))}
        name = ["elevation", "water_level", "terrain", "urban", "walled"][revision % 5]
        settings: dict[str, Any] = {name: what.get(name, 2)} if name != "walled" else {"walled": "yes"}
        before, land = land, hex_painted(land, [Stroke(cells=(cell,), **settings)])
        frame = frames.next(land, job=1, revision=revision)
        assert isinstance(frame, Part)
        page.take(frame)
        assert set(page.travelled) <= set(dirty_chunks(before, land))
        page.shows(land)


def test_ground_changes_no_chunk(land: HexMap) -> None:
    frames = HexFrames()
    frames.next(land, job=1, revision=1)
    other = hex_painted(land, [Stroke(cells=((3, 3),), brush=2, terrain=(int(land.terrain[3, 3]) + 1) % 5)])
    header = header_of(frames.next(other, job=1, revision=2))
    assert header["chunks"] == []
    assert header["cells"]["count"] >= 1
    assert (header["noise"], header["models"]) == (None, None)


def test_another_frame_or_a_new_page_gets_everything(land: HexMap) -> None:
    frames = HexFrames()
    frames.next(land, job=1, revision=1)
    wider = random_hexmap(1, 16, 12)
    assert header_of(frames.next(wider, job=1, revision=2))["whole"]
    frames.forget()
    assert header_of(frames.next(wider, job=1, revision=2))["whole"]


# ---------------------------------------------------------------- strokes


def stroke(cells: list[list[int]], *, more: bool = False, **settings: object) -> Any:
    edit = {"type": "edit", "seq": 0, "ops": [{"op": "stroke", "stroke": {"cells": cells, **settings}, "more": more}]}
    return protocol.CLIENT.validate_python(edit).ops[0]


@pytest.fixture
def document() -> Document:
    return Document(Recipe.from_text(EMPTY, name="map.toml"), "map.toml")


def test_a_drag_is_one_stroke_and_one_step(document: Document) -> None:
    text = document.text()
    document.edit([stroke([[1, 1]], elevation=2)], "drag 1")
    document.edit([stroke([[2, 1], [3, 1]], more=True, elevation=2)], "drag 1")
    document.edit([stroke([[4, 4]], water_level=1)], "drag 2")
    strokes: Any = document.recipe.stage("edits").noun
    assert [one.cells for one in strokes.strokes] == [((1, 1), (2, 1), (3, 1)), ((4, 4),)]
    assert document.steps == 2
    told = document.told()
    assert told.recipe.stages[0].model_dump()["strokes"] == 2
    assert told.undo is not None
    assert (told.undo.word, told.undo.setting) == ("stroke", "water_level")
    assert not told.saved
    document.undo()
    document.undo()
    assert document.saved
    assert document.text() == text


def test_strokes_go_behind_all_other_stages(document: Document) -> None:
    document.edit([protocol.CLIENT.validate_python(FLOOD).ops[0]])
    document.edit([stroke([[1, 1]], elevation=2)])
    assert [stage.kind for stage in document.recipe.stages] == ["hexmap.strokes", "hexmap.flood", "hexmap.strokes"]
    document.edit([stroke([[2, 1]], elevation=2)])
    assert len(document.recipe.stages) == 3


FLOOD = {
    "type": "edit",
    "seq": 0,
    "ops": [{"op": "add", "kind": "hexmap.flood", "settings": {"column": 2, "row": 2, "level": 1}}],
}


@pytest.mark.parametrize(
    ("cells", "settings", "words"),
    [([[11, 0]], {}, "must lie on the map"), ([[0, 0]], {"brush": 9}, "brush"), ([[0, 0]], {"depth": 1}, "depth")],
)
def test_what_cannot_be_drawn_is_refused(
    document: Document, cells: list[list[int]], settings: dict[str, object], words: str
) -> None:
    revision = document.revision
    with pytest.raises(Refusal, match=words):
        document.edit([stroke(cells, elevation=1, **settings)])
    assert document.revision == revision


def test_drawing_on_is_a_build_to_the_bit(document: Document) -> None:
    """Grown strokes, new strokes, undo and redo: the map at hand is always what a build of the recipe gives."""
    lands = HexLands()
    lands.learn(document.recipe, build(document.recipe, cache=False).hexmap)
    rng = np.random.default_rng(8)
    for number in range(30):
        if number % 7 == 6:
            document.undo()
        else:
            cells = [[int(rng.integers(11)), int(rng.integers(12))] for _ in range(int(rng.integers(1, 4)))]
            settings = [{"elevation": int(rng.integers(4)), "river": "yes"}, {"road": "yes"}, {"walled": "yes"}][
                number // 3 % 3
            ]
            document.edit([stroke(cells, more=number % 3 > 0, **settings)], f"drag {number // 3}")
        known = lands.known(document.recipe)
        assert known is not None
        assert known == build(document.recipe, cache=False).hexmap


def test_another_change_needs_a_build(document: Document) -> None:
    lands = HexLands()
    lands.learn(document.recipe, build(document.recipe, cache=False).hexmap)
    document.edit([protocol.CLIENT.validate_python(FLOOD).ops[0]])
    assert lands.known(document.recipe) is None


def test_a_history_of_many_strokes_comes_back_and_stays_small(document: Document) -> None:
    """Each state is packed with the strokes that the one before does not have, also when it was itself read back."""

    def states(held: Document) -> list[Recipe]:
        found = [held.recipe]
        while held.undo():
            found.append(held.recipe)
        while held.redo():
            pass
        return found

    for number in range(60):
        document.edit([stroke([[number % 11, number % 12]], elevation=number % 5)])
    document.edit([protocol.CLIENT.validate_python(FLOOD).ops[0]])
    document.edit([stroke([[2, 2]], water_level=1)])
    packed = document.pack()
    assert len(packed["history"]) < 4000
    back = Document.unpack(packed)
    back.edit([stroke([[3, 3]], water_level=2)])
    again = Document.unpack(back.pack())
    assert states(again)[1:] == states(document)
    assert states(again)[0] == back.recipe
    assert states(again)[-1] == Recipe.from_text(EMPTY)


# ---------------------------------------------------------------- the builder


@pytest.fixture
def told() -> list[Any]:
    """What a builder said."""
    return []


@pytest.fixture
def builder(told: list[Any], cache_home: object) -> Iterator[Builder]:
    made = Builder(told.append)
    yield made
    made.stop()


def wait(told: list[Any], count: int) -> list[bytes]:
    end = time.monotonic() + PATIENCE
    while len(frames := [item for item in told if isinstance(item, bytes)]) < count:
        assert time.monotonic() < end
        time.sleep(0.01)
    return frames


def test_strokes_are_shown_without_a_build_and_undo_too(builder: Builder, told: list[Any], document: Document) -> None:
    page = Page()
    builder.show(document.recipe, 1)
    page.take(wait(told, 1)[0])
    document.edit([stroke([[1, 1]], elevation=3)])
    builder.show(document.recipe, 2, drag=True)
    page.take(wait(told, 2)[1])
    assert (0, 0) in page.travelled
    assert len(page.travelled) < len(page.chunks)
    assert builder.land is not None
    page.shows(builder.land)
    assert int(builder.land.elevation[1, 1]) == 3
    document.undo()
    builder.show(document.recipe, 3)
    page.take(wait(told, 3)[2])
    assert int(builder.land.elevation[1, 1]) == 0
    page.shows(builder.land)
    builder.again()
    whole = wait(told, 4)[3]
    assert header_of(whole)["whole"]
    assert header_of(whole)["revision"] == 3
