"""Where every setting stands in a recipe's text.

A parser gives values and forgets lines; a person needs the line. The scanner here walks text that a real parser has already
accepted and notes the line of each key, table and list item under its path, such as ``("stages", 2, "noise", "octaves")``. It
decides nothing about values, so it can never read a recipe differently from the parser.
"""

from __future__ import annotations

import bisect
import contextlib
import json
import re
import tomllib

__all__ = ["Path", "json_lines", "line_of", "toml_lines"]

Path = tuple[str | int, ...]

_TRIVIA = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BASIC = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL = re.compile(r"'[^'\n]*'")
_LONG_BASIC = re.compile(r'"""(?:[^\\]|\\.)*?"""(?!"{1,2}(?!"))"{0,2}', re.DOTALL)
_LONG_LITERAL = re.compile(r"'''.*?'''(?!'{1,2}(?!'))'{0,2}", re.DOTALL)
_SCALAR = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:[^,\]}\s#]+|[^,\]}\s#]+")


class _Lost(Exception):
    """The text is not what the scanner expects; lines found so far stay useful."""


class _Scanner:
    def __init__(self, text: str, equals: str) -> None:
        self.text, self.equals, self.at = text, equals, 0
        self.lines: dict[Path, int] = {}
        self._breaks = [i for i, c in enumerate(text) if c == "\n"]

    def line(self) -> int:
        return bisect.bisect_left(self._breaks, self.at) + 1

    def trivia(self) -> None:
        found = _TRIVIA.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise _Lost
        self.at = found.end()
        return found.group()

    def skip(self, word: str) -> bool:
        if self.text.startswith(word, self.at):
            self.at += len(word)
            return True
        return False

    def expect(self, word: str) -> None:
        self.trivia()
        if not self.skip(word):
            raise _Lost

    def key(self) -> Path:
        """Read a key, dotted or not, and what stands between it and its value's sign."""
        names: list[str] = []
        while True:
            self.trivia()
            if self.text.startswith('"', self.at):
                raw = self.take(_BASIC)
                names.append(json.loads(raw) if self.equals == ":" else tomllib.loads(f"k={raw}")["k"])
            elif self.text.startswith("'", self.at):
                names.append(self.take(_LITERAL)[1:-1])
            else:
                names.append(self.take(_BARE_KEY))
            self.trivia()
            if self.equals == ":" or not self.skip("."):
                return tuple(names)

    def value(self, path: Path) -> None:
        self.trivia()
        start = self.text[self.at : self.at + 3]
        if start.startswith("["):
            self.at += 1
            self.items(path)
        elif start.startswith("{"):
            self.at += 1
            self.table(path)
        elif start == '"""':
            self.take(_LONG_BASIC)
        elif start == "'''":
            self.take(_LONG_LITERAL)
        elif start.startswith('"'):
            self.take(_BASIC)
        elif start.startswith("'"):
            self.take(_LITERAL)
        else:
            self.take(_SCALAR)

    def items(self, path: Path) -> None:
        index = 0
        while True:
            self.trivia()
            if self.skip("]"):
                return
            self.lines[(*path, index)] = self.line()
            self.value((*path, index))
            index += 1
            self.trivia()
            self.skip(",")

    def table(self, path: Path) -> None:
        while True:
            self.trivia()
            if self.skip("}"):
                return
            self.pair(path)
            self.trivia()
            self.skip(",")

    def pair(self, path: Path) -> None:
        self.trivia()
        line = self.line()
        names = self.key()
        for depth in range(1, len(names) + 1):
            self.lines.setdefault((*path, *names[:depth]), line)
        self.lines[(*path, *names)] = line
        self.expect(self.equals)
        self.value((*path, *names))

    def toml(self) -> None:
        prefix: Path = ()
        counts: dict[Path, int] = {}
        while True:
            self.trivia()
            if self.at >= len(self.text):
                return
            line = self.line()
            if self.skip("[["):
                path = self.header(counts)
                self.expect("]]")
                counts[path] = counts.get(path, 0) + 1
                self.lines.setdefault(path, line)
                prefix = (*path, counts[path] - 1)
                self.lines[prefix] = line
            elif self.skip("["):
                prefix = self.header(counts)
                self.expect("]")
                self.lines[prefix] = line
            else:
                self.pair(prefix)

    def header(self, counts: dict[Path, int]) -> Path:
        """Read a table's name; a list of tables on the way means its last one."""
        names = self.key()
        path: Path = ()
        for name in names[:-1]:
            path = (*path, name)
            if path in counts:
                path = (*path, counts[path] - 1)
            self.lines.setdefault(path, self.line())
        return (*path, names[-1])


def toml_lines(text: str) -> dict[Path, int]:
    """Return the line (from 1) of every key, table and list item of a valid TOML text."""
    scanner = _Scanner(text, "=")
    with contextlib.suppress(_Lost):
        scanner.toml()
    return scanner.lines


def json_lines(text: str) -> dict[Path, int]:
    """Return the line (from 1) of every key and list item of a valid JSON text."""
    scanner = _Scanner(text, ":")
    with contextlib.suppress(_Lost):
        scanner.value(())
    return scanner.lines


def line_of(lines: dict[Path, int], path: Path) -> int | None:
    """Return the line of `path`, or of the nearest table around it; None when nothing is known."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return None
