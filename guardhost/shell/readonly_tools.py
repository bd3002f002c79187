"""More programs that only read, by their verb: loaded when a line names one of them. To add one, add its row."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command, Word

VERSION = frozenset(("--version", "-V", "-v", "version", "--help", "-h", "help"))
# program -> (verbs that read, each with how its words begin; options of the program with a value; options that act).
_VERBS: dict[str, tuple[str, str, str]] = {
    "kubectl": (
        (
            "get, describe, logs, top, version, api-resources, api-versions, explain, cluster-info, auth can-i, "
            "auth whoami, config view, config current-context, config get-contexts, config get-clusters, config "
            "get-users, rollout status, rollout history, events, wait"
        ),
        "-n --namespace --context --cluster --user -s --server --request-timeout",
        "--kubeconfig --cache-dir --profile --output-directory dump --raw",
    ),
    "docker": (
        (
            "ps, images, logs, inspect, version, info, top, diff, history, port, stats, events, search, compose "
            "ps, compose logs, compose config, compose images, compose ls, compose top, compose version, compose "
            "port, image ls, image list, image inspect, image history, container ls, container list, container ps, "
            "container inspect, container logs, container top, container stats, container diff, container port, "
            "network ls, network list, network inspect, volume ls, volume list, volume inspect, context ls, "
            "context list, context show, context inspect, system df, system info, node ls, service ls, service ps, "
            "service logs, stack ls, stack ps, buildx ls, buildx du"
        ),
        "-H --host -c --context -l --log-level",
        "--config -o --output --lock-image-digests",
    ),
    "gh": (
        (
            "search, gist list, gist view, secret list, variable list, project list, project view, cache list, "
            "ruleset list, ruleset view, ruleset check, status, org list, extension list, alias list, config get, "
            "config list, ssh-key list, gpg-key list, codespace list, pr view, issue view, api --help"
        ),
        "-R --repo",
        "--web -w",
    ),
    "glab": (
        (
            "mr view, mr list, mr diff, issue view, issue list, ci view, ci list, ci status, ci get, pipeline "
            "list, repo view, release list, release view, label list, variable list, auth status"
        ),
        "-R --repo",
        "--web -w",
    ),
    "npm": (
        (
            "ls, list, ll, la, view, info, show, v, outdated, root, prefix, why, explain, search, whoami, ping, "
            "config get, config list, config ls, get, audit, fund, query, pkg get, docs --help, dist-tag ls, owner "
            "ls, bin"
        ),
        "--prefix -C -w --workspace",
        "fix --fix --script-shell --node-options --browser --editor --viewer --git",
    ),
    "pnpm": (
        "ls, list, ll, why, outdated, root, bin, config get, config list, licenses list",
        "-C --dir --filter",
        "--fix",
    ),
    "yarn": ("list, why, info, --version, config list, config get, licenses list", "--cwd", "--fix"),
    "bun": ("pm ls, pm bin, pm cache, pm hash", "--cwd", "rm"),
    "pip": (
        (
            "list, show, freeze, check, index versions, config list, config get, config debug, debug, cache list, "
            "cache dir, cache info, inspect"
        ),
        "",
        "--log --python --cache-dir --report -o --output",
    ),
    "cargo": (
        "tree, metadata, search, pkgid, locate-project, --list, read-manifest, version",
        "",
        "--config -C -Z --lockfile-path",
    ),
    "go": (
        "list, env, doc, version, mod graph, mod why, mod verify",
        "-C",
        "-w -u -mod -modfile -toolexec -exec -overlay -o -export -compiled -vettool -pkgdir -C",
    ),
    "uv": (
        "pip list, pip show, pip freeze, pip check, pip tree, tree, python list, tool list, version --help",
        "",
        "-o --output-file --python -p",
    ),
    "poetry": ("show, env info, env list, config --list, check", "-C --directory -P --project", ""),
    "conda": ("list, env list, info, search, config --show", "", ""),
    "brew": ("list, ls, info, deps, uses, desc, --prefix, --cellar, leaves, config", "", "--edit"),
    "apt": ("list, show, search, policy, depends, rdepends", "", "-o --option -c --config-file"),
    "apt-cache": (
        "search, policy, show, showpkg, depends, rdepends, madison, pkgnames, stats",
        "",
        "-o --option -c --config-file -g",
    ),
    "dpkg": (
        "-l, -L, -s, -S, --list, --listfiles, --status, --search, --print-architecture, -p, --get-selections",
        "",
        "--pager",
    ),
    "rpm": (
        "-q, -qa, -qi, -ql, -qf, -qR, -qd, -qc, --query",
        "",
        "--eval -E --define -D --pipe --rcfile --macros --load",
    ),
    "dnf": ("list, info, search, repolist, provides, repoquery", "", "--setopt -c --config"),
    "systemctl": (
        (
            "status, list-units, list-unit-files, list-timers, list-sockets, list-dependencies, is-active, "
            "is-enabled, is-failed, show, cat, get-default"
        ),
        "--user --system --no-pager",
        "",
    ),
    "terraform": (
        "show, state list, state show, version, output, providers, workspace list, workspace show, graph",
        "",
        "-out",
    ),
    "tofu": (
        "show, state list, state show, version, output, providers, workspace list, workspace show, graph",
        "",
        "-out",
    ),
    "helm": (
        "list, ls, status, get, history, show, version, search",
        "-n --namespace --kube-context",
        "--kubeconfig --post-renderer --registry-config --output-dir",
    ),
    "aws": (
        "s3 ls, sts get-caller-identity, configure list",
        "--profile --region --output --query",
        "--endpoint-url --cli-input-json",
    ),
    "gcloud": (
        "config list, config get-value, auth list, projects list, info, version, components list",
        "--project",
        "",
    ),
    "az": ("account show, account list, version, group list, vm list", "", ""),
    "ip": (
        (
            "addr show, address show, a show, link show, l show, route show, r show, neigh show, n show, rule "
            "show, route get, addr list, link list, route list, addr ls, link ls, route ls, netns list"
        ),
        "",
        "-b -batch -n -netns",
    ),
    "crontab": ("-l", "-u", "-e -r"),
    "ssh-add": ("-l, -L", "", ""),
    "launchctl": ("list, print", "", ""),
    "defaults": ("read, domains, find", "", ""),
    "openssl": ("version, ciphers", "", "-out -engine -provider"),
    "unzip": ("-l, -t, -v, -Z, -lv, -tq, -ql", "", "-d -o"),
    "gzip": ("-l, -t, -lv, -tv, --list, --test", "", "-d"),
    "top": ("-b, -bn1, -bn", "", ""),
    "ulimit": ("-a, -n, -u, -Sa, -Ha", "", ""),
    "mount": ("-l", "", "-o -t -a -B"),
    "shfmt": ("-d, -l, --diff, --list", "", "-w --write"),
}  # fmt: skip
# Programs that only read, except with one of these options.
_WITHOUT: dict[str, str] = {
    "whereis": "", "lscpu": "", "lsblk": "", "lsmod": "", "lspci": "", "lsusb": "", "vmstat": "", "iostat": "-o",
    "locale": "", "getent": "", "look": "", "cal": "", "base64": "-o --output", "base32": "", "nm": "--plugin",
    "size": "", "readelf": "", "objdump": "", "zcat": "", "bzcat": "", "xzcat": "", "zstdcat": "-o -D", "zgrep": "-f",
    "zipinfo": "", "exa": "", "eza": "", "ag": "--pager", "tokei": "-o", "shellcheck": "", "sw_vers": "", "netstat": "",
    "ss": "-K --kill -D --diag", "lsof": "-D", "ping": "", "dig": "", "nslookup": "", "host": "", "jobs": "",
    "mdfind": "-live", "mdls": "",
    "dmesg": "-c -C -D -E -n --clear --read-clear --console-off --console-on --console-level",
    "journalctl": (
        "--vacuum-size --vacuum-time --vacuum-files --rotate --flush --sync --relinquish-var --setup-keys "
        "--update-catalog --cursor-file --smart-relinquish-var"
    ),
    "bat": "--pager --diff cache --config-file --generate-config-file", "batcat": "--pager cache", "tput": "init reset",
    "uptime": "", "finger": "", "last": "", "w": "", "pstree": "", "pmap": "", "numfmt": "", "tsort": "", "sha3sum": "",
    "colordiff": "", "egrep": "", "ldconfig": "-C -f -n -l -X -N", "runlevel": "", "arch": "", "logname": "",
    "pinky": "", "sum": "", "vdir": "", "dir": "", "printenv": "", "column": "", "pr": "", "expand": "", "unexpand": "",
}  # fmt: skip
# Programs of which only the version is asked.
_VERSIONS = frozenset((
    "python", "node", "deno", "ruby", "perl", "php", "java", "javac", "rustc", "gcc", "cc", "clang", "make", "cmake",
    "pytest", "ruff", "mypy", "black", "prettier", "eslint", "tsc", "psql", "sqlite3", "mysql", "ssh", "curl", "wget",
    "jq", "rg", "fd", "tmux", "zsh", "bash", "fish", "nvim", "vim", "emacs", "shellcheck", "pre-commit", "tox", "nox",
    "hatch", "pdm", "pipenv", "rustup", "dotnet", "swift", "kotlin", "scala", "gradle", "mvn", "ant", "bazel", "ninja",
    "meson", "lua", "ghc", "cabal", "stack", "elixir", "erl", "mix", "dart", "flutter", "terraform", "ansible", "vault",
    "consul", "nomad", "packer", "awk", "rsync", "tar", "xcodebuild", "pyenv", "rbenv", "nvm", "volta", "just", "task",
    "direnv", "mise", "asdf", "claude", "codex",
))  # fmt: skip


def reads(command: Command) -> bool:
    """Return whether a program of these tables only reads, as it is called."""
    name = command.program.rstrip("0123456789.") or command.program
    name = command.program if command.program in _VERBS or command.program in _WITHOUT else name
    args = command.args
    if any(not word.known or (word.pattern and word[:1] in ("*", "?", "[")) for word in args):
        return False
    if len(args) == 1 and args[0] in VERSION and (name in _VERSIONS or name in _VERBS):
        return args[0] != "-v" or name in ("python", "node", "npm", "yarn", "pnpm", "ruby", "perl", "php", "go")
    if name in _SHELL:
        return _SHELL[name](command)
    if name in _WITHOUT:
        return not _acts(args, _WITHOUT[name].split())
    if name in ("ifconfig", "history", "env", "genv", "mount"):
        return _plain(name, args)
    return name in _VERBS and _verb(name, args)


def _acts(args: tuple[Word, ...], refused: list[str]) -> bool:
    """Return whether an option is given that acts: whole, shortened, or its letter in a bundle."""
    for word in args:
        for option in refused:
            name = word.partition("=")[0]
            if word == option or (option.startswith("--") and len(name) > 3 and option.startswith(name)):
                return True
            if option[:1] == "-" and option[1:2] != "-":
                if name in (option, f"-{option}"):
                    return True
                if len(option) == 2 and word[:1] == "-" and word[:2] != "--" and option[1] in word:
                    return True
    return False


def _plain(name: str, args: tuple[Word, ...]) -> bool:
    if name == "history":
        return not args or (len(args) == 1 and args[0].isdigit())
    if name == "ifconfig":
        return not args or (len(args) == 1 and (args[0] == "-a" or not args[0].startswith("-")))
    return not args or args in (("-0",), ("--null",), ("-l",) if name == "mount" else ())


def _verb(name: str, args: tuple[Word, ...]) -> bool:
    verbs, valued, refused = _VERBS[name]
    if _acts(args, refused.split()):
        return False
    at = 0
    while at < len(args) and args[at].startswith("-") and not _starts(args[at:], verbs):
        if args[at].partition("=")[0] not in valued.split() and args[at] not in (
            "--no-pager",
            "--quiet",
            "-q",
            "--no-color",
        ):
            return False
        at += 1 if "=" in args[at] or args[at] in ("--user", "--system", "--no-pager") else 2
    rest = args[at:]
    if name == "ip" and len(rest) == 1:
        return rest[0] in ("addr", "address", "a", "link", "l", "route", "r", "neigh", "n", "rule")
    if name == "aws" and len(rest) > 1 and rest[1].startswith(("describe-", "list-")):
        return True
    return _starts(rest, verbs) and not (name == "go" and rest[0] == "env" and len(rest) > 1 and rest[1].startswith("-w"))


def _starts(words: tuple[Word, ...], verbs: str) -> bool:
    return any(list(words[: len(verb)]) == verb for verb in (one.split() for one in verbs.split(", ")))


_OPTIONS = frozenset((
    "pipefail", "errexit", "nounset", "xtrace", "noglob", "errtrace", "verbose", "noclobber", "noexec", "posix", "nullglob",
    "globstar", "extglob", "dotglob", "nocaseglob", "failglob", "nocasematch", "inherit_errexit", "functrace",
))  # fmt: skip


def _set(command: Command) -> bool:
    """Only the shell's own switches, and words for `$1`."""
    args = command.args
    for at, word in enumerate(args):
        if word == "--":
            return True
        if at and args[at - 1][:1] in ("-", "+") and args[at - 1].endswith("o"):
            if word not in _OPTIONS:
                return False
        elif word[:1] in ("-", "+") and set(word[1:]) - set("euxvfnEThCo"):
            return False
    return True


def _shopt(command: Command) -> bool:
    return all(word in _OPTIONS or word in ("-s", "-u", "-q", "-p") for word in command.args)


def _declares(command: Command) -> bool:
    """Variables of this very shell; what a name may make a program do is looked at where all of the line is."""
    from guardhost.shell.readonly import runs_code

    for word in command.args:
        if word.startswith("-"):
            if set(word[1:]) - set("xrgpaA"):
                return False
        elif runs_code(word.partition("=")[0].partition("[")[0].rstrip("+")):
            return False
    return True


def _awk(command: Command) -> bool:
    """Only a program that is known, and in which nothing stands that could write or start something."""
    from guardhost.shell.programs_table import split

    given, operands = split(command.args, "Fv", "field-separator assign")
    if not operands or set(given) - {"F", "v", "field-separator", "assign"}:
        return False
    text = operands[0]
    plain = not any(mark in text for mark in ("system", "getline", "@", "printf >", "close", "\\\n"))
    if not plain or "|" in text.replace("||", ""):
        return False
    if ">" not in text:
        return True
    from guardhost.shell.inline_awk import read

    return not read(text).touches and not set(text) & set('"/')


def _tar(command: Command) -> bool:
    args = command.args
    first = args[0] if args else ""
    letters = first.lstrip("-") if first[:2] != "--" else ""
    lists = (letters and set(letters) <= set("tvfzjJa") and "t" in letters) or first == "--list"
    return bool(lists) and not any(
        word.startswith("-") and word not in ("--list", "--verbose", "-v", "-z", "-f") and not word.startswith("--file=")
        for word in args[1:]
    )


_SHELL = {
    "set": _set, "shopt": _shopt, "export": _declares, "local": _declares, "declare": _declares, "typeset": _declares,
    "readonly": _declares, "unset": lambda command: "-f" not in command.args and _declares(command),
    "awk": _awk, "gawk": _awk, "mawk": _awk, "nawk": _awk, "tar": _tar,
}  # fmt: skip
