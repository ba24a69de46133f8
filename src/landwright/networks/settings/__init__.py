"""Nouns of ``networks``: lines, and what becomes of them; a file each for water, roads and drawings."""

from __future__ import annotations

from landwright.networks.settings._lines import Line, Town

__all__ = ["Line", "Town"]
