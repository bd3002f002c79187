"""The second reader: wherever both read a line they say the same, and what it does not know it refuses."""

from __future__ import annotations

import json
import random

from guardhost.shell.reader_bashlex import RefusedError, tree
from guardhost.shell.reading import Lent, Reading, _start, begin, finish, read
from guardhost.world import process
from tests.rows import each_row

from . import lines
from .constructs import CONSTRUCTS, FOUND
from .grammar import Grammar
from .reader import LENT, reading

GENERATED = 400
TABLE = [line for line, _ in lines.CONFIRMED + lines.READ + CONSTRUCTS + FOUND]


class Given:
    """A reader process that has answered."""

    def __init__(self, out: bytes) -> None:
        self.out = out

    def finish(self, seconds: float) -> tuple[int, bytes]:
        return 0, self.out


def by_bashlex(line: str) -> Reading | None:
    """Read a line by bashlex, and the texts inside it by shfmt; None when bashlex refuses it."""
    try:
        made = json.dumps(tree(line)).encode()
    except (RefusedError, RecursionError, AttributeError, IndexError, ValueError):
        return None

    def start(argv: tuple[str, ...], source: bytes) -> object:
        return Given(made) if source == line.encode() else process.start(argv, source)

    pending = begin(line, LENT.replace(start=start))
    if pending.nodes is not None:  # it needs no process, and is asked for one all the same
        pending.nodes = None
        _start(pending)
    return finish(pending, 10.0)


def same(line: str) -> bool:
    """Return whether bashlex read the line; both readings are then the same."""
    other = by_bashlex(line)
    if other is None:
        return False
    mine = reading(line)
    if mine.readable:
        assert [repr(one) for one in other.commands] == [repr(one) for one in mine.commands], line
    return True


@each_row("line", TABLE)
def test_both_readers_say_the_same(line: str) -> None:
    same(line)


def test_both_readers_say_the_same_of_generated_lines() -> None:
    read_by_both = sum(same(Grammar(random.Random(seed)).line()) for seed in range(GENERATED))
    assert read_by_both > GENERATED / 50


def test_the_second_reader_reads_a_good_part_of_the_table() -> None:
    assert sum(by_bashlex(line) is not None for line in TABLE) > len(TABLE) / 3


def test_without_shfmt_a_line_is_read_by_the_second_reader() -> None:
    import sys

    lent: Lent = LENT.replace(shfmt="", python=sys.executable)
    found = read("c1 a && X='b c' c2 \"$(c3)\" > f | c4; if c5; then c6; fi", lent, 10.0)
    assert [command.program for command in found.commands] == ["c1", "c3", "c2", "c4", "c5", "c6"]
    refused = read("c1; [[ a ]]", lent, 10.0)
    assert not refused.readable
    assert refused.why.startswith("1:")
