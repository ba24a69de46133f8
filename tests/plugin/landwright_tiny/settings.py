"""Nouns of the plug-in."""

from __future__ import annotations

from typing import ClassVar, Literal

from landwright.settings import Output, Settings, Stage, choice, flag, nested, quantity, words


class Ripple(Settings):
    """How the bumps repeat."""

    kind: Literal["tiny.ripple"] = "tiny.ripple"
    octaves: int = quantity(3, unit="count", ge=1, le=12, help="More gives finer bumps on top.")
    gain: float = quantity(0.5, unit="1", gt=0, le=1, help="More makes fine bumps taller.", aliases=("persistence",))


class Bumps(Stage):
    """Bumps from the seed, the same on every machine."""

    kind: Literal["tiny.bumps"] = "tiny.bumps"
    relief: float = quantity(100.0, unit="m", gt=0, help="More makes the bumps taller.")
    ripple: Ripple = nested(Ripple(), help="How the bumps repeat.")

    verb: ClassVar[str] = "landwright_tiny._verbs:bumps"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "grid"
    seeded: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset()


class Lift(Stage):
    """Lift the ground."""

    kind: Literal["tiny.lift"] = "tiny.lift"
    by: float = quantity(10.0, unit="m", help="More lifts it higher.")

    verb: ClassVar[str] = "landwright_tiny._verbs:lift"


class Split(Stage):
    """Take a share of the ground away as sediment."""

    kind: Literal["tiny.split"] = "tiny.split"
    share: float = quantity(0.25, unit="1", ge=0, le=1, help="More takes more away.")

    verb: ClassVar[str] = "landwright_tiny._verbs:split"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "layers"
    writes: ClassVar[frozenset[str]] = frozenset({"elevation", "sediment"})


class Where(Stage):
    """A mask of the ground above a height."""

    kind: Literal["tiny.where"] = "tiny.where"
    above: float = quantity(50.0, unit="m", help="More leaves less ground in the mask.")
    invert: bool = flag(False, help="Take the ground below instead.")

    verb: ClassVar[str] = "landwright_tiny._verbs:where"


class Slow(Stage):
    """Takes its time and says how far it is."""

    kind: Literal["tiny.slow"] = "tiny.slow"
    steps: int = quantity(500, unit="count", ge=1, help="More takes longer; a hundredth of a second each.")
    silent: bool = flag(False, help="Look at the flag only, as a long kernel does, and report nothing.")

    verb: ClassVar[str] = "landwright_tiny._verbs:slow"


class Hills(Stage):
    """Raise cells at random."""

    kind: Literal["tiny.hills"] = "tiny.hills"
    most: int = quantity(5, unit="count", ge=1, le=100, help="More makes higher hills.")
    layout: bool = flag(False, help="Give back a map of another size, which is a mistake.")

    verb: ClassVar[str] = "landwright_tiny._verbs:hills"
    takes: ClassVar[Literal["hexmap"]] = "hexmap"
    seeded: ClassVar[bool] = True


class Sift(Stage):
    """Raise the cells under which the ground is high."""

    kind: Literal["tiny.sift"] = "tiny.sift"
    above: float = quantity(50.0, unit="m", help="More leaves fewer cells raised.")

    verb: ClassVar[str] = "landwright_tiny._verbs:sift"
    takes: ClassVar[Literal["layers"]] = "layers"
    reads: ClassVar[frozenset[str]] = frozenset({"elevation", "hexmap"})
    writes: ClassVar[frozenset[str]] = frozenset({"hexmap"})


class Drape(Stage):
    """Ground as high as the highest cell."""

    kind: Literal["tiny.drape"] = "tiny.drape"

    verb: ClassVar[str] = "landwright_tiny._verbs:drape"
    takes: ClassVar[Literal["layers"]] = "layers"
    reads: ClassVar[frozenset[str]] = frozenset({"hexmap", "grid"})


class Faulty(Stage):
    """A verb with a mistake in it."""

    kind: Literal["tiny.faulty"] = "tiny.faulty"
    fault: Literal["raise", "grid", "type", "undeclared", "name"] = choice("raise", help="Which mistake it makes.")

    verb: ClassVar[str] = "landwright_tiny._verbs:faulty"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "layers"


class Note(Stage):
    """Lift the ground by the number in a file."""

    kind: Literal["tiny.note"] = "tiny.note"
    path: str = words(help="Text file with one number in it.")

    verb: ClassVar[str] = "landwright_tiny._verbs:note"
    files: ClassVar[tuple[str, ...]] = ("path",)


class Swatch(Output):
    """A picture of one color, darker for lower ground."""

    kind: Literal["swatch"] = "swatch"
    red: int = quantity(200, unit="count", ge=0, le=255, help="More makes it redder.")

    suffixes: ClassVar[tuple[str, ...]] = (".png",)
    picture: ClassVar[str] = "landwright_tiny._verbs:swatch"
