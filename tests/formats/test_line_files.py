"""Files of lines: GeoJSON comes back to the bit, SVG to the bit in plan; foreign files become lines or one clear sentence."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import landwright as lw
from landwright.errors import FieldError, FormatError, InputMissing
from landwright.io import LineFile, LinesGeojson, LinesSvg, lines_from_file
from landwright.networks import Network
from landwright.world import World

pytest.importorskip("svgelements")

METRES = st.floats(-1e6, 1e6, allow_nan=False).filter(lambda v: v == 0.0 or abs(v) > 1e-6)


def _river(shift: float = 0.0, kind: str = "river") -> Network:
    points = np.array(
        [[0.1, 900.7, 31.0], [250.25, 700.0, 30.0], [500.0, 500.0, 12.3], [500.0, 500.0, 12.3], [990.0, 1 / 3, 0.0]]
    )
    points[:, 0] += shift
    return Network(
        points[[0, 2, 4]],
        [[0, 1], [1, 2]],
        points,
        [0, 3, 5],
        kind=kind,
        of_points={
            "width": np.array([1.0, 1.5, 2.0, 2.0, 7.25], np.float32),
            "class": np.array([0, 1, 2, 3, 4], np.int8),
        },
        of_edges={"order": np.array([1, 2], np.int32)},
        of_nodes={"level": [31.0, 12.3, 0.0]},
        names=["Up & <over>", ""],
    )


def _world() -> World:
    ground = lw.Heightfield(np.zeros((11, 21), np.float32), cell_size=100.0)
    return World(ground=ground, networks={"rivers": _river(), "roads": _river(3.5, "road")})


def _same(a: Network, b: Network) -> None:
    assert (a.kind, a.names) == (b.kind, b.names)
    for name in ("nodes", "edges", "points", "starts"):
        assert getattr(a, name).tobytes() == getattr(b, name).tobytes(), name
    for what in ("of_points", "of_edges", "of_nodes"):
        held, back = getattr(a, what), getattr(b, what)
        assert {k: (v.dtype, v.tolist()) for k, v in held.items()} == {
            k: (v.dtype, v.tolist()) for k, v in back.items()
        }


def test_geojson_comes_back_to_the_bit(tmp_path: Path) -> None:
    lw.write(_world(), tmp_path / "lines.geojson")
    back = lw.read(tmp_path / "lines.geojson")
    assert list(back) == ["rivers", "roads"]
    _same(_river(), back["rivers"])
    _same(_river(3.5, "road"), back["roads"])
    assert json.loads((tmp_path / "lines.geojson").read_bytes())["type"] == "FeatureCollection"


@given(arrays(np.float64, st.tuples(st.integers(2, 6), st.just(2)), elements=METRES, unique=True))
def test_any_line_survives_both_formats(tmp_path_factory: pytest.TempPathFactory, places: np.ndarray) -> None:
    folder = tmp_path_factory.mktemp("lines")
    points = np.column_stack([places, places[:, 0] * 0.5])
    line = Network(points[[0, -1]], [[0, 1]], points, [0, len(points)], kind="road")
    lw.write(line, folder / "line.geojson")
    _same(line, lw.read(folder / "line.geojson"))
    lw.write(line, folder / "line.svg")
    back = lw.read(folder / "line.svg")
    np.testing.assert_allclose(back.points[:, :2], points[:, :2], rtol=0, atol=1e-9 * (1.0 + np.abs(points).max()))


@pytest.mark.parametrize("scale", [1.0, 0.25])
def test_svg_is_a_map_with_north_up_and_comes_back(tmp_path: Path, scale: float) -> None:
    lw.write(_world(), tmp_path / "map.svg", LinesSvg(scale=scale))
    text = (tmp_path / "map.svg").read_text()
    assert f'viewBox="0 {-1000 * scale:g} {2000 * scale:g} {1000 * scale:g}"' in text
    assert f"M {0.1 * scale:.17g} {-900.7 * scale:.17g}" in text
    back = lw.read(tmp_path / "map.svg")
    assert list(back) == ["rivers", "roads"]
    np.testing.assert_allclose(back["rivers"].points[:, :2], _river().points[:, :2], atol=1e-9)
    assert back["rivers"].kind == "river"
    assert back["rivers"].names == _river().names
    assert back["rivers"].edges.tolist() == [[0, 1], [1, 2]]


def test_only_the_networks_named_are_written(tmp_path: Path) -> None:
    lw.write(_world(), tmp_path / "roads.geojson", LinesGeojson(networks=("roads",), nodes=False))
    back = lw.read(tmp_path / "roads.geojson")
    assert back.kind == "road"
    assert back.points.tobytes() == _river(3.5).points.tobytes()
    with pytest.raises(FieldError, match="networks must be networks of the world, got 'road'"):
        lw.write(_world(), tmp_path / "no.svg", LinesSvg(networks=("road",)))
    assert not (tmp_path / "no.svg").exists()


def test_foreign_geojson_in_metres_becomes_lines(tmp_path: Path) -> None:
    ring = [[0, 0], [500, 0], [500, 500], [0, 0]]

    def feature(told: object, kind: str, coordinates: object) -> dict[str, object]:
        return {"type": "Feature", "properties": told, "geometry": {"type": kind, "coordinates": coordinates}}

    features = [
        feature({"name": "A"}, "LineString", [[0, 0], [300, 400, 5]]),
        feature(None, "MultiLineString", [[[300, 400], [9, 9]], [[1, 1], [1, 1]]]),
        feature({"type": "coast"}, "Polygon", [ring]),
        feature({}, "Point", [3, 3]),
    ]
    path = tmp_path / "foreign.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    back = lw.read(path)
    assert back.edges.tolist() == [[0, 1], [1, 2], [0, 0]]
    assert back.names == ("A", "", "")
    grid = lw.Grid(shape=(9, 9), cell_size=100.0)
    chosen = lines_from_file(grid, LineFile(path=str(path), group="coast", network="shore"))
    assert chosen["shore"].points[:, :2].tolist() == ring


def test_a_foreign_drawing_is_stretched_over_the_map(tmp_path: Path) -> None:
    path = tmp_path / "drawn.svg"
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="100 50 200 100">'
        '<g id="roads"><g transform="translate(100 50)"><path d="M0 0 L200 100"/></g></g>'
        '<circle cx="200" cy="100" r="50"/></svg>'
    )
    grid = lw.Grid(shape=(11, 21), cell_size=10.0)
    made = lines_from_file(grid, LineFile(path=str(path), group="roads", place="cover"))["lines"]
    assert made.points.tolist() == [[0.0, 100.0, 0.0], [200.0, 0.0, 0.0]]
    circle = lw.read(path)["lines"]
    assert np.abs(np.hypot(circle.points[:, 0] - 200.0, circle.points[:, 1] + 100.0) - 50.0).max() < 1e-6


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.geojson", "{", "is no file of lines"),
        ("a.geojson", '{"type": "FeatureCollection", "features": []}', "it holds no lines"),
        ("a.geojson", '{"type": "LineString", "coordinates": [[11.5, 48.1], [11.6, 48.2]]}', "look like degrees"),
        ("a.svg", "<svg", "it is no SVG drawing"),
        ("a.svg", "<html/>", "it has no <svg> element"),
        ("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>', "it holds no lines"),
        (
            "a.svg",
            '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
            "declares entities",
        ),
    ],
)
def test_what_is_no_line_is_refused_in_one_sentence(tmp_path: Path, name: str, text: str, says: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(FormatError, match=says):
        lw.read(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputMissing, match="no file"):
        lines_from_file(lw.Grid(shape=(3, 3)), LineFile(path=str(tmp_path / "none.svg")))


def test_a_recipe_reads_lines_and_writes_them(tmp_path: Path) -> None:
    lw.write(_river(), tmp_path / "river.geojson")
    recipe = tmp_path / "world.toml"
    recipe.write_text(
        'format = 1\n[grid]\nshape = [33, 33]\ncell_size = 30.0\n[[stages]]\nid = "base"\nkind = "generate.diamond_square"\n'
        '[[stages]]\nid = "drawn"\nkind = "io.lines"\npath = "river.geojson"\nnetwork = "brook"\n'
        '[[outputs]]\nkind = "lines"\npath = "lines.geojson"\n[[outputs]]\nkind = "svg"\npath = "map.svg"\nnetworks = ["brook"]\n'
    )
    first = lw.build(recipe, out=tmp_path / "out", cache=False)
    _same(_river(), first.networks["brook"])
    _same(_river(), lw.read(tmp_path / "out" / "lines.geojson"))
    store = lw.works.Store(tmp_path / "cache")
    lw.build(recipe, cache=store)
    again = lw.build(recipe, cache=store)
    assert [stage.cached for stage in again.report.stages] == [True, True]
    _same(_river(), again.networks["brook"])
