"""How rarer tools are taken off that start a program: rsync's shell, socat's addresses, nix, daemons, aliases of gh."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.shell.peel import options, payload, value
from guardhost.shell.programs import emit, murky, record, record_unknown
from guardhost.shell.wrappers import row_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.programs import Program
    from guardhost.shell.scope import Run, Scope


def itself(run: Run, scope: Scope, program: Program, name: str) -> None:
    """Record a wrapper that is a program itself."""
    record(run, scope, program.replace(via=program.via[:-1]), name, program.words[0], program.words[1:])


def anywhere(words: tuple[Word, ...], letters: str, longs: str) -> list[tuple[str, Word]]:
    """Return the options of a program that takes them between its operands as well."""
    found: list[tuple[str, Word]] = []
    at = 1
    while at < len(words):
        start = at
        at, more, _ = options(words, at, letters, longs)
        found += more
        at += at == start or at < len(words)
    return found


def _rsync(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`rsync -e 'ssh -p 2'`, `--rsync-path='text'` on the other side."""
    itself(run, scope, program, name)
    _, letters, longs, _ = row_of(name)
    away = program.replace(certain=False, redirects=(), stdin=None)
    for option, text in anywhere(program.words, letters, longs):
        if option in ("e", "rsh"):
            payload(run, scope, away, text)
        elif option == "rsync-path":
            payload(run, scope, away.replace(elsewhere=True, cwd=None), text)
    return True


def _scp(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`scp -S program`, `-o ProxyCommand=text`; `sftp -b file` with `!command` lines is unknown."""
    itself(run, scope, program, name)
    _, letters, _, _ = row_of(name)
    for option, text in anywhere(program.words, letters, ""):
        setting = text.replace("=", " ", 1).partition(" ")
        if option == "S":
            emit(run, scope, program.replace(words=(text,), certain=False, redirects=(), shell=0))
        elif option == "o" and setting[0].lower() in ("proxycommand", "localcommand", "knownhostscommand"):
            payload(run, scope, program.replace(certain=False, redirects=()), Word(setting[2].strip(), raw=text.raw))
        elif option == "b" and name == "sftp":
            record_unknown(run, scope, program.via, text.raw)
    return True


def _socat(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`socat - EXEC:text`, `SYSTEM:text`, `nc -e program`, `ncat -c text`."""
    itself(run, scope, program, name)
    inside = program.replace(redirects=(), stdin=None)
    for word in program.words[1:] if name == "socat" else ():
        kind, colon, text = word.partition(":")
        if colon and kind.upper() in ("EXEC", "SYSTEM", "SHELL"):
            payload(run, scope, inside, Word(text.partition(",")[0], known=word.known, raw=word.raw))
        elif not word.known:
            record_unknown(run, scope, program.via, word.raw)
    for option, text in anywhere(program.words, row_of(name)[1], row_of(name)[2]) if name != "socat" else ():
        if option in ("e", "c", "exec", "sh-exec") and text:
            payload(run, scope, inside, text)
    return True


def _nix(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`nix develop -c program words`, `nix shell pkgs --command program words`."""
    words = program.words
    for at, word in enumerate(words):
        if word in ("-c", "--command") and at + 1 < len(words):
            emit(run, scope, program.replace(words=words[at + 1 :], shell=0))
            return True
    itself(run, scope, program, name)
    at = options(words, 2, "f", "file expr inputs-from override-input option arg")[0]
    if words[1:2] == ("run",) and at < len(words) and "#" in words[at]:
        started = Word(words[at].rpartition("#")[2], known=words[at].known, raw=words[at].raw)
        rest = words[at + 1 :]
        emit(run, scope, program.replace(words=(started, *(rest[1:] if rest[:1] == ("--",) else rest)), shell=0))
    return True


def _coverage(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`coverage run x.py`: what a python would be given."""
    _, letters, longs, _ = row_of(name)
    words = program.words
    if words[1:2] != ("run",):
        return False
    at, found, clear = options(words, 2, letters, longs)
    if not clear:
        murky(run, scope, program, words[at:])
        return True
    module = ("m", Word("")) in found
    emit(run, scope, program.replace(words=(Word("python"), *((Word("-m"),) if module else ()), *words[at:]), shell=0))
    return True


def _daemon(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`start-stop-daemon --start --exec program -- words`."""
    itself(run, scope, program, name)
    words = program.words
    end = words.index(Word("--")) if "--" in words else len(words)
    found = anywhere(words[:end], "xapncugsktrdNPI", "exec pidfile name chuid user group signal retry chdir")
    started = value(found, "a") or value(found, "x", "exec")
    if started is not None and ("-S" in words or "--start" in words):
        emit(run, scope, program.replace(words=(started, *words[end + 1 :]), shell=0, certain=False))
    return True


def _gh(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`gh alias set name '!text'`: the text runs where the name stands later; `gh codespace ssh text`."""
    itself(run, scope, program, name)
    from guardhost.shell.peel_rare import codespace

    if codespace(run, scope, program):
        return True
    words = [word for word in program.words[1:] if not word.startswith("-") or not word.known]
    shell = any(word in ("-s", "--shell") for word in program.words)
    if words[:2] == ["alias", "set"] and len(words) > 3:
        text = words[3]
        inside = program.replace(certain=False, redirects=(), stdin=None)
        if not text.known or text.startswith("!") or shell:
            payload(run, scope, inside, Word(text.removeprefix("!"), known=text.known, raw=text.raw))
        else:
            payload(run, scope, inside, Word(f"gh {text}", raw=text.raw))
    return True


KINDS = {
    "rsync": _rsync, "scp": _scp, "socat": _socat, "nix": _nix, "coverage": _coverage, "daemon": _daemon, "gh": _gh,
}  # fmt: skip
