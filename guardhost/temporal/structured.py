"""A formula from its structured form: `{type: Globally, args: {operand: {type: Now, args: {tool: rm}}}}`."""

from __future__ import annotations

from guardhost.model.errors import GuardError
from guardhost.model.mistakes import suggest
from guardhost.temporal import formula as make

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.temporal.formula import Formula

MOST_DEPTH = 60
# type -> (what builds it, its arguments; each by the names that it may have, with what it holds: a formula, a target, a
# number, a list of targets, an operator or arguments). A `?` ends what may be left out.
_TWO = ("formula:left|a|antecedent|first", "formula:right|b|consequent|second")
_ORDER = ("target:a|first|tool_a|tool1", "target:b|then|second|tool_b|tool2")
TYPES: dict[str, tuple[str, tuple[str, ...]]] = {
    "Now": ("now", ("target:tool|target",)),
    "Called": ("called", ("target:tool|target",)),
    "CalledWith": ("called_with", ("target:tool", "args:args|arguments|with")),
    "CalledN": ("called_n", ("target:tool|target", "op:op|cmp", "number:n|count|times")),
    "CalledNTimes": ("called_n", ("target:tool|target", "op:op|cmp", "number:n|count|times")),
    "CountBefore": ("count_before", ("formula:operand|formula", "op:op|cmp", "number:n|count|times")),
    "Before": ("before", _ORDER),
    "After": ("after", _ORDER),
    "AllBefore": ("all_before", ("list:tools|targets|firsts", "target:target|then|gate|tool")),
    "BranchCalled": ("branch_called", ("target:correct|right|a", "target?:wrong|b")),
    "InOrder": ("in_order", ("list:tools|targets",)),
    "CalledInOrder": ("in_order", ("list:tools|targets",)),
    "WithinSteps": ("within_steps", (*_ORDER, "number:n|k|steps")),
    "InstanceBefore": (
        "instance_before",
        ("target:a|tool_a", "number:n|a_n|i", "target:b|tool_b", "number:m|b_n|j"),
    ),
    "Not": ("no", ("formula:operand|formula",)),
    "And": ("both", _TWO),
    "Or": ("either", _TWO),
    "Implies": ("implies", _TWO),
    "Globally": ("G", ("formula:operand|formula",)),
    "Always": ("G", ("formula:operand|formula",)),
    "Eventually": ("F", ("formula:operand|formula",)),
    "Finally": ("F", ("formula:operand|formula",)),
    "Next": ("X", ("formula:operand|formula",)),
    "Yesterday": ("Y", ("formula:operand|formula",)),
    "Previous": ("Y", ("formula:operand|formula",)),
    "Once": ("O", ("formula:operand|formula",)),
    "Historically": ("H", ("formula:operand|formula",)),
    "Until": ("until", _TWO),
    "WeakUntil": ("weak", _TWO),
    "Release": ("release", _TWO),
    "Since": ("since", _TWO),
    "AtPosition": ("at", ("number:index|position|i", "formula:operand|formula")),
    "ForAll": ("each", ("target:domain|target|tool", "formula:body|operand|formula")),
    "Exists": ("some", ("target:domain|target|tool", "formula:body|operand|formula")),
}
CONSTANTS = {"true": make.TRUE, "false": make.FALSE}


def from_data(data: Any) -> Formula:
    """Return the formula; a text in the place of one is read as by `text.parse`.

    `GuardError` GH1701, its place the path of keys within the data, when it is none.
    """
    return _built(data, "formula", 0)


def _mistake(where: str, what: str, fix: str) -> GuardError:
    return GuardError("GH1701", what, where=where, fix=fix)


def _built(data: Any, where: str, depth: int) -> Formula:
    if depth > MOST_DEPTH:
        raise _mistake(where, "the formula nests too deep", f"stay below {MOST_DEPTH} levels")
    if isinstance(data, bool):
        return CONSTANTS[str(data).lower()]
    if isinstance(data, str):
        from guardhost.temporal.text import parse

        return parse(data)[0]
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise _mistake(where, "this is no formula", "write `{type: Globally, args: {operand: ...}}`")
    stray = next((key for key in data if key not in ("type", "args")), None)
    if stray is not None:
        raise _mistake(where, f"`{stray}` is no key of a formula", "a formula has `type` and `args`")
    name = data["type"]
    if name.lower() in CONSTANTS:
        return CONSTANTS[name.lower()]
    if name not in TYPES:
        near = suggest(name, list(TYPES))
        raise _mistake(f"{where}.type", f"`{name}` is no type of formula", f"did you mean `{near}`?" if near else _types())
    return _made(name, data.get("args", {}), f"{where}.args", depth)


def _types() -> str:
    return f"use one of {', '.join(TYPES)}"


def _made(name: str, args: Any, where: str, depth: int) -> Formula:
    maker, shape = TYPES[name]
    if isinstance(args, list):
        args = {row.partition(":")[2].split("|")[0]: value for row, value in zip(shape, args, strict=False)}
    if not isinstance(args, dict):
        raise _mistake(where, f"the arguments of `{name}` are no mapping", f"write `{_usage(shape)}`")
    if name in ("And", "Or") and isinstance(args.get("operands"), list):
        found: Formula = getattr(make, maker)(*(_built(one, f"{where}.operands", depth + 1) for one in args["operands"]))
        return found
    known = {one for row in shape for one in row.partition(":")[2].split("|")}
    stray = next((key for key in args if key not in known), None)
    if stray is not None:
        raise _mistake(f"{where}.{stray}", f"`{name}` has no argument `{stray}`", f"write `{_usage(shape)}`")
    made: Formula = getattr(make, maker)(*(_argument(row, name, args, where, depth) for row in shape))
    return made


def _usage(shape: tuple[str, ...]) -> str:
    return "{" + ", ".join(f"{row.partition(':')[2].split('|')[0]}: ..." for row in shape) + "}"


def _argument(row: str, name: str, args: dict[str, Any], where: str, depth: int) -> Any:
    kind, _, names = row.partition(":")
    key = next((one for one in names.split("|") if one in args), None)
    if key is None:
        if kind.endswith("?"):
            return None
        raise _mistake(where, f"`{name}` lacks `{names.split('|')[0]}`", f"write `{_usage(TYPES[name][1])}`")
    value, place = args[key], f"{where}.{key}"
    if kind == "formula":
        return _built(value, place, depth + 1)
    if kind == "number" and (not isinstance(value, int) or isinstance(value, bool)):
        raise _mistake(place, f"`{value}` is no whole number", "write one")
    if kind == "list" and not (isinstance(value, list) and value):
        raise _mistake(place, "a list of tools must stand here", "write `[one, other]`")
    if kind == "args" and not isinstance(value, dict):
        raise _mistake(place, "the arguments of a call must stand here", "write `{name: value}`")
    if kind == "op" and value not in make.COMPARISONS:
        raise _mistake(place, f"`{value}` compares nothing", f"use one of {' '.join(make.COMPARISONS)}")
    return value
