"""The flow of one judgement through real children: what is decided, who decided, what is told and what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from guardhost.model.call import SpawnCall, WriteCall
from guardhost.world.state import locate, of_repository
from guardhost.world.trail import records
from tests.judgement.lent import Stage

HEAD = "import guardhost as guard\n"


def judge_of(body: str, seam: str = "command") -> str:
    """Return a policy whose one judge has this body."""
    return f"{HEAD}@guard.{seam}\ndef judge(req):\n    {body}\n"


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """Return an empty repository."""
    return Stage(tmp_path)


DECISIONS = [
    ("return None", "allow", "", ""),
    ("return guard.allow()", "allow", "", ""),
    ("return guard.advise('psst')", "advise", "workspace:command", "working"),
    ("return guard.ask('sure?')", "ask", "workspace:command", "working"),
    ("return guard.deny('no')", "deny", "workspace:command", "working"),
    ("return guard.deny('why', rule='a1-b2')", "deny", "workspace:a1-b2", "working"),
]


@pytest.mark.parametrize(("body", "decision", "rule", "by"), DECISIONS)
def test_a_judge_decides(stage: Stage, body: str, decision: str, rule: str, by: str) -> None:
    """Each of the four decisions, its rule and who decided."""
    stage.write("guard.py", judge_of(body))
    outcome = stage.judge("touch a")
    assert (outcome.decision, outcome.rule, outcome.decided_by) == (decision, rule, by)


BROKEN = [
    "return 'deny'",
    "return guard.deny('')",
    "return guard.deny('x', name='x')",
    "return guard.deny('x', rule=1)",
    "return guard.deny('x', rule='Pull_Request')",
    "return guard.deny('x', rule='command')",
    "return guard.deny('x', rule='write')",
    "return guard.deny('x', rule='spawn')",
    "return guard.deny('x', rule='a--b')",
    "return guard.deny('x', rule='-a')",
    "return guard.deny('x', rule='')",
    "import sys; sys.exit()",
    "return judge(req)",
    "raise KeyboardInterrupt",
    "1 / 0",
    "return object()",
]


@pytest.mark.parametrize("body", BROKEN)
def test_a_judge_that_fails_judges_nothing_and_is_told(stage: Stage, body: str) -> None:
    """The call passes with a note: in full the first time in a session, in one line later; always to the person too."""
    stage.write("guard.py", judge_of(body))
    first = stage.judge("touch a")
    assert (first.decision, first.rule, len(first.notes)) == ("advise", "workspace-command-failed", 1)
    assert "guard.py" in first.context
    assert first.person
    second = stage.judge("touch b")
    assert second.rule == "workspace-command-failed"
    assert "still failing" in second.context
    assert len(second.context) < len(first.context)
    assert stage.judge("touch b", session="other").context == first.context


@pytest.mark.parametrize(("stance", "decision"), [("ask", "ask"), ("deny", "deny")])
def test_the_persons_stance_on_a_failed_judge(stage: Stage, stance: str, decision: str) -> None:
    """`on_judge_error` of the person's own settings makes a failure an ask or a deny."""
    stage.settings(f"settings:\n  on_judge_error: {stance}\n")
    stage.write("guard.py", judge_of("1 / 0"))
    outcome = stage.judge("touch a")
    assert (outcome.decision, outcome.rule) == (decision, "workspace-command-failed")


def test_a_repository_cannot_set_the_persons_stance(stage: Stage) -> None:
    """The settings are read from the person's own folder alone."""
    stage.write("guard.yaml", "settings:\n  on_judge_error: deny\n")
    stage.write("guard.py", judge_of("1 / 0"))
    assert stage.judge("touch a").decision == "advise"


LOADS = [
    ("command() with no argument", f"{HEAD}@guard.command\ndef judge():\n    return None\n"),
    ("two for one seam", f"{HEAD}guard.command(lambda r: None)\nguard.command(lambda r: None)\n"),
    ("not callable", f"{HEAD}guard.command(3)\n"),
    ("two arguments needed", f"{HEAD}guard.command(lambda a, b: None)\n"),
    ("rule name", f"{HEAD}@guard.rule('Bad_Name')\ndef a(req):\n    return None\n"),
]


@pytest.mark.parametrize("policy", [policy for _, policy in LOADS], ids=[name for name, _ in LOADS])
def test_a_registration_that_could_not_hold_stops_the_load(stage: Stage, policy: str) -> None:
    """GH1045, with the line in the file."""
    stage.write("guard.py", policy)
    outcome = stage.judge("touch a")
    assert outcome.rule == "workspace-command-failed"
    assert "GH1045" in outcome.context
    assert "guard.py:" in outcome.context


def test_both_root_forms_are_an_error(stage: Stage) -> None:
    """One of them would read as guarding and never be asked."""
    stage.write("guard.py", judge_of("return guard.deny('no')"))
    stage.write("policy/guard.py", judge_of("return None"))
    outcome = stage.judge("touch a")
    assert "GH1045" in outcome.context
    assert "policy/guard.py" in outcome.context


def test_registering_from_a_module_is_an_error(stage: Stage) -> None:
    """A module may define a judge; only the root file registers it."""
    stage.write("rules.py", judge_of("return None"))
    stage.write("guard.py", "import rules\n")
    assert "GH1045" in stage.judge("touch a").context


def test_every_seam_is_asked(stage: Stage) -> None:
    """Write, change, spawn and tool have judges of their own; a command with a redirection has a change."""
    names = ("write", "change", "spawn", "tool")
    stage.write("guard.py", HEAD + "".join(f"guard.{n}(lambda r: guard.deny('no {n}'))\n" for n in names))
    write = stage.judge(seam="write", tool="Write", writes=(WriteCall(path=str(stage.root / "a"), content="x", whole=True),))
    assert write.rule == "workspace:write"
    assert stage.judge("echo x > a").rule == "workspace:change"
    assert stage.judge(seam="spawn", spawn=SpawnCall(prompt="p")).rule == "workspace:spawn"
    assert stage.judge(seam="tool", tool="mcp__a__b").rule == "workspace:tool"
    assert stage.judge("ls").decision == "allow"


def test_a_change_knows_the_texts(stage: Stage) -> None:
    """Before and after, for an edit, a whole write, an append and a delete."""
    stage.write("notes.txt", "one\ntwo\n")
    stage.write(
        "guard.py",
        f"{HEAD}@guard.change\ndef j(c):\n    return guard.deny(repr((c.kind, c.before, c.after, c.matches('*.txt'))))\n",
    )
    path = str(stage.root / "notes.txt")
    edit = WriteCall(path=path, old_text="two", new_text="2")
    assert "('write', 'one\\ntwo\\n', 'one\\n2\\n', True)" in stage.judge(seam="write", writes=(edit,)).reason
    assert "('append', 'one\\ntwo\\n', 'one\\ntwo\\nx\\n', True)" in stage.judge("echo x >> notes.txt").reason
    assert "('delete', 'one\\ntwo\\n', None, True)" in stage.judge("rm notes.txt").reason


def test_the_persons_own_policy_judges_first_and_everywhere(stage: Stage) -> None:
    """Its deny ends it; a repository cannot weaken it."""
    folder = Path(stage.env["XDG_CONFIG_HOME"]) / "guardhost"
    folder.mkdir(parents=True)
    (folder / "guard.py").write_text(judge_of("return guard.deny('mine', rule='mine')"))
    stage.write("guard.py", judge_of("return guard.allow()"))
    outcome = stage.judge("touch a")
    assert (outcome.decision, outcome.rule, outcome.decided_by) == ("deny", "workspace:mine", "person")


def test_what_to_do_instead_comes_first(stage: Stage) -> None:
    """The served command leads, then the reason; then what was not executed, and the ref."""
    stage.write(
        "guard.py", judge_of("return guard.deny('read the board\\nIt waits.', rule='ci-watch', next='gh pr checks')")
    )
    outcome = stage.judge("touch a; touch b")
    lines = outcome.reason.splitlines()
    assert lines[:3] == ["run `gh pr checks` instead: read the board", "It waits.", "Nothing was executed (2 programs)."]
    assert outcome.next == ("gh pr checks",)
    assert outcome.ref.startswith("grd-")
    assert outcome.ref in lines[3]


def test_a_named_deny_is_one_line_the_second_time(stage: Stage) -> None:
    """`denied again`, with the first line and a ref that leads to the whole text; another session hears it whole."""
    from guardhost.world.refs import load

    stage.write("guard.py", judge_of("return guard.deny('no\\nbecause of that', rule='ci-watch')"))
    first, second = stage.judge("touch a"), stage.judge("touch a")
    assert second.reason.startswith("denied again [workspace:ci-watch]: no")
    assert "\n" not in second.reason
    text = load(of_repository(stage.state, str(stage.root / ".git")), second.ref)
    assert text is not None
    assert "because of that" in text
    assert stage.judge("touch a", session="s2").reason == first.reason


def test_an_unnamed_deny_keeps_its_whole_reason(stage: Stage) -> None:
    """It is never shortened, and has no ref."""
    stage.write("guard.py", judge_of("return guard.deny('no\\nbecause')"))
    first, second = stage.judge("touch a"), stage.judge("touch a")
    assert first.reason == second.reason == "no\nbecause\nNothing was executed."
    assert first.ref == ""


def test_a_deny_that_was_never_printed_is_told_whole_again(stage: Stage) -> None:
    """What the host did not wait for was not told."""
    stage.write("guard.py", judge_of("return guard.deny('no\\nbecause', rule='ci-watch')"))
    stage.judged("touch a")
    assert not stage.judge("touch a").reason.startswith("denied again")


def test_advice_stands_down_on_what_was_served(stage: Stage) -> None:
    """Word for word, alone on its line; anything else is advised."""
    stage.write("guard.py", judge_of("return guard.advise('rather', next='gh pr checks 1')"))
    assert stage.judge("gh pr checks 1").decision == "advise"
    assert stage.judge("gh pr checks 1").decision == "allow"
    for line in ("sudo gh pr checks 1", "gh pr checks 1; rm x", "X=1 gh pr checks 1", "gh pr checks $N", "gh pr checks 1 &"):
        assert stage.judge(line).decision == "advise", line


def test_a_deny_holds_on_what_was_served(stage: Stage) -> None:
    """Only advice stands down."""
    stage.write("guard.py", judge_of("return guard.deny('no', next='gh pr checks 1')"))
    stage.judge("touch a")
    assert stage.judge("gh pr checks 1").decision == "deny"


def test_once_and_count_are_spent_when_they_were_told(stage: Stage) -> None:
    """Once per session, one store for all seams, not spent by a verdict that was never printed."""
    body = "return guard.advise(f'first {guard.count(chr(99))}') if guard.once('k') else None"
    stage.write("guard.py", judge_of(body) + "guard.write(lambda r: guard.advise('w') if guard.once('k') else None)\n")
    stage.judged("ls")
    assert stage.judge("ls").context == "first 1"
    assert stage.judge("ls").decision == "allow"
    assert stage.judge(seam="write", writes=(WriteCall(path=str(stage.root / "a")),)).decision == "allow"
    assert stage.judge("ls", session="s2").context == "first 1"


def test_both_sides_get_the_same_answer_to_a_key(stage: Stage) -> None:
    """Two judges of one judgement, here the person's and the repository's."""
    folder = Path(stage.env["XDG_CONFIG_HOME"]) / "guardhost"
    folder.mkdir(parents=True)
    body = judge_of("return guard.advise('a') if guard.once('k') else None")
    (folder / "guard.py").write_text(body)
    stage.write("guard.py", body.replace("'a'", "'b'"))
    outcome = stage.judge("ls")
    assert outcome.context == "a\n\nb"
    assert outcome.decided_by == "person+working"


def test_a_check_spends_and_records_nothing(stage: Stage) -> None:
    """Neither keys nor the trail nor refs."""
    stage.write("guard.py", judge_of("return guard.advise('a') if guard.once('k') else guard.deny('x', rule='y')"))
    stage.lent = {"recording": False}
    assert stage.judge("ls").decision == "advise"
    assert stage.judge("ls").decision == "advise"
    stage.lent = {}
    assert stage.judge("ls").decision == "advise"


def test_an_ask_where_nobody_is_there_is_a_deny(stage: Stage) -> None:
    """A decision that nobody can answer is strengthened."""
    stage.write("guard.py", judge_of("return guard.ask('sure?', rule='sure')"))
    assert stage.judge("touch a").decision == "ask"
    outcome = stage.judge("touch a", unattended=True)
    assert outcome.decision == "deny"
    assert "sure?" in outcome.reason


def test_an_unreadable_line_says_so_to_the_judge(stage: Stage) -> None:
    """`commands` and `calls` are empty and say nothing."""
    stage.lent = {"builtin": False}
    stage.write("guard.py", judge_of("return guard.deny(repr((req.readable, req.commands, req.calls)))"))
    assert "(False, (), ())" in stage.judge('gh pr view "').reason


def test_judges_of_the_repository_that_a_call_reaches_into(stage: Stage, tmp_path: Path) -> None:
    """A cd, a written file: the policy of that repository is asked as well, and the session's own still is."""
    other = Stage(tmp_path / "other", judge_of("return guard.deny('other', rule='other')"))
    stage.write("guard.py", judge_of("return guard.advise('own')"))
    assert stage.judge("touch a").context == "own"
    assert stage.judge(f"cd {other.root} && touch a").rule == "workspace:other"
    assert stage.judge(f"echo x > {other.root}/a").rule == "workspace:other"
    assert stage.judge("touch a", cwd=str(other.root), project=str(stage.root)).rule == "workspace:other"
    assert stage.judge("touch a", cwd=str(tmp_path), project=str(stage.root)).context == "own"


def test_a_session_keeps_the_project_of_its_first_event(stage: Stage, tmp_path: Path) -> None:
    """A host that declares none: whatever the cwd does later, the first repository judges."""
    stage.write("guard.py", judge_of("return guard.deny('own', rule='own')"))
    assert stage.judge("ls").rule == "workspace:own"
    outside = tmp_path / "outside"
    outside.mkdir()
    assert stage.judge("touch a", cwd=str(outside)).rule == "workspace:own"
    assert stage.judge("touch a", cwd=str(outside), session="new").decision == "allow"


def test_a_folder_that_is_no_repository_has_its_own_policy(tmp_path: Path) -> None:
    """The working tree is the whole policy."""
    stage = Stage(tmp_path, judge_of("return guard.deny('no', rule='no')"))
    (stage.root / ".git" / "HEAD").unlink()
    assert stage.judge("touch a").rule == "workspace:no"


def test_a_plain_folder_that_the_session_declares_judges_wherever_the_call_runs(tmp_path: Path) -> None:
    """The project is no repository; the cwd is in one."""
    stage = Stage(tmp_path, judge_of("return guard.deny('own', rule='own')"))
    (stage.root / ".git").rename(stage.root / "dot-git")
    other = Stage(tmp_path / "other")
    assert stage.judge("touch a", project=str(stage.root), cwd=str(other.root)).rule == "workspace:own"
    assert stage.judge("touch a", project=str(stage.root), cwd=str(tmp_path)).rule == "workspace:own"


REACHES = [
    "git -C {o} commit -m x",
    "git -C{o} status",
    "git --git-dir={o}/.git --work-tree={o} commit -m x",
    "git --git-dir {o}/.git commit -m x",
    "GIT_DIR={o}/.git git commit -m x",
    "export GIT_WORK_TREE={o}; git commit -m x",
    "make -C {o} all",
    "cd {o} && make",
    "(cd {o}; make)",
    "echo x > {o}/deep/a",
    "cp a {o}/a",
    "echo x > link",
    "npm --prefix {o} run x",
]


@pytest.mark.parametrize("line", REACHES)
def test_every_way_to_reach_into_another_repository_asks_its_policy(stage: Stage, tmp_path: Path, line: str) -> None:
    """By a directory option, a variable, a cd, a path, a link."""
    other = Stage(tmp_path / "other", judge_of("return guard.deny('other', rule='other')"))
    (other.root / "deep").mkdir()
    (stage.root / "link").symlink_to(other.root / "file")
    assert stage.judge(line.format(o=other.root)).rule == "workspace:other"


def test_a_variable_of_the_hooks_own_environment_reaches_as_well(stage: Stage, tmp_path: Path) -> None:
    """GIT_DIR can add a policy."""
    other = Stage(tmp_path / "other", judge_of("return guard.deny('other', rule='other')"))
    stage.env = {**stage.env, "GIT_DIR": str(other.root / ".git")}
    assert stage.judge("git commit -m x").rule == "workspace:other"


def test_an_edit_through_a_link_asks_where_the_file_lies(stage: Stage, tmp_path: Path) -> None:
    """The link is here, the file is there."""
    other = Stage(tmp_path / "other", f"{HEAD}guard.write(lambda req: guard.deny('other', rule='other'))\n")
    (stage.root / "link").symlink_to(other.root / "file")
    call = WriteCall(path=str(stage.root / "link"), content="x", whole=True)
    assert stage.judge(seam="write", writes=(call,)).rule == "workspace:other"


def changed(stage: Stage, line: str = "", **call: object) -> str:
    """Return what the judges of changes are told of one call: (kind, before, after) each."""
    told = "(c.path.rpartition('/')[2], c.kind, c.before, c.after)"
    stage.write("guard.py", f"{HEAD}@guard.change\ndef j(c):\n    return guard.advise(repr({told}))\n")
    outcome = stage.judge(line, session=line or repr(call), **call)
    return outcome.context


def test_what_a_line_does_to_one_file_is_one_change(stage: Stage) -> None:
    """Step by step: the second appends to what the first wrote."""
    assert changed(stage, "echo a > n; echo b >> n") == "('n', 'write', None, 'a\\nb\\n')"
    assert changed(stage, "echo a > n; rm n") == "('n', 'delete', None, None)"


def test_an_append_to_what_cannot_be_shown_is_unknown(stage: Stage) -> None:
    """A file too big to show is not an empty one."""
    stage.write("big", "x" * (1 << 20) + "y")
    assert changed(stage, "echo q >> big") == "('big', 'append', None, None)"
    assert changed(stage, "echo q >> none") == "('none', 'append', None, 'q\\n')"


EDITS = [
    ({"old_text": "", "new_text": "x"}, "new", "x"),
    ({"edits": (("a", "1"), ("b", "2")), "everywhere": (True, False)}, "a a b b", "1 1 2 b"),
    ({"edits": (("a", "1"), ("zz", "2"))}, "a", None),
    ({"old_text": "", "new_text": "x"}, "full", None),
    ({"old_text": "a", "new_text": "", "replace_all": True}, "aba", "b"),
]


@pytest.mark.parametrize(("edit", "before", "after"), EDITS)
def test_the_text_after_an_edit(stage: Stage, edit: dict[str, object], before: str, after: str | None) -> None:
    """Each edit by its own word; what an edit cannot do has no text after it."""
    if before != "new":
        stage.write("f", before)
    call = WriteCall(path=str(stage.root / "f"), **edit)  # type: ignore[arg-type] # the fields of a table
    assert changed(stage, seam="write", writes=(call,)) == repr(("f", "write", None if before == "new" else before, after))


def test_a_path_through_a_link_is_resolved_as_the_system_does(stage: Stage, tmp_path: Path) -> None:
    """`link/../f` lies beside what the link points at."""
    (tmp_path / "there" / "deep").mkdir(parents=True)
    (stage.root / "link").symlink_to(tmp_path / "there" / "deep")
    stage.write("guard.py", f"{HEAD}@guard.write\ndef j(r):\n    return guard.advise(r.real_path)\n")
    call = WriteCall(path="link/../f", content="x", whole=True)
    assert stage.judge(seam="write", writes=(call,)).context == str(tmp_path / "there" / "f")


def test_calls_without_a_session_have_one_for_each_repository(stage: Stage, tmp_path: Path) -> None:
    """What was told in one repository was not told in another; after two hours it is told again."""
    policy = judge_of("return guard.deny('no\\nwhy', rule='no')")
    stage.write("guard.py", policy)
    other = Stage(tmp_path / "other", policy)
    other.state = stage.state
    first = stage.judge("ls", session="").reason
    assert other.judge("ls", session="").reason == first
    assert stage.judge("ls", session="").reason.startswith("denied again")


def test_a_failure_is_told_under_its_own_seam(stage: Stage) -> None:
    """A judge of changes fails; the judge of commands is well."""
    stage.write("guard.py", f"{HEAD}guard.change(lambda c: 1 / 0)\nguard.command(lambda r: None)\n")
    outcome = stage.judge("echo x > a")
    assert outcome.rule == "workspace-change-failed"
    assert "ZeroDivisionError" in outcome.context
    assert "is still failing (guard.py:2)" in stage.judge("echo x > a").context


def test_what_cannot_be_remembered_is_told_where_something_is_told(stage: Stage, tmp_path: Path) -> None:
    """Without a state folder an allow stays silent; a deny, an advice and the start of a session say so, each time."""
    (tmp_path / "file").write_text("")
    stage.state = locate({}, str(tmp_path / "file"))
    stage.write("guard.py", judge_of("return guard.deny('no', rule='a') if req.commands[0].program == 'touch' else None"))
    assert stage.judge("mkdir b").notes == ()
    for _ in range(2):
        outcome = stage.judge("touch a")
        assert (outcome.decision, outcome.ref) == ("deny", "")
        assert f"the state folder {tmp_path}/file cannot be used (it is no folder)" in outcome.reason
        assert outcome.person == outcome.notes
    outcome = stage.judge(moment="session", name="SessionStart")
    assert (outcome.person, outcome.notes) == ((outcome.context,), (outcome.context,))
    assert "guardhost doctor" in outcome.context
    assert stage.judge(moment="session", name="SessionEnd").context == ""


def test_notes_are_recorded_with_their_rules(stage: Stage) -> None:
    """What a note says where an answer decides is in the trail too."""
    stage.write("guard.py", judge_of("1 / 0"))
    stage.judge("touch a")
    (record,) = [one for one in records(of_repository(stage.state, str(stage.root / ".git"))) if one["kind"] == "command"]
    assert record["noted"] == ["workspace-command-failed"]
    assert "guard.py:4" in record["notes"][0]


def test_another_refusal_of_the_same_rule_is_told_whole(stage: Stage) -> None:
    """Only the same text is `denied again`."""
    stage.write("guard.py", judge_of("return guard.deny('no\\n' + req.command, rule='x')"))
    stage.judge("touch a")
    assert "touch b" in stage.judge("touch b").reason
    assert stage.judge("touch a").reason.startswith("denied again")


def test_the_keys_of_one_judgement_are_bounded(stage: Stage) -> None:
    """A judge that asks for keys without end fails, and spends none."""
    stage.write("guard.py", judge_of("[guard.count(f'k{n}') for n in range(10**6)]; return guard.deny('no')"))
    outcome = stage.judge("touch a")
    assert outcome.rule == "workspace-command-failed"
    assert "more than 200 keys" in outcome.context


def test_threads_of_a_judge_may_ask_at_once(stage: Stage) -> None:
    """One question at a time goes over the pipe."""
    body = "import threading\n    found = []\n    "
    body += "threads = [threading.Thread(target=lambda: found.append(guard.count('a'))) for _ in range(20)]\n    "
    body += "[t.start() for t in threads]; [t.join() for t in threads]\n    return guard.advise(repr(found))"
    stage.write("guard.py", judge_of(body))
    assert stage.judge("touch a").context == repr([1] * 20)


@pytest.mark.parametrize("target", ["nowhere", "guard.py"])
def test_a_link_that_leads_nowhere_in_the_policys_place_is_told(stage: Stage, target: str) -> None:
    """Dangling or looping: it is no policy, and no silence either."""
    (stage.root / "guard.py").symlink_to(target)
    assert stage.judge("touch a").rule == "workspace-command-failed"
