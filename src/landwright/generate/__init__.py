"""Generators: a grid and a seed become elevation.

Words: *relief* is highest minus lowest (m); *plasma* is 2-D midpoint displacement; *diamond-square* displaces centers, then edges;
*forms* are single landforms such as a dune or a volcano. Not for: changing an existing field (``ops``, ``erosion``).
"""
