"""The texts of a verdict: what to do instead first, what was not executed, and the ref under which it all is kept."""

from __future__ import annotations

from guardhost.model.record import Record
from guardhost.model.verdict import SEAMS, telling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.verdict import Answer
    from guardhost.world.state import State


class Note(Record):
    """Something that rides on the verdict; `full` is its text when it is told for the first time in the session."""

    text: str
    rule: str
    full: str = ""
    key: str = ""


def failure(side: str, error: str, rule: str, *, whole: bool) -> Note:
    """Return the note of a side that failed whole, or of one judge or rule of it."""
    whose = "your own policy" if side == "person" else f"the {side} policy"
    name, _, _ = error.partition(": ")
    place = error.rpartition(", ")[2]
    if whole:
        full = f"{whose} failed and judged nothing here: {error}\nThe built-in rules and every other source still applied."
        text = f"{whose} is still failing and judges nothing; every other source applied"
    else:
        full = f"a judge of {whose} failed and judged nothing here: {error}\nEvery other rule and source still applied."
        text = f"`{name}` of {whose} is still failing ({place}); every other rule and source applied"
    return Note(text=text, full=full, rule=rule, key=f"{side}\0{error}")


def uncommitted(root: str) -> str:
    """Return what the person is told of a policy that no commit has."""
    return f"the policy of {root} is not committed: until it is, each edit of it counts at once, also a looser one"


def lead(answer: Answer) -> str:
    """Return the first line: the command that would do it right, if one is served, then the reason's first line."""
    return _served(answer, answer.reason.strip().split("\n", 1)[0].strip())


def _served(answer: Answer, first: str) -> str:
    if answer.next and answer.next[0] not in first and "\n" not in answer.next[0]:
        return f"run `{answer.next[0]}` instead: {first}"
    return first


def body(answer: Answer) -> str:
    """Return the whole reason with its lead, and every other command that is served."""
    rest = answer.reason.strip().split("\n", 1)[1:]
    shown = answer.next[1:] if answer.next and "\n" not in answer.next[0] else answer.next
    others = [f"or: `{command}`" for command in shown]
    return "\n".join([lead(answer), *others, *rest])


def nothing_ran(programs: int) -> str:
    """Return the sentence that says what did not happen, with the number of programs when there were several."""
    return f"Nothing was executed ({programs} programs)." if programs > 1 else "Nothing was executed."


def kept(rule: str) -> bool:
    """Whether a deny of this rule is stored under a ref: built-in ones and named ones are."""
    return not (rule.startswith("workspace:") and rule[10:] in SEAMS)


def denied(answer: Answer, programs: int, ref: str) -> str:
    """Return the text of a deny."""
    whole = body(answer)
    lines = [whole] if "Nothing was executed." in whole else [whole, nothing_ran(programs)]
    if ref:
        lines.append(f"[{answer.rule}] `guardhost explain {ref}` shows this again.")
    return "\n".join(lines)


def denied_again(answer: Answer, ref: str) -> str:
    """Return the one line of a deny that this session has been told before."""
    return f"denied again [{answer.rule}]: {_served(answer, telling(answer.reason))} (guardhost explain {ref})"


def nobody_to_ask(answer: Answer) -> str:
    """Return the reason of an ask that becomes a deny because nobody is there to answer it."""
    return f"leave this to the person and go on with other work: nobody is here to answer an ask\n{body(answer)}"


def forgetful(state: State) -> str:
    """Return what is told where nothing can be kept from one call to the next; without a memory, each time anew."""
    where = state.folder or "of guardhost"
    return (
        f"guardhost remembers and records nothing: the state folder {where} cannot be used ({state.why}). "
        "Calls are judged all the same; the person can run `guardhost doctor`, which says how to mend it."
    )
