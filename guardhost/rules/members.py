"""A call as rules see it: a host's tool call as itself, a shell line as the structured calls of its programs."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.model.structured import head
from guardhost.shell.scope import against

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from guardhost.model.event import Event
    from guardhost.model.line import Command
    from guardhost.model.structured import Call
    from guardhost.shell.reading import Reading

    # A program by the specs of rule files, and which of its arguments these say to be paths, or none
    Own = Callable[[Command], tuple[Call, Mapping[str, bool]] | None]
    Face = tuple[str, Mapping[str, Any]]  # the name of a tool, and the arguments that the call has under it

PATHS = frozenset((
    "path", "paths", "file", "files", "directory", "sources", "destination", "destination_dir", "of", "if", "archive",
    "input", "patchfile", "patches", "script_file", "program_file", "output", "output_document", "upload_file", "file_path",
    "notebook_path", "redirect_to", "overwrite_to", "redirect_from", "source", "target", "target_directory", "filename",
    "kubeconfig", "out", "plan", "var_file", "identity_file", "env_file", "outdir", "outfile", "homedir", "keyout",
    "coverprofile", "justfile", "cookie_jar", "build_folder", "cacert", "ca_certificate", "userconfig", "work_tree",
    "client_key", "client_certificate", "certificate_authority", "tlskey", "tlscert", "tlscacert", "signkey",
))  # fmt: skip
# Arguments that hold a path where a tool has them, and something else where another one has.
PATHS_OF = frozenset((
    "python script", "node script", "perl script", "ssh identity", "scp identity", "sftp identity", "age identity",
    "sqlite3 database", "curl key", "curl cert", "wget private_key", "wget directory_prefix", "docker_build context",
    "helm_install values", "helm_upgrade values", "helm_template values", "helm_lint values",
    "terraform_init backend_config",
    "rsync files_from", "rsync exclude_from", "tar files_from", "tar exclude_from", "pip_install src", "pnpm dir",
))  # fmt: skip
# Calls whose files are partly said by what they read, or by where they write an address.
DERIVED = ("git_apply", "git_am", "patch", "curl", "wget")
MOVED = ("make", "gmake", "ninja", "uv_run")  # they go to their `directory` first
TRUNCATES = (">", ">|", "&>", "<>")
SINKS = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/tty", "/dev/zero", "/dev/full", "/dev/random")


class Member:
    """One call. `faces` are the names that it answers to with the arguments that it has under each.

    `loose` are words on the line that may add an option, or several words; `odd` are options that the specs do not know,
    and `doubt` is what arguments are where each of those takes the word behind it.
    `certain` says that it certainly runs; `number` is its place on the line.
    """

    __slots__ = ("certain", "command", "cwd", "doubt", "faces", "loose", "marks", "number", "odd", "program", "seen")

    def __init__(self, faces: tuple[Face, ...], cwd: str | None) -> None:
        self.faces = faces
        self.cwd = cwd
        self.certain = True
        self.number = 0
        self.loose: tuple[str, ...] = ()
        self.odd: tuple[str, ...] = ()
        self.doubt: Mapping[str, Any] = {}
        self.marks: Mapping[str, bool] = {}  # the arguments that a spec of a rule file says are paths, or none
        self.program = ""
        self.command: Command | None = None
        self.seen: dict[Any, Any] = {}  # what was worked out of its values, for this one judgement

    @property
    def name(self) -> str:
        """The name that it is known by."""
        return self.faces[0][0]

    @property
    def args(self) -> Mapping[str, Any]:
        """The arguments under its own name."""
        return self.faces[0][1]

    def is_path(self, name: str) -> bool:
        """Whether one of its arguments holds paths."""
        marked = self.marks.get(name)
        return (is_path(name) or f"{self.name} {name}" in PATHS_OF) if marked is None else marked


def is_path(name: str) -> bool:
    """Return whether an argument of this name holds paths."""
    return name in PATHS or name.endswith(("_path", "_paths", "_dir", "_directory", "_file"))


def of_tool(event: Event) -> Member:
    """Return the call of a host's own tool."""
    return Member(_tool_faces(event), event.cwd)


def _tool_faces(event: Event) -> tuple[Face, ...]:
    if event.tool:
        names: tuple[str, ...] = (event.tool,)
        if event.seam == "spawn" and event.tool in ("Task", "Agent"):
            names = (event.tool, "Agent" if event.tool == "Task" else "Task")
        return tuple((name, event.args) for name in names)
    if event.seam == "write" and event.writes:
        return _write_faces(event)
    spawn = event.spawn
    if spawn is None:
        return ((event.seam, {}),)
    name = "SendMessage" if spawn.kind == "continue" else "Agent"
    said = {
        "model": spawn.model,
        "subagent_type": spawn.agent_type,
        "description": spawn.description,
        "prompt": spawn.prompt,
    }
    args = {key: value for key, value in said.items() if value}
    if spawn.to:
        args["to"] = spawn.to
    return ((name, args), ("Task", args)) if name == "Agent" else ((name, args),)


def _write_faces(event: Event) -> tuple[Face, ...]:
    """Return an edit of the generic wire under the names that agents give it."""
    write = event.writes[0]
    if write.delete:
        return (("rm", {"paths": (write.path,)}),)
    if write.edits:
        return (
            ("MultiEdit", {"file_path": write.path, "edits": [{"old_string": a, "new_string": b} for a, b in write.edits]}),
        )
    if write.whole or not write.known:
        return (("Write", {"file_path": write.path, "content": write.content}),)
    return (("Edit", {"file_path": write.path, "old_string": write.old_text, "new_string": write.new_text}),)


def of_line(reading: Reading, own: Own | None = None) -> list[Member]:
    """Return the calls of a line in order, a wrapper's before the one that it wraps; `own` reads by specs of rule files."""
    from guardhost.calls.structured import structured

    found: list[Member] = []
    before: tuple[str, ...] = ()
    for number, (command, call) in enumerate(zip(reading.commands, structured(reading.commands), strict=True)):
        shared = 0
        while shared < min(len(before), len(command.wrappers)) and before[shared] == command.wrappers[shared]:
            shared += 1
        inside = (
            command.wrappers[shared:]
            if reading.commands[number - 1 : number] and _one(reading, number)
            else command.wrappers
        )
        found.extend(_wrapper(name, command, number) for name in inside)
        before = command.wrappers
        found.append(_member(command, call, number, own))
    return found


def _one(reading: Reading, number: int) -> bool:
    """Whether two programs that follow each other came out of one text that a wrapper was given."""
    return any(
        name in ("sh", "bash", "zsh", "dash", "ksh", "eval", "xargs", "find") for name in reading.commands[number].wrappers
    )


def _wrapper(name: str, command: Command, number: int) -> Member:
    own = Word(known=False, raw=f"the words of {name}")  # they are not kept
    member = Member(((name, {"argv": (own, command.word, *command.args)}),), command.cwd)
    member.certain, member.number, member.program = command.certain, number, name
    return member


def _member(command: Command, call: Call, number: int, own: Own | None) -> Member:
    from guardhost.calls.structured import plain, tool_name

    cwd = _works_in(command, call)
    effects = _redirects(command, absolute=cwd != command.cwd)
    args = {**call.args, "argv": command.args, **effects}
    if "destination_dir" in args and "destination" not in args:
        args["destination"] = args["destination_dir"]  # `cp -t out a` is `cp a out`
    if call.tool in DERIVED:
        from guardhost.rules.derived import derived

        args = derived(call.tool, args, command, cwd)
    faces: list[Face] = [(call.tool, args)]
    mine, marks = (own(command) if own is not None and command.program else None) or (None, {})
    if mine is not None:
        faces.append((mine.tool, {**mine.args, "argv": command.args, **effects}))
    spelled = (command.program, plain(command.program))
    names = {*spelled, *map(tool_name, spelled)} - {face[0] for face in faces} - {""}
    faces.extend((name, faces[0][1]) for name in sorted(names))
    member = Member(tuple(faces), cwd)
    member.marks = marks
    member.command, member.program = command, command.program
    member.certain, member.number = command.certain, number
    member.loose = tuple(word.raw for word in _before_dashes(command.args) if not word.known and not head(word))
    if "xargs" in command.wrappers:
        member.loose = (*member.loose, "what xargs reads")
    member.odd = (call if mine is None else mine).unknown
    if member.odd:
        member.doubt = _doubt(command, call if mine is None else mine, own if mine is not None else None)
    return member


def _doubt(command: Command, call: Call, own: Own | None) -> dict[str, Any]:
    """Return the arguments that differ where each option that is not known takes the word behind it; None is absent."""
    from guardhost.calls.structured import structured

    words = command.args
    kept = [
        word
        for number, word in enumerate(words)
        if not number or words[number - 1] not in call.unknown or "=" in words[number - 1] or head(word)[:1] == "-"
    ]
    if len(kept) == len(words):
        return {}
    fewer = command.replace(args=tuple(kept))
    given = own(fewer) if own is not None else None
    other = given[0] if given is not None else structured((fewer,))[0]
    if other.tool != call.tool:
        return {}
    names = {*call.args, *other.args} - {"argv"}
    return {name: other.args.get(name) for name in names if call.args.get(name) != other.args.get(name)}


def _works_in(command: Command, call: Call) -> str | None:
    """Return the folder that a program's own words are read in: after `git -C`, `terraform -chdir`, `make -C`."""
    moved = call.args.get("chdir") or (call.args.get("directory") if call.tool in MOVED else None)
    if moved:
        folder = moved[-1] if isinstance(moved, tuple | list) else moved
        known = not isinstance(folder, Word) or (folder.known and not folder.pattern)
        return against(folder, command.cwd) if known and isinstance(folder, str) else None
    if command.vcs is None or command.vcs.directory == "":
        return command.cwd
    return against(command.vcs.directory, command.cwd) if command.vcs.directory is not None else None


def _before_dashes(words: tuple[Word, ...]) -> Iterator[Word]:
    for word in words:
        if word == "--":
            return
        yield word


def _redirects(command: Command, *, absolute: bool) -> dict[str, tuple[Word, ...]]:
    """Return what is written and read by redirections, under the names that rules have for it.

    `absolute`: the program works elsewhere than the shell that redirects it.
    """
    written: list[Word] = []
    truncated: list[Word] = []
    read: list[Word] = []
    for given in command.redirects:
        one = given
        if absolute and one.target.known and not one.target.pattern:
            one = one.replace(target=Word(against(one.target, command.cwd) or one.target))
        if one.target in SINKS or one.op in ("<<", "<<-", "<<<", "<&"):
            continue
        if not one.writes:
            if one.op != ">&":
                read.append(one.target)
            continue
        written.append(one.target)
        if one.op in TRUNCATES or one.op == ">&":
            truncated.append(one.target)
    named = {"redirect_to": written, "overwrite_to": truncated, "redirect_from": read}
    return {name: tuple(words) for name, words in named.items() if words}


def unknown_program(reading: Reading) -> str:
    """Return the word of a program on the line that is not known before the run, "" when each is known."""
    for command in reading.commands:
        if not command.program and (not command.word.known or command.word):
            return command.word.raw or "a text that is run"
        if command.program in ("source", ".") and command.args and not (_is_settled(command) or _is_there(command)):
            return f"{command.program} {command.args[0].raw}"
    return ""


def _is_settled(command: Command) -> bool:
    """Whether what a shell is to run in itself only sets up an environment; the reading tells where it does not."""
    from guardhost.shell.settled import start_file

    word = command.args[0]
    # What a `<(...)` says, or what the line made, is read, or stands on the list as unknown.
    return start_file(word) or word.raw.startswith("<(") or (word.known and word.endswith("/bin/activate"))


def _is_there(command: Command) -> bool:
    """Whether the file that a shell is to run in itself is there to be read."""
    from guardhost.world.files import exists

    word = command.args[0]
    path = against(word, command.cwd) if word.known and not word.pattern else None
    return path is not None and exists(path)
