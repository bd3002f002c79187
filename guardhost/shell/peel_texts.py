"""Programs and commands of the shell that are themselves and run a text besides: callbacks, scripts, an archive's hooks."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.shell.peel import options, payload, read_text
from guardhost.shell.programs import Program, emit, record, record_unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.scope import Run, Scope

_STDIN = ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
_TAR_LONGS = "use-compress-program to-command checkpoint-action info-script new-volume-script rsh-command rmt-command"
_TAR_VALUED = "file directory files-from exclude exclude-from listed-incremental transform strip-components owner group mode"


def _here(run: Run, scope: Scope, program: Program, text: Word, *, certain: bool = False) -> None:
    """Record what a text runs in this very shell."""
    from guardhost.shell.walk import as_nodes, walk

    nodes = read_text(run, scope, program.via, text)
    if nodes is None:
        record_unknown(run, scope, program.via, text.raw)
    elif certain:
        walk(run, scope, as_nodes(nodes))
    else:
        walk(run, scope.fork(certain=False, wrappers=scope.wrappers + program.via), as_nodes(nodes))


def _callback(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`mapfile -C text`: run with an index and a line behind it."""
    for option, text in options(program.words, 1, "dnOsuCc", "")[1]:
        if option == "C":
            _here(run, scope, program, Word(text + ' "$_index" "$_line"', raw=text.raw) if text.known else text)
    return False


def _completion(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`compgen -C text`, `-F function`, `-W words` (expanded)."""
    for option, text in options(program.words, 1, "oAGWPSXFC", "")[1]:
        if option == "C":
            _here(run, scope, program, Word(text + ' "$_name" "$_word" "$_before"', raw=text.raw) if text.known else text)
        elif option == "F":
            emit(run, scope, program.replace(words=(text,), certain=False, redirects=()))
        elif option == "W" and (not text.known or "$" in text or "`" in text or "<(" in text):
            _here(run, scope, program, Word(f": {text}", raw=text.raw) if text.known else text)
    return False


def _unless(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`fc` without `-l` runs an old line again; `enable -f` and `bind -x` load or keep something that runs."""
    given = {option for option, _ in options(program.words, 1, "fdqmrux" if name == "bind" else "", "")[1]}
    if ("l" not in given) if name == "fc" else bool(given & {"f", "x"}):
        record_unknown(run, scope, program.via)
    return False


def _hash(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`hash -p file name`: the file runs where the name stands later."""
    for option, path in options(program.words, 1, "p", "")[1]:
        if option == "p":
            emit(run, scope, program.replace(words=(path,), certain=False, shell=0, redirects=()))
    return False


def _source(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`source /dev/stdin`: a text that is given runs in this shell."""
    words = program.words[2:] if program.words[1:2] == ("--",) else program.words[1:]
    if words and words[0] in _STDIN:
        if program.stdin is None:
            record_unknown(run, scope, program.via)
        else:
            _here(run, scope, program, Word(program.stdin), certain=True)
        return False
    if words and not words[0].known and words[0].raw.startswith("<("):
        from guardhost.shell.settled import said, set_up

        text = said_by(run, scope, words[0])
        if text is None and said(run, scope, words[0]):
            set_up(run, scope, name)
        elif text is None:
            record_unknown(run, scope, program.via, words[0].raw)
        else:
            _here(run, scope, program, Word(text, raw=words[0].raw), certain=True)
        return False
    if not words or words[0] == "/dev/null":
        return False
    from guardhost.shell.internal import apply
    from guardhost.shell.script_files import shell_file
    from guardhost.shell.settled import sourced

    record(run, scope, program.replace(via=program.via[:-1]), name, program.words[0], program.words[1:])
    if sourced(run, scope, program, words[0]):
        return True
    shell_file(run, scope, program, words[0], words[1:], here=True)
    apply(run, scope, program, name)
    return True


def substituted(run: Run, scope: Scope, program: Program, word: Word, args: tuple[Word, ...]) -> None:
    """`bash <(echo text)`: what is said there is what runs, where it is literal."""
    text = said_by(run, scope, word)
    if text is None:
        record_unknown(run, scope, program.via, word.raw)
    else:
        payload(run, scope, program.replace(stdin=None), Word(text, raw=word.raw), args)


def said_by(run: Run, scope: Scope, word: Word) -> str | None:
    """Return what the program in a `<(...)` says, None where that is not literal."""
    raw = word.raw
    if not raw.startswith("<(") or not raw.endswith(")") or run.reads is None:
        return None
    nodes = run.reads(raw[2:-1])
    if nodes is None:
        return None
    from guardhost.shell.walk import as_nodes, literal_output

    return literal_output(run, scope.fork(), as_nodes(nodes))


def _sed(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`sed '1e text'` runs a text, `s///e` what it made."""
    from guardhost.shell.programs_table import sed_words
    from guardhost.shell.scripts import sed_does

    for script in sed_words(program.words[1:])[0]:
        for text in sed_does(script)[1] if script.known else ():
            if text:
                payload(run, scope, program.replace(certain=False, stdin=None), Word(text, raw=script.raw))
            else:
                record_unknown(run, scope, program.via, script.raw)
    return False


def _tar(run: Run, scope: Scope, program: Program, _name: str) -> bool:
    """`tar -I program`, `--to-command`, `--checkpoint-action=exec=text` and their like."""
    words = program.words
    if len(words) > 1 and words[1].known and not words[1].startswith("-"):
        words = (words[0], Word("-" + words[1]), *words[2:])
    for at, word in enumerate(words):
        if word.startswith("-") and not word.startswith("--") and set("IF") & set(word):
            for option, given in options(words, at, "fCTXbIKgNVLHF", "")[1]:
                if option in ("I", "F"):
                    payload(run, scope, program.replace(certain=False, stdin=None), given)
        elif word.startswith("--"):
            _, found, _ = options(words[at : at + 2], 0, "", _TAR_LONGS + " " + _TAR_VALUED)
            name, given = found[0] if found else ("", Word(""))
            if name not in _TAR_LONGS.split(" "):
                continue
            kind, _, text = given.partition("=")
            if name != "checkpoint-action":
                payload(run, scope, program.replace(certain=False, stdin=None), given)
            elif kind == "exec" or not given.known:
                payload(run, scope, program.replace(certain=False, stdin=None), Word(text, known=given.known, raw=given.raw))
    return False


KINDS = {
    "callback": _callback, "completion": _completion, "unless": _unless, "hash": _hash, "source": _source, "sed": _sed,
    "tar": _tar,
}  # fmt: skip
