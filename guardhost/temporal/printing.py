"""A formula as text, such that `text.parse` gives it back."""

from __future__ import annotations

from guardhost.model.jsontext import encode
from guardhost.temporal.formula import thaw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.temporal.formula import Formula

IMPLIES, OR, AND, BESIDE, ALONE = 1, 2, 3, 4, 5


def show(formula: Formula) -> str:
    """Return the text of a formula."""
    return _shown(formula, 0)


def _shown(formula: Formula, around: int) -> str:
    text, binds = _parts(formula)
    return text if binds >= around else f"({text})"


def _parts(formula: Formula) -> tuple[str, int]:
    """Return (the text, how tightly it holds together)."""
    op = formula[0]
    if op in ("true", "false"):
        return op, ALONE
    if op == "not":
        return f"!{_shown(formula[1], ALONE)}", BESIDE
    if op in ("G", "F", "X", "Y", "O", "H"):
        return f"{op}({_shown(formula[1], 0)})", BESIDE
    if op in ("U", "W", "R", "S"):
        return f"{_shown(formula[1], ALONE)} {op} {_shown(formula[2], ALONE)}", BESIDE
    if op == "implies":
        return f"{_shown(formula[1], OR)} -> {_shown(formula[2], IMPLIES)}", IMPLIES
    if op in ("and", "or"):
        binds, sign = (AND, " & ") if op == "and" else (OR, " | ")
        return sign.join(_shown(one, binds + 1) for one in formula[1:]), binds
    return _atom(formula), ALONE


def _atom(formula: Formula) -> str:
    op, args = formula[0], formula[1:]
    if op == "called_with":
        given = [f"{_name(key)}={flow(value)}" for key, value in thaw(args[1]).items()]
        return f"called_with({', '.join([flow(args[0]), *given])})"
    if op == "called_n":
        return f"called_n({flow(thaw(args[0]))}, {args[1]} {args[2]})"
    if op == "count_before":
        return f"count_before({show(args[0])}, {args[1]} {args[2]})"
    if op in ("each", "some"):
        return f"{op}({flow(thaw(args[0]))}, {show(args[1])})"
    if op == "at":
        return f"at({args[0]}, {show(args[1])})"
    if op == "instance_before":
        return f"instance_before({flow(thaw(args[0]))}[{args[1]}], {flow(thaw(args[2]))}[{args[3]}])"
    if op == "branch_called" and args[1] is None:
        args = args[:1]
    return f"{op}({', '.join(flow(thaw(arg)) for arg in args)})"


def flow(value: Any) -> str:
    """Return plain data as YAML on one line, texts in double quotes."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_name(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return encode(value)


def _name(key: str) -> str:
    return key if key.isidentifier() and key.isascii() and key not in ("true", "false", "null") else encode(key)
