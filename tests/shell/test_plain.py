"""The plain reader agrees with shfmt on every line that it takes, and takes the plain ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardhost.shell import reader_plain
from guardhost.shell.reading import Pending, Reading, _start, finish

from .reader import LENT, reading

_PIECES = st.sampled_from([
    "a", "ls", "git", "-x", "--y=z", " ", "  ", "\t", "'", '"', "\\", "\\\n", "$", "#", "~", "=", "{", "}", "!", "é", "]",
    "%1",     "'q r'", '"s t"', "\\ ", "^", "@", ":", ",", "if", "time", "export", "\n", "/", "..", "-",
])  # fmt: skip


def _by_shfmt(line: str) -> Reading:
    pending = Pending(line, LENT)
    _start(pending)
    return finish(pending, 10.0)


@settings(max_examples=300, deadline=None)
@given(st.lists(_PIECES, max_size=8).map("".join))
def test_plain_agrees_with_shfmt(line: str) -> None:
    words = reader_plain.words(line, "bash")
    if words is None:
        return
    mine, other = reading(line), _by_shfmt(line)
    assert other.readable
    assert mine.commands == other.commands
    assert [c.word.raw.replace("\\\n", "") for c in mine.commands] == [
        c.word.raw.replace("\\\n", "") for c in other.commands
    ]
    assert mine.simple == other.simple


@pytest.mark.parametrize(
    "line",
    ["git status", "git commit -m 'a; b'", 'echo "a b"', "git reset HEAD~1", "ls \\\n -la", "a\\;b", "c#d", "  ls  ", ""],
)
def test_plain_lines_need_no_process(line: str) -> None:
    assert reading(line, shfmt="").readable


@pytest.mark.parametrize(
    "line",
    [
        "a b; c",
        "a $x",
        "a *",
        "a {b,c}",
        "A=1 a",
        "~/x",
        "a ~",
        "# a",
        'a "$x"',
        "a > b",
        "time a",
        "if",
        "a\nb",
        "export A=1",
        "a !x",
    ],
)
def test_syntax_is_left_to_the_other_reader(line: str) -> None:
    assert reader_plain.words(line, "bash") is None
