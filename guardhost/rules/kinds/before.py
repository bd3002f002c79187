"""`before: [A, B]`: a call that matches B needs an earlier one that matched A; `$variables` take one value in both."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.rules.form import Form
    from guardhost.rules.nodes import Node


def compiled(form: Form) -> dict[str, Any]:
    """Return the rule's body."""
    first, then, since = _parts(form)
    targets = [form.target(first, variables=True), form.target(then, variables=True)]
    if since is not None:
        targets.append(form.target(since, variables=True))
    form.one_set_of_variables((first, then, *((since,) if since is not None else ())), targets)
    return {"targets": targets, "variables": form.variables(targets[1])}


def _parts(form: Form) -> tuple[Node, Node, Node | None]:
    from guardhost.rules.reading import mapping, wrong

    node = form.node
    if node.kind == "list":
        if len(node.value) != 2:
            raise wrong(node, f"`before` has {len(node.value)} parts", "write `[FIRST, THEN]`, or `{first: ..., then: ...}`")
        return node.value[0], node.value[1], None
    parts = mapping(node, "`before`", ("first", "then", "since"))
    for name in ("first", "then"):
        if name not in parts:
            raise wrong(node, f"`before` has no `{name}`", "write `{first: ..., then: ...}`")
    return parts["first"], parts["then"], parts.get("since")


def formula(body: dict[str, Any], targets: list[Any]) -> Any:
    """Return the formula over its targets."""
    from guardhost.temporal import formula as f

    first, then, *since = targets
    if body["variables"]:
        return f.G(f.each(then, f.Y(f.O(f.now(first)))))
    if since:
        return f.G(f.implies(f.now(then), f.Y(f.since(f.no(f.now(since[0])), f.now(first)))))
    return f.G(f.implies(f.now(then), f.Y(f.O(f.now(first)))))
