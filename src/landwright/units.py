"""Units carried by settings and layers.

SI throughout: metres, years, and plain ratios. A unit is a short string from :data:`UNITS`; the recipe schema, the
studio's forms and the reference pages show the text beside it. Glossary word: *unit*. Not for: converting numbers at
run time; feet and degrees are converted where a file is read.
"""

from __future__ import annotations

from typing import Final

__all__ = ["UNITS", "check_unit", "describe"]

UNITS: Final[dict[str, str]] = {
    "1": "ratio",
    "%": "percent",
    "m": "metres",
    "m2": "square metres",
    "m3": "cubic metres",
    "1/m": "per metre",
    "yr": "years",
    "m/yr": "metres per year",
    "m2/yr": "square metres per year",
    "m3/yr": "cubic metres per year",
    "degrees": "degrees of angle",
    "degC": "degrees Celsius",
    "K": "degrees of warmth",
    "K/m": "degrees of warmth per metre",
    "px": "picture pixels",
    "count": "a whole number",
    "s": "seconds",
    "text": "text",
}
"""Every unit that a setting or a layer may carry, with the words shown to people."""


def check_unit(unit: str) -> str:
    """Return the unit when it is a known one.

    Parameters
    ----------
    unit : str
        What to check.

    Returns
    -------
    str
        The same text.

    Raises
    ------
    ValueError
        If it is not one of :data:`UNITS`.
    """
    if unit not in UNITS:
        raise ValueError(f"unit must be one of {', '.join(UNITS)}, got {unit!r}")
    return unit


def describe(unit: str) -> str:
    """Say a unit in words.

    Parameters
    ----------
    unit : str
        One of :data:`UNITS`, such as ``"m"``.

    Returns
    -------
    str
        The words, such as ``"metres"``.
    """
    return UNITS[check_unit(unit)]
