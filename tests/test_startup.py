"""What one plain hook call may import."""

from __future__ import annotations

import ast
import fcntl
import json
import marshal
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from guardhost.bundled import _Finder, _identity
from guardhost.groups import GROUPS, PLAIN
from guardhost.startup import _parted, build, current, path
from hack import startup
from hack.fixture import GUARD, STUB, Person, line


@pytest.mark.parametrize(
    ("files", "budget"),
    [({}, startup.PLAIN_BUDGET), ({"guard.py": GUARD}, startup.JUDGED_BUDGET)],
    ids=["plain", "judged"],
)
def test_a_hook_call_stays_within_the_list_and_the_budget(files, budget):
    assert startup.faults(startup.plain_call(files), budget) == []


def test_the_modules_that_run_in_one_go_are_in_the_order_of_their_imports():
    """A module that is named before one that it imports would be loaded by the slow way in between."""
    for group in (PLAIN, *GROUPS.values()):
        seen = set()
        for name in group:
            later = [other for other in imports(name) if other in group and other not in seen]
            assert later == [], f"{name} comes before {later}"
            seen.add(name)


def imports(module):
    """Return the modules of ours that a module imports when it is loaded."""
    body = ast.parse(startup.module_file(module).read_text(encoding="utf-8")).body
    return [
        node.module
        for node in body
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("guardhost")
    ]


@pytest.mark.parametrize(
    ("loaded", "fault"),
    [
        (["guardhost.hook", "re"], "`re` is imported by a plain hook call"),
        (["guardhost.hook", "typing"], "`typing` is imported"),
        (["guardhost.hook"] * 6, "6 modules of ours, more than 5"),
        (["posix"], "the hook did not start"),
    ],
)
def test_what_is_over_the_budget_is_named(loaded, fault):
    assert any(fault in found for found in startup.faults(loaded, (5, 5)))


def test_importing_the_policy_api_costs_next_to_nothing(tmp_path):
    program = tmp_path / "policy.py"
    program.write_text(f"import sys\nsys.path.append({str(startup.ROOT)!r})\nimport guardhost\n")
    assert startup.loaded_by(program, [], b"", {}, tmp_path) == ["__future__", "guardhost"]


def test_what_a_forked_child_loads_counts_as_well(tmp_path):
    program = tmp_path / "forks.py"
    program.write_text(
        "import posix\nif not posix.fork():\n    import _json\n    posix._exit(0)\nposix.wait()\nposix._exit(0)\n"
    )
    assert startup.loaded_by(program, [], b"", {}, tmp_path) == ["_json"]


def test_classes_are_counted_without_what_only_type_checkers_see(monkeypatch, tmp_path):
    monkeypatch.setattr(startup, "ROOT", tmp_path)
    Path(tmp_path, "a.py").write_text("class A: ...\nif TYPE_CHECKING:\n    class B: ...\n")
    Path(tmp_path, "b").mkdir()
    Path(tmp_path, "b", "__init__.py").write_text("class C: ...\nclass D: ...\n")
    assert startup.classes(["a", "b"]) == 3


def late(folder, source):
    """Return a finder over a start-up file that has the module `guardhost.late` alone, whose function `f` is read late."""
    there = source.stat()
    code = marshal.dumps(compile("def f(x, *, y=2):\n    return x + y\n", str(source), "exec"))
    stamp = (str(source), there.st_mtime_ns, there.st_size)
    row = ("guardhost.late", False, str(source), compile("x = 1\ng = [f]\n", str(source), "exec"), (("f", 0, len(code)),))
    group = marshal.dumps(((stamp,), (row,)))
    (folder / "__pycache__").mkdir()
    file = folder / "__pycache__" / f"hook.{sys.implementation.cache_tag}.bundle"
    index = marshal.dumps({"guardhost.late": (len(code), len(group))})
    file.write_bytes(code + group + index)
    fd = os.open(file, os.O_RDONLY)
    return _Finder(str(folder), fd, 0, {}, (len(code) + len(group), len(index)), _identity(os.fstat(fd))), file, fd


@pytest.fixture
def source(tmp_path):
    source = tmp_path / "late.py"
    source.write_text("x = 1\n\n\ndef f(x, *, y=2):\n    return x + y\n\n\ng = [f]\n")
    yield source
    sys.modules.pop("guardhost.late", None)


def test_a_function_that_is_read_late_stands_in_its_module_once_it_is_called(tmp_path, source):
    finder, _, fd = late(tmp_path, source)
    assert finder.find_spec("guardhost.late")
    module: Any = sys.modules["guardhost.late"]
    assert not isinstance(module.f, FunctionType)
    assert module.f(1, y=3) == 4
    assert isinstance(module.f, FunctionType)
    assert module.g[0](5) == 7  # whoever took the name before it was called
    os.close(fd)


@pytest.mark.parametrize("source_now", ["def f(x, *, y=2):\n    return x + y\n", "def other(): ...\n"])
def test_what_was_made_anew_meanwhile_is_taken_from_its_source(tmp_path, source, source_now):
    """A child, which opens the file again, does not take its code from the places of another file."""
    finder, file, fd = late(tmp_path, source)
    assert finder.find_spec("guardhost.late")
    module: Any = sys.modules["guardhost.late"]
    source.write_text(source_now)
    (tmp_path / "new").write_bytes(b"\0" * 4096)
    (tmp_path / "new").replace(file)
    finder._pid = 0  # as in a child
    if "other" in source_now:
        with pytest.raises(ImportError, match="has no function `f` any more"):
            module.f(1)
    else:
        assert module.f(1) == 3
    os.close(fd)


def test_a_module_whose_source_has_changed_is_imported_from_it(tmp_path, source):
    finder, _, fd = late(tmp_path, source)
    source.write_text("x = 22\n")
    assert finder.find_spec("guardhost.late") is None
    os.close(fd)


def test_a_function_that_is_bound_twice_or_decorated_is_never_read_late():
    text = "def a(): ...\ndef b(): ...\nb = wrap(b)\n@wrap\ndef c(): ...\ndef d(): ...\n"
    tree, found = _parted(ast.parse(text), ["b", "c", "d"])
    assert [one.name for one in found] == ["d"]
    assert "def d" not in ast.unparse(tree)


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A copy of the package with its start-up file, and a repository whose policy denies a line."""
    folder = tmp_path_factory.mktemp("copied").resolve()
    package = folder / "site" / "guardhost"
    shutil.copytree(startup.ROOT / "guardhost", package, ignore=shutil.ignore_patterns("__pycache__"))
    person = Person(folder)
    return package, person, person.repository("judged", {"guard.py": GUARD})


DAMAGED = {
    "cut in its width": lambda data: data[:5],
    "cut in its near part": lambda data: data[:50_000],
    "cut behind its near part": lambda data: data[: 8 + int.from_bytes(data[:8], "big")],
    "empty": lambda data: b"",
    "a width beyond all memory": lambda data: b"\xff" * 8 + data[8:],
    "a negative size": lambda data: data[:8] + b"(\xff\xff\xff\xff" + data[13:],
    "junk": lambda data: random.Random(1).randbytes(len(data)),
    "junk behind a width": lambda data: data[:8] + random.Random(2).randbytes(len(data) - 8),
    "an older layout": lambda data: marshal.dumps((compile("", "x", "exec"), "1 cpython-311", (), (), {})),
}


def judged(copied):
    """Return what the hook of the copy says to a line that its policy denies."""
    package, person, root = copied
    words = [word.replace(str(STUB), str(package / "stub.py")) for word in person.hook()]
    stdin = line(root, "gh run watch 1")
    told = subprocess.run(words, input=stdin, env=person.environment, cwd=root, check=True, capture_output=True, timeout=60)
    return json.loads(told.stdout)["hookSpecificOutput"]["permissionDecision"]


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_call_is_judged_whatever_the_damage_to_the_start_up_file(copied, damage):
    package = str(copied[0])
    assert current(package) or build(package)
    file = Path(path(package))
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    with open(f"{package}/__pycache__/hook.{sys.implementation.cache_tag}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # as if another call made it: none does, which would take seconds
        assert judged(copied) == "deny"
        assert file.read_bytes() == damage(whole)
    file.write_bytes(whole)


@pytest.mark.parametrize("kind", ["empty", "junk behind a width"])
def test_a_damaged_start_up_file_is_made_anew(copied, kind):
    package = str(copied[0])
    assert current(package) or build(package)
    file = Path(path(package))
    file.write_bytes(DAMAGED[kind](file.read_bytes()))
    assert judged(copied) == "deny"
    for _ in range(100):  # a process that nobody waits for makes it
        if current(package):
            break
        time.sleep(0.1)
    assert current(package)
