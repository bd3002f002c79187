"""Run a file of rule cases through `guardhost check --batch --rules-only`: print the count and every miss.

A case is one JSON object a line: `rules` is a rule file's text, `files` are in the project, `steps` are calls with what is
expected of each, or events; `expect_load: error` is a file that must not load. See the README beside the cases.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

GUARDHOST = [sys.executable, "-m", "guardhost"]


def main(words: list[str]) -> int:
    """Run every case of the file, or those whose id holds the second word."""
    cases = [json.loads(line) for line in Path(words[0]).read_text(encoding="utf-8").splitlines() if line.strip()]
    chosen = [case for case in cases if len(words) < 2 or words[1] in case["id"]]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(run, chosen))
    missed = 0
    for case, misses in zip(chosen, results, strict=True):
        missed += bool(misses)
        for miss in misses:
            print(f"{case['id']}: {miss}")
    print(f"{len(chosen) - missed} of {len(chosen)} cases as expected")
    return 1 if missed else 0


def run(case: dict[str, Any]) -> list[str]:
    """Return what one case misses."""
    with tempfile.TemporaryDirectory() as folder:
        root, home = Path(folder, "project"), Path(folder, "home")
        home.mkdir(parents=True)
        _project(root, home, case)
        environment = _environment(folder, home)
        if case.get("expect_load") == "error":
            done = subprocess.run(
                [*GUARDHOST, "rules", "--check"], cwd=root, env=environment, capture_output=True, check=False
            )
            return [] if done.returncode == 2 else [f"it loads: {done.stdout.decode()}"]
        steps = [(at, step) for at, step in enumerate(case["steps"]) if "tool" in step or "event" in step]
        if case.get("state") == "fresh":
            return [miss for one in steps for miss in _batch([one], root, home, environment)]
        return _batch(steps, root, home, environment)


def _project(root: Path, home: Path, case: dict[str, Any]) -> None:
    root.mkdir(parents=True)
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    for name, text in {"guard.yaml": case["rules"], **case.get("files", {})}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(placed(text, root, home), encoding="utf-8")


def _environment(folder: str, home: Path) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "GIT_"))}
    return {
        **kept,
        "HOME": str(home),
        "XDG_STATE_HOME": f"{folder}/state",
        "XDG_CONFIG_HOME": f"{folder}/config",
        "SHELL": "/bin/bash",
    }


def placed(value: Any, root: Path, home: Path) -> Any:
    """Return text with the runner's placeholders in place, also inside of lists and mappings."""
    if isinstance(value, str):
        return value.replace("${ROOT}", str(root)).replace("${HOME}", str(home))
    if isinstance(value, list):
        return [placed(one, root, home) for one in value]
    return {key: placed(one, root, home) for key, one in value.items()} if isinstance(value, dict) else value


def events(steps: list[tuple[int, dict[str, Any]]], root: Path, home: Path) -> list[dict[str, Any]]:
    """Return the steps as events of the wire; a call that a person approved is followed by its completion."""
    made: list[dict[str, Any]] = []
    session = 1
    for at, step in steps:
        common = {"id": str(at), "session": f"s{session}", "cwd": str(root), "home": str(home)}
        event = step.get("event")
        if event == "new_session":
            session += 1
        elif event in ("prompt", "finish"):
            made.append({**common, "event": event})
        elif event is None:
            given = placed(step["input"], root, home)
            call = {"command": given["command"]} if step["tool"] == "Bash" else {"tool": step["tool"], "args": given}
            call["status"] = step.get("status", 0)
            flags = {"unattended": True} if step.get("auto") else {}
            flags |= {"parallel": True} if step.get("parallel") else {}
            made.append({**common, **call, **flags})
            if step.get("approved"):
                made.append({**common, **call, "id": "", "event": "done"})
    return made


def _batch(steps: list[Any], root: Path, home: Path, environment: dict[str, str]) -> list[str]:
    text = "".join(json.dumps(event) + "\n" for event in events(steps, root, home))
    command = [*GUARDHOST, "check", "--batch", "-", "--rules-only"]
    done = subprocess.run(command, cwd=root, env=environment, input=text.encode(), capture_output=True, check=False)
    verdicts = {one["id"]: one for line in done.stdout.decode().splitlines() if (one := json.loads(line))["id"]}
    if done.returncode or done.stderr:
        return [done.stderr.decode()[-500:] or f"exit status {done.returncode}"]
    return [miss for at, step in steps if "expect" in step and (miss := wrong(step, verdicts.get(str(at))))]


def wrong(step: dict[str, Any], verdict: dict[str, Any] | None) -> str:
    """Return what of a verdict is not as expected, "" when all of it is."""
    shown = step["input"] if "input" in step else step["event"]
    if verdict is None:
        return f"{shown}: no verdict"
    got = {"advise": "allow"}.get(verdict["decision"], verdict["decision"])
    if verdict["mode"] == "warn" and got == "deny":
        got = "warn"
    if got != step["expect"]:
        reason = verdict["reason"] or verdict["context"]
        return f"{shown}: {got}, expected {step['expect']} ({step['why']}) {verdict['rule']} {reason[:300]!r}"
    if step.get("rule") and verdict["rule"] != step["rule"]:
        return f"{shown}: decided by {verdict['rule']}, expected {step['rule']}"
    if "action" in step and (verdict["mode"] == "stop") != (step["action"] == "stop"):
        return f"{shown}: mode {verdict['mode']}, expected the action {step['action']}"
    if "note" in step and bool(verdict["notes"] or verdict["context"]) != step["note"]:
        return f"{shown}: a note is {'' if step['note'] else 'not '}expected"
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
