"""Compiled loops of ``ops``: arrays and scalars only."""
