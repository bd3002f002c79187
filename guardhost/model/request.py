"""What a judge receives: frozen, typed, picklable, and constructible by hand in a policy's own tests."""

from __future__ import annotations

from guardhost.model.glob import matches
from guardhost.model.line import Command, Redirect, VcsCall, Word
from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

__all__ = [
    "Binary",
    "Call",
    "Change",
    "Checkout",
    "Command",
    "CommandRequest",
    "Job",
    "JobList",
    "Redirect",
    "Repo",
    "Request",
    "SpawnRequest",
    "SpawnTarget",
    "Title",
    "ToolRequest",
    "VcsCall",
    "Word",
    "WriteRequest",
    "cut",
    "given",
    "head",
    "lazily",
]


class Call(Record):
    """A program as a structured call: `git push -uf origin main` is `git_push` with named arguments.

    `args` maps argument names to values; `unknown` lists the options that the spec does not know; `operands` are the
    words that are no options; `words` are the words after the program and its subcommands.
    """

    tool: str
    program: str = ""
    args: Mapping[str, Any] = {}
    unknown: tuple[str, ...] = ()
    operands: tuple[Word, ...] = ()
    words: tuple[Word, ...] = ()
    repeats: bool = False
    certain: bool = True
    cwd: str | None = None
    names: Mapping[str, str] = {}

    def flag(self, *names: str) -> bool:
        """Return whether one of these options is given and on (`--watch`, `-w`, `--watch=true`; not `--watch=false`)."""
        return any(self._given(name, flag=True) not in (None, False, "false", "0", "no") for name in names)

    def option(self, *names: str) -> Word | None:
        """Return the value of the first of these options that is given, the last if several, None when none is."""
        for name in names:
            value = self._given(name, flag=False)
            if isinstance(value, Word):
                return value
            if isinstance(value, tuple | list) and value:
                return value[-1] if isinstance(value[-1], Word) else Word(str(value[-1]))
            if value is not None and value is not False:
                return Word(str(value)) if value is not True else Word("")
        return None

    def _given(self, name: str, *, flag: bool) -> Any:
        key = self.names.get(name)
        if key is not None:
            return self.args.get(key)
        opposite = self.names.get("--" + name.removeprefix("--no-"))
        if opposite is not None:  # `--no-tags`, where the spec has `--tags`
            return self.args.get(opposite) is False or self.args.get("no_" + opposite)
        if self.names and not any(word.startswith(name) for word in self.unknown):
            return None  # the spec knows each option of the line, so what looks like this one is a value
        return given(self.words, name, flag=flag)


def given(words: tuple[Word, ...], name: str, *, flag: bool = False) -> Any:
    """Return how an option without a spec stands among words, None when it does not: True, or the word that is its value.

    Reads `--name`, `--name=value`, `--name value`, `-n`, `-nvalue`, `-n value` and `-n` in a bundle of letters (`-rf`);
    stops at `--`; the last one counts. With `flag` the next word is never its value.
    """
    found: Any = None
    for at, word in enumerate(words):
        if word == "--":
            break
        text = head(word)
        following = words[at + 1] if at + 1 < len(words) and not flag else None
        alone = following if following is not None and not following.startswith("-") else True
        if text == name and word.known:
            found = alone
        elif len(name) > 2 and text.startswith(name + "="):
            found = cut(word, len(name) + 1)
        elif len(name) == 2 and len(text) > 1 and text[0] == "-" and text[1] != "-":
            found = _lettered(word, text, name, alone) or found
    return found


def _lettered(word: Word, text: str, name: str, alone: Any) -> Any:
    """Return how a letter stands in a word such as `-rf` or `-n5`, None when it does not."""
    if text.startswith(name) and (len(text) > 2 or not word.known):
        return cut(word, 2)
    letters = text[1:]
    if not (letters.isalpha() and name[1] in letters):
        return None
    return alone if letters.endswith(name[1]) else True


def cut(word: Word, length: int) -> Word:
    """Return a word without its first `length` characters, which must be known."""
    raw = word.raw[length:] if word.raw.startswith(head(word)[:length]) else word.raw
    if word.known:
        return Word(str(word)[length:], raw=raw, pattern=word.pattern)
    return Word(known=False, raw=raw, parts=(head(word)[length:], *word.parts[1:]))


def head(word: Word) -> str:
    """Return what is certain of a word's beginning."""
    return str(word) if word.known else (word.parts[0] or "" if word.parts else "")


class Checkout(Record):
    """The checkout that a push or a commit runs in. `branch` is "" on a detached HEAD; `base` "" if there is none."""

    branch: str = ""
    remote_branches: tuple[str, ...] = ()
    base: str = ""


class Job(Record):
    """A unit of work handed to a subagent. Times are Unix seconds."""

    id: str
    parent: str = ""
    title: str = ""
    criteria: str = ""
    checkpoint: str = ""
    write_paths: tuple[str, ...] = ()
    deny_paths: tuple[str, ...] = ()
    read_paths: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()
    model: str = ""
    check: str = ""
    state: str = ""
    holder: str = ""
    read_only: bool = False
    created: float = 0.0
    updated: float = 0.0
    deadline: float = 0.0
    result: str = ""

    @property
    def live(self) -> bool:
        """Whether it has not ended: declared, running or exited."""
        return self.state in ("declared", "running", "exited")


class JobList(Record):
    """The jobs of the checkout; iterates over them."""

    jobs: tuple[Job, ...] = ()

    def __iter__(self) -> Any:
        return iter(self.jobs)

    def __len__(self) -> int:
        return len(self.jobs)


class Binary(Record):
    """The guardhost that judges: its path with links resolved, its version, its build stamp ("" if it has none)."""

    path: str = ""
    version: str = ""
    stamp: str = ""


class Request(Record):
    """What every request has in common."""

    host: str = ""
    session: str = ""
    agent: str = ""
    parent: str = ""
    role: str = "root"
    lease: Job | None = None
    workspace: str = ""
    unattended: bool = False
    time: float = 0.0  # Unix seconds


class CommandRequest(Request):
    """A shell line. When `readable` is False, `commands` and `calls` are EMPTY and say nothing."""

    command: str = ""
    description: str = ""
    readable: bool = True
    commands: tuple[Command, ...] = ()
    calls: tuple[Call, ...] = ()  # worked out when a judge first looks at them, where `lazily` said how
    checkout: Checkout | None = None
    dir: str = ""
    read_only: bool = False


class _Calls:
    """`CommandRequest.calls` of a request that was not given any: worked out on the first look, by whoever was lent."""

    def __get__(self, request: CommandRequest | None, owner: type) -> tuple[Call, ...]:
        made = request.__dict__.pop(_HOW, None) if request is not None else None
        if made is None or request is None:
            return ()
        calls: tuple[Call, ...] = made(request.commands)
        request.__dict__["calls"] = calls
        return calls


_HOW = "_how"
CommandRequest.calls = _Calls()  # type: ignore[assignment] # reads like the field that it stands for


def lazily(request: CommandRequest, how: Callable[[tuple[Command, ...]], tuple[Call, ...]]) -> CommandRequest:
    """Return the request, its `calls` worked out by `how` (a function of a module) when a judge first looks at them."""
    request.__dict__[_HOW] = how
    return request


class WriteRequest(Request):
    """A file edit. `known` False is a shape that we do not read: the texts are empty and UNKNOWN."""

    path: str = ""
    real_path: str = ""
    content: str = ""
    old_text: str = ""
    new_text: str = ""
    edits: tuple[tuple[str, str], ...] = ()
    known: bool = True


class Change(Request):
    """One file that a call changes, by whatever channel. `before` and `after` are None when unknown or none."""

    path: str = ""
    real_path: str = ""
    kind: str = "write"
    via: str = ""
    before: str | None = None
    after: str | None = None

    @property
    def added_lines(self) -> tuple[str, ...]:
        """The lines of `after` that `before` has not, in order; all of them when `before` is unknown or none."""
        if self.after is None:
            return ()
        old: dict[str, int] = {}
        for line in (self.before or "").splitlines():
            old[line] = old.get(line, 0) + 1
        added = []
        for line in self.after.splitlines():
            if old.get(line, 0) > 0:
                old[line] -= 1
            else:
                added.append(line)
        return tuple(added)

    def matches(self, pattern: str) -> bool:
        """Return whether the file fits a glob, relative to the workspace unless the pattern is absolute; links resolved."""
        root = self.workspace.rstrip("/")
        spellings = {self.path, self.real_path}
        for path in (self.path, self.real_path):
            if root and path.startswith(root + "/"):
                spellings.add(path[len(root) + 1 :])
        return any(matches(path, pattern) for path in spellings if path)


class SpawnTarget(Record):
    """The agent that a message goes to; None where nothing was seen of it. `idle_ms` is in milliseconds."""

    agent: str = ""
    idle_ms: int | None = None
    description: str = ""
    model: str = ""
    context_tokens: int | None = None


class Title(Record):
    """A spawn's description read as `<parent>/<role> <job>`; parts that are not there are ""."""

    parent: str = ""
    role: str = ""
    job: str = ""


class SpawnRequest(Request):
    """A subagent started or messaged; the common fields are the CALLER's."""

    kind: str = "spawn"
    model: str = ""
    agent_type: str = ""
    description: str = ""
    name: str = ""
    prompt: str = ""
    background: bool = False
    isolated: bool = False
    depth: int = 0
    live: int = 0
    target: SpawnTarget | None = None

    @property
    def title(self) -> Title:
        """The description as `<parent>/<role> <job>`."""
        head, _, job = self.description.partition(" ")
        parent, slash, role = head.rpartition("/")
        return (
            Title(parent=parent, role=role if slash else "", job=job.strip()) if slash else Title(role=head, job=job.strip())
        )


class ToolRequest(Request):
    """Any other tool call. `tool` is the host's name, MCP as `mcp__server__tool`; `args` as sent."""

    tool: str = ""
    args: Mapping[str, Any] = {}
    read_only: bool = False


class Repo(Record):
    """Facts of the repository, each asked from the host when it is read.

    `branch` is "" when detached; `default_branch` "" when unknown; `dirty` says whether tracked files differ from HEAD.
    """

    ask: Callable[..., Any] | None = None

    @property
    def branch(self) -> str:
        """The branch that HEAD is on, "" when detached or without a repository."""
        return str(self._fact("branch"))

    @property
    def default_branch(self) -> str:
        """The remote's default branch as of the last fetch, "" when unknown."""
        return str(self._fact("default_branch"))

    @property
    def dirty(self) -> bool:
        """Whether the checkout has changes that are not committed."""
        return self._fact("dirty") == "1"

    @property
    def unpushed(self) -> int | None:
        """How many commits of HEAD no remote has, None when unknown."""
        count = self._fact("unpushed")
        return int(count) if count else None

    def tracked(self, path: str) -> bool:
        """Return whether git tracks the file."""
        return self._fact("tracked", path) == "1"

    def _fact(self, name: str, path: str = "") -> str:
        if self.ask is None:
            return ""
        return str(self.ask(name, path))
