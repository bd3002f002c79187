"""What the person and a repository set built-in rules to, and which of the person's own rule files counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judgement.lent import Stage

HARM = "kubectl delete namespace live"  # the built-in rule `data-harm` asks about it
# (the person's guard.yaml, the repository's, what is decided)
SET = {
    "nobody sets it": ("", "", "ask"),
    "the person lowers it": ("builtin: {data-harm: off}", "", "allow"),
    "the person disables it": ("disable: [data-harm]", "", "allow"),
    "the person raises it": ("builtin: {data-harm: deny}", "", "deny"),
    "what is set stands above what is disabled": ("disable: [data-harm]\nbuiltin: {data-harm: deny}", "", "deny"),
    "a repository raises it": ("", "builtin: {data-harm: deny}", "deny"),
    "a repository raises what the person lowered": ("builtin: {data-harm: off}", "builtin: {data-harm: ask}", "ask"),
    "a repository cannot lower it": ("", "builtin: {data-harm: off}", "ask"),
    "a repository cannot disable it": ("", "disable: [data-harm]", "ask"),
    "a repository cannot lower what the person raised": (
        "builtin: {data-harm: deny}",
        "builtin: {data-harm: advise}",
        "deny",
    ),
    "a rule that is fixed": ("disable: [guard-tamper]\nbuiltin: {data-harm: off}", "", "allow"),
}


@pytest.mark.parametrize(("person", "repository", "decision"), SET.values(), ids=SET)
def test_who_may_set_a_built_in_rule(tmp_path, person, repository, decision):
    stage = Stage(tmp_path)
    if person:
        stage.settings(person)
    if repository:
        stage.write("guard.yaml", repository)
    outcome = stage.judge(HARM)
    assert (outcome.decision if outcome.decision in ("ask", "deny") else "allow") == decision
    assert stage.judge("guardhost uninstall --all").decision == "deny"  # fixed, whatever anybody sets


# Two answers of one built-in rule, the milder one last: `write-outside` denies the timer and asks about the service.
TWICE = "crontab jobs && systemctl enable x"
# (the person's guard.yaml, the repository's, what is decided)
SET_TWICE = {
    "a file that sets nothing": ("", "version: 1", "deny"),
    "a repository raises to what one of them is": ("", "builtin: {write-outside: ask}", "deny"),
    "the person lowers both": ("builtin: {write-outside: ask}", "version: 1", "ask"),
    "a repository raises both": ("builtin: {write-outside: off}", "builtin: {write-outside: advise}", "allow"),
}


@pytest.mark.parametrize(("person", "repository", "decision"), SET_TWICE.values(), ids=SET_TWICE)
def test_the_strictest_answer_of_a_rule_stands(tmp_path, person, repository, decision):
    stage = Stage(tmp_path)
    if person:
        stage.settings(person)
    stage.write("guard.yaml", repository)
    outcome = stage.judge(TWICE)
    assert (outcome.decision if outcome.decision in ("ask", "deny") else "allow") == decision


def test_a_repositorys_wish_to_lower_is_told(tmp_path):
    stage = Stage(tmp_path)
    stage.write("guard.yaml", "\nbuiltin:\n  data-harm: off\n")
    outcome = stage.judge(HARM)
    assert outcome.decision == "ask"
    assert "guard.yaml:3:14" in outcome.context + outcome.reason
    assert "waits until a person sets it" in outcome.context + outcome.reason


def test_a_commit_holds_what_the_working_file_took_out(tmp_path):
    stage = Stage(tmp_path, git=True)
    stage.repository.commit({"guard.yaml": "builtin: {data-harm: deny}\n"})
    stage.write("guard.yaml", "version: 1\n")
    assert stage.judge(HARM).decision == "deny"


GLOBAL, PROJECT, AGENT = (f"rules: [{{id: {name}, never: {name}}}]" for name in ("whole", "ours", "mine"))
FILES = {
    ".": GLOBAL,
    "projects/repository": PROJECT,
    "agents/generic": AGENT,
    "agents/reviewer": "builtin: {data-harm: off}",
}
# (the folders in which the person has a guard.yaml, the type of the agent, the programs that are refused)
SCOPES = {
    "for all": ((".",), "", "whole"),
    "for the project": ((".", "projects/repository"), "", "ours"),
    "for another project": ((".", "projects/other"), "", "whole"),
    "for the agent": ((".", "projects/repository", "agents/generic"), "", "mine"),
    "for the agent's own type": ((".", "agents/generic", "agents/reviewer"), "reviewer", ""),
    "for another type": ((".", "agents/reviewer"), "writer", "whole"),
    "for a type that is no name": ((".", "projects/repository"), "../projects/repository", "ours"),
}


@pytest.mark.parametrize(("folders", "kind", "refused"), SCOPES.values(), ids=SCOPES)
def test_the_narrowest_file_of_the_person_stands_for_all(tmp_path, folders, kind, refused):
    stage = Stage(tmp_path)
    own = Path(stage.env["XDG_CONFIG_HOME"]) / "guardhost"
    for folder in folders:
        (own / folder).mkdir(parents=True, exist_ok=True)
        (own / folder / "guard.yaml").write_text(FILES.get(folder, PROJECT))
    stage.write("guard.yaml", "rules: [{id: repository, never: theirs}]")
    judged = {program: stage.judge(program, agent_type=kind).decision for program in ("whole", "ours", "mine", "theirs")}
    assert {program for program, decision in judged.items() if decision == "deny"} == {"theirs", *filter(None, [refused])}
    assert (stage.judge(HARM, agent_type=kind).decision == "ask") == bool(refused)


def test_all_worktrees_of_a_repository_are_one_project(tmp_path):
    stage = Stage(tmp_path, git=True)
    stage.repository.commit({"a": "x"})
    stage.repository.git("worktree", "add", "--quiet", str(tmp_path / "elsewhere"))
    own = Path(stage.env["XDG_CONFIG_HOME"]) / "guardhost/projects/repository"
    own.mkdir(parents=True)
    (own / "guard.yaml").write_text(PROJECT)
    assert stage.judge("ours", cwd=str(tmp_path / "elsewhere")).decision == "deny"
