"""From words to recorded programs: names, paths, functions, wrappers, the unknown."""

from __future__ import annotations

from guardhost.model.line import Command, Word
from guardhost.model.record import Record
from guardhost.shell.scope import against, unknown
from guardhost.shell.wrappers import wraps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.model.line import Redirect, VcsCall
    from guardhost.shell.scope import Run, Scope

VCS = frozenset(("git", "hg", "sl", "jj"))
# The shell's own commands that change what later words mean.
INTERNAL = frozenset((
    "cd", "chdir", "pushd", "popd", "set", "shopt", "test", "[", "shift", "export", "declare", "typeset", "local",
    "readonly", "unset", "read", "mapfile", "readarray", "printf", "getopts", "alias", "source", ".", "trap", "dirs",
    "let", "exec",
))  # fmt: skip
_DIGITS = tuple("0123456789")
SYSTEM = ("/bin/", "/sbin/", "/usr/", "/opt/homebrew/")  # programs by these paths are what their names say
MOST_STATES = 8  # in which a loop or a function was left, before they are taken together
# Those after which the shell may not go on with what follows.
_LEAVES = frozenset(("break", "continue", "return", "exit", "exec", "logout", "source", "."))
# After a word that may vanish (`$SUDO rm x`) these are taken for the program that may run.
_TELLING = frozenset((
    "rm", "mv", "cp", "dd", "ln", "git", "hg", "jj", "gh", "chmod", "chown", "tee", "truncate", "shred", "mkfs",
    "docker", "kubectl", "guardhost", "rmdir", "unlink",
))  # fmt: skip


class Program(Record):
    """A program about to be recorded.

    `shell` is 2 where functions and the shell's own commands are meant, 1 where only the latter are, 0 for neither.
    """

    words: tuple[Word, ...]
    env: tuple[tuple[str, Word], ...] = ()
    redirects: tuple[Redirect, ...] = ()
    stdin: str | None = None
    piped: bool = False
    shell: int = 2
    via: tuple[str, ...] = ()
    elsewhere: bool = False  # it runs in another folder than the line
    cwd: str | None = None  # which, where it is known
    folders: tuple[str, ...] = ()  # where that is not known: those that it may be
    certain: bool = True


def emit(run: Run, scope: Scope, program: Program) -> None:
    """Record a program: a call of a function becomes its body, a wrapper what it starts."""
    words = program.words
    if not words:
        if program.redirects:
            record(run, scope, program, "", Word(""), ())
        return
    word = words[0]
    if program.shell == 2 and word in scope.functions and word.known:
        from guardhost.shell.walk import call

        if call(run, scope, program):
            return
        program = program.replace(certain=False)
    if not word.known and word.raw.strip('"') in ("$SHELL", "${SHELL}"):
        word = Word("sh", raw=word.raw)  # whichever it is, it reads the same
        program = program.replace(words=(word, *words[1:]))
    elif not word.known and word.raw:
        from guardhost.shell.located import located

        word = located(scope, word)
        program = program.replace(words=(word, *words[1:]))
    name = base_name(word, run.lent.shell)
    _run(run, scope, program, name)
    if run.lent.shell == "zsh":
        from guardhost.shell.zsh import after

        after(run, scope, program, name)
    if program.shell and not scope.never and (name in _LEAVES or (not name and word.may_be(*_LEAVES))):
        _leave(run, scope, program, name)


def _run(run: Run, scope: Scope, program: Program, name: str) -> None:
    words, word = program.words, program.words[0]
    if name.startswith("git-") and "/git-core/" in word:  # a subcommand as a program of its own
        words = (Word("git"), Word(name[4:]), *words[1:])
        program, name, word = program.replace(words=words), "git", words[0]
    row = name if name[-1:] not in _DIGITS or wraps(name) else name.rstrip("0123456789.")
    if wraps(row) and (row not in _RARELY or _RARELY[row](words)):
        from guardhost.shell.peel import peel

        if peel(run, scope, program, row, name):
            return
    record(run, scope, program, name, word, words[1:])
    if program.env or scope.env or "/" in word:
        _beside(run, scope, program)
    if not name and _may_vanish(word) and len(words) > 1:
        _second_guess(run, scope, program)
    elif program.shell and name in INTERNAL:
        from guardhost.shell.internal import apply

        if any("[" in word and ("$(" in word or "`" in word) for word in words):
            record_unknown(run, scope)  # an index in a name is expanded once more
        if name in ("test", "[") and any(a in ("-v", "-R") and not b.known for a, b in zip(words, words[1:], strict=False)):  # noqa: RUF007 - itertools is one import more
            record_unknown(run, scope)
        if name not in ("test", "["):
            apply(run, scope, program, name)


def _beside(run: Run, scope: Scope, program: Program) -> None:
    """Record what a program's variables have it run, and what it runs where it is a script."""
    word = program.words[0]
    if program.env or scope.env:
        from guardhost.shell.peel_env import runs

        runs(run, scope, program)
    if "/" in word and word.known and not word.startswith(SYSTEM):
        from guardhost.shell.script_files import by_path

        by_path(run, scope, program)


def _leave(run: Run, scope: Scope, program: Program, name: str) -> None:
    """Note that the program ends a turn of a loop, a function or the shell, and what is known there."""
    args = program.words[1:]
    if name not in ("break", "continue", "return"):
        if args or name != "exec":
            scope.leave(3)
        sure = program.certain and (not args or (len(args) == 1 and args[0].isdigit()))
        if name == "exit" and sure and all(one.program != "alias" for one in run.commands):
            scope.never = True
        return
    state = scope.fork()
    state.left = scope.left if args in ((), ("1",)) else 2
    kept = scope.returns if name == "return" else scope.breaks
    if kept is not None:
        kept.append(state)
        if len(kept) > MOST_STATES:
            kept[0].merge(*kept)
            del kept[1:]
    scope.leave(1 if name != "return" and args in ((), ("1",)) else 2)
    scope.never = kept is not None and program.certain and (name == "return" or args in ((), ("1",)))


def record(run: Run, scope: Scope, program: Program, name: str, word: Word, args: tuple[Word, ...]) -> None:
    """Record a command as it stands; where it may run in one of several folders, once for each."""
    cwd, folders = (program.cwd, program.folders) if program.elsewhere else (scope.cwd, scope.folders)
    for folder in folders if cwd is None else ():
        _record(run, scope, program.replace(certain=False), name, word, args, folder)
    _record(run, scope, program, name, word, args, cwd)


def _record(
    run: Run, scope: Scope, program: Program, name: str, word: Word, args: tuple[Word, ...], cwd: str | None
) -> None:
    run.record(
        Command(
            program=name,
            args=args,
            repeats=scope.repeats,
            path=_path(run, scope, program, word) if "/" in word else "",
            vcs=_vcs(name, args) if name in VCS else None,
            env=scope.inherited(program.env) if scope.env else program.env,
            redirects=program.redirects,
            cwd=cwd,
            wrappers=scope.wrappers + program.via,
            certain=scope.certain and program.certain and not (scope.left or scope.never),
            never=scope.never,
            word=word,
            background=scope.background,
            stdin=program.stdin,
        )
    )


def record_unknown(run: Run, scope: Scope, via: tuple[str, ...] = (), raw: str = "") -> None:
    """Record that something runs that we cannot name."""
    if via[-1:] == ("eval",):
        scope.leave(3)
    record(run, scope, Program(words=(), via=via), "", unknown(raw), ())


def murky(run: Run, scope: Scope, program: Program, words: tuple[Word, ...]) -> None:
    """Record an unknown program where a wrapper's own words are not known, and what may be meant further on."""
    record(run, scope, program, "", unknown(words[0].raw if words else ""), words[1:])
    for at, word in enumerate(words[1:], 1):
        if word.known and (_tells(word) or wraps(word.rsplit("/", 1)[-1])):
            emit(run, scope, program.replace(words=words[at:], certain=False, shell=0))
            return


def base_name(word: Word, shell: str = "bash") -> str:
    """Return the program's name without its folder, "" when it is not known or shows other letters than it has."""
    if not word.known or word.pattern or not word:
        return ""
    text = word[1:] if shell == "zsh" and word.startswith("=") and word.raw.startswith("=") else str(word)
    name = text.rsplit("/", 1)[-1]
    return name if name.isascii() and name.isprintable() else ""


# Commands of git that start nothing by themselves, and those that do so only with one of these options.
GIT_ALONE = frozenset((
    "status", "diff", "log", "show", "add", "commit", "checkout", "switch", "branch", "tag", "stash", "reset", "restore",
    "merge", "rev-parse", "remote", "init", "rm", "mv", "blame", "ls-files", "cherry-pick", "revert", "worktree", "clean",
    "reflog", "describe", "config", "show-ref", "ls-tree", "cat-file", "rev-list", "merge-base", "for-each-ref", "name-rev",
    "shortlog", "diff-tree", "diff-index", "diff-files", "apply", "am", "format-patch", "check-ignore", "symbolic-ref",
    "update-index", "update-ref", "gc", "prune", "fsck", "version", "help", "whatchanged", "count-objects", "hash-object",
    "read-tree", "write-tree", "notes", "sparse-checkout", "check-attr", "cherry", "range-diff", "pack-refs",
    "push", "pull", "fetch", "grep", "rebase",
))  # fmt: skip
_GIT_SOMETIMES = {
    "push": ("--rece", "--e", "ext:"), "pull": ("--u", "ext:"), "fetch": ("--u", "ext:"), "grep": ("-O", "--op"),
    "rebase": ("-x", "--e", "-ix"), "config": ("alias.", "core.", "diff.", "filter.", "merge.", "credential", "sequence."),
}  # fmt: skip


def _starts_more(words: tuple[Word, ...]) -> bool:
    """Return whether a git call could start other programs; the common ones need no look at its table."""
    at = 1
    while at < len(words) and (words[at] == "-C" or words[at] in ("--no-pager", "-P")):
        at += 2 if words[at] == "-C" else 1
    if at >= len(words) or words[at] not in GIT_ALONE:
        return True
    starts = _GIT_SOMETIMES.get(str(words[at]))
    if starts is None:
        return False
    return any(
        not word.known or word.lower().startswith(starts) or word.startswith(starts) or (word[:1] == "-" and "x" in word[:4])
        for word in words[at + 1 :]
    )


def _runs(*verbs: str) -> Callable[[tuple[Word, ...]], bool]:
    """Return whether one of these verbs stands among the words."""
    return lambda words: any(verb in words for verb in verbs)


def _plus(words: tuple[Word, ...]) -> bool:
    return any(word[:1] == "+" or not word.known for word in words[1:])


def _commands(words: tuple[Word, ...]) -> bool:
    """Return whether an editor is given commands."""
    return any(not word.known or word[:1] in ("-", "+") for word in words[1:])


# Wrappers that are mostly only themselves, and when to look closer.
_RARELY: dict[str, Callable[[tuple[Word, ...]], bool]] = {
    "git": _starts_more,
    "sed": lambda words: any("e" in word for word in words[1:]),
    "gh": _runs("alias", "extension", "ssh"),
    "scp": lambda words: any(word[:2] in ("-S", "-o") for word in words),
    "sftp": lambda words: any(word[:2] in ("-S", "-o", "-b") for word in words),
    "rsync": lambda words: any(word[:1] == "-" and ("e" in word or "rs" in word) for word in words),
    "rg": lambda words: any(word.startswith(("--pre", "--hostname-bin")) for word in words),
    "make": lambda words: any(word[:1] == "-" and ("f" in word or "E" in word or "ev" in word) for word in words),
    "vim": _commands,
    "vi": _commands,
    "nvim": _commands,
    "ex": _commands,
    "view": _commands,
    "less": _plus,
    "more": _plus,
    "man": lambda words: any(word[:1] == "-" for word in words[1:]),
    "arch": lambda words: len(words) > 2,
    "ip": _runs("exec"),
    "gem": _runs("exec"),
    "composer": _runs("exec"),
    "cargo": _runs("watch"),
    "gcloud": _runs("ssh"),
    "tar": lambda words: any("I" in word or "F" in word or word.startswith("--") for word in words),
}


def _second_guess(run: Run, scope: Scope, program: Program) -> None:
    """A first word that is nothing makes the second one the program: recorded where it is a telling one."""
    following = program.words[1]
    if following.known and (_tells(following) or wraps(following.rsplit("/", 1)[-1])):
        emit(run, scope, program.replace(words=program.words[1:], certain=False))


def _may_vanish(word: Word) -> bool:
    return not word.known and word.parts == (None,) and word.raw[:1] in ("$", "`")


def _tells(word: Word) -> bool:
    return word.rsplit("/", 1)[-1] in _TELLING


def _path(run: Run, scope: Scope, program: Program, word: Word) -> str:
    raw = word.raw
    if not word.known or word.pattern or scope.payload or not run.lent.cwd:
        return ""
    if raw.startswith("~") or "$" in raw or "`" in raw:
        return ""
    if word.startswith("/"):
        return against(word, "") or ""
    return "" if scope.moved or program.elsewhere else against(word, run.lent.cwd) or ""


def _vcs(name: str, args: tuple[Word, ...]) -> VcsCall:
    from guardhost.shell.vcs import call

    return call(name, args)
