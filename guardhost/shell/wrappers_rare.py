"""Further wrappers, by family, that few lines have. Their names stand in `wrappers.RARE`; a test holds the two together.

A row is like one of `wrappers`: its kind (of `peel` or `peel_rare`), its short options with a value, its long ones, and
what the kind needs: how many operands stand in front, which subcommands start a program ("verb+1": one operand behind
it, "verb*": all up to `--`), or which options hold a text or a program.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Row: TypeAlias = tuple[str, str, str, int | str]

_SRUN = (
    "nodes ntasks cpus-per-task partition account time job-name output error input mem gres constraint nodelist "
    "exclude chdir dependency qos reservation export uid gid mpi label ntasks-per-node gpus"
)
_HOSTS = "host hosts user par timeout outdir errdir options askpass hostfile"
_LOADER: Row = ("run", "", "library-path preload audit argv0 inhibit-rpath glibc-hwcaps-prepend glibc-hwcaps-mask", 0)

# First programs of a container, supervisors, other users, locks and priorities.
_STARTERS: dict[str, Row] = {
    "tini": ("run", "pe", "", 0), "dumb-init": ("run", "r", "rewrite", 0),
    **dict.fromkeys((
        "catatonit", "catchsegv", "with-contenv", "dbus-launch", "run-one", "run-this-one", "keep-one-running",
        "reattach-to-user-namespace", "tsocks", "graftcp", "pasta", "i386", "x86_64", "uname26",
    ), ("run", "", "", 0)),
    **dict.fromkeys((
        "s6-setuidgid", "s6-envdir", "setlock", "sux",
    ), ("run", "", "", 1)),
    "s6-setlock": ("run", "t", "", 1),
    "fakechroot": ("run", "scedb", "lib use-system-libs config-dir environment bindir", 0), "cgexec": ("run", "g", "", 0),
    "systemd-cat": ("run", "tp", "identifier priority stderr-priority", 0),
    "sudo-rs": ("run", "CDRTUghprtuac", "user group host prompt chdir chroot", 0), "please": ("run", "dgrtue", "dir", 0),
    "gsudo": ("run", "u", "user integrity", 0), "dzdo": ("run", "CDRTUghprtua", "user group", 0),
    "kdesu": ("run", "cu", "", 0), "gksudo": ("text", "u", "user message", 0), "gksu": ("text", "u", "user message", 0),
    "daemonize": ("run", "aceopluE", "", 0), "daemon": ("run", "nXaFPLuoEOd", "name pidfile", 0),
    "lckdo": ("run", "W", "", 1), "lockrun": ("verb", "LT", "lockfile", "*"), "timelimit": ("run", "tTsS", "", 0),
    "retry": ("run", "tdmi", "until while times delay max-interval sleep tries", 0), "trickle": ("run", "duslL", "", 0),
    "arch": ("run", "ed", "", 0), "xcrun": ("run", "", "sdk toolchain", 0), "sandbox-exec": ("run", "fpnDt", "", 0),
    "launchctl": ("own verb", "lpoe", "", "asuser+1,submit*"), "capsh": ("capsh", "", "", 0),
    "rootlesskit": ("run", "", "net copy-up pidns state-dir", 0), "nsjail": ("verb", "MCcEgiRTuUN", "", "*"),
    "minijail": ("run", "bcgkuPS", "", 0), "minijail0": ("run", "bcgkuPS", "", 0),
    "ip": ("own verb", "bfln", "netns", "netns exec+1,vrf exec+1"), "proxychains-ng": ("run", "f", "", 0),
    "zargs": ("zargs", "", "", 0), "ssh-agent": ("run", "aEOPt", "", 0),
    "execlineb": ("option text", "", "", "c"), "newgrp": ("group", "", "", 1),
}  # fmt: skip
# Variables for a program: from a file, a vault, the words in front.
_GIVING: dict[str, Row] = {
    "cross-env": ("given", "", "", 0), "cross-env-shell": ("text", "", "", 0),
    "env-cmd": ("run", "fer", "file env rc", 0), "dotenvx": ("verb", "fek", "env-file env convention log-level", "run"),
    "infisical": ("verb", "", "env path token command projectId tags domain log-level", "run|command"),
    "envchain": ("run", "", "", 1), "summon": ("run", "fpeDi", "environment provider", 0),
    "vault-env": ("run", "", "", 0), "teller": ("verb", "c", "config", "run,sh"), "berglas": ("verb", "", "", "exec"),
    "envconsul": ("flags", "", "prefix config secret", 0), "sops": ("own text verb", "", "", "exec-env+1,exec-file+1"),
    "saml2aws": ("verb", "a", "idp-account exec-profile", "exec"), "aws-okta": ("verb", "", "", "exec+1"),
    "phase": ("verb", "", "env app", "run"), "bws": ("verb", "", "project-id shell", "run"),
}  # fmt: skip
# The loader of the system, emulators, wrappers of a compiler, of a debugger, of a profiler.
_LOADING: dict[str, Row] = {
    **dict.fromkeys((
        "ld-linux-x86-64.so", "ld-linux.so", "ld-linux-aarch64.so", "ld-linux-armhf.so", "ld-musl-x86_64.so",
        "ld-musl-aarch64.so", "ld64.so", "ld.so", "ld-linux-riscv64-lp64d.so",
    ), _LOADER),
    **dict.fromkeys((
        "wine", "wine64", "box64", "box86", "winpty", "gamemoderun", "mangohud", "prime-run", "primusrun", "sccache",
        "distcc", "icecc", "checkinstall",
    ), ("run", "", "", 0)),
    **dict.fromkeys((
        "qemu-x86_64", "qemu-aarch64", "qemu-arm", "qemu-i386", "qemu-aarch64-static", "qemu-x86_64-static",
        "qemu-arm-static",
    ), ("run", "LgEs", "", 0)),
    "optirun": ("run", "b", "", 0), "ccache": ("run", "odF", "set-config dir", 0),
    "bear": ("run", "o", "output config append", 0), "scan-build": ("run", "o", "use-cc use-c++", 0),
    "intercept-build": ("run", "", "cdb", 0), "compiledb": ("run", "ofp", "output parse", 0),
    "libtool": ("run", "", "mode tag", 0), "schroot": ("run", "cdunrs", "chroot directory", 0),
    "heaptrack": ("run", "op", "output pid", 0), "samply": ("verb", "or", "output rate", "record"),
    "py-spy": ("verb", "ofrdp", "output format rate duration pid", "record,top"),
    "austin": ("run", "ixo", "interval output", 0), "rr": ("verb", "", "", "record"), "truss": ("run", "osp", "", 0),
    "ktrace": ("run", "ftp", "", 0), "dtruss": ("run", "ntbp", "", 0), "flamegraph": ("run", "oFc", "output freq", 0),
    "nvprof": ("run", "o", "output-profile log-file", 0),
    "nsys": ("verb", "ost", "output sample trace", "profile,launch"),
    "ncu": ("run", "ock", "export launch-count kernel-name set", 0), "compute-sanitizer": ("run", "", "tool log-file", 0),
    "cuda-gdb": ("after", "", "", "--args"), "xctrace": ("after", "", "", "--"), "autoexpect": ("run", "f", "", 0),
    "dtrace": ("option text", "", "", "c"), "bpftrace": ("option text", "", "", "c"),
    "uftrace": ("verb", "d", "data", "record,live"), "gdbserver": ("run", "", "", 1),
    "kernprof": ("script", "os", "outfile setup", ""), "scalene": ("script", "", "outfile", ""),
    "pyinstrument": ("script", "orm", "outfile renderer", ""), "memray": ("script", "o", "output", "run,run3"),
    "viztracer": ("script", "o", "output_file", ""),
    "torchrun": (
        "script", "",
        "nproc_per_node nnodes node_rank nproc-per-node master_addr master_port master-addr master-port rdzv-id",
        "",
    ),
    "accelerate": ("script", "", "config_file num_processes num_machines mixed_precision main_process_port", "launch"),
    "deepspeed": ("script", "H", "hostfile include num_gpus num_nodes master_port", ""), "py": ("script", "", "", ""),
    "ipython": ("script", "", "profile", ""), "ipython3": ("script", "", "profile", ""),
    "bpython": ("script", "", "", ""),
}  # fmt: skip
# Environments and versions of languages, runners of a project's tools.
_PROJECTS: dict[str, Row] = {
    "tox": ("verb", "ecx", "override result-json workdir root", "exec*"), "just": ("after", "", "", "-c --command"),
    "rtx": ("verb", "Cjc", "cd env jobs command", "exec*,x*"), "devbox": ("verb", "ce", "config env", "run"),
    "devenv": ("verb", "", "", "shell,processes run"),
    "flox": ("verb", "rdc", "remote dir command", "activate|c command"),
    "pixi": ("verb", "esc", "environment spec channel manifest-path with", "run,exec,x"),
    "volta": ("verb", "", "node npm yarn pnpm", "run"), "fnm": ("verb", "", "using fnm-dir log-level arch", "exec"),
    "nvm": ("verb", "", "", "exec+1"), "n": ("verb", "", "", "exec+1"),
    **dict.fromkeys((
        "nodenv", "jenv", "goenv", "plenv", "phpenv", "fvm",
    ), ("verb", "", "", "exec")),
    "rvm": ("rvm", "", "", 0), "chruby-exec": ("verb", "", "", "*"), "pkgx": ("pkgx", "", "", 0),
    "tea": ("pkgx", "", "", 0),
    **dict.fromkeys((
        ",", "comma", "dotslash",
    ), ("run", "", "", 0)),
    "guix": ("verb", "LCEfmp", "load-path", "shell*,environment*,time-machine*"),
    "opam": ("verb", "", "switch root", "exec"), "stack": ("exec", "", "stack-yaml resolver", "exec"),
    "cabal": ("exec", "w", "project-file", "exec"), "dune": ("exec", "", "root profile", "exec"),
    "esy": ("verb", "", "", "x,exec-command"), "mix": ("verb", "", "", "cmd"),
    "composer": ("verb", "d", "working-dir", "exec"), "gem": ("verb", "gv", "gem version", "exec"),
    "foreman": ("verb", "edf", "env root procfile", "run"), "overmind": ("verb", "", "", "run"),
    "honcho": ("verb", "ef", "env procfile", "run"), "melos": ("text verb", "c", "scope ignore concurrency", "exec"),
    "lerna": ("verb", "", "scope ignore concurrency", "exec"), "nx": ("verb", "", "project", "exec"),
    "sst": ("verb", "", "stage", "bind,shell"), "railway": ("verb", "seps", "service environment project", "run"),
    "vercel": ("verb", "te", "token environment", "env run"), "netlify": ("verb", "", "context", "dev:exec"),
    "netlify-cli": ("verb", "", "context", "dev:exec"),
    "firebase": ("text verb", "P", "project only config", "emulators:exec"), "dagger": ("verb", "", "progress", "run"),
    "telepresence": ("verb", "n", "", "connect,intercept+1"),
    "mirrord": ("verb", "tnf", "target config-file target-namespace", "exec"),
    "vcluster": ("verb", "n", "namespace", "connect+1"), "spring": ("verb", "", "", "rails,rake"),
    "mprocs": ("operands", "", "names server config", 0), "cargo-watch": ("option text", "", "", "s x shell exec"),
    "cargo": ("option text", "", "", "s x shell exec"),
}  # fmt: skip
# What waits, watches, joins, records and shows.
_AROUND: dict[str, Row] = {
    "wait-for-it": ("verb", "htp", "host port timeout", "*"), "wait-for-it.sh": ("verb", "htp", "host port timeout", "*"),
    "wait-for": ("verb", "t", "timeout", "*"), "dockerize": ("flags", "", "wait timeout template stdout stderr", 0),
    "onchange": ("verb", "idfopk", "initial exclude delay", "*"), "reflex": ("verb", "rgRGd", "regex glob", "*"),
    **dict.fromkeys((
        "chokidar", "asciinema", "termtosvg",
    ), ("option text", "", "", "c command")),
    **dict.fromkeys((
        "mispipe", "pee", "start-server-and-test",
    ), ("operands", "", "", 0)),
    "ttyrec": ("option text", "", "", "e"), "ttyd": ("run", "pictWs", "port", 0), "less": ("pager", "", "", 0),
    "more": ("pager", "", "", 0), "man": ("option text", "", "", "P H pager html"), "pm2": ("pm2", "", "", 0),
    "dtach": ("dtach", "", "", 0), "abduco": ("dtach", "", "", 0),
    "zellij": ("verb", "ndc", "name direction cwd", "run,action new-pane,r"), "byobu": ("tmux", "", "", 0),
    "kitty": ("run", "dTco", "title directory class config override", 0), "foot": ("run", "TacwD", "title app-id", 0),
    "wezterm": ("verb", "", "cwd workspace", "start,cli spawn,cli split-pane"),
    **dict.fromkeys((
        "ghostty", "xterm", "urxvt", "konsole", "st",
    ), ("after", "", "", "-e")),
    "alacritty": ("after", "", "", "-e --command"), "x-terminal-emulator": ("after", "", "", "-e -x"),
    "gnome-terminal": ("after", "", "", "-- -x -e"), "xfce4-terminal": ("after", "", "", "-x -e"),
    "terminator": ("after", "", "", "-x -e"),
}  # fmt: skip
# Shells: those that read nearly the same, and those with a language of their own.
_SHELLS: dict[str, Row] = {
    **dict.fromkeys((
        "yash", "posh", "pdksh", "oksh", "loksh", "lksh", "hush", "sash", "static-sh", "bash-static", "osh", "git-sh",
    ), ("shell", "", "", 0)),
    **dict.fromkeys((
        "csh", "tcsh", "nu", "elvish", "xonsh", "ion", "murex", "es", "rc", "ysh", "oil", "pwsh", "powershell",
        "pwsh.exe", "powershell.exe", "pwsh-preview", "cmd", "cmd.exe",
    ), ("foreign", "", "", 0)),
}  # fmt: skip
# Other machines, and boxes on this one.
_AWAY: dict[str, Row] = {
    "vagrant": ("remote verb", "c", "command", "ssh*,winrm*|c command"),
    "gcloud": ("remote verb", "", "command zone project", "compute ssh*|command"),
    "fly": ("remote verb", "aCs", "command app select", "ssh console*|C command"),
    "flyctl": ("remote verb", "aCs", "command app", "ssh console*|C command"),
    "devpod": ("remote verb", "", "command", "ssh*|command"), "coder": ("remote verb", "", "", "ssh+1"),
    "et": ("remote verb", "c", "command", "*|c command"), "heroku": ("remote verb", "ars", "app remote size", "run"),
    "tsh": ("remote verb", "l", "login proxy cluster", "ssh+1"), "tailscale": ("remote verb", "", "", "ssh+1"),
    "minikube": ("remote verb", "pn", "profile node", "ssh"), "plink": ("remote run", "lPpwiD", "", 1),
    "rsh": ("remote run", "l", "", 1), "slogin": ("remote run", "", "", 1),
    "pssh": ("remote run", "hHlptoeOxA", _HOSTS, 0), "parallel-ssh": ("remote run", "hHlptoeOxA", _HOSTS, 0),
    "pdsh": ("remote run", "wxglftuR", "", 0), "clush": ("remote run", "wxgXlftuo", "", 0),
    "dsh": ("remote run", "mgfr", "machine group file", 0),
    "ansible": ("remote verb", "aim", "args module-name inventory", "*|a args"), "salt": ("remote salt", "", "", 0),
    "salt-call": ("remote salt", "", "", 0), "sbatch": ("option text", "", "", "wrap"),
    "srun": ("run", "NnctpAJoeiwxqD", _SRUN, 0), "salloc": ("run", "NnctpAJoeiwxqD", _SRUN, 0),
    "mpirun": ("flags", "", "np host hosts hostfile machinefile map-by bind-to wdir env genv ppn", 0),
    "mpiexec": ("flags", "", "np host hosts hostfile machinefile map-by bind-to wdir env genv ppn", 0),
    "multipass": ("boxed verb", "dn", "working-directory", "exec+1"), "lima": ("run", "", "workdir shell", 0),
    "limactl": ("verb", "", "workdir shell", "shell+1"), "orb": ("run", "mu", "machine user", 0),
    "wsl": ("run", "du", "distribution user cd shell-type", 0), "wsl.exe": ("run", "du", "distribution user cd", 0),
    "toolbox": ("verb", "cdr", "container distro release", "run"), "distrobox": ("verb", "n", "name", "enter*"),
    "distrobox-enter": ("verb", "n", "name", "*"), "flatpak": ("flatpak", "", "", 0),
    "flatpak-spawn": ("run", "", "directory", 0), "snap": ("verb", "", "", "run"),
    "machinectl": ("boxed verb", "MHE", "uid setenv machine host", "shell+1"),
    "systemd-nspawn": ("boxed run", "DMiup", "directory machine image user bind bind-ro setenv chdir", 0),
    "buildah": ("boxed verb", "v", "volume user", "run+1,unshare"),
    "apptainer": ("verb", "BHW", "bind home pwd env", "exec+1,run+1"),
    "singularity": ("verb", "BHW", "bind home pwd env", "exec+1,run+1"),
    "crictl": ("boxed verb", "r", "runtime-endpoint", "exec+1"),
    "ctr": ("boxed verb", "na", "namespace exec-id address cwd user", "task exec+1,tasks exec+1,t exec+1,run+2"),
    "runc": ("boxed verb", "ue", "user cwd env process", "exec+1"),
    "devcontainer": ("boxed verb", "", "workspace-folder container-id config", "exec"),
    "okteto": ("boxed verb", "nc", "namespace context", "exec"),
}  # fmt: skip
ROWS: dict[str, Row] = {**_STARTERS, **_GIVING, **_LOADING, **_PROJECTS, **_AROUND, **_SHELLS, **_AWAY}
