"""A relative name in a folder that is not known may be a guarded file: it is asked about where one of that name is there."""

from __future__ import annotations

import pytest

from .lines import line_answer
from .matters import HOME, PROJECT

FILES = {
    f"{PROJECT}/.claude/settings.json": '{"hooks": {}}',
    f"{PROJECT}/.claude/hooks/guard.sh": "#!/bin/sh\n",
    f"{HOME}/.codex/config.toml": "",
    f"{PROJECT}/.git/hooks/pre-commit": "#!/bin/sh\n",
    f"{PROJECT}/.git/config": "",
    f"{HOME}/.local/state/guardhost/trail.jsonl": "{}\n",
}
ASKED = [
    ("cd $X; rm settings.json", "host-settings"),
    ('cd "$(pick)" && rm -f settings.json', "host-settings"),
    ("(cd $X; sed -i s/a/b/ settings.json)", "host-settings"),
    ("pushd $X; mv a.json settings.json", "host-settings"),
    ('env -C "$X" rm settings.json', "host-settings"),
    ("D=$(find . -name .claude); cd $D; rm settings.json", "host-settings"),
    ("cd $X; python3 -c 'import os; os.remove(\"settings.json\")'", "host-settings"),
    ("cd $X; rm guard.sh", "host-settings"),
    ("cd $X; rm hooks/guard.sh", "host-settings"),
    ("cd $X; rm config.toml", "host-settings"),
    ("cd $X; echo '{\"hooks\": {}}' > settings.local.json", "host-settings"),
    ("cd $X; echo x > HEAD", "vcs-off"),
    ("cd $X; rm hooks/pre-commit", "vcs-off"),
    ("cd $GIT_DIR; rm config", "vcs-off"),
    ('cd "$(git rev-parse --git-dir)" && rm config', "vcs-off"),
    ("cd $X; rm trail.jsonl", "guard-tamper"),
]
PASSED = [
    "cd $X; rm -rf build", "cd $X; rm package.json", "cd $X; touch out.txt", "cd $X; echo hi > README.md",
    "cd $X; rm config",
    "cd $X; npm install", "cd $X; rm mcp.json", "cd $X; cat settings.json", "cd $X; echo '{}' > settings.local.json",
    'cd "$(mktemp -d)"; rm settings.json', "cd $TMPDIR; rm settings.json", "ssh host 'cd $X; rm settings.json'",
    "cd sub; rm settings.json", 'rm "$X/settings.json"', "cd $X; rm index",
]  # fmt: skip


@pytest.mark.parametrize(("line", "rule"), ASKED)
def test_what_may_be_a_guarded_file_is_asked_about(line: str, rule: str) -> None:
    found = line_answer(line, FILES)
    assert (found.decision, found.rule) == ("ask", rule)


@pytest.mark.parametrize("line", PASSED)
def test_ordinary_work_in_an_unknown_folder_passes(line: str) -> None:
    assert line_answer(line, FILES).decision == "allow"


@pytest.mark.parametrize("line", [line for line, _ in ASKED if ">" not in line and "mv " not in line])
def test_a_name_that_is_nowhere_guarded_passes(line: str) -> None:
    decision = line_answer(line).decision
    assert decision == ("ask" if "git" in line.lower() and "config" in line else "allow")


@pytest.mark.parametrize("line", ['cd "$X/.claude"; rm settings.json', 'cd "$(pick)" && rm .claude/settings.json'])
def test_a_folder_whose_end_is_known_is_no_maybe(line: str) -> None:
    assert line_answer(line, FILES).decision == "deny"
