"""`at_most: {call: T, times: n}`: a call that would be match number n + 1 is refused."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.rules.form import Form


def compiled(form: Form) -> dict[str, Any]:
    """Return the rule's body."""
    from guardhost.rules.reading import mapping, number, wrong

    parts = mapping(form.node, "`at_most`", ("call", "times"))
    for name in ("call", "times"):
        if name not in parts:
            raise wrong(form.node, f"`at_most` has no `{name}`", "write `{call: TARGET, times: 1}`")
    return {"targets": [form.target(parts["call"], narrow=True)], "times": number(parts["times"], "`times`")}


def formula(body: dict[str, Any], targets: list[Any]) -> Any:
    """Return the formula over its targets."""
    from guardhost.temporal import formula as f

    now = f.now(targets[0])
    return f.G(f.implies(now, f.count_before(now, "<", body["times"])))
