"""Pictures on the CPU, without a display: relief maps, perspective views, contact sheets.

Words: *relief* picture (map view with hillshade), *view* (perspective), *hypsometric tint* (color by elevation). Not for: the
studio's screens (``web``).
"""
