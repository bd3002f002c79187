"""Where the package itself cannot be imported, the stub lets every host go on and tells where that host can be told."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from guardhost.hosts import HOSTS, adapter
from guardhost.hosts.reply import Reply
from guardhost.model.event import CALL
from guardhost.world.build import package
from tests.hosts.dialects import decision


@pytest.fixture(scope="module")
def stub(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("broken") / "guardhost"
    folder.mkdir()
    for name in ("stub.py", "broken.py", "__init__.py"):
        shutil.copy(Path(package()) / name, folder / name)
    return folder / "stub.py"


@pytest.mark.parametrize("host", [host for host in HOSTS if host != "generic"])
def test_every_host_goes_on_and_is_told(host: str, stub: Path) -> None:
    for event, (moment, _) in adapter(host).EVENTS.items():
        words = [sys.executable, "-I", "-S", str(stub), "hook", host, event]
        done = subprocess.run(words, input=b"{}", capture_output=True, timeout=20, check=False)
        assert done.returncode == 0
        if host not in ("amp", "antigravity"):
            assert b"NOT judged" in done.stdout + done.stderr or event == "beforeSubmitPrompt"
        if moment == CALL and host not in ("acp", "mcp"):
            assert decision(host, Reply(stdout=done.stdout.decode(), stderr=done.stderr.decode())) == "allow"
