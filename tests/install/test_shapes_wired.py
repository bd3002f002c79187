"""Every shape of repository, and every edit that would loosen, through the launcher: HEAD's policy still judges."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.install.mounted import FULL, READ_ONLY, mounting
from tests.install.wired import ADVISE, ALLOW, DENY, GIT, Wired, denied, loosen
from tests.judgement.test_sides import DENIES, LOOSENING
from tests.repository import Repository

Make = Callable[..., Repository]


def worktree(made: Repository, folder: Path) -> Path:
    made.git("worktree", "add", "-q", str(folder / "linked"))
    return folder / "linked"


def worktree_of_a_bare_one(made: Repository, folder: Path) -> Path:
    made.git("clone", "-q", "--bare", ".", str(folder / "bare.git"))
    made.git("--git-dir", str(folder / "bare.git"), "worktree", "add", "-q", str(folder / "tree"))
    return folder / "tree"


def detached(made: Repository, folder: Path) -> Path:
    made.git("checkout", "-q", "--detach")
    return made.root


def packed(made: Repository, folder: Path) -> Path:
    made.git("pack-refs", "--all")
    made.git("gc", "-q", "--prune=now")
    assert not list(made.root.glob(".git/objects/??"))
    return made.root


def shallow(made: Repository, folder: Path) -> Path:
    made.commit({"a": "b"})
    made.git("clone", "-q", "--depth", "1", f"file://{made.root}", str(folder / "shallow"))
    return folder / "shallow"


def borrowing(made: Repository, folder: Path) -> Path:
    made.git("clone", "-q", "--shared", ".", str(folder / "shared"))
    return folder / "shared"


def sparse(made: Repository, folder: Path) -> Path:
    """The root policy file is there, and what it would import is not checked out."""
    made.git("sparse-checkout", "set", "--no-cone", "/*", "!/rules.py")
    assert not (made.root / "rules.py").exists()
    return made.root


def partial(made: Repository, folder: Path) -> Path:
    made.git("config", "uploadpack.allowFilter", "true")
    made.git("clone", "-q", "--filter=blob:none", f"file://{made.root}", str(folder / "partial"))
    return folder / "partial"


def submodule(made: Repository, folder: Path) -> Path:
    outer = Repository(folder / "outer")
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(made.root), "inner")
    outer.commit({"guard.py": ALLOW})
    return outer.root / "inner"


def imported_from_a_submodule(made: Repository, folder: Path) -> Path:
    outer = Repository(folder / "outer")
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(made.root), "inner")
    outer.commit({"guard.py": "import guardhost as guard\nfrom inner import rules\nguard.command(rules.judge)\n"})
    return outer.root


def separate_git_folder(made: Repository, folder: Path) -> Path:
    made.git("init", "-q", "--separate-git-dir", str(folder / "elsewhere.git"))
    assert (made.root / ".git").is_file()
    return made.root


SHAPES = [
    worktree, worktree_of_a_bare_one, detached, packed, shallow, borrowing, sparse, partial, submodule,
    imported_from_a_submodule, separate_git_folder,
]  # fmt: skip
TWO = {
    "guard.py": "import guardhost as guard\nimport rules\nguard.command(rules.judge)\n",
    "rules.py": DENY.replace("@guard.command\n", ""),
}


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
@pytest.mark.parametrize("first", [True, False], ids=["edited at first", "edited later"])
def test_no_edit_loosens_in_any_shape_of_repository(
    wired: Wired, make_repository: Make, tmp_path: Path, shape: Callable[[Repository, Path], Path], first: bool
) -> None:
    root = shape(make_repository(TWO), tmp_path)
    if not first:
        denied(wired.judge(root))
    within = root / "inner" if shape is imported_from_a_submodule else root
    (within / "rules.py").write_text("def judge(req):\n    return None\n")
    for _ in range(2):
        denied(wired.judge(root))
    if shape is not imported_from_a_submodule:
        loosen(root)
    denied(wired.judge(root))
    assert wired.judge(root, "ls")["decided_by"] == "committed"


@pytest.mark.parametrize("edit", LOOSENING, ids=lambda edit: edit.__name__)
def test_no_edit_of_any_kind_loosens(wired: Wired, make_repository: Make, edit: Callable[[object], None]) -> None:
    made = make_repository(DENIES)
    denied(wired.judge(made.root))
    edit(made)
    for _ in range(2):
        denied(wired.judge(made.root))


@pytest.mark.parametrize(
    "disk", [pytest.param(FULL, marks=mounting), pytest.param(READ_ONLY, marks=mounting)], ids=["full", "ro"]
)
def test_on_a_disk_that_takes_nothing_both_sides_judge_too(
    wired: Wired, make_repository: Make, disk: tuple[str, ...]
) -> None:
    """Nothing can be remembered or kept, so everything is looked up anew, and the person is told."""
    made = make_repository(DENIES)
    wired.state.mkdir(parents=True, exist_ok=True)
    wired.prefix = (*disk, str(wired.state))
    denied(wired.judge(made.root))
    loosen(made.root)
    denied(wired.judge(made.root))
    reply = wired.ask(made.root)
    assert reply["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert any(word in reply["systemMessage"] for word in ("not recorded", "cannot be written")), reply
    wired.prefix = ()
    denied(wired.judge(made.root))


def test_eight_hooks_at_once_judge_an_edited_policy_and_record_each(wired: Wired, make_repository: Make) -> None:
    """The first look at a commit, from eight processes at the same time."""
    made = make_repository(DENIES)
    loosen(made.root)
    hooks = [wired.start("generic", cwd=str(made.root), command="touch a", session="s", call_id=f"c{n}") for n in range(8)]
    for hook in hooks:
        denied(wired.answer(hook))
    calls = sorted(record["call_id"] for record in wired.recorded() if record["kind"] == "command")
    assert calls == [f"c{n}" for n in range(8)]
    denied(wired.judge(made.root))


def test_a_kept_copy_is_told_to_the_agent_and_to_the_person_and_recorded(wired: Wired, make_repository: Make) -> None:
    made = make_repository({"guard.py": ADVISE})
    assert wired.ask(made.root)["hookSpecificOutput"]["additionalContext"].startswith("committed")
    (made.root / ".git" / "HEAD").write_text("ref: refs/heads/nowhere\n")
    loosen(made.root)
    reply = wired.ask(made.root, "touch b")
    for text in (reply["hookSpecificOutput"]["additionalContext"], reply["systemMessage"]):
        assert "the last committed one still judges" in text
    assert "guard-kept" in [rule for record in wired.recorded() for rule in record.get("noted", ())]


def test_a_change_of_head_is_told_to_the_person_and_recorded(wired: Wired, make_repository: Make) -> None:
    """However it came about: nobody was asked when another program moved it."""
    made = make_repository({"guard.py": DENY})
    first = made.git("rev-parse", "HEAD")
    wired.ask(made.root)
    made.commit({"guard.py": ALLOW})
    second = made.git("rev-parse", "HEAD")
    reply = wired.ask(made.root)
    assert f"guardhost diff {first[:12]} {second[:12]}" in reply["systemMessage"]
    assert "systemMessage" not in wired.ask(made.root)
    changes = [(record["action"], record["head"]) for record in wired.recorded() if record["kind"] == "policy"]
    assert changes == [("loaded", first), ("committed", second)]


@pytest.mark.parametrize("command", ["git commit -qam looser", "git reset -q --hard looser", "git switch -q looser"])
def test_what_would_change_the_committed_policy_is_asked(wired: Wired, make_repository: Make, command: str) -> None:
    made = make_repository({"guard.py": ALLOW})
    made.git("branch", "looser")
    made.commit({"guard.py": ADVISE})
    wired.judge(made.root)
    if "commit" in command:
        loosen(made.root)
    verdict = wired.judge(made.root, command)
    assert (verdict["decision"], verdict["rule"]) == ("ask", "policy-commit")
    verdict = wired.judge(made.root, command, unattended=True)
    assert (verdict["decision"], verdict["rule"]) == ("deny", "policy-commit")


@pytest.mark.parametrize("where", ["another folder", "a new repository", "a submodule"])
def test_the_sessions_project_judges_wherever_the_call_runs(
    wired: Wired, make_repository: Make, tmp_path: Path, where: str
) -> None:
    made = make_repository({"guard.py": DENY})
    denied(wired.judge(made.root))
    loosen(made.root)
    cwd = tmp_path / "outside"
    cwd.mkdir()
    if where == "a new repository":
        cwd = made.root / "x"
        subprocess.run([GIT, "init", "-q", str(cwd)], check=True)
        (cwd / "guard.py").write_text(ALLOW)
    elif where == "a submodule":
        other = make_repository({"guard.py": ALLOW}, name="other")
        made.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other.root), "inner")
        cwd = made.root / "inner"
    denied(wired.judge(cwd))


def test_a_file_in_another_checkout_is_judged_by_its_policy(wired: Wired, make_repository: Make) -> None:
    made = make_repository({"guard.py": ALLOW})
    writes = DENY.replace("guard.command", "guard.write")
    other = make_repository({"guard.py": writes}, name="other")
    linked = other.root.with_name("linked")
    other.git("worktree", "add", "-q", str(linked))
    for root in (other.root, linked):
        loosen(root)
        path = str(root / "src" / "a.py")
        said = wired.start("generic", cwd=str(made.root), session="s", write={"path": path, "content": "x"})
        denied(wired.answer(said))
    os.symlink(other.root, made.root / "link")
    said = wired.start("generic", cwd=str(made.root), session="s", write={"path": "link/b.py", "content": "x"})
    denied(wired.answer(said))
