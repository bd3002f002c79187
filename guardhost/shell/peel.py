"""How each kind of wrapper is taken off. The rows are in `wrappers`."""

from __future__ import annotations

from guardhost.model.line import Redirect, Word
from guardhost.shell.bounds import TooMuchError
from guardhost.shell.programs import Program, emit, murky, record, record_unknown
from guardhost.shell.scope import against, unknown
from guardhost.shell.wrappers import ACTS, FORKS, GIVES, WRITES, row_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from guardhost.shell.scope import Run, Scope
    from guardhost.shell.tree import Node

    Options: TypeAlias = list[tuple[str, Word]]
    Kind: TypeAlias = Callable[[Run, Scope, Program, str], bool]

MOST_WRAPPERS = 40
_AWAY = frozenset(("remote", "container", "tmux", "screen"))  # the kinds whose texts may be for no shell of this machine


def peel(run: Run, scope: Scope, program: Program, name: str, shown: str = "") -> bool:
    """Record what a wrapper starts; False when it starts nothing here and is a program like any other.

    `name` is that of its row, `shown` its own where that has a version in it.
    """
    if len(program.via) + len(scope.wrappers) > MOST_WRAPPERS:
        raise TooMuchError("the wrappers nest too deep; write the program without them")
    row = row_of(name)[0]
    kind = _KINDS.get(row) or _further(row)
    return bool(row) and kind(run, scope, program.replace(via=(*program.via, shown or name)), name)


def _further(row: str) -> Kind:
    """Return how a kind of wrapper is taken off that few lines have."""
    if row == "xargs":
        from guardhost.shell.peel_xargs import xargs

        return xargs
    from guardhost.shell.peel_tools import KINDS

    if row in KINDS:
        return KINDS[row]
    from guardhost.shell.peel_texts import KINDS as TEXTS

    if row in TEXTS:
        return TEXTS[row]
    if row == "git":
        from guardhost.shell.peel_git import git

        return git
    if row == "code":
        from guardhost.shell.peel_code import interpreter

        return interpreter
    from guardhost.shell.peel_scripts import KINDS as SCRIPTS

    if row in SCRIPTS:
        return SCRIPTS[row]
    from guardhost.shell.peel_more import KINDS as MORE

    if row in MORE:
        return MORE[row]
    from guardhost.shell.peel_rare import KINDS as RARE

    return RARE.get(row, _run)


def options(words: tuple[Word, ...], at: int, letters: str, longs: str) -> tuple[int, Options, bool]:
    """Return where the options from `at` end, what they were, and whether all of them were known words."""
    found: Options = []
    valued = longs.split(" ") if longs else []
    while at < len(words):
        word = words[at]
        if not word.known:
            head = (word.parts or (None,))[0]
            return at, found, bool(head) and not str(head).startswith("-")
        if word == "--":
            return at + 1, found, True
        if not word.startswith("-") or word == "-":
            return at, found, True
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            takes = not equals and any(one == name or (name and one.startswith(name)) for one in valued)
            full = next((one for one in valued if one.startswith(name)), name) if name not in valued else name
            found.append((full, Word(value) if equals else words[at + 1] if takes and at + 1 < len(words) else Word("")))
            at += 2 if takes else 1
        else:
            at = _bundle(words, at, letters, found)
    return at, found, True


def _bundle(words: tuple[Word, ...], at: int, letters: str, found: Options) -> int:
    word = words[at]
    for index, letter in enumerate(word[1:], 2):
        if letter not in letters:
            found.append((letter, Word("")))
        elif len(word) > index:
            found.append((letter, Word(word[index:])))
            return at + 1
        else:
            found.append((letter, words[at + 1] if at + 1 < len(words) else Word("")))
            return at + 2
    return at + 1


def value(found: Options, *names: str) -> Word | None:
    """Return the last value among the options of these names, None when none is there."""
    return next((word for name, word in reversed(found) if name in names), None)


def _run(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`wrapper [options] [operands] program ...`."""
    _, letters, longs, operands = row_of(name)
    words = program.words
    at, found, clear = options(words, 1, letters, longs)
    if not clear:
        murky(run, scope, program, words[at:])
        return True
    if name == "systemd-run" and any(option.startswith(("on-", "timer-")) for option, _ in found):
        from guardhost.shell.peel_more import itself

        itself(run, scope, program, name)  # by the clock: that is what it does beside
    if name == "sudo" and any(option in ("e", "edit", "l", "list") for option, _ in found):
        return False
    program = beside(run, scope, program, name, found)
    if any(option in FORKS.get(name, ()) for option, _ in found):
        run.background, scope = True, scope.fork(background=True)
    if name in ("env", "genv"):
        return _env(run, scope, program, at, found)
    if name == "chroot" and words[at : at + 1] == (Word("/"),):
        from guardhost.shell.peel_more import itself

        itself(run, scope, program, name)
        program = program.replace(via=program.via[:-1])  # the same root: what it runs is in no box
    at += int(operands)
    at, env = assignments(words, at) if name in ("sudo", "doas") else (at, ())
    if name in ("sudo", "run0", "systemd-run"):
        program = _moved(run, program, scope, value(found, "D", "chdir", "working-directory"))
    if at >= len(words):
        return _bare_shell(run, scope, program, found) if name in ("sudo", "doas") else False
    if name == "sudo" and any(option in ("s", "i", "shell", "login") for option, _ in found) and " " in words[at]:
        payload(run, scope, program, Word(" ".join(words[at:]), known=all(word.known for word in words[at:])))
    emit(run, scope, program.replace(words=words[at:], env=program.env + env, shell=0))
    return True


def beside(run: Run, scope: Scope, program: Program, name: str, found: Options) -> Program:
    """Return the program with what a wrapper's own options do: files that it writes, variables that it gives."""
    for option, word in found:
        if option in WRITES.get(name, ()):
            if name == "strace" and word[:1] in ("|", "!"):
                payload(run, scope, program, Word(word[1:], raw=word.raw))
            append = any(other in ("a", "append", "A", "output-append-mode") for other, _ in found)
            made = Redirect(
                op=">>" if append else ">", target=word, fd=9
            )  # no descriptor that the program says something on
            program = program.replace(redirects=(*program.redirects, made))
        if option in GIVES.get(name, ()):
            program = program.replace(env=program.env + assignments((word,), 0)[1])
        if option in ACTS.get(name, ()):
            run.acts = run.acts or f"{name} {'-' if len(option) == 1 else '--'}{option}"
    return program


def _bare_shell(run: Run, scope: Scope, program: Program, found: Options) -> bool:
    """`sudo -s` and `sudo -i` read their program from standard input."""
    if any(option in ("s", "i", "shell", "login") for option, _ in found) and (program.stdin is not None or program.piped):
        from_stdin(run, scope, program)
        return True
    return False


def _env(run: Run, scope: Scope, program: Program, at: int, found: Options) -> bool:
    words = program.words
    if at < len(words) and words[at] == "-" and words[at].known:
        at, more, clear = options(words, at + 1, "uCSPa", row_of("env")[2])
        found = [*found, ("i", Word("")), *more]
        if not clear:
            murky(run, scope, program, words[at:])
            return True
    program = _moved(run, program, scope, value(found, "C", "chdir"))
    split = value(found, "S", "split-string")
    if split is not None:
        pieces = _split(run, split)
        if pieces is None:
            murky(run, scope, program, (unknown(), *words[at:]))
            return True
        words = (Word("env"), *pieces, *words[at:])
        return _run(run, scope, program.replace(words=words), "env")
    at, env = assignments(words, at)
    if at >= len(words):
        return False
    if not words[at].known and words[at].parts and "=" in (words[at].parts[0] or ""):
        at += 1
    if found:
        from guardhost.shell.peel_env import taken

        env = taken(found) + env
    emit(run, scope, program.replace(words=words[at:], env=program.env + env, shell=0))
    return True


def _split(_run: Run, text: Word) -> list[Word] | None:
    if not text.known or "\\" in text:  # the escapes are its own
        return None
    from guardhost.shell.reader_plain import words

    return (words("env " + text, "bash") or [])[1:] or None


def _moved(run: Run, program: Program, scope: Scope, folder: Word | None) -> Program:
    if folder is None:
        return program
    base = program.cwd if program.elsewhere else scope.cwd
    if folder.pattern or (scope.folders and not program.elsewhere):
        from guardhost.shell.folders import within

        return within(run, scope.fork(cwd=base), program, folder)
    return program.replace(elsewhere=True, cwd=against(folder, base) if folder.known else None)


def assignments(words: tuple[Word, ...], at: int) -> tuple[int, tuple[tuple[str, Word], ...]]:
    """Return where assignments from `at` end, and what they give."""
    env: list[tuple[str, Word]] = []
    while at < len(words):
        word = words[at]
        head = str(word) if word.known else str((word.parts or ("",))[0] or "")
        name, equals, rest = head.partition("=")
        if not equals or not name:
            break
        env.append((name, Word(rest, raw=word.raw) if word.known else Word(known=False, raw=word.raw)))
        at += 1
    return at, tuple(env)


def _internal(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`exec`, `command` and `builtin`, which the shell does itself."""
    words = program.words
    if not program.shell and name != "command":
        return False
    at, found, clear = options(words, 1, row_of(name)[1], "")
    if name == "command" and any(option in ("v", "V") for option, _ in found):
        return False
    if not clear:
        murky(run, scope, program, words[at:])
        return True
    program = beside(run, scope, program, name, found)
    if at >= len(words):
        if name == "exec" and program.redirects:
            record(run, scope, program.replace(via=program.via[:-1]), "", Word(""), ())
            return True
        return False
    emit(run, scope, program.replace(words=words[at:], shell=0 if name == "exec" else min(program.shell, 1)))
    return True


def read_text(run: Run, scope: Scope, via: tuple[str, ...], text: Word) -> tuple[Node, ...] | list[Word] | None:
    """Return what a text says, None when it is not known, or is for another machine or a screen and no shell reads it.

    `TooMuchError` where a shell here runs it: it runs what stands in front of the line that cannot be read.
    """
    nodes = run.reads(str(text)) if text.known and run.reads is not None else None
    away = any(row_of(name)[0] in _AWAY for name in (*scope.wrappers, *via))
    if nodes is None and text.known and not away:
        raise TooMuchError("a text that a shell runs cannot be read; write its commands on the line itself")
    return nodes


def payload(
    run: Run,
    scope: Scope,
    program: Program,
    text: Word,
    positional: tuple[Word, ...] = (),
    named: Word | None = None,
    *,
    pipefail: bool = False,
) -> None:
    """Record what a text runs in a shell of its own."""
    nodes = read_text(run, scope, program.via, text)
    if nodes is None:
        record_unknown(run, scope, program.via, text.raw)
        return
    inside = scope.fork(
        payload=True,
        pipefail=pipefail,
        wrappers=scope.wrappers + program.via,
        positional=positional,
        redirects=program.redirects,
        stdin=program.stdin,
        piped=program.piped,
        certain=scope.certain and program.certain,
        functions={},
        active=(),
    )
    kept: dict[str, str | tuple[Word, ...] | None] = {
        name: None for name in ("HOME", "TMPDIR", "IFS") if name in scope.variables
    }
    env = scope.inherited(program.env)
    inside.env = dict(env)
    inside.variables = {**kept, **{name: str(word) if word.known else None for name, word in env}}
    if named is not None:
        inside.variables["0"] = str(named) if named.known else None
    if program.elsewhere:
        inside.cwd, inside.moved, inside.folders = program.cwd, True, program.folders
    _follow(run, inside, nodes)


def _follow(run: Run, scope: Scope, nodes: object) -> None:
    from guardhost.shell.walk import walk

    if isinstance(nodes, list):
        emit(run, scope, Program(words=tuple(nodes), redirects=scope.redirects, stdin=scope.stdin, piped=scope.piped))
    else:
        walk(run, scope, nodes)  # type: ignore[arg-type] # what the reader gives


def from_stdin(run: Run, scope: Scope, program: Program, positional: tuple[Word, ...] = (), name: str = "") -> bool:
    """Record what a shell (`name`) runs that reads its program from standard input; False where nothing is given there."""
    if program.stdin is not None:
        payload(run, scope, program.replace(stdin=None), Word(program.stdin), positional)
    elif not program.piped and name:
        return False
    else:
        from guardhost.shell.script_files import redirected

        if not name or not redirected(run, scope, program, name, positional):
            record_unknown(run, scope, program.via)
    return True


def _shell(run: Run, scope: Scope, program: Program, name: str) -> bool:
    words = program.words
    from guardhost.shell.peel_shell import shell_options

    at, command, reads, files = shell_options(words)
    _start_files(run, scope, program, files)
    if at < len(words) and not words[at].known and not (command and words[at].raw[:1] in "\"'"):
        if command or "<(" not in words[at].raw:
            record(run, scope, program, "", unknown(words[at].raw), words[at + 1 :])
        else:
            from guardhost.shell.peel_texts import substituted

            substituted(run, scope, program, words[at], words[at + 1 :])
        return True
    if command:
        if at >= len(words):
            return False
        from guardhost.shell.peel_shell import pipefail

        named = words[at + 1] if at + 1 < len(words) else None
        payload(run, scope, program, words[at], words[at + 2 :], named, pipefail=pipefail(words[:at], on=False))
        return True
    if at < len(words) and not reads and words[at] not in ("/dev/stdin", "-", "/proc/self/fd/0", "/dev/fd/0"):
        from guardhost.shell.script_files import shell_file

        record(run, scope, program.replace(via=program.via[:-1]), name, words[0], words[1:])
        shell_file(run, scope, program, words[at], words[at + 1 :])
        return True
    return from_stdin(run, scope, program, words[at:] if reads else (), name)


def _start_files(run: Run, scope: Scope, program: Program, files: list[Word]) -> None:
    """Record what a shell runs before its program: a file that an option or a variable names, the person's own files."""
    for word in files:
        if not word.known or word not in ("", "/dev/null"):
            record_unknown(run, scope, program.via, word.raw)
        elif not word:
            run.acts = run.acts or "the start-up files of a shell"
    for name, word in scope.inherited(program.env):
        runs = name in ("BASH_ENV", "ENV", "ZDOTDIR") or name.startswith("BASH_FUNC_")
        if runs and (not word.known or word not in ("", "/dev/null")):
            record_unknown(run, scope, program.via, word.raw)


def _eval(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`eval words`: read again, in this very shell."""
    words = program.words[1:]
    if words and words[0] == "--":
        words = words[1:]
    if not words:
        return False
    known = all(word.known for word in words)
    nodes = read_text(run, scope, program.via, Word(" ".join(words), known=known))
    if nodes is None:
        from guardhost.shell.settled import said, set_up

        if len(words) == 1 and said(run, scope, words[0]):
            set_up(run, scope, "eval")
            return True
        record_unknown(run, scope, program.via, words[0].raw)
        scope.forget()
        return True
    before = (scope.wrappers, scope.certain, scope.stdin, scope.piped, scope.redirects)
    env = dict(scope.env)
    with_env(scope, program)
    scope.wrappers, scope.certain = scope.wrappers + program.via, scope.certain and program.certain
    scope.stdin, scope.piped, scope.redirects = program.stdin, program.piped, program.redirects
    _follow(run, scope, nodes)
    scope.wrappers, scope.certain, scope.stdin, scope.piped, scope.redirects = before
    for name, _ in program.env:
        scope.variables[name] = None  # its old value is back, or what the text set
        scope.env.pop(name, None)
        scope.env.update({name: env[name]} if name in env else {})
    return True


def with_env(scope: Scope, program: Program) -> None:
    """Make what stands in front of a text or a function known in it."""
    if program.env:
        scope.env = {**scope.env, **dict(program.env)}
        scope.variables.update({name: str(word) if word.known else None for name, word in program.env})


def _trap(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`trap 'text' SIGNAL`: the text runs later, in this shell."""
    words = program.words[2 if program.words[1:2] == ("--",) else 1 :]
    if len(words) < 2 or words[0].startswith("-") or (words[0].known and (not words[0] or words[0].isdigit())):
        return False
    if (nodes := read_text(run, scope, program.via, words[0])) is None:
        record_unknown(run, scope, program.via, words[0].raw)
    else:
        later = scope.fork(certain=False, wrappers=scope.wrappers + program.via)
        later.variables = dict.fromkeys(later.variables)  # the line may change them until then
        _follow(run, later, nodes)
    return True


def _alias(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`alias name='text'`: the text may run where the name stands later."""
    for word in program.words[1:]:
        alias, equals, text = word.partition("=")
        if not word.known:
            record_unknown(run, scope, program.via, word.raw)
        elif equals and run.reads is not None:
            from guardhost.shell.walk import as_nodes

            nodes = run.reads(text + ' "$@"') or read_text(run, scope, program.via, Word(text))
            if nodes is not None:
                scope.functions[alias] = (as_nodes(nodes), False)
                run.uncalled[alias] = (as_nodes(nodes), scope.fork(wrappers=scope.wrappers + program.via))
    return False


def _repeat(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """zsh's `repeat 3 program`."""
    if run.lent.shell != "zsh" or len(program.words) < 3:
        return False
    emit(run, scope, program.replace(words=program.words[2:], shell=2))  # noqa: S604 - a field, no process
    return True


def replaced(word: Word, mark: str) -> Word:
    """Return the word with every `mark` in it unknown."""
    if not word.known or not mark or mark not in word:
        return word
    parts: list[str | None] = []
    for at, piece in enumerate(word.split(mark)):
        parts.extend(([None] if at else []) + ([piece] if piece else []))
    return Word(known=False, raw=word.raw, parts=tuple(parts))


def _find(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`find` is a program itself; what it starts is recorded behind it."""
    record(run, scope, program.replace(via=program.via[:-1]), name, program.words[0], program.words[1:])
    words = program.words
    at = 1
    while at < len(words):
        if words[at] not in ("-exec", "-execdir", "-ok", "-okdir"):
            at += 1
            continue
        start = at + 1
        while at < len(words) and words[at] != ";" and not (words[at] == "+" and words[at - 1] == "{}"):
            at += 1
        inside = program.replace(certain=False, shell=0, redirects=(), env=program.env, stdin=None, piped=False)
        if words[start - 1].endswith("dir"):
            from guardhost.shell.folders import below

            inside = below(run, scope, inside, words)
        if start < at:
            emit(run, scope, inside.replace(words=tuple(replaced(word, "{}") for word in words[start:at])))
    return True


_KINDS = {
    "run": _run, "internal": _internal, "eval": _eval, "trap": _trap, "alias": _alias, "repeat": _repeat,
    "find": _find, "shell": _shell,
}  # fmt: skip
