"""Recipe, RecipeStage and RecipeOutput: the nouns a recipe file is made of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PrivateAttr, SerializeAsAny, field_validator, model_validator

from landwright.errors import RecipeError, SettingError
from landwright.grid import Grid
from landwright.hexmap.settings import Layout
from landwright.planet.settings import Frame
from landwright.recipe import _check
from landwright.recipe._frames import FRAMES
from landwright.recipe._migrate import FORMAT
from landwright.seeds import Seed, normalize
from landwright.settings import CONTAINERS, Output, Settings, Stage, choice, flag, nested, quantity, words

__all__ = ["Combine", "Recipe", "RecipeOutput", "RecipeStage"]

Combine = Literal["replace", "add", "multiply", "lerp", "min", "max", "smooth_min", "smooth_max"]
_Word = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]*$", max_length=64)]


class RecipeStage(Settings):
    """One step of a recipe: a noun, and what the recipe says around it.

    Parameters
    ----------
    id : str
        Unique in the recipe and never changed or used again: it feeds the random stream of the stage and is the name
        in ``--set base.octaves=6``. A copy of a stage gets a new id.
    noun : Stage
        What the stage does.
    title : str
        Free text for people.
    enabled : bool
        A disabled stage is left out of the build.
    output : str
        Layer the result goes to.
    combine : str
        How the result meets what that layer holds.
    mask : str, optional
        Layer of 0 to 1: where the stage works, and how strongly.
    input : str, optional
        Layer handed to a verb that takes one; elevation by default.
    """

    id: _Word = words(help="Name of the stage: unique, and never changed, because it feeds the random stream.")
    title: str = words("", help="Free text for people.")
    enabled: bool = flag(True, help="Off leaves the stage out of the build.")
    output: _Word = words("elevation", help="Layer the result goes to.")
    combine: Combine = choice("replace", help="How the result meets what the layer already holds.")
    mask: _Word | None = words(None, help="Layer of 0 to 1 that says where the stage works, and how strongly.")
    input: _Word | None = words(None, help="Layer the stage reads instead of elevation.")
    noun: SerializeAsAny[Stage] = nested(help="What the stage does.")

    @property
    def kind(self) -> str:
        """The noun's kind."""
        return str(getattr(self.noun, "kind", type(self.noun).__name__))

    @property
    def main(self) -> str | None:
        """The layer that `combine` and `mask` are about; None when the stage writes neither its output nor elevation."""
        written = self.noun.layers_written()
        if "output" in written:
            return self.output
        return "elevation" if "elevation" in written else None

    @property
    def writes(self) -> frozenset[str]:
        """Every layer the stage writes."""
        return frozenset(self.output if name == "output" else name for name in self.noun.layers_written())

    @property
    def given(self) -> frozenset[str]:
        """The layers the verb is handed."""
        takes, names = type(self.noun).takes, self.noun.layers_read() - {"grid"}
        if takes == "grid":
            return names - {"elevation"}
        if takes == "field":
            return (names - {"elevation"}) | {self.input or "elevation"}
        return names | ({takes} & CONTAINERS)

    @property
    def frames(self) -> frozenset[str]:
        """The tables of the recipe that the stage works on: grid for every raster it takes, reads or writes, or a container's own."""
        named = {type(self.noun).takes} & FRAMES.keys()
        touched = self.noun.layers_read() if type(self.noun).takes == "layers" else frozenset[str]()
        return frozenset(named | {name if name in CONTAINERS else "grid" for name in touched | self.writes})

    @property
    def blends(self) -> bool:
        """Whether what the main layer already holds shows in the result."""
        return self.combine != "replace" or self.mask is not None

    @property
    def reads(self) -> frozenset[str]:
        """Every layer the result depends on: what the verb is handed, the mask, and the layer it is combined with."""
        names = set(self.given)
        if self.mask is not None:
            names.add(self.mask)
        if self.blends and self.main is not None:
            names.add(self.main)
        return frozenset(names)

    def to_json(self) -> dict[str, Any]:
        """Return the flat form a recipe file has: the envelope's words and the noun's fields side by side."""
        envelope = self.model_dump(mode="json", exclude={"noun"})
        noun = self.noun.to_json()
        return {"id": envelope.pop("id"), "kind": noun.pop("kind"), **envelope, **noun}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read what :meth:`to_json` gave."""
        from landwright.recipe import _load

        made, problems = _load.read_stage(data, ())
        if problems or made is None:
            raise SettingError("\n".join(text for _, text in problems))
        return made  # type: ignore[return-value]


class RecipeOutput(Settings):
    """One file a recipe ends in.

    Parameters
    ----------
    path : str
        File name inside the output folder.
    noun : Output
        The settings of the writer or picture.
    """

    path: str = words(help="File name inside the output folder.", max_length=240)
    noun: SerializeAsAny[Output] = nested(help="The settings of the writer or picture.")

    @property
    def kind(self) -> str:
        """The noun's kind."""
        return str(getattr(self.noun, "kind", type(self.noun).__name__))

    def to_json(self) -> dict[str, Any]:
        """Return the flat form a recipe file has."""
        noun = self.noun.to_json()
        return {"kind": noun.pop("kind"), "path": self.path, **noun}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read what :meth:`to_json` gave."""
        from landwright.recipe import _load

        made, problems = _load.read_output(data, ())
        if problems or made is None:
            raise SettingError("\n".join(text for _, text in problems))
        return made  # type: ignore[return-value]


class Recipe(Settings):
    """A world written down: a seed, a grid, a hex map's layout or a planet's frame, the stages that make it and the files it ends in.

    Parameters
    ----------
    name : str
        Free text.
    seed : int or str
        64 bits or any text.
    sea_level : float
        Metres.
    grid : Grid, optional
        Where the samples of rasters lie.
    hexmap : Layout, optional
        The frame of a hex map: how many cells, where, how large.
    planet : Frame, optional
        The frame of a planet: its radius, and how many nodes.
    stages : sequence of RecipeStage
        In the order they run.
    outputs : sequence of RecipeOutput
        The files written into the output folder.

    Examples
    --------
    >>> recipe = Recipe(name="empty", grid=Grid(shape=(5, 5)))
    >>> recipe.set("grid.cell_size", 2.0).grid.cell_size
    2.0
    """

    format: Literal[1] = quantity(FORMAT, unit="count", help="Version of the recipe's layout.")
    name: str = words("", help="Name of the world.")
    seed: Seed = quantity(
        0, unit="count", help="Any whole number of 64 bits, or any text; another one is another world."
    )
    sea_level: float = quantity(0.0, unit="m", ge=-1e6, le=1e6, help="Elevation of the sea's surface.")
    grid: Grid | None = nested(None, help="Where the samples lie: shape, cell size and origin.")
    hexmap: Layout | None = nested(None, help="The frame of a hex map: columns and rows of cells, and their metrics.")
    planet: Frame | None = nested(None, help="The frame of a planet: its radius and its resolution.")
    stages: tuple[RecipeStage, ...] = nested((), help="The steps that make the world, in order.")
    outputs: tuple[RecipeOutput, ...] = nested((), help="The files the world is written to.")

    _source: str = PrivateAttr(default="")
    _folder: Path | None = PrivateAttr(default=None)

    @field_validator("seed", mode="before")
    @classmethod
    def _seed(cls, value: Any) -> Any:
        try:
            normalize(value)
        except SettingError as error:
            raise ValueError(str(error).removeprefix("seed ")) from None
        return value

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        problems = _check.problems(self.stages, self.outputs, self.frames)
        if problems:
            raise ValueError("\n".join(text for _, text in problems))
        return self

    @classmethod
    def load(cls, path: str | Path) -> Recipe:
        """Read a recipe file, TOML or JSON.

        Raises
        ------
        InputMissing
            If there is no such file.
        RecipeError
            If it is not a valid recipe: one line for each problem, with file, line, setting and the nearest valid word.
        """
        from landwright.recipe import _load

        return _load.load(Path(path))

    @classmethod
    def from_text(cls, text: str, *, name: str = "recipe", folder: str | Path | None = None) -> Recipe:
        """Read a recipe from text, TOML or (when it starts with a brace) JSON.

        Parameters
        ----------
        text : str
            The recipe.
        name : str
            What messages call it.
        folder : path, optional
            Where relative paths of input files start; the current folder when left out.
        """
        from landwright.recipe import _load

        return _load.parse(text, name=name, folder=None if folder is None else Path(folder))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Recipe:
        """Read what :meth:`to_json` gave; the inverse, to the bit."""
        from landwright.recipe import _load

        return _load.read(dict(data), name="recipe", lines={})

    @property
    def frames(self) -> dict[str, Settings]:
        """The tables that say where the world lies, by their word: of ``grid``, ``hexmap`` and ``planet`` those that are given."""
        return {word: getattr(self, word) for word in FRAMES if getattr(self, word) is not None}

    @property
    def folder(self) -> Path:
        """The folder relative paths of input files start from."""
        return self._folder if self._folder is not None else Path()

    @property
    def source(self) -> str:
        """The text the recipe was loaded from, with its comments; empty for a recipe made in Python."""
        return self._source

    def stage(self, id: str) -> RecipeStage:
        """Return the stage of that id, or raise RecipeError naming the nearest."""
        for stage in self.stages:
            if stage.id == id:
                return stage
        raise RecipeError(_check.unknown_stage(id, [stage.id for stage in self.stages]))

    def set(self, path: str, value: Any) -> Recipe:
        """Return a copy with one setting changed, as ``--set`` does.

        Parameters
        ----------
        path : str
            ``seed``, ``grid.cell_size``, ``base.octaves``, ``base.noise.octaves``: a word of the recipe, or a stage's id, a
            dot, and the setting.
        value : object
            The new value. Numbers may be text.
        """
        from landwright.recipe import _set

        return _set.changed(self, path, value)

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some parts changed; comments of the loaded text stay with it."""
        made: Self = remember(super().replace(**changes), self._source, self._folder)
        return made

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values in the shape of the file, complete with defaults."""
        return {
            "format": self.format,
            "name": self.name,
            "seed": self.seed,
            "sea_level": self.sea_level,
            **{word: noun.to_json() for word, noun in self.frames.items()},
            "stages": [stage.to_json() for stage in self.stages],
            "outputs": [output.to_json() for output in self.outputs],
        }

    def to_toml(self) -> str:
        """Return the recipe as TOML, with the comments of the text it was loaded from."""
        from landwright.recipe import _save

        return _save.toml(self)

    def save(self, path: str | Path) -> None:
        """Write the recipe whole or not at all, as TOML or, when `path` ends in .json, as JSON."""
        from landwright.recipe import _save

        _save.save(self, Path(path))

    def __eq__(self, other: object) -> bool:
        """Compare what the recipes say, not where they were read or how they are commented."""
        return self.to_json() == other.to_json() if isinstance(other, Recipe) else NotImplemented

    def __hash__(self) -> int:
        """Hash what :meth:`__eq__` compares."""
        return hash(json.dumps(self.to_json(), sort_keys=True))


def remember(recipe: Any, source: str, folder: Path | None) -> Any:
    """Give a new recipe the text and the folder it comes from; return it."""
    private = object.__getattribute__(recipe, "__pydantic_private__")
    private["_source"], private["_folder"] = source, folder
    return recipe
