"""What `find` would remove: its folders and tests, read so that `-name '*.pyc' -delete` is not taken for everything."""

from __future__ import annotations

from itertools import pairwise

from guardhost.builtin.paths import fold, inside, normal
from guardhost.model.glob import matches
from guardhost.model.line import Word
from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.model.line import Command

FINDERS = ("find", "fd", "fdfind")
_REMOVERS = ("rm", "mv", "unlink", "shred", "rmdir")
_WRITERS = ("tee", "dd", "truncate", "sponge")
_COPIERS = ("cp", "install", "ln", "rsync")
_EDITORS = ("sed", "perl", "ruby")
# What chooses among the names that a find prints, so that what is left is not known.
_FILTERS = ("grep", "egrep", "rg", "head", "tail", "fzf", "awk")
_BY_NAME = ("-name", "-iname")
_BY_PATH = ("-path", "-ipath", "-wholename", "-iwholename")
# What stands in the place of a test for a search that passes over names with a leading dot.
HIDES = "-unhidden"
_INPUTS = ("read", "mapfile", "readarray")
_NOT = ("!", "-not")


class Find(Record):
    """A search that changes what it finds: folded folders and tests; `whole`: with all below; `here`: where it runs."""

    starts: tuple[str, ...]
    tests: tuple[str, ...]
    whole: bool = False
    here: str = ""
    guessed: bool = False  # where it starts is not known: the workspaces stand for it


def finds(matter: Matter) -> tuple[Find, ...]:
    """Return each `find` of the line that removes or rewrites what it finds: folded folders, folded tests, how it does."""
    commands = matter.commands
    started = [how for command in commands if _by_finder(command) and (how := _destroys(command))]
    started.extend(how for command in commands if _takes_found(command, matter) and (how := _destroys(command)))
    if not any(command.program in _FILTERS for command in commands):
        started.extend(how for command in commands if "xargs" in command.wrappers and (how := _destroys(command)))
    whole = "tree" in started
    return tuple(
        Find(starts=starts, tests=tests, whole=whole, here=fold(command.cwd or matter.event.cwd), guessed=guessed)
        for command in commands
        if command.program in FINDERS and (started or "-delete" in command.args)
        for starts, tests, guessed in _read(command, matter)
    )


def _takes_found(command: Command, matter: Matter) -> bool:
    """Whether a program is given what a search printed: as `$(find ...)`, or by a `read` of its lines."""
    if any(command.program in _FILTERS for command in matter.commands):
        return False
    names = {str(word) for other in matter.commands if other.program in _INPUTS for word in other.args}
    raws = [word.raw.strip('"') for word in command.args if not word.known]
    return any("find " in raw or raw.strip("${}") in names for raw in raws)


def _by_finder(command: Command) -> bool:
    return any(finder in command.wrappers for finder in FINDERS)


def _destroys(command: Command) -> str:
    """Return "tree" for a program that takes what it is given with all below it, "file" for one that changes files."""
    args = command.args
    if command.program in _EDITORS:
        return "file" if any(w.startswith("-") and not w.startswith("--") and "i" in w for w in args) else ""
    if command.program in _REMOVERS:
        return "tree" if command.program == "mv" or _has(args, "rR", "--recursive") else "file"
    if command.program == "chmod":
        from guardhost.builtin.modes import closes

        recursive = _has(args, "R", "--recursive")
        return "tree" if closes(command, file=not recursive, recursive=recursive) else ""
    if command.program in _WRITERS:
        return "file" if any(not word.known for word in args) else ""
    # A copy or a link replaces its last operand; what is found may as well be the source alone.
    return "file" if command.program in _COPIERS and args and not args[-1].known else ""


def _has(args: tuple[Word, ...], letters: str, long: str) -> bool:
    return any(
        long.startswith(word) and len(word) > 3 if word.startswith("--") else set(word[1:]) & set(letters)
        for word in args
        if word.startswith("-")
    )


def _read(command: Command, matter: Matter) -> list[tuple[tuple[str, ...], tuple[str, ...], bool]]:
    words: list[str] = list(command.args)
    if command.program != "find":
        from guardhost.builtin.finding_fd import as_find

        given, tests = as_find(words)
    else:
        first = next((at for at, word in enumerate(words) if word.startswith(("-", "(", "!"))), len(words))
        given, tests = words[:first], words[first:]
    folded = tuple(map(fold, tests))
    starts = [path for word in given or [Word(".")] for path in _places(word, command, matter)]
    found = [(tuple(map(fold, starts)), folded, False)]
    if any(_is_dark(word, matter) for word in given):
        found.append((tuple(map(fold, matter.places.workspaces)), folded, True))
    return found


def _is_dark(word: str, matter: Matter) -> bool:
    """Whether a folder is not known at all, and none that the line has made for itself."""
    if not isinstance(word, Word) or word.known:
        return False
    from guardhost.builtin.tails import is_made, rest_of

    return not rest_of("", word.raw) and not is_made(word.raw.replace('"', ""), matter)


def _places(word: str, command: Command, matter: Matter) -> list[str]:
    """The folder that a word names; of one that is not known, what its literal rest would be below the workspaces."""
    if not isinstance(word, Word) or word.known:
        from guardhost.builtin.tails import folder_of

        home = matter.places.home
        return [normal(folder_of(command, matter), home + word[1:] if word == "~" or word.startswith("~/") else word)]
    from guardhost.builtin.tails import rest_of

    rest = rest_of("", word.raw)
    return [normal(root, rest) for root in matter.places.workspaces] if rest else []


def reaches(find: Find, root: str, names: tuple[str, ...]) -> bool:
    """Return whether a find removes the folded `root`, what it lies in, or files in it.

    `names` are those of the files whose loss would matter.
    """
    tests = find.tests
    last = root.rpartition("/")[2]
    if find.guessed and not any(last in test for test in tests):
        return False
    for start in find.starts:
        if start and inside(root, start):
            below = root[len(start) :].strip("/")
            paths = tuple(f"./{below}/{name}".rstrip("/") for name in ("", *names))
            if not _spares(tests, paths, below.count("/") + 1 if below else 0):
                return True
            if find.whole and _takes_a_parent(find, start, below):
                return True
        elif start and inside(start, root) and not _spares(tests, tuple(f"./{name}" for name in names) or ("./",), 0):
            return True
    return False


def _takes_a_parent(find: Find, start: str, below: str) -> bool:
    """Whether a folder between the start and what matters is removed with all in it; nothing removes the folder `.`."""
    parts = below.split("/")[:-1]
    first = 0 if start != find.here else 1
    for depth in range(first, len(parts) + 1):
        path = "./" + "/".join(parts[:depth]) if depth else start
        if not _spares(find.tests, (path,), depth, folder=True):
            return True
    return False


def _spares(tests: tuple[str, ...], paths: tuple[str, ...], depth: int, *, folder: bool = False) -> bool:
    """Whether no alternative of the tests takes one of the paths, or one prunes them."""
    groups: list[list[str]] = [[]]
    for test in tests:
        if test in ("-o", "-or"):
            groups.append([])
        elif test not in ("(", ")", "\\(", "\\)"):
            groups[-1].append(test)
    if len(groups) > 1 and any("-prune" in group and _takes(group, paths, depth) for group in groups[:-1]):
        return True
    if folder and all(_wants_files(group) for group in groups):
        return True
    return not any(_takes(group, paths, depth) for group in groups)


def _wants_files(tests: list[str]) -> bool:
    return any(test == "-type" and "d" not in kind for test, kind in pairwise(tests))


def _takes(tests: list[str], paths: tuple[str, ...], depth: int) -> bool:
    if "-empty" in tests:
        return False
    if HIDES in tests:
        paths = tuple(path for path in paths if "/." not in path.removeprefix("."))
        if not paths:
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
        if test == "-mindepth" and value.isdigit() and int(value) > depth + (len(paths) > 1):
            return False
        if test == "-maxdepth" and value.isdigit() and (int(value) < depth or (int(value) == depth and "f" in tests)):
            return False
    return True


def _fits(test: str, value: str, path: str) -> bool:
    """Compare as find does: a name by its last part, a path whole, where a star takes slashes and leading dots too."""
    subject = path.rsplit("/", 1)[-1] if test in _BY_NAME else path.removeprefix("./")
    return matches(subject, value.removeprefix("./").replace("**", "*").replace("*", "**"))
