"""The keys of a git configuration that can take a repository or its hooks away: one table, by command and by file."""

from __future__ import annotations

from guardhost.builtin.heads import abbreviates
from guardhost.builtin.paths import fold, inside, normal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.builtin.matter import Matter
    from guardhost.model.line import Command, VcsCall, Word

    Found = tuple[str, str]

# Key -> (values that are harmless, decision on any other, decision where it is taken out, whether only here it matters).
# A `None` among the values stands for one that says yes or no.
KEYS: dict[str, tuple[tuple[str | None, ...], str, str, bool]] = {
    "core.repositoryformatversion": ((), "deny", "ask", True),
    "core.bare": (("false", "no", "off", "0"), "deny", "", True),
    "core.worktree": ((), "deny", "", True),
    "core.fsmonitor": ((None,), "ask", "", False),
    "core.hookspath": ((), "", "", False),
}
_IDLE_HOOKS = ("", "/dev/null", "/var/empty", "/nonexistent", "nul")
_YES_OR_NO = ("true", "false", "yes", "no", "on", "off", "1", "0", "")
# Sections that give commands another meaning or decide whether git can read the repository, where a file is edited.
_SECTIONS = ("include", "includeif", "alias", "extensions")
_ELSEWHERE = ("--global", "--system")
_VALUED = ("--type", "--default", "--comment", "--value", "--url", "-t")
_READS = ("--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color", "--get-colorbool", "-l", "--list")


def by_text(text: str) -> str:
    """Return the key by which a text of a configuration file switches something off or runs a program, "" for none."""
    from guardhost.builtin.git_keys import is_harmless_program, runs_a_program

    section = below = ""
    for line in text.splitlines():
        bare = line.strip()
        if bare.startswith("["):
            section, _, bare = bare[1:].partition("]")
            below = "".join(section.lower().split('"')[1:2])
            section = section.split()[0].strip('"').lower() if section.split() else ""
            bare = bare.strip()
        if section.partition(".")[0] in _SECTIONS:
            return section
        name, _, value = bare.partition("=")
        key = f"{section or 'core'}.{name.strip().lower()}"
        if bare and _set(key, value.strip().strip('"')) and key != "core.fsmonitor":
            return key
        whole = f"{section or 'core'}.{below}.{name.strip().lower()}" if below else key
        if bare and runs_a_program(whole) and not is_harmless_program(value.strip().strip('"')):
            return whole
    return ""


def _set(key: str, value: str | None) -> str:
    """Return the decision on a key that gets a value, None where that is not known."""
    if key == "core.hookspath":
        return "deny" if value in _IDLE_HOOKS else ""
    harmless, decision, _gone, _local = KEYS.get(key, ((None,), "", "", False))
    if value is None:
        return "ask" if decision else ""
    value = value.lower()
    return "" if value in harmless or (None in harmless and value in _YES_OR_NO) else decision


def by_command(vcs: VcsCall, command: Command, matter: Matter) -> Found | None:
    """Return the decision on `git config` in any of its forms, None when it only reads or changes other keys."""
    scope, words = _read(vcs, command, matter)
    if scope == "none" or any(word in _READS for word in words):
        return None
    found = [one for key, decision in _changes(words, scope) if (one := (key, decision))[1]]
    for decision in ("deny", "ask"):
        for key, said in found:
            if said == decision:
                return (decision, f"`{key}` decides whether git, or its hooks, work in this repository.")
    return None


def _read(vcs: VcsCall, command: Command, matter: Matter) -> tuple[str, list[Word]]:
    """Return whose configuration it is ("here", "elsewhere", "none" of git's) and the words without that option."""
    scope, words, at = "here", [], 0
    args = vcs.args
    while at < len(args):
        word = args[at]
        at += 1
        name, equals, value = word.partition("=")
        if name == "-f" or abbreviates(word, "--file", 4) or abbreviates(word, "--blob", 4):
            file = args[at] if not equals and at < len(args) else value
            at += not equals
            scope = "here" if _is_ours(str(file), command, matter) else "none"
        elif word.startswith("-f") and not word.startswith("--") and len(word) > 2:
            scope = "here" if _is_ours(word[2:], command, matter) else "none"
        elif any(abbreviates(word, option, 5) for option in _ELSEWHERE):
            scope = "elsewhere"
        elif name in _VALUED and not equals:
            at += 1
        else:
            words.append(word)
    return scope, words


def _is_ours(file: str, command: Command, matter: Matter) -> bool:
    """Whether a file is the configuration of a repository at hand; one that is not known may be."""
    if not file:
        return True
    path = fold(normal(command.cwd or matter.event.cwd, file))
    name = path.rpartition("/")[2]
    own = any(inside(path, fold(root)) for root in matter.places.git_dirs)
    return not path or own or (name in ("config", "config.worktree") and "/.git/" in path)


def _changes(words: list[Word], scope: str) -> Iterator[tuple[str, str]]:
    """Yield each key or section that changes with the decision."""
    operands = [word for word in words if not word.startswith("-")]
    options = [word for word in words if word.startswith("-")]
    verb = str(operands[0]) if operands else ""
    named = verb in ("set", "unset", "get", "list", "edit", "rename-section", "remove-section")
    rest = operands[1:] if named else operands
    if verb in ("get", "list"):
        return
    if verb in ("rename-section", "remove-section") or any(
        abbreviates(word, "--rename-section", 5) or abbreviates(word, "--remove-section", 5) for word in options
    ):
        section = rest[0].lower() if rest else ""
        whole = scope == "here" and section == "core"
        yield section, "deny" if whole else "ask" if section.startswith("extensions") else ""
    elif verb == "unset" or any(abbreviates(word, "--unset", 5) or abbreviates(word, "--unset-all", 5) for word in options):
        key = rest[0].lower() if rest else ""
        yield key, "ask" if key.startswith("extensions.") else _gone(key, scope)
    elif rest and (len(rest) > 1 or verb == "set" or "--add" in options):
        key = rest[0].lower()
        if key.startswith("extensions."):
            yield key, "ask"
        elif scope == "here" or not KEYS.get(key, ((), "", "", True))[3]:
            yield key, _set(key, str(rest[1]) if len(rest) > 1 and rest[1].known else None)


def _gone(key: str, scope: str) -> str:
    return KEYS.get(key, ((), "", "", True))[2] if scope == "here" else ""
