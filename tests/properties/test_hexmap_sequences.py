"""Any sequence of edits: every rule holds after every single step, the twin agrees, undo goes back, dirty chunks suffice."""

from __future__ import annotations

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from landwright.errors import FieldError
from landwright.hexmap import (
    Flood,
    HexMap,
    History,
    Stroke,
    dirty_chunks,
    edit,
    flood,
    load_cells,
    neighbor,
    save_cells,
    triangulate_chunk,
    validate,
)
from landwright.testing import hexmaps
from naive.hexmap_edit import Twin, broken

MODES = st.sampled_from(["ignore", "ignore", "yes", "yes", "no"])
LEVELS = st.one_of(st.none(), st.integers(0, 4))


class Editing(RuleBasedStateMachine):
    """H-I7 to H-I10, H-I13, H-I22 while someone draws."""

    @initialize(land=hexmaps(max_side=7))
    def start(self, land: HexMap) -> None:
        self.land = land
        self.twin = Twin(land)
        self.history = History(land)
        self.visited = [land]
        self.place = 0

    def become(self, land: HexMap) -> None:
        self.land = land
        self.history.push(land)
        if land != self.visited[self.place]:
            self.place += 1
            self.visited[self.place :] = [land]

    def cell(self, data) -> tuple[int, int]:
        return data.draw(st.integers(0, self.land.columns - 1)), data.draw(st.integers(0, self.land.rows - 1))

    @rule(
        data=st.data(), side=st.lists(st.integers(0, 5), max_size=4), river=MODES, road=MODES, brush=st.integers(0, 1)
    )
    def drag(self, data, side: list[int], river: str, road: str, brush: int) -> None:
        cells = [self.cell(data)]
        for d in side:
            column, row = (int(value) for value in neighbor(self.land.layout, *cells[-1], d))
            cells.append((column, row) if column >= 0 else self.cell(data))
        self.draw(Stroke(cells=tuple(cells), brush=brush, river=river, road=road))

    @rule(
        data=st.data(),
        elevation=LEVELS,
        water=LEVELS,
        special=st.one_of(st.none(), st.integers(0, 3)),
        brush=st.integers(0, 2),
    )
    def paint(self, data, elevation, water, special, brush: int) -> None:
        walled = data.draw(MODES)
        here = Stroke(cells=(self.cell(data),), elevation=elevation, water_level=water, special=special)
        self.draw(here.replace(brush=brush, walled=walled))

    def draw(self, one: Stroke) -> None:
        before = self.land
        self.become(edit(before, one))
        self.twin.stroke(one)
        self.compare_chunks(before)

    def compare_chunks(self, before: HexMap) -> None:
        """H-I1: what is not dirty has the same bytes before and after; so dirty chunks are all that must be built."""
        rows, columns = self.land.layout.chunks
        dirty = set(dirty_chunks(before, self.land))
        clean = [(cz, cx) for cz in range(rows) for cx in range(columns) if (cz, cx) not in dirty]
        for cz, cx in clean[:6]:
            same_bytes(triangulate_chunk(before, cz, cx), triangulate_chunk(self.land, cz, cx))

    @rule(data=st.data(), level=st.integers(0, 5), most=st.sampled_from([3, 1000]))
    def pour(self, data, level: int, most: int) -> None:
        column, row = self.cell(data)
        noun = Flood(column=column, row=row, level=level, max_cells=most)
        ground, water = int(self.land.elevation[row, column]), int(self.land.water_level[row, column])
        if ground >= level and water <= ground:
            return
        before, refused = self.land, ""
        try:
            self.become(flood(before, noun))
        except FieldError as error:
            refused = str(error)
        reason = self.twin.flood(noun)
        assert (reason or "") in refused
        assert bool(reason) == bool(refused)
        changed = before.water_level != self.land.water_level
        for one in validate(self.land):
            if one.rule == "water-level":
                across, up = neighbor(self.land.layout, one.column, one.row, one.side)
                assert not changed[one.row, one.column]
                assert not changed[up, across]

    @precondition(lambda self: self.place > 0)
    @rule()
    def undo(self) -> None:
        self.place -= 1
        self.land = self.history.undo()
        self.twin = Twin(self.land)

    @precondition(lambda self: self.place < len(self.visited) - 1)
    @rule()
    def redo(self) -> None:
        self.place += 1
        self.land = self.history.redo()
        self.twin = Twin(self.land)

    @invariant()
    def keeps_the_rules(self) -> None:
        if not hasattr(self, "land"):
            return
        assert broken(self.land) == []
        assert not [one for one in validate(self.land) if one.severity == "error"]
        for name, expected in self.twin.arrays().items():
            assert np.array_equal(getattr(self.land, name).astype(int), expected), name
        assert self.land == self.visited[self.place]
        assert self.history.can_undo == self.place
        assert load_cells(save_cells(self.land)) == self.land


def same_bytes(before, after) -> None:
    assert before.keys() == after.keys()
    for name, mesh in before.items():
        other = after[name]
        assert mesh.vertices.tobytes() == other.vertices.tobytes(), name
        assert mesh.faces.tobytes() == other.faces.tobytes(), name
        for uv, uv2 in ((mesh.uv0, other.uv0), (mesh.uv1, other.uv1)):
            assert (uv is None and uv2 is None) or uv.tobytes() == uv2.tobytes(), name
        for what, values in mesh.attributes.items():
            assert values.tobytes() == other.attributes[what].tobytes(), (name, what)


TestEditing = Editing.TestCase
TestEditing.settings = settings(max_examples=25, stateful_step_count=15, deadline=None)
