"""The command specs that rule files bring along: they add names and never hide a bundled one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from guardhost.judgement.rulefiles import RuleFile
    from guardhost.model.line import Command
    from guardhost.model.structured import Call


class _Spec:
    """A spec as a file of the bundled ones has it."""

    SHARED: Mapping[str, str] = {}
    STYLES: Mapping[str, str] = {}

    def __init__(self, program: str, spec: Mapping[str, Any]) -> None:
        self.COMMANDS = {f"{program} {words}".strip(): (pair[0], pair[1]) for words, pair in spec.items()}


def own_specs(files: list[RuleFile]) -> Callable[[Command], Call | None] | None:
    """Return what reads a program by the specs of the rule files, None where they have none."""
    tools = {name: spec for file in files for name, spec in file.compiled["tools"].items()}
    if not tools:
        return None

    def read(command: Command) -> Call | None:
        spec = tools.get(command.program)
        if spec is None:
            return None
        from guardhost.calls.reading import Reading

        return Reading(command, _Spec(command.program, spec)).call()

    return read
