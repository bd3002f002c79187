"""JSON by its C parts alone: the `json` package is the oracle."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardhost.model.jsontext import decode, encode

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(values)
def test_round_trip_and_the_same_as_json(value: object) -> None:
    """What we write, both read; what json writes, we read."""
    assert json.loads(encode(value)) == value
    assert decode(json.dumps(value)) == value
    assert decode(json.dumps(value, indent=1).encode()) == value


@pytest.mark.parametrize(
    "text", ["", " ", "{", "[1,]", "{} x", "NaN", "Infinity", "nul", '"\x01"', "'a'", "{'a':1}", '{"a" 1}']
)
def test_what_is_no_json_is_refused(text: str) -> None:
    """One error, with the offset where there is one."""
    with pytest.raises(ValueError, match=r"."):
        decode(text)


CUT = [
    "{",
    '{"a',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    "[",
    "[1",
    "[1,",
    '"x',
    '{"cwd":"/tmp"',
    '{"a" 1}',
    '"\\u12"',
    "{1:2}",
]


def test_cut_texts_are_refused_where_the_json_package_was_never_imported() -> None:
    """As in the hook: the C scanner looks for its error in a package that is not there."""
    program = (
        "import sys; sys.path.append(sys.argv[1])\nfrom guardhost.model.jsontext import decode\n"
        "for text in sys.argv[2:]:\n    try: decode(text)\n    except ValueError: continue\n    raise SystemExit(text)\n"
        "assert 'json' not in sys.modules\n"
    )
    root = str(Path(__file__).parent.parent.parent)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, root, *CUT], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_depth_is_bounded() -> None:
    """A nest that would end the interpreter's stack is an error like any other."""
    with pytest.raises(ValueError, match="nests too deep"):
        decode("[" * 100_000)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Never another exception."""
    try:
        found = decode(text)
    except ValueError:
        with pytest.raises(ValueError, match=r"."):
            json.loads(text, parse_constant=_refuse)
    else:
        assert found == json.loads(text)


def _refuse(name: str) -> None:
    raise ValueError(name)
