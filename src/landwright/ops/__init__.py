"""Operations on fields: blend, filters, derivatives, masks, shaping, texture weights, resampling.

Words: *slope* is rise over run, *aspect* the downslope bearing in degrees from north, a *mask* a layer of 0 to 1. Lengths are metres,
so the same settings mean the same landform at any cell size. Not for: making terrain from nothing (``generate``) or moving
material (``erosion``).
"""
