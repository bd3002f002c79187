"""What in a host's settings guards: hooks, permissions and the guard's variables, compared between two texts."""

from __future__ import annotations

from guardhost.model import jsontext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Parts = tuple[list[str], list[str]]

NAMES = frozenset((
    "hooks", "disableallhooks", "disablehooks", "hooksdisabled", "hooksconfig", "hooksenabled", "allowmanagedhooksonly",
    "enable_experimental_hooks", "codex_hooks", "usehooks", "useclaudehooks", "plugin", "permissions", "permission",
    "defaultmode", "allowdangerouslyskippermissions", "skipdangerousmodepermissionprompt",
    "bypasspermissionsmodeaccepted", "disablebypasspermissionsmode", "dangerouslyallowall", "sandbox", "sandbox_mode",
    "sandbox_permissions", "sandbox_workspace_write", "approval_policy", "approvalmode", "approval_mode", "autoaccept",
    "autoapprove", "auto_approve", "autoapproval", "alwaysallow", "yolo", "allowall", "trust", "trust_level",
    "trustedfolders", "foldertrust", "coretools", "excludetools", "allowedtools", "trustalltools", "toolssettings",
    "disableyolomode", "securemodeenabled", "always_allow_tool_actions",
))  # fmt: skip
VARIABLES = (
    "GUARDHOST_", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "CURSOR_CONFIG_DIR", "GEMINI_CLI_HOME",
    "GEMINI_CLI_SYSTEM_SETTINGS_PATH", "QWEN_HOME", "VIBE_HOME", "OPENCODE_CONFIG", "OPENCODE_PURE",
    "OPENCODE_PERMISSION", "KIRO_HOME", "CLINE_DIR", "AMP_SETTINGS_FILE", "XDG_STATE_HOME", "XDG_CONFIG_HOME",
    "XDG_DATA_HOME", "LD_PRELOAD", "PYTHONPATH", "PYTHONHOME", "DISABLE_ALL_HOOKS",
)  # fmt: skip
# The first part of an editor's key that is about an agent in it.
_EDITOR_AGENTS = frozenset((
    "chat", "github", "copilot", "claude", "claudecode", "claude-code", "cline", "roo-cline", "kilo-code", "codex",
    "chatgpt", "gemini", "geminicodeassist", "cursor", "windsurf", "amp", "agent",
))  # fmt: skip


def compare(old: str | None, new: str, *, editor: bool = False) -> str:
    """Return what changes between two texts: "guarded", "other" or "same"; `old` is None when there is none.

    A new text that is empty, or is no JSON where the old one was, switches everything off and is "guarded".
    """
    is_new, after = _parts(new, editor)
    if old is None:
        emptied = not editor and new.strip() in ("", "{}", "[]", "null")
        return "guarded" if after[0] or emptied else "other"
    was, before = _parts(old, editor)
    if was and not is_new:
        return "guarded" if before[0] else "other"
    if before[0] != after[0]:
        return "guarded"
    return "same" if before[1] == after[1] else "other"


def guards(text: str, *, editor: bool = False) -> bool:
    """Return whether a text, whole or a piece of one, says anything that guards."""
    return bool(_parts(text, editor)[1][0]) or any(_is_guarded((word,)) for word in _words(text))


def is_json(text: str) -> bool:
    """Return whether a text is a JSON object, comments and trailing commas allowed."""
    return _parts(text, editor=False)[0]


def _parts(text: str, editor: bool) -> tuple[bool, Parts]:
    """Return whether the text is JSON, and its entries: those that guard, and the rest."""
    try:
        value = jsontext.decode(text)
    except ValueError:
        try:
            value = jsontext.decode(plain_json(text))
        except ValueError:
            return False, _line_parts(text)
    parts: Parts = ([], [])
    _flatten(value, (), False, parts, editor)
    return isinstance(value, dict), (sorted(parts[0]), sorted(parts[1]))


def _flatten(value: Any, path: tuple[str, ...], guarded: bool, parts: Parts, editor: bool) -> None:
    if isinstance(value, dict) and value:
        for key, item in value.items():
            names = (*path, *str(key).split(".")) if not path or editor else (*path, str(key))
            _flatten(item, names, guarded or _is_guarded(names[len(path) :], names, editor), parts, editor)
        return
    if isinstance(value, list) and value and guarded is False and any(isinstance(item, dict) for item in value):
        for at, item in enumerate(value):
            _flatten(item, (*path, str(at)), guarded, parts, editor)
        return
    parts[0 if guarded else 1].append(".".join(path) + "=" + repr(value))


def _is_guarded(fresh: tuple[str, ...], path: tuple[str, ...] = (), editor: bool = False) -> bool:
    if editor and path and path[0].lower() not in _EDITOR_AGENTS and path[:1] != ("settings",):
        return False
    return any(name.lower() in NAMES or name.startswith(VARIABLES) for name in fresh)


def plain_json(text: str) -> str:
    """Return JSON with its comments and trailing commas taken out, as hosts that allow them read it."""
    out: list[str] = []
    at, size = 0, len(text)
    while at < size:
        char = text[at]
        if char == '"':
            end = _string_end(text, at)
            out.append(text[at:end])
            at = end
        elif text.startswith("//", at):
            end = text.find("\n", at)
            at = size if end < 0 else end
        elif text.startswith("/*", at):
            end = text.find("*/", at)
            at = size if end < 0 else end + 2
        else:
            if char in "]}":
                _drop_comma(out)
            out.append(char)
            at += 1
    return "".join(out).lstrip("\ufeff")


def _string_end(text: str, at: int) -> int:
    at += 1
    while at < len(text) and text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    return at + 1


def _drop_comma(out: list[str]) -> None:
    at = len(out) - 1
    while at >= 0 and out[at].isspace():
        at -= 1
    if at >= 0 and out[at] == ",":
        del out[at]


def _line_parts(text: str) -> Parts:
    """Read TOML, YAML or anything else by its lines: the table or the outer key, the key, and lines that go on."""
    parts: Parts = ([], [])
    table: tuple[str, ...] = ()
    key: tuple[str, ...] = ()
    for line in text.splitlines():
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        if bare.startswith("[") and bare.rstrip().endswith("]") and "=" not in bare and "," not in bare:
            table, key = _names(bare.strip("[] ")), ()
        elif (found := _key(bare)) is not None:
            key = found
            if not line[0].isspace() and bare.endswith(":"):
                table, key = found, ()
            elif not line[0].isspace() and "=" not in bare:
                table = ()
        guarded = _is_guarded(table + key) or any(name in bare for name in VARIABLES)
        parts[0 if guarded else 1].append(bare)
    return parts


def _key(line: str) -> tuple[str, ...] | None:
    ends = [at for at in (line.find("="), line.find(":")) if at > 0]
    name = line[: min(ends)].strip().lstrip("- ") if ends else ""
    if not name or any(not (char.isalnum() or char in "_-.\"'") for char in name):
        return None
    return _names(name)


def _names(dotted: str) -> tuple[str, ...]:
    return tuple(name.strip("\"' ") for name in dotted.split("."))


def _words(text: str) -> list[str]:
    word, words = "", []
    for char in text + " ":
        if char.isalnum() or char in "_-":
            word += char
        elif word:
            words.append(word)
            word = ""
    return words
