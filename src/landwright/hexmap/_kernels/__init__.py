"""Compiled loops of ``hexmap``: arrays and scalars only."""
