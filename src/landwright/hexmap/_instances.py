"""Instances: things that stand on a hex map, one row each; which model, where, turned how far, how large. It holds, it does not compute."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import FieldError, nearest, sentence

__all__ = ["KINDS", "SLOTS", "Instances", "join_instances"]

KINDS: Final = ("urban", "farm", "plant", "castle", "ziggurat", "megaflora", "bridge", "tower", "gate")
"""Name of each code in ``Instances.kind``."""

SLOTS: Final = (
    *("center", "NE", "E", "SE", "SW", "W", "NW", "special", "bridge"),
    *("tower NE", "tower E", "gate NE", "gate E", "gate SE"),
)
"""Name of each place of a cell, the codes in ``Instances.slot``: the center, one beside each side, the special feature, a bridge,
the wall corners after sides NE and E, and the road gaps of sides NE, E and SE (a corner or side belongs to the cell whose it is first)."""

_PLACES = 16


@dataclass(frozen=True, eq=False, init=False)
class Instances:
    """Things that stand on a hex map, one row each.

    Rows are sorted by chunk, in it by cell, in it by slot, and depend on nothing but the map: rebuilding gives the same rows.

    Parameters
    ----------
    kind : (n,) array of int
        Codes: ``hexmap.KINDS[code]`` is the name.
    level : (n,) array of int
        Of urban, farm and plant features 0 for high, 1 for medium, 2 for low density; 0 for others.
    variant : (n,) array of int
        Which of the models of this kind and level.
    slot : (n,) array of int
        Place in the cell: ``hexmap.SLOTS[code]`` is the name. Cell and slot never occur twice.
    cell : (n,) array of int
        Flat index of the cell, row * columns + column.
    position : (n, 3) array
        Where the foot of the model stands, metres from `origin`; x east, y north, z up.
    yaw : (n,) array
        How far it is turned, degrees clockwise seen from above, 0 to 360.
    scale : (n, 3) array
        By what the model is stretched along its own x, y and z before it is turned.
    origin : (float, float, float)
        Where (0, 0, 0) lies in the world (m).
    copy : bool
        False hands fresh arrays over without a copy; the caller must not change them any more.

    Raises
    ------
    FieldError
        If the arrays do not have the same length, or a value is out of range.

    Examples
    --------
    >>> one = Instances([2], level=[0], variant=[1], slot=[0], cell=[7], position=[[1.0, 2.0, 0.0]])
    >>> len(one), one.names(), int(one.ids[0])
    (1, ['plant'], 112)
    """

    kind: NDArray[np.uint8]
    level: NDArray[np.uint8]
    variant: NDArray[np.uint8]
    slot: NDArray[np.uint8]
    cell: NDArray[np.int64]
    position: NDArray[np.float64]
    yaw: NDArray[np.float64]
    scale: NDArray[np.float64]
    origin: tuple[float, float, float]

    def __init__(
        self,
        kind: ArrayLike = (),
        *,
        level: ArrayLike = 0,
        variant: ArrayLike = 0,
        slot: ArrayLike = 0,
        cell: ArrayLike = 0,
        position: ArrayLike = 0.0,
        yaw: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        origin: tuple[float, float, float] = (0.0, 0.0, 0.0),
        copy: bool = True,
    ) -> None:
        count = len(np.atleast_1d(np.asarray(kind)))
        put: dict[str, Any] = {
            "kind": _whole(kind, "kind", count, len(KINDS) - 1, np.uint8, copy),
            "level": _whole(level, "level", count, 2, np.uint8, copy),
            "variant": _whole(variant, "variant", count, 255, np.uint8, copy),
            "slot": _whole(slot, "slot", count, len(SLOTS) - 1, np.uint8, copy),
            "cell": _whole(cell, "cell", count, 1 << 40, np.int64, copy),
            "position": _real(position, "position", (count, 3), copy),
            "yaw": _real(yaw, "yaw", (count,), copy),
            "scale": _real(scale, "scale", (count, 3), copy),
            "origin": tuple(float(value) for value in origin),
        }
        for name, value in put.items():
            object.__setattr__(self, name, value)

    @property
    def ids(self) -> NDArray[np.int64]:
        """One number for each row, 16 * cell + slot: the same thing keeps it through every edit."""
        return self.cell * _PLACES + self.slot

    def names(self) -> list[str]:
        """Return the name of the kind of each row."""
        return [KINDS[code] for code in self.kind]

    def counts(self) -> dict[str, int]:
        """Return how many there are of each kind; all kinds, in order."""
        found = np.bincount(self.kind, minlength=len(KINDS))
        return {name: int(found[code]) for code, name in enumerate(KINDS)}

    def select(self, rows: ArrayLike | str) -> Instances:
        """Return some rows: an index array, a mask, a slice's range or the name of a kind."""
        if isinstance(rows, str):
            if rows not in KINDS:
                close = nearest(rows, KINDS)
                hint = f"Did you mean {close!r}?" if close else ""
                raise FieldError(
                    sentence("hexmap.Instances: kind", "must be a known kind", rows, valid=KINDS, hint=hint)
                )
            rows = self.kind == KINDS.index(rows)
        index = np.asarray(rows)
        held = {field.name: getattr(self, field.name)[index] for field in fields(self) if field.name != "origin"}
        return Instances(origin=self.origin, copy=False, **held)

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.kind)

    def __eq__(self, other: object) -> bool:
        """Compare every row."""
        if not isinstance(other, Instances):
            return NotImplemented
        mine, theirs = _held(self), _held(other)
        return self.origin == other.origin and all(np.array_equal(mine[name], theirs[name]) for name in mine)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Say how many there are of what."""
        found = ", ".join(f"{count} {name}" for name, count in self.counts().items() if count)
        return f"Instances({found or 'none'})"


def join_instances(parts: Iterable[Instances]) -> Instances:
    """Return the rows of several in one, in their order.

    Parameters
    ----------
    parts : iterable of Instances
        For example those of some chunks; all with the same origin.

    Returns
    -------
    Instances
        All rows.

    Raises
    ------
    FieldError
        If the origins differ.
    """
    given = list(parts)
    if not given:
        return Instances()
    origin = given[0].origin
    for part in given:
        if part.origin != origin:
            raise FieldError(sentence("hexmap.join_instances: origin", f"must be {origin} for all parts", part.origin))
    held = {name: np.concatenate([_held(part)[name] for part in given]) for name in _held(given[0])}
    return Instances(origin=origin, copy=False, **held)


def _held(instances: Instances) -> Mapping[str, NDArray[Any]]:
    return {field.name: getattr(instances, field.name) for field in fields(instances) if field.name != "origin"}


def _whole(values: ArrayLike, what: str, count: int, highest: int, dtype: Any, copy: bool) -> NDArray[Any]:
    given = np.asarray(values)
    if given.size and given.dtype.kind not in "iu":
        raise FieldError(sentence(f"hexmap.Instances: {what}", "must hold whole numbers", str(given.dtype)))
    if given.shape not in ((count,), ()):
        raise FieldError(sentence(f"hexmap.Instances: {what}", f"must have the shape ({count},)", given.shape))
    if given.size and (int(given.min()) < 0 or int(given.max()) > highest):
        worst = int(given.min()) if int(given.min()) < 0 else int(given.max())
        raise FieldError(sentence(f"hexmap.Instances: {what}", f"must be from 0 to {highest}", worst))
    return _frozen(given, (count,), dtype, copy)


def _real(values: ArrayLike, what: str, shape: tuple[int, ...], copy: bool) -> NDArray[np.float64]:
    given = np.asarray(values)
    if given.shape not in (shape, ()) and not (given.size == 0 and shape[0] == 0):
        raise FieldError(sentence(f"hexmap.Instances: {what}", f"must have the shape {shape}", given.shape))
    if given.dtype.kind not in "fiu" or not bool(np.isfinite(given).all()):
        raise FieldError(sentence(f"hexmap.Instances: {what}", "must be finite numbers", "others"))
    return _frozen(given, shape, np.float64, copy)


def _frozen(given: NDArray[Any], shape: tuple[int, ...], dtype: Any, copy: bool) -> NDArray[Any]:
    if copy or given.dtype != dtype or given.shape != shape or not given.flags.c_contiguous:
        made = np.empty(shape, dtype)
        made[...] = given if given.size or not shape[0] else 0
        given = made if made.size else np.empty(shape, dtype)
    view = given.view()
    view.flags.writeable = False
    return view
