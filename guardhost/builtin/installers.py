"""What an installer does to guardhost: removes it, puts another one in its place, or writes to its environment."""

from __future__ import annotations

from guardhost.builtin.interpreters import python
from guardhost.builtin.own_verbs import NAME
from guardhost.builtin.paths import fold, inside, operand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.model.line import Command, Word

    Found = tuple[str, str]

_REMOVERS: dict[str, tuple[str, ...]] = {
    "pip": ("uninstall",),
    "pipx": ("uninstall", "uninstall-all", "uninject"),
    "uv": ("tool uninstall", "pip uninstall"),
    "conda": ("remove", "uninstall"),
    "mamba": ("remove", "uninstall"),
    "micromamba": ("remove", "uninstall"),
    "brew": ("uninstall", "remove", "rm"),
}
_INSTALLERS: dict[str, tuple[str, ...]] = {
    "pip": ("install",),
    "pipx": ("install", "upgrade", "reinstall", "inject", "runpip"),
    "uv": ("pip install", "pip sync", "tool install", "tool upgrade"),
    "conda": ("install", "update", "upgrade"),
    "mamba": ("install", "update", "upgrade"),
    "micromamba": ("install", "update", "upgrade"),
    "brew": ("upgrade", "reinstall"),
}
# Verbs that change what is there already, and options that make a plain install do so.
_REPLACING = ("upgrade", "reinstall", "inject", "runpip", "update", "sync", "tool upgrade", "pip sync")
_FORCING = ("-U", "--upgrade", "--force-reinstall", "--ignore-installed", "-I", "--force", "-f", "--reinstall", "--refresh")
_AIMS = ("-t", "--target", "--prefix", "--python", "-p")
_VALUED = (*_AIMS, "-r", "--requirement", "-c", "--constraint", "-i", "--index-url", "--extra-index-url", "--find-links")
_AIMING = ("PIP_TARGET", "PIP_PREFIX", "PIP_PYTHON", "VIRTUAL_ENV", "UV_PYTHON", "UV_PROJECT_ENVIRONMENT", "CONDA_PREFIX")
_MAKERS = ("venv", "virtualenv")


def installs(command: Command, matter: Matter) -> Found | None:
    """Return the decision on an installer's call that reaches guardhost or its environment, None for any other."""
    program, args = _installer(command)
    if program in _MAKERS or (program == "uv" and args[:1] == ("venv",)):
        return _made(program, args, command, matter)
    words = _operands(args)
    verb = _verb(program, words, _REMOVERS)
    if verb:
        return _removed(program, verb, args, words, command, matter)
    verb = _verb(program, words, _INSTALLERS)
    if not verb:
        return _folder_gone(program, args, command, matter)
    named = [_package(word) for word in words[len(verb.split()) :]]
    own = _aims_at_us(args, command, matter)
    if own and not (named and set(named) == {NAME} and not any(_is_place(word) for word in words)):
        return ("deny", f"`{program} {verb}` would write to guardhost's own environment.")
    forced = verb in _REPLACING or any(word in _FORCING for word in args)
    every = "--all" in args and any(part in matter.places.prefix for part in ("/uv/tools/", "/pipx/"))
    pinned = any(_package(word) == NAME and word.lower() != NAME for word in words)
    if every or (NAME in named and (forced or pinned)):
        return ("ask", f"`{program} {verb}` would put another guardhost in the place of this one: a person's act.")
    return None


def _installer(command: Command) -> tuple[str, tuple[Word, ...]]:
    program, args = command.program, command.args
    if program.startswith(("python", "pypy")):
        started = python(command)
        program, args = started.module, started.args
    return ("pip" if program.startswith("pip") and not program.startswith("pipx") else program, args)


def _operands(args: tuple[Word, ...]) -> list[str]:
    """The words that are no options and no values of those that take one."""
    return [
        str(word)
        for at, word in enumerate(args)
        if not word.startswith("-") and not (at and args[at - 1] in _VALUED and args[at - 1] != "-r")
    ]


def _verb(program: str, words: list[str], table: dict[str, tuple[str, ...]]) -> str:
    said = (verb for verb in table.get(program, ()) if words[: len(verb.split())] == verb.split())
    return next(said, "")


def _removed(
    program: str, verb: str, args: tuple[Word, ...], words: list[str], command: Command, matter: Matter
) -> Found | None:
    every = verb == "uninstall-all" or (program == "uv" and "--all" in args)
    if every or any(_package(word) == NAME for word in words[len(verb.split()) :]):
        return ("deny", f"`{program} {verb}` would remove guardhost.")
    own = _aims_at_us(args, command, matter)
    return ("deny", f"`{program} {verb}` would take away what guardhost needs.") if own else None


def _made(program: str, args: tuple[Word, ...], command: Command, matter: Matter) -> Found | None:
    """`python -m venv folder` writes an interpreter there, and clears the folder when told to."""
    made = [
        word for at, word in enumerate(args) if not word.startswith("-") and not (at and args[at - 1] in ("-p", "--python"))
    ]
    wanted = _environment(matter)
    for word in made:
        path = fold(operand(word, command.cwd, matter))
        above = "--clear" in args and any(inside(root, path) for root in wanted)
        if path and (above or any(inside(path, root) for root in wanted)):
            return ("deny", f"`{program}` would make guardhost's environment anew.")
    return None


def _folder_gone(program: str, args: tuple[Word, ...], command: Command, matter: Matter) -> Found | None:
    """`conda env remove -p folder`."""
    if "conda" not in program and "mamba" not in program:
        return None
    gone = any(word in ("remove", "delete") for word in args) and _aims_at_us(args, command, matter)
    return ("deny", f"`{program}` would remove guardhost's environment.") if gone else None


def _environment(matter: Matter) -> tuple[str, ...]:
    from guardhost.builtin.guard_tamper import protected

    return protected(matter)


def _aims_at_us(args: tuple[Word, ...], command: Command, matter: Matter) -> bool:
    """Whether an installer runs in guardhost's environment, or an option, a variable or `activate` points it there."""
    wanted = _environment(matter)
    given = [(name, value) for name, value in (*command.env, *matter.assignments) if name in _AIMING]
    aims = [command.word] if "/" in command.word else []
    aims.extend(value for _name, value in given)
    for at, word in enumerate(args):
        name, equals, _ = word.partition("=")
        if name in _AIMS:
            aims.append(_value(word, len(name) + 1) if equals else args[at + 1] if at + 1 < len(args) else word)
        elif word.startswith(("-t/", "-p/")):
            aims.append(_value(word, 2))
    aims.extend(
        other.args[0]
        for other in matter.commands
        if other.program in ("source", ".") and other.args and other.args[0].endswith("/activate")
    )
    paths = [fold(operand(word, command.cwd, matter)) for word in aims if "/" in word or word == "."]
    return any(inside(path, root) for path in paths if path for root in wanted)


def _value(word: Word, start: int) -> Word:
    from guardhost.model.structured import cut

    return cut(word, start)


def _is_place(word: str) -> bool:
    return "/" in word or word.endswith((".whl", ".gz", ".zip"))


def _package(word: str) -> str:
    """The name of a package that a requirement, a file or an address is of."""
    name = word.partition("@")[0] if not _is_place(word.partition("@")[0]) else word
    if _is_place(name):
        name = name.partition("#")[0].rstrip("/").rpartition("/")[2].removesuffix(".git").partition("@")[0]
        name = name.partition("-")[0] if name.endswith((".whl", ".gz", ".zip")) else name
    for mark in "[=<>!~@ ;":
        name = name.partition(mark)[0]
    return name.lower().replace("_", "-")
