"""The binary container: what goes in comes out, on 8-byte boundaries, and damage is told."""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright.errors import FormatError
from landwright.studio._wire import pack, quantized, unpack


@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9), st.booleans()), min_size=1, max_size=6),
    st.text(max_size=40),
)
def test_frames_round_trip(shapes: list[tuple[int, int, bool]], word: str) -> None:
    rng = np.random.default_rng(3)
    layers = []
    for index, (rows, cols, small) in enumerate(shapes):
        values = rng.integers(0, 255, (rows, cols))
        layers.append(({"name": f"layer{index}", "unit": "m"}, values.astype(np.uint8 if small else np.float32)))
    frame = pack({"type": "world", "word": word}, layers)
    header, arrays = unpack(frame)
    assert (header["type"], header["word"]) == ("world", word)
    for (about, array), told in zip(layers, header["layers"]):
        assert told["offset"] % 8 == 0
        assert told["bytes"] == array.nbytes
        assert told["unit"] == "m"
        np.testing.assert_array_equal(arrays[about["name"]], array)
        assert arrays[about["name"]].dtype == array.dtype


def test_a_page_can_read_it_without_numpy() -> None:
    frame = pack({"type": "world"}, [({"name": "elevation"}, np.array([[1.5, -2.0]], np.float32))])
    (size,) = struct.unpack_from("<I", frame)
    header = json.loads(frame[4 : 4 + size])
    assert (4 + size) % 8 == 0
    assert struct.unpack_from("<2f", frame, header["layers"][0]["offset"]) == (1.5, -2.0)


@pytest.mark.parametrize("cut", [0, 3, 20, -1])
def test_damage_is_told(cut: int) -> None:
    frame = pack({"type": "world"}, [({"name": "elevation"}, np.ones((4, 4), np.float32))])
    with pytest.raises(FormatError, match="not a frame"):
        unpack(frame[:cut])


def test_weights_keep_their_ends() -> None:
    assert quantized(np.array([[0.0, 0.5, 1.0, 1 / 255]], np.float32)).tolist() == [[0, 128, 255, 1]]
