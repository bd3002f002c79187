"""Arguments that do not stand on the line as such: where `curl -O` writes, which files a patch changes."""

from __future__ import annotations

from guardhost.model.line import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guardhost.model.line import Command

    TextOf = Callable[[str, str | None], str | None]


def downloads(args: dict[str, Any]) -> tuple[Word, ...]:
    """Return the files that `curl -O` makes: each address's last part, in the folder that `--output-dir` names."""
    folder = args.get("output_dir")
    parts = [_last(url) for url in args.get("urls", ())]
    return tuple(_inside(folder, part) if isinstance(folder, Word) else part for part in parts)


def _last(url: Word) -> Word:
    name = url.partition("?")[0].partition("#")[0].rstrip("/").rpartition("/")[2]
    return Word(name, raw=url.raw) if url.known and name else Word(known=False, raw=url.raw)


def _inside(folder: Word, name: Word) -> Word:
    if folder.known and name.known:
        return Word(f"{folder.rstrip('/')}/{name}", raw=name.raw)
    return Word(known=False, raw=name.raw)


def patched(tool: str, args: dict[str, Any], command: Command, text_of: TextOf) -> tuple[Word, ...]:
    """Return the files that a patch names, one unknown word where its text cannot be read.

    git takes the first part of a name off, `patch` as many as `-p` says, and guesses without it: then both are named.
    """
    texts = list(_texts(tool, args, command, text_of))
    if not texts or None in texts:
        return (Word(known=False, raw="the files of the patch"),)
    names = [name for text in texts for name in _named(text or "")]
    strip = args.get("strip")
    depths = [int(strip)] if isinstance(strip, Word) and strip.isdigit() else [0, 1] if tool == "patch" else [1]
    found = [part for name in names for depth in depths for part in name.split("/", depth)[depth:]]
    return tuple(Word(name) for name in dict.fromkeys(found))


def _texts(tool: str, args: dict[str, Any], command: Command, text_of: TextOf) -> list[str | None]:
    """Return the texts of the patches, None for one that is not known."""
    given = args.get("patchfile") or args.get("input") if tool == "patch" else args.get("patches") or args.get("mailboxes")
    words = given if isinstance(given, tuple) else (given,) if isinstance(given, Word) else ()
    if words:
        return [text_of(word, command.cwd) if word.known else None for word in words]
    for redirect in command.redirects:
        if redirect.op == "<":
            return [text_of(redirect.target, command.cwd) if redirect.target.known else None]
    return [command.stdin]


def _named(text: str) -> list[str]:
    found = []
    for line in text.splitlines():
        for start in ("--- ", "+++ ", "rename to ", "rename from ", "copy to "):
            if line.startswith(start):
                name = line[len(start) :].partition("\t")[0].strip().strip('"')
                # a rename says names that have nothing in front to take off
                found.append(f"a/{name}" if start[0] in "rc" else name)
    return [name for name in found if name not in ("/dev/null", "")]
