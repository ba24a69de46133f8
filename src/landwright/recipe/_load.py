"""Text to Recipe: every problem at once, each with file, line, setting and the nearest valid word."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from pydantic import ValidationError

from landwright._explain import explain
from landwright.errors import InputMissing, RecipeError, nearest, sentence
from landwright.recipe import _check, _kinds
from landwright.recipe._frames import FRAMES
from landwright.recipe._lines import Path, json_lines, line_of, toml_lines
from landwright.recipe._migrate import migrate
from landwright.recipe._recipe import Recipe, RecipeOutput, RecipeStage, remember
from landwright.settings import RESERVED, Output, Settings, Stage

__all__ = ["load", "parse", "read", "read_output", "read_stage"]

Problems = list[tuple[Path, str]]


def load(path: FilePath) -> Recipe:
    """Read a recipe file; see :meth:`Recipe.load`."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        folder = path.parent if path.parent.is_dir() else FilePath()
        close = nearest(path.name, [p.name for p in sorted(folder.iterdir()) if p.suffix in (".toml", ".json")])
        hint = (
            f"Did you mean {str(path.with_name(close))!r}?"
            if close
            else "Start one with: landwright new alps -o FILE.toml"
        )
        raise InputMissing(f"{path}: there is no such recipe. {hint}") from None
    except IsADirectoryError:
        inside = path / "recipe.toml"
        hint = f"Did you mean {str(inside)!r}?" if inside.is_file() else "Give the recipe file itself."
        raise RecipeError(f"{path}: a recipe must be a file, got a folder. {hint}") from None
    except OSError as error:
        raise RecipeError(f"{path}: the recipe cannot be read: {error.strerror or error}.") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecipeError(
            f"{path}: a recipe must be text (TOML or JSON), and this file is not. "
            f"To make a recipe from a heightmap: landwright import {path} -o FILE.toml"
        ) from None
    return parse(text, name=str(path), folder=path.parent, as_json=path.suffix.lower() == ".json")


def parse(text: str, *, name: str, folder: FilePath | None, as_json: bool = False) -> Recipe:
    """Read a recipe from text; JSON when told so or when it starts with a brace."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise RecipeError(f"{name}: the recipe is empty. Start one with: landwright new alps -o FILE.toml")
    if as_json or text.lstrip().startswith("{"):
        data, lines, source = _json(text, name), json_lines(text), ""
    else:
        data, lines, source = _toml(text, name), toml_lines(text), text
    return remember(read(data, name=name, lines=lines), source, folder)  # type: ignore[no-any-return]


def _toml(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RecipeError(f"{name}: the recipe cannot be read: its brackets are nested too deeply.") from None
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error))
        what = found.group(1) if found else str(error)
        number = int(found.group(2)) if found and found.group(2) else text.rstrip().count("\n") + 1
        line = text.splitlines()[number - 1].strip() if number <= len(text.splitlines()) else ""
        raise RecipeError(f"{name}, line {number}: this is not valid TOML: {_toml_fault(what, line)}") from None


def _toml_fault(what: str, line: str) -> str:
    shown = f" The line reads: {line[:80]}" if line else ""
    if what == "Invalid value":
        value = line.partition("=")[2].strip()
        if re.fullmatch(r"[A-Za-z_][\w ./-]*", value):
            return f'text must stand in quotes: {line.partition("=")[0].strip()} = "{value}".'
        return f"there is no valid value after the equals sign.{shown}"
    if what == "Cannot overwrite a value":
        return f"the setting is given twice in one table; remove one.{shown}"
    if what.startswith("Cannot declare") and "twice" in what:
        return f"the table stands twice; a list of tables is written with double brackets, [[stages]].{shown}"
    if what == "Expected '=' after a key in a key/value pair":
        return f"a setting is written name = value.{shown}"
    return f"{what[:1].lower()}{what[1:]}.{shown}"


def _json(text: str, name: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False).encode()
    except RecursionError:
        raise RecipeError(f"{name}: the recipe cannot be read: its brackets are nested too deeply.") from None
    except UnicodeEncodeError:
        raise RecipeError(
            f"{name}: the recipe cannot be read: an escape such as \\ud800 is half a character."
        ) from None
    except json.JSONDecodeError as error:
        what = f"{error.msg[:1].lower()}{error.msg[1:]}"
        raise RecipeError(f"{name}, line {error.lineno}: this is not valid JSON: {what}.") from None
    if not isinstance(data, dict):
        raise RecipeError(f"{name}: a recipe must be a JSON object, got {type(data).__name__}.")
    return data


def read(data: dict[str, Any], *, name: str, lines: Mapping[Path, int]) -> Recipe:
    """Read a recipe's plain data; `lines` says where each setting stands in its text."""
    try:
        data = migrate(data)
    except RecipeError as error:
        problems: Problems = [(("format",), str(error))]
        raise RecipeError(_report(problems, name, lines)) from None
    made, problems = _assemble(data)
    if problems or made is None:
        raise RecipeError(_report(problems, name, lines))
    return made


def _report(problems: Problems, name: str, lines: Mapping[Path, int]) -> str:
    known = dict(lines)
    placed = [(line_of(known, path) or 0, order, text) for order, (path, text) in enumerate(problems)]
    out = []
    for line, _, text in sorted(placed):
        out.append(f"{name}, line {line}: {text}" if line else f"{name}: {text}")
    return "\n".join(dict.fromkeys(out))


def _assemble(data: dict[str, Any]) -> tuple[Recipe | None, Problems]:
    problems: Problems = []
    for word in data:
        if word not in _check.TOP:
            close = nearest(word, _check.TOP)
            hint = f"Did you mean {close!r}? " if close else ""
            problems.append(
                ((word,), f"unknown word {word!r} at the top of the recipe. {hint}Valid: {', '.join(_check.TOP)}.")
            )
    stages, found = _list(data, "stages", read_stage)
    problems += found
    outputs, found = _list(data, "outputs", read_output)
    problems += found
    frames: dict[str, Any] = {}
    for word, frame in FRAMES.items():
        if data.get(word) is None:
            continue
        if isinstance(data[word], dict):
            frames[word], found = _noun(data[word], frame.noun, (word,), word)
        else:
            found = [((word,), sentence(word, f"must be a table, written [{word}]", data[word]))]
        problems += found
    top: dict[str, Any] = {word: data[word] for word in ("name", "seed", "sea_level") if word in data}
    _, found = _noun(top, Recipe, (), "recipe")
    problems += found
    if not any(path[:1] == ("stages",) for path, _ in problems):
        named = [word for word in FRAMES if data.get(word) is not None]
        problems += _check.problems(stages, [] if len(outputs) < len(data.get("outputs", ())) else outputs, named)
    if problems:
        return None, problems
    return Recipe(**top, **frames, stages=tuple(stages), outputs=tuple(outputs)), problems


def _list(data: Mapping[str, Any], word: str, reader: Any) -> tuple[list[Any], Problems]:
    items = data.get(word, [])
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        text = f"{word} must be a list of tables, each written [[{word}]] with double brackets, got {_what(items)}."
        return [], [((word,), text)]
    made, problems = [], []
    for index, item in enumerate(items):
        one, found = reader(item, (word, index))
        problems += found
        if one is not None and not found:
            made.append(one)
    return made, problems


def _what(value: object) -> str:
    return "one table" if isinstance(value, dict) else repr(value)[:60]


def read_stage(data: Mapping[str, Any], at: Path) -> tuple[RecipeStage | None, Problems]:
    """Read one stage from its flat form; return it and what is wrong."""
    label = f"stage {data['id']!r}" if isinstance(data.get("id"), str) else f"stage {_number(at)}"
    noun, problems = _kind(data, at, label, _kinds.stage_kinds(), RESERVED)
    envelope = {word: data[word] for word in RESERVED if word in data}
    made, found = _noun({**envelope, "noun": noun or Stage()}, RecipeStage, at, label)
    return (made if noun is not None else None), found + problems


def read_output(data: Mapping[str, Any], at: Path) -> tuple[RecipeOutput | None, Problems]:
    """Read one output from its flat form; return it and what is wrong."""
    label = f"output {data['path']!r}" if isinstance(data.get("path"), str) else f"output {_number(at)}"
    noun, problems = _kind(data, at, label, _kinds.output_kinds(), _kinds.RESERVED_OUTPUT)
    envelope = {word: data[word] for word in _kinds.RESERVED_OUTPUT if word in data}
    made, found = _noun({**envelope, "noun": noun or Output()}, RecipeOutput, at, label)
    return (made if noun is not None else None), found + problems


def _number(at: Path) -> int:
    return int(at[1]) + 1 if len(at) > 1 else 1


def _kind(
    data: Mapping[str, Any], at: Path, label: str, kinds: Mapping[str, type[Any]], envelope: frozenset[str]
) -> tuple[Any, Problems]:
    word = data.get("kind")
    if "kind" not in data:
        return None, [(at, f"{label}: kind must be given, one of: {', '.join(kinds)}.")]
    if not isinstance(word, str) or word not in kinds:
        hint = " ".join(_kinds.broken_plugins())
        text = sentence(f"{label}: kind", "must be one of the valid words", word, valid=kinds, hint=hint)
        return None, [((*at, "kind"), text)]
    noun = kinds[word]
    fields = {key: value for key, value in data.items() if key not in envelope}
    known = [*noun.model_fields, *(alias for info in noun.model_fields.values() for alias in aliases(info))]
    problems: Problems = []
    for key in [key for key in fields if key not in known]:
        del fields[key]
        close = nearest(key, [*known, *envelope])
        names = ", ".join(name for name in noun.model_fields if name != "kind")
        hint = f"Did you mean {close!r}? " if close else ""
        problems.append(((*at, key), f"{word}: unknown setting {key!r}. {hint}Valid: {names or 'no settings'}."))
    made, found = _noun(fields, noun, at, "")
    return made, problems + found


def aliases(info: Any) -> Sequence[str]:
    """Return the other spellings a field accepts."""
    extra = info.json_schema_extra
    return list(extra.get("x-aliases", ())) if isinstance(extra, dict) else []


def _noun(data: Mapping[str, Any], noun: type[Any], at: Path, label: str) -> tuple[Any, Problems]:
    """Validate plain data as a noun; `label` takes the place of the class name in the sentences."""
    try:
        return noun.model_validate(data), []
    except ValidationError as error:
        problems: Problems = []
        for record in error.errors():
            path, text = explain(record, noun)
            if record["type"] == "union_tag_invalid":
                path = (*path, "kind")
            if record["type"] == "string_pattern_mismatch":
                where = f"{noun.__name__}: {path[-1]}" if path else noun.__name__
                text = sentence(
                    where, "must start with a letter and hold only letters, digits, _ and -", record["input"]
                )
            if label:
                text = re.sub(rf"^{noun.__name__}\b", lambda _: label, text)
            problems.append(((*at, *path), text))
        return None, problems


def check_class(noun: type[Settings], data: Mapping[str, Any], label: str = "") -> Any:
    """Validate plain data as a noun, or raise RecipeError with every problem."""
    made, problems = _noun(data, noun, (), label)
    if problems:
        raise RecipeError("\n".join(text for _, text in problems))
    return made
