"""What one plain hook call imports, held against an allow-list and a budget. The cost of a hook is its imports."""

from __future__ import annotations

import ast
import subprocess
import sys
import tempfile
from pathlib import Path

from hack.fixture import GUARD, Person, line

MOST_MODULES = 25
MOST_CLASSES = 60
# Beyond what `python -I -S -c pass` loads: each is compiled in or loads in well under half a millisecond.
ALLOWED = frozenset(
    {
        "__future__",
        "_blake2",
        "_json",
        "_sha1",
        "_signal",
        "_thread",
        "errno",
        "fcntl",
        "marshal",
        "posix",
        "resource",
        "select",
        "time",
    }
)
PACKAGE = "guardhost"
ROOT = Path(__file__).parent.parent
PLAIN = "ls -la src"


def imported(words: list[str], stdin: bytes = b"", environment: dict[str, str] | None = None, cwd: Path = ROOT) -> list[str]:
    """Return the modules that one Python process and its forked children import, in order."""
    timed = [words[0], "-X", "importtime", *words[1:]]
    done = subprocess.run(timed, input=stdin, capture_output=True, env=environment, cwd=cwd, check=False, timeout=60)
    rows = [row.rsplit("|", 1) for row in done.stderr.decode().splitlines() if row.startswith("import time:")]
    return list(dict.fromkeys(row[1].strip() for row in rows[1:]))


def plain_call() -> list[str]:
    """Return what a hook call on a plain line imports beyond bare Python: import-free guard.py, clean tree, warm caches."""
    with tempfile.TemporaryDirectory() as folder:
        person = Person(Path(folder).resolve())
        root = person.repository("repo", {"guard.py": GUARD})
        words, stdin = person.hook(), line(root, PLAIN)
        for _ in range(2):
            subprocess.run(
                words, input=stdin, env=person.environment, cwd=root, check=False, capture_output=True, timeout=60
            )
        loaded = imported(words, stdin, person.environment, root)
    bare = imported([sys.executable, "-I", "-S", "-c", "pass"])
    return [name for name in loaded if name not in bare]


def classes(modules: list[str]) -> int:
    """Return how many classes these modules of ours define when they are loaded."""
    return sum(_classes(ast.parse(_file(name).read_text(encoding="utf-8")).body) for name in modules)


def _file(module: str) -> Path:
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _classes(body: list[ast.stmt]) -> int:
    plain = [node for node in body if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))]
    return sum(1 for node in plain if isinstance(node, ast.ClassDef))


def faults(loaded: list[str]) -> list[str]:
    """Return what is over the budget or beside the allow-list."""
    ours = [name for name in loaded if name.split(".")[0] == PACKAGE]
    found = [f"`{name}` is imported by a plain hook call" for name in loaded if name not in ours and name not in ALLOWED]
    if len(ours) > MOST_MODULES:
        found.append(f"{len(ours)} modules of ours, more than {MOST_MODULES}: {', '.join(ours)}")
    if (count := classes(ours)) > MOST_CLASSES:
        found.append(f"{count} classes of ours, more than {MOST_CLASSES}")
    if f"{PACKAGE}.hook" not in ours:
        found.append("the hook did not start")
    return found


if __name__ == "__main__":
    problems = faults(plain_call())
    print("\n".join(problems))
    sys.exit(1 if problems else 0)
