"""Lines from a grammar of every construct are run by the shell: what ran is on our list, what is certain ran.

`python -m hack.fuzz_shell 50000` does the same for as many lines as one has time for.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hack.fuzz_shell import batch

from .bash import Bash
from .grammar import Grammar

if TYPE_CHECKING:
    from pathlib import Path

LINES, PARTS = 1800, 9
READABLE = 0.85  # of the lines at least, so that the test has something to look at


@pytest.mark.parametrize("part", range(PARTS))
def test_generated_lines_run_as_they_are_read(tmp_path: Path, part: int) -> None:
    each = LINES // PARTS
    lines = [Grammar(random.Random(seed)).line() for seed in range(part * each, (part + 1) * each)]
    faults, refused = batch(Bash(tmp_path.resolve()), lines)
    assert faults == []
    assert len(refused) < each * (1 - READABLE)


def test_lines_that_hypothesis_makes_run_as_they_are_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    shell = Bash(tmp_path_factory.mktemp("shell").resolve())

    @settings(max_examples=20, deadline=None, derandomize=True, database=None)
    @given(st.lists(st.randoms(use_true_random=False), min_size=10, max_size=10))
    def check(chances: list[random.Random]) -> None:
        faults, _ = batch(shell, [Grammar(chance).line() for chance in chances])
        assert faults == []

    check()
