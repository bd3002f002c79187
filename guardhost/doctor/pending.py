"""What of a policy waits for a commit: an edit tightens at once and never loosens before a commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guardhost.doctor import PROBLEM, VERIFIED, Found
from guardhost.doctor.loaded import SECONDS, Loaded, nobody, policies
from guardhost.doctor.ruled import RuleFiles, in_force, rule_files
from guardhost.judges.caller import ANSWERED, Replied, Side
from guardhost.judges.inventory import inventory
from guardhost.judges.source import WorkTree
from guardhost.model.errors import GuardError, PolicyError
from guardhost.testing.compared import LAXER, STRICTER, Difference, differences, examples, worst_first
from guardhost.testing.versions import Version
from guardhost.world.clock import Clock
from guardhost.world.git import program
from guardhost.world.repository import find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.doctor import Here
    from guardhost.judgement.rulefiles import RuleFile

TRYING = 10.0  # seconds that the examples of both sides may take together
ONE = 3.0  # seconds for one of them
LOOK = "look at `git diff HEAD` and commit it, or take the edit back"


def pending(here: Here) -> Iterator[Found]:
    """Give whether the policy on the disk is the committed one, and what an edit of it adds or takes away."""
    (one,) = (one for one in policies(here) if one.what == "this repository")
    files = rule_files(here)
    told = one.error is not None or bool(one.sides.problem or one.sides.kept)  # by `policy`
    new = [] if files.head or files.problem else [_form(file) for file in files.disk]
    bare = bool(one.replies) and one.side("committed") is None and not told
    edited = one.pending and not bare and not told
    if bare or new:
        yield _uncommitted(here, new if not bare else [])
    if edited and (one.side("working") is None or one.side("working")[1].kind != ANSWERED):  # type: ignore[index] # as asked
        yield _unjudging(one)
        edited = False
    ruled = files.changed if files.head else ()
    if edited or ruled:
        yield _differs(one if edited else None, files, [*(_changed(one) if edited else ()), *ruled], here)
    elif not told and not bare and not new and not one.pending:
        there = one.replies or files.head or files.disk
        yield Found(VERIFIED, "the policy on the disk is the committed one" if there else "there is no policy here")


def _form(file: RuleFile) -> str:
    return file.path.removeprefix(f"{file.root}/")


def _uncommitted(here: Here, files: list[str]) -> Found:
    what = ", ".join(files) or "the policy"
    place = find(here.cwd)
    if place is None or not (place.head or place.reftable):
        return Found(VERIFIED, f"there is no commit here, so {what} on the disk judges alone")
    return Found(PROBLEM, f"{what} is not committed, so whoever edits it here decides alone", f"commit {what}")


def _named(changed: list[str]) -> tuple[str, str]:
    return ", ".join(changed) or "the policy", "differ" if len(changed) > 1 else "differs"


def _unjudging(one: Loaded) -> Found:
    """Return what there is to say of a working side that is gone or does not load."""
    files, differ = _named(_changed(one))
    if one.side("working") is None:
        return Found(
            PROBLEM, f"HEAD has a policy and the working tree has none: HEAD's judges until a commit ({files})", LOOK
        )
    return Found(PROBLEM, f"the working side does not load, so HEAD's policy judges alone ({files} {differ})", LOOK)


def _differs(one: Loaded | None, ruled: RuleFiles, changed: list[str], here: Here) -> Found:
    files, differ = _named(changed)
    if ruled.broken and set(ruled.changed) & set(changed):
        what = "a rule file on the disk has a mistake; HEAD's rules judge beside what of it loads"
        return Found(PROBLEM, f"{what} ({files} {differ} from HEAD)", LOOK)
    both = f"{files} {differ} from HEAD: both sides judge, and the stricter answer stands"
    committed, working = (one.side("committed"), one.side("working")) if one is not None else (None, None)
    lost = _lost(committed, working, ruled)
    found, tried, all_of = _examples(ruled.commit, here)
    laxer = [difference for difference in found if difference.change == LAXER]
    weaker = ", ".join(ruled.weaker())
    if lost or weaker or laxer:
        parts = (f"the working side lacks {lost}" if lost else "", weaker, _laxer(laxer, tried))
        what = "; ".join(part for part in parts if part)
        see = "look at `guardhost diff`, then commit the edit or take it back"
        return Found(PROBLEM, f"a loosening is pending: {what}; HEAD's still judges. {both}", see)
    return Found(
        VERIFIED, f"{both}; the working side lacks no judge and no rule that HEAD has{_alike(found, tried, all_of)}"
    )


def _examples(commit: str, here: Here) -> tuple[list[Difference], int, int]:
    """Run the examples of both sides' rules on both: (what they judge differently, how many were run, of how many)."""
    place, clock = find(here.cwd), Clock()
    if place is None or not commit:
        return [], 0, 0
    git, ends = program(here.env), clock.now() + TRYING
    found: list[Difference] = []
    tried = 0
    try:
        with Version(place, commit, "HEAD", git, ONE) as head, Version(place, "", "disk", git, ONE) as disk:
            cases = examples(head, disk)
            for difference in differences(head, disk, cases):
                tried += 1
                found += [difference] if difference is not None else []
                if clock.now() > ends:
                    break
            return worst_first(found), tried, len(cases)
    except (PolicyError, OSError):
        return [], 0, 0  # that a side does not load is told by `policy`


def _laxer(found: list[Difference], tried: int) -> str:
    """Return what the working side judges more laxly, in words, "" for nothing."""
    if not found:
        return ""
    worst = found[0]
    was, now = worst.before, worst.after
    counted = f"{len(found)} of {tried} examples" if tried > 1 else "the one example"
    return f"it judges {counted} more laxly, such as `{worst.case.text}` ({was.decision} by {was.rule}, now {now.decision})"


def _alike(found: list[Difference], tried: int, all_of: int) -> str:
    """Return what the examples say of an edit that loosens none of them."""
    if not all_of:
        return ", and there are no examples that could show more"
    stricter = sum(difference.change == STRICTER for difference in found)
    more = f", {stricter} judged more strictly" if stricter else ""
    rest = f", {all_of - tried} more would take too long" if tried < all_of else ""
    return f", and judges no example of either more laxly ({tried} run{more}{rest})"


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


def _lost(committed: tuple[Side, Replied] | None, working: tuple[Side, Replied] | None, ruled: RuleFiles) -> str:
    """Return what the working side no longer registers, in words, "" when it has all that the committed side has."""
    seams: list[str] = []
    rules = ruled.lost()
    if committed is not None and working is not None:
        seams = [seam for seam in committed[1].seams if seam not in working[1].seams]
        rules += sorted(_rules(committed[0]) - _rules(working[0]) - set(in_force(ruled.disk))) if not seams else []
    return ", ".join([*(f"the judge of `{seam}`" for seam in seams), *(f"the rule `{rule}`" for rule in rules)])


def _rules(side: Side) -> set[str]:
    try:
        return {rule.name for rule in inventory(side, nobody(), SECONDS, Clock()).rules if rule.seams}
    except (GuardError, OSError):
        return set()  # that it does not load is told by `policy`
