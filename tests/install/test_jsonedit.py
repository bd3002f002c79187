"""Edits of kept JSON: nothing but the edit changes, and a removal undoes its insertion to the byte."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardhost.hosts.wiring.jsonedit import Text
from guardhost.model.errors import GuardError

NASTY = {
    "empty": "{}",
    "empty lines": "{\n}\n",
    "one line": '{"a": 1, "b": [1, 2]}',
    "one line without space": '{"a":1}',
    "no end of line": '{\n  "a": 1\n}',
    "tabs": '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n',
    "four spaces": '{\n    "a": 1,\n    "b": 2\n}\n',
    "windows": '{\r\n  "a": 1\r\n}\r\n',
    "mark": '\ufeff{\n  "a": 1\n}\n',
    "comments": '// top\n{\n  // before\n  "a": 1, /* in */ "b": 2 // after\n  // last\n}\n// end\n',
    "trailing comma": '{\n  "a": 1,\n}\n',
    "trailing comma and comment": '{\n  "a": 1, // why\n  /* more */\n}\n',
    "only a comment": "{\n  // nothing yet\n}\n",
    "brackets in texts": '{\n  "a": "}],{[ // no \\" comment /* no */"\n}\n',
    "odd layout": '{ "a"\n:\n1\n,"b":[ ]\n  }',
    "unicode": '{\n  "ä": "\u2028 \U0001f600"\n}\n',
}
BROKEN = [
    ("", "ends too early"),
    ("{", "double quotes"),
    ('{"a" 1}', "`:` is missing"),
    ('{"a": }', "value is missing"),
    ('{"a": 1 "b": 2}', "`,` or `}`"),
    ("{'a': 1}", "double quotes"),
    ('{"a": 1, "a": 2}', "stands twice"),
    ('{"x": {"a": 1,\n  "a": 2}}', "stands twice"),
    ("{} x", "after the JSON"),
    ('{"a": "x', "text is broken"),
    ("/* x", "does not end"),
    ("[" * 200, "too deep"),
    ('{"a": nan}', "value is missing"),
    ("{,}", "double quotes"),
]


@pytest.mark.parametrize("name", NASTY)
def test_a_member_comes_and_goes(name: str) -> None:
    before = NASTY[name]
    text = Text(before)
    plain = text.root.value
    text.append(text.root, {"x": [1]}, "hooks")
    assert text.root.value == plain | {"hooks": {"x": [1]}}
    assert list(text.root.value)[-1] == "hooks"
    for line in before.strip("\ufeff{} \r\n").split("\n"):
        assert line.strip().rstrip("}").replace(",", "") in text.text.replace(",", "")
    text.remove(text.root, len(text.root.members) - 1)
    assert text.root.value == plain
    assert text.text == (before if name != "empty lines" else "{}\n")


@pytest.mark.parametrize(("text", "what"), BROKEN)
def test_what_cannot_be_read_is_told_with_its_place(text: str, what: str) -> None:
    with pytest.raises(GuardError, match="GH1501") as raised:
        Text(text, "/home/u/settings.json")
    assert what in raised.value.what
    assert raised.value.where.startswith("/home/u/settings.json:")


def test_the_place_is_line_and_column() -> None:
    with pytest.raises(GuardError) as raised:
        Text('{\n  "a": 1,\n  "a": 2\n}', "f")
    assert raised.value.where == "f:3:3"


def test_the_indentation_of_the_file_is_kept() -> None:
    text = Text('{\n    "a": 1 // x\n}\n')
    text.append(text.root, {"k": []}, "b")
    assert text.text == '{\n    "a": 1, // x\n    "b": {\n        "k": []\n    }\n}\n'


def test_a_trailing_comma_stays_one() -> None:
    text = Text('{\n  "a": 1,\n}\n')
    text.append(text.root, 2, "b")
    assert text.text == '{\n  "a": 1,\n  "b": 2,\n}\n'


def test_the_first_and_a_middle_entry_go_with_their_comma() -> None:
    text = Text('{"a": [1, 2, 3]}')
    text.remove(text.root.members[0].node, 1)
    assert text.text == '{"a": [1, 3]}'
    text.remove(text.root.members[0].node, 0)
    assert text.text == '{"a": [ 3]}'


def test_a_value_is_replaced_in_its_place() -> None:
    text = Text('{\n  "a": [\n    1\n  ], // kept\n  "b": 2\n}\n')
    text.replace(text.root.members[0].node, {"x": 1})
    assert text.text == '{\n  "a": {\n    "x": 1\n  }, // kept\n  "b": 2\n}\n'


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(min_size=1, max_size=5), VALUES, max_size=4), VALUES, st.sampled_from([None, 1, 2, 4, "\t"]))
@settings(max_examples=250, deadline=None)
def test_any_object_reads_as_json_does_and_comes_back_to_the_byte(
    value: dict[str, object], new: object, indent: int | str | None
) -> None:
    before = json.dumps(value, indent=indent)
    text = Text(before)
    assert text.root.value == value
    if "hooks" in value:
        return
    text.append(text.root, new, "hooks")
    assert json.loads(text.text) == value | {"hooks": new}
    text.remove(text.root, len(text.root.members) - 1)
    assert text.text == before


@given(st.text(alphabet='{}[]",:/*1 \n\\a', max_size=30))
@settings(max_examples=250, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(GuardError):
        assert Text(text).text == text
