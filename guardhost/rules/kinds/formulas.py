"""`ltl: text` and `formula: {type, args}`: a formula as it stands."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.rules.form import Form
    from guardhost.temporal.checking import Checked
    from guardhost.temporal.formula import Formula

TOLD = {
    "UNSAFE": "the agent is told with every call until it is met",
    "INERT": "no call breaks it, so nothing is told before `guardhost score` looks at the whole run",
}


def compiled(form: Form) -> dict[str, Any]:
    """Return the rule's body; the targets are those that the formula names."""
    from guardhost.model.errors import GuardError
    from guardhost.rules.reading import text, wrong
    from guardhost.temporal import structured
    from guardhost.temporal import text as reader

    lints: tuple[str, ...] = ()
    try:
        if form.kind == "ltl":
            said, lints = reader.parse(text(form.node, "`ltl`"), peer=form.peer)
        else:
            said = structured.from_data(form.node.plain())
        checked = _checked(said, blocks=form.blocks)
    except GuardError as error:
        place = f"at {error.where} of the formula: " if error.where else ""
        raise wrong(form.node, f"{place}{error.what}", error.fix or "mend the formula", code=error.code) from None
    form.lints.extend((*lints, *checked.lints))
    return {"targets": [], "checked": checked.formula, "class": checked.kind, "text": str(checked.formula)}


def _checked(said: Formula, *, blocks: bool) -> Checked:
    """Return the formula as it is watched; one that refuses nothing need not be broken by a single call."""
    from guardhost.model.errors import GuardError
    from guardhost.temporal import checking

    try:
        return checking.check(said)
    except GuardError as error:
        if blocks or error.code != "GH1702":
            raise
    found = checking.check(said, blocking=False)
    return found.replace(lints=(*found.lints, f"it is {found.kind}: {TOLD[found.kind]}"))


def formula(body: dict[str, Any], targets: list[Any]) -> Any:  # noqa: ARG001 - every kind has the same function
    """Return the formula."""
    return body.pop("checked")
