"""Every line of the table is run by bash: what ran is on our list, what is certain ran."""

from __future__ import annotations

import pytest

from . import lines
from .bash import Bash, wrong
from .constructs import CONSTRUCTS, FOUND, WORDS
from .reader import reading


@pytest.fixture(scope="module")
def bash(tmp_path_factory: pytest.TempPathFactory) -> Bash:
    return Bash(tmp_path_factory.mktemp("bash").resolve())


@pytest.mark.parametrize("line", [line for line, _ in lines.CONFIRMED + CONSTRUCTS + FOUND + WORDS])
def test_bash_runs_nothing_that_is_not_listed(bash: Bash, line: str) -> None:
    found = reading(line, cwd=str(bash.work), home=str(bash.work))
    assert wrong(bash.run(line), found) == []
