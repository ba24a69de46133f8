"""The nouns of ``hexmap``: one file an idea, all of them offered here."""

from __future__ import annotations

from landwright.hexmap.settings._layout import Layout
from landwright.hexmap.settings._metrics import Metrics

__all__ = ["Layout", "Metrics"]
