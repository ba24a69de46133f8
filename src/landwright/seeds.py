"""Named, hashed random streams.

A random number in Landwright is a hash of (seed, stage id, coordinates). There is no global generator and no draw
order, so a stage that is inserted in the middle of a recipe moves nothing else. This module owns the first two parts:
it turns what a person typed into 64 bits (:func:`normalize`) and derives independent 64-bit seeds by name
(:func:`derive`). The hash of coordinates is in ``_hash``.
"""

from __future__ import annotations

import hashlib

from landwright.errors import SettingError, sentence

__all__ = ["Seed", "derive", "normalize"]

Seed = int | str
"""What a person may type as a seed: any 64-bit integer (signed or unsigned) or any text."""

_LOW, _HIGH = -(2**63), 2**64 - 1


def normalize(seed: Seed) -> int:
    """Turn a seed into an unsigned 64-bit integer.

    Parameters
    ----------
    seed : int or str
        An integer from -2**63 to 2**64 - 1 stands for itself (negative ones wrap, so -1 and 2**64 - 1 are one seed).
        Text is hashed with BLAKE2b; ``"7"`` and ``7`` are different seeds.

    Returns
    -------
    int
        From 0 to 2**64 - 1; the same on every machine.

    Raises
    ------
    SettingError
        If the seed is a bool, a float, an integer of more than 64 bits, or text that UTF-8 cannot hold.
    """
    if isinstance(seed, str):
        try:
            data = seed.encode()
        except UnicodeEncodeError:  # half a character, from a command line that is not UTF-8 or an escape in JSON
            raise SettingError(sentence("seed", "must be text of whole characters", seed)) from None
        return int.from_bytes(hashlib.blake2b(b"s" + data, digest_size=8).digest(), "little")
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise SettingError(sentence("seed", "must be a whole number of 64 bits or text", seed, hint="Use seed=7."))
    value = int(seed.__index__())
    if not _LOW <= value <= _HIGH:
        raise SettingError(
            sentence("seed", "must fit into 64 bits", seed, hint='Write it as text to use more: seed="...".')
        )
    return value & 0xFFFFFFFFFFFFFFFF


def derive(seed: Seed, *names: int | str) -> int:
    """Derive an independent 64-bit seed from a seed and a path of names.

    Parameters
    ----------
    seed : int or str
        As for :func:`normalize`.
    *names : int or str
        Stage id, purpose, index: whatever names the stream. ``derive(7, "a", "b")`` and ``derive(7, "ab")`` differ.

    Returns
    -------
    int
        From 0 to 2**64 - 1. Without names the seed itself is mixed, so neighbouring seeds give unrelated results.
    """
    state = hashlib.blake2b(digest_size=8, person=b"landwright")
    state.update(normalize(seed).to_bytes(8, "little"))
    for name in names:
        token = f"i{name}" if isinstance(name, int) else f"s{name}"
        data = token.encode()
        state.update(len(data).to_bytes(4, "little") + data)
    return int.from_bytes(state.digest(), "little")
