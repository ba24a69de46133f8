"""Compiled loops of ``noise``: arrays and scalars only."""
