"""Every test lives in a home of its own: HOME, XDG folders and git's identity; a touch of the real home fails loudly."""

from __future__ import annotations

import gc
import itertools
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.repository import Repository

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

REAL_HOME = os.path.realpath(os.path.expanduser("~"))
CHECKOUT = os.path.realpath(os.path.dirname(os.path.dirname(__file__)))
PERSONAL = (".claude", ".claude.json", ".codex", ".cursor", ".gemini", ".gitconfig", ".config", ".local")
WRITES = {"os.mkdir", "os.remove", "os.rmdir", "os.rename", "os.symlink", "os.link", "os.chmod", "os.truncate"}
# An interpreter, its packages, this checkout and the folder for temporary files may lie under the home.
ROOTS = (CHECKOUT, sys.prefix, sys.base_prefix, tempfile.gettempdir(), "/dev", "/proc")
ALLOWED = tuple(place for place in map(os.path.realpath, ROOTS) if place == REAL_HOME or place.startswith(REAL_HOME + "/"))
GIT_CONFIG = """[user]
	name = A Tester
	email = tester@example.invalid
[init]
	defaultBranch = main
[commit]
	gpgsign = false
[tag]
	gpgsign = false
[gc]
	auto = 0
[advice]
	detachedHead = false
"""
LONGEST = (
    "test_readme.py", "test_demo.py", "test_time.py", "test_unjudged_wired.py", "test_caches_wired.py", "test_startup.py",
    "test_generated.py", "test_installing.py", "test_hostile.py", "test_told.py",
)  # fmt: skip
HOMES = itertools.count()
DROPPED_PREFIXES = ("GIT_", "GUARDHOST_", "CLAUDE", "CODEX_", "XDG_", "PYTEST_ADDOPTS")


class YouTouchedTheRealHomeOfThePersonWhoRunsTheTests(BaseException):
    """Take paths from the environment that the test was given."""


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if event != "open" and event not in WRITES:
        return
    path = arguments[1 if event == "os.symlink" else 0]  # what a link is made to is not touched
    if not isinstance(path, str | bytes):
        return
    text = os.path.abspath(os.fsdecode(path))
    if not text.startswith(REAL_HOME + "/") or any(text == a or text.startswith(a + "/") for a in ALLOWED):
        return
    inner = text[len(REAL_HOME) + 1 :]
    personal = any(inner == name or inner.startswith(name + "/") for name in PERSONAL)
    if personal or event != "open" or _to_write(arguments):
        raise YouTouchedTheRealHomeOfThePersonWhoRunsTheTests(text)


def _to_write(arguments: tuple[object, ...]) -> bool:
    flags = arguments[2] if len(arguments) > 2 else 0
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


sys.addaudithook(_watch)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files whose tests take seconds each: none of them is left to one worker while the others are done."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


def pytest_collection_finish() -> None:
    """Keep what was collected out of the collector's sight: it would copy all of it into each child that a test forks."""
    gc.freeze()


def sandbox(home: Path) -> dict[str, str]:
    """Return the environment of a person whose home is `home`: nothing in it leads out."""
    home.mkdir(parents=True, exist_ok=True)
    (home / ".gitconfig").write_text(GIT_CONFIG, encoding="utf-8")
    kept = {
        k: v for k, v in os.environ.items() if not k.startswith(DROPPED_PREFIXES) and k != "CI"
    }  # where it is set, nobody is asked
    folders = {"CONFIG_HOME": ".config", "DATA_HOME": ".local/share", "STATE_HOME": ".local/state", "CACHE_HOME": ".cache"}
    moment = "2026-01-02T03:04:05Z"
    return {
        **kept,
        "HOME": str(home),
        **{f"XDG_{name}": str(home / folder) for name, folder in folders.items()},
        "GIT_CONFIG_GLOBAL": str(home / ".gitconfig"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_AUTHOR_NAME": "A Tester",
        "GIT_AUTHOR_EMAIL": "tester@example.invalid",
        "GIT_AUTHOR_DATE": moment,
        "GIT_COMMITTER_NAME": "A Tester",
        "GIT_COMMITTER_EMAIL": "tester@example.invalid",
        "GIT_COMMITTER_DATE": moment,
        "NO_COLOR": "1",
        "COLUMNS": "120",
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
    }


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The test's home; HOME, XDG_* and git's settings point into it, for child processes too."""
    folder = tmp_path_factory.getbasetemp() / f"home-{next(HOMES)}"  # `mktemp` lists all the homes so far, for each
    wanted = sandbox(folder)
    for name in set(os.environ) - set(wanted):
        if name != "PYTEST_CURRENT_TEST":
            monkeypatch.delenv(name)
    for name, value in wanted.items():
        if os.environ.get(name) != value:
            monkeypatch.setenv(name, value)
    return folder


@pytest.fixture
def make_repository(tmp_path: Path) -> Callable[..., Repository]:
    """Make a repository: `make_repository({"guard.py": TEXT}, name="repo")`; with files it gets one commit."""

    def make(files: Mapping[str, str] | None = None, name: str = "repo") -> Repository:
        made = Repository(tmp_path / name)
        if files:
            made.commit(files, "start")
        return made

    return make
