"""Which built-in rules could speak to a call: a look at names and paths, then only those families are imported."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.line import Command, VcsCall
    from guardhost.model.verdict import Answer

# In the order of `spec`: the first of equally strict answers names the verdict.
FAMILIES = (
    "guard_tamper",
    "vcs_off",
    "policy_commit",
    "host_settings",
    "unguarded_agent",
    "inline_alias",
    "delete_outside",
    "write_outside",
    "history_rewrite",
    "discard_work",
    "worktree_remove",
    "hooks_off",
    "code_injection",
    "remote_script",
    "secret_read",
    "system_harm",
    "secret_write",
    "data_harm",
    "delete_inside",
    "push_protected",
    "spawn_limits",
    "shared_stash",
    "policy_write",
    "unreadable",
)
# Names of folders and files in which a host keeps hooks, settings or tool servers; `host_files` says what counts.
HOST_FOLDERS = frozenset((
    ".claude", ".codex", ".copilot", ".github", ".cursor", ".gemini", ".qwen", ".vibe", ".opencode", ".cline", ".kiro",
    ".windsurf", ".codeium", ".factory", ".amp", ".agents", "_agents", ".devin", ".kimi-code", ".hermes", ".pi",
    ".openclaw", ".amazonq", ".vscode", ".zed", ".config", ".clinerules", "cline", "code", "cursor", "etc", "claudecode",
    "extensions", "plugins",
))  # fmt: skip
HOST_FILES = frozenset((".mcp.json", ".claude.json", "opencode.json", "opencode.jsonc", "cline_mcp_settings.json"))
START_FILES = ("rc", "profile", "zshenv", "zlogin", ".code-workspace")
_VCS = (".git", ".hg", ".jj", ".sl")
_POLICY = ("guard.py", "guard.yaml", "guard.yml")
_KILLERS = ("pkill", "killall", "kill", "skill")
_MODES = ("chmod", "chown", "chgrp", "chattr", "setfacl")
_INSTALLERS = ("pip", "uv", "virtualenv", "conda", "mamba", "micromamba", "brew")
_FINDERS = ("find", "fd", "fdfind")
_ACTS = ("-delete", "-exec", "-ok", "-x")
# Git's subcommands that could leave no HEAD, and words of others that could.
_HEADS = ("symbolic-ref", "update-ref", "replace")
_HEAD_WORDS = ("--or", "--sep", "extensions.", "-dir", "--show-toplevel")
# Git's subcommands that commit or move HEAD, and those that do so with such a word.
_MOVES = frozenset((
    "am", "bisect", "checkout", "cherry-pick", "commit", "fast-import", "filter-branch", "filter-repo", "merge", "pull",
    "rebase", "reset", "revert", "switch", "symbolic-ref", "update-ref",
))  # fmt: skip
_MOVES_WITH = {"branch": (" -f", "--f"), "fetch": (" -u", "--up"), "reflog": ("--up",), "stash": ("branch",)}
# Terminals and the like, which start the program that stands among their words.
LAUNCHERS = (
    "kitty", "xterm", "gnome-terminal", "alacritty", "wezterm", "foot", "konsole", "ghostty", "zellij", "nix", "terminator",
    "xfce4-terminal", "urxvt", "st", "dtach", "abduco", "pm2",
)  # fmt: skip
AGENTS = frozenset((
    "claude", "claude-code", "codex", "copilot", "cursor-agent", "cursor", "gemini", "gemini-cli", "qwen", "qwen-code",
    "vibe", "mistral-vibe", "opencode", "opencode-ai", "cline", "kiro", "kiro-cli", "q", "droid", "amp", "goose", "aider",
    "aider-chat", "crush", "devin", "kimi", "kimi-cli", "hermes", "pi", "pi-coding-agent", "auggie", "npx", "bunx",
    "pnpx", "npm",
    "pnpm", "yarn", "bun", "pipx", "uv", "uvx", "deno", "node", "nodejs", "tsx", "gh",
    "perl", "ruby", "php", "lua", *LAUNCHERS,
))  # fmt: skip
# Programs that run what a file of the project says under a name.
TASK_RUNNERS = frozenset((
    "make", "gmake", "just", "npm", "pnpm", "yarn", "bun", "composer", "deno", "poe", "pdm", "hatch", "rye",
    "task", "go-task",
))  # fmt: skip


def ask(matter: Matter) -> tuple[Answer, ...]:
    """Return the answer of every built-in rule that fires, the strictest not yet chosen."""
    if matter.event.seam == "tool" and matter.event.args and not matter.effects.touches:
        from guardhost.builtin.tool_paths import placed

        matter = placed(matter)
    families, changes = _could_fire(matter)
    from guardhost.builtin.gate import could_harm

    could_harm(matter, families)
    answers: list[Answer] = []
    if any(_is_open(command) for command in matter.commands):
        from guardhost.builtin.git_maybe import judged as maybe

        answers.extend(maybe(matter, ask))  # what they may be comes first, as the weightier reason
    for family in FAMILIES:
        if family in families:
            module = __import__(f"guardhost.builtin.{family}", fromlist=("judge",))
            answers.extend(module.judge(matter, changes))
    if any(not touch.path for touch in matter.effects.changes):
        from guardhost.builtin.maybe_guarded import judged as maybe_guarded

        answers.extend(maybe_guarded(matter))
    if matter.reads is not None and any(_runs_tasks(command) for command in matter.commands):
        from guardhost.builtin.tasks import judged

        answers.extend(judged(matter, ask))
    if matter.event.seam == "tool" and matter.reads is not None and _runs_lines(matter.event.tool):
        from guardhost.builtin.own_runs import given

        answers.extend(given(matter, ask))
    if matter.event.seam == "tool" and "git" in matter.event.tool.lower():
        from guardhost.builtin.tool_git import given as by_git

        answers.extend(by_git(matter, ask))
    if matter.reads is not None and any(touch.text and _runs_itself(touch.path) for touch in matter.effects.changes):
        from guardhost.builtin.own_runs import judged as written

        answers.extend(written(matter, ask))
    return tuple(answers)


def _runs_lines(tool: str) -> bool:
    return any(word in tool.lower() for word in ("shell", "terminal", "bash", "exec", "command", "process", "run"))


def _runs_itself(path: str) -> bool:
    return (
        "hooks/" in path
        or "/.husky/" in path
        or path.endswith((".envrc", "devcontainer.json", "tasks.json", "package.json"))
    )


def _runs_tasks(command: Command) -> bool:
    if command.program == "node":
        return "--run" in command.args
    return command.program in TASK_RUNNERS or (bool(command.wrappers) and command.wrappers[-1] in TASK_RUNNERS)


def _could_fire(matter: Matter) -> tuple[set[str], tuple[Seen, ...]]:
    families: set[str] = set()
    if not matter.readable:
        families.add("unreadable")
    if matter.event.spawn is not None:
        families.update(("unguarded_agent", "spawn_limits"))
    for name, _value in matter.assignments:
        _by_variable(name, families)
    for command in matter.commands:
        _by_program(command, families)
    if not matter.effects.changes:
        return families, ()
    from guardhost.builtin.paths import seen

    changes = seen(matter)
    for touch, names in changes:
        if touch.pattern or touch.recursive or touch.kind == "move" or touch.link:
            families.update(("guard_tamper", "host_settings", "vcs_off", "policy_write"))
        for name in names:
            _by_path(name, matter, families)
    return families, changes


def _by_variable(name: str, families: set[str]) -> None:
    if name.startswith(("GUARDHOST_", "XDG_")):
        families.add("guard_tamper")
    if name.startswith(("GIT_CONFIG", "HGRCPATH", "JJ_CONFIG")):
        families.add("inline_alias")


def _by_program(command: Command, families: set[str]) -> None:
    program = command.program.lower()
    text = " ".join(command.args).lower()
    for name, _value in command.env:
        _by_variable(name, families)
    read = "".join(redirect.target for redirect in command.redirects)
    if command.vcs is not None:
        _by_vcs(command.vcs, text, bool(command.env), families)
    if (
        program in _KILLERS
        or "guardhost" in f"{program} {text} {command.path} {command.word.raw} {command.cwd} {read}".lower()
    ):
        families.add("guard_tamper")
    if command.stdin is not None and "guardhost" in command.stdin:
        families.add("guard_tamper")
    if "uninstall" in text or program.startswith(_INSTALLERS) or (program.startswith("py") and _names_installer(text)):
        families.add("guard_tamper")
    if any(name in text for name in (*_VCS, *HOST_FILES)) or not HOST_FOLDERS.isdisjoint(text.replace("/", " ").split()):
        families.update(("host_settings", "vcs_off"))
    if program in _FINDERS and any(word in text for word in _ACTS):
        families.update(("guard_tamper", "host_settings", "vcs_off"))
    if "xargs" in command.wrappers:
        families.update(("guard_tamper", "host_settings", "vcs_off"))
    if program in _MODES:
        families.update(("guard_tamper", "host_settings", "vcs_off"))
    if not program and command.args:
        families.update(("unguarded_agent", "guard_tamper"))
    if program.partition("@")[0] in AGENTS or program.startswith(("python", "pypy")):
        families.update(("unguarded_agent", "host_settings", "guard_tamper"))


def _is_open(command: Command) -> bool:
    """Whether a git call has a word that is not known before the run, but for a part of it."""
    vcs = command.vcs
    if vcs is None or vcs.tool != "git" or all(word.known for word in command.args):
        return False
    words = vcs.args if vcs.subcommand else command.args
    return any(not word.known and (not vcs.subcommand or len(word.parts) > 1 or "{" in word.raw) for word in words)


def _names_installer(text: str) -> bool:
    return any(name in text for name in ("pip", "venv", "virtualenv"))


def _by_vcs(vcs: VcsCall, text: str, with_variables: bool, families: set[str]) -> None:
    if vcs.options or with_variables or vcs.tool != "git":
        families.add("inline_alias")
    if vcs.tool == "git" and _moves(vcs.subcommand, text):
        families.add("policy_commit")
    configures = vcs.subcommand == "config" and any(word in text for word in ("core", "-f", "section"))
    if configures or vcs.subcommand in _HEADS or any(word in text for word in _HEAD_WORDS):
        families.add("vcs_off")


def _moves(subcommand: str, text: str) -> bool:
    return subcommand in _MOVES or any(word in text for word in _MOVES_WITH.get(subcommand, ()))


def _by_path(name: str, matter: Matter, families: set[str]) -> None:
    places = matter.places
    own = (places.prefix, places.launcher, places.state, places.data, places.config, places.package)
    if "guardhost" in name or any(root and name.startswith(root.lower()) for root in own):
        families.add("guard_tamper")
    parts = name.split("/")
    if parts[-1] in HOST_FILES or parts[-1].startswith(".env") or parts[-1].endswith(START_FILES):
        families.add("host_settings")
    if not HOST_FOLDERS.isdisjoint(parts):
        families.add("host_settings")
    if any(part in name for part in _VCS) or any(root and name.startswith(root.lower()) for root in places.git_dirs):
        families.add("vcs_off")
    if name.endswith(_POLICY) or any(name == path.lower() for path in places.policy_files):
        families.add("policy_write")
