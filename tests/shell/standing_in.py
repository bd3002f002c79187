"""What a stand-in for a wrapper does: it takes off the options that its manual names, and runs the rest as documented."""

from __future__ import annotations

import getopt
import os
import subprocess
import sys

_ALONE = ("find", "node", "awk", "sed", "tar", "make", "xargs")


def main(name: str, letters: str, longs: str, operands: int, how: str, words: list[str]) -> None:
    """Run what the wrapper `name` runs, given these words."""
    if how in _ALONE:
        os.execvp(how, [how, *words])
    found, rest = getopt.getopt(words, letters, longs.split())
    given = dict(found)
    folder = given.get("-D") or given.get("--chdir")
    if folder and name in ("sudo", "run0"):
        os.chdir(folder)
    text = given.get("-c") or given.get("--command") or given.get("--run")
    if how == "container":
        _container(found, rest, letters, longs)
    elif how == "option":
        _option(given, text, rest, letters, longs)
    elif how in ("sub", "sub2", "bun"):
        more, rest = getopt.getopt(rest[1:], letters, longs.split())
        if how == "sub2":
            rest = rest[2:] if rest[1:2] == ["--"] else rest[1:]
        _run(["sh", "-c", dict(more)["-c"]] if name in ("npm", "mise") and "-c" in dict(more) else _command(how, rest))
    elif how == "package":
        _run(["sh", "-c", text] if text else [rest[0].split("@")[0], *rest[1:]])
    elif how == "remote":
        rest = [word for word in rest[operands:] if word != "--"]
        _run(["sh", "-c", " ".join(rest)] if rest else ["sh"])
    elif how == "text":
        _run(rest if "-x" in given else ["sh", "-c", " ".join(rest)])
    elif how == "parallel":
        at = rest.index(":::")
        for value in rest[at + 1 :]:
            line = " ".join(rest[:at])
            _run(["sh", "-c", line.replace("{}", value) if "{}" in line else f"{line} {value}"], last=False)
    else:
        rest = rest[1:] if rest[:1] == ["--"] else rest
        _run(_without_assignments(rest[operands:]))


def _command(how: str, rest: list[str]) -> list[str]:
    if how == "bun" and " " in rest[0]:
        return ["sh", "-c", rest[0]]
    end = rest.index("--") + 1 if "--" in rest[:2] else 0
    return rest[end:]


def _without_assignments(words: list[str]) -> list[str]:
    while words and "=" in words[0]:
        name, _, value = words[0].partition("=")
        os.environ[name] = value
        words = words[1:]
    return words


def _option(given: dict[str, str], text: str | None, rest: list[str], letters: str, longs: str) -> None:
    more: list[tuple[str, str]] = []
    if text is None:
        at = next((at for at, word in enumerate(rest) if word[:1] == "-" and len(word) > 1), len(rest))
        if "-u" in given:
            _run([word for word in rest if word != "--"])
        more, rest = getopt.getopt(rest[at:], letters, longs.split())
        text = dict(more).get("-c") or dict(more).get("--command")
    _run(["sh", "-c", text or ""])


def _container(found: list[tuple[str, str]], rest: list[str], letters: str, longs: str) -> None:
    if rest[0] in ("container", "compose"):
        rest = getopt.getopt(rest[1:], letters, longs.split())[1]
    more, rest = getopt.getopt(rest[1:], letters, longs.split())
    if "--" in rest:
        _run(rest[rest.index("--") + 1 :])
    later, tail = getopt.getopt(rest[1:], letters, longs.split())
    entry = dict(found + more + later).get("--entrypoint")
    _run([entry, *tail] if entry else tail)


def _run(words: list[str], *, last: bool = True) -> None:
    if not last:
        subprocess.run(words, check=False)
        return
    os.execvp(words[0], words)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5], sys.argv[6:])
