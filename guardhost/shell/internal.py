"""The shell's own commands: those that change what later words mean, and those whose output is known."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.shell.scope import against

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.programs import Program
    from guardhost.shell.scope import Run, Scope


def apply(run: Run, scope: Scope, program: Program, name: str) -> None:
    """Change the scope as the command does; what cannot be told becomes unknown."""
    args = program.words[1:]
    if name in ("cd", "chdir"):
        _cd(run, scope, program, args)
    elif name in ("pushd", "popd"):
        _stack(run, scope, name, args)
    elif name in ("source", "."):
        scope.variables = dict.fromkeys((*scope.variables, "IFS", "\0any"))
        scope.pipefail = False
    elif name == "set":
        _set(scope, args)
    elif name == "shift":
        _shift(scope, args)
    elif name == "shopt":
        if "lastpipe" in args or not all(word.known for word in args):
            scope.distrust()
    elif name == "let":
        _let(run, scope, args)
    elif name != "alias":
        _variables(run, scope, name, args, program)


def _cd(run: Run, scope: Scope, program: Program, args: tuple[Word, ...]) -> None:
    at = 0
    while at < len(args) and args[at].known and args[at].startswith("-") and len(args[at]) > 1:
        at += 1
        if args[at - 1] == "--":
            break
    operands = args[at:]
    home = dict(program.env).get("HOME") or scope.variables.get("HOME", run.lent.home or None)
    target: str | None
    folders: tuple[str, ...] = ()
    if not operands:
        target = str(home) if isinstance(home, str) and home else None
    elif len(operands) > 1 or not operands[0].known:
        target = None
    elif operands[0] == "-":
        target = scope.old
    elif operands[0].pattern or scope.folders or "CDPATH" in scope.variables or "CDPATH" in dict(program.env):
        from guardhost.shell.folders import moved_to

        folders = moved_to(run, scope, operands[0], _search(scope, program))
        target = folders[0] if len(folders) == 1 else None
    else:
        target = against(operands[0], scope.cwd) if operands[0] else scope.cwd
    scope.old, scope.cwd, scope.moved, scope.folders = scope.cwd, target, True, folders


def _search(scope: Scope, program: Program) -> str | None:
    """Return the value of `CDPATH`, "" where it is not set, None where it is not known."""
    given = dict(program.env).get("CDPATH")
    if given is not None:
        return str(given) if given.known else None
    value = scope.variables.get("CDPATH", "")
    return value if isinstance(value, str) else None


def _stack(run: Run, scope: Scope, name: str, args: tuple[Word, ...]) -> None:
    stack, scope.moved = scope.stack, True
    operand = args[-1] if args else None
    odd = len(args) > 1 or (operand is not None and (not operand.known or operand[:1] in ("+", "-")))
    scope.folders = ()
    if stack is None or odd:
        scope.old, scope.cwd, scope.stack = scope.cwd, None, None
    elif name == "pushd" and operand is not None:
        scope.stack = (*stack, scope.cwd)
        folders: tuple[str, ...] = ()
        if operand.pattern:
            from guardhost.shell.folders import moved_to

            folders = moved_to(run, scope, operand)
        target = against(operand, scope.cwd) if not operand.pattern else folders[0] if len(folders) == 1 else None
        scope.old, scope.cwd, scope.folders = scope.cwd, target, folders
    elif stack:
        top = stack[-1]
        scope.stack = (*stack[:-1], scope.cwd) if name == "pushd" else stack[:-1]
        scope.old, scope.cwd = scope.cwd, top


def _set(scope: Scope, args: tuple[Word, ...]) -> None:
    """`set -- words` gives new positional parameters; options alone do not, but may make the shell end early."""
    options = args[: args.index(Word("--"))] if "--" in args else args
    if any(not word.known or word == "errexit" or (word[:1] == "-" and set("eu") & set(word)) for word in options):
        scope.stops = True
    if "pipefail" in options or not all(word.known for word in options):
        from guardhost.shell.peel_shell import pipefail

        scope.pipefail = pipefail(options, on=scope.pipefail)
    if any(not word.known for word in args):
        scope.positional = None
    elif "--" in args:
        scope.positional = args[args.index(Word("--")) + 1 :]
    elif args and args[0][:1] not in ("-", "+"):
        scope.positional = args
    elif any(word[:1] not in ("-", "+") for word in args):
        scope.positional = None


def _shift(scope: Scope, args: tuple[Word, ...]) -> None:
    if scope.positional is None:
        return
    count = int(args[0]) if args and args[0].isascii() and args[0].isdigit() else 1 if not args else -1
    from guardhost.shell.words import loose

    known = 0 <= count <= len(scope.positional) and not any(map(loose, scope.positional[:count]))
    scope.positional = scope.positional[count:] if known else None


def _let(run: Run, scope: Scope, args: tuple[Word, ...]) -> None:
    from guardhost.shell.numbers import evaluated
    from guardhost.shell.programs import record_unknown

    for word in args:
        if word.known:
            evaluated(run, scope, str(word))
        else:
            record_unknown(run, scope, raw=word.raw)


# The options with a value of the commands that set a variable, and which of those values is its name.
_BINDING = {"read": ("adinNptu", "a"), "printf": ("v", "v"), "mapfile": ("dnOsuCc", ""), "readarray": ("dnOsuCc", "")}


def _bound(name: str, args: tuple[Word, ...]) -> list[Word]:
    """Return the names that a command gives a value."""
    if name == "getopts":
        return [*args[1:2], Word("OPTARG"), Word("OPTIND")]
    from guardhost.shell.peel import options

    letters, named = _BINDING[name]
    at, found, _ = options(args, 0, letters, "")
    values = [word for option, word in found if option in named]
    return values + (list(args[at:]) if name != "printf" else [])


def _variables(run: Run, scope: Scope, name: str, args: tuple[Word, ...], program: Program) -> None:
    """A command that sets variables in a way we do not compute: those that it names are unknown from here."""
    if name == "printf" and "-v" not in args:
        return
    if name == "unset":
        for word in args:
            body, _ = scope.functions.get(str(word), ((), False))
            if body:
                scope.functions[str(word)] = (body, False)
    if name in ("export", "declare", "typeset", "local", "readonly"):
        _declared(run, scope, name, args)
        return
    if name in _BINDING or name == "getopts":
        _bind(run, scope, name, args, program)
        return
    if any(not word.known for word in args):
        scope.forget()
    for word in args:
        bare = word.partition("=")[0].partition("[")[0].rstrip("+")
        if bare and not bare.startswith("-"):
            scope.variables[bare] = None


def _given(scope: Scope, name: str, args: tuple[Word, ...], program: Program, names: list[Word]) -> list[str]:
    """Return the values that `read` or `printf -v` gives these names, where they are literal; [] where they are not."""
    if any(not word.known or word.pattern for word in args) or not names:
        return []
    if name == "printf":
        text = said(["printf", *map(str, args[2:] if args[0] == "-v" else args[1:])], None)
        return [] if text is None or len(names) != 1 else [text]
    text = program.stdin if program.stdin != scope.stdin else None  # what a loop reads goes on with each turn
    raw = args[:1] == ("-r",)
    marks = _marks(scope, program)
    if name != "read" or text is None or len(args) != len(names) + raw or marks is None or ("\\" in text and not raw):
        return []
    from guardhost.shell.splitting import fields

    found = fields(text.partition("\n")[0], marks, len(names))
    return [] if found is None else found + [""] * (len(names) - len(found))


def _marks(scope: Scope, program: Program) -> str | None:
    """Return the `IFS` that a command reads with, None where it is not known."""
    from guardhost.shell.words import USUAL_IFS

    given = dict(program.env).get("IFS")
    if given is not None:
        return str(given) if given.known else None
    value = scope.variables.get("IFS", USUAL_IFS)
    return value if isinstance(value, str) else None


def _elements(run: Run, scope: Scope, name: str, args: tuple[Word, ...], program: Program) -> tuple[str, tuple[Word, ...]]:
    """Return the array that `read -a` or `mapfile -t` fills and its elements where they are literal; "" where not."""
    from guardhost.shell.peel import options

    at, found, _ = options(args, 0, _BINDING[name][0], "")
    given = dict(found)
    text = program.stdin if program.stdin != scope.stdin else None
    sources = [one.target for one in program.redirects if one.op == "<" and one.fd in (None, 0)]
    if text is None and sources and sources[-1].raw.startswith("<("):
        from guardhost.shell.peel_texts import said_by

        text = said_by(run, scope, sources[-1])
    if text is None or any(not word.known for word in args):
        return "", ()
    if name == "read":
        marks = _marks(scope, program)
        if "a" not in given or given.keys() - {"a", "r"} or marks is None or ("\\" in text and "r" not in given):
            return "", ()
        from guardhost.shell.splitting import fields

        return str(given["a"]), tuple(map(Word, fields(text.partition("\n")[0], marks) or ()))
    if given.keys() - {"t"} or "t" not in given or at < len(args) - 1:
        return "", ()
    lines = text.removesuffix("\n").split("\n") if text else []
    return str(args[at]) if at < len(args) else "MAPFILE", tuple(map(Word, lines))


def _bind(run: Run, scope: Scope, name: str, args: tuple[Word, ...], program: Program) -> None:
    from guardhost.shell.numbers import bind
    from guardhost.shell.programs import record_unknown

    names = _bound(name, args)
    values = _given(scope, name, args, program, names)
    for at, word in enumerate(names or [Word("REPLY" if name == "read" else "MAPFILE")] if name != "printf" else names):
        if not word.known:
            scope.forget()
            record_unknown(run, scope, raw=word.raw)  # an index in it is evaluated
            run.assignments.append(("", word))
        else:
            bind(run, scope, word.partition("[")[0], values[at] if values and "[" not in word else None)
    if name not in ("getopts", "printf"):
        array, elements = _elements(run, scope, name, args, program)
        if array and array in scope.variables and "\0=" + array not in scope.variables:
            scope.variables[array] = elements


def _declared(run: Run, scope: Scope, name: str, args: tuple[Word, ...]) -> None:
    """A declaration: a name that stands for another one, a number or an array, a local without a value."""
    flags = {letter for word in args if word.startswith("-") for letter in word}
    if "n" in flags and name != "export":
        scope.distrust()
    for word in args:
        variable, equals, value = (word.parts[0] or "").partition("=")
        if equals and all(known != variable for known, _ in run.assignments):
            run.assignments.append((variable, Word(value) if word.known else Word(known=False, raw=word.raw)))
        if equals and not word.raw.startswith(variable + "="):  # a word that was made: no assignment as it is written
            bare = variable.rstrip("+").partition("[")[0]
            plain = word.known and variable == bare and not value.startswith("(") and "\0=" + bare not in scope.variables
            scope.variables[bare] = value if plain and (name != "local" or scope.active) else None
        if flags & set("iluA"):
            scope.variables[variable] = None
        if (name == "readonly" or "r" in flags) and not variable.startswith("-"):
            scope.variables["\0=" + variable] = ""
        if "i" in flags and not variable.startswith("-"):
            _integer(run, scope, variable, word if equals else None)
    if name == "export" or "x" in flags:
        _exported(scope, args)
    for word in args:
        if not word.known and not (word.parts and "=" in (word.parts[0] or "")):
            scope.forget()
        elif name == "local" and word.known and "=" not in word and not word.startswith("-"):
            scope.variables[str(word)] = None


def _integer(run: Run, scope: Scope, name: str, word: Word | None) -> None:
    """`declare -i name`: what it is given is evaluated from here."""
    from guardhost.shell.numbers import is_number
    from guardhost.shell.programs import record_unknown

    scope.variables["\0" + name] = ""
    if word is not None and not (word.known and is_number(word.partition("=")[2])):
        record_unknown(run, scope, raw=word.raw)


def _exported(scope: Scope, args: tuple[Word, ...]) -> None:
    for word in args:
        name, equals, value = ((word.parts or ("",))[0] or "").partition("=")
        if name and not name.startswith("-"):
            known = scope.variables.get(name)
            scope.env[name.rstrip("+")] = (
                Word(value)
                if equals and word.known
                else Word(known)
                if isinstance(known, str)
                else Word(known=False, raw=name)
            )


def said(words: list[str], cwd: str | None) -> str | None:
    """Return what `echo`, `printf` or `pwd` prints, None for anything else or what we do not compute."""
    name, args = words[0].rsplit("/", 1)[-1], words[1:]
    if name == "pwd" and not args:
        return cwd
    if name == "echo":
        return _echo(args)
    return _printf(args) if name == "printf" and args else None


def _echo(args: list[str]) -> str | None:
    end, escapes = "\n", False
    while args and len(args[0]) > 1 and args[0][0] == "-" and not set(args[0][1:]) - set("neE"):
        end = "" if "n" in args[0] else end
        escapes = "e" in args[0] or (escapes and "E" not in args[0])
        args = args[1:]
    text: str | None = " ".join(args)
    if escapes and text is not None and "\\" in text:
        from guardhost.shell.ansi import decode

        text = decode(text.replace("\\0", "\\")) if "\\c" not in text else None
    return None if text is None else text + end


def _printf(args: list[str]) -> str | None:
    from guardhost.shell.ansi import decode

    args = args[args[0] == "--" :] or [""]
    plain = "\\\\" not in args[0] and not any(f"\\0{digit}" in args[0] for digit in "01234567")
    shape = decode(args[0].replace("\\0", "\ue001") if plain else args[0])
    if shape is None or args[0] == "-v":
        return None
    values = args[1:]
    pieces = shape.replace("%%", "\ue000").split("%s")
    if any("%" in piece for piece in pieces) or (values and len(pieces) == 1):
        return None
    out = ""
    while True:
        turn = (values + [""] * len(pieces))[: len(pieces) - 1]
        out += pieces[0] + "".join(value + piece for value, piece in zip(turn, pieces[1:], strict=True))
        values = values[len(pieces) - 1 :]
        if not values:
            return out.replace("\ue000", "%").replace("\ue001", "\0")
