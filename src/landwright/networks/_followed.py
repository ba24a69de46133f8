"""Lines that another stage brought: a network becomes the strokes that roads and rivers follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from landwright.errors import SettingError, sentence
from landwright.networks._network import Network
from landwright.networks.settings import Line

__all__ = ["lines_among"]


def lines_among(given: Any, name: str, where: str) -> tuple[Line, ...]:
    """Return the centerlines of the network of that name as lines to follow; none where no name is given.

    Raises
    ------
    SettingError
        If there is no such network.
    """
    if not name:
        return ()
    network = given.get(name) if isinstance(given, Mapping) else None
    if not isinstance(network, Network):
        there = (
            sorted(key for key, value in given.items() if isinstance(value, Network))
            if isinstance(given, Mapping)
            else []
        )
        raise SettingError(sentence(f"{where}: strokes", "must name a network of an earlier stage", name, valid=there))
    width = network.of_points.get("width")
    made = []
    for edge, line in enumerate(network.lines()):
        wide = None if width is None else float(np.mean(width[network.span(edge)]))
        called = network.names[edge] if network.names else ""
        made.append(Line(points=tuple(map(tuple, line[:, :2].tolist())), width=wide or None, name=called[:100]))
    return tuple(made)
