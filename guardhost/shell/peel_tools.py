"""How the wrappers are taken off that are tools with a language of their own: watch, su, uv run, docker exec, ssh."""

from __future__ import annotations

from guardhost.model.line import Redirect, Word
from guardhost.shell.peel import beside, from_stdin, options, payload, replaced, value
from guardhost.shell.programs import Program, emit, murky, record, record_unknown
from guardhost.shell.scope import unknown
from guardhost.shell.wrappers import row_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.scope import Run, Scope


MOST_GIVEN = 20  # values that one `parallel` is judged with


def _joined(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`parallel 'text {}' ::: values`: the words make a text that a shell reads, with unknown words behind."""
    _, letters, longs, _ = row_of(name)
    words = program.words
    at, found, clear = options(words, 1, letters, longs)
    program = beside(run, scope, program, name, found)
    rest = words[at:]
    end = next((i for i, word in enumerate(rest) if word.startswith(":::")), len(rest))
    if not clear or end == 0:
        record_unknown(run, scope, program.via, words[0].raw)
    elif end == 1 and " " in rest[0]:
        payload(run, scope, program, Word(rest[0].replace("{}", "$UNKNOWN") + " $UNKNOWN"))
    else:
        for last in _given(rest[end:]):
            given = (*(replaced(word, "{}") for word in rest[:end]), last)
            emit(run, scope, program.replace(words=given, shell=0))
    return True


def _given(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return what stands behind the one `:::`, one word where that is not all known."""
    plain = all(word.known and not word.startswith(":::") for word in words[1:])
    return words[1:] if plain and words[:1] == (":::",) and 1 < len(words) <= MOST_GIVEN else (unknown(),)


def _watch(run: Run, scope: Scope, program: Program, name: str) -> bool:
    _, letters, longs, _ = row_of(name)
    words = program.words
    at, found, clear = options(words, 1, letters, longs)
    program, inside = beside(run, scope, program, name, found), scope.fork(repeats=True)
    rest = words[at:]
    if not clear:
        murky(run, inside, program, rest)
    elif not rest:
        return False
    elif any(option in ("x", "exec") for option, _ in found):
        emit(run, inside, program.replace(words=rest, shell=0))
    elif all(word.known for word in rest):
        payload(run, inside, program, Word(" ".join(rest)))
    else:
        murky(run, inside, program, (unknown(), *rest)) if not rest[0].known else emit(
            run, inside, program.replace(words=rest, shell=0)
        )
    return True


def _option(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`su -c text`, `script -c text`, `flock file -c text`, or `flock file program`."""
    _, letters, longs, operands = row_of(name)
    words = program.words
    at, found, clear = options(words, 1, letters, longs)
    named = ("c", "command", "session-command", "run")
    text = value(found, *named)
    rest = words[at:]
    if name == "runuser" and text is None and value(found, "u", "user") is not None:
        emit(run, scope, program.replace(words=rest, shell=0))
        return True
    program = beside(run, scope, program, name, found)
    if name in ("flock", "script") and (rest or name == "script"):
        program = program.replace(redirects=(*program.redirects, _made(name, rest, found)))
    if text is None:
        later, more, _ = options(rest, _operand(rest, operands), letters, longs)
        text = value(more, *named)
        rest = rest[later:] if text is None and name in ("flock", "runuser", "script", "sg") else ()
    else:
        rest = ()
    if text is not None:
        payload(run, scope, program, text)
    elif rest and name == "sg":
        payload(run, scope, program, rest[0])
    elif rest:
        emit(run, scope, program.replace(words=rest, shell=0))
    else:
        if clear and not program.piped:
            if name == "script":
                record(run, scope, program.replace(via=program.via[:-1]), name, words[0], words[1:])
            return name == "script"
        from_stdin(run, scope, program)
    return True


def _made(name: str, rest: tuple[Word, ...], found: list[tuple[str, Word]]) -> Redirect:
    """Return the file that the tool makes: flock only makes sure that it is there."""
    appends = name == "flock" or any(option in ("a", "append") for option, _ in found)
    return Redirect(op=">>" if appends else ">", target=rest[0] if rest else Word("typescript"), fd=9)


def _operand(rest: tuple[Word, ...], operands: int | str) -> int:
    """Return how many operands stand in front: `su - user -c text` has two."""
    if operands:
        return int(operands)
    at = 0
    while at < len(rest) and (not rest[at].startswith("-") or rest[at] == "-"):
        at += 1
    return at


def _fd_exec(word: Word) -> tuple[bool, str]:
    """Return whether a word makes fd start a program, and the program where it is in the same word."""
    if word.startswith("--"):
        name, _, attached = word.partition("=")
        return name in ("--exec", "--exec-batch"), attached
    at = next((i for i, char in enumerate(word) if char in "xX"), 0) if word.startswith("-") else 0
    return at > 0, word[at + 1 :].removeprefix("=") if at else ""


def _fd(run: Run, scope: Scope, program: Program, name: str) -> bool:
    record(run, scope, program.replace(via=program.via[:-1]), name, program.words[0], program.words[1:])
    for at, word in enumerate(program.words):
        started, attached = _fd_exec(word)
        rest = (*([Word(attached)] if attached else []), *program.words[at + 1 :])
        if started and rest:
            end = next((i for i, one in enumerate(rest) if one == ";"), len(rest))
            given = tuple(replaced(one, "{}") for one in rest[:end])
            emit(run, scope, program.replace(words=(*given, unknown()), certain=False, shell=0))
    return True


def _sub(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`tool [options] run [options] [--] program ...`."""
    _, letters, longs, subcommands = row_of(name)
    words = program.words
    at, _, clear = options(words, 1, letters, longs)
    verbs = {verb.partition("+")[0]: int(verb.partition("+")[2] or 0) for verb in str(subcommands).split(" ")}
    if name == "bun" and any(word in ("-e", "-p", "--eval", "--print") for word in words[1:3]):
        from guardhost.shell.peel_code import interpreter

        return interpreter(run, scope, program, name)
    if not clear or at >= len(words) or words[at] not in verbs:
        from guardhost.shell.peel_rare import workspace

        return name in ("yarn", "pnpm", "bun") and clear and workspace(run, scope, program, words[at:])
    sub = words[at]
    at, found, clear = options(words, at + 1, letters, longs)
    if verbs[sub]:
        at, more, clear = options(words, at + verbs[sub], letters, longs)
        found += more
    text = value(found, "c", "call", "command") if name in ("npm", "mise") else None
    text = value(found, "command") if name == "doppler" else text
    if name == "bun" and sub == "exec" and at < len(words):
        text = words[at]
    if text is not None:
        payload(run, scope, program, text)
        return True
    rest = words[at:]
    if name == "mise":
        end = next((i for i, word in enumerate(rest) if word == "--"), -1)
        rest = rest[end + 1 :] if end >= 0 else tuple(word for i, word in enumerate(rest) if i or "@" not in word)
    if not clear:
        murky(run, scope, program, words[at:])
        return True
    if name == "hatch" and rest and ":" in rest[0]:
        rest = (Word(rest[0].rpartition(":")[2], known=rest[0].known, raw=rest[0].raw), *rest[1:])
    python = (Word("python"),)
    if name in ("uv", "hatch", "pipx") and rest and (rest[0].endswith(".py") or rest[0] == "-"):
        rest = python + rest
    if name == "uv" and any(option in ("m", "module") for option, _ in found):
        module = value(found, "m", "module")
        rest = (*python, Word("-m"), *((module,) if module else ()), *rest)
    if not rest:
        return False
    emit(run, scope, program.replace(words=rest, shell=0))
    return True


def _npx(run: Run, scope: Scope, program: Program, name: str) -> bool:
    _, letters, longs, _ = row_of(name)
    at, found, clear = options(program.words, 1, letters, longs)
    rest = program.words[at:]
    text = value(found, "c", "call") if name == "npx" else None
    if text is not None:
        payload(run, scope, program, text)
    elif not clear:
        murky(run, scope, program, rest)
    elif rest:
        first = Word(rest[0].split("@", 1)[0], raw=rest[0].raw) if "@" in rest[0][1:] and rest[0][:1] != "@" else rest[0]
        emit(run, scope, program.replace(words=(first, *rest[1:]), shell=0))
    return bool(text is not None or not clear or rest)


def _direnv(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    words = program.words
    if len(words) < 4 or words[1] != "exec":
        return False
    emit(run, scope, program.replace(words=words[3:], shell=0))
    return True


def _remote(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`ssh host words`: the words make a text for a shell over there."""
    _, letters, longs, operands = row_of(name)
    record(run, scope, program.replace(via=program.via[:-1]), name, program.words[0], program.words[1:])
    at, found, clear = options(program.words, 1, letters, longs)
    if name == "adb" and program.words[at : at + 1] != ("shell",):
        return True
    later, more, still = options(program.words, at + int(operands), letters, longs)
    for option, word in found + more:
        setting = word.replace("=", " ", 1).partition(" ")
        if option == "o" and setting[0].lower() in ("proxycommand", "localcommand", "knownhostscommand"):
            payload(run, scope, program.replace(certain=False, redirects=()), Word(setting[2].strip(), raw=word.raw))
    rest = program.words[later:]
    away = program.replace(elsewhere=True, cwd=None, redirects=())
    if not clear or not still or any(not word.known for word in rest):
        record_unknown(run, scope, away.via)
    elif rest:
        payload(run, scope, away, Word(" ".join(rest)))
    elif program.stdin is not None:
        from_stdin(run, scope, away)
    return True


def _container(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`docker exec|run [options] container program ...`: a program itself, and one that runs in there."""
    _, letters, longs, subcommands = row_of(name)
    words = program.words
    record(run, scope, program.replace(via=program.via[:-1]), name, words[0], words[1:])
    at, _, clear = options(words, 1, letters, longs)
    if clear and at < len(words) and words[at] in ("container", "compose"):
        at, _, clear = options(words, at + 1, letters + "fp", longs + " file project-name profile")
    if not clear or at >= len(words) or words[at] not in str(subcommands).split(" "):
        return True
    if words[at] == "unshare":
        _, _, clear = options(words, at + 1, letters, longs)
        emit(run, scope, program.replace(words=words[at + 1 :], shell=0))
        return True
    at, found, clear = options(words, at + 1, letters, longs)
    rest = words[at + 1 :]
    if rest and rest[0] == "--":
        rest = rest[1:]
    elif "--" in rest and name in ("kubectl", "oc"):
        rest = rest[rest.index(Word("--")) + 1 :]
    entry = value(found, "entrypoint")
    away = program.replace(elsewhere=True, cwd=None, shell=0, redirects=())
    if entry:
        emit(run, scope, away.replace(words=(entry, *rest)))
    elif rest:
        emit(run, scope, away.replace(words=rest))
    return True


# Subcommands of tmux that start a program, with their letters that take a value.
_TMUX = {
    "new-session": "cefFnstxy", "neww": "cefFnt", "new-window": "cefFnt", "splitw": "ceFlpt", "split-window": "ceFlpt",
    "respawn-pane": "cet", "respawnp": "cet", "respawn-window": "cet", "respawnw": "cet", "run-shell": "cdt", "run": "cdt",
    "display-popup": "bcdehsStTwxy", "popup": "bcdehsStTwxy", "new": "cefFnstxy", "send-keys": "Nt", "send": "Nt",
}  # fmt: skip


def _tmux(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`tmux new -d text`, or `send-keys` with a text for the shell in there: a program itself, and what that starts."""
    words = program.words
    record(run, scope, program.replace(via=program.via[:-1]), name, words[0], words[1:])
    at, _, _ = options(words, 1, row_of(name)[1], "")
    letters = _TMUX.get(str(words[at])) if at < len(words) else None
    if letters is None:
        return True
    sends = words[at].startswith("send")
    at, _, clear = options(words, at + 1, letters, "")
    rest = tuple(word for word in words[at:] if word != ";")
    away = program.replace(elsewhere=True, cwd=scope.cwd, redirects=(), certain=program.certain and not sends)
    if sends or len(rest) == 1:
        for word in rest:
            if " " in word or not sends:
                payload(run, scope, away, word)
    elif rest and clear:
        emit(run, scope, away.replace(words=rest, shell=0))
    return True


def _screen(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`screen -dm program ...`; with `-X` the words are screen's own."""
    words = program.words
    record(run, scope, program.replace(via=program.via[:-1]), name, words[0], words[1:])
    at, found, clear = options(words, 1, row_of(name)[1], "")
    rest = words[at:]
    command = value(found, "X")
    if command is not None:
        for word in rest if command in ("stuff", "exec") else ():
            payload(run, scope, program.replace(certain=False), Word(word.strip().removesuffix("\\n"), raw=word.raw))
    elif rest and clear and not any(option in "rRxlw" for option, _ in found):
        emit(run, scope, program.replace(words=rest, shell=0, redirects=()))
    return True


KINDS = {
    "joined": _joined, "watch": _watch, "option": _option, "fd": _fd, "sub": _sub, "npx": _npx, "direnv": _direnv,
    "remote": _remote, "container": _container, "tmux": _tmux, "screen": _screen,
}  # fmt: skip
