"""`inline-alias`: no alias and no included file is injected on a version-control line."""

from __future__ import annotations

from guardhost.builtin.agents import start_of
from guardhost.builtin.catalog import answer
from guardhost.model.structured import cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.line import Command, VcsCall, Word
    from guardhost.model.verdict import Answer

ID = "inline-alias"
_FILES = ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG", "HGRCPATH", "JJ_CONFIG")
_OPTIONS: dict[str, tuple[str, ...]] = {
    "git": ("-c", "--config-env"),
    "hg": ("--config",),
    "sl": ("--config", "--configfile"),
    "jj": ("--config", "--config-toml", "--config-file"),
}
_KEYS: dict[str, tuple[str, ...]] = {
    "git": ("alias.", "include.", "includeif."),
    "hg": ("alias.", "include."),
    "sl": ("alias.", "include."),
    "jj": ("aliases.", "[aliases"),
}
_WHOLE_FILES = ("--config-file", "--configfile")


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny an alias or include injected by option or variable; ask where the text is not known before the run."""
    told: list[Answer] = []
    for command in matter.commands:
        if command.vcs is not None:
            told.extend(_by_option(command.vcs))
            told.extend(_by_variable(command, matter))
    return tuple(told)


def _by_option(vcs: VcsCall) -> list[Answer]:
    wanted, keys = _OPTIONS.get(vcs.tool, ()), _KEYS.get(vcs.tool, ())
    words = vcs.options if vcs.tool == "git" else (*vcs.options, *vcs.args)
    told = []
    for option, value in _given(words, wanted):
        text = start_of(value).lower().lstrip()
        if option in _WHOLE_FILES:
            told.append(answer(ID, "deny", f"`{option}` reads settings from a file of the line's choice."))
        elif text.startswith(keys):
            told.append(answer(ID, "deny", f"`{_shown(value)}` gives {vcs.tool} an alias or a file of the line's choice."))
        elif not value.known and not text:
            told.append(answer(ID, "ask", f"The setting given by `{option}` is not known before the run."))
    return told


def _given(words: tuple[Word, ...], options: tuple[str, ...]) -> list[tuple[str, Word]]:
    """Return each of the options with its value, joined by `=` or in the next word."""
    found = []
    for at, word in enumerate(words):
        text = start_of(word)
        if word in options and at + 1 < len(words):
            found.append((str(word), words[at + 1]))
        joined = [one for one in options if one.startswith("--") and text.startswith(one + "=")]
        found.extend((option, cut(word, len(option) + 1)) for option in joined)
    return found


def _shown(value: Word) -> str:
    return str(value) if value.known else start_of(value) + "..."


def _by_variable(command: Command, matter: Matter) -> list[Answer]:
    tool = command.vcs.tool if command.vcs is not None else ""
    told = []
    for name, value in (*command.env, *matter.assignments):
        text = start_of(value).lower()
        if tool == "git" and name.startswith("GIT_CONFIG_KEY_") and text.startswith(_KEYS["git"]):
            told.append(answer(ID, "deny", f"`{name}` injects `{_shown(value)}`."))
        elif tool == "git" and name == "GIT_CONFIG_PARAMETERS" and any(key in text for key in _KEYS["git"]):
            told.append(answer(ID, "deny", f"`{name}` injects an alias or a file."))
        elif name in _FILES and _for(name) == tool and text not in ("/dev/null", ""):
            told.append(
                answer(ID, "ask", f"`{name}` makes {tool} read another configuration, with whatever aliases it has.")
            )
    return told


def _for(name: str) -> str:
    return {"HGRCPATH": "hg", "JJ_CONFIG": "jj"}.get(name, "git")
