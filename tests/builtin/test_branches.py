"""`push-protected` follows the branch that a line switches to, and knows the pushes that name no branch."""

from __future__ import annotations

import pytest

from tests.builtin.matters import Git
from tests.builtin.test_harm import answered


class On(Git):
    """A checkout whose HEAD is on another branch than the others' topic."""

    def __init__(self, branch: str) -> None:
        super().__init__(clean=True)
        self._branch = branch

    def branch(self) -> str:
        return self._branch


def kind(path):
    return "file" if path.endswith(".py") else ""


ASKED = [
    ("main", "git push"),
    ("main", "git push origin HEAD"),
    ("main", "git push -u origin $(git branch --show-current)"),
    ("main", 'git push origin "$(git rev-parse --abbrev-ref HEAD)"'),
    ("main", "git checkout -b topic; git push origin HEAD"),  # where it cannot be made, HEAD stays
    ("main", "git checkout src/app.py && git push"),
    ("main", "git checkout main -- docs && git push"),
    ("main", "git checkout -b topic && git checkout main && git push"),
    ("topic", "git checkout main && git merge topic && git push"),
    ("topic", "git switch main; git merge --ff-only topic; git push origin HEAD"),
    ("topic", "git push --all origin"),
    ("topic", "git push origin :"),
    ("topic", "git -c push.default=matching push"),
]
PASSED = [
    ("main", "git checkout -b topic && git push -u origin HEAD"),
    ("main", "git switch -c topic && git commit -m x && git push"),
    ("main", "git checkout feature/x && git push"),
    ("topic", "git push"),
    ("topic", "git push origin HEAD"),
    ("topic", "git push -u origin $(git branch --show-current)"),
    ("topic", "git checkout main && git pull && git checkout topic && git push"),
]


@pytest.mark.parametrize(("branch", "line"), ASKED)
def test_a_push_of_the_default_branch_is_asked_about(branch, line):
    answer = answered(line, On(branch), kind=kind)
    assert (answer.decision, answer.rule) == ("ask", "push-protected")


@pytest.mark.parametrize(("branch", "line"), PASSED)
def test_a_push_of_another_branch_passes(branch, line):
    assert answered(line, On(branch), kind=kind).decision in ("allow", "advise")


@pytest.mark.parametrize("line", ["rm -rf /tmp/out-$$", "rm -rf /tmp/out-$(date +%s)", 'rm -rf "/var/tmp/x.$RANDOM/y"'])
def test_a_name_in_a_temporary_folder_that_ends_in_something_unknown_may_go(line):
    assert answered(line).decision in ("allow", "advise")


@pytest.mark.parametrize("line", ["rm -rf /tmp/$X/../..", "rm -rf /$X/y", "rm -rf /tmp/a$X/../../etc"])
def test_a_name_that_may_lead_out_of_it_is_stopped(line):
    assert answered(line).decision in ("ask", "deny")
