"""`data-harm`: databases, infrastructure, volumes and cloud resources do not go unasked."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.data_verbs import by_statement, by_verb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.verdict import Answer

ID = "data-harm"


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Ask about what deletes data that lives elsewhere."""
    from guardhost.builtin.data_code import by_code, by_tool

    told = [what for command in matter.commands if (what := by_statement(command) or by_verb(command) or by_code(command))]
    if what := by_tool(matter):
        told.append(what)
    return tuple(answer(ID, "ask", what) for what in dict.fromkeys(told))
