"""Rule files as hooks ask them: both sides, the person's own, completions, parallel calls, the moments between calls."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from guardhost.hosts import adapter
from guardhost.judgement.scene import Scene
from guardhost.model.event import Event
from tests.judgement.lent import Hands, Stage

NEVER = "rules: [{id: r, never: curl}]\n"
CAP = "rules: [{id: c, at_most: {call: shipit, times: 1}}]\n"
BEFORE = "rules: [{id: b, before: [lint, shipit]}]\n"
PROJECT = "rules: [{id: b, before: [lint, shipit], scope: project}]\n"


@pytest.fixture
def stage(tmp_path):
    return Stage(tmp_path, git=True)


def claude(stage, command, moment="call", call_id="", **fields):
    """Let Claude Code report one moment of a shell line."""
    stage.lent = {"completes": True}
    given = {"host": "claude-code", "dialect": "claude-code", "tool": "Bash", "args": {"command": command}, "moment": moment}
    return stage.judge(command, call_id=call_id or command, **{**given, **fields})


def ran(stage, command, status=0, **fields):
    """Let a line be judged and end, as Claude Code reports both."""
    verdict = claude(stage, command, **fields)
    claude(stage, command, "done", status=status, **fields)
    return verdict.decision


# what HEAD has, what the working tree has, the decision on `curl x`
SIDES = [
    ("rules: []\n", NEVER, "deny"),
    (NEVER, "rules: []\n", "deny"),
    (NEVER, None, "deny"),
    (None, NEVER, "deny"),
    (NEVER, "disable: [r]\n" + NEVER, "deny"),
    (NEVER, "mode: audit\n" + NEVER, "deny"),
    (NEVER, "rules: [{id: r, never: curl, mode: log}]\n", "deny"),
    ("rules: [{id: r, never: curl, mode: ask}]\n", NEVER, "deny"),
    ("rules: []\n", "rules: []\n", "allow"),
    (NEVER, "rules: [{id: r, nevr: curl}]\n", "deny"),
    (NEVER, "rules: [\n", "deny"),
]  # fmt: skip


@pytest.mark.parametrize(("head", "working", "decision"), SIDES)
def test_the_stricter_side_stands(stage, head, working, decision):
    stage.repository.commit({"guard.yaml": head} if head is not None else {"a": "x"})
    path = stage.root / "guard.yaml"
    if working is None:
        path.unlink()
    else:
        path.write_text(working)
    assert stage.judge("curl x").decision == decision


@pytest.mark.parametrize("place", ["guard.yaml", "policy/guard.yaml", "AGENTLTL.yaml"])
@pytest.mark.parametrize("where", ["", "deep/er", "nested"])
def test_a_rule_file_is_found_from_the_root_wherever_the_call_is(stage, place, where):
    (stage.root / "deep" / "er").mkdir(parents=True)
    (stage.root / "nested" / ".git" / "objects").mkdir(parents=True)
    (stage.root / "nested" / ".git" / "refs").mkdir()
    (stage.root / "nested" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    stage.write(place, NEVER)
    verdict = stage.judge("curl x", project=str(stage.root), cwd=str(stage.root / where))
    assert (verdict.decision, verdict.rule, verdict.decided_by, verdict.mode) == ("deny", "r", "rules", "block")


def test_a_repository_adds_to_the_persons_rules_and_takes_nothing(stage):
    stage.settings("rules: [{id: mine, never: curl}]\n")
    stage.write("guard.yaml", "rules: [{id: mine, never: wget}]\n")
    assert [stage.judge(line).decision for line in ("curl x", "wget x", "ls")] == ["deny", "deny", "allow"]
    stage.write("guard.yaml", "disable: [mine]\nrules: []\n")
    assert stage.judge("curl x").decision == "deny"


def test_a_broken_rule_stops_no_other_and_asks_about_changes_until_it_is_mended(stage):
    stage.write("guard.yaml", "rules: [{id: a, nevr: rm}, {id: r, never: curl}]\n")
    assert stage.judge("curl x").rule == "r"
    asked = stage.judge("touch x")
    assert (asked.decision, asked.rule) == ("ask", "rule-file-broken")
    assert "guard.yaml:1:17" in asked.reason
    assert "did you mean `never`" in asked.reason
    assert stage.judge("ls").decision == "advise"
    mend = {"seam": "tool", "tool": "Read", "args": {"file_path": "a"}, "read_only": True}
    assert stage.judge(**mend).decision == "advise"


def test_a_refusal_reads_as_the_seed_has_it(stage):
    parts = "before: {first: {tool: Write, with: {file_path: $f}}, then: {tool: rm, with: {paths: $f}}}"
    stage.write("guard.yaml", f"rules: [{{id: d, why: not yours, fix: leave it, {parts}}}]\n")
    lines = stage.judge("rm README.md").reason.splitlines()
    assert lines[0] == "leave it"
    assert lines[1] == "✗ Rule 'd' blocked this call. Nothing was executed."
    path = f"{stage.root}/README.md"
    assert lines[2] == f"  Problem: for f='{path}': no earlier Write call had file_path='{path}'."
    assert lines[3] == "  Why: not yours"


# what stands beside the rule, the first line for the agent, what the person and a second refusal are told
TOLD = [
    ("why: no network", "✗ Rule 'n' blocked this call. Nothing was executed.",
     "curl(urls=['x']) matches what is never called. Why: no network"),
    ("mode: block", "✗ Rule 'n' blocked this call. Nothing was executed.", "curl(urls=['x']) matches what is never called."),
    ("why: no network, fix: read the docs", "read the docs", "read the docs"),
]  # fmt: skip


@pytest.mark.parametrize(("beside", "first", "brief"), TOLD, ids=[row[0] for row in TOLD])
def test_a_short_line_of_a_refusal_says_what_it_is_about(stage, beside, first, brief):
    stage.write("guard.yaml", f"rules: [{{id: n, never: curl, {beside}}}]\n")
    one, again = (claude(stage, "curl x", call_id=name) for name in "ab")
    assert one.reason.splitlines()[0] == first
    assert again.reason.startswith(f"denied again [n]: {brief} (guardhost explain ")
    said = json.loads(adapter("claude-code").encode(one, Event(host="claude-code", dialect="claude-code")).stdout)
    assert said["systemMessage"] == f"guardhost denied [n]: {brief}"


def test_only_calls_that_ran_count(stage):
    stage.write("guard.yaml", BEFORE)
    assert claude(stage, "lint").decision == "allow"
    assert claude(stage, "shipit", call_id="2").decision == "deny"  # lint has not ended
    claude(stage, "lint", "done", status=0)
    assert ran(stage, "shipit") == "allow"


def test_a_call_that_runs_counts_for_a_cap(stage):
    stage.write("guard.yaml", CAP)
    assert claude(stage, "shipit", call_id="1").decision == "allow"
    assert claude(stage, "shipit", call_id="2").decision == "deny"
    assert claude(stage, "shipit", call_id="3").decision == "deny"


def test_a_call_that_another_source_refuses_does_not_count(stage):
    stage.write("guard.yaml", CAP)
    judge = "@guard.command\ndef judge(req):\n    return guard.deny('no') if 'no' in req.command else None\n"
    stage.write("guard.py", f"import guardhost as guard\n{judge}")
    assert claude(stage, "shipit no", call_id="1").decision == "deny"
    assert claude(stage, "shipit", call_id="2").decision == "allow"


def test_sessions_are_apart_and_a_project_is_not(stage):
    stage.write("guard.yaml", BEFORE)
    ran(stage, "lint", session="one")
    assert claude(stage, "shipit", session="two").decision == "deny"
    stage.write("guard.yaml", PROJECT)
    ran(stage, "lint", session="three")
    assert claude(stage, "shipit", session="four").decision == "allow"


def test_a_rule_that_is_changed_sees_what_came_before(stage):
    stage.write("guard.yaml", BEFORE)
    ran(stage, "lint")
    ran(stage, "fmt")
    stage.write("guard.yaml", "rules: [{id: b, before: [fmt, shipit]}, {id: d, before: [never-ran, shipit2]}]\n")
    assert claude(stage, "shipit").decision == "allow"
    assert claude(stage, "shipit2").decision == "deny"


def test_linked_worktrees_share_the_memory_of_a_project(stage, tmp_path):
    stage.repository.commit({"guard.yaml": PROJECT})
    stage.repository.git("worktree", "add", "--quiet", str(tmp_path / "linked"))
    ran(stage, "lint")
    assert claude(stage, "shipit", cwd=str(tmp_path / "linked"), session="other").decision == "allow"


def test_the_end_of_a_turn_is_sent_back_a_bounded_number_of_times(stage):
    stage.write("guard.yaml", "settings: {finish_retries: 1}\nrules: [{id: f, finally: {call: unit, since: [Write]}}]\n")
    stop = {"moment": "finish", "host": "claude-code", "dialect": "claude-code", "name": "Stop"}
    assert stage.judge(**stop).decision == "allow"
    write = {"seam": "write", "tool": "Write", "args": {"file_path": "a", "content": ""}, "host": "claude-code"}
    stage.judge(dialect="claude-code", call_id="w", **write)
    stage.judge(dialect="claude-code", call_id="w", moment="done", status=0, **write)
    assert [stage.judge(**stop).decision for _ in range(2)] == ["deny", "advise"]
    stage.judge(moment="prompt", host="claude-code", dialect="claude-code")
    assert stage.judge(**stop).decision == "deny"
    ran(stage, "unit")
    assert stage.judge(**stop).decision == "allow"


def test_what_a_host_hands_back_as_a_prompt_is_no_persons_word(stage):
    stage.write("guard.yaml", "rules: [{id: f, finally: unit}, {id: s, never: curl, mode: stop}]\n")
    cursor = {"host": "cursor", "dialect": "cursor"}
    stop = {"moment": "finish", "name": "stop", **cursor}
    assert stage.judge(seam="command", tool="Shell", command="curl x", **cursor).mode == "stop"
    sent = stage.judge(**stop)
    assert sent.decision == "deny"
    stage.judge(moment="prompt", text=f"{sent.reason}\n[workspace:f]", **cursor)
    assert [stage.judge(**stop).decision for _ in range(2)] == ["deny", "advise"]
    assert stage.judge(seam="command", tool="Shell", command="ls", **cursor).mode == "stop"
    stage.judge(moment="prompt", text="go on", **cursor)
    assert stage.judge(seam="command", tool="Shell", command="ls", **cursor).decision == "allow"


def test_a_turn_that_cannot_be_held_ends_and_the_next_one_counts_anew(stage):
    stage.write("guard.yaml", "settings: {finish_retries: 1}\nrules: [{id: f, finally: unit}]\n")
    stop = {"moment": "finish", "host": "mistral-vibe", "dialect": "mistral-vibe", "name": "post_agent_turn"}
    ended = stage.judge(final=True, **stop)
    assert (ended.decision, "The turn ends although" in ended.context) == ("advise", True)
    assert [stage.judge(**stop).decision for _ in range(4)] == ["deny", "advise", "deny", "advise"]


def test_who_can_be_told_hears_that_a_turn_ends_without_what_it_owes(stage):
    stage.write(
        "guard.yaml", "settings: {finish_retries: 1}\nrules: [{id: f, finally: {call: unit, since: Write}, fix: run unit}]\n"
    )
    host = {"host": "claude-code", "dialect": "claude-code"}
    write = {"seam": "write", "tool": "Write", "args": {"file_path": "a", "content": ""}, "call_id": "w", **host}
    stage.judge(**write)
    stage.judge(moment="done", status=0, **write)
    back, ended = (stage.judge(moment="finish", name="Stop", **host) for _ in range(2))
    assert "for the last time" in back.reason
    said = (
        "guardhost: the turn ended, and was sent back 1 time; rule 'f' is not met: nothing has run that is unit since Write"
    )
    assert ended.person == (said,)
    reply = adapter("claude-code").encode(
        ended, Event(moment="finish", name="Stop", host="claude-code", dialect="claude-code")
    )
    assert json.loads(reply.stdout) == {"systemMessage": said}
    prompts = [stage.judge(moment="prompt", name="UserPromptSubmit", **host).context for _ in range(2)]
    assert prompts[0].startswith("The last turn ended although:\nrun unit\n")
    assert prompts[1] == ""


def test_a_stop_is_lifted_by_the_persons_next_message(stage):
    stage.write("guard.yaml", "rules: [{id: s, never: curl, mode: stop, why: no network}]\n")
    assert [claude(stage, line).mode for line in ("curl x", "ls")] == ["stop", "stop"]
    assert claude(stage, "ls", session="other").decision == "allow"
    stage.judge(moment="prompt", host="claude-code", dialect="claude-code")
    assert claude(stage, "ls").decision == "allow"


def test_a_rule_remembers_for_its_repository_whoever_has_it_as_a_project(stage, make_repository):
    one = make_repository(
        {"guard.yaml": "rules: [{id: c, at_most: {call: shipit, times: 1}, scope: project}]\n"}, "one"
    ).root
    other = make_repository({"a": ""}, "other").root
    assert claude(stage, "shipit", cwd=str(one), project=str(one), session="1").decision == "allow"
    assert claude(stage, "shipit", cwd=str(one), project=str(other), session="2").decision == "deny"
    assert claude(stage, f"cd {one} && shipit", cwd=str(other), project=str(other), session="3").decision == "deny"
    assert claude(stage, "shipit", cwd=str(other), project=str(other), session="4").decision == "allow"


def test_a_twin_that_was_sent_together_does_not_override_a_warning(stage, tmp_path):
    stage.write("guard.yaml", "rules: [{id: w, never: curl, mode: warn}]\n")
    transcript = tmp_path / "transcript.jsonl"
    transcript.write_text('{"message": {"content": [{"type": "tool_use", "id": "1"}, {"type": "tool_use", "id": "2"}]}}\n')
    both = {"transcript": str(transcript)}
    assert claude(stage, "curl x", call_id="1", **both).mode == "warn"
    assert claude(stage, "curl x", call_id="2", **both).decision == "deny"
    with transcript.open("a") as file:
        file.write('{"message": {"content": [{"type": "tool_result", "tool_use_id": "1"}]}}\n')
    assert claude(stage, "curl x", call_id="3", **both).decision == "allow"
    assert claude(stage, "curl x", call_id="4", **both).mode == "warn"


def test_a_call_that_came_before_the_warning_was_given_does_not_override_it(stage):
    """Hosts that say nothing of it send calls together, too: such a one began before anybody was warned."""
    stage.write("guard.yaml", "rules: [{id: w, never: curl, mode: warn}]\n")
    stage.clock = Hands()
    began = stage.clock.wall()
    stage.clock.pass_(0.2)
    assert claude(stage, "curl x", call_id="1").mode == "warn"
    stage.clock.pass_(began - stage.clock.wall())
    assert claude(stage, "curl x", call_id="2").decision == "deny"
    stage.clock.pass_(1)
    assert claude(stage, "curl x", call_id="3").decision == "allow"


def test_nobody_who_could_be_asked_makes_an_ask_a_deny(stage):
    stage.write("guard.yaml", "rules: [{id: a, never: curl, mode: ask}]\n")
    assert claude(stage, "curl x").decision == "ask"
    assert claude(stage, "curl x", unattended=True).decision == "deny"


def test_a_memory_that_cannot_be_had_is_asked_about(stage):
    stage.write("guard.yaml", BEFORE)
    folder = stage.state.sessions
    stage.judge("ls")
    for path in Path(folder).glob("*/memory.db*"):
        path.unlink()
        path.mkdir()
    asked = stage.judge("shipit")
    assert (asked.decision, asked.rule) == ("ask", "b")


def test_a_call_without_a_rule_file_loads_nothing_of_rules(stage):
    stage.repository.commit({"a": "x"})
    stage.judge("touch x")
    lent = stage.judged("ls")
    assert lent.outcome.decision == "allow"
    for name in [
        name for name in sys.modules if name.startswith("guardhost.rules") or name.endswith((".ruling", ".rulefiles"))
    ]:
        del sys.modules[name]
    stage.judge("touch y")
    assert not any(name.startswith("guardhost.rules") or name.endswith(".ruling") for name in sys.modules)


def test_rule_files_are_compiled_once_for_each_content(stage, monkeypatch):
    stage.write("guard.yaml", NEVER)
    stage.judge("curl x")
    monkeypatch.setitem(sys.modules, "yaml", None)
    monkeypatch.delitem(sys.modules, "guardhost.rules.compiling", raising=False)
    monkeypatch.delitem(sys.modules, "guardhost.rules.nodes", raising=False)
    assert stage.judge("curl x").decision == "deny"


def test_a_scene_knows_that_head_may_have_a_rule_file(stage):
    stage.repository.commit({"guard.yaml": NEVER})
    (stage.root / "guard.yaml").unlink()
    lent = stage.judged("ls")
    assert lent.outcome.decision in ("allow", "advise")
    from guardhost.judgement.scene import Lent

    given = Lent(clock=stage.clock, env=stage.env, state=stage.state, began=0.0, total=7.0)
    assert Scene(Event(cwd=str(stage.root)), given).ruled(())


@pytest.mark.parametrize("form", ["guard.yaml", "policy/guard.yaml", "AGENTLTL.yaml"])
def test_a_commit_of_a_rule_file_that_differs_is_asked_about(stage, form):
    stage.env["PATH"] = os.environ["PATH"]
    stage.repository.commit({form: NEVER, "a": "x"})
    assert stage.judge("git commit -am change").decision == "allow"
    stage.write(form, "rules: []\n")
    asked = stage.judge("git commit -am change")
    assert (asked.decision, asked.rule) == ("ask", "policy-commit")


ASKS = """import guardhost as guard

@guard.command
def judge(req):
    if req.command == "push" and not guard.happened({"tool": "lint", "where": {"argv": "all"}}, since=["Edit", "fmt"]):
        return guard.deny("lint first", rule="lint-first")
"""


def test_a_judge_asks_for_earlier_calls(stage):
    stage.write("guard.py", ASKS)
    assert claude(stage, "push").decision == "deny"
    ran(stage, "lint some")
    assert claude(stage, "push").decision == "deny"
    ran(stage, "lint all")
    assert claude(stage, "push").decision == "allow"
    ran(stage, "fmt")
    assert claude(stage, "push", call_id="again").decision == "deny"
    assert claude(stage, "$CMD x").decision == "allow"  # a question is no rule: nothing is asked about for its sake


def test_a_judge_that_asks_for_what_is_no_target_is_told(stage):
    stage.write("guard.py", "import guardhost as guard\n@guard.command\ndef judge(req):\n    guard.happened({'tol': 'x'})\n")
    outcome = claude(stage, "ls")
    assert outcome.rule == "workspace-command-failed"
    assert "no target" in outcome.context
