"""Files that a call touches although none of its words names them: those of a patch, those that an address is saved to."""

from __future__ import annotations

from guardhost.model.errors import GuardError
from guardhost.model.line import Word
from guardhost.shell.scope import against
from guardhost.world.files import read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.line import Command

MOST_BYTES = 1024 * 1024
MOST_FILES = 200
UNKNOWN = Word(known=False, raw="what the patch names")


def derived(tool: str, args: dict[str, Any], command: Command, cwd: str | None) -> dict[str, Any]:
    """Return a call's arguments with these files among them."""
    if tool == "curl":
        return _saved(args, args.get("remote_name") or args.get("remote_name_all"), args.get("output_dir"), "output")
    if tool == "wget":
        return _saved(args, "output_document" not in args, args.get("directory_prefix"), "output_document")
    words = _patches(tool, args)
    names: list[Word] = []
    if not words:
        names = _named(command.stdin, args, tool) if command.stdin is not None else [UNKNOWN]
    for word in words:
        path = against(word, cwd) if isinstance(word, Word) and word.known and not word.pattern else None
        names += _named(_text(path), args, tool) if path else [UNKNOWN]
    return {**args, "paths": (*_tuple(args.get("paths")), *names)}


def _patches(tool: str, args: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the words for the files that hold patches, none where it is standard input."""
    if tool == "patch":
        return _tuple(args.get("input")) or _tuple(args.get("patchfile")) or _tuple(args.get("redirect_from"))
    for name in ("patches", "patch", "patchfiles", "mailboxes", "mbox", "files"):
        if args.get(name) not in (None, True, False, ()):
            return _tuple(args[name])
    operands = [word for word in args.get("argv", ()) if not word.startswith("-") and word not in ("apply", "am")]
    return tuple(operands) or _tuple(args.get("redirect_from"))


def _tuple(value: Any) -> tuple[Any, ...]:
    if value is None or isinstance(value, bool):
        return ()
    return tuple(value) if isinstance(value, tuple | list) else (value,)


def _text(path: str) -> str | None:
    try:
        data = read_regular(path, MOST_BYTES)
    except GuardError:
        return None
    return data.decode("utf-8", "surrogateescape") if data is not None else None


def _named(text: str | None, args: Mapping[str, Any], tool: str) -> list[Word]:
    """Return the files that a patch names, without the folders that its first levels are; all readings of them."""
    if text is None:
        return [UNKNOWN]
    found: dict[str, None] = {}
    strip = args.get("strip")
    levels = (
        (int(strip),)
        if isinstance(strip, str) and strip.isdigit() and len(strip) < 3
        else (1,)
        if tool != "patch"
        else (0, 1)
    )
    for line in text.splitlines():
        for start in ("--- ", "+++ ", "rename from ", "rename to ", "copy to "):
            if line.startswith(start):
                name = line[len(start) :].split("\t", 1)[0].strip().strip('"')
                for level in levels if start[0] in "-+" else (0,):
                    parts = name.split("/")
                    if name and name != "/dev/null" and len(parts) > level:
                        found["/".join(parts[level:])] = None
    base = args.get("directory")
    prefix = f"{base}/" if isinstance(base, Word) and base.known else ""
    return [Word(prefix + name) for name in list(found)[:MOST_FILES]] or [UNKNOWN]


def _saved(args: dict[str, Any], does: Any, folder: Any, name: str) -> dict[str, Any]:
    """Return the arguments with the files that addresses are saved to under their own last names."""
    if not does:
        return args
    if isinstance(folder, Word) and not folder.known:
        return {**args, name: (*_tuple(args.get(name)), folder)}
    prefix = f"{folder}/" if isinstance(folder, Word) else ""
    made: list[Word] = []
    for url in _tuple(args.get("urls")):
        last = str(url).split("?", 1)[0].rstrip("/").rsplit("/", 1)[-1] if isinstance(url, Word) and url.known else ""
        made.append(Word(prefix + last) if last else Word(known=False, raw=getattr(url, "raw", "")))
    return {**args, name: (*_tuple(args.get(name)), *made)} if made else args
