"""Facts over the pipe, and the error of asking them where nobody answers."""

from __future__ import annotations

import json

import pytest

import guardhost as guard
from guardhost.model.errors import PolicyError
from guardhost.model.request import CommandRequest
from guardhost.rules.compiling import compile_file
from guardhost.rules.matching import match
from guardhost.rules.members import Member
from guardhost.rules.values import YES, Ground
from tests.judges.policy import IMPORT, Policy

ASKED = {
    "once": ("[guard.once('k'), guard.once('k'), guard.once('other')]", "[True, False, True]"),
    "count": ("[guard.count('k'), guard.count('k')]", "[1, 2]"),
    "jobs": ("[(j.id, j.live, j.write_paths) for j in guard.jobs()]", "[('j1', True, ('src/**',))]"),
    "jobs by number": ("len(guard.jobs())", "1"),
    "binary": (
        "(guard.binary().path, guard.binary().version, guard.binary().stamp)",
        "('/usr/bin/guardhost', '1.2', 'abc')",
    ),
    "read": ("guard.read('policy/allowed.txt')", "'a\\nb\\n'"),
    "read in another spelling": ("guard.read('./policy//allowed.txt')", "'a\\nb\\n'"),
    "repo": ("(guard.repo().branch, guard.repo().dirty, guard.repo().unpushed)", "('main', True, 2)"),
    "repo, unknown": ("guard.repo().default_branch", "''"),
    "tracked": ("(guard.repo().tracked('guard.py'), guard.repo().tracked('x'))", "(True, False)"),
    "glob": ("guard.glob('src/a/b.py', 'src/*.py')", "True"),
}
REFUSED = {
    "an absent file": ("guard.read('nothing')", "GH1001: there is no such file"),
    "a file outside": ("guard.read('../secret')", "GH1001"),
    "an absolute path": ("guard.read('/etc/passwd')", "GH1001"),
    "the root itself": ("guard.read('.')", "GH1001"),
    "a key that is no text": ("guard.once(5)", "GH1101"),
}


def asked(tmp_path, expression):
    body = f"@guard.command\ndef judge(req): return guard.deny(repr({expression}))\n"
    return Policy(tmp_path, {"guard.py": IMPORT + body, "policy/allowed.txt": "a\nb\n"}).ask()


@pytest.mark.parametrize(("expression", "value"), ASKED.values(), ids=ASKED)
def test_a_fact_is_answered_by_the_host(tmp_path, expression, value):
    replied = asked(tmp_path, expression)
    assert not replied.failures
    assert replied.verdicts[0][1].reason == value


@pytest.mark.parametrize(("expression", "says"), REFUSED.values(), ids=REFUSED)
def test_a_fact_that_cannot_be_had_fails_the_judge(tmp_path, expression, says):
    replied = asked(tmp_path, expression)
    assert says in replied.failures[0]
    assert not replied.verdicts


def test_a_file_that_was_read_counts_as_policy(tmp_path):
    assert "policy/allowed.txt" in asked(tmp_path, "guard.read('policy/allowed.txt')").files
    assert "nothing" in asked(tmp_path, "guard.read('nothing')").absent


def test_a_large_answer_arrives_whole(tmp_path):
    text = f"{IMPORT}@guard.command\ndef judge(req): return guard.deny(str(len(guard.read('big'))))\n"
    policy = Policy(tmp_path, {"guard.py": text, "big": "x" * 900_000})
    assert policy.ask().verdicts[0][1].reason == "900000"


@pytest.mark.parametrize(
    "ask", [lambda: guard.once("k"), lambda: guard.count("k"), guard.jobs, guard.binary, lambda: guard.read("x"), guard.repo]
)
def test_outside_a_running_judge_a_fact_says_so(ask):
    with pytest.raises(PolicyError, match=r"GH1102: .* outside a running judge; call it inside the function"):
        ask()


def test_the_matcher_knows_the_workspace_of_the_call(tmp_path):
    asked = "guard.glob('/work/x/../src/a', 'src/*') and guard.glob('src/a', '/work/src/?')"
    policy = Policy(tmp_path, {"guard.py": IMPORT + f"guard.command(lambda req: guard.deny(str({asked})))"})
    replied = policy.ask(("command", CommandRequest(command="touch a", workspace="/work")))
    assert replied.verdicts[0][1].reason == "True"


GLOBS = {
    ("src/deep/a.py", "src/*.py"): True,
    ("./src/a.py", "src/a.py"): True,
    ("src/a.py", "*.py"): True,
    ("a/yarn.lock", "yarn.lock"): True,
    ("src/A.py", "src/a.py"): False,
    ("xsrc/a.py", "src/*"): False,
    ("src/a.ts", "src/*.{js,ts}"): False,
    ("https://h.test/.env", ".env"): False,
    ("b.c", "[a-c].c"): True,
    ("b.c", "[!a-c].c"): False,
}


@pytest.mark.parametrize(("asked", "fits"), GLOBS.items())
def test_the_matcher_asks_nobody_and_is_that_of_rule_files(asked, fits):
    path, pattern = asked
    rules = json.dumps({"rules": [{"id": "r", "never": {"tool": "t", "where": {"path": pattern}}}]}).encode()
    target = compile_file("guard.yaml", rules)["rules"][0]["targets"][0]
    ground = Ground("/work", "/home/u", lambda _: True, lambda path: path, lambda *_: [])
    matched = match(target, Member((("t", {"path": path}),), "/work"), ground).answer == YES
    assert (guard.glob(path, pattern), matched) == (fits, fits)


def test_a_fact_that_breaks_in_the_host_fails_the_judge_only(tmp_path):
    policy = Policy(tmp_path, {"guard.py": IMPORT + "guard.command(lambda req: guard.deny(str(guard.count('k'))))"})
    policy.facts.keys = None  # type: ignore[assignment]
    replied = policy.ask()
    assert (replied.kind, replied.failed_seams) == ("answered", ("command",))
    assert "GH1102: the fact could not be had (AttributeError)" in replied.failures[0]
