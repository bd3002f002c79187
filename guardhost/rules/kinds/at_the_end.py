"""`finally: T`: refuses no call; at the end of the turn the agent is sent back until T has run (since S)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.rules.form import Form


def compiled(form: Form) -> dict[str, Any]:
    """Return the rule's body."""
    from guardhost.rules.reading import mapping, wrong

    node = form.node
    if node.kind != "map" or node.get("tool") is not None:
        return {"targets": [form.target(node)]}
    parts = mapping(node, "`finally`", ("call", "since"))
    if "call" not in parts:
        raise wrong(node, "`finally` has no `call`", "write `{call: TARGET, since: TARGET}`")
    return {"targets": [form.target(parts[name]) for name in ("call", "since") if name in parts]}


def formula(body: dict[str, Any], targets: list[Any]) -> Any:  # noqa: ARG001 - every kind has the same function
    """Return the formula over its targets."""
    from guardhost.temporal import formula as f

    owed = f.F(f.now(targets[0]))
    return f.G(f.implies(f.now(targets[1]), owed)) if len(targets) > 1 else owed
