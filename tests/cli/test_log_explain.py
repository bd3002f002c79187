"""`guardhost log` and `guardhost explain` show what was kept, and nothing that would steer a terminal."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from guardhost.builtin.catalog import CATALOG
from guardhost.cli import run
from guardhost.cli.log import folded, moment, newest
from guardhost.cli.recorded import everywhere, here, state_folder
from guardhost.model.codes import CODES
from guardhost.model.mistakes import UsageError
from guardhost.world.refs import store
from guardhost.world.trail import append

RECORDS = [
    {"time": 1.0, "kind": "command", "session": "s1", "decision": "allow", "text": "ls"},
    {
        "time": 2.0,
        "kind": "command",
        "session": "s1",
        "decision": "deny",
        "rule": "workspace:ci-watch",
        "text": "gh run watch",
    },
    {
        "time": 4.0,
        "kind": "write",
        "session": "s2",
        "decision": "ask",
        "rule": "host-settings",
        "text": '[{"path": "src/\\u001b[31mred\\na.py", "content": ""}]',
    },
    {"time": 3.0, "kind": "tool", "session": "s2", "decision": "allow", "tool": "mcp__a__b"},
]


@pytest.fixture
def recorded(make_repository, monkeypatch):
    made = make_repository({"a": "1"})
    monkeypatch.chdir(made.root)
    folder = here(state_folder(None))
    for record in RECORDS:
        append(folder, record)
    return folder


def _log(capsys, *words):
    status = run(["log", *words])
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.mark.parametrize(
    ("words", "times"),
    [
        ((), [1, 2, 3, 4]),
        (("--last", "2"), [3, 4]),
        (("--last", "0"), [1, 2, 3, 4]),
        (("--decision", "deny", "--decision", "ask"), [2, 4]),
        (("--rule", "ci-watch"), [2]),
        (("--session", "s2"), [3, 4]),
        (("--kind", "command", "--kind", "tool"), [1, 2, 3]),
        (("--since", "1970-01-02"), []),
        (("--since", "9999w"), [1, 2, 3, 4]),
        (("--all",), [1, 2, 3, 4]),
    ],
)
def test_filters(recorded, capsys, words, times):
    status, out, err = _log(capsys, "--json", *words)
    assert (status, err) == (0, "")
    assert [json.loads(line)["time"] for line in out.splitlines()] == times


def test_the_table_is_plain_and_steers_no_terminal(recorded, capsys):
    status, out, _ = _log(capsys)
    assert status == 0
    assert "\x1b" not in out
    rows = out.splitlines()
    assert rows[0].split() == ["when", "decision", "kind", "rule", "what"]
    assert rows[2].split()[2:] == ["deny", "command", "workspace:ci-watch", "gh", "run", "watch"]
    assert rows[4].rstrip().endswith("edit src/\\x1b[31mred a.py")
    assert "mcp__a__b" in rows[3]


def test_a_refusal_is_shown_with_its_ref(recorded, capsys):
    append(recorded, {**RECORDS[1], "time": 9.0, "ref": "grd-0123456789ab"})
    rows = _log(capsys)[1].splitlines()
    assert rows[0].split() == ["when", "decision", "kind", "rule", "ref", "what"]
    assert rows[-1].split()[2:6] == ["deny", "command", "workspace:ci-watch", "grd-0123456789ab"]


def test_a_change_of_a_policy_is_shown_with_its_commits_and_its_file(guarded, capsys):
    def commit():
        return subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout[:12]

    _hooked(guarded, command="ls")
    (guarded / "guard.py").write_text("")
    _hooked(guarded, command="ls")
    first = commit()
    subprocess.run(["git", "commit", "-qam", "looser"], check=True)
    _hooked(guarded, command="ls")
    rows = [row.split()[2:] for row in _log(capsys, "--kind", "policy")[1].splitlines()[1:]]
    assert rows == [
        ["policy", "loaded", "HEAD", first, "guard.py"],
        ["policy", "loosening-pending", "HEAD", first, "guard.py"],
        ["policy", "committed", "HEAD", first, "->", commit(), "guard.py"],
    ]


def test_a_change_of_a_rule_file_is_shown_as_one_of_a_policy_is(guarded, capsys):
    (guarded / "guard.yaml").write_text("rules:\n  - id: no-rm\n    never: rm\n")
    subprocess.run(["git", "add", "guard.yaml"], check=True)
    subprocess.run(["git", "commit", "-qm", "rules"], check=True)
    _hooked(guarded, command="ls")
    (guarded / "guard.yaml").write_text("rules: []\n")
    _hooked(guarded, command="ls")
    rows = [row.split()[2:] for row in _log(capsys, "--kind", "policy")[1].splitlines()[1:]]
    assert [(row[1], row[-1]) for row in rows if row[-1] == "guard.yaml"] == [
        ("loaded", "guard.yaml"),
        ("loosening-pending", "guard.yaml"),
    ]


def test_another_repository_is_shown_only_when_all_are(recorded, capsys, make_repository, monkeypatch):
    monkeypatch.chdir(make_repository({"a": "1"}, name="other").root)
    assert _log(capsys)[1] == "nothing was recorded yet\n"
    assert _log(capsys, "--rule", "x")[1] == "nothing of that was recorded\n"
    assert "repo-" in _log(capsys, "--all")[1]
    assert everywhere(state_folder(None)) == [recorded]


def test_what_cannot_be_asked_is_one_sentence(recorded, capsys, tmp_path):
    assert _log(capsys, "--since", "soon") == (
        2, "", "guardhost: GH1301: `--since soon` is no time; write 30m, 2h, 3d, or a date such as 2026-01-31\n",
    )  # fmt: skip
    (tmp_path / "file").write_text("")
    status, out, err = _log(capsys, "--state", str(tmp_path / "file"))
    assert (status, out) == (1, "")
    assert "GH1401" in err
    assert _log(capsys, "--decision", "dney")[0] == 2


@pytest.mark.parametrize("text", ["", "h", "-1h", "1y", "2026-13-01", "99999999999999999999w"])
def test_a_time_is_read_or_refused(text):
    if text.endswith("w"):
        assert moment(text, time.time()) < 0
        return
    with pytest.raises(UsageError):
        moment(text, time.time())


def test_the_newest_are_those_with_the_latest_time():
    assert [one["time"] for one in newest(({"time": n} for n in (5, 1, 4, 2)), 2)] == [4, 5]
    assert newest(iter([{"time": "x"}, {}]), 5) == [{"time": "x"}, {}]


def _explain(capsys, *words):
    status = run(["explain", *words])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_a_ref_is_explained_from_anywhere(recorded, capsys, monkeypatch, tmp_path):
    ref = store(recorded, "do this instead\n\nbecause of \x1b[2J")
    for folder in (tmp_path, "/"):
        monkeypatch.chdir(folder)
        assert _explain(capsys, ref) == (0, "do this instead\n\nbecause of \\x1b[2J\n", "")
    status, out, err = _explain(capsys, "grd-0123456789ab")
    assert (status, out) == (2, "")
    assert "no text is kept under `grd-0123456789ab`" in err


@pytest.mark.parametrize("name", [*CODES, *(row.id for row in CATALOG)])
def test_every_code_and_rule_has_something_to_say(capsys, name):
    status, out, err = _explain(capsys, name)
    assert (status, err) == (0, "")
    assert out.startswith("# ")
    assert name in out.splitlines()[0]


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("gh1045", ""),
        ("GH1405", "GH1401"),
        ("guard-tampre", "guard-tamper"),
        ("nonsense-all-through", "or a page: `changelog`, `hosts`, `index`, `policy`"),
        ("../x", "give a ref"),
    ],
)
def test_the_nearest_is_suggested(capsys, word, near):
    status, out, err = _explain(capsys, word)
    assert status == (2 if near else 0)
    assert near in err
    assert bool(out) != bool(near)


POLICY = '''
import guardhost as guard

@guard.rule("ci-watch", tests=["deny: gh run watch 1", {"allow": {"write": {"path": "a"}}}])
def watch(req: guard.CommandRequest) -> guard.Answer:
    """Waiting holds the session open."""
    return guard.deny("read the board once", next="gh pr checks") if "watch" in req.command else None

@guard.rule("alone")
def alone(req):
    return None

guard.command(watch)
'''


@pytest.fixture
def guarded(make_repository, monkeypatch):
    root = make_repository({"guard.py": POLICY}).root
    monkeypatch.chdir(root)
    return root


@pytest.mark.parametrize("name", ["ci-watch", "workspace:ci-watch"])
def test_a_rule_of_the_repository_says_why_where_and_when(guarded, capsys, name):
    status, out, _ = _explain(capsys, name)
    assert status == 0
    assert out.splitlines() == [
        "workspace:ci-watch",
        "",
        "why   Waiting holds the session open.",
        "seam  command",
        "file  guard.py:4",
        "test  deny: gh run watch 1",
        'test  {"allow":{"write":{"path":"a"}}}',
    ]


def test_a_rule_that_head_alone_has_is_explained(guarded, capsys):
    (guarded / "guard.py").write_text(POLICY.replace('"ci-watch"', '"other"'))
    status, out, _ = _explain(capsys, "ci-watch")
    assert status == 0
    assert "file  HEAD:guard.py:4" in out
    assert "side  the committed policy alone has it" in out
    assert "did you mean `ci-watch`" in _explain(capsys, "ci-wach")[2]
    assert "side " not in _explain(capsys, "other")[1]
    (guarded / "guard.py").unlink()
    assert "file  HEAD:guard.py:4" in _explain(capsys, "ci-watch")[1]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("ci-wach", "did you mean `ci-watch`?"),
        ("workspace:ci-wach", "did you mean `workspace:ci-watch`?"),
        ("workspace:nothing-like-it", "`guardhost rules` lists"),
        ("polcy", "did you mean `policy`?"),
    ],
)
def test_the_nearest_rule_of_the_repository_is_suggested(guarded, capsys, name, says):
    status, out, err = _explain(capsys, name)
    assert (status, out) == (2, "")
    assert says in err


@pytest.mark.parametrize(
    ("name", "says"), [("alone", "none: it is not registered"), ("workspace:command", "answered without a name")]
)
def test_what_has_no_seam_or_no_name_is_said(guarded, capsys, name, says):
    assert says in _explain(capsys, name)[1]


def _hooked(root, **event):
    words = [sys.executable, "-m", "guardhost", "hook", "generic"]
    payload = json.dumps({"cwd": str(root), "session": "s", **event})
    done = subprocess.run(words, input=payload, capture_output=True, text=True, check=True, cwd=root)
    return json.loads(done.stdout)


def test_a_refusal_is_explained_with_its_call_and_its_rule(guarded, capsys):
    line = "gh run watch " + "1" * 300
    ref = _hooked(guarded, command=line, call_id="c1")["ref"]
    status, out, _ = _explain(capsys, ref)
    assert status == 0
    facts = dict(row.split(None, 1) for row in out.rpartition("\n\n")[2].splitlines())
    assert facts["call"] == line
    assert facts["in"] == str(guarded)
    assert facts["rule"].startswith("workspace:ci-watch (")
    assert (facts["why"], facts["file"], facts["next"]) == ("Waiting holds the session open.", "guard.py:4", "gh pr checks")
    assert "time" in facts
    assert "read the board once" in out


SHOWN = {
    "an edit": (
        {"write": {"path": "src/a.py", "old_text": "x" * 500, "new_text": "y"}, "call_id": "1"},
        ["allow", "write", "edit", "src/a.py"],
    ),
    "a removal": ({"write": {"path": "src/a.py", "delete": True}}, ["allow", "write", "delete", "src/a.py"]),
    "a spawn": (
        {"spawn": {"description": "root/fix it", "prompt": "p" * 500}},
        ["allow", "spawn", "root/fix", "it"],
    ),
    "a message": (
        {"spawn": {"kind": "continue", "to": "bob", "prompt": "go on"}},
        ["allow", "spawn", "message", "to", "bob:", "go", "on"],
    ),
    "a tool": ({"tool": "mcp__a__b", "args": {"x": "y" * 500}}, ["allow", "tool", "mcp__a__b"]),
}


@pytest.mark.parametrize(("event", "row"), SHOWN.values(), ids=SHOWN)
def test_what_was_asked_is_named_as_a_person_would(guarded, capsys, event, row):
    _hooked(guarded, **event)
    assert _log(capsys)[1].splitlines()[-1].split()[2:] == row


def test_a_call_that_is_judged_twice_is_one_line_and_two_records(recorded, capsys):
    for decision, when in (("allow", 11.0), ("deny", 12.0), ("allow", 13.0)):
        append(recorded, {
            "time": when, "kind": "command", "session": "s", "call_id": "c", "decision": decision, "text": "twice",
        })  # fmt: skip
    rows = [row for row in _log(capsys)[1].splitlines() if "twice" in row]
    assert [row.split()[2] for row in rows] == ["deny"]
    assert len([row for row in _log(capsys, "--json")[1].splitlines() if "twice" in row]) == 3


def test_the_doctors_tries_are_shown_when_they_are_asked_for(recorded, capsys):
    append(recorded, {"time": 9.0, "kind": "command", "session": "guardhost-doctor", "decision": "deny", "text": "canary"})
    assert "canary" not in _log(capsys, "--all")[1]
    assert "canary" in _log(capsys, "--session", "guardhost-doctor")[1]


def test_a_narrow_terminal_gets_every_column_whole(recorded, capsys, monkeypatch):
    monkeypatch.setattr("guardhost.cli.log.WIDE", 80)
    append(
        recorded,
        {"time": 9.0, "kind": "command", "decision": "deny", "rule": f"workspace:{'long-' * 6}name", "text": "ls" * 99},
    )
    rows = _log(capsys)[1].splitlines()
    assert all(len(row) <= 80 for row in rows)
    assert "workspace:ci-watch" in "".join(rows)
    assert f"workspace:{'long-' * 6}name" in "".join(rows)
    assert rows[-1].startswith("    lsls")


@pytest.mark.parametrize(
    ("words", "left"),
    [
        (("--purge", "--yes"), []),
        (("--purge", "--yes", "--before", "1970-01-02"), []),
        (("--purge", "--before", "9999w", "--yes"), [1, 2, 3, 4]),
    ],
)
def test_a_purge_removes_what_was_recorded(recorded, capsys, words, left):
    status, out, _ = _log(capsys, *words)
    assert (status, out) == (0, f"removed {4 - len(left)} records\n")
    assert [json.loads(line)["time"] for line in _log(capsys, "--json")[1].splitlines() if line[0] == "{"] == left


def test_nothing_is_left_of_a_repository_whose_records_are_purged(guarded, capsys):
    _hooked(guarded, command="gh run watch " + "1" * 300)
    _hooked(guarded, command="ls")
    (folder,) = everywhere(state_folder(None))
    assert {"trail", "refs", "blobs", "served"} <= {path.name for path in Path(folder).iterdir()}
    assert "removed 3 records" in _log(capsys, "--purge", "--yes")[1]
    assert everywhere(state_folder(None)) == []
    _hooked(guarded, command="ls")
    assert everywhere(state_folder(None)) == [folder]


@pytest.mark.parametrize(
    "words",
    [("--purge",), ("--yes",), ("--before", "3d"), ("--purge", "--yes", "--rule", "x"), ("--purge", "--before", "x")],
)
def test_a_purge_that_nobody_confirmed_removes_nothing(recorded, capsys, words):
    status, _, err = _log(capsys, *words)
    assert status == 2
    assert "GH1301" in err
    assert len(_log(capsys, "--json")[1].splitlines()) == 4


@pytest.mark.parametrize(("said", "left"), [("y\n", 0), ("n\n", 4)])
def test_on_a_terminal_a_purge_is_asked_for(recorded, capsys, monkeypatch, said, left):
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: said.strip())
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    assert _log(capsys, "--purge")[0] == 0
    assert len([line for line in _log(capsys, "--json")[1].splitlines() if line[0] == "{"]) == left


CALL = {"kind": "command", "session": "s", "call_id": "c1"}
OTHER = {**CALL, "decision": "deny", "rule": "no-push", "text": "git push"}


@pytest.mark.parametrize(
    ("records", "shown"),
    [
        ([{**CALL, "text": "ls", "decision": "allow"}, {**CALL, "text": "ls", "decision": "deny"}], ["deny ls"]),
        ([{**CALL, "text": "ls", "decision": "allow"}, OTHER], ["allow ls", "deny git push"]),
        ([OTHER, {**CALL, "text": "ls", "decision": "allow"}], ["deny git push", "allow ls"]),
        (
            [
                OTHER,
                {**CALL, "text": "ls", "decision": "allow"},
                {**CALL, "text": "ls", "kind": "done", "decision": "allow"},
            ],
            ["deny git push", "allow ls"],
        ),
        ([{**CALL, "text": "ls", "decision": "ask"}, {**CALL, "kind": "done", "decision": "allow"}], ["ask ls"]),
        ([{**CALL, "tool": "Bash", "decision": "allow"}, OTHER], ["deny git push"]),
        (
            [{**CALL, "text": "long ...", "asked": one, "decision": "allow"} for one in ("1" * 32, "2" * 32, "1" * 32)],
            ["allow long ..."] * 2,
        ),
        ([{**CALL, "text": "ls", "session": one, "decision": "allow"} for one in ("s", "t")], ["allow ls"] * 2),
    ],
)
def test_one_call_is_one_row_and_two_of_one_id_are_two(records, shown):
    rows = list(folded(records))
    assert [f"{row['decision']} {row['text']}" for row in rows] == shown
