"""A hex map as the page sees it: chunks and cells as binary frames, after the first one only what changed."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from landwright.hexmap import ATTRIBUTES, KINDS, HexMap, Instances
from landwright.studio import protocol
from landwright.studio._wire import Part, framed
from landwright.works import hex_changed, hex_chunk, hex_models, hex_noise, hex_scales, hex_tops

if TYPE_CHECKING:
    from landwright.mesh import Mesh

__all__ = ["MESHES", "HexFrames"]

MESHES: Mapping[str, tuple[str, ...]] = {
    "terrain": ("weights", "cells"),
    "rivers": ("uv0",),
    "roads": ("uv0",),
    "water": (),
    "shore": ("uv0",),
    "estuaries": ("uv0", "uv1"),
    "walls": (),
}
"""The meshes of a chunk in the order of the frame, and what their vertices carry beside a place."""

_BYTES = ("terrain", "urban", "farm", "plant", "special", "walled", "river_in", "river_out", "roads", "explored")


class _Packed:
    """One chunk, ready to be sent."""

    def __init__(self, land: HexMap, row: int, column: int) -> None:
        meshes, instances = hex_chunk(land, row, column)
        size, metrics = land.layout.metrics.chunk_size, land.layout.metrics
        west, south = land.layout.origin
        self.key = (row, column)
        self.origin = (
            west + 2.0 * metrics.inner_radius * size * column,
            south + 1.5 * metrics.outer_radius * size * row,
            0.0,
        )
        self.counts = [(len(meshes[name].vertices), len(meshes[name].faces)) for name in MESHES]
        self.instances = len(instances)
        places = [_places(meshes[name], self.origin) for name in MESHES]
        heights = np.concatenate([place[:, 2] for place in places]) if any(map(len, places)) else np.zeros(1)
        self.low, self.high = float(heights.min()), float(heights.max())
        parts = [_mesh(meshes[name], place, MESHES[name]) for name, place in zip(MESHES, places)]
        self.blob = b"".join([*parts, _stood(instances, self.origin)])
        self.digest = hashlib.blake2b(self.blob, digest_size=12).hexdigest()

    def told(self, offset: int) -> protocol.HexChunk:
        return protocol.HexChunk(
            key=self.key,
            digest=self.digest,
            offset=offset,
            bytes=len(self.blob),
            origin=self.origin,
            low=self.low,
            high=self.high,
            counts=self.counts,
            instances=self.instances,
        )


class HexFrames:
    """Makes the frames of one page, and remembers what the page has."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._land: HexMap | None = None
        self._chunks: dict[tuple[int, int], _Packed] = {}
        self._tops: NDArray[np.float32] | None = None

    def forget(self) -> None:
        """Take it that the page has nothing."""
        with self._lock:
            self._land, self._tops = None, None
            self._chunks.clear()

    def next(self, land: HexMap, *, job: int, revision: int) -> bytes:
        """Return what a page that had every frame before needs to show a map: all of it, or a part when the frame is the same."""
        with self._lock:
            before = self._land
            if before is None or before.layout != land.layout:
                self._renew(land)
                cells = np.arange(land.rows * land.columns)
                return self._frame(land, list(self._chunks.values()), cells, job, revision, whole=True)
            changed = self._renew(land)
            differs = np.zeros(land.rows * land.columns, bool)
            for name in ATTRIBUTES:
                mine, theirs = getattr(before, name), getattr(land, name)
                if mine is not theirs:
                    differs |= (mine != theirs).ravel()
            return Part(self._frame(land, changed, np.flatnonzero(differs), job, revision, whole=False))

    def _renew(self, land: HexMap) -> list[_Packed]:
        """Bring the chunks up to date; return those that are not what they were."""
        before = self._land
        if before is None or before.layout != land.layout:
            self._chunks.clear()
        changed = []
        for row, column in hex_changed(before, land):
            made = _Packed(land, row, column)
            old = self._chunks.get(made.key)
            if old is None or old.digest != made.digest:
                self._chunks[made.key] = made
                changed.append(made)
        if before is None or before.layout != land.layout or before.elevation is not land.elevation:
            self._tops = hex_tops(land)
        self._land = land
        return changed

    def _frame(
        self, land: HexMap, chunks: list[_Packed], cells: NDArray[np.int64], job: int, revision: int, *, whole: bool
    ) -> bytes:
        noise = hex_noise(land) if whole else None
        models = _models() if whole else ()
        blobs = [*(blob for _, blob in models), *([noise.tobytes()] if noise is not None else [])]
        blobs += [_cells(land, self._tops, cells), *(chunk.blob for chunk in chunks)]

        def header(start: int) -> dict[str, Any]:
            places = iter(_places_of(start, blobs))
            told = [protocol.HexBlock(offset=next(places), **about) for about, _ in models]
            made = protocol.HexHeader(
                type="hexmap",
                job=job,
                revision=revision,
                whole=whole,
                frame=_layout(land),
                noise=next(places) if noise is not None else None,
                noise_size=0 if noise is None else noise.shape[0],
                models=told if whole else None,
                cells=protocol.HexCells(offset=next(places), count=len(cells)),
                chunks=[chunk.told(next(places)) for chunk in chunks],
            )
            return made.model_dump(mode="json")

        return framed(header, blobs)


def _places_of(start: int, blobs: list[bytes]) -> list[int]:
    places = []
    for blob in blobs:
        places.append(start)
        start += -(-len(blob) // 8) * 8
    return places


def _layout(land: HexMap) -> protocol.HexFrame:
    layout, metrics = land.layout, land.layout.metrics
    return protocol.HexFrame(
        columns=layout.columns,
        rows=layout.rows,
        wrap=layout.wrap,
        origin=layout.origin,
        outer_radius=metrics.outer_radius,
        inner_radius=metrics.inner_radius,
        elevation_step=metrics.elevation_step,
        water_offset=metrics.water_offset,
        chunk_size=metrics.chunk_size,
        chunks=layout.chunks,
        scales=protocol.HexScales(**hex_scales(layout)._asdict()),
    )


def _cells(land: HexMap, tops: NDArray[np.float32] | None, cells: NDArray[np.int64]) -> bytes:
    heights = np.zeros(land.shape, np.float32) if tops is None else tops
    flat = [
        cells.astype("<u4"),
        heights.ravel()[cells].astype("<f4"),
        land.elevation.ravel()[cells].astype("<i2"),
        land.water_level.ravel()[cells].astype("<i2"),
        *(getattr(land, name).ravel()[cells].astype(np.uint8) for name in _BYTES),
    ]
    return b"".join(array.tobytes() for array in flat)


def _places(mesh: Mesh, origin: tuple[float, float, float]) -> NDArray[np.float32]:
    shift = np.subtract(mesh.origin, origin)
    return np.ascontiguousarray(mesh.vertices + shift, "<f4")


def _mesh(mesh: Mesh, places: NDArray[np.float32], carried: tuple[str, ...]) -> bytes:
    parts: list[NDArray[Any]] = [places]
    count = len(places)
    for name in carried:
        if name in ("uv0", "uv1"):
            given = getattr(mesh, name)
            parts.append(np.ascontiguousarray(np.zeros((count, 2)) if given is None else given, "<f4"))
        elif name == "weights":
            weights = np.zeros((count, 4), np.uint8)
            weights[:, :3] = np.rint(mesh.attributes[name] * 255.0)
            parts.append(weights)
        else:
            parts.append(np.ascontiguousarray(mesh.attributes[name], "<u4"))
    parts.append(np.ascontiguousarray(mesh.faces, "<u4"))
    return b"".join(part.tobytes() for part in parts)


def _stood(instances: Instances, origin: tuple[float, float, float]) -> bytes:
    rows = np.zeros((len(instances), 8), "<f4")
    rows[:, :3] = instances.position + np.subtract(instances.origin, origin)
    rows[:, 3] = -np.radians(instances.yaw)
    rows[:, 4:7] = instances.scale
    rows[:, 7] = _order()[instances.kind, instances.level, instances.variant]
    return rows.tobytes()


@cache
def _order() -> NDArray[np.int64]:
    """Position of each model in the list, by kind, level and variant."""
    models = hex_models()
    levels, variants = 1 + max(key[1] for key in models), 1 + max(key[2] for key in models)
    order = np.zeros((len(KINDS), levels, variants), np.int64)
    for index, (kind, level, variant) in enumerate(models):
        order[KINDS.index(kind), level, variant] = index
    return order


@cache
def _models() -> tuple[tuple[dict[str, Any], bytes], ...]:
    made = []
    for (kind, level, variant), mesh in hex_models().items():
        colors = np.full((len(mesh.vertices), 4), 255, np.uint8)
        if mesh.colors is not None:
            given = mesh.colors if mesh.colors.dtype == np.uint8 else np.rint(mesh.colors * 255.0)
            colors[:, : given.shape[1]] = given
        parts = [np.ascontiguousarray(mesh.vertices, "<f4"), colors, np.ascontiguousarray(mesh.faces, "<u4")]
        about = {"name": f"{kind} {level} {variant}", "vertices": len(mesh.vertices), "faces": len(mesh.faces)}
        made.append((about, b"".join(part.tobytes() for part in parts)))
    return tuple(made)
