"""Every command and snippet of the README, in order, in one throw-away home: what it says is what comes out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from hack.startup import JUDGED_BUDGET, PLAIN_BUDGET
from tests.conftest import sandbox

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# A test never asks a package index and never runs itself: what stands in for a command, and still proves that it is there.
STANDINS = {
    "git clone https://github.com/guardhost/guardhost && cd guardhost": f'cd "{ROOT}"',
    "hack/test": "hack/test --collect-only --quiet tests/test_conftest.py",
    "python3 -m venv ~/.guardhost && ~/.guardhost/bin/pip install .": "make_environment ~/.guardhost",
}


class Shown(NamedTuple):
    """One command of a console block, with the output that the README shows for it."""

    command: str
    output: list[str]


def commands() -> list[Shown]:
    """Return the commands of all console blocks; a line that starts with `>` goes on with the one before."""
    found: list[Shown] = []
    for kind, body in FENCE.findall(README):
        if kind != "console":
            continue
        for line in body.splitlines():
            if line.startswith("$ "):
                found.append(Shown(line[2:].split("  #")[0].rstrip(), []))
            elif line.startswith("> "):
                found[-1] = Shown(f"{found[-1].command}\n{line[2:]}", [])
            elif line.strip():
                found[-1].output.append(line)
    return found


def matches(shown: str, said: str) -> bool:
    """Whether a line that was said is the one that is shown, where `...` stands for anything."""
    pattern = ".*".join(re.escape(part.strip()) for part in shown.split("..."))
    return re.search(f"^ *{pattern} *$", said) is not None


class Session:
    """A shell that goes on from command to command: folder and variables are kept in a file between two."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.environment = {**sandbox(home), "PATH": f"{home}/stand-ins:{os.environ['PATH']}"}
        (home / "stand-ins").mkdir()
        maker = home / "stand-ins" / "make_environment"
        maker.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{ROOT}/tests/installed.py" "$1"\n', encoding="utf-8")
        maker.chmod(0o755)
        (home / "kept").write_text(f'cd "{ROOT}"\n', encoding="utf-8")

    def run(self, command: str) -> str:
        """Run one command and return what it printed, both channels."""
        keep = """{ export -p; printf "cd '%s'\\n" "$PWD"; } >"$HOME/kept\""""
        script = f'. "$HOME/kept"\n{command}\n{keep}'
        done = subprocess.run(
            ["bash", "-c", script],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.stdout


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    return Session(tmp_path_factory.mktemp("reader"))


def test_the_readme_does_what_it_says(session):
    wrong = []
    for shown in commands():
        said = session.run(STANDINS.get(shown.command, shown.command)).splitlines()
        at = 0
        for line in shown.output:
            if line.strip() == "...":
                continue
            found = next((number for number in range(at, len(said)) if matches(line, said[number])), None)
            if found is None:
                wrong.append(
                    "\n".join([f"$ {shown.command}", f"  shown: {line}", *(f"  said:  {row}" for row in said[:40])])
                )
                break
            at = found + 1
        if "Traceback" in "\n".join(said):
            wrong.append(f"$ {shown.command}\n" + "\n".join(said))
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize("snippet", [body for kind, body in FENCE.findall(README) if kind == "python"])
def test_a_snippet_runs_and_holds(snippet, tmp_path, monkeypatch, make_repository):
    from guardhost.cli import run

    if "def test_" in snippet:
        root = make_repository({"guard.py": _policy()}).root
        (root / "test_guard.py").write_text(snippet, encoding="utf-8")
        words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_guard.py"]
        done = subprocess.run(words, cwd=root, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
    else:
        monkeypatch.chdir(make_repository({"guard.py": snippet}).root)
        assert run(["test", "--strict"]) == 0


def _policy() -> str:
    bodies: list[str] = [body for kind, body in FENCE.findall(README) if kind == "python"]
    return next(body for body in bodies if "def test_" not in body)


def test_the_first_screen_is_the_two_commands():
    screen = "\n".join(README.splitlines()[:30])
    assert "$ hack/try" in screen
    assert "$ hack/test" in screen


def test_no_verb_is_left_out():
    from guardhost.cli import VERBS

    assert [verb for verb in VERBS if f"guardhost {verb}" not in README] == []


def test_the_start_ups_budgets_are_the_ones_that_hold():
    (plain, plain_classes), (judged, judged_classes) = PLAIN_BUDGET, JUDGED_BUDGET
    text = README.replace("\n", " ")
    assert f"a plain line may load {plain} modules of ours with {plain_classes} classes" in text
    assert f"one that is judged {judged} with {judged_classes} (" in text


def test_the_reader_of_the_readme_is_right_about_wildcards():
    assert matches("deny  ...  ms", "deny  gh run watch 1  9 ms")
    assert not matches("deny", "advise deny")
