"""The home, project and worktrees that the cases of the built-in rules assume, made in a folder of their own."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

IDENTITY = ("-c", "user.name=u", "-c", "user.email=u@example.invalid", "-c", "commit.gpgSign=false")
GENERATED = ("build", "dist", "target/debug", "node_modules/left-pad", ".cache", "__pycache__")
IGNORED = "build/\ndist/\ntarget/\nnode_modules/\n.cache/\n__pycache__/\n*.pyc\n*.log\n.env\n.env.*\n!.env.example\n"
COMMITTED = {
    "README.md": "# proj\n",
    "CONTRIBUTING.md": "Be kind.\n",
    "notes.md": "notes\n",
    "notes.txt.orig": "old\n",
    "src/b.py": "B = 1\n",
    "src/app.py": "def main(): ...\n",
    "src/dead.py": "DEAD = 1\n",
    "src/config.py": "DEBUG = False\n",
    "src/auth/login.py": "def login(): ...\n",
    "src/old-stuff/one.py": "ONE = 1\n",
    "docs/guide.md": "# Guide\n",
    "tests/test_a.py": "def test(): ...\n",
    "scripts/run.sh": "#!/bin/sh\necho run\n",
    "scripts/install.sh": "#!/bin/sh\necho install\n",
    "scripts/count_tokens.py": "print(1)\n",
    "Makefile": "all:\n\techo all\n",
    "package.json": '{"name": "proj", "scripts": {"build": "tsc", "test": "jest"}}\n',
    "requirements.txt": "click\n",
    ".env.example": "API_KEY=\n",
    "f.txt": "text\n",
    "payload.txt": "alias x=y\n",
    ".claude/settings.json": '{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": []}]}}\n',
    ".gitignore": IGNORED,
}
HOME_FILES = (
    "Documents/letter.txt",
    "Downloads/a.md",
    "photos/one.jpg",
    "mail/inbox",
    "x/keep.txt",
    "project-sibling/main.py",
    ".config/app.toml",
    ".bun/bin/bun",
    ".zshrc",
    ".bashrc",
    ".profile",
    ".ssh/id_rsa",
    ".ssh/id_ed25519",
    ".ssh/id_ed25519.pub",
    ".ssh/authorized_keys",
    ".aws/credentials",
    ".netrc",
    "note.md",
)


def make(folder: Path, *, dirty: bool) -> Path:
    """Make a home `folder` with the project `proj` and its worktrees; return the home."""
    project = folder / "proj"
    for name in HOME_FILES:
        _write(folder / name, "text of the person\n")
    project.mkdir(parents=True, exist_ok=True)
    _history(project, folder / "remote.git")
    for name in GENERATED:
        _write(project / name / "made.o", "made\n")
    _write(project / ".env", "API_KEY=abc\n")
    _write(project / ".env.production", "API_KEY=abc\n")
    (project / "link-to-home").symlink_to(folder)
    with (project / ".git/info/exclude").open("a") as file:
        file.write("link-to-home\n")
    (project / "empty").mkdir()
    for branch in ("wt-a", "wt-z"):
        _git(project, "worktree", "add", "-q", f"../{branch}", "-b", branch)
    if dirty:
        _dirty(project)
        _write(folder / "wt-a/src/a.py", "A = 'changed in the worktree'\n")
    return folder


def _history(project: Path, remote: Path) -> None:
    _git(project.parent, "init", "-q", "--bare", "--template=", "-b", "main", str(remote))
    _git(project, "init", "-q", "--template=", "-b", "main")
    (project / ".git/info").mkdir(exist_ok=True)
    for at in range(12):
        _write(project / "src/a.py", f"A = {at}\n")
        for name, text in COMMITTED.items() if not at else ():
            _write(project / name, text)
        _git(project, "add", "-A", "-f")
        _git(project, *IDENTITY, "commit", "-q", "-m", f"change {at}")
    _git(project, "remote", "add", "origin", str(remote))
    _git(project, "push", "-q", "-u", "origin", "main")
    _git(project, "branch", "merged", "HEAD~3")
    _git(project, "checkout", "-q", "-b", "feature")
    _write(project / "docs/new.md", "# New\n")
    _git(project, "add", "-A", "-f")
    _git(project, *IDENTITY, "commit", "-q", "-m", "new page")
    _git(project, "checkout", "-q", "-b", "old-feature")
    _git(project, *IDENTITY, "commit", "-q", "--allow-empty", "-m", "work that is nowhere else")
    _git(project, "checkout", "-q", "main")
    _git(project, "remote", "set-head", "origin", "main")


def _dirty(project: Path) -> None:
    """Change what is tracked, stage something, keep a stash, leave something untracked."""
    _write(project / "src/app.py", "def main(): return 'stashed'\n")
    _git(project, *IDENTITY, "stash", "push", "-q")
    for name in ("src/app.py", "src/a.py", "src/old-stuff/one.py", "README.md", "docs/guide.md"):
        _write(project / name, "work in progress\n")
    _write(project / "src/staged.py", "STAGED = 1\n")
    _git(project, "add", "src/staged.py")
    _write(project / "src/untracked.py", "UNTRACKED = 1\n")
    _write(project / "untracked/one.txt", "one\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, timeout=60)
