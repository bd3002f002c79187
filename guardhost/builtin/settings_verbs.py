"""Commands of the hosts themselves that change their settings, tool servers, plugins or hooks."""

from __future__ import annotations

from guardhost.builtin.agents import agent_of, before_dashes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command

_SERVERS = ("add", "add-json", "add-from-claude-desktop", "remove", "enable", "disable", "reset-project-choices", "import")
_PLUGINS = ("install", "uninstall", "enable", "disable", "remove", "add", "link", "update")
_VERBS: dict[str, dict[str, tuple[str, ...]]] = {
    "claude": {"mcp": _SERVERS, "config": ("set", "add", "remove", "rm"), "plugin": _PLUGINS, "plugins": _PLUGINS},
    "codex": {"mcp": _SERVERS, "features": ("enable", "disable"), "plugin": _PLUGINS},
    "gemini": {"mcp": _SERVERS, "extensions": _PLUGINS, "hooks": ("enable", "disable", "enable-all", "disable-all")},
    "qwen": {"mcp": _SERVERS, "extensions": _PLUGINS, "hooks": ("enable", "disable", "enable-all", "disable-all")},
    "copilot": {"mcp": _SERVERS, "plugin": _PLUGINS},
    "cursor": {"mcp": _SERVERS},
    "opencode": {"mcp": _SERVERS, "plugin": _PLUGINS},
    "droid": {"mcp": _SERVERS, "plugin": _PLUGINS},
    "kiro": {"mcp": _SERVERS, "settings": ()},
    "amp": {"mcp": _SERVERS, "permissions": ("add", "edit", "remove")},
}
_SERVER_OPTIONS = {
    "claude": ("--mcp-config", "--plugin-dir"),
    "copilot": ("--additional-mcp-config",),
    "cursor": ("--approve-mcps",),
}
_GUARDS = ("hooks", "permissions", "codex_hooks", "approval_policy", "sandbox_mode")


def changed_by(command: Command) -> tuple[str, str] | None:
    """Return the decision on a host's own command that changes its settings, None for any other program."""
    found = agent_of(command)
    if found is None:
        return None
    agent, args = found
    for word in before_dashes(args):
        if word.partition("=")[0] in _SERVER_OPTIONS.get(agent, ()):
            return ("ask", f"`{agent} {word.partition('=')[0]}` starts tool servers of the line's choice.")
    words = [str(word) for word in before_dashes(args) if not word.startswith("-")]
    if len(words) < 2 or words[1] not in _VERBS.get(agent, {}).get(words[0], ()):
        return None
    guards = words[0] in _GUARDS or any(word.split(".")[0] in _GUARDS for word in words[2:])
    return ("deny" if guards else "ask", f"`{agent} {words[0]} {words[1]}` changes the host's settings.")
