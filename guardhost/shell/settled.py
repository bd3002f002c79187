"""Texts that a shell takes from elsewhere and whose effect is settled: they set up an environment and run nothing of a line.

`eval "$(ssh-agent -s)"`, `source <(kubectl completion bash)`, `. ~/.nvm/nvm.sh`: what such a tool says, or such a file
holds, comes with the tool. What the line has made itself, or takes from another place, is none of these.
"""

from __future__ import annotations

from guardhost.model.line import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.programs import Program
    from guardhost.shell.scope import Run, Scope

# Programs that print settings for a shell, and the first of their words with which they do: "" for none, "*" for any.
_SAYING: dict[str, tuple[str, ...]] = {
    "ssh-agent": ("", "-s", "-c", "-k", "-t", "-a"), "gpg-agent": ("--daemon",), "keychain": ("--eval", "-q"),
    "direnv": ("hook",), "brew": ("shellenv",), "pyenv": ("init", "virtualenv-init"), "rbenv": ("init",),
    "nodenv": ("init",), "jenv": ("init",), "goenv": ("init",), "plenv": ("init",), "phpenv": ("init",),
    "fnm": ("env",), "mise": ("activate", "env"), "rtx": ("activate", "env"), "starship": ("init",), "zoxide": ("init",),
    "atuin": ("init",), "thefuck": ("--alias",), "conda": ("shell.bash", "shell.zsh", "shell.posix"),
    "mamba": ("shell.bash", "shell.zsh", "shell"), "micromamba": ("shell",), "opam": ("env",), "luarocks": ("path",),
    "dircolors": ("", "-b", "--sh", "--bourne-shell"), "lesspipe": ("", "*"), "lesspipe.sh": ("", "*"), "resize": ("", "*"),
    "minikube": ("docker-env", "podman-env"), "docker-machine": ("env",), "kubectl": ("completion",),
    "helm": ("completion",), "gh": ("completion",), "glab": ("completion",), "docker": ("completion",),
    "npm": ("completion",), "pip": ("completion",), "poetry": ("completions",), "uv": ("generate-shell-completion",),
    "rustup": ("completions",), "register-python-argcomplete": ("*",),
    "fzf": ("--bash", "--zsh"), "devbox": ("global",), "asdf": ("completion",), "stern": ("--completion",),
}  # fmt: skip
# How the paths end of the files that a tool or a system puts there to be sourced, and where they lie.
_FILES = (
    "/.nvm/nvm.sh", "/.nvm/bash_completion", "/.sdkman/bin/sdkman-init.sh", "/.asdf/asdf.sh", "/libexec/asdf.sh",
    "/etc/profile.d/conda.sh", "/etc/profile.d/mamba.sh", "/.cargo/env", "/.ghcup/env", "/.local/bin/env", "/.fzf.bash",
    "/.opam/opam-init/init.sh", "/.rvm/scripts/rvm", "/google-cloud-sdk/path.bash.inc", "/emsdk/emsdk_env.sh",
    "/bash-completion/bash_completion", "/etc/profile", "/etc/bash.bashrc", "/.bashrc", "/.bash_profile", "/.profile",
    "/.zshrc", "/.zprofile", "/setup.bash", "/esp-idf/export.sh", "/setvars.sh",
)  # fmt: skip
_PLACES = ("~/", "$HOME/", "${HOME}/", "/etc/", "/usr/", "/opt/")
# Such files by a variable or a program that says where the tool lies.
_TOLD = (
    "$NVM_DIR/nvm.sh", "${NVM_DIR}/nvm.sh", "$NVM_DIR/bash_completion", "$SDKMAN_DIR/bin/sdkman-init.sh",
    "$(conda info --base)/etc/profile.d/conda.sh", "$(brew --prefix asdf)/libexec/asdf.sh", "$(brew --prefix nvm)/nvm.sh",
    "$(brew --prefix)/opt/nvm/nvm.sh", "$ASDF_DIR/asdf.sh", "$CARGO_HOME/env",
)  # fmt: skip
_VARIABLES = ("NVM_DIR", "SDKMAN_DIR", "ASDF_DIR", "CARGO_HOME", "HOME")


def start_file(word: Word) -> bool:
    """Return whether a word names, as it is written, a file that a tool of the person puts there to be sourced."""
    raw = word.raw.replace('"', "").replace("'", "")
    if raw in _TOLD:
        return True
    return word.known and raw.startswith(_PLACES) and ".." not in raw and raw.endswith(_FILES)


def sourced(run: Run, scope: Scope, program: Program, word: Word) -> bool:
    """Note that a start file is sourced; False where the line may mean, or may have made, another one."""
    if not start_file(word) or any(name in scope.variables for name in _VARIABLES):
        return False
    if any(touched.program in ("ln", "cp", "mv", "curl", "wget", "tee", "tar") for touched in run.commands):
        return False
    if any(redirect.writes and redirect.target != "/dev/null" for one in run.commands for redirect in one.redirects):
        return False
    set_up(run, scope, program.via[-1])
    return True


def said(run: Run, scope: Scope, word: Word) -> bool:
    """Return whether a word is the output of one program alone that prints settings for a shell."""
    raw = word.raw.strip('"')
    for start, end in (("$(", ")"), ("`", "`"), ("<(", ")")):
        if raw.startswith(start) and raw.endswith(end) and run.reads is not None:
            return _is_saying(run, scope, raw[len(start) : -len(end)])
    return False


def _is_saying(run: Run, scope: Scope, text: str) -> bool:
    from guardhost.shell.programs import SYSTEM, base_name
    from guardhost.shell.walk import as_nodes

    nodes = run.reads(text) if run.reads is not None else None
    found = as_nodes(nodes) if nodes else ()
    if len(found) != 1 or found[0].kind != "simple" or found[0].assigns or "PATH" in scope.variables:
        return False
    written = found[0].words or ()
    if not written or any(piece.kind != "text" for word in written for piece in word.pieces):
        return False
    words = [Word("".join(piece.text for piece in word.pieces)) for word in written]
    name = base_name(words[0])
    if name in scope.functions or ("/" in words[0] and not words[0].startswith(SYSTEM)):
        return False
    verbs = _SAYING.get(name, ())
    return "" in verbs if len(words) == 1 else "*" in verbs or str(words[1]) in verbs


# Programs that build or install what the line runs then: its code is no other than in a call of its own.
_BUILDERS = frozenset((
    "gcc", "g++", "cc", "c++", "clang", "clang++", "rustc", "go", "ld", "javac", "npm", "pnpm", "yarn", "bun", "python",
    "python3", "virtualenv", "uv",
))  # fmt: skip


def built(run: Run, path: str) -> bool:
    """Return whether a file that the line makes comes from a compiler, an installer, or a fresh environment of Python."""
    from guardhost.shell.effects import touched

    found = [
        touch
        for touch in touched(run.commands, run.lent, tuple(run.did))
        if touch.kind != "read" and touch.path and (touch.path == path or path.startswith(touch.path.rstrip("/") + "/"))
    ]
    fresh = "/.venv/bin/" in path and any(one.program == "uv" and one.args == ("venv",) for one in run.commands)
    return all(_builds(run, touch.via, path) for touch in found) if found else fresh


def _builds(run: Run, via: str, path: str) -> bool:
    if via in ("npm", "pnpm", "yarn", "bun"):
        return "/node_modules/" in path
    if via.startswith("python") or via in ("virtualenv", "uv"):
        makes = [one for one in run.commands if one.program == via]
        return "/bin/" in path and all(one.args[:2] == ("-m", "venv") or via in ("virtualenv", "uv") for one in makes)
    return via in _BUILDERS


def set_up(run: Run, scope: Scope, what: str) -> None:
    """Note that the environment changes, each variable may have another value, and nothing else is run."""
    run.acts = run.acts or what
    run.assignments.append(("", Word(known=False)))
    scope.variables = dict.fromkeys((*scope.variables, "IFS", "\0any"))
