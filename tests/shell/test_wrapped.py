"""Every row of the wrapper table is needed, and every program that a wrapper runs is listed as it is run."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from guardhost.shell import wrappers_rare
from guardhost.shell.wrappers import RARE, ROWS
from tests.rows import each_row

from . import wrapped, wrapped_rare
from .bash import Bash, missed
from .reader import reading

ZSH = ("repeat", "noglob", "nocorrect")
_HERE = Path(__file__).parent
ALL_LINES = {**wrapped.LINES, **wrapped_rare.LINES}
LINES = [(name, line) for name, lines in ALL_LINES.items() for line in lines]
RARE_LINES = [
    (name, line)
    for name in wrapped_rare.STAND_INS
    for line in wrapped_rare.LINES.get(name, ())
    if line not in wrapped_rare.NOT_RUN
]


@pytest.fixture(scope="module")
def bash(tmp_path_factory: pytest.TempPathFactory) -> Bash:
    made = Bash(tmp_path_factory.mktemp("bash").resolve())
    (made.programs / "time").unlink()  # here the real one runs, or one that takes its options
    for name in wrapped.REAL:
        real = shutil.which(name, path="/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin") or shutil.which(name)
        if real is not None and not (made.programs / name).exists():
            (made.programs / name).symlink_to(real)
    for name, (letters, longs, operands, how) in {**wrapped.STAND_INS, **wrapped_rare.STAND_INS}.items():
        if (made.programs / name).exists():
            continue
        script = made.programs / name
        code = _HERE / "standing_in.py"
        script.write_text(
            f"#!/bin/sh\nexec {sys.executable} -IS {code} {name} '{letters}' '{longs}' {operands} {how} \"$@\"\n"
        )
        script.chmod(0o755)
    return made


def lists(line: str, name: str) -> bool:
    """Return whether `c1 a` is on the list, or something unknown stands for it."""
    found = reading(line, shell="zsh" if name in ZSH else "bash")
    assert found.readable, found.why
    return any(
        (command.program == "c1" and (command.args[:1] in (("a",), ()) or not command.args[0].known))
        or (not command.program and not command.word.known)
        for command in found.commands
        if name == "alias" or command.wrappers or name in ("source", ".", "hash", "chroot")
    )


def test_every_row_has_lines() -> None:
    assert wrapped.LINES.keys() == ROWS.keys()
    assert wrapped_rare.LINES.keys() == wrappers_rare.ROWS.keys()


def test_the_names_of_the_rare_rows_are_known_without_them() -> None:
    assert sorted(RARE.split()) == sorted(wrappers_rare.ROWS)
    assert not ROWS.keys() & wrappers_rare.ROWS.keys()


@each_row(("name", "line"), LINES + wrapped_rare.FURTHER)
def test_what_a_wrapper_runs_is_listed(name: str, line: str) -> None:
    assert lists(line, name)


@each_row("name", ALL_LINES)
def test_without_its_row_a_wrapper_hides_what_it_runs(name: str) -> None:
    with pytest.MonkeyPatch.context() as without:
        without.delitem(ROWS if name in ROWS else wrappers_rare.ROWS, name)
        assert not all(lists(line, name) for line in ALL_LINES[name])


@pytest.mark.parametrize(
    ("name", "line"), [(name, line) for name, line in LINES if name in wrapped.LINES and name not in wrapped.NOT_RUN]
)
def test_bash_runs_nothing_that_is_not_listed(bash: Bash, name: str, line: str) -> None:
    if not (bash.programs / name).exists() and shutil.which(name, path=str(bash.programs)) is None and name not in SHELLS:
        pytest.skip(f"no {name} here")
    ran = bash.run(line)
    assert "c1" in {one[0] for one in ran}, "the line does not run its program"
    found = reading(line, cwd=str(bash.work), home=str(bash.work))
    assert missed(ran, found) == []


@pytest.mark.parametrize(("name", "line"), RARE_LINES)
def test_bash_runs_nothing_behind_a_rarer_wrapper_that_is_not_listed(bash: Bash, name: str, line: str) -> None:
    ran = bash.run(line)
    assert "c1" in {one[0] for one in ran}, "the line does not run its program"
    found = reading(line, cwd=str(bash.work), home=str(bash.work))
    assert missed(ran, found) == []


@pytest.mark.parametrize("line", wrapped_rare.LINES["ld-linux-x86-64.so"][-2:])
def test_the_loader_runs_a_program(bash: Bash, line: str) -> None:
    if not Path("/lib64/ld-linux-x86-64.so.2").exists():
        pytest.skip("no loader of that name here")
    ran = bash.run(line)
    assert "c1" in {one[0] for one in ran}, "the line does not run its program"
    assert missed(ran, reading(line, cwd=str(bash.work), home=str(bash.work))) == []


SHELLS = ("exec", "command", "builtin", "eval", "trap", "alias", "mapfile", "readarray", "hash", "source", ".")
