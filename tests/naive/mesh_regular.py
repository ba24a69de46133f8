"""A regular mesh, quad by quad, in plain Python."""

from __future__ import annotations


def faces(z, mask, shortest):
    """Return a list of triangles of (row, col), counter-clockwise seen from above, in reading order of quads."""
    found = []
    for r in range(len(z) - 1):
        for c in range(len(z[0]) - 1):
            nw, ne, sw, se = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
            held = [p for p in (nw, ne, sw, se) if mask[p[0]][p[1]]]
            falling = (r + c) % 2 == 0
            if shortest:
                down = abs(float(z[r][c]) - float(z[r + 1][c + 1]))
                up = abs(float(z[r + 1][c]) - float(z[r][c + 1]))
                falling = falling if down == up else down < up
            if len(held) == 3:
                around = [nw, sw, se, ne]
                found.append(tuple(p for p in around if p in held))
            elif len(held) == 4:
                found += [(nw, sw, se), (nw, se, ne)] if falling else [(sw, se, ne), (sw, ne, nw)]
    return found


def normal(z, mask, r, c, cell_size):
    """Return the upward unit normal of a sample."""

    def there(p):
        return 0 <= p[0] < len(z) and 0 <= p[1] < len(z[0]) and mask[p[0]][p[1]]

    def slope(back, ahead):
        first, last = (p if there(p) else (r, c) for p in (back, ahead))
        steps = last[0] - first[0] + last[1] - first[1]
        return (float(z[last[0]][last[1]]) - float(z[first[0]][first[1]])) / (steps * cell_size) if steps else 0.0

    gx, gy = slope((r, c - 1), (r, c + 1)), -slope((r - 1, c), (r + 1, c))
    length = (gx * gx + gy * gy + 1.0) ** 0.5
    return -gx / length, -gy / length, 1.0 / length
