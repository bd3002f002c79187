"""Variables in front of a program whose value is a command that programs run: a pager, an editor, git's own ones."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.shell.peel import payload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.peel import Options
    from guardhost.shell.programs import Program
    from guardhost.shell.scope import Run, Scope

_TEXTS = frozenset((
    "GIT_EXTERNAL_DIFF", "GIT_PAGER", "PAGER", "MANPAGER", "GH_PAGER", "BAT_PAGER", "DELTA_PAGER", "SYSTEMD_PAGER",
    "EDITOR", "VISUAL", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_SSH_COMMAND", "GIT_SSH", "GIT_ASKPASS", "SSH_ASKPASS",
    "SUDO_ASKPASS",
    "GIT_PROXY_COMMAND", "LESSOPEN", "LESSCLOSE", "BROWSER", "GH_EDITOR", "GH_BROWSER", "HGEDITOR", "JJ_EDITOR", "RSYNC_RSH",
    "CVS_RSH", "FZF_DEFAULT_COMMAND", "RUSTC_WRAPPER", "PROMPT_COMMAND",
))  # fmt: skip
_NOTHING = frozenset(("", "true", ":", "cat"))


def runs(run: Run, scope: Scope, program: Program) -> None:
    """Record what the variables of a program would have it run."""
    env = scope.inherited(program.env)
    if not any(name in _TEXTS or name.startswith("GIT_CONFIG_KEY_") for name, _ in env):
        return
    scope = scope.fork()  # what they run is not run once more for itself
    scope.env = {name: word for name, word in scope.env.items() if name not in _TEXTS and not name.startswith("GIT_CONFIG_")}
    inside = program.replace(env=(), certain=False, redirects=(), stdin=None, shell=0)
    for name, word in env:
        if name in _TEXTS and (not word.known or word not in _NOTHING):
            payload(run, scope, inside, Word(word.lstrip("|- ").replace("%s", "").strip(), known=word.known, raw=word.raw))
    for key, value in _settings(dict(env)):
        if key.endswith(("pager", "editor", "fsmonitor", "sshcommand", "external", "askpass")) and value not in _NOTHING:
            payload(run, scope, inside, value)


def _settings(env: dict[str, Word]) -> list[tuple[str, Word]]:
    """Return the settings that `GIT_CONFIG_COUNT` and its like give."""
    return [
        (word.lower(), env.get(f"GIT_CONFIG_VALUE_{name[15:]}", Word("")))
        for name, word in env.items()
        if name.startswith("GIT_CONFIG_KEY_")
    ]


def taken(found: Options) -> tuple[tuple[str, Word], ...]:
    """Return the variables that `env` takes away, as empty ones; where it takes them all, the one that moves settings."""
    names = [str(word) for option, word in found if option in ("u", "unset")]
    if any(option in ("i", "ignore-environment") for option, _ in found):
        names.append("HOME")
    return tuple((name, Word("")) for name in names)
