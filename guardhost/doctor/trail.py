"""What the trail says of the last day in this repository: calls that a policy could not judge as it should."""

from __future__ import annotations

import json
import os
from datetime import datetime
from typing import TYPE_CHECKING, Any

from guardhost.doctor import PROBLEM, SESSION, VERIFIED, Found
from guardhost.doctor.launched import state
from guardhost.judgement.loaded import remembered
from guardhost.judgement.scene import FORMS
from guardhost.world.files import names, read_own, unlink, write_atomic
from guardhost.world.refs import load
from guardhost.world.repository import find
from guardhost.world.retention import MOST_SEGMENT
from guardhost.world.state import config, of_repository
from guardhost.world.trail import CURRENT, records, segments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.doctor import Here

DAY = 86_400.0
SPILLED = 3600.0  # seconds after which a record that was set aside should have been taken over
MOST_TORN = 100  # lines cut short; each kill of a writer may leave one
LOCKED = "end the process that holds the lock: fuser -v on the file says which"
LATE, KEPT = "guard-deadline", "guard-kept"
# What is looked for: its kind -> (in words, how it is mended).
KINDS = {
    "failed": ("a judge failed, so its policy judged nothing", "mend that line, then run guardhost test"),
    "late": ("a policy gave no answer in time", 'guardhost check --why "the line" shows where the time goes'),
    "kept": ("HEAD gave no policy, so the last committed one judged", "bring HEAD back: git status and git fsck say how"),
}


def recent(here: Here) -> Iterator[Found]:
    """Give one finding for each kind of thing that went wrong within a day, with the newest place and time of it."""
    kept = state(here)
    if not kept.usable:
        return  # `state_folder` tells
    place = find(here.cwd)
    root = place.root if place else here.cwd
    folder = of_repository(kept, (place.common_dir or place.root) if place else here.cwd)
    names = (*FORMS, *remembered(kept, root))
    since = max(here.now() - DAY, _edited([f"{root}/{name}" for name in names] + [f"{config(here.env)}/{FORMS[0]}"]))
    found: dict[str, list[dict[str, Any]]] = {}
    for record in records(folder):
        for kind in _kinds(record) if _within(record, since) else ():
            found.setdefault(kind, []).append(record)
    for kind, hits in found.items():
        what, fix = KINDS[kind]
        newest = max(hits, key=lambda record: float(record["time"]))
        when = datetime.fromtimestamp(float(newest["time"])).strftime("%H:%M")
        times = "once" if len(hits) == 1 else f"{len(hits)} times"
        yield Found(PROBLEM, f"{what}, {times} within a day, last at {when}: {_said(folder, kind, hits)}", fix)
    if not found:
        yield Found(VERIFIED, "within a day, and since the policy was edited, every call was judged as it should be")


def trail(here: Here) -> Iterator[Found]:
    """Give whether this repository's trail takes records, how many it has, and what of it is damaged or was set aside."""
    kept = state(here)
    if not kept.usable:
        return  # `state_folder` tells
    place = find(here.cwd)
    folder = f"{of_repository(kept, (place.common_dir or place.root) if place else here.cwd)}/trail"
    if not os.path.isdir(folder):
        yield Found(VERIFIED, "nothing was recorded here yet")
        return
    if not _takes(folder):
        yield Found(
            PROBLEM, f"{folder} takes no records: it cannot be written", f"make {folder} yours, and room on its disk"
        )
        return
    whole, torn = _counted(folder)
    late = [name for name in names(f"{folder}/spill") if _age(f"{folder}/spill/{name}", here.now()) > SPILLED]
    if late:
        yield Found(PROBLEM, f"{len(late)} records wait to be taken over into {folder}: no later call got its lock", LOCKED)
    elif torn > MOST_TORN:
        yield Found(PROBLEM, f"{torn} of {whole + torn} lines in {folder} are no records: the disk may be damaged", "fsck")
    else:
        cut = f"; {torn} were cut short by a kill and are skipped" if torn else ""
        yield Found(VERIFIED, f"{whole} records in {folder}{cut}")


def _takes(folder: str) -> bool:
    try:
        write_atomic(f"{folder}/.doctor", b"\n" * 4096)
    except OSError:
        return False
    unlink(f"{folder}/.doctor")
    current = f"{folder}/{CURRENT}"
    return not os.path.lexists(current) or (os.path.isfile(current) and os.access(current, os.W_OK | os.R_OK))


def _counted(folder: str) -> tuple[int, int]:
    """Return how many lines are records, and how many are not."""
    whole = torn = 0
    for name in (*segments(folder), CURRENT):
        for line in (read_own(f"{folder}/{name}", MOST_SEGMENT) or b"").splitlines():
            try:
                whole += isinstance(json.loads(line), dict)
            except ValueError:
                torn += 1
    return whole, torn


def _age(path: str, now: float) -> float:
    try:
        return now - os.lstat(path).st_mtime
    except OSError:
        return 0.0  # it was taken over meanwhile


def _edited(paths: list[str]) -> float:
    """Return when a policy's files were last changed, in Unix seconds: what was before then may be mended."""
    found = 0.0
    for path in paths:
        try:
            found = max(found, os.stat(path).st_mtime)
        except OSError:
            continue
    return found


def _within(record: dict[str, Any], since: float) -> bool:
    when = record.get("time")
    return isinstance(when, int | float) and when >= since and record.get("session") != SESSION


def _kinds(record: dict[str, Any]) -> set[str]:
    noted = record.get("noted")
    rules = [str(record.get("rule", "")), *(map(str, noted) if isinstance(noted, list) else ())]
    kinds = {"late": LATE in rules, "kept": KEPT in rules}
    kinds["failed"] = any(rule.startswith("workspace-") and rule.endswith("-failed") for rule in rules)
    return {kind for kind, is_so in kinds.items() if is_so}


def _said(folder: str, kind: str, hits: list[dict[str, Any]]) -> str:
    """Return the newest text that says where: in full it is told once a session, so older records are looked at too."""
    texts = [text for record in reversed(hits) for text in _texts(folder, record)]
    marks = {"failed": "failed and judged nothing", "late": "the phase `", "kept": "HEAD of "}
    text = next((text for text in texts if marks[kind] in text), "") or next(iter(texts), "guardhost log shows it")
    lines = [line for line in text.splitlines() if line.strip()]
    policy = next((f" {line}" for line in lines[1:] if "The policy is " in line), "")
    return lines[0] + policy


def _texts(folder: str, record: dict[str, Any]) -> list[str]:
    notes = record.get("notes")
    kept = load(folder, str(record.get("ref", "")))
    return [text for text in (kept, *(map(str, notes) if isinstance(notes, list) else ())) if text]
