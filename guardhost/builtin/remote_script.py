"""`remote-script`: text that was downloaded or decoded is not run unread, and no shell is handed to another machine."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.fetching import decodes, fetches, hands_over, streams
from guardhost.builtin.paths import normal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.line import Command
    from guardhost.model.verdict import Answer

ID = "remote-script"
SHELLS = frozenset(("sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "mksh", "busybox", "pwsh", "powershell"))
RUNNERS = SHELLS | frozenset((
    "eval", "source", ".", "node", "nodejs", "deno", "bun", "perl", "ruby", "php", "lua", "osascript", "at", "batch",
    "xargs",
    "make", "tclsh", "Rscript", "ts-node", "tsx", "trap",
))  # fmt: skip
_UNPACKERS = ("gunzip", "zcat", "gzip", "bunzip2", "xz", "unxz", "zstd", "funzip", "bzcat", "xzcat", "jq", "sed", "tr",
    "rev",
              "tee", "cat", "grep", "awk", "base64", "head", "tail")  # fmt: skip


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny running what was downloaded or decoded, in this line or earlier in the session."""
    told = _streamed(matter) + _stored(matter) + [what for one in matter.commands if (what := hands_over(one))]
    told.extend(_sockets(matter))
    return tuple(answer(ID, "deny", what) for what in dict.fromkeys(told))


def is_runner(name: str) -> bool:
    """Return whether a program runs what it is given as code."""
    return name in RUNNERS or name.rstrip("0123456789.") in ("python", "pypy", *RUNNERS)


def _streamed(matter: Matter) -> list[str]:
    """What an interpreter is given by a pipe or a substitution, with what stands in front of it."""
    found: list[str] = []
    source = ""
    for command in matter.commands:
        if kept := _kept(command, matter):
            source = f"`{kept}`, which was downloaded earlier in this session"
        elif streams(command) or (command.program and _is_away(command)):
            source = f"what `{command.program}` downloads"
        elif decodes(command):
            source = source or f"what `{command.program}` decodes"
        elif command.program == "" and command.wrappers and is_runner(command.wrappers[-1]):
            raw = command.word.raw
            given = not raw or "xargs" in command.wrappers or any(mark in raw for mark in ("$(", "`", "<("))
            if source and given:
                found.append(f"`{command.wrappers[-1]}` would run {source}.")
            elif given and not raw and matter.effects.network and _is_code(command, matter):
                found.append(f"The code of `{command.wrappers[-1]}` runs what it downloads.")
    return found


def _kept(command: Command, matter: Matter) -> str:
    """Return the file of an earlier download that a program prints, "" for none."""
    if matter.remembered is None or not command.program or not matter.remembered("downloads"):
        return ""
    read = (touch.path for touch in matter.effects.reads if touch.via == command.program and touch.path)
    return next((path for path in read if matter.remembered(f"downloaded:{path}")), "")


def _is_away(command: Command) -> bool:
    return not {"ssh", "mosh", "adb"}.isdisjoint(command.wrappers)


def _is_code(command: Command, matter: Matter) -> bool:
    """Whether an interpreter itself, not a program of the line, is what reaches the network."""
    runner = command.wrappers[-1]
    if runner in SHELLS or runner in ("eval", "source", ".", "trap", "xargs"):
        return False
    inline = any(
        one.program == runner and any(w in ("-c", "-e", "-r", "--eval", "-p") for w in one.args) for one in matter.commands
    )
    return inline and not any(fetches(one) for one in matter.commands)


def _stored(matter: Matter) -> list[str]:
    """Files that this line or an earlier call downloaded, and that are run now."""
    fresh: set[str] = set()
    names = {one.program for one in matter.commands if fetches(one) or decodes(one)}
    for touch in matter.effects.changes:
        brought = touch.via in names or (names and touch.via in ("tee", "dd", "sponge"))
        if touch.path and (brought or (touch.via in ("mv", "cp", "install") and touch.source in fresh)):
            fresh.add(touch.path)
    found: list[str] = []
    for command in matter.commands:
        for path in _run(command, matter):
            if path in fresh:
                found.append(f"`{path}` was downloaded by this line.")
            elif matter.remembered is not None and any(
                matter.remembered(f"downloaded:{p}") for p in (path, matter.real_path(path))
            ):
                found.append(f"`{path}` was downloaded earlier in this session.")
    return found


def _run(command: Command, matter: Matter) -> list[str]:
    """Return the files that a command runs as code."""
    here = command.cwd or matter.event.cwd
    if command.path:
        return [command.path]
    if not command.program and command.wrappers and is_runner(command.wrappers[-1]):
        return [normal(here, str(one.target)) for one in command.redirects if one.op == "<" and one.target.known]
    if not is_runner(command.program) or any(
        word in ("-c", "-e", "-n", "--check", "-m", "--version") for word in command.args[:2]
    ):
        return []
    first = next((word for word in command.args if word.known and word and not word.startswith("-")), None)
    found = [normal(here, str(first))] if first is not None else []
    found.extend(normal(here, str(one.target)) for one in command.redirects if one.op == "<" and one.target.known)
    return [path for path in found if path]


def _sockets(matter: Matter) -> list[str]:
    """A shell whose input or output is a connection."""
    found: list[str] = []
    for touch in matter.effects.touches:
        if not touch.path.startswith(("/dev/tcp/", "/dev/udp/")):
            continue
        host = touch.path.split("/")[3]
        away = host not in ("localhost", "127.0.0.1", "::1", "0.0.0.0")  # noqa: S104 - compared
        if touch.via in SHELLS or (away and touch.via in ("", "exec", "cat", "tar", "base64", "tee", "dd")):
            found.append(f"`{touch.path}` is a connection to another machine.")
    listens = any(one.program in ("nc", "ncat", "netcat", "socat", "telnet", "openssl") for one in matter.commands)
    for command in matter.commands:
        runner = command.wrappers[-1] if command.wrappers else ""
        if listens and not command.program and runner in SHELLS and not command.word.raw and "mkfifo" in _names(matter):
            found.append(f"`{runner}` would take its commands from another machine.")
        if command.program in SHELLS and "-i" in command.args and matter.effects.network and command.wrappers:
            found.append(f"`{command.program} -i` would take its commands from another machine.")
    return found


def _names(matter: Matter) -> set[str]:
    return {one.program for one in matter.commands}
