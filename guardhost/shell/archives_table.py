"""What archivers and compressors do to files."""

from __future__ import annotations

from guardhost.model.effects import DELETE, READ, WRITE
from guardhost.model.line import Word
from guardhost.shell.programs_table import on, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.effects import Found


def tar(found: Found, args: tuple[Word, ...]) -> None:
    """tar: what it extracts, packs or takes out."""
    words = args
    if words and words[0].known and not words[0].startswith("-"):
        words = (Word("-" + words[0]), *words[1:])
    given, operands = split(words, "fCTXbIK", "file directory files-from exclude exclude-from use-compress-program")
    archive, folder = given.get("f") or given.get("file"), given.get("C") or given.get("directory") or Word(".")
    if on(given, "x", "extract", "get"):
        found.add(WRITE, folder, recursive=True, overwrites=True)
        if archive is not None:
            found.add(READ, archive)
    elif on(given, "c", "r", "u", "create", "append", "update") and archive is not None and archive != "-":
        found.add(WRITE, archive, overwrites="c" in given)
        for word in operands:
            found.add(DELETE if on(given, "remove-files") else READ, word, recursive=True)
    elif on(given, "delete") and archive is not None:
        found.add(WRITE, archive)
    if any(word.startswith(("--to-command", "--checkpoint-action", "-I", "--use-compress")) for word in args):
        found.unknown = True


def unzip(found: Found, args: tuple[Word, ...]) -> None:
    """unzip: all that is in the archive may be written."""
    given, operands = split(args, "dxP")
    if not on(given, "l", "t", "p", "v", "Z"):
        found.add(WRITE, given.get("d") or Word("."), recursive=True, overwrites=True)
    for word in operands[:1]:
        found.add(READ, word)


_ENDS = {"gzip": ".gz", "bzip2": ".bz2", "xz": ".xz", "zstd": ".zst", "lzma": ".lzma", "compress": ".Z", "lz4": ".lz4"}
_UNPACKS = {"gunzip": "gzip", "bunzip2": "bzip2", "unxz": "xz", "unzstd": "zstd"}


def compress(found: Found, args: tuple[Word, ...]) -> None:
    """gzip and its like: a file becomes another one."""
    given, operands = split(args, "SoT", "suffix output threads")
    program = found.command.program
    for word in operands:
        if on(given, "c", "stdout", "l", "list", "t", "test"):
            found.add(READ, word)
            continue
        keeps = on(given, "k", "keep") or program in ("zstd", "unzstd", "lz4")
        tree = on(given, "r", "recursive")
        found.add(READ if keeps else DELETE, word, recursive=tree)
        end = given.get("S") or given.get("suffix") or _ENDS.get(_UNPACKS.get(program, program), "")
        named = word.removesuffix(end) if program in _UNPACKS or on(given, "d", "decompress", "uncompress") else word + end
        if word.known and not tree:
            found.add(WRITE, Word(named, raw=word.raw, pattern=word.pattern), overwrites=True)
        elif tree:
            found.add(WRITE, word, recursive=True)
