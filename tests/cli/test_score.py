"""`guardhost score`: a finished run against the rules of a file."""

from __future__ import annotations

import json

import pytest

from guardhost import cli

RULES = """
rules:
  - {id: tested, before: [test, push], weight: 2, why: nothing untested goes out}
  - {id: tested-since, mode: warn, before: {first: test, then: push, since: [Edit, Write]}}
  - {id: written, before: {first: {tool: Write, with: {file_path: $f}}, then: {tool: rm, with: {paths: $f}}}}
  - {id: no-force, never: push, with: {force: true}, mode: stop}
  - {id: marked, require: {tool: push, where: {remote: "origin*"}}}
  - {id: once, at_most: {call: push, times: 1}, mode: retry}
  - {id: finished, finally: report}
  - {id: shown, finally: {call: show, since: push}, mode: log}
  - {id: soon, ltl: 'within_steps("test", "push", 2)'}
  - {id: none, formula: {type: Globally, args: {operand: '!now("rm")'}}, enabled: false}
  - {id: pattern, conditions: [{tool_name: x}]}
"""
GOOD = [
    {"tool": "Write", "args": {"file_path": "a"}},
    {"tool_name": "test", "arguments": {}},
    {"name": "push", "input": {"remote": "origin/x"}},
    {"tool": "show"},
    {"tool": "rm", "args": {"paths": ["a"]}},
    {"tool": "report"},
]
BAD = [
    {"tool": "push", "args": {"force": True, "remote": "fork"}},
    {"tool": "test"},
    {"tool": "Edit"},
    {"tool": "ls"},
    {"tool": "push"},
    {"tool": "rm", "args": {"paths": ["b"]}},
]
BROKEN = ["tested", "tested-since", "written", "no-force", "marked", "once", "finished", "shown", "soon"]


@pytest.fixture
def score(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "guard.yaml").write_text(RULES, encoding="utf-8")

    def run(calls, *words):
        text = calls if isinstance(calls, str) else "\n".join(json.dumps(call) for call in calls)
        (tmp_path / "trace.jsonl").write_text(text, encoding="utf-8")
        status = cli.run(["score", "trace.jsonl", *words])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def test_a_run_that_keeps_to_the_rules_is_worth_one(score):
    status, out, _ = score(GOOD)
    assert status == 0
    assert out.endswith("compliance 1.000\n")
    assert "kept    tested  PERSISTENT_BLOCK  2" in out


def test_what_is_broken_is_told_with_its_severity_and_weight(score):
    status, out, _ = score(BAD)
    assert status == 1
    assert [line.split()[1] for line in out.splitlines() if line.startswith("broken")] == BROKEN
    assert "broken  tested  PERSISTENT_BLOCK  2  nothing untested goes out" in out
    assert "broken  no-force  HARD_STOP  1" in out
    assert out.endswith("compliance 0.000\n")


def test_weights_count(score):
    status, out, _ = score([{"tool_calls": [*GOOD, {"tool": "push", "args": {"remote": "origin"}}, *GOOD[3:]]}], "--json")
    assert status == 1
    data = json.loads(out)
    assert [row["name"] for row in data["constraints"] if not row["passed"]] == ["once"]
    assert data["compliance"] == 0.9
    assert data["constraints"][0]["formula"] == 'G(now("push") -> count_before(now("push"), < 1))'
    heavier = json.loads(score([{"tool_calls": [*GOOD, {"tool": "push", "args": {"remote": "origin"}}, *GOOD[3:]]}],
                               "--json", "--weight", "once=11")[1])  # fmt: skip
    assert heavier["compliance"] == 0.45


WRONG = [
    ("{", (), "trace.jsonl:1"),
    ('\n{"args": {}}', (), "trace.jsonl:2"),
    ("[1]", (), "this line is no call"),
    ("", ("--weight", "once"), "rule-id=2"),
    ("", ("--weight", "other=1"), "no rule `other`"),
]


@pytest.mark.parametrize(("trace", "words", "says"), WRONG, ids=[row[2] for row in WRONG])
def test_what_cannot_be_read_is_told(score, trace, words, says):
    status, _, err = score(trace, *words)
    assert status == 2
    assert says in err


FILES = [
    ("rules: 3", "there are no rules"),
    ("rules: [{id: x, ltl: 'nwo()'}]", "did you mean"),
    ("rules: [{id: x, before: {first: a}}]", "`before` is not filled"),
    ("rules: [{id: x, never: a, weight: much}]", "`much` is no weight"),
    ("rules: [", "no YAML"),
]


@pytest.mark.parametrize(("text", "says"), FILES, ids=[row[1] for row in FILES])
def test_a_rule_file_that_cannot_be_read_is_told(score, tmp_path, text, says):
    (tmp_path / "other.yaml").write_text(text, encoding="utf-8")
    status, _, err = score("", "--rules", "other.yaml")
    assert status == 1
    assert says in err
    assert "other.yaml" in err


def test_without_a_rule_file_the_option_is_named(score, tmp_path):
    (tmp_path / "guard.yaml").unlink()
    assert "--rules" in score("")[2]
