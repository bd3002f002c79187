"""`guardhost explain` of rules of rule files and of the library, and what `guardhost rules --check` says of them."""

from __future__ import annotations

import pytest

from guardhost import cli

FILE = """\
use: [{no-force-push: {mode: ask}}]
rules:
  - id: look
    before: {first: {tool: Read, with: {file_path: $f}}, then: {tool: psql, with: {file: $f}}}
    scope: project
    why: look first
    tests: ["deny: psql -f a.sql"]
  - {id: lint-push, before: {first: {tool: lint, succeeded: true}, then: git_push, since: Edit}, fix: run lint}
  - {id: out, require: {tool: rm, where: {paths: 'out/*'}}}
  - {id: once, at_most: {call: deploy, times: 1}}
  - {id: end, finally: pytest, enabled: false}
  - {id: path, conditions: [{tool_name: mail, path_pattern: x, args_check: {to: y}}], block_message: no mail}
  - {id: form, ltl: 'G(!now("deploy"))'}
  - {id: behind, mode: ask, never: {tool: git_push, with: {force: true}}}
  - {id: own, never: curl, fix: use `curl -s`}
builtin: {data-harm: off, push-protekted: deny}
disable: [no-such-rule]
"""
EXPLAINED = {
    "look": (
        "refuses psql unless there was before it Read, for the same $f",
        "block, by the calls of this project",
        "FILE:3:5",
    ),
    "lint-push": ("refuses git_push unless there was before it lint that succeeded, since the last Edit", "fix   run lint"),
    "out": ("refuses rm that is not rm with paths like out/*",),
    "once": ("refuses deploy after 1 of them", "by the calls of this session"),
    "end": ("sends the agent back at the end of a turn until there was pytest", "state off"),
    "path": ("refuses mail with a path like x with to like y", "fix   no mail"),
    "form": ('refuses what breaks G(!now("deploy"))',),
    "no-force-push": ("mode  ask", "the library's `no-force-push`", "test  deny: git push -f", "FILE:1:7"),
    "no-env-dumps": ("the library's; `guardhost use no-env-dumps` takes it in", "mode  block"),
}


@pytest.fixture
def project(make_repository, monkeypatch):
    repository = make_repository({"guard.yaml": FILE})
    monkeypatch.chdir(repository.root)
    return repository


@pytest.mark.parametrize(("name", "told"), EXPLAINED.items())
def test_a_rule_of_a_rule_file_is_explained(project, capsys, name, told):
    assert cli.run(["explain", name]) == 0
    said = capsys.readouterr().out
    assert [one for one in told if one.replace("FILE", "HEAD:guard.yaml") not in said] == []


def test_the_nearest_rule_is_named(project, capsys):
    assert cli.run(["explain", "lok"]) == 2
    assert "did you mean `look`?" in capsys.readouterr().err


def test_the_check_says_what_is_wrong_and_what_has_nothing_to_do(project, capsys):
    assert cli.run(["rules", "--check"]) == 2
    said = capsys.readouterr().err
    for one in (
        "there is no built-in rule `push-protekted`; did you mean `push-protected`?",
        "a repository cannot lower the built-in rule `data-harm` to off",
        "`disable` names `no-such-rule`, which is no rule",
        "behind: never decides: `no-force-push` refuses all that it refuses",
        "own: refuses what its own fix says to do: `curl -s`",
    ):
        assert one in said
