"""Installing and taking out: which hosts, which files, what is told. Everything is lent: environment and prober."""

from __future__ import annotations

import difflib
import os
import shlex
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from guardhost.hosts import HOSTS, adapter
from guardhost.hosts.wiring import entries, launcher, settings, setup
from guardhost.hosts.wiring.forms import form_of
from guardhost.hosts.wiring.found import ask, hasten, launch, safe, version
from guardhost.hosts.wiring.switches import off, switch_missing, value_of
from guardhost.model.errors import GuardError
from guardhost.model.mistakes import UsageError
from guardhost.world.state import data, locate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

FEW = 3  # files that are named one by one
SLOW = (
    "start-up files: {} cannot be written, so each call takes longer; run `guardhost install` as someone who may write there"
)


@dataclass(frozen=True)
class Wish:
    """What is to be wired: `project` is the team's root, "" for this person."""

    hosts: tuple[str, ...] = ()
    project: str = ""
    required: bool = False
    interpreter: str = ""


def install(
    wish: Wish, env: Mapping[str, str], *, only_print: bool = False, probe: Callable[[list[str], float], str] = ask
) -> list[str]:
    """Do what is wished and return the lines to tell; with `only_print` nothing is written."""
    hosts = wish.hosts or hosts_found(env)
    for host in hosts:
        setup(host)
    folder = data_folder(env)
    state = locate(env)
    if not state.usable:
        raise GuardError("GH1401", f"the state folder cannot be used: {state.why}", where=state.folder, fix="mend it first")
    started = launch(env, state.folder, wish.interpreter)
    safe(started, env)
    path = f"{folder}/{launcher.FILE}"
    edits, failed = _edits(hosts, wish, path, started, env, probe)
    if only_print:
        return [f"{path}:", *launcher.text(started).splitlines(), *(line for _, edit in edits for line in shown(edit))]
    told = [_launcher(path, started), *([] if hasten(started) else [SLOW.format(os.path.dirname(started.stub))])]
    launcher.write(folder, started)
    told += [line for host, edit in edits for line in _written(host, edit, folder, wish.project)]
    return [
        *told,
        *failed,
        *(f"{host}: {note}" for host in hosts if (note := getattr(setup(host), "AFTERWARDS", ""))),
        *_by_hand(hosts, path),
        *(f"warning: {what}" for host in hosts for what in warnings(host, wish.project, env)),
    ]


def _launcher(path: str, started: launcher.Launch) -> str:
    """Return what is done to the launcher; one that starts another program from now on is said."""
    before = launcher.read(path)
    if before is None:
        return f"launcher: {path} starts {started.stub} with {started.interpreter}"
    names = {"interpreter": "interpreter", "stub": "guardhost", "state": "state folder", "git": "git", "version": "version"}
    pairs = [(name, getattr(before, key), getattr(started, key)) for key, name in names.items()]
    moved = [f"{name} {new or 'none'}, before {old or 'none'}" for name, old, new in pairs if new != old]
    return f"launcher: {path} {'is re-pointed: ' + '; '.join(moved) if moved else 'starts what it did'}"


def warnings(host: str, project: str, env: Mapping[str, str]) -> list[str]:
    """Return what keeps a host's entries from judging each call once, each with its fix.

    `project` is the root of a repository whose own settings are looked at too, "" for the one around the current folder.
    """
    from guardhost.world.repository import find

    module = setup(host)
    place = None if project else find(os.getcwd())
    root = project or (place.root if place else "")
    files = getattr(module, "settings_files", lambda *_: ())(env, root)
    told: list[str] = []
    wired: list[str] = []
    for file, managed in [(file, False) for file in files] + [(file, True) for file in getattr(module, "MANAGED", ())]:
        try:
            _, data = settings.read(file)
            events = form_of(file, data).by_event(data or b"", file)
            switch = off(host, value_of(file, data), managed=managed)
        except GuardError:
            continue  # a file that we do not write; the doctor tells of it
        if switch:
            told.append(f"{file}: `{switch}` keeps our hooks from running, so nothing is judged; take it out")
        if adapter(host).BEFORE in events or "" in events:
            wired.append(file)
    missing = switch_missing(host, env)
    return [*told, *([missing] if missing else []), *([f"{often(wired)}; {keep_one(host)}"] if often(wired) else [])]


def often(wired: Sequence[str]) -> str:
    """Return that a host asks the guard more than once, "" when it does not; `wired` are the files with our entries."""
    if len(wired) < 2:
        return ""
    return f"each call is judged {len(wired)} times, since the host runs the entries of {' and of '.join(wired)}"


def keep_one(host: str) -> str:
    """Return how a host that is wired for a person and for a team gets to ask the guard once."""
    mine = f"`guardhost uninstall {host}` takes yours out, and only projects that are wired are judged then"
    return f"keep one: {mine}; `guardhost uninstall --project {host}` takes the team's out"


def hosts_found(env: Mapping[str, str]) -> tuple[str, ...]:
    """Return the hosts that this person has: their program is on PATH, or their folder is there."""
    found = tuple(host for host in HOSTS if (file := setup(host).settings_file(env)) and _is_here(host, file, env))
    if not found:
        known = ", ".join(host for host in HOSTS if hasattr(setup(host), "PROGRAM"))
        raise GuardError("GH1505", "no agent host was found here", fix=f"name one: guardhost install {known}")
    return found


def _is_here(host: str, file: str, env: Mapping[str, str]) -> bool:
    shown = getattr(setup(host), "HOME", "")
    folder = f"{env.get('HOME', '')}/{shown}" if shown else os.path.dirname(file)
    return os.path.isdir(folder) or shutil.which(setup(host).PROGRAM, path=env.get("PATH")) is not None


def project_root() -> str:
    """Return the root of the repository around the current folder; `UsageError` when there is none."""
    from guardhost.world.repository import find

    place = find(os.getcwd())
    if place is None or not place.root:
        raise UsageError("GH1301", "`--project` needs a repository", fix="run it inside the team's repository")
    return place.root


def data_folder(env: Mapping[str, str]) -> str:
    """Return the person's data folder of guardhost; GH1501 when no home is known."""
    folder = data(env)
    if not folder.startswith("/"):
        raise GuardError("GH1501", "no home folder is known", fix="set HOME, or XDG_DATA_HOME to an absolute path")
    return folder


def write_launcher(env: Mapping[str, str]) -> str:
    """Write the launcher of this very guardhost into the person's data folder and return its path; wire nothing."""
    return launcher.write(data_folder(env), launch(env, locate(env).folder))


def _edits(
    hosts: tuple[str, ...],
    wish: Wish,
    path: str,
    started: launcher.Launch,
    env: Mapping[str, str],
    probe: Callable[[list[str], float], str],
) -> tuple[list[tuple[str, settings.Edit]], list[str]]:
    """Return what is to be written and what cannot be: of several hosts one that fails does not keep the others from it."""
    edits: list[tuple[str, settings.Edit]] = []
    failed: list[str] = []
    for host in hosts:
        try:
            edits += [(host, edit) for edit in _of_host(host, wish, path, started, env, probe)]
        except GuardError as error:
            if len(hosts) == 1:
                raise
            failed.append(f"{host}: NOT wired: {error}")
    return edits, failed


def _of_host(
    host: str,
    wish: Wish,
    path: str,
    started: launcher.Launch,
    env: Mapping[str, str],
    probe: Callable[[list[str], float], str],
) -> list[settings.Edit]:
    module = setup(host)
    file = module.settings_file(env, wish.project)
    if not file:
        return []
    own = getattr(module, "own_files", None)
    if own is not None:
        texts: dict[str, str] = own(_lines(host, wish, path), env, wish.project, started)
        return [settings.installed(one, {"": text}) for one, text in texts.items()]
    return [settings.installed(file, wanted(host, wish, path, env, probe))]


def _lines(host: str, wish: Wish, path: str) -> dict[str, str]:
    if wish.project:
        return {event: launcher.team_command(host, event, required=wish.required) for event in adapter(host).EVENTS}
    return {event: launcher.command(path, host, event) for event in adapter(host).EVENTS}


def files_of(host: str, env: Mapping[str, str], project: str = "") -> list[str]:
    """Return the files of a host that `install` writes, those of a person or of a project."""
    module = setup(host)
    file = module.settings_file(env, project)
    own = getattr(module, "own_files", None)
    if not file or own is None:
        return [file] if file else []
    return list(own(dict.fromkeys(adapter(host).EVENTS, "none"), env, project, None))


def wanted(
    host: str, wish: Wish, path: str, env: Mapping[str, str], probe: Callable[[list[str], float], str] = ask
) -> dict[str, Any]:
    """Return the entries that a host's file is to have: event -> entry."""
    module = setup(host)
    lines = _lines(host, wish, path)
    if wish.project:  # colleagues have other versions, so nothing that an older one would trip over
        return dict(module.wiring(lines))
    return dict(module.wiring(lines, version(module.PROGRAM, env, probe)))


def _written(host: str, edit: settings.Edit, folder: str, project: str) -> list[str]:
    settings.apply(edit, folder)
    link = f" (a link to {edit.target})" if os.path.islink(edit.path) else ""
    form = form_of(edit.path, edit.after)
    done = "; ".join(entries.changes(*(form.by_event(side or b"", edit.path) for side in (edit.before, edit.after))))
    kept = settings.backup(edit, folder)
    where = f"{edit.path}{link}"
    told = f"{host}: {f'wired in {where}' if edit.changes else f'{where} is wired already'}: {done}"
    told += f"; the file as it was: {kept}" if kept else "; there was no such file" if edit.before is None else ""
    if not project:
        return [told]
    file = os.path.relpath(edit.path, project)
    return [told, f"commit it, so that the team has it: git add {file} && git commit -m 'Wire guardhost' {file}"]


def _by_hand(hosts: tuple[str, ...], path: str) -> list[str]:
    told = {
        "generic": f"give one event as JSON on standard input to: {path} generic",
        "mcp": "put `guardhost mcp-proxy --` in front of the command of each server in the host's own list",
        "acp": f"give each `session/request_permission` on standard input to: {path} acp; no output means: ask the person",
        "antigravity": f"name this as the command of a PreToolUse hook in ~/.gemini/config/hooks.json: {path} antigravity",
    }
    return [f"{host}: {told[host]}" for host in hosts if host in told]


def shown(edit: settings.Edit) -> list[str]:
    """Return an edit as a unified diff, one line each."""
    if not edit.changes:
        return [f"{edit.path}: nothing to change"]
    before, after = ((side or b"").decode("utf-8", "replace").splitlines() for side in (edit.before, edit.after))
    name = Path(edit.path).as_posix()
    return list(difflib.unified_diff(before, after, name, name, lineterm=""))


def uninstall(
    hosts: tuple[str, ...], env: Mapping[str, str], project: str = "", *, everything: bool = False, only_print: bool = False
) -> tuple[list[str], list[GuardError]]:
    """Take our entries out and return (the lines to tell, what could not be done).

    `project` is a team's root instead of this person's files; `everything` means every file that was ever wired here
    and the launcher too. A file that cannot be changed does not keep the others from being cleaned.
    """
    folder = data_folder(env)
    files = [(host, file) for host in hosts or HOSTS for file in files_of(host, env, project)]
    if everything:
        files += [("", file) for file in settings.wired_files(folder)]
    told: list[str] = []
    clean: list[str] = []
    failed: list[GuardError] = []
    seen: set[str] = set()
    for host, file in files:
        if not file or os.path.realpath(file) in seen:
            continue
        seen.add(os.path.realpath(file))
        try:
            edit = settings.removed(file, folder)
            told += _taken(host, edit, folder, only_print=only_print)
            clean += [] if edit.changes else [edit.path]
        except GuardError as error:
            failed.append(error)
    told += _clean(clean)
    if everything and not failed:
        remembered = _state(folder, env)
        told += _launcher_gone(folder, only_print=only_print)
        told += [] if only_print else _emptied(folder, remembered)
    return told, failed


def _state(folder: str, env: Mapping[str, str]) -> str:
    """Return the state folder of what is wired, the usual one where no launcher says."""
    started = launcher.read(f"{folder}/{launcher.FILE}")
    return started.state if started is not None else locate(env).folder


def _emptied(folder: str, remembered: str) -> list[str]:
    """Remove the two folders where nothing is in them any more, and tell what a person may still want to remove."""
    for place in (folder, remembered):
        for inner, _, _ in os.walk(place, topdown=False):
            with suppress(OSError):  # not empty, or not ours
                os.rmdir(inner)
    if not os.path.isdir(remembered):
        return []
    return [f"kept what was recorded, in {remembered}; remove it with: rm -r {shlex.quote(remembered)}"]


def _taken(host: str, edit: settings.Edit, folder: str, *, only_print: bool) -> list[str]:
    if only_print:
        return shown(edit) if edit.changes else []
    settings.apply(edit, folder)
    name = f"{host}: " if host else ""
    return [f"{name}taken out of {edit.path}"] if edit.changes else []


def _clean(files: list[str]) -> list[str]:
    """Return in one line which files had nothing of ours."""
    if len(files) < FEW:
        return [f"nothing of ours in {' and '.join(files)}"] if files else []
    return [f"nothing of ours in {len(files)} other files of hosts"]


def _launcher_gone(folder: str, *, only_print: bool) -> list[str]:
    paths = [Path(folder) / name for name in (launcher.FILE, settings.RECORD)]
    there = [path for path in paths if path.exists()]
    if not only_print:
        for path in there:
            path.unlink()
    return [f"removed {path}" for path in there]
