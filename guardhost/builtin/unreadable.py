"""`unreadable`: a line that no reader can read, or code in a language that none knows, is asked about, never guessed at."""

from __future__ import annotations

from guardhost.builtin.catalog import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.line import Command
    from guardhost.model.verdict import Answer

ID = "unreadable"
_CODE = ("-e", "-E", "--eval", "-eval", "eval", "-c", "--execute", "--expression", "-Command", "-command", "/c", "/C")
# What code says that removes files or starts programs, in one language or another.
_ACTS = (
    "remove", "delete", "unlink", "rmtree", "rm_r", "rm -r", "exec.command", "system(", "process", "runtime", "shell",
    "spawn",
    "do shell script", "rmdir", "truncate", "writefile", "write_file", "file.rm", "(rm ", "rm(", "remove-item",
    "deletedir", "rd /s", "del /", "file delete",
    "run(`", "command::new", "os.exec",
)  # fmt: skip


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Ask about a line that could not be read, with what stood in the way; deny it where nobody can be asked."""
    told = [] if matter.readable else [matter.why.strip() or "No reader understands the line"]
    told.extend(what for command in matter.commands if (what := _unread(command)))
    return tuple(answer(ID, "deny" if matter.unattended else "ask", _sentence(why)) for why in dict.fromkeys(told))


def _sentence(why: str) -> str:
    return why if why.endswith((".", "!", "?")) else why + "."


def _unread(command: Command) -> str:
    """Code on the line in a language that is not read, which by its words removes files or starts programs."""
    from guardhost.builtin.gate import UNREAD

    if command.program not in UNREAD:
        return ""
    texts = [str(words) for at, words in enumerate(command.args) if at and command.args[at - 1] in _CODE]
    text = " ".join((*texts, command.stdin or "")).lower()
    acts = any(one in text for one in _ACTS)
    return f"The code that `{command.program}` is given is in a language that is not read here" if acts else ""
