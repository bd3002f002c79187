"""The trail is told once of each rule file that is loaded, and of each of its changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from guardhost.world.state import of_repository
from guardhost.world.trail import records
from tests.judgement.lent import Stage

RULE = "rules:\n  - id: no-rm\n    never: rm\n"
MORE = RULE + "  - id: no-mv\n    never: mv\n"
LOG = RULE + "    mode: log\n"
REMOVED = "\0"


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    made = Stage(tmp_path, git=True)
    made.repository.commit({"a": "b"})
    return made


def told(stage: Stage) -> list[dict[str, Any]]:
    """Return the changes that the trail has, after two calls that judge the same."""
    stage.judge("ls")
    stage.judge("make")
    folder = of_repository(stage.state, str(stage.root / ".git"))
    return [one for one in records(folder) if one["kind"] == "policy"]


def put(stage: Stage, form: str, text: str) -> None:
    if text == REMOVED:
        (stage.root / form).unlink()
    else:
        stage.write(form, text)


# What is put on the disk in turn, "commit" for a commit of it -> the actions that the trail has of it.
CHANGES: list[tuple[str, list[str], list[str]]] = [
    ("committed and as it was", [RULE, "commit", "commit"], ["tightened", "committed"]),
    ("tightened", [RULE, "commit", MORE], ["tightened", "committed", "tightened"]),
    ("taken back", [RULE, "commit", MORE, RULE], ["tightened", "committed", "tightened", "undone"]),
    ("loosened by a rule", [MORE, "commit", RULE], ["tightened", "committed", "loosening-pending"]),
    ("loosened by its mode", [RULE, "commit", LOG], ["tightened", "committed", "loosening-pending"]),
    ("only watched", [RULE, "commit", "mode: audit\n" + RULE], ["tightened", "committed", "loosening-pending"]),
    ("broken", [RULE, "commit", "rules: [\n"], ["tightened", "committed", "loosening-pending"]),
    ("gone", [RULE, "commit", REMOVED, "commit"], ["tightened", "committed", "loosening-pending", "removed"]),
    ("gone before a commit", [RULE, REMOVED], ["tightened", "removed"]),
    ("other line ends", [RULE, "commit", RULE.replace("\n", "\r\n")], ["tightened", "committed"]),
]


@pytest.mark.parametrize("form", ["guard.yaml", "policy/guard.yaml"])
@pytest.mark.parametrize(("steps", "actions"), [row[1:] for row in CHANGES], ids=[row[0] for row in CHANGES])
def test_each_change_of_a_rule_file_is_told_to_the_trail_once(
    stage: Stage, form: str, steps: list[str], actions: list[str]
) -> None:
    for step in steps:
        if step == "commit":
            stage.repository.commit()
        else:
            put(stage, form, step)
        found = told(stage)
    assert [one["action"] for one in found] == actions
    assert {one["form"] for one in found} == {form}


def test_a_change_names_the_commits_that_it_came_with(stage: Stage) -> None:
    stage.repository.commit({"guard.yaml": RULE})
    first = stage.repository.git("rev-parse", "HEAD")
    (loaded,) = told(stage)
    assert (loaded["action"], loaded["head"], loaded.get("before")) == ("loaded", first, None)
    stage.repository.commit({"guard.yaml": MORE})
    committed = told(stage)[-1]
    assert (committed["action"], committed["head"], committed["before"]) == (
        "committed",
        stage.repository.git("rev-parse", "HEAD"),
        first,
    )
    stage.repository.commit({"a": "c"})
    assert len(told(stage)) == 2


def test_a_repository_without_a_commit_has_what_is_on_the_disk(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    for text in (RULE, MORE):
        stage.write("guard.yaml", text)
        found = told(stage)
    assert [(one["action"], one["form"]) for one in found] == [("loaded", "guard.yaml")] * 2


def test_a_policy_and_a_rule_file_are_told_each_for_itself(stage: Stage) -> None:
    policy = "import guardhost as guard\nguard.command(lambda req: None)\n"
    stage.repository.commit({"guard.py": policy, "guard.yaml": RULE})
    assert sorted((one["action"], one["form"]) for one in told(stage)) == [("loaded", "guard.py"), ("loaded", "guard.yaml")]
    stage.write("guard.py", policy + "guard.write(lambda req: None)\n")
    assert [one["form"] for one in told(stage)[2:]] == ["guard.py"]
    stage.write("guard.yaml", MORE)
    assert [one["form"] for one in told(stage)[3:]] == ["guard.yaml"]


def test_a_call_that_does_not_count_tells_nothing(stage: Stage) -> None:
    stage.lent = {"recording": False}
    stage.write("guard.yaml", RULE)
    assert told(stage) == []


TOLD: list[tuple[str, list[str], str]] = [
    ("a rule less", [MORE, "commit", RULE], "may loosen guard.yaml of {root} (`no-mv`) waits for a commit"),
    ("a milder mode", [RULE, "commit", LOG], "may loosen guard.yaml of {root} (`no-rm`) waits for a commit"),
    ("a rule more", [RULE, "commit", MORE], ""),
    ("in no commit", [RULE], "guard.yaml of {root} is not committed"),
    ("committed", [RULE, "commit", LOG, "commit"], "the committed guard.yaml of {root} has changed"),
    ("gone", [RULE, "commit", REMOVED, "commit"], "guard.yaml of {root} is gone"),
    ("a built-in rule misspelt", ["builtin: {push-protectd: deny}\nrules: []\n"], "did you mean `push-protected`?"),
]


@pytest.mark.parametrize(("steps", "said"), [row[1:] for row in TOLD], ids=[row[0] for row in TOLD])
def test_the_person_is_told_once_of_a_change_that_matters(stage: Stage, steps: list[str], said: str) -> None:
    stage.lent = {"hosted": True}
    person: list[str] = []
    for step in steps:
        if step == "commit":
            stage.repository.commit()
        else:
            put(stage, "guard.yaml", step)
        person = [line for _ in range(2) for line in stage.judge("ls").person if "policy of" not in line]
    found = [line for line in person if said.format(root=stage.root) in line]
    assert len(found) == (1 if said else 0)
