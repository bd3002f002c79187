"""Which sides a policy has: the committed one judges beside the working tree's wherever the two differ."""

from __future__ import annotations

from guardhost.judgement.deadline import CALL_COMMITTED, CALL_WORKING
from guardhost.judgement.loaded import DIRECTORY, Memory, hold, recollect
from guardhost.judgement.scene import FORMS
from guardhost.judges.caller import Side
from guardhost.judges.source import MOST_BYTES, Snapshot, WorkTree
from guardhost.model.errors import PolicyError
from guardhost.model.record import Record
from guardhost.world.files import present, read_own

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.judgement.policies import Policy
    from guardhost.judgement.scene import Lent
    from guardhost.judges.caller import Replied
    from guardhost.judges.committed import Committed, Objects
    from guardhost.world.repository import Place

    Turn = tuple[Side, str]  # one side whose turn it is, and the phase of the deadline that it takes

CALL_PERSON = "call-person"
SECONDS = 1.0  # for what is read late


class Sides(Record):
    """The sides of a policy in the order in which they are asked, approved ones first.

    `pending`: the working tree's policy differs from the committed one. `problem`: why the committed side could not be
    read; `late`: reading it ran out of time. `kept`: the last committed policy that was judged stands in for HEAD.
    `more` says which sides are still to be asked once one has answered. `memory` is what to remember of the policy.
    """

    turns: tuple[Turn, ...] = ()
    pending: bool = False
    problem: str = ""
    late: bool = False
    kept: bool = False
    more: Callable[[Side, Replied], tuple[Turn, ...]] | None = None
    memory: Memory | None = None
    committed: Committed | None = None


def resolve(policy: Policy, lent: Lent, git: Callable[[], str], seconds: float) -> Sides:
    """Return the sides of a policy; reading git's objects takes at most `seconds`."""
    if policy.name == "person":
        return Sides(turns=(_turn(policy.root, policy.form, "person", CALL_PERSON, lent),))
    memory = recollect(lent, policy.root)
    if lent.working:
        return _working(policy, lent, memory)
    place = policy.place
    head = head_of(place, git, seconds) if place is not None else ""
    if place is None or not head:
        return _kept(policy, lent, memory, "") if memory.form else _working(policy, lent, memory)
    read: dict[str, bytes | None] = {}
    if memory.head == head and memory.form and policy.form == memory.form and _unchanged(memory, policy.root, lent, read):
        return _once(policy, lent, read).replace(more=_unseen(policy, lent, memory, git, read), memory=memory)
    committed = _committed(place, head, dict(memory.looked) if memory.head == head else {}, lent, git(), seconds)
    try:
        return _compared(policy, lent, memory, committed)
    except (PolicyError, OSError) as error:
        problem = str(error) if isinstance(error, PolicyError) else f"git's objects cannot be read ({error})"
        late = isinstance(error, TimeoutError)
        if memory.form:
            return _kept(policy, lent, memory, problem).replace(late=False)
        return _working(policy, lent, memory).replace(problem=problem, late=late)
    finally:
        committed.close()


def _unchanged(memory: Memory, root: str, lent: Lent, read: dict[str, bytes | None]) -> bool:
    """Return whether the working tree has, byte for byte, what the last judgement of the same commit found in it.

    Fills `read` with the bytes. Anything else, a file's line ends included, is looked at more closely.
    """
    tree = WorkTree(root)
    try:
        for relative, found in memory.looked.items():
            if found == DIRECTORY:
                if not tree.is_dir(relative):
                    return False
                continue
            there = read[relative] = tree.read(relative)
            if found and (there is None or there != read_own(f"{lent.state.folder}/objects/{found}", MOST_BYTES)):
                return False
            if not found and (there is not None or tree.is_dir(relative)):
                return False
    except PolicyError:
        return False
    return True


def _once(policy: Policy, lent: Lent, read: dict[str, bytes | None]) -> Sides:
    """Return the one run that serves both sides; the bytes that were compared are the bytes that run."""
    side = Side(name="committed", source=Snapshot(policy.root, read), form=policy.form, cache=_cache(lent))
    return Sides(turns=((side, CALL_WORKING),))


def _unseen(
    policy: Policy, lent: Lent, memory: Memory, git: Callable[[], str], read: dict[str, bytes | None]
) -> Callable[[Side, Replied], tuple[Turn, ...]]:
    """Return what follows a run whose load read more than was compared, as one that depends on the moment may."""

    def more(side: Side, reply: Replied) -> tuple[Turn, ...]:
        new = [name for name in (*reply.files, *reply.absent) if name not in read]
        if not new or policy.place is None or not isinstance(side.source, Snapshot):
            return ()
        hold(lent, memory.replace(head=""))  # the next judgement looks at everything anew
        committed = _committed(policy.place, memory.head, dict(memory.looked), lent, git(), SECONDS)
        try:
            alike = all(committed.read(name) == side.source.read(name) for name in new)
        except (PolicyError, OSError):
            alike = False
        finally:
            committed.close()
        return () if alike else ((_side(committed, memory.form, "committed", lent), CALL_COMMITTED),)

    return more


def head_of(place: Place, asks: Callable[[], str], seconds: float) -> str:
    """Return the commit that HEAD names; git is asked where its refs are in a form that only it reads."""
    if not place.reftable:
        return place.head
    git = asks()
    from guardhost.world.objects import ENVIRONMENT, command
    from guardhost.world.process import run

    words = (*command(git, place), "rev-parse", "--verify", "--quiet", "HEAD^{commit}") if git else ()
    status, said = run(words, seconds, environment=ENVIRONMENT) if words else (None, b"")
    return said.decode("ascii", "replace").strip() if status == 0 else ""


def _committed(place: Place, head: str, looked: dict[str, str], lent: Lent, git: str, seconds: float) -> Committed:
    from guardhost.judges.committed import Committed

    store = f"{lent.state.folder}/objects" if lent.state.usable else ""
    return Committed(place, head, looked, store, lambda where: handed_on(lent, where, git, seconds))


def handed_on(lent: Lent, place: Place, git: str, seconds: float) -> Objects:
    """Return the reader of a repository's objects that an earlier step has left, else open one."""
    left = lent.opened.pop(place.git_dir, None) if lent.opened is not None else None
    return left if left is not None else open_objects(place, git, seconds)


def open_objects(place: Place, git: str, seconds: float) -> Objects:
    """Open git's objects with the git program, or with pygit2 where that cannot read them."""
    from guardhost.world.readers import Objects as Reading

    return Reading(git, place, seconds)


def _compared(policy: Policy, lent: Lent, memory: Memory, committed: Committed) -> Sides:
    known = bool(committed.looked)
    form = _form(committed)
    tree = WorkTree(policy.root)
    now = memory.replace(head=committed.commit, form=form, looked=committed.looked)
    if not form:
        found = _working(policy, lent, now)
        return found.replace(pending=bool(found.turns), committed=committed)
    judge = (_side(committed, form, "committed", lent), CALL_COMMITTED)
    if not known:
        more = _then_working(policy, lent, committed, form, tree)
        return Sides(turns=(judge,), more=more, memory=now, committed=committed)
    read: dict[str, bytes | None] = {}
    if policy.form == form and _same(committed, tree, read):
        return _once(policy, lent, read).replace(memory=now, committed=committed)
    working = _working(policy, lent, now).turns
    return Sides(turns=(judge, *working), pending=True, memory=now, committed=committed)


def _form(committed: Committed) -> str:
    from guardhost.judges.discover import root_form

    return root_form(committed, FORMS) or ""


def _same(committed: Committed, tree: WorkTree, read: dict[str, bytes | None]) -> bool:
    from guardhost.judges.committed import same

    def reading(relative: str) -> bytes | None:
        read[relative] = tree.read(relative)
        return read[relative]

    try:
        return same(committed, reading, tree.is_dir)
    except PolicyError:
        return False  # a link, a FIFO, a giant in a file's place: it differs


def _then_working(
    policy: Policy, lent: Lent, committed: Committed, form: str, tree: WorkTree
) -> Callable[[Side, Replied], tuple[Turn, ...]]:
    """Return what follows a first look at a commit: the working side, where anything that was looked at differs."""

    def more(side: Side, reply: Replied) -> tuple[Turn, ...]:  # noqa: ARG001 - what it looked at is in `committed`
        if side.name != "committed" or (policy.form == form and _same(committed, tree, {})):
            return ()
        return _working(policy, lent, Memory(root=policy.root)).turns

    return more


def _kept(policy: Policy, lent: Lent, memory: Memory, problem: str) -> Sides:
    """Let the last committed policy that was judged stand in for a HEAD that gives none."""
    from guardhost.judges.committed import Closed, Committed, nothing
    from guardhost.world.repository import Place

    place = policy.place or Place(root=policy.root)
    store = f"{lent.state.folder}/objects"
    committed = Committed(place, memory.head, Closed(memory.looked), store, nothing)
    judge = (_side(committed, memory.form, "committed", lent), CALL_COMMITTED)
    working = _working(policy, lent, memory).turns
    return Sides(turns=(judge, *working), pending=True, problem=problem, kept=True, committed=committed)


def _working(policy: Policy, lent: Lent, memory: Memory) -> Sides:
    """Return the working tree alone: the whole policy where nothing is committed."""
    if not policy.form or not present(f"{policy.root}/{policy.form}"):
        return Sides(memory=memory)
    return Sides(turns=(_turn(policy.root, policy.form, "working", CALL_WORKING, lent),), memory=memory)


def _turn(root: str, form: str, name: str, phase: str, lent: Lent) -> Turn:
    return _side(WorkTree(root), form, name, lent), phase


def _side(source: WorkTree | Committed, form: str, name: str, lent: Lent) -> Side:
    return Side(name=name, source=source, form=form, cache=_cache(lent))


def _cache(lent: Lent) -> str:
    return f"{lent.state.folder}/code" if lent.state.usable else ""
