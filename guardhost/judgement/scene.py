"""Where a call happens and what its judgement is lent: the clock, the programs, the repository, the folders of state."""

from __future__ import annotations

from guardhost.model.record import Record
from guardhost.world.files import exists, present
from guardhost.world.repository import find
from guardhost.world.state import config, of_repository, of_session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from guardhost.judgement.facts import Facts
    from guardhost.judgement.loaded import Memory
    from guardhost.judgement.policies import Policy
    from guardhost.judgement.rulefiles import RuleFile
    from guardhost.judgement.sides import Sides
    from guardhost.judges.caller import Replied, Side
    from guardhost.judges.committed import Objects
    from guardhost.model.effects import Effects
    from guardhost.model.event import Event
    from guardhost.model.outcome import Outcome
    from guardhost.model.request import Request
    from guardhost.shell.reading import Reading
    from guardhost.world.clock import Clock
    from guardhost.world.repository import Place
    from guardhost.world.session import Session
    from guardhost.world.settings import Settings
    from guardhost.world.state import State

    MayHold = Callable[["Lent", str, "Place | None"], bool]

RULE_FILE = "guard.yaml"
QUESTIONS = "happened.json"
RULE_FORMS = ("guard.yaml", "policy/guard.yaml", "AGENTLTL.yaml")
FORMS = ("guard.py", "policy/guard.py")
HOSTED = 7.0  # seconds from the start of the hook process
BUCKET = 2 * 3600  # seconds that calls without a session have in common


class Lent(Record):
    """The effects of a judgement. `began` is on the scale of `clock.now`, `total` and `timeout` are in seconds.

    `hosted`: a host waits for the answer; `recording`: it counts (a check, a test and a replay leave nothing behind);
    `builtin`: the built-in rules are asked; `timeout`: what the host's adapter declares for its hooks, None when it
    declares none; `completes`: the host says when a call has ended, None where that is not known; `opened` are readers of
    git's objects that are handed on; `find` remembers where folders belong, for one run; `session` and `memories` (of
    policies, by their roots) give what is not hosted a memory of its own, `shelter` a folder for what rules remember;
    `sides`, `rules` and `run` say which sides a policy has, which rule files judge and how a side is asked, the usual ones
    when None.
    """

    clock: Clock
    env: Mapping[str, str]
    state: State
    began: float
    total: float
    hosted: bool = True
    recording: bool = True
    builtin: bool = True
    timeout: float | None = None
    completes: bool | None = None
    opened: dict[str, Objects] | None = None
    git: str = ""
    find: Callable[[str], Place | None] | None = None
    session: Callable[[Event], Session] | None = None
    memories: dict[str, Memory] | None = None
    shelter: Callable[[], str] | None = None
    working: bool = False  # the working tree alone judges: a test is about what stands there
    sides: Callable[[Policy, Lent], Sides] | None = None
    rules: Callable[[], list[RuleFile]] | None = None
    run: Callable[[Side, tuple[tuple[str, Request], ...], Facts, float], Replied] | None = None


class Judged(Record):
    """The outcome, and what is still to be done once it is printed (`after`): clear the mark, spend what was told."""

    outcome: Outcome
    after: tuple[Callable[[], object], ...] = ()

    def close(self) -> None:
        """Do what waits for the answer to be printed."""
        for step in self.after:
            step()


class Matters(Record):
    """What is judged: the call with its reading and effects.

    `effects` is None for a line that is proven to only read and names no secret; `tells`: a tool could read one.
    """

    reading: Reading | None = None
    effects: Effects | None = None
    read_only: bool = False
    tells: bool = False


class Scene:
    """The surroundings of one event. What costs something is looked up when it is first asked for."""

    __slots__ = (
        "_persons",
        "_places",
        "_session",
        "_settings",
        "event",
        "folder",
        "lent",
        "mark",
        "now",
        "person",
        "place",
        "project",
        "text",
    )

    def __init__(self, event: Event, lent: Lent) -> None:
        self.event = event
        self.lent = lent
        self.person: tuple[str, ...] = ()  # what the person alone is told: changes of rule files
        self.mark = ""  # the path of this judgement's mark
        self.text: str | None = None  # what the trail keeps of what was asked, once it is made
        self._session: Session | None = None
        self._settings: Settings | None = None
        self._persons: str | None = None
        self.now = lent.clock.wall()  # the one moment of this judgement, in Unix seconds
        self._places: dict[str, Place | None] = {}
        self.place: Place | None = self.find(event.cwd) if event.cwd else None
        self.project: Place | None = self._declared()
        home = self.project or self.place
        self.folder = of_repository(lent.state, home.common_dir or home.root if home else event.project or event.cwd)

    def find(self, folder: str) -> Place | None:
        """Return the checkout that a folder lies in, None for none; looked for once in a judgement."""
        if folder not in self._places:
            self._places[folder] = (self.lent.find or find)(folder)
        return self._places[folder]

    def _declared(self) -> Place | None:
        declared = self.event.project or self._first()
        if not declared:
            return self.place
        if self.place is not None and self.place.root == declared:
            return self.place
        return self.find(declared)

    def _first(self) -> str:
        """Return the root of the session's first event, for a host that declares no project."""
        if not self.event.session:
            return ""
        if self.place is None or not (self.lent.recording or self.lent.session):
            return self.session.project
        return self.session.settle(self.place.root)

    @property
    def workspace(self) -> str:
        """The root that the call belongs to: its repository, else the session's project, else its directory."""
        place = self.place or self.project
        return place.root if place is not None else self.event.project or self.event.cwd

    @property
    def session_folder(self) -> str:
        """The folder of this session's memory."""
        return of_session(self.lent.state, self.event.host, self.session_name)

    @property
    def session_name(self) -> str:
        """The host's session id; for a host that reports none, the repository and the two hours that it is now."""
        if self.event.session:
            return self.event.session
        return f"\0{self.workspace}\0{int(self.now // BUCKET)}"

    @property
    def session(self) -> Session:
        """The memory of this session, opened when it is first asked for."""
        if self._session is None and self.lent.session is not None:
            self._session = self.lent.session(self.event)
        if self._session is None:
            from guardhost.world.session import Session

            self._session = Session(self.lent.state, self.event.host, self.session_name, self.now)
        return self._session

    @property
    def settings(self) -> Settings | None:
        """The person's settings, None where they have no rule file: that costs one look."""
        if self.persons:
            from guardhost.world.settings import settings

            if self._settings is None:
                self._settings = settings(self.persons, self.lent.state, rule_ids)
        return self._settings

    @property
    def persons(self) -> str:
        """The folder of the one guard.yaml of the person that counts here, "" where there is none.

        It is that for the agent, else that for the project, else that for all.
        """
        if self._persons is None:
            folder = config(self.lent.env, self.event.home)
            scoped = self._scoped() if folder and exists(folder) else ()
            found = (f"{folder}/{scope}".rstrip("/") for scope in scoped)
            self._persons = next((one for one in found if exists(f"{one}/{RULE_FILE}")), "")
        return self._persons

    def _scoped(self) -> tuple[str, ...]:
        """Return the folders below the person's in which a guard.yaml may lie for this call, the narrowest first."""
        agents = [f"agents/{name}" for name in (self.event.agent_type, self.event.host) if _is_name(name)]
        place = self.place or self.project
        root = place.common_dir.removesuffix("/.git") if place is not None and place.common_dir else self.workspace
        project = root.rpartition("/")[2]  # one name for all worktrees
        return (*agents, *((f"projects/{project}",) if _is_name(project) else ()), "")

    @property
    def git(self) -> str:
        """The git program, "" when there is none: the one recorded at install, else the one on PATH."""
        if self.lent.git:
            return self.lent.git
        from guardhost.world.git import program

        return program(self.lent.env)

    @property
    def unattended(self) -> bool:
        """Whether nobody is there to answer an ask."""
        declared = self.settings.unattended if self.settings is not None else None
        return self.event.unattended if declared is None else declared

    @property
    def roots(self) -> list[str]:
        """The roots whose policies judge whatever the call does: the session's project first, then the cwd's."""
        declared = self.event.project if self.event.project and self.project is None else ""
        found = [declared, *(place.root for place in (self.project, self.place) if place is not None)]
        return list(dict.fromkeys(root for root in found if root)) or ([self.event.cwd] if self.event.cwd else [])

    def guarded(self, directories: Iterable[str]) -> bool:
        """Whether any policy could apply: the person's own, or one in a root that the call touches, also in HEAD alone."""
        folder = config(self.lent.env, self.event.home)
        if folder and present(f"{folder}/{FORMS[0]}"):
            return True
        from guardhost.judgement.loaded import may_hold

        return self._applies(FORMS, directories, may_hold)

    def ruled(self, directories: Iterable[str]) -> bool:
        """Whether any rule file could apply: the person's, or one in a root that the call touches, also in HEAD alone."""
        if self.settings is not None or self.lent.rules is not None or self.asked:
            return True
        from guardhost.judgement.loaded import may_hold_rules

        return self._applies(RULE_FORMS, directories, may_hold_rules)

    def _applies(self, forms: tuple[str, ...], directories: Iterable[str], may_hold: MayHold) -> bool:
        """Whether a root has one of these files, HEAD may have one, or the call leads to another checkout."""
        roots = self.roots
        if any(present(f"{root}/{form}") for root in roots for form in forms):
            return True
        if any(self._leads_out(directory, roots) for directory in directories):
            return True
        places = {place.root: place for place in (self.project, self.place) if place is not None}
        return any(may_hold(self.lent, root, places.get(root)) for root in roots)

    def reached(self, directories: Iterable[str]) -> dict[str, Place | None]:
        """Return, by their roots, the checkouts that judge: the session's, the call's, those that it reaches into."""
        places: dict[str, Place | None] = {place.root: place for place in (self.project, self.place) if place is not None}
        for root in self.roots:
            places.setdefault(root, None)
        for directory in dict.fromkeys(directories):
            place = self.find(directory) if directory not in places else None
            if place is not None:
                places.setdefault(place.root, place)
        return places

    def _leads_out(self, directory: str, roots: list[str]) -> bool:
        """Whether a directory lies in another checkout than those that were looked at; one below may be such a one."""
        if directory in roots:
            return False
        place = self.find(directory)
        return place is not None and place.root not in roots

    @property
    def asked(self) -> bool:
        """Whether a judge of this repository has asked for earlier calls, so that they are remembered: costs one look."""
        if self.lent.shelter is None:
            return exists(f"{self.folder}/{QUESTIONS}")
        from guardhost.judgement.ledgers import project_folder

        return exists(f"{project_folder(self)}/{QUESTIONS}")


def rule_ids() -> dict[str, bool]:
    """Return the ids of the built-in rules, with whether one is fixed."""
    from guardhost.builtin.catalog import CATALOG

    return {row.id: row.fixed for row in CATALOG}


def _is_name(name: str) -> bool:
    """Whether a word can be the name of a folder, and of none elsewhere."""
    return bool(name) and "/" not in name and "\0" not in name and name not in (".", "..")
