"""Network: what it refuses, what it keeps, and that the works bring it back as it was."""

from __future__ import annotations

import numpy as np
import pytest

import landwright as lw
from landwright.errors import FieldError
from landwright.networks import Network
from landwright.works._containers import arrays_of, check_place, rebuilt, record_of


def _cross(**changes: object) -> Network:
    given: dict[str, object] = {
        "nodes": [[0, 0, 5], [9, 0, 4], [9, 9, 3]],
        "edges": [[0, 1], [1, 2]],
        "points": [[0, 0, 5], [4, 1, 4.5], [9, 0, 4], [9, 0, 4], [9, 9, 3]],
        "starts": [0, 3, 5],
        "kind": "river",
        "of_points": {"width": np.arange(5.0)},
        "of_edges": {"order": np.array([1, 2], np.int32)},
        "of_nodes": {"level": [5.0, 4.0, 3.0]},
        "names": ["brook", "stream"],
    }
    return Network(**(given | changes))  # type: ignore[arg-type]


def test_lines_are_views_of_the_points() -> None:
    network = _cross()
    assert network.shape == (2, 5)
    assert [len(line) for line in network.lines()] == [3, 2]
    assert np.shares_memory(network.line(1), network.points)
    assert not network.points.flags.writeable
    assert not network.of_points["width"].flags.writeable


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"nodes": [[0, 0]]}, r"nodes must have the shape \(n, 3\)"),
        ({"points": [[np.nan, 0, 0]] * 5}, "points must be finite"),
        ({"edges": [[0, 3], [1, 2]]}, "must name nodes 0 to 2"),
        ({"edges": [[0, -1], [1, 2]]}, "must name nodes 0 to 2"),
        ({"edges": [[0, 2], [1, 2]]}, "edge 0 must begin and end where its nodes lie"),
        ({"edges": [[0.5, 1], [1, 2]]}, "must be integers"),
        ({"starts": [0, 4, 5]}, "two or more for each edge"),
        ({"starts": [0, 5]}, "must be 3 numbers from 0 to 5"),
        ({"names": ["one"]}, "must be 2, one for each edge"),
        ({"of_points": {"width": [1.0]}}, r"of_points\['width'\].* must be 5 numbers"),
        ({"of_nodes": {"level": ["a", "b", "c"]}}, "must be 3 numbers"),
    ],
)
def test_what_does_not_fit_is_refused(change: dict[str, object], text: str) -> None:
    with pytest.raises(FieldError, match=text):
        _cross(**change)


@pytest.mark.parametrize("network", [Network(), _cross()])
def test_the_works_bring_it_back_as_it_was(network: Network) -> None:
    grid = lw.Grid(shape=(3, 3), cell_size=5.0)
    check_place("rivers", network, {"grid": grid})
    back = rebuilt(record_of(network), arrays_of(network), {"grid": grid})
    assert isinstance(back, Network)
    assert (back.kind, back.names) == (network.kind, network.names)
    assert {name: (a.dtype, a.tolist()) for name, a in arrays_of(back).items()} == {
        name: (a.dtype, a.tolist()) for name, a in arrays_of(network).items()
    }


def test_it_does_not_go_under_the_name_of_a_table() -> None:
    with pytest.raises(FieldError, match="must return a HexMap"):
        check_place("hexmap", Network(), {})
