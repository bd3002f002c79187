"""How interpreters are taken off: what the code starts that a line, a here-document or a script file gives them."""

from __future__ import annotations

from guardhost.model.effects import WRITE
from guardhost.model.line import Word
from guardhost.shell.bounds import TooMuchError
from guardhost.shell.inline import Does, Given, Start, does, given
from guardhost.shell.peel import payload
from guardhost.shell.programs import emit, record, record_unknown
from guardhost.shell.scope import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command
    from guardhost.shell.programs import Program
    from guardhost.shell.scope import Run, Scope

MOST_STARTS = 64  # programs that one piece of code starts
# Modules that run another module or a script.
_RUNNERS = ("pdb", "cProfile", "profile", "trace", "coverage", "runpy", "timeit", "bdb")
# Python's own modules that are no programs by their name, and those of them that only read.
_READING = ("json.tool", "calendar", "platform", "sysconfig", "site", "this", "ast", "dis", "tokenize", "inspect", "pydoc")
_OWN = (
    *_READING, "http.server", "venv", "ensurepip", "zipfile", "tarfile", "gzip", "compileall", "py_compile", "unittest",
    "doctest", "base64", "webbrowser", "zipapp", "lib2to3", "idlelib", "turtle", "tkinter", "asyncio", "code", "smtpd",
    "ftplib",
)  # fmt: skip
_STDIN = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
_UNREAD = Does(unknown=True)


def interpreter(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`python -c code`, `node -e code`, `perl script`: a program itself, and what its code starts."""
    words = program.words
    record(run, scope, program.replace(via=program.via[:-1]), program.via[-1], words[0], words[1:])
    command = run.commands[-1]
    told = given(name, words[1:])
    if told is None:
        record_unknown(run, scope, program.via, words[1].raw if len(words) > 1 else "")
        run.did.append((command, _UNREAD))
    elif told.module is not None:
        _module(run, scope, program, told)
    elif told.texts:
        _texts(run, scope, program, command, told)
    elif told.script is not None and not (told.script.known and told.script in _STDIN):
        from guardhost.shell.script_files import script

        script(run, scope, program, command, told)
    elif program.stdin is not None:
        _texts(run, scope, program.replace(stdin=None), command, told.replace(texts=(Word(program.stdin),)))
    elif program.piped:
        record_unknown(run, scope, program.via)
        run.did.append((command, _UNREAD))
    return True


def _texts(run: Run, scope: Scope, program: Program, command: Command, told: Given) -> None:
    found = Does(unknown=told.loads)
    if any(not text.known for text in told.texts):
        record_unknown(run, scope, program.via, next(text.raw for text in told.texts if not text.known))
        run.did.append((command, _UNREAD))
        return
    text = "\n".join(told.texts)
    found += does(told.language, text, (Word("-c"), *told.args), run.lent.home, command.cwd)
    started(run, scope, program, command, found)


def started(run: Run, scope: Scope, program: Program, command: Command, found: Does) -> None:
    """Record what code starts, and remember what else it does."""
    if len(found.starts) > MOST_STARTS:
        found = found.replace(starts=(*found.starts[:MOST_STARTS], Start()), unknown=True)
    run.did.append((command, found))
    for start in found.starts:
        inside = program.replace(
            certain=program.certain and start.certain, shell=0, stdin=start.stdin, piped=False, redirects=()
        )
        if start.cwd is not None:
            inside = _moved(inside, scope, start)
        if start.text is not None:
            payload(run, scope, inside, start.text)
        elif start.words:
            emit(run, scope, inside.replace(words=start.words))
        else:
            record_unknown(run, scope, program.via)


def _moved(program: Program, scope: Scope, start: Start) -> Program:
    from guardhost.shell.scope import against

    base = program.cwd if program.elsewhere else scope.cwd
    cwd = start.cwd
    return program.replace(elsewhere=True, cwd=against(cwd, base) if cwd is not None and cwd.known else None)


def _module(run: Run, scope: Scope, program: Program, told: Given) -> None:
    """`python -m pytest`: the program of that name; `python -m pdb x.py`: what it is given."""
    module = told.module if told.module is not None else unknown()
    if not module.known:
        record_unknown(run, scope, program.via, module.raw)
    elif module in _RUNNERS:
        words = told.args
        while words and (words[0].startswith("-") or words[0] == "run") and words[0] != "-m":
            words = words[1:]
        if words:
            emit(run, scope, program.replace(words=(program.words[0], *words), shell=0))
    elif module in _OWN:
        run.did.append((run.commands[-1], _own(str(module), told.args)))
    elif module and "." not in module:
        shown = Word(module.replace("_", "-"), raw=module.raw)
        emit(run, scope, program.replace(words=(shown, *told.args), shell=0))


def _own(module: str, args: tuple[Word, ...]) -> Does:
    operands = [word for word in args if not word.startswith("-")]
    if module in ("venv", "compileall", "py_compile"):
        whole = {"certain": False, "recursive": True}
        return Does(touches=tuple((WRITE, word, dict(whole)) for word in operands), unknown=not operands)
    if module == "json.tool":
        return Does(touches=tuple((WRITE, word, {"overwrites": True}) for word in operands[1:2]))
    return Does(
        unknown=module not in _READING, network=module in ("http.server", "smtpd", "ftplib", "webbrowser", "ensurepip")
    )


def tried(run: Run, scope: Scope, program: Program, command: Command, found: Does) -> None:
    """Record what the code of a file starts; where that is too much, something unknown runs."""
    before, remembered = len(run.commands), len(run.did)
    try:
        started(run, scope, program, command, found)
    except TooMuchError:
        del run.commands[before:]
        del run.did[remembered:]
        record_unknown(run, scope, program.via)
        run.did.append((command, _UNREAD))
