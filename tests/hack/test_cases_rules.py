"""The script that runs a file of rule cases: it counts what is as expected and prints what is not."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent.parent / "hack" / "cases-rules"
RULES = "rules: [{id: r, never: curl}, {id: c, at_most: {call: shipit, times: 1}, scope: project}]\n"


def step(command, expect, **more):
    return {"tool": "Bash", "input": {"command": command}, "expect": expect, "why": "", **more}


CASES = [
    {"id": "as-expected", "rules": RULES, "steps": [step("curl x", "deny", rule="r"), step("ls", "allow")]},
    {
        "id": "sessions",
        "rules": RULES,
        "steps": [step("shipit", "allow"), {"event": "new_session"}, step("shipit", "deny", rule="c")],
    },
    {"id": "fresh", "rules": RULES, "state": "fresh", "steps": [step("curl x", "deny")]},
    {"id": "no-rule-file", "rules": "rules: [{id: r, nevr: x}]\n", "steps": [], "expect_load": "error"},
]


@pytest.mark.parametrize(
    ("cases", "said", "status"),
    [
        (CASES, "4 of 4 cases as expected", 0),
        ([{"id": "missed", "rules": RULES, "steps": [step("ls", "deny")]}], "0 of 1 cases as expected", 1),
    ],
)
def test_cases_are_counted_and_misses_printed(tmp_path, cases, said, status):
    file = tmp_path / "cases.jsonl"
    file.write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
    done = subprocess.run([str(SCRIPT), str(file)], capture_output=True, text=True, check=False)
    assert (done.stdout.splitlines()[-1], done.returncode) == (said, status)
    assert (status == 0) == (len(done.stdout.splitlines()) == 1)
