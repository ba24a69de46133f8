"""Compiled loops of ``mesh``: arrays and scalars only."""
