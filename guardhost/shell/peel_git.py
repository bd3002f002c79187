"""What a git call starts: its options with a command, settings that run one, remote helpers, aliases of the repository."""

from __future__ import annotations

from guardhost.model.line import VcsCall, Word
from guardhost.shell.peel import payload
from guardhost.shell.programs import GIT_ALONE, emit, record
from guardhost.shell.scope import against, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command
    from guardhost.shell.programs import Program
    from guardhost.shell.scope import Run, Scope

# Settings whose value is a command, by how their names start and end.
_COMMANDS = (
    ("core.fsmonitor", ""), ("core.pager", ""), ("core.editor", ""), ("core.sshcommand", ""), ("core.askpass", ""),
    ("core.gitproxy", ""), ("core.alternaterefscommand", ""), ("diff.external", ""), ("diff.", ".command"),
    ("diff.", ".textconv"), ("sequence.editor", ""), ("merge.", ".driver"), ("mergetool.", ".cmd"), ("difftool.", ".cmd"),
    ("filter.", ".clean"), ("filter.", ".smudge"), ("filter.", ".process"), ("gpg.program", ""), ("gpg.", ".program"),
    ("uploadpack.packobjectshook", ""), ("interactive.difffilter", ""), ("pager.", ""), ("man.", ".cmd"),
    ("browser.", ".cmd"), ("web.browser", ""), ("remote.", ".uploadpack"), ("remote.", ".receivepack"),
    ("sendemail.sendmailcmd", ""), ("instaweb.httpd", ""), ("trailer.", ".command"), ("trailer.", ".cmd"),
)  # fmt: skip
_SWITCHES = frozenset(("", "true", "false", "yes", "no", "on", "off", "0", "1", "cat"))
# Options of commands whose value is a program, which git runs in a shell.
_PROGRAMS = {
    "ls-remote": ("--upload-pack", "--exec"), "fetch": ("--upload-pack",), "pull": ("--upload-pack",),
    "clone": ("--upload-pack",), "fetch-pack": ("--upload-pack", "--exec"), "push": ("--receive-pack", "--exec"),
    "send-pack": ("--receive-pack", "--exec"), "archive": ("--exec",), "difftool": ("--extcmd",),
    "grep": ("--open-files-in-pager",), "send-email": ("--sendmail-cmd",),
}  # fmt: skip
MOST_ALIASES = 5


def git(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """git is a program itself; what it starts is recorded behind it."""
    record(run, scope, program.replace(via=program.via[:-1]), name, program.words[0], program.words[1:])
    command = run.commands[-1]
    inside = program.replace(certain=False, redirects=(), stdin=None, shell=0)
    if command.vcs is None:
        return True
    for text in (*_settings(command.vcs), *_options(command.vcs), *_helpers(command.vcs)):
        payload(run, scope, inside, text)
    from guardhost.shell.vcs import started

    for found in started(command.vcs):
        if isinstance(found, tuple):
            emit(run, scope, inside.replace(words=found))
        else:
            payload(run, scope, inside, found)
    _aliased(run, scope, inside, command)
    return True


def _given(call: VcsCall) -> list[tuple[str, Word]]:
    """Return the settings that `-c` gives: (name in small letters, value)."""
    found: list[tuple[str, Word]] = []
    words = call.options + (call.args if call.subcommand in ("clone", "submodule") else ())
    for at, word in enumerate(words):
        setting = words[at + 1] if word in ("-c", "--config") and at + 1 < len(words) else None
        if setting is None and word.startswith("-c") and len(word) > 2 and "=" in word:
            setting = Word(word[2:], raw=word.raw)
        if setting is None and word.startswith("--config="):
            setting = Word(word[9:], raw=word.raw)
        if setting is not None:
            head = str(setting) if setting.known else str((setting.parts or ("",))[0] or "")
            key, _, value = head.partition("=")
            found.append((key.lower(), Word(value, raw=setting.raw) if setting.known else unknown(setting.raw)))
    return found


def _settings(call: VcsCall) -> list[Word]:
    out: list[Word] = []
    for key, value in _given(call):
        for start, end in _COMMANDS:
            if (key == start or (end and key.startswith(start)) or (start == "pager." and key.startswith(start))) and (
                key.endswith(end) and (not value.known or value.lower() not in _SWITCHES)
            ):
                out.append(value)
                break
        if key.startswith("credential") and key.endswith("helper") and (not value.known or value[:1] in ("!", "/")):
            out.append(Word(value.removeprefix("!"), raw=value.raw) if value.known else value)
    return out


def _options(call: VcsCall) -> list[Word]:
    out: list[Word] = []
    for at, word in enumerate(call.args):
        option, equals, value = word.partition("=")
        following = call.args[at + 1] if at + 1 < len(call.args) else Word("")
        programs = _PROGRAMS.get(call.subcommand, ())
        if len(option) > 2 and option.startswith("--") and any(one.startswith(option) for one in programs):
            out.append(Word(value, raw=word.raw) if equals else following)
        elif word in ("-u", "-x") and (word, call.subcommand) in (("-u", "clone"), ("-x", "difftool")):
            out.append(following)
        elif call.subcommand == "grep" and word.startswith("-O") and len(word) > 2:
            out.append(Word(word[2:], raw=word.raw))
    if call.subcommand == "config":
        out.extend(_set(call.args))
    return [word for word in out if word or not word.known]


def _set(args: tuple[Word, ...]) -> list[Word]:
    """Return the command that `git config` puts into a setting: it runs later."""
    words = [word for word in args if not word.startswith("-") or not word.known]
    words = words[1:] if words[:1] == ["set"] else words
    if len(words) < 2 or not words[0].known:
        return []
    key, value = words[0].lower(), words[1]
    if key.startswith("alias."):
        shell = value.known and value.startswith("!")
        return [Word(value[1:], raw=value.raw) if shell else Word(f"git {value}", known=value.known, raw=value.raw)]
    setting = Word("-c", raw="-c"), Word(f"{words[0]}={value}", known=value.known, raw=value.raw)
    return _settings(VcsCall(tool="git", options=setting)) if value.known else []


def _helpers(call: VcsCall) -> list[Word]:
    """Return what `ext::command` runs, as a remote."""
    return [Word(word[5:].replace("%S", "").strip(), raw=word.raw) for word in call.args if word.startswith("ext::")]


def _aliased(run: Run, scope: Scope, program: Program, command: Command) -> None:
    """Record what an alias stands for: one that the line gives, or one of the repository's or the person's own files."""
    call = command.vcs
    if call is None or not call.subcommand:
        return
    meaning = next((value for key, value in reversed(_given(call)) if key == f"alias.{call.subcommand.lower()}"), None)
    if meaning is None and call.subcommand not in GIT_ALONE:
        meaning = _configured(run, command, call.subcommand)
    if meaning is None or len(scope.wrappers + program.via) > MOST_ALIASES + 10:
        return
    if not meaning.known:
        payload(run, scope, program, meaning)
    elif meaning.startswith("!"):
        quoted = " ".join("'" + word.replace("'", "'\\''") + "'" if word.known else '"$UNKNOWN"' for word in call.args)
        payload(run, scope, program, Word(f"{meaning[1:]} {quoted}", raw=meaning.raw))
    else:
        from guardhost.shell.reader_plain import words

        found = words(str(meaning), "bash")
        if found is None:
            payload(run, scope, program, unknown(meaning.raw))
        elif str(found[0]) != call.subcommand:
            options = tuple(
                word for word in call.options if word not in ("--no-pager", "-p", "--paginate") and "alias." not in word
            )
            options = options[:-1] if options[-1:] == ("-c",) else options
            emit(run, scope, program.replace(words=(program.words[0], *options, *found, *call.args)))


def _configured(run: Run, command: Command, name: str) -> Word | None:
    """Return an alias of the repository's or the person's own files."""
    lent = run.lent
    if lent.file is None:
        return None
    folder = command.cwd or ""
    if command.vcs is not None and command.vcs.directory:
        folder = against(command.vcs.directory, command.cwd) or ""
    root = lent.root(folder) if lent.root is not None and folder else folder
    paths = [f"{root}/.git/config"] if root else []
    paths += [f"{lent.home}/.gitconfig", f"{lent.home}/.config/git/config"] if lent.home else []
    for path in paths:
        found = _alias_in(lent.file(path) or "", name.lower())
        if found is not None:
            return found
    return None


def _alias_in(text: str, name: str) -> Word | None:
    """Return the alias of a name in the text of a configuration, the last one that stands there."""
    inside, found = False, None
    for line in text.replace("\\\n", "").split("\n"):
        said = line.strip()
        if said.startswith("["):
            inside = said.lower().startswith("[alias]")
            said = said.partition("]")[2].strip()
        key, equals, value = said.partition("=")
        if inside and equals and key.strip().lower() == name:
            found = Word(_unquoted(value.strip()))
    return found


def _unquoted(value: str) -> str:
    """Return a value without its quotes and its comment."""
    out, quoted, at = "", False, 0
    while at < len(value):
        char = value[at]
        if char == "\\" and at + 1 < len(value):
            at += 1
            out += {"n": "\n", "t": "\t"}.get(value[at], value[at])
        elif char == '"':
            quoted = not quoted
        elif char in "#;" and not quoted:
            break
        else:
            out += char
        at += 1
    return out.strip()
