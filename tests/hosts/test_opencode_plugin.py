"""The plugin that we ship for opencode, under node, against the wired launcher: a deny is thrown, all else goes on."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from guardhost import __version__
from guardhost.hosts.wiring import launcher, setup
from guardhost.hosts.wiring.launcher import Launch
from guardhost.world.build import package

NODE = shutil.which("node") or ""
pytestmark = pytest.mark.skipif(not NODE, reason="no node here")
GUARD = """import guardhost as guard


@guard.command
def lines(req):
    if req.command == "slow":
        return guard.advise("use fast", rule="fast")
    if req.command == "deploy":
        return guard.deny("ask the release team", rule="no-deploy")
    return guard.ask("ready?", rule="ship") if req.command == "ship" else None


@guard.change
def locks(change):
    return guard.deny("keep it", rule="lock") if change.path.endswith(".lock") else None
"""
RUN = """
import { Guardhost } from "./guardhost.mjs"
const logged = []
const client = { app: { log: async ({ body }) => logged.push(body.message) } }
const place = process.argv[2]
const hooks = await Guardhost({ client, directory: place, worktree: place })
const said = []
for (const [tool, args] of JSON.parse(process.argv[3])) {
  const input = { tool, sessionID: "ses_1", callID: "call_" + said.length }
  const output = { title: "", output: "ran", metadata: { exit: 0 } }
  try {
    const before = { args }
    await hooks["tool.execute.before"](input, before)
    if (before.args !== args) throw new Error("the arguments were replaced")
    await hooks["tool.execute.after"]({ ...input, args }, output)
    said.push(output.output)
  } catch (error) {
    said.push("thrown: " + error.message)
  }
}
console.log(JSON.stringify({ said, logged }))
"""


RULES = "settings: {finish_retries: 1}\nrules: [{id: tested, finally: {call: pytest, since: [write]}}]\n"
END = """
import { Guardhost } from "./guardhost.mjs"
const sent = []
const sessions = { ses_1: {}, ses_child: { parentID: "ses_1" } }
const session = {
  get: async ({ path }) => ({ data: sessions[path.id] }),
  prompt: async ({ path, body }) => sent.push([path.id, body.parts[0].text]),
}
const place = process.argv[2]
const hooks = await Guardhost({ client: { session }, directory: place, worktree: place })
const counts = []
for (const [type, sessionID] of JSON.parse(process.argv[3])) {
  if (type === "write") {
    const args = { filePath: place + "/a.py", content: "x" }
    const input = { tool: "write", sessionID, callID: "call_" + counts.length }
    await hooks["tool.execute.before"](input, { args })
    await hooks["tool.execute.after"]({ ...input, args }, { title: "", output: "", metadata: {} })
  } else {
    await hooks.event({ event: { type, properties: { sessionID } } })
  }
  counts.push(sent.length)
}
console.log(JSON.stringify({ sent, counts }))
"""


@pytest.fixture
def wired(home: Path) -> str:
    state = str(home / ".local/state/guardhost")
    return launcher.write(str(home / "da ta"), Launch(sys.executable, f"{package()}/stub.py", state, "", __version__))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    root.mkdir()
    (root / "guard.py").write_text(GUARD)
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "guard"]):
        subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)
    return root


def run(path: str, place: Path, calls: list[tuple[str, Any]], script: str = RUN) -> dict[str, Any]:
    text = setup("opencode").wiring({"x": launcher.command(path, "opencode", "x")})[""]
    (place.parent / "guardhost.mjs").write_text(text)
    (place.parent / "run.mjs").write_text(script)
    words = [NODE, "run.mjs", str(place), json.dumps(calls)]
    done = subprocess.run(words, cwd=place.parent, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    read: dict[str, Any] = json.loads(done.stdout)
    return read


def test_a_deny_is_thrown_and_advice_comes_with_the_result(wired: str, place: Path) -> None:
    patch = "*** Begin Patch\n*** Delete File: x.lock\n*** End Patch"
    found = run(
        wired,
        place,
        [
            ("bash", {"command": "deploy"}),
            ("bash", {"command": "slow"}),
            ("bash", {"command": "ls"}),
            ("write", {"filePath": str(place / "a.lock"), "content": "x"}),
            ("edit", {"filePath": str(place / "a.py"), "oldString": "a", "newString": "b"}),
            ("apply_patch", {"patchText": patch}),
            ("bash", {"command": f"apply_patch <<'EOF'\n{patch}\nEOF"}),
            ("bash", {"command": "ship"}),
        ],
    )
    denied, slow, plain, lock, edit, patched, shell, ask = found["said"]
    assert denied.startswith("thrown: ask the release team")
    assert slow.startswith("ran\n\n[guardhost] of an earlier call: use fast")
    assert (plain, edit) == ("ran", "ran")
    assert all("keep it" in said for said in (lock, patched, shell))
    assert "this host cannot ask for it" in ask
    assert any("guardhost denied [workspace:no-deploy]" in note for note in found["logged"])


def test_a_launcher_that_is_gone_stops_nothing_and_is_told_once(place: Path) -> None:
    found = run("/nowhere/guardhost-hook", place, [("bash", {"command": "deploy"})] * 2)
    assert found["said"] == ["ran", "ran"]
    assert len(found["logged"]) == 1
    assert "run guardhost install" in found["logged"][0]


def test_a_turn_that_may_not_end_goes_on_a_bounded_number_of_times(wired: str, place: Path) -> None:
    (place / "guard.yaml").write_text(RULES)
    subprocess.run(["git", "add", "-A"], cwd=place, check=True, capture_output=True)
    subprocess.run(["git", "commit", "-qm", "rules"], cwd=place, check=True, capture_output=True)
    idle, write, error = "session.idle", "write", "session.error"
    events = [
        (idle, "ses_1"), (write, "ses_1"), (idle, "ses_1"), (idle, "ses_1"), (error, "ses_1"), (idle, "ses_1"),
        (write, "ses_child"), (idle, "ses_child"), (write, "ses_1"), (idle, "ses_1"),
    ]  # fmt: skip
    found = run(wired, place, events, END)
    assert found["counts"] == [0, 0, 1, 1, 1, 1, 1, 1, 1, 2]
    assert [name for name, _ in found["sent"]] == ["ses_1", "ses_1"]
    assert "Rule 'tested' is not met at the end of the turn" in found["sent"][0][1]


@pytest.mark.parametrize("answer", ["true", "echo no json", "kill -9 $$"])
def test_an_answer_that_cannot_be_read_holds_no_turn(answer: str, place: Path) -> None:
    script = place.parent / "guardhost-hook"
    script.write_text(f"#!/bin/sh\n{answer}\n")
    script.chmod(0o755)
    assert run(str(script), place, [("session.idle", "ses_1")], END)["sent"] == []


@pytest.mark.parametrize("answer", ["echo no json", "exit 3", "kill -9 $$", "printf 'null'"])
def test_an_answer_that_cannot_be_read_is_a_deny(answer: str, place: Path) -> None:
    script = place.parent / "guardhost-hook"
    script.write_text(f"#!/bin/sh\n{answer}\n")
    script.chmod(0o755)
    (said,) = run(str(script), place, [("bash", {"command": "ls"})])["said"]
    assert said.startswith("thrown: ")


def test_a_guard_that_is_gone_is_told_and_stops_nothing(home: Path, place: Path) -> None:
    path = launcher.write(
        str(home / "data"), Launch("/nowhere/python", "/nowhere/stub.py", str(home / "s"), "", __version__)
    )
    found = run(path, place, [("bash", {"command": "deploy"})])
    assert found["said"][0].startswith("ran")
    assert any("NOT judged" in note for note in found["logged"])
