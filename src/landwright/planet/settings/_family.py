"""The base of filters, by itself: other packages import it while theirs are loaded."""

from __future__ import annotations

from typing import ClassVar

from landwright.settings import Settings

__all__ = ["Filter"]


class Filter(Settings):
    """The base of all filters.

    A subclass sets ``kind`` (a ``Literal`` field with that default) and ``verb``, where its function is:
    ``function(points, noun, seed=seed)`` gets unit vectors (n, 3) float64 and returns (n,) float64, elevation as a share of the radius. The
    function must give a point the same bits whatever others are asked with it.
    """

    verb: ClassVar[str] = ""
