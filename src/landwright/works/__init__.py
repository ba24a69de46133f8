"""The works: carries a recipe down the street.

Words: *plan* (what must run), *run*, *cache* (by content), *report*. The same build runs from a shell, a notebook and the studio.
Not for: terrain itself; every number comes from a verb.
"""
