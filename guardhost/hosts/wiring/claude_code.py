"""Claude Code's set-up: its settings files, our entries in them, what to print where the guard is missing, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.claude_code import BEFORE, SHELLS, limit
from guardhost.hosts.wiring.common import asking, least, nested_covers, nested_decision, numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "claude"
FILES = "~/.claude/settings.json, and .claude/settings.json of a project"  # as a person is told them
# What an organisation's administrators set for everyone on a machine.
MANAGED = ("/etc/claude-code/managed-settings.json", "/Library/Application Support/ClaudeCode/managed-settings.json")

covers = nested_covers


def settings_file(env: Mapping[str, str], project: str = "") -> str:
    """Return the file that our entries go into: the project's when its root is given, else the person's, "" if unknown."""
    if project:
        return f"{project}/.claude/settings.json"
    folder = env.get("CLAUDE_CONFIG_DIR", "") or (f"{env['HOME']}/.claude" if env.get("HOME") else "")
    return f"{folder}/settings.json" if folder.startswith("/") else ""


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, dict[str, Any]]:
    """Return our entries, event -> hook group; `lines` are the shell lines to wire, by event.

    `version` is what `claude --version` prints. One that knows `onFailure` blocks a call whose guard died; another one
    might drop the whole file over a key that it does not know.
    """
    blocks = knows_on_failure(version)
    return {name: _group(name, line, blocks=blocks) for name, line in lines.items()}


def _group(name: str, line: str, *, blocks: bool) -> dict[str, Any]:
    hook: dict[str, Any] = {"type": "command", "command": line, "timeout": int(limit(name))}
    if blocks and name == BEFORE:
        hook["onFailure"] = "block"
    matched = name in (BEFORE, "PostToolUse", "PostToolUseFailure", "PermissionRequest")
    return {"matcher": "*", "hooks": [hook]} if matched else {"hooks": [hook]}


def knows_on_failure(version: str) -> bool:
    """Return whether the `claude --version` that printed this knows `onFailure` (2.1.295); an unread one does not."""
    return numbers(version) >= (2, 1, 295)


def once_a_session(line: str) -> str:
    """Return a shell line for the start of a session that runs `line`, but not when the session only goes on."""
    return f"""case "$(cat)" in *'"compact"'*|*'"clear"'*) ;; *) {line};; esac"""


def settings_files(env: Mapping[str, str], project: str = "") -> tuple[str, ...]:
    """Return every file of a person and a project that may hold hooks; the host reads all of them."""
    own = settings_file(env)
    there = (f"{project}/.claude/settings.json", f"{project}/.claude/settings.local.json") if project else ()
    return (own, *there) if own else there


def off(value: Any, *, managed: bool) -> str:
    """Return the switch in a settings file's value that keeps our hooks from running, "" when there is none."""
    if isinstance(value, dict):
        if value.get("disableAllHooks") is True:
            return "disableAllHooks"
        if managed and value.get("allowManagedHooksOnly") is True:
            return "allowManagedHooksOnly"
    return ""


canary = asking(BEFORE, SHELLS[0], permission_mode="default")
decision = nested_decision
outdated = least((2, 1, 122), "one unknown entry could void the whole settings file")
