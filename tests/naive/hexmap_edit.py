"""Twin of the hex map's edits: cells as dictionaries in cube coordinates, rules as the specification says them."""

from __future__ import annotations

from collections import deque

import numpy as np

STEPS = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]  # (q, r) of NE, E, SE, SW, W, NW
NAMES = ("elevation", "water_level", "terrain", "urban", "farm", "plant", "special", "walled", "explored")


class Twin:
    """A map as a dictionary of cells by (column, row)."""

    def __init__(self, land) -> None:
        self.land = land
        self.wrap, self.columns, self.rows = land.layout.wrap, land.columns, land.rows
        self.confluences = land.layout.confluences
        self.slope = land.layout.metrics.maximum_road_slope
        self.cells = {}
        for row in range(land.rows):
            for column in range(land.columns):
                cell = {name: int(getattr(land, name)[row, column]) for name in NAMES}
                cell["out"] = int(land.river_out[row, column])
                cell["in"] = {d for d in range(6) if land.river_in[row, column] >> d & 1}
                cell["roads"] = {d for d in range(6) if land.roads[row, column] >> d & 1}
                self.cells[column, row] = cell

    def arrays(self) -> dict[str, np.ndarray]:
        made = {name: np.zeros((self.rows, self.columns), int) for name in (*NAMES, "river_in", "river_out", "roads")}
        for (column, row), cell in self.cells.items():
            for name in NAMES:
                made[name][row, column] = cell[name]
            made["river_out"][row, column] = cell["out"]
            made["river_in"][row, column] = sum(1 << d for d in cell["in"])
            made["roads"][row, column] = sum(1 << d for d in cell["roads"])
        return made

    def beyond(self, at, d):
        column, row = at
        q, r = column - row // 2 + STEPS[d][0], row + STEPS[d][1]
        column, row = q + r // 2, r
        if self.wrap:
            column %= self.columns
        return (column, row) if (column, row) in self.cells else None

    def may_flow(self, a, b) -> bool:
        source, target = self.cells[a], self.cells[b]
        return source["elevation"] >= target["elevation"] or source["water_level"] == target["elevation"]

    def cut_out(self, at) -> None:
        d = self.cells[at]["out"]
        if d >= 0:
            self.cells[self.beyond(at, d)]["in"].remove((d + 3) % 6)
            self.cells[at]["out"] = -1

    def cut_in(self, at) -> None:
        for d in list(self.cells[at]["in"]):
            self.cut_out(self.beyond(at, d))

    def cut_road(self, at, d) -> None:
        if d in self.cells[at]["roads"]:
            self.cells[at]["roads"].remove(d)
            self.cells[self.beyond(at, d)]["roads"].remove((d + 3) % 6)

    def settle(self, at) -> None:
        d = self.cells[at]["out"]
        if d >= 0 and not self.may_flow(at, self.beyond(at, d)):
            self.cut_out(at)
        for d in list(self.cells[at]["in"]):
            if not self.may_flow(self.beyond(at, d), at):
                self.cut_out(self.beyond(at, d))
        for d in list(self.cells[at]["roads"]):
            if abs(self.cells[at]["elevation"] - self.cells[self.beyond(at, d)]["elevation"]) > self.slope:
                self.cut_road(at, d)

    def river(self, at, d) -> None:
        to = self.beyond(at, d)
        if self.cells[at]["out"] == d or to is None or not self.may_flow(at, to):
            return
        self.cut_out(at)
        if d in self.cells[at]["in"]:
            self.cut_out(to)
        if not self.confluences:
            self.cut_in(to)
        self.cells[at]["out"] = d
        self.cells[to]["in"].add((d + 3) % 6)
        self.cells[at]["special"] = self.cells[to]["special"] = 0
        self.cut_road(at, d)

    def road(self, at, d) -> None:
        to = self.beyond(at, d)
        if to is None:
            return
        a, b = self.cells[at], self.cells[to]
        steep = abs(a["elevation"] - b["elevation"]) > self.slope
        if not (steep or a["special"] or b["special"] or a["out"] == d or d in a["in"]):
            a["roads"].add(d)
            b["roads"].add((d + 3) % 6)

    def stamp(self, at, radius):
        """Cells within a radius: ring after ring, through neighbours on an endless plane."""
        column, row = at
        q, r = column - row // 2, row
        found = set()
        for dq in range(-radius, radius + 1):
            for dr in range(-radius, radius + 1):
                if max(abs(dq), abs(dr), abs(dq + dr)) <= radius:
                    column, row = q + dq + (r + dr) // 2, r + dr
                    if self.wrap:
                        column %= self.columns
                    if (column, row) in self.cells:
                        found.add((column, row))
        return sorted(found)

    def stroke(self, one) -> None:
        previous = None
        for at in one.cells:
            cells = self.stamp(at, one.brush)
            for cell in cells:
                for name in NAMES:
                    value = getattr(one, name)
                    if name in ("walled", "explored"):
                        value = {"ignore": None, "yes": 1, "no": 0}[value]
                    if value is not None and name != "special":
                        self.cells[cell][name] = value
            for cell in cells:
                self.settle(cell)
            for cell in cells:
                if one.river == "no":
                    self.cut_out(cell)
                    self.cut_in(cell)
            for cell in cells:
                if one.road == "no":
                    for d in range(6):
                        self.cut_road(cell, d)
            for cell in cells:
                here = self.cells[cell]
                if one.special == 0:
                    here["special"] = 0
                elif one.special and here["out"] < 0 and not here["in"] and here["special"] != one.special:
                    here["special"] = one.special
                    for d in range(6):
                        self.cut_road(cell, d)
            if previous is not None:
                sides = [d for d in range(6) if self.beyond(previous, d) == at]
                for cell in cells if sides else []:
                    source = self.beyond(cell, (sides[0] + 3) % 6)
                    if source is not None and one.river == "yes":
                        self.river(source, sides[0])
                    if source is not None and one.road == "yes":
                        self.road(source, sides[0])
            previous = at

    def flood(self, noun) -> str | None:
        """Return why it is refused, or None after flooding."""
        start = noun.column, noun.row
        first = self.cells[start]
        lake = first["water_level"] if first["water_level"] > first["elevation"] else None
        region, queue = {start}, deque([start])
        while queue:
            at = queue.popleft()
            for d in range(6):
                to = self.beyond(at, d)
                if to is None or to in region:
                    continue
                cell = self.cells[to]
                wet = cell["water_level"] > cell["elevation"]
                if cell["elevation"] < noun.level or (wet and cell["water_level"] == lake):
                    region.add(to)
                    queue.append(to)
        if len(region) > noun.max_cells:
            return "more than"
        for at in region:
            if self.cells[at]["elevation"] < noun.level:
                for d in range(6):
                    to = self.beyond(at, d)
                    if to is not None and to not in region:
                        cell = self.cells[to]
                        if cell["water_level"] > cell["elevation"] and cell["water_level"] != noun.level:
                            return "would meet"
        for at in region:
            self.cells[at]["water_level"] = noun.level
        for at in region:
            self.settle(at)
        return None


def broken(land) -> list[str]:
    """Return every rule of H-I7, H-I8, H-I9, H-I13 and the special features that a map breaks."""
    twin = Twin(land)
    wrong = []
    for at, cell in twin.cells.items():
        d = cell["out"]
        if d >= 0:
            to = twin.beyond(at, d)
            if to is None or (d + 3) % 6 not in twin.cells[to]["in"]:
                wrong.append(f"H-I7 {at} out {d}")
            elif not twin.may_flow(at, to):
                wrong.append(f"H-I8 {at} out {d}")
            elif twin.cells[to]["elevation"] > cell["elevation"] and not cell["water_level"] > cell["elevation"]:
                wrong.append(f"H-I8 {at} climbs dry")
            if d in cell["in"]:
                wrong.append(f"{at} turns back at {d}")
        for d in cell["in"]:
            source = twin.beyond(at, d)
            if source is None or twin.cells[source]["out"] != (d + 3) % 6:
                wrong.append(f"H-I7 {at} in {d}")
        if len(cell["in"]) > 1 and not twin.confluences:
            wrong.append(f"{at} joins rivers")
        for d in cell["roads"]:
            to = twin.beyond(at, d)
            if to is None or (d + 3) % 6 not in twin.cells[to]["roads"]:
                wrong.append(f"H-I13 {at} road {d} is not returned")
            elif abs(twin.cells[to]["elevation"] - cell["elevation"]) > twin.slope:
                wrong.append(f"H-I13 {at} road {d} is too steep")
            if d == cell["out"] or d in cell["in"]:
                wrong.append(f"H-I9 {at} road {d}")
            if cell["special"]:
                wrong.append(f"H-I13 {at} road into a special")
        if cell["special"] and (cell["out"] >= 0 or cell["in"]):
            wrong.append(f"{at} special on a river")
    return wrong
