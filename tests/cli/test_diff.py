"""`guardhost diff`: which calls two versions of the policy judge differently, the worst first."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from guardhost.cli import diff, group
from guardhost.model.mistakes import UsageError
from guardhost.world.repository import find
from guardhost.world.state import locate, of_repository
from guardhost.world.trail import append, put_blob
from tests.repository import Repository

HEAD = "import guardhost as guard\n"
WATCH = """
@guard.rule("watch", tests=["deny: gh run watch 1", "allow: gh pr checks 3"])
def watch(req):
    return guard.{decision}("{reason}") if "gh run watch" in req.command else None
guard.command(watch)
"""
WRITES = """
@guard.write
def written(req):
    return guard.{decision}("no") if req.path.endswith(".lock") else None
"""


def policy(decision: str = "deny", reason: str = "look once", writes: str = "deny") -> str:
    return HEAD + WATCH.format(decision=decision, reason=reason) + WRITES.format(decision=writes)


@pytest.fixture
def repository(make_repository: Callable[..., Repository], monkeypatch: pytest.MonkeyPatch) -> Repository:
    made = make_repository({"guard.py": policy()})
    monkeypatch.chdir(made.root)
    return made


def ran(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(group, ["diff", *words], standalone_mode=False, catch_exceptions=False)
    return (done.return_value if isinstance(done.return_value, int) else done.exit_code), done.output


def record(root: Path, **fields: object) -> str:
    place = find(str(root))
    assert place is not None
    folder = of_repository(locate(os.environ, ""), place.common_dir)
    append(folder, {"time": 1.0, "session": "s", "cwd": str(root), "decision": "allow", **fields})
    return folder


def test_the_same_policy_judges_alike(repository: Repository) -> None:
    status, said = ran()
    assert (status, said) == (0, "HEAD -> the working tree: 2 examples, 0 recorded calls: all judged alike\n")


@pytest.mark.parametrize(
    ("after", "status", "line"),
    [
        (policy("ask"), 1 - 1, "laxer       deny -> ask"),
        (policy("advise"), 1, "laxer       deny -> advise"),
        (HEAD, 1, "laxer       deny -> allow"),
        (policy(reason="another text"), 0, "other text  deny"),
    ],
)
def test_what_an_edit_changes_is_told(repository: Repository, after: str, status: int, line: str) -> None:
    repository.write("guard.py", after)
    found, said = ran()
    assert (found, said.startswith(line)) == (status, True), said
    assert "workspace:watch" in said
    assert "gh run watch 1  (example of watch)" in said


def test_two_commits_and_the_other_way_round(repository: Repository) -> None:
    repository.git("tag", "strict")
    repository.commit({"guard.py": policy("advise")})
    assert ran("strict", "HEAD")[0] == 1
    status, said = ran("HEAD", "strict")
    assert (status, said.startswith("stricter    advise -> deny")) == (0, True)
    assert ran("strict", "strict")[0] == 0
    assert ran("strict")[0] == 1


def test_recorded_calls_are_judged_and_the_worst_is_first(repository: Repository) -> None:
    root = repository.root
    folder = record(root, kind="command", text="gh run watch 77", tool="Bash")
    record(root, kind="command", text="gh run watch 77", tool="Bash")
    record(root, kind="command", text="ls", tool="Bash")
    record(root, kind="command", asked="0" * 32, text="gh run watch 5 ...", tool="Bash")
    record(root, kind="command", asked="0" * 32, tool="Bash")
    long = f"gh run watch 9 {'x' * 200}"
    record(root, kind="command", asked=put_blob(folder, long.encode()), text=f"{long[:160]} ...", tool="Bash")
    edit = json.dumps([{"path": f"{root}/a.lock", "edits": [["a", "b"]]}])
    record(root, kind="write", text=edit, tool="Edit")
    record(root, kind="spawn", text="do it", description="a task", tool="Task")
    record(root, kind="tool", text="{}", tool="mcp__x__y")
    record(root, kind="command", text="gh run watch 3", session="guardhost-doctor/1")
    repository.write("guard.py", policy("advise", writes="ask"))
    status, said = ran("--json")
    found = json.loads(said)
    assert (status, found["recorded"], found["lost"], found["lets_through"]) == (1, 6, 2, 3)
    changes = [(one["kind"], one["before"]["decision"], one["after"]["decision"]) for one in found["differences"]]
    assert changes == [("command", "deny", "advise")] * 3 + [("write", "deny", "ask")]
    assert "edit a.lock" in [one["call"] for one in found["differences"]]
    assert json.loads(ran("--json", "--last", "1")[1])["recorded"] == 1


def test_a_version_without_a_policy_lets_everything_through(repository: Repository) -> None:
    (repository.root / "guard.py").unlink()
    assert ran()[0] == 1
    repository.commit()
    assert ran("HEAD~1", "HEAD")[0] == 1
    repository.write("policy/guard.py", policy())
    status, said = ran()
    assert (status, said.startswith("stricter    allow -> deny")) == (0, True)


def test_a_version_that_does_not_load_is_named(repository: Repository) -> None:
    repository.write("guard.py", "def (\n")
    status, said = ran()
    assert status == 2
    assert "the policy of the working tree does not load" in said


@pytest.mark.parametrize("words", [["no-such"], ["-x"], ["a", "b", "c"]])
def test_what_is_no_version_is_refused(repository: Repository, words: list[str]) -> None:
    from guardhost.cli import run

    assert run(["diff", *words]) == 2


def test_only_the_policies_speak(repository: Repository) -> None:
    """A built-in rule judges alike in both, whatever the policies are."""
    record(repository.root, kind="command", text="guardhost uninstall --all", tool="Bash")
    repository.write("guard.py", policy("advise"))
    assert all("uninstall" not in one["call"] for one in json.loads(ran("--json")[1])["differences"])
    assert diff.ALIKE == 0


def test_without_a_commit_the_way_is_to_make_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="commit something first"):
        ran()


NEVER = "rules:\n  - id: no-rm\n    never: rm\n    mode: {mode}\n    tests: ['deny: rm a', 'allow: ls']\n"
TESTED = """rules:
  - id: tested
    before: [pytest, git_push]
    mode: {mode}
    tests:
      - 'deny: git push'
      - ['allow: pytest', 'allow: git push']
"""
# The forms of rule files, with what of them is on the disk -> the exit status, how the answer begins, what it says.
RULED: list[tuple[str, str, str | None, int, str, str]] = [
    ("as it was", NEVER, NEVER, 0, "HEAD -> the working tree: 2 examples", "all judged alike"),
    ("gutted", NEVER, "rules: []\n", 1, "laxer       deny -> allow", "no-rm"),
    ("deleted", NEVER, None, 1, "laxer       deny -> allow", "rm a  (example of no-rm)"),
    ("laxer by its mode", NEVER, NEVER.replace("{mode}", "log"), 1, "laxer       deny -> advise", "no-rm"),
    ("stricter", "rules: []\n", NEVER, 0, "stricter    allow -> deny", "no-rm"),
    ("a sequence is one session", TESTED, TESTED + "# the same\n", 0, "HEAD -> the working tree: 3 examples", "alike"),
    (
        "one that goes by earlier calls",
        TESTED,
        "rules: []\n",
        1,
        "laxer       deny -> allow",
        "git push  (example of tested)",
    ),
    ("broken", NEVER, "rules:\n  - id: x\n    nevr: rm\n", 2, "guardhost: the policy of the working tree", "guard.yaml:3"),
]


@pytest.fixture
def ruled(make_repository: Callable[..., Repository], monkeypatch: pytest.MonkeyPatch) -> Repository:
    made = make_repository({"a": "b"})
    monkeypatch.chdir(made.root)
    return made


@pytest.mark.parametrize("form", ["guard.yaml", "policy/guard.yaml"])
@pytest.mark.parametrize(
    ("before", "now", "status", "begins", "says"), [row[1:] for row in RULED], ids=[r[0] for r in RULED]
)
def test_rule_files_judge_in_their_version(
    ruled: Repository, form: str, before: str, now: str | None, status: int, begins: str, says: str
) -> None:
    ruled.commit({form: before.format(mode="block")})
    if now is None:
        (ruled.root / form).unlink()
    else:
        ruled.write(form, now.format(mode="block"))
    found, said = ran()
    assert (found, said.startswith(begins), says in said) == (status, True, True), said


def test_the_rule_files_of_two_commits(ruled: Repository) -> None:
    ruled.commit({"AGENTLTL.yaml": "rules:\n  - id: no-rm\n    never: rm\n    tests: ['deny: rm a']\n"})
    ruled.git("tag", "strict")
    ruled.git("rm", "-q", "AGENTLTL.yaml")
    ruled.commit({"guard.py": policy()})
    assert ran("strict", "HEAD")[1].startswith("laxer       deny -> allow")
    assert ran("HEAD", "strict")[0] == 1  # guard.py is gone there
    assert "no-rm" in ran("HEAD", "strict")[1]


def session(ruled: Repository, name: str, *calls: tuple[str, str, int | None]) -> None:
    for number, (line, decision, status) in enumerate(calls):
        one = {"session": name, "call_id": f"{name}{number}", "text": line, "tool": "Bash", "host": "generic"}
        record(ruled.root, **one, kind="command", decision=decision, time=float(number))
        if status is not None:
            record(ruled.root, **one, kind="done", status=status, time=number + 0.5)


ONCE = "rules:\n  - id: once\n    at_most: {{call: git_push, times: 1}}\n    mode: {mode}\n    scope: project\n"


@pytest.mark.parametrize(
    ("before", "now", "calls", "changes"),
    [
        (TESTED, "", [("pytest", "allow", 0), ("git push", "allow", 0)], []),
        (TESTED, "", [("ls", "allow", 0), ("git push", "deny", None)], ["git push"]),
        (TESTED, "", [("pytest", "deny", None), ("git push", "deny", None)], ["git push"]),
        (TESTED, "", [("git push", "deny", None), ("pytest", "allow", None), ("git push", "allow", None)], ["git push"]),
        ("", TESTED, [("pytest", "allow", 0), ("git push", "allow", 0), ("git push origin", "allow", 0)], []),
        ("", ONCE, [("git push", "allow", 0), ("git push origin", "allow", 0)], ["git push origin"]),
        (ONCE, "", [("git push", "allow", 0), ("git push", "deny", None), ("git push", "deny", None)], ["git push"]),
        (ONCE, ONCE, [("git push", "allow", 0), ("git push", "allow", 0)], []),
    ],
)
def test_recorded_calls_of_a_session_are_replayed_in_their_order(
    ruled: Repository, before: str, now: str, calls: list[tuple[str, str, int | None]], changes: list[str]
) -> None:
    untested = {text: text.partition("    tests:")[0].format(mode="block") or "rules: []\n" for text in (before, now)}
    ruled.commit({"guard.yaml": untested[before]})
    ruled.write("guard.yaml", untested[now])
    session(ruled, "s", *calls)
    session(ruled, "other", ("ls", "allow", 0))
    found = json.loads(ran("--json")[1])
    assert [one["call"] for one in found["differences"]] == changes
    assert (found["recorded"], found["lost"]) == (len(calls) + 1, 0)


def test_what_one_session_did_counts_in_another_where_the_rule_remembers_for_the_project(ruled: Repository) -> None:
    ruled.write("guard.yaml", ONCE.format(mode="block"))
    session(ruled, "one", ("git push", "allow", 0))
    record(ruled.root, kind="command", text="git push -v", tool="Bash", host="generic", session="two", time=9.0)
    assert [one["call"] for one in json.loads(ran("--json")[1])["differences"]] == ["git push -v"]
    ruled.write("guard.yaml", ONCE.format(mode="block").replace("project", "session"))
    assert json.loads(ran("--json")[1])["differences"] == []


def test_a_prompt_lifts_what_stopped_the_recorded_session(ruled: Repository) -> None:
    ruled.write("guard.yaml", ONCE.format(mode="stop"))
    session(ruled, "s", ("git push", "allow", 0), ("git push", "allow", 0))
    record(ruled.root, kind="prompt", host="generic", session="s", time=7.0)
    record(ruled.root, kind="command", text="ls", tool="Bash", host="generic", session="s", time=8.0)
    assert [one["call"] for one in json.loads(ran("--json")[1])["differences"]] == ["git push"]


def test_a_call_that_two_entries_recorded_is_one(ruled: Repository) -> None:
    ruled.write("guard.yaml", ONCE.format(mode="block"))
    session(ruled, "s", ("git push", "allow", 0))
    session(ruled, "s", ("git push", "allow", None))
    found = json.loads(ran("--json")[1])
    assert (found["recorded"], found["differences"]) == (1, [])


RAISED = [
    ("{data-harm: deny}", "{data-harm: ask}", "laxer       deny -> ask       data-harm", 0),
    ("{shared-stash: deny}", "{}", "laxer       deny -> advise    shared-stash", 1),
    ("{push-protected: deny}", "{}", "laxer       deny -> ask       push-protected", 0),
    ("{}", "{push-protected: deny}", "stricter    ask -> deny       push-protected", 0),
    ("{push-protected: advise}", "{}", "all judged alike", 0),
]


@pytest.mark.parametrize(("before", "after", "line", "status"), RAISED)
def test_what_a_version_makes_of_built_in_rules_is_compared(make_repository, monkeypatch, before, after, line, status):
    made = make_repository({"guard.yaml": f"builtin: {before}\nrules: []\n"})
    monkeypatch.chdir(made.root)
    (Path(made.root) / "guard.yaml").write_text(f"builtin: {after}\nrules: []\n", encoding="utf-8")
    got, said = ran()
    assert line in said
    assert got == status
    assert bool(json.loads(ran("--json")[1])["builtin"]) == (line != "all judged alike")
