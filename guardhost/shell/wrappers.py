"""The one table of wrappers: programs that start another program. To add one, add its row.

A row is how it is peeled (a function of `peel` or `peel_tools`), its short options that take a value, its long ones,
and how many operands stand before the program that it starts; for tools with subcommands the last field names those.
"""

from __future__ import annotations

# The long options with a value of the tools that have many.
_SUDO = "user group host prompt chdir chroot close-from command-timeout other-user role type"
_SYSTEMD_RUN = (
    "unit property description slice service-type uid gid nice working-directory setenv on-active on-boot on- "
    "startup on-unit-active on-unit-inactive on-calendar host machine path-property socket-property timer-property"
)
_PARALLEL = "jobs max-args max-replace-args arg-file sshlogin joblog results delay timeout retries colsep"
_UV = "with with-editable with-requirements python extra group env-file package project directory index-url"
_DOCKER = (
    "env env-file user workdir detach-keys name network volume publish entrypoint mount label memory cpus platform "
    "hostname add-host cap-add cap-drop device gpus ip link log-driver log-opt pid restart runtime security-opt "
    "shm-size tmpfs ulimit userns volumes-from context"
)
_PODMAN = (
    "env env-file user workdir detach-keys name network volume publish entrypoint mount label memory cpus platform "
    "hostname add-host cap-add cap-drop device ip pid restart security-opt shm-size tmpfs ulimit userns volumes- "
    "from"
)
_KUBECTL = "container namespace context cluster user kubeconfig filename image pod-running-timeout"

_STRACE = (
    "output attach trace abbrev verbose raw signal status read write fault inject env user string-limit columns "
    "interruptible trace-path summary-sort-by summary-overhead summary-columns const-print-style detach-on argv0"
)

# The options whose value is a file that the wrapper writes, and those that give the program a variable.
WRITES = {
    "time": ("o", "output"), "strace": ("o", "output"), "ltrace": ("o", "output"), "parallel": ("joblog", "results"),
    "script": ("I", "O", "B", "T", "log-in", "log-out", "log-io", "log-timing"),
}  # fmt: skip
GIVES = {"strace": ("E", "env"), "systemd-run": ("E", "setenv")}
# What a shell or a wrapper does beside its program: options that make the line more than what it starts.
FORKS = {"setsid": ("f", "fork")}
ACTS = {"exec": ("l", "a"), "env": ("a", "argv0"), "systemd-run": ("p", "property"), "watch": ("s", "shotsdir")}

ROWS: dict[str, tuple[str, str, str, int | str]] = {
    "env": ("run", "uCSPa", "unset chdir split-string argv0", 0),
    "sudo": ("run", "CDRTUghprtuac", _SUDO, 0),
    "doas": ("run", "Cu", "", 0),
    "pkexec": ("run", "", "user", 0),
    "nohup": ("run", "", "", 0),
    "setsid": ("run", "", "", 0),
    "nice": ("run", "n", "adjustment", 0),
    "ionice": ("run", "cnpPu", "class classdata pid pgid uid", 0),
    "taskset": ("run", "", "", 1),
    "chrt": ("run", "TPD", "sched-runtime sched-period sched-deadline", 1),
    "prlimit": ("run", "po", "pid output", 0),
    "stdbuf": ("run", "ioe", "input output error", 0),
    "unbuffer": ("run", "", "", 0),
    "time": ("run", "fo", "format output", 0),
    "timeout": ("run", "ks", "kill-after signal", 1),
    "gtimeout": ("run", "ks", "kill-after signal", 1),
    "caffeinate": ("run", "tw", "", 0),
    "strace": ("run", "abeEIkoOpPsSuUXz", _STRACE, 0),
    "ltrace": ("run", "aAeFlnopsuwxXD", "output", 0),
    "chroot": ("run", "", "userspec groups", 1),
    "unshare": ("run", "SGRw", "setuid setgid root wd map-user map-group propagation", 0),
    "nsenter": ("run", "tSG", "target setuid setgid", 0),
    "systemd-run": ("run", "pEuHMtCd", _SYSTEMD_RUN, 0),
    "busybox": ("run", "", "", 0),
    "toybox": ("run", "", "", 0),
    "noglob": ("run", "", "", 0),
    "nocorrect": ("run", "", "", 0),
    "exec": ("internal", "a", "", 0),
    "command": ("internal", "", "", 0),
    "builtin": ("internal", "", "", 0),
    "eval": ("eval", "", "", 0),
    "trap": ("trap", "", "", 0),
    "alias": ("alias", "", "", 0),
    "repeat": ("repeat", "", "", 1),
    "xargs": ("xargs", "aEILPsdnJRS", "arg-file delimiter max-args max-procs max-chars process-slot-var", 0),
    "parallel": ("joined", "jNnLIaSP", _PARALLEL, 0),
    "watch": ("watch", "nq", "interval equexit", 0),
    "tmux": ("tmux", "cfLST", "", 0),
    "screen": ("screen", "cehpSsTtX", "", 0),
    "script": ("option", "cEIOBTtmo", "command log-in log-out log-io log-timing output-limit echo logging-format", 0),
    "su": ("option", "cgGsw", "command group supp-group shell whitelist-environment session-command", 0),
    "runuser": ("option", "cgGswu", "command group supp-group shell whitelist-environment session-command user", 0),
    "flock": ("option", "cwE", "command timeout wait conflict-exit-code", 1),
    "find": ("find", "", "", 0),
    "fd": ("fd", "", "", 0),
    "fdfind": ("fd", "", "", 0),
    "sh": ("shell", "", "", 0),
    "bash": ("shell", "", "", 0),
    "zsh": ("shell", "", "", 0),
    "dash": ("shell", "", "", 0),
    "ksh": ("shell", "", "", 0),
    "ash": ("shell", "", "", 0),
    "mksh": ("shell", "", "", 0),
    "rbash": ("shell", "", "", 0),
    "fish": ("shell", "", "", 0),
    "mise": ("sub", "Cj", "cd env jobs", "exec x"),
    "direnv": ("direnv", "", "", "exec"),
    "uv": ("sub", "pPf", _UV, "run"),
    "poetry": ("sub", "CP", "directory project", "run"),
    "pdm": ("sub", "ps", "project site-packages", "run"),
    "pipenv": ("sub", "", "python pypi-mirror", "run"),
    "rye": ("sub", "", "", "run"),
    "hatch": ("sub", "ep", "env project", "run"),
    "npx": ("npx", "pcw", "package call workspace", 0),
    "uvx": ("npx", "pw", "from with python", 0),
    "pnpm": ("sub", "CF", "filter dir package", "exec dlx"),
    "yarn": ("sub", "p", "cwd package", "exec dlx"),
    "bun": ("sub", "p", "cwd package", "x"),
    "npm": ("sub", "pcw", "package call workspace prefix", "exec x"),
    "python": ("code", "", "", 0),
    "pypy": ("code", "", "", 0),
    "node": ("code", "", "", 0),
    "nodejs": ("code", "", "", 0),
    "tsx": ("code", "", "", 0),
    "ts-node": ("code", "", "", 0),
    "deno": ("code", "", "", 0),
    "perl": ("code", "", "", 0),
    "ruby": ("code", "", "", 0),
    "php": ("code", "", "", 0),
    "lua": ("code", "", "", 0),
    "luajit": ("code", "", "", 0),
    "osascript": ("code", "", "", 0),
    "Rscript": ("code", "", "", 0),
    "julia": ("code", "", "", 0),
    "tclsh": ("code", "", "", 0),
    "expect": ("code", "", "", 0),
    "elixir": ("code", "", "", 0),
    "groovy": ("code", "", "", 0),
    "mapfile": ("callback", "", "", 0),
    "readarray": ("callback", "", "", 0),
    "compgen": ("completion", "", "", 0),
    "complete": ("completion", "", "", 0),
    "fc": ("unless", "", "", 0),
    "enable": ("unless", "", "", 0),
    "bind": ("unless", "", "", 0),
    "hash": ("hash", "", "", 0),
    "source": ("source", "", "", 0),
    ".": ("source", "", "", 0),
    "sed": ("sed", "", "", 0),
    "gsed": ("sed", "", "", 0),
    "tar": ("tar", "", "", 0),
    "gtar": ("tar", "", "", 0),
    "bsdtar": ("tar", "", "", 0),
    "git": ("git", "", "", 0),
    "ssh": ("remote", "BbcDEeFIiJLlmOopQRSWw", "", 1),
    "docker": ("container", "aceehlmpuvwH", _DOCKER, "exec run"),
    "podman": ("container", "aceehlmpuvw", _PODMAN, "exec run"),
    "kubectl": ("container", "cnfp", _KUBECTL, "exec"),
}
