"""The guardhost that runs: where it lies, which environment it belongs to, and the programs that came with it."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.fact import Binary


# How the interpreter is started for a hook: nothing of the user's, no `.pth`, and names of files in the encoding of every
# payload, which also spares the C library's converters.
ALONE = ("-I", "-S", "-X", "utf8")


def package() -> str:
    """Return the folder of the guardhost package."""
    return __file__.rsplit("/", 2)[0]


def environment() -> str:
    """Return the folder of the environment whose interpreter runs; `sys.prefix` does not say so without `site`."""
    return sys.executable.rsplit("/", 2)[0]


def shfmt() -> str:
    """Return where the shfmt program of this environment lies, "" when it is not there."""
    from guardhost.world.files import exists

    beside = sys.executable.rsplit("/", 1)[0]
    of_package = package().rsplit("/lib/", 1)[0]
    for path in (f"{beside}/shfmt", f"{of_package}/bin/shfmt"):
        if exists(path):
            return path
    return ""


def digest_of(folder: str) -> str:
    """Return the build stamp of a package: the digest of its sources' names and bytes, "" when there are none.

    Wheels and editable installations of the same sources have the same stamp; byte code and pages do not count.
    """
    from _blake2 import blake2b

    sources = blake2b(digest_size=16)
    found = False
    for path in _sources(folder, ""):
        with open(f"{folder}/{path}", "rb") as file:
            data = file.read()
        sources.update(b"%s\0%d\0%s" % (path.encode(), len(data), data))
        found = True
    return sources.hexdigest() if found else ""


def _sources(folder: str, below: str) -> list[str]:
    """Return the Python files of a package, relative and in order; a folder that cannot be read has none."""
    from posix import scandir

    try:
        entries = sorted(scandir(f"{folder}/{below}"), key=lambda entry: entry.name)
    except OSError:
        return []
    found = []
    for entry in entries:
        if entry.is_dir():
            found += [] if entry.name == "__pycache__" else _sources(folder, f"{below}{entry.name}/")
        elif entry.name.endswith(".py"):
            found.append(below + entry.name)
    return found


def binary() -> Binary:
    """Return the path, version and build stamp of what runs.

    The stamp is what a build wrote into the package's file `_stamp`, else the digest of the installed sources. An
    editable installation has none: what runs is the checkout that its path names, whatever is changed there.
    """
    from guardhost import __version__
    from guardhost.model.fact import Binary
    from guardhost.world.files import exists, read_own, real_path

    stamp = read_own(f"{package()}/_stamp", 4096)
    path = real_path(package())
    editable = exists(path.rpartition("/")[0] + "/pyproject.toml")
    text = stamp.decode("utf-8", "replace").strip() if stamp else "" if editable else digest_of(path)
    return Binary(path=path, version=__version__, stamp=text)
