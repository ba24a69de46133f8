"""Noun of a landscape with all that runs across it, in one file."""

from __future__ import annotations

from collections.abc import Set
from typing import ClassVar, Literal

from landwright.networks.settings import Structures
from landwright.settings import CONTAINERS, Output, choice, flag, nested, quantity, words

__all__ = ["SceneGlb"]

_Part = Literal["terrain", "caps", "roads", "bridges", "tunnels", "portals", "rivers", "lakes"]
_PARTS: tuple[_Part, ...] = ("terrain", "caps", "roads", "bridges", "tunnels", "portals", "rivers", "lakes")


class SceneGlb(Output):
    """A landscape and all that runs across it as one glTF file: ground with tunnel mouths, roads, bridges, tunnels, rivers, lakes."""

    kind: Literal["scene"] = "scene"
    suffixes: ClassVar[tuple[str, ...]] = (".glb",)
    shows: ClassVar[str] = "network"
    parts: tuple[_Part, ...] = words(
        _PARTS, help="Which meshes are in the file; the others are left out.", ui={"widget": "list"}
    )
    structures: Structures = nested(Structures(), help="How tunnels and bridges are built.")
    water: str = words("water", help="Layer of water depth that lakes are made of; empty for none.")
    origin: Literal["auto", "world", "local"] = choice(
        "auto",
        help="Where coordinates are measured from: the world's origin, the middle of the ground, or (auto) its middle only "
        "when it lies so far out that float32 would be coarse. The place is noted in the file.",
    )
    roughness: float = quantity(
        0.9, unit="1", ge=0.0, le=1.0, help="How dull the ground looks; less makes it shine like wet rock."
    )
    texture: bool = flag(
        False,
        help="Let the ground wear a picture of what covers it. A recipe's build draws it; from Python give it: write(..., texture=).",
    )

    def lacks(self, names: Set[str]) -> list[tuple[str, str]]:
        """Say what is missing: ground and something that runs across it."""
        if "elevation" not in names:
            return [("kind", "it shows the ground, which this recipe does not make.")]
        if not names - CONTAINERS - {"elevation"}:
            return [("kind", "it shows roads and rivers, which no stage of this recipe makes.")]
        return []
