"""Which rule files judge a call: the person's own, and those of each root that it touches, from both sides."""

from __future__ import annotations

from guardhost.judgement.loaded import hold, recollect
from guardhost.judgement.scene import RULE_FILE, RULE_FORMS
from guardhost.judges.source import MOST_BYTES, WorkTree, read_form
from guardhost.model.errors import GuardError
from guardhost.model.event import CALL
from guardhost.model.record import Record
from guardhost.world.files import digest, read_own

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from guardhost.judgement.loaded import Memory
    from guardhost.judgement.scene import Scene
    from guardhost.judgement.wording import Note
    from guardhost.judges.committed import Committed, Objects
    from guardhost.world.repository import Place

    Held = dict[str, tuple[bytes, str]]  # form -> bytes and digest of a committed rule file

SECONDS = 1.0  # that reading git's objects may take
RULE = "rule-file-broken"


class RuleFile(Record):
    """One rule file of one side, compiled. `root` is what its relative paths are below; `path` is where it lies."""

    side: str
    root: str
    path: str
    compiled: Mapping[str, Any]


def rule_files(scene: Scene, directories: Iterable[str], notes: list[Note]) -> list[RuleFile]:
    """Return the rule files that judge, the person's first, then each root's, its committed side first."""
    if scene.lent.rules is not None:
        found = list(scene.lent.rules())
    else:
        found = _persons(scene)
        for root, place in scene.reached(directories).items():
            found.extend(_of_root(scene, root, place, notes))
    if scene.asked:
        from guardhost.judgement.happened import questions_file

        asked = questions_file(scene)
        found.extend([asked] if asked is not None else [])
    return found


def _persons(scene: Scene) -> list[RuleFile]:
    folder = scene.persons
    if not folder:
        return []
    path = f"{folder}/{RULE_FILE}"
    compiled = _working(WorkTree(folder), RULE_FILE, path, scene, person=True)
    return [RuleFile(side="person", root=scene.workspace, path=path, compiled=compiled)] if compiled is not None else []


def _working(
    source: WorkTree, form: str, name: str, scene: Scene, *, person: bool = False, data: bytes | None = None
) -> Mapping[str, Any] | None:
    try:
        data = read_form(source, form) if data is None else data
    except GuardError as error:
        return _unreadable(name, error)
    return _load(scene, data, name, person=person) if data is not None else None


def _load(scene: Scene, data: bytes, name: str, *, person: bool = False, known: str = "") -> Mapping[str, Any]:
    import guardhost.judgement.ruling  # noqa: F401 - needed next, and read in one go with what compiles
    from guardhost.rules.loading import load

    return load(data, name, scene.lent.state, person=person, known=known)


def _unreadable(name: str, error: GuardError) -> Mapping[str, Any]:
    from guardhost.rules.loading import unreadable

    return unreadable(name, error)


def _of_root(scene: Scene, root: str, place: Place | None, notes: list[Note]) -> list[RuleFile]:
    committed = {} if scene.lent.working else _committed(scene, root, place, notes)
    tree = WorkTree(root)
    found: list[RuleFile] = []
    digests: dict[str, str] = {}  # form -> both sides' contents
    for form in RULE_FORMS:
        path = f"{root}/{form}"
        there, known = committed.get(form, (None, ""))
        try:
            here = read_form(tree, form)
        except GuardError as error:
            here = None
            digests[form] = f"{known[:16]} !"
            found.append(RuleFile(side="working", root=root, path=path, compiled=_unreadable(form, error)))
        alike = there is not None and here is not None and _alike(here, there)
        known_here = known if alike else _digest(here)
        if there is not None:
            compiled = _load(scene, there, form, known=known)
            found.insert(0, RuleFile(side="committed", root=root, path=path, compiled=compiled))
        if here is not None and not alike:
            compiled = _load(scene, here, form, known=known_here)
            found.append(RuleFile(side="working", root=root, path=path, compiled=compiled))
        if there is not None or here is not None:
            digests.setdefault(form, f"{known[:16]} {known_here[:16]}")
    _changed(scene, root, digests, found)
    return found


def _digest(data: bytes | None) -> str:
    return digest(data) if data is not None else ""


def _changed(scene: Scene, root: str, now: Mapping[str, str], found: list[RuleFile]) -> None:
    """Tell the trail and the person where a rule file is not as it was when they were last told, once a call is judged."""
    if not scene.lent.recording or not scene.lent.state.usable or scene.event.moment != CALL:
        return
    memory = recollect(scene.lent, root)
    if now != {form: told.rpartition(" ")[0] for form, told in memory.ruled_told.items()}:
        from guardhost.judgement.ruled_lineage import tell

        tell(scene, memory, now, found)


def _alike(one: bytes, other: bytes) -> bool:
    return one == other or one.replace(b"\r\n", b"\n") == other.replace(b"\r\n", b"\n")


def _committed(scene: Scene, root: str, place: Place | None, notes: list[Note]) -> Held:
    """Return the rule files that HEAD has; where it cannot be read, those that it had when it last could."""
    memory = recollect(scene.lent, root)
    if place is None or not (place.head or place.reftable):
        return _stored(scene, memory)
    if memory.ruled_head == place.head and place.head:
        found = _stored(scene, memory)
        if len(found) == len(memory.ruled):
            return found
    from guardhost.judgement.sides import head_of

    try:
        head = head_of(place, lambda: scene.git, SECONDS)
        return _from_git(scene, root, place, head) if head else _stored(scene, memory)
    except (GuardError, OSError) as error:
        if memory.ruled:
            from guardhost.judgement.wording import Note

            full = f"the committed rule files of {root} cannot be read ({error}); those that were last read judge"
            notes.append(Note(text=f"the committed rule files of {root} cannot be read", full=full, rule=RULE, key=root))
        return _stored(scene, memory)


def _stored(scene: Scene, memory: Memory) -> Held:
    found: Held = {}
    for form, oid in memory.ruled.items():
        data = read_own(f"{scene.lent.state.folder}/objects/{oid}", MOST_BYTES)
        if data is None:
            continue
        known = digest(data)
        if known == memory.ruled_sums.get(form) or _is(oid, data):
            found[form] = data, known
    return found


def _is(oid: str, data: bytes) -> bool:
    from guardhost.world.object_ids import hashed

    return hashed("blob", data, len(oid)) == oid


def _from_git(scene: Scene, root: str, place: Place, head: str) -> Held:
    """Read HEAD's rule files, and leave the reader of its objects to whoever reads the policy next."""
    from guardhost.judgement.sides import open_objects
    from guardhost.judges.committed import Committed

    opened: dict[str, Objects] = {}

    def opener(where: Place) -> Objects:
        opened[where.git_dir] = open_objects(where, scene.git, SECONDS)
        return opened[where.git_dir]

    store = f"{scene.lent.state.folder}/objects" if scene.lent.state.usable else ""
    committed = Committed(place, head, {}, store, opener)
    try:
        found = {form: (data, digest(data)) for form in RULE_FORMS if (data := _one(committed, form)) is not None}
    except BaseException:
        committed.close()
        raise
    if scene.lent.opened is None:
        scene.lent = scene.lent.replace(opened={})
    close_left(scene)
    scene.lent.opened.update(opened)  # type: ignore[union-attr] # set above
    memory = recollect(scene.lent, root)
    ruled = {form: committed.looked[form] for form in found}
    sums = {form: known for form, (_, known) in found.items()}
    hold(scene.lent, memory.replace(ruled_head=head, ruled=ruled, ruled_sums=sums))
    return found


def close_left(scene: Scene) -> None:
    """Close the readers of git's objects that nobody took over."""
    left = scene.lent.opened or {}
    while left:
        left.popitem()[1].close()


def _one(committed: Committed, form: str) -> bytes | None:
    try:
        return read_form(committed, form)
    except GuardError:
        return None  # a link, or more than is read: HEAD has no rule file there
