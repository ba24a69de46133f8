"""Recipe to text, with the comments, the order and the spelling of the text it was loaded from.

A setting that the text has stays where it is; one that it has not is written only when it differs from the default.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import tomlkit
from tomlkit.items import AoT, InlineTable, Table

from landwright.errors import OutputError, RecipeError
from landwright.recipe import _load
from landwright.recipe._check import TOP
from landwright.recipe._frames import FRAMES, given
from landwright.settings import Settings

if TYPE_CHECKING:
    from landwright.recipe._recipe import Recipe, RecipeOutput, RecipeStage

__all__ = ["save", "toml", "write_text"]


class _Entry(NamedTuple):
    """A setting: its name, other spellings, value (plain, a noun, or a tuple), and whether a new text leaves it out."""

    name: str
    aliases: tuple[str, ...]
    value: Any
    default: bool


def _entries(noun: Settings) -> list[_Entry]:
    entries = []
    for name, info in type(noun).model_fields.items():
        value = getattr(noun, name)
        default = name != "kind" and not info.is_required() and value == info.get_default(call_default_factory=True)
        entries.append(_Entry(name, tuple(_load.aliases(info)), value, default))
    return entries


def _flat(item: RecipeStage | RecipeOutput) -> list[_Entry]:
    """Return the entries of a stage or output as its table has them: the first word, kind, the rest, the noun's fields."""
    envelope = [entry for entry in _entries(item) if entry.name != "noun"]
    noun = {entry.name: entry for entry in _entries(item.noun)}
    kind = noun.pop("kind")
    order = [envelope[0], kind] if envelope[0].name == "id" else [kind, envelope[0]]
    return [*order, *envelope[1:], *noun.values()]


def _plain(value: Any) -> Any:
    if isinstance(value, Settings):
        return {entry.name: _plain(entry.value) for entry in _entries(value) if not entry.default}
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items() if item is not None}
    return value


def _item(value: Any) -> Any:
    """Return a new TOML item; tables are written inline."""
    if isinstance(value, dict):
        table = tomlkit.inline_table()
        for key, inner in value.items():
            table.append(key, _item(inner))
        return table
    if isinstance(value, list):
        array = tomlkit.array()
        for inner in value:
            array.append(_item(inner))
        return array
    return tomlkit.item(value)


def _update(table: Any, entries: list[_Entry]) -> None:
    """Bring a table to what the entries say, touching as little as possible."""
    known = {name for entry in entries for name in (entry.name, *entry.aliases)}
    for key in [key for key in table if key not in known]:
        del table[key]
    for entry in entries:
        spelled = next((name for name in (entry.name, *entry.aliases) if name in table), None)
        if entry.value is None:
            if spelled is not None:
                del table[spelled]
        elif spelled is None:
            if not entry.default:
                _add(table, entry.name, _item(_plain(entry.value)))
        else:
            _renew(table, spelled, entry.value)


def _add(table: Any, key: str, item: Any) -> None:
    """Add a setting after the last plain one, before sub-tables and before comments that belong to what follows."""
    last = next((name for name in reversed(list(table)) if not isinstance(table[name], (Table, AoT))), None)
    if last is None or isinstance(table, InlineTable):
        table.append(key, item)
    else:
        container = table.value if isinstance(table, Table) else table
        container._insert_after(last, key, item)


def _renew(table: Any, key: str, value: Any) -> None:
    container = table.value if isinstance(table, (Table, InlineTable)) else table
    held: Any = container.item(key)  # a plain lookup would give booleans without their comment
    if isinstance(value, Settings) and isinstance(held, (Table, InlineTable)):
        kind = getattr(value, "kind", None)
        if held.get("kind", kind) == kind:
            entries = _entries(value)
            _update(held, [e._replace(default=True) if e.name == "kind" and "kind" not in held else e for e in entries])
            return
    plain = _plain(value)
    if isinstance(value, (tuple, list)) and any(isinstance(item, Settings) for item in value):
        same = isinstance(held, (list, AoT)) and len(held) == len(value)
        if same and all(isinstance(item, (Table, InlineTable)) for item in held):
            for item, noun in zip(held, value):
                if isinstance(noun, Settings) and item.get("kind") == getattr(noun, "kind", None):
                    _update(item, _entries(noun))
                else:
                    same = False
        if same:
            return
    if _same(held.unwrap() if hasattr(held, "unwrap") else held, plain):
        return
    if isinstance(held, (Table, AoT)):
        del table[key]
        table.append(key, _item(plain))
        return
    fresh = _item(plain)
    if hasattr(held, "trivia") and hasattr(fresh, "trivia"):
        fresh.trivia.indent, fresh.trivia.comment_ws = held.trivia.indent, held.trivia.comment_ws
        fresh.trivia.comment, fresh.trivia.trail = held.trivia.comment, held.trivia.trail
    table[key] = fresh


def _same(held: Any, wanted: Any) -> bool:
    """Whether a text's value says what is wanted: 5 and 5.0 are the same, 1 and true are not."""
    if isinstance(held, list) and isinstance(wanted, list):
        return len(held) == len(wanted) and all(_same(a, b) for a, b in zip(held, wanted))
    if isinstance(held, dict) and isinstance(wanted, dict):
        return held.keys() == wanted.keys() and all(_same(held[key], wanted[key]) for key in held)
    return bool(held == wanted) and isinstance(held, bool) == isinstance(wanted, bool)


def _tables(document: Any, word: str, wanted: list[tuple[str, list[_Entry]]], name: str) -> None:
    """Bring ``[[stages]]`` or ``[[outputs]]`` to what is wanted; tables are matched by their `name`."""
    held = document.get(word)
    old = {str(table.get(name)): table for table in held} if isinstance(held, AoT) else {}
    if isinstance(held, AoT) and [str(table.get(name)) for table in held] == [key for key, _ in wanted]:
        for table, (_, entries) in zip(held, wanted):
            _update(table, entries)
        return
    fresh = tomlkit.aot()
    for key, entries in wanted:
        table = old.get(key)
        if table is None:
            table = tomlkit.table()
            table.trivia.indent = "\n"
        _update(table, entries)
        fresh.append(table)
    if held is not None:
        if wanted:
            document[word] = fresh
        else:
            del document[word]
    elif wanted:
        document.append(word, fresh)


def toml(recipe: Recipe) -> str:
    """Return the recipe as TOML; see :meth:`Recipe.to_toml`."""
    document = tomlkit.parse(recipe.source)
    top = [entry for entry in _entries(recipe) if entry.name in ("format", "name", "seed", "sea_level")]
    always = {"format", "name", "seed"}
    entries = [entry._replace(default=entry.default and entry.name not in always) for entry in top]
    for key in [key for key in document if key not in TOP]:
        del document[key]
    for entry in entries:
        if entry.name in document:
            _renew(document, entry.name, entry.value)
        elif not entry.default:
            _add(document, entry.name, _item(_plain(entry.value)))
    for word in FRAMES:
        _frame(document, word, recipe.frames.get(word))
    _tables(document, "stages", [(stage.id, _flat(stage)) for stage in recipe.stages], "id")
    _tables(document, "outputs", [(output.path, _flat(output)) for output in recipe.outputs], "path")
    text = tomlkit.dumps(document)
    return text if text.endswith("\n") else text + "\n"


def _frame(document: Any, word: str, noun: Settings | None) -> None:
    """Bring ``[grid]`` or ``[hexmap]`` to what is wanted."""
    if noun is None:
        if word in document:
            del document[word]
        return
    values, always = given(word, noun), FRAMES[word].always
    entries = [
        entry._replace(value=values.get(entry.name), default=entry.default and entry.name not in always)
        for entry in _entries(noun)
    ]
    if word in document:
        _update(document[word], entries)
        return
    table = tomlkit.table()
    _update(table, entries)
    document.add(word, table)


def save(recipe: Recipe, path: Path) -> None:
    """Write the recipe; see :meth:`Recipe.save`."""
    if path.suffix.lower() == ".json":
        text = json.dumps(recipe.to_json(), indent=2, ensure_ascii=False) + "\n"
    else:
        text = toml(recipe)
        again = _load.parse(text, name=str(path), folder=path.parent)
        if again != recipe:
            raise RecipeError(
                f"{path}: the recipe could not be written so that it reads back the same; save it as .json."
            )
    write_text(path, text)


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all; a link is followed.

    Raises
    ------
    OutputError
        If the folder is missing or not writable, or `path` is a folder.
    """
    target = Path(os.path.realpath(path))
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        if target.is_dir():
            raise OutputError(f"{path}: this is a folder; give the name of a file.")
        part.write_bytes(text.encode())
        part.replace(target)
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        if not target.parent.is_dir():
            raise OutputError(f"{path}: there is no folder {str(path.parent)!r}; make it first.") from None
        raise OutputError(f"{path}: the file cannot be written: {error.strerror or error}.") from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
