"""Rule files for the bench: many rules of the kinds that a team writes, and a memory of as many calls as one asks for."""

from __future__ import annotations

import sqlite3
from pathlib import Path

TEMPORAL = 10  # rules that connect calls, whatever else a file has
_PLAIN = (
    "never: {{tool: git_push, with: {{force: true}}, where: {{remote: '{name}'}}}}",
    "never: {{tool: [Write, Edit], where: {{file_path: '**/{name}/**'}}}}",
    "never: {{tool: npm_run, where: {{script: '{name}:*'}}}}",
    "never: {{tool: 'mcp__{name}__*'}}",
    "require: {{tool: '{name}_deploy', where: {{argv: 'staging'}}}}",
)
_TEMPORAL = (
    "before: [{{tool: make, with: {{targets: {name}-plan}}}}, {{tool: make, with: {{targets: {name}-apply}}}}]",
    "before: {{first: pytest, then: {{tool: npm_run, with: {{script: '{name}'}}}}, since: [Write, Edit]}}",
    "at_most: {{call: {{tool: npm_run, with: {{script: '{name}:retry'}}}}, times: 3}}",
    'ltl: \'G(now("{name}_drop") -> O(now("{name}_dump")))\'',
    "before: {{first: {{tool: '{name}_diff', with: {{argv: $f}}}}, then: {{tool: '{name}_apply', with: {{argv: $f}}}}}}",
)


def rule_file(count: int) -> str:
    """Return a rule file of `count` rules, `TEMPORAL` of which connect calls."""
    rules = []
    for at in range(count):
        forms = _TEMPORAL if at < TEMPORAL else _PLAIN
        body = forms[at % len(forms)].format(name=f"part{at}")
        rules.append(f"  - id: rule-{at}\n    {body}\n    why: the team wants it\n    fix: ask the team\n")
    return "version: 1\nrules:\n" + "".join(rules)


def remember(store: Path, count: int) -> None:
    """Make a memory of rules one that has seen `count` calls, and its record one that has them."""
    log = store.parent / "calls" / "current.jsonl"
    with log.open("a", encoding="ascii") as lines:
        for at in range(count):
            name, when = f"bench{at}", 1_700_000_000 + at
            lines.write(f'{{"id":"{name}","at":{when},"call":[["ls",{{"all":true}}]]}}\n')
            lines.write(f'{{"id":"{name}","at":{when},"ok":true}}\n')
    found = log.stat()
    with sqlite3.connect(store) as base:
        facts = {"count": str(count), "mark": f"{found.st_ino}:{found.st_size}"}
        for key, value in facts.items():
            base.execute("UPDATE facts SET value = ? WHERE kind = 'log' AND key = ?", (value, key))
        base.execute("UPDATE sets SET position = ?", (count,))
