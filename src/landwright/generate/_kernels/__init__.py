"""Compiled loops of ``generate``: arrays and scalars only."""
