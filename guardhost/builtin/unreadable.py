"""`unreadable`: a line that no reader can read is asked about, never guessed at."""

from __future__ import annotations

from guardhost.builtin.catalog import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.verdict import Answer

ID = "unreadable"


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Ask about a line that could not be read, with what stood in the way; deny it where nobody can be asked."""
    if matter.readable:
        return ()
    why = matter.why.strip() or "No reader understands the line"
    what = why if why.endswith((".", "!", "?")) else why + "."
    return (answer(ID, "deny" if matter.unattended else "ask", what),)
