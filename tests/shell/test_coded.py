"""Code on a line and the script files that it runs are read for programs and changes; what is not read is unknown."""

from __future__ import annotations

import pytest

from guardhost.model.effects import Effects
from guardhost.shell.effects import effects
from guardhost.shell.reading import Reading
from tests.rows import each_row

from . import coded, everyday
from .reader import LENT, reading


def programs(found: Reading) -> list[str]:
    """Return the programs behind the line's first one, as text."""
    assert found.readable, found.why
    return [
        " ".join([command.program or "?", *(str(word) if word.known else "?" for word in command.args)]).strip()
        if command.program
        else "?"
        for command in found.commands[1:]
    ]


def changes(found: Effects) -> list[str]:
    """Return what changes, as text: `/**` behind a folder that changes whole, `?` behind what is not certain."""
    return [
        f"{touch.kind} {touch.path or '?'}" + "/**" * (touch.tree and bool(touch.path)) + "?" * (not touch.certain)
        for touch in found.changes
    ]


@each_row(("line", "started", "changed", "unknown"), coded.CODE)
def test_code_is_read(line: str, started: list[str], changed: list[str], unknown: bool) -> None:
    found = reading(line)
    does = effects(found, LENT)
    assert programs(found)[-len(started) :] * bool(started) == started
    assert (changes(does), does.unknown) == (changed, unknown)
    assert does.runs_code or line.startswith(("vim", "ed"))


@pytest.mark.parametrize(("line", "started", "changed", "unknown"), coded.SCRIPTS)
def test_script_files_are_read(line: str, started: list[str], changed: list[str], unknown: bool) -> None:
    found = reading(line, file=lambda path: coded.FILES.get(path, ""), root=lambda folder: "/w/a")
    does = effects(found, LENT)
    assert programs(found) == started
    assert (changes(does), does.unknown) == (changed, unknown)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("cd nest*; python3 -c 'import os; os.remove(\"f\")'", "delete"),
        ("cd nest*; node -e 'fs.unlinkSync(\"f\")'", "delete"),
        ("cd nest*; awk '{ print > \"f\" }' x", "write"),
        ("cd nest*; python3 -c 'import os; os.system(\"rm f\")'", "delete"),
    ],
)
def test_code_does_what_it_does_in_each_folder_that_the_line_may_have_moved_to(line: str, kind: str) -> None:
    names = {"/w/a": ["nest1", "nest2"]}
    found = effects(reading(line, names=lambda folder: names.get(folder, [])), LENT)
    assert {(touch.kind, touch.path) for touch in found.changes} == {
        (kind, "/w/a/nest1/f"), (kind, "/w/a/nest2/f"), (kind, ""),
    }  # fmt: skip


def test_no_more_than_some_script_files_are_read() -> None:
    asked: list[str] = []

    def file(path: str) -> str:
        asked.append(path)
        return "c1\n"

    reading("; ".join(f"sh {n}.sh" for n in range(12)), file=file)
    assert len(asked) == 8


@pytest.mark.parametrize("line", ["ls -la", "git status", "git log --oneline", "make test", "/usr/bin/env ls"])
def test_a_plain_line_reads_no_file(line: str) -> None:
    asked: list[str] = []

    def file(path: str) -> str:
        asked.append(path)
        return ""

    reading(line, file=file)
    assert asked == []


@each_row("line", everyday.PROVEN)
def test_an_everyday_reader_is_proven(line: str) -> None:
    from guardhost.shell.readonly import prove

    assert prove(reading(line)) == (True, "")


@each_row("line", everyday.ACT + everyday.NOT_PROVEN)
def test_what_acts_or_may_act_is_not_proven(line: str) -> None:
    from guardhost.shell.readonly import prove

    assert not prove(reading(line))[0]
