"""`guardhost check`: what it shows of a line, of who was asked, and of where there is nobody to ask."""

from __future__ import annotations

import json

import pytest

from guardhost.cli import run

POLICY = """
import guardhost as guard

@guard.command
def judge(req: guard.CommandRequest) -> guard.Answer:
    return guard.deny("not now", rule="no-push") if any(call.tool == "git_push" for call in req.calls) else None
"""


@pytest.fixture
def guarded(make_repository, monkeypatch):
    root = make_repository({"guard.py": POLICY}).root
    monkeypatch.chdir(root)
    return root


def _check(capsys, *words):
    status = run(["check", *words])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_why_shows_the_calls_and_the_time_of_each_side(guarded, capsys):
    status, out, err = _check(capsys, "--rules-only", "--why", "git push -uf origin main $X")
    assert (status, err) == (1, "")
    assert 'git_push {"set_upstream":true,"force":true,"remote":"origin","refspecs":["main","$X"]}' in out
    assert "read only: no: " in out
    (time,) = [line for line in out.splitlines() if line.endswith(" ms")]
    assert time.strip().startswith("- ")
    assert " side: " in time


def test_why_as_json_has_the_same(guarded, capsys):
    _, out, _ = _check(capsys, "--why", "--json", "ls")
    why = json.loads(out)["why"]
    assert why["calls"] == ["ls {}"]
    assert why["read only"] == "yes"
    assert len(why["time"]) == 1


def test_where_no_policy_judges_it_says_so(make_repository, tmp_path, monkeypatch, capsys, guarded):
    assert _check(capsys, "ls") == (0, "allow\n", "")
    monkeypatch.chdir(make_repository({"a": ""}, name="bare").root)
    assert "has none; `guardhost init`" in _check(capsys, "ls")[2]
    monkeypatch.chdir(tmp_path)
    status, out, err = _check(capsys, "ls")
    assert (status, out) == (0, "allow\n")
    assert "no policy judges here: this folder lies in no git repository" in err
    assert _check(capsys, "--json", "ls")[2] == ""


def test_a_policy_that_is_not_committed_is_said_to_be_so(make_repository, monkeypatch, capsys, guarded):
    assert _check(capsys, "ls") == (0, "allow\n", "")
    (guarded / "guard.py").write_text(POLICY.replace("no-push", "no-pushes"))
    assert _check(capsys, "ls") == (0, "allow\n", "")
    made = make_repository({"a": ""}, name="new")
    made.write("guard.py", POLICY)
    monkeypatch.chdir(made.root)
    hint = f"the policy of {made.root} is not committed: until it is, each edit of it counts at once, also a looser one"
    assert _check(capsys, "ls")[2] == f"guardhost: {hint}\n"
    assert _check(capsys, "git push")[0] == 1
    assert _check(capsys, "--json", "ls")[2] == ""
    made.commit()
    assert _check(capsys, "ls")[2] == ""


RULES = "rules:\n  - id: no-ship\n    never: {tool: ship}\n    fix: wait\n"


@pytest.mark.parametrize(
    ("file", "looser", "line"),
    [("guard.py", "import guardhost\n", "git push"), ("guard.yaml", "rules: []\n", "ship it")],
)
def test_that_head_decided_over_an_edit_is_said(make_repository, monkeypatch, capsys, file, looser, line):
    made = make_repository({"guard.py": POLICY, "guard.yaml": RULES})
    monkeypatch.chdir(made.root)
    assert _check(capsys, line)[::2] == (1, "")
    made.write(file, looser)
    status, _, err = _check(capsys, line)
    assert status == 1
    assert err.startswith(f"guardhost: {file} is edited and not committed: an edit tightens at once, and loosens once")
    assert _check(capsys, "--json", line)[2] == ""
    assert _check(capsys, "ls")[2] == ""


@pytest.mark.parametrize("verb", ["check", "test"])
@pytest.mark.parametrize("budget", ["nan", "inf", "-inf", "0", "-1", "soon", "1e999"])
def test_a_budget_is_a_number_of_seconds(guarded, capsys, verb, budget):
    assert run([verb, "--budget", budget, "ls" if verb == "check" else "allow: ls"]) == 2
    assert "--budget" in capsys.readouterr().err


def test_the_status_of_a_batch_is_documented_and_is_0(guarded, capsys, tmp_path):
    (tmp_path / "events").write_text('{"command": "git push"}\n')
    assert _check(capsys, "--batch", str(tmp_path / "events"))[0] == 0
    assert "With --batch it is 0" in " ".join(_check(capsys, "--help")[1].split())
