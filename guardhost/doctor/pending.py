"""What of a policy waits for a commit: an edit tightens at once and never loosens before a commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guardhost.doctor import PROBLEM, VERIFIED, Found
from guardhost.doctor.loaded import SECONDS, Loaded, nobody, policies
from guardhost.judges.caller import ANSWERED, Replied, Side
from guardhost.judges.inventory import inventory
from guardhost.judges.source import WorkTree
from guardhost.model.errors import GuardError
from guardhost.world.clock import Clock
from guardhost.world.repository import find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.doctor import Here


def pending(here: Here) -> Iterator[Found]:
    """Give whether the policy on the disk is the committed one, and what an edit of it adds or takes away."""
    (one,) = (one for one in policies(here) if one.what == "this repository")
    if one.error is not None or one.sides.problem or one.sides.kept:
        return  # `policy` tells
    if not one.replies:
        yield Found(VERIFIED, "there is no policy here")
    elif one.side("committed") is None:
        yield _uncommitted(here)
    elif one.pending:
        yield _differs(one, one.side("committed"), one.side("working"))
    else:
        yield Found(VERIFIED, "the policy on the disk is the committed one")


def _uncommitted(here: Here) -> Found:
    place = find(here.cwd)
    if place is None or not (place.head or place.reftable):
        return Found(VERIFIED, "there is no commit here, so the policy on the disk judges alone")
    return Found(PROBLEM, "the policy is not committed, so whoever edits it here decides alone", "commit the policy")


def _differs(one: Loaded, committed: tuple[Side, Replied] | None, working: tuple[Side, Replied] | None) -> Found:
    changed = _changed(one)
    files, differ = ", ".join(changed) or "the policy", "differ" if len(changed) > 1 else "differs"
    fix = "look at `git diff HEAD` and commit it, or take the edit back"
    if working is None:
        return Found(
            PROBLEM, f"HEAD has a policy and the working tree has none: HEAD's judges until a commit ({files})", fix
        )
    lost = _lost(committed, working) if committed is not None else ""
    if working[1].kind != ANSWERED:
        return Found(PROBLEM, f"the working side does not load, so HEAD's policy judges alone ({files} {differ})", fix)
    both = f"{files} {differ} from HEAD: both sides judge, and the stricter answer stands"
    if lost:
        return Found(PROBLEM, f"a loosening is pending: the working side lacks {lost}; HEAD's still judges. {both}", fix)
    return Found(VERIFIED, f"{both}; the working side lacks no judge and no rule that HEAD has")


def _changed(one: Loaded) -> list[str]:
    """Return the files that the two sides read and that differ."""
    committed, tree = one.sides.committed, WorkTree(one.root)
    names = dict.fromkeys(name for _, reply in one.replies for name in reply.files)
    changed = []
    for name in names:
        try:
            alike = committed is not None and committed.read(name) == tree.read(name)
        except (GuardError, OSError):
            alike = False
        if not alike:
            changed.append(name)
    if committed is not None:
        committed.close()
    return changed


def _lost(committed: tuple[Side, Replied], working: tuple[Side, Replied]) -> str:
    """Return what the working side no longer registers, in words, "" when it has all that the committed side has."""
    seams = [seam for seam in committed[1].seams if seam not in working[1].seams]
    rules = sorted(_rules(committed[0]) - _rules(working[0])) if not seams else []
    return ", ".join([*(f"the judge of `{seam}`" for seam in seams), *(f"the rule `{rule}`" for rule in rules)])


def _rules(side: Side) -> set[str]:
    try:
        return {rule.name for rule in inventory(side, nobody(), SECONDS, Clock()).rules if rule.seams}
    except (GuardError, OSError):
        return set()  # that it does not load is told by `policy`
