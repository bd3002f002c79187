"""The policies of a repository and of a person, listed for `guardhost test` and `guardhost rules`."""

from __future__ import annotations

from guardhost.judgement.sides import head_of, open_objects
from guardhost.judges.caller import Side
from guardhost.judges.committed import Committed
from guardhost.judges.discover import FORMS, root_form
from guardhost.judges.inventory import Inventory, inventory
from guardhost.judges.source import WorkTree
from guardhost.model.fact import Binary, JobList
from guardhost.world.clock import Clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.judges.committed import Objects
    from guardhost.world.repository import Place

LOADING = 30.0  # seconds that a load may take where nobody waits
READING = 10.0  # seconds for one answer of git


class Nobody:
    """Facts for a load that asks none: no judge runs."""

    def once(self, key: str) -> bool:  # noqa: ARG002 - the protocol's signature
        """Return that it was not."""
        return False

    def count(self, key: str) -> int:  # noqa: ARG002 - as above
        """Return none."""
        return 0

    def jobs(self) -> JobList:
        """Return none."""
        return JobList()

    def binary(self) -> Binary:
        """Return nothing known."""
        return Binary()

    def read(self, path: str) -> str | None:  # noqa: ARG002 - as above
        """Return nothing."""
        return None

    def happened(self, target: object, since: object) -> bool:  # noqa: ARG002 - as above
        """Return that it did not."""
        return False

    def repo(self, name: str, path: str = "") -> str:  # noqa: ARG002 - as above
        """Return nothing known."""
        return ""


def listed(root: str, name: str = "working", seconds: float = LOADING) -> tuple[str, Inventory] | None:
    """Return (root policy file, what it registers) of the policy at `root`, None when there is none.

    `name` is "working" or "person". `PolicyError` when there is one that does not load.
    """
    source = WorkTree(root)
    form = root_form(source, FORMS[:1] if name == "person" else FORMS)
    if form is None:
        return None
    return form, inventory(Side(name=name, source=source, form=form), Nobody(), seconds, Clock())


def committed(place: Place, git: str) -> tuple[str, Inventory] | None:
    """Return (root policy file, what it registers) of the policy in the commit at HEAD, None when there is none.

    `git` is the program's path, "" for none. `PolicyError` when it does not load, `OSError` when it cannot be read.
    """
    head = head_of(place, lambda: git, READING)
    if not head:
        return None

    def objects(at: Place) -> Objects:
        return open_objects(at, git, READING)

    source = Committed(place, head, {}, "", objects)
    try:
        form = root_form(source, FORMS)
        if form is None:
            return None
        return form, inventory(Side(name="committed", source=source, form=form), Nobody(), LOADING, Clock())
    finally:
        source.close()
