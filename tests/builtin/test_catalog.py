"""The catalog against the families, the gate, the pages and the texts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import guardhost.builtin
from guardhost.builtin import asking
from guardhost.builtin.agents import NAMES, RUNNERS
from guardhost.builtin.catalog import CATALOG, answer, entry
from guardhost.builtin.host_files import FILES, FOLDERS
from guardhost.model.verdict import check_name
from tests.builtin.matters import git, matter, program, running, said

ROOM = Path(guardhost.builtin.__file__).parent
PAGES = ROOM.parent / "docs" / "rules"


def test_every_family_is_a_file_and_every_file_with_a_judge_is_a_family():
    with_a_judge = {path.stem for path in ROOM.glob("*.py") if "\ndef judge(" in path.read_text()}
    assert with_a_judge == set(asking.FAMILIES)


def test_every_family_has_a_row():
    assert {family.replace("_", "-") for family in asking.FAMILIES} <= {row.id for row in CATALOG}


def test_the_gate_knows_every_place_of_the_hosts():
    assert set(FOLDERS) <= asking.HOST_FOLDERS
    assert set(FILES) <= asking.HOST_FILES
    assert {*NAMES, *RUNNERS, *asking.LAUNCHERS, "cursor"} <= asking.AGENTS


@pytest.mark.parametrize("row", CATALOG, ids=lambda row: row.id)
def test_a_row_is_whole(row):
    assert check_name(row.id) == row.id
    assert all(word in ("advise", "ask", "deny") for word in row.default.split(" / "))
    for text in (row.catches, row.why, row.remedy):
        assert text.strip()
    assert row.remedy.endswith(".")
    assert "\n" not in row.remedy
    assert row.remedy.count(". ") == 0, "what to do instead is one sentence"
    assert entry(row.id) is row


@pytest.mark.parametrize("row", CATALOG, ids=lambda row: row.id)
def test_a_row_has_its_page(row):
    text = (PAGES / row.page).read_text()
    assert text.startswith(f"# {row.id}\n")
    default = f"Default: {row.default}" + (" (fixed: no rule file can set it)" if row.fixed else "")
    assert default in text
    for heading in ("## Why", "## What to do instead"):
        assert heading in text


def test_every_page_has_its_row():
    assert {path.stem for path in PAGES.glob("*.md")} >= {row.id for row in CATALOG}


def test_an_answer_says_first_what_to_do_instead():
    told = answer("vcs-off", "deny", "`.git` would go.")
    assert told.reason.splitlines()[0] == entry("vcs-off").remedy
    assert told.reason.splitlines()[1].startswith("`.git` would go.")
    assert (told.rule, told.source) == ("vcs-off", "builtin")


def test_remedies_pass_our_own_rules():
    for row in CATALOG:
        for command in row.remedy.split("`")[1::2]:
            assert said(running(program(command)), every=True) == ("allow", ""), command


def test_a_plain_call_imports_no_family():
    families = [f"guardhost.builtin.{family}" for family in asking.FAMILIES]
    kept = {name: sys.modules.pop(name) for name in [*families, "guardhost.builtin.paths"] if name in sys.modules}
    try:
        assert (
            asking.ask(matter(commands=(program("ls -la"), program("grep -rn hooks src"), git("status"), git("tag")))) == ()
        )
        assert not [name for name in families if name in sys.modules]
        assert "guardhost.builtin.paths" not in sys.modules
    finally:
        sys.modules.update(kept)
