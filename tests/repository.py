"""A real git repository for a test: made by git itself, in a folder of the test's own."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Repository:
    """A work tree under `root`; `write` and `commit` return what they made."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--template=", "--initial-branch=main")

    def git(self, *words: str) -> str:
        """Run git here and return what it says, without the last newline; a failure raises with what it said."""
        done = subprocess.run(["git", *words], cwd=self.root, capture_output=True, text=True, check=False, timeout=60)
        if done.returncode:
            raise AssertionError(f"git {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout.rstrip("\n")

    def write(self, path: str, text: str) -> Path:
        """Write one file, its folders included."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def commit(self, files: Mapping[str, str] | None = None, message: str = "change") -> str:
        """Write `files`, commit all that differs, return the commit's id."""
        for path, text in (files or {}).items():
            self.write(path, text)
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--allow-empty", "--no-verify", "--message", message)
        return self.git("rev-parse", "HEAD")

    def pack(self) -> None:
        """Put all objects into a pack, where only git reads them."""
        self.git("repack", "-a", "-d", "--quiet")
