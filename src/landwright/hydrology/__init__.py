"""The path of water: depressions, receivers, drainage area, basins, streams, lakes.

Words: *receivers* (the cell that takes my flow; a base level receives from itself), *drainage area* (m2), *fill* and *breach* a
*depression*, *basin*, *divide*, *reach*, *Strahler order*. Not for: what the water then does to the ground (``erosion``).
"""
