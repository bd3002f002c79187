"""Git's objects of one repository, read and hashed again: what a commit really holds, byte for byte.

Those that lie by themselves are read here; one `git cat-file --batch` answers for all others. Nothing that the
repository configures is started: the environment is scrubbed, replacements, lazy fetches, hooks and the file-system
monitor are off. Every object is hashed again and compared with its id, from the commit down, so neither a replacement
nor a damaged or planted object is believed.
"""

from __future__ import annotations

from guardhost.model.errors import PolicyError
from guardhost.model.record import Record
from guardhost.world.loose import loose, ordinary
from guardhost.world.object_ids import hashed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.world.conversation import Conversation
    from guardhost.world.repository import Place

ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LC_ALL": "C.UTF-8",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
}
QUIET = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.sshCommand=false",
    "core.pager=cat",
    "core.alternateRefsCommand=false",
)
MOST_OBJECT = 64 * 1024 * 1024  # bytes of one object that is read
FOLDER, LINK, SUBMODULE = "40000", "120000", "160000"


class Entry(Record):
    """One entry of a tree: its mode as git writes it, and the object's id."""

    mode: str
    id: str


class UnreadableError(PolicyError):
    """An object that is missing, damaged or not what its id says."""


def command(git: str, place: Place) -> tuple[str, ...]:
    """Return the words that start git safely on a repository."""
    quiet = [word for setting in (f"safe.directory={place.root}", *QUIET) for word in ("-c", setting)]
    return (git, *quiet, "--git-dir", place.git_dir)


class Objects:
    """The objects of one repository; `close` it when done. `seconds` is the limit for each answer.

    The process is started for the first object that does not lie by itself.
    """

    __slots__ = ("_git", "_known", "_ordinary", "_place", "_process", "_seconds")

    def __init__(self, git: str, place: Place, seconds: float) -> None:
        self._git = git
        self._place = place
        self._seconds = seconds
        self._process: Conversation | None = None
        self._ordinary: bool | None = None
        self._known: dict[str, dict[str, Entry]] = {}

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.close()

    def blob(self, oid: str) -> bytes:
        """Return a file's bytes; `UnreadableError` when it is missing, damaged or no file."""
        return self._object(oid, "blob")

    def entry(self, commit: str, path: str) -> Entry | None:
        """Return what a commit has at a path, None when it has nothing there; a folder's mode is `FOLDER`."""
        reached, found = self.reach(commit, path)
        return found if reached == path or (found is not None and found.mode == SUBMODULE) else None

    def reach(self, commit: str, path: str) -> tuple[str, Entry | None]:
        """Return (how far down the path leads, what is there): the path itself, or a submodule on the way to it."""
        tree = self._tree_of(commit)
        parts = path.split("/")
        for at, name in enumerate(parts, 1):
            found = self._entries(tree).get(name)
            reached = "/".join(parts[:at])
            if found is None or at == len(parts) or found.mode == SUBMODULE:
                return (reached if found is not None else path), found
            if found.mode != FOLDER:
                return path, None
            tree = found.id
        return path, None

    def _tree_of(self, commit: str) -> str:
        data = self._object(commit, "commit")
        line = data.split(b"\n", 1)[0]
        if not line.startswith(b"tree "):
            raise UnreadableError("GH1001", f"the commit {commit[:12]} names no tree", fix="run `git fsck`")
        return line[5:].decode("ascii", "replace")

    def _entries(self, tree: str) -> dict[str, Entry]:
        if tree not in self._known:
            self._known[tree] = entries(self._object(tree, "tree"), len(tree) // 2)
        return self._known[tree]

    def _object(self, oid: str, kind: str) -> bytes:
        if self._ordinary is None:
            self._ordinary = ordinary(self._place)
        found, data = (loose(self._place, oid) if self._ordinary else None) or self._asked(oid)
        if found != kind:
            raise UnreadableError(
                "GH1001", f"the object {oid[:12]} is a {found} where a {kind} belongs", fix="run `git fsck`"
            )
        return data

    def _asked(self, oid: str) -> tuple[str, bytes]:
        """Ask the process for an object: (kind, bytes)."""
        if self._process is None:
            from guardhost.world.conversation import Conversation

            program = (*command(self._git, self._place), "cat-file", "--batch")
            self._process = Conversation(program, ENVIRONMENT, self._seconds)
        self._process.say(oid.encode("ascii") + b"\n")
        head = self._process.line()
        words = head.split()
        if len(words) != 3 or words[0].decode("ascii", "replace") != oid:
            raise UnreadableError(
                "GH1001",
                f"the object {oid[:12]} cannot be read ({head.decode('utf-8', 'replace').strip()})",
                fix="run `git fsck`",
            )
        size = int(words[2])
        if size > MOST_OBJECT:
            raise UnreadableError("GH1001", f"the object {oid[:12]} has {size} bytes", fix="keep policy files small")
        data = self._process.exactly(size + 1)[:-1]
        found = words[1].decode("ascii", "replace")
        if hashed(found, data, len(oid)) != oid:
            raise UnreadableError("GH1001", f"the object {oid[:12]} is not what its id says", fix="run `git fsck`")
        return found, data


def entries(data: bytes, width: int) -> dict[str, Entry]:
    """Return the entries of a tree object; ids are `width` bytes wide."""
    found: dict[str, Entry] = {}
    at = 0
    while at < len(data):
        space = data.index(b" ", at)
        end = data.index(b"\0", space)
        name = data[space + 1 : end].decode("utf-8", "surrogateescape")
        found[name] = Entry(mode=data[at:space].decode("ascii"), id=data[end + 1 : end + 1 + width].hex())
        at = end + 1 + width
    return found
