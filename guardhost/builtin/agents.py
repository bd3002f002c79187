"""The agent programs that we know by name, and what switches off their hooks, settings or permissions."""

from __future__ import annotations

from guardhost.model.line import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command

# Program or package name -> agent.
NAMES: dict[str, str] = {
    "claude": "claude", "claude-code": "claude", "codex": "codex", "copilot": "copilot", "cursor-agent": "cursor",
    "gemini": "gemini", "gemini-cli": "gemini", "qwen": "qwen", "qwen-code": "qwen", "vibe": "vibe",
    "mistral-vibe": "vibe", "opencode": "opencode", "opencode-ai": "opencode", "cline": "cline", "kiro": "kiro",
    "kiro-cli": "kiro", "q": "kiro", "droid": "droid", "amp": "amp", "goose": "goose", "aider": "aider",
    "aider-chat": "aider", "crush": "crush", "devin": "devin", "kimi": "kimi", "kimi-cli": "kimi", "hermes": "hermes",
    "pi": "pi", "pi-coding-agent": "pi",
}  # fmt: skip

# Agent -> options that switch something off by standing there.
SWITCHES: dict[str, tuple[str, ...]] = {
    "claude": ("--bare", "--safe-mode", "--settings", "--setting-sources", "--no-hooks"),
    "codex": ("--yolo", "--ignore-user-config", "--ignore-rules"),
    "copilot": ("--allow-all-tools", "--allow-all-paths", "--allow-all", "--yolo", "--config-dir"),
    "cursor": ("--force", "-f", "--yolo"),
    "gemini": ("--yolo", "-y"),
    "qwen": ("--yolo", "-y"),
    "vibe": ("--auto-approve",),
    "opencode": ("--pure",),
    "cline": ("--yolo", "-y", "--auto-approve-all", "--config"),
    "kiro": ("--trust-all-tools",),
    "droid": ("--skip-permissions-unsafe",),
    "amp": ("--settings-file",),
    "aider": ("--yes-always",),
    "crush": ("--yolo", "-y"),
    "kimi": ("--yolo", "-y", "--auto-approve"),
    "hermes": ("--yolo", "--safe-mode"),
    "pi": ("--no-extensions", "-ne"),
}
# Agent -> option -> values with which it switches permissions off.
VALUES: dict[str, dict[str, tuple[str, ...]]] = {
    "claude": {"--permission-mode": ("bypasspermissions",)},
    "codex": {
        "--sandbox": ("danger-full-access",),
        "-s": ("danger-full-access",),
        "--disable": ("hooks", "codex_hooks"),
    },
    "gemini": {"--approval-mode": ("yolo",)},
    "qwen": {"--approval-mode": ("yolo",)},
    "vibe": {"--agent": ("auto-approve",)},
    "devin": {"--permission-mode": ("bypass", "dangerous")},
    "kimi": {"--approval-mode": ("yolo",)},
}
# Any agent: an option that begins so says itself what it does.
TELLING = ("--dangerously", "--allow-dangerously", "--bypass-permissions", "--disable-hooks")
# Variables that move an agent's settings, or switch its hooks off; any other variable in front passes.
VARIABLES: dict[str, tuple[str, ...]] = {
    "claude": ("CLAUDE_CONFIG_DIR",),
    "codex": ("CODEX_HOME",),
    "copilot": ("COPILOT_HOME", "COPILOT_ALLOW_ALL"),
    "cursor": ("CURSOR_CONFIG_DIR",),
    "gemini": ("GEMINI_CLI_HOME", "GEMINI_CLI_SYSTEM_SETTINGS_PATH"),
    "qwen": ("QWEN_HOME",),
    "vibe": ("VIBE_HOME",),
    "opencode": (
        "OPENCODE_PURE", "OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR", "OPENCODE_CONFIG_CONTENT", "OPENCODE_PERMISSION",
    ),
    "cline": ("CLINE_DIR",),
    "kiro": ("KIRO_HOME",),
    "amp": ("AMP_SETTINGS_FILE", "PLUGINS"),
    "hermes": ("HERMES_HOME",),
}  # fmt: skip
HOMES = ("HOME",)

RUNNERS: dict[str, tuple[str, ...]] = {
    "npx": (), "bunx": (), "pnpx": (), "uvx": (), "npm": ("exec", "x"), "pnpm": ("dlx", "exec"), "yarn": ("dlx", "exec"),
    "bun": ("x",), "pipx": ("run",), "uv": ("run", "tool"),
}  # fmt: skip


def agent_of(command: Command) -> tuple[str, tuple[Word, ...]] | None:
    """Return the agent that a program is, or that it fetches and runs, with the agent's words; None for no agent."""
    name = _name(command.program)
    if name:
        return name, command.args
    if command.program == "cursor" and command.args[:1] == ("agent",):
        return "cursor", command.args[1:]
    return _fetched(command)


def _fetched(command: Command) -> tuple[str, tuple[Word, ...]] | None:
    verbs = RUNNERS.get(command.program)
    if verbs is None or (verbs and (not command.args or command.args[0] not in verbs)):
        return None
    for at, word in enumerate(command.args):
        if at == 0 and verbs:
            continue
        if not word.startswith("-") and word != "run":
            name = _name(word)
            return (name, command.args[at + 1 :]) if name else None
    return None


def _name(word: str) -> str:
    base = word.rsplit("/", 1)[-1].lower()
    return NAMES.get(base.partition("@")[0], "")


def before_dashes(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return the words up to a `--`."""
    for at, word in enumerate(words):
        if word == "--" and word.known:
            return words[:at]
    return words


def start_of(word: Word) -> str:
    """Return a word, or of one that is not known whole the literal text that it starts with."""
    return str(word) if word.known else str((word.parts or ("",))[0] or "")
