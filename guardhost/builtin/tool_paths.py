"""What a tool that is no host's own does to files, by its name and the paths among its arguments."""

from __future__ import annotations

from guardhost.builtin.paths import normal
from guardhost.model.call import WriteCall
from guardhost.model.effects import DELETE, MOVE, READ, WRITE, Effects, Touch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from guardhost.builtin.matter import Matter

_READING = frozenset((
    "read", "get", "list", "search", "find", "stat", "view", "show", "fetch", "open", "describe", "query", "exists", "info",
    "grep", "glob", "tree", "head", "tail", "diff", "download", "preview", "lint", "check", "analyze", "lookup", "count",
))  # fmt: skip
_DELETING = frozenset(("delete", "remove", "rm", "unlink", "trash", "rmdir", "erase", "purge", "destroy"))
_MOVING = frozenset(("move", "rename", "mv"))
_COPYING = frozenset(("copy", "cp", "duplicate", "link", "symlink"))
_WRITING = frozenset((
    "write", "edit", "create", "append", "replace", "insert", "update", "patch", "save", "put", "modify", "overwrite",
    "apply", "touch", "set", "truncate", "chmod", "mkdir", "add", "store", "export", "editor", "multiedit", "upsert",
))  # fmt: skip
_SOURCES = frozenset(("source", "src", "from", "oldpath", "sourcepath", "frompath", "srcpath", "oldname", "origin"))
_TARGETS = frozenset((
    "destination", "dest", "dst", "to", "target", "newpath", "destinationpath", "topath", "destpath", "targetpath", "output",
    "outputpath", "newname", "outputfile", "outfile",
))  # fmt: skip
_PATHS = frozenset((
    "path", "file", "filename", "filepath", "uri", "notebookpath", "directory", "dir", "folder", "paths", "files", "uris",
    "relativepath", "absolutepath", "relativeworkspacepath", "fullpath", "location", "document", "resource", "targetfile",
))  # fmt: skip
_TEXTS = frozenset(("content", "contents", "text", "filetext", "data", "newcontent", "body", "newsource", "code"))
_OLD = frozenset(("oldstring", "oldtext", "oldstr", "search", "before", "find"))
_NEW = frozenset(("newstring", "newtext", "newstr", "replacement", "after", "replace"))
# An argument of one of these names says that the path is somewhere else than on this disk.
_AWAY = frozenset(("owner", "repo", "repository", "projectid", "bucket", "pageid", "container", "host", "spaceid"))
MOST = 200  # paths of one call


def placed(matter: Matter) -> Matter:
    """Return the matter of a tool's call with its effects, as it is where the tool's name says that it only reads."""
    event = matter.event
    kind = kind_of(event.tool)
    args = event.args
    if not kind or not hasattr(args, "items") or not _AWAY.isdisjoint(map(_bare, args)) or _only_shows(args):
        return matter
    touches, calls = [], []
    for role, given in paths_of(args):
        path = normal(event.cwd, matter.places.home + given[1:] if given.startswith("~/") else given)
        call = _call(path, args) if kind == WRITE and role != "source" else None
        if call is not None:
            calls.append(call)
        touches.append(_touch(kind, role, path, given, call, event.tool))
    effects = Effects(touches=tuple(touches[:MOST]))
    return matter.replace(effects=effects, event=event.replace(writes=tuple(calls[:MOST])))


def kind_of(tool: str) -> str:
    """Return what a tool does to the paths that it is given, by the words of its name; "" for reading or nothing."""
    words = words_of(tool.rpartition("__")[2] or tool)
    if not words or words[0] in _READING:
        return ""
    for kind, names in ((DELETE, _DELETING), (MOVE, _MOVING), ("copy", _COPYING), (WRITE, _WRITING)):
        if not names.isdisjoint(words):
            folder = kind == WRITE and ("mkdir" in words or not {"directory", "folder", "dir"}.isdisjoint(words))
            return "mkdir" if folder else kind
    return ""


def words_of(name: str) -> list[str]:
    """Return the words of a tool's name in lower case, however they are joined."""
    text = ""
    for at, char in enumerate(name):
        text += (
            " " if not char.isalnum() else (" " if char.isupper() and at and name[at - 1].islower() else "") + char.lower()
        )
    return text.split()


def _bare(key: object) -> str:
    return "".join(char for char in str(key).lower() if char.isalnum())


def _only_shows(args: Mapping[str, Any]) -> bool:
    return any(_bare(key) in ("dryrun", "preview") and value is True for key, value in args.items())


def paths_of(args: Mapping[str, Any], depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield each path among the arguments with what it is: "source", "target" or "path"."""
    for key, value in args.items():
        bare = _bare(key)
        role = "source" if bare in _SOURCES else "target" if bare in _TARGETS else "path" if bare in _PATHS else ""
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, str) and role and one and len(one) < 4096:
                yield role, _local(one)
            elif hasattr(one, "items") and depth < 3:
                yield from paths_of(one, depth + 1)


def _local(path: str) -> str:
    if not path.startswith("file://"):
        return path
    path = "/" + path[7:].partition("/")[2]
    pieces = path.split("%")
    for at, piece in enumerate(pieces[1:], 1):
        try:
            pieces[at] = chr(int(piece[:2], 16)) + piece[2:]
        except ValueError:
            pieces[at] = "%" + piece
    return "".join(pieces)


def _touch(kind: str, role: str, path: str, raw: str, call: WriteCall | None, tool: str) -> Touch:
    if kind == "mkdir":
        return Touch(kind=WRITE, path=path, raw=raw, via="mkdir")
    if kind in (MOVE, "copy") and role in ("source", "path"):
        return Touch(kind=MOVE if kind == MOVE else READ, path=path, raw=raw, via="mv" if kind == MOVE else "cp")
    if kind in (MOVE, "copy"):
        return Touch(kind=WRITE, path=path, raw=raw, via="mv" if kind == MOVE else "cp", recursive=True)
    text = call.content if call is not None and call.whole else None
    return Touch(kind=kind, path=path, raw=raw, via=tool, text=text, recursive=kind == DELETE)


def _call(path: str, args: Mapping[str, Any]) -> WriteCall:
    """Return the edit that the arguments describe; one that is not known where they say no text in a known form."""
    named = {_bare(key): value for key, value in args.items()}
    text = next((value for key, value in named.items() if key in _TEXTS and isinstance(value, str)), None)
    lists = [value for value in named.values() if isinstance(value, list | tuple) and value]
    told = [args, *(item for value in lists for item in value if hasattr(item, "items"))]
    edits = tuple(pair for one in told if (pair := _edit(one)) is not None)
    if edits:
        return WriteCall(path=path, edits=edits)
    return WriteCall(path=path, content=text, whole=True) if text is not None else WriteCall(path=path, known=False)


def _edit(args: Mapping[str, Any]) -> tuple[str, str] | None:
    named = {_bare(key): value for key, value in args.items() if isinstance(value, str)}
    old = next((value for key, value in named.items() if key in _OLD), None)
    new = next((value for key, value in named.items() if key in _NEW), None)
    return (old, new) if old is not None and new is not None else None
