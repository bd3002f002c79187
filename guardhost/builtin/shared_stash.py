"""`shared-stash`: where several worktrees share the stash, its last entry may be somebody else's."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.git_acts import acts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.verdict import Answer

ID = "shared-stash"
_BARE = ("stash_pop", "stash_apply", "stash_drop")


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Advise on a bare pop, apply or drop while the repository has other worktrees."""
    for act in acts(matter):
        bare = act.name in _BARE and not act.call.operands and not act.saved.stashed
        if bare and act.work is not None and act.work.worktrees:
            return (answer(ID, "advise", f"{act.shown} takes the last entry, whoever made it."),)
    return ()
