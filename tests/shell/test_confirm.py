"""Every line of the table is run by bash: whatever ran is on our list, with its arguments and its folder."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from . import lines
from .bash import Bash, missed
from .grammar import Grammar
from .reader import reading

if TYPE_CHECKING:
    from pathlib import Path

GENERATED = 300


@pytest.fixture(scope="module")
def bash(tmp_path_factory: pytest.TempPathFactory) -> Bash:
    return Bash(tmp_path_factory.mktemp("bash").resolve())


@pytest.mark.parametrize("line", [line for line, _ in lines.CONFIRMED])
def test_bash_runs_nothing_that_is_not_listed(bash: Bash, line: str) -> None:
    found = reading(line, cwd=str(bash.work), home=str(bash.work))
    assert missed(bash.run(line), found) == []


def test_bash_runs_nothing_that_is_not_listed_of_generated_lines(tmp_path: Path) -> None:
    quick = Bash(tmp_path.resolve(), quick=True)
    for seed in range(GENERATED):
        line = Grammar(random.Random(seed)).line()
        found = reading(line, cwd=str(quick.work), home=str(quick.work))
        if found.readable:
            assert missed(quick.run(line), found) == [], (seed, line)
