"""`code-injection`: options and variables that run code where nobody expects any."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.git_acts import acts
from guardhost.builtin.git_keys import configured, is_harmless_program, runs_a_program
from guardhost.builtin.ground import ground
from guardhost.builtin.injectors import by_option
from guardhost.builtin.paths import fold, normal
from guardhost.builtin.registries import by_source, redirected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.builtin.git_acts import Act
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.effects import Touch
    from guardhost.model.line import Word
    from guardhost.model.verdict import Answer

    Found = tuple[str, str]

ID = "code-injection"
# Variables whose value is a program; a harmless one passes.
_PROGRAMS = (
    "GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND", "GIT_SSH", "GIT_PAGER", "PAGER", "GIT_EDITOR", "EDITOR", "VISUAL", "GH_PAGER",
    "GIT_SEQUENCE_EDITOR", "GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND", "MANPAGER", "BROWSER", "LESSOPEN", "LESSCLOSE",
    "SUDO_ASKPASS", "SUDO_EDITOR", "GH_BROWSER", "GH_EDITOR", "SYSTEMD_PAGER", "DELTA_PAGER", "BAT_PAGER", "RSYNC_RSH",
    "CVS_RSH", "SVN_SSH", "TEXEDIT", "FCEDIT", "PSQL_PAGER", "PSQL_EDITOR",
)  # fmt: skip
# Variables that load code into whatever is started next.
_LOADS = (
    "LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "BASH_ENV", "PROMPT_COMMAND", "PERL5OPT", "PERL5DB", "RUBYOPT",
    "PYTHONSTARTUP", "PYTHONHOME", "PYTHONINSPECT", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "GIT_EXEC_PATH",
    "GIT_TEMPLATE_DIR", "BASH_FUNC_", "PYTHONBREAKPOINT", "LUA_INIT", "NODE_REPL_EXTERNAL_MODULE", "ZDOTDIR", "ENV",
    "SHELLOPTS", "PS4", "GCONV_PATH", "PSQLRC", "IRBRC", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
)  # fmt: skip
# Variables that say where code is looked for.
_SEARCHED = (
    "PYTHONPATH",
    "NODE_PATH",
    "PERL5LIB",
    "RUBYLIB",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "GEM_PATH",
    "LUA_PATH",
)
_TOOLS = (".local/bin", ".cargo/bin", ".venv/bin", "venv/bin", "env/bin", "node_modules/.bin", "go/bin", ".bun/bin",
    ".deno/bin",
          ".nvm", ".pyenv", ".rbenv", ".asdf", ".volta", "bin", "vendor/bin", "flutter/bin", ".dotnet", ".pixi/bin",
          ".tox", ".rye/shims", "build/bin", ".direnv", "miniconda3/bin", "anaconda3/bin")  # fmt: skip
_PLACES = ("/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin", "/usr/sbin")
_LOADERS = ("--require", "-r ", "--import", "--loader", "--experimental-loader")


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny configuration that runs code, ask about options and variables that do."""
    told: list[Found] = [found for name, value in _variables(matter) if (found := _by_variable(name, value, matter))]
    told.extend(("ask", what) for touch in matter.effects.changes if (what := _planted(touch, matter)))
    for act in acts(matter):
        told.extend(_by_git(act, matter))
    told.extend(("ask", what) for command in matter.commands if (what := by_option(command) or by_source(command)))
    for command in matter.commands:
        if not command.program and not command.word.isascii():
            from guardhost.builtin.lookalikes import meant

            if name := meant(command):
                told.append(("ask", f"`{command.word}` looks like `{name}` and is another program."))
    return tuple(answer(ID, decision, what) for decision, what in dict.fromkeys(told))


def _planted(touch: Touch, matter: Matter) -> str:
    """A program of the system's name in a folder that this session has put in front of PATH."""
    folder, _, name = touch.path.rpartition("/")
    if touch.kind == "delete" or not name or matter.remembered is None or not matter.remembered(f"path:{folder}"):
        return ""
    known = any(matter.kind(f"{place}/{name}") for place in _PLACES) if matter.kind is not None else False
    return f"`{touch.raw or touch.path}` would stand in for `{name}` on every later line." if known else ""


def _variables(matter: Matter) -> Iterator[tuple[str, Word]]:
    yield from matter.assignments
    for command in matter.commands:
        yield from command.env
        if command.program in ("export", "declare", "typeset", "readonly", "env"):
            for word in command.args:
                name, equals, value = word.partition("=")
                if equals and name.replace("_", "").isalnum():
                    yield name, type(word)(value, raw=word.raw)


def _by_variable(name: str, value: Word, matter: Matter) -> Found | None:
    text = str(value)
    if _is_put_back(name, value, matter):
        return None
    if name == "PATH":
        return _path(value, matter)
    if name in _PROGRAMS:
        if value.known and is_harmless_program(text):
            return None
        return ("ask", f"`{name}` names a program that another one would run.")
    if name in ("NODE_OPTIONS", "BUN_OPTIONS"):
        return (
            ("ask", f"`{name}` loads code into every such program.") if any(one in f"{text} " for one in _LOADERS) else None
        )
    if name in _SEARCHED:
        open_ = [one for one in text.split(":") if ground(matter).zone(fold(normal(matter.event.cwd, one))) == "temporary"]
        return ("ask", f"`{name}` lets code be loaded from a temporary folder.") if text and value.known and open_ else None
    if name in ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"):
        return ("ask", f"`{name}` loads an agent into every such program.") if "-javaagent" in text else None
    if name in _LOADS or name.startswith("BASH_FUNC_"):
        return None if _is_empty(name, value) else ("ask", f"`{name}` runs or loads code in whatever starts next.")
    return None


def _is_put_back(name: str, value: Word, matter: Matter) -> bool:
    """Whether a variable gets what another one kept of it (`PATH="${_OLD_VIRTUAL_PATH:-}"`), or what was judged above."""
    raw = value.raw.strip("\"'")
    if value.known:
        return False
    if raw[:1] != "$":
        return raw == name and any(one == name and word.raw != name for one, word in matter.assignments)
    kept = raw[1:].strip("{}").removesuffix(":-").removesuffix("-")
    return kept.replace("_", "").isalnum() and kept != name and kept.endswith(name)


def _is_empty(name: str, value: Word) -> bool:
    if name == "PS4":
        return "$(" not in value.raw and "`" not in value.raw
    if name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "ENV", "PYTHONINSPECT"):
        return not (value.startswith(("/tmp/", "./", "../")) or "/tmp/" in value)  # noqa: S108 - compared
    return value.known and str(value) in ("", "/dev/null", "0", "sccache", "ccache", "ipdb.set_trace", "pdb.set_trace")


def _path(value: Word, matter: Matter) -> Found | None:
    """A folder in front of PATH in which anyone could put a program of a known name."""
    raw = value.raw.strip("\"'")
    cut = raw.find("$PATH") if "$PATH" in raw else raw.find("${PATH")
    front = raw[:cut] if cut > 0 else "" if cut == 0 else raw
    if not front:
        return None
    known = str(value) if value.known else str(value.parts[0] or "") if value.parts else ""
    for entry in known.split(":") if known else front.split(":"):
        if _is_open(entry.strip("\"'"), matter):
            return ("ask", f"`{entry}` comes in front of every other folder of programs.")
    return None


def _is_open(entry: str, matter: Matter) -> bool:
    if not entry or entry.startswith(("$", "~", "`")):
        return False
    path = fold(normal(matter.event.cwd, entry))
    zone = ground(matter).zone(path)
    tools = any(path.endswith(f"/{tool}") or f"/{tool}/" in path for tool in _TOOLS)
    return zone == "temporary" or (zone == "work" and not tools)


def _by_git(act: Act, matter: Matter) -> Iterator[Found]:
    vcs = act.command.vcs
    for word in act.command.args:
        if word.startswith("ext::") or "=ext::" in word:
            yield ("deny", "`ext::` runs a program in the place of a remote.")
        elif word.startswith(("ssh://-", "-oProxyCommand", "--upload-pack=", "--receive-pack=")) and "ProxyCommand" in word:
            yield ("deny", "The host's name is an option that runs a program.")
    for key, value in configured(act, matter):
        if runs_a_program(key) and not (value is not None and is_harmless_program(str(value))):
            yield ("deny", f"`{key}` is a program that git runs by itself.")
        elif act.name.startswith("config") and (what := redirected(key, str(value or ""))):
            yield ("ask", what)
        elif key == "protocol.ext.allow" and (value is None or str(value).lower() != "never"):
            yield ("deny", "`protocol.ext.allow` lets a remote be a program.")
        elif key.startswith("alias.") and (value is None or value.startswith("!")) and act.name.startswith("config"):
            yield ("ask", f"`{key}` is a shell command under a name of git's.")
    if act.given("upload_pack", "receive_pack") and not all(
        is_harmless_program(str(word)) or word.startswith("git") for word in act.words("upload_pack", "receive_pack")
    ):
        yield ("ask", "`--upload-pack` names the program that runs in the remote's place.")
    if vcs is not None and matter.remembered is not None and matter.remembered(f"alias:{vcs.subcommand}"):
        yield ("ask", f"`git {vcs.subcommand}` is an alias that this session has set.")
