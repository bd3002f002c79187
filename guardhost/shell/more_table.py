"""Still more programs that write files, loaded when one of them is on a line: archives, compilers, keys, copies."""

from __future__ import annotations

from guardhost.model.effects import DELETE, READ, WRITE
from guardhost.model.line import Word
from guardhost.shell.programs_table import on, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.effects import Found
    from guardhost.shell.programs_table import Options, Row


def _out(*names: str, letters: str = "", longs: str = "", default: str = "", overwrites: bool = True) -> Row:
    """Return a row for a program whose options of these names give a file that it writes, else `default`."""

    def row(found: Found, args: tuple[Word, ...]) -> None:
        short, long = "".join(name for name in names if len(name) == 1), [name for name in names if len(name) > 1]
        given, operands = split(_single(args, names), letters + short, " ".join([*long, longs]).strip())
        targets = [given[name] for name in names if name in given and given[name] != "-"]
        for word in targets or ([Word(default)] if default and operands else []):
            found.add(WRITE, word, overwrites=overwrites, certain=bool(targets))
        for word in operands:
            found.add(READ, word)

    return row


def _single(args: tuple[Word, ...], names: tuple[str, ...]) -> tuple[Word, ...]:
    """Return the words with `-out` as `--out`, for programs that write long options with one dash."""
    long = [name for name in names if len(name) > 1]
    return tuple(
        Word("-" + word, raw=word.raw) if word.known and word[:1] == "-" and word[1:].partition("=")[0] in long else word
        for word in args
    )


def _last(found: Found, args: tuple[Word, ...]) -> None:
    """A converter: its last operand is what it writes."""
    operands = [word for word in args if not word.startswith("-") or not word.known]
    for word in operands[:-1]:
        found.add(READ, word, certain=False)
    for word in operands[-1:]:
        found.add(WRITE, word, overwrites=True, certain=False)


def _zip(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(args, "bnPtXi", "temp-path suffixes password")
    for word in operands[:1]:
        named = word if "." in word.rsplit("/", 1)[-1] or not word.known else Word(word + ".zip", raw=word.raw)
        found.add(WRITE, named)
    for word in operands[1:]:
        found.add(DELETE if on(given, "m", "move") else READ, word, recursive="r" in given)


def _seven(found: Found, args: tuple[Word, ...]) -> None:
    operands = [word for word in args if not word.startswith("-")]
    folder = next((Word(word[2:], raw=word.raw) for word in args if word.startswith("-o") and len(word) > 2), Word("."))
    if operands[:1] and operands[0] in ("x", "e"):
        found.add(WRITE, folder, recursive=True, overwrites=True)
    elif operands[:1] and operands[0] in ("a", "u", "d"):
        for word in operands[1:2]:
            found.add(WRITE, word)
        for word in operands[2:]:
            found.add(DELETE if "-sdel" in args else READ, word, recursive=True)


def _cpio(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(args, "FODCERHIM", "file directory")
    archive = given.get("O") or (given.get("F") or given.get("file") if on(given, "o", "create") else None)
    if archive is not None:
        found.add(WRITE, archive, overwrites=True)
    if on(given, "p", "pass-through"):
        for word in operands[:1]:
            found.add(WRITE, word, recursive=True)
    elif on(given, "i", "extract") and not on(given, "t", "list"):
        found.add(WRITE, given.get("D") or given.get("directory") or Word("."), recursive=True, overwrites=True)


def _sqlite(found: Found, args: tuple[Word, ...]) -> None:
    operands = [word for word in args if not word.startswith("-")]
    for word in operands[:1]:
        found.add(READ if "-readonly" in args else WRITE, word, certain=False)
        if word.known and "-readonly" not in args:
            found.add(WRITE, Word(word + "-*", raw=word.raw, pattern=True), certain=False)


def _mktemp(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(args, "p", "tmpdir suffix")
    if on(given, "u", "dry-run"):
        return
    folder = given.get("p") or given.get("tmpdir")
    template = operands[0] if operands else Word("tmp.XXX")
    named = Word(str(template).rstrip("X") + "*", raw=template.raw, pattern=True) if template.known else template
    if folder:
        found.add(WRITE, Word(f"{folder.rstrip('/')}/{named}", raw=folder.raw, pattern=True))
    elif operands and not on(given, "t"):
        found.add(WRITE, named)


def _keygen(found: Found, args: tuple[Word, ...]) -> None:
    given, _ = split(args, "tbCNfPOmnIVzRFDaAiWYs")
    file = given.get("f")
    if on(given, "l", "y", "B", "F", "Q") or file is None:
        return
    found.add(WRITE, file, overwrites=True)
    if file.known:
        found.add(WRITE, Word(file + ".pub", raw=file.raw), overwrites=True)


def _containers(found: Found, args: tuple[Word, ...]) -> None:
    """docker and its like: `cp` out of one; folders of this machine that are mounted where it may write them."""
    verb = next((word for word in args if not word.startswith("-")), Word(""))
    words = args[args.index(verb) + 1 :] if verb in args else ()
    if verb == "cp":
        operands = [word for word in words if not word.startswith("-")]
        for word in operands[1:2] if operands[1:2] != ["-"] else ():
            if ":" not in word:
                found.add(WRITE, word, recursive=True, certain=False)
    elif verb in ("run", "create"):
        reads = _only_reads(found, words)
        for mount in _many(words, ("-v", "--volume", "--mount")):
            _mounted(found, mount, reads=reads)
    elif verb in ("save", "export", "build", "buildx"):
        given_one, _ = split(words, "oftc", "output file tag iidfile target build-arg")
        for name in ("o", "output", "iidfile"):
            if name in given_one and "type=" not in given_one[name]:
                found.add(WRITE, given_one[name], recursive=True)


def _many(words: tuple[Word, ...], names: tuple[str, ...]) -> list[Word]:
    out: list[Word] = []
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in names:
            out.append(Word(value, raw=word.raw) if equals else words[at + 1] if at + 1 < len(words) else Word(""))
        elif word.startswith("-v") and len(word) > 2:
            out.append(Word(word[2:], raw=word.raw))
    return out


def _only_reads(found: Found, words: tuple[Word, ...]) -> bool:
    """Return whether the program that runs in a container is one that only reads."""
    from guardhost.shell.peel import options
    from guardhost.shell.readonly_table import READERS
    from guardhost.shell.wrappers import row_of

    _, letters, longs, _ = row_of(found.command.program)
    at = options(words, 0, letters, longs)[0] + 1
    return at < len(words) and words[at] in READERS


def _mounted(found: Found, mount: Word, *, reads: bool) -> None:
    if "=" in mount:
        fields = dict(field.partition("=")[::2] for field in mount.split(","))
        source = fields.get("source") or fields.get("src") or ""
        reads = reads or "readonly" in fields or "ro" in fields
    else:
        source, _, rest = mount.partition(":")
        reads = reads or rest.endswith(":ro") or ":ro," in rest
    if not mount.known:
        head = (mount.parts or (None,))[0]
        source = str(head or "")
    if source.startswith(("/", ".", "~")) or "/" in source:
        found.add(READ if reads else WRITE, Word(source, raw=mount.raw), recursive=True, certain=False)


def _compiled(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(args, "oIDLlxTUWf", "output")
    out = given.get("o")
    if out is not None:
        found.add(WRITE, out, overwrites=True)
    elif on(given, "c", "S") and operands:
        for word in operands:
            if word.known:
                stem = word.rsplit("/", 1)[-1].rpartition(".")[0]
                found.add(WRITE, Word(stem + (".o" if "c" in given else ".s"), raw=word.raw), overwrites=True)
    elif operands and not on(given, "E", "M", "MM", "version"):
        found.add(WRITE, Word("a.out"), overwrites=True)
    for word in operands:
        found.add(READ, word)


def _modules(found: Found, args: tuple[Word, ...]) -> None:
    """npm and its like: packages that are installed lie in the folder at hand."""
    verb = next((word for word in args if not word.startswith("-")), Word(""))
    given, _ = split(args, "C", "prefix dir cwd filter")
    if verb in _INSTALLING and not on(given, "g", "global"):
        base = given.get("prefix") or given.get("C") or given.get("dir") or given.get("cwd") or Word(".")
        found.add(WRITE, found.inside(base, Word("node_modules")), tree=True, below=True, certain=False)


_INSTALLING = frozenset((
    "install", "i", "ci", "add", "update", "up", "upgrade", "uninstall", "remove", "rm", "un", "dedupe", "prune", "link",
))  # fmt: skip


def _device(found: Found, args: tuple[Word, ...]) -> None:
    """What makes a file system: all that was there is lost."""
    operands = [word for word in args if not word.startswith("-") or not word.known]
    for word in operands:
        if not word.known or word.startswith(("/", ".")) or "/" in word:
            found.add(WRITE, word, overwrites=True, recursive=True)


def _node(found: Found, args: tuple[Word, ...]) -> None:
    for word in split(args, "m", "mode")[1][:1]:
        found.add(WRITE, word)


def _parallel_copy(found: Found, args: tuple[Word, ...]) -> None:
    """`aws s3 cp a b`, `gsutil cp`, `rclone copy`: what is no address is a file here."""
    words: list[Word] = [word for word in args if not word.startswith("-")]
    given: Options = split(args)[0]
    verbs = ("cp", "mv", "sync", "copy", "move", "rsync", "copyto", "moveto", "bisync")
    at = next((index for index, word in enumerate(words) if word in verbs), -1)
    if at < 0 or len(words) < at + 3 or on(given, "dryrun", "dry-run"):
        return
    source, target = words[at + 1], words[at + 2]
    if ":" not in source:
        found.add(DELETE if words[at] in ("mv", "move", "moveto") else READ, source, recursive=True, certain=False)
    if ":" not in target:
        found.add(WRITE, target, recursive=True, overwrites=True, certain=False)
        if words[at] == "sync":
            found.add(DELETE, target, recursive=True, certain=False)


_CC = _compiled
_MODULES = _modules
_MKFS = _device
_DOCKER = _containers
ROWS: dict[str, Row] = {
    "zip": _zip, "7z": _seven, "7za": _seven, "7zz": _seven, "cpio": _cpio, "sqlite3": _sqlite, "mktemp": _mktemp,
    "ssh-keygen": _keygen, "openssl": _out("out", "keyout", longs="in inkey pass passin passout days subj config"),
    "iconv": _out("o", "output", letters="ft", longs="from-code to-code"),
    "gpg": _out("o", "output", letters="ru", longs="recipient local-user homedir"),
    "age": _out("o", "output", letters="rRi", longs="recipient identity"),
    "pandoc": _out("o", "output", letters="ftV", longs="from to variable template"), "ffmpeg": _last, "convert": _last,
    "magick": _last, "sox": _last, "cc": _CC, "gcc": _CC, "g++": _CC, "clang": _CC, "clang++": _CC, "c++": _CC,
    "rustc": _out("o", "out-dir", letters="CL", longs="edition crate-type crate-name"),
    "javac": _out("d", letters="d"), "ld": _out("o", "output", letters="Llm", default="a.out"),
    "objcopy": _last, "docker": _DOCKER, "podman": _DOCKER, "nerdctl": _DOCKER,
    "npm": _MODULES, "pnpm": _MODULES, "yarn": _MODULES, "bun": _MODULES,
    "mkfs": _MKFS, "mkfs.ext4": _MKFS, "mkfs.ext3": _MKFS, "mkfs.ext2": _MKFS, "mkfs.xfs": _MKFS, "mkfs.btrfs": _MKFS,
    "mkfs.vfat": _MKFS, "mkfs.fat": _MKFS, "mkfs.ntfs": _MKFS, "mkswap": _MKFS, "wipefs": _MKFS, "blkdiscard": _MKFS,
    "fdisk": _MKFS, "parted": _MKFS, "sgdisk": _MKFS, "cryptsetup": _MKFS, "mknod": _node,
    "aws": _parallel_copy, "gsutil": _parallel_copy, "rclone": _parallel_copy, "s5cmd": _parallel_copy,
}  # fmt: skip
