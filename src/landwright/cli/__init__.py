"""The command line: ``landwright new | build | render | export | import | sketch | info | doctor | warmup | schema``.

Thin: it parses, calls ``works``, ``io`` and ``render``, and prints. Not for: logic that a library user would miss.
"""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line and end the process with its exit code."""
    from landwright.cli._door import enter

    enter()
