"""`guardhost demo`: a throw-away repository, real hook calls through a real launcher, and what was decided and why."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

import guardhost
from guardhost.model.errors import GuardError

if TYPE_CHECKING:
    from rich.console import Console

GUARD = '''\
import time

import guardhost as guard


@guard.rule("ci-watch", tests=["deny: gh run watch 1", "allow: gh pr checks 3"])
def ci_watch(req: guard.CommandRequest) -> guard.Answer:
    """Waiting on CI holds the session open and returns nothing that one read would not."""
    if any(call.program == "gh" and (call.tool == "gh_run_watch" or call.flag("--watch")) for call in req.calls):
        return guard.deny("read the board once", next="gh pr checks")
    return None


@guard.rule("uv-not-pip", tests=["advise: pip install requests", "allow: uv add requests"])
def uv_not_pip(req: guard.CommandRequest) -> guard.Answer:
    """What pip installs is missing from the lock file."""
    if any(command.program == "pip" and command.args[:1] == ("install",) for command in req.commands):
        return guard.advise("use `uv add`, which writes the lock file", next="uv add requests")
    return None


guard.command(guard.strictest(ci_watch, uv_not_pip))


@guard.write
def broken(req: guard.WriteRequest) -> guard.Answer:
    return guard.deny("too long", rule="long-file") if req.lines > 500 else None  # there is no `req.lines`


@guard.tool
def endless(req: guard.ToolRequest) -> guard.Answer:
    while req.tool.startswith("mcp__"):
        time.sleep(1)  # a service that never answers
    return None
'''


class Step(NamedTuple):
    """One call of the agent: what it shows, what the host sends, and what must come back, `says` a part of its text."""

    shows: str
    tool: str
    arguments: dict[str, Any]
    decision: str
    says: str
    slow: bool = False


STEPS = (
    Step("a refusal says what to do instead", "Bash", {"command": "gh run watch 1"}, "deny", "gh pr checks"),
    Step("advice is read by the agent, and the call runs", "Bash", {"command": "pip install requests"}, "advise", "uv add"),
    Step("ordinary work passes without a word", "Bash", {"command": "pytest -q"}, "allow", ""),
    Step(
        "a judge that raises stops nothing, and says so",
        "Write",
        {"file_path": "{root}/notes.md", "content": "a note\n"},
        "advise",
        "guard.py:",
    ),
    Step(
        "a judge that never ends is cut off: what it did not judge does not run",
        "mcp__tracker__close_issue",
        {"issue": 7},
        "deny",
        "in time",
        slow=True,
    ),
)
COLOURS = {"allow": "green", "advise": "cyan", "ask": "yellow", "deny": "red"}
INTRO = """A throw-away repository with a guard.py of five judges. Each call below is what Claude Code sends before it
acts, on the standard input of the hook that `guardhost install` wires. Nothing of yours is touched.
"""
NEXT = """
  guardhost init       write a guard.py for your repository
  guardhost install    have your agent ask it before every call
"""


class Heard(NamedTuple):
    """What came back from one hook call."""

    step: Step
    decision: str
    rule: str
    text: str
    elapsed_ms: float
    reply: Any


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a call, with the reply as the host got it.")
def command(as_json: bool) -> int:
    """Judge five calls of an agent in a throw-away repository and show what was decided, and why."""
    from rich.console import Console

    console = Console(stderr=as_json, highlight=False, soft_wrap=True)
    if not as_json:
        console.print(INTRO, markup=False)
    heard = []
    with tempfile.TemporaryDirectory(prefix="guardhost-demo-") as folder:
        stage = Stage(Path(folder).resolve())
        for step in STEPS:
            heard.append(_play(stage, step, console))
            if as_json:
                click.echo(json.dumps(_row(heard[-1], stage.root)))
            else:
                _show(heard[-1], stage.root, console)
    wrong = [one.step for one in heard if one.decision != one.step.decision or one.step.says not in one.text]
    if wrong:
        names = ", ".join(f"`{_what(step, stage.root)}` was to be {step.decision} ({step.says})" for step in wrong)
        raise GuardError("GH1901", f"the demo did not go as written: {names}", fix="run `guardhost doctor`")
    if not as_json:
        console.print(NEXT.rstrip(), markup=False)
    return 0


class Stage:
    """The throw-away home with its repository, its state and its launcher."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.root = self.home / "shop"
        self.root.mkdir(parents=True)
        self.environment = _environment(self.home)
        (self.root / "guard.py").write_text(GUARD, encoding="utf-8")
        self._git("init", "--quiet")
        self._git("add", "guard.py")
        self._git("commit", "--quiet", "--no-verify", "--message", "guard the agents")
        self.launcher = self._wire()

    def _wire(self) -> str:
        from guardhost.hosts.wiring import launcher

        launch = launcher.Launch(
            interpreter=sys.executable,
            stub=str(Path(guardhost.__file__).parent / "stub.py"),
            state=str(self.home / ".local/state/guardhost"),
            git=shutil.which("git") or "",
            version=guardhost.__version__,
        )
        return launcher.write(str(self.home / ".local/share/guardhost"), launch)

    def _git(self, *words: str) -> None:
        try:
            subprocess.run(["git", *words], cwd=self.root, env=self.environment, check=True, capture_output=True)
        except FileNotFoundError:
            raise GuardError("GH1503", "there is no git on PATH", fix="install git and run the demo again") from None

    def hook(self, payload: dict[str, Any]) -> tuple[bytes, float]:
        """Start the wired line as the host does, with one payload; return what it said and its milliseconds."""
        from guardhost.hosts.wiring import launcher

        line = launcher.command(self.launcher, "claude-code", payload["hook_event_name"])
        began = time.perf_counter()
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            input=json.dumps(payload).encode(),
            cwd=self.root,
            env=self.environment,
            stdout=subprocess.PIPE,
            check=False,
        )
        return done.stdout, (time.perf_counter() - began) * 1000


def _environment(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    identity = {f"GIT_{who}_{what}": "demo@example.invalid" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return {**kept, **identity, "HOME": str(home), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def _play(stage: Stage, step: Step, console: Console) -> Heard:
    payload = {
        "session_id": "demo",
        "transcript_path": "",
        "cwd": str(stage.root),
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": step.tool,
        "tool_input": _filled(step, stage.root),
        "tool_use_id": f"toolu_demo_{STEPS.index(step)}",
    }
    if step.slow and console.is_terminal:
        with console.status("the judge is looping; its time is up in at most 7 s"):
            said, elapsed = stage.hook(payload)
    else:
        said, elapsed = stage.hook(payload)
    return _hear(step, said, elapsed)


def _filled(step: Step, root: Path) -> dict[str, Any]:
    return {k: v.replace("{root}", str(root)) if isinstance(v, str) else v for k, v in step.arguments.items()}


def _hear(step: Step, said: bytes, elapsed_ms: float) -> Heard:
    """Read the reply as Claude Code does: no output is no opinion."""
    reply = json.loads(said) if said.strip() else {}
    answer = reply.get("hookSpecificOutput", {})
    context = answer.get("additionalContext", "")
    decision = answer.get("permissionDecision") or ("advise" if context else "allow")
    text = answer.get("permissionDecisionReason") or context
    named = re.search(r"\[((?:workspace:)?[a-z0-9-]+)\]", text)
    return Heard(step, decision, named[1] if named else "", text, round(elapsed_ms, 1), reply)


def _what(step: Step, root: Path) -> str:
    arguments = _filled(step, root)
    if step.tool == "Bash":
        return str(arguments["command"])
    path = arguments.get("file_path", "")
    return f"{step.tool} {Path(path).name}" if path else step.tool


def _row(one: Heard, root: Path) -> dict[str, Any]:
    return {
        "shows": one.step.shows,
        "call": _what(one.step, root),
        "decision": one.decision,
        "rule": one.rule,
        "text": one.text,
        "elapsed_ms": one.elapsed_ms,
        "reply": one.reply,
    }


def _show(one: Heard, root: Path, console: Console) -> None:
    from rich.text import Text

    console.print(Text.assemble((one.step.shows, "bold")))
    head = Text.assemble("  ", (f"{one.decision:<7}", COLOURS[one.decision]), _what(one.step, root))
    console.print(head.append(f"  {one.elapsed_ms:,.0f} ms", "dim"))
    for line in one.text.splitlines():
        console.print(Text(f"          {line}"))
    console.print()
    sys.stdout.flush()
