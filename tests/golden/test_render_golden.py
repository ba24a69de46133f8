"""Pictures at 256 pixels against stored ones, within a tolerance.

``pytest --regenerate-golden`` writes them anew; look at them before they are committed. On failure the picture, the stored one and their
difference are written side by side to the folder the message names.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from landwright.field import Heightfield, Layer
from landwright.render import Camera, Materials, Relief, View, contact_sheet, relief, view
from landwright.world import World

HERE = Path(__file__).parent


def land(rows: int = 160, cols: int = 256, cell: float = 25.0) -> Heightfield:
    """Return ridges and valleys of several sizes in plain arithmetic: a range, foothills, a bay in the south-west."""
    y, x = np.mgrid[0:rows, 0:cols] * cell
    z = np.zeros((rows, cols))
    for k in range(7):
        length, turn = 2600.0 / 1.75**k, 1.1 + 2.4 * k
        u, v = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
        z += (1.0 - np.abs(np.sin(u / length + 0.8 * np.cos(1.3 * v / length)))) * 430.0 / 1.9**k
    far = np.hypot((x - 0.62 * cols * cell) / (0.55 * cols * cell), (y - 0.42 * rows * cell) / (0.6 * rows * cell))
    return Heightfield(z * np.clip(1.35 - far, 0.0, 1.0) ** 1.3 * 1.6 - 120.0, cell_size=cell)


def lake_world() -> World:
    field = land()
    z = field.elevation.astype(np.float64)
    depth = np.maximum(z.mean() - 60.0 - z, 0.0)
    return World(ground=field, sea_level=-1000.0, layers={"water": Layer(depth, grid=field.grid, unit="m")})


PICTURES = {
    "relief_tint": lambda: relief(land(), Relief(sea_level=0.0, contour_interval=100.0)),
    "relief_materials": lambda: relief(lake_world(), Relief(style="materials", multidirectional=True)),
    "view_sea": lambda: view(
        land(), Camera(width=256, height=144), View(sea_level=0.0, materials=Materials(look="alpine"))
    ),
    "view_lake": lambda: view(lake_world(), Camera(width=256, height=144), View(sun_azimuth=120.0, sun_altitude=12.0)),
    "view_block": lambda: view(
        land(),
        Camera(width=256, height=144, elevation=24.0),
        View(surroundings="block", materials=Materials(look="desert"), sea_level=0.0),
    ),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_look_as_they_did(name: str, regenerate_golden: bool) -> None:
    picture = PICTURES[name]()
    path = HERE / f"render_{name}.png"
    if regenerate_golden:
        Image.fromarray(picture).save(path, optimize=True)
        assert path.stat().st_size < 150_000
        return
    assert path.exists(), f"{path.name} is missing: run pytest --regenerate-golden and look at it"
    stored = np.asarray(Image.open(path).convert("RGB"))
    assert picture.shape == stored.shape
    apart = np.abs(picture.astype(int) - stored.astype(int))
    mean, share = float(apart.mean()), float((apart.max(axis=2) > 12).mean())
    if mean > 0.6 or share > 0.004:
        folder = Path(tempfile.mkdtemp(prefix="landwright-golden-"))
        side = contact_sheet(
            [picture, stored, np.minimum(8 * apart, 255).astype(np.uint8)],
            ["now", "stored", "difference x 8"],
            columns=3,
            width=512,
        )
        Image.fromarray(side).save(folder / path.name)
        pytest.fail(
            f"{name}: mean difference {mean:.2f}, {100 * share:.2f} % of the pixels differ; look at {folder / path.name}"
        )


def test_a_changed_picture_would_be_noticed() -> None:
    stored = np.asarray(Image.open(HERE / "render_relief_tint.png").convert("RGB")).astype(int)
    turned = relief(land(), Relief(sea_level=0.0, contour_interval=100.0, sun_azimuth=305.0)).astype(int)
    assert float(np.abs(turned - stored).mean()) > 0.6, "ten degrees of sun are beyond the tolerance"
