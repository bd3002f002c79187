"""The options of a shell: where its program stands, and which files it runs first."""

from __future__ import annotations

from guardhost.model.line import Word

# bash takes these behind one dash or two, in front of all others.
_SHELL_LONGS = frozenset((
    "debug", "debugger", "dump-po-strings", "dump-strings", "help", "init-file", "login", "noediting", "noprofile", "norc",
    "posix", "pretty-print", "protected", "rcfile", "restricted", "verbose", "version", "wordexp",
))  # fmt: skip


def shell_options(words: tuple[Word, ...]) -> tuple[int, bool, bool, list[Word]]:
    """Return where a shell's options end, whether a command follows (`-c`), whether it reads standard input (`-s`).

    The last is which files it runs first: a word for each that is named, "" for the person's own.
    """
    at, command, reads, first = 1, False, False, True
    files: list[Word] = []
    while at < len(words):
        word = words[at]
        if not word.known or word[:1] not in ("-", "+") or len(word) < 2:
            return at + (word == "-" and word.known and at + 1 < len(words)), command, reads, files
        if word == "--":
            return at + 1, command, reads, files
        name, equals, value = word.lstrip("-").partition("=")
        if word.startswith("--") or (first and word[0] == "-" and word[1:] in _SHELL_LONGS):
            command = command or name == "command"
            named = name in ("rcfile", "init-file")
            if named:
                files.append(Word(value, raw=word.raw) if equals else words[at + 1] if at + 1 < len(words) else Word(""))
            elif name in ("login", "interactive"):
                files.append(Word(""))
            at += 2 if named and not equals else 1
            continue
        first = False
        command = command or (word[0] == "-" and "c" in word)
        reads = reads or "s" in word
        files.extend([Word("")] if word[0] == "-" and set(word) & {"i", "l"} else [])
        at += 1 + word.count("o") + word.count("O")
    return at, command, reads, files


def pipefail(options: tuple[Word, ...], *, on: bool) -> bool:
    """Return whether a pipe's failure is that of any of its parts, once a shell has these options."""
    for number, word in enumerate(options):
        if not word.known:
            return False
        before = options[number - 1] if number else ""
        if word == "pipefail" and before[:1] in ("-", "+") and before[-1:] == "o":
            on = before[0] == "-"
    return on
