"""How programs are taken off that have a small language of their own: awk, editors, databases, make, debuggers."""

from __future__ import annotations

from guardhost.model.effects import WRITE
from guardhost.model.line import Word
from guardhost.shell.inline import MOST_SCANNED, Does, Start
from guardhost.shell.peel import options, payload, value
from guardhost.shell.peel_code import started
from guardhost.shell.programs import emit, record, record_unknown
from guardhost.shell.wrappers import row_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command
    from guardhost.shell.programs import Program
    from guardhost.shell.scope import Run, Scope

_UNREAD = Does(unknown=True)


def _itself(run: Run, scope: Scope, program: Program) -> Command:
    record(run, scope, program.replace(via=program.via[:-1]), program.via[-1], program.words[0], program.words[1:])
    return run.commands[-1]


def _awk(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`awk 'BEGIN { system("...") }'`; a program file is unknown."""
    _, letters, longs, _ = row_of(name)
    command = _itself(run, scope, program)
    at, found, clear = options(program.words, 1, letters, longs)
    texts = [word for option, word in found if option in ("e", "source")]
    files = [word for option, word in found if option in ("f", "file", "E", "exec", "i", "include", "l", "load")]
    rest = program.words[at:]
    if not texts and not any(option in ("f", "file", "E", "exec") for option, _ in found):
        texts, rest = list(rest[:1]), rest[1:]
    if not clear or any(not text.known for text in texts):
        record_unknown(run, scope, program.via, texts[0].raw if texts else "")
        run.did.append((command, _UNREAD))
        return True
    from guardhost.shell.inline_awk import read

    does = read("\n".join(texts)) if sum(map(len, texts)) <= MOST_SCANNED else _UNREAD
    if any(word != "inplace" for word in files):
        from guardhost.shell.script_files import text_of

        for word in files:
            text, why = text_of(run, command, word)
            does += read(text) if not why else _UNREAD
    started(run, scope, program, command, does)
    return True


# Editors: their options with a command, and what starts a program in one.
def _editor(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`vim -c ':!command'`, `+'!command'`, `ed` with a text: a shell command behind `!`, a file behind `w`."""
    command = _itself(run, scope, program)
    texts: list[Word] = []
    words = program.words
    for at, word in enumerate(words[1:], 1):
        following = words[at + 1] if at + 1 < len(words) else Word("")
        if word in ("-c", "--cmd", "--command") or (word in ("-S", "-s") and program.via[-1] not in ("ed", "ex")):
            texts.append(following if word in ("-c", "--cmd", "--command") else Word(known=False, raw=following.raw))
        elif word.startswith("+"):
            texts.append(Word(word[1:], raw=word.raw))
        elif word.startswith("-c"):
            texts.append(Word(word[2:], raw=word.raw))
        elif (
            word.startswith(("--eval", "-eval", "-l", "--load", "--script", "-f", "--funcall"))
            and program.via[-1] == "emacs"
        ):
            texts.append(Word(known=False, raw=word.raw))
    if program.stdin is not None:
        texts += [Word(line) for line in program.stdin.split("\n")]
    does = Does(unknown=True, starts=(Start(),)) if any(not text.known for text in texts) else Does()
    for text in texts:
        does += _edits(text) if text.known else Does()
    started(run, scope, program, command, does)
    return True


def _edits(text: Word) -> Does:
    """Return what one command of an editor does; `:` and a range may stand in front."""
    said = text.strip().lstrip(":0123456789$%,.; ")
    said = said.partition("/")[2].rpartition("/")[2] if said.startswith(("g/", "v/")) else said
    if said.startswith("!"):
        return Does(starts=(Start(text=Word(said[1:].strip(), known=bool(said[1:]))),))
    head, _, rest = said.partition(" ")
    if head.rstrip("!") in ("w", "write", "wq", "x", "sav", "saveas", "up", "W", "wn") and rest.strip():
        target = rest.strip().removeprefix(">>").strip()
        if target.startswith("!"):
            return Does(starts=(Start(text=Word(target[1:])),))
        return Does(touches=((WRITE, Word(target), {"overwrites": True, "certain": False}),))
    if head in ("r", "read", "e", "edit") and rest.startswith("!"):
        return Does(starts=(Start(text=Word(rest[1:])),))
    plain = head.rstrip("!") in ("q", "wq", "x", "w", "qa", "wqa", "xa", "up", "d", "p", "i", "a", "c", "s", "set", "se", "")
    return Does(unknown=not (plain or said[:1] in ("/", "?") or said[:2] in ("s/", "y ", "j", "d ")))


def _database(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`psql -c '\\! command'`, `sqlite3 f '.shell command'`, `mysql -e 'system command'`, `gdb -ex 'shell command'`."""
    command = _itself(run, scope, program)
    texts = [(str(word), word.raw) for word in program.words[1:] if word.known]
    texts += [(program.stdin, "")] if program.stdin is not None else []
    does = Does(unknown=any(not word.known for word in program.words[1:]))
    for text, raw in texts:
        for line in text.split("\n"):
            shell = _shell_of(line.strip())
            if shell is not None:
                does += Does(starts=(Start(text=Word(shell, known=bool(shell), raw=raw)),))
            for mark in (".output ", ".once ", ".backup ", ".save ", "\\o ", ".log ", ".dump "):
                if line.strip().startswith(mark):
                    does += Does(touches=((WRITE, Word(line.strip()[len(mark) :].strip()), {"certain": False}),))
    started(run, scope, program, command, does)
    if program.via[-1] in ("gdb", "lldb"):
        _debugged(run, scope, program, texts)
    return True


def _debugged(run: Run, scope: Scope, program: Program, texts: list[tuple[str, str]]) -> None:
    """`gdb --args program words`, `lldb -- program words`: it runs once somebody says so."""
    words = program.words
    at = next((at for at, word in enumerate(words) if word in ("--args", "-args", "--")), 0)
    runs = any(text.split(" ")[0] in ("run", "r", "start", "starti") for text, _ in texts)
    at = at + 1 if at else len(words) - 1 if runs else len(words)
    if at < len(words):
        emit(run, scope, program.replace(words=words[at:], certain=False, shell=0, stdin=None))


_SHELL_MARKS = ("\\! ", "\\!", ".shell ", ".system ", "system ", "shell ", "!", "pipe ")


def _shell_of(line: str) -> str | None:
    """Return the shell command that a line of a database or a debugger starts, None for none."""
    for mark in _SHELL_MARKS:
        if line.startswith(mark) and (mark != "!" or line[1:2] not in ("=", "")):
            return line[len(mark) :].strip().rstrip(";")
    copies = line.lower().startswith(("\\copy", "copy")) and "program" in line.lower()
    if copies:
        quoted = line.split("'")
        return quoted[1] if len(quoted) > 2 else ""
    return None


def _make(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`make -f -` with a text: each recipe line may run; `make SHELL=x`, `--eval=text`."""
    _, letters, longs, _ = row_of(name)
    command = _itself(run, scope, program)
    _, found, clear = options(program.words, 1, letters, longs)
    file, more = value(found, "f", "file", "makefile"), value(found, "E", "eval")
    text = program.stdin if file == "-" and file.known else None
    if more is not None:
        text = (text or "") + "\n" + more if more.known else None
    folder = value(found, "C", "directory")
    if folder is not None:
        from guardhost.shell.scope import against

        base = program.cwd if program.elsewhere else scope.cwd
        program = program.replace(elsewhere=True, cwd=against(folder, base) if folder.known else None)
    if text is None:
        if not clear or file == "-" or more is not None:
            record_unknown(run, scope, program.via)
        return True
    started(run, scope, program.replace(stdin=None), command, _recipes(text))
    return True


def _recipes(text: str) -> Does:
    starts: list[Start] = []
    variables = False
    for line in text.replace("\\\n", " ").split("\n"):
        if line.startswith("\t"):
            recipe = line[1:].lstrip("@-+ ")
        elif ";" in line and ":" in line.partition(";")[0]:
            recipe = line.partition(";")[2].lstrip("@-+ ")
        else:
            at = line.find("$(shell ")
            recipe = line[at + 8 :].rpartition(")")[0] if at >= 0 else ""
            variables = variables or "include" in line
        known = "$(" not in recipe.replace("$$(", "") and "${" not in recipe.replace("$${", "")
        if recipe:
            starts.append(Start(text=Word(recipe.replace("$$", "$"), known=known, raw=recipe)))
    return Does(starts=tuple(starts), unknown=variables)


def _deferred(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`at now <<< text`, `batch`: a text that runs later; `crontab` with one."""
    command = _itself(run, scope, program)
    _, letters, longs, _ = row_of(name)
    at, found, clear = options(program.words, 1, letters, longs)
    given = {option for option, _ in found}
    if given & {"l", "r", "d", "c", "e", "V"} or (name == "crontab" and not program.words[at:]):
        return True
    file = value(found, "f")
    if name == "crontab":
        file = None if program.words[at:] == ("-",) else program.words[at] if at < len(program.words) else None
    later = program.replace(certain=False, redirects=(), stdin=None)
    if file is not None:
        from guardhost.shell.script_files import text_of

        text, why = text_of(run, command, file)
        payload(run, scope, later, _cron(Word(text), name)) if not why else record_unknown(run, scope, program.via, file.raw)
    elif program.stdin is not None:
        payload(run, scope, later, _cron(Word(program.stdin), name))
    elif program.piped or not clear:
        record_unknown(run, scope, program.via)
    return True


def _cron(text: Word, name: str) -> Word:
    """Return the commands of a table of cron; any other text as it is."""
    if name != "crontab":
        return text
    commands = []
    for line in text.split("\n"):
        fields = line.split(None, 1 if line.startswith("@") else 5)
        if fields and not line.startswith("#") and "=" not in fields[0] and len(fields) > 1:
            commands.append(fields[-1])
    return Word("\n".join(commands))


def _preprocessor(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`rg --pre program`, `--hostname-bin program`."""
    _itself(run, scope, program)
    for option, word in options(program.words, 1, "ABCEfgjmMrtTe", "pre hostname-bin")[1]:
        if option in ("pre", "hostname-bin"):
            emit(run, scope, program.replace(words=(word,), certain=False, redirects=(), shell=0))
    return True


def _texts(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`hyperfine 'a' 'b'`, `concurrently 'a' 'b'`: each operand is a text for a shell; so are some options."""
    _, letters, longs, _ = row_of(name)
    at, found, clear = options(program.words, 1, letters, longs)
    running = ("p", "prepare", "s", "setup", "c", "cleanup", "C", "conclude", "exec", "x", "on-success", "onSuccess")
    texts = [word for option, word in found if option in running and (word or not word.known)]
    later = [] if name in ("nodemon", "watchexec") else list(program.words[at:])
    command = _itself(run, scope, program)
    if not clear:
        record_unknown(run, scope, program.via)
    for text in (*texts, *later):
        if not text.startswith("-"):
            payload(run, scope, program.replace(redirects=(), stdin=None), text)
    exported = [word for option, word in found if option in ("export-json", "export-csv", "export-markdown")]
    run.did.append((command, Does(touches=tuple((WRITE, word, {"overwrites": True}) for word in exported))))
    return True


KINDS = {
    "awk": _awk, "editor": _editor, "database": _database, "make": _make, "deferred": _deferred, "pre": _preprocessor,
    "texts": _texts,
}  # fmt: skip
