"""What one plain hook call imports, held against an allow-list and a budget. The cost of a hook is its imports."""

from __future__ import annotations

import ast
import subprocess
import sys
import tempfile
from pathlib import Path

from guardhost.startup import build, current
from hack.bench_rows import PLAIN_LINE
from hack.fixture import GUARD, STUB, Person, line

# What a call may load of ours: (modules, classes). A module in the start-up file costs a twentieth of a millisecond, a
# class about as much, and the instruction row of `hack/bench` is the exact gate; README's architecture part says more.
PLAIN_BUDGET = (34, 28)  # a line that only reads, no policy
JUDGED_BUDGET = (54, 51)  # the same, judged by an import-free guard.py, its child included
# Beyond what `python -I -S` loads for nothing: each is compiled in or loads in well under half a millisecond.
ALLOWED = frozenset(
    {"__future__", "_blake2", "_json", "_sha1", "_signal", "_thread", "errno", "fcntl", "gc", "itertools", "marshal"}
    | {"posix", "resource", "select", "time"}
    | {"guard"}  # the policy that judges, which imports nothing but `guardhost`
)
PACKAGE = "guardhost"
ROOT = Path(__file__).parent.parent


# Runs a program to its end and writes the names of what is loaded when it, or a forked child of it, leaves.
PROBE = """
import posix, sys
names = lambda: list(sys.modules)
%s
out, program, sys.argv = sys.argv[1], sys.argv[2], sys.argv[2:]
leave = posix._exit
spare = lambda how: lambda pid, number: None if number == 9 else how(pid, number)  # a child that is done tells, too
posix.kill, posix.killpg = spare(posix.kill), spare(posix.killpg)
def tell(status):
    file = posix.open(out, posix.O_WRONLY | posix.O_APPEND | posix.O_CREAT)
    posix.write(file, "".join(name + chr(10) for name in names()).encode())
    leave(status)
posix._exit = tell
with open(program) as file:
    text = file.read()
exec(compile(text, program, "exec"), {"__name__": "__main__", "__file__": program})
tell(0)
"""


def loaded_by(
    program: Path, words: list[str], stdin: bytes, environment: dict[str, str], cwd: Path, first: str = ""
) -> list[str]:
    """Return the modules that `python -I -S PROGRAM WORDS` and its forked children end with, beyond bare Python's.

    `first` is run before the program; the names that its own `names()` gives at the end stand in for the modules.
    """
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.py"
        bare.touch()
        told = []
        for one, more in ((bare, []), (program, words)):
            out = Path(folder) / f"{one.name}.out"
            probe = [sys.executable, "-I", "-S", "-c", PROBE % first, str(out), str(one), *more]
            subprocess.run(probe, input=stdin, env=environment, cwd=cwd, check=False, capture_output=True, timeout=60)
            told.append(list(dict.fromkeys(out.read_text(encoding="utf-8").split())))
    return [name for name in told[1] if name not in told[0]]


def plain_call(files: dict[str, str]) -> list[str]:
    """Return what a hook call on a plain line loads beyond bare Python, in a clean tree of `files` with warm caches."""
    assert current(str(STUB.parent)) or build(str(STUB.parent))
    with tempfile.TemporaryDirectory() as folder:
        person = Person(Path(folder).resolve())
        root = person.repository("repo", files)
        words, stdin = person.hook(), line(root, PLAIN_LINE)
        for _ in range(2):
            subprocess.run(
                words, input=stdin, env=person.environment, cwd=root, check=False, capture_output=True, timeout=60
            )
        at = words.index(str(STUB))
        return loaded_by(STUB, words[at + 1 :], stdin, person.environment, root)


def classes(modules: list[str]) -> int:
    """Return how many classes these modules of ours define when they are loaded."""
    return sum(_classes(ast.parse(module_file(name).read_text(encoding="utf-8")).body) for name in modules)


def module_file(module: str) -> Path:
    """Return the source file of a module of ours."""
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _classes(body: list[ast.stmt]) -> int:
    plain = [node for node in body if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))]
    return sum(1 for node in plain if isinstance(node, ast.ClassDef))


def faults(loaded: list[str], budget: tuple[int, int]) -> list[str]:
    """Return what is over the budget or beside the allow-list."""
    modules, most_classes = budget
    ours = [name for name in loaded if name.split(".")[0] == PACKAGE]
    found = [f"`{name}` is imported by a plain hook call" for name in loaded if name not in ours and name not in ALLOWED]
    if len(ours) > modules:
        found.append(f"{len(ours)} modules of ours, more than {modules}: {', '.join(ours)}")
    if (count := classes(ours)) > most_classes:
        found.append(f"{count} classes of ours, more than {most_classes}")
    if f"{PACKAGE}.hook" not in ours:
        found.append("the hook did not start")
    return found


if __name__ == "__main__":
    from hack import cold

    problems = faults(plain_call({}), PLAIN_BUDGET) + faults(plain_call({"guard.py": GUARD}), JUDGED_BUDGET) + cold.faults()
    print("\n".join(problems))
    sys.exit(1 if problems else 0)
