"""Noise: numbers at points, in [-1, 1], from a seed.

Words: *wavelength* is the size of the first octave (m); *octaves*, *lacunarity* (frequency ratio), *gain* (amplitude ratio, also called
persistence); *fbm*, *ridged*, *billow*, *domain warp*, *cellular* with outputs F1 and F2. Every noise can be sampled on a ``Grid`` or at
points (n, 2) or (n, 3), so spheres, hexes and rasters share it. Not for: landscapes in metres; those are in ``generate``.
"""
