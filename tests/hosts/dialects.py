"""Every payload file: whose it is, what moment and seam it must be, and how a reply of each host is read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from guardhost.hosts import adapter
from guardhost.hosts.reply import Reply
from guardhost.model.event import Event

PAYLOADS = Path(__file__).parent / "payloads"
ENV = {"HOME": "/home/dev"}
# How the files of a host begin -> the host.
PREFIXES = {
    "claude-code": "claude-code", "codex": "codex", "copilot": "copilot-cli", "vscode": "copilot-cli", "cursor": "cursor",
    "gemini": "gemini-cli", "qwen": "qwen-code", "vibe": "mistral-vibe", "opencode": "opencode", "agent-zero": "agent-zero",
    "cline": "cline", "windsurf": "windsurf", "kiro": "kiro", "droid": "factory-droid", "goose": "goose", "amp": "amp",
    "antigravity": "antigravity", "acp": "acp", "mcp": "mcp",
}  # fmt: skip
# What is an answer, not a payload.
ANSWERS = ("_responses", "acp.session_request_permission.response.reject", "mcp.tools_call.denied-result")
FILES = sorted(path.stem for path in PAYLOADS.glob("*.json") if path.stem not in ANSWERS)
RESPONSES: dict[str, Any] = json.loads((PAYLOADS / "_responses.json").read_text())


def host_of(file: str) -> str:
    return PREFIXES[file.split(".", maxsplit=1)[0]]


def data_of(file: str) -> bytes:
    return (PAYLOADS / f"{file}.json").read_bytes()


def wired_name(file: str) -> str:
    """Return the event in the wired command: Copilot's payloads do not say theirs."""
    return file.split(".")[1] if file.startswith("copilot.") else ""


def decoded(file: str) -> Event:
    event: Event = adapter(host_of(file)).decode(data_of(file), ENV, wired_name(file))
    return event


def said(reply: Reply) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(reply.stdout) if reply.stdout else {}
    return read


def decision(host: str, reply: Reply) -> str:
    """Return what a host takes a reply to a call for: its own reading, from what is known of it."""
    answer = said(reply) if not reply.stdout or reply.stdout.startswith("{") else {}
    if host in ("windsurf", "kiro"):
        return "deny" if reply.exit == 2 and reply.stderr else "allow"
    if host in ("claude-code", "codex", "qwen-code", "factory-droid"):
        return str(answer.get("hookSpecificOutput", {}).get("permissionDecision", "allow"))
    if host == "cline":
        return "deny" if answer["cancel"] is True else "ask" if answer.get("review") is True else "allow"
    if host == "amp":
        return {"reject-and-continue": "deny"}.get(answer["action"], str(answer["action"]))
    if host == "antigravity":
        return {"ask": "ask" if "reason" in answer else "allow"}.get(answer["decision"], str(answer["decision"]))
    if host == "acp":
        return "deny" if answer else "allow"
    if host == "mcp":
        return "deny" if answer.get("result", {}).get("isError") is True else "allow"
    key = {"copilot-cli": "permissionDecision", "cursor": "permission"}.get(host, "decision")
    return {"block": "deny"}.get(answer.get(key, "allow"), str(answer.get(key, "allow")))
