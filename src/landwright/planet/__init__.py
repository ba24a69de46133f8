"""Planets: layered noise on a cube-sphere, biomes and oceans.

Words: *face*, *resolution* (vertices per side of a face), *layer*. Not for: flat landscapes (``generate``).
"""
