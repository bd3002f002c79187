"""The script files that a line runs: `sh x.sh`, `./x`, `source x`, `python x.py`, read within bounds.

What the line itself wrote into such a file before counts before what is on the disk.
"""

from __future__ import annotations

from guardhost.model.effects import READ, WRITE
from guardhost.model.line import Word
from guardhost.shell.bounds import TooMuchError
from guardhost.shell.inline import Does, Given, does, known
from guardhost.shell.peel_code import tried
from guardhost.shell.programs import record, record_unknown
from guardhost.shell.scope import against
from guardhost.shell.settled import built, set_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command
    from guardhost.shell.programs import Program
    from guardhost.shell.scope import Run, Scope

_SHELLS = frozenset(("sh", "bash", "zsh", "dash", "ksh", "ash", "mksh", "rbash", "fish"))
_UNREAD = Does(unknown=True)
NOTHING, UNKNOWN = "nothing", "unknown"


def text_of(run: Run, command: Command, word: Word) -> tuple[str, str]:
    """Return (text, "") of a file that the line runs; ("", why) where there is none or what it holds is not known."""
    path = against(word, command.cwd) if word.known and not word.pattern else None
    if not path:
        return "", UNKNOWN
    wrote = _written(run, path)
    if wrote is not None:
        return wrote, "" if wrote else UNKNOWN
    if run.lent.file is None or path.startswith(("/dev/", "/proc/")):
        return "", UNKNOWN if path.startswith(("/dev/", "/proc/")) else NOTHING
    if run.files <= 0:
        run.files = -1  # told apart from a budget that is just used up: something was left unread
        return "", UNKNOWN
    run.files -= 1
    text = run.lent.file(path)
    if text is None or "\0" in text:
        return "", UNKNOWN if text is None else NOTHING
    return text, "" if text else NOTHING


def _written(run: Run, path: str) -> str | None:
    """Return the text that the line put into a file before, "" where it did and that is not known, None where not."""
    if len(run.commands) < 2:
        return None  # nothing ran before the script itself
    from guardhost.shell.effects import touched

    text: str | None = None
    for touch in touched(run.commands, run.lent, tuple(run.did)):
        inside = touch.tree and path.startswith(touch.path.rstrip("/") + "/")
        if touch.kind == READ or touch.via in _MARKERS or not (touch.path == path or inside or _fits(touch.path, path)):
            continue
        whole = touch.kind == WRITE and touch.overwrites and touch.path == path and touch.certain
        text = touch.text or "" if whole else ""
    return text


_MARKERS = ("chmod", "chown", "touch", "chgrp")  # they leave what a file holds as it is


def _fits(pattern: str, path: str) -> bool:
    if not any(mark in pattern for mark in "*?["):
        return False
    from guardhost.model.glob import matches

    return matches(path, pattern)


def script(run: Run, scope: Scope, program: Program, command: Command, told: Given) -> None:
    """Record what the script file of an interpreter starts."""
    word = told.script if told.script is not None else Word("")
    text, why = text_of(run, command, word)
    if why:
        run.did.append((command, _UNREAD))
        if why == UNKNOWN and not word.known:
            record_unknown(run, scope, program.via, word.raw)
        return
    found = does(told.language, text, (word, *told.args), run.lent.home, command.cwd)
    if told.loads:
        found += _UNREAD
    found = found.replace(starts=tuple(start for start in found.starts if start.words or start.text is not None))
    tried(run, scope, program.replace(stdin=None), command, found)


def shell_file(run: Run, scope: Scope, program: Program, word: Word, args: tuple[Word, ...], *, here: bool = False) -> None:
    """Record what a file with shell commands runs; `here` in this very shell (`source`)."""
    command = run.commands[-1]
    text, why = text_of(run, command, word)
    if why and here and word.known and word.endswith("/bin/activate") and built(run, against(word, command.cwd) or "/"):
        set_up(run, scope, "source")
        return
    if why:
        run.did.append((command, _UNREAD))
        if why == UNKNOWN or (here and run.lent.file is not None):
            record_unknown(run, scope, program.via, word.raw)
        return
    before, remembered, disk = len(run.commands), len(run.did), _is_of_disk(run, command, word)
    try:
        if here:
            _sourced(run, scope, program, Word(text, raw=word.raw), args)
        else:
            from guardhost.shell.peel import payload

            payload(run, scope, program.replace(stdin=None), Word(text, raw=word.raw), args, word)
        if disk:
            _without_unknown(run, command, before)
    except TooMuchError:
        del run.commands[before:]
        del run.did[remembered:]
        record_unknown(run, scope, program.via, word.raw)
        run.did.append((command, _UNREAD))


def redirected(run: Run, scope: Scope, program: Program, name: str, args: tuple[Word, ...]) -> bool:
    """Record what a shell runs that takes its program from a file by a redirection of its own; False where it has none."""
    own = program.redirects[len(scope.redirects) :]
    given = [one.target for one in own if one.op == "<" and one.fd in (None, 0)]
    if not given:
        return False
    record(run, scope, program.replace(via=program.via[:-1]), name, program.words[0], program.words[1:])
    shell_file(run, scope, program.replace(redirects=()), given[-1], args)
    return True


def _is_of_disk(run: Run, command: Command, word: Word) -> bool:
    path = against(word, command.cwd) or ""
    return _written(run, path) is None


def _without_unknown(run: Run, command: Command, before: int) -> None:
    """Take off the programs that only the run of a file on the disk names (`"$JAVA" x`); the effect is unknown.

    Where files were left unread nothing is taken off: what they run is not even named.
    """
    if run.files < 0:
        return
    kept = [one for one in run.commands[before:] if one.program or (one.word.known and not one.word.pattern)]
    if len(kept) < len(run.commands) - before:
        run.commands[before:] = kept
        run.did.append((command, _UNREAD))


def _sourced(run: Run, scope: Scope, program: Program, text: Word, args: tuple[Word, ...]) -> None:
    from guardhost.shell.peel import read_text
    from guardhost.shell.walk import as_nodes, walk

    nodes = read_text(run, scope, program.via, text)
    if nodes is None:
        record_unknown(run, scope, program.via, text.raw)
        return
    before = (scope.wrappers, scope.positional)
    scope.wrappers = scope.wrappers + program.via
    scope.positional = args or scope.positional
    walk(run, scope, as_nodes(nodes))
    scope.wrappers, scope.positional = before


def by_path(run: Run, scope: Scope, program: Program) -> None:
    """Record what `./x` runs, where it is a script: its first line says for which interpreter."""
    word, args = program.words[0], program.words[1:]
    command = run.commands[-1]
    text, why = text_of(run, command, word)
    if why:
        if why == UNKNOWN:
            run.did.append((command, _UNREAD))
            path = against(word, command.cwd) if word.known else None
            if path and _written(run, path) is not None and not built(run, path):  # it may be any program
                record_unknown(run, scope, program.via, word.raw)
        return
    name = _interpreter(text)
    program = program.replace(via=(*program.via, name or "sh"))
    if not name or name in _SHELLS:
        shell_file(run, scope, program, word, args)
    elif known(name):
        found = does(Given(language=_language(name)).language, text, (word, *args), run.lent.home, command.cwd)
        tried(run, scope, program.replace(stdin=None), command, found)
    else:
        run.did.append((command, _UNREAD))


def _language(name: str) -> str:
    from guardhost.shell.inline import _WORDS

    return _WORDS[known(name)][0]


def _interpreter(text: str) -> str:
    """Return the interpreter that the first line names, "" for none."""
    if not text.startswith("#!"):
        return ""
    words = text[2:].partition("\n")[0].split()
    names = [word.rsplit("/", 1)[-1] for word in words if not word.startswith("-") and "=" not in word]
    return names[1] if names[:1] == ["env"] and len(names) > 1 else names[0] if names else ""
