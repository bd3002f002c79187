"""Changes below a folder that is not known before the run: what they would be below the folders that matter."""

from __future__ import annotations

from guardhost.builtin.paths import normal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.model.effects import Touch
    from guardhost.model.line import Command

_OURS = "guardhost"
_ELSEWHERE = frozenset(("ssh", "docker", "podman", "kubectl", "chroot"))
_MAKERS = ("mktemp",)
# Variables that hold a temporary folder of their own wherever they are set.
_TEMPORARY = ("TMPDIR", "RUNNER_TEMP", "BATS_TMPDIR", "BATS_TEST_TMPDIR", "BATS_FILE_TMPDIR", "PYTEST_TMPDIR")


def guesses(matter: Matter) -> tuple[Touch, ...]:
    """Return each change with an unknown folder and a literal rest, placed below every root that is known.

    A folder that the line itself has made by `mktemp` is no such root, nor is a temporary one by its variable.
    """
    found: list[Touch] = []
    for touch in matter.effects.changes:
        rest = "" if touch.path else rest_of(str(getattr(touch, "tail", "") or ""), touch.raw)
        rest = f"{_within(touch, matter)}{rest}" if rest else ""
        if not rest or is_away(touch, matter) or is_scratch(touch, matter):
            continue
        bases = [*matter.places.workspaces, *([matter.places.home] if _OURS in rest else [])]
        found.extend(touch.replace(path=normal(base, rest), certain=False) for base in bases if base)
    return tuple(found)


def is_away(touch: Touch, matter: Matter) -> bool:
    """Whether the program runs on another machine or in a container, with other folders."""
    return any(
        not _ELSEWHERE.isdisjoint(command.wrappers)
        for command in matter.commands
        if command.program == touch.via and any(word.raw == touch.raw for word in command.args)
    )


def _within(touch: Touch, matter: Matter) -> str:
    """Return what is known of the folder that a line moved to, with a slash behind: `cd "$X/.claude"`."""
    if _dark(touch.raw) or not any(command.program in ("cd", "pushd") for command in matter.commands):
        return ""
    moves = [command.args[-1] for command in matter.commands if command.program in ("cd", "pushd") and command.args]
    parts = moves[-1].parts if not moves[-1].known else ()
    end = (parts[-1] or "") if parts else ""
    if len(moves) > 1 or not parts:
        return ""
    if end.startswith("/") and end.strip("/"):
        return end.strip("/") + "/"
    return ""


def rest_of(given: str, word: str) -> str:
    """Return the literal names at the end of a word as it is written, "" where none stand alone; `given`: as it was read."""
    raw = given or word.replace('"', "").replace("'", "")
    if not _dark(raw):
        return raw.lstrip("/") if given or not raw.startswith("/") else ""
    end = max(_ends(raw))
    head, slash, rest = raw[end:].partition("/")
    return rest if slash and not head and not _dark(rest) else ""


def _dark(text: str) -> bool:
    return "$" in text or "`" in text


def _ends(raw: str) -> list[int]:
    """Where expansions end in a word: after the last bracket or backtick, and after each plain `$NAME`."""
    ends = [raw.rfind(mark) + 1 for mark in "})`"]
    for at, char in enumerate(raw):
        if char == "$":
            end = at + 1
            while end < len(raw) and (raw[end].isalnum() or raw[end] in "_@*?#"):
                end += 1
            ends.append(end)
    return ends


def is_scratch(touch: Touch, matter: Matter) -> bool:
    """Return whether a place that is not known lies in a folder that the line makes by `mktemp`, or in a temporary one."""
    raw = touch.raw.replace('"', "").replace("'", "")
    return is_made(raw, matter) if _dark(raw) else _is_moved(matter)


def folder_of(command: Command, matter: Matter) -> str:
    """Return the folder that a command runs in: where a line moved to one that is not known, the call's own stands for it.

    It is "" on another machine, and where the line moved to a folder that it has made for itself.
    """
    if command.cwd:
        return command.cwd
    away = not _ELSEWHERE.isdisjoint(command.wrappers) or _is_moved(matter)
    return "" if away else matter.event.cwd


def _is_moved(matter: Matter) -> bool:
    """Whether the unknown folders that a line moves to are all made by `mktemp`."""
    moves = [command.args[-1] for command in matter.commands if command.program in ("cd", "pushd") and command.args]
    moves = [word for word in moves if not word.known]
    return bool(moves) and all(is_made(word.raw.replace('"', ""), matter) for word in moves)


def is_made(raw: str, matter: Matter) -> bool:
    """Return whether a word begins with a folder that `mktemp` makes, or with a variable that holds one."""
    if any(raw.startswith((f"$({maker}", f"`{maker}")) for maker in _MAKERS):
        return True
    name = _name(raw)
    told = [value.raw for other, value in matter.assignments if other == name]
    if not told:
        return name in _TEMPORARY
    return all(any(maker in text for maker in _MAKERS) or is_made(text.replace('"', ""), matter) for text in told)


def _name(raw: str) -> str:
    text = raw[1:].lstrip("{") if raw.startswith("$") else ""
    end = 0
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return text[:end]
