"""The kit for policy authors: judging calls, making requests, running examples, and the two verbs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import guardhost as guard
from guardhost import testing
from guardhost.cli.rules import command as rules_verb
from guardhost.cli.test import command as try_verb
from guardhost.model.errors import GuardError
from guardhost.model.mistakes import UsageError

POLICY = '''
import guardhost as guard

@guard.rule("no-boom", tests=["deny: boom now", "allow: ls", {"allow": {"write": {"path": "a", "content": "x"}}}])
def boom(req: guard.CommandRequest) -> guard.Answer:
    """Things break."""
    if any(command.program == "boom" for command in req.commands):
        return guard.deny("use fizz", next="fizz")
    return None

@guard.rule("once-told", tests=[["advise: hint", "allow: hint"], "advise: hint"])
def hint(req):
    if req.command == "hint" and guard.once("hint"):
        return guard.advise("told once")

@guard.rule("generated", tests=["deny: echo x > gen/a.ts", {"deny": {"write": {"path": "gen/a.ts", "content": "x"}}},
                                "deny: sed -i s/a/b/ gen/b.ts", "allow: cat gen/a.ts"])
def generated(change):
    """It is made by a program."""
    return guard.deny("change the source") if change.matches("gen/**") else None

@guard.rule("tools", tests=[{"ask": {"tool": "mcp__aws__delete", "args": {"x": 1}}}, {"allow": {"tool": "Read"}}])
def tools(req):
    return guard.ask("why") if req.tool.endswith("delete") else None

@guard.rule("alone", tests=[{"deny": {"spawn": {"description": "a/fix b"}}}, {"allow": {"spawn": {"isolated": True}}}])
def alone(req):
    return None if req.isolated else guard.deny("isolate it")

guard.command(guard.strictest(boom, hint))
guard.change(generated)
guard.tool(tools)
guard.spawn(alone)
'''


@pytest.fixture
def repository(make_repository):
    def make(policy=POLICY, **files):
        return str(make_repository({"guard.py": policy, **files}).root)

    return make


def verb(command, *words):
    result = CliRunner().invoke(command, list(words), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.return_value, result.stdout, result.stderr


JUDGED = {
    "a line": ({"line": "boom"}, "deny", "workspace:no-boom"),
    "a line that nobody minds": ({"line": "true"}, "allow", ""),
    "a compound line": ({"line": "cd src && boom | tee log"}, "deny", "workspace:no-boom"),
    "a line that changes a file": ({"line": "echo x > gen/a.ts"}, "deny", "workspace:generated"),
    "an edit": ({"write": {"path": "gen/a.ts", "old_text": "a", "new_text": "b"}}, "deny", "workspace:generated"),
    "another edit": ({"write": {"path": "src/a.ts", "content": "b"}}, "allow", ""),
    "a tool": ({"tool": "mcp__aws__delete", "args": {"x": 1}}, "ask", "workspace:tools"),
    "a spawn": ({"spawn": {"description": "a/fix b"}}, "deny", "workspace:alone"),
    "a built-in rule": ({"line": "guardhost uninstall --all"}, "deny", "guard-tamper"),
}


@pytest.mark.parametrize(("call", "decision", "rule"), JUDGED.values(), ids=JUDGED)
def test_a_call_is_judged_as_an_agents_is(repository, call, decision, rule):
    judged = testing.judge(root=repository(), **call)
    assert (judged.decision, judged.rule) == (decision, rule)


def test_the_way_out_passes_our_own_rules(repository):
    root = repository()
    judged = testing.judge("boom", root=root)
    assert judged.next == ("fizz",)
    assert "use fizz" in judged.reason
    assert testing.judge(judged.next[0], root=root).decision == "allow"


def test_a_session_remembers_and_forgets(repository):
    with testing.Session(repository()) as session:
        assert [session.judge("hint").decision for _ in range(2)] == ["advise", "allow"]
        session.renew()
        assert session.judge("hint").decision == "advise"


def test_the_persons_own_policy_stays_out(repository, home):
    own = home / ".config/guardhost"
    own.mkdir(parents=True)
    (own / "guard.py").write_text("import guardhost as guard\nguard.command(lambda req: guard.deny('mine'))\n")
    assert testing.judge("true", root=repository()).decision == "allow"


def test_nothing_is_left_behind(repository, home):
    before = sorted(home.rglob("*"))
    testing.judge("boom", root=repository())
    assert sorted(home.rglob("*")) == before


def test_no_process_and_no_pipe_outlives_a_session(repository):
    root = repository()
    testing.judge("boom", root=root)
    before = os.listdir("/dev/fd")
    testing.judge("boom", root=root)
    assert os.listdir("/dev/fd") == before


def test_a_judge_that_fails_shows_in_the_judgement(repository):
    judged = testing.judge("true", root=repository("import guardhost as guard\nguard.command(lambda req: 1/0)\n"))
    assert (judged.decision, judged.rule) == ("advise", "workspace-command-failed")
    assert judged.failures == ("command: ZeroDivisionError: division by zero, guard.py:2",)


@pytest.mark.parametrize("call", [{}, {"line": "a", "tool": "b"}])
def test_one_call_at_a_time(call):
    with pytest.raises(UsageError, match="one call"):
        testing.judge(**call)


class TestRequests:
    def test_a_line_is_read(self):
        request = testing.command("GH_TOKEN=x timeout 60 gh pr checks 1 --watch", role="worker")
        assert request.commands[0].program == "gh"
        assert request.calls[0].tool == "gh_pr_checks"
        assert request.calls[0].flag("--watch")
        assert (request.role, request.readable) == ("worker", True)

    def test_what_cannot_be_read_has_no_programs(self):
        request = testing.command("if then fi (")
        assert (request.readable, request.commands, request.calls) == (False, (), ())

    def test_the_others(self, tmp_path):
        assert testing.write("a.py", "x", workspace=str(tmp_path)).real_path == str(tmp_path / "a.py")
        assert testing.change("src/a.py", "a\n", "a\nb\n", workspace=str(tmp_path)).added_lines == ("b",)
        assert testing.change("src/a.py", workspace=str(tmp_path)).matches("src/**")
        assert testing.spawn("root/fix it").title.role == "fix"
        assert testing.tool("mcp__a__b", {"x": 1}).args == {"x": 1}

    def test_a_rule_is_a_function(self):
        @guard.rule("no-boom")
        def boom(req: guard.CommandRequest) -> guard.Answer:
            return guard.deny("no") if req.commands[0].program == "boom" else None

        assert boom(testing.command("boom")) == guard.deny("no", rule="no-boom")
        assert boom(testing.command("ls")) is None


WRONG = {
    "another answer": ('tests=["deny: ls"]', "command", "return guard.ask('x')", "`deny: ls`: it answered ask"),
    "no answer": ('tests=["deny: ls"]', "command", "return None", "`deny: ls`: it answered allow"),
    "an answer where none is wanted": (
        'tests=["allow: ls"]',
        "command",
        "return guard.advise('x')",
        "it answered advise",
    ),
    "a failure": ('tests=["deny: ls"]', "command", "1/0", "it failed: ZeroDivisionError: division by zero, guard.py:4"),
    "no verdict": ('tests=["deny: ls"]', "command", "return 5", "it failed: GH1101"),
    "another seam": (
        'tests=["deny: ls"]',
        "spawn",
        "return guard.deny('x')",
        'it is read as a shell line, and the rule judges spawn: write {"deny": {"spawn": ',
    ),
    "a misspelt field": (
        'tests=["deny: ls"]',
        "command",
        "return guard.deny(req.comand)",
        "has no attribute 'comand'; did you mean `command`?, guard.py:4",
    ),
    "a field that is like no other": (
        'tests=["deny: ls"]',
        "command",
        "return guard.deny(req.zzzzzz)",
        "; `guardhost explain policy` has every field, guard.py:4",
    ),
    "a line that changes nothing": (
        'tests=["deny: ls"]',
        "change",
        "return guard.deny('x')",
        "this line changes no file that guardhost can see",
    ),
    "a call that changes nothing": (
        'tests=[{"deny": {"tool": "Read"}}]',
        "change",
        "return guard.deny('x')",
        "this call changes no file that guardhost can see",
    ),
    "no seam": ('tests=["deny: ls"]', "", "return guard.deny('x')", "it was not asked: no seam registers it"),
    "a bad event": (
        'tests=[{"deny": {"write": {"pth": "x"}}}]',
        "write",
        "return guard.deny('x')",
        "did you mean `path`?",
    ),
    "no end": ('tests=["deny: ls"]', "command", "while True: pass", "it was not asked: no answer: time"),
}


class TestTest:
    def test_all_as_written(self, repository):
        status, out, _ = verb(try_verb, "--root", repository(), "--strict")
        assert (status, out) == (0, "5 rules, 14 examples, all as written.\n")

    @pytest.mark.parametrize(("tests", "seam", "body", "says"), WRONG.values(), ids=WRONG)
    def test_what_is_not_as_written_is_told(self, repository, tests, seam, body, says):
        register = f"guard.{seam}(r)" if seam else ""
        text = f"import guardhost as guard\n@guard.rule('r', {tests})\ndef r(req):\n    {body}\n{register}\n"
        status, out, _ = verb(try_verb, "--root", repository(text), "--budget", "0.8" if "while" in body else "60")
        assert status == 1
        assert out.startswith("guard.py:2  r  ")
        assert says in out
        assert "1 not as written" in out

    SILENT = (
        "import guardhost as guard\n@guard.rule('quiet', tests=['allow: ls'])\ndef r(req): return None\nguard.command(r)\n"
    )

    def test_a_rule_that_no_example_fires_is_named(self, repository):
        root = repository(self.SILENT)
        status, out, _ = verb(try_verb, "--root", root)
        assert status == 0
        assert "guard.py:2  quiet  never fires" in out
        assert out.endswith("1 rule, 1 example, all as written. never fires: quiet\n")
        assert verb(try_verb, "--root", root, "--strict")[0] == 1

    def test_as_json(self, repository):
        status, out, _ = verb(try_verb, "--root", repository(self.SILENT), "--json")
        assert status == 0
        assert json.loads(out) == {
            "rules": 1, "examples": 1, "failed": [], "never_fires": ["quiet"], "not_registered": [], "seams": ["command"],
        }  # fmt: skip

    ONE = """
import guardhost as guard

@guard.rule("no-boom", tests=["%s: boom"])
def no_boom(req: guard.CommandRequest) -> guard.Answer:
    return guard.deny("no") if req.calls[0].tool == "%s" else None

guard.command(no_boom)
"""

    @pytest.mark.parametrize(
        ("now", "status", "told"),
        [
            (ONE % ("deny", "bom"), 1, "it answered allow"),  # what HEAD still stops makes no example hold
            (ONE % ("allow", "bom"), 0, "all as written"),  # a loosening can be tested before it is committed
            (ONE % ("deny", "boom"), 0, "all as written"),
        ],
    )
    def test_what_is_tested_stands_in_the_working_tree(self, repository, now, status, told):
        root = repository(self.ONE % ("deny", "boom"))
        Path(root, "guard.py").write_text(now, encoding="utf-8")
        found, out, _ = verb(try_verb, "--root", root)
        assert (found, told in out) == (status, True)
        with testing.Session(root) as session, testing.Session(root, committed=True) as both:
            assert session.judge("boom").decision == ("deny" if '"boom"' in now.partition("return")[2] else "allow")
            assert both.judge("boom").decision == "deny"

    def test_a_rule_file_that_refuses_the_same_call_takes_nothing_from_an_example(self, repository):
        files = {"guard.yaml": "rules: [{id: y, never: boom, tests: ['deny: boom']}]\n"}
        status, out, _ = verb(try_verb, "--root", repository(self.ONE % ("deny", "boom"), **files))
        assert (status, "2 rules, 2 examples, all as written." in out) == (0, True)

    @pytest.mark.parametrize(("now", "status"), [("never: bom", 1), ("never: boom", 0), ("never: bom, enabled: false", 1)])
    def test_a_rule_file_is_tested_as_it_stands(self, repository, now, status):
        row = "rules: [{id: y, %s, tests: ['deny: boom']}]\n"
        root = repository(**{"guard.yaml": row % "never: boom"})
        Path(root, "guard.yaml").write_text(row % now, encoding="utf-8")
        assert verb(try_verb, "--root", root)[0] == status

    FIELDS = """
import guardhost as guard

@guard.rule("worker", tests=[{"deny": {"command": "boom", "parent": "root/fix x"}}, "allow: boom"])
def worker(req: guard.CommandRequest) -> guard.Answer:
    return guard.deny("no") if req.parent and req.calls[0].tool == "boom" else None

@guard.rule("role", tests=[{"deny": {"command": "boom", "role": "worker", "lease": {"id": "j1"}}}, "allow: boom"])
def role(req: guard.CommandRequest) -> guard.Answer:
    return guard.deny("no") if req.role == "worker" and req.lease.id == "j1" else None

@guard.rule("detached", tests=[{"deny": {"command": "boom", "checkout": {"branch": "", "remote_branches": ["o/a"]}}}])
def detached(req: guard.CommandRequest) -> guard.Answer:
    return guard.deny("no") if req.checkout and req.checkout.remote_branches == ("o/a",) else None

@guard.rule("nobody", tests=[{"ask": {"command": "boom", "unattended": True, "agent": "a1"}}])
def nobody(req: guard.CommandRequest) -> guard.Answer:
    return guard.ask("why") if req.unattended and req.agent == "a1" else None

@guard.rule("other", tests=[{"deny": {"command": "boom", "binary": {"version": "9"}}}, "allow: boom"])
def other(req: guard.CommandRequest) -> guard.Answer:
    return guard.deny("no") if guard.binary().version == "9" else None

@guard.rule("deep", tests=[{"deny": {"spawn": {}, "depth": 3}},
                           {"deny": {"spawn": {"kind": "continue", "to": "x"}, "target": {"agent": "a", "idle_ms": 9}}}])
def deep(req: guard.SpawnRequest) -> guard.Answer:
    return guard.deny("no") if req.depth == 3 or (req.target and req.target.idle_ms == 9) else None

guard.command(guard.strictest(worker, role, detached, nobody, other))
guard.spawn(deep)
"""

    def test_an_example_may_say_fields_of_its_request(self, repository):
        status, out, _ = verb(try_verb, "--root", repository(self.FIELDS), "--strict")
        assert (status, out) == (0, "6 rules, 10 examples, all as written.\n")

    def test_so_may_a_plain_test(self, repository):
        root = repository(self.FIELDS)
        assert testing.judge("boom", root=root, parent="root/fix x").rule == "workspace:worker"
        assert testing.judge("boom", root=root, checkout={"remote_branches": ["o/a"]}).rule == "workspace:detached"
        assert testing.judge("boom", root=root).decision == "allow"
        for wrong in ({"parnt": "x"}, {"checkout": {"brnch": "x"}}):
            with pytest.raises(GuardError, match=r"brnch|parnt"):
                testing.judge("boom", root=root, **wrong)

    @pytest.mark.parametrize(
        ("call", "says"),
        [
            ('{"command": "ls", "parnt": "x"}', "did you mean `parent`?"),
            ('{"write": {"path": "x"}, "checkout": {}}', "has the unknown key `checkout`"),
        ],
    )
    def test_a_field_that_the_request_has_not_is_told_at_load(self, repository, call, says):
        text = f"import guardhost as guard\n@guard.rule('r', tests=[{{'deny': {call}}}])\ndef r(req): return None\n"
        status, _, err = verb(try_verb, "--root", repository(text))
        assert status == 2
        assert says in err

    def test_a_rule_without_a_seam_is_a_problem(self, repository):
        root = repository("import guardhost as guard\n@guard.rule('lost')\ndef r(req): return None\n")
        status, out, _ = verb(try_verb, "--root", root)
        assert status == 1
        assert "guard.py:2  lost  is not registered" in out
        assert out.endswith("not registered: lost\n")
        assert "not registered" in verb(rules_verb, "--root", root)[1]

    def test_a_sequence_from_the_command_line(self, repository):
        root = repository()
        assert verb(try_verb, "--root", root, "deny: boom", "advise: hint", "allow: hint")[0] == 0
        status, out, _ = verb(try_verb, "--root", root, "allow: boom")
        assert status == 1
        assert "FAIL  allow: boom  it answered deny by workspace:no-boom: " in out
        with pytest.raises(UsageError, match="does not begin with a decision"):
            verb(try_verb, "--root", root, "boom")

    def test_a_policy_that_does_not_load(self, repository):
        status, out, err = verb(try_verb, "--root", repository("import guardhost as guard\nguard.command()\n"))
        assert (status, out) == (2, "")
        assert "guard.py:2: GH1045" in err

    def test_no_policy(self, tmp_path):
        with pytest.raises(UsageError, match="no policy"):
            verb(try_verb, "--root", str(tmp_path))

    def test_a_policy_that_judges_nothing(self, repository):
        root = repository("import guardhost as guard\n")
        for words in ((), ("--json",)):
            status, _, err = verb(try_verb, "--root", root, *words)
            assert (status, err.count("\n")) == (1, 1)
            assert f"{root}/guard.py: the policy judges nothing; register a judge" in err

    def test_a_judge_without_a_named_rule_is_enough(self, repository):
        root = repository("import guardhost as guard\n@guard.command\ndef judge(req): return None\n")
        assert verb(try_verb, "--root", root) == (0, "0 rules, 0 examples, all as written.\n", "")


class TestRules:
    def test_the_rules_in_force(self, repository, home):
        own = home / ".config/guardhost"
        own.mkdir(parents=True)
        (own / "guard.py").write_text("import guardhost as guard\n@guard.command\ndef judge(req): return None\n")
        status, out, _ = verb(rules_verb, "--root", repository(), "--json")
        found = json.loads(out)
        assert (status, found["errors"]) == (0, [])
        assert [(r["id"], r["source"], r["seams"], r["where"]) for r in found["rules"]][:3] == [
            ("workspace:command", "person", ["command"], ""),
            ("workspace:no-boom", "working", ["command"], "guard.py:4"),
            ("workspace:once-told", "working", ["command"], "guard.py:11"),
        ]
        assert found["rules"][1]["why"] == "Things break."

    def test_as_a_table(self, repository):
        status, out, _ = verb(rules_verb, "--root", repository())
        assert status == 0
        assert out.splitlines()[0].split() == ["workspace:no-boom", "-", "command", "guard.py:4", "Things", "break."]

    @pytest.mark.parametrize("now", ["", None, "x = (", POLICY.replace('"no-boom"', '"boom"')])
    def test_what_the_committed_policy_alone_has_is_marked(self, repository, now):
        root = repository()
        path = os.path.join(root, "guard.py")
        if now is None:
            os.unlink(path)
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(now)
        status, out, _ = verb(rules_verb, "--root", root)
        lines = out.splitlines()
        marked = [line.split()[:4] for line in lines if "HEAD:guard.py" in line]
        assert marked[0] == ["workspace:no-boom", "-", "command", "HEAD:guard.py:4"]
        assert len(marked) == (1 if now and "boom" in now else 5)
        assert (status, lines[-1].startswith("HEAD: ")) == (2 if now == "x = (" else 0, True)

    def test_one_that_does_not_load(self, repository):
        root = repository("import guardhost as guard\nguard.frob\n")
        for words in ((), ("--check",)):
            status, _, err = verb(rules_verb, "--root", root, *words)
            assert status == 2
            assert "guard.py:2: GH1002" in err

    def test_check_says_that_all_is_well(self, repository):
        assert verb(rules_verb, "--root", repository(), "--check") == (0, "every policy loads\n", "")

    def test_the_built_in_ones(self):
        status, out, _ = verb(rules_verb, "--builtin", "--json")
        assert status == 0
        assert "guard-tamper" in [row["id"] for row in json.loads(out)["rules"]]

    def test_no_policy(self, tmp_path):
        status, out, _ = verb(rules_verb, "--root", str(tmp_path))
        assert status == 0
        assert "guardhost init" in out


@pytest.mark.parametrize(("name", "says"), [("dney", "; did you mean `deny`?"), ("frobnicate", "it has: Answer, ")])
def test_a_name_that_is_not_there_is_told_with_the_nearest(name, says):
    with pytest.raises(AttributeError) as told:
        getattr(guard, name)
    assert says in str(told.value)
    assert ("it has" in str(told.value)) == ("it has" in says)


def test_importing_the_api_imports_nothing():
    code = "import sys; before = set(sys.modules); import guardhost; print(sorted(set(sys.modules) - before))"
    out = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() in ("['__future__', 'guardhost']", "['guardhost']")


SHOWN = """
import guardhost as guard

@guard.command
def line(req: guard.CommandRequest) -> guard.Answer:
    if req.command == "hint" and guard.once("hint"):
        return guard.advise("told once")
    watches = req.calls[0].tool == "gh_run_watch" or (req.parent and req.unattended)
    return guard.deny("no") if watches else None

@guard.rule("generated")
def generated(change):
    return guard.deny("change the source") if change.matches("gen/**") else None

guard.change(generated)
guard.tool(lambda req: guard.ask("why") if req.tool.endswith("delete") else None)
guard.spawn(lambda req: None if req.isolated else guard.deny("isolate it"))
"""


def test_what_the_reference_shows_of_the_kit_holds(repository):
    page = Path(guard.__file__).parent / "docs" / "policy.md"
    blocks = [block.partition("```")[0] for block in page.read_text(encoding="utf-8").split("```python\n")[1:]]
    (shown,) = [block for block in blocks if "from guardhost.testing import" in block]
    assert shown.count("assert") == 6
    space: dict[str, Any] = {}
    exec(compile(shown, str(page), "exec"), space)
    space["test_the_policy"](repository(SHOWN))
