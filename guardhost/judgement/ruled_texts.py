"""The words in which a decision of rules is told: refused, asked, let through with a word."""

from __future__ import annotations

from guardhost.judgement.wording import Note
from guardhost.model.verdict import ALLOW, Answer
from guardhost.rules.texts import refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.rules.members import Member
    from guardhost.rules.modes import Decided, Violation

REPORTED = 3  # broken rules of one mode that a refusal names, where the settings say nothing else
NEXT = {
    "warn": "Send exactly this call again to override the rule.",
    "stop": "No call runs until the person's next message; say to them what you were about to do.",
    "ask": "The person is asked to decide.",
}


def spoken(decided: Decided, members: list[Member], notes: list[Note]) -> Answer:
    """Return the answer of a decision; what does not refuse rides on it as notes."""
    told = [_told(one, members) for one in decided.told]
    lead = decided.lead
    if lead is None:
        if not told:
            return ALLOW
        rule = decided.told[0].rule["id"]
        return Answer(decision="advise", reason="\n".join(dict.fromkeys(told)), rule=rule, source="rules", mode=decided.mode)
    notes.extend(Note(text=text, rule=one.rule["id"]) for one, text in zip(decided.told, told, strict=True))
    most = lead.settings.get("report", REPORTED)
    also = tuple(_also(one) for one in decided.others[: most - 1])
    text = refusal(lead.rule, lead.broken.problem, words=lead.broken.words, told=lead.broken.told, also=also)
    if decided.decision == "ask":
        text = text.replace("blocked this call. Nothing was executed.", "needs the person's word for this call.")
    return Answer(
        decision=decided.decision, reason=f"{text}{_following(decided, lead)}", rule=lead.rule["id"], source="rules",
        mode=decided.mode,
    )  # fmt: skip


def _following(decided: Decided, lead: Violation) -> str:
    if decided.mode == "retry" and decided.decision == "deny":
        return f"\n  After {lead.settings.get('retries', 3)} refusals the person is asked."
    if lead.rule["mode"] == "stop" and decided.mode != "stop":
        return "\n  Name the files, so that it can be judged."
    said = NEXT.get(decided.mode)
    return f"\n  {said}" if said else ""


def _also(one: Violation) -> str:
    why = one.rule.get("why", "")
    return f"'{one.rule['id']}'" + (f" ({' '.join(why.split())})" if why else "")


def _told(one: Violation, members: list[Member]) -> str:
    rule = one.rule
    if one.audit:
        calls = "; ".join(
            dict.fromkeys(f"{member.name}({', '.join(key for key in member.args if key != 'argv')})" for member in members)
        )
        return f"audit: rule '{rule['id']}' (mode {rule['mode']}) is broken by {calls}. Nothing was refused."
    why = f" Why: {' '.join(rule['why'].split())}" if rule.get("why") else ""
    fix = f" Better: {' '.join(rule['fix'].split())}" if rule.get("fix") else ""
    return f"Rule '{rule['id']}' is broken by this call, which runs all the same: {one.broken.problem}.{why}{fix}"
