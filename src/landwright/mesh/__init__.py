"""Meshes: vertices, faces and what they carry.

Words: *vertices* (n, 3) metres, *faces* (m, 3) counter-clockwise seen from outside, *max_error* (m), *skirt*, *level of detail*.
Right-handed, X east, Y north, Z up. Not for: file formats (``io``) or deciding what to mesh.
"""
