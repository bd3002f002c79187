"""What the stub says when the package cannot be imported: it tells in the host's dialect, and stops nothing."""

from __future__ import annotations

# Events of Claude Code that carry a text to the agent: `hosts.claude_code.CONTEXT`, which may be what is broken.
TELLING = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart", "SubagentStart")


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
    if words[1:2] == ["generic"]:
        verdict: dict[str, object] = {"schema_version": 1, "decision": "advise", "mode": "", "reason": "", "context": text}
        rest = {"rule": "", "ref": "", "decided_by": "", "read_only": False, "next": [], "notes": [text], "elapsed_ms": 0.0}
        sys.stdout.write(json.dumps(verdict | rest))
        return
    answer: dict[str, object] = {"systemMessage": text}
    if words[2:3] and words[2] in TELLING:
        answer["hookSpecificOutput"] = {"hookEventName": words[2], "additionalContext": text}
    sys.stdout.write(json.dumps(answer))
