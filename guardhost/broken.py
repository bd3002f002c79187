"""What the stub says when the package cannot be imported: it tells in the host's dialect, and stops nothing."""

from __future__ import annotations

# Events of Claude Code that carry a text to the agent: `hosts.claude_code.CONTEXT`, which may be what is broken.
TELLING = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart", "SubagentStart")


# Hosts to which nothing may be printed, or for which it has no meaning: their logs have standard error.
SILENT = ("windsurf", "kiro", "goose", "acp", "copilot-cli")


def tell(words: list[str], error: BaseException) -> None:
    """Print valid JSON for the event in `hook HOST EVENT ...`."""
    import json
    import sys

    environment = sys.executable.rpartition("/")[0].rpartition("/")[0]
    text = (
        f"guardhost cannot start ({type(error).__name__}: {error}), so this is NOT judged. It is installed in "
        f"{environment}. Mend it: install it there again ({environment}/bin/pip install --force-reinstall, from where it "
        f"came), then run {environment}/bin/guardhost install. To be rid of the hooks instead: guardhost uninstall --all "
        "after that; or by hand, take every entry that runs guardhost-hook out of the host's settings."
    )
    host, event = (*words[1:3], "", "")[:2]
    if host in SILENT:
        sys.stderr.write(f"{text}\n")
        return
    sys.stdout.write(json.dumps(_answer(host, event, text)))


def _answer(host: str, event: str, text: str) -> dict[str, object]:
    """Return what a host takes for "go on", with the text where it has a field for it."""
    if host == "generic":
        verdict: dict[str, object] = {"schema_version": 1, "decision": "advise", "mode": "", "reason": "", "context": text}
        rest = {"rule": "", "ref": "", "decided_by": "", "read_only": False, "next": [], "notes": [text], "elapsed_ms": 0.0}
        return verdict | rest
    if host == "cursor":
        return {"continue": True} if event == "beforeSubmitPrompt" else {"permission": "allow", "user_message": text}
    plain: dict[str, dict[str, object]] = {
        "opencode": {"decision": "allow", "reason": "", "context": text, "notes": [text]},
        "agent-zero": {"decision": "allow", "reason": "", "context": text, "notes": [text]},
        "amp": {"action": "allow"},
        "antigravity": {"decision": "ask"},
        "cline": {"cancel": False, "contextModification": text},
        "mcp": {"context": text},
        "mistral-vibe": {"system_message": text},
        "gemini-cli": {"systemMessage": text},
    }
    if host in plain:
        return plain[host]
    answer: dict[str, object] = {"systemMessage": text}
    if event in TELLING:
        answer["hookSpecificOutput"] = {"hookEventName": event, "additionalContext": text}
    return answer
