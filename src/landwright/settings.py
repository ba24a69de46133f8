"""Settings and Stage: the bases of every noun.

A noun is a frozen, keyword-only, validated object that round-trips to JSON. Its fields carry unit, bounds, default and
help text, so the recipe file, the studio's sliders, the command line and the reference page come from it alone. A
:class:`Stage` is a noun that a recipe can hold: it says before it runs what it reads and writes, how far it reaches,
and which verb carries it out.

This module imports neither numpy nor numba; a recipe can be read without loading the works.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, dataclass_transform

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic._internal._model_construction import ModelMetaclass
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from landwright._explain import first_sentence, kind_of
from landwright.errors import SettingError, UnknownName, nearest, sentence
from landwright.units import check_unit

__all__ = [
    "CONTAINERS",
    "RESERVED",
    "Output",
    "Reach",
    "Settings",
    "Stage",
    "choice",
    "flag",
    "nested",
    "quantity",
    "words",
]

Reach = Literal["point", "halo", "basin", "whole"]
"""How far a result depends on its input: that sample; a halo of cells; its drainage basin; the whole map."""

RESERVED = frozenset({"id", "title", "enabled", "output", "combine", "mask", "input"})
"""Words a recipe uses around a noun; no stage may have a field of that name."""

CONTAINERS = frozenset({"hexmap", "planet"})
"""Tables of a recipe that make a value of their own name among the layers: a stage takes it, writes it, and others read it."""

_SHOWN = {"elevation": "the ground", "hexmap": "the hex map", "planet": "the planet"}


def _field(
    default: Any, help: str, unit: str, ui: Mapping[str, Any], aliases: Sequence[str], **bounds: float | int | None
) -> Any:
    extra: dict[str, Any] = {"unit": check_unit(unit)}
    if ui:
        extra["x-ui"] = dict(ui)
    if aliases:
        extra["x-aliases"] = list(aliases)
    limits = {name: value for name, value in bounds.items() if value is not None}
    options: dict[str, Any] = {"description": help, "json_schema_extra": extra, **limits}
    made: Any = Field(default, **options)
    return made


def _no_flag(value: Any) -> Any:
    """Refuse true and false where a number is wanted: Python counts them as 1 and 0."""
    if isinstance(value, bool) or (isinstance(value, (list, tuple)) and any(isinstance(item, bool) for item in value)):
        raise PydanticCustomError("float_type", "must be a number")
    return value


def quantity(
    default: Any = ...,
    *,
    unit: str,
    help: str,
    gt: float | None = None,
    ge: float | None = None,
    lt: float | None = None,
    le: float | None = None,
    aliases: Sequence[str] = (),
    ui: Mapping[str, Any] | None = None,
) -> Any:
    """Declare a numeric setting.

    Parameters
    ----------
    default : number, tuple or None
        Value when nothing is given; leave it out for a setting that must be given.
    unit : str
        One of ``units.UNITS``.
    help : str
        One sentence for people: what more of it does.
    gt, ge, lt, le : float, optional
        Bounds of a single number. Elements of a tuple carry their own: ``tuple[Annotated[float, Field(ge=0)], ...]``.
    aliases : sequence of str
        Other spellings accepted when a recipe is loaded (``persistence`` for ``gain``).
    ui : mapping, optional
        Hints for forms: ``step``, ``scale`` ("linear" or "log"), ``soft`` (low, high), ``show_if`` {field: value}.
    """
    made = _field(default, help, unit, ui or {}, aliases, gt=gt, ge=ge, lt=lt, le=le)
    made.metadata.append(BeforeValidator(_no_flag))
    return made


def choice(default: Any = ..., *, help: str, aliases: Sequence[str] = (), ui: Mapping[str, Any] | None = None) -> Any:
    """Declare a setting that is one of a few words; the words are the Literal of its annotation.

    Parameters
    ----------
    default : str, optional
        Value when nothing is given; leave it out for a setting that must be given.
    help : str
        One sentence for people: what it does.
    aliases : sequence of str
        Other spellings accepted on load.
    ui : mapping, optional
        Hints for forms, such as ``show_if``.
    """
    return _field(default, help, "text", {"widget": "choice", **(ui or {})}, aliases)


def flag(default: Any = ..., *, help: str, aliases: Sequence[str] = (), ui: Mapping[str, Any] | None = None) -> Any:
    """Declare a setting that is on or off.

    Parameters
    ----------
    default : bool, optional
        Value when nothing is given; leave it out for a setting that must be given.
    help : str
        One sentence for people: what it does.
    aliases : sequence of str
        Other spellings accepted on load.
    ui : mapping, optional
        Hints for forms, such as ``show_if``.
    """
    return _field(default, help, "1", {"widget": "toggle", **(ui or {})}, aliases)


def words(
    default: Any = ...,
    *,
    help: str,
    max_length: int | None = None,
    aliases: Sequence[str] = (),
    ui: Mapping[str, Any] | None = None,
) -> Any:
    """Declare a setting that is text: a name, a layer, a path.

    Parameters
    ----------
    default : str, optional
        Value when nothing is given; leave it out for a setting that must be given.
    help : str
        One sentence for people: what it does.
    max_length : int, optional
        Most characters allowed.
    aliases : sequence of str
        Other spellings accepted on load.
    ui : mapping, optional
        Hints for forms, such as ``show_if``.
    """
    return _field(default, help, "text", {"widget": "text", **(ui or {})}, aliases, max_length=max_length)


def nested(default: Any = ..., *, help: str, ui: Mapping[str, Any] | None = None, **options: Any) -> Any:
    """Declare a setting that is itself a noun, or a union of nouns told apart by ``discriminator="kind"``.

    Parameters
    ----------
    default : Settings, optional
        The noun when nothing is given.
    help : str
        One sentence for people: what it does.
    ui : mapping, optional
        Hints for forms.
    **options : Any
        Passed on to pydantic's Field, for example ``discriminator="kind"``.
    """
    extra: dict[str, Any] = {"unit": "text", "x-ui": {"widget": "group", **(ui or {})}}
    made: Any = Field(default, description=help, json_schema_extra=extra, **options)
    return made


@dataclass_transform(kw_only_default=True, field_specifiers=())
class _SettingsMeta(ModelMetaclass):
    """Adds aliases to fields, and turns pydantic's errors into one sentence at construction."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **kwargs: Any) -> Any:
        for field_name, info in namespace.items():
            if isinstance(info, FieldInfo) and isinstance(info.json_schema_extra, dict):
                others: Any = info.json_schema_extra.get("x-aliases")
                if others:
                    info.validation_alias = AliasChoices(field_name, *others)
                    info._attributes_set["validation_alias"] = info.validation_alias
        return super().__new__(mcs, name, bases, namespace, **kwargs)

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().__call__(*args, **kwargs)
        except ValidationError as error:
            raise SettingError(first_sentence(error, cls)) from None

    def __getattr__(cls, name: str) -> Any:
        """Say what is missing when a class is used where a noun is wanted: its fields are the noun's, not its own."""
        if name in cls.__dict__.get("__pydantic_fields__", ()):
            raise AttributeError(
                f"{cls.__name__}.{name}: {cls.__name__} is a class; make a noun of it: {cls.__name__}()."
            )
        return super().__getattr__(name)  # type: ignore[misc]


class Settings(BaseModel, metaclass=_SettingsMeta):
    """A frozen, keyword-only, validated set of settings that round-trips to JSON.

    Raises
    ------
    SettingError
        On an unknown name, a missing or out-of-range value, NaN or infinity; one sentence that names the setting.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        validate_default=True,
        use_attribute_docstrings=False,
        ser_json_inf_nan="constants",
        populate_by_name=True,
    )

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some settings changed, validated like a new one."""
        values = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self)(**{**values, **changes})

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse: a noun is frozen."""
        raise SettingError(f"{kind_of(type(self))}: {name} is frozen; make a changed copy with replace({name}=...).")

    if not TYPE_CHECKING:  # or every unknown name would be allowed

        def __getattr__(self, name: str) -> Any:
            """Say what is wrong when a verb looks for a setting of another noun: it was handed one of the wrong kind."""
            if name.startswith("_"):
                return super().__getattr__(name)
            names = [known for known in type(self).model_fields if known != "kind"]
            text = sentence(kind_of(type(self)), "has no setting of that name", name, valid=names)
            raise UnknownName(f"{text} A verb that looks for it takes another noun.")

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values, complete with defaults."""
        return self.model_dump(mode="json")

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read what :meth:`to_json` gave; the inverse, to the bit."""
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise SettingError(first_sentence(error, cls)) from None

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        """Show only what differs from the defaults, so that a repr reads like the call that makes it."""
        for name, info in type(self).model_fields.items():
            value = getattr(self, name)
            if name != "kind" and (info.is_required() or value != info.get_default(call_default_factory=True)):
                yield name, value


class Stage(Settings):
    """A noun a recipe can hold.

    A subclass sets ``kind`` (a ``Literal`` field with that default, ``"package.name"``) and these class variables:

    Attributes
    ----------
    verb : str
        Where its verb is, ``"landwright.generate:plasma"``; text, so that nothing is imported to read a recipe.
    takes : {"grid", "field", "layers", "hexmap", "planet"}
        The first argument of the verb: the ``Grid``; the ``Heightfield`` or ``Layer`` named by the recipe's ``input``
        (default elevation); a dict of the values it reads; or the ``HexMap`` or the ``Globe`` as the stages before left it. The
        noun is the second argument.
    seeded : bool
        Whether the verb draws and so has a ``seed=`` keyword.
    reads, writes : frozenset of str
        Layer names. ``writes`` holds ``"output"`` where the recipe's ``output`` names the layer. A stage that takes
        ``"hexmap"`` or ``"planet"`` reads and writes it and need not say so. One that takes ``"layers"`` may name them beside
        rasters, and may read ``"grid"``, the recipe's frame of rasters.
    reach : {"point", "halo", "basin", "whole"}
        How far the result depends on its input; with ``"halo"`` :meth:`halo` says how many cells.
    files : tuple of str
        Settings that hold the path of a file the verb reads; relative ones are taken from the recipe's folder, and the
        file's content, not its name, decides whether the stage must run again.
    """

    verb: ClassVar[str] = ""
    takes: ClassVar[Literal["grid", "field", "layers", "hexmap", "planet"]] = "field"
    seeded: ClassVar[bool] = False
    reads: ClassVar[frozenset[str]] = frozenset({"elevation"})
    writes: ClassVar[frozenset[str]] = frozenset({"output"})
    reach: ClassVar[Reach] = "point"
    files: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Let a stage that takes a container read and write it, unless it says otherwise."""
        if cls.takes in CONTAINERS:
            own = frozenset({cls.takes})
            cls.reads = own if cls.reads is Stage.reads else cls.reads
            cls.writes = own if cls.writes is Stage.writes else cls.writes

    def halo(self, cell_size: float) -> int:
        """Return how many cells beyond a tile the result depends on, at this cell size (m)."""
        return 0

    def layers_read(self) -> frozenset[str]:
        """Return the layers this stage reads with these settings; override where a setting names a layer."""
        return type(self).reads

    def layers_written(self) -> frozenset[str]:
        """Return the layers this stage writes with these settings; override where a setting names one."""
        return type(self).writes


class Output(Settings):
    """A file a recipe ends in: the settings of one writer or one picture.

    A subclass sets ``kind`` (a ``Literal`` field, for example ``"png16"`` or ``"relief"``) and these class variables:

    Attributes
    ----------
    suffixes : tuple of str
        File name endings it writes, lower case, the preferred one first: ``(".png",)``.
    picture : str
        For pictures: where the verb is that turns (world, noun) into an image (rows, cols, 3) uint8,
        ``"landwright.render:relief_of"``. Empty for nouns that ``io.write`` takes.
    shows : str
        What a world must hold for it whatever its settings: ``"elevation"``, ``"hexmap"``, ``"planet"``, or ``"network"``, any of
        them; empty where settings name it.
    """

    suffixes: ClassVar[tuple[str, ...]] = ()
    picture: ClassVar[str] = ""
    shows: ClassVar[str] = ""

    def lacks(self, names: Set[str]) -> list[tuple[str, str]]:
        """Return (setting, sentence) of what this output shows and a world of those names does not hold; asked before a build.

        Parameters
        ----------
        names : set of str
            Layers that stages write, and containers: ``"hexmap"``, ``"planet"``.
        """
        faults = []
        layers = sorted(names - CONTAINERS)
        if self.shows and self.shows not in names:
            text = f"it shows {_SHOWN.get(self.shows, f'the layer {self.shows!r}')}, which this recipe does not make."
            faults.append(("kind", text))
        for word in ("layer", "layers"):
            named = getattr(self, word, None)
            for name in [named] if isinstance(named, str) else named if isinstance(named, tuple) else []:
                if isinstance(name, str) and name and name not in layers:
                    close = nearest(name, layers)
                    hint = f" Did you mean {close!r}?" if close else ""
                    there = ", ".join(layers) or "none"
                    faults.append((word, f"{word} names {name!r}, which no stage writes.{hint} Layers there: {there}."))
        return faults
