"""What `find` would remove: its folders and tests, read so that `-name '*.pyc' -delete` is not taken for everything."""

from __future__ import annotations

from guardhost.builtin.paths import fold, inside, normal
from guardhost.model.glob import matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.model.line import Command

    Find = tuple[tuple[str, ...], tuple[str, ...]]

_DESTROYERS = ("rm", "mv", "unlink", "shred", "truncate", "rmdir")
_EDITORS = ("sed", "perl", "ruby")
# What chooses among the names that a find prints, so that what is left is not known.
_FILTERS = ("grep", "egrep", "rg", "head", "tail", "fzf", "awk")
_BY_NAME = ("-name", "-iname")
_BY_PATH = ("-path", "-ipath", "-wholename", "-iwholename")
_NOT = ("!", "-not")


def finds(matter: Matter) -> tuple[Find, ...]:
    """Return each `find` of the line that removes or rewrites what it finds: folded folders, folded tests."""
    commands = matter.commands
    started = any(_destroys(command) for command in commands if "find" in command.wrappers)
    filtered = any(command.program in _FILTERS for command in commands)
    started = started or (not filtered and any(_destroys(command) for command in commands if "xargs" in command.wrappers))
    return tuple(
        _read(command, matter)
        for command in commands
        if command.program == "find" and (started or "-delete" in command.args)
    )


def _destroys(command: Command) -> bool:
    if command.program in _EDITORS:
        return any(word.startswith("-") and not word.startswith("--") and "i" in word for word in command.args)
    return command.program in _DESTROYERS


def _read(command: Command, matter: Matter) -> Find:
    words = [str(word) for word in command.args]
    first = next((at for at, word in enumerate(words) if word.startswith(("-", "(", "!"))), len(words))
    folder = command.cwd or matter.event.cwd
    home = matter.places.home
    given = [home + word[1:] if word == "~" or word.startswith("~/") else word for word in words[:first] or ["."]]
    return tuple(fold(normal(folder, word)) for word in given), tuple(map(fold, words[first:]))


def reaches(find: Find, root: str, names: tuple[str, ...]) -> bool:
    """Return whether a find removes the folded `root` or files in it; `names` are those whose loss would matter."""
    starts, tests = find
    for start in starts:
        if start and inside(root, start):
            below = root[len(start) :].strip("/")
            paths = tuple(f"./{below}/{name}".rstrip("/") for name in ("", *names))
            if not _spares(tests, paths, below.count("/") + 1 if below else 0):
                return True
        elif start and inside(start, root) and not _spares(tests, tuple(f"./{name}" for name in names) or ("./",), 0):
            return True
    return False


def _spares(tests: tuple[str, ...], paths: tuple[str, ...], depth: int) -> bool:
    """Whether no alternative of the tests takes one of the paths, or one prunes them."""
    groups: list[list[str]] = [[]]
    for test in tests:
        if test in ("-o", "-or"):
            groups.append([])
        elif test not in ("(", ")", "\\(", "\\)"):
            groups[-1].append(test)
    if len(groups) > 1 and any("-prune" in group and _takes(group, paths, depth) for group in groups[:-1]):
        return True
    return not any(_takes(group, paths, depth) for group in groups)


def _takes(tests: list[str], paths: tuple[str, ...], depth: int) -> bool:
    if "-empty" in tests:
        return False
    if "f" in tests and len(paths) > 1:
        paths = paths[1:]
    for at, test in enumerate(tests[:-1]):
        value = tests[at + 1]
        if test in (*_BY_NAME, *_BY_PATH):
            negated = at > 0 and tests[at - 1] in _NOT
            # Without what lies in it a folder is left as it is, so `! -path './.git/*'` keeps `.git`.
            value = value.removesuffix("/*") + "*" if negated and value.endswith("/*") else value
            left = tuple(path for path in paths if _fits(test, value, path) != negated)
            if not left:
                return False
            paths = left
        if test == "-maxdepth" and value.isdigit() and (int(value) < depth or (int(value) == depth and "f" in tests)):
            return False
    return True


def _fits(test: str, value: str, path: str) -> bool:
    """Compare as find does: a name by its last part, a path whole, where a star takes slashes and leading dots too."""
    subject = path.rsplit("/", 1)[-1] if test in _BY_NAME else path.removeprefix("./")
    return matches(subject, value.removeprefix("./").replace("**", "*").replace("*", "**"))
