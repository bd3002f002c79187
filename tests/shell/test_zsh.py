"""What zsh reads otherwise than bash is read so, or makes the line unreadable."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from . import zshes
from .bash import Bash, missed
from .reader import reading, shown

if TYPE_CHECKING:
    from pathlib import Path

HAS_ZSH = pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed: apt-get install zsh")


@pytest.mark.parametrize(("line", "programs"), zshes.READ)
def test_programs(line: str, programs: list[str]) -> None:
    assert shown(line, shell="zsh") == programs


@pytest.mark.parametrize("line", zshes.UNREADABLE)
def test_unreadable(line: str) -> None:
    assert not reading(line, shell="zsh").readable


@HAS_ZSH
@pytest.mark.parametrize("line", [line for line, _ in zshes.READ])
def test_zsh_runs_nothing_that_is_not_listed(tmp_path: Path, line: str) -> None:
    shell = Bash(tmp_path.resolve(), "zsh")
    found = reading(line, cwd=str(shell.work), home=str(shell.work), shell="zsh")
    assert missed(shell.run(line), found) == []


@HAS_ZSH
def test_generated_lines_run_as_they_are_read(tmp_path: Path) -> None:
    import random

    from .grammar import Grammar

    shell = Bash(tmp_path.resolve(), "zsh")
    for seed in range(100):
        line = Grammar(random.Random(seed)).line()
        found = reading(line, cwd=str(shell.work), home=str(shell.work), shell="zsh")
        assert not found.readable or missed(shell.run(line), found) == [], line
