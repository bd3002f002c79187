"""`unguarded-agent`: an agent is not started with its hooks, settings or permissions switched off."""

from __future__ import annotations

from guardhost.builtin.agents import (
    ANY_LINE,
    HARMLESS_VALUES,
    HOMES,
    SWITCHES,
    TELLING,
    VALUES,
    VARIABLES,
    agent_of,
    before_dashes,
    in_code,
    looked_up,
    start_of,
)
from guardhost.builtin.catalog import answer
from guardhost.builtin.interpreters import INTERPRETERS, STARTERS, code_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.line import Command, Word
    from guardhost.model.verdict import Answer

ID = "unguarded-agent"
_HARMLESS = ("--help", "-h", "--version", "-V")
_BYPASSED = ("bypasspermissions", "bypass-permissions", "bypass", "yolo", "danger-full-access")
_ALLOWS = ("--allowedtools", "--allowed-tools")
_MAKERS = (".anthropic.com", ".openai.com", ".googleapis.com")  # whom an agent talks to anyway
_MODES = ("permission_mode", "permissionmode", "mode", "approval_mode", "approvalmode", "sandbox")


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny a start of an agent that leaves its guard behind."""
    told = [what for command in matter.commands if (what := _what(command, matter))]
    if matter.event.spawn is not None and (mode := _spawned(matter)):
        told.append(f"The child asks for `{mode}`.")
    return tuple(answer(ID, "deny", what) for what in dict.fromkeys(told))


def _spawned(matter: Matter) -> str:
    for key, value in matter.event.args.items():
        if str(key).lower() in _MODES and str(value).lower() in _BYPASSED:
            return f"{key}: {value}"
        if str(key).lower() in ("dangerously_skip_permissions", "dangerouslyskippermissions", "yolo") and value is True:
            return str(key)
    return ""


def _what(command: Command, matter: Matter) -> str:
    found = agent_of(command) or _held(command, matter)
    if found is None:
        return _unnamed(command) or _in_code(command)
    agent, args = found
    words = before_dashes(args)
    if any(word in _HARMLESS for word in words):
        return ""
    option = _option(agent, words)
    if option:
        return f"`{option}` starts {agent} without its hooks, settings or permissions."
    given = [(name, value) for name, value in (*command.env, *matter.assignments) if not _keeps(name, value, matter)]
    moved = [name for name, _value in given if name in VARIABLES.get(agent, ()) or name in HOMES]
    unset = [word for other in matter.commands if other.program == "unset" for word in other.args if word in HOMES]
    moved.extend(str(word) for word in unset)
    return f"`{moved[0]}` gives {agent} other settings." if moved else ""


def _keeps(name: str, value: Word, matter: Matter) -> bool:
    """Whether a variable gets a value with which nothing changes."""
    if name in HOMES:
        return value.known and value.rstrip("/") == matter.places.home and bool(value)
    if name.endswith("_BASE_URL"):
        host = value.lower().partition("://")[2].partition("/")[0].partition(":")[0]
        return value.known and (host in ("localhost", "127.0.0.1") or host.endswith(_MAKERS))
    return value.known and value.lower() in HARMLESS_VALUES.get(name, ())


def _held(command: Command, matter: Matter) -> tuple[str, tuple[Word, ...]] | None:
    """`C=$(which claude); $C --bare`."""
    raw = command.word.raw.strip('"').strip("${}")
    values = [value for name, value in matter.assignments if name == raw] if not command.program and raw else []
    name = next((agent for value in values if (agent := looked_up(value))), "")
    return (name, command.args) if name else None


def _in_code(command: Command) -> str:
    """An agent that code on the line starts: named there beside what starts a program."""
    if not command.program.startswith(INTERPRETERS):
        return ""
    text = code_of(command)
    if not any(mark in text for mark in STARTERS):
        return ""
    told = (
        f"`{option}` starts {agent} without its guard."
        for agent, words in in_code(text)
        if (option := _option(agent, words))
    )
    return next(told, "")


def _unnamed(command: Command) -> str:
    """A program whose name is not known before the run, with an option that only agents have."""
    telling = [word for word in command.args if word.startswith("--dangerously-")] if not command.program else []
    return f"`{telling[0]}` switches an agent's permissions off." if telling else ""


def _option(agent: str, words: tuple[Word, ...]) -> str:
    values = VALUES.get(agent, {})
    for at, word in enumerate(words):
        text = start_of(word)
        name, _, value = text.partition("=")
        if name.startswith(TELLING) or name in SWITCHES.get(agent, ()) or _bundled(text, agent):
            return name
        short = text[:2]
        if short in values and not text.startswith("--") and len(text) > 2:
            name, value = short, text[2:].lstrip("=")
        if name in values:
            given = value or (str(words[at + 1]) if at + 1 < len(words) else "")
            if given.lower() in values[name]:
                return f"{name} {given}"
        if agent == "claude" and name.lower() in _ALLOWS and (what := _any_line((value, *words[at + 1 :]))):
            return f"{name} {what}"
        if agent == "codex" and name in ("-c", "--config"):
            given = value or (str(words[at + 1]) if at + 1 < len(words) else "")
            if "=" in text and name == "-c":
                given = text[2:].lstrip("=")
            if _loosens(given):
                return f"-c {given}"
    return ""


def _any_line(values: tuple[str, ...]) -> str:
    """Return the entry of a list of tools that allows every shell line, "" for none; the list ends at the next option."""
    for value in values:
        if value.startswith("-"):
            break
        for entry in value.replace(",", " ").split():
            if entry.lower() in ANY_LINE:
                return entry
    return ""


def _bundled(text: str, agent: str) -> bool:
    """`-fp` holds `-f`: short options of one letter in one word."""
    if not text.startswith("-") or text.startswith("--") or not text[1:].isalpha() or len(text) > 4:
        return False
    return any(len(switch) == 2 and switch[1] in text[1:] for switch in SWITCHES.get(agent, ()))


def _loosens(setting: str) -> bool:
    """Whether a `key=value` of the configuration switches off what asks."""
    key, _, value = setting.partition("=")
    parts = key.strip().lower().split(".")
    value = value.strip().strip("\"'").lower()
    if "hooks" in parts or "codex_hooks" in parts:
        return True
    return (parts[-1] == "approval_policy" and value == "never") or value == "danger-full-access"
