"""The command line: ``landwright new | build | render | export | import | info | warmup | schema``.

Thin: it parses, calls ``works``, ``io`` and ``render``, and prints. Not for: logic that a library user would miss.
"""
