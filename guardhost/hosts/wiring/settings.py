"""A host's settings file: changed through a temporary file, links followed, a backup kept beside it.

What was there before us is remembered (`wired.json` in the data folder), so that taking out our entries gives back the
very same file when nobody changed it in between; otherwise they are cut out of the text.
"""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from guardhost.hosts.wiring.forms import form_of
from guardhost.model.errors import GuardError
from guardhost.world.files import digest, write_atomic

if TYPE_CHECKING:
    from collections.abc import Mapping

BACKUP = ".before-guardhost"
RECORD = "wired.json"
MOST_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True)
class Edit:
    """One settings file and what it is to become; None is no file. `path` is as named, `target` with links resolved."""

    path: str
    target: str
    before: bytes | None
    after: bytes | None
    own: bytes | None = None  # what the person has without us

    @property
    def changes(self) -> bool:
        """Whether anything is to be written."""
        return self.before != self.after


def read(path: str) -> tuple[str, bytes | None]:
    """Return (the file with links resolved, its bytes or None); GH1501 for what is no file that can be read."""
    target = os.path.realpath(path)
    try:
        kind = os.stat(target).st_mode
        if not stat.S_ISREG(kind):
            raise GuardError("GH1501", "it is no regular file", where=path, fix="put a settings file there, or remove it")
        data = Path(target).read_bytes()
    except FileNotFoundError:
        return target, None
    except OSError as error:
        raise GuardError("GH1501", f"it cannot be read ({error.strerror})", where=path, fix="make it readable") from None
    if len(data) > MOST_BYTES:
        raise GuardError("GH1501", "it has more than 4 MiB", where=path, fix="put a settings file there")
    return target, data


def installed(path: str, wanted: Mapping[str, Any]) -> Edit:
    """Return the edit that makes our entries in `path` the `wanted` ones."""
    target, before = read(path)
    after = form_of(path, before, wanted).wired(before, path, wanted)
    return Edit(path, target, before, after, _without(before, path))


def removed(path: str, data_folder: str) -> Edit:
    """Return the edit that takes our entries out of `path`, to the byte when nothing else has changed since."""
    target, before = read(path)
    if before is None:
        return Edit(path, target, None, None)
    known = _record(data_folder).get(target, {})
    own = _without(before, path)
    if known.get("after") == digest(before):
        if known.get("own") is None:
            return Edit(path, target, before, None)
        kept = _kept(target, known["own"])
        if kept:
            own = Path(kept).read_bytes()
    return Edit(path, target, before, own)


def backups(target: str) -> list[str]:
    """Return the backups beside a settings file, the oldest first: none is ever written over."""
    found, at = [], 1
    while os.path.isfile(path := target + BACKUP + (f".{at}" if at > 1 else "")):
        found.append(path)
        at += 1
    return found


def _kept(target: str, wanted: str) -> str:
    """Return the backup that has this digest, "" when none has."""
    return next((path for path in backups(target) if digest(Path(path).read_bytes()) == wanted), "")


def backup(edit: Edit, data_folder: str) -> str:
    """Return where the person's own text, without us, is kept; "" when there is none."""
    own = _record(data_folder).get(edit.target, {}).get("own")
    return _kept(edit.target, own) if own else ""


def _without(before: bytes | None, path: str) -> bytes | None:
    if before is None:
        return None
    return form_of(path, before).without(before, path)


def apply(edit: Edit, data_folder: str) -> None:
    """Write an edit, its backup and its record. GH1501 when the file changed meanwhile, or cannot be written."""
    if not edit.changes:
        return
    if read(edit.path) != (edit.target, edit.before):
        raise GuardError("GH1501", "it was changed by another program meanwhile", where=edit.path, fix="run it again")
    record = _record(data_folder)
    known = record.get(edit.target, {})
    try:
        if edit.after is None:
            os.unlink(edit.target)
        else:
            known |= _make(Path(edit.target).parent)
            mode = stat.S_IMODE(os.stat(edit.target).st_mode) if edit.before is not None else _new_mode(edit.after)
            # A file that we left and nobody touched: its backup is the person's own, and better than a cut-out.
            untouched = edit.before is not None and known.get("after") == digest(edit.before)
            if edit.own is not None and not untouched and not _kept(edit.target, digest(edit.own)):
                there = len(backups(edit.target))
                write_atomic(edit.target + BACKUP + (f".{there + 1}" if there else ""), edit.own, mode)
            write_atomic(edit.target, edit.after, mode, sync=True)
            os.chmod(edit.target, mode)
    except OSError as error:
        raise GuardError(
            "GH1501", f"it cannot be written ({error.strerror})", where=edit.path, fix="check its rights"
        ) from None
    record[edit.target] = known
    _remember(edit, record, data_folder)


def _new_mode(text: bytes) -> int:
    return 0o755 if text.startswith(b"#!") else 0o644


def _make(folder: Path) -> dict[str, int]:
    """Make the folder of a settings file and say how many were made, so that uninstalling can take them away again."""
    missing = sum(1 for one in (folder, *folder.parents) if not one.is_dir())
    folder.mkdir(parents=True, exist_ok=True)
    return {"made": missing} if missing else {}


def _remember(edit: Edit, record: dict[str, Any], data_folder: str) -> None:
    known = record.pop(edit.target, {})
    wired = edit.after is not None and bool(form_of(edit.path, edit.after).by_event(edit.after, edit.path))
    if wired and edit.after is not None:
        untouched = edit.before is not None and known.get("after") == digest(edit.before)
        own = known.get("own") if untouched else digest(edit.own) if edit.own is not None else None
        record[edit.target] = {"after": digest(edit.after), "own": own} | (
            {"made": known["made"]} if known.get("made") else {}
        )
    else:
        _tidy(edit, known, record)
    text = json.dumps({"schema_version": 1, "files": record}, indent=2, sort_keys=True)
    Path(data_folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    write_atomic(f"{data_folder}/{RECORD}", text.encode() + b"\n")


def _tidy(edit: Edit, known: dict[str, Any], record: dict[str, Any]) -> None:
    """Take away what only stood there for our entries: the backups, and folders that we made and that are empty."""
    for path in backups(edit.target):
        os.unlink(path)
    made = list(Path(edit.target).parents)[: int(known.get("made") or 0)]
    with suppress(OSError):  # something else lies in it by now
        for folder in made:
            folder.rmdir()
    for other, its in record.items():  # another file of ours still lies below: the last one takes the folders away
        above = list(Path(other).parents)
        if made and made[-1] in above:
            its["made"] = max(int(its.get("made") or 0), above.index(made[-1]) + 1)


def _record(data_folder: str) -> dict[str, Any]:
    try:
        read_in = json.loads(Path(f"{data_folder}/{RECORD}").read_bytes())["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}  # only a convenience: without it our entries are cut out of the text
    return {path: known for path, known in read_in.items() if isinstance(known, dict)} if isinstance(read_in, dict) else {}


def wired_files(data_folder: str) -> tuple[str, ...]:
    """Return every settings file that `install` has put entries into on this machine."""
    return tuple(_record(data_folder))
