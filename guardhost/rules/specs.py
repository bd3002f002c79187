"""The command specs of a rule file (`tools:`): options, operands and subcommands of a program, as data.

Off the hook's path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.rules.reading import boolean, items, mapping, text, wrong

if TYPE_CHECKING:
    from guardhost.rules.nodes import Node

KEYS = (
    "tool", "posix", "aliases", "options", "positionals", "subcommands", "after_dashdash", "key_value", "extend", "help",
)  # fmt: skip
OPTION_KEYS = ("flags", "type", "dest", "help", "choices", "global", "path")
KINDS = {"str": "=", "int": "=", "list": "=*", "attached": "?", "bool": "", "count": ""}


def spec(node: Node) -> dict[str, Any]:
    """Return a program's commands in the notation of `calls.notation`: words of a command -> [options, operands]."""
    commands: dict[str, list[str]] = {}
    _command(node, "", commands)
    return commands


def _command(node: Node, words: str, commands: dict[str, list[str]]) -> None:
    if node.kind == "scalar" and node.value is None:
        commands[words] = ["", ""]
        return
    parts = mapping(node, "the spec", KEYS)
    options = " ".join(_option(one) for one in items(parts["options"])) if "options" in parts else ""
    names = [_positional(one) for one in items(parts["positionals"])] if "positionals" in parts else []
    form = " ".join(names)
    if "after_dashdash" in parts:
        form += f" -- {text(parts['after_dashdash'], '`after_dashdash`')}*"
    inner = mapping(parts["subcommands"], "`subcommands`") if "subcommands" in parts else {}
    commands[words] = [options, ("@ " + form).strip() if inner else form.strip()]
    for name, one in inner.items():
        _command(one, f"{words} {name}".strip(), commands)


def _option(node: Node) -> str:
    parts = mapping(node, "an option", OPTION_KEYS)
    if "flags" not in parts:
        raise wrong(node, "the option has no `flags`", "write `flags: [-p, --prod]`")
    flags = [text(one, "a flag") for one in items(parts["flags"])]
    for flag, one in zip(flags, items(parts["flags"]), strict=True):
        if not flag.startswith("-") or any(char in flag for char in " ,=?*:"):
            raise wrong(one, f"`{flag}` is no flag", "write it as it stands on a line, such as `--prod`")
    kind = text(parts["type"], "`type`") if "type" in parts else "str"
    if kind not in KINDS:
        raise wrong(parts["type"], f"there is no type `{kind}`", f"give one of: {', '.join(KINDS)}")
    if "global" in parts:
        boolean(parts["global"], "`global`")
    named = f"{text(parts['dest'], '`dest`')}:" if "dest" in parts else ""
    return f"{named}{','.join(flags)}{KINDS[kind]}"


def _positional(node: Node) -> str:
    if node.kind == "scalar":
        return text(node, "an operand's name")
    parts = mapping(node, "an operand", ("name", "nargs", "choices", "unless", "path", "help"))
    if "name" not in parts:
        raise wrong(node, "the operand has no `name`", "write `name: NAME`")
    count = parts["nargs"].text if "nargs" in parts else ""
    return text(parts["name"], "`name`") + ("*" if count in ("*", "+") else "")
