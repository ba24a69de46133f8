"""Draw the maps in ``examples/data/drawings`` and photograph them: paper, pens, light, a camera held askew. All of it is made here.

    python tools/make_drawings.py [FOLDER]

Each drawing is a sheet of 1000 x 707 units (A4 on its side); strokes go through places on it, by a hand that wobbles.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter
from scipy.interpolate import CubicSpline
from scipy.ndimage import gaussian_filter

PENS = {"road": (205, 42, 32), "river": (32, 78, 190), "lake": (24, 142, 88)}
WIDE, DEEP = 1000, 707
_FINE = 2


@dataclass(frozen=True)
class Stroke:
    """What a hand draws: places (x, y) that it goes through; filled where the ring is colored in."""

    pen: str
    places: Sequence[tuple[float, float]]
    closed: bool = False
    filled: bool = False

    def line(self) -> np.ndarray:
        """Return the stroke's own curve before the hand wobbles, points (n, 2)."""
        points = np.array([*self.places, self.places[0]] if self.closed else self.places, float)
        if len(points) < 2:
            return points
        at = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
        curve = CubicSpline(at, points, bc_type="periodic" if self.closed else "natural")
        return curve(np.linspace(0.0, at[-1], max(8, int(at[-1] / 4.0))))


@dataclass(frozen=True)
class Camera:
    """How the sheet is photographed: turned (degrees), tilted (share that the far side is shorter), lit from one side."""

    turn: float = 4.0
    tilt: float = 0.12
    skew: float = 0.04
    shadow: float = 0.45
    noise: float = 4.0
    blur: float = 0.7
    warm: float = 0.06
    fills: float = 0.86
    size: tuple[int, int] = (1500, 1125)
    desk: tuple[int, int, int] = (96, 70, 50)
    seed: int = 0


@dataclass(frozen=True)
class Drawing:
    strokes: tuple[Stroke, ...]
    camera: Camera = field(default_factory=Camera)


def _dot(pen: str, x: float, y: float) -> Stroke:
    return Stroke(pen, ((x - 7, y), (x, y + 3), (x + 7, y)))


def _ring(pen: str, x: float, y: float, a: float, b: float, filled: bool = False) -> Stroke:
    way = np.linspace(0.0, 2.0 * np.pi, 9)[:-1]
    wave = 1.0 + 0.09 * np.sin(3.0 * way + x)
    places = tuple((x + a * s * np.cos(t), y + b * s * np.sin(t)) for t, s in zip(way, wave))
    return Stroke(pen, places, closed=True, filled=filled)


DRAWINGS = {
    "valley": Drawing(
        (
            Stroke(
                "river", ((90, 0), (150, 120), (260, 210), (330, 330), (480, 400), (640, 430), (800, 520), (1000, 560))
            ),
            Stroke("river", ((560, 60), (520, 160), (540, 270), (480, 400))),
            Stroke("road", ((0, 300), (120, 340), (230, 390), (350, 470), (520, 540), (700, 610), (760, 707))),
            Stroke("road", ((420, 640), (520, 540), (600, 330), (700, 220), (860, 150), (1000, 130))),
            _ring("lake", 800, 330, 70, 45, filled=True),
        ),
        Camera(turn=-6.0, tilt=0.14, seed=11),
    ),
    "island": Drawing(
        (
            _ring("road", 500, 350, 270, 190),
            Stroke("road", ((120, 120), (190, 200), (253, 258))),
            Stroke("river", ((520, 330), (470, 390), (430, 470), (440, 590), (400, 707))),
            _dot("river", 600, 300),
            _dot("river", 560, 440),
            _ring("lake", 860, 560, 60, 60),
        ),
        Camera(turn=13.0, tilt=0.2, skew=-0.06, shadow=0.55, desk=(58, 62, 74), seed=12),
    ),
    "pass": Drawing(
        (
            Stroke(
                "road",
                (
                    (60, 660),
                    (160, 560),
                    (130, 450),
                    (260, 390),
                    (230, 280),
                    (370, 230),
                    (420, 120),
                    (560, 80),
                    (700, 60),
                ),
            ),
            Stroke("road", ((560, 80), (640, 200), (620, 330), (760, 420), (900, 430))),
            Stroke("river", ((300, 60), (330, 150), (420, 330), (440, 480), (540, 600), (640, 707))),
            Stroke("river", ((860, 560), (740, 540), (640, 560), (540, 600))),
            _ring("river", 820, 230, 80, 60),
        ),
        Camera(turn=-2.0, tilt=0.07, skew=0.1, shadow=0.6, warm=0.14, noise=6.0, seed=13),
    ),
}


def sheet(strokes: Sequence[Stroke], seed: int, pen: float = 5.0) -> np.ndarray:
    """Return the drawn sheet from straight above, (1414, 2000, 3) from 0 to 1."""
    rng = np.random.default_rng(seed)
    shape = (DEEP * _FINE, WIDE * _FINE)
    grain = gaussian_filter(rng.normal(size=shape), 1.2) * 0.025 + gaussian_filter(rng.normal(size=shape), 14.0) * 0.25
    paper = 0.955 + np.clip(grain, -0.04, 0.04)
    page = paper[..., np.newaxis] * np.array([1.0, 0.985, 0.955])
    for stroke in strokes:
        line = stroke.line()
        sway = (
            gaussian_filter(rng.normal(size=(len(line), 2)), (5.0, 0.0), mode="wrap" if stroke.closed else "nearest")
            * 3.0
        )
        line = (line + sway) * _FINE
        mask = Image.new("L", shape[::-1], 0)
        draw = ImageDraw.Draw(mask)
        places = [tuple(p) for p in line]
        if stroke.filled:
            draw.polygon(places, fill=210)
        for a, b in zip(places, places[1:] + (places[:1] if stroke.closed else [])):
            half = pen * _FINE * rng.uniform(0.44, 0.56)
            draw.line([a, b], fill=255, width=max(1, round(2 * half)))
            draw.ellipse([b[0] - half, b[1] - half, b[0] + half, b[1] + half], fill=255)
        ink = np.asarray(mask.filter(ImageFilter.GaussianBlur(1.2)), float) / 255.0
        ink *= 0.9 + 0.6 * np.clip(gaussian_filter(rng.normal(size=shape), 2.0), -0.2, 0.2)
        color = np.array(PENS[stroke.pen]) / 255.0
        page *= 1.0 - ink[..., np.newaxis] * (1.0 - color)
    return page


def corners(camera: Camera) -> np.ndarray:
    """Return where the sheet's corners lie in the photo (4, 2): top left, top right, bottom right, bottom left."""
    w, h = camera.size
    half = np.array([[-1, -DEEP / WIDE], [1, -DEEP / WIDE], [1, DEEP / WIDE], [-1, DEEP / WIDE]], float)
    half[:2, 0] *= 1.0 - camera.tilt
    half[:, 1] += camera.skew * half[:, 0]
    a = np.radians(camera.turn)
    turned = half @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    low, high = turned.min(axis=0), turned.max(axis=0)
    scale = camera.fills * min(w / (high - low)[0], h / (high - low)[1])
    return (turned - 0.5 * (low + high)) * scale + 0.5 * np.array([w, h])


def photograph(strokes: Sequence[Stroke], camera: Camera, pen: float = 5.0) -> np.ndarray:
    """Return a photo (h, w, 3) uint8 of the sheet on a desk."""
    rng = np.random.default_rng(camera.seed + 1000)
    w, h = camera.size
    page = sheet(strokes, camera.seed, pen)
    flat = np.clip(page * 255.0, 0, 255).astype(np.uint8)
    own = np.array([[0, 0], [WIDE, 0], [WIDE, DEEP], [0, DEEP]], float) * _FINE
    rows, right = [], []
    for (x, y), (u, v) in zip(corners(camera), own):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    back = np.linalg.solve(np.array(rows), np.array(right))
    options = {"data": tuple(back), "resample": Image.Resampling.BICUBIC}
    seen = np.asarray(Image.fromarray(flat).transform((w, h), Image.Transform.PERSPECTIVE, **options), float) / 255.0
    there = Image.new("L", (WIDE * _FINE, DEEP * _FINE), 255).transform((w, h), Image.Transform.PERSPECTIVE, **options)
    cover = np.asarray(there, float)[..., np.newaxis] / 255.0
    wood = gaussian_filter(rng.normal(size=(h, w)), (1.5, 40.0)) * 0.9 + gaussian_filter(rng.normal(size=(h, w)), 60.0)
    desk = np.array(camera.desk) / 255.0 * (1.0 + 0.5 * np.clip(wood, -0.6, 0.6))[..., np.newaxis]
    fall = np.clip(gaussian_filter(np.asarray(cover[..., 0]), 12.0), 0.0, 1.0)[..., np.newaxis]
    photo = cover * seen + (1.0 - cover) * desk * (1.0 - 0.35 * np.roll(fall, (8, 6), (0, 1)))
    y, x = np.mgrid[0:h, 0:w]
    way = rng.uniform(0.0, 2.0 * np.pi)
    along = (np.cos(way) * (x / w - 0.5) + np.sin(way) * (y / h - 0.5)) / 1.2 + 0.5
    edge = 1.0 / (
        1.0 + np.exp(-(along - 0.72 + 0.04 * np.sin(5.0 * (x - y) / w)) * 28.0)
    )  # a soft shadow, as of an arm
    light = (1.06 - camera.shadow * np.clip(along, 0, 1) ** 1.5) * (1.0 - 0.35 * camera.shadow * edge)
    warm = 1.0 + camera.warm * (along[..., np.newaxis] - 0.3) * np.array([0.6, 0.0, -1.6])
    photo = photo * light[..., np.newaxis] * warm
    photo = (
        gaussian_filter(photo, (camera.blur, camera.blur, 0.0)) * 255.0 + rng.normal(size=photo.shape) * camera.noise
    )
    return np.clip(np.rint(photo), 0, 255).astype(np.uint8)


def main(folder: Path) -> None:
    """Write the drawings as JPEG."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawing in DRAWINGS.items():
        path = folder / f"{name}.jpg"
        Image.fromarray(photograph(drawing.strokes, drawing.camera)).save(path, quality=82)
        print(f"{path}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "examples" / "data" / "drawings")
