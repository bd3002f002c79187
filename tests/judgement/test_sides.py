"""Both sides of a policy, in repositories that git itself made: an edit can tighten what judges it and cannot loosen it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from guardhost.model.call import WriteCall
from guardhost.world.state import of_repository
from guardhost.world.trail import records
from tests.judgement.lent import Stage

HEAD = "import guardhost as guard\n"


def answers(verdict: str) -> str:
    """Return a policy that always answers so; "" is no judge at all."""
    return f"{HEAD}@guard.command\ndef judge(req):\n    return {verdict}\n" if verdict else HEAD


ALLOW, ADVISE, DENY = "guard.allow()", "guard.advise('c')", "guard.deny('c')"


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """Return a repository without a commit."""
    return Stage(tmp_path, git=True)


TABLE = [
    (ALLOW, ALLOW, "allow", ""),
    (ALLOW, DENY, "deny", "working"),
    (ADVISE, ADVISE, "advise", "committed"),
    (ADVISE, DENY, "deny", "working"),
    (DENY, ADVISE, "deny", "committed"),
    (DENY, DENY, "deny", "committed"),
    (ADVISE, "guard.ask('w')", "ask", "working"),
    ("guard.ask('c')", ADVISE, "ask", "committed"),
]


@pytest.mark.parametrize("again", [1, 2], ids=["first look", "warm"])
@pytest.mark.parametrize(("committed", "working", "decision", "by"), TABLE)
def test_the_stricter_side_stands(stage: Stage, committed: str, working: str, decision: str, by: str, again: int) -> None:
    """The committed side is asked first; who decided is told; also on the first call of all, when nothing is remembered."""
    stage.repository.commit({"guard.py": answers(committed)})
    stage.write("guard.py", answers(working))
    for _ in range(again):
        outcome = stage.judge("gh run watch 1")
        assert (outcome.decision, outcome.decided_by) == (decision, by)


def test_two_advices_keep_both_texts_and_the_first_named_rule(stage: Stage) -> None:
    """Reasons once each; the committed side decided."""
    stage.repository.commit({"guard.py": answers("guard.advise('a', rule='x')")})
    stage.write("guard.py", answers("guard.advise('b', rule='y')"))
    outcome = stage.judge("ls")
    assert (outcome.rule, outcome.context, outcome.decided_by) == ("workspace:x", "a\n\nb", "committed")


def delete(stage: Stage) -> None:
    (stage.root / "guard.py").unlink()


def other_form(stage: Stage) -> None:
    (stage.root / "guard.py").unlink()
    stage.write("policy/guard.py", answers(ALLOW))


def both_forms(stage: Stage) -> None:
    stage.write("policy/guard.py", answers(ALLOW))


def empty(stage: Stage) -> None:
    stage.write("guard.py", "")


def same_size_and_time(stage: Stage) -> None:
    path = stage.root / "guard.py"
    found = path.stat()
    path.write_text(path.read_text().replace("guard.deny('c')", "guard.allow(  )"))
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))


def package(stage: Stage) -> None:
    (stage.root / "rules.py").unlink()
    stage.write("rules/__init__.py", "def judge(req):\n    return None\n")


def shadow(stage: Stage) -> None:
    stage.write("rules/__init__.py", "def judge(req):\n    return None\n")


def ignored(stage: Stage) -> None:
    stage.write(".git/info/exclude", "rules/\n")
    shadow(stage)


def edited_import(stage: Stage) -> None:
    stage.write("deep/inner.py", "ANSWER = None\n")


def link(stage: Stage) -> None:
    (stage.root / "guard.py").unlink()
    (stage.root / "guard.py").symlink_to(stage.write("elsewhere.py", answers(ALLOW)))


def fifo(stage: Stage) -> None:
    (stage.root / "guard.py").unlink()
    os.mkfifo(stage.root / "guard.py")


def folder(stage: Stage) -> None:
    (stage.root / "guard.py").unlink()
    (stage.root / "guard.py").mkdir()


def syntax(stage: Stage) -> None:
    stage.write("guard.py", "def (\n")


def loops(stage: Stage) -> None:
    stage.write("guard.py", "while True: pass\n")


def no_head(stage: Stage) -> None:
    (stage.root / ".git" / "HEAD").write_text("ref: refs/heads/nowhere\n")
    delete(stage)


def no_git(stage: Stage) -> None:
    (stage.root / ".git").rename(stage.root / "dot-git")
    delete(stage)


def damaged(stage: Stage) -> None:
    for path in (stage.root / ".git" / "objects").rglob("??/*"):
        path.chmod(0o600)
        path.write_bytes(b"nonsense")
    delete(stage)


def data_file(stage: Stage) -> None:
    stage.write("policy/list.txt", "")


LOOSENING: list[Callable[[Stage], None]] = [
    delete, other_form, both_forms, empty, same_size_and_time, package, shadow, ignored, edited_import, link, fifo, folder,
    syntax, no_head, no_git, damaged, data_file,
]  # fmt: skip

DENIES = {
    "guard.py": "import guardhost as guard\nimport rules\nguard.command(rules.judge)\n",
    "rules.py": "import guardhost as guard\nfrom deep import inner\ndef judge(req):\n"
    "    return inner.ANSWER if req.command in guard.read('policy/list.txt') else None\n",
    "deep/inner.py": "import guardhost as guard\nANSWER = guard.deny('c')\n",
    "policy/list.txt": "touch a\n",
}


@pytest.mark.parametrize("edit", LOOSENING, ids=lambda edit: edit.__name__)
def test_an_edit_cannot_loosen(stage: Stage, edit: Callable[[Stage], None]) -> None:
    """Whatever the working tree is turned into, the committed policy still denies."""
    stage.repository.commit(DENIES)
    assert stage.judge("touch a").decision == "deny"
    edit(stage)
    outcome = stage.judge("touch a")
    assert (outcome.decision, outcome.decided_by) == ("deny", "committed"), outcome
    assert stage.judge("touch b", session="s2").decision in ("allow", "advise", "deny")


@pytest.mark.parametrize("edit", [delete, empty, package, shadow, edited_import, data_file], ids=lambda edit: edit.__name__)
def test_an_edit_before_the_first_judgement_cannot_loosen_either(stage: Stage, edit: Callable[[Stage], None]) -> None:
    """Nothing is remembered, and HEAD is asked."""
    stage.repository.commit(DENIES)
    edit(stage)
    assert stage.judge("touch a").decision == "deny"


def test_a_judge_that_loops_in_the_working_tree_cannot_use_up_the_committed_answer(stage: Stage) -> None:
    """The committed side is asked first."""
    stage.repository.commit({"guard.py": answers(DENY)})
    loops(stage)
    stage.lent = {"total": 1.5}
    assert stage.judge("touch a").decided_by == "committed"


def test_a_committed_side_that_cannot_load_is_told_and_the_working_one_judges(stage: Stage) -> None:
    """A syntax error in HEAD."""
    stage.repository.commit({"guard.py": "def (\n"})
    stage.write("guard.py", answers(DENY))
    outcome = stage.judge("touch a")
    assert outcome.decision == "deny"
    assert any("committed" in note for note in outcome.notes)


def test_without_a_committed_policy_the_working_tree_judges(stage: Stage) -> None:
    """HEAD has none; the new one may only tighten."""
    stage.repository.commit({"README": "x"})
    stage.write("guard.py", answers(DENY))
    assert stage.judge("touch a").decided_by == "working"
    delete(stage)
    assert stage.judge("touch a").decision == "allow"


def test_a_commit_that_takes_the_policy_away_is_followed(stage: Stage) -> None:
    """HEAD can be read and has none: it was a commit's decision."""
    stage.repository.commit({"guard.py": answers(DENY)})
    assert stage.judge("touch a").decision == "deny"
    stage.repository.git("rm", "-q", "guard.py")
    stage.repository.commit()
    assert stage.judge("touch a").decision == "allow"


@pytest.mark.parametrize("how", ["worktree", "detached", "packed", "crlf", "shallow", "no git"])
def test_repositories_of_every_shape(stage: Stage, tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The committed policy is found, and an edit of the working tree is seen."""
    stage.repository.commit({"guard.py": answers(DENY)})
    if how == "worktree":
        stage.repository.git("worktree", "add", "-q", str(tmp_path / "linked"))
        stage.root = tmp_path / "linked"
    elif how == "detached":
        stage.repository.git("checkout", "-q", "--detach")
    elif how == "packed":
        stage.repository.git("pack-refs", "--all")
        stage.repository.git("gc", "-q")
    elif how == "shallow":
        stage.repository.commit({"a": "b"})
        stage.repository.git("clone", "-q", "--depth", "1", f"file://{stage.root}", str(tmp_path / "shallow"))
        stage.root = tmp_path / "shallow"
    elif how == "no git":
        stage.env = {**stage.env, "PATH": str(tmp_path)}
    if how == "crlf":
        (stage.root / "guard.py").write_bytes(answers(DENY).replace("\n", "\r\n").encode())
        assert stage.judge("touch a").decided_by == "committed"
        return
    stage.write("guard.py", answers(ALLOW))
    outcome = stage.judge("touch a")
    assert (outcome.decision, outcome.decided_by) == ("deny", "committed")


def test_a_submodules_file_comes_from_the_commit_that_its_gitlink_names(stage: Stage, tmp_path: Path) -> None:
    """An edit in the submodule cannot loosen the policy that imports it."""
    other = Stage(tmp_path / "other", git=True)
    other.repository.commit({"gate.py": answers(DENY).replace("@guard.command\n", "")})
    stage.repository.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other.root), "shared")
    stage.repository.commit({"guard.py": "import guardhost as guard\nfrom shared import gate\nguard.command(gate.judge)\n"})
    assert stage.judge("touch a").decision == "deny"
    stage.write("shared/gate.py", "def judge(req):\n    return None\n")
    assert stage.judge("touch a").decided_by == "committed"


def test_a_pending_change_without_a_committed_answer_denies_the_write(stage: Stage) -> None:
    """With a committed answer, or without a pending change, the write that mends a slow policy passes."""
    slow = f"{HEAD}import time\n@guard.write\ndef judge(req):\n    time.sleep(9)\n"
    call = WriteCall(path=str(stage.root / "guard.py"), content="x", whole=True)
    stage.lent = {"total": 1.0}
    stage.repository.commit({"guard.py": slow})
    assert stage.judge(seam="write", writes=(call,)).decision == "advise"
    stage.write("guard.py", slow + "\n")
    assert stage.judge(seam="write", writes=(call,)).decision == "deny"
    stage.repository.commit({"guard.py": answers(ALLOW)})
    stage.judge("ls")
    stage.write("guard.py", slow)
    assert stage.judge(seam="write", writes=(call,)).decision == "advise"


def test_each_change_of_a_policy_is_told_to_the_trail_once(stage: Stage) -> None:
    """Loaded, tightened, loosening, committed."""

    def actions() -> list[str]:
        stage.judge("ls")
        stage.judge("ls")
        place = of_repository(stage.state, str(stage.root / ".git"))
        return [str(one["action"]) for one in records(place) if one["kind"] == "policy"]

    stage.repository.commit({"guard.py": answers(ALLOW)})
    assert actions() == ["loaded"]
    stage.write("guard.py", answers(ALLOW) + "guard.write(lambda req: None)\n")
    assert actions() == ["loaded", "tightened"]
    stage.write("guard.py", "")
    assert actions()[2:] == ["loosening-pending"]
    stage.repository.commit()
    assert actions()[3:] == ["committed"]


def test_a_file_that_only_some_loads_read_cannot_loosen(stage: Stage) -> None:
    """The first load did not look at it, so it was not compared; a later one reads it."""
    stage.repository.commit(
        {
            "guard.py": "import guardhost as guard\nimport os\nif os.path.exists('/proc/self') and os.environ.get('LATE'):\n"
            "    import late\nguard.command(lambda req: late.ANSWER if os.environ.get('LATE') else None)\n",
            "late.py": "import guardhost as guard\nANSWER = guard.deny('c')\n",
        }
    )
    assert stage.judge("touch a").decision == "allow"
    stage.write("late.py", "ANSWER = None\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LATE", "1")
        assert stage.judge("touch a").decided_by == "committed"
        assert stage.judge("touch a").decided_by == "committed"


def test_a_change_of_the_committed_policy_is_told_to_the_person(stage: Stage) -> None:
    """Each once: a new commit, an edit that may loosen and waits, a policy that is gone. Not an edit that is undone."""
    stage.repository.commit({"guard.py": answers(ALLOW)})
    assert stage.judge("ls").person == ()
    stage.repository.commit({"guard.py": answers(ADVISE)})
    (said,) = stage.judge("touch a").person
    assert "has changed" in said
    assert f"guardhost diff {stage.repository.git('rev-parse', 'HEAD~1')[:12]}" in said
    assert stage.judge("touch a").person == ()
    stage.write("guard.py", "")
    (said,) = stage.judge("touch a").person
    assert "waits for a commit" in said
    stage.write("guard.py", answers(ADVISE))
    assert stage.judge("touch a").person == ()
    stage.repository.commit({"README": "x"})
    assert stage.judge("touch a").person == ()
    stage.repository.git("rm", "-q", "guard.py")
    stage.repository.commit()
    (said,) = stage.judge("touch a").person
    assert "is gone" in said


@pytest.mark.parametrize("kind", ["", "^{tree}", ":guard.py"])
@pytest.mark.parametrize("git", [True, False], ids=["git", "pygit2"])
def test_a_commit_that_cannot_be_read_is_told_to_the_agent_and_the_person(stage: Stage, kind: str, git: bool) -> None:
    """The kept copy judges, and that is told in full once a session."""
    if git:
        stage.env["PATH"] = os.environ["PATH"]
    stage.repository.commit({"guard.py": answers(ADVISE)})
    kept = stage.judge("touch a").decision
    assert kept == "advise"
    oid = stage.repository.git("rev-parse", f"{stage.repository.commit({'guard.py': answers(DENY)})}{kind}")
    path = stage.root / ".git" / "objects" / oid[:2] / oid[2:]
    path.chmod(0o600)
    path.write_bytes(b"nonsense")
    stage.write("guard.py", answers(ALLOW))
    for session, full in (("s1", True), ("s1", False), ("s2", True)):
        outcome = stage.judge("touch a", session=session)
        assert (outcome.decision, outcome.decided_by) == ("advise", "committed"), outcome
        assert outcome.notes
        assert outcome.person == outcome.notes
        assert ("cannot be read" in "".join(outcome.notes)) is full, outcome


@pytest.mark.parametrize("commits", [False, True])
def test_that_a_policy_is_not_committed_is_said_once_to_the_person(stage: Stage, commits: bool) -> None:
    if commits:
        stage.repository.commit({"README": "x"})
    stage.write("guard.py", answers(ALLOW))
    (said,) = stage.judge("ls").person
    assert "is not committed" in said
    assert stage.judge("ls", session="s2").person == ()
    stage.write("guard.py", answers(ADVISE))
    assert stage.judge("ls").person == ()
    stage.repository.commit()
    assert not any("not committed" in said for said in stage.judge("ls").person)


def test_nothing_is_told_of_a_repository_that_never_had_a_policy(stage: Stage) -> None:
    """Its first call and the next, as other folders': no policy has changed and none is gone."""
    stage.repository.commit({"README": "x"})
    for _ in range(2):
        outcome = stage.judge("make")
        assert (outcome.person, outcome.notes) == ((), ())
    assert not [
        record for record in records(of_repository(stage.state, str(stage.root / ".git"))) if record["kind"] == "policy"
    ]
