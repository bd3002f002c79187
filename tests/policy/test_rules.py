"""What the examples beside the rules cannot give: titles, a detached HEAD, several checkouts, another build."""

from __future__ import annotations

import shutil

import pytest

from guardhost.model.fact import Binary, Checkout, Job
from guardhost.world.build import binary, digest_of
from tests.policy.asking import ROOT, Session
from tests.rows import each_row

WORKER = "root/parser/fix off-by-one"
INTEGRATOR = "root/integrate parser"
WHOLE = [
    "hack/test", "./hack/test -q -x", "hack/test -n 4", "hack/test tests", "hack/test tests/", ".ci/run", "bash .ci/run",
    "cd /tmp && /w/repo/.ci/run", "timeout 600 hack/test", "sh hack/test --maxfail 1", "hack/test --ignore tests/shell",
    "git add -A && hack/test", "bash -x .ci/run", "sh -eu ./hack/test -q",
]  # fmt: skip
NARROW = [
    "hack/test tests/shell", "hack/test -k pipe", "hack/test -kpipe", "hack/test -xk pipe", "hack/test --lf",
    "hack/test tests/shell/test_words.py::test_a -q", "hack/test --collect-only -q", "hack/test --co", "hack/test $FILES",
    "hack/verify", "cat .ci/run", "bash -n", "sh hack/test tests/shell",
    "test -f hack/test", "echo hack/test", "git commit -m '.ci/run'", "hack/test --help",
]  # fmt: skip


@pytest.mark.parametrize("line", WHOLE)
def test_the_gate_is_the_integrators(line):
    verdict = Session().line(line, parent=WORKER)
    assert (verdict.decision, verdict.rule) == ("deny", "worker-runs-gate")
    assert Session().line(verdict.next[0], parent=WORKER).decision == "allow"


@each_row("line", WHOLE, "fields", [{}, {"parent": INTEGRATOR}, {"agent": "a1"}])
def test_a_person_the_main_session_and_an_integrator_run_the_gate(line, fields):
    assert Session().line(line, **fields).decision == "allow"


@pytest.mark.parametrize("line", NARROW)
def test_a_worker_runs_narrow_tests_and_lists(line):
    assert Session().line(line, parent=WORKER).decision == "allow"


@pytest.mark.parametrize(
    ("fields", "decision"),
    [
        ({"role": "worker"}, "deny"),
        ({"role": "worker", "lease": Job(id="j", title="root/feat x")}, "deny"),
        ({"role": "worker", "lease": Job(id="j", title="root/integrate x")}, "allow"),
        ({"role": "root", "parent": ""}, "allow"),
        ({"parent": "look around"}, "deny"),
        ({"parent": "integrate all"}, "allow"),
    ],
)
def test_who_is_a_worker(fields, decision):
    assert Session().line(".ci/run", **fields).decision == decision


DETACHED = Checkout(branch="", remote_branches=("origin/main", "origin/known", "up/only-up"), base="origin/main")


@pytest.mark.parametrize(
    ("line", "served"),
    [
        ("git push origin HEAD:new", "git push origin HEAD:refs/heads/new"),
        ("git push -f origin +HEAD:new", "git push origin +HEAD:refs/heads/new"),
        ("git push origin HEAD:feat/new", "git push origin HEAD:refs/heads/feat/new"),
        ("git push origin @:new", "git push origin @:refs/heads/new"),
        ("git push origin HEAD:new --set-upstream", "git push origin HEAD:refs/heads/new"),
        ("git push origin HEAD:only-up", "git push origin HEAD:refs/heads/only-up"),
        ("git push origin HEAD:known HEAD:new", "git push origin HEAD:refs/heads/new"),
        ("git commit -m x && git push origin HEAD:new", "git push origin HEAD:refs/heads/new"),
    ],
)
def test_a_new_branch_from_a_detached_head_is_named_in_full(line, served):
    verdict = Session().line(line, checkout=DETACHED)
    assert (verdict.decision, verdict.rule, verdict.next) == ("deny", "detached-push-unqualified", (served,))
    assert Session().line(served, checkout=DETACHED).decision == "allow"


@pytest.mark.parametrize(
    "line",
    [
        "git push origin HEAD:refs/heads/new",
        "git push origin HEAD:known",
        "git push up HEAD:only-up",
        "git push origin main",
        "git push origin HEAD",
        "git push origin :old",
        "git push origin main:new",
        "git push origin HEAD:$NAME",
        "git push $REMOTE HEAD:new",
        "git commit -m 'git push origin HEAD:new'",
    ],
)
def test_other_pushes_pass(line):
    assert Session().line(line, checkout=DETACHED).decision == "allow"


@pytest.mark.parametrize("checkout", [None, Checkout(branch="topic")])
def test_on_a_branch_or_where_nothing_is_known_the_push_passes(checkout):
    assert Session().line("git push origin HEAD:new", checkout=checkout).decision == "allow"


@pytest.fixture
def checkouts(tmp_path):
    """Two checkouts of this repository, the first with an environment, and a folder of something else."""
    for name in ("one", "two"):
        (tmp_path / name / "src").mkdir(parents=True)
        (tmp_path / name / "pyproject.toml").write_text('[project]\nname = "guardhost"\n')
    (tmp_path / "one/.venv/bin").mkdir(parents=True)
    (tmp_path / "one/.venv/bin/python").touch()
    (tmp_path / "other").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("here", "line", "decision"),
    [
        ("two", "{}/one/.venv/bin/pytest", "deny"),
        ("two/src", "../../one/.venv/bin/pytest", "deny"),
        ("two", "{}/two/../one/.venv/bin/python -m pytest", "deny"),
        ("one", "cd {}/two && {}/one/.venv/bin/python -m pytest", "deny"),
        ("one", "env -C {}/two {}/one/.venv/bin/pytest", "deny"),
        ("two", "{}/one/.venv/bin/python -m venv .venv", "allow"),
        ("one", "{}/two/.venv/bin/python -m venv .venv", "deny"),
        ("one", "{}/one/.venv/bin/pytest", "allow"),
        ("one", ".venv/bin/pytest", "allow"),
        ("one/src", "../.venv/bin/pytest", "allow"),
        ("other", "{}/one/.venv/bin/guardhost demo", "allow"),
        ("one", "{}/other/.venv/bin/ruff check", "allow"),
        ("two", "{}/one/hack/bootstrap-worktree .", "allow"),
        ("two", "ls {}/one/.venv/bin/pytest", "allow"),
        ("two", "pytest", "allow"),
    ],
)
def test_each_checkout_runs_its_own_environment(checkouts, here, line, decision):
    verdict = Session().line(line.replace("{}", str(checkouts)), dir=str(checkouts / here))
    assert verdict.decision == decision
    if decision == "deny":
        assert verdict.rule == "foreign-environment"
        missing = not (checkouts / here.split("/")[0] / ".venv").exists() or "two &&" in line or "-C" in line
        assert verdict.next == (("hack/bootstrap-worktree",) if missing else ())


def installed(stamp: str) -> Session:
    return Session(binary=Binary(path="/opt/lib/python3/site-packages/guardhost", version="0.9", stamp=stamp))


def test_a_guardhost_of_other_sources_is_told_once():
    session = installed("of-other-sources")
    verdict = session.line("touch a")
    assert (verdict.decision, verdict.rule) == ("advise", "stale-guardhost")
    assert "0.9" in verdict.reason
    assert session.line("touch a").decision == "allow"


def test_a_guardhost_of_these_sources_and_a_session_that_reads_are_left_alone():
    assert installed(digest_of(f"{ROOT}/guardhost")).line("touch a").decision == "allow"
    assert installed("of-other-sources").line("cat a", read_only=True).decision == "allow"


def test_an_editable_installation_is_the_checkout_that_it_lies_in(tmp_path):
    assert Binary(path=f"{ROOT}/guardhost", version=binary().version) == binary()
    assert Session().line("touch a").decision == "allow"
    other = Session(binary=Binary(path=str(tmp_path), version="0.9"))
    (tmp_path / "a.py").write_text("")
    assert other.line("touch a").rule == "stale-guardhost"


def test_another_checkout_of_the_same_sources_is_as_good(tmp_path):
    shutil.copytree(ROOT / "guardhost", tmp_path / "guardhost", ignore=shutil.ignore_patterns("__pycache__"))
    assert Session(binary=Binary(path=f"{tmp_path}/guardhost", version="0.9")).line("touch a").decision == "allow"


def test_a_stamp_follows_names_and_bytes_and_nothing_else(tmp_path):
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/c.py").write_text("1")
    first = digest_of(str(tmp_path / "a"))
    (tmp_path / "a/__pycache__").mkdir()
    (tmp_path / "a/__pycache__/c.py").write_text("1")
    (tmp_path / "a/_stamp").write_text(first)
    assert digest_of(str(tmp_path / "a")) == first
    (tmp_path / "a/b/c.py").rename(tmp_path / "a/b/d.py")
    assert digest_of(str(tmp_path / "a")) not in ("", first)
    assert digest_of(str(tmp_path / "absent")) == ""


def test_polling_is_denied_wherever_it_stands_on_a_line():
    verdict = Session().line("git commit -m x; git push; gh pr merge 412 --admin")
    assert (verdict.decision, verdict.rule) == ("deny", "admin-merge")
    for served in verdict.next:
        assert Session().line(served).decision == "allow"


def test_an_unreadable_line_has_no_calls_to_judge():
    assert Session().line('gh pr merge --admin "').decision == "allow"


@pytest.mark.parametrize("isolated", [True, False])
def test_an_agents_title_decides(isolated):
    verdict = Session().spawn(description="root/feat x", isolated=isolated)
    assert verdict.decision == ("allow" if isolated else "deny")
