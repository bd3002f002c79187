"""The table of programs that touch files: what each does with its options and operands. To add one, add its row."""

from __future__ import annotations

from guardhost.model.effects import APPEND, DELETE, MOVE, READ, WRITE
from guardhost.model.line import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from guardhost.shell.effects import Found

    Row: TypeAlias = Callable[[Found, tuple[Word, ...]], None]
    Options: TypeAlias = dict[str, Word]


def split(args: tuple[Word, ...], letters: str = "", longs: str = "") -> tuple[Options, list[Word]]:
    """Return the options (the last of each, by letter or long name) and the operands; they may be mixed, as GNU does.

    `letters` and `longs` take a value; a long one may be shortened.
    """
    given: Options = {}
    operands: list[Word] = []
    valued = longs.split(" ") if longs else []
    at = 0
    while at < len(args):
        word = args[at]
        at += 1
        if word == "--" and word.known:
            operands.extend(args[at:])
            break
        if not word.startswith("-") or word == "-":
            operands.append(word)
        elif word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            full = next((one for one in valued if one == name or (name and one.startswith(name))), "")
            takes = bool(full) and not equals
            given[full or name] = Word(value) if equals else args[at] if takes and at < len(args) else Word("")
            at += takes
        else:
            at += _letters(word, letters, args[at] if at < len(args) else Word(""), given)
    return given, operands


def _letters(word: Word, letters: str, following: Word, given: Options) -> int:
    for index, letter in enumerate(word[1:], 2):
        if letter not in letters:
            given[letter] = Word(word[index:])
            continue
        given[letter] = Word(word[index:]) if len(word) > index else following
        return 0 if len(word) > index else 1
    return 0


def on(given: Options, *names: str) -> bool:
    """Return whether one of these options is given; long ones may be shortened to three letters or more."""
    return any(
        name in given or (len(name) > 1 and any(len(one) > 2 and name.startswith(one) for one in given)) for name in names
    )


_BINS = ("trash", "trash-put", "rmtrash")  # they take folders without being told


def _delete(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(args)
    for word in operands:
        found.add(DELETE, word, recursive=on(given, "r", "R", "recursive") or found.command.program in _BINS)


def _shred(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(args, "ns", "iterations size random-source")
    for word in operands:
        found.add(DELETE if on(given, "u", "remove") else WRITE, word, overwrites=True)


def _each(kind: str, letters: str = "", longs: str = "", *, skip: int = 0, overwrites: bool = False) -> Row:
    """Return a row for a program that does one thing to each of its operands, after `skip` others."""

    def row(found: Found, args: tuple[Word, ...]) -> None:
        given, operands = split(args, letters, longs)
        recursive = on(given, "R", "recursive")
        for word in operands[0 if on(given, "reference") else skip :]:
            found.add(kind, word, recursive=recursive, overwrites=overwrites)

    return row


def _chmod(found: Found, args: tuple[Word, ...]) -> None:
    """`chmod -x file`: a mode may look like an option."""
    given, operands = split(args)
    rest = operands
    if not on(given, "reference") and not any(word[:1] == "-" and word[1:2] in tuple("rwxXstugoa") for word in args):
        rest = operands[1:]
    for word in rest:
        found.add(WRITE, word, recursive=on(given, "R", "recursive"))


def _targets(found: Found, given: Options, operands: list[Word]) -> list[tuple[Word, Word, bool]]:
    """Return (source, target, certain) of a copy or a move; a last operand may be a folder, then both are named."""
    folder = given.get("t") or given.get("target-directory")
    if folder is not None:
        return [(source, found.inside(folder, source), True) for source in operands]
    if len(operands) < 2:
        return []
    *sources, last = operands
    one_each = len(sources) == 1 and sources[0].pattern and last.pattern  # a loop's `"$f" "$f.bak"`
    if not one_each and (
        len(sources) > 1
        or any(source.pattern for source in sources)
        or ((last.endswith("/") or last.rsplit("/", 1)[-1] in (".", "..")) and last)
    ):
        return [(source, found.inside(last, source), True) for source in sources]
    pairs = [(sources[0], last, True)]
    if last.known and sources[0].known and not on(given, "T", "no-target-directory"):
        pairs.append((sources[0], found.inside(last, sources[0]), False))
    return pairs


def _copy(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(args, "tSgmo", "target-directory suffix group mode owner")
    if on(given, "directory") or ("d" in given and found.command.program == "install"):
        for word in operands:
            found.add(WRITE, word)
        return
    recursive = on(given, "r", "R", "a", "recursive", "archive")
    links = found.command.program == "cp" and on(given, "s", "l", "symbolic-link", "link")
    parents = on(given, "parents") and found.command.program == "cp"
    for source, target, certain in _targets(found, given, operands):
        if parents and source.known:
            folder = given.get("t") or given.get("target-directory") or operands[-1]
            target = Word(f"{folder.rstrip('/')}/{source}", known=folder.known, raw=folder.raw)  # noqa: PLW2901 - meant
        found.add(READ, source, recursive=recursive)
        found.add(
            WRITE,
            target,
            certain=certain,
            recursive=recursive,
            source=found.target(source),
            overwrites=not on(given, "n", "no-clobber"),
            link=links,
            to=found.target(source) if links else "",
        )


def may_be_folder(source: Word) -> bool:
    """Return whether what is moved could be a folder: `*.txt` and its like are taken to be files."""
    return not source.pattern or "." not in source.rsplit("/", 1)[-1]


def _move(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(args, "tS", "target-directory suffix")
    for source, target, certain in _targets(found, given, operands):
        tree = may_be_folder(source)
        if certain:
            found.add(MOVE, source, to=found.target(target), tree=tree)
        found.add(
            WRITE,
            target,
            certain=certain,
            overwrites=not on(given, "n", "no-clobber"),
            tree=tree,
            source=found.target(source),
        )


def _link(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(args, "tS", "target-directory suffix")
    if len(operands) == 1 and "t" not in given:
        operands = [*operands, Word("./")]
    for source, target, certain in _targets(found, given, operands):
        path = found.target(target)
        base = path.rsplit("/", 1)[0] or "/"
        to = ""
        if source.known and source:
            from guardhost.shell.scope import against

            to = against(source, base if on(given, "s", "symbolic") and path else found.cwd) or ""
        found.add(WRITE, target, certain=certain, link=True, to=to, overwrites=on(given, "f", "force"))


def _tee(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(args)
    kind = APPEND if on(given, "a", "append") else WRITE
    empty = any(one.op == "<" and one.target == "/dev/null" for one in found.command.redirects)
    for word in operands:
        found.add(kind, word, overwrites=kind == WRITE, text="" if empty else found.command.stdin)


def _dd(found: Found, args: tuple[Word, ...]) -> None:
    for word in args:
        head = str(word) if word.known else str((word.parts or ("",))[0] or "")
        name, equals, value = head.partition("=")
        if equals and name in ("of", "if"):
            rest = Word(value, raw=word.raw) if word.known else Word(known=False, raw=word.raw)
            found.add(WRITE if name == "of" else READ, rest, overwrites=name == "of")


def _sed(found: Found, args: tuple[Word, ...]) -> None:
    from guardhost.shell.scripts import sed_writes

    scripts, operands, in_place = sed_words(args)
    suffix = _suffix(args)
    for word in operands:
        found.add(WRITE if in_place else READ, word)
        if in_place and suffix:
            _backup(found, word, suffix)
    for script in scripts:
        names, clear = sed_writes(script) if script.known else ((), False)
        for name in names:
            found.add(WRITE, Word(name, raw=script.raw), overwrites=True)
        found.unknown = found.unknown or not clear


def _suffix(args: tuple[Word, ...]) -> str:
    """Return what `-i.bak` or `--in-place=.bak` puts behind the name of the old file."""
    for word in args:
        if word.startswith("--in") and "=" in word:
            return word.partition("=")[2]
        if word[:1] == "-" and word[:2] != "--" and "i" in word:
            return word.partition("i")[2]
    return ""


def _backup(found: Found, word: Word, suffix: str) -> None:
    """Add the copy of an old file; a `*` in the suffix stands for its name."""
    folder, slash, name = word.rpartition("/")
    named = suffix.replace("*", name) if "*" in suffix else name + suffix
    if word.known and "/" not in suffix:
        found.add(WRITE, Word(folder + slash + named, raw=word.raw, pattern=word.pattern), overwrites=True)


def sed_words(args: tuple[Word, ...]) -> tuple[list[Word], list[Word], bool]:
    """Return the scripts, the files and whether they are edited in place; an `-f` file counts as an unknown script."""
    scripts: list[Word] = []
    operands: list[Word] = []
    in_place, at = False, 0
    while at < len(args):
        word = args[at]
        at += 1
        if word == "--" and word.known:
            operands.extend(args[at:])
            break
        name = word.partition("=")[0]
        if not word.startswith("-") or word == "-":
            operands.append(word)
        elif word.startswith("--"):
            in_place = in_place or (len(name) > 2 and "--in-place".startswith(name))
            if "--expression".startswith(name) or "--file".startswith(name):
                given = Word(word.partition("=")[2]) if "=" in word else args[at] if at < len(args) else Word("")
                scripts.append(given if "--expression".startswith(name) else Word(known=False, raw=given.raw))
                at += "=" not in word
            elif len(name) > 2 and "--line-length".startswith(name):
                at += "=" not in word
        else:
            at, in_place = _sed_letters(word, args, at, scripts, in_place)
    if not scripts and operands:
        scripts, operands = operands[:1], operands[1:]
    return scripts, operands, in_place


def _sed_letters(word: Word, args: tuple[Word, ...], at: int, scripts: list[Word], in_place: bool) -> tuple[int, bool]:
    for index, letter in enumerate(word[1:], 2):
        if letter == "i":
            return at, True
        if letter in "efl":
            given = Word(word[index:]) if len(word) > index else args[at] if at < len(args) else Word("")
            if letter != "l":
                scripts.append(given if letter == "e" else Word(known=False, raw=given.raw))
            return (at if len(word) > index else at + 1), in_place
    return at, in_place


def _output_option(letters: str, long: str, others: str = "", other_longs: str = "", *, reads: bool = True) -> Row:
    """Return a row for a reader whose option names a file that it writes."""

    def row(found: Found, args: tuple[Word, ...]) -> None:
        given, operands = split(args, letters + others, (long + " " + other_longs).strip())
        for name in (*letters, *long.split(" ")):
            if name in given and given[name] != "-":
                found.add(WRITE, given[name], overwrites=True)
        for word in operands if reads else ():
            found.add(READ, word)

    return row


def _uniq(found: Found, args: tuple[Word, ...]) -> None:
    read_then_write(found, split(args, "fsw", "skip-fields skip-chars check-chars")[1])


def read_then_write(found: Found, operands: list[Word]) -> None:
    """Add that the first operand is read and the next one written."""
    for word in operands[:1]:
        found.add(READ, word)
    for word in operands[1:]:
        found.add(WRITE, word, overwrites=True)


def _archives(name: str) -> Row:
    """Return a row of `archives_table`."""

    def row(found: Found, args: tuple[Word, ...]) -> None:
        from guardhost.shell import archives_table

        act: Row = getattr(archives_table, name)
        act(found, args)

    return row


def _rsync(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(
        args, "efBTM", "rsh filter exclude include exclude-from include-from files-from log-file temp-dir compare-dest"
    )
    if (
        len(operands) < 2
        or on(given, "dry-run")
        or any(word.startswith("-") and not word.startswith("--") and "n" in word for word in args)
    ):
        return
    *sources, last = operands
    for word in sources:
        if not _is_remote(word):
            found.add(MOVE if on(given, "remove-source-files") else READ, word, recursive=True)
    if not _is_remote(last):
        found.add(WRITE, last, recursive=True, overwrites=True)
        if any(word.startswith(("--delete", "--del")) for word in args):
            found.add(DELETE, last, recursive=True)


def _scp(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(args, "cDFiJloPSX")
    for at, word in enumerate(operands):
        if not _is_remote(word):
            found.add(
                WRITE if at == len(operands) - 1 else READ, word, recursive="r" in given, overwrites=at == len(operands) - 1
            )


def _is_remote(word: Word) -> bool:
    head = word.partition(":")[0]
    return ":" in word and "/" not in head and bool(head)


def _find(found: Found, args: tuple[Word, ...]) -> None:
    starts: list[Word] = []
    for word in args:
        if word[:1] in ("-", "(", "!") and not (word in ("-H", "-L", "-P") or word.startswith(("-D", "-O"))):
            break
        if not word.startswith("-"):
            starts.append(word)
    starts = starts or [Word(".")]
    found.look_in(starts, _names(args))
    deletes = "-delete" in args
    for place, pattern in found.starts.items() if deletes else ():
        sure = not pattern and len(args) <= len(starts) + 1
        raw = starts[0].raw if len(starts) == 1 else place
        found.add(DELETE, Word(place, known=bool(place), raw=raw, pattern=pattern), recursive=not pattern, certain=sure)
    for word in () if deletes else starts:
        found.add(READ, word, recursive=True)
    for at, word in enumerate(args[:-1]):
        if word in ("-fprint", "-fprint0", "-fls", "-fprintf"):
            found.add(WRITE, args[at + 1], overwrites=True)


def _names(args: tuple[Word, ...]) -> list[Word]:
    """Return the names of which a find takes one, none when it may take others: each of its alternatives asks for one."""
    groups: list[list[Word]] = [[]]
    for at, word in enumerate(args):
        before = args[at - 1] if at else Word("")
        if word in ("!", "-not") and args[at + 1 : at + 2] in (("-name",), ("(",)):
            return []
        if word in ("-o", "-or", ","):
            groups.append([])
        elif before == "-name" and word.known:
            groups[-1].append(word)
    return [name for group in groups for name in group] if all(groups) else []


def _git(found: Found, _args: tuple[Word, ...]) -> None:
    from guardhost.shell.git_effects import git

    git(found)


def _perl(found: Found, args: tuple[Word, ...]) -> None:
    """perl and ruby: `-i` edits the operands in place; code in `-e` is not read here."""
    inline = in_place = False
    suffix = ""
    operands: list[Word] = []
    at = 0
    while at < len(args):
        word = args[at]
        at += 1
        if not word.startswith("-") or word == "-":
            operands.append(word)
            continue
        letters = word[1:].partition("i")[0] if "i" in word[1:] and not word.startswith("-e") else word[1:]
        in_place = in_place or letters != word[1:]
        suffix = word[2 + len(letters) :] if letters != word[1:] else suffix
        if word.endswith(("e", "E")):
            inline, at = True, at + 1
    if not inline and operands:
        found.add(READ, operands[0])
        operands = operands[1:] if in_place else []
    found.unknown = found.unknown or (found.does is None and (inline or not args))
    for word in operands:
        found.add(WRITE if in_place else READ, word)
        if in_place and suffix:
            _backup(found, word, suffix)


def _code(flags: str) -> Row:
    """Return a row for an interpreter: code on the line may do anything; a script file is read."""

    def row(found: Found, args: tuple[Word, ...]) -> None:
        for word in args:
            if (
                not word.known
                or (word.startswith("-") and not word.startswith("--") and set(word[1:]) & set(flags))
                or word == "--eval"
            ):
                found.unknown = found.unknown or found.does is None
                return
            if word == "-m":
                return  # the program of that name is listed
            if not word.startswith("-"):
                found.add(READ, word)
                return
        found.unknown = found.unknown or (found.does is None and (found.command.stdin is not None or "-" in args))

    return row


def _awk(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(args, "fFvi", "file field-separator assign include")
    scripts = [] if on(given, "f", "file") else operands[:1]
    in_place = given.get("i") == "inplace" or given.get("include") == "inplace"
    found.unknown = found.unknown or found.does is None
    for word in operands[len(scripts) :]:
        if "=" not in word:
            found.add(WRITE if in_place else READ, word)


def _edit(found: Found, args: tuple[Word, ...]) -> None:
    """An editor: it may write every file that it opens."""
    plain = found.command.program == "ed"
    given, operands = split(args, "p" if plain else "cSsuUwWiT", "cmd")
    for word in operands:
        if not word.startswith("+"):
            found.add(WRITE, word, certain=False)
    found.unknown = found.unknown or (found.does is None and (on(given, "c", "S", "s") or bool(found.command.stdin)))


_reads = _each(READ)
_greps = _each(READ, "eABCmfd", "regexp file max-count after-context before-context context", skip=1)
_TAR, _COMPRESS = _archives("tar"), _archives("compress")
# Programs whose rows are in `rare_table`, which is loaded when one of them is on a line.
RARE = frozenset((
    "curl", "wget", "wget2", "aria2c", "axel",
    "fd", "fdfind", "patch", "apply_patch", "applypatch", "split", "csplit", "sponge", "yq", "gofmt",
    "goimports", "gofumpt", "shfmt",
    "prettier", "eslint", "biome", "black", "isort", "ruff", "autopep8", "yapf", "clang-format", "rustfmt", "cargo", "go",
    "terraform", "tofu", "stylua", "xxd", "rimraf", "del", "del-cli", "srm", "wipe", "shx", "gio", "kioclient", "kioclient5",
    "trash-cli", "rip", "gomi",
))  # fmt: skip
# Those of `more_table`, likewise.
MORE = frozenset((
    "zip", "7z", "7za", "7zz", "cpio", "sqlite3", "mktemp", "ssh-keygen", "openssl", "iconv", "gpg", "age", "pandoc",
    "ffmpeg", "convert", "magick", "sox", "cc", "gcc", "g++", "clang", "clang++", "c++", "rustc", "javac", "ld",
    "objcopy", "docker", "podman", "nerdctl", "npm", "pnpm", "yarn", "bun", "mkfs", "mkfs.ext4", "mkfs.ext3",
    "mkfs.ext2", "mkfs.xfs", "mkfs.btrfs", "mkfs.vfat", "mkfs.fat", "mkfs.ntfs", "mkswap", "wipefs", "blkdiscard",
    "fdisk", "parted", "sgdisk", "cryptsetup", "mknod", "aws", "gsutil", "rclone", "s5cmd",
))  # fmt: skip
ROWS: dict[str, Row] = {
    "rm": _delete, "unlink": _delete, "rmdir": _delete, "trash": _delete, "trash-put": _delete,
    "rmtrash": _delete, "shred": _shred,
    "cp": _copy, "install": _copy, "mv": _move, "ln": _link, "tee": _tee, "dd": _dd, "sed": _sed, "gsed": _sed,
    "touch": _each(WRITE, "drt", "date reference time"), "mkdir": _each(WRITE, "mZ", "mode"),
    "mkfifo": _each(WRITE, "m", "mode"), "truncate": _each(WRITE, "sr", "size reference", overwrites=True),
    "chmod": _chmod, "chown": _each(WRITE, "", "reference from", skip=1), "chgrp": _each(WRITE, "", "reference", skip=1),
    "chattr": _each(WRITE, skip=1), "setfacl": _each(WRITE, "mxMX", "modify remove", skip=0),
    "sort": _output_option("o", "output", "kSTt", "key buffer-size temporary-directory field-separator"),
    "uniq": _uniq, "tree": _output_option("o", "output", "LPI", "", reads=False),
    "tar": _TAR, "gtar": _TAR, "bsdtar": _TAR, "unzip": _archives("unzip"), "gzip": _COMPRESS, "gunzip": _COMPRESS,
    "bzip2": _COMPRESS,
    "bunzip2": _COMPRESS, "unxz": _COMPRESS, "unzstd": _COMPRESS, "lz4": _COMPRESS,
    "xz": _COMPRESS, "zstd": _COMPRESS, "rsync": _rsync, "scp": _scp, "find": _find, "git": _git,
    "perl": _perl, "ruby": _perl, "python": _code("c"), "pypy": _code("c"), "node": _code("ep"), "nodejs": _code("ep"),
    "deno": _code(""), "php": _code("r"), "lua": _code("e"), "awk": _awk, "gawk": _awk, "mawk": _awk, "nawk": _awk,
    "ed": _edit, "ex": _edit, "vi": _edit, "vim": _edit, "nvim": _edit, "nano": _edit, "emacs": _edit, "code": _edit,
    "bash": _code("c"), "sh": _code("c"), "zsh": _code("c"), "dash": _code("c"),
    "source": _reads, ".": _reads, "cat": _reads, "head": _each(READ, "nc", "lines bytes"), "nl": _reads, "od": _reads,
    "tail": _each(READ, "nc", "lines bytes"), "wc": _reads, "less": _reads, "more": _reads, "stat": _reads, "base64": _reads,
    "strings": _reads, "hexdump": _reads, "diff": _reads, "cmp": _reads, "grep": _greps, "egrep": _greps, "rg": _greps,
    "jq": _each(READ, "", "", skip=1), "ls": _reads,
}  # fmt: skip
