"""A guardhost installed outside of every repository: an environment of its own with a copy of the package."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

import guardhost
from guardhost.hosts.wiring.launcher import Launch

SITE = f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("environment")
    (folder / "bin").mkdir()
    base = os.path.realpath(sys.executable)
    (folder / "bin" / "python").symlink_to(base)
    (folder / "pyvenv.cfg").write_text(f"home = {os.path.dirname(base)}\ninclude-system-site-packages = false\n")
    package = Path(guardhost.__file__).parent
    shutil.copytree(package, folder / SITE / "guardhost", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def started(environment: Path, home: Path) -> Launch:
    """What a launcher of that environment starts."""
    stub = environment / SITE / "guardhost" / "stub.py"
    return Launch(
        str(environment / "bin" / "python"), str(stub), str(home / ".local/state/guardhost"), "", guardhost.__version__
    )
