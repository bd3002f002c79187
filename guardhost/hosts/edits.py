"""What an edit tool changes and what a spawn asks for, read from their inputs: every shape of every host.

The shapes do not contradict each other, so one reading by key serves all hosts. A text that is missing or no text makes
an edit unknown, never empty.
"""

from __future__ import annotations

from guardhost.hosts import PATCH, Fields, object_of
from guardhost.model.call import SpawnCall, WriteCall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Kept = dict[str, Any]

PATHS = ("file_path", "filePath", "path", "notebook_path", "TargetFile", "target_file", "filename")
TEXTS = ("content", "file_text", "text", "contents", "CodeContent", "fileText")
OLD = ("old_string", "old_str", "oldString", "oldStr", "old_text", "oldText", "before", "TargetContent")
NEW = ("new_string", "new_str", "newString", "newStr", "new_text", "newText", "after", "ReplacementContent")
ALL = ("replace_all", "replaceAll", "change_all", "allow_multiple", "AllowMultiple")
LISTS = ("edits", "changes", "ReplacementChunks")
PATCHES = ("command", "input", "patch", "patchText", "patch_text")
PROMPTS = ("prompt", "message", "task", "content", "items", "instructions")
TYPES = ("subagent_type", "agent_type", "agent_name", "agentName", "profile", "agent")
SEARCH, MIDDLE, REPLACE = ("------- SEARCH", "<<<<<<< SEARCH"), "=======", ("+++++++ REPLACE", ">>>>>>> REPLACE")


def writes(given: Fields, inputs: dict[str, Any], kind: str) -> tuple[WriteCall, ...]:
    """Return the edits of one call, () when it names no file.

    `kind` is "write", "append" or "delete", or "patch" for a tool whose input is a patch text.
    """
    text = _patch(inputs)
    if text is not None and (kind == "patch" or text.lstrip().startswith(PATCH)):
        return of_patch(text)
    path = given.text(*PATHS)
    if not path or "\0" in path:
        return ()
    if kind == "delete" or inputs.get("command") == "delete":
        return (WriteCall(path=path, delete=True),)
    edit = _edit(given, inputs, whole=kind != "append")
    return (WriteCall(path=path, **(edit or {"known": False})),)


def _patch(inputs: dict[str, Any]) -> str | None:
    for key in PATCHES:
        text = inputs.get(key)
        if isinstance(text, list) and text and isinstance(text[-1], str):
            text = text[-1]  # the words `apply_patch`, patch
        if isinstance(text, str) and "*** " in text:
            return text
    return None


def _edit(given: Fields, inputs: dict[str, Any], *, whole: bool) -> Kept | None:
    """Return the fields of the edit beside its path, None when it cannot be read."""
    for key in LISTS:
        if inputs.get(key) is not None:
            return _listed(object_of(inputs[key]), given.lost)
    if "diff" in inputs:
        return _diff(given.take(str, "diff"))
    if "new_source" in inputs or "edit_mode" in inputs:
        source = "" if given.text("edit_mode") == "delete" else given.take(str, "new_source")
        return None if source is None else {"new_text": source, "part": True}
    old, new = given.take(str, *OLD), given.take(str, *NEW)
    if old is not None:
        return None if new is None else {"old_text": old, "new_text": new, "replace_all": _everywhere(given)}
    if new is not None or inputs.get("command") in ("insert", "append"):
        text = new if new is not None else given.take(str, "insert_text", *TEXTS)
        placed = any(inputs.get(key) is not None for key in OLD)  # it says where, and not in a text
        return None if text is None or placed else {"new_text": text, "part": True}
    content = given.take(str, *TEXTS)
    if content is None:
        return None
    return {"content": content, "whole": True} if whole else {"new_text": content, "part": True}


def _everywhere(given: Fields) -> bool:
    """Return whether every place is replaced; a host whose values are all text writes it so."""
    for key in ALL:
        value = given.take(object, key)
        if value is True or (isinstance(value, str) and value.lower() == "true"):
            return True
    return False


def _listed(edits: Any, lost: list[str]) -> Kept | None:
    """Read a list of edits: of one text by another, or of lines by a text."""
    if not isinstance(edits, list):
        lost.append("edits")
        return None
    pairs: list[tuple[str, str]] = []
    everywhere: list[bool] = []
    lines: list[str] = []
    for edit in edits:
        one = Fields(edit, lost)
        old, new, content = one.take(str, *OLD), one.take(str, *NEW), one.take(str, "content")
        if old is not None and new is not None:
            pairs.append((old, new))
            everywhere.append(_everywhere(one))
        elif isinstance(edit, dict) and isinstance(edit.get("from"), int):
            lines.append(content or "")
        else:
            lost.append("edits")
            return None
    if lines:
        return None if pairs else {"new_text": "".join(lines), "part": True}
    return {"edits": tuple(pairs), "everywhere": tuple(everywhere)}


def _diff(text: str | None) -> Kept | None:
    """Read blocks of SEARCH and REPLACE."""
    if text is None:
        return None
    pairs: list[tuple[str, str]] = []
    old: list[str] | None = None
    new: list[str] | None = None
    for line in text.split("\n"):
        bare = line.rstrip()
        if old is None:
            if bare.startswith(SEARCH):
                old = []
            elif bare:
                return None
        elif new is None:
            if bare == MIDDLE:
                new = []
            else:
                old.append(line)
        elif bare.startswith(REPLACE):
            pairs.append(("".join(f"{one}\n" for one in old), "".join(f"{one}\n" for one in new)))
            old = new = None
        else:
            new.append(line)
    if old is not None or not pairs:
        return None
    return {"edits": tuple(pairs), "lines": True}


def of_patch(text: str) -> tuple[WriteCall, ...]:
    """Return one edit for each file that a patch text adds, updates, deletes or moves."""
    from guardhost.model.patch import ADD, DELETE, read

    found: list[WriteCall] = []
    for section in read(text):
        if section.kind == DELETE:
            found.append(WriteCall(path=section.path, delete=True))
        elif section.kind == ADD:
            found.append(WriteCall(path=section.path, content=section.text, whole=True, known=section.known))
        elif section.to:
            found.append(WriteCall(path=section.path, delete=True))
            found.append(WriteCall(path=section.to, edits=tuple(section.hunks), part=True, known=section.known))
        else:
            hunks = tuple(section.hunks)
            found.append(WriteCall(path=section.path, edits=hunks, lines=True, known=section.known and bool(hunks)))
    return _once([one for one in found if one.path])


def _once(found: list[WriteCall]) -> tuple[WriteCall, ...]:
    """Return one edit a file: one that is changed twice has a text that is not known."""
    by_path: dict[str, WriteCall] = {}
    for one in found:
        before = by_path.get(one.path)
        by_path[one.path] = (
            one if before is None else WriteCall(path=one.path, known=False, delete=before.delete and one.delete)
        )
    return tuple(by_path.values())


def several(value: Any, *, words: bool) -> str | None:
    """Return a list as shell text, the words of one line or lines that run one after the other; None for other lists."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list) or not value:
        return None
    found = [one.get("command") if isinstance(one, dict) else one for one in value]
    texts = [one for one in found if isinstance(one, str)]
    if len(texts) < len(found):
        return None
    if words:
        return " ".join(quoted(one) for one in texts)
    return "\n\n".join(texts)  # the empty line ends what a backslash at the end would carry on


def quoted(word: str) -> str:
    """Return one word as the shell reads it back."""
    if word and all(char.isalnum() or char in "-_./=:,@%+" for char in word):
        return word
    return "'" + word.replace("'", "'\"'\"'") + "'"


def spawn(given: Fields, kind: str) -> SpawnCall:
    """Read the input of a tool that starts an agent ("spawn"), or that sends one a message ("message")."""
    to = given.text("resume") if kind == "spawn" else given.text("to", "recipient", "agent_id", "id")
    prompt = given.take(str, *PROMPTS)
    if kind == "message":
        return SpawnCall(kind="continue", to=to, prompt=prompt or "", description=given.text("summary"))
    return SpawnCall(
        model=given.text("model"),
        agent_type=given.text(*TYPES),
        description=given.text("description"),
        name=given.text("name"),
        prompt=prompt or "",
        background=given.take(bool, "run_in_background") is True,
        isolated=given.text("isolation") == "worktree",
        to=to,
        kind="continue" if to else "spawn",
    )
