"""`guardhost demo` runs for real, and what it shows is what was written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from guardhost.cli import demo


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    home = tmp_path_factory.mktemp("person")
    environment = {"HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-m", "guardhost", "demo", "--json"], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    assert list(home.iterdir()) == []
    return [json.loads(row) for row in done.stdout.splitlines()]


def test_each_step_is_decided_as_written(rows):
    assert [row["decision"] for row in rows] == [step.decision for step in demo.STEPS]
    assert [row["shows"] for row in rows] == [step.shows for step in demo.STEPS]


def test_a_refusal_names_its_rule_and_what_to_do_instead(rows):
    assert rows[0]["rule"] == "workspace:ci-watch"
    assert "gh pr checks" in rows[0]["text"].splitlines()[0]
    assert "uv add" in rows[1]["text"]
    assert rows[2]["text"] == ""


def test_a_broken_judge_is_told_with_its_line(rows):
    assert "guard.py:" in rows[3]["text"]
    assert "lines" in rows[3]["text"]


def test_an_endless_judge_is_cut_off_before_the_host_gives_up(rows):
    assert rows[4]["elapsed_ms"] < 10_000


def test_the_demos_policy_passes_its_own_examples(make_repository, monkeypatch):
    from guardhost.cli import run

    monkeypatch.chdir(make_repository({"guard.py": demo.GUARD}).root)
    assert run(["test"]) == 0


def test_nothing_of_the_person_reaches_the_demo(monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", "/mine")
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", "/mine")
    assert "/mine" not in demo._environment(Path("/there")).values()
