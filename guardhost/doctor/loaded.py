"""The policies that judge here with their sides, each loaded in a child as a judgement would, and asked nothing."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from guardhost.doctor.launched import state
from guardhost.judgement.policies import Policy
from guardhost.judgement.scene import FORMS, Lent
from guardhost.judgement.sides import Sides, resolve
from guardhost.judges.caller import Replied, Side, call
from guardhost.judges.discover import root_form
from guardhost.judges.source import WorkTree
from guardhost.model.errors import GuardError
from guardhost.world.clock import Clock
from guardhost.world.git import program
from guardhost.world.repository import find
from guardhost.world.state import config

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.doctor import Here

SECONDS = 5.0


@dataclass(frozen=True)
class Loaded:
    """One policy: whose it is in words, its root, what its sides are, and what each said when it was loaded."""

    what: str
    root: str
    sides: Sides
    replies: tuple[tuple[Side, Replied], ...] = ()
    error: GuardError | None = None
    gone: bool = False  # HEAD has a policy and the working tree has none

    @property
    def pending(self) -> bool:
        """Whether the working tree's policy differs from the committed one."""
        return self.sides.pending or self.gone or len(self.replies) > 1

    def side(self, name: str) -> tuple[Side, Replied] | None:
        """Return one side, "committed" or "working", with what it said."""
        return next(((side, reply) for side, reply in self.replies if side.name == name), None)


def policies(here: Here) -> Iterator[Loaded]:
    """Give the person's own policy where there is one, then that of the repository around the current folder."""
    own = config(here.env)
    if own and any(os.path.lexists(f"{own}/{form}") for form in FORMS[:1]):
        yield _loaded("your own policy", Policy(name="person", root=own), FORMS[:1], here)
    place = find(here.cwd)
    root = place.root if place else os.path.realpath(here.cwd)
    yield _loaded("this repository", Policy(name="repository", root=root, place=place), FORMS, here)


def _loaded(what: str, policy: Policy, forms: tuple[str, ...], here: Here) -> Loaded:
    try:
        form = root_form(WorkTree(policy.root), forms) or ""
    except GuardError as error:
        return Loaded(what, policy.root, Sides(), error=error)
    clock = Clock()
    lent = Lent(
        clock=clock, env=here.env, state=state(here), began=clock.now(), total=SECONDS, hosted=False, recording=False
    )
    sides = resolve(policy.replace(form=form), lent, lambda: program(here.env), SECONDS)
    turns, replies = list(sides.turns), []
    while turns:
        side, _ = turns.pop(0)
        reply = call(side, (), nobody(), SECONDS, clock)
        replies.append((side, reply))
        turns.extend(sides.more(side, reply) if sides.more is not None else ())
    if sides.committed is not None:
        sides.committed.close()
    return Loaded(what, policy.root, sides, tuple(replies), gone=bool(replies) and not form)


def nobody() -> Any:
    """Return who answers the facts of a policy that is only loaded: a load asks none, so each is an error."""
    return _Nobody()


class _Nobody:
    def __getattr__(self, name: str) -> object:
        raise GuardError("GH1102", f"`{name}` was asked for while the policy was loaded", fix="ask for it inside a judge")
