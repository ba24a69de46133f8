"""The meshes of a hex map in plain Python, written from the specification in its own frame: x east, y up, z north, corners clockwise.

Nothing is shared between triangles. :func:`meshes` turns the result into ours: (x, z, y), corners the other way round.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from landwright.hexmap import HexMap, noise_texture

INNER = 0.8660254037844386


def add(a, b, t=1.0):
    return tuple(p + q * t for p, q in zip(a, b))


def sub(a, b):
    return tuple(p - q for p, q in zip(a, b))


def lerp(a, b, t):
    return tuple(p + (q - p) * t for p, q in zip(a, b))


def at_height(p, y):
    return (p[0], y, p[2])


class Naive:
    def __init__(self, land: HexMap) -> None:
        self.land, self.m = land, land.layout.metrics
        self.noise = noise_texture(land.seeds[1]).astype(np.float64)
        R, r = self.m.outer_radius, self.m.outer_radius * INNER
        ring = [(0.0, R), (r, 0.5 * R), (r, -0.5 * R), (0.0, -R), (-r, -0.5 * R), (-r, 0.5 * R)]
        self.corner = [(x, 0.0, z) for x, z in ring] + [(0.0, 0.0, R)]
        self.out = {name: [] for name in ("terrain", "rivers", "roads", "water", "shore", "estuaries")}

    # cells
    def position(self, c):
        x, z = c
        px = (x + 0.5 * z - math.floor(z / 2)) * 2 * self.m.outer_radius * INNER
        pz = 1.5 * self.m.outer_radius * z
        lift = (2 * self.sample(px, pz)[1] - 1) * self.m.elevation_perturb_strength
        return (px, self.elevation(c) * self.m.elevation_step + lift, pz)

    def neighbor(self, c, d):
        x, z = c
        d %= 6
        east = {0: z & 1, 1: 1, 2: z & 1, 3: (z & 1) - 1, 4: -1, 5: (z & 1) - 1}[d]
        n = (x + east, z + {0: 1, 1: 0, 2: -1, 3: -1, 4: 0, 5: 1}[d])
        return n if 0 <= n[0] < self.land.columns and 0 <= n[1] < self.land.rows else None

    def of(self, name, c):
        return int(getattr(self.land, name)[c[1], c[0]])

    def elevation(self, c):
        return self.of("elevation", c)

    def wet(self, c):
        return self.of("water_level", c) > self.elevation(c)

    def incoming(self, c):
        bits = self.of("river_in", c)
        return next((d for d in range(6) if bits >> d & 1), None)

    def outgoing(self, c):
        d = self.of("river_out", c)
        return d if d >= 0 else None

    def river(self, c, d):
        return d % 6 in (self.incoming(c), self.outgoing(c))

    def road(self, c, d):
        return bool(self.of("roads", c) >> (d % 6) & 1)

    def bed(self, c):
        return (self.elevation(c) + self.m.stream_bed_offset) * self.m.elevation_step

    def stream(self, c):
        return (self.elevation(c) + self.m.water_offset) * self.m.elevation_step

    def sea(self, c):
        return (self.of("water_level", c) + self.m.water_offset) * self.m.elevation_step

    # noise
    def sample(self, x, z):
        u, v = x * self.m.noise_scale * 512, z * self.m.noise_scale * 512
        i, j = math.floor(u), math.floor(v)
        a, b = u - i, v - j
        n = self.noise
        low = lerp(n[j % 512, i % 512], n[j % 512, (i + 1) % 512], a)
        high = lerp(n[(j + 1) % 512, i % 512], n[(j + 1) % 512, (i + 1) % 512], a)
        return lerp(low, high, b)

    def perturb(self, p):
        n = self.sample(p[0], p[2])
        s = self.m.cell_perturb_strength
        return (p[0] + (2 * n[0] - 1) * s, p[1], p[2] + (2 * n[2] - 1) * s)

    # primitives
    def triangle(self, mesh, points, uv=None, uv1=None, still=False):
        moved = [p if still else self.perturb(p) for p in points]
        self.out[mesh].append((moved, uv or [()] * 3, uv1 or [()] * 3))

    def quad(self, mesh, points, uv=None, uv1=None, still=False):
        for pick in ((0, 2, 1), (1, 2, 3)):
            self.triangle(
                mesh,
                [points[i] for i in pick],
                None if uv is None else [uv[i] for i in pick],
                None if uv1 is None else [uv1[i] for i in pick],
                still,
            )

    def edge(self, a, b, s=0.25):
        return [a, lerp(a, b, s), lerp(a, b, 0.5), lerp(a, b, 1 - s), b]

    def fan(self, mesh, center, e):
        for i in range(4):
            self.triangle(mesh, [center, e[i], e[i + 1]])

    def strip(self, mesh, e1, e2):
        for i in range(4):
            self.quad(mesh, [e1[i], e1[i + 1], e2[i], e2[i + 1]])

    # directions
    def solid(self, i):
        return tuple(v * self.m.solid_factor for v in self.corner[i % 6])

    def water(self, i):
        return tuple(v * self.m.water_factor for v in self.corner[i % 6])

    def middle(self, d):
        return tuple(v * 0.5 for v in add(self.solid(d), self.solid(d + 1)))

    def bridge(self, d, factor):
        return tuple(v * (1 - factor) for v in add(self.corner[d % 6], self.corner[(d + 1) % 6]))

    def kind(self, a, b):
        gap = abs(self.elevation(a) - self.elevation(b))
        return "flat" if gap == 0 else ("slope" if gap == 1 and self.m.terraces_per_slope else "cliff")

    def terrace(self, a, b, k):
        steps = 2 * self.m.terraces_per_slope + 1
        h = k / steps
        v = ((k + 1) // 2) / (self.m.terraces_per_slope + 1)
        return (a[0] + (b[0] - a[0]) * h, a[1] + (b[1] - a[1]) * v, a[2] + (b[2] - a[2]) * h)

    # one cell
    def cell(self, c):
        center = self.position(c)
        for d in range(6):
            e = self.edge(add(center, self.solid(d)), add(center, self.solid(d + 1)))
            has_river = self.incoming(c) is not None or self.outgoing(c) is not None
            if has_river:
                if self.river(c, d):
                    e[2] = at_height(e[2], self.bed(c))
                    if self.incoming(c) is None or self.outgoing(c) is None:
                        self.river_end(c, d, center, e)
                    else:
                        self.river_passing(c, d, center, e)
                else:
                    self.beside_river(c, d, center, e)
            else:
                self.fan("terrain", center, e)
                if self.of("roads", c):
                    x, y = self.interpolators(c, d)
                    self.roads(center, lerp(center, e[0], x), lerp(center, e[4], y), e, self.road(c, d))
            if d < 3:
                self.connection(c, d, e)
            if self.wet(c):
                self.water_cell(c, d, center)

    def river_end(self, c, d, center, e):
        m = self.edge(lerp(center, e[0], 0.5), lerp(center, e[4], 0.5))
        m[2] = at_height(m[2], e[2][1])
        self.strip("terrain", m, e)
        self.fan("terrain", center, m)
        if not self.wet(c):
            into = self.incoming(c) is not None
            y = self.stream(c)
            self.river_quad([m[1], m[3], e[1], e[3]], y, y, 0.6, into)
            uv = [(0.5, 0.4), (1, 0.2), (0, 0.2)] if into else [(0.5, 0.4), (0, 0.6), (1, 0.6)]
            self.triangle("rivers", [at_height(p, y) for p in (center, m[1], m[3])], uv)

    def river_passing(self, c, d, center, e):
        other = self.outgoing(c) if self.incoming(c) == d else self.incoming(c)
        turn = (other - d) % 6
        left = right = center
        if turn == 3:
            left, right = add(center, self.solid(d - 1), 0.25), add(center, self.solid(d + 2), 0.25)
        elif turn == 1:
            right = lerp(center, e[4], 2 / 3)
        elif turn == 5:
            left = lerp(center, e[0], 2 / 3)
        elif turn == 2:
            right = add(center, self.middle(d + 1), 0.5 / INNER)
        else:
            left = add(center, self.middle(d - 1), 0.5 / INNER)
        middle = at_height(lerp(left, right, 0.5), self.bed(c))
        m = self.edge(lerp(left, e[0], 0.5), lerp(right, e[4], 0.5), 1 / 6)
        m[2] = at_height(m[2], self.bed(c))
        self.strip("terrain", m, e)
        self.triangle("terrain", [left, m[0], m[1]])
        self.quad("terrain", [left, middle, m[1], m[2]])
        self.quad("terrain", [middle, right, m[2], m[3]])
        self.triangle("terrain", [right, m[3], m[4]])
        if not self.wet(c):
            y, back = self.stream(c), self.incoming(c) == d
            self.river_quad([left, right, m[1], m[3]], y, y, 0.4, back)
            self.river_quad([m[1], m[3], e[1], e[3]], y, y, 0.6, back)

    def beside_river(self, c, d, center, e):
        shifted = center
        if self.river(c, d + 1):
            if self.river(c, d - 1):
                shifted = add(center, self.middle(d), 0.5 / INNER)
            elif self.river(c, d - 2):
                shifted = add(center, self.solid(d), 0.25)
        elif self.river(c, d - 1) and self.river(c, d + 2):
            shifted = add(center, self.solid(d + 1), 0.25)
        m = self.edge(lerp(shifted, e[0], 0.5), lerp(shifted, e[4], 0.5))
        self.strip("terrain", m, e)
        self.fan("terrain", shifted, m)
        if self.of("roads", c):
            self.road_beside_river(c, d, center, e)

    def river_quad(self, p, y1, y2, v, reverse):
        u = (1, 0) if reverse else (0, 1)
        w = (0.8 - v, 0.6 - v) if reverse else (v, v + 0.2)
        points = [at_height(p[0], y1), at_height(p[1], y1), at_height(p[2], y2), at_height(p[3], y2)]
        self.quad("rivers", points, [(u[0], w[0]), (u[1], w[0]), (u[0], w[1]), (u[1], w[1])])

    def interpolators(self, c, d):
        if self.road(c, d):
            return 0.5, 0.5
        return 0.5 if self.road(c, d - 1) else 0.25, 0.5 if self.road(c, d + 1) else 0.25

    def road_segment(self, v):
        self.quad("roads", [v[0], v[1], v[3], v[4]], [(0, 0), (1, 0), (0, 0), (1, 0)])
        self.quad("roads", [v[1], v[2], v[4], v[5]], [(1, 0), (0, 0), (1, 0), (0, 0)])

    def road_border(self, center, left, right):
        self.triangle("roads", [center, left, right], [(1, 0), (0, 0), (0, 0)])

    def roads(self, center, left, right, e, through):
        if not through:
            self.road_border(center, left, right)
            return
        middle = lerp(left, right, 0.5)
        self.road_segment([left, middle, right, e[1], e[2], e[3]])
        self.triangle("roads", [center, left, middle], [(1, 0), (0, 0), (1, 0)])
        self.triangle("roads", [center, middle, right], [(1, 0), (1, 0), (0, 0)])

    def road_beside_river(self, c, d, center, e):
        before, after = self.river(c, d - 1), self.river(c, d + 1)
        into, out = self.incoming(c), self.outgoing(c)
        through = self.road(c, d)
        road = filler = center
        if into is None or out is None:
            road = add(center, self.middle((out if into is None else into) + 3), 1 / 3)
        elif into == (out + 3) % 6:
            if before:
                if not through and not self.road(c, d + 1):
                    return
                corner = self.solid(d + 1)
            else:
                if not through and not self.road(c, d - 1):
                    return
                corner = self.solid(d)
            road, filler = add(center, corner, 0.5), add(center, corner, 0.25)
        elif into == (out - 1) % 6:
            road = add(center, self.corner[(into + 1) % 6], -0.2)
        elif into == (out + 1) % 6:
            road = add(center, self.corner[into], -0.2)
        elif before and after:
            if not through:
                return
            offset = self.middle(d)
            road, filler = add(center, offset, 0.7 / INNER), add(center, offset, 0.5 / INNER)
        else:
            m = d + 1 if before else d - 1 if after else d
            if not any(self.road(c, k) for k in (m - 1, m, m + 1)):
                return
            road = add(center, self.middle(m), 0.25)
        x, y = self.interpolators(c, d)
        left, right = lerp(road, e[0], x), lerp(road, e[4], y)
        self.roads(road, left, right, e, through)
        if before:
            self.road_border(road, filler, left)
        if after:
            self.road_border(road, right, filler)

    def connection(self, c, d, e1):
        n = self.neighbor(c, d)
        if n is None:
            return
        step = self.bridge(d, self.m.solid_factor)
        far = (step[0], self.position(n)[1] - self.position(c)[1], step[2])
        e2 = self.edge(add(e1[0], far), add(e1[4], far))
        if self.river(c, d):
            e2[2] = at_height(e2[2], self.bed(n))
            back = self.incoming(c) == d
            if not self.wet(c):
                if not self.wet(n):
                    self.river_quad([e1[1], e1[3], e2[1], e2[3]], self.stream(c), self.stream(n), 0.8, back)
                elif self.elevation(c) > self.of("water_level", n):
                    self.waterfall([e1[1], e1[3], e2[1], e2[3]], self.stream(c), self.stream(n), self.sea(n))
            elif not self.wet(n) and self.elevation(n) > self.of("water_level", c):
                self.waterfall([e2[3], e2[1], e1[3], e1[1]], self.stream(n), self.stream(c), self.sea(c))
        rows = [e1, e2]
        if self.kind(c, n) == "slope":
            steps = range(2 * self.m.terraces_per_slope + 2)
            rows = [[self.terrace(a, b, k) for a, b in zip(e1, e2)] for k in steps]
        for near, beyond in itertools.pairwise(rows):
            self.strip("terrain", near, beyond)
            if self.road(c, d):
                self.road_segment(near[1:4] + beyond[1:4])
        third = self.neighbor(c, d + 1)
        if d < 2 and third is not None:
            v5 = at_height(add(e1[4], self.bridge(d + 1, self.m.solid_factor)), self.position(third)[1])
            self.corner_of([(e1[4], c), (e2[4], n), (v5, third)])

    def waterfall(self, p, y1, y2, water):
        v = [self.perturb(at_height(q, y1 if i < 2 else y2)) for i, q in enumerate(p)]
        t = (water - y2) / (y1 - y2)
        v[2], v[3] = lerp(v[2], v[0], t), lerp(v[3], v[1], t)
        self.quad("rivers", v, [(0, 0.8), (1, 0.8), (0, 1), (1, 1)], still=True)

    def corner_of(self, three):
        if self.elevation(three[0][1]) <= self.elevation(three[1][1]):
            lowest = 0 if self.elevation(three[0][1]) <= self.elevation(three[2][1]) else 2
        else:
            lowest = 1 if self.elevation(three[1][1]) <= self.elevation(three[2][1]) else 2
        b, left, right = three[lowest:] + three[:lowest]
        L, Q = self.kind(b[1], left[1]), self.kind(b[1], right[1])
        if L == "slope":
            if Q == "slope":
                self.terraced(b, left, right)
            elif Q == "flat":
                self.terraced(left, right, b)
            else:
                self.to_cliff(b, left, right)
        elif Q == "slope":
            if L == "flat":
                self.terraced(right, b, left)
            else:
                self.from_cliff(b, left, right)
        elif self.kind(left[1], right[1]) == "slope":
            if self.elevation(left[1]) < self.elevation(right[1]):
                self.from_cliff(right, b, left)
            else:
                self.to_cliff(left, right, b)
        else:
            self.triangle("terrain", [b[0], left[0], right[0]])

    def terraced(self, b, left, right):
        steps = 2 * self.m.terraces_per_slope + 1
        rows = [(self.terrace(b[0], left[0], k), self.terrace(b[0], right[0], k)) for k in range(1, steps + 1)]
        self.triangle("terrain", [b[0], *rows[0]])
        for near, far in itertools.pairwise(rows):
            self.quad("terrain", [*near, *far])

    def boundary(self, a, b, x):
        steps = 2 * self.m.terraces_per_slope + 1
        line = [self.perturb(self.terrace(a[0], b[0], k)) for k in range(steps + 1)]
        for p, q in itertools.pairwise(line):
            self.triangle("terrain", [p, q, x], still=True)

    def to_cliff(self, b, left, right):
        t = abs(1 / (self.elevation(right[1]) - self.elevation(b[1])))
        x = lerp(self.perturb(b[0]), self.perturb(right[0]), t)
        self.boundary(b, left, x)
        self.rest(left, right, x)

    def from_cliff(self, b, left, right):
        t = abs(1 / (self.elevation(left[1]) - self.elevation(b[1])))
        x = lerp(self.perturb(b[0]), self.perturb(left[0]), t)
        self.boundary(right, b, x)
        self.rest(left, right, x)

    def rest(self, left, right, x):
        if self.kind(left[1], right[1]) == "slope":
            self.boundary(left, right, x)
        else:
            self.triangle("terrain", [self.perturb(left[0]), self.perturb(right[0]), x], still=True)

    def water_cell(self, c, d, center):
        center = at_height(center, self.sea(c))
        n = self.neighbor(c, d)
        third = self.neighbor(c, d + 1)
        c1, c2 = add(center, self.water(d)), add(center, self.water(d + 1))
        if n is None or self.wet(n):
            self.triangle("water", [center, c1, c2])
            if d < 3 and n is not None:
                step = self.bridge(d, self.m.water_factor)
                self.quad("water", [c1, c2, add(c1, step), add(c2, step)])
                if d < 2 and third is not None and self.wet(third):
                    next_step = self.bridge(d + 1, self.m.water_factor)
                    self.triangle("water", [c2, add(c2, step), add(c2, next_step)])
            return
        a = self.edge(c1, c2)
        self.fan("water", center, a)
        land = at_height(self.position(n), self.sea(c))
        b = self.edge(add(land, self.solid(d + 4)), add(land, self.solid(d + 3)))
        if self.river(c, d):
            self.estuary(a, b, self.incoming(c) == d)
        else:
            for i in range(4):
                self.quad("shore", [a[i], a[i + 1], b[i], b[i + 1]], [(0, 0), (0, 0), (0, 1), (0, 1)])
        if third is not None:
            wet = self.wet(third)
            corner = self.water(d + 5) if wet else self.solid(d + 5)
            v3 = at_height(add(self.position(third), corner), self.sea(c))
            self.triangle("shore", [a[4], b[4], v3], [(0, 0), (0, 1), (0, 0 if wet else 1)])

    def estuary(self, a, b, into):
        self.triangle("shore", [b[0], a[1], a[0]], [(0, 1), (0, 0), (0, 0)])
        self.triangle("shore", [b[4], a[4], a[3]], [(0, 1), (0, 0), (0, 0)])
        if into:
            q1 = [(1.5, 1), (0.7, 1.15), (1, 0.8), (0.5, 1.1)]
            t = [(0.5, 1.1), (1, 0.8), (0, 0.8)]
            q2 = [(0.5, 1.1), (0.3, 1.15), (0, 0.8), (-0.5, 1)]
        else:
            q1 = [(-0.5, -0.2), (0.3, -0.35), (0, 0), (0.5, -0.3)]
            t = [(0.5, -0.3), (0, 0), (1, 0)]
            q2 = [(0.5, -0.3), (0.7, -0.35), (1, 0), (1.5, -0.2)]
        self.quad("estuaries", [b[0], a[1], b[1], a[2]], [(0, 1), (0, 0), (1, 1), (0, 0)], q1)
        self.triangle("estuaries", [a[2], b[1], b[3]], [(0, 0), (1, 1), (1, 1)], t)
        self.quad("estuaries", [a[2], a[3], b[3], b[4]], [(0, 0), (0, 0), (1, 1), (0, 1)], q2)


def meshes(land: HexMap) -> dict[str, np.ndarray]:
    """Return one row a triangle and mesh: three corners of (x, y, z, uv...) each, in our frame and order."""
    made = Naive(land)
    for z in range(land.rows):
        for x in range(land.columns):
            made.cell((x, z))
    rows = {}
    for name, triangles in made.out.items():
        rows[name] = np.array(
            [[(p[0], p[2], p[1], *uv, *uv1) for p, uv, uv1 in list(zip(*triangle))[::-1]] for triangle in triangles]
        )
    return rows
