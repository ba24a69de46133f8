"""What stands on a hex map, in plain Python, from the specification and in its own frame: x east, y up, z north, left-handed.

Nothing here is shared with the package but the noise picture and the dice, which are data.
"""

from __future__ import annotations

import math

import numpy as np

RADIUS, INNER = 10.0, 10.0 * 0.8660254037844386
CORNERS = [
    (0.0, RADIUS),
    (INNER, 0.5 * RADIUS),
    (INNER, -0.5 * RADIUS),
    (0.0, -RADIUS),
    (-INNER, -0.5 * RADIUS),
    (-INNER, 0.5 * RADIUS),
]
THRESHOLDS = {1: (0.0, 0.0, 0.4), 2: (0.0, 0.4, 0.6), 3: (0.4, 0.6, 0.8)}


def add(a, b):
    return tuple(p + q for p, q in zip(a, b, strict=True))


def scaled(a, factor):
    return tuple(p * factor for p in a)


def lerp(a, b, t):
    return tuple(p + (q - p) * t for p, q in zip(a, b, strict=True))


def flat(pair):
    """A point of the ground plane as (x, 0, z)."""
    return pair[0], 0.0, pair[1]


def corner(index):
    return flat(CORNERS[index % 6])


def solid(index):
    return scaled(corner(index), 0.8)


def bridge_vector(d):
    return scaled(add(corner(d), corner(d + 1)), 0.2)


def edge_middle(d):
    return scaled(add(corner(d), corner(d + 1)), 0.4)


class Map:
    """The cells of a map as lists, with neighbours and shaken points."""

    def __init__(self, land, noise):
        self.columns, self.rows, self.wrap = land.columns, land.rows, land.layout.wrap
        for name, array in land.arrays().items():
            setattr(self, name, array.tolist())
        self.noise = noise

    def cells(self):
        size = 5
        for cz in range(-(-self.rows // size)):
            for cx in range(-(-self.columns // size)):
                for z in range(cz * size, min(self.rows, cz * size + size)):
                    for x in range(cx * size, min(self.columns, cx * size + size)):
                        yield x, z

    def neighbor(self, x, z, d):
        """The neighbour's column, not wrapped, and row; None where there is none."""
        d %= 6
        odd = z % 2
        nx, nz = {
            0: (x + odd, z + 1),
            1: (x + 1, z),
            2: (x + odd, z - 1),
            3: (x + odd - 1, z - 1),
            4: (x - 1, z),
            5: (x + odd - 1, z + 1),
        }[d]
        if not 0 <= nz < self.rows or (not self.wrap and not 0 <= nx < self.columns):
            return None
        return nx, nz

    def get(self, name, cell):
        return getattr(self, name)[cell[1]][cell[0] % self.columns]

    def center(self, cell):
        x, z = cell
        return (x + 0.5 * z - z // 2) * 2.0 * INNER, self.height(cell), 1.5 * RADIUS * z

    def ground(self, cell):
        x, z = cell
        return (x + 0.5 * z - z // 2) * 2.0 * INNER, 1.5 * RADIUS * z

    def picture(self, x, z):
        size = len(self.noise)
        s, t = x * 0.003 * size, z * 0.003 * size
        i, j = math.floor(s), math.floor(t)
        u, v = s - i, t - j
        found = []
        for channel in range(4):
            a, b, c, d = (float(self.noise[(j + q) % size][(i + p) % size][channel]) for q in (0, 1) for p in (0, 1))
            found.append((a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v)
        return found

    def sample(self, x, z):
        found = self.picture(x, z)
        if self.wrap and x < 3.0 * INNER:
            share = min(max(x / (2.0 * INNER) - 0.5, 0.0), 1.0)
            other = self.picture(x + self.columns * 2.0 * INNER, z)
            found = [a * (1 - share) + b * share for a, b in zip(other, found, strict=True)]
        return found

    def perturb(self, p):
        n = self.sample(p[0], p[2])
        return p[0] + (2.0 * n[0] - 1.0) * 4.0, p[1], p[2] + (2.0 * n[2] - 1.0) * 4.0

    def height(self, cell):
        x, z = self.ground((cell[0] % self.columns, cell[1]))
        return self.get("elevation", cell) * 3.0 + (2.0 * self.sample(x, z)[1] - 1.0) * 1.5

    def underwater(self, cell):
        return self.get("water_level", cell) > self.get("elevation", cell)

    def rivers(self, cell):
        """The sides rivers cross."""
        into, out = self.get("river_in", cell), self.get("river_out", cell)
        return {d for d in range(6) if into >> d & 1 or d == out}

    def roads_of(self, cell):
        return {d for d in range(6) if self.get("roads", cell) >> d & 1}

    def steep(self, cell, cell2):
        return abs(self.get("elevation", cell) - self.get("elevation", cell2)) > 1


def dice_at(dice, p):
    x, z = (math.floor(round(each * 0.25, 6)) for each in (p[0], p[2]))  # rounded: many places lie on a border exactly
    return dice[x % 256 + 256 * (z % 256)]


def pick(levels, throw, sizes):
    """The rule of choice: (kind, density index, variant, yaw), or None."""
    best = None
    for kind in range(3):
        if levels[kind] < 1:
            continue
        index = next((i for i, limit in enumerate(THRESHOLDS[levels[kind]]) if throw[kind] < limit), None)
        if index is not None and (best is None or throw[kind] < best[0]):
            best = throw[kind], kind, index
    if best is None:
        return None
    _, kind, index = best
    return kind, index, int(throw[3] * sizes[kind][index]), 360.0 * throw[4]


def features(land, noise, dice, sizes=((2, 2, 2),) * 3):
    """Rows (kind name, level, variant, slot, cell index, (x, y, z), yaw or None, stretch), chunk by chunk; towers in hexmap_walls."""
    world = Map(land, noise)
    found = []
    for x, z in world.cells():
        cell = x, z
        index = x + z * world.columns
        if world.underwater(cell):
            continue
        center = world.center(cell)
        rivers, roads = world.rivers(cell), world.roads_of(cell)
        special = world.get("special", cell)
        if special:
            name = ("castle", "ziggurat", "megaflora")[special - 1]
            yaw = 360.0 * dice_at(dice, center)[4]
            found.append((name, 0, 0, 7, index, world.perturb(center), yaw, 1.0))
        else:
            levels = [world.get(name, cell) for name in ("urban", "farm", "plant")]
            for slot, place in slots(center, rivers, roads):
                picked = pick(levels, dice_at(dice, place), sizes)
                if picked:
                    kind, level, variant, yaw = picked
                    name = ("urban", "farm", "plant")[kind]
                    found.append((name, level, variant, slot, index, world.perturb(place), yaw, 1.0))
        ends = bridge_ends(center, world.get("river_in", cell), world.get("river_out", cell), roads)
        if ends:
            a, b = (world.perturb(p) for p in ends)
            length = math.hypot(b[0] - a[0], b[2] - a[2])
            yaw = math.degrees(math.atan2(b[0] - a[0], b[2] - a[2])) % 360.0
            found.append(("bridge", 0, 0, 8, index, scaled(add(a, b), 0.5), yaw, length / 7.0))
    return found


def slots(center, rivers, roads):
    if not rivers and not roads:
        yield 0, center
    for d in range(6):
        if d in rivers or d in roads:
            continue
        c = center
        if rivers:
            has = [(d + k) % 6 in rivers for k in range(6)]
            if has[1]:
                if has[5]:
                    c = add(center, scaled(edge_middle(d), (RADIUS / INNER) * 0.5))
                elif has[4]:
                    c = add(center, scaled(solid(d), 0.25))
            elif has[5] and has[2]:
                c = add(center, scaled(solid(d + 1), 0.25))
        v1, v5 = add(center, solid(d)), add(center, solid(d + 1))
        yield 1 + d, scaled(add(add(c, v1), v5), 1.0 / 3.0)


def bridge_ends(center, river_in, river_out, roads):
    """Walk the sides without river as the road rules do, and collect the bridge."""
    inward = [d for d in range(6) if river_in >> d & 1]
    if len(inward) != 1 or river_out < 0 or not roads:
        return None
    incoming, outgoing = inward[0], river_out
    found = []
    for d in range(6):
        if d in (incoming, outgoing):
            continue
        before, after = (d + 5) % 6, (d + 1) % 6
        p, n = before in (incoming, outgoing), after in (incoming, outgoing)
        if incoming == (outgoing + 3) % 6:
            if d not in roads and (after if p else before) not in roads:
                continue
            reach = solid(d + 1) if p else solid(d)
            if incoming == after and ((d + 2) % 6 in roads or (d + 3) % 6 in roads):
                found.append((add(center, scaled(reach, 0.5)), add(center, scaled(reach, -0.5))))
        elif incoming in ((outgoing + 1) % 6, (outgoing + 5) % 6) or (p and n):
            continue
        else:
            middle = after if p else before if n else d
            if not {middle, (middle + 1) % 6, (middle + 5) % 6} & roads:
                continue
            if d == middle and (d + 3) % 6 in roads:
                offset = edge_middle(middle)
                back = scaled(offset, -(RADIUS / INNER) * 0.7)
                found.append((add(center, scaled(offset, 0.25)), add(center, back)))
    assert len(found) <= 1
    return found[0] if found else None


def heights_under(corners, x, y):
    """Heights (m) of the triangles (m, 3, 3) that lie under or above a point, in the package's frame."""
    a, b, c = (corners[:, k, :2] - (x, y) for k in range(3))
    u, v, w = (p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0] for p, q in ((b, c), (c, a), (a, b)))
    total = u + v + w
    inside = (np.minimum(np.minimum(u, v), w) >= -1e-9) & (total > 1e-9)
    return ((u * corners[:, 0, 2] + v * corners[:, 1, 2] + w * corners[:, 2, 2]) / np.where(total, total, 1.0))[inside]
