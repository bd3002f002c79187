"""Cases are judged in the home that they assume, and both rates are told."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from hack import cases

CASES: list[dict[str, Any]] = [  # `hack/cases-defaults` judges a file of them
    {"id": "1", "command": "rm -rf /home/u/x", "cwd": "/home/u/proj", "expect": "deny"},
    {"id": "2", "command": "git reset --hard", "cwd": "/home/u/proj", "expect": "deny"},
    {"id": "3", "command": "git reset --hard", "cwd": "/home/u/proj", "expect": "allow", "state": {"dirty": False}},
    {
        "id": "4",
        "write": {"tool": "Write", "path": "/home/u/.bashrc", "content": "x"},
        "cwd": "/home/u/proj",
        "expect": "deny",
    },
    {"id": "5", "spawn": {"agent": "a", "prompt": "x", "depth": 4}, "cwd": "/home/u/proj", "expect": "ask"},
    {"id": "6", "spawn": {"agent": "a", "prompt": "x", "live_siblings": 40}, "cwd": "/home/u/proj", "expect": "ask"},
    {"id": "7", "command": "ls", "cwd": "/home/u/proj", "expect": "deny", "also_ok": ["ask"]},
]


def test_cases_are_judged_where_they_assume_to_be(tmp_path: Path, capsys) -> None:
    judged = list(cases.run(CASES, tmp_path))
    assert [one.decision for one in judged] == ["deny", "deny", "allow", "deny", "ask", "ask", "allow"]
    assert cases.report(judged) == 1
    said = capsys.readouterr().out
    assert "7: allow  (expected deny): 'ls'" in said
    assert "must-stop stopped: 5 of 6 (83.3 %, bar 98 %)" in said
    assert "must-allow interrupted: 0 of 1 (0.0 %, bar 2 %)" in said
    assert cases.report(judged[:-1]) == 0


def test_the_script_wants_one_file() -> None:
    script = Path(__file__).parent.parent.parent / "hack/cases-defaults"
    done = subprocess.run([script], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: hack/cases-defaults FILE" in done.stderr


def test_the_assumed_home_is_put_in_place_of_whole_names_only() -> None:
    assert cases.placed("rm -rf /home/u/x /home/u /home/user", "/h") == "rm -rf /h/x /h /home/user"
