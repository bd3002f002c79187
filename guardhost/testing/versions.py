"""One version of a repository's policy, as it stood in a commit or stands in the working tree, and what it says to calls."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Self

from guardhost.judgement.deadline import CALL_COMMITTED
from guardhost.judgement.sides import Sides, open_objects
from guardhost.judgement.unhosted import BUDGET
from guardhost.judges.caller import Side
from guardhost.judges.committed import Committed
from guardhost.judges.discover import FORMS, root_form
from guardhost.judges.inventory import inventory
from guardhost.judges.source import WorkTree
from guardhost.rules.judging import connecting
from guardhost.testing.found import LOADING, READING, Nobody
from guardhost.testing.judging import Session
from guardhost.testing.ruled import check, files_in
from guardhost.world.clock import Clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.judgement.policies import Policy
    from guardhost.judgement.scene import Lent
    from guardhost.judges.committed import Objects
    from guardhost.judges.inventory import Listed
    from guardhost.world.repository import Place


class Version:
    """A policy by itself, its rule files included: neither the built-in rules nor another side speak. Use it with `with`.

    `commit` is a commit's id, "" for the working tree; `name` is what a person calls it; `budget` is in seconds a
    judgement; `files` are its rule files. `PolicyError` when it, or a rule file, does not load.
    """

    def __init__(self, place: Place, commit: str, name: str, git: str, budget: float = BUDGET) -> None:
        self.name = name
        self._objects: dict[str, Objects] = {}
        source = Committed(place, commit, {}, "", self._opener(git)) if commit else WorkTree(place.root)
        form = root_form(source, FORMS)
        self._root = place.root
        self._side = Side(name="committed", source=source, form=form) if form is not None else None
        self.rules: tuple[Listed, ...] = ()
        if self._side is not None:
            self.rules = inventory(self._side, Nobody(), LOADING, Clock()).rules
        self.files = files_in(source, place.root, "committed" if commit else "working")
        check(self.files)
        self.session = Session(place.root, budget=budget, builtin=False, sides=self._sides, rules=partial(list, self.files))

    @property
    def remembers(self) -> bool:
        """Whether a rule of it goes by earlier calls."""
        return any(connecting(file.compiled) for file in self.files)

    def _opener(self, git: str) -> Callable[[Place], Objects]:
        def opened(place: Place) -> Objects:
            if place.git_dir not in self._objects:
                self._objects[place.git_dir] = open_objects(place, git, READING)
            return self._objects[place.git_dir]

        return opened

    def _sides(self, policy: Policy, lent: Lent) -> Sides:  # noqa: ARG002 - as `Lent.sides` is called
        if policy.root != self._root or self._side is None:
            return Sides()
        return Sides(turns=((self._side, CALL_COMMITTED),))

    def close(self) -> None:
        """End its processes."""
        self.session.close()
        for objects in self._objects.values():
            objects.close()
        self._objects.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
