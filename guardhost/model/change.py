"""What a judge of writes and of changed files receives."""

from __future__ import annotations

from guardhost.model.glob import matches
from guardhost.model.request import Request


class WriteRequest(Request):
    """A file edit. `known` False is a shape that we do not read: the texts are empty and UNKNOWN."""

    path: str = ""
    real_path: str = ""
    content: str = ""
    old_text: str = ""
    new_text: str = ""
    edits: tuple[tuple[str, str], ...] = ()
    known: bool = True


class Change(Request):
    """One file that a call changes, by whatever channel. `before` and `after` are None when unknown or none."""

    path: str = ""
    real_path: str = ""
    kind: str = "write"
    via: str = ""
    before: str | None = None
    after: str | None = None

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
        """Return whether the file fits a glob, relative to the workspace unless the pattern is absolute; links resolved."""
        root = self.workspace.rstrip("/")
        spellings = {self.path, self.real_path}
        for path in (self.path, self.real_path):
            if root and path.startswith(root + "/"):
                spellings.add(path[len(root) + 1 :])
        return any(matches(path, pattern) for path in spellings if path)
