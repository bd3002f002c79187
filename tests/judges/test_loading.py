"""Loading: one root, the side's own files, the code cache, and what a failure says."""

from __future__ import annotations

import os
import sys

import pytest

from guardhost.judges.caller import Side, call
from guardhost.judges.discover import root_form
from guardhost.judges.source import MOST_BYTES, WorkTree
from guardhost.model.errors import PolicyError
from guardhost.model.request import CommandRequest
from guardhost.world.clock import Clock
from tests.judges.policy import IMPORT, Policy

JUDGE = "guard.command(lambda req: guard.deny(SAID))\n"
ASK = (("command", CommandRequest(command="ls")),)


def said(replied):
    assert replied.kind == "answered", (replied.error, replied.where, replied.why)
    assert not replied.failures
    return replied.verdicts[0][1].reason


LAYOUTS = {
    "a module beside": ({"guard.py": "from rules_ci import SAID\n", "rules_ci.py": "SAID = 'x'"}),
    "a package": ({"guard.py": "from policy.gh import SAID\n", "policy/__init__.py": "", "policy/gh.py": "SAID = 'x'"}),
    "a folder without __init__": ({"guard.py": "from policy import gh\nSAID = gh.SAID\n", "policy/gh.py": "SAID = 'x'"}),
    "relative inside policy": (
        {
            "guard.py": "from policy.a import SAID\n",
            "policy/a.py": "from . import b\nfrom .b import SAID",
            "policy/b.py": "SAID = 'x'",
        }
    ),
    "the other form": ({"policy/guard.py": "from .gh import SAID\n", "policy/gh.py": "SAID = 'x'"}),
    "the other form, absolute": ({"policy/guard.py": "from policy.gh import SAID\n", "policy/gh.py": "SAID = 'x'"}),
    "the other form, a package": (
        {"policy/guard.py": "from . import SAID\n", "policy/__init__.py": "SAID = 'x'", "policy/guard/__init__.py": "1/0"}
    ),
    "deep": ({"guard.py": "from a.b.c import SAID\n", "a/b/c.py": "from ..d import SAID", "a/d.py": "SAID = 'x'"}),
    "the standard library wins": (
        {"guard.py": "import json, re\nSAID = json.loads('\"x\"')\n", "json.py": "1/0", "re.py": "1/0"}
    ),
    "guardhost wins": ({"guard.py": "SAID = 'x'\n", "guardhost.py": "1/0", "guardhost/__init__.py": "1/0"}),
    "an installed package": ({"guard.py": "import yaml\nSAID = yaml.safe_load('x')\n"}),
    "the repository before installed ones": ({"guard.py": "from yaml import SAID\n", "yaml.py": "SAID = 'x'"}),
    "inspect and dataclasses": (
        {
            "guard.py": "from shapes import SAID\n",
            "shapes.py": "from __future__ import annotations\nimport inspect\nfrom dataclasses import dataclass\n"
            "@dataclass\nclass A:\n    x: int = 1\nSAID = 'x' if 'class A' in inspect.getsource(A) else 'no source'",
        }
    ),
    "a traceback with its lines": (
        {
            "guard.py": "import traceback\nfrom bad import boom\ntry: boom()\n"
            "except ZeroDivisionError: SAID = 'x' if 'return 1 / 0' in traceback.format_exc() else traceback.format_exc()\n",
            "bad.py": "def boom():\n    return 1 / 0\n",
        }
    ),
    "latin-1": ({"guard.py": "# -*- coding: latin-1 -*-\nSAID = 'x'\n"}),
}


@pytest.mark.parametrize("cache", [False, True], ids=["source", "cache"])
@pytest.mark.parametrize("files", LAYOUTS.values(), ids=LAYOUTS)
def test_one_root_and_every_way_to_import(tmp_path, files, cache):
    form = "policy/guard.py" if "policy/guard.py" in files else "guard.py"
    files = {**files, form: IMPORT.replace("\n", "; ") + files[form] + JUDGE}
    if "coding" in files[form]:
        files[form] = "# -*- coding: latin-1 -*-\n" + files[form]
    policy = Policy(tmp_path, files, cache=cache)
    assert said(policy.ask()) == "x"
    if cache:
        assert said(policy.ask()) == "x"
    assert not list(tmp_path.rglob("__pycache__"))


def test_the_files_that_were_read_and_looked_for_are_told(tmp_path):
    files = {
        "guard.py": IMPORT + "from policy import gh\ntry: import extra\nexcept ImportError: pass\nSAID = 'x'\n" + JUDGE,
        "policy/gh.py": "",
        "unused.py": "",
    }
    replied = Policy(tmp_path, files).ask()
    assert replied.files == ("guard.py", "policy/gh.py")
    assert set(replied.absent) == {
        "policy/__init__.py",
        "policy.py",
        "policy/gh/__init__.py",
        "extra/__init__.py",
        "extra.py",
    }


def test_one_file_has_one_name(tmp_path):
    replied = Policy(tmp_path, {"guard.py": IMPORT + "import gh\n", "policy/gh.py": ""}).ask()
    assert (replied.kind, replied.error, replied.where) == (
        "failed",
        "ModuleNotFoundError: No module named 'gh'",
        "guard.py:2",
    )


FAILURES = {
    "a typo": ("def judge(req)\n", "SyntaxError: expected ':'", "guard.py:2"),
    "a name": ("x = undefined\n", "NameError: name 'undefined' is not defined", "guard.py:2"),
    "in a module": ("import broken\n", "ZeroDivisionError: division by zero", "broken.py:3"),
    "a name that we lack": (
        "guard.frobnicate\n",
        "AttributeError: module `guardhost` has no name `frobnicate`",
        "guard.py:2",
    ),
    "sys.exit": ("import sys\nsys.exit(1)\n", "SystemExit: 1", "guard.py:3"),
    "a fact": ("guard.once('k')\n", "GH1102: `guard.once` was asked outside a running judge", "guard.py:2"),
    "no text": ("\0", "SyntaxError", ""),
}


@pytest.mark.parametrize(("text", "error", "where"), FAILURES.values(), ids=FAILURES)
def test_a_load_that_fails_names_its_line(tmp_path, text, error, where):
    replied = Policy(tmp_path, {"guard.py": IMPORT + text, "broken.py": "\n\n1/0\n"}, cache=True).ask()
    assert (replied.kind, replied.where) == ("failed", where or replied.where)
    assert replied.error.startswith(error)


def test_a_load_that_never_ends_is_out_of_time(tmp_path):
    replied = Policy(tmp_path, {"guard.py": "while True: pass\n"}).ask(seconds=0.3)
    assert (replied.kind, replied.why) == ("out_of_time", "time")


def test_a_text_whose_compilation_crashes_or_never_ends_is_not_compiled_in_the_parent(tmp_path):
    replied = Policy(tmp_path, {"guard.py": "x = " + "(" * 5000 + ")" * 5000}, cache=True).ask()
    assert replied.kind in ("failed", "out_of_time")


class TestSource:
    def test_only_regular_files_are_read_and_without_waiting(self, tmp_path):
        os.mkfifo(tmp_path / "fifo")
        (tmp_path / "folder").mkdir()
        (tmp_path / "big").write_bytes(b"x" * (MOST_BYTES + 1))
        (tmp_path / "link").symlink_to("real")
        (tmp_path / "real").write_text("x")
        source = WorkTree(str(tmp_path))
        for name in ("fifo", "folder", "big", "link"):
            with pytest.raises(PolicyError, match="GH1001"):
                source.read(name)
        assert source.read("real") == b"x"
        assert source.read("absent") is None
        assert source.read("real/below") is None

    def test_a_root_file_that_cannot_be_read_fails_the_load(self, tmp_path):
        os.mkfifo(tmp_path / "guard.py")
        replied = call(Side(name="working", source=WorkTree(str(tmp_path)), form="guard.py"), ASK, None, 5.0, Clock())  # type: ignore[arg-type]
        assert replied.kind == "failed"
        assert "GH1001" in replied.error

    def test_a_root_file_that_is_gone_fails_the_load(self, tmp_path):
        replied = call(Side(name="working", source=WorkTree(str(tmp_path)), form="guard.py"), ASK, None, 5.0, Clock())  # type: ignore[arg-type]
        assert (replied.kind, replied.where, replied.absent) == ("failed", "guard.py", ("guard.py",))

    def test_a_module_that_cannot_be_read_fails_the_load(self, tmp_path):
        policy = Policy(tmp_path, {"guard.py": IMPORT + "import fifo\n"})
        os.mkfifo(tmp_path / "fifo.py")
        replied = policy.ask()
        assert (replied.kind, replied.where) == ("failed", str(tmp_path / "fifo.py"))

    @pytest.mark.parametrize(
        ("files", "form"),
        [((), None), (("guard.py",), "guard.py"), (("policy/guard.py",), "policy/guard.py"), (("policy/a.py",), None)],
    )
    def test_which_form_is_there(self, tmp_path, files, form):
        for name in files:
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).touch()
        assert root_form(WorkTree(str(tmp_path))) == form

    def test_both_forms_are_an_error_that_names_both(self, tmp_path):
        for name in ("guard.py", "policy/guard.py"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).touch()
        with pytest.raises(PolicyError, match=r"policy/guard.py:1: GH1045: both `guard.py` and `policy/guard.py`.*keep one"):
            root_form(WorkTree(str(tmp_path)))

    def test_a_link_called_policy_that_leads_elsewhere_is_no_policy(self, tmp_path):
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "policy").symlink_to("elsewhere")
        (tmp_path / "guard.py").touch()
        assert root_form(WorkTree(str(tmp_path))) == "guard.py"
        (tmp_path / "elsewhere/guard.py").touch()
        with pytest.raises(PolicyError, match="symbolic link"):
            root_form(WorkTree(str(tmp_path)))


class TestCache:
    def test_code_is_kept_a_side_and_used(self, tmp_path):
        policy = Policy(tmp_path, {"guard.py": IMPORT + "SAID = 'x'\n" + JUDGE}, cache=True)
        assert said(policy.ask()) == "x"
        (kept,) = (tmp_path / ".cache/working").iterdir()
        before = kept.stat().st_mtime_ns
        assert said(policy.ask()) == "x"
        assert kept.stat().st_mtime_ns == before
        assert kept.stat().st_mode & 0o777 == 0o600
        other = call(policy.side.replace(name="committed"), ASK, policy.facts, 5.0, Clock())
        assert said(other) == "x"
        assert len(list((tmp_path / ".cache/committed").iterdir())) == 1

    @pytest.mark.parametrize("spoil", [b"", b"junk", b"5;3:abc", None], ids=["empty", "junk", "foreign", "bits"])
    def test_a_broken_cache_is_rebuilt(self, tmp_path, spoil):
        policy = Policy(tmp_path, {"guard.py": IMPORT + "SAID = 'x'\n" + JUDGE}, cache=True)
        policy.ask()
        (kept,) = (tmp_path / ".cache/working").iterdir()
        whole = kept.read_bytes()
        kept.write_bytes(whole[:-40] + bytes([whole[-40] ^ 1]) + whole[-39:] if spoil is None else spoil)
        assert said(policy.ask()) == "x"
        assert kept.read_bytes() == whole

    def test_an_edit_is_another_entry(self, tmp_path):
        policy = Policy(tmp_path, {"guard.py": IMPORT + "SAID = 'x'\n" + JUDGE}, cache=True)
        policy.ask()
        (tmp_path / "guard.py").write_text(IMPORT + "SAID = 'y'\n" + JUDGE)
        assert said(policy.ask()) == "y"

    def test_a_cache_that_cannot_be_written_costs_only_time(self, tmp_path):
        (tmp_path / ".cache").write_text("in the way")
        assert said(Policy(tmp_path, {"guard.py": IMPORT + "SAID = 'x'\n" + JUDGE}, cache=True).ask()) == "x"

    def test_the_same_text_in_another_place_keeps_its_own_name(self, tmp_path):
        text = IMPORT + "import sys\n@guard.command\ndef judge(req): return guard.deny(sys._getframe().f_code.co_filename)\n"
        first = Policy(tmp_path / "a", {"guard.py": text})
        second = Policy(tmp_path / "b", {"guard.py": text})
        cache = str(tmp_path / "cache")
        for policy in (first, second):
            replied = call(policy.side.replace(cache=cache), ASK, policy.facts, 5.0, Clock())
            assert said(replied) == str(policy.root / "guard.py")


def test_what_the_process_imported_from_the_repository_does_not_leak_in(tmp_path, monkeypatch):
    policy = Policy(tmp_path, {"guard.py": IMPORT + "from helper_x import SAID\n" + JUDGE, "helper_x.py": "SAID = 'x'"})
    monkeypatch.syspath_prepend(str(tmp_path))
    import helper_x  # type: ignore[import-not-found]

    helper_x.SAID = "stale"
    assert said(policy.ask()) == "x"
    (tmp_path / "helper_x.py").unlink()
    assert policy.ask().error == "ModuleNotFoundError: No module named 'helper_x'"
    del sys.modules["helper_x"]
