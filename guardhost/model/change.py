"""What a judge of writes and of changed files receives."""

from __future__ import annotations

from guardhost.model.glob import covers, matches, overlaps
from guardhost.model.request import Request

_NOT_KNOWN = frozenset("$`)")  # in a word: an expansion


class WriteRequest(Request):
    """A file edit. `known` False is a shape that we do not read: the texts are empty and UNKNOWN."""

    path: str = ""  # as the host named it
    real_path: str = ""  # absolute, links resolved on the deepest part that is there
    content: str = ""  # the whole new text of a call that replaces the file, else ""
    old_text: str = ""  # what an edit replaces, else ""
    new_text: str = ""  # and with what
    edits: tuple[tuple[str, str], ...] = ()  # (old, new) of a call with several edits
    known: bool = True  # False: a shape that we do not read; all texts are "", which means unknown and no empty file


class Change(Request):
    """One file that a call changes, or one folder with all in it, by whatever channel.

    `before` and `after` are None when unknown or none, so also of a folder.
    """

    path: str = ""  # absolute; of an edit tool as the host named it, against the folder of the call
    real_path: str = ""  # absolute, links resolved on the deepest part that is there
    kind: str = "write"  # `write`, `append`, `delete` or `move`
    via: str = ""  # the host's tool or the program that changes it
    before: str | None = None  # its text now, up to 1 MiB; None when there is none or it is not known
    after: str | None = None  # its text once the call has run; None when there is none or it is not known before
    tree: bool = False  # a folder, all of which may change
    glob: bool = False  # `path` is a pattern that the shell will expand
    known: bool = True  # False: `path` is the word as it stands on the line, what it means is not known before the run

    @property
    def added_lines(self) -> tuple[str, ...]:
        """The lines of `after` that `before` has not, in order; all of them when `before` is unknown or none."""
        if self.after is None:
            return ()
        old: dict[str, int] = {}
        for line in (self.before or "").splitlines():
            old[line] = old.get(line, 0) + 1
        added = []
        for line in self.after.splitlines():
            if old.get(line, 0) > 0:
                old[line] -= 1
            else:
                added.append(line)
        return tuple(added)

    def matches(self, pattern: str) -> bool:
        """Return whether the file fits a glob, relative to the workspace unless the pattern is absolute; links resolved.

        True of a folder whose whole tree changes when some file below it could fit, of a glob when it could expand so.
        """
        if not self.known:
            return self._unknown_matches(pattern)
        root = self.workspace.rstrip("/")
        spellings = {self.path, self.real_path}
        for path in (self.path, self.real_path):
            if root and path.startswith(root + "/"):
                spellings.add(path[len(root) + 1 :])
        return any(matches(path, pattern) or self._holds(path, pattern, root) for path in spellings if path)

    def _unknown_matches(self, pattern: str) -> bool:
        """Compare a word that is not known as it is written, and by what stands behind its last unknown part."""
        plain = self.path.replace('"', "").replace("'", "")
        parts = plain.split("/")
        behind = max((at for at, part in enumerate(parts) if not _NOT_KNOWN.isdisjoint(part)), default=-1)
        rest = "/".join(parts[behind + 1 :])
        return any(path and matches(path, pattern) for path in (plain, rest)) or (
            bool(rest) and self._holds(rest, pattern, "")
        )

    def _holds(self, path: str, pattern: str, root: str) -> bool:
        """Return whether a tree could hold, or a glob become, a file that fits."""
        base = root if path.startswith("/") else ""
        if self.glob:
            return overlaps(path, pattern, base, below=self.tree)
        return self.tree and covers(path, pattern, base)
