"""Globes made piece by piece are those made at once, and only faces that are built cost a mesh."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from landwright import _pool, planet
from landwright.planet import FACES, PRESETS, Frame, Globe, Planet, _pieces, _shape, _surface
from landwright.seeds import derive


@pytest.mark.parametrize("name", list(PRESETS))
def test_pieces_change_no_bit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Elevation, colors and layers of every preset, at once and in pieces of two rows; nothing is remembered of pieces."""
    for mapping in ("normalized", "even"):
        noun = PRESETS[name].replace(mapping=mapping, seed=9)
        whole = planet.build_globe(noun, 13)
        with monkeypatch.context() as patch:
            patch.setattr(_pieces, "_FEW", 0)
            patch.setattr(_pieces, "_RUN", 30)
            _shape.forget()
            made = planet.build_globe(noun, 13)
            assert not _shape._memory
        assert np.array_equal(whole.elevation, made.elevation)
        assert np.array_equal(whole.colors, made.colors)
        assert list(whole.layers) == list(made.layers)
        for layer, values in whole.layers.items():
            assert np.array_equal(values, made.layers[layer]), layer


def test_pieces_are_all_nodes_once_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts follow each other, and what runs in them reports its share of the whole."""
    monkeypatch.setattr(_pieces, "_FEW", 0)
    monkeypatch.setattr(_pieces, "_RUN", 40)
    told: list[float] = []
    control = _pool.Control(told.append)
    made = []
    with _pool.using(control):
        for piece in _pieces.pieces(Frame(resolution=9)):
            control.report(1.0)
            made.append(piece)
    assert len(made) == 18
    assert [piece.part.start for piece in made] == [0, *[piece.part.stop for piece in made[:-1]]]
    assert np.array_equal(np.concatenate([piece.points for piece in made]), _pieces.nodes(9, "normalized"))
    assert told == pytest.approx(np.arange(1, 19) / 18)


def test_layers_that_did_not_change_are_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another strength of the ranges makes one layer of noise afresh, another color none; masked layers are made where there is land."""
    asked: list[int] = []
    sampled = _shape.sampled

    def counted(points: Any, noun: Any, seed: Any, chosen: Any, **more: Any) -> Any:
        asked.append(len(points) if chosen is None else len(chosen))
        return sampled(points, noun, seed, chosen, **more)

    monkeypatch.setattr(_shape, "sampled", counted)
    _shape.forget()
    noun = Planet(seed=77)
    first = noun.shape.replace(layers=noun.shape.layers[:1])
    unit, total = _pieces.nodes(17, "normalized"), 6 * 17 * 17
    land = int((planet.elevation_at(unit, first, seed=derive(noun.seed, "shape")) > 0.0).sum())
    assert 0.2 * total < land < 0.8 * total
    asked.clear()
    planet.build_globe(noun, 17)
    assert asked == [total, land, total], "continents, ranges where the mask is not zero, the belts' noise"
    asked.clear()
    ranges = noun.shape.layers[1]
    higher = ranges.replace(filter=ranges.filter.replace(strength=2.0))
    planet.build_globe(noun.replace(shape=noun.shape.replace(layers=(noun.shape.layers[0], higher))), 17)
    assert asked == [land]
    asked.clear()
    planet.build_globe(noun.replace(colors=noun.colors.replace(blend=0.1)), 17)
    assert asked == []


@pytest.mark.parametrize("name", FACES)
def test_only_faces_that_are_built_cost_a_mesh(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted: nodes that are placed and given normals for one face are its own and a few along edges; range and bits are the whole's."""
    size = 129
    whole = planet.build_globe(Planet(seed=3), 33)
    work = {"nodes": 0, "normals": 0}
    placed, summed = _surface.sphere_points, _surface._sums

    def place(points: Any, mapping: Any) -> Any:
        work["nodes"] += points[..., 0].size
        return placed(points, mapping)

    def sum_up(points: Any) -> Any:
        work["normals"] += points[..., 0].size
        return summed(points)

    monkeypatch.setattr(_surface, "sphere_points", place)
    monkeypatch.setattr(_surface, "_sums", sum_up)
    height = np.zeros((6, size, size))
    face = Globe(Frame(resolution=size, faces=name), height)  # type: ignore[arg-type]
    planet.globe_mesh(face)
    for kind in work:
        assert work[kind] <= size * size + 6 * 4 * 2 * size, "its own, and two lines along each edge of each face"
        work[kind] = 0
    planet.globe_mesh(face.replace(frame=face.frame.replace(faces="all")))
    for kind in work:
        assert work[kind] >= 6 * size * size, kind
    masked = planet.build_globe(Planet(seed=3, faces=name), 33)  # type: ignore[arg-type]
    assert (masked.low, masked.high) == (whole.low, whole.high)
    assert np.array_equal(masked.colors, whole.colors)


@pytest.mark.parametrize("size", [2, 3, 4, 17])
def test_a_face_alone_has_the_normals_of_the_whole(size: int) -> None:
    """Face by face, every node has the bits that all six together give, at corners too."""
    globe = planet.build_globe(Planet(seed=5, radius=50.0), size)
    points = planet.node_points(globe)
    normals = planet.node_normals(points)
    for face, mesh in enumerate(planet.face_meshes(globe)):
        assert np.array_equal(mesh.vertices, points[face].reshape(-1, 3))
        assert np.array_equal(mesh.normals, normals[face].reshape(-1, 3))
