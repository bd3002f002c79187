"""What waits for a commit, and what the trail says of the last day."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from guardhost.doctor import INVALID, PROBLEM, SESSION, VERIFIED
from guardhost.world.refs import store
from guardhost.world.state import locate, of_repository
from guardhost.world.trail import append
from tests.doctor.conftest import POLICY, Wired, group
from tests.repository import Repository

NAMED = """import guardhost as guard
@guard.rule("one", tests=["deny: x"])
def one(req):
    'Why.'
@guard.rule("two", tests=["deny: y"])
def two(req):
    'Why.'
guard.command(guard.strictest(one, two))
"""
ONE = NAMED.replace("strictest(one, two)", "strictest(one)")
WATCH = """import guardhost as guard
@guard.rule("watch", tests=["deny: gh run watch 1", "allow: gh pr checks 3"])
def watch(req):
    'Why.'
    return guard.{decision}("look once") if {test} else None
guard.command(watch)
"""


def watching(decision: str = "deny", test: str = "'watch' in req.command") -> str:
    return WATCH.format(decision=decision, test=test)


BOTH = POLICY.replace("guard.command", "guard.write") + POLICY.partition("\n")[2].replace("judge", "other")
# committed, then on the disk (None: the file is gone) -> what is said of both.
SIDES: list[tuple[str, str, str | None, str, str]] = [
    ("as committed", NAMED, NAMED, VERIFIED, "is the committed one"),
    ("only added to", POLICY, BOTH, VERIFIED, "there are no examples that could show more"),
    ("a rule less", NAMED, ONE, PROBLEM, "lacks the rule `two`"),
    ("a judge less", BOTH, POLICY, PROBLEM, "lacks the judge of `write`"),
    ("an answer laxer", watching(), watching("ask"), PROBLEM, "1 of 2 examples more laxly, such as `gh run watch 1`"),
    ("a rule that lets all pass", watching(), watching(test="None"), PROBLEM, "(deny by workspace:watch, now allow)"),
    ("a rule that fails now", watching(), watching(test="req.comand"), PROBLEM, "loosening is pending"),
    (
        "an answer stricter",
        watching("ask"),
        watching(),
        VERIFIED,
        "no example of either more laxly (2 run, 1 judged more strictly)",
    ),
    ("another reason", watching(), watching().replace("once", "twice"), VERIFIED, "no example of either more laxly (2 run)"),
    ("gone", POLICY, None, PROBLEM, "the working tree has none"),
    ("broken", POLICY, "x = (", PROBLEM, "does not load, so HEAD's policy judges alone"),
    ("never committed", "", POLICY, PROBLEM, "is not committed"),
    ("none", "", "", VERIFIED, "no policy here"),
]


@pytest.mark.parametrize(("before", "now", "status", "detail"), [row[1:] for row in SIDES], ids=[row[0] for row in SIDES])
def test_what_is_pending_is_told(
    wired: Wired, make_repository: Callable[..., Repository], before: str, now: str | None, status: str, detail: str
) -> None:
    root = make_repository({"a": "b"} | ({"guard.py": before} if before else {})).root
    if now is None:
        (root / "guard.py").unlink()
    elif now:
        (root / "guard.py").write_text(now)
    (found,) = group("pending", replace(wired.here, cwd=str(root)))
    assert found.status == status
    assert detail in found.detail


NEVER = "rules:\n  - id: no-rm\n    never: rm\n    mode: {mode}\n    tests: ['deny: rm a']\n"
PUSH = (
    "  - id: tested\n    before: [pytest, git_push]\n    tests: [['allow: pytest', 'allow: git push'], 'deny: git push']\n"
)
STRICT, BARE = NEVER.format(mode="block"), "rules:\n  - id: no-rm\n    never: rm\n"
BROKEN = "rules:\n  - id: no-rm\n    nevr: rm\n"
# The rule file that HEAD has ("" for none), the one on the disk (None: it is gone) -> what is said of both.
RULED: list[tuple[str, str, str | None, str, str]] = [
    ("as committed", STRICT, STRICT, VERIFIED, "is the committed one"),
    ("other line ends", STRICT, STRICT.replace("\n", "\r\n"), VERIFIED, "is the committed one"),
    ("gutted", STRICT, "rules: []\n", PROBLEM, "a loosening is pending: the working side lacks the rule `no-rm`"),
    ("gone", STRICT, None, PROBLEM, "lacks the rule `no-rm`; it judges the one example more laxly, such as `rm a`"),
    ("turned off", BARE, BARE + "    enabled: false\n", PROBLEM, "lacks the rule `no-rm`"),
    ("a weaker mode", BARE, BARE + "    mode: warn\n", PROBLEM, "`no-rm` is warn and was block"),
    ("only watched", BARE, "mode: audit\n" + BARE, PROBLEM, "`no-rm` is log and was block"),
    ("another target", STRICT, STRICT.replace("never: rm\n", "never: mv\n"), PROBLEM, "(deny by no-rm, now allow)"),
    ("added to", STRICT, STRICT + PUSH, VERIFIED, "no example of either more laxly (4 run, 1 judged more strictly)"),
    ("a sequence less", STRICT + PUSH, STRICT, PROBLEM, "lacks the rule `tested`"),
    ("broken", STRICT, BROKEN, PROBLEM, "has a mistake; HEAD's rules judge beside what of it loads"),
    ("broken in HEAD", BROKEN, STRICT, VERIFIED, "guard.yaml differs from HEAD"),
    ("never committed", "", STRICT, PROBLEM, "guard.yaml is not committed"),
]


@pytest.mark.parametrize(("before", "now", "status", "detail"), [row[1:] for row in RULED], ids=[row[0] for row in RULED])
def test_what_of_a_rule_file_is_pending_is_told(
    wired: Wired, make_repository: Callable[..., Repository], before: str, now: str | None, status: str, detail: str
) -> None:
    root = make_repository({"a": "b"} | ({"guard.yaml": before} if before else {})).root
    if now is None:
        (root / "guard.yaml").unlink()
    else:
        (root / "guard.yaml").write_bytes(now.encode())
    (found,) = group("pending", replace(wired.here, cwd=str(root)))
    assert (found.status, detail in found.detail) == (status, True), found


def test_a_rule_file_beside_a_policy_is_told_with_it(wired: Wired, make_repository: Callable[..., Repository]) -> None:
    root = make_repository({"guard.py": watching(), "policy/guard.yaml": STRICT}).root
    here = replace(wired.here, cwd=str(root))
    assert [found.status for found in group("pending", here)] == [VERIFIED]
    (root / "policy/guard.yaml").write_text("rules: []\n")
    (found,) = group("pending", here)
    assert found.detail.endswith("policy/guard.yaml differs from HEAD: both sides judge, and the stricter answer stands")
    (root / "guard.py").write_text("x = (")
    broken, found = group("pending", here)
    assert "does not load, so HEAD's policy judges alone (guard.py differs)" in broken.detail
    assert "lacks the rule `no-rm`;" in found.detail


# HEAD's rule file, the one on the disk -> (status, a part of what is said, a part of its fix) of each finding.
CHECKED: list[tuple[str, str, str, list[tuple[str, str, str]]]] = [
    ("well", STRICT, STRICT, [(VERIFIED, "this repository's guard.yaml: 1 rule", "")]),
    (
        "broken on the disk",
        STRICT,
        BROKEN,
        [(VERIFIED, "committed side: 1", ""), (INVALID, "guard.yaml: guard.yaml:3", "never")],
    ),
    (
        "broken in HEAD",
        BROKEN,
        STRICT,
        [(INVALID, "committed side: HEAD:guard.yaml:3", "commit it"), (VERIFIED, "1 rule", "")],
    ),
    ("broken in both", BROKEN, BROKEN, [(INVALID, "this repository's guard.yaml: guard.yaml:3", "commit it")]),
    ("no YAML", STRICT, "rules: [\n", [(VERIFIED, "1 rule", ""), (INVALID, "guard.yaml: guard.yaml:", "")]),
]


@pytest.mark.parametrize(("before", "now", "wanted"), [row[1:] for row in CHECKED], ids=[row[0] for row in CHECKED])
def test_rule_files_are_loaded(
    wired: Wired, make_repository: Callable[..., Repository], before: str, now: str, wanted: list[tuple[str, str, str]]
) -> None:
    root = make_repository({"guard.yaml": before}).root
    (root / "guard.yaml").write_text(now)
    found = group("policy", replace(wired.here, cwd=str(root)))
    assert len(found) == len(wanted), found
    for one, (status, detail, fix) in zip(found, wanted, strict=True):
        assert (one.status, detail in one.detail, fix in one.fix) == (status, True, True), one


def test_a_mistake_in_the_rules_of_the_persons_own_file_is_told(wired: Wired, home: Path) -> None:
    own = home / ".config/guardhost"
    own.mkdir(parents=True)
    (own / "guard.yaml").write_text(BROKEN)
    (found,) = group("settings", wired.here)
    assert (found.status, f"{own}/guard.yaml:3" in found.detail) == (INVALID, True), found
    (own / "guard.yaml").write_text(STRICT)
    assert [one.status for one in group("settings", wired.here)] == [VERIFIED]


def test_examples_that_take_too_long_are_counted(
    wired: Wired, make_repository: Callable[..., Repository], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_repository({"guard.py": watching()}).root
    (root / "guard.py").write_text(watching() + "\n")
    monkeypatch.setattr("guardhost.doctor.pending.TRYING", 0.0)
    (found,) = group("pending", replace(wired.here, cwd=str(root)))
    assert found.detail.endswith("no example of either more laxly (1 run, 1 more would take too long)")


def test_both_sides_are_loaded(wired: Wired, make_repository: Callable[..., Repository]) -> None:
    root = make_repository({"guard.py": POLICY}).root
    (found,) = group("policy", replace(wired.here, cwd=str(root)))
    assert (found.status, f"{root}/guard.py, judges command" in found.detail) == (VERIFIED, True)
    (root / "guard.py").write_text("x = (")
    committed, working = group("policy", replace(wired.here, cwd=str(root)))
    assert (committed.status, "HEAD:guard.py, judges command" in committed.detail) == (VERIFIED, True)
    assert (working.status, "SyntaxError" in working.detail) == (INVALID, True)


def test_the_health_of_the_trail_is_told(
    wired: Wired, make_repository: Callable[..., Repository], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = replace(wired.here, cwd=str(make_repository({"a": "b"}).root))
    folder = Path(of_repository(locate(here.env), f"{here.cwd}/.git"))

    def only() -> tuple[str, str]:
        (found,) = group("trail", here)
        return found.status, found.detail

    assert only() == (VERIFIED, "nothing was recorded here yet")
    for n in range(3):
        append(str(folder), {"time": float(n), "decision": "allow"})
    current = folder / "trail" / "current.jsonl"
    with current.open("ab") as file:
        file.write(b'{"time": 4.0, "dec')
    append(str(folder), {"time": 5.0})
    assert only() == (VERIFIED, f"4 records in {folder}/trail; 1 were cut short by a kill and are skipped")
    spill = folder / "trail" / "spill" / "1-1.jsonl"
    spill.parent.mkdir()
    spill.write_text('{"time": 6.0}\n')
    os.utime(spill, (0, here.now() - 60))
    assert only()[0] == VERIFIED
    os.utime(spill, (0, here.now() - 7200))
    assert (only()[0], "1 records wait to be taken over" in only()[1]) == (PROBLEM, True)
    spill.unlink()
    current.write_bytes(b"\0\n" * 200)
    assert (only()[0], "200 of 200 lines" in only()[1]) == (PROBLEM, True)
    current.unlink()
    current.mkdir()
    assert (only()[0], "takes no records" in only()[1]) == (PROBLEM, True)
    current.rmdir()
    assert only()[0] == VERIFIED

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("guardhost.doctor.trail.write_atomic", full)
    assert (only()[0], "takes no records" in only()[1]) == (PROBLEM, True)


def test_the_reader_of_commits_is_tried(
    wired: Wired, make_repository: Callable[..., Repository], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_repository({"a": "b"})
    here = replace(wired.here, cwd=str(made.root), ask=lambda words, seconds: "git version 2")
    (found,) = group("git", here)
    assert (found.status, found.detail.endswith("git version 2, and pygit2 where it cannot")) == (VERIFIED, True)
    (found,) = group("git", replace(here, ask=lambda words, seconds: ""))
    assert (found.status, "does not answer, so pygit2 alone reads" in found.detail) == (PROBLEM, True)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    (found,) = group("git", replace(here, env={**here.env, "PATH": "/nowhere"}))
    assert (found.status, found.detail) == (PROBLEM, "there is no git on PATH: what is committed cannot be read")
    oid = made.git("rev-parse", "HEAD^{tree}")
    (made.root / ".git" / "objects" / oid[:2] / oid[2:]).unlink()
    (found,) = group("git", here)
    assert (found.status, "cannot read the commit at HEAD" in found.detail, found.fix) == (
        PROBLEM,
        True,
        "git fsck says what is wrong",
    )


def test_the_last_day_of_the_trail_is_told(wired: Wired, make_repository: Callable[..., Repository]) -> None:
    root = make_repository({"a": "b"}).root
    wired.here = replace(wired.here, cwd=str(root))
    folder = of_repository(locate(wired.here.env), f"{root}/.git")
    assert [one.status for one in group("recent", wired.here)] == [VERIFIED]
    now = wired.here.now()
    ref = store(folder, f"be quick: the phase `call-working` ran out of its 3.0 s\nIt is.\nThe policy is {root}/guard.py.")
    broken = "the working policy failed and judged nothing here: guard.py:4: ZeroDivisionError\nThe rest applied."
    for record in (
        {"time": now - 90_000, "decision": "deny", "rule": "guard-deadline"},
        {"time": now - 9, "decision": "deny", "rule": "guard-deadline", "session": SESSION},
        {"time": now - 8, "decision": "deny", "rule": "workspace:x", "noted": ["workspace-write-failed"], "notes": [broken]},
        {"time": now - 7, "decision": "advise", "rule": "workspace-command-failed", "notes": ["is still failing"]},
        {"time": now - 6, "decision": "deny", "rule": "guard-deadline", "ref": ref},
        {"time": now - 5, "decision": "allow", "rule": ""},
        {"rule": "guard-kept"},
    ):
        append(folder, record)
    failed, late = group("recent", wired.here)
    assert (failed.status, late.status) == (PROBLEM, PROBLEM)
    assert "2 times" in failed.detail
    assert failed.detail.endswith("the working policy failed and judged nothing here: guard.py:4: ZeroDivisionError")
    assert "once" in late.detail
    assert f"ran out of its 3.0 s The policy is {root}/guard.py." in late.detail
    append(folder, {"time": now - 4, "noted": ["guard-kept"], "notes": ["HEAD of /r gives no policy"]})
    assert group("recent", wired.here)[-1].detail.endswith("HEAD of /r gives no policy")
    (root / "guard.py").touch()  # edited since: it may be mended
    os.utime(root / "guard.py", (now, now))
    assert [one.status for one in group("recent", wired.here)] == [VERIFIED]
