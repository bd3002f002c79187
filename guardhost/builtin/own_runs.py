"""Files that programs run by themselves: what an edit or a redirection puts into them is judged as the code that it is."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from guardhost.builtin.matter import Matter
    from guardhost.model.verdict import Answer

_STRONG = frozenset(("delete-outside", "remote-script", "system-harm", "history-rewrite", "guard-tamper", "unguarded-agent"))
MOST_LINE = 32 * 1024  # characters of a line that a tool is given
_LINES = ("command", "cmd", "commandLine", "command_line", "script", "shell_command")
_FOLDERS = ("cwd", "workdir", "working_directory", "workingDirectory")
# Keys of settings whose value is a command that an editor or a container runs when the folder is opened.
_KEYS = ("postCreateCommand", "postStartCommand", "initializeCommand", "onCreateCommand", "postAttachCommand",
         "updateContentCommand", "preinstall", "postinstall", "prepare", "preuninstall", "command")  # fmt: skip


def is_run(path: str) -> bool:
    """Return whether a program runs a file by itself, by its name or place."""
    from guardhost.builtin.gate import HOOKS

    name = path.rpartition("/")[2]
    if name in (".envrc", "devcontainer.json", ".devcontainer.json", "package.json"):
        return True
    return (name in HOOKS and ("/.husky/" in path or "hooks/" in path)) or path.endswith("/.vscode/tasks.json")


def judged(matter: Matter, judge: Callable[[Matter], tuple[Answer, ...]]) -> tuple[Answer, ...]:
    """Return what the stricter rules say of what is written into such files."""
    out: list[Answer] = []
    for touch in matter.effects.changes:
        if not touch.text or not is_run(touch.path):
            continue
        for text in _texts(touch.path, touch.text):
            inner = matter.reads(text, matter.event.cwd) if matter.reads is not None else None
            found = judge(inner) if inner is not None else ()
            out.extend(one.replace(reason=f"{one.reason} `{touch.path.rpartition('/')[2]}` runs by itself.")
                       for one in found if one.rule in _STRONG)  # fmt: skip
    return tuple(out)


def given(matter: Matter, judge: Callable[[Matter], tuple[Answer, ...]]) -> tuple[Answer, ...]:
    """Return what the rules say of a line that a server's tool is given to run in a shell."""
    args = matter.event.args
    line = next((args[key] for key in _LINES if key in args), None) if hasattr(args, "items") else None
    if not isinstance(line, str) or matter.reads is None or len(line) > MOST_LINE:
        return ()
    folder = next((args[key] for key in _FOLDERS if isinstance(args.get(key), str)), matter.event.cwd)
    inner = matter.reads(line, folder if folder.startswith("/") else matter.event.cwd)
    if inner is None:
        return ()
    return judge(inner.replace(event=inner.event.replace(seam="command", tool="", args={})))


def _texts(path: str, text: str) -> Iterator[str]:
    if not path.endswith(".json"):
        yield text
        return
    if path.endswith("tasks.json") and "folderOpen" not in text:
        return
    from guardhost.model.jsontext import decode

    try:
        yield from _commands(decode(text.encode()), 0)
    except ValueError:
        return


def _commands(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, list) and depth < 6:
        for one in value:
            yield from _commands(one, depth + 1)
    if isinstance(value, dict) and depth < 6:
        for key, one in value.items():
            if key in _KEYS and isinstance(one, str):
                yield one
            else:
                yield from _commands(one, depth + 1)
