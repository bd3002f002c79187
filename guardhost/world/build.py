"""The guardhost that runs: where it lies, which environment it belongs to, and the programs that came with it."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.request import Binary


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


def binary() -> Binary:
    """Return the path, version and build stamp of what runs; the stamp is "" for a build that has none."""
    from guardhost import __version__
    from guardhost.model.request import Binary
    from guardhost.world.files import read_own, real_path

    stamp = read_own(f"{package()}/_stamp", 4096)
    text = stamp.decode("utf-8", "replace").strip() if stamp else ""
    return Binary(path=real_path(package()), version=__version__, stamp=text)
