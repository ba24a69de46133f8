"""The templates of the menu, and their thumbnails: drawn once by the works, then kept."""

from __future__ import annotations

import functools
import io
import secrets
import threading
from pathlib import Path
from typing import Any

from landwright._pool import Control
from landwright.recipe import template
from landwright.recipe._template import summaries
from landwright.render.settings import Camera, HexPlan, Orbit, View
from landwright.studio import protocol
from landwright.studio._frame import coarse
from landwright.works import build, paint
from landwright.works._code import code_digest

__all__ = ["Templates"]

_SIZE = (384, 240)
_SIDE = 513
_drawing = threading.Lock()


@functools.cache
def _entries() -> tuple[protocol.Template, ...]:
    told = []
    for name, text in summaries().items():
        recipe = template(name)
        world: Any = "planet" if recipe.planet is not None else "hexmap" if recipe.hexmap is not None else "grid"
        told.append(protocol.Template(name=name, summary=text, world=world))
    return tuple(told)


class Templates:
    """What the menu offers.

    Parameters
    ----------
    folder : Path
        Where thumbnails are kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.control = Control()

    @staticmethod
    def entries() -> list[protocol.Template]:
        """Return name, summary and kind of each."""
        return list(_entries())

    def thumbnail(self, name: str) -> bytes:
        """Return a template's picture as JPEG; the first time it is drawn, which takes about a second.

        Raises
        ------
        RecipeError
            If there is no such template.
        """
        recipe = template(name)
        path = self._folder / f"{name}-{code_digest('landwright.works:build')[:12]}.jpg"
        if path.is_file():
            return path.read_bytes()
        with _drawing:
            if path.is_file():
                return path.read_bytes()
            world = build(coarse(recipe, _SIDE), cache=False, control=self.control)
            views = [output.noun for output in recipe.outputs if isinstance(output.noun, View)]
            if world.ground is None and world.planet is not None:
                around = next((output.noun for output in recipe.outputs if isinstance(output.noun, Orbit)), Orbit())
                picture = paint(world, around.replace(width=_SIZE[0], height=_SIZE[1]))
            elif not views and world.hexmap is not None:
                picture = paint(world, HexPlan(width=2 * _SIZE[0], margin=0.0))
            else:
                noun = views[0] if views else View()
                small: Camera = noun.camera.replace(width=_SIZE[0], height=_SIZE[1])
                picture = paint(world, noun.replace(camera=small))
            from PIL import Image, ImageOps

            data = io.BytesIO()
            ImageOps.fit(Image.fromarray(picture), _SIZE).save(data, "JPEG", quality=88)
            self._folder.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(f".{secrets.token_hex(4)}.part")
            part.write_bytes(data.getvalue())
            part.replace(path)
            return data.getvalue()
