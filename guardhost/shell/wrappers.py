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

_BENCH = (
    "wmMrspcSNLnDuiC",
    (
        "warmup min-runs max-runs runs setup prepare cleanup conclude shell parameter-scan parameter-list command-name "
        "parameter-step-size style sort time-unit export-json export-csv export-markdown output input"
    ),
)
_SETPRIV = (
    "reuid regid ruid rgid euid egid groups inh-caps ambient-caps bounding-set securebits pdeathsig selinux-label "
    "apparmor-profile"
)
_WATCHEXEC = "watch exts ignore filter debounce signal stop-signal delay-run workdir env shell on-busy-update"
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
    "setpriv": ("run", "d", _SETPRIV, 0),
    "gosu": ("run", "", "", 1),
    "su-exec": ("run", "", "", 1),
    "setuidgid": ("run", "", "", 1),
    "envdir": ("run", "", "", 1),
    "chpst": ("run", "uUbemdoptfcrlL/", "", 0),
    "softlimit": ("run", "acdfmoprst", "", 0),
    "firejail": ("run", "", "", 0),
    "fakeroot": ("run", "lsib", "lib faked save-file load-file fd-base", 0),
    "proot": ("run", "rbqwvkS", "rootfs bind qemu cwd verbose kernel-release", 0),
    "eatmydata": ("run", "", "", 0),
    "dbus-run-session": ("run", "", "config-file dbus-daemon", 0),
    "xvfb-run": ("run", "efnpsw", "auth-file error-file server-num xauth-protocol server-args wait listen-tcp", 0),
    "faketime": ("run", "", "", 1),
    "rlwrap": ("run", "bcCDfgHlOpPqsSwWz", "", 0),
    "valgrind": ("run", "", "log-file suppressions tool", 0),
    "numactl": ("run", "mNCpPil", "membind cpunodebind physcpubind preferred interleave length offset shm file", 0),
    "setarch": ("arch", "p", "pid", 0),
    "linux32": ("run", "p", "", 0),
    "linux64": ("run", "p", "", 0),
    "run0": ("run", "uDg", "unit property description slice user group nice chdir setenv background machine", 0),
    "systemd-inhibit": ("run", "", "what who why mode", 0),
    "chronic": ("run", "", "", 0),
    "ifne": ("run", "", "", 0),
    "tsp": ("run", "LNDO", "", 0),
    "proxychains": ("run", "f", "", 0),
    "torsocks": ("run", "aPup", "address port user pass", 0),
    "torify": ("run", "", "", 0),
    "choom": ("run", "np", "adjust pid", 0),
    "uclampset": ("run", "pmM", "pid", 0),
    "cpulimit": ("run", "lpe", "limit pid exe", 0),
    "sshpass": ("run", "pfdP", "", 0),
    "entr": ("entr", "", "", 0),
    "watchexec": ("run", "wWeifdsjEoN", _WATCHEXEC, 0),
    "dotenv": ("dotenv", "efqpv", "file quote", 0),
    "rtk": ("run", "", "", 0),
    "genv": ("run", "uCSPa", "unset chdir split-string argv0", 0),
    "gnice": ("run", "n", "adjustment", 0),
    "gnohup": ("run", "", "", 0),
    "gstdbuf": ("run", "ioe", "input output error", 0),
    "gtime": ("run", "fo", "format output", 0),
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
    "gxargs": ("xargs", "aEILPsdnJRS", "arg-file delimiter max-args max-procs max-chars process-slot-var", 0),
    "sem": ("joined", "jNnLIaSP", _PARALLEL, 0),
    "parallel": ("joined", "jNnLIaSP", _PARALLEL, 0),
    "watch": ("watch", "nq", "interval equexit", 0),
    "tmux": ("tmux", "cfLST", "", 0),
    "screen": ("screen", "cehpSsTtX", "", 0),
    "script": ("option", "cEIOBTtmo", "command log-in log-out log-io log-timing output-limit echo logging-format", 1),
    "su": ("option", "cgGsw", "command group supp-group shell whitelist-environment session-command", 0),
    "runuser": ("option", "cgGswu", "command group supp-group shell whitelist-environment session-command user", 0),
    "sg": ("option", "c", "command", 1),
    "nix-shell": ("option", "pIAE", "run command packages attr expr", 0),
    "flock": ("option", "cwE", "command timeout wait conflict-exit-code", 1),
    "find": ("find", "", "", 0),
    "gfind": ("find", "", "", 0),
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
    "mise": ("sub", "Cjc", "cd env jobs command", "exec x"),
    "direnv": ("direnv", "", "", "exec"),
    "uv": ("sub", "pPf", _UV, "run"),
    "poetry": ("sub", "CP", "directory project", "run"),
    "pdm": ("sub", "ps", "project site-packages", "run"),
    "pipenv": ("sub", "", "python pypi-mirror", "run"),
    "rye": ("sub", "", "", "run"),
    "hatch": ("sub", "ep", "env project", "run"),
    "op": ("sub", "", "account env-file config session", "run"),
    "doppler": ("sub", "pct", "project config token command", "run"),
    "aws-vault": ("sub", "dnt", "duration region mfa-token backend", "exec+1"),
    "chamber": ("verb", "bcr", "backend", "exec*"),
    "conda": ("sub", "np", "name prefix cwd", "run"),
    "mamba": ("sub", "np", "name prefix cwd", "run"),
    "micromamba": ("sub", "npr", "name prefix root-prefix", "run"),
    "asdf": ("sub", "", "", "exec"),
    "rbenv": ("sub", "", "", "exec"),
    "pyenv": ("sub", "", "", "exec"),
    "bundle": ("sub", "", "gemfile", "exec"),
    "bundler": ("sub", "", "gemfile", "exec"),
    "pipx": ("sub", "", "spec python pip-args index-url", "run"),
    "perf": ("sub", "eopcFCrtuIjD", "event output pid count freq cpu repeat tid", "stat record trace"),
    "coverage": ("coverage", "", "rcfile source omit include data-file context concurrency", "run"),
    "nix": ("nix", "", "command", "develop shell run"),
    "start-stop-daemon": ("daemon", "", "", 0),
    "bwrap": ("bwrap", "", "", 0),
    "bunx": ("npx", "p", "package", 0),
    "pnpx": ("npx", "p", "package", 0),
    "npx": ("npx", "pcw", "package call workspace", 0),
    "uvx": ("npx", "pw", "from with python", 0),
    "pnpm": ("sub", "CF", "filter dir package", "exec dlx"),
    "yarn": ("sub", "p", "cwd package", "exec dlx"),
    "bun": ("sub", "p", "cwd package", "x exec"),
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
    "awk": ("awk", "fFvielE", "file field-separator assign source include load exec", 0),
    "gawk": ("awk", "fFvielE", "file field-separator assign source include load exec", 0),
    "mawk": ("awk", "fFv", "file field-separator assign", 0),
    "nawk": ("awk", "fFv", "", 0),
    "ed": ("editor", "p", "prompt", 0),
    "ex": ("editor", "cSsuUwWiT", "cmd", 0),
    "vi": ("editor", "cSsuUwWiT", "cmd", 0),
    "vim": ("editor", "cSsuUwWiT", "cmd", 0),
    "nvim": ("editor", "cSsuUwWil", "cmd", 0),
    "view": ("editor", "cSsuUwWiT", "cmd", 0),
    "emacs": ("editor", "", "", 0),
    "psql": ("database", "", "", 0),
    "sqlite3": ("database", "", "", 0),
    "mysql": ("database", "", "", 0),
    "mariadb": ("database", "", "", 0),
    "gdb": ("database", "", "", 0),
    "lldb": ("database", "", "", 0),
    "make": ("make", "fCIojlWE", "file makefile directory include-dir jobs load-average old-file what-if eval", 0),
    "gmake": ("make", "fCIojlWE", "file makefile directory include-dir jobs load-average old-file what-if eval", 0),
    "at": ("deferred", "qft", "", 0),
    "batch": ("deferred", "qf", "", 0),
    "crontab": ("deferred", "u", "", 0),
    "rg": ("pre", "", "", 0),
    "hyperfine": ("texts", _BENCH[0], _BENCH[1], 0),
    "concurrently": ("texts", "nkcplim", "names prefix prefix-colors max-processes restart-tries success", 0),
    "nodemon": ("texts", "xewid", "exec ext watch ignore delay", 0),
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
    "podman": ("container", "aceehlmpuvw", _PODMAN, "exec run unshare"),
    "docker-compose": ("container", "aefpuvw", _DOCKER + " file project-name profile", "exec run"),
    "nerdctl": ("container", "aceehlmpuvwnH", _DOCKER + " namespace", "exec run"),
    "lxc": ("container", "eutg", "env user group cwd mode", "exec"),
    "oc": ("container", "cnfp", _KUBECTL, "exec rsh"),
    "adb": ("remote", "stHPL", "", 1),
    "mosh": ("remote", "pa", "ssh server predict port", 1),
    "autossh": ("remote", "MBbcDEeFIiJLlmOopQRSWw", "", 1),
    "rsync": ("rsync", "efBTM", "rsh rsync-path filter exclude include files-from log-file temp-dir", 0),
    "scp": ("scp", "cDFiJloPSX", "", 0),
    "sftp": ("scp", "BbcDFiJloPRSs", "", 0),
    "socat": ("socat", "", "", 0),
    "nc": ("socat", "ecpswiXxqTIVmMO", "exec sh-exec", 0),
    "ncat": ("socat", "ecpswiX", "exec sh-exec", 0),
    "gh": ("gh", "", "", 0),
    "kubectl": ("container", "cnfp", _KUBECTL, "exec run debug"),
}
# The names of the rows in `wrappers_rare`, which is read where one of them stands on a line. One text is the least to load.
RARE = (
    " tini dumb-init catatonit catchsegv with-contenv s6-setuidgid s6-envdir s6-setlock setlock fakechroot cgexec"
    " dbus-launch systemd-cat sudo-rs please gsudo dzdo kdesu gksudo gksu sux daemonize daemon run-one run-this-one"
    " keep-one-running lckdo lockrun timelimit retry trickle arch xcrun sandbox-exec reattach-to-user-namespace"
    " launchctl capsh ssh-agent rootlesskit nsjail minijail minijail0 ip tsocks proxychains-ng graftcp pasta i386 x86_64"
    " uname26 zargs execlineb newgrp cross-env cross-env-shell env-cmd dotenvx infisical envchain summon vault-env"
    " teller berglas envconsul sops saml2aws aws-okta phase bws ld-linux-x86-64.so ld-linux.so ld-linux-aarch64.so"
    " ld-linux-armhf.so ld-musl-x86_64.so ld-musl-aarch64.so ld64.so ld.so ld-linux-riscv64-lp64d.so wine wine64"
    " box64 box86 qemu-x86_64 qemu-aarch64 qemu-arm qemu-i386 qemu-aarch64-static winpty qemu-x86_64-static"
    " qemu-arm-static gamemoderun mangohud prime-run primusrun optirun ccache sccache distcc icecc bear scan-build"
    " intercept-build compiledb libtool checkinstall schroot heaptrack samply py-spy austin rr truss ktrace dtruss"
    " flamegraph nvprof nsys ncu compute-sanitizer cuda-gdb xctrace autoexpect dtrace bpftrace uftrace gdbserver"
    " kernprof scalene pyinstrument memray viztracer torchrun accelerate deepspeed py ipython ipython3 bpython tox"
    " just rtx devbox devenv flox pixi volta fnm nvm n nodenv jenv goenv plenv phpenv rvm chruby-exec pkgx tea ,"
    " comma guix opam stack cabal dune esy mix composer gem foreman overmind honcho fvm melos lerna nx sst railway"
    " vercel netlify netlify-cli firebase dagger telepresence mirrord vcluster spring dotslash mprocs cargo-watch"
    " cargo wait-for-it wait-for-it.sh wait-for dockerize onchange reflex chokidar mispipe pee start-server-and-test"
    " asciinema ttyrec ttyd termtosvg less more man pm2 dtach abduco zellij byobu kitty foot wezterm ghostty"
    " alacritty xterm urxvt konsole x-terminal-emulator st gnome-terminal xfce4-terminal terminator yash posh pdksh"
    " oksh loksh lksh hush sash static-sh bash-static osh git-sh csh tcsh nu elvish xonsh ion murex es rc ysh oil"
    " pwsh powershell pwsh.exe powershell.exe pwsh-preview cmd cmd.exe vagrant gcloud fly flyctl devpod coder et"
    " heroku tsh tailscale minikube plink rsh slogin pssh parallel-ssh pdsh clush dsh ansible salt salt-call sbatch"
    " srun salloc mpirun mpiexec multipass lima limactl orb wsl wsl.exe toolbox distrobox distrobox-enter flatpak"
    " flatpak-spawn snap machinectl systemd-nspawn buildah apptainer singularity crictl ctr runc devcontainer okteto "
)


def wraps(name: str) -> bool:
    """Return whether a program of this name may start another one."""
    return name in ROWS or f" {name} " in RARE


def row_of(name: str) -> tuple[str, str, str, int | str]:
    """Return the row of a wrapper; of a name that has none, one of no kind."""
    if name in ROWS:
        return ROWS[name]
    from guardhost.shell.wrappers_rare import ROWS as FURTHER

    return FURTHER.get(name, ("", "", "", 0))
