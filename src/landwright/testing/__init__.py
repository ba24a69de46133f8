"""For tests, ours and our users': synthetic terrains with known answers, Hypothesis strategies, asserts.

Stands beside the street: it may import anything below ``works``. Not for: use at run time.
"""
