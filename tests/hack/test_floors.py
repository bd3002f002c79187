"""The floors hold, and the check that holds them sees what it should."""

from __future__ import annotations

import pytest

from hack import floors


def test_no_import_goes_up_sideways_or_for_something_dear():
    assert floors.faults() == []


@pytest.mark.parametrize(
    ("file", "source", "fault"),
    [
        ("shell/reading.py", "from guardhost.world.process import start", "`shell` lies below `world`"),
        ("model/x.py", "def f():\n    from guardhost import cli", "`model` lies below `cli`"),
        ("shell/x.py", "from ..judges import rule", "`shell` lies below `judges`"),
        ("testing/x.py", "import guardhost.cli.check", "`testing` lies below `cli`"),
        (
            "hosts/generic.py",
            "from guardhost.hosts.claude_code import decode",
            "`generic` and `claude_code` are of one family",
        ),
        ("hosts/generic.py", "def f():\n    from guardhost.hosts import claude_code", "of one family"),
        ("cli/log.py", "from guardhost.cli import check", "`log` and `check` are of one family"),
        ("world/x.py", "import os.path", "`os.path` is dear"),
        ("world/x.py", "try:\n    import json\nexcept ImportError:\n    pass", "`json` is dear"),
        ("judges/x.py", "try:\n    pass\nexcept ImportError:\n    import re", "`re` is dear"),
        ("hosts/x.py", "class A:\n    import enum", "`enum` is dear"),
    ],
)
def test_an_import_that_breaks_the_house_is_found(tmp_path, file, source, fault):
    (found,) = _faults(tmp_path, file, source)
    assert fault in found
    assert found.startswith(f"guardhost/{file}:")


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("world/x.py", "def f():\n    import json"),
        ("world/x.py", "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from guardhost.hosts import reply\n    import typing"),
        ("hosts/codex.py", "from guardhost.hosts.reply import Reply"),
        ("hosts/codex.py", "from guardhost.hosts import adapter"),
        ("cli/log.py", "import json\nfrom guardhost.hosts import claude_code\nfrom guardhost.cli import unhosted"),
        ("doctor/x.py", "import json, os"),
        ("hosts/wiring/x.py", "import json"),
        ("judges/x.py", "import _sha1, posix"),
        ("hook.py", "from guardhost.hosts import claude_code"),
    ],
)
def test_what_the_house_permits_is_left_alone(tmp_path, file, source):
    assert _faults(tmp_path, file, source) == []


def _faults(root, file, source):
    path = root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source)
    return floors.faults(root)
