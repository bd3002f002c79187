"""Which policies judge a call: the person's own, the session's project, and the repositories that the call reaches into."""

from __future__ import annotations

from guardhost.judgement.loaded import may_hold
from guardhost.judgement.scene import FORMS
from guardhost.model.record import Record
from guardhost.world.files import present

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guardhost.judgement.scene import Lent, Scene
    from guardhost.model.errors import PolicyError
    from guardhost.world.repository import Place


class Policy(Record):
    """One policy: `name` is "person" or "repository"; `error` says why it cannot be loaded at all."""

    name: str
    root: str
    place: Place | None = None
    form: str = ""
    error: PolicyError | None = None


def policies(scene: Scene, directories: Iterable[str]) -> tuple[Policy, ...]:
    """Return the policies that judge, the person's first, each root once; `directories` are those the call works in."""
    from guardhost.world.state import config

    found = [_policy("person", config(scene.lent.env, scene.event.home), None, forms=FORMS[:1])]
    for root, place in scene.reached(directories).items():
        found.append(_policy("repository", root, place, lent=scene.lent))
    return tuple(policy for policy in found if policy is not None)


def _policy(
    name: str, root: str, place: Place | None, forms: tuple[str, ...] = FORMS, lent: Lent | None = None
) -> Policy | None:
    """Return the policy at a root, None when there is none; with `lent` there may be one in HEAD alone."""
    there = [form for form in forms if root and present(f"{root}/{form}")]
    if len(there) < 2:
        if not there and (lent is None or not may_hold(lent, root, place)):
            return None
        return Policy(name=name, root=root, place=place, form=there[0] if there else "")
    from guardhost.judges.discover import root_form
    from guardhost.judges.source import WorkTree
    from guardhost.model.errors import PolicyError

    try:
        form = root_form(WorkTree(root), forms)
    except PolicyError as error:
        return Policy(name=name, root=root, place=place, form="", error=error)
    return Policy(name=name, root=root, place=place, form=form or "")
