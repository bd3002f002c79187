"""The words of `fd`, told as those of `find`: a search by an expression, which passes over hidden names unless told."""

from __future__ import annotations

_VALUED = (
    "-t", "--type", "-e", "--extension", "-E", "--exclude", "-d", "--max-depth", "-c", "--color", "-S", "--size", "-j",
    "--threads", "-o", "--owner", "--min-depth", "--exact-depth", "--changed-within", "--changed-before", "--base-directory",
    "--search-path",
)  # fmt: skip
_ENDS = ("-x", "-X", "--exec", "--exec-batch")
_SHOWING = ("--hidden", "--unrestricted")
_MEANING = ".*+?()[]{}|"
_QUANTIFIERS = ("*", "+", "?", "{")


def as_find(words: list[str]) -> tuple[list[str], list[str]]:
    """Return the folders and the tests of a `find` that finds at least as much."""
    end = next((at for at, word in enumerate(words) if word in _ENDS), len(words))
    operands: list[str] = []
    tests: list[str] = []
    folders: list[str] = []
    shows = by_glob = False
    at = 0
    while at < end:
        word = words[at]
        at += 1
        if not word.startswith("-") or word == "-":
            operands.append(word)
            continue
        name, equals, value = word.partition("=")
        if name in _VALUED and not equals and at < end:
            value, at = words[at], at + 1
        shows = shows or name in _SHOWING or _bundles(word, "Hu")
        by_glob = by_glob or name == "--glob" or _bundles(word, "g")
        if name in ("--base-directory", "--search-path"):
            folders.append(value)
        tests.extend(_test(name, value))
    pattern = operands[0] if operands else ""
    if pattern:
        tests.extend(("-name", pattern if by_glob else _as_glob(pattern)))
    return operands[1:] + folders, [*tests, *([] if shows else ["-unhidden"]), "-exec"]


def _bundles(word: str, letters: str) -> bool:
    return not word.startswith("--") and word[1:].isalpha() and bool(set(word[1:]) & set(letters))


def _test(name: str, value: str) -> tuple[str, ...]:
    if name in ("-t", "--type"):
        return ("-type", value[:1])
    if name in ("-e", "--extension"):
        return ("-name", "*." + value)
    if name in ("-E", "--exclude"):
        return ("-not", "-name", value)
    return ("-maxdepth", value) if name in ("-d", "--max-depth") else ()


def _as_glob(expression: str) -> str:
    """A glob that takes at least what a regular expression finds."""
    plain = expression.removeprefix("^").removesuffix("$")
    glob, at = "", 0
    while at < len(plain):
        char, following = plain[at], plain[at + 1 : at + 2]
        if char == "\\" and following and not following.isalnum():
            glob, at = glob + following, at + 2
        elif char == "." and following not in _QUANTIFIERS:
            glob, at = glob + "?", at + 1
        elif char == "." and following in ("*", "+"):
            glob, at = glob + "*", at + 2
        elif char in _MEANING or char == "\\" or following in _QUANTIFIERS:
            return "*"
        else:
            glob, at = glob + char, at + 1
    return ("" if expression.startswith("^") else "*") + glob + ("" if expression.endswith("$") else "*")
