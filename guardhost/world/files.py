"""Files: read without blocking, written whole or not at all, appended to by many writers at once; real paths; digests."""

from __future__ import annotations

import posix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.model.errors import PolicyError

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
MOST_LINKS = 40
MOST_REPLACED = 5  # times that a file to append to is opened again because another took its place
KIND, REGULAR, FOLDER = 0o170000, 0o100000, 0o040000
_SAFE = posix.O_CLOEXEC | posix.O_NONBLOCK | posix.O_NOCTTY


def read_regular(path: str, most: int) -> bytes | None:
    """Return the bytes of a regular file, None when there is none; links are followed.

    Never blocks. Raises `PolicyError` GH1001 for anything else in its place (a folder, a FIFO, a device, a link to
    nowhere, more than `most` bytes, a file that may not be read).
    """
    try:
        fd = posix.open(path, posix.O_RDONLY | _SAFE)
    except (FileNotFoundError, NotADirectoryError):
        if is_link(path):
            raise _unreadable(path, "is a link to nothing") from None
        return None
    except (OSError, ValueError) as error:
        raise _unreadable(path, f"cannot be opened ({reason(error)})") from None
    try:
        found = _whole(fd, most)
    except OSError as error:
        raise _unreadable(path, f"cannot be read ({reason(error)})") from None
    finally:
        posix.close(fd)
    if isinstance(found, str):
        raise _unreadable(path, found)
    return found


def _whole(fd: int, most: int) -> bytes | str:
    """Return the bytes of an open file, or in words why they are not read."""
    found = posix.fstat(fd)
    if found.st_mode & KIND != REGULAR:
        return "is no regular file"
    if found.st_size > most:
        return f"has {found.st_size} bytes, more than the {most} that are read"
    data = posix.read(fd, found.st_size + 1)
    if len(data) < found.st_size + 1 and found.st_size:
        return data  # a regular file gives less than was asked for at its end alone
    while len(data) <= most:
        piece = posix.read(fd, 65536)
        if not piece:
            return data
        data += piece
    return f"has more than the {most} bytes that are read"


def _unreadable(path: str, what: str) -> PolicyError:
    from guardhost.model.errors import PolicyError

    return PolicyError("GH1001", f"the file {what}", where=path, fix="put a regular file there, or remove it")


def reason(error: OSError | ValueError) -> str:
    """Return what the system said, in a few words."""
    return (error.strerror if isinstance(error, OSError) else str(error)) or type(error).__name__


def is_link(path: str) -> bool:
    """Return whether a symbolic link is at `path`, wherever it points."""
    try:
        posix.readlink(path)
    except (OSError, ValueError):
        return False
    return True


def is_folder(path: str) -> bool:
    """Return whether a folder is at `path`; links are followed."""
    try:
        return posix.stat(path).st_mode & KIND == FOLDER
    except (OSError, ValueError):
        return False


def read_own(path: str, most: int = 1 << 20, *, follow: bool = False) -> bytes | None:
    """Return the bytes of a file that is ours or git's, None for whatever cannot be read: absent, irregular, too big.

    With `follow` False a link in the file's place is not followed. Never blocks, never raises.
    """
    try:
        fd = posix.open(path, posix.O_RDONLY | _SAFE | (0 if follow else posix.O_NOFOLLOW))
    except (OSError, ValueError):
        return None
    try:
        found = _whole(fd, most)
    except OSError:
        return None
    finally:
        posix.close(fd)
    return found if isinstance(found, bytes) else None


def write_atomic(path: str, data: bytes, mode: int = PRIVATE_FILE, *, sync: bool = False) -> None:
    """Put `data` at `path`, whole or not at all; its folder is made when it is missing. `OSError` when it cannot.

    What was at `path` is replaced, a link in its place as well. `sync` waits until the disk has it.
    """
    from time import monotonic_ns

    folder, _, name = path.rpartition("/")
    aside = f"{folder}/.{name[:100]}.{posix.getpid()}.{monotonic_ns()}.tmp"
    fd = open_own(aside, posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL, mode)
    try:
        try:
            _write_all(fd, data)
            if sync:
                posix.fsync(fd)
        finally:
            posix.close(fd)
        posix.rename(aside, path)
    except OSError:
        unlink(aside)
        raise


def write_once(path: str, data: bytes) -> bool:
    """Put `data` at `path` unless something is there; False when there is, or when it cannot be written."""
    aside = f"{path}.{posix.getpid()}.tmp"
    try:
        write_atomic(aside, data)
    except OSError:
        return False
    try:
        posix.link(aside, path)
    except OSError:
        return False
    finally:
        unlink(aside)
    return True


def unlink(path: str) -> bool:
    """Remove a file; False when it was not there or stays."""
    try:
        posix.unlink(path)
    except OSError:
        return False
    return True


def names(folder: str) -> list[str]:
    """Return the names in a folder in order, none when it cannot be read."""
    try:
        return sorted(posix.listdir(folder))
    except OSError:
        return []


def _write_all(fd: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[posix.write(fd, left) :]


def open_own(path: str, flags: int, mode: int = PRIVATE_FILE) -> int:
    """Open a file of ours: never through a link, never blocking; its folder is made when it is missing."""
    try:
        return posix.open(path, flags | _SAFE | posix.O_NOFOLLOW, mode)
    except FileNotFoundError:
        if not flags & posix.O_CREAT:
            raise
    make_folder(path.rpartition("/")[0])
    return posix.open(path, flags | _SAFE | posix.O_NOFOLLOW, mode)


def make_folder(path: str) -> None:
    """Make a folder that only its owner can enter, and those above it; one that is there is left as it is."""
    try:
        posix.mkdir(path, PRIVATE_FOLDER)
    except FileExistsError:
        if not is_folder(path):
            raise
    except FileNotFoundError:
        parent = path.rstrip("/").rpartition("/")[0]
        if not parent or parent == path:
            raise
        make_folder(parent)
        make_folder(path)


def append_line(path: str, line: bytes, wait_s: float = 0.2, before: Callable[[int], bytes] | None = None) -> int:
    """Append one line in one write under a lock, and mend a tail that an earlier writer left torn.

    `line` has no line end. `before(fd)` runs under the lock and returns whole lines to write in the same write. Returns
    the bytes that the file then has; 0 when the lock was not had within `wait_s` seconds or the file cannot be written:
    nothing of it is then left behind. A file that was put in another's place meanwhile is opened again.
    """
    size = -1
    tries = MOST_REPLACED
    while size < 0 and tries:
        tries -= 1
        size = _append_to(path, line, wait_s, before)
    return max(size, 0)


def _append_to(path: str, line: bytes, wait_s: float, before: Callable[[int], bytes] | None) -> int:
    try:
        fd = open_own(path, posix.O_RDWR | posix.O_APPEND | posix.O_CREAT)
    except (OSError, ValueError):
        return 0
    try:
        return _append(fd, line, before) if lock(fd, wait_s) else 0
    except OSError:
        return 0
    finally:
        posix.close(fd)


def _append(fd: int, line: bytes, before: Callable[[int], bytes] | None) -> int:
    found = posix.fstat(fd)
    if found.st_mode & KIND != REGULAR:
        return 0
    if not found.st_nlink:
        return -1
    torn = found.st_size > 0 and posix.pread(fd, 1, found.st_size - 1) != b"\n"
    data = (b"\n" if torn else b"") + (before(fd) if before else b"") + line + b"\n"
    try:
        if posix.write(fd, data) == len(data):
            return found.st_size + len(data)
    except OSError:
        pass
    posix.ftruncate(fd, found.st_size)
    return 0


def lock(fd: int, wait_s: float) -> bool:
    """Lock an open file for this process alone; False when another held it for the whole of `wait_s` seconds.

    The lock goes with the first descriptor of the file that this process closes. (`lockf` is built in, where the module
    that has `flock` costs a quarter of a millisecond to load.)
    """
    import time

    end = time.monotonic() + wait_s
    pause = 0.0005
    while True:
        try:
            posix.lockf(fd, posix.F_TLOCK, 0)
        except (BlockingIOError, PermissionError):
            if time.monotonic() >= end:
                return False
            time.sleep(pause)
            pause = min(pause * 2, 0.01)
        else:
            return True


def real_path(path: str) -> str:
    """Return `path` absolute, with the links of its deepest existing part resolved and `.` and `..` taken out.

    A relative path is taken from the working directory. In a loop of links the rest stays as it is spelled.
    """
    if not path.startswith("/"):
        path = f"{_working_folder()}/{path}"
    todo = path.split("/")[::-1]
    done = ""
    links = 0
    missing = False
    while todo:
        name = todo.pop()
        if name in ("", "."):
            continue
        if name == "..":
            done, missing = done.rpartition("/")[0], False
            continue
        target = ""
        if not missing and links < MOST_LINKS:
            target, missing = _link(f"{done}/{name}")
        if not target:
            done = f"{done}/{name}"
            continue
        links += 1
        done = "" if target.startswith("/") else done
        todo.extend(target.split("/")[::-1])
    return done or "/"


def _working_folder() -> str:
    try:
        return posix.getcwd()
    except OSError:
        return ""  # it was removed


def _link(path: str) -> tuple[str, bool]:
    """Return (where the link at `path` points, "" if it is none; whether nothing is there)."""
    try:
        return posix.readlink(path), False
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return "", True
    except OSError:
        return "", False


def short(text: str) -> str:
    """Return a name of 32 hex digits for a text, the same on every Python: for files, no proof of what they hold."""
    from _imp import source_hash

    data = text.encode("utf-8", "surrogatepass")
    return (source_hash(1, data) + source_hash(2, data)).hex()


def digest(data: bytes) -> str:
    """Return the BLAKE2b digest of `data`, 32 hex digits."""
    from _blake2 import blake2b

    return blake2b(data, digest_size=16).hexdigest()


def present(path: str) -> bool:
    """Return whether something is at `path`, be it a link that leads nowhere."""
    try:
        posix.lstat(path)
    except (OSError, ValueError):
        return False
    return True


def exists(path: str) -> bool:
    """Return whether something is at `path`; links are followed."""
    try:
        posix.stat(path)
    except (OSError, ValueError):
        return False
    return True
