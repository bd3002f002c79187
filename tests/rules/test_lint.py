"""What is said of rules that load: one that is behind another, one that refuses its own fix, one that never fires."""

from __future__ import annotations

import pytest

from guardhost.judgement.rulefiles import RuleFile
from guardhost.rules.compiling import compile_file
from guardhost.rules.lint import between, lints
from guardhost.rules.shelf import entries, names
from guardhost.testing.own_fix import commands_of, refusing

# What two rules of the ids `a` and `b` are, and what is said of one of them.
SHADOWED = {
    "the whole tool": ("{id: a, never: rm}", "{id: b, never: {tool: rm, with: {recursive: true}}}", "b: never decides: `a`"),
    "later in the file": ("{id: a, never: {tool: rm, where: {paths: x/y}}}", "{id: b, never: rm}", "a: never decides: `b`"),
    "a glob of tools": ("{id: a, never: 'git_*'}", "{id: b, never: [git_push, git_commit]}", "b: never decides: `a`"),
    "a wider glob": (
        "{id: a, never: {tool: rm, where: {paths: 'src/*'}}}", "{id: b, never: {tool: rm, where: {paths: 'src/*.py'}}}",
        "b: never decides: `a`",
    ),
    "any argument": (
        "{id: a, never: {tool: rm, where: {'*': '*.py'}}}", "{id: b, never: {tool: rm, with: {paths: a/b.py}}}",
        "b: never decides: `a`",
    ),
    "a stronger mode": ("{id: a, mode: warn, never: rm}", "{id: b, mode: stop, never: rm}", "b: says the same as `a`"),
    "a cap behind a never": ("{id: a, never: rm}", "{id: b, at_most: {call: rm, times: 2}}", "b: never decides: `a`"),
    "a higher cap": (
        "{id: a, at_most: {call: rm, times: 1}}", "{id: b, at_most: {call: {tool: rm, with: {force: true}}, times: 2}}",
        "b: never decides: `a`",
    ),
    "an order behind a never": ("{id: a, never: [git_push, rm]}", "{id: b, before: [pytest, git_push]}", "b: never decides"),
    "an order that asks for less": (
        "{id: a, before: [pytest, [git_push, rm]]}", "{id: b, before: [[pytest, tox], rm]}", "b: never decides: `a`",
    ),
    "a demand of more tools": (
        "{id: a, require: {tool: [rm, touch], where: {paths: 'out/*'}}}",
        "{id: b, require: {tool: rm, where: {paths: 'out/*'}}}",
        "b: never decides: `a`",
    ),
    "a condition of a higher priority": (
        "{id: a, priority: critical, conditions: [{tool_name: mail}]}",
        "{id: b, mode: stop, conditions: [{tool_name: mail, args_check: {to: x}}]}", "b: never decides: `a`",
    ),
    "what is known only": (
        "{id: a, never: {tool: rm, known: true, where: {paths: x}}}", "{id: b, never: {tool: rm, where: {paths: x}}}",
        "a: never decides: `b`",
    ),
    "an excepted tool": ("{id: a, never: mv}", "{id: b, never: {tool: rm, not_tool: 'r*'}}", "b: never fires"),
    "no condition": ("{id: a, never: mv}", "{id: b, conditions: [{}]}", "b: never fires"),
}  # fmt: skip
APART = {
    "a weaker mode": ("{id: a, mode: warn, never: rm}", "{id: b, never: {tool: rm, with: {recursive: true}}}"),
    "another argument": (
        "{id: a, never: {tool: rm, with: {force: true}}}",
        "{id: b, never: {tool: rm, with: {recursive: true}}}",
    ),
    "what is there": ("{id: a, never: {tool: rm, exists: true}}", "{id: b, never: {tool: rm, with: {recursive: true}}}"),
    "an exception": ("{id: a, never: {tool: 'git_*', not_tool: git_push}}", "{id: b, never: git_push}"),
    "a narrower glob": (
        "{id: a, never: {tool: rm, where: {paths: '*.py'}}}",
        "{id: b, never: {tool: rm, where: {paths: '*.p?'}}}",
    ),
    "a memory of more": ("{id: a, at_most: {call: rm, times: 1}}", "{id: b, scope: project, at_most: {call: rm, times: 2}}"),
    "a rule that is off": ("{id: a, enabled: false, never: rm}", "{id: b, never: {tool: rm, with: {force: true}}}"),
    "a condition of a lower priority": (
        "{id: a, priority: low, conditions: [{tool_name: mail}]}",
        "{id: b, conditions: [{tool_name: mail, args_check: {to: x}}]}",
    ),
}  # fmt: skip


def said(one: str, other: str) -> list[str]:
    """Return what is said of a file with two rules."""
    compiled = compile_file("guard.yaml", f"rules:\n  - {one}\n  - {other}\n".encode())
    assert compiled["problems"] == []
    return [lint["what"] for lint in lints(compiled)]


@pytest.mark.parametrize(("one", "other", "expected"), SHADOWED.values(), ids=SHADOWED)
def test_a_rule_with_nothing_to_do_is_told(one, other, expected):
    (lint,) = said(one, other)
    assert lint.startswith(expected)


@pytest.mark.parametrize(("one", "other"), APART.values(), ids=APART)
def test_a_rule_that_may_decide_is_left_alone(one, other):
    assert said(one, other) == []


# (a rule, the command of its fix that it refuses, "" for none)
FIXES = {
    "in backticks": (
        "{id: a, never: {tool: git_push, with: {force: true}}, fix: 'use `git push --force`'}",
        "git push --force",
    ),
    "behind a verb": ("{id: a, never: npm_publish, fix: run npm publish from main}", "npm publish from main"),
    "another command": ("{id: a, never: {tool: git_push, with: {force: true}}, fix: use git push --force-with-lease}", ""),
    "what is warned of": ("{id: a, never: pip_install, fix: 'never run `pip install`, ask instead'}", ""),
    "no command": ("{id: a, never: rm, fix: leave it where it is}", ""),
    "what comes first": ("{id: a, before: [pytest, git_push], fix: 'run `pytest` first'}", ""),
    "an order of its own": ("{id: a, before: [pytest, git_push], fix: 'run `git push` once the tests pass'}", "git push"),
}  # fmt: skip


@pytest.mark.parametrize(("rule", "command"), FIXES.values(), ids=FIXES)
def test_a_rule_that_refuses_its_own_fix_is_told(tmp_path, rule, command):
    compiled = compile_file("guard.yaml", f"rules:\n  - {rule}\n".encode())
    assert compiled["problems"] == []
    file = RuleFile(side="working", root=str(tmp_path), path="guard.yaml", compiled=compiled)
    found = list(refusing(file, str(tmp_path)))
    assert found == ([f"guard.yaml:2:5: a: refuses what its own fix says to do: `{command}`"] if command else [])


def test_no_rule_of_the_library_refuses_its_own_fix(tmp_path):
    rules = {rule["id"]: rule for name in names() for rule in compile_file("g", f"use: [{name}]\n".encode())["rules"]}
    with_commands = [rule for rule in rules.values() if list(commands_of(rule.get("fix", "")))]
    own = [{key: value for key, value in rule.items() if key != "library"} for rule in with_commands]
    compiled = {**compile_file("g", b""), "rules": own}
    assert len(own) > 3
    ids = [node.get("id") for name in names() for node in entries(name)]
    assert len(rules) >= len({one.text for one in ids if one is not None})
    file = RuleFile(side="working", root=str(tmp_path), path="guard.yaml", compiled=compiled)
    assert list(refusing(file, str(tmp_path))) == []


# Two files of one repository -> what is said of their rules.
FILES = {
    "one is wider": ("rules: [{id: a, never: rm}]", "rules: [{id: b, never: {tool: rm, with: {force: true}}}]",
                     ["b: never decides: `a` of guard.yaml refuses all that it refuses"]),
    "the same": ("rules: [{id: a, never: rm}]", "rules: [{id: b, never: rm}]", ["b: says the same as `a` of guard.yaml"]),
    "the later one is wider": ("rules: [{id: a, never: {tool: rm, with: {force: true}}}]", "rules: [{id: b, never: rm}]",
                               ["a: never decides: `b` of AGENTLTL.yaml refuses all that it refuses"]),
    "one only records": ("mode: audit\nrules: [{id: a, never: rm}]", "rules: [{id: b, never: rm}]", []),
    "in one file": ("rules: [{id: a, never: rm}, {id: b, never: rm}]", "rules: [{id: c, never: mv}]", []),
    "a milder one": ("rules: [{id: a, mode: warn, never: rm}]",
                     "rules: [{id: b, never: {tool: rm, with: {force: true}}}]", []),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other", "said"), FILES.values(), ids=FILES)
def test_a_rule_behind_one_of_another_file_is_told(one, other, said):
    files = [compile_file(name, text.encode()) for name, text in (("guard.yaml", one), ("AGENTLTL.yaml", other))]
    assert [found["what"] for found in between(files)] == said
