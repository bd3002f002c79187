"""`hack/new-spec`: what it begins passes the tests of the specs at once, and it overwrites nothing."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from guardhost.calls.families import FAMILIES
from hack import new_spec

ROOT = Path(__file__).parent.parent.parent
NO_CACHE = shutil.ignore_patterns("__pycache__", "*.bundle")


@pytest.fixture
def copy(tmp_path):
    """Return a folder with the sources, the script's part in Python and the tests of the specs."""
    for folder in ("guardhost/calls", "guardhost/model", "hack", "tests/calls"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=NO_CACHE)
    for file in ("pyproject.toml", "guardhost/__init__.py", "tests/__init__.py"):
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def python(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a module of Python on a copy: what lies there comes before what is installed."""
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in (folder / "guardhost/calls").rglob("*.py")}


def test_what_it_begins_passes_the_tests_of_the_specs_at_once(copy):
    said = [python(copy, "hack.new_spec", *words) for words in (["frobctl"], ["wiping", "2to-frob", "Wipe.x", "zz+"])]
    assert [(done.returncode, done.stderr) for done in said] == [(0, "")] * 2
    assert said[0].stdout.startswith("wrote guardhost/calls/specs/frobctl.py: frobctl, each with")
    assert "wrote guardhost/calls/families.py: 3 rows\nnext: " in said[1].stdout

    tests = ("tests/calls/test_specs.py", "tests/calls/test_examples.py")
    only = ("-k", "frob or wip or Wipe or zz or every_file or every_program")
    done = python(copy, "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-rA", *only, *tests)
    assert done.returncode == 0, done.stdout
    for program in ("frobctl", "2to-frob", "Wipe.x", "zz+"):
        assert f"test_a_program_of_the_table_has_its_command[{program}]" in done.stdout
        assert f"test_an_example_holds[{program} -f --output=out a b]" in done.stdout
    for test in ("test_the_notation_holds", "test_a_family_has_examples"):
        assert f"{test}[wiping]" in done.stdout

    files = [f"guardhost/calls/{file}.py" for file in ("specs/frobctl", "specs/wiping", "families")]
    for words in (["check", "-q"], ["format", "-q", "--check"]):
        done = python(copy, "ruff", *words, "--no-cache", *files)
        assert (done.returncode, done.stdout) == (0, "")


def test_a_row_stands_in_its_place():
    text = (ROOT / new_spec.TABLE).read_text(encoding="utf-8")
    added = new_spec.with_rows(text, "wiping", ("zzz", "frobctl", "0"))
    table = ast.literal_eval(added.partition("] = ")[2])
    assert table == FAMILIES | {program: ("wiping", program, program) for program in ("zzz", "frobctl", "0")}
    assert list(table) == sorted(table)


REFUSED = [
    (["git"], "guardhost/calls/specs/git.py exists"),
    (["wiping", "frobctl", "docker"], "`docker` has a spec in guardhost/calls/specs/docker.py; add to that"),
    (["wget"], "`wget` has a spec in guardhost/calls/specs/network.py"),
    (["frob-ctl"], "`frob-ctl` cannot name a module"),
    (["../frob"], "`../frob` cannot name a module"),
    (["class"], "`class` cannot name a module"),
    (["é"], "`é` cannot name a module"),
    ([""], "`` cannot name a module"),
    (["wiping", "a/b"], "`a/b` is no program's name"),
    (["wiping", 'a"b'], "is no program's name"),
    (["wiping", "-x"], "`-x` is no program's name"),
    (["wiping", "a b"], "`a b` is no program's name"),
    (["wiping", "frobctl", "frobctl"], "`frobctl` is named twice"),
    ([], "hack/new-spec NAME [PROGRAM...]"),
    (["--frob"], "hack/new-spec NAME [PROGRAM...]"),
]


@pytest.mark.parametrize(("words", "why"), REFUSED, ids=[" ".join(row[0]) for row in REFUSED])
def test_what_cannot_be_begun_says_why_and_writes_nothing(copy, monkeypatch, capsys, words, why):
    monkeypatch.setattr(new_spec, "ROOT", copy)
    before = texts(copy)
    assert new_spec.main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert why in said.err
    assert texts(copy) == before


def test_the_script_runs_it():
    done = subprocess.run([ROOT / "hack" / "new-spec", "git"], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (2, "")
    assert "git.py exists" in done.stderr
