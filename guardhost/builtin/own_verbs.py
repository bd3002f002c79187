"""How a line runs guardhost or an installer of it, in whatever spelling."""

from __future__ import annotations

from guardhost.builtin.agents import start_of
from guardhost.builtin.paths import fold, inside, normal, roots

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.model.line import Command, Word

NAME = "guardhost"
# Verbs that change the guard's set-up, speak for a person, or are the hosts' to call.
SET_UP = ("hook", "trust", "grant", "approve", "reset", "uninstall", "install", "pause")
_HELP = ("--help", "-h")
_REMOVERS: dict[str, tuple[str, ...]] = {
    "pip": ("uninstall",),
    "pipx": ("uninstall", "uninstall-all", "uninject"),
    "uv": ("tool uninstall", "pip uninstall"),
    "conda": ("remove", "uninstall"),
    "mamba": ("remove", "uninstall"),
    "micromamba": ("remove", "uninstall"),
    "brew": ("uninstall", "remove", "rm"),
}


def own_words(command: Command, matter: Matter) -> tuple[Word, ...] | None:
    """Return the words that guardhost gets, None when the program is another one."""
    if command.program == NAME or _is_own_file(command.path or _spelled(command, matter), matter):
        return command.args
    if command.program.startswith("python"):
        return _by_python(command.args, matter)
    skip = {"uvx": 0, "pipx": 1, "uv": 1}.get(command.program)
    if skip is not None and command.args[:skip] in ((), ("run",)):
        rest = tuple(word for word in command.args[skip:] if not word.startswith("-"))
        if rest[:1] and rest[0].partition("@")[0] == NAME:
            return rest[1:]
    return None


def _spelled(command: Command, matter: Matter) -> str:
    """The program's file where the word is a path that a tilde or an earlier `cd` begins."""
    word = str(command.word)
    if word.startswith("~/"):
        return matter.places.home + word[1:]
    return normal(command.cwd or "", word) if "/" in word else ""


def _is_own_file(path: str, matter: Matter) -> bool:
    """Whether a program's file is the launcher, or lies with guardhost's data or code."""
    if not path:
        return False
    places = matter.places
    own = roots(matter, places.launcher, places.data, places.package)
    return any(inside(name, root) for root in own for name in (fold(path), fold(matter.real_path(path))))


def _by_python(args: tuple[Word, ...], matter: Matter) -> tuple[Word, ...] | None:
    for at, word in enumerate(args):
        if word == "-m":
            return args[at + 2 :] if args[at + 1 : at + 2] == (NAME,) else None
        if word in ("-c", "-") or not word.known:
            return None
        if not word.startswith("-"):
            own = _is_own_file(str(word), matter) or word.endswith("guardhost/stub.py")
            return args[at + 1 :] if own else None
    return None


def set_up(words: tuple[Word, ...]) -> str:
    """Return the verb, with `--purge`, by which guardhost's set-up or record would change; "" for reading verbs."""
    if any(word in _HELP for word in words):
        return ""
    verbs = [word for word in words if not word.startswith("-")]
    if not verbs:
        return ""
    if not verbs[0].known:
        return start_of(verbs[0]) + "..."
    if verbs[0] == "log":
        return "log --purge" if any(start_of(word).startswith("--purge") for word in words) else ""
    if verbs[0] not in SET_UP or (verbs[0] == "install" and "--print" in words):
        return ""
    return str(verbs[0])


def removes_it(command: Command) -> str:
    """Return the installer's words by which guardhost would be removed, "" when it would stay."""
    program, args = command.program, command.args
    if program.startswith("python") and args[:1] == ("-m",) and len(args) > 1:
        program, args = str(args[1]), args[2:]
    if program.startswith("pip") and program != "pipx":
        program = "pip"
    words = [str(word) for word in args if not word.startswith("-")]
    for verb in _REMOVERS.get(program, ()):
        size = len(verb.split())
        if " ".join(words[:size]) != verb:
            continue
        every = verb == "uninstall-all" or (program == "uv" and "--all" in args)
        if every or any(_package(word) == NAME for word in words[size:]):
            return f"{program} {verb}"
    return ""


def _package(word: str) -> str:
    name = word
    for mark in "[=<>!~@ ":
        name = name.partition(mark)[0]
    return name.lower()
