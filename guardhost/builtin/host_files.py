"""The files of agent hosts that decide whether a guard is asked: one row a place.

What counts as what: `hooks` are definitions of hooks, `scripts` the programs and plugins that they start,
`permissions` and trust lists, `settings` a file in which hooks or permissions are some of the keys, `servers` lists
of tool servers, `editor` an editor's settings of which an agent's keys count, `brief` a text whose front matter may
hold hooks or a permission mode, `environment` a file of variables.
"""

from __future__ import annotations

from guardhost.builtin.paths import fits

# Folder name -> patterns of what lies below it, most telling first. Folded, since names are compared so.
FOLDERS: dict[str, tuple[tuple[str, str], ...]] = {
    ".claude": (
        ("settings.json", "settings"),
        ("settings.local.json", "settings"),
        ("managed-settings.json", "permissions"),
        ("hooks/**", "scripts"),
        ("plugins/**/hooks.json", "hooks"),
        ("plugins/**/hooks/**", "scripts"),
        ("agents/**", "brief"),
        ("skills/**", "brief"),
    ),
    ".codex": (
        ("config.toml", "settings"),
        ("hooks.json", "hooks"),
        ("hooks/**", "scripts"),
        ("rules/**", "permissions"),
        ("requirements.toml", "permissions"),
        ("managed_config.toml", "permissions"),
        ("plugins/**/hooks.json", "hooks"),
    ),
    ".copilot": (
        ("hooks/**", "hooks"),
        ("settings.json", "settings"),
        ("config.json", "settings"),
        ("mcp-config.json", "servers"),
    ),
    ".github": (
        ("hooks/*.json", "hooks"),
        ("copilot/settings.json", "settings"),
        ("copilot/settings.local.json", "settings"),
    ),
    ".vscode": (("settings.json", "editor"), ("mcp.json", "servers")),
    "code": (("user/settings.json", "editor"), ("user/mcp.json", "servers")),
    ".zed": (("settings.json", "editor"),),
    ".cursor": (
        ("hooks.json", "hooks"),
        ("hooks/**", "scripts"),
        ("mcp.json", "servers"),
        ("cli.json", "settings"),
        ("cli-config.json", "settings"),
        ("permissions.json", "permissions"),
        ("sandbox.json", "permissions"),
    ),
    "cursor": (("user/settings.json", "editor"),),
    ".gemini": (
        ("settings.json", "settings"),
        ("trusted_hooks.json", "permissions"),
        ("trustedfolders.json", "permissions"),
        ("policies/**", "permissions"),
        ("config/hooks.json", "hooks"),
        ("hooks/**", "scripts"),
        ("extensions/**/hooks.json", "hooks"),
        (".env", "environment"),
    ),
    ".qwen": (("settings.json", "settings"), ("hooks/**", "scripts"), ("trustedfolders.json", "permissions")),
    ".vibe": (
        ("hooks.toml", "hooks"),
        ("config.toml", "settings"),
        ("trusted_folders.toml", "permissions"),
        (".env", "environment"),
    ),
    ".opencode": (
        ("plugin/**", "scripts"),
        ("plugins/**", "scripts"),
        ("opencode.json", "settings"),
        ("opencode.jsonc", "settings"),
        ("agent/**", "brief"),
        ("agents/**", "brief"),
    ),
    ".cline": (("hooks/**", "scripts"), ("data/settings/**", "settings")),
    ".clinerules": (("hooks/**", "scripts"),),
    "cline": (("hooks/**", "scripts"),),
    ".windsurf": (("hooks.json", "hooks"), ("hooks/**", "scripts")),
    ".codeium": (("**/hooks.json", "hooks"), ("**/mcp_config.json", "servers")),
    ".kiro": (
        ("hooks/**", "hooks"),
        ("agents/**", "settings"),
        ("settings/mcp.json", "servers"),
        ("settings/**", "settings"),
    ),
    ".amazonq": (("cli-agents/**", "settings"), ("mcp.json", "servers")),
    ".factory": (
        ("hooks.json", "hooks"),
        ("hooks/**", "hooks"),
        ("settings.json", "settings"),
        ("settings.local.json", "settings"),
        ("mcp.json", "servers"),
    ),
    ".amp": (("plugins/**", "scripts"), ("settings.json", "settings")),
    ".agents": (("hooks.json", "hooks"), ("plugins/**/hooks/**", "hooks")),
    "_agents": (("hooks.json", "hooks"),),
    ".devin": (("hooks*.json", "hooks"), ("config.json", "settings"), ("config.local.json", "settings")),
    ".kimi-code": (("config.toml", "settings"),),
    ".hermes": (("config.yaml", "settings"),),
    ".pi": (("extensions/**", "scripts"), ("settings.json", "settings"), ("agent/extensions/**", "scripts")),
    ".openclaw": (("openclaw.json", "settings"),),
    ".config": (
        ("opencode/plugin*/**", "scripts"),
        ("opencode/opencode.json*", "settings"),
        ("amp/plugins/**", "scripts"),
        ("amp/settings.json", "settings"),
        ("goose/config.yaml", "settings"),
        ("goose/permission.yaml", "permissions"),
        ("devin/config.json", "settings"),
        ("zed/settings.json", "editor"),
    ),
    "etc": (
        ("claude-code/**", "permissions"),
        ("codex/**", "permissions"),
        ("github-copilot/**", "permissions"),
        ("cursor/hooks.json", "hooks"),
        ("gemini-cli/settings.json", "settings"),
        ("windsurf/hooks.json", "hooks"),
    ),
    "claudecode": (("managed-settings.json", "permissions"), ("managed-settings.d/**", "permissions")),
    "plugins": (("guardhost/**", "scripts"),),
    "extensions": (
        ("python/tool_execute_before/**", "scripts"),
        ("python/tool_execute_after/**", "scripts"),
    ),
}
FILES: dict[str, str] = {
    ".mcp.json": "servers",
    ".claude.json": "settings",
    "opencode.json": "settings",
    "opencode.jsonc": "settings",
    "cline_mcp_settings.json": "servers",
}
_START_FILES = (
    ".bashrc", ".bash_profile", ".bash_login", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".envrc", ".kshrc",
)  # fmt: skip
# Folders that a host shares with other programs: to remove one is no attack on the host.
SHARED = (
    "plugins",
    ".github",
    ".vscode",
    "code",
    ".zed",
    ".config",
    "etc",
    "cline",
    "cursor",
    "extensions",
    ".agents",
    "_agents",
)


def kind_of(path: str) -> str:
    """Return what the file at a folded path is to a host, "" when it is nothing."""
    parts = path.strip("/").split("/")
    for at, part in enumerate(parts[:-1]):
        for pattern, kind in FOLDERS.get(part, ()):
            if below(parts[at + 1 :], pattern.split("/")):
                return kind if part != "etc" or at == 0 else ""
    name = parts[-1]
    if name.startswith(".env") or name in _START_FILES:
        return "environment"
    return "editor" if name.endswith(".code-workspace") else FILES.get(name, "")


def holds(path: str) -> str:
    """Return the kind of the first host file that goes when the folder at a folded path goes, "" for none."""
    parts = path.strip("/").split("/")
    for at, part in enumerate(parts):
        rest = parts[at + 1 :]
        for pattern, kind in FOLDERS.get(part, ()):
            wanted = pattern.split("/")
            if kind in ("brief", "environment") or (not rest and part in SHARED) or (part == "etc" and at > 0):
                continue
            if len(rest) < len(wanted) and all(fits(one, two) for one, two in zip(rest, wanted, strict=False)):
                return kind
    return ""


def below(parts: list[str], pattern: list[str]) -> bool:
    """Return whether the names match a pattern; a `**` in it stands for one name or more at the end, none inside."""
    if not pattern:
        return not parts
    if pattern[0] != "**":
        return bool(parts) and (parts[0] == pattern[0] or fits(parts[0], pattern[0])) and below(parts[1:], pattern[1:])
    if len(pattern) == 1:
        return bool(parts)
    return any(below(parts[at:], pattern[1:]) for at in range(len(parts)))


def examples(base: str) -> tuple[tuple[str, str], ...]:
    """Return a path of each kind below a folder with its kind: what a glob is tried on."""
    found = []
    for folder, rows in FOLDERS.items():
        if folder in SHARED or not folder.startswith("."):
            continue
        for pattern, kind in rows:
            if kind in ("hooks", "settings", "permissions", "servers", "scripts"):
                name = pattern.replace("/**", "/guard-hook").replace("**/", "guard/").replace("*", "")
                found.append((f"{base}/{folder}/{name}", kind))
    return (*found, *((f"{base}/{name}", kind) for name, kind in FILES.items()))
