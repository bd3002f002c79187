"""`require: T`: a call of T's tool whose arguments do not match is refused; every element of a list must match."""

from __future__ import annotations

from guardhost.rules.matching import faces_of, match
from guardhost.rules.values import MAYBE, YES

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
    return {"targets": [form.target(form.node, narrow=True, bare=False)]}


def broken(rule: Mapping[str, Any], member: Member, ground: Ground) -> Broken | None:
    """Return how a call breaks the rule, None when it does not."""
    target = rule["targets"][0]
    if not any(faces_of(alternative, member) for alternative in target):
        return None
    found = match(target, member, ground, every=True)
    if found.answer == YES:
        return None
    from guardhost.rules.texts import call_text, target_text
    from guardhost.rules.verdicts import Broken

    wanted = " or ".join(target_text(one) for one in target if faces_of(one, member))
    return Broken(problem=f"{call_text(member)} is not {wanted}", maybe=found.answer == MAYBE, words=found.words)
