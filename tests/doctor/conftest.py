"""A person whose Claude Code is wired with this very guardhost, and the checks run one by one."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from guardhost import __version__
from guardhost.doctor import CHECKS, SESSION, Found, Here, Ran, examine
from guardhost.hosts.reply import printed
from guardhost.hosts.wiring import launcher, settings
from guardhost.hosts.wiring.installing import Wish, wanted
from guardhost.hosts.wiring.launcher import Launch
from guardhost.world.build import package

POLICY = "import guardhost as guard\n@guard.command\ndef judge(req):\n    return None\n"
DENY = printed({"permissionDecision": "deny", "permissionDecisionReason": "no [guard-tamper]"}, "PreToolUse", [], "")


REFUSED, QUIET = Ran(0, DENY.encode(), 0.01), Ran(0, b"", 0.01)


def answering(forbidden: Ran | None = REFUSED, harmless: Ran | None = QUIET) -> Callable[..., Ran | None]:
    """Return a stand-in for what runs a wired line: it knows the two canaries apart."""

    def run(line: str, stdin: bytes, cwd: str, seconds: float) -> Ran | None:
        payload = json.loads(stdin)
        assert (payload["session_id"], payload["hook_event_name"], seconds) == (SESSION, "PreToolUse", 10)
        return forbidden if "uninstall" in payload["tool_input"]["command"] else harmless

    return run


@dataclass
class Wired:
    """A person whose Claude Code is wired with this very guardhost."""

    here: Here
    file: Path
    launcher: Path

    def host(self, **lent: Any) -> list[Found]:
        rows = [check for check in CHECKS if check.name == "host"]
        return [finding.found for finding in examine(replace(self.here, **lent), rows)]

    def only(self, **lent: Any) -> Found:
        (found,) = self.host(**lent)
        return found


@pytest.fixture
def wired(home: Path, tmp_path: Path) -> Wired:
    (home / ".claude").mkdir()
    here = Here(dict(os.environ), str(tmp_path), lambda words, seconds: "", answering(), lambda: 1.8e9)
    folder = home / ".local/share/guardhost"
    state = str(home / ".local/state/guardhost")
    path = launcher.write(str(folder), Launch(sys.executable, f"{package()}/stub.py", state, "", __version__))
    file = home / ".claude" / "settings.json"
    edit = settings.installed(str(file), wanted("claude-code", Wish(), path, here.env, here.ask))
    settings.apply(edit, str(folder))
    return Wired(here, file, Path(path))


def group(name: str, here: Here) -> list[Found]:
    rows = [check for check in CHECKS if check.name == name]
    return [finding.found for finding in examine(here, rows)]
