"""What the launcher starts, with `python -I -S`: finds the package, hands over to the hook, and survives a broken one.

It runs before anything of the package is known to work, so it imports nothing but `sys`.
"""

from __future__ import annotations

import sys

# Events of Claude Code that carry a text to the agent: `hosts.claude_code.CONTEXT`, which may be what is broken.
TELLING = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart", "SubagentStart")


def _folders(stub: str, interpreter: str) -> list[str]:
    """Return where the package and the libraries beside it lie: of the stub, and of the environment that runs it."""
    own = stub.rpartition("/")[0].rpartition("/")[0]
    prefix = interpreter.rpartition("/")[0].rpartition("/")[0]
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    beside = f"{prefix}/lib/{version}/site-packages"
    return [own] if own == beside else [own, beside]


def _broken(words: list[str], error: BaseException) -> str:
    """Return valid JSON for a host whose guard cannot start: it tells, and stops nothing."""
    import json

    text = (
        f"guardhost cannot start ({type(error).__name__}: {error}), so this is NOT judged. "
        "Mend it with `pip install --force-reinstall guardhost` and `guardhost install`; "
        "`guardhost uninstall --all` takes its hooks out."
    )
    if words[1:2] == ["generic"]:
        verdict: dict[str, object] = {"schema_version": 1, "decision": "advise", "mode": "", "reason": "", "context": text}
        rest = {"rule": "", "ref": "", "decided_by": "", "read_only": False, "next": [], "notes": [text], "elapsed_ms": 0.0}
        return json.dumps(verdict | rest)
    answer: dict[str, object] = {"systemMessage": text}
    if words[2:3] and words[2] in TELLING:
        answer["hookSpecificOutput"] = {"hookEventName": words[2], "additionalContext": text}
    return json.dumps(answer)


def main(stub: str, words: list[str]) -> int:
    """Run the hook with the words after the stub's name: `hook HOST EVENT --state DIR`. Returns the exit status."""
    sys.path.extend(_folders(stub, sys.executable))
    try:
        from guardhost.hook import main as hook
    except BaseException as error:  # noqa: BLE001 - whatever is wrong with the package, the host gets an answer
        sys.stdout.write(_broken(words, error))
        return 0
    return hook(words[1:])


if __name__ == "__main__":
    sys.exit(main(__file__, sys.argv[1:]))
