"""The agent programs that we know by name, and what switches off their hooks, settings or permissions."""

from __future__ import annotations

from itertools import pairwise

from guardhost.builtin.asking import LAUNCHERS
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
    "pi": "pi", "pi-coding-agent": "pi", "auggie": "auggie",
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
ANY_LINE = ("bash", "bash(*)", "bash(:*)", "bash(**)", "*")  # allowed without a question: every shell line
# Agent -> option -> values with which it switches permissions off.
VALUES: dict[str, dict[str, tuple[str, ...]]] = {
    "claude": {"--permission-mode": ("bypasspermissions",)},
    "codex": {
        "--sandbox": ("danger-full-access",),
        "-s": ("danger-full-access",),
        "--disable": ("hooks", "codex_hooks"),
        "--ask-for-approval": ("never",),
        "-a": ("never",),
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
    "claude": ("CLAUDE_CONFIG_DIR", "CLAUDE_CODE_SIMPLE", "DISABLE_ALL_HOOKS", "ANTHROPIC_BASE_URL"),
    "codex": ("CODEX_HOME", "OPENAI_BASE_URL"),
    "copilot": ("COPILOT_HOME", "COPILOT_ALLOW_ALL", "GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS"),
    "cursor": ("CURSOR_CONFIG_DIR",),
    "gemini": ("GEMINI_CLI_HOME", "GEMINI_CLI_SYSTEM_SETTINGS_PATH", "GOOGLE_GEMINI_BASE_URL"),
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
# Values with which a variable leaves things as they are: of a switch, no; of the rest, what says yes.
HARMLESS_VALUES: dict[str, tuple[str, ...]] = {
    "CLAUDE_CODE_SIMPLE": ("", "0", "false"),
    "DISABLE_ALL_HOOKS": ("", "0", "false"),
    "COPILOT_ALLOW_ALL": ("", "0", "false"),
    "OPENCODE_PURE": ("", "0", "false"),
    "GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS": ("1", "true"),
    "PLUGINS": ("all",),
}

RUNNERS: dict[str, tuple[str, ...]] = {
    "npx": (), "bunx": (), "pnpx": (), "uvx": (), "npm": ("exec", "x", "run", "run-script"),
    "pnpm": ("dlx", "exec", "run"), "yarn": ("dlx", "exec", "run"), "bun": ("x", "run"), "pipx": ("run",),
    "uv": ("run", "tool"), "deno": ("run",),
}  # fmt: skip
# Runners that take the name of a package's program without a verb.
_BARE = ("pnpm", "yarn", "bun", "deno")
_INTERPRETERS = ("node", "nodejs", "bun", "deno", "tsx", "python", "pypy")
_LOOKUPS = ("which ", "command -v", "type -p", "type -P", "whence ", "readlink", "realpath")


def agent_of(command: Command) -> tuple[str, tuple[Word, ...]] | None:
    """Return the agent that a program is, or that it fetches and runs, with the agent's words; None for no agent."""
    name = _name(command.program)
    if name:
        return name, _without_dashes(command) if "npm" in command.wrappers else command.args
    if command.program == "gh" and command.args[:1] == ("copilot",):
        return "copilot", command.args[1:]
    if command.program in LAUNCHERS:
        return _launched(command)
    if command.program == "cursor" and command.args[:1] == ("agent",):
        return "cursor", command.args[1:]
    if not command.program:
        name = looked_up(command.word)
        return (name, command.args) if name else None
    return _fetched(command) or _interpreted(command)


def _without_dashes(command: Command) -> tuple[Word, ...]:
    """`npm exec name -- words`: npm takes the first `--` away."""
    at = next((at for at, word in enumerate(command.args) if word == "--"), None)
    return command.args if at is None else command.args[:at] + command.args[at + 1 :]


def _launched(command: Command) -> tuple[str, tuple[Word, ...]] | None:
    """A terminal or a runner, with the agent's words in its own or in one text."""
    for at, word in enumerate(command.args):
        pieces = word.split()
        if pieces and (name := _name(pieces[0].rpartition("#")[2])):
            rest = (*map(Word, pieces[1:]), *command.args[at + 1 :])
            return name, rest[1:] if command.program == "nix" and rest[:1] == ("--",) else rest
    return None


def in_code(text: str) -> list[tuple[str, tuple[Word, ...]]]:
    """Return each agent that a text of code names, with the words behind it."""
    words = "".join(char if char.isalnum() or char in "_-./@=" else " " for char in text).split()
    return [(name, tuple(map(Word, words[at + 1 : at + 16]))) for at, word in enumerate(words) if (name := _name(word))]


def looked_up(word: Word) -> str:
    """The agent of `$(which claude)`."""
    if word.known or not any(lookup in word.raw for lookup in _LOOKUPS):
        return ""
    names = "".join(char if char.isalnum() or char in "_-/" else " " for char in word.raw).split()
    # `which q` and the like: a name that means nothing without the look-up before it counts as well.
    return next((name for one in names if (name := _name(one))), "")


def _fetched(command: Command) -> tuple[str, tuple[Word, ...]] | None:
    verbs = RUNNERS.get(command.program)
    if verbs is None:
        return None
    operands = [(at, word) for at, word in enumerate(command.args) if not word.startswith("-")]
    if verbs and operands and operands[0][1] in verbs:
        operands = operands[1:]
    elif verbs and command.program not in _BARE:
        return None
    if operands and operands[0][1] == "run":
        operands = operands[1:]
    for at, word in operands[:1]:
        name = _name(word) or _packaged(word)
        return (name, command.args[at + 1 :]) if name else None
    return None


def _interpreted(command: Command) -> tuple[str, tuple[Word, ...]] | None:
    """`node .../@anthropic-ai/claude-code/cli.js`, `python -m aider`."""
    program = command.program.rstrip("0123456789.")
    if program not in _INTERPRETERS:
        return None
    if program in ("python", "pypy"):
        from guardhost.builtin.interpreters import python

        started = python(command)
        script = started.script
        name = _name(started.module.partition(".")[0]) or (_script(script) if script is not None else "")
        return (name, started.args) if name else None
    for at, word in enumerate(command.args):
        if word.startswith("-") or word == "run":
            continue
        name = _script(word)
        return (name, command.args[at + 1 :]) if name else None
    return None


def _script(word: Word) -> str:
    return _packaged(word) or (_name(word) if "/" in word else "") or looked_up(word)


def _packaged(word: Word) -> str:
    """The agent whose package a file lies in, or that an address such as `npm:@scope/name` is of."""
    text = str(word) if word.known else str(word.parts[-1] or "")
    parts = text.lower().replace("npm:", "npm:/").split("/")
    for before, part in pairwise(parts):
        if before.startswith("@") or before in ("node_modules", "npm:", "site-packages"):
            name = NAMES.get(part.partition("@")[0], "")
            if name:
                return name
    return ""


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
