"""What kernels of other rooms build noise from: blocks of points, the lattice, 3-D simplex noise.

A block holds ``BLOCK`` points. ``skew3`` brings coordinates onto the lattice, ``split`` into cells and fractions with a salt for each axis
(``PX``, ``PY``, ``PZ``), ``salted`` mixes in the words of a seed, ``path3`` finds the simplex, ``simplex3`` sums its four corners.
"""

from __future__ import annotations

from landwright.noise._kernels.lattice import BLOCK, PX, PY, PZ, integers, reals, salted, split
from landwright.noise._kernels.points3 import path3, simplex3, skew3

__all__ = ["BLOCK", "PX", "PY", "PZ", "integers", "path3", "reals", "salted", "simplex3", "skew3", "split"]
