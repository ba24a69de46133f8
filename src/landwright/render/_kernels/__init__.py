"""Compiled loops of ``render``: arrays and scalars only."""
