"""How the wrappers of `wrappers_rare` are taken off: tools with subcommands, texts in options, other machines and boxes."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.shell.inline import Does
from guardhost.shell.peel import assignments, from_stdin, options, payload
from guardhost.shell.peel_more import anywhere, itself
from guardhost.shell.programs import emit, murky, record_unknown
from guardhost.shell.scope import unknown
from guardhost.shell.wrappers import row_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.programs import Program
    from guardhost.shell.scope import Run, Scope

_PYTHON = Word("python")
# Where a program of another machine, or of a box with a root of its own, runs: what the rules know such places by.
_PLACES = {"remote": "ssh", "boxed": "chroot"}
_SALT = ("cmd.run", "cmd.shell", "cmd.run_all", "cmd.run_stdout", "cmd.retcode")
_TEXT_OPTIONS = ("-c", "-Command", "-command", "--command", "--commands", "/c", "/C", "/k", "/K", "-C")


def _text_of(words: tuple[Word, ...]) -> Word:
    """Return words as the one text that they make together."""
    return Word(" ".join(words), known=all(word.known for word in words), raw=words[0].raw)


def _start(run: Run, scope: Scope, program: Program, words: tuple[Word, ...], *, text: bool = False) -> None:
    """Record what words start: a program, or with one word of several, or `text`, what a shell reads in them."""
    if text or (len(words) == 1 and " " in words[0]):
        payload(run, scope, program, _text_of(words))
    elif words:
        emit(run, scope, program.replace(words=words, shell=0))


def _from(run: Run, scope: Scope, program: Program, at: int, *, clear: bool) -> bool:
    """Record the program that stands at `at`; False where none does."""
    if not clear:
        murky(run, scope, program, program.words[at:])
    elif at < len(program.words):
        emit(run, scope, program.replace(words=program.words[at:], shell=0))
    return at < len(program.words)


def _placed(run: Run, scope: Scope, program: Program, name: str) -> tuple[Program, str]:
    """Return the program as it runs where its wrapper takes it, and the rest of the row's kind."""
    kind = row_of(name)[0]
    place, _, rest = kind.partition(" ")
    if place not in _PLACES and place != "own":
        return program, kind
    itself(run, scope, program, name)
    if place == "own":
        return program, rest
    return program.replace(via=(*program.via, _PLACES[place]), elsewhere=True, cwd=None, redirects=()), rest


def _verb(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`tool [options] verb [options] [operands] [--] program ...`; with a text as the value of an option, too."""
    words = program.words
    found = _behind(words, name)
    if found is None:
        return False
    start, end, clear = found
    placed, kind = _placed(run, scope, program, name)
    texts = _texts(words[start:], name)
    for text in texts:
        payload(run, scope, placed, text)
    if texts:
        return True
    if not clear:
        murky(run, scope, placed, words[end:])
    elif end < len(words):
        _start(run, scope, placed, words[end:], text=kind == "text verb")
    elif placed.stdin is not None and placed is not program:
        from_stdin(run, scope, placed)
    return end < len(words) or kind != row_of(name)[0]


def _behind(words: tuple[Word, ...], name: str) -> tuple[int, int, bool] | None:
    """Return where a verb's own words start, where its program does and whether that is sure; None where no verb stands."""
    _, letters, longs, spec = row_of(name)
    begin, _, clear = options(words, 1, letters, longs)
    for verb in str(spec).partition("|")[0].split(","):
        path, _, count = verb.partition("+")
        at, start, sure = begin, 1, clear
        for part in path.rstrip("*").split():
            if at >= len(words) or words[at] != part:
                break
            start = at + 1
            at, _, still = options(words, start, letters, longs)
            sure = sure and still
        else:
            if path.endswith("*"):
                dashes = [place for place in range(start, len(words)) if words[place] == "--"]
                return start, dashes[0] + 1 if dashes else len(words), True
            if count:
                at, _, still = options(words, at + int(count), letters, longs)
                sure = sure and still
            return start, at, sure
    return None


def _texts(words: tuple[Word, ...], name: str) -> list[Word]:
    """Return the texts that the row's options give, up to a `--`."""
    _, letters, longs, spec = row_of(name)
    named = str(spec).partition("|")[2].split()
    own = words[: words.index(Word("--"))] if "--" in words else words
    return [word for option, word in anywhere((Word(name), *own), letters, longs) if option in named]


def _option_text(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`asciinema rec -c text`, `man -P text`: a program itself, which runs what an option says."""
    itself(run, scope, program, name)
    _, letters, longs, spec = row_of(name)
    named = str(spec).split()
    short, long = "".join(one for one in named if len(one) == 1), " ".join(one for one in named if len(one) > 1)
    inside = program.replace(certain=False, redirects=(), stdin=None)
    for option, text in anywhere(program.words, letters + short, f"{longs} {long}".strip()):
        if option in named and (text or not text.known):
            cargo = name.startswith("cargo") and option in ("x", "exec") and text.known
            payload(run, scope, inside, Word(f"cargo {text}", raw=text.raw) if cargo else text)
    return True


def _after(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`xterm -e program`, `just -c program`: what stands behind one option is what it starts."""
    marks = str(row_of(name)[3]).split()
    itself(run, scope, program, name)
    for at, word in enumerate(program.words):
        mark, equals, text = word.partition("=")
        if at and mark in marks:
            _start(run, scope, program, ((Word(text, known=word.known),) if equals else ()) + program.words[at + 1 :])
            break
    return True


def _given(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`cross-env A=1 program`, `cross-env-shell A=1 text`: assignments in front, then words or a text."""
    kind, letters, longs, _ = row_of(name)
    at, _, clear = options(program.words, 1, letters, longs)
    at, env = assignments(program.words, at)
    rest = program.words[at:]
    if not clear:
        murky(run, scope, program, rest)
    elif rest:
        _start(run, scope, program.replace(env=program.env + env), rest, text=kind == "text")
    return bool(rest)


def _operands(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`mispipe text text`, `pee text text`: each operand is a text; addresses and numbers are none."""
    itself(run, scope, program, name)
    _, letters, longs, _ = row_of(name)
    for word in program.words[options(program.words, 1, letters, longs)[0] :]:
        if not word.known or not ("://" in word or word.isdigit() or word.startswith("-")):
            payload(run, scope, program.replace(redirects=(), stdin=None), word)
    return True


def _script(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`memray run x.py`, `torchrun x.py`, `ipython -c code`: what a python would be given."""
    _, letters, longs, verbs = row_of(name)
    words = program.words
    if (not longs and not letters) or name.startswith("ipython"):
        rest = tuple(word for at, word in enumerate(words) if at and not (at == 1 and word[:2] in ("-2", "-3")))
        if rest or program.stdin is not None or program.piped:
            emit(run, scope, program.replace(words=(_PYTHON, *rest), shell=0))
        return bool(rest)
    at, found, clear = options(words, 1, letters, longs)
    if verbs:
        if at >= len(words) or words[at] not in str(verbs).split(","):
            return False
        at, found, clear = options(words, at + 1, letters, longs)
    module = next((word for option, word in found if option in ("m", "module")), None)
    if not clear:
        murky(run, scope, program, words[at:])
        return True
    front = () if module is None else (Word("-m"), module) if module else (Word("-m"),)
    if at < len(words) or front:
        emit(run, scope, program.replace(words=(_PYTHON, *front, *words[at:]), shell=0))
    return at < len(words) or bool(front)


def _exec(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`stack exec program -- words`: a `--` stands in front of the program or behind it."""
    found = _behind(program.words, name)
    if found is None or found[1] >= len(program.words):
        return False
    rest = program.words[found[1] :]
    end = next((at for at, word in enumerate(rest) if word == "--"), len(rest))
    emit(run, scope, program.replace(words=(*rest[:end], *rest[end + 1 :]), shell=0))
    return True


def _rvm(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`rvm 3.2 do program`, `rvm @set exec program`."""
    at = next((at for at, word in enumerate(program.words) if word in ("do", "exec")), len(program.words))
    emit(run, scope, program.replace(words=program.words[at + 1 :], shell=0))
    return at + 1 < len(program.words)


def _pkgx(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`pkgx +package program@version words`."""
    rest = program.words[1:]
    while rest and (rest[0][:1] in ("+", "-")):
        rest = rest[1:]
    if rest:
        first = Word(rest[0].partition("@")[0], known=rest[0].known, raw=rest[0].raw)
        emit(run, scope, program.replace(words=(first, *rest[1:]), shell=0))
    return bool(rest)


def _dtach(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`dtach -n socket program`, `abduco -n name program`."""
    itself(run, scope, program, name)
    at, found, clear = options(program.words, 1, "ncANer", "")
    if any(option in "ncAN" for option, _ in found):
        at, _, still = options(program.words, at, "er", "")
        _start(run, scope, program, program.words[at:]) if clear and still else record_unknown(run, scope, program.via)
    return True


def _pm2(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`pm2 start program -- words`, `pm2 start x.js`, `pm2 start text`."""
    itself(run, scope, program, name)
    words = program.words
    rest = words[2:] if words[1:2] == ("start",) else ()
    first = next((word for word in rest if not word.startswith("-")), None)
    if first is None:
        return True
    own = rest[rest.index(Word("--")) + 1 :] if "--" in rest else ()
    node = (Word("node"),) if first.endswith(("js", ".ts")) else ()
    _start(run, scope, program.replace(redirects=()), (*node, first, *own))
    return True


def _dotenv(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`dotenv -e file -- program`, Python's `dotenv run -- program`; its other verbs start nothing."""
    _, letters, longs, _ = row_of(name)
    at, _, clear = options(program.words, 1, letters, longs)
    verb = program.words[at] if at < len(program.words) else ""
    if verb in ("list", "get", "set", "unset") and program.words[at - 1] != "--":
        return False
    if verb == "run":
        at, _, still = options(program.words, at + 1, letters, longs)
        clear = clear and still
    return _from(run, scope, program, at, clear=clear)


def codespace(run: Run, scope: Scope, program: Program) -> bool:
    """`gh codespace ssh -- text`: on another machine; the call itself is recorded before."""
    words = program.words
    if words[1:2] not in (("codespace",), ("cs",)) or words[2:3] != ("ssh",):
        return False
    at = options(words, 3, "cRp", "codespace repo profile server-port config")[0]
    if at < len(words):
        away = program.replace(via=(*program.via, "ssh"), elsewhere=True, cwd=None, redirects=())
        _start(run, scope, away, words[at:], text=True)
    return True


def _entr(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`entr program /_`: the file that changed stands there; with `-s` the words are a text."""
    at, found, clear = options(program.words, 1, "", "")
    rest = tuple(unknown(word.raw) if word == "/_" else word for word in program.words[at:])
    if not clear:
        murky(run, scope, program, rest)
    elif rest:
        inside = program.replace(stdin=None, piped=False)
        _start(run, scope.fork(repeats=True), inside, rest, text=any(option == "s" for option, _ in found))
    return bool(rest)


_MACHINES = frozenset((
    "x86_64", "i386", "i486", "i586", "i686", "athlon", "linux32", "linux64", "uname26", "ppc", "ppc32", "ppc64",
    "ppc64le", "arm", "armv6l", "armv7l", "armv8l", "aarch64", "arm64", "s390", "s390x", "mips", "mips64", "sparc",
    "sparc64", "riscv64",
))  # fmt: skip


def _arch(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`setarch x86_64 -R program`: a machine may stand in front."""
    _, letters, longs, _ = row_of(name)
    at, _, clear = options(program.words, 1, letters, longs)
    if at < len(program.words) and program.words[at] in _MACHINES:
        at, _, still = options(program.words, at + 1, letters, longs)
        clear = clear and still
    return _from(run, scope, program, at, clear=clear)


# The options of bwrap with two words behind them, and with one.
_TWO = frozenset((
    "bind", "bind-try", "dev-bind", "dev-bind-try", "ro-bind", "ro-bind-try", "symlink", "setenv", "file", "bind-data",
    "ro-bind-data", "chmod", "bind-fd", "ro-bind-fd",
))  # fmt: skip
_ONE = frozenset((
    "args", "argv0", "level-prefix", "userns", "userns2", "pidns", "uid", "gid", "hostname", "chdir", "unsetenv",
    "lock-file", "sync-fd", "remount-ro", "exec-label", "file-label", "proc", "dev", "tmpfs", "mqueue", "dir",
    "seccomp", "add-seccomp-fd", "block-fd", "userns-block-fd", "info-fd", "json-status-fd", "cap-add", "cap-drop",
    "perms", "size", "overlay-src", "tmp-overlay", "ro-overlay",
))  # fmt: skip


def _bwrap(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`bwrap --ro-bind from to program`; folders are those of the box."""
    itself(run, scope, program, name)
    words, at = program.words, 1
    while at < len(words) and words[at].startswith("--") and words[at] != "--":
        option = words[at][2:]
        at += 4 if option == "overlay" else 3 if option in _TWO else 2 if option in _ONE else 1
    at += words[at : at + 1] == ("--",)
    if any(not word.known for word in words[1:at]) or (at < len(words) and not words[at].known):
        murky(run, scope, program, words[1:])
    elif at < len(words):
        emit(run, scope, program.replace(words=words[at:], shell=0))
    return True


# Programs of packages that `yarn name` and `pnpm run name` start where no script of that name is.
_BINS = frozenset((
    "rimraf", "del", "del-cli", "shx", "trash-cli", "prettier", "eslint", "biome", "tsx", "ts-node", "cross-env",
    "cross-env-shell", "env-cmd", "dotenv", "dotenvx", "concurrently", "nodemon", "onchange", "chokidar", "lerna", "zx",
))  # fmt: skip


def workspace(run: Run, scope: Scope, program: Program, words: tuple[Word, ...]) -> bool:
    """`yarn workspace x exec program`, `pnpm recursive exec program`, `yarn node`: the same tool, or node, once more."""
    verb, tool = words[0] if words else "", program.words[0]
    if verb == "node" and program.via[-1] == "yarn":
        emit(run, scope, program.replace(words=words, shell=0))
        return True
    if verb == "workspaces" and words[1:2] == ("foreach",):
        at = options(words, 2, "j", "jobs include exclude from")[0]
    else:
        at = 2 if verb == "workspace" else 1 if verb in ("recursive", "multi", "m") else len(words)
    if at < len(words) and len(words) > at + 1 and words[at] in ("exec", "dlx"):
        emit(run, scope, program.replace(words=(tool, *words[at:]), shell=0, via=program.via[:-1]))
        return True
    named = words[1:] if verb == "run" else words
    if named and named[0] in _BINS:
        itself(run, scope, program, program.via[-1])
        emit(run, scope, program.replace(words=named, shell=0, certain=False, redirects=()))
    return bool(named) and named[0] in _BINS


def _flags(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`mpirun -np 4 program`, `dockerize -wait address program`: long options with one dash."""
    words = program.words
    longs = row_of(name)[2].split()
    at = 1
    while at < len(words) and words[at].startswith("-"):
        option = words[at].lstrip("-")
        at += 3 if option == "mca" else 2 if option in longs or option in ("n", "c", "N", "H", "x", "b", "w") else 1
    clear = all(word.known for word in words[1 : at + 1])
    return _from(run, scope, program, at if clear else 1, clear=clear)


def _capsh(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`capsh --drop=x -- -c text`: what a bash would be given."""
    itself(run, scope, program, name)
    if "--" in program.words:
        rest = program.words[program.words.index(Word("--")) + 1 :]
        emit(run, scope, program.replace(words=(Word("bash"), *rest), shell=0))
    return True


def _group(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`newgrp group`: a shell that reads standard input."""
    return from_stdin(run, scope, program, (), name)


def _zargs(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`zargs -- words -- program`: zsh's own xargs."""
    words = program.words
    marks = [at for at, word in enumerate(words) if word == "--"]
    emit(run, scope, program.replace(words=(*(words[marks[1] + 1 :] if len(marks) > 1 else ()), unknown()), shell=0))
    return True


def _salt(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`salt target cmd.run text`."""
    placed = _placed(run, scope, program, name)[0]
    at = next((at for at, word in enumerate(program.words) if word in _SALT), len(program.words))
    if program.words[at + 1 : at + 2]:
        payload(run, scope, placed, program.words[at + 1])
    return True


def _flatpak(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`flatpak run --command=program app words`."""
    itself(run, scope, program, name)
    if program.words[1:2] == ("run",):
        at, found, clear = options(program.words, 2, "", "command branch arch filesystem env cwd socket device share")
        command = next((word for option, word in found if option == "command"), None)
        if not clear or command is not None:
            first = command if command is not None else unknown()
            emit(run, scope, program.replace(words=(first, *program.words[at + 1 :]), shell=0))
    return True


def _pager(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`less '+!text' file`: a command of the pager that runs a text."""
    itself(run, scope, program, name)
    for word in program.words[1:]:
        said = word.lstrip("+") if word.startswith("+") else ""
        if said[:1] in ("!", "|", "#") or (word[:1] == "+" and not word.known):
            text = said[2:] if said[:1] == "|" else said[1:]
            payload(run, scope, program.replace(certain=False, redirects=()), Word(text, known=word.known, raw=word.raw))
    return True


def _foreign(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`pwsh -Command text`, `nu -c text`: a shell with a language of its own; what it does beside is not known.

    The words of the text are read as ours too, for the programs that they name.
    """
    words = program.words
    if len(words) < 2 and program.stdin is None and not program.piped:
        return False
    if words[1:] and words[1].lower() in ("--version", "-version", "--help", "-help", "-h", "-v", "-?"):
        return False
    itself(run, scope, program, name)
    run.did.append((run.commands[-1], Does(unknown=True)))
    record_unknown(run, scope, program.via)
    at = next((at for at, word in enumerate(words) if word in _TEXT_OPTIONS), 0)
    text = _text_of(words[at + 1 :]) if at and words[at + 1 :] else Word(program.stdin or "")
    if text.known and text and run.reads is not None and run.reads(str(text)) is not None:
        payload(run, scope, program.replace(certain=False, stdin=None), text)
    return True


def _placed_run(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`systemd-nspawn -D x program`, `plink host text`: the words run elsewhere, on another machine as one text."""
    placed, _ = _placed(run, scope, program, name)
    _, letters, longs, operands = row_of(name)
    at, _, clear = options(program.words, 1, letters, longs)
    at, _, still = options(program.words, at + int(operands), letters, longs)
    rest = program.words[at:]
    if not clear or not still:
        murky(run, scope, placed, rest)
    elif rest:
        _start(run, scope, placed, rest, text="ssh" in placed.via)
    elif placed.stdin is not None:
        from_stdin(run, scope, placed)
    return True


KINDS = {
    "verb": _verb, "text verb": _verb, "remote verb": _verb, "boxed verb": _verb, "own verb": _verb,
    "own text verb": _verb, "option text": _option_text,
    "after": _after, "given": _given, "text": _given, "operands": _operands, "script": _script, "exec": _exec, "rvm": _rvm,
    "pkgx": _pkgx, "dtach": _dtach, "pm2": _pm2, "capsh": _capsh, "group": _group, "zargs": _zargs, "remote salt": _salt,
    "dotenv": _dotenv, "entr": _entr, "arch": _arch, "bwrap": _bwrap, "flags": _flags, "flatpak": _flatpak, "pager": _pager,
    "foreign": _foreign, "remote run": _placed_run, "boxed run": _placed_run,
}  # fmt: skip
