"""How a line runs guardhost itself, in whatever spelling."""

from __future__ import annotations

from itertools import pairwise

from guardhost.builtin.agents import start_of
from guardhost.builtin.interpreters import SHELLS, STARTERS, code_of, python
from guardhost.builtin.paths import fold, inside, operand, roots
from guardhost.model.line import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.model.line import Command

NAME = "guardhost"
LAUNCHER = "guardhost-hook"
# Verbs that change the guard's set-up, speak for a person, or are the hosts' to call.
SET_UP = ("hook", "trust", "grant", "approve", "reset", "uninstall", "install", "pause")
_HELP = ("--help", "-h")
# What a text calls to run the guard from inside an interpreter, and what it would start a program with.
_ENTRIES = ("guardhost.hook", "guardhost.cli", "guardhost.__main__", "guardhost.stub", "guardhost.hosts.wiring")
_READING_VERBS = ("check", "log", "doctor", "test", "rules", "explain", "version", "demo", "init")


def own_words(command: Command, matter: Matter) -> tuple[Word, ...] | None:
    """Return the words that guardhost gets, None when the program is another one."""
    if command.program == NAME:
        return command.args
    if _launches(command, matter):
        return (Word("hook"),)
    if _is_own_file(_spelled(command.word, command, matter) or command.path, matter):
        return command.args
    if command.program.startswith(("python", "pypy")):
        return _by_python(command, matter)
    skip = {"uvx": 0, "pipx": 1, "uv": 1}.get(command.program)
    if skip is not None and command.args[:skip] in ((), ("run",)):
        rest = tuple(word for word in command.args[skip:] if not word.startswith("-"))
        if rest[:1] and rest[0].partition("@")[0] == NAME:
            return rest[1:]
    return None


def _launches(command: Command, matter: Matter) -> bool:
    """Whether it runs the launcher, which hands its words to `guardhost hook`: itself, or by a shell that reads it."""
    if _is_launcher(command.word, command, matter):
        return True
    if command.program not in SHELLS:
        return False
    read = [redirect.target for redirect in command.redirects if redirect.op == "<"]
    return any(_is_launcher(word, command, matter) for word in (*command.args, *read))


def _is_launcher(word: Word, command: Command, matter: Matter) -> bool:
    text = str(word) if word.known else str(word.parts[-1] or "")
    if text.rsplit("/", 1)[-1] == LAUNCHER:
        return True
    path = _spelled(word, command, matter) or (command.path if word is command.word else "")
    places = matter.places
    own = roots(matter, places.launcher, places.data)
    return bool(path) and any(inside(name, root) for root in own for name in (fold(path), fold(matter.real_path(path))))


def _spelled(word: Word, command: Command, matter: Matter) -> str:
    """The file that a word names, "" where it names none or none that is known."""
    return operand(word, command.cwd, matter) if "/" in word else ""


def _is_own_file(path: str, matter: Matter) -> bool:
    """Whether a program's file lies with guardhost's code."""
    own = roots(matter, matter.places.package) if path else ()
    return any(inside(name, root) for root in own for name in (fold(path), fold(matter.real_path(path))))


def _by_python(command: Command, matter: Matter) -> tuple[Word, ...] | None:
    started = python(command)
    if started.module:
        return started.args if started.module.partition(".")[0] == NAME else None
    if started.script is not None:
        script = started.script
        own = _is_own_file(operand(script, command.cwd, matter), matter) or start_of(script).endswith("guardhost/stub.py")
        return started.args if own else None
    return None


def by_code(command: Command) -> str:
    """Return what code that an interpreter is given does to the guard, "" for nothing."""
    text = code_of(command)
    if NAME not in text:
        return ""
    if LAUNCHER in text and any(mark in text for mark in STARTERS):
        return LAUNCHER
    words = _tokens(text)
    pairs = [two for one, two in pairwise(words) if one == NAME]
    said = next((two for two in pairs if two in SET_UP), "")
    if ("run_module", NAME) in pairwise(words):
        return f"{NAME} {said}".strip()
    if said and any(mark in text for mark in STARTERS):
        return f"{NAME} {said}"
    entry = any(name in text for name in _ENTRIES) or any(
        f"from {name.rpartition('.')[0]} import {name.rpartition('.')[2]}" in text for name in _ENTRIES
    )
    calls = "main" in words or any(word in SET_UP for word in words) or "command" in words
    return _ENTRIES[0] if entry and calls and not any(word in _READING_VERBS for word in words) else ""


def _tokens(text: str) -> list[str]:
    return "".join(char if char.isalnum() or char in "_-" else " " for char in text).split()


def set_up(words: tuple[Word, ...]) -> str:
    """Return the verb, with `--purge`, by which guardhost's set-up or record would change; "" for reading verbs."""
    verbs = [word for word in words if not word.startswith("-")]
    if verbs and verbs[0] == "hook":
        return "" if words[1:] in (("--help",), ("-h",)) else "hook"
    end = next((at for at, word in enumerate(words) if word == "--" and word.known), len(words))
    if any(word in _HELP for word in words[:end]) or not verbs:
        return ""
    if not verbs[0].known:
        return start_of(verbs[0]) + "..."
    if verbs[0] == "log":
        return "log --purge" if any(start_of(word).startswith("--purge") for word in words) else ""
    if verbs[0] not in SET_UP or (verbs[0] == "install" and "--print" in words):
        return ""
    return str(verbs[0])
