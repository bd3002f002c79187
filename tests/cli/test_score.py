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
  - {id: told, ltl: 'G(now("push") -> Y(O(now("test"))))'}
  - {id: none, formula: {type: Globally, args: {operand: '!now("rm")'}}, enabled: false}
  - {id: pattern, conditions: [{tool_name: ls}]}
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
BROKEN = ["tested", "tested-since", "written", "no-force", "marked", "once", "finished", "shown", "told", "pattern"]


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
    assert data["compliance"] == 0.909091
    row = next(row for row in data["constraints"] if not row["passed"])
    assert (row["kind"], row["mode"], row["severity"], row["at"]) == ("at_most", "retry", "SOFT_BLOCK", "trace.jsonl:1")
    heavier = json.loads(score([{"tool_calls": [*GOOD, {"tool": "push", "args": {"remote": "origin"}}, *GOOD[3:]]}],
                               "--json", "--weight", "once=11")[1])  # fmt: skip
    assert heavier["compliance"] == 0.47619


def test_a_call_as_a_model_says_it_is_read(score):
    said = {"id": "1", "type": "function", "function": {"name": "push", "arguments": json.dumps({"force": True})}}
    _, out, _ = score([{"tool_calls": [said]}])
    assert "broken  no-force  HARD_STOP" in out


WHOLE = """
rules:
  - {id: tested, ltl: 'called("test")'}
  - {id: in-turn, ltl: 'in_order(["plan", "push"])'}
  - {id: answered, ltl: 'G(now("push") -> F(now("notify")))'}
"""


def test_a_formula_that_no_single_call_breaks_is_scored(score, tmp_path):
    (tmp_path / "guard.yaml").write_text(WHOLE, encoding="utf-8")
    run = [{"tool": name} for name in ("plan", "push", "test")]
    status, out, _ = score(run)
    assert status == 1
    assert [line.split()[:2] for line in out.splitlines()[:4:2]] == [["broken", "answered"], ["kept", "tested"]]
    assert "does not hold at the end" in out
    assert score([*run, {"tool": "notify"}])[0] == 0


def test_records_that_are_no_calls_are_passed_over(score):
    loaded = {"time": 1.5, "kind": "policy", "action": "loaded", "form": "guard.yaml"}
    prompt = {"time": 2.5, "kind": "prompt", "decision": "allow", "session": "s"}
    assert score([loaded, prompt, *GOOD])[0] == 0


WRONG = [
    ("{", (), "trace.jsonl:1"),
    ('\n{"args": {}}', (), "trace.jsonl:2"),
    ("[1]", (), "this line is no call"),
    ('{"name": "push", "arguments": "origin"}', (), "trace.jsonl:1"),
    ("", ("--weight", "once"), "rule-id=2"),
    ("", ("--weight", "other=1"), "no rule `other`"),
]


@pytest.mark.parametrize(("trace", "words", "says"), WRONG, ids=[row[2] for row in WRONG])
def test_what_cannot_be_read_is_told(score, trace, words, says):
    status, _, err = score(trace, *words)
    assert status == 2
    assert says in err


FILES = [
    ("rules: 3", "other.yaml:1:8: GH1011: `rules` is no list"),
    ("{}", "there are no rules"),
    ("rules: [{id: x, ltl: 'nwo()'}]", "did you mean"),
    ("rules: [{id: x, before: {first: a}}]", "other.yaml:1:25: GH1012: `before` has no `then`"),
    ("rules: [{id: x, never: a, weight: much}]", "other.yaml:1:35: GH1012: `weight` is no number"),
    ("rules: [{id: x, never: {tool: a, suceeded: true}}]", "did you mean `succeeded`"),
    ("rules: [", "GH1011"),
]


@pytest.mark.parametrize(("text", "says"), FILES, ids=[row[0] for row in FILES])
def test_a_rule_file_that_cannot_be_read_is_told_with_its_place(score, tmp_path, text, says):
    (tmp_path / "other.yaml").write_text(text, encoding="utf-8")
    status, out, err = score("", "--rules", "other.yaml")
    assert status == 2  # 1 would say that a rule is broken
    assert says in err
    assert "other.yaml" in err
    assert "compliance" not in out


def test_without_a_rule_file_the_option_is_named(score, tmp_path):
    (tmp_path / "guard.yaml").unlink()
    status, _, err = score("")
    assert (status, "--rules" in err) == (2, True)


EVERYWHERE = """
version: 1
use: [no-force-push, read-before-overwrite]
rules:
  - {id: passed, before: {first: {tool: pytest, succeeded: true}, then: git_push, since: Edit}}
  - {id: sure, never: {tool: rm, with: {recursive: true}, known: true}}
  - {id: kept, never: {tool: [Write, Edit], not_tool: Edit, where: {file_path: "*.lock"}}, weight: 3}
  - {id: no-secrets, conditions: [{tool_name: Bash, args_check: {command: hunter2}}]}
"""
TREATED = [
    ([{"command": "pytest && git push origin x"}], []),
    ([{"command": "pytest", "status": 1}, {"command": "git push"}], ["passed"]),
    ([{"command": "pytest -q"}, {"tool": "Edit", "args": {"file_path": "a"}}, {"command": "git push"}], ["passed"]),
    ([{"tool": "Bash", "args": {"command": "git push --force"}}], ["no-force-push", "passed"]),
    ([{"command": "false && git push --force"}], []),
    ([{"command": "sudo rm -rf build"}], ["sure"]),
    ([{"command": 'rm "$X"'}], []),
    ([{"tool": "Write", "args": {"file_path": "yarn.lock"}, "existed": False}], ["kept"]),
    ([{"tool": "Write", "args": {"file_path": "a"}, "existed": True}], ["read-before-overwrite"]),
    ([{"tool": "Read", "args": {"file_path": "a"}}, {"tool": "Write", "args": {"file_path": "a"}, "existed": True}], []),
    ([{"command": "echo hunter2"}], ["no-secrets"]),
    ([], []),
]


@pytest.mark.parametrize(("calls", "broken"), TREATED, ids=[json.dumps(row[0])[:60] for row in TREATED])
def test_a_rule_file_reads_as_it_does_before_a_call(score, tmp_path, calls, broken):
    (tmp_path / "guard.yaml").write_text(EVERYWHERE, encoding="utf-8")
    status, out, err = score(calls, "--json")
    rows = json.loads(out)["constraints"]
    assert [row["name"] for row in rows if not row["passed"]] == broken, err
    assert len(rows) == 6
    assert status == bool(broken)


def test_the_rule_file_is_found_from_the_root_of_the_repository(score, tmp_path, monkeypatch, capsys):
    for folder in ("objects", "refs"):
        (tmp_path / ".git" / folder).mkdir(parents=True)
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    score(GOOD)
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    assert cli.run(["score", "../trace.jsonl"]) == 0
    assert "compliance 1.000" in capsys.readouterr().out


def record(kind, text, decision="allow", **more):
    return {"time": 1.0, "kind": kind, "session": "s", "text": text, "decision": decision, **more}


RECORDS = [
    ([record("command", "git push -f", "deny", call_id="1")], []),
    ([record("command", "git push -f", call_id="1")], ["no-force-push", "passed"]),
    ([record("command", "pytest", call_id="1"), record("command", "pytest", call_id="1", status=1),
      record("command", "git push", call_id="2")], ["passed"]),
    ([record("command", "pytest", call_id="1"), record("command", "pytest", call_id="1", status=0),
      record("command", "git push", call_id="2")], []),
    ([record("write", '[{"path": "/r/yarn.lock", "content": "x", "whole": true}]', tool="Write")], ["kept"]),
    ([record("write", '[{"path": "/r/yarn.lock", "delete": true}]', tool="apply_patch")], []),
    ([record("tool", '{"file_path": "/r/a.lock"}', tool="Write")], ["kept"]),
    ([record("finish", "", tool="Stop"), {"kind": "policy", "decision": "allow"}], []),
]  # fmt: skip


@pytest.mark.parametrize(("calls", "broken"), RECORDS, ids=[str(number) for number in range(len(RECORDS))])
def test_records_of_the_log_are_a_trace(score, tmp_path, calls, broken):
    (tmp_path / "guard.yaml").write_text(EVERYWHERE, encoding="utf-8")
    _, out, err = score(calls, "--json")
    assert [row["name"] for row in json.loads(out)["constraints"] if not row["passed"]] == broken
    assert "note" not in err


def test_a_record_whose_text_was_not_kept_is_told(score):
    _, _, err = score([record("command", "git push --force ...", asked="00")])
    assert "trace.jsonl:1: the text of this record was not kept whole" in err


def test_severities_are_explained(score):
    out = score(BAD)[1]
    assert "HARD_STOP: mode stop: refused" in out
    assert "TOLERATE: mode log" in out
