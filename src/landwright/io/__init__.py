"""Files: bytes in, bytes out.

Words: a *heightmap* is an encoded file of a heightfield; a *DEM* is a measured heightfield we did not make. Only this package turns
nodata into a mask and changes frames. Files are written whole or not at all. Not for: deciding anything about terrain.
"""
