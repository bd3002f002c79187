"""The disk as the oracle: bash runs a line in a scratch folder, and what changed there must be among our effects."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

from guardhost.model.effects import CHANGES, DELETE, Touch
from guardhost.model.glob import matches

if TYPE_CHECKING:
    from pathlib import Path

# What lies in the folder before each line: name -> text, None for a folder.
FILES: dict[str, str | None] = {
    "a.txt": "one\ntwo\n",
    "b.txt": "two\n", "c.py": "x = 1\n", ".hidden": "h\n", "e.json": "{}\n", "d": None, "d/f.txt": "f\n",
    "d/g.py": "y = 2\n", "d/s": None, "d/s/h.txt": "h\n", "empty": None, "out": None, "x y.txt": "blank\n",
    "run.sh": "rm a.txt\necho 1 > made\n",

    "del.py": "import os, sys\nos.remove(sys.argv[1])\n",
    "p.diff": "--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n", "names": "a.txt\nb.txt\n",
    "pipe.sh": "#!/bin/sh\ncat > \"$1\"\n",
}  # fmt: skip


def lay(folder: Path) -> None:
    """Make the files."""
    for name, text in FILES.items():
        path = folder / name
        if text is None:
            path.mkdir(parents=True, exist_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755 if name.endswith(".sh") else 0o644)


def lay_anew(folder: Path) -> None:
    """Take away what lies in the folder, and make the files."""
    shutil.rmtree(folder)
    lay(folder)


def seen(folder: Path) -> dict[str, tuple[object, ...]]:
    """Return what is there: path -> what would change if it were written, deleted or given other rights."""
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        if path.is_symlink():
            found[str(path)] = ("link", str(path.readlink()))
        elif path.is_dir():
            found[str(path)] = ("folder", status.st_mode)
        elif path.is_file():
            found[str(path)] = ("file", status.st_mode, status.st_size, status.st_mtime_ns, status.st_ino, path.read_bytes())
        else:
            found[str(path)] = ("other", status.st_mode)
    return found


def changed(folder: Path, line: str, environment: dict[str, str]) -> set[str]:
    """Run a line in the folder with the files, and return the paths that are new, gone or different."""
    lay(folder)
    before = seen(folder)
    subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=30,
        check=False,
    )
    after = seen(folder)
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def covers(touch: Touch, path: str) -> bool:
    """Return whether a touch says that a path may change."""
    if touch.kind not in CHANGES or not touch.path:
        return False
    if touch.kind != DELETE and touch.path.startswith(path + "/"):
        return True  # a folder that is made on the way
    if touch.path == path or (touch.pattern and matches(path, touch.path)):
        return True
    if touch.tree or touch.recursive or touch.below:
        start = touch.path.split("*", 1)[0].rsplit("/", 1)[0] if touch.pattern else touch.path
        return path.startswith(start.rstrip("/") + "/")
    return False
