"""The command specs that rule files bring along: they add names and never hide a bundled one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from guardhost.judgement.rulefiles import RuleFile
    from guardhost.model.line import Command
    from guardhost.model.structured import Call


def own_specs(files: list[RuleFile]) -> Callable[[Command], tuple[Call, Mapping[str, bool]] | None] | None:
    """Return what reads a program by the specs of the rule files, None where they have none.

    It gives the call, and which of its arguments are said to be paths, or none.
    """
    given = [file.compiled["tools"] for file in files if file.compiled["tools"]]
    if not given:
        return None
    from guardhost.calls.own import Own

    parts = ("programs", "commands", "styles", "paths")
    specs = Own(**{part: {name: one for file in given for name, one in file[part].items()} for part in parts})

    def read(command: Command) -> tuple[Call, Mapping[str, bool]] | None:
        if command.program not in specs.programs:
            return None
        from guardhost.calls.reading import Reading

        return Reading(command, specs).call(), specs.paths.get(command.program, {})

    return read
