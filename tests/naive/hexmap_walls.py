"""Walls and towers of a hex map, in plain Python, from the specification and in its own frame: x east, y up, z north, left-handed.

Faces are listed as in the specification, clockwise seen from outside.
"""

from __future__ import annotations

import math

from naive.hexmap_features import Map, add, bridge_vector, dice_at, lerp, scaled, solid

HEIGHT, OFFSET, THICKNESS, RISE = 4.0, -1.0, 0.75, 1.0 / 3.0
TABLE = {
    (1, 1, 0): (3, 1, 2),
    (1, 0, 1): (2, 3, 1),
    (1, 0, 0): (1, 2, 3),
    (0, 1, 1): (1, 2, 3),
    (0, 1, 0): (2, 3, 1),
    (0, 0, 1): (3, 1, 2),
}


def wall_lerp(near, far):
    v = RISE if near[1] < far[1] else 1.0 - RISE
    return (near[0] + far[0]) / 2.0, near[1] + (far[1] - near[1]) * v + OFFSET, (near[2] + far[2]) / 2.0


def thickness(near, far):
    x, z = far[0] - near[0], far[2] - near[2]
    length = math.hypot(x, z)
    return x / length * THICKNESS / 2.0, 0.0, z / length * THICKNESS / 2.0


def up(p):
    return p[0], p[1] + HEIGHT, p[2]


class Walls:
    """Quads (v1, v2, v3, v4: bottom left, bottom right, top left, top right) and triangles, collected cell by cell."""

    def __init__(self, land, noise, dice):
        self.world, self.dice = Map(land, noise), dice
        self.faces, self.towers, self.gaps = [], [], 0
        for cell in self.world.cells():
            for d in (0, 1, 2):
                self.side(cell, d)

    def quad(self, v1, v2, v3, v4):
        self.faces += [(v1, v3, v4), (v1, v4, v2)]

    def segment(self, near_left, far_left, near_right, far_right):
        left, right = wall_lerp(near_left, far_left), wall_lerp(near_right, far_right)
        dl, dr = thickness(near_left, far_left), thickness(near_right, far_right)
        v1, v2 = add(left, scaled(dl, -1.0)), add(right, scaled(dr, -1.0))
        w1, w2 = add(left, dl), add(right, dr)
        self.quad(v1, v2, up(v1), up(v2))
        self.quad(w2, w1, up(w2), up(w1))
        self.quad(up(v1), up(v2), up(w1), up(w2))
        return left, right

    def cap(self, near, far):
        middle, d = wall_lerp(near, far), thickness(near, far)
        v1, v2 = add(middle, scaled(d, -1.0)), add(middle, d)
        self.quad(v1, v2, up(v1), up(v2))

    def wedge(self, near, far, point):
        middle, d = wall_lerp(near, far), thickness(near, far)
        v1, v2 = add(middle, scaled(d, -1.0)), add(middle, d)
        tip = point[0], middle[1], point[2]
        self.quad(v1, tip, up(v1), up(tip))
        self.quad(tip, v2, up(tip), up(v2))
        self.faces.append((up(v1), up(v2), up(tip)))

    def side(self, cell, d):
        world = self.world
        other = world.neighbor(*cell, d)
        if other is None:
            return
        center = world.center(cell)
        height = world.height(other)
        before, after = world.neighbor(*cell, d + 5), world.neighbor(*cell, d + 1)
        a, b = add(center, solid(d)), add(center, solid(d + 1))
        c = add(a, bridge_vector(d))
        e = add(b, bridge_vector(d))
        c, e = (c[0], height, c[2]), (e[0], height, e[2])
        wet = world.underwater(cell) or world.underwater(other)
        if world.get("walled", cell) != world.get("walled", other) and not wet and not world.steep(cell, other):
            near = [world.perturb(lerp(a, b, t / 4.0)) for t in range(5)]
            far = [world.perturb(lerp(c, e, t / 4.0)) for t in range(5)]
            gap = d in world.rivers(cell) or d in world.roads_of(cell)
            self.segment(near[0], far[0], near[1], far[1])
            if gap:
                self.gaps += 1
                self.cap(near[1], far[1])
                self.cap(far[3], near[3])
            else:
                self.segment(near[1], far[1], near[2], far[2])
                self.segment(near[2], far[2], near[3], far[3])
            self.segment(near[3], far[3], near[4], far[4])
            if before is None:
                self.cap(far[0], near[0])
            if after is None:
                self.cap(near[4], far[4])
        if d < 2 and after is not None:
            g = add(b, bridge_vector(d + 1))
            self.corner(cell, d, [b, e, (g[0], world.height(after), g[2])], [cell, other, after])

    def corner(self, cell, d, points, cells):
        world = self.world
        key = tuple(int(world.get("walled", each)) for each in cells)
        if key not in TABLE:
            return
        pivot, left, right = ((world.perturb(points[k - 1]), cells[k - 1]) for k in TABLE[key])
        if world.underwater(pivot[1]):
            return
        goes = [not world.underwater(c) and not world.steep(pivot[1], c) for _, c in (left, right)]
        low = world.get("elevation", left[1]), world.get("elevation", right[1])
        if all(goes):
            ends = self.segment(pivot[0], left[0], pivot[0], right[0])
            average = scaled(add(add(points[0], points[1]), points[2]), 1.0 / 3.0)
            if low[0] == low[1] and dice_at(self.dice, average)[4] < 0.5:
                along = ends[1][0] - ends[0][0], ends[1][2] - ends[0][2]
                yaw = math.degrees(math.atan2(-along[1], along[0])) % 360.0
                index = cell[0] + cell[1] * world.columns
                self.towers.append((index, 9 + d, scaled(add(*ends), 0.5), yaw))
        elif goes[0]:
            if low[0] < low[1]:
                self.wedge(pivot[0], left[0], right[0])
            else:
                self.cap(pivot[0], left[0])
        elif goes[1]:
            if low[1] < low[0]:
                self.wedge(right[0], pivot[0], left[0])
            else:
                self.cap(right[0], pivot[0])
