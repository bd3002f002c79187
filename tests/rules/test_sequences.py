"""Rule files through the whole flow: sessions of calls, each with what it is answered."""

from __future__ import annotations

import pytest

from guardhost.testing.judging import Session
from guardhost.testing.rule_examples import sequence
from tests.rules.sequences import SEQUENCES

ROWS = [
    pytest.param(rules, files, steps, id=f"{about} {number}")
    for about, rules, files, sessions in SEQUENCES
    for number, steps in enumerate(sessions)
]


def project(folder, rules, files):
    """Make a project with a rule file."""
    (folder / ".git").mkdir(parents=True)
    for name in ("objects", "refs"):
        (folder / ".git" / name).mkdir()
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / "guard.yaml").write_text(rules, encoding="utf-8")
    for name, text in files.items():
        link, arrow, target = name.partition(" -> ")
        path = folder / link
        path.parent.mkdir(parents=True, exist_ok=True)
        if arrow:
            path.symlink_to(target)
        else:
            path.write_text(text)
    return folder


@pytest.mark.parametrize(("rules", "files", "steps"), ROWS)
def test_a_session(tmp_path, rules, files, steps):
    with Session(project(tmp_path / "project", rules, files), builtin=False) as session:
        tried = list(sequence(session, steps))
    assert [(one.example, one.problem) for one in tried if one.problem] == []
    assert len(tried) == len(steps)
