"""`policy-commit` on repositories that git made: what would change the committed policy is asked, ordinary work passes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from guardhost.builtin.catalog import entry
from guardhost.model.outcome import Outcome
from tests.judgement.lent import Stage

RULES = "import guardhost as guard\n\n\ndef judge(req):\n    return None\n"
GUARD = "import guardhost as guard\nimport rules\n\nguard.command(rules.judge)\n"
FILES = {"guard.py": GUARD, "rules.py": RULES, "src/main.py": "print()\n", "README": "one\n"}


def build(folder: Path) -> None:
    """Make the repositories that every case begins with: `repository`, and its `origin`."""
    stage = Stage(folder, git=True)
    repository = stage.repository
    repository.commit({"README": "zero\n"}, "before any policy")
    repository.git("branch", "bare")
    repository.commit({**FILES, "rules.py": f"# old\n{RULES}"}, "an older policy")
    repository.git("branch", "old")
    repository.git("switch", "-q", "-c", "behind")
    repository.commit({"src/behind.py": "1\n"}, "a side branch from before")
    repository.git("switch", "-q", "main")
    repository.commit(FILES, "the policy")
    repository.git("tag", "good")
    repository.git("switch", "-q", "-c", "topic")
    repository.commit({"src/topic.py": "1\n"}, "ordinary work")
    repository.git("switch", "-q", "-c", "looser", "main")
    repository.commit({"rules.py": f"# looser\n{RULES}"}, "another policy")
    repository.git("switch", "-q", "-c", "shadow", "main")
    repository.commit({"rules/__init__.py": RULES}, "a package before the module")
    repository.git("switch", "-q", "-c", "gone", "main")
    repository.git("rm", "-q", "guard.py")
    repository.commit(None, "no policy")
    repository.git("switch", "-q", "main")
    repository.git("clone", "-q", "--bare", ".", str(folder / "origin"))
    repository.git("remote", "add", "origin", str(folder / "origin"))
    repository.git("push", "-q", "origin", "looser:published")
    repository.git("fetch", "-q", "origin")
    repository.git("branch", "-q", "--set-upstream-to=origin/topic", "main")
    repository.commit({"README": "two\n"}, "ordinary work on main")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    with pytest.MonkeyPatch.context() as patch:
        from tests.conftest import sandbox

        for name, value in sandbox(folder / "home").items():
            patch.setenv(name, value)
        build(folder)
    return folder


@pytest.fixture
def stage(built: Path, tmp_path: Path) -> Stage:
    """Return the repository, whose policy has judged before."""
    return copied(built, tmp_path)


def copied(built: Path, folder: Path) -> Stage:
    shutil.copytree(built / "repository", folder / "repository", symlinks=True)
    stage = Stage(folder, git=True)
    stage.env["PATH"] = os.environ["PATH"]
    assert stage.judge("touch a").decision == "allow"
    return stage


PREPARED = {
    "": (),
    "edited": (("write", "rules.py", "# edited\n"),),
    "staged": (("write", "rules.py", "# staged\n"), ("git", "add", "rules.py")),
    "new": (("write", "rules/__init__.py", ""),),
    "deleted": (("git", "rm", "-q", "guard.py"),),
    "source": (("write", "src/main.py", "1\n"), ("git", "add", "src")),
    "mail": (("git", "format-patch", "-q", "-1", "looser"), ("git", "format-patch", "-q", "-1", "topic", "-o", "fine")),
    "far branch": (("git", "branch", "-q", "-D", "topic"),),
    "detached": (("git", "checkout", "-q", "--detach"),),
    "looser upstream": (("git", "branch", "-q", "--set-upstream-to=origin/published"),),
    "no upstream": (("git", "branch", "-q", "--unset-upstream"),),
    "never fetched": (
        ("git", "config", "branch.main.merge", "refs/heads/other"),
        ("git", "config", "branch.main.remote", "origin"),
    ),
    "stashed": (("git", "stash", "-q", "--include-untracked"),),
}


def prepare(stage: Stage, how: str) -> None:
    for kind, *words in PREPARED[how]:
        if kind == "write":
            stage.write(words[0], words[1])
        else:
            stage.repository.git(*words)


ASKED = [
    ("", "git show old:rules.py > rules.py && git commit -am x"),
    ("", "git show old:guard.py > ./guard.py; git add -A; git commit -m x"),
    ("", "git restore --source old . && git commit -am x"),
    ("", "git restore --source old rules.py && git commit -am x"),
    ("", "git restore --source old . && git add -A && git commit -m x"),
    ("", "git restore --source $X rules.py && git commit -am x"),
    ("mail", "patch -p1 < 0001-another-policy.patch; git commit -am x"),
    ("mail", "git apply 0001-another-policy.patch && git commit -am x"),
    ("mail", "git diff HEAD looser > fine/0001-ordinary-work.patch; git apply fine/*.patch; git commit -am x"),
    ("", "git diff HEAD old | patch -p1; git commit -am x"),
    ("", "git diff HEAD old | git apply; git commit -am x"),
    ("", "git archive old | tar x && git commit -am x"),
    ("", "tar xf e.tar && git commit -am x"),
    ("", "tar xf e.tar && git add rules.py && git commit -m x"),
    ("", "unzip -o e.zip; git add -A; git commit -m x"),
    ("", "git checkout $(git merge-base HEAD old)"),
    ("", "git reset --soft $(git rev-parse old)"),
    ("", "git reset --soft $(git rev-parse old; git rev-parse HEAD)"),
    ("", "git add -A && git switch published"),
    ("edited", "git commit -am x"),
    ("edited", "git commit -m x -a"),
    ("edited", "git commit --all --amend --no-edit"),
    ("edited", "git commit -m x rules.py"),
    ("edited", "git commit -m x -- ."),
    ("edited", "git commit -m x -- 'r*.py'"),
    ("edited", "git commit -i -m x rules.py"),
    ("edited", "git commit -m x $FILES"),
    ("edited", "git commit -m x --pathspec-from-file=list"),
    ("edited", "git add rules.py && git commit -m x"),
    ("edited", "git add -A && git commit -m x"),
    ("edited", "git add -u; git commit -m x"),
    ("edited", "cd src && git add .. && git commit -m x"),
    ("edited", "git stage . && git commit -m x"),
    ("edited", "git commit -p -m x"),
    ("edited", "sudo -u u env A=1 git -C . commit -am x"),
    ("edited", "bash -c 'git commit -am x'"),
    ("edited", "git rebase --exec 'git commit -am x' main"),
    ("new", "git add . && git commit -m x"),
    ("new", "git add rules/__init__.py && git commit -m x"),
    ("", "echo '# x' >> rules.py && git commit -am x"),
    ("", "echo '# x' > guard.py; git add guard.py; git commit -m x"),
    ("", "git rm -q rules.py && git commit -m x"),
    ("", "git mv rules.py other.py && git commit -m x"),
    ("", "git checkout old -- rules.py && git commit -m x"),
    ("", "git restore --staged --source=old rules.py && git commit -m x"),
    ("", "git read-tree old && git commit -m x"),
    ("", "git update-index --cacheinfo 100644,e69de29bb2d1d6434b8b29ae775ad8c2e48c5391,rules.py && git commit -m x"),
    ("", "git merge --squash looser && git commit -m x"),
    ("", "git cherry-pick -n looser && git commit -m x"),
    ("", "GIT_INDEX_FILE=/tmp/i git commit -m x"),
    ("staged", "git commit -m x"),
    ("staged", "git commit --amend --no-edit"),
    ("staged", "git commit -i src/main.py -m x"),
    ("deleted", "git commit -m x"),
    ("", "git switch old"),
    ("", "git switch bare"),
    ("", "git switch --detach old"),
    ("", "git switch -C again old"),
    ("", "git switch -c again looser"),
    ("", "git switch published"),
    ("", "git switch shadow"),
    ("", "git switch gone"),
    ("", "git checkout old"),
    ("", "git checkout old~0"),
    ("", "git checkout origin/published"),
    ("", "git checkout -t origin/published"),
    ("", "git checkout -b again old"),
    ("", "git checkout -B main old"),
    ("", "git checkout published"),
    ("", 'git checkout "$WHERE"'),
    ("", 'git switch "$(git rev-parse old)"'),
    ("", "git branch again old && git switch again"),
    ("", "git branch -f topic old && git switch topic"),
    ("", "git tag here old; git checkout here"),
    ("", "git fetch origin looser:here && git switch here"),
    ("", "git fetch origin unheard:here && git switch here"),
    ("", "git fetch -u origin published:main"),
    ("", "git switch topic && git reset --hard HEAD~3"),
    ("", "git reset --hard old"),
    ("", "git reset old"),
    ("", "git reset --soft HEAD~2"),
    ("", 'git reset --hard "$X"'),
    ("", "git -C . reset --keep old"),
    ("", "cd src && git reset --merge old"),
    ("", "git --git-dir=.git reset --soft old"),
    ("", "GIT_DIR=.git git reset --soft old"),
    ("", "git merge looser"),
    ("", "git merge topic looser"),
    ("", "git merge --no-commit looser"),
    ("", "git merge -s theirs topic"),
    ("", "git merge -X subtree=x topic"),
    ("looser upstream", "git merge"),
    ("looser upstream", "git pull"),
    ("looser upstream", "git pull --rebase"),
    ("looser upstream", "git pull --ff-only origin"),
    ("", "git pull origin published"),
    ("", "git pull --rebase origin looser"),
    ("", "git pull . looser"),
    ("", "git pull origin unheard"),
    ("", "git pull https://example.invalid/x.git main"),
    ("never fetched", "git pull"),
    ("", "git fetch origin published && git merge FETCH_HEAD"),
    ("", "git rebase looser"),
    ("", "git rebase --onto old main~1"),
    ("", "git rebase topic looser"),
    ("", "git rebase -i bare"),
    ("", "git cherry-pick looser"),
    ("", "git cherry-pick topic looser"),
    ("", "git cherry-pick main..looser"),
    ("", "git cherry-pick $COMMIT"),
    ("", "git revert good"),
    ("", "git revert --no-edit HEAD~1"),
    ("mail", "git am 0001-another-policy.patch"),
    ("mail", "git am < 0001-another-policy.patch"),
    ("mail", "cat 0001-another-policy.patch | git am"),
    ("mail", "git am $PATCH"),
    ("", "git update-ref HEAD old"),
    ("", "git update-ref HEAD $C"),
    ("", "c=$(git commit-tree -m x HEAD^{tree}); git update-ref HEAD $c"),
    ("", "git commit-tree -m x HEAD^{tree} | xargs -I% git update-ref refs/heads/main %"),
    ("", "git update-ref refs/heads/main old"),
    ("", "printf 'update refs/heads/main old\\n' | git update-ref --stdin"),
    ("", "git update-ref --stdin < orders"),
    ("", "git update-ref refs/heads/topic old && git switch topic"),
    ("detached", "git update-ref HEAD looser"),
    ("", "git symbolic-ref HEAD refs/heads/old"),
    ("", "git branch -f main old"),
    ("", "git bisect start main old"),
    ("", "git fast-import < stream"),
    ("", "true || git switch old"),
    ("", "(cd src; git switch old) | cat"),
    ("", "git --work-tree=. switch old"),
]

QUIET = [
    ("", "tar xf e.tar && git commit -m x"),
    ("", "tar xf e.tar && git add src && git commit -m x"),
    ("", "tar xf e.tar -C src && git commit -am x"),
    ("", "git commit -am x && tar xf e.tar"),
    ("mail", "git apply fine/0001-ordinary-work.patch && git commit -am x"),
    ("mail", "git apply --check 0001-another-policy.patch && git commit -am x"),
    ("", "ruff format . && git commit -am x"),
    ("", "git log > log.txt; git add -A; git commit -m x"),
    ("", "git restore --source old src && git commit -am x"),
    ("", "git restore . && git commit -am x"),
    ("far branch", "git stash && git checkout topic && git stash pop"),
    ("far branch", "git add -A; git stash; git switch topic; git stash pop"),
    ("far branch", "git add -A && git switch topic"),
    ("", "git reset --soft $(git merge-base main HEAD) && git commit -m squash"),
    ("", "git checkout $(git merge-base HEAD main)"),
    ("", 'git checkout "$(git rev-parse topic)"'),
    ("", "git commit -m x"),
    ("", "git commit --allow-empty -am x"),
    ("source", "git commit -m x"),
    ("source", "git commit -am x"),
    ("source", "git add -A && git commit -m x && git push origin HEAD:topic"),
    ("source", "git commit --amend --no-edit"),
    ("edited", "git commit -m x"),
    ("edited", "git commit -m x src/main.py"),
    ("edited", "git commit -m x -- src README"),
    ("edited", "git commit -am x --dry-run"),
    ("edited", "git add src && git commit -m x"),
    ("edited", "git add -n . && git commit -m x"),
    ("edited", "git commit -m x -- . ':!rules.py'"),
    ("edited", "cd src && git commit -m x ."),
    ("edited", "git add rules.py && git commit -m x -- src"),
    ("edited", "git add rules.py"),
    ("staged", "git commit -m x -- src"),
    ("staged", "git restore --staged rules.py && git commit -m x"),
    ("staged", "git reset -q rules.py && git commit -m x"),
    ("staged", "git reset -q && git commit -m x"),
    ("staged", "git stash"),
    ("new", "git commit -am x"),
    ("", "echo x > src/new.py && git add src && git commit -m x"),
    ("", "git switch -c new"),
    ("", "git switch -c new topic"),
    ("", "git switch topic"),
    ("", "git switch topic && git switch -"),
    ("", "git switch --detach good"),
    ("", "git switch no-such-branch"),
    ("", "git checkout -b new"),
    ("", "git checkout topic"),
    ("", "git checkout HEAD~0"),
    ("", "git checkout -- src/main.py"),
    ("", "git checkout src/main.py"),
    ("", "git checkout ."),
    ("", "git checkout old -- src/main.py"),
    ("", 'git checkout -- "$FILE"'),
    ("", "git branch old-again old"),
    ("", "git tag v1 old"),
    ("", "git fetch origin"),
    ("", "git fetch origin looser:here"),
    ("", "git pull"),
    ("", "git pull --rebase"),
    ("", "git pull origin topic"),
    ("", "git pull origin old"),
    ("no upstream", "git pull"),
    ("", "git merge topic"),
    ("", "git merge behind"),
    ("", "git merge --no-ff old"),
    ("", "git merge -s ours looser"),
    ("", "git merge --squash looser"),
    ("", "git merge --abort"),
    ("", "git rebase topic"),
    ("", "git rebase -i HEAD~1"),
    ("", "git rebase behind"),
    ("", "git cherry-pick topic"),
    ("", "git cherry-pick behind"),
    ("", "git cherry-pick -n looser"),
    ("", "git revert HEAD"),
    ("", "git revert --abort"),
    ("", "git reset"),
    ("", "git reset --hard"),
    ("", "git reset --soft HEAD~1"),
    ("", "git reset README"),
    ("", "git reset old -- src/main.py"),
    ("mail", "git am fine/0001-ordinary-work.patch"),
    ("", "git am --abort"),
    ("", "git update-ref refs/heads/other old"),
    ("", 'git update-ref refs/heads/other "$C"'),
    ("", "git update-ref HEAD topic"),
    ("", "git symbolic-ref HEAD"),
    ("", "git symbolic-ref HEAD refs/heads/topic"),
    ("", "git stash && git stash pop"),
    ("", "git bisect start main good"),
    ("", "git worktree add ../other old"),
    ("", "git log -1 old"),
    ("", "git show old:guard.py"),
    ("", "git diff old"),
    ("", "git push origin old"),
]


@pytest.fixture(scope="session")
def prepared(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Stage]:
    """Return the repository after such preparations; nothing that is judged is run, so one serves many cases."""
    made: dict[str, Stage] = {}

    def get(how: str) -> Stage:
        if how not in made:
            made[how] = copied(built, tmp_path_factory.mktemp("prepared"))
            prepare(made[how], how)
        return made[how]

    return get


def said(stage: Stage, line: str, **fields: object) -> Outcome:
    """Judge a line by the built-in rules and the policy, in a session of its own."""
    return stage.judge(line, session=f"s{abs(hash(line))}", **fields)


@pytest.mark.parametrize(("how", "line"), ASKED)
def test_what_would_change_the_committed_policy_is_asked(prepared: Callable[[str], Stage], how: str, line: str) -> None:
    outcome = said(prepared(how), line)
    assert (outcome.decision, outcome.rule in ("policy-commit", "vcs-off")) == ("ask", True), outcome


@pytest.mark.parametrize(("how", "line"), QUIET)
def test_ordinary_work_passes(prepared: Callable[[str], Stage], how: str, line: str) -> None:
    outcome = said(prepared(how), line)
    assert outcome.rule != "policy-commit", outcome
    assert outcome.decision in ("allow", "advise")


def test_nobody_to_answer_is_a_deny(stage: Stage) -> None:
    outcome = said(stage, "git switch old", unattended=True)
    assert (outcome.decision, outcome.rule) == ("deny", "policy-commit")


def test_the_first_policy_of_a_repository_is_asked_about_as_well(tmp_path: Path) -> None:
    stage = Stage(tmp_path, git=True)
    stage.env["PATH"] = os.environ["PATH"]
    stage.write("guard.py", "import guardhost\n")
    stage.repository.git("add", "guard.py")
    assert said(stage, "git commit -m first").rule == "policy-commit"
    assert said(stage, "git add -A && git commit -m first -- guard.py").rule == "policy-commit"


def test_a_repository_without_a_policy_starts_no_git(tmp_path: Path) -> None:
    stage = Stage(tmp_path, git=True)
    stage.repository.commit({"README": "x"})
    stage.judge("touch a")
    log = tmp_path / "started"
    fake = tmp_path / "bin" / "git"
    fake.parent.mkdir()
    fake.write_text(f"#!/bin/sh\necho started >> {log}\nexit 1\n")
    fake.chmod(0o755)
    stage.env["PATH"] = str(fake.parent)
    for line in ("git commit -am x", "git switch old", "git reset --soft HEAD~1", "git pull"):
        assert said(stage, line).rule == ""
    assert not log.exists()


@pytest.mark.parametrize("line", ["git switch looser", "git reset --hard old", "git merge shadow"])
def test_a_policy_that_never_judged_is_known_by_what_its_text_imports(built: Path, tmp_path: Path, line: str) -> None:
    """The very first call of all moves HEAD."""
    shutil.copytree(built / "repository", tmp_path / "repository", symlinks=True)
    stage = Stage(tmp_path, git=True)
    stage.env["PATH"] = os.environ["PATH"]
    assert said(stage, line).rule == "policy-commit"


def test_what_cannot_be_told_in_time_is_asked(stage: Stage, tmp_path: Path) -> None:
    """A git that hangs, a git that fails, and none at all."""
    fake = tmp_path / "bin" / "git"
    fake.parent.mkdir()
    for script in ("sleep 9", "exit 3"):
        fake.write_text(f"#!/bin/sh\n{script}\n")
        fake.chmod(0o755)
        stage.env["PATH"] = f"{fake.parent}:/usr/bin:/bin"
        assert said(stage, "git commit -m x").rule == "policy-commit"
    stage.env["PATH"] = str(tmp_path)
    assert said(stage, "git commit -m x").rule == "policy-commit"


def test_a_rebase_under_way_goes_on(stage: Stage) -> None:
    """Its end was looked at when it began; going back is a move as well."""
    stage.repository.git("switch", "-q", "behind")
    stage.judge("touch a")
    stage.repository.commit({"README": "other\n"})
    with pytest.raises(AssertionError):
        stage.repository.git("rebase", "main")
    stage.judge("touch a")
    assert said(stage, "git rebase --continue").rule == ""
    assert said(stage, "git rebase --skip").rule == ""
    assert said(stage, "git rebase --abort").rule == "policy-commit"
    stage.write("rules.py", "# edited\n")
    stage.repository.git("add", "rules.py")
    assert said(stage, "git rebase --continue").rule == "policy-commit"


def test_a_linked_worktree_cannot_move_the_branch_of_the_project(stage: Stage, tmp_path: Path) -> None:
    stage.repository.git("worktree", "add", "-q", str(tmp_path / "linked"), "topic")
    fields = {"cwd": str(tmp_path / "linked"), "project": str(stage.root)}
    assert said(stage, "git update-ref refs/heads/main old", **fields).rule == "policy-commit"
    assert said(stage, "git commit --allow-empty -m x", **fields).rule == ""
    assert said(stage, f"git -C {stage.root} switch old", **fields).rule == "policy-commit"


def test_what_the_rule_advises_passes(stage: Stage) -> None:
    prepare(stage, "staged")
    for command in (*entry("policy-commit").remedy.split("`")[1::2], "git restore --staged guard.py"):
        assert said(stage, command).decision in ("allow", "advise")


MOVES = ["git checkout old", "git switch old", "git merge looser", "git reset --hard old", "git rebase looser"]


@pytest.mark.parametrize("line", MOVES)
def test_a_move_is_the_persons_and_no_word_is_said_of_a_commit(stage: Stage, line: str) -> None:
    outcome = said(stage, line)
    assert outcome.rule == "policy-commit", outcome
    assert outcome.reason.startswith("Let the person take this step in their own terminal")
    assert "git commit" not in outcome.reason


def test_a_commit_is_told_how_the_rest_is_committed(stage: Stage) -> None:
    prepare(stage, "staged")
    assert "git commit -m change -- src" in said(stage, "git commit -m x").reason
