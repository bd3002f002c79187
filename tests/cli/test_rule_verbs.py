"""What the verbs tell of rule files: examples that fail, the class of a rule, the name that was meant."""

from __future__ import annotations

import pytest

from guardhost.cli import run
from guardhost.cli.environment import tidied
from guardhost.cli.recorded import here, state_folder
from guardhost.hosts import HOSTS
from guardhost.hosts.wiring.installing import files_of, uninstall
from guardhost.model.mistakes import whole_of
from guardhost.world.refs import store

RULES = """version: 1
rules:
  - {id: no-db, never: psql, fix: ask, tests: ["deny: psql x", "deny: ls", "allow: psql y"]}
  - {id: tested, before: {first: {tool: pytest, succeeded: true}, then: shipit, since: [Write, Edit]}, fix: test,
     tests: ["deny: shipit", "allow: shipit"]}
  - {id: shown, finally: {call: {tool: report, with: {to: me}, succeeded: false}, since: Edit}, fix: report}
"""


@pytest.fixture
def repository(make_repository, monkeypatch):
    made = make_repository({"guard.yaml": RULES})
    monkeypatch.chdir(made.root)
    return made


def test_an_example_that_fails_reads_once_and_says_what_was_answered(repository, capsys):
    assert run(["test"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "guard.yaml:3:5  no-db  `deny: ls`: it answered allow (no rule fires)",
        "guard.yaml:3:5  no-db  `allow: psql y`: it answered deny by no-db: ask",
        "guard.yaml:4:5  tested  `allow: shipit`: it answered deny by tested: test",
    ]


def test_a_step_that_fails_says_the_problem(repository, capsys):
    repository.write("guard.yaml", RULES.replace(", fix: test", ""))
    repository.git("commit", "-qam", "no fix")
    assert run(["test", "allow: shipit", "deny: ls"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(
        "it answered deny by tested: no earlier call matched pytest that succeeded since Write or Edit."
    )
    assert lines[1] == "FAIL  deny: ls  it answered allow (no rule fires)"


def test_a_rule_for_the_end_of_the_turn_does_not_read_as_a_dead_one(repository, capsys):
    assert run(["rules"]) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("shown"))
    assert "finally session at the end" in row
    assert "INERT" not in row
    assert run(["explain", "rules"]) == 0
    page = capsys.readouterr().out
    assert all(word in page for word in ("at the end", "`SAFE`", "`UNSAFE`", "`INERT`", "`AMBIGUOUS`", "finish_retries"))


def test_a_ref_is_found_without_its_beginning(repository, capsys):
    ref = store(here(state_folder(None)), "what was refused")
    assert run(["explain", ref.removeprefix("grd-")]) == 0
    assert capsys.readouterr().out == "what was refused\n"
    assert run(["explain", "0123456789ab"]) == 2
    assert "no text is kept under `grd-0123456789ab`" in capsys.readouterr().err


MEANT = [
    (["install", "gemini"], "did you mean `gemini-cli`?"),
    (["install", "vibe"], "did you mean `mistral-vibe`?"),
    (["library", "no-force"], "did you mean `no-force-push`?"),
    (["use", "no-force"], "did you mean `no-force-push`?"),
]


@pytest.mark.parametrize(("words", "says"), MEANT, ids=[" ".join(row[0]) for row in MEANT])
def test_the_name_that_was_meant_is_suggested(repository, capsys, words, says):
    assert run(words) == 2
    assert says in capsys.readouterr().err


def test_a_beginning_of_several_names_stands_for_none():
    assert whole_of("no", ("no-alpha", "no-beta")) == ""
    assert whole_of("one", ("one-two", "one-three")) == ""
    assert whole_of("three", ("one-two", "one-three")) == "one-three"


HOMES = [("/h/me", "/h/me"), ("/h//me/", "/h/me"), ("//h/me", "/h/me"), ("/h/a/../me/", "/h/a/../me/"), ("me//x", "me//x")]


@pytest.mark.parametrize(("given", "shown"), HOMES)
def test_folders_are_shown_in_their_plain_form(given, shown):
    assert tidied({"HOME": given, "XDG_DATA_HOME": given, "A": "x//y"}) == {
        "HOME": shown, "XDG_DATA_HOME": shown, "A": "x//y",
    }  # fmt: skip


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("home", ["/h/me", "/h/me/"])
def test_no_file_of_a_host_has_two_slashes(host, home):
    assert all("//" not in file for file in files_of(host, tidied({"HOME": home})))


def test_files_without_anything_of_ours_are_one_line(tmp_path):
    env = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}
    told, failed = uninstall((), env)
    assert (len(told), failed) == (1, [])
    assert told[0].startswith("nothing of ours in ")
    assert uninstall(("claude-code",), env)[0] == [f"nothing of ours in {tmp_path}/.claude/settings.json"]


IMPORTED = [
    ("rules: [{id: a, conditions: [{tool_name: x}]}]", ""),
    ('{"rules": [{"id": "a", "conditions": [{"tool_name": "x"}], "suggested_tool": ""}]}', ""),
    ("hello", "c.yaml:1:1: GH1011: there are no rules in it"),
    ("", "c.yaml:1:1: GH1011: there are no rules in it"),
    ("rules: []", "c.yaml:1:1: GH1011: there are no rules in it"),
    ("rules:\n- {id: a, conditions: [{path_pattern: '('}]}", "c.yaml:2:39: GH1012: `path_pattern` is no regular expression"),
    ("rules:\n- {id: a, extra: 1, conditions: [{tool_name: x}]}", "c.yaml:2:11: GH1012: unknown key `extra` in the rule"),
    ("rules:\n- {id: a, extra: 1, priority: urgent, conditions: [{}]}", "c.yaml:2:3: GH1012: `priority` cannot be `urgent`"),
]


@pytest.mark.parametrize(("text", "says"), IMPORTED)
def test_what_an_import_cannot_take_is_told_at_its_place(tmp_path, monkeypatch, capsys, text, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c.yaml").write_text(text, encoding="utf-8")
    assert run(["import", "rule-enforcer", "c.yaml"]) == (2 if says else 0)
    said = capsys.readouterr()
    assert says in said.err
    assert bool(said.out) == ("no rules in it" not in says)


STEPS = [
    ("alow: ls", "did you mean `allow:`?"),
    ("git push", "does not begin with a decision"),
    ("deny: Write {bad}", "no JSON object behind `Write`"),
    ('deny: Write {"file_path": "a"', "no JSON object behind `Write`"),
    ("deny:", "has no line after `deny:`"),
]


@pytest.mark.parametrize(("step", "says"), STEPS)
def test_a_step_that_cannot_be_read_is_told(repository, capsys, step, says):
    assert run(["test", step]) == 2
    assert says in capsys.readouterr().err
