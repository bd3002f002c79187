"""`push-protected`: what lands on the default branch is asked about."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.git_acts import acts
from guardhost.builtin.pushes import pushes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.verdict import Answer

ID = "push-protected"


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Ask about a push to the default branch."""
    if matter.works is None:
        return ()
    for act in acts(matter):
        if act.name == "push":
            for push in pushes(act):
                if push.default and not push.how:
                    return (answer(ID, "ask", f"{push.shown} goes to the default branch."),)
    return ()
