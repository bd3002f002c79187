"""What rules make of moments that are no call: a call that has ended, a person's message, the end of a turn."""

from __future__ import annotations

from guardhost.judgement.ledgers import ledger_of, state_of
from guardhost.judgement.rulefiles import close_left, rule_files
from guardhost.judgement.ruling import ground_of, members_of
from guardhost.model.event import DONE, FINISH, PROMPT
from guardhost.model.outcome import Outcome
from guardhost.model.verdict import RULED
from guardhost.rules.judging import connecting
from guardhost.rules.texts import owed as problem_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.judgement.rulefiles import RuleFile
    from guardhost.judgement.scene import Scene
    from guardhost.judgement.watching import Watch
    from guardhost.shell.reading import Reading

OURS = 120  # characters of a text of ours by which it is known when a host hands it back as a prompt
TURN = ("finish", "sent")  # what the ledger has of the turn: how often it was sent back, and how that text begins
FINISH_RETRIES = 2  # times that a turn is sent back, where the settings say nothing else


def note(scene: Scene) -> Outcome:
    """Take note of a moment; at the end of a turn return whether the agent is sent back."""
    moment = scene.event.moment
    unmet = _lift(scene) if moment == PROMPT else ""
    files = rule_files(scene, (), [])
    close_left(scene)
    watch = _watch(scene, files)
    if watch is None:
        return _unmet(unmet)
    if moment == DONE:
        reading = _reading(scene)
        watch.done(members_of(scene.event, reading, files)[1], reading)
    elif moment == FINISH:
        return _finish(scene, watch)
    else:
        watch.passed()
    return _unmet(unmet)


def _unmet(text: str) -> Outcome:
    """Return what the agent is told with the person's next message: few hosts take a text for it where a turn ends."""
    return Outcome(context=f"The last turn ended although:\n{text}") if text else Outcome()


def _watch(scene: Scene, files: list[RuleFile]) -> Watch | None:
    if not any(connecting(file.compiled) for file in files):
        return None
    if not state_of(scene).usable:
        return None
    from guardhost.judgement.watching import Watch

    return Watch(scene, files, lambda root: ground_of(scene, root))


def _reading(scene: Scene) -> Reading | None:
    if scene.event.seam != "command":
        return None
    from guardhost.judgement.flow import READING_LIMIT, reader
    from guardhost.shell.reading import read

    return read(scene.event.command, reader(scene.event, scene.lent), READING_LIMIT)


def _lift(scene: Scene) -> str:
    """The person has written: what stopped the session is over, and a new turn begins. Return what the last one owed.

    What a host hands the agent to send it back is no person's word, nor is what the agent says in the host's place.
    """
    from guardhost.judgement.host_process import stands_in

    ledger = ledger_of(scene)
    if not ledger.there:
        return ""
    record = ledger.open()
    try:
        ours = str(record.get("sent") or "")
        handed_back = bool(ours) and scene.event.text.lstrip().startswith(ours)
        if handed_back or stands_in(record.get("host")):
            return ""
        ledger.write({key: value for key, value in record.items() if key not in ("stop", "host", "unmet", *TURN)})
    finally:
        ledger.close()
    return str(record.get("unmet", ""))


def _finish(scene: Scene, watch: Watch) -> Outcome:
    owed = watch.owed()
    if not owed:
        _count(scene, 0, "")
        return Outcome()
    most = max(file.compiled["settings"].get("finish_retries", FINISH_RETRIES) for file, _ in owed)
    if scene.event.final or all(file.compiled["audit"] for file, _ in owed):
        most = 0
    text, rule = "\n".join(_owed(rule) for _, rule in owed), owed[0][1]
    sent = _count(scene, most, text)
    if sent >= most:
        return _ended(owed, text, sent)
    last = (
        "\n  This is sent back for the last time: if the turn ends again, that stands, and the person is told."
        if sent + 1 == most
        else ""
    )
    return Outcome(decision="deny", mode=rule["mode"], reason=f"{text}{last}", rule=rule["id"], decided_by="rules")


def _count(scene: Scene, most: int, text: str) -> int:
    """Return how often the turn was sent back before now, and count this time where it is less than `most`.

    One that ends is over: what it owes is kept for the person's next message, and the next turn counts anew.
    """
    ledger = ledger_of(scene)
    if not text and not ledger.there:
        return 0
    record = ledger.open()
    try:
        sent = int(record.get("finish", 0))
        rest = {key: value for key, value in record.items() if key not in ("unmet", *TURN)}
        if sent < most:
            from guardhost.judgement.host_process import caller

            ledger.write({"host": caller(), **rest, "finish": sent + 1, "sent": text[:OURS]})
        else:
            ledger.write({**rest, "unmet": text})
    finally:
        ledger.close()
    return sent


def _ended(owed: list[tuple[RuleFile, Any]], text: str, sent: int) -> Outcome:
    """Return how a turn ends that owes something: both are told what has not run."""
    times = f", and was sent back {sent} time{'' if sent == 1 else 's'}" if sent else ""
    person = [f"guardhost: the turn ended{times}; rule '{rule['id']}' is not met: {problem_of(rule)}" for _, rule in owed]
    return Outcome(
        decision="advise", context=f"The turn ends although:\n{text}", person=tuple(person), rule=owed[0][1]["id"],
        decided_by="rules",
    )  # fmt: skip


def _owed(rule: Mapping[str, Any]) -> str:
    lines = [" ".join(rule["fix"].split())] if rule.get("fix") else []
    lines.append(f"{RULED}{rule['id']}' is not met at the end of the turn.")
    lines.append(f"  Problem: {problem_of(rule)}.")
    if rule.get("why"):
        lines.append(f"  Why: {' '.join(rule['why'].split())}")
    return "\n".join(lines)
