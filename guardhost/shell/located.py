"""Programs whose folder is not known before the run, but whose name is: `"$(which python3)"`, `"$VIRTUAL_ENV/bin/pip"`."""

from __future__ import annotations

from guardhost.model.line import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.scope import Scope

_LOOKS = ("which ", "command -v ", "type -P ", "type -p ", "whence -p ")
# Further programs that environments of projects hold.
_USUAL = frozenset((
    "pip", "pip3", "pytest", "jest", "vitest", "mocha", "eslint", "tsc", "prettier", "ruff", "mypy", "black", "flake8",
    "pylint", "pyright", "vite", "webpack", "next", "playwright", "django-admin", "flask", "uvicorn", "gunicorn", "celery",
))  # fmt: skip


def located(scope: Scope, word: Word) -> Word:
    """Return the word of a program by its name alone where that is known for certain, else the word as it is.

    A word in quotes is one word, whatever its folder is; without them it may be several.
    """
    raw = word.raw
    name = _looked_up(raw.strip('"'))
    if not name and raw[:1] == '"' and raw[-1:] == '"' and raw.count('"') == 2 and (word.parts or (None,))[-1]:
        name = str(word.parts[-1]).rpartition("/")[2] if "/" in str(word.parts[-1]) else ""
    if not name or {name, "which", "command", "type", "whence"} & scope.functions.keys() or not _is_known(name):
        return word
    return Word(name, raw=raw)


def _looked_up(raw: str) -> str:
    """Return the name that a program is asked to find: `$(which name)`, `$(command -v name)`."""
    inner = raw[2:-1] if raw.startswith("$(") and raw.endswith(")") else raw[1:-1] if raw[:1] == "`" == raw[-1:] else ""
    name = next((inner.removeprefix(look).strip() for look in _LOOKS if inner.startswith(look)), "")
    return name if name and all(char.isalnum() or char in "-_.+" for char in name) else ""


def _is_known(name: str) -> bool:
    from guardhost.shell.programs_table import MORE, RARE, ROWS
    from guardhost.shell.readonly_table import READERS
    from guardhost.shell.wrappers import wraps

    bare = name.rstrip("0123456789.")
    return wraps(bare) or wraps(name) or any(name in table for table in (ROWS, RARE, MORE, READERS, _USUAL))
