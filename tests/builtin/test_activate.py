"""What prepares an environment is ordinary work, as the programs that make one really write it."""

from __future__ import annotations

import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from guardhost.testing import Session


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    root: Path = tmp_path_factory.mktemp("project")
    (root / ".git").mkdir()
    venv.create(root / ".venv", with_pip=False, symlinks=True)
    with Session(root) as session:
        yield session


@pytest.mark.parametrize(
    ("line", "decision"),
    [
        ("source .venv/bin/activate && pytest -q", "allow"),
        (". .venv/bin/activate", "allow"),
        ("source .venv/bin/activate; pip install x; deactivate", "allow"),
        ('OLD_PATH="$PATH"; PATH="${OLD_PATH:-}"; ls', "allow"),
        ("PYTHONHOME=$X python a.py", "ask"),
        ("X=/tmp/e; PYTHONHOME=$X; export PYTHONHOME; python a.py", "ask"),
        ("PYTHONHOME=$X; export PYTHONHOME; python a.py", "ask"),
        ("read LD_PRELOAD < f; export LD_PRELOAD; python a.py", "ask"),
        ('export PATH="/tmp/e:$PATH"; ls', "ask"),
    ],
)
def test_an_environment_is_entered_and_nothing_else_is_loaded(session: Session, line: str, decision: str) -> None:
    assert session.judge(line).decision == decision
