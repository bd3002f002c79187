"""What git does to the files of a checkout, where its words name them."""

from __future__ import annotations

from guardhost.model.effects import DELETE, MOVE, READ, WRITE
from guardhost.model.line import Word
from guardhost.shell.scope import against

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.effects import Found


def git(found: Found) -> None:
    """Add the touches of the git call at hand; its paths stand against what `-C` names."""
    vcs = found.command.vcs
    if vcs is None:
        return
    before = found.cwd
    found.cwd = None if vcs.directory is None else against(vcs.directory, before) if vcs.directory else before
    act = _ACTS.get(vcs.subcommand)
    if act is not None:
        act(found, vcs.args)
    output = next((word for word in vcs.args if word.startswith("--output=")), None)
    if output is not None:
        found.add(WRITE, Word(output[9:], raw=output.raw), overwrites=True)
    found.cwd = before


def _paths(args: tuple[Word, ...]) -> tuple[Word, ...]:
    return args[args.index(Word("--")) + 1 :] if "--" in args else ()


def _pathspec(word: Word) -> Word:
    """Return a pathspec as a path: `:/` and `:(top)` mean the whole checkout, which is not known here."""
    return Word(known=False, raw=word.raw) if word.startswith(":") and word != ":" else Word(".") if word == ":" else word


def _checkout(found: Found, args: tuple[Word, ...]) -> None:
    paths = _paths(args)
    if not paths and len(args) == 1 and (args[0] in (".", ":") or "/" in args[0]):
        for word in args:
            found.add(WRITE, _pathspec(word), overwrites=True, certain=args[0] == ".", recursive=True)
    for word in paths:
        found.add(WRITE, _pathspec(word), overwrites=True, recursive=True)


def _restore(found: Found, args: tuple[Word, ...]) -> None:
    if any(word in ("--staged", "-S") for word in args) and not any(word in ("--worktree", "-W") for word in args):
        return
    skip = False
    for word in args:
        if skip:
            skip = False
        elif word in ("-s", "--source", "--pathspec-from-file"):
            skip = True
        elif not word.startswith("-"):
            found.add(WRITE, _pathspec(word), overwrites=True, recursive=True)


def _remove(found: Found, args: tuple[Word, ...]) -> None:
    if "--cached" in args or "-n" in args or "--dry-run" in args:
        return
    for word in args:
        if not word.startswith("-"):
            found.add(DELETE, _pathspec(word), recursive="-r" in args)


def _move(found: Found, args: tuple[Word, ...]) -> None:
    operands = [word for word in args if not word.startswith("-")]
    for source in operands[:-1]:
        found.add(MOVE, source, to=found.target(operands[-1]))
        found.add(WRITE, operands[-1] if len(operands) == 2 else found.inside(operands[-1], source), overwrites="-f" in args)
        if len(operands) == 2:
            found.add(WRITE, found.inside(operands[-1], source), certain=False)


def _clean(found: Found, args: tuple[Word, ...]) -> None:
    flags = "".join(word[1:] for word in args if word.startswith("-") and not word.startswith("--"))
    if "n" in flags or "--dry-run" in args:
        return
    operands = [word for word in args if not word.startswith("-")]
    for word in operands or [Word(".")]:
        found.add(DELETE, word, recursive=True, certain=False)


def _config(found: Found, args: tuple[Word, ...]) -> None:
    for at, word in enumerate(args):
        if word in ("-f", "--file") and at + 1 < len(args):
            found.add(WRITE, args[at + 1])


def _apply(found: Found, args: tuple[Word, ...]) -> None:
    if not any(word in ("--check", "--stat", "--numstat", "--summary", "--cached") for word in args):
        found.unknown = True


def _clone(found: Found, args: tuple[Word, ...]) -> None:
    operands = [word for word in args if not word.startswith("-")]
    if len(operands) > 1:
        found.add(WRITE, operands[-1], recursive=True)


def _show(found: Found, args: tuple[Word, ...]) -> None:
    for word in args:
        if ":" in word and not word.startswith("-") and not word.startswith(":"):
            found.add(READ, Word(word.partition(":")[2], raw=word.raw), certain=False)


_ACTS = {
    "checkout": _checkout, "restore": _restore, "rm": _remove, "mv": _move, "clean": _clean, "config": _config,
    "apply": _apply, "am": _apply, "clone": _clone, "show": _show,
}  # fmt: skip
