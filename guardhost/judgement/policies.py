"""Which policies judge a call: the person's own, the session's project, and the repositories that the call reaches into."""

from __future__ import annotations

from guardhost.judgement.scene import FORMS
from guardhost.model.record import Record
from guardhost.world.files import exists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guardhost.judgement.scene import Lent, Scene
    from guardhost.judges.caller import Side
    from guardhost.model.errors import PolicyError
    from guardhost.world.repository import Place


class Policy(Record):
    """One policy: `name` is "person" or "repository"; `error` says why it cannot be loaded at all."""

    name: str
    root: str
    place: Place | None = None
    form: str = ""
    error: PolicyError | None = None


class Sides(Record):
    """The sides of a policy in the order in which they are asked, approved ones first.

    `pending` says that the working tree's policy differs from the committed one.
    """

    sides: tuple[Side, ...] = ()
    pending: bool = False


def policies(scene: Scene, directories: Iterable[str]) -> tuple[Policy, ...]:
    """Return the policies that judge, the person's first, each root once; `directories` are those the call works in."""
    from guardhost.world.state import config

    found = [_policy("person", config(scene.lent.env, scene.event.home), None, forms=FORMS[:1])]
    places: dict[str, Place | None] = {}
    for place in (scene.project, scene.place):
        if place is not None:
            places.setdefault(place.root, place)
    if not places:
        root = scene.event.project or scene.event.cwd
        if root:
            places[root] = None
    for directory in dict.fromkeys(directories):
        _reach(directory, places)
    found.extend(_policy("repository", root, place) for root, place in places.items())
    return tuple(policy for policy in found if policy is not None)


def _reach(directory: str, places: dict[str, Place | None]) -> None:
    if directory in places:
        return
    from guardhost.world.repository import find

    place = find(directory)
    if place is not None:
        places.setdefault(place.root, place)


def _policy(name: str, root: str, place: Place | None, forms: tuple[str, ...] = FORMS) -> Policy | None:
    there = [form for form in forms if root and exists(f"{root}/{form}")]
    if len(there) < 2:
        return Policy(name=name, root=root, place=place, form=there[0]) if there else None
    from guardhost.judges.discover import root_form
    from guardhost.judges.source import WorkTree
    from guardhost.model.errors import PolicyError

    try:
        form = root_form(WorkTree(root), forms)
    except PolicyError as error:
        return Policy(name=name, root=root, place=place, form=there[0], error=error)
    return Policy(name=name, root=root, place=place, form=form) if form else None


def usual_sides(policy: Policy, lent: Lent) -> Sides:
    """Return the sides of a policy: today the working tree alone (a person's own policy is one side as well)."""
    from guardhost.judges.caller import Side
    from guardhost.judges.source import WorkTree

    name = "person" if policy.name == "person" else "working"
    cache = f"{lent.state.folder}/code" if lent.state.usable else ""
    return Sides(sides=(Side(name=name, source=WorkTree(policy.root), form=policy.form, cache=cache),))
