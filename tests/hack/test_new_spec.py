"""`hack/new-spec`: what it begins passes the tests of the specs at once."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from guardhost.calls.families import FAMILIES
from hack import new_spec
from tests.calls import test_examples, test_specs

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def root(tmp_path):
    """Return a folder with the table of programs and no spec."""
    (tmp_path / "guardhost/calls/specs").mkdir(parents=True)
    shutil.copy(ROOT / new_spec.ROWS, tmp_path / new_spec.ROWS)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def rows(text: str) -> dict[str, tuple[str, str, str]]:
    """Return the table of programs in the text of its file."""
    table: dict[str, tuple[str, str, str]] = ast.literal_eval(text.partition("] = ")[2])
    return table


@pytest.mark.parametrize(("program", "commands"), [("frobctl", ()), ("2to-frob", ("wipe", "show-all")), ("class", ("a_b",))])
def test_what_is_begun_passes_at_once(root, monkeypatch, program, commands):
    file = new_spec.begin(root, program, commands)
    table = rows((root / new_spec.ROWS).read_text(encoding="utf-8"))
    module = ModuleType(file.stem)
    exec(compile(file.read_text(encoding="utf-8"), file.name, "exec"), module.__dict__)
    monkeypatch.setitem(sys.modules, f"guardhost.calls.specs.{file.stem}", module)
    monkeypatch.setitem(FAMILIES, program, table[program])

    assert table[program] == (file.stem, program, program)
    test_specs.test_the_notation_holds(file.stem)
    test_specs.test_a_program_of_the_table_has_its_command(program)
    test_examples.test_a_family_has_examples(file.stem)
    assert len(module.EXAMPLES) == len(commands or (program,))
    for row in module.EXAMPLES:
        test_examples.test_an_example_holds(row)


def test_what_is_begun_is_in_the_style_of_the_house(root):
    files = [str(new_spec.begin(root, *words)) for words in (("frobctl", ()), ("2to-frob", ("wipe", "show-all")))]
    for words in (["check", "-q"], ["format", "-q", "--check"]):
        ruff = [sys.executable, "-m", "ruff", *words, *files, str(root / new_spec.ROWS)]
        done = subprocess.run(ruff, cwd=root, capture_output=True, text=True, check=False, timeout=120)
        assert (done.returncode, done.stdout) == (0, "")


def test_the_row_stands_in_its_place():
    text = (ROOT / new_spec.ROWS).read_text(encoding="utf-8")
    added = rows(new_spec.with_row(text, "frobctl", "frobctl"))
    assert added == {**FAMILIES, "frobctl": ("frobctl", "frobctl", "frobctl")}
    assert list(added) == sorted(added)


@pytest.mark.parametrize(
    ("program", "commands", "why"),
    [
        ("docker", (), "`docker` has a spec in guardhost/calls/specs/docker.py; add to that"),
        ("a/b", (), "`a/b` is no name"),
        ("frobctl", ("--x",), "`--x` is no name"),
        ("é", (), "is no name"),
        ("frobctl", ("wipe",), ""),
    ],
)
def test_what_cannot_be_begun_says_why(program, commands, why):
    said = new_spec.fault(ROOT, program, commands)
    assert said.startswith(why) if why.startswith("`") else why in said
    assert bool(said) is bool(why)


def test_the_script_runs_it():
    done = subprocess.run([ROOT / "hack" / "new-spec", "git"], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (2, "")
    assert "`git` has a spec" in done.stderr
