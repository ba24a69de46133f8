"""Hex maps: cells with elevation, water, rivers, roads, features and walls, and their triangulation.

Words: *axial* (q, r) coordinates, *pointy* and *flat* layouts, *chunk*. Not for: rasters; converters are in ``works``.
"""
