"""What most hosts' set-ups have in common: where files lie, how groups look, what canaries and answers are."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from guardhost.hosts import adapter, read_object
from guardhost.model.errors import GuardError
from guardhost.model.event import CALL
from guardhost.model.jsontext import encode as to_json
from guardhost.model.mistakes import PayloadError

BEFORE = "PreToolUse"  # the event before a call, of every host with Claude Code's envelope

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def below(env: Mapping[str, str], path: str, variable: str = "", default: str = "") -> str:
    """Return a file of the person: below the folder that `variable` names, else below `default` of their home, or ""."""
    home = env.get("HOME", "")
    folder = (env.get(variable, "") if variable else "") or (f"{home.rstrip('/')}/{default}" if home else "")
    return f"{folder.rstrip('/')}/{path}" if folder.startswith("/") else ""


def filed(
    team: str, path: str, variable: str = "", default: str = ""
) -> tuple[Callable[..., str], Callable[..., tuple[str, ...]]]:
    """Return a set-up's `settings_file` and `settings_files`: `team` lies below a project, the rest is as in `below`."""

    def settings_file(env: Mapping[str, str], project: str = "") -> str:
        """Return the file that our entries go into: the project's when its root is given, else the person's, or ""."""
        return f"{project}/{team}" if project else below(env, path, variable, default)

    def settings_files(env: Mapping[str, str], project: str = "") -> tuple[str, ...]:
        """Return every file of a person and a project that may hold hooks; the host reads all of them."""
        both = (settings_file(env), settings_file(env, project) if project else "")
        return tuple(file for file in both if file)

    return settings_file, settings_files


def nested(
    host: str,
    line: str,
    event: str,
    *,
    unit: int = 1,
    matched: tuple[str, ...] = (),
    more: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return a group in Claude Code's shape; `unit` is what the host's time-outs count a second as."""
    seconds = adapter(host).limit(event)
    hook = {"type": "command", "command": line, "timeout": int(seconds * unit), **(more or {})}
    return {"matcher": "*", "hooks": [hook]} if event in matched else {"hooks": [hook]}


def flat_covers(groups: Any, line: str) -> bool:
    """Return whether an entry of a flat list runs `line` for every call."""
    keys = ("command", "bash")
    return any(
        isinstance(group, dict) and group.get("matcher") in (None, "", "*") and line in [group.get(key) for key in keys]
        for group in groups
    )


def nested_covers(groups: Any, line: str) -> bool:
    """Return whether a group of the event's hooks runs `line` for every tool."""
    return any(
        isinstance(group, dict)
        and group.get("matcher", "*") in ("", "*", None)
        and any(isinstance(hook, dict) and hook.get("command") == line for hook in group.get("hooks") or ())
        for group in groups
    )


def json_decision(stdout: bytes, *keys: str) -> str:
    """Return what a flat JSON reply says under the first of `keys`; "" when it is no reply."""
    if not stdout.strip():
        return "allow"
    try:
        said = read_object(stdout)
    except PayloadError:
        return ""
    word = next((said[key] for key in keys if key in said), "advise")
    words = {"block": "deny", "reject-and-continue": "deny", True: "deny", False: "allow"}
    word = words.get(word, word) if isinstance(word, str | bool) else ""
    return word if word in ("allow", "advise", "ask", "deny") else ""


def saying(key: str) -> Callable[[bytes], str]:
    """Return a set-up's `decision`, for a host whose flat reply says it under `key`."""

    def decision(stdout: bytes) -> str:
        """Return what a reply to a call says: allow, advise, ask or deny; "" when it is no reply of this host."""
        return json_decision(stdout, key)

    return decision


def by_status(stdout: bytes) -> str:
    """Return "allow": what such a host is told of a call stands in the exit status alone."""
    return "" if stdout.strip() else "allow"


def asking(event: str, tool: str, **more: str) -> Callable[[str, str, str], bytes]:
    """Return a set-up's `canary` in Claude Code's shape; `more` are the keys that tell the host's payloads from others."""

    def canary(line: str, cwd: str, session: str) -> bytes:
        """Return the payload of a shell call before it runs."""
        call = {"hook_event_name": event, "tool_name": tool, "tool_input": {"command": line}}
        return to_json({"session_id": session, "cwd": cwd, **more, **call}).encode()

    return canary


def numbers(version: str) -> tuple[int, ...]:
    """Return the first three numbers of what a program prints as its version, () when there are none."""
    for word in version.split():
        parts = word.lstrip("v").split("-")[0].split(".")
        if len(parts) >= 3 and all(part.isascii() and part.isdigit() for part in parts[:3]):
            return tuple(int(part) for part in parts[:3])
    return ()


def older(version: str, least: tuple[int, int, int], why: str) -> str:
    """Return why a host's version is too old to trust with our entries, "" when it is not, or is not known."""
    found = numbers(version)
    return f"before {'.'.join(map(str, least))} {why}" if found and found < least else ""


def least(version: tuple[int, int, int], why: str) -> Callable[[str], str]:
    """Return a set-up's `outdated`, for a host whose older versions cannot be trusted with our entries, and why."""

    def outdated(printed: str) -> str:
        """Return why the version that was printed is too old, "" when it is not."""
        return older(printed, version, why)

    return outdated


def calls(host: str) -> tuple[str, ...]:
    """Return the events of a host that stand before a call."""
    return tuple(name for name, (moment, _) in adapter(host).EVENTS.items() if moment == CALL)


def nested_decision(stdout: bytes) -> str:
    """Return what a reply in Claude Code's envelope says; "" when it is no reply."""
    if not stdout.strip():
        return "allow"
    try:
        own = read_object(stdout).get("hookSpecificOutput", {})
    except PayloadError:
        return ""
    if not isinstance(own, dict) or own.get("hookEventName", BEFORE) != BEFORE:
        return ""
    word = own.get("permissionDecision", "advise")
    return word if word in ("allow", "advise", "ask", "deny") else ""


def shipped(name: str, given: Mapping[str, str]) -> str:
    """Return a file that we ship, with `@NAME@` in it replaced; a value that cannot stand in its quotes is GH1501."""
    text = (Path(__file__).parent / "shipped" / name).read_text(encoding="utf-8")
    for key, value in given.items():
        if '"' in value or "\\" in value or "\n" in value:
            raise GuardError("GH1501", f"the path {value!r} cannot be written into it", where=name, fix="move guardhost")
        text = text.replace(f"@{key}@", value)
    return text


def plugin(name: str, line: str) -> str:
    """Return a plugin that we ship, starting the launcher that a shell line starts."""
    return shipped(name, {"LAUNCHER": shlex.split(line)[0]})


def launchers(text: str) -> list[str]:
    """Return the launcher that a plugin of ours starts."""
    return [line.split('"')[1] for line in text.splitlines() if line.startswith("const LAUNCHER = ")]
