"""A plain call costs the same on every host: one adapter and what adapters share, and nothing dear."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from guardhost.hosts import HOSTS
from guardhost.hosts.wiring import setup
from guardhost.startup import build, current
from hack.bench_rows import PLAIN_LINE
from hack.fixture import STUB, Person
from hack.startup import ALLOWED, PLAIN_BUDGET, loaded_by

WIRED = [host for host in HOSTS if hasattr(setup(host), "PROGRAM")]


@pytest.mark.parametrize("host", WIRED)
def test_a_plain_line_loads_one_adapter_and_what_they_share(host: str, tmp_path: Path) -> None:
    assert current(str(STUB.parent)) or build(str(STUB.parent))
    person = Person(tmp_path)
    root = person.repository("repo", {})
    stdin = setup(host).canary(PLAIN_LINE, str(root), "a session")
    words = ["hook", host, "--state", str(person.state), "--git", "/usr/bin/git"]
    program = ["python3", "-I", "-S"]
    for _ in range(2):
        subprocess.run([*program, str(STUB), *words], input=stdin, env=person.environment, check=False, capture_output=True)
    loaded = loaded_by(STUB, words, stdin, person.environment, root)
    ours = [name for name in loaded if name.startswith("guardhost")]
    adapters = [name for name in ours if name.startswith("guardhost.hosts.") and not name.endswith((".reply", ".family"))]
    assert adapters == [HOSTS[host]]
    assert len(ours) <= PLAIN_BUDGET[0] + 1 + 2  # the shared part; on some hosts advice that waits, and lists of commands
    assert [name for name in loaded if name not in ours and name not in ALLOWED] == []
