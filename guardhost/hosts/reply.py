"""What a hook answers: the bytes on its two channels and how it leaves."""

from __future__ import annotations

from guardhost.model.event import CALL, FINISH
from guardhost.model.jsontext import encode as to_json
from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.model.event import Event
    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

MOST_TEXT = 9_900  # several hosts cut a string at 10,000 characters


class Reply(Record):
    """`stdout` and `stderr` are printed as they are, then the process exits with `exit`."""

    stdout: str = ""
    stderr: str = ""
    exit: int = 0


def cut(text: str, most: int, ref: str = "") -> str:
    """Return `text` in at most `most` characters, saying at its end where the rest is."""
    if len(text) <= most:
        return text
    where = f"`guardhost explain {ref}` prints it all" if ref else "the rest is left out"
    tail = f"\n[cut here: {where}]"
    return text[: most - len(tail)] + tail


def with_notes(text: str, notes: tuple[str, ...]) -> str:
    """Return `text` followed by those notes that it does not hold already, a blank line between."""
    parts = [text] if text else []
    parts.extend(note for note in notes if note and f"\n{note}\n" not in f"\n{text}\n")
    return "\n\n".join(parts)


def named(text: str, rule: str, most: int, ref: str = "") -> str:
    """Return `text`, cut to `most` characters, with its rule's id as the last line when it does not name it already."""
    if not rule or f"[{rule}]" in text[: most // 2]:
        return cut(text, most, ref)
    last = f"\n[{rule}]"
    return cut(text, most - len(last), ref) + last


def printed(own: dict[str, Any], event: str, told: list[str], ref: str) -> str:
    """Return the JSON of a reply in Claude Code's envelope: `own` for the event, `told` for the person; "" for neither."""
    said: dict[str, Any] = {}
    if own:
        said["hookSpecificOutput"] = {"hookEventName": event, **own}
    if told:
        said["systemMessage"] = cut("\n".join(dict.fromkeys(told)), MOST_TEXT, ref)
    return to_json(said) if said else ""


def denied_line(reason: str, rule: str) -> str:
    """Return the line that tells the person of a deny: what says most of it; its first line may name the rule itself."""
    first = reason.partition("\n")[0]
    if rule and first.startswith("denied ") and f"[{rule}]" in first:
        return f"guardhost {first}"
    from guardhost.model.verdict import telling

    first = telling(reason)
    return f"guardhost denied [{rule}]: {first}" if rule else f"guardhost denied: {first}"


def decided(outcome: Outcome, event: Event, *, asks: bool) -> tuple[str, str]:
    """Return ("ask" or "deny", its whole text) for a call that is not let through; ("", "") for anything else.

    A host that cannot ask gets a deny that says how to go on; so does every decision that we do not know.
    """
    if event.moment != CALL or outcome.decision in ("allow", "advise"):
        return "", ""
    reason = with_notes(outcome.reason, outcome.notes) or outcome.context or "refused by the guard"
    decision = "ask" if outcome.decision == "ask" and asks else "deny"
    if outcome.decision == "ask" and not asks:
        reason = (
            f"{reason}\n\nThis needs a person's yes, and this host cannot ask for it from here. Nothing was executed. "
            "Say in your answer what you wanted to do and why; the person can do it or change the rule. Do not go around it."
        )
    return decision, named(reason, outcome.rule, MOST_TEXT, outcome.ref)


def held(outcome: Outcome, event: Event) -> str:
    """Return why a turn does not end yet, which the agent is sent back with; "" where it ends."""
    if event.moment != FINISH or event.final or outcome.decision != "deny":
        return ""
    return named(outcome.reason or "refused by the guard", outcome.rule, MOST_TEXT)


def told_of(outcome: Outcome, decision: str) -> list[str]:
    """Return what the person is told, where the host has a field for it: of a deny in one line, and what is told anyway."""
    told = list(outcome.person)
    if decision == "deny":
        told.insert(0, denied_line(outcome.reason or "refused by the guard", outcome.rule))
    return told


def context_of(outcome: Outcome) -> str:
    """Return what the agent is told beside a decision, "" for nothing."""
    text = with_notes(outcome.context, outcome.notes)
    return named(text, outcome.rule, MOST_TEXT, outcome.ref) if text else ""


def unjudged(error: PayloadError) -> str:
    """Return the reason of a deny for a call that could not be read."""
    return cut(f"This call was not judged, because the guard could not read it. {error}\nNothing was executed.", MOST_TEXT)


def unread_event(error: PayloadError, name: str, before: tuple[str, ...]) -> str | None:
    """Return the event that a payload was of when it stood before a call, else None; one that is not known stood there."""
    event = error.where.partition(": ")[0] or name
    return (event or before[0]) if event in ("", *before) else None


def enveloped(outcome: Outcome, event: Event, before: str, carries: tuple[str, ...], *, asks: bool = True) -> Reply:
    """Return the reply in Claude Code's envelope; `carries` are the events that take a text for the agent."""
    if going_on := held(outcome, event):
        return flat({"decision": "block", "reason": going_on})
    decision, reason = decided(outcome, event, asks=asks)
    context = context_of(outcome) if not decision and event.name in carries else ""
    own = {"permissionDecision": decision, "permissionDecisionReason": reason} if decision else {}
    if context:
        own = {"additionalContext": context}
    return Reply(stdout=printed(own, event.name or before, told_of(outcome, decision), outcome.ref))


def unread_enveloped(error: PayloadError, name: str, before: str) -> Reply:
    """Return the answer to a payload that could not be read, in Claude Code's envelope."""
    if unread_event(error, name, (before,)) is None:
        return Reply()
    own = {"permissionDecision": "deny", "permissionDecisionReason": unjudged(error)}
    return Reply(stdout=printed(own, before, [unjudged_line(error)], ""))


def unjudged_line(error: PayloadError) -> str:
    """Return the line that tells the person of a call that could not be read."""
    return f"guardhost denied a call that it could not read: {error.what}"


def flat(said: dict[str, Any], person: str = "", told: list[str] | None = None) -> Reply:
    """Return a reply of plain JSON, "" when it says nothing; `person` is the key of what the person is told, if any."""
    if person and told:
        said = said | {person: cut("\n".join(dict.fromkeys(told)), MOST_TEXT)}
    return Reply(stdout=to_json(said) if said else "")


def unread_flat(error: PayloadError, name: str, before: str, said: dict[str, Any], reason: str, person: str = "") -> Reply:
    """Return the answer to what could not be read as plain JSON: `said` with the reason under its key before a call."""
    if unread_event(error, name, (before,)) is None:
        return Reply()
    return flat(said | {reason: unjudged(error)}, person, [unjudged_line(error)])


def to_our_own(outcome: Outcome, event: Event, carries: tuple[str, ...]) -> Reply:
    """Return the reply to a plugin of ours: the decision, the reason of a deny, what to tell the agent and the person."""
    decision, reason = decided(outcome, event, asks=False)
    context = context_of(outcome) if event.name in carries else ""
    return flat({"decision": decision or "allow", "reason": reason, "context": context, "notes": told_of(outcome, decision)})


def unread_to_our_own(error: PayloadError, name: str, before: str) -> Reply:
    """Return the answer of `to_our_own` to what could not be read."""
    denied = unread_event(error, name, (before,)) is not None
    decision, reason = ("deny", unjudged(error)) if denied else ("allow", "")
    return flat({"decision": decision, "reason": reason, "context": "", "notes": []})
