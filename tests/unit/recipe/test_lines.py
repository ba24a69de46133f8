"""The scanner finds every path that the parser finds, on the line where a person sees it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from landwright.recipe._lines import json_lines, line_of, toml_lines


def paths(value: Any, at: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    """Every path in parsed data."""
    found = {at} if at else set()
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found |= paths(inner, (*at, key))
    return found


SCALARS = st.sampled_from(
    [
        "7",
        "-1.5e3",
        "true",
        "inf",
        "0x_ff".replace("_f", "f"),
        "1979-05-27T07:32:00Z",
        "1979-05-27 07:32:00",
        '"plain # no comment"',
        '"a \\"quoted\\" ] } word"',
        "'literal [ \" # \\'",
        '"""one\n[two]\nthree = 3 # """',
        '"""ends in two quotes"""""',
        "'''raw ''quotes'' \\\n''' ",
        "''''''",
        '""',
    ]
)


def arrays(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    gaps = st.sampled_from(["", " ", "\n", "  # note ] [\n  "])
    return st.lists(st.tuples(gaps, values, gaps), max_size=3).map(
        lambda items: "[" + ",".join(f"{a}{v}{b}" for a, v, b in items) + "]"
    )


def tables(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    keys = st.sampled_from(["a", "b.c", '"d e"', "'f'", "g-1"])
    return st.dictionaries(keys, values.filter(lambda v: "\n" not in v), max_size=3).map(
        lambda items: "{ " + ", ".join(f"{k} = {v}" for k, v in items.items()) + " }"
    )


VALUES = st.recursive(SCALARS, lambda inner: arrays(inner) | tables(inner), max_leaves=5)
KEYS = st.sampled_from(["k", "k.sub", '"a b"', "'x.y'", '"tab\\tu\\u00e9"', "k . spaced", "é".encode().hex()])
HEADERS = st.sampled_from(
    ["[one]", "[two.three]", "[[many]]", "[[many]]", "[many.inner]", "[[many.deep]]", '["q . r"]', "[ sp . ace ]"]
)
STATEMENT = st.one_of(
    st.tuples(KEYS, VALUES).map(lambda kv: f"{kv[0]} = {kv[1]}"),
    HEADERS,
    st.just("# [[no]] table"),
    st.just(""),
).map(lambda text: text + "\n")


@settings(max_examples=150)
@example('k = """ends in two quotes"""""\nafter = 1\n')
@example("k = '''ends in one quote''''\nafter = 1\n")
@example('k = """\n[no]\ntable = 1 \\""" # """\nafter = 1\n')
@example("k = [ # ]\n  1, [2, { a = '}', b.c = [3] }],\n]\nafter = 1\n")
@example("[[a.b]]\nx = 1\n[a.b.c]\ny = 1\n[[a.b]]\n[[a.b.d]]\nz = 1\n")
@given(st.lists(STATEMENT, max_size=9).map("".join))
def test_every_path_of_a_toml_text_is_found(text: str) -> None:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assume(False)
    assert paths(data) <= set(toml_lines(text))
    assert set(toml_lines(text)) <= paths(data)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=12,
    ),
    st.sampled_from([None, 2]),
    st.booleans(),
)
def test_every_path_of_a_json_text_is_found(data: Any, indent: int | None, ascii_only: bool) -> None:
    assert set(json_lines(json.dumps(data, indent=indent, ensure_ascii=ascii_only))) == paths(data)


def test_lines_are_those_a_person_counts() -> None:
    text = (
        "# one\n"
        'name = """\n'
        "[grid]\n"
        'shape = 3"""\n'
        "\n"
        "[grid]  # six\n"
        "shape = [\n"
        "  5,\n"
        "  6, # nine\n"
        "]\n"
        "[[stages]]\n"
        "id = 'a'\n"
        "[[stages]]\n"
        "id = 'b'\n"
        "noise.octaves = 3\n"
        "  [stages.warp]\n"
        "  base = { kind = 'x',  amount = 2 }\n"
        "[[stages.list]]\n"
        "v = 1\n"
    )
    lines = toml_lines(text)
    assert lines["name",] == 2
    assert lines["grid",] == 6
    assert lines["grid", "shape"] == 7
    assert lines["grid", "shape", 1] == 9
    assert lines["stages", 0, "id"] == 12
    assert lines["stages", 1] == 13
    assert lines["stages", 1, "noise", "octaves"] == 15
    assert lines["stages", 1, "warp"] == 16
    assert lines["stages", 1, "warp", "base", "amount"] == 17
    assert lines["stages", 1, "list", 0, "v"] == 19


def test_a_path_that_is_not_there_takes_the_line_of_what_surrounds_it() -> None:
    lines = toml_lines("a = 1\n[b]\nc = 2\n")
    assert line_of(lines, ("b", "missing", 3)) == 2
    assert line_of(lines, ("zzz",)) is None


def test_windows_line_ends_count_once() -> None:
    assert toml_lines("a = 1\r\nb = '''x\r\ny'''\r\nc = 2\r\n")["c",] == 4


def test_every_template_is_mapped_completely() -> None:
    for file in sorted((Path(__file__).parents[3] / "src/landwright/recipe/templates").glob("*.toml")):
        text = file.read_text(encoding="utf-8")
        assert set(toml_lines(text)) == paths(tomllib.loads(text)), file.name
