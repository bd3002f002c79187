"""What rules make of moments that are no call: a call that has ended, a person's message, the end of a turn."""

from __future__ import annotations

from guardhost.judgement.ledgers import ledger_of, state_of
from guardhost.judgement.rulefiles import close_left, rule_files
from guardhost.judgement.ruling import ground_of, members_of
from guardhost.model.event import DONE, FINISH, PROMPT
from guardhost.model.outcome import Outcome
from guardhost.rules.texts import targets_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.judgement.rulefiles import RuleFile
    from guardhost.judgement.scene import Scene
    from guardhost.judgement.watching import Watch
    from guardhost.shell.reading import Reading

FINISH_RETRIES = 2  # times that a turn is sent back, where the settings say nothing else


def note(scene: Scene) -> Outcome:
    """Take note of a moment; at the end of a turn return whether the agent is sent back."""
    moment = scene.event.moment
    if moment == PROMPT:
        _lift(scene)
    files = rule_files(scene, (), [])
    close_left(scene)
    watch = _watch(scene, files)
    if watch is None:
        return Outcome()
    if moment == DONE:
        reading = _reading(scene)
        watch.done(members_of(scene.event, reading, files)[1], reading)
    elif moment == FINISH:
        return _finish(scene, watch)
    else:
        watch.passed()
    return Outcome()


def _watch(scene: Scene, files: list[RuleFile]) -> Watch | None:
    if not any("digest" in rule and not rule.get("off") for file in files for rule in file.compiled["rules"]):
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


def _lift(scene: Scene) -> None:
    """The person has written: what stopped the session is over, and a new turn begins."""
    ledger = ledger_of(scene)
    if not ledger.there:
        return
    record = ledger.open()
    try:
        ledger.write({key: value for key, value in record.items() if key not in ("stop", "finish")})
    finally:
        ledger.close()


def _finish(scene: Scene, watch: Watch) -> Outcome:
    owed = watch.owed()
    if not owed:
        return Outcome()
    most = max(file.compiled["settings"].get("finish_retries", FINISH_RETRIES) for file, _ in owed)
    ledger = ledger_of(scene)
    record = ledger.open()
    try:
        sent = int(record.get("finish", 0))
        if sent < most:
            ledger.write({**record, "finish": sent + 1})
    finally:
        ledger.close()
    texts = [_owed(rule) for _, rule in owed]
    rule = owed[0][1]
    if sent >= most or all(file.compiled["audit"] for file, _ in owed):
        told = "\n".join(texts)
        return Outcome(decision="advise", context=f"The turn ends although:\n{told}", rule=rule["id"], decided_by="rules")
    return Outcome(decision="deny", mode=rule["mode"], reason="\n".join(texts), rule=rule["id"], decided_by="rules")


def _owed(rule: Mapping[str, Any]) -> str:
    lines = [" ".join(rule["fix"].split())] if rule.get("fix") else []
    lines.append(f"✗ Rule '{rule['id']}' is not met at the end of the turn.")
    since = f" since {targets_text(rule['targets'][1])}" if len(rule["targets"]) > 1 else ""
    lines.append(f"  Problem: nothing has run that is {targets_text(rule['targets'][0])}{since}.")
    if rule.get("why"):
        lines.append(f"  Why: {' '.join(rule['why'].split())}")
    return "\n".join(lines)
