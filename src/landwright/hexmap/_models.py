"""Models of the things that stand on a hex map, as small meshes of our own: boxes, houses, fields, trees, a castle, a bridge."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from landwright.errors import SettingError, sentence
from landwright.mesh import Mesh, join

__all__ = ["FEATURE_SIZES", "GATE_LENGTH", "Models", "feature_models"]

Models = dict[tuple[str, int, int], Mesh]
"""(kind, level, variant) to mesh."""

Style = Literal["small", "box", "cube"]
_Size = tuple[float, float, float]
_Color = tuple[int, int, int]

FEATURE_SIZES: Final[dict[str, tuple[tuple[_Size, ...], ...]]] = {
    "urban": (
        ((2.0, 2.0, 5.0), (3.5, 2.0, 3.0)),
        ((1.5, 1.5, 2.0), (2.75, 1.5, 1.5)),
        ((1.0, 1.0, 1.0), (1.75, 1.0, 1.0)),
    ),
    "farm": (
        ((2.5, 2.5, 0.1), (3.5, 2.0, 0.1)),
        ((1.75, 1.75, 0.1), (2.5, 1.25, 0.1)),
        ((1.0, 1.0, 0.1), (1.5, 0.75, 0.1)),
    ),
    "plant": (
        ((1.25, 1.25, 4.5), (1.5, 1.5, 3.0)),
        ((0.75, 0.75, 3.0), (1.0, 1.0, 1.5)),
        ((0.5, 0.5, 1.5), (0.75, 0.75, 1.0)),
    ),
}
"""Size (m) along x, y and z of the models of each kind: for high, medium and low density, each variant."""

GATE_LENGTH: Final = 4.0
"""Length (m) of the gap that the gate model is made for."""

# colors are sRGB here, as one picks them; models carry them as linear light
_BOX_COLORS: Final[dict[str, _Color]] = {"urban": (224, 60, 49), "farm": (156, 204, 88), "plant": (38, 110, 48)}

_PLASTER: Final = ((226, 210, 178), (206, 178, 140), (232, 222, 204))
_TILES: Final = ((178, 74, 52), (150, 62, 50), (120, 84, 70))
_STONE, _DARK_STONE, _SAND = (164, 158, 150), (122, 118, 114), (208, 186, 138)
_WOOD, _BARK = (124, 88, 56), (98, 72, 50)
_SOIL, _CROP, _RIPE = (132, 98, 62), (150, 186, 74), (214, 190, 92)
_LEAF, _NEEDLE, _BUSH, _GIANT = (82, 140, 58), (42, 98, 62), (104, 150, 66), (66, 150, 92)


def feature_models(style: Style = "small") -> Models:
    """Return a model for everything that :func:`features` sets on a map.

    Feet stand at z = 0 around x = y = 0; castle, megaflora, bridge and gate reach a little below, into the ground. Bridges run along y
    and are 7 m long, as ``Metrics.bridge_length``; towers and gates have the wall along x. Any entry can be replaced by a mesh of
    one's own.

    Parameters
    ----------
    style : {"small", "box", "cube"}
        "small" gives houses, fields and trees; "box" gives red, light green and dark green boxes of the same sizes; "cube" gives a
        3 m cube for each of them, to see where they stand. Other kinds are the same in all styles.

    Returns
    -------
    dict of (str, int, int) to Mesh
        Kind, level and variant to a closed mesh in metres with linear colors, as all meshes have them, and no normals.

    Raises
    ------
    SettingError
        If the style is unknown.

    See Also
    --------
    bake_instances : Put models where instances stand.

    Notes
    -----
    Reach: point. Cost: O(models).
    Deterministic: yes.

    Examples
    --------
    >>> models = feature_models()
    >>> float(models["urban", 0, 0].vertices[:, 2].max())
    5.0
    """
    if style not in get_args(Style):
        raise SettingError(
            sentence("hexmap.feature_models: style", "must be a known style", style, valid=get_args(Style))
        )
    return dict(_built(style))


@functools.cache
def _built(style: Style) -> Models:
    made: Models = {}
    for kind, levels in FEATURE_SIZES.items():
        for level, sizes in enumerate(levels):
            for variant, size in enumerate(sizes):
                made[kind, level, variant] = _feature(style, kind, level, variant, size)
    for kind, mesh in (
        ("castle", _castle()),
        ("ziggurat", _ziggurat()),
        ("megaflora", _megaflora()),
        ("bridge", _bridge()),
        ("tower", _tower()),
        ("gate", _gate()),
    ):
        made[kind, 0, 0] = mesh.replace(name=kind)
    return made


def _feature(style: Style, kind: str, level: int, variant: int, size: _Size) -> Mesh:
    name = f"{kind} {('high', 'medium', 'low')[level]} {variant + 1}"
    if style == "cube":
        return _box((3.0, 3.0, 3.0), _BOX_COLORS[kind]).replace(name=name)
    if style == "box":
        return _box(size, _BOX_COLORS[kind]).replace(name=name)
    build = {"urban": _house, "farm": _field, "plant": _tree}[kind]
    return build(size, level, variant).replace(name=name)


# ---- bodies -------------------------------------------------------------------------------------------------------


def _prism(bottom: Sequence[tuple[float, float]], z0: float, z1: float, color: _Color, *, top: object = 1.0) -> Mesh:
    """Return a closed body over a convex outline that runs counter-clockwise; `top` scales it there, about (0, 0), or is an outline."""
    low = np.array(bottom, np.float64)
    high = low * top if isinstance(top, float) else np.array(top, np.float64)
    count = len(low)
    points = np.zeros((2 * count, 3))
    points[:count, :2], points[count:, :2] = low, high
    points[:count, 2], points[count:, 2] = z0, z1
    here = np.arange(count)
    after = (here + 1) % count
    sides = np.concatenate(
        [np.stack([here, after, after + count], 1), np.stack([here, after + count, here + count], 1)]
    )
    fan = np.stack([np.zeros(count - 2, np.int64), here[1:-1], here[2:]], 1)
    return _colored(points, np.concatenate([sides, fan[:, ::-1], fan + count]), color)


def _cone(outline: Sequence[tuple[float, float]], z0: float, z1: float, color: _Color) -> Mesh:
    """Return a pyramid over a convex outline, its tip above (0, 0)."""
    low = np.array(outline, np.float64)
    count = len(low)
    points = np.concatenate([np.column_stack([low, np.full(count, z0)]), [[0.0, 0.0, z1]]])
    here = np.arange(count)
    sides = np.stack([here, (here + 1) % count, np.full(count, count)], 1)
    fan = np.stack([np.zeros(count - 2, np.int64), here[2:], here[1:-1]], 1)
    return _colored(points, np.concatenate([sides, fan]), color)


def _ridge(width: float, depth: float, z0: float, z1: float, color: _Color, *, hip: float = 0.0) -> Mesh:
    """Return a roof with its ridge along x, drawn in by `hip` at both ends."""
    x, y, top = 0.5 * width, 0.5 * depth, 0.5 * width - hip
    points = [(-x, -y, z0), (x, -y, z0), (x, y, z0), (-x, y, z0), (-top, 0.0, z1), (top, 0.0, z1)]
    faces = [(0, 2, 1), (0, 3, 2), (0, 1, 5), (0, 5, 4), (2, 3, 4), (2, 4, 5), (1, 2, 5), (3, 0, 4)]
    return _colored(np.array(points), np.array(faces), color)


def _colored(points: NDArray[np.float64], faces: NDArray[np.int64], color: _Color) -> Mesh:
    return Mesh(points, faces, colors=np.tile(np.array([_linear(color)], np.uint8), (len(points), 1)))


def _linear(color: _Color) -> list[int]:
    """Return a color in linear light, 0 to 255."""
    return [
        round(255.0 * (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4)) for s in (c / 255.0 for c in color)
    ]


def _box(size: _Size, color: _Color, *, at: _Size = (0.0, 0.0, 0.0)) -> Mesh:
    x, y, z = at
    dx, dy = 0.5 * size[0], 0.5 * size[1]
    return _prism([(x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy)], z, z + size[2], color)


def _moved(mesh: Mesh, x: float, y: float) -> Mesh:
    return mesh.replace(vertices=mesh.vertices + np.array([x, y, 0.0]))


def _all(parts: Iterable[Mesh]) -> Mesh:
    joined = join(list(parts))
    return joined.replace(groups={})


_EIGHTH: Final = math.sqrt(0.5)
_RING: Final = (
    *((1.0, 0.0), (_EIGHTH, _EIGHTH), (0.0, 1.0), (-_EIGHTH, _EIGHTH)),
    *((-1.0, 0.0), (-_EIGHTH, -_EIGHTH), (0.0, -1.0), (_EIGHTH, -_EIGHTH)),
)
_CRENELS: Final = ((1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0))


def _ring(rx: float, ry: float) -> list[tuple[float, float]]:
    return [(rx * x, ry * y) for x, y in _RING]


def _square(half: float, half_y: float | None = None) -> list[tuple[float, float]]:
    y = half if half_y is None else half_y
    return [(-half, -y), (half, -y), (half, y), (-half, y)]


# ---- things -------------------------------------------------------------------------------------------------------


def _house(size: _Size, level: int, variant: int) -> Mesh:
    width, depth, height = size
    wall, roof = _PLASTER[level], _TILES[level]
    if level == 0 and variant == 0:  # a tower house: two storeys that draw in, and a tall roof
        body = _prism(_square(0.5 * width, 0.5 * depth), 0.0, 0.56 * height, wall)
        upper = _prism(_square(0.42 * width, 0.42 * depth), 0.56 * height, 0.76 * height, _PLASTER[2])
        return _all([body, upper, _cone(_square(0.47 * width, 0.47 * depth), 0.76 * height, height, roof)])
    if level == 0:  # a long hall with a chimney
        body = _box((0.94 * width, 0.9 * depth, 0.6 * height), wall)
        chimney = _box((0.28, 0.28, 0.36 * height), _DARK_STONE, at=(0.3 * width, 0.22 * depth, 0.62 * height))
        return _all([body, _ridge(width, depth, 0.6 * height, height, roof, hip=0.35), chimney])
    body = _box((0.9 * width, 0.88 * depth, 0.58 * height), wall)
    return _all([body, _ridge(width, depth, 0.58 * height, height, roof, hip=0.18 if variant else 0.0)])


def _field(size: _Size, level: int, variant: int) -> Mesh:
    width, depth, height = size
    crop = (_CROP, _RIPE)[(level + variant) % 2]
    parts = [_box((width, depth, 0.5 * height), _SOIL)]
    rows = max(2, round(depth / 0.4))
    step = depth / rows
    for row in range(rows):
        y = -0.5 * depth + (row + 0.5) * step
        parts.append(_box((0.94 * width, 0.62 * step, 0.5 * height), crop, at=(0.0, y, 0.5 * height)))
    return _all(parts)


def _tree(size: _Size, level: int, variant: int) -> Mesh:
    width, depth, height = size
    x, y = 0.5 * width, 0.5 * depth
    stem = 0.14 * min(width, depth)
    if level == 2 and variant:  # a bush
        low = _prism(_ring(0.8 * x, 0.8 * y), 0.0, 0.45 * height, _BUSH, top=_ring(x, y))
        return _all([low, _prism(_ring(x, y), 0.45 * height, height, _BUSH, top=0.45)])
    if variant == 0:  # a conifer: cones on a stem
        tiers = 3 if level == 0 else 2
        parts = [_prism(_ring(stem, stem), 0.0, 0.2 * height, _BARK)]
        for tier in range(tiers):
            z0 = (0.14 + 0.25 * tier) * height
            z1 = height if tier == tiers - 1 else z0 + 0.48 * height
            grow = 1.0 - 0.24 * tier
            parts.append(_cone(_ring(x * grow, y * grow), z0, z1, _NEEDLE))
        return _all(parts)
    trunk = _prism(_ring(stem, stem), 0.0, 0.36 * height, _BARK, top=0.8)
    low = _prism(_ring(0.62 * x, 0.62 * y), 0.28 * height, 0.58 * height, _LEAF, top=_ring(x, y))
    return _all([trunk, low, _prism(_ring(x, y), 0.58 * height, height, _LEAF, top=0.5)])


def _crenellated(half: float, z0: float, z1: float, color: _Color, tooth: float) -> list[Mesh]:
    parts = [_prism(_square(half), z0, z1 - tooth, color)]
    place = half - 0.5 * tooth
    parts += [_box((tooth, tooth, tooth), color, at=(place * sx, place * sy, z1 - tooth)) for sx, sy in _CRENELS]
    return parts


def _tower() -> Mesh:
    base = _box((2.0, 2.0, 4.0), _STONE)
    return _all([base, *_crenellated(1.2, 4.0, 5.0, _DARK_STONE, 0.5)])


def _gate() -> Mesh:
    reach = 0.5 * GATE_LENGTH
    posts = [_box((0.9, 1.1, 5.2), _STONE, at=(sign * reach, 0.0, -1.2)) for sign in (-1.0, 1.0)]
    lintel = _box((GATE_LENGTH - 0.9, 0.9, 0.9), _DARK_STONE, at=(0.0, 0.0, 2.9))
    roof = _ridge(GATE_LENGTH + 1.2, 1.5, 4.0, 4.9, _TILES[0], hip=0.4)
    return _all([*posts, lintel, roof])


def _bridge() -> Mesh:
    deck = _box((1.9, 7.0, 0.35), _WOOD, at=(0.0, 0.0, -0.1))
    rails = [_box((0.16, 7.0, 0.4), _BARK, at=(sign * 0.87, 0.0, 0.25)) for sign in (-1.0, 1.0)]
    piers = [_box((1.6, 0.6, 4.5), _DARK_STONE, at=(0.0, sign * 1.75, -4.6)) for sign in (-1.0, 1.0)]
    ends = [_box((2.3, 0.5, 1.6), _STONE, at=(0.0, sign * 3.25, -1.2)) for sign in (-1.0, 1.0)]
    return _all([deck, *rails, *piers, *ends])


def _castle() -> Mesh:
    sink = -0.5
    walls = [_box((6.4, 0.7, 2.7), _STONE, at=(0.0, sign * 2.85, sink)) for sign in (-1.0, 1.0)]
    walls += [_box((0.7, 6.4, 2.7), _STONE, at=(sign * 2.85, 0.0, sink)) for sign in (-1.0, 1.0)]
    tower = _all(_crenellated(0.85, sink, 3.8, _DARK_STONE, 0.4))
    towers = [_moved(tower, 2.95 * sx, 2.95 * sy) for sx, sy in _CRENELS]
    keep = _crenellated(1.5, sink, 5.6, _STONE, 0.5)
    roof = _cone(_square(1.0), 5.1, 7.4, _TILES[0])
    gate = _box((1.2, 0.24, 1.6), _WOOD, at=(0.0, -3.2, 0.0))
    return _all([*walls, *towers, *keep, roof, gate])


def _ziggurat() -> Mesh:
    parts = []
    for tier in range(4):
        half = 3.9 - 0.95 * tier
        parts.append(_prism(_square(half), 1.3 * tier, 1.3 * tier + 1.3, _SAND, top=0.93))
    parts.append(_box((1.1, 1.1, 0.9), _DARK_STONE, at=(0.0, 0.0, 5.2)))
    for step in range(8):  # a stair up the south side
        z = 0.65 * (step + 1)
        parts.append(_box((1.0, 0.5, z), _PLASTER[0], at=(0.0, -4.2 + 0.475 * step, 0.0)))
    return _all(parts)


def _megaflora() -> Mesh:
    roots = _prism(_ring(1.7, 1.7), -0.5, 1.4, _BARK, top=0.5)
    trunk = _prism(_ring(0.85, 0.85), 1.4, 8.0, _BARK, top=0.7)
    crown = [
        _prism(_ring(1.6, 1.6), 5.6, 7.2, _GIANT, top=_ring(4.4, 4.4)),
        _prism(_ring(4.4, 4.4), 7.2, 8.6, _GIANT, top=_ring(4.0, 4.0)),
        _prism(_ring(4.0, 4.0), 8.6, 9.8, _GIANT, top=0.45),
        _prism(_ring(2.4, 2.4), 9.8, 10.9, _LEAF, top=0.9),
        _cone(_ring(2.1, 2.1), 10.9, 12.2, _LEAF),
    ]
    return _all([roots, trunk, *crown])
