"""The hosts: their files parse, our entries are in them and current, and what is wired answers as it must."""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from guardhost.doctor import INVALID, PROBLEM, SESSION, UNCOVERED, UNPROBED, VERIFIED, Found
from guardhost.doctor.entries import entries_of
from guardhost.doctor.launched import state
from guardhost.hosts import HOSTS, adapter
from guardhost.hosts.wiring import launcher, setup
from guardhost.hosts.wiring.common import calls
from guardhost.hosts.wiring.forms import form_of
from guardhost.hosts.wiring.found import version
from guardhost.hosts.wiring.installing import Wish, data_folder, hosts_found, keep_one, often, wanted
from guardhost.hosts.wiring.settings import read
from guardhost.hosts.wiring.switches import off, switch_missing, value_of
from guardhost.hosts.wiring.telling import refusal
from guardhost.model.errors import GuardError
from guardhost.world.build import package
from guardhost.world.repository import find
from guardhost.world.state import of_repository

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from guardhost.doctor import Here, Ran

NOWHERE = "guardhost-doctor-"  # how the folders of the canaries begin
STALE = 3600.0  # seconds after which no doctor is at work there any more
FORBIDDEN, RULE, HARMLESS = "guardhost uninstall --all", b"[guard-tamper]", "true"


def host(here: Here) -> Iterator[Found]:
    """Give one finding for each place where a host of this person is wired, or why it is not."""
    try:
        hosts = hosts_found(here.env)
    except GuardError:
        yield Found(PROBLEM, "no agent host was found here", fix=f"guardhost install {next(iter(HOSTS))}")
        return
    for name in hosts:
        yield from _host(name, here)


def _host(name: str, here: Here) -> Iterator[Found]:
    place = find(here.cwd)
    fix = f"guardhost install {name}"
    lines: list[tuple[str, str, str, Any]] = []
    for path in getattr(setup(name), "settings_files", lambda *_: ())(here.env, place.root if place else ""):
        try:
            value, found = entries_of(name, path)
        except GuardError as error:
            yield Found(
                INVALID, f"{error.where or path}: {error.what}; the host may ignore the whole file", "mend the file", name
            )
            return
        switch = off(name, value, managed=False)
        if switch:
            yield Found(UNCOVERED, f"{path}: `{switch}` keeps every hook from running", f"take `{switch}` out of it", name)
            return
        lines += [(path, event, line, groups) for event, line, groups in found]
    yield from _managed(name, here)
    if not lines:
        yield Found(UNCOVERED, "no file of it has an entry that asks the guard before a call", fix, name)
    missing = switch_missing(name, here.env)
    if lines and missing:
        yield Found(UNCOVERED, missing, "set it", name)
    files = list(dict.fromkeys(path for path, _, _, _ in lines))
    if often(files):
        yield Found(PROBLEM, often(files), keep_one(name), name)
    yield from _shared(name, files, here)
    for path, event, line, groups in lines:
        status, detail = _wired(name, path, event, line, groups, here)
        yield Found(status, f"{path}: {detail}", fix, name)
    for path in files:
        wired = {event for at, event, _, _ in lines if at == path}
        left = [event for event in calls(name) if event not in wired]
        if left and "" not in wired:
            yield Found(UNCOVERED, f"{path}: nothing asks the guard on {', '.join(left)}", fix, name)


def _shared(name: str, files: list[str], here: Here) -> Iterator[Found]:
    """Tell of files that another host here loads as well: it asks the guard there, too, beside its own entries."""
    loads = {"claude-code": ("cursor", "copilot-cli", "factory-droid", "qwen-code")}
    others = [other for other in loads.get(name, ()) if other in _found_hosts(here)]
    for other in others if files else ():
        own = [
            path for path in setup(other).settings_files(here.env, "") if os.path.exists(path) and entries_of(other, path)[1]
        ]
        if own:
            detail = (
                f"{other} may load {files[0]} beside its own {own[0]}: it is answered in its own dialect, and asks twice"
            )
            yield Found(VERIFIED, detail, host=name)


def _found_hosts(here: Here) -> tuple[str, ...]:
    try:
        return hosts_found(here.env)
    except GuardError:
        return ()


def _managed(name: str, here: Here) -> Iterator[Found]:
    for path in here.managed.get(name, ()):
        try:
            switch = off(name, value_of(path, read(path)[1]), managed=True)
        except GuardError:
            continue  # not ours to judge, and the canary shows what is answered
        if switch:
            yield Found(
                UNCOVERED, f"{path}: `{switch}` keeps your hooks from running", "ask your administrators to wire it", name
            )


def _wired(name: str, path: str, event: str, line: str, groups: Any, here: Here) -> tuple[str, str]:
    covers = getattr(setup(name), "covers", None)
    if covers is not None and groups is not None and not covers(groups, line):
        return UNCOVERED, "the guard is asked for some tools only"
    if launcher.ours(line):
        wrong = _launcher(line, here)
        if wrong is not None:
            return wrong
    if event not in ("", adapter(name).BEFORE):
        return VERIFIED, f"{event} asks the same guard"
    answered = _canaries(name, line, here)
    if answered[0] == VERIFIED and not _current(name, path, line, here):
        return PROBLEM, f"{answered[1]}, but its entries are not those of this version"
    return answered


def _launcher(line: str, here: Here) -> tuple[str, str] | None:
    """Return what is wrong with the launcher that a line starts, None when nothing is."""
    first = shlex.split(line)[0]
    path = first if first.startswith("/") else f"{data_folder(here.env)}/{launcher.FILE}"
    started = launcher.read(path)
    if started is None:
        return UNCOVERED, f"the launcher {path} is missing or none of ours"
    for what in (started.interpreter, started.stub):
        if not os.path.exists(what):
            return UNCOVERED, f"the launcher {path} starts {what}, which is gone"
    if os.path.realpath(started.stub) != os.path.realpath(f"{package()}/stub.py"):
        return INVALID, f"it runs another build, {os.path.dirname(started.stub)}, than the {package()} that asks"
    return None


def _current(name: str, path: str, line: str, here: Here) -> bool:
    """Return whether our entries of a file are what `install` would write now; the team's are another's to renew."""
    if path != setup(name).settings_file(here.env):
        return True
    if not launcher.ours(line):
        return False
    entries = wanted(name, Wish(), f"{data_folder(here.env)}/{launcher.FILE}", here.env, here.ask)
    _, data = read(path)
    found = form_of(path, data).by_event(data or b"", path)
    return all(group in found.get(event, []) for event, group in entries.items() if event != "version")


def _canaries(name: str, line: str, here: Here) -> tuple[str, str]:
    """Send a call that a built-in rule always refuses and one that nothing refuses, from a folder without a policy."""
    with _nowhere(here) as folder:
        forbidden = _send(name, line, FORBIDDEN, folder, here)
        if isinstance(forbidden, tuple):
            return forbidden
        if _said(name, forbidden) != "deny":
            told = forbidden.stdout.decode("utf-8", "replace").strip()[:300]
            return UNCOVERED, f"the canary passed: `{FORBIDDEN}` was not refused" + (f"; it said {told}" if told else "")
        if RULE not in forbidden.stdout + forbidden.stderr:  # a crash, or a guard that can judge nothing, refuses too
            told = (forbidden.stdout + forbidden.stderr).decode("utf-8", "replace").strip()[:300]
            return INVALID, f"it refused the canary, but not by the rule that forbids it: {told}"
        harmless = _send(name, line, HARMLESS, folder, here)
        if isinstance(harmless, tuple):
            return harmless
        if _said(name, harmless) not in ("allow", "advise"):
            return INVALID, f"it refuses even `{HARMLESS}`: {harmless.stdout.decode('utf-8', 'replace').strip()[:300]}"
    slowest = max(forbidden.seconds, harmless.seconds) * 1000
    return VERIFIED, f"it refused the canary and let the harmless call pass, in {slowest:.0f} ms at most"


@contextmanager
def _nowhere(here: Here) -> Iterator[str]:
    """Lend a new folder; it goes afterwards, and with it what the wired command kept for it, which nobody asks for again."""
    _sweep(here)
    with tempfile.TemporaryDirectory(prefix=NOWHERE) as folder:
        kept = of_repository(state(here), os.path.realpath(folder))
        try:
            yield folder
        finally:
            shutil.rmtree(kept, ignore_errors=True)


def _sweep(here: Here) -> None:
    """Remove what a doctor that was ended left behind: its folders, and what was kept for them."""
    for parent in (tempfile.gettempdir(), state(here).repositories):
        for left in Path(parent).glob(f"{NOWHERE}*"):
            with suppress(OSError):
                found = left.lstat()
                if found.st_uid == os.geteuid() and here.now() - found.st_mtime > STALE and not left.is_symlink():
                    shutil.rmtree(left, ignore_errors=True)


def _send(name: str, line: str, command: str, folder: str, here: Here) -> Ran | tuple[str, str]:
    limit = adapter(name).limit(adapter(name).BEFORE)
    ran = here.run(line, setup(name).canary(command, folder, SESSION), here.cwd, limit)
    if ran is None:
        return UNPROBED, f"no answer to the canary within the {limit:.0f} s that the host waits"
    if ran.status in (126, 127):
        return UNCOVERED, f"the program of `{line}` is missing, and the host takes that for an allow"
    if ran.status not in (0, _refusing(name)):
        return UNCOVERED, f"it exits with {ran.status}, and the host takes that for an allow"
    if not _said(name, ran):
        return INVALID, f"its answer is not in the host's dialect: {ran.stdout.decode('utf-8', 'replace').strip()[:200]}"
    return ran


def _refusing(name: str) -> int:
    """Return the exit status that a refusal has on a host."""
    return refusal(name, adapter(name).BEFORE, "no").exit


def _said(name: str, ran: Ran) -> str:
    if ran.status and ran.status == _refusing(name):
        return "deny"
    said: str = setup(name).decision(ran.stdout)
    return said


def host_version(here: Here) -> Iterator[Found]:
    """Give one finding for each host of this person that says its version."""
    for name in HOSTS:
        program = getattr(setup(name), "PROGRAM", "")
        said = version(program, here.env, here.ask) if program else ""
        if said:
            old = getattr(setup(name), "outdated", lambda _: "")(said)
            yield Found(
                PROBLEM if old else VERIFIED, f"{program} {said}" + (f": {old}" if old else ""), f"{program} update", name
            )
