"""What git does to the files of a checkout, where its words name them."""

from __future__ import annotations

from guardhost.model.effects import DELETE, MOVE, READ, WRITE
from guardhost.model.line import Word
from guardhost.shell.programs_table import may_be_folder, split
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


def _restored(found: Found, words: tuple[Word, ...], *, certain: bool = True) -> None:
    """Add that files come back as they were at the pathspecs: a folder means all that is tracked in it."""
    meant = [word for word in words if not word.startswith((":!", ":^", ":(exclude"))]
    for word in meant or ([Word(".")] if words else []):
        if word.startswith(":") and word != ":":
            _whole(found)
            continue
        place = Word(".", raw=word.raw) if word == ":" else word
        stars = [at for at, char in enumerate(place) if char in "*?["] if not place.pattern else []
        if stars:
            # Git's own pattern: what it fits lies below the folder that it starts with.
            folder = place[: stars[0]].rpartition("/")[0] or "."
            found.add(WRITE, Word(folder, raw=word.raw), tree=True, below=True, certain=False)
        found.add(WRITE, place, overwrites=True, recursive=not stars, certain=certain)


def _whole(found: Found) -> None:
    """Add that anything tracked in the checkout may change."""
    found.add(WRITE, Word("."), tree=True, below=True, top=True, certain=False)


def _values(args: tuple[Word, ...], *valued: str) -> list[Word]:
    """Return the operands of a git call, without the values of these options; up to a `--`."""
    operands: list[Word] = []
    skip = False
    for word in args:
        if word == "--":
            break
        if not skip and (not word.startswith("-") or word == "-"):
            operands.append(word)
        skip = not skip and word in valued
    return operands


def _long(args: tuple[Word, ...], *options: str) -> bool:
    """Return whether one of these long options is given, in full or shortened as git takes it."""
    for word in args:
        if word == "--":
            return False
        name = word.partition("=")[0]
        if len(name) > 2 and any(option.startswith(name) for option in options):
            return True
    return False


def _short(args: tuple[Word, ...], letter: str) -> bool:
    """Return whether a letter is given, alone or in a bundle."""
    return any(word[:1] == "-" and word[:2] != "--" and letter in word for word in args)


def _checkout(found: Found, args: tuple[Word, ...]) -> None:
    if "--" in args:
        _restored(found, _paths(args))
        return
    if _short(args, "f") or _long(args, "--force", "--merge"):
        _whole(found)
    operands = _values(args, "-b", "-B", "--orphan", "--conflict", "--pathspec-from-file")
    if any(word.startswith("--pathspec-from-file") for word in args):
        _whole(found)
    if any(word in ("-b", "--orphan", "-t", "--track", "-d", "--detach") for word in args):
        return
    if "-B" in args:
        _whole(found)
        return
    if len(operands) == 1 and operands[0] in (".", ":"):
        _restored(found, tuple(operands))
    elif operands:
        # The first may be a commit or a path; what stands behind one is a path.
        _restored(found, tuple(operands[:1]), certain=False)
        _restored(found, tuple(operands[1:]))


def _restore(found: Found, args: tuple[Word, ...]) -> None:
    given = "".join(word[1:] for word in args if word.startswith("-") and not word.startswith("--") and word != "-")
    staged, tree = _long(args, "--staged") or "S" in given, _long(args, "--worktree") or "W" in given
    if staged and not tree:
        return
    if any(word.startswith("--pathspec-from-file") for word in args):
        _whole(found)
    _restored(found, (*_values(args, "-s", "--source", "--pathspec-from-file"), *_paths(args)))


def _remove(found: Found, args: tuple[Word, ...]) -> None:
    given = "".join(word[1:] for word in args if word.startswith("-") and not word.startswith("--"))
    if _long(args, "--cached", "--dry-run") or "n" in given:
        return
    for word in (*_values(args), *_paths(args)):
        named = Word(known=False, raw=word.raw) if word.startswith(":") else word
        found.add(DELETE, named, recursive="r" in given)


def _move(found: Found, args: tuple[Word, ...]) -> None:
    operands = [*_values(args), *_paths(args)]
    if "-n" in args or "--dry-run" in args:
        return
    for source in operands[:-1]:
        whole = {"tree": may_be_folder(source), "source": found.target(source)}
        found.add(MOVE, source, to=found.target(operands[-1]), tree=whole["tree"])
        target = operands[-1] if len(operands) == 2 else found.inside(operands[-1], source)
        found.add(WRITE, target, overwrites="-f" in args, **whole)
        if len(operands) == 2:
            found.add(WRITE, found.inside(operands[-1], source), certain=False, **whole)


def _clean(found: Found, args: tuple[Word, ...]) -> None:
    flags = "".join(word[1:] for word in args if word.startswith("-") and not word.startswith("--"))
    if "n" in flags.partition("e")[0] or "--dry-run" in args:
        return
    for word in [*_values(args, "-e", "--exclude"), *_paths(args)] or [Word(".")]:
        found.add(DELETE, word, recursive=True, certain=False)


def _reset(found: Found, args: tuple[Word, ...]) -> None:
    if _long(args, "--hard", "--merge", "--keep"):
        _whole(found)


def _stash(found: Found, args: tuple[Word, ...]) -> None:
    verb = next((word for word in args if not word.startswith("-")), Word("push"))
    if verb in ("list", "show", "drop", "clear", "create", "store"):
        return
    named = (
        (*_values(args[args.index(verb) + 1 :], "-m", "--message"), *_paths(args)) if verb == "push" and verb in args else ()
    )
    if named:
        _restored(found, tuple(dict.fromkeys(named)))
    else:
        _whole(found)


def _config(found: Found, args: tuple[Word, ...]) -> None:
    given, _ = split(args, "f", "file")
    named = [given[name] for name in ("f", "file") if name in given]
    if named:
        from guardhost.shell.readonly_table import git_config

        for word in named:
            found.add(READ if git_config(args) else WRITE, word)


def _apply(found: Found, args: tuple[Word, ...]) -> None:
    if any(word in ("--check", "--stat", "--numstat", "--summary", "--cached") for word in args):
        return
    found.unknown = True
    folder = next((word.partition("=")[2] for word in args if word.startswith("--directory=")), "")
    if folder:
        found.add(WRITE, Word(folder), tree=True, below=True, certain=False)
    else:
        _whole(found)


def _clone(found: Found, args: tuple[Word, ...]) -> None:
    operands = [word for word in args if not word.startswith("-")]
    if len(operands) > 1:
        found.add(WRITE, operands[-1], recursive=True)


def _init(found: Found, args: tuple[Word, ...]) -> None:
    operands = _values(args, "-b", "--initial-branch", "--template", "--separate-git-dir", "--object-format")
    folder = operands[0] if operands else Word(".")
    bare = "--bare" in args
    found.add(WRITE, folder if bare else found.inside(folder, Word(".git")), recursive=True)


def _worktree(found: Found, args: tuple[Word, ...]) -> None:
    operands = _values(args[1:], "-b", "-B", "--reason")
    for word in operands[:1] if args[:1] in (("add",), ("remove",)) else ():
        found.add(WRITE if args[0] == "add" else DELETE, word, recursive=True)
    for source, target in [operands[:2]] if args[:1] == ("move",) and len(operands) > 1 else ():
        found.add(MOVE, source, to=found.target(target))
        found.add(WRITE, target, recursive=True)


def _archive(found: Found, args: tuple[Word, ...]) -> None:
    for at, word in enumerate(args[:-1]):
        if word == "-o":
            found.add(WRITE, args[at + 1], overwrites=True)


def _patches(found: Found, args: tuple[Word, ...]) -> None:
    folder = next((args[at + 1] for at, word in enumerate(args[:-1]) if word in ("-o", "--output-directory")), Word("."))
    if "--stdout" not in args:
        found.add(WRITE, folder, tree=True, below=True, certain=False)


def _bundle(found: Found, args: tuple[Word, ...]) -> None:
    for word in args[1:2] if args[:1] == ("create",) else ():
        found.add(WRITE, word, overwrites=True)


def _merged(found: Found, args: tuple[Word, ...]) -> None:
    """What brings other content into the working tree, without losing what is not committed."""
    if not any(word in ("--no-commit", "--abort", "--quit") for word in args) or "--abort" in args:
        _whole(found)


def _switch(found: Found, args: tuple[Word, ...]) -> None:
    if not any(word in ("-c", "-C", "--create", "--force-create", "--orphan") for word in args):
        _whole(found)


def _show(found: Found, args: tuple[Word, ...]) -> None:
    for word in args:
        if ":" in word and not word.startswith("-") and not word.startswith(":"):
            found.add(READ, Word(word.partition(":")[2], raw=word.raw), certain=False)


_ACTS = {
    "checkout": _checkout, "restore": _restore, "rm": _remove, "mv": _move, "clean": _clean, "config": _config,
    "reset": _reset, "stash": _stash,
    "apply": _apply, "am": _apply, "clone": _clone, "show": _show,
    "init": _init, "worktree": _worktree, "archive": _archive, "format-patch": _patches, "bundle": _bundle,
    "switch": _switch, "checkout-index": _merged, "read-tree": _merged,
}  # fmt: skip
