"""More programs that touch files, loaded when one of them is on a line: fetchers, cutters, patches and formatters."""

from __future__ import annotations

from guardhost.model.effects import APPEND, DELETE, READ, WRITE
from guardhost.model.line import Word
from guardhost.shell.programs_table import may_be_folder, on, read_then_write, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.effects import Found
    from guardhost.shell.programs_table import Row

XXD_VALUED = ("c", "cols", "g", "groupsize", "l", "len", "n", "name", "o", "offset", "s", "seek", "R")


def _curl(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(
        args,
        "oXHdFuAebcDTKmxUEwrQzytPC",
        "output output-dir request header data form user referer cookie cookie-jar dump-header upload-file config "
        "max-time proxy cert key data-raw data-binary data-urlencode url write-out range retry connect-timeout",
    )
    folder = given.get("output-dir")
    out = given.get("o") or given.get("output")
    if out is not None and out != "-":
        found.add(WRITE, found.inside(folder, out) if folder else out, overwrites=True)
    if on(given, "O", "remote-name", "remote-name-all"):
        for word in operands:
            found.add(WRITE, found.inside(folder or Word("."), Word(word.partition("?")[0])), overwrites=True)
    for name in ("c", "cookie-jar", "D", "dump-header"):
        if name in given and given[name] != "-":
            found.add(WRITE, given[name], overwrites=True)
    for name in ("T", "upload-file", "K", "config"):
        if name in given and given[name] != "-":
            found.add(READ, given[name])
    for name in ("d", "data", "data-binary", "data-urlencode", "F", "form"):
        if name in given and "@" in given[name]:
            found.add(READ, Word(given[name].partition("@")[2].partition(";")[0]))


def _wget(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(
        args, "OoaPiUeTtQ", "output-document output-file append-output directory-prefix input-file header"
    )
    out = given.get("O") or given.get("output-document")
    if out is not None:
        if out != "-":
            found.add(WRITE, out, overwrites=True)
        return
    folder = given.get("P") or given.get("directory-prefix") or Word(".")
    for word in operands:
        found.add(WRITE, found.inside(folder, Word(word.partition("?")[0])), certain=False)


def _aria2c(found: Found, args: tuple[Word, ...]) -> None:
    """`aria2c`, `axel`: what is brought is kept under the last part of its address."""
    given, operands = split(args, "odxsjkiUn", "out output dir")
    out, folder = given.get("o") or given.get("out") or given.get("output"), given.get("d") or given.get("dir")
    for word in [out] if out is not None else [Word(one.partition("?")[0]) for one in operands if "://" in one]:
        found.add(WRITE, found.inside(folder or Word("."), word) if out is None or folder else word, overwrites=True)


def _fd(found: Found, args: tuple[Word, ...]) -> None:
    _, operands = split(
        args[: args.index(Word("-x"))] if "-x" in args else args, "eEtdjcS", "extension exclude type max-depth"
    )
    found.look_in(operands[1:] or [Word(".")], [])
    for word in operands[1:]:
        found.add(READ, word, recursive=True)


def _patch(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(args, "pidoBrFDVYz", "strip input directory output reject-file")
    out = given.get("o") or given.get("output")
    if on(given, "dry-run"):
        return
    for word in [out] if out else operands[:1]:
        found.add(WRITE, word)
    if not out and not operands:
        found.unknown = True
        found.add(WRITE, given.get("d") or given.get("directory") or Word("."), tree=True, below=True, certain=False)


def _apply_patch(found: Found, args: tuple[Word, ...]) -> None:
    """The patch is its first word, or comes on standard input; every path that it names is touched."""
    from guardhost.model import patch

    word = args[0] if args else None
    text = found.command.stdin if word is None else str(word) if word.known else None
    sections = patch.read(text) if text else ()
    for section in sections:
        if section.kind == patch.DELETE or section.to:
            found.add(DELETE, Word(section.path))
        elif section.kind == patch.ADD:
            found.add(WRITE, Word(section.path), overwrites=True, text=section.text if section.known else None)
        else:
            found.add(WRITE, Word(section.path))
        if section.to:
            found.add(WRITE, Word(section.to), overwrites=True)
    if not sections:
        found.unknown = True
        found.add(WRITE, Word("."), tree=True, below=True, certain=False)


def _sponge(found: Found, args: tuple[Word, ...]) -> None:
    append = "-a" in args
    for word in args:
        if not word.startswith("-"):
            found.add(APPEND if append else WRITE, word, overwrites=not append)


def _pieces(default: str, letters: str, longs: str) -> Row:
    """Return a row for a program that cuts a file into others of one prefix."""

    def row(found: Found, args: tuple[Word, ...]) -> None:
        given, operands = split(args, letters, longs)
        for word in operands[:1]:
            found.add(READ, word)
        named = (
            operands[1] if default == "x" and len(operands) > 1 else given.get("f") or given.get("prefix") or Word(default)
        )
        found.add(WRITE, Word(named + "*", raw=named.raw, pattern=True) if named.known else named, overwrites=True)

    return row


def _yq(found: Found, args: tuple[Word, ...]) -> None:
    given, operands = split(args, "opIf", "output-format input-format indent from-file expression arg argjson")
    if operands[:1] and operands[0] in ("eval", "e", "eval-all", "ea"):
        operands = operands[1:]
    for word in operands if given.keys() & {"f", "from-file", "expression"} else operands[1:]:
        found.add(WRITE if on(given, "i", "inplace", "in-place") else READ, word)


def _formatter(
    *verbs: str, needs: tuple[str, ...] = (), only_checks: tuple[str, ...] = (), valued: str = "", default: str = ""
) -> Row:
    """Return a row for a program that rewrites the files and folders that it is given, or those of `default`.

    `verbs` are its subcommands that do, `needs` the options without which it prints, `only_checks` those with which it
    writes nothing, `valued` long options that take a value.
    """

    def row(found: Found, args: tuple[Word, ...]) -> None:
        options = {str(word.partition("=")[0]) for word in args if word.startswith("-")}
        _, operands = split(args, "", valued)
        if verbs:
            if not operands or operands[0] not in verbs:
                return
            operands = operands[1:]
        if (needs and options.isdisjoint(needs)) or not options.isdisjoint(only_checks):
            return
        for word in operands or ([Word(default)] if default else []):
            place = _folder(word)
            found.add(WRITE, place, tree=may_be_folder(place), below=True, certain=False)

    return row


def _folder(word: Word) -> Word:
    """Return where a formatter's own pattern starts: `./...` of Go, a quoted `src/**/*.ts`."""
    if not word.known or word.pattern:
        return word
    stars = [at for at, char in enumerate(word) if char in "*?{["]
    text = word[: stars[0]].rpartition("/")[0] or "." if stars else word.removesuffix("...")
    return Word(text or ".", raw=word.raw)


_RUFF = {
    "format": _formatter(
        "format", only_checks=("--check", "--diff"), valued="config line-length exclude target-version", default="."
    ),
    "check": _formatter(
        "check",
        needs=("--fix", "--fix-only"),
        only_checks=("--diff",),
        valued="config select ignore exclude extend-select target-version output-format line-length",
        default=".",
    ),
}


def _ruff(found: Found, args: tuple[Word, ...]) -> None:
    for word in args[:1]:
        if word in _RUFF:
            _RUFF[word](found, args)


_GO_FMT = _formatter("fmt", only_checks=("-n",), default=".")


def _go(found: Found, args: tuple[Word, ...]) -> None:
    """`go fmt`; `go run -` takes code that is not read here; `go build -o file`."""
    _GO_FMT(found, args)
    if args[:1] == ("run",):
        found.unknown = found.unknown or found.command.stdin is not None or "-" in args or "/dev/stdin" in args
    given, _ = split(args, "o", "")
    if args[:1] in (("build",), ("test",)) and "o" in given:
        found.add(WRITE, given["o"], overwrites=True)


def _xxd(found: Found, args: tuple[Word, ...]) -> None:
    """No letters are bundled, and long options have one dash or two; the second file is written."""
    operands: list[Word] = []
    words = iter(args)
    for word in words:
        if word == "--" and word.known:
            operands.extend(words)
        elif not word.startswith("-") or word == "-":
            operands.append(word)
        elif word.removeprefix("-").removeprefix("-") in XXD_VALUED:
            next(words, None)
    read_then_write(found, operands)


_GO = _formatter(needs=("-w", "--w"), valued="r cpuprofile local")
_TERRAFORM = _formatter("fmt", only_checks=("-check", "-write"), default=".")


def _remove_trees(found: Found, args: tuple[Word, ...]) -> None:
    """`rimraf` and its like: folders go without being told, a quoted glob is the program's own."""
    _, operands = split(args, "", "impl tmp max-retries retry-delay backoff concurrency iterations passes")
    for word in operands[1:] if found.command.program in ("gio", "kioclient", "kioclient5", "shx") else operands:
        stars = word.known and any(mark in word for mark in "*?{[")
        found.add(DELETE, Word(word, raw=word.raw, pattern=True) if stars else word, recursive=True)


def _bin(found: Found, args: tuple[Word, ...]) -> None:
    if args[:1] in (("trash",), ("remove",), ("rm",), ("del",)):
        _remove_trees(found, args)


ROWS: dict[str, Row] = {
    "rimraf": _remove_trees, "del": _remove_trees, "del-cli": _remove_trees, "srm": _remove_trees, "wipe": _remove_trees,
    "shx": _bin, "gio": _bin, "kioclient": _bin, "kioclient5": _bin, "trash-cli": _remove_trees, "rip": _remove_trees,
    "gomi": _remove_trees,
    "curl": _curl, "wget": _wget, "wget2": _wget, "aria2c": _aria2c, "axel": _aria2c,
    "fd": _fd, "fdfind": _fd, "patch": _patch, "apply_patch": _apply_patch,
    "applypatch": _apply_patch, "sponge": _sponge, "yq": _yq,
    "split": _pieces("x", "abClntu", "suffix-length bytes line-bytes lines number filter separator"),
    "csplit": _pieces("xx", "fbn", "prefix suffix-format digits"),
    "gofmt": _GO, "goimports": _GO, "gofumpt": _GO,
    "shfmt": _formatter(needs=("-w", "--write"), valued="language-dialect indent filename"),
    "prettier": _formatter(
        needs=("-w", "--write"), valued="config parser plugin ignore-path print-width tab-width log-level loglevel"
    ),
    "eslint": _formatter(needs=("--fix",), valued="config ext rulesdir format rule plugin max-warnings", default="."),
    "biome": _formatter("format", "check", "lint", needs=("--write", "--apply", "--fix", "--apply-unsafe"), default="."),
    "black": _formatter(
        only_checks=("--check", "--diff", "--version", "--help", "-c", "--code"),
        valued="line-length target-version config include exclude extend-exclude workers",
    ),
    "isort": _formatter(
        only_checks=("--check", "--check-only", "-c", "--diff", "-d", "--version"),
        valued="profile line-length settings-path settings-file skip skip-glob src",
    ),
    "xxd": _xxd, "ruff": _ruff, "autopep8": _formatter(needs=("-i", "--in-place"), valued="max-line-length select ignore"),
    "yapf": _formatter(needs=("-i", "--in-place"), valued="style exclude"),
    "clang-format": _formatter(needs=("-i",), valued="style assume-filename"),
    "rustfmt": _formatter(only_checks=("--check", "-V", "--version"), valued="config edition config-path"),
    "cargo": _formatter("fmt", only_checks=("--check",), valued="package manifest-path", default="."),
    "go": _go,
    "terraform": _TERRAFORM, "tofu": _TERRAFORM, "stylua": _formatter(only_checks=("--check",), valued="config-path"),
}  # fmt: skip
