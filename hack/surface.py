"""The public surface as text: names that a policy imports, and the verbs with their options. `hack/surface.txt` locks it."""

from __future__ import annotations

import inspect
import sys
from importlib import import_module
from pathlib import Path

import click

import guardhost
from guardhost.cli import VERBS, Verbs, group
from guardhost.model.record import Record, fields

LOCK = Path(__file__).parent / "surface.txt"


def lines() -> list[str]:
    """Return one line a public name or verb."""
    testing = import_module("guardhost.testing")
    names = [f"guardhost.{name}{_shape(getattr(guardhost, name))}" for name in guardhost.__all__]
    kit = [f"guardhost.testing.{name}{_shape(getattr(testing, name))}" for name in sorted(testing.__all__)]
    return [*names, *kit, *(_verb(verb) for verb in sorted(VERBS) if verb != "hook")]


def _shape(value: object) -> str:
    if isinstance(value, type) and issubclass(value, Record):
        return f": {', '.join(fields(value))}"
    if isinstance(value, type):
        return f": {', '.join(sorted(name for name in vars(value) if not name.startswith('_')))}"
    return str(inspect.signature(value)) if callable(value) else ""


def _verb(verb: str) -> str:
    command = Verbs().get_command(click.Context(group), verb)
    if command is None:
        return f"verb {verb}: missing"
    words = [
        "/".join((*p.opts, *p.secondary_opts)) if isinstance(p, click.Option) else (p.name or "").upper()
        for p in command.params
    ]
    return " ".join((f"verb {verb}:", *words))


def main(words: list[str]) -> int:
    """Compare with the lock, or write it with `--update`."""
    now = "\n".join(lines()) + "\n"
    if "--update" in words:
        LOCK.write_text(now, encoding="utf-8")
        return 0
    before = LOCK.read_text(encoding="utf-8") if LOCK.exists() else ""
    for sign, one, other in (("-", before, now), ("+", now, before)):
        print("\n".join(f"{sign} {row}" for row in one.splitlines() if row not in other.splitlines()))
    if now != before:
        print(
            "the public surface differs from hack/surface.txt; when that is meant: hack/update-surface, and a changelog line"
        )
    return int(now != before)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
