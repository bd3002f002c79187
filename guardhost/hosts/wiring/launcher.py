"""The launcher: a small shell script in the person's data folder that starts an absolute interpreter on the stub.

The hosts' files name it and nothing else, so an upgrade or a moved environment is one file written anew. Where the
interpreter or the stub is gone it tells so in the host's dialect, and stops nothing.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from guardhost.hosts import HOSTS, adapter
from guardhost.hosts.reply import Reply
from guardhost.hosts.wiring import setup
from guardhost.hosts.wiring.telling import gone, nothing, refusal
from guardhost.model.event import CALL
from guardhost.model.jsontext import encode as to_json
from guardhost.world.build import ALONE
from guardhost.world.files import write_atomic

FILE = "guardhost-hook"
_MARK = "@TEXT@"


@dataclass(frozen=True)
class Launch:
    """What a launcher starts: all paths absolute; `git` is "" where there was no git program."""

    interpreter: str
    stub: str
    state: str
    git: str = ""
    version: str = ""
    source: str = ""  # what to give to `pip install` to have it again, quoted for a shell, "" when that is not known


def told_gone(launch: Launch) -> str:
    """Return what a launcher says when what it starts is gone: how to mend it, and how to be rid of the hooks by hand."""
    environment = launch.interpreter.rpartition("/")[0].rpartition("/")[0]
    program = shlex.quote(f"{environment}/bin/guardhost")
    make = f"python3 -m venv {shlex.quote(environment)} && " if Path(environment, "pyvenv.cfg").exists() else ""
    pip = shlex.quote(f"{environment}/bin/pip")
    again = f"{make}{pip} install {launch.source}" if launch.source else f"{make}{pip}, as guardhost's README says"
    return (
        f"guardhost is wired here, but the program is gone or cannot start, so this is NOT judged. It was installed in "
        f"{environment}. Mend it: install it there again ({again}), then run {program} install. "
        f"To be rid of the hooks instead: {program} uninstall --all after that; or by hand, take every entry that runs "
        f"{FILE} out of the hooks in"
    )


def _files() -> str:
    """Return the shell's arms that end the text with where a host's own entries lie: it is read at every call."""
    files = {host: getattr(setup(host), "FILES", "") for host in HOSTS}
    arms = [f"    {host}) text=$text{shlex.quote(_escaped(f' {file}.'))} ;;\n" for host, file in files.items() if file]
    return "".join([*arms, '    *) text="$text the host\'s settings." ;;\n'])


def _escaped(text: str) -> str:
    """Return a text as it stands between the quotes of JSON."""
    return to_json(text)[1:-1]


def text(launch: Launch) -> str:
    """Return the script."""
    quoted = {name: shlex.quote(getattr(launch, name)) for name in ("interpreter", "stub", "state", "git")}
    git = f" --git {quoted['git']}" if launch.git else ""
    return f"""#!/bin/sh
# guardhost {launch.version}: starts the guard for an agent's host. Written by `guardhost install`,
# taken away by `guardhost uninstall --all`.
interpreter={quoted["interpreter"]}
stub={quoted["stub"]}
source={shlex.quote(launch.source)}
text={shlex.quote(_escaped(told_gone(launch)))}
gone() {{
  trap - EXIT
  case "$1" in
{_files()}  esac
  case "$1 $2" in
{_arms()}  esac
  exit 0
}}
[ -x "$interpreter" ] && [ -r "$stub" ] || gone "$1" "$2"
# Some shells go on after an `exec` that failed, some leave through the trap, bash goes on when told to.
trap 'gone "$1" "$2"' EXIT
[ -n "$BASH_VERSION" ] && shopt -s execfail
exec "$interpreter" {" ".join(ALONE)} "$stub" hook "$@" --state {quoted["state"]}{git} || gone "$1" "$2"
"""


def _arms() -> str:
    arms: list[str] = []
    for host in HOSTS:
        words = {f"{host} {event}": event for event in adapter(host).EVENTS}
        arms.extend(f"    {shlex.quote(word)}) {_told(host, event)} ;;\n" for word, event in words.items())
        arms.append(f"    {shlex.quote(host + ' ')}*) {_told(host, '')} ;;\n")
    return "".join([*arms, "    *) printf '%s\\n' \"$text\" >&2 ;;\n"])


def _told(host: str, event: str) -> str:
    """Return the shell words that print a host's answer with `$text` in it, which is escaped for JSON already."""
    reply = gone(host, event, _MARK)
    said = [_printed(reply.stdout, '"$text"')] if reply.stdout else []
    if reply.stderr:
        said.append(f"{_printed(reply.stderr, chr(34) + '$text' + chr(34))} >&2")
    return "; ".join(said)


def _printed(form: str, text: str) -> str:
    """Return the shell words that print a form with `text`, a word of the shell, wherever it has the mark."""
    texts = f" {text}" * form.count(_MARK)
    return f"printf {shlex.quote(form.rstrip(chr(10)).replace('%', '%%').replace(_MARK, '%s') + chr(92) + 'n')}{texts}"


def write(folder: str, launch: Launch) -> str:
    """Write the launcher into the data folder and return its path; a file that is right already stays untouched."""
    path = f"{folder}/{FILE}"
    wanted = text(launch).encode()
    there = Path(path)
    if not (there.is_file() and there.read_bytes() == wanted and there.stat().st_mode & 0o777 == 0o755):
        there.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomic(path, wanted, 0o755)
        there.chmod(0o755)
    return path


def read(path: str) -> Launch | None:
    """Return what the launcher at `path` starts, None when it is missing or no launcher of ours."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return None
    found: dict[str, str] = {}
    for line in lines:
        if line.startswith("# guardhost "):
            found["version"] = line.split()[2].rstrip(":")
        elif line.startswith(("interpreter=", "stub=", "source=")):
            key, _, value = line.partition("=")
            found[key] = "".join(shlex.split(value))
        elif line.startswith("exec "):
            found |= _options(shlex.split(line))
    return Launch(**found) if {"interpreter", "stub", "state"} <= set(found) else None


def _options(words: list[str]) -> dict[str, str]:
    pairs = pairwise(words)
    return {word[2:]: value for word, value in pairs if word in ("--state", "--git")}


def command(path: str, host: str, event: str) -> str:
    """Return the shell line that a person's host file gets."""
    return f"{shlex.quote(path)} {host} {event}"


def team_command(host: str, event: str, *, required: bool) -> str:
    """Return the shell line that a team's host file gets: the launcher where it is there, else how to get it.

    Without the launcher the line tells once a session and stops nothing; `required` makes it refuse each call.
    """
    line = f'g="${{XDG_DATA_HOME:-$HOME/.local/share}}/guardhost/{FILE}"; if [ -x "$g" ]; then exec "$g" {host} {event}; fi'
    get = "install guardhost as the project's README says, then run: guardhost install"
    greeting = adapter(host).GREETING
    if required and adapter(host).EVENTS[event][0] == CALL:
        text = f"This project requires guardhost, and this machine does not have it, so nothing may run: {get}"
        return f"{line}; {_saying(refusal(host, event, text))}"
    otherwise = _saying(nothing(host, event))
    if event == (greeting or adapter(host).BEFORE):
        text = f"This project is guarded by guardhost, and this machine does not have it, so nothing is judged here: {get}"
        told = _saying(gone(host, event, text))
        if greeting:
            once = getattr(setup(host), "once_a_session", None)
            return f"{line}; {once(told) if once is not None else told}"
        mark = f'"${{TMPDIR:-/tmp}}/guardhost-told-{host}-$(id -u)-$PPID"'  # here a session is a process of the host
        return f"{line}; if mkdir {mark} 2>/dev/null; then {told}; else {otherwise or ':'}; fi"
    return f"{line}; {otherwise}" if otherwise else line


def _saying(reply: Reply) -> str:
    """Return the shell words that give a reply, "" for an empty one."""
    said = [f"printf '%s\\n' {shlex.quote(reply.stdout.rstrip(chr(10)))}"] if reply.stdout else []
    if reply.stderr:
        said.append(f"printf '%s\\n' {shlex.quote(reply.stderr.rstrip(chr(10)))} >&2")
    return "; ".join([*said, *([f"exit {reply.exit}"] if reply.exit else [])])


def ours(line: object) -> bool:
    """Return whether a host's entry is one that `install` wrote: it runs the launcher."""
    return isinstance(line, str) and f"/{FILE}" in line
