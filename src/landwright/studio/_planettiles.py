"""Tiles of the planet that is shown: the newest wants of a page, worked off in a thread of their own."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.errors import Cancelled, LandwrightError
from landwright.planet import Globe
from landwright.recipe import Recipe
from landwright.studio import protocol
from landwright.studio._wire import Part, framed
from landwright.works import PlanetGround, planet_ground, planet_tiles

__all__ = ["TileDesk"]

KEPT = 48 << 20
"""Bytes of tiles that are kept."""


class TileDesk:
    """Makes the tiles that a page asks for, the most wanted first, beside the builder's work.

    Parameters
    ----------
    send : callable
        Called from the thread with frames.
    """

    def __init__(self, send: Callable[[protocol.Told | bytes], None]) -> None:
        self._send = send
        self._changed = threading.Condition()
        self._shown: tuple[Recipe, Globe, protocol.PlanetDepths] | None = None
        self._wants: list[protocol.TileWant] = []
        self._kept: OrderedDict[Hashable, NDArray[Any]] = OrderedDict()
        self._stopped = False
        self._thread: threading.Thread | None = None

    def show(self, recipe: Recipe, globe: Globe | None) -> protocol.PlanetDepths | None:
        """Take it that the page shows a globe; say what it may ask for."""
        deepest = 0 if globe is None else planet_tiles(recipe, globe)
        with self._changed:
            if globe is None or deepest == 0:
                self._shown, self._wants = None, []
                return None
            ground = _name(planet_ground(recipe), globe.frame.resolution)
            painted = PlanetGround(recipe, globe).painted
            words = [repr(stage.replace(title="")) for stage in recipe.stages if stage.enabled]
            depths = protocol.PlanetDepths(
                ground=ground, paint=_name(ground, words) if painted else None, deepest=deepest
            )
            if self._shown is None or self._shown[2] != depths:
                self._shown, self._wants = (recipe, globe, depths), []
            return depths

    def want(self, ground: str, wants: Sequence[protocol.TileWant]) -> None:
        """Make these next, in this order; what was wanted before is forgotten."""
        with self._changed:
            if self._shown is None or self._shown[2].ground != ground:
                return
            self._wants = list(reversed(wants))
            if self._thread is None and wants:
                self._thread = threading.Thread(target=self._work, name="landwright-studio-tiles", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def stop(self) -> None:
        """End the thread."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(timeout=10.0)

    # ------------------------------------------------------------ in the thread

    def _work(self) -> None:
        ground: PlanetGround | None = None
        of: protocol.PlanetDepths | None = None
        while True:
            with self._changed:
                while not self._wants or self._shown is None:
                    if self._stopped:
                        return
                    self._changed.wait()
                if self._stopped:
                    return
                want = self._wants.pop()
                recipe, globe, depths = self._shown
            try:
                if ground is None or of != depths:
                    ground, of = PlanetGround(recipe, globe), depths
                if want.depth <= depths.deepest and _inside(want, globe.frame.resolution):
                    self._send(self._tile(ground, depths, want))
            except (LandwrightError, Cancelled, MemoryError):
                with self._changed:
                    self._wants = []  # the page shows what it has

    def _tile(self, ground: PlanetGround, depths: protocol.PlanetDepths, want: protocol.TileWant) -> Part:
        place = (want.face, want.depth, want.row, want.column)
        height = self._get((depths.ground, place), lambda: ground.elevation(*place))
        colors: NDArray[np.uint8] | None = None
        if ground.painted:
            colors = self._get((depths.paint, place), lambda: ground.colors(*place, height))
        blobs = [] if want.colors else [np.ascontiguousarray(height, "<f4").tobytes()]
        if colors is not None:
            blobs.append(colors.tobytes())

        def header(start: int) -> dict[str, Any]:
            after = start if want.colors else start + -(-height.nbytes // 8) * 8
            told = protocol.PlanetTile(
                type="tile",
                ground=depths.ground,
                paint=depths.paint,
                face=want.face,
                depth=want.depth,
                row=want.row,
                column=want.column,
                elevation=None if want.colors else start,
                colors=None if colors is None else after,
            )
            return told.model_dump(mode="json")

        return Part(framed(header, blobs))

    def _get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        self._kept[key] = made = make()
        while sum(array.nbytes for array in self._kept.values()) > KEPT:
            self._kept.popitem(last=False)
        return made


def _inside(want: protocol.TileWant, side: int) -> bool:
    """Whether a tile lies on its face."""
    return max(want.row, want.column) * 64 < (side - 1) << want.depth


def _name(*words: Any) -> str:
    return hashlib.blake2b(repr(words).encode(), digest_size=12).hexdigest()
