"""What a line does to files: from its programs, through the table `programs_table`, and from its redirections."""

from __future__ import annotations

from guardhost.model.effects import APPEND, MOVE, READ, WRITE, Effects, Touch
from guardhost.model.line import Command, Word
from guardhost.shell.scope import against

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guardhost.model.line import Redirect
    from guardhost.shell.inline import Does
    from guardhost.shell.reading import Lent, Reading

# Where nothing is kept: no file is changed there.
SINKS = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/tty", "/dev/zero", "/dev/full", "/dev/random")
CODE = frozenset((
    "python", "python3", "node", "nodejs", "deno", "bun", "perl", "ruby", "php", "lua", "osascript", "awk", "gawk",
    "mawk", "make", "ninja", "just", "npm", "pnpm", "yarn", "npx", "cargo", "go", "mvn", "gradle", "rake", "pytest",
    "tox", "nox", "uv", "poetry", "pdm", "java", "dotnet", "swift", "bash", "sh", "zsh", "dash", "ksh", "source", ".",
    "docker", "podman",
))  # fmt: skip
NETWORK = frozenset((
    "curl", "wget", "ssh", "scp", "sftp", "rsync", "ftp", "nc", "ncat", "netcat", "telnet", "ping", "dig", "nslookup",
    "gh", "glab", "aws", "gcloud", "az", "kubectl", "docker", "podman", "pip", "pip3", "npm", "pnpm", "yarn", "cargo",
    "apt", "apt-get", "brew", "gem",
))  # fmt: skip
ENVIRONMENT = frozenset(("export", "declare", "typeset", "readonly", "unset", "source", "."))
# Programs that print the names of files, so that what `xargs` gives on lies below what they look at.
LISTERS = frozenset(("find", "fd", "ls", "grep", "egrep", "rg"))
SHELLS = frozenset(("sh", "bash", "zsh", "dash", "ksh"))
_VCS_NETWORK = frozenset(("push", "pull", "fetch", "clone", "ls-remote", "submodule"))


class Found:
    """Collects the touches of a line, each once."""

    __slots__ = (
        "changes_env", "command", "cwd", "did", "does", "home", "listed", "network", "starts", "touches", "unknown",
    )  # fmt: skip

    def __init__(self, home: str) -> None:
        self.home = home
        self.touches: dict[tuple[object, ...], Touch] = {}
        self.unknown = False
        self.network = self.changes_env = False
        self.did: dict[int, Does] = {}  # what the code of a program does, by the program's identity
        self.does: Does | None = None  # that of the program at hand
        self.command = Command()
        self.cwd: str | None = None
        # Where the last `find` looks ("" where that is not known), and what programs so far may have printed names of;
        # each with whether it is a pattern.
        self.starts: dict[str, bool] = {}
        self.listed: dict[str, bool] = {}

    def add(self, kind: str, word: Word | str, **more: object) -> None:
        """Add that the command at hand touches what `word` names; a path that is not known has path ""."""
        named = word if isinstance(word, Word) else Word(word)
        path = (against(named, self.cwd) or "") if named.known and named else ""
        if named in SINKS or path.startswith(("/dev/fd/", "/proc/self/fd/")):
            return
        if kind != READ and not path:
            for place, pattern in self._below(named):
                # What is named `*.py` is taken to be a file.
                tree = bool(more.get("recursive")) or not pattern or "." not in place.rsplit("/", 1)[-1]
                self._keep(kind, place, named, {**more, "certain": False, "tree": tree, "below": True, "pattern": pattern})
            if self._is_found(named) and "" not in self.starts:
                return
            self.unknown = True
        self._keep(kind, path, named, more)

    def _keep(self, kind: str, path: str, named: Word, more: dict[str, object]) -> None:
        if not path:
            more = {"tail": _tail(named), **more}
        given = {"tree": bool(more.get("recursive")) or kind == MOVE, "pattern": named.pattern, **more}
        certain = bool(given.pop("certain", True)) and self.command.certain
        touch = Touch(
            kind=kind,
            path=path,
            raw=named.raw,
            certain=certain,
            via=self.command.program,
            **given,  # type: ignore[arg-type] # the fields of a touch
        )
        key = (kind, path, touch.raw if not path else "", touch.to, touch.recursive, touch.link, touch.tree, touch.below)
        if key not in self.touches or (certain and not self.touches[key].certain):
            self.touches[key] = touch

    def _is_found(self, named: Word) -> bool:
        """Return whether a word is what `find` puts in the place of its braces."""
        return named.raw.startswith("{}") and "find" in self.command.wrappers and bool(self.starts)

    def _below(self, named: Word) -> tuple[tuple[str, bool], ...]:
        """Return what a word that is not known lies below, each with whether it is a pattern."""
        wrappers = self.command.wrappers
        if named.known:
            return ()
        folder = (named.parts[0] or "").rpartition("/")[0] if named.parts else ""
        if folder:
            # Below the folder that we work in lies everything: that says no more than that the word is not known.
            place = against(folder, self.cwd)
            sure = place and place != "/" and not f"{self.cwd}/".startswith(f"{place}/")
            return ((str(place), False),) if sure else ()
        if self._is_found(named) or (not SHELLS.isdisjoint(wrappers) and "find" in wrappers) or "fd" in wrappers:
            return tuple((place, pattern) for place, pattern in self.starts.items() if place)
        return tuple(self.listed.items()) if "xargs" in wrappers else ()

    def inside(self, folder: Word, name: Word) -> Word:
        """Return the word for a file of that last name in `folder`, the folder itself for `x/.`; unknown where one is."""
        base = name.rstrip("/").rsplit("/", 1)[-1]
        if base in (".", "..") or (name.known and not base):
            return folder
        if not folder.known or not name.known:
            parts = (
                (folder.rstrip("/") + "/", None)
                if folder.known
                else (*(folder.parts or (None,)), "/" + base if name.known else None)
            )
            return Word(known=False, raw=folder.raw, parts=parts)
        return Word(folder.rstrip("/") + "/" + base, raw=folder.raw, pattern=folder.pattern or name.pattern)

    def look_in(self, words: list[Word], names: list[Word]) -> None:
        """Remember where a `find` starts, for what it runs; with `names` only files of one of these are meant."""
        from guardhost.model.glob import literal, matches

        self.starts = {}
        for word in words:
            place = self.target(word)
            own = word.rstrip("/").rsplit("/", 1)[-1]
            if not place or not names or any(matches(own, name) for name in names):
                self.starts[place] = word.pattern
                continue
            start = place if word.pattern else literal(place)
            self.starts.update({f"{start.rstrip('/')}/**/{name}": True for name in names})

    def target(self, word: Word) -> str:
        """Return the absolute path of a word, "" when it is not known."""
        return (against(word, self.cwd) or "") if word.known and word else ""


def _tail(word: Word) -> str:
    """Return how a path ends whose folder is not known: what stands behind the last unknown piece and a slash."""
    known = str(word)
    if not word.known:
        ends = (
            "\0".join("\1" if part is None else part for part in word.parts or (None,)).replace("\0", "").rpartition("\1")[2]
        )
        known = ends.partition("/")[2]
    out: list[str] = []
    for part in known.split("/"):
        if part == ".." and not out:
            return ""
        if part == "..":
            out.pop()
        elif part not in ("", "."):
            out.append(part)
    return "/".join(out)


def effects(reading: Reading, lent: Lent) -> Effects:
    """Return what the line touches: of every program and redirection, with paths absolute and lexically normal.

    `unknown` is set where something on it could change files that we cannot name: an unknown program, a target that
    is computed, code given inline.
    """
    found = _found(reading.commands, lent, reading.did)
    runs_code = any(_runs_code(command) for command in reading.commands)
    changes_env = found.changes_env or any(command.program in ENVIRONMENT for command in reading.commands)
    network = found.network or any(_is_network(command) for command in reading.commands)
    return Effects(
        touches=tuple(found.touches.values()),
        network=network or any(touch.path.startswith(("/dev/tcp/", "/dev/udp/")) for touch in found.touches.values()),
        runs_code=runs_code,
        changes_env=changes_env or bool(reading.assignments),
        unknown=found.unknown or not reading.readable,
    )


def touched(commands: list[Command], lent: Lent, did: tuple[tuple[Command, Does], ...]) -> tuple[Touch, ...]:
    """Return what some programs touch, one after the other."""
    return tuple(_found(commands, lent, did).touches.values())


def _found(commands: Iterable[Command], lent: Lent, did: tuple[tuple[Command, Does], ...]) -> Found:
    found = Found(lent.home)
    for command, does in did:
        before = found.did.get(id(command))
        found.did[id(command)] = does if before is None else before + does
    if any(command.cwd is None for command, _ in did):
        from guardhost.shell.inline_effects import everywhere

        commands = tuple(commands)
        everywhere(found, commands, did)
    for command in commands:
        found.command, found.cwd = command, command.cwd
        found.does = found.did.get(id(command)) if did else None
        _program(found, command)
        if found.does is not None:
            from guardhost.shell.inline_effects import replay

            replay(found, found.does)
        for redirect in command.redirects:
            _redirect(found, command, redirect)
    return found


def _runs_code(command: Command) -> bool:
    name = command.program
    return name in CODE or name.rstrip("0123456789.") in CODE or (not name and not command.word.known) or bool(command.path)


def _program(found: Found, command: Command) -> None:
    name = command.program
    if not name:
        found.unknown = found.unknown or not command.word.known or bool(command.word)
        return
    from guardhost.shell.programs_table import MORE, RARE, ROWS

    row = ROWS.get(name) or ROWS.get(name.rstrip("0123456789."))
    if row is None and name in RARE:
        from guardhost.shell import rare_table

        row = rare_table.ROWS[name]
    elif row is None and name in MORE:
        from guardhost.shell import more_table

        row = more_table.ROWS[name]
    before = len(found.touches)
    if row is not None:
        row(found, command.args)
    if name in LISTERS or (command.vcs is not None and command.vcs.subcommand in ("ls-files", "diff", "status")):
        seen = {t.path: t.pattern for t in tuple(found.touches.values())[before:] if t.kind == READ and t.path}
        found.listed.update(seen or ({found.cwd: False} if found.cwd else {}))


def _redirect(found: Found, command: Command, redirect: Redirect) -> None:
    if redirect.op in ("<<", "<<-", "<<<", "<&"):
        return
    if not redirect.writes:
        if redirect.op == "<":
            found.add(READ, redirect.target)
        return
    if redirect.op in (">>", "&>>"):
        found.add(APPEND, redirect.target, text=_said(command, redirect))
    elif redirect.op == "<>":
        found.add(WRITE, redirect.target)
    else:
        found.add(WRITE, redirect.target, overwrites=True, text=_said(command, redirect))


def _said(command: Command, redirect: Redirect) -> str | None:
    """Return the text that a redirection writes, None when it is not literal."""
    if redirect.fd not in (None, 1) or any(not word.known or word.pattern for word in command.args):
        return None
    if not command.program and command.word.known:
        return ""
    if command.program == "cat" and not command.args:
        return command.stdin
    if command.program in (":", "true") or (command.program == "cat" and set(command.args) == {"/dev/null"}):
        return ""
    from guardhost.shell.internal import said

    return said([command.program, *map(str, command.args)], command.cwd)


def _is_network(command: Command) -> bool:
    if command.vcs is not None:
        return command.vcs.subcommand in _VCS_NETWORK
    return command.program in NETWORK
