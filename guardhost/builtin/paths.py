"""Where a call changes files: spellings of a path, folded and with links followed, and what lies inside what."""

from __future__ import annotations

from guardhost.model.effects import DELETE, MOVE
from guardhost.model.glob import matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from guardhost.builtin.matter import Matter
    from guardhost.model.effects import Touch
    from guardhost.model.line import Command, Word

    Seen = tuple[Touch, tuple[str, ...]]

# What some file systems skip when they compare names, so that `.g<U+200C>it` opens `.git`.
_SKIPPED = "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u206a\u206b\u206c\u206d\u206e\u206f\ufeff"
_SAMPLES = ("test", "tests", "testdata", "fixtures", "__fixtures__", "examples", "example", "samples", "payloads")


def fold(path: str) -> str:
    """Return the spelling under which file systems that ignore case would know `path`."""
    if not path.isascii():
        path = "".join(char for char in path if char not in _SKIPPED)
    return path.lower()


def inside(path: str, root: str) -> bool:
    """Return whether `path` is `root` or lies below it; both folded. Nothing lies in ""."""
    return bool(root) and (path == root or path.startswith(root.rstrip("/") + "/"))


def seen(matter: Matter) -> tuple[Seen, ...]:
    """Return each change with its folded spellings: as written, with links followed, and through links of this call."""
    made: dict[str, str] = {}
    found: list[Seen] = []
    hard = any(_links_hard(command) for command in matter.commands)
    touches = matter.effects.touches
    if any(not touch.path for touch in touches):
        from guardhost.builtin.tails import guesses

        touches = (*touches, *guesses(matter))
    for given in touches:
        touch, target = _as_done(given, matter), ""
        if touch.link and touch.path and touch.to:
            target = normal(touch.path.rpartition("/")[0], touch.to)
            made.setdefault(touch.path, target)
        # What `find` removes depends on its tests: `finding` reads them. What lies below a path cannot be named.
        named = touch.path and touch.via != "find" and not touch.below
        if touch.kind != "read" and named and not _is_guess(touch, made, matter):
            names = _spellings(touch, matter.real_path, made)
            # A hard link is the file itself under a name that nothing resolves later.
            found.append((touch, (*names, fold(target)) if hard and target else names))
    return tuple(found)


def _as_done(touch: Touch, matter: Matter) -> Touch:
    if touch.via != "chmod":
        return touch
    from guardhost.builtin.modes import as_done

    return as_done(touch, matter)


def _is_guess(touch: Touch, made: dict[str, str], matter: Matter) -> bool:
    """Whether it is a link that would only be made if its folder, just made a link itself, were a folder instead."""
    folder = touch.path.rpartition("/")[0]
    if not touch.link or touch.certain or folder not in made or touch.raw.endswith("/"):
        return False
    known = (matter.event.cwd, matter.places.home, *matter.places.workspaces)
    return not any(inside(path, folder) for path in known)


def _links_hard(command: Command) -> bool:
    options = [word for word in command.args if word.startswith("-")]
    if command.program == "cp":
        return any(word == "--link" or ("l" in word and not word.startswith("--")) for word in options)
    soft = any(word == "--symbolic" or ("s" in word and not word.startswith("--")) for word in options)
    return command.program == "link" or (command.program == "ln" and not soft)


def _spellings(touch: Touch, real: Callable[[str], str], made: dict[str, str]) -> tuple[str, ...]:
    paths = [touch.path]
    for link, target in made.items():
        if touch.path != link and inside(touch.path, link):
            paths.append(target + touch.path[len(link) :])
        elif touch.path == link and not touch.link and not _takes_the_name(touch):
            paths.append(target)
    return tuple(dict.fromkeys(fold(name) for path in paths for name in (path, _real(touch, path, real))))


def _real(touch: Touch, path: str, real: Callable[[str], str]) -> str:
    """Follow links as the program will: what removes or makes a name follows those of its folder only."""
    if not _takes_the_name(touch):
        return real(path)
    folder, _, name = path.rpartition("/")
    return real(folder or "/").rstrip("/") + "/" + name


def _takes_the_name(touch: Touch) -> bool:
    # Of `rm -r link/` the link stays and what is behind it goes.
    through = touch.kind == DELETE and touch.recursive and touch.raw.rstrip("\"'").endswith("/")
    return (touch.kind in (DELETE, MOVE) and not through) or touch.link


def removes(touch: Touch) -> bool:
    """Return whether all that lies below the path goes with it."""
    return touch.kind == MOVE or touch.link or (touch.kind == DELETE and touch.recursive)


def hits(touch: Touch, names: Iterable[str], root: str) -> bool:
    """Return whether a change reaches the folded `root`: at it, below it, or by removing what it lies in."""
    for name in names:
        if touch.pattern:
            if _pattern_hits(name, root, removes(touch)):
                return True
        elif inside(name, root) or (root and removes(touch) and inside(root, name)):
            return True
    return False


def _pattern_hits(pattern: str, root: str, takes_all: bool) -> bool:
    wanted, parts = root.strip("/").split("/"), pattern.strip("/").split("/")
    if not root:
        return False
    for cut in range(len(parts), 0, -1):
        if _globs(parts[:cut], wanted):
            return True
    return takes_all and any(_globs(parts, wanted[:cut]) for cut in range(1, len(wanted)))


def _globs(pattern: list[str], path: list[str]) -> bool:
    if not pattern or not path:
        return not pattern and not path
    if pattern[0] == "**":
        return _globs(pattern[1:], path) or (not path[0].startswith(".") and _globs(pattern, path[1:]))
    return fits(path[0], pattern[0]) and _globs(pattern[1:], path[1:])


def fits(name: str, pattern: str) -> bool:
    """Return whether the shell's glob, one name long, expands to `name`; a leading dot is only met by a dot."""
    if name.startswith(".") and pattern[:1] in ("*", "?", "["):
        return False
    return name == pattern or matches(name, pattern)


def roots(matter: Matter, *paths: str) -> tuple[str, ...]:
    """Return the folded spellings of folders, as given and with links followed."""
    return tuple(dict.fromkeys(fold(name) for path in paths if path for name in (path, matter.real_path(path))))


def is_sample(path: str, matter: Matter) -> bool:
    """Return whether a folded path lies where nothing is in force: test data of a workspace, or a temporary folder."""
    for root in roots(matter, *matter.places.workspaces):
        if inside(path, root):
            return any(part in _SAMPLES for part in path[len(root) :].split("/")[:-1])
    if any(inside(path, home) for home in roots(matter, matter.places.home)):
        return False
    return any(inside(path, root) for root in roots(matter, matter.places.tmpdir, "/tmp"))  # noqa: S108 - compared only


def normal(folder: str, path: str) -> str:
    """Return `path` against `folder`, with `.` and `..` taken out; "" when it hangs on an unknown folder."""
    if not path.startswith("/"):
        if not folder:
            return ""
        path = folder + "/" + path
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)


def operand(word: Word, cwd: str | None, matter: Matter) -> str:
    """Return the absolute path that a known word names where a command runs, "" when that is not known."""
    if not word.known or not word:
        return ""
    if word == "~" or word.startswith("~/"):
        return normal(matter.places.home, "./" + word[2:])
    return normal(cwd or "", str(word))
