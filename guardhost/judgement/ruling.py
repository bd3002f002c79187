"""The rule files' part of one judgement: all of them are asked, and the strongest mode decides."""

from __future__ import annotations

from guardhost.judgement.ledgers import ledger_of, state_of
from guardhost.judgement.rulefiles import RULE, RuleFile
from guardhost.judgement.wording import Note
from guardhost.model.record import Record
from guardhost.model.verdict import ALLOW, Answer, merge
from guardhost.rules.judging import connecting, relevant, stateless
from guardhost.rules.members import Member, of_line, of_tool, unknown_program
from guardhost.rules.modes import Decided, Violation, decide
from guardhost.rules.values import Ground

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from guardhost.judgement.scene import Matters, Scene
    from guardhost.judgement.watching import Watch
    from guardhost.model.event import Event
    from guardhost.model.outcome import Outcome
    from guardhost.rules.verdicts import Broken
    from guardhost.shell.reading import Reading

UNREADABLE = {"interactive": "ask", "auto": "deny"}
EDITORS = ("Write", "Edit", "MultiEdit")
TOGETHER = 60.0  # seconds; a warning that lies further ahead was given by a clock that has been set back
STRICT = ("allow", "note", "ask", "deny")


class Ruled(Record):
    """What the rule files answer, None for nothing; `settle` is told the outcome once it stands."""

    answer: Answer | None = None
    settle: Callable[[Outcome], None] | None = None


def ruled(scene: Scene, matters: Matters, files: list[RuleFile], notes: list[Note]) -> Ruled:
    """Return what the rule files answer to a call."""
    return _Ruling(scene, matters, files, notes).run()


def members_of(event: Event, reading: Reading | None, files: list[RuleFile]) -> tuple[Member, list[Member]]:
    """Return a call as the host sent it, and the calls that it is made of: those of a line's programs."""
    if reading is None:
        raw = of_tool(event)
        return raw, [raw]
    from guardhost.judgement.specs import own_specs

    raw = Member(((event.tool or "Bash", event.args or {"command": event.command}),), None)
    return raw, of_line(reading, own_specs(files))


def ground_of(scene: Scene, root: str) -> Ground:
    """Return where the rules of a root are judged, with the disk as it is."""
    from guardhost.rules.disk import expand
    from guardhost.world.files import exists, real_path
    from guardhost.world.state import home

    return Ground(root, scene.event.home or home(scene.lent.env), exists, real_path, expand)


class _Ruling:
    """One call before the rule files."""

    def __init__(self, scene: Scene, matters: Matters, files: list[RuleFile], notes: list[Note]) -> None:
        self.scene = scene
        self.matters = matters
        self.files = files
        self.notes = notes
        self.ledger = ledger_of(scene)
        self.grounds: dict[str, Ground] = {}
        self.watch: Watch | None = None
        self.lost = ALLOW  # what is asked because nothing is known of earlier calls
        self.raw, self.members = members_of(scene.event, matters.reading, files)

    def run(self) -> Ruled:
        """Ask every file, and return what is decided."""
        stopped = self._stopped()
        if stopped is not None:
            return Ruled(answer=stopped)
        answer = merge(self._broken_files(), self._unreadable())
        violations = self._violations()
        answer = merge(merge(answer, self.lost), self._decided(violations))
        settle = self.watch.settle if self.watch is not None else None
        return Ruled(answer=answer if answer.decision != "allow" else None, settle=settle)

    def ground(self, root: str) -> Ground:
        """Return where the rules of a root are judged."""
        if root not in self.grounds:
            self.grounds[root] = ground_of(self.scene, root)
        return self.grounds[root]

    def _stopped(self) -> Answer | None:
        stop = self.ledger.read().get("stop")
        if not stop:
            return None
        why = f" ({stop['why']})" if stop.get("why") else ""
        reason = (
            f"wait for the person's next message: rule '{stop['rule']}' stopped this session{why}\n"
            "No call runs until then; you can still say what happened. A person can also run `guardhost reset`."
        )
        return Answer(decision="deny", reason=reason, rule=str(stop["rule"]), source="rules", mode="stop")

    def _broken_files(self) -> Answer:
        """Ask about a call that changes state while a rule is broken that no committed form stands in for."""
        answer = ALLOW
        if not any(file.compiled["problems"] for file in self.files):
            return answer
        held = {
            (file.root, file.path, rule["id"])
            for file in self.files
            if file.side == "committed"
            for rule in file.compiled["rules"]
        }
        whole = {(file.root, file.path) for file in self.files if file.side == "committed" and file.compiled["rules"]}
        for file in self.files:
            for problem in file.compiled["problems"]:
                text = f"{problem['where']}: {problem['code']}: {problem['what']}; {problem['fix']}"
                full = f"a rule file has a mistake, and what stands there does not judge: {text}"
                short = "a rule file still has a mistake; `guardhost rules --check` says which"
                self.notes.append(Note(text=short, full=full, rule=RULE, key=text))
                stands = (file.root, file.path, problem["rule"]) in held or (
                    not problem["rule"] and (file.root, file.path) in whole
                )
                if not stands and not self.matters.read_only and not self._mends(file):
                    reason = f"mend the rule file first: {text}\nUntil then a call that changes something is asked about."
                    answer = merge(answer, Answer(decision="ask", reason=reason, rule=RULE, source="rules"))
        return answer

    def _mends(self, file: RuleFile) -> bool:
        """Whether the call writes nothing but the rule file."""
        from guardhost.world.files import real_path

        event, effects, reading = self.scene.event, self.matters.effects, self.matters.reading
        if event.seam == "write":
            names = [call.path for call in event.writes]
        elif event.seam == "tool" and event.tool in EDITORS:
            names = [str(event.args.get("file_path", ""))]
        elif effects is not None and not (effects.network or effects.runs_code or effects.unknown):
            if reading is None or not reading.readable or unknown_program(reading):
                return False
            names = [touch.path for touch in effects.changes if touch.certain and not touch.pattern]
            names = names if len(names) == len(effects.changes) else []
        else:
            return False
        places = {real_path(name if name.startswith("/") else f"{event.cwd}/{name}") for name in names}
        return places == {real_path(file.path)}

    def _unreadable(self) -> Answer:
        reading = self.matters.reading
        word = unknown_program(reading) if reading is not None and reading.readable else ""
        if reading is None or (reading.readable and not word):
            return ALLOW
        refusing = [file for file in self.files if not file.compiled["audit"]]
        rules = [rule for file in refusing for rule in file.compiled["rules"] if rule["kind"] != "happened"]
        if all(rule.get("off") for rule in rules):
            return ALLOW
        how = "auto" if self.scene.unattended else "interactive"
        said = [
            file.compiled["settings"]["unreadable"].get(how)
            for file in self.files
            if "unreadable" in file.compiled["settings"]
        ]
        stance = max((one for one in said if one), key=STRICT.index, default=UNREADABLE[how])
        if stance == "allow":
            return ALLOW
        what = (
            f"the program `{word}` is not known before the line runs" if word else f"the line cannot be read: {reading.why}"
        )
        reason = f"name the programs on the line: {what}\nRules are in force here, and what cannot be read cannot be judged."
        return Answer(decision="advise" if stance == "note" else stance, reason=reason, rule="unreadable", source="rules")

    def _violations(self) -> list[Violation]:
        found: dict[str, Violation] = {}
        for file in self.files:
            compiled = file.compiled
            numbers = relevant(compiled, [*self.members, self.raw])
            ground = self.ground(file.root)
            for rule, broken in stateless(compiled, numbers, self.members, self.raw, ground):
                self._add(found, file, rule, broken)
        for file, rule, broken in self._watched():
            self._add(found, file, rule, broken)
        return list(found.values())

    def _watched(self) -> list[tuple[RuleFile, Any, Broken]]:
        """Return the rules that connect calls and are broken; where there are none, no memory is opened."""
        if not any(connecting(file.compiled) for file in self.files):
            return []
        state = state_of(self.scene)
        if not state.usable:
            self._forgetful(state.why)
            return []
        from guardhost.judgement.watching import Watch
        from guardhost.model.errors import GuardError

        watch = Watch(self.scene, self.files, self.ground)
        try:
            found = watch.judge(self.members, self.matters.reading)
        except GuardError as error:
            self._forgetful(str(error))
            return []
        self.watch = watch
        return found

    def _forgetful(self, why: str) -> None:
        """Ask about a call that a rule would judge by earlier ones, where nothing is known of those."""
        concerned = [
            file.compiled["rules"][number]["id"]
            for file in self.files
            for number in relevant(file.compiled, self.members)
            if file.compiled["rules"][number]["kind"] in ("before", "at_most", "ltl", "formula")
        ]
        if not concerned:
            return
        reason = (
            f"let the person decide: rule '{concerned[0]}' goes by earlier calls, "
            f"and what is remembered of them cannot be had ({why})"
        )
        self.lost = Answer(decision="ask", reason=reason, rule=concerned[0], source="rules")

    def _add(self, found: dict[str, Violation], file: RuleFile, rule: Any, broken: Any) -> None:
        key = f"{'person' if file.side == 'person' else file.root}\0{rule['key']}\0{file.compiled['audit']}"
        found.setdefault(
            key,
            Violation(key=key, rule=rule, broken=broken, settings=file.compiled["settings"], audit=file.compiled["audit"]),
        )

    def _decided(self, violations: list[Violation]) -> Answer:
        modes = {one.mode for one in violations if not one.audit}
        if not violations and not self.ledger.there:
            return ALLOW
        if not self.ledger.there and not modes & {"stop", "retry", "warn"}:
            return self._spoken(decide(violations, {}, "", twin=False))
        record = self.ledger.open()
        try:
            decided = self._counted(violations, record)
        finally:
            self.ledger.close()
        return self._spoken(decided)

    def _counted(self, violations: list[Violation], record: dict[str, Any]) -> Decided:
        """Decide by what is remembered, and remember; what is judged once more is decided as before, and counted once."""
        from guardhost.judgement.same_call import content

        last = record.pop("judged", None)
        event = self.scene.event
        mine = {"id": event.call_id, "by": event.name, "like": content(event), "before": record}
        again = last is not None and _same(last, mine)
        before = last["before"] if last is not None and again else record
        decided = decide(violations, before, self._call(), twin=self._twin(before))
        if again:
            return decided
        if decided.ledger is not None:
            from guardhost.judgement.host_process import caller

            kept = self._with_call(dict(decided.ledger), record)
            self.ledger.write({"host": caller(), **kept, "judged": mine})
        elif last is not None:
            self.ledger.write(record if set(record) - {"host"} else {})
        return decided

    def _call(self) -> str:
        """Return what tells this call from every other one."""
        from guardhost.model.jsontext import encode
        from guardhost.world.files import short

        event = self.scene.event
        if event.seam == "command":  # what else its input says differs between the events of a host
            return short(encode([event.seam, event.command, event.cwd]))
        return short(encode([event.seam, event.tool, dict(event.args), repr(event.writes)]))

    def _with_call(self, now: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
        if now.get("warned") and now["warned"] != before.get("warned"):
            now["warned"] = {**now["warned"], "id": self.scene.event.call_id, "at": self.scene.lent.clock.wall()}
        return now

    def _twin(self, record: dict[str, Any]) -> bool:
        """Whether the call was sent together with the one that was warned of, so that it is no answer to that."""
        warned = record.get("warned")
        if not warned:
            return False
        if self.scene.event.parallel:
            return True
        if 0 < float(warned.get("at") or 0) - self.scene.now < TOGETHER:  # it came before the warning was given
            return True
        if not warned.get("id") or not self.scene.event.transcript:
            return False
        from guardhost.world.transcript import unanswered

        return unanswered(self.scene.event.transcript, warned["id"])

    def _spoken(self, decided: Decided) -> Answer:
        from guardhost.judgement.ruled_texts import spoken

        return spoken(decided, self.members, self.notes)


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two judgements are of one call: by its id, else of two of the host's events that tell of the same."""
    if one["id"] and other["id"]:
        return bool(one["id"] == other["id"])
    return bool(one["like"] == other["like"] and one["by"] != other["by"])
