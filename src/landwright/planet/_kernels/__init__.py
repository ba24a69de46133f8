"""Compiled loops of ``planet``: arrays and scalars only."""
