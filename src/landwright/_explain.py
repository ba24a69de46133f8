"""Turn pydantic's error records into one sentence: which setting, what it must be, what it got, the valid words.

Each kind of error has one small function in :data:`_SENTENCES`; :func:`explain` finds the setting and picks the function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args, get_origin

from pydantic import AliasChoices, BaseModel, ValidationError
from pydantic.fields import FieldInfo

from landwright.errors import nearest, sentence
from landwright.units import describe

__all__ = ["explain", "first_sentence", "kind_of", "models_in"]

_COMPARE = {"greater_than": ">", "greater_than_equal": ">=", "less_than": "<", "less_than_equal": "<="}


@dataclass
class _Problem:
    """One error record with the setting it is about: its path from `root`, the noun that was validated, to `model`, its own noun."""

    kind: str
    got: Any
    context: Mapping[str, Any]
    text: str
    path: list[str | int]
    info: FieldInfo | None
    model: type[BaseModel]
    root: type[BaseModel]

    @property
    def where(self) -> str:
        name = ".".join(str(part) for part in self.path)
        return f"{kind_of(self.root)}: {name}" if name else kind_of(self.root)


def kind_of(model: type[BaseModel]) -> str:
    """Return the kind of a noun (``"generate.plasma"``), or its class name when it has none."""
    info = model.model_fields.get("kind")
    return str(info.default) if info is not None and isinstance(info.default, str) else model.__name__


def models_in(annotation: Any) -> list[type[BaseModel]]:
    """Return the nouns that an annotation allows: one, several in a union, or none."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    if get_origin(annotation) is None:
        return []
    return [model for part in get_args(annotation) for model in models_in(part)]


def _aliases(info: FieldInfo) -> list[str]:
    return [str(a) for a in info.validation_alias.choices] if isinstance(info.validation_alias, AliasChoices) else []


def _field(model: type[BaseModel], name: str) -> FieldInfo | None:
    found = model.model_fields.get(name)
    return found or next((f for f in model.model_fields.values() if name in _aliases(f)), None)


def _bounds(info: FieldInfo | None) -> str:
    parts = []
    for item in info.metadata if info else ():
        for name, sign in (("gt", ">"), ("ge", ">="), ("lt", "<"), ("le", "<=")):
            value = getattr(item, name, None)
            if value is not None:
                parts.append(f"{sign} {value:g}" if isinstance(value, float) else f"{sign} {value}")
    return " and ".join(parts)


def _unit(info: FieldInfo | None) -> str:
    extra = info.json_schema_extra if info is not None else None
    unit = extra.get("unit") if isinstance(extra, dict) else None
    return f" ({describe(unit)})" if isinstance(unit, str) and unit not in ("text", "count") else ""


def _quoted(text: object) -> list[str]:
    parts = str(text).replace(" or ", ", ").split(",")
    return [part.strip().strip("'") for part in parts if part.strip()]


def _unknown(p: _Problem) -> str:
    names = [name for name in p.model.model_fields if name != "kind"]
    close = nearest(str(p.path[-1]), names)
    hint = f"Did you mean {close!r}? " if close else ""
    return f"{kind_of(p.model)}: unknown setting {str(p.path[-1])!r}. {hint}Valid: {', '.join(names) or 'none'}."


def _list(p: _Problem) -> str:
    length = len(get_args(p.info.annotation)) if p.info is not None and get_origin(p.info.annotation) is tuple else 0
    return sentence(p.where, f"must be a list of {length or 'several'} values{_unit(p.info)}", p.got)


def _missing(p: _Problem) -> str:
    if p.path and isinstance(p.path[-1], int):
        p.path.pop()
        return _list(p)
    return f"{p.where} must be given{_unit(p.model.model_fields.get(str(p.path[-1])))}, got nothing."


def _out_of_range(p: _Problem) -> str:
    bounds = _bounds(p.info) or " ".join(f"{_COMPARE[p.kind]} {value}" for value in p.context.values())
    return sentence(p.where, f"must be {bounds}{_unit(p.info)}", p.got)


def _number(p: _Problem) -> str:
    if isinstance(p.got, (list, tuple)):
        return _list(p)
    what = "a whole number" if p.kind.startswith("int") or (p.info and p.info.annotation is int) else "a finite number"
    bounds = "" if p.kind == "int_from_float" else _bounds(p.info)
    unit = "" if p.kind == "int_from_float" else _unit(p.info)
    return sentence(p.where, f"must be {what}{' ' + bounds if bounds else ''}{unit}", p.got)


def _word(p: _Problem) -> str:
    return sentence(p.where, "must be one of the valid words", p.got, valid=_quoted(p.context.get("expected", "")))


def _kind(p: _Problem) -> str:
    tags = _quoted(p.context.get("expected_tags", ""))
    tags = tags or [kind_of(model) for model in models_in(p.info.annotation if p.info else None)]
    wrong = p.context.get("tag") or (p.got.get("kind") if isinstance(p.got, Mapping) else p.got)
    return sentence(f"{p.where}.kind", "must be one of the valid words", wrong, valid=tags)


def _table(p: _Problem) -> str:
    kinds = [kind_of(model) for model in models_in(p.info.annotation if p.info else None)]
    hint = f"Write {{ kind = {kinds[0]!r} }}. Kinds: {', '.join(kinds)}." if len(kinds) > 1 else ""
    return sentence(p.where, "must be a table of settings", p.got, hint=hint.replace("'", '"'))


def _switch(p: _Problem) -> str:
    return sentence(p.where, "must be true or false", p.got)


def _text(p: _Problem) -> str:
    return sentence(p.where, "must be text, in quotes", p.got)


def _rule(p: _Problem) -> str:
    return f"{p.where}: {p.context.get('error', p.text)}"


def _other(p: _Problem) -> str:
    return sentence(p.where, p.text.replace("Input should be", "must be"), p.got)


_SENTENCES: dict[str, Callable[[_Problem], str]] = {
    "extra_forbidden": _unknown,
    "missing": _missing,
    "tuple_type": _list,
    "too_long": _list,
    **dict.fromkeys(_COMPARE, _out_of_range),
    **dict.fromkeys(
        ("finite_number", "float_type", "float_parsing", "int_type", "int_parsing", "int_from_float"), _number
    ),
    "literal_error": _word,
    "enum": _word,
    "union_tag_invalid": _kind,
    "union_tag_not_found": _kind,
    **dict.fromkeys(("model_type", "model_attributes_type", "dict_type"), _table),
    **dict.fromkeys(("bool_type", "bool_parsing"), _switch),
    "string_type": _text,
    "value_error": _rule,
    "assertion_error": _rule,
}


def _find(error: Mapping[str, Any], model: type[BaseModel]) -> _Problem:
    """Follow the error's location through nested nouns, leaving out the tags pydantic puts in for unions."""
    path: list[str | int] = []
    info: FieldInfo | None = None
    root = model
    for part in error["loc"]:
        found = _field(model, part) if isinstance(part, str) else None
        if found is not None:
            info = found
            path.append(part)
            inner = models_in(found.annotation)
            model = inner[0] if len(inner) == 1 else model
            continue
        tagged = [m for m in models_in(info.annotation) if part in (kind_of(m), m.__name__)] if info else []
        if tagged:
            model = tagged[0]
        elif isinstance(part, int) or error["type"] in ("extra_forbidden", "missing"):
            path.append(part)
    return _Problem(error["type"], error.get("input"), error.get("ctx", {}), str(error["msg"]), path, info, model, root)


def explain(error: Mapping[str, Any], model: type[BaseModel]) -> tuple[tuple[str | int, ...], str]:
    """Turn one of pydantic's error records into a path and one sentence.

    Parameters
    ----------
    error : mapping
        One entry of ``ValidationError.errors()``.
    model : type
        The noun that was validated.

    Returns
    -------
    path : tuple of str or int
        The setting, as names and positions, without union tags.
    text : str
        The sentence: which setting, what it must be, what it got, the valid words, what to do.
    """
    problem = _find(error, model)
    text = _SENTENCES.get(problem.kind, _other)(problem)
    return tuple(problem.path), text


def first_sentence(error: ValidationError, model: Any) -> str:
    """Return the sentence of the first problem, and how many more there are."""
    records = error.errors()
    _, text = explain(records[0], model)
    more = len(records) - 1
    return text + (f" (and {more} more {'problem' if more == 1 else 'problems'})" if more else "")
