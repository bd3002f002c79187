"""What is remembered of a policy from one judgement to the next: the files that its load read, and what HEAD has of them."""

from __future__ import annotations

from guardhost.model.record import Record
from guardhost.world.files import read_own, short

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guardhost.judgement.scene import Lent
    from guardhost.world.repository import Place
    from guardhost.world.state import State

MOST = 1024 * 1024  # bytes
DIRECTORY = "/"  # as `Committed` says it


class Memory(Record):
    """One policy's memory. `head` is the commit that `form` and `looked` are of ("" for none), as `Committed` gives them;

    `files` are those that the working tree's loads read or looked for, relative to `root`; `told` is the state of the
    policy that the trail was last told. `ruled_head` is the commit that `ruled` is of: its rule files, by object id, and
    `ruled_sums` their digests; `ruled_told` is what the trail was last told of each: the digests of both sides, and HEAD.
    """

    root: str
    head: str = ""
    form: str = ""
    looked: Mapping[str, str] = {}
    files: tuple[str, ...] = ()
    told: str = ""
    ruled_head: str = ""
    ruled: Mapping[str, str] = {}
    ruled_sums: Mapping[str, str] = {}
    ruled_told: Mapping[str, str] = {}


def _path(state: State, root: str) -> str:
    return f"{state.folder}/policies/{short(root)}.json"


def recall(state: State, root: str) -> Memory:
    """Return what is remembered of the policy at `root`; a damaged memory is none, and the next judgement makes it anew."""
    data = read_own(_path(state, root), MOST) if state.usable else None
    if data is None:
        return Memory(root=root)
    from guardhost.model.jsontext import decode

    try:
        found = decode(data)
        looked = {str(name): str(what) for name, what in found["looked"].items()}
        files = tuple(str(name) for name in found["files"])
        ruled, sums, told = (
            {str(name): str(what) for name, what in found.get(key, {}).items()}
            for key in ("ruled", "ruled_sums", "ruled_told")
        )
        return Memory(
            root=root, head=str(found["head"]), form=str(found["form"]), looked=looked, files=files, told=str(found["told"]),
            ruled_head=str(found.get("ruled_head", "")), ruled=ruled, ruled_sums=sums, ruled_told=told,
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError):
        return Memory(root=root)


def recollect(lent: Lent, root: str) -> Memory:
    """Return what is remembered of the policy at `root`, by this process alone where nothing is recorded."""
    held = lent.memories.get(root) if lent.memories is not None else None
    return held if held is not None else recall(lent.state, root)


def hold(lent: Lent, memory: Memory) -> None:
    """Keep a policy's memory, in this process alone where nothing is recorded."""
    if lent.memories is not None:
        lent.memories[memory.root] = memory
    elif lent.recording:
        keep(lent.state, memory)


def keep(state: State, memory: Memory) -> bool:
    """Keep a policy's memory; False when it cannot be kept, which costs time and not the judgement."""
    if not state.usable:
        return False
    from guardhost.model.jsontext import encode
    from guardhost.world.files import write_atomic

    fields = {"root": memory.root, "head": memory.head, "form": memory.form, "looked": dict(memory.looked)}
    of_rules = {
        "ruled_head": memory.ruled_head, "ruled": dict(memory.ruled), "ruled_sums": dict(memory.ruled_sums),
        "ruled_told": dict(memory.ruled_told),
    }  # fmt: skip
    text = encode({**fields, "files": sorted(memory.files), "told": memory.told, **of_rules})
    try:
        write_atomic(_path(state, memory.root), text.encode("ascii"))
    except OSError:
        return False
    return True


def remembered(state: State, root: str) -> tuple[str, ...]:
    """Return the files, relative to `root`, that are policy: read by a load or a judge, or looked for and not found."""
    memory = recall(state, root)
    committed = (name for name, what in memory.looked.items() if what != DIRECTORY)
    return tuple(dict.fromkeys((*memory.files, *committed, *memory.ruled)))


def may_hold(lent: Lent, root: str, place: Place | None) -> bool:
    """Whether a root that has no policy on the disk may have one in HEAD, or had one that is kept."""
    memory = recollect(lent, root)
    if place is None or not (place.head or place.reftable):
        return bool(memory.form)
    return memory.head != place.head or bool(memory.form)


def may_hold_rules(lent: Lent, root: str, place: Place | None) -> bool:
    """Whether HEAD may have a rule file at a root that has none on the disk, or had one that is kept."""
    memory = recollect(lent, root)
    if place is None or not (place.head or place.reftable):
        return bool(memory.ruled or memory.ruled_told)
    return memory.ruled_head != place.head or bool(memory.ruled or memory.ruled_told)
