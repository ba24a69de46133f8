"""Erosion: the ground is cut, moved and laid down.

Words: *erosion* and *deposition* are positive thicknesses (m); *repose slope* is the tangent of the angle of repose. Not for:
finding the path of water (``hydrology``).
"""
