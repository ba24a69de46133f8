"""A planet as the page sees it: elevations, biomes, gradients, each of them sent only when it is not what the page has."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Hashable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from landwright.planet import Globe
from landwright.recipe import Recipe
from landwright.studio import protocol
from landwright.studio._wire import Part, framed, quantized
from landwright.works import planet_paint

__all__ = ["PlanetFrames"]


class PlanetFrames:
    """Makes the frames of one page, and remembers what the page has."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._has: dict[str, tuple[Hashable, int]] = {}

    def forget(self) -> None:
        """Take it that the page has nothing."""
        with self._lock:
            self._has.clear()

    def next(
        self,
        globe: Globe,
        recipe: Recipe,
        *,
        job: int,
        revision: int,
        level: Literal["preview", "full"],
        full_side: int,
        depths: protocol.PlanetDepths | None = None,
    ) -> bytes:
        """Return what a page that had every frame before needs to show a planet.

        Parameters
        ----------
        globe : Globe
            What was built.
        recipe : Recipe
            From what; its gradients are read from there.
        job, revision : int
            Which job made it, from which document.
        level : {"preview", "full"}
            How fine it is.
        full_side : int
            Nodes along an edge that a view of the recipe shows at most.
        depths : PlanetDepths, optional
            What the page may ask tiles with.
        """
        side = globe.frame.resolution
        made: dict[str, bytes] = {}
        paint = planet_paint(globe, recipe)
        with self._lock:
            whole = not self._has
            self._add(made, "elevation", globe.elevation, side)
            if paint is not None:
                # biomes do not depend on elevations: finer ones than the shape's stay good while that is dragged
                held = self._has.get("biomes")
                if held is None or held[0] != paint.key or held[1] < side:
                    self._has["biomes"] = (paint.key, side)
                    made["biomes"] = quantized(paint.values).tobytes()
                self._add(made, "ramps", paint.ramps, 0)
            elif globe.colors is not None:
                self._add(made, "colors", globe.colors, side)
        frame = globe.frame
        faces = frame.active if recipe.planet is None else recipe.planet.active  # what is kept may be of another face

        def header(start: int) -> dict[str, Any]:
            offsets = {}
            for name, blob in made.items():
                offsets[name] = start
                start += -(-len(blob) // 8) * 8

            def nodes(name: str) -> protocol.PlanetArray | None:
                if name not in made:
                    return None
                return protocol.PlanetArray(offset=offsets[name], side=side, bytes=len(made[name]))

            ramps = None
            if paint is not None and "ramps" in made:
                rows, steps = paint.ramps.shape[:2]
                ramps = protocol.PlanetRamps(offset=offsets["ramps"], rows=rows, steps=steps)
            told = protocol.PlanetHeader(
                type="planet",
                job=job,
                revision=revision,
                level=level,
                whole=whole,
                radius=frame.radius,
                mapping=frame.mapping,
                faces=list(faces),
                side=side,
                full_side=full_side,
                sea=globe.sea,
                smoothness=globe.smoothness,
                low=globe.low,
                high=globe.high,
                elevation=nodes("elevation"),
                paint="ramps" if paint is not None else "none" if globe.colors is None else "colors",
                biomes=nodes("biomes"),
                ramps=ramps,
                colors=nodes("colors"),
                depths=depths,
            )
            return told.model_dump(mode="json")

        packed = framed(header, list(made.values()))
        return packed if whole else Part(packed)

    def _add(self, made: dict[str, bytes], name: str, values: NDArray[Any], side: int) -> None:
        """Add an array, unless the page has it."""
        blob = np.ascontiguousarray(values, values.dtype.newbyteorder("<")).tobytes()
        digest = hashlib.blake2b(blob, digest_size=12).hexdigest()
        if self._has.get(name) != (digest, side):
            self._has[name] = (digest, side)
            made[name] = blob
