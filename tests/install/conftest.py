"""A person to install for, and a guardhost outside of every repository: an environment with a copy of the package."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import guardhost
from guardhost.hosts.wiring import forms
from guardhost.hosts.wiring.installing import Wish, install, uninstall
from guardhost.hosts.wiring.launcher import Launch
from tests.install.wired import GIT, Wired


@dataclass(frozen=True)
class Environment:
    """An environment of its own with a copy of the package."""

    folder: Path
    site: Path

    @property
    def interpreter(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def stub(self) -> Path:
        return self.site / "guardhost" / "stub.py"


def environment_of(folder: Path, python: str = sys.executable) -> Environment:
    """Make one that is started by `python`, whose name ends with its version unless it is this one."""
    base = os.path.realpath(python)
    name = Path(python).name if python != sys.executable else f"python{sys.version_info[0]}.{sys.version_info[1]}"
    (folder / "bin").mkdir()
    (folder / "bin" / "python").symlink_to(base)
    (folder / "pyvenv.cfg").write_text(f"home = {os.path.dirname(base)}\ninclude-system-site-packages = false\n")
    site = folder / "lib" / name / "site-packages"
    shutil.copytree(Path(guardhost.__file__).parent, site / "guardhost", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "bin" / "shfmt").symlink_to(Path(sys.executable).parent / "shfmt")
    return Environment(folder, site)


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment_of(tmp_path_factory.mktemp("environment")).folder


@pytest.fixture
def started(environment: Path, home: Path) -> Launch:
    """What a launcher of that environment starts."""
    (stub,) = environment.glob("lib/*/site-packages/guardhost/stub.py")
    return Launch(
        str(environment / "bin" / "python"), str(stub), str(home / ".local/state/guardhost"), "", guardhost.__version__
    )


@pytest.fixture
def wired(started: Launch, home: Path) -> Wired:
    return Wired(replace(started, git=GIT), home / "data")


NEW, OLD, NONE = "2.1.295 (Claude Code)\n", "2.1.294 (Claude Code)\n", ""
HOOKS = """{
  "permissions": {"deny": ["Read(.env)"]}, // mine
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash", // only the shell
        "hooks": [{"type": "command", "command": "/opt/other check"}]
      }
    ],
    "Elsewhere": []
  },
}
"""


@dataclass
class Person:
    """A person with a home, a Claude Code and a guardhost outside of every repository."""

    home: Path
    interpreter: str
    version: str = OLD

    @property
    def env(self) -> Mapping[str, str]:
        return os.environ

    @property
    def file(self) -> Path:
        return self.home / ".claude" / "settings.json"

    @property
    def launcher(self) -> Path:
        return self.home / ".local/share/guardhost/guardhost-hook"

    def install(self, only_print: bool = False, **wish: Any) -> list[str]:
        wished = Wish(interpreter=self.interpreter, **({"hosts": ("claude-code",)} | wish))
        return install(wished, self.env, only_print=only_print, probe=lambda words, seconds: self.version)

    def uninstall(self, *hosts: str, **options: Any) -> list[str]:
        told, failed = uninstall(hosts, self.env, **options)
        assert failed == []
        return told

    def hooks(self) -> dict[str, Any]:
        read: dict[str, Any] = forms.parsed(self.file.read_bytes(), "f").root.value["hooks"]
        return read


@pytest.fixture
def person(home: Path, environment: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Person:
    (home / ".claude").mkdir()
    program = tmp_path / "bin" / "claude"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    return Person(home, str(environment / "bin" / "python"))
