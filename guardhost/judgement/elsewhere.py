"""The directories that a call reaches into beside its own: where its programs work, where the files lie that it changes."""

from __future__ import annotations

from guardhost.judgement.flow import LONG, SHORT
from guardhost.shell.scope import against
from guardhost.world.files import real_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from guardhost.model.effects import Effects
    from guardhost.model.line import Command, Word
    from guardhost.shell.reading import Reading

VARIABLES = ("GIT_DIR", "GIT_WORK_TREE")


def directories(reading: Reading, env: Mapping[str, str]) -> list[str]:
    """Return the directories that a line's programs work in, as far as they are known."""
    outer = [env[name] for name in VARIABLES if name in env]
    found: list[str] = []
    set_before = [str(word) for name, word in reading.assignments if name in VARIABLES and word.known]
    for command in reading.commands:
        if command.cwd is None:
            continue
        named = [*outer, *set_before, *(str(word) for name, word in command.env if name in VARIABLES and word.known)]
        named.extend(_options(command))
        found.append(command.cwd)
        found.extend(_root(path) for path in (against(one, command.cwd) for one in named if one) if path)
    return found


def _root(path: str) -> str:
    """Return the directory to look for a repository in: a git directory's own is its checkout."""
    return path.removesuffix("/.git")


def _options(command: Command) -> Iterable[str]:
    words: tuple[Word, ...] = (*(command.vcs.options if command.vcs is not None else ()), *command.args)
    for at, word in enumerate(words):
        if word in (*SHORT, *LONG) and at + 1 < len(words):
            yield str(words[at + 1])
        elif word[:2] in SHORT and len(word) > 2:
            yield word[2:]
        else:
            name, equals, value = word.partition("=")
            if equals and name in LONG:
                yield value


def folders(effects: Effects) -> list[str]:
    """Return the folders of the files that are changed, as they are spelled and with their links resolved.

    Of a folder that changes whole it is that itself as well: it may be a repository.
    """
    found: list[str] = []
    for touch in effects.changes:
        if touch.path:
            paths = dict.fromkeys((touch.path, real_path(touch.path)))
            found.extend(path.rpartition("/")[0] or "/" for path in paths)
            found.extend(paths if touch.tree else ())
    return found
