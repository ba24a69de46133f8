"""Compiled loops of ``hydrology``: arrays and scalars only."""
