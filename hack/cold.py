"""What of the start-up modules ordinary calls run, and what `guardhost/cold.py` must therefore leave out or keep."""

from __future__ import annotations

import ast
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

from guardhost.groups import GROUPS, JUDGING, PLAIN
from guardhost.startup import build, current
from hack.bench_rows import COMPOUND_LINE, PLAIN_LINE
from hack.bench_rules import rule_file
from hack.fixture import GUARD, STUB, Person, line, payload
from hack.startup import ROOT, loaded_by, module_file

FILE = ROOT / "guardhost" / "cold.py"
MARK = '_NAMES = """'
CORE = frozenset((*PLAIN, *JUDGING))  # every call pays for these, so that only what the commonest calls run counts here
# What agents run all day, beside the lines of the bench.
OTHERS = (
    "python -m pytest -q tests", "npm run build", "make test", "rm -rf build", "pip install -e .", "git push origin HEAD",
    "git add -A && git commit -m x", "for f in src/*.py; do wc -l \"$f\"; done", "cat > a.txt <<EOF\nhi\nEOF",
)  # fmt: skip
MODULES = (*PLAIN, *(name for group in GROUPS.values() for name in group), "guardhost.hosts.claude_code")
# Written by a profile function: each function that is called, by the module's file and its name there.
PROFILE = """
import posix, sys
ran = set()
def note(frame, event, argument):
    if event == "call":
        ran.add(frame.f_code)
def names():
    sys.setprofile(None)
    return [code.co_filename + ":" + code.co_qualname for code in ran]
sys.setprofile(note)
"""


def run_by_ordinary_calls() -> tuple[set[str], set[str]]:
    """Return `file:function` of all that ordinary calls run: lines and a write, with a policy, an edited one and none,

    with rule files, and as the first after a commit; and what the other lines run beside that.
    """
    assert current(str(STUB.parent)) or build(str(STUB.parent))
    ran: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        person = Person(Path(folder).resolve())
        judged = person.repository("judged", {"guard.py": GUARD, "src/main.py": "print()\n"})
        edited = person.repository("edited", {"guard.py": GUARD, "src/main.py": "print()\n"})
        (edited / "guard.py").write_text(f"{GUARD}\n# edited\n", encoding="utf-8")
        bare = person.repository("bare", {"src/main.py": "print()\n"})
        ruled = person.repository("ruled", {"guard.py": GUARD, "guard.yaml": rule_file(30), "src/main.py": "print()\n"})
        roots = (bare, judged, edited, ruled)
        calls = [(root, line(root, text)) for root in roots for text in (PLAIN_LINE, COMPOUND_LINE)]
        written: dict[str, object] = {"file_path": f"{judged}/src/new.py", "content": "print()\n"}
        calls += [(root, payload(root, "Write", written)) for root in (judged, ruled)]
        words = person.hook()
        given = words[words.index(str(STUB)) + 1 :]
        for root, stdin in calls:
            for _ in range(2):
                subprocess.run(words, input=stdin, env=person.environment, cwd=root, check=True, capture_output=True)
            ran.update(loaded_by(STUB, given, stdin, person.environment, root, PROFILE))
        person.commit(judged, "guard.py", f"{GUARD}\n# committed\n")
        ran.update(loaded_by(STUB, given, line(judged, PLAIN_LINE), person.environment, judged, PROFILE))
        others: set[str] = set()
        for text in OTHERS:
            others.update(loaded_by(STUB, given, line(judged, text), person.environment, judged, PROFILE))
    return ran, others


def functions(module: str) -> list[str]:
    """Return the functions that a module defines at its top level."""
    return [
        node.name
        for node in ast.parse(module_file(module).read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    ]


def cold() -> dict[str, tuple[str, ...]]:
    """Return, of each start-up module, the functions that no ordinary call runs."""
    ran, others = run_by_ordinary_calls()
    found = {}
    for module in MODULES:
        file = module_file(module)
        kept = ran if module in CORE else ran | others
        left = [name for name in functions(module) if f"{file}:{name}" not in kept]
        if left:
            found[module] = tuple(left)
    return found


def text(found: dict[str, tuple[str, ...]]) -> str:
    """Return the module `guardhost.cold`."""
    head, _, tail = FILE.read_text(encoding="utf-8").partition(MARK)
    rows = (textwrap.fill(f"{name}: {' '.join(names)}", 120, subsequent_indent="    ") for name, names in found.items())
    return "\n".join((head + MARK, *rows, tail[tail.index('"""\n') :]))


def faults() -> list[str]:
    """Return what the list has that is there no more, and what of it ordinary calls run: that costs them a read each."""
    from guardhost.cold import COLD

    gone = [f"{module}.{name}" for module, names in COLD.items() for name in names if name not in functions(module)]
    ran, _ = run_by_ordinary_calls()
    run = [f"{module}.{name}" for module, names in COLD.items() for name in names if f"{module_file(module)}:{name}" in ran]
    problems = [f"`{name}` is in guardhost/cold.py and nowhere else; run hack/update-startup" for name in gone]
    return problems + [
        f"`{name}` is left out of the start-up file and ordinary calls run it; run hack/update-startup" for name in run
    ]


if __name__ == "__main__":
    FILE.write_text(text(cold()), encoding="utf-8")
    sys.exit(0)
