"""`never: T`: a call that matches T is refused."""

from __future__ import annotations

from guardhost.rules.matching import match
from guardhost.rules.values import MAYBE, NO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.rules.form import Form
    from guardhost.rules.members import Member
    from guardhost.rules.values import Ground
    from guardhost.rules.verdicts import Broken


def compiled(form: Form) -> dict[str, Any]:
    """Return the rule's body."""
    return {"targets": [form.target(form.node, narrow=True)]}


def broken(rule: Mapping[str, Any], member: Member, ground: Ground) -> Broken | None:
    """Return how a call breaks the rule, None when it does not."""
    found = match(rule["targets"][0], member, ground)
    if found.answer == NO:
        return None
    from guardhost.rules.texts import call_text
    from guardhost.rules.verdicts import Broken

    maybe = found.answer == MAYBE
    return Broken(
        problem=f"{call_text(member)} {'may match' if maybe else 'matches'} what is never called",
        maybe=maybe,
        words=found.words,
    )
