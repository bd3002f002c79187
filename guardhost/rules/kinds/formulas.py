"""`ltl: text` and `formula: {type, args}`: a formula as it stands."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.rules.form import Form


def compiled(form: Form) -> dict[str, Any]:
    """Return the rule's body; the targets are those that the formula names."""
    from guardhost.model.errors import GuardError
    from guardhost.rules.reading import text, wrong
    from guardhost.temporal import checking, structured
    from guardhost.temporal import text as reader

    lints: tuple[str, ...] = ()
    try:
        if form.kind == "ltl":
            said, lints = reader.parse(text(form.node, "`ltl`"), peer=form.peer)
        else:
            said = structured.from_data(form.node.plain())
        checked = checking.check(said, blocking=True)
    except GuardError as error:
        place = f"at {error.where} of the formula: " if error.where else ""
        raise wrong(form.node, f"{place}{error.what}", error.fix or "mend the formula", code=error.code) from None
    form.lints.extend((*lints, *checked.lints))
    return {"targets": [], "checked": checked.formula, "class": checked.kind, "text": str(checked.formula)}


def formula(body: dict[str, Any], targets: list[Any]) -> Any:  # noqa: ARG001 - every kind has the same function
    """Return the formula."""
    return body.pop("checked")
