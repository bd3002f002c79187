"""Read the parts of a rule file from nodes: what is wrong is an error with its place and the nearest name.

Off the hook's path, as all that compiles rule files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.model.errors import PolicyError
from guardhost.model.mistakes import suggest
from guardhost.rules.plain import FLAGS, KEYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guardhost.rules.nodes import Node

MOST_AMOUNT = 1e9
NO_VARIABLES = ("$HOME", "$PWD")


def wrong(node: Node, what: str, fix: str, code: str = "GH1012") -> PolicyError:
    """Return the error of what stands at a node."""
    return PolicyError(code, what, where=node.where, fix=fix)


def mapping(node: Node, what: str, keys: Sequence[str] | None = None) -> dict[str, Node]:
    """Return the values of a mapping by key; `keys` are those that it may have."""
    if node.kind != "map":
        raise wrong(node, f"{what} is no mapping", "write `name: value`")
    for key, _ in node.value:
        if keys is not None and key.text not in keys:
            near = suggest(key.text, list(keys))
            fix = f"did you mean `{near}`?" if near else f"there are: {', '.join(keys)}"
            raise wrong(key, f"unknown key `{key.text}` in {what}", fix)
    return {key.text: value for key, value in node.value}


def text(node: Node, what: str) -> str:
    """Return a text that is not blank."""
    if node.kind != "scalar" or not isinstance(node.value, str) or not node.value.strip():
        raise wrong(node, f"{what} is no text", "write a text that is not blank")
    return node.value


def number(node: Node, what: str, least: int = 0) -> int:
    """Return a whole number of at least `least`."""
    if node.kind != "scalar" or isinstance(node.value, bool) or not isinstance(node.value, int) or node.value < least:
        raise wrong(node, f"{what} is no number of at least {least}", f"write a whole number such as {max(1, least)}")
    return node.value


def amount(node: Node, what: str) -> float:
    """Return a number from 0 on, with a point or without."""
    value = node.value
    if (
        node.kind != "scalar"
        or isinstance(value, bool)
        or not isinstance(value, int | float)
        or not 0 <= value < MOST_AMOUNT
    ):
        raise wrong(node, f"{what} is no number from 0 on", "write a number such as 2")
    return value


def boolean(node: Node, what: str) -> bool:
    """Return true or false."""
    if node.kind != "scalar" or not isinstance(node.value, bool):
        raise wrong(node, f"{what} is neither true nor false", "write `true` or `false`")
    return node.value


def choice(node: Node, what: str, choices: Sequence[str]) -> str:
    """Return one of some words."""
    given = node.text if node.kind == "scalar" else ""
    if given not in choices:
        near = suggest(given, list(choices)) if given else ""
        fix = f"did you mean `{near}`?" if near else f"give one of: {', '.join(choices)}"
        raise wrong(node, f"{what} cannot be `{given}`" if given else f"{what} is no word", fix)
    return given


def items(node: Node) -> list[Node]:
    """Return the nodes of a list, or the one that stands alone."""
    return list(node.value) if node.kind == "list" else [node]


def is_variable(value: Any) -> bool:
    """Return whether a value is a `$variable`."""
    name = value[1:] if isinstance(value, str) and value.startswith("$") else ""
    return name.isidentifier() and value not in NO_VARIABLES


def target(node: Node, *, variables: bool = False, bare: bool = True) -> list[dict[str, Any]]:
    """Return the alternatives of a target: a name, a mapping, or a list of these, lists inside of it too.

    `variables` may stand in `with`; without `bare` every part needs `with` or `where`.
    """
    if node.kind == "list":
        if not node.value:
            raise wrong(node, "the target is an empty list", "name a tool, such as `git_push`")
        return [one for part in node.value for one in target(part, variables=variables, bare=bare)]
    if node.kind == "scalar":
        if not bare:
            raise wrong(node, "a `require` needs `with` or `where`", "write `{tool: NAME, where: {ARGUMENT: GLOB}}`")
        return [{"tools": [text(node, "a tool's name")]}]
    return [_alternative(node, variables=variables, bare=bare)]


def _alternative(node: Node, *, variables: bool, bare: bool) -> dict[str, Any]:
    parts = mapping(node, "the target", KEYS)
    if "tool" not in parts:
        raise wrong(node, "the target names no tool", 'write `tool: NAME`, `tool: "*"` for any')
    found: dict[str, Any] = {"tools": [text(one, "a tool's name") for one in items(parts["tool"])]}
    if not found["tools"]:
        raise wrong(parts["tool"], "the target names no tool", "name one")
    found |= arguments(parts.get("with"), parts.get("where"), variables=variables)
    if not bare and not {"with", "where"} & found.keys():
        raise wrong(node, "a `require` needs `with` or `where`", "write `where: {ARGUMENT: GLOB}` beside the tool")
    if "not_tool" in parts:
        found["not"] = [text(one, "a tool's name") for one in items(parts["not_tool"])]
    flags = {name: boolean(parts[name], f"`{name}`") for name in FLAGS if name in parts}
    return found | flags


def arguments(given: Node | None, globs: Node | None, *, variables: bool = False) -> dict[str, Any]:
    """Return `with`, `where` and the variables among them as plain data."""
    equal, bound = {}, {}
    for name, node in (mapping(given, "`with`") if given is not None else {}).items():
        value = _expected(node)
        if not is_variable(value):
            equal[name] = value
        elif variables:
            bound[name] = value[1:]
        else:
            raise wrong(
                node, f"`{value}` is a variable, and only the parts of a `before` have those", "write the value itself"
            )
    where = {name: _globs(node) for name, node in (mapping(globs, "`where`") if globs is not None else {}).items()}
    named = (("with", equal), ("where", where), ("vars", bound))
    return {name: value for name, value in named if value}


def _expected(node: Node) -> Any:
    if node.kind == "map":
        raise wrong(node, "a value of `with` is a mapping", "give a text, a number, true, false or a list of these")
    return [_expected(one) for one in node.value] if node.kind == "list" else node.value


def _globs(node: Node) -> list[str]:
    found = []
    for one in items(node):
        if one.kind != "scalar" or one.text == "":
            raise wrong(one, "a glob of `where` is no text", "write a glob such as `*.lock`")
        if is_variable(one.text):
            raise wrong(one, f"`{one.text}` stands in `where`", "a variable belongs in `with`")
        found.append(one.text)
    if not found:
        raise wrong(node, "`where` has no glob for this argument", "write a glob such as `*.lock`")
    return found


def variables_of(alternatives: list[dict[str, Any]]) -> set[str]:
    """Return the variables that a target binds."""
    return {name for one in alternatives for name in one.get("vars", {}).values()}
