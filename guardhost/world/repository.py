"""Where a folder belongs: the repository around it, read from files alone, without a process."""

from __future__ import annotations

import posix

from guardhost.model.record import Record
from guardhost.world.files import is_folder, read_own, real_path

MOST_PACKED = 64 << 20
MOST_SYMBOLIC = 5


class Place(Record):
    """A checkout. All paths are absolute with links resolved.

    `git_dir` is this checkout's own, `common_dir` the one that all worktrees share. `head` is the commit's id, "" when
    there is none yet or it could not be read; `branch` is "" when detached. `reftable` says that refs are kept in a
    form that only git itself reads: `head` and `branch` are then unknown.
    """

    root: str = ""
    git_dir: str = ""
    common_dir: str = ""
    head: str = ""
    branch: str = ""
    reftable: bool = False


def find(cwd: str) -> Place | None:
    """Return the innermost checkout around `cwd`, None when there is none. `cwd` need not exist, but is absolute.

    A `.git` that git itself would not take for a repository does not hide the one further up.
    """
    if not cwd.startswith("/"):
        return None
    root = real_path(cwd)
    while True:
        place = _at("" if root == "/" else root)
        if place is not None:
            return place
        if root in ("/", ""):
            return None
        root = root.rpartition("/")[0] or "/"


def _at(root: str) -> Place | None:
    git_dir = _git_dir(root)
    if not git_dir:
        return None
    common_dir = _common_dir(git_dir)
    if not (is_folder(f"{common_dir}/objects") and is_folder(f"{common_dir}/refs")):
        return None
    head = read_own(f"{git_dir}/HEAD", 4096, follow=True)
    if head is None:
        return None
    commit, branch, reftable = _resolve(git_dir, common_dir, head)
    return Place(root=root or "/", git_dir=git_dir, common_dir=common_dir, head=commit, branch=branch, reftable=reftable)


def _git_dir(root: str) -> str:
    """Return the git directory that `.git` is or points at, "" when there is none."""
    path = f"{root}/.git"
    try:
        posix.stat(path)
    except (OSError, ValueError):
        return ""
    if is_folder(path):
        return real_path(path)
    pointer = _text(read_own(path, 65536, follow=True))
    if not pointer.startswith("gitdir:"):
        return ""
    return _below(root, pointer[7:].strip())


def _common_dir(git_dir: str) -> str:
    pointer = _text(read_own(f"{git_dir}/commondir", 65536, follow=True))
    return _below(git_dir, pointer.strip()) if pointer else git_dir


def _below(folder: str, path: str) -> str:
    return real_path(path if path.startswith("/") else f"{folder}/{path}")


def _text(data: bytes | None) -> str:
    return (data or b"").decode("utf-8", "surrogateescape")


def _resolve(git_dir: str, common_dir: str, head: bytes) -> tuple[str, str, bool]:
    """Return (commit, branch, whether the refs are in a reftable)."""
    text = _text(head).strip()
    if not text.startswith("ref:"):
        return (text if _is_id(text) else ""), "", False
    ref = text[4:].strip()
    if ref == "refs/heads/.invalid":
        return "", "", True
    return read_ref(git_dir, common_dir, ref), ref.removeprefix("refs/heads/"), False


def read_ref(git_dir: str, common_dir: str, ref: str) -> str:
    """Return the id that a ref such as `refs/heads/main` has, "" when there is none or it cannot be read."""
    for _ in range(MOST_SYMBOLIC):
        if ".." in ref or ref.startswith("/"):
            return ""
        text = ""
        for folder in dict.fromkeys((git_dir, common_dir)):
            text = text or _text(read_own(f"{folder}/{ref}", 4096, follow=True)).strip()
        if not text:
            return _packed(common_dir, ref)
        if not text.startswith("ref:"):
            return text if _is_id(text) else ""
        ref = text[4:].strip()
    return ""


def _packed(common_dir: str, ref: str) -> str:
    packed = read_own(f"{common_dir}/packed-refs", MOST_PACKED, follow=True)
    if not packed:
        return ""
    end = packed.find(b" " + ref.encode("utf-8", "surrogateescape") + b"\n")
    text = packed[packed.rfind(b"\n", 0, end) + 1 : end].decode("ascii", "replace") if end > 0 else ""
    return text if _is_id(text) else ""


def _is_id(text: str) -> bool:
    return len(text) in (40, 64) and all(c in "0123456789abcdef" for c in text)
