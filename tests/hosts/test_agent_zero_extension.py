"""The extension that we ship for Agent Zero, in a stand-in of its loader: installed, judging in process, configured."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from guardhost.hosts.wiring import installing
from guardhost.hosts.wiring.installing import Wish, install, uninstall
from tests.hosts.agent_zero_host import HELPERS, Agent, HandledError, RepairableError

GUARD = """import guardhost as guard


@guard.command
def lines(req):
    if any(command.program == "deploy" for command in req.commands):
        return guard.deny("ask the release team", rule="no-deploy", next="make plan")
    if req.command == "slow":
        return guard.advise("use fast", rule="fast")
    if req.command == "ship":
        return guard.ask("ready?", rule="ship")
    return None


@guard.spawn
def spawns(req):
    return guard.deny("no helpers", rule="alone") if req.agent_type == "hacker" else None
"""


@pytest.fixture
def host(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Agent Zero with our plugin installed, working in a repository with a policy."""
    root, work = tmp_path / "a0", tmp_path / "work"
    (root / "usr").mkdir(parents=True)
    work.mkdir()
    (work / "guard.py").write_text(GUARD)
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "guard"]):
        subprocess.run(["git", *words], cwd=work, check=True, capture_output=True)
    monkeypatch.setenv("A0_ROOT", str(root))
    monkeypatch.chdir(work)
    monkeypatch.setattr(installing, "safe", lambda *_: None)
    monkeypatch.setattr(installing, "hasten", lambda *_: True)
    for name, module in HELPERS.items():
        monkeypatch.setitem(sys.modules, name, module)
    import os

    install(Wish(hosts=("agent-zero",)), os.environ, probe=lambda words, seconds: "")
    return root


def shell(line: str, runtime: str = "terminal") -> dict[str, object]:
    return {"runtime": runtime, "session": 0, "code": line}


def config(host: Path, place: str, **values: object) -> None:
    file = host / "usr" / place / "plugins/guardhost/config.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(values))


def test_what_is_installed_is_a_plugin_of_its_own(host: Path) -> None:
    files = sorted(str(path.relative_to(host / "usr/plugins/guardhost")) for path in host.rglob("*") if path.is_file())
    assert files == [
        "default_config.yaml",
        "extensions/python/tool_execute_after/_05_guardhost.py",
        "extensions/python/tool_execute_before/_05_guardhost.py",
        "plugin.yaml",
    ]
    assert "per_project_config: true" in (host / "usr/plugins/guardhost/plugin.yaml").read_text()


def test_a_deny_is_repairable_and_the_tool_never_runs(host: Path) -> None:
    agent = Agent(host)
    with pytest.raises(RepairableError, match="run `make plan` instead: ask the release team"):
        agent.run("code_execution_tool", shell("deploy now"))
    assert agent.ran == []
    assert agent.run("code_execution_tool", shell("ls")).message == "ran"
    assert agent.ran == ["code_execution_tool"]


@pytest.mark.parametrize("code", ["import os; os.system('deploy now')"])
def test_code_is_judged_as_the_line_that_runs_it(host: Path, code: str) -> None:
    (Path.cwd() / "guard.py").write_text(GUARD.replace('"deploy"', '"python3"'))
    with pytest.raises(RepairableError):
        Agent(host).run("code_execution_tool", shell(code, "python"))


def test_an_ask_says_how_to_go_on(host: Path) -> None:
    with pytest.raises(RepairableError, match="this host cannot ask for it"):
        Agent(host).run("code_execution_tool", shell("ship"))


def test_a_subordinate_is_judged_as_a_spawn(host: Path) -> None:
    with pytest.raises(RepairableError, match="no helpers"):
        Agent(host).run("call_subordinate", {"message": "go", "profile": "hacker"})
    assert Agent(host).run("call_subordinate", {"message": "go", "profile": "developer"}).message == "ran"


def test_advice_comes_with_the_result(host: Path) -> None:
    assert (
        Agent(host)
        .run("code_execution_tool", shell("slow"))
        .message.startswith("ran\n\n[guardhost] of an earlier call: use fast")
    )


def test_stop_ends_the_loop_for_the_profile_and_the_project_that_say_so(host: Path) -> None:
    config(host, "agents/strict", on_deny="stop")
    config(host, "projects/p/.a0proj", on_deny="stop")
    config(host, "projects/p/.a0proj/agents/mild", on_deny="repair")
    for agent, error in (
        (Agent(host), RepairableError),
        (Agent(host, "strict"), HandledError),
        (Agent(host, "other", "p"), HandledError),
        (Agent(host, "mild", "p"), RepairableError),
    ):
        with pytest.raises(error):
            agent.run("code_execution_tool", shell("deploy"))
        assert agent.ran == []


def test_a_profile_can_be_left_out(host: Path) -> None:
    config(host, "agents/free", enabled=False)
    assert Agent(host, "free").run("code_execution_tool", shell("deploy")).message == "ran"


def test_a_folder_of_the_config_is_where_it_is_judged(host: Path, tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    config(host, "agents/away", workdir=str(tmp_path / "bare"))
    assert Agent(host, "away").run("code_execution_tool", shell("deploy")).message == "ran"


def test_built_in_rules_hold(host: Path) -> None:
    with pytest.raises(RepairableError, match="guard-tamper"):
        Agent(host).run("code_execution_tool", shell("guardhost uninstall --all"))


def test_a_guard_that_is_gone_stops_nothing_and_tells_once(host: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in host.rglob("_05_guardhost.py"):
        lines = [
            f'PACKAGE = "{host}/gone"' if line.startswith("PACKAGE") else line for line in file.read_text().splitlines()
        ]
        file.write_text("\n".join(lines) + "\n")
    for name in [name for name in sys.modules if name.split(".")[0] == "guardhost"]:
        monkeypatch.delitem(sys.modules, name)
    agent = Agent(host)
    for _ in range(2):
        assert agent.run("code_execution_tool", shell("deploy")).message == "ran"
    assert len(agent.context.log.entries) == 1
    assert "run guardhost install again" in agent.context.log.entries[0]["content"]


def test_uninstall_leaves_nothing(host: Path) -> None:
    import os

    _, failed = uninstall((), os.environ, everything=True)
    assert failed == []
    assert list(host.rglob("*")) == [host / "usr"]
