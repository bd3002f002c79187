"""The reader of lists: what it reads has the very tree that shfmt gives, and it reads the lists that agents write."""

from __future__ import annotations

import random
import time

import pytest

from guardhost.shell import reader_chain
from guardhost.shell.parse import parsed
from guardhost.shell.reader_shfmt import argv
from guardhost.shell.tree import Node
from guardhost.world.process import start

from . import lines
from .constructs import CONSTRUCTS, FOUND
from .reader import LENT, reading

TABLE = [line for line, _ in lines.CONFIRMED + lines.READ + CONSTRUCTS + FOUND]
# Pieces that are put together at random; what comes out is mostly no list, or none at all.
SOUP = (
    "a", "b", "x=1", "X=", "$", "$v", "${v}", "${v", "$1", "$?", "$@", "'", '"', "\\", "\\\n", "\n", " ", "  ", " ", "|",
    "||", "&", "&&", ";", ";;", ">", ">>", "2>", "&>", ">&", "2>&1", "<", "<>", "<<", ">|", "1>&-", "(", ")", "{", "}",
    "{a}", "{fd}>f", "[", "]", "a[1]=2", "!", "#", "a#b", "~", "~/x", "*", "?", "`", "if", "then", "time", "-", "é", "|&",
    "<&3",
    "=", "+=", "a+=1", "export", "cd", "\t", "12", "12>", "''", '""', "'a b'", '"a $v b"', '"\\$x"', "$.", "%", "^",
)  # fmt: skip
LISTS = (
    'cd src && grep -rn "TODO" . | head -20; make test > "$LOG" 2>&1', "a; b", "a & b", "A=1 B= c", "a &> f", "a\nb",
    "a | b || c && d", "a >> ~/x 2>/dev/null < in", 'a "$x" ${y} $1 $?', "[ -f a ] && b", "a *.py", "a \\; b",
)  # fmt: skip
OTHERS = (
    "", "a $(b)", "a `b`", "(a)", "{ a; }", "if a; then b; fi", "! a", "a <<E\nx\nE", "a <<< b", "a # b", "a |& b", "a &&",
    "| a", "a ;; b", "a[1]=2", "a+=1", "a=(b)", "export A=1", "time a", "a {fd}>f", "a $@", "a ${x:-b}", "a $'b'", "a 'b",
    'a "b', "a >", "a > > b", "a \\\nb", "a \x00", "a >& (b)", "f() a", "a 2>&", "; a", "a $",
)  # fmt: skip


def by_shfmt(line: str) -> tuple[tuple[Node, ...], str]:
    source = line.encode()
    return parsed(start(argv(LENT), source), source, LENT, time.monotonic() + 10)


def same(line: str) -> bool:
    """Return whether the line was read; it then has the tree of shfmt."""
    mine = reader_chain.statements(line)
    if mine is not None:
        assert (mine, "") == by_shfmt(line), line
    return mine is not None


def test_the_tables_have_the_tree_of_shfmt() -> None:
    assert sum(map(same, TABLE)) > 100


@pytest.mark.parametrize("seed", range(4))
def test_any_line_has_the_tree_of_shfmt_or_is_left_to_it(seed: int) -> None:
    chance = random.Random(seed)
    made = (
        "".join(chance.choice(SOUP) + chance.choice(("", " ")) for _ in range(chance.randint(2, 12))) for _ in range(500)
    )
    assert sum(map(same, made)) > 20


@pytest.mark.parametrize("line", LISTS)
def test_a_list_needs_no_process(line: str) -> None:
    assert same(line)
    assert reading(line, shfmt="", python="").readable


@pytest.mark.parametrize("line", OTHERS)
def test_more_than_a_list_is_left_to_the_other_reader(line: str) -> None:
    assert reader_chain.statements(line) in (None, ())


def test_a_long_list_is_left_to_the_other_reader() -> None:
    assert same("a; " * reader_chain.MOST_COMMANDS)
    assert not same("a; " * (reader_chain.MOST_COMMANDS + 1))
