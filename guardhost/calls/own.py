"""The specs that a rule file brings along (`tools:`), as entries of our notation: they add to ours and hide nothing."""

from __future__ import annotations

from guardhost.calls.notation import argument_name
from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    Entries = dict[str, tuple[str, str]]

KINDS = {"str": "=", "bool": "", "int": "=", "count": "+", "list": "=*", "attached": "?"}
TOP = ("tool", "aliases", "extend")
KEYS = ("posix", "options", "positionals", "subcommands", "after_dashdash", "key_value")
OPTION = ("flags", "type", "dest", "help", "choices", "global", "path")
POSITIONAL = ("name", "nargs", "choices", "unless", "path", "help")


class SpecError(ValueError):
    """A spec of a rule file that cannot be read: `place` are the keys that lead to what is wrong, `what` says what it is."""

    def __init__(self, place: tuple[str | int, ...], what: str) -> None:
        super().__init__(f"{'.'.join(map(str, place))}: {what}")
        self.place = place
        self.what = what


class Own(Record):
    """Specs beside ours: `programs` say which name in `commands` a program has, and the name of its tools."""

    programs: Mapping[str, tuple[str, str]] = {}
    commands: Mapping[str, tuple[str, str]] = {}
    styles: Mapping[str, str] = {}
    paths: Mapping[str, Mapping[str, bool]] = {}  # by program: the arguments that are said to be paths, or none


def own(tools: Any) -> Own:
    """Return the specs of a rule file's `tools`, a mapping of programs; `SpecError` where it cannot be read."""
    programs: dict[str, tuple[str, str]] = {}
    commands: Entries = {}
    styles: dict[str, str] = {}
    paths: dict[str, dict[str, bool]] = {}
    for name, spec in _mapping(tools, ("tools",)).items():
        place = ("tools", str(name))
        fields = _known(_mapping({} if spec is None else spec, place), (*TOP, *KEYS), place)
        tool = _text(fields.get("tool", name), (*place, "tool"))
        for program in (str(name), *_texts(fields.get("aliases"), (*place, "aliases"))):
            programs[program] = (str(name), tool)
        _command(str(name), {key: fields[key] for key in KEYS if key in fields}, place, commands)
        marked = dict(_marked(fields))
        paths |= {program: marked for program, (mine, _) in programs.items() if marked and mine == str(name)}
        styles[str(name)] = _style(commands, str(name))
    return Own(programs=programs, commands=commands, styles=styles, paths=paths)


def _marked(spec: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield the arguments that a spec, which has been read, marks as paths or as none."""
    for option in spec.get("options") or ():
        if "path" in option:
            yield option.get("dest") or argument_name(_texts(option["flags"], ())), bool(option["path"])
    for one in spec.get("positionals") or ():
        if "path" in one:
            yield one["name"], bool(one["path"])
    for inner in (spec.get("subcommands") or {}).values():
        yield from _marked(inner or {})


def _style(commands: Entries, name: str) -> str:
    """Return how a program writes its options: in whole words behind one dash where its spec has such a one."""
    spellings = [
        spelling
        for key, (notation, _) in commands.items()
        if key.split(" ")[0] == name
        for token in notation.split()
        for spelling in token.rpartition(":")[2].split(",")
    ]
    return "go" if any(one[:1] == "-" != one[1:2] and len(one.rstrip("=*?+")) > 2 for one in spellings) else "gnu"


def _command(key: str, spec: Mapping[str, Any], place: tuple[str | int, ...], commands: Entries) -> None:
    fields = _known(spec, KEYS, place)
    notation = " ".join(
        _option(option, (*place, "options", at))
        for at, option in enumerate(_list(fields.get("options"), (*place, "options")))
    )
    operands = [
        _positional(one, (*place, "positionals", at), posix=bool(fields.get("posix")))
        for at, one in enumerate(_list(fields.get("positionals"), (*place, "positionals")))
    ]
    inner = _mapping(fields.get("subcommands") or {}, (*place, "subcommands"))
    form = [*(["@"] if inner else []), *(["*="] if fields.get("key_value") else []), *operands]
    if fields.get("after_dashdash"):
        form += ["--", f"{_text(fields['after_dashdash'], (*place, 'after_dashdash'))}*"]
    commands[key] = notation, " ".join(form)
    for name, one in inner.items():
        at = (*place, "subcommands", str(name))
        _command(f"{key} {name}", _mapping({} if one is None else one, at), at, commands)


def _option(option: Any, place: tuple[str | int, ...]) -> str:
    fields = _known(_mapping(option, place), OPTION, place)
    flags = _texts(fields.get("flags"), (*place, "flags"))
    if not flags or not all(flag.startswith("-") and len(flag) > 1 and not set(flag) & set(" ,:@=") for flag in flags):
        raise SpecError((*place, "flags"), "give spellings such as [-p, --prod]")
    kind = fields.get("type", "str")
    if not isinstance(kind, str) or kind not in KINDS:
        raise SpecError((*place, "type"), f"`{kind}` is none of {', '.join(KINDS)}")
    name = _text(fields.get("dest") or argument_name(flags), (*place, "dest"))
    return f"{name}:{','.join(flags)}{KINDS[kind]}"


def _positional(one: Any, place: tuple[str | int, ...], *, posix: bool) -> str:
    fields = _known(_mapping(one, place), POSITIONAL, place)
    name = _text(fields.get("name"), (*place, "name"))
    nargs = fields.get("nargs")
    if nargs in ("...", "remainder") or (posix and nargs in ("*", "+")):
        name += "..."
    elif nargs in ("*", "+") or (isinstance(nargs, int) and nargs > 1):
        name += "*"
    elif nargs not in (None, "?", 1):
        raise SpecError((*place, "nargs"), f"`{nargs}` is none of ?, *, +, ... and a number")
    return "!".join((name, *_texts(fields.get("unless"), (*place, "unless"))))


def _mapping(value: Any, place: tuple[str | int, ...]) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise SpecError(place, "give a mapping")
    return value


def _list(value: Any, place: tuple[str | int, ...]) -> list[Any]:
    if not isinstance(value, list | None):
        raise SpecError(place, "give a list")
    return value or []


def _known(value: Mapping[str, Any], names: tuple[str, ...], place: tuple[str | int, ...]) -> Mapping[str, Any]:
    for name in value:
        if name not in names:
            raise SpecError((*place, str(name)), f"no such key; there are {', '.join(names)}")
    return value


def _text(value: Any, place: tuple[str | int, ...]) -> str:
    if not isinstance(value, str) or not value.replace("_", "").replace("-", "").isalnum():
        raise SpecError(place, "give a name")
    return value


def _texts(value: Any, place: tuple[str | int, ...]) -> list[str]:
    each = [value] if isinstance(value, str) else _list(value, place)
    if not all(isinstance(one, str) for one in each):
        raise SpecError(place, "give texts")
    return each
