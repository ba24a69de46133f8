"""Compiled loops of ``networks``: arrays and scalars only."""
