"""Compiled loops of ``erosion``: arrays and scalars only."""
