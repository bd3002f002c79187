"""A line that acts is never proven to read, what it runs is listed, and ordinary readers stay proven."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from guardhost.shell.effects import effects
from guardhost.shell.readonly import prove
from tests.rows import each_row

from . import acting
from .bash import Bash, missed
from .reader import LENT, reading, shown

if TYPE_CHECKING:
    from pathlib import Path


@each_row("line", acting.GIVEN + acting.OPTIONS + acting.BOUND)
def test_what_acts_is_not_proven_to_read(line: str) -> None:
    proven, why = prove(reading(line))
    assert not proven
    assert why


@pytest.mark.parametrize("line", acting.ZSH)
def test_what_acts_under_zsh_is_not_proven_to_read(line: str) -> None:
    found = reading(line, shell="zsh")
    assert not prove(found)[0]
    assert not found.readable or any(not command.word.known for command in found.commands)


@each_row("line", acting.STILL_READ)
def test_what_only_reads_is_proven(line: str) -> None:
    assert prove(reading(line)) == (True, "")


@pytest.mark.parametrize(("line", "env"), acting.ENVIRONMENTS)
def test_a_program_knows_what_the_line_gives_it(line: str, env: list[tuple[str, str]]) -> None:
    assert [(name, str(word)) for name, word in reading(line).commands[-1].env] == env


@pytest.mark.parametrize(("line", "touches"), acting.WRITTEN)
def test_a_wrapper_writes_what_its_options_name(line: str, touches: list[str]) -> None:
    assert [f"{touch.kind} {touch.path}" for touch in effects(reading(line), LENT).changes] == touches


@pytest.mark.parametrize(("line", "changes"), acting.WORKED_OUT)
def test_what_can_be_worked_out_is(line: str, changes: list[str]) -> None:
    found = effects(reading(line, root=lambda folder: "/w"), LENT).changes
    assert [
        f"{touch.kind} {touch.path or '?/' + touch.tail}{'/**' * (touch.path == '/')}".replace("//", "/") for touch in found
    ] == changes


@pytest.mark.parametrize(("line", "programs"), acting.PROGRAMS)
def test_programs(line: str, programs: list[str]) -> None:
    assert shown(line) == programs


def test_bash_runs_nothing_that_is_not_listed(tmp_path: Path) -> None:
    bash = Bash(tmp_path.resolve())
    for line in acting.CONFIRMED:
        found = reading(line, cwd=str(bash.work), home=str(bash.work))
        assert not found.readable or missed(bash.run(line), found) == [], line
