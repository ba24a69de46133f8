"""The nouns of ``planet``: one file an idea, all of them offered here."""

from __future__ import annotations

from landwright.planet.settings._frame import FACES, Face, Frame, Mapping

__all__ = ["FACES", "Face", "Frame", "Mapping"]
