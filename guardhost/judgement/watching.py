"""Rules that connect calls: their monitors, stepped with each call that ran, and asked about each that is to run."""

from __future__ import annotations

from guardhost.judgement.ledgers import project_folder, session_folder
from guardhost.judgement.recording import masked
from guardhost.judgement.same_call import UNNAMED, content, ended, judged_before
from guardhost.rules.codec import decoded, encoded, ground_of
from guardhost.rules.judging import connecting, relevant
from guardhost.rules.logic import Logic
from guardhost.world.files import short
from guardhost.world.memory import ENDING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from guardhost.judgement.rulefiles import RuleFile
    from guardhost.judgement.scene import Scene
    from guardhost.model.outcome import Outcome
    from guardhost.rules.logic import Facts
    from guardhost.rules.members import Member
    from guardhost.rules.monitoring import Watched
    from guardhost.rules.values import Ground
    from guardhost.rules.verdicts import Broken
    from guardhost.shell.reading import Reading
    from guardhost.world.memory import Memory

    Run = tuple[Member, str, Ground]  # a call, how it ran ("y0" well, "y1" not, "y" unknown, "?" perhaps), the disk then


MOST_TURNS = 1000
# Wrappers that may run their program once for each of many things.
_AGAIN = frozenset(("xargs", "find", "fd", "fdfind", "parallel", "watch", "entr", "git submodule", "repeat"))
BY_ID = "ids"  # what is known of a session whose host says by an id which call has ended


class One:
    """One rule under watch: `digest` names its state in the store; its monitor is read when it is first asked for."""

    __slots__ = ("_ground", "_watched", "digest", "file", "number", "rule")

    def __init__(self, file: RuleFile, number: int, ground: Ground) -> None:
        self.file = file
        self.number = number
        self.rule = file.compiled["rules"][number]
        self.digest = short(f"{self.rule['digest']}\0{ground.root}")
        self._ground = ground
        self._watched: Watched | None = None

    @property
    def watched(self) -> Watched:
        """The rule with its monitor."""
        if self._watched is None:
            from guardhost.rules.monitoring import Watched

            self._watched = Watched(self.rule, self._ground)
        return self._watched


class Watch:
    """All rules of a call's files that connect calls, with the memories of their scopes."""

    def __init__(self, scene: Scene, files: list[RuleFile], ground: Callable[[str], Ground]) -> None:
        self.scene = scene
        self.files = files
        self.ground = ground
        self.session = session_folder(scene)
        self.scopes: dict[str, list[tuple[RuleFile, int]]] = {}  # by the folder that they remember in
        for file in files:
            for number in connecting(file.compiled):
                self.scopes.setdefault(self._folder(file, file.compiled["rules"][number]), []).append((file, number))
        self.memories: dict[str, Memory] = {}
        self._ones: dict[tuple[int, int], One] = {}
        self._name = ""  # of a call that another event of the host told of before

    def __bool__(self) -> bool:
        return bool(self.scopes)

    def _folder(self, file: RuleFile, rule: Mapping[str, Any]) -> str:
        """Return where a rule remembers: its session, or the repository that it stands in, whoever's project that is."""
        return self.session if rule["scope"] == "session" else project_folder(self.scene, file.root)

    def memory(self, scope: str) -> Memory:
        """Return the memory that lies in a folder."""
        if scope not in self.memories:
            from guardhost.world.memory import Memory

            self.memories[scope] = Memory(scope)
        return self.memories[scope]

    def judge(self, members: list[Member], reading: Reading | None) -> list[tuple[RuleFile, Any, Broken]]:
        """Return the rules that the call would break, and remember that it was judged."""
        found: list[tuple[RuleFile, Any, Broken]] = []
        logic = Logic(reading) if reading is not None else None
        for scope in self.scopes:
            memory = self.memory(scope)
            with memory:
                self._name = self._name or judged_before(self.scene.event, memory, self._named(""))
                self._caught_up(memory, scope)
                for one, state in self._concerned(memory, scope, members):
                    broken = self._broken(one, state, memory, members, logic)
                    if broken is not None:
                        found.append((one.file, one.rule, broken))
                memory.judged(self.call_id, self._entry(members, logic), self.scene.now)
        return found

    @property
    def call_id(self) -> str:
        """The call's name in the memories: what it has there already, the host's own, else one made of what it is."""
        event = self.scene.event
        return self._name or self._named(event.call_id or f"{UNNAMED}{content(event)}~{self.scene.now!r}")

    def _named(self, name: str) -> str:
        return f"{self.scene.event.host}\0{self.scene.session_name}\0{name}"

    def settle(self, outcome: Outcome) -> None:
        """Take the call back where it was refused; where the person is asked, it may run."""
        if outcome.decision not in ("deny", "ask"):
            return
        for scope in self.scopes:
            memory = self.memory(scope)
            with memory:
                if outcome.decision == "deny":
                    memory.withdrawn(self.call_id)
                elif outcome.decision == "ask":
                    memory.put("asked", self.call_id, "1")

    def _entry(self, members: list[Member], logic: Logic | None) -> list[Any]:
        """Return the call for the log: what it is, and how each of its members ended for either way that it ends."""
        ground = self.ground(self.scene.workspace)
        ends: list[Facts] = [logic.over(0), logic.over(1)] if logic is not None else [{0: 0}, {0: 1}]
        event = self.scene.event
        header = {"status": event.status, "by": event.name, "like": content(event)}
        entry: list[Any] = [header]
        for member in members:
            on = [ended_as(logic, facts, member) for facts in ends]
            entry.append({**encoded(member, ground, masked), "on": on})
        return entry

    def _one(self, file: RuleFile, number: int) -> One:
        key = (id(file), number)
        if key not in self._ones:
            self._ones[key] = One(file, number, self.ground(file.root))
        return self._ones[key]

    def _all(self, scope: str) -> Iterator[One]:
        for file, number in self.scopes[scope]:
            yield self._one(file, number)

    def _concerned(self, memory: Memory, scope: str, members: list[Member]) -> Iterator[tuple[One, Any]]:
        """Yield the rules that a call concerns, with their states: those of its tools, and those that wait for any call."""
        awake = memory.awake()
        hit = {id(file): set(relevant(file.compiled, members)) for file in self.files}
        seen: set[tuple[str, str]] = set()
        chosen: list[One] = []
        for file, number in self.scopes[scope]:
            if number in hit[id(file)] or (awake and self._one(file, number).digest in awake):
                one = self._one(file, number)
                if (one.digest, one.rule["key"]) not in seen:
                    seen.add((one.digest, one.rule["key"]))
                    chosen.append(one)
        states = memory.states([one.digest for one in chosen])
        for one in chosen:
            yield one, self._state(one, states)

    def _broken(self, one: One, state: Any, memory: Memory, members: list[Member], logic: Logic | None) -> Broken | None:
        if one.rule["kind"] in ("finally", "happened"):
            return None
        from guardhost.temporal.cells import Overlay

        base = memory.cells(one.digest).overlay()
        for _, _, entry in self._open(memory):
            for member, how, ground in runs(entry, None, one.watched.ground):
                state = one.watched.step(state, base, member, sure=False, status=_status(how), ground=ground)[0].state
        for at, member in enumerate(members):
            cells = Overlay(base)
            now = state
            for earlier in members[:at]:
                sure, status = relation(logic, earlier, member)
                if sure is not None:
                    now = one.watched.step(now, cells, earlier, sure=sure, status=status)[0].state
            for _ in range(_turns(one.rule, member)):
                step, asked = one.watched.step(now, cells, member)
                if step.violated:
                    from guardhost.rules.monitoring import told

                    return told(one.watched, step, asked, member)
                now = one.watched.step(now, cells, member, sure=False)[0].state
        return None

    def _open(self, memory: Memory) -> list[tuple[str, str, list[Any]]]:
        return [(name, status, entry) for name, status, entry in memory.open_calls() if name != self.call_id]

    def _caught_up(self, memory: Memory, scope: str) -> None:
        """Let rules that are new to the memory see the calls that it has a record of, and end what has ended unseen."""
        ones = {one.digest: one for one in self._all(scope)}
        behind = memory.behind(ones)
        for since in sorted(set(behind.values())):
            self._replay(memory, [ones[digest] for digest, seen in behind.items() if seen == since], since)
        if behind:
            memory.caught_up()
        if not self._reports(memory):
            self._end_unseen(memory, scope)
            return
        for name, status, _ in self._open(memory):
            if status == ENDING:
                self._finish(memory, scope, name, ok=None)

    def _replay(self, memory: Memory, ones: list[One], since: int) -> None:
        """Show rules the calls of the record that they have not seen."""
        kept = memory.states([one.digest for one in ones]) if since else {}
        states = {one.digest: self._state(one, kept) for one in ones}
        for entry, ok in memory.replay(since):
            for one in ones:
                states[one.digest] = self._stepped(one, states[one.digest], memory, entry, ok)
        for one in ones:
            self._put(memory, one, states[one.digest])

    @staticmethod
    def _state(one: One, kept: Mapping[str, str]) -> Any:
        text = kept.get(one.digest)
        return one.watched.kept(text) if text is not None else one.watched.start()

    def _reports(self, memory: Memory) -> bool:
        """Whether the host says when a call has ended; one that may is believed once it has done so."""
        if self.scene.event.parallel or self.scene.lent.completes:
            return True
        return memory.get("host", self.scene.session_name) is not None

    def _end_unseen(self, memory: Memory, scope: str) -> None:
        """Count the session's open calls as run, for its next event has come; where nothing is hosted, all open calls."""
        mine = self._named("") if self.scene.lent.recording else ""
        for name, _, entry in self._open(memory):
            if name.startswith(mine) and memory.get("asked", name) is None:
                self._finish(memory, scope, name, ok=entry[0].get("status") in (None, 0))

    def _finish(self, memory: Memory, scope: str, name: str, *, ok: bool | None) -> bool:
        entry = memory.finished(name, ok, self.scene.now)
        if entry is None:
            return False
        memory.drop("asked", name)
        memory.drop("by", name)
        members = [decoded(one) for one in entry[1:]]
        for one, state in list(self._concerned(memory, scope, members)):
            self._put(memory, one, self._stepped(one, state, memory, entry, ok))
        return True

    def _stepped(self, one: One, state: Any, memory: Memory, entry: list[Any], ok: bool | None) -> Any:
        """Return a rule's state after a call that ended."""
        cells = memory.cells(one.digest)
        for member, how, ground in runs(entry, ok, one.watched.ground):
            state = one.watched.step(state, cells, member, sure=how != "?", status=_status(how), ground=ground)[0].state
        return state

    def _put(self, memory: Memory, one: One, state: Any) -> None:
        memory.put_state(one.digest, one.watched.text_of(state), one.watched.idle(state))

    def done(self, members: list[Member], reading: Reading | None) -> None:
        """Take note of a call that has ended."""
        logic = Logic(reading) if reading is not None else None
        for scope in self.scopes:
            memory = self.memory(scope)
            with memory:
                named = bool(self.scene.event.call_id) or memory.get("host", self.scene.session_name) == BY_ID
                memory.put("host", self.scene.session_name, BY_ID if named else "1")
                self._name = ended(self.scene.event, memory, self._named(""))
                self._caught_up(memory, scope)
                self._end(memory, scope, self._entry(members, logic), by_id=named)

    def _end(self, memory: Memory, scope: str, entry: list[Any], *, by_id: bool) -> None:
        """End the call whose end is told.

        With an id only a call that was judged ends. Without one, where others of the session have one, the same end is
        told again by another event, which knows how the call ended: it is waited for until something else happens.
        """
        event = self.scene.event
        ok = None if event.status is None else event.status == 0
        unnamed = self.call_id.startswith(self._named(UNNAMED))
        if self._name and not event.call_id and not unnamed and ok is None:
            memory.ending(self._name)
        elif self._name or not by_id:
            if not self._name:
                memory.judged(self.call_id, entry, self.scene.now)
            self._finish(memory, scope, self.call_id, ok=ok)

    def owed(self) -> list[tuple[RuleFile, Any]]:
        """Return the `finally` rules that do not hold where the turn ends now."""
        found: list[tuple[RuleFile, Any]] = []
        for scope in self.scopes:
            memory = self.memory(scope)
            with memory:
                self._caught_up(memory, scope)
                for one in self._all(scope):
                    if one.rule["kind"] != "finally":
                        continue
                    if not one.watched.ended(self._state(one, memory.states([one.digest]))):
                        found.append((one.file, one.rule))
        return found

    def happened(self, digest: str) -> bool:
        """Return the answer to a judge's question: whether a call that came now would not break its rule."""
        from guardhost.rules.members import Member

        memory = self.memory(self.session)
        with memory:
            self._caught_up(memory, self.session)
            one = next(one for one in self._all(self.session) if one.rule["digest"] == digest)
            state = self._state(one, memory.states([one.digest]))
            step, _ = one.watched.step(state, memory.cells(one.digest).overlay(), Member((("", {}),), None))
        return not step.violated

    def passed(self) -> None:
        """Take note that time has gone on: the next event of the session."""
        for scope in self.scopes:
            memory = self.memory(scope)
            with memory:
                self._caught_up(memory, scope)


def runs(entry: list[Any], ok: bool | None, ground: Ground) -> Iterator[Run]:
    """Yield the calls of an entry of the log that ran, or may have, with how and with the disk as it was."""
    for one in entry[1:]:
        how = one["on"][1 if ok is False else 0]
        if how != "n":
            yield decoded(one), how, ground_of(one, ground)


def _turns(rule: Mapping[str, Any], member: Member) -> int:
    """Return how often a call is judged: one that may run again and again once more than could be too often."""
    command = member.command
    if command is None or not (command.repeats or not _AGAIN.isdisjoint(command.wrappers)):
        return 1
    fed = _AGAIN.intersection(command.wrappers) == {"xargs"} and not command.repeats
    if fed and all(word.known for word in command.args):
        return 1  # what it reads is on the line, and each start is a call of its own
    return min(int(rule.get("times", 1)), MOST_TURNS) + 1


def _status(how: str) -> int | None:
    return int(how[1]) if len(how) > 1 else None


def ended_as(logic: Logic | None, facts: Facts, member: Member) -> str:
    """Return how a call ran by the facts of its line: as `Run` says it, "n" for one that cannot have run."""
    if logic is not None and _impossible(logic, member):
        return "n"
    if member.number in facts:
        status = facts[member.number]
        return "y" if status is None else f"y{status}"
    return "y" if member.certain else "?"


def _impossible(logic: Logic, member: Member) -> bool:
    """Whether a call cannot run: it stands behind `false &&`, in a branch that is not taken, behind `exit`."""
    return logic.commands[member.number].never


def relation(logic: Logic | None, earlier: Member, member: Member) -> tuple[bool | None, int | None]:
    """Return whether an earlier call of a line has run for certain when a later one runs, None where it cannot; its end."""
    if logic is None:
        return True, None
    if _impossible(logic, earlier):
        return None, None
    needs = logic.needs(member.number)
    if earlier.number in needs:
        return True, needs[earlier.number]
    return earlier.certain, None
