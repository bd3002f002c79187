"""Which of the rules about harm could speak to a call: a look at names, so that only those families are imported."""

from __future__ import annotations

from guardhost.model.effects import DELETE, MOVE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.model.effects import Touch
    from guardhost.model.line import Command, VcsCall

# What words that have to do with secrets look like; also asked for lines that only read.
MARKS = (
    ".env", "*env", "id_", "ssh", "secret", "credential", "token", ".pem", ".key", "netrc", "npmrc", "pypirc", "pgpass",
    "kube", ".aws",
    "gnupg", "environ", "passw", "shadow", "keychain", "keyring", "keystore", ".p12", ".pfx", ".ppk", "tfvars",
    "tfstate", "_history",
    "auth", "vault", "htpasswd", "docker/config", ".jks", "export-", "wallet", "cookies", "raw", "_rsa", "sudoers",
    "my.cnf", "hub",
    "oci", "azure", "gcloud", "terraform", "master.key", "login",
    "proc/", ".git-c", "hosts.yml", ".docker/", "/gh/", ".config/", "apikey", "api_key", "_key",
    "config.json", "service-acc", "service_acc", "serviceacc", "client_", "api-key", "environ", "chrome", "169.254.169.254",
    "metadata.google", "logins.json", "key4.db", "http.server",
    ".boto", ".s3cfg", ".dockercfg", "databricks", "snowsql", "huggingface", "kaggle", ".kdbx", "wrangler", ".fly", "doctl",
)  # fmt: skip
PRINTERS = frozenset((
    "env", "printenv", "gprintenv", "genv", "export", "declare", "typeset", "set", "gh", "glab", "gcloud", "aws", "az",
    "vault", "op", "bw",
    "pass", "gopass", "lpass", "security", "secret-tool", "heroku", "fly", "flyctl", "doppler", "infisical", "vercel",
    "netlify", "railway",
    "gpg", "gpg2", "sops", "age", "ansible-vault", "chamber", "aws-vault", "getent", "keyctl", "oc",
))  # fmt: skip
_RESOLVERS = frozenset(("ping", "dig", "nslookup", "host", "drill", "getent", "traceroute", "logger", "wall", "notify-send"))
_DISCARDS = frozenset((
    "reset", "checkout", "restore", "switch", "clean", "stash", "apply", "checkout-index", "read-tree", "rm", "submodule",
))  # fmt: skip
DISCARDERS = frozenset(("patch", "svn", "bzr", "brz", "p4", "fossil", "gh"))
_REWRITES = frozenset((
    "push", "filter-branch", "filter-repo", "update-ref", "branch", "checkout", "switch", "reflog", "gc", "prune",
    "fetch", "repack",
))  # fmt: skip
_GIT_SHOWS = frozenset(
    ("stash", "show", "cat-file", "diff", "log", "archive", "blame", "annotate", "grep", "credential", "difftool", "config")
)
_KNOWN_GIT = frozenset((
    "add", "status", "commit", "diff", "log", "push", "pull", "fetch", "checkout", "switch", "branch", "merge",
    "rebase", "reset", "stash",
    "show", "tag", "remote", "clone", "init", "config", "restore", "rm", "mv", "clean", "rev-parse", "cherry-pick",
    "revert", "worktree",
    "submodule", "bisect", "blame", "grep", "ls-files", "apply", "am", "reflog", "gc", "describe", "lfs", "rev-list",
    "cat-file", "",
))  # fmt: skip
_FETCH = frozenset((
    "curl", "wget", "wget2", "http", "https", "xh", "fetch", "lynx", "w3m", "aria2c", "axel", "ftp", "lftp", "scp",
    "sftp", "base64", "base32",
    "basenc", "xxd", "openssl", "uudecode", "rev", "tr", "gpg", "gunzip", "zcat", "aws", "gsutil", "rclone", "gh",
    "iwr", "dig", "host",
    "nslookup", "whois", "xz", "s3cmd",
))  # fmt: skip
_CONNECT = frozenset(
    (
        "nc",
        "ncat",
        "netcat",
        "socat",
        "telnet",
        "pwsh",
        "powershell",
        "Rscript",
        "awk",
        "gawk",
        "mawk",
        "deno",
        "bun",
        "mkfifo",
    )
)
_RUNNERS = frozenset((
    "sh", "bash", "zsh", "dash", "ksh", "source", ".", "node", "perl", "ruby", "php", "lua", "deno", "bun", "make",
    "ts-node", "tsx",
))  # fmt: skip
_VARIABLES = (
    "GIT_", "PAGER", "EDITOR", "VISUAL", "LD_", "DYLD_", "BASH_ENV", "BASH_FUNC", "PROMPT_COMMAND", "PERL5", "RUBYOPT",
    "PYTHONSTARTUP", "PYTHONPATH",
    "PYTHONHOME", "PYTHONBREAKPOINT", "PYTHONINSPECT", "RUSTC_W", "PATH", "NODE_OPTIONS", "NODE_REPL", "BUN_OPTIONS",
    "JAVA_TOOL", "_JAVA", "JDK_",
    "LESS", "SSH_", "SUDO_", "MANPAGER", "BROWSER", "GH_", "RSYNC_RSH", "CVS_RSH", "SVN_SSH", "LUA_INIT", "ZDOTDIR",
    "ENV", "PS4", "SHELLOPTS",
    "GCONV", "NODE_PATH", "RUBYLIB", "GEM_PATH", "LUA_PATH", "PSQL", "IRBRC", "SYSTEMD_PAGER", "DELTA", "BAT_PAGER",
    "TEXEDIT", "FCEDIT",
)  # fmt: skip
HOOKS = frozenset((
    "pre-commit", "commit-msg", "pre-push", "prepare-commit-msg", "post-commit", "pre-rebase", "post-checkout", "post-merge",
    "pre-receive", "update", "post-rewrite", "applypatch-msg", "pre-applypatch", "pre-merge-commit", "pre-auto-gc",
))  # fmt: skip
_HOOKS = ("HUSKY", "LEFTHOOK", "OVERCOMMIT", "SKIP", "PRE_COMMIT", "NO_VERIFY", "HOOKS_SKIP", "GIT_")
# program -> what its words must hold so that its options could run something; "" is any.
_INJECTS = {
    "git": ("--exec-path=",),
    "rg": ("--pre", "hostname"), "go": ("exec", "vettool"), "tar": ("command", "checkpoint", "-i", "script", "compress",
    "-f"), "bsdtar": ("compress",),
    "gtar": ("command", "checkpoint", "-i"), "zip": ("-t", "command"), "sort": ("compress",), "man": ("-p", "-h",
    "pager", "html"), "wget": ("askpass",),
    "scp": ("-s", "command"), "sftp": ("-s", "command"), "ssh": ("command",), "gcc": ("-wrapper", "plugin"),
    "cc": ("-wrapper", "plugin"),
    "clang": ("plugin",), "g++": ("-wrapper", "plugin"), "make": ("shell=", "eval"), "gmake": ("shell=", "eval"),
    "npm": ("shell", "config"),
    "pnpm": ("shell", "config"), "yarn": ("config", "plugin"), "borg": ("rsh",), "nmap": ("script",),
    "openssl": ("engine",), "java": ("agent",),
    "strace": ("-e",), "tcpdump": ("-z",), "mysql": ("pager",), "cargo": ("--config",), "apt-get": ("invoke",),
    "apt": ("invoke",), "dpkg": ("invoke",),
    "rsync": ("-e", "rsh"), "vim": ("!", "-c"), "vi": ("!", "-c"), "nvim": ("!", "-c"), "view": ("!",), "ex": ("!",
    "-c"), "sed": ("",), "gsed": ("",),
    "split": ("filter",), "less": ("+",), "npx": ("://",), "bunx": ("://",), "pip": ("config",), "pip3": ("config",),
    "gdb": ("shell", "!", "python"), "lldb": ("shell",),
    "export": ("=",),
    "declare": ("=",), "typeset": ("=",), "readonly": ("=",), "env": ("=",),
}  # fmt: skip
# Installers, and words by which they are told of another source.
_SOURCED = frozenset(("pip", "pip3", "npm", "pnpm", "yarn", "bun", "uv", "gem", "go", "npx", "bunx", "pnpx", "git",
    "less", "python",
    "python3"))  # fmt: skip
_SOURCES = (
    "registry", "index", "find-links", "trusted-host", "goproxy", "gonosum", "goflags", "goinsecure", "gosumdb", "goprivate",
    "sources", "insteadof", "include", "+!",
)  # fmt: skip
_SYSTEM = frozenset((
    "dd", "wipefs", "blkdiscard", "mke2fs", "mkswap", "newfs", "sgdisk", "sfdisk", "fdisk", "cfdisk", "gdisk", "parted",
    "badblocks", "pvcreate",
    "pvremove", "vgremove", "lvremove", "zpool", "cryptsetup", "mdadm", "hdparm", "nvme", "diskutil", "shutdown",
    "reboot", "halt", "poweroff",
    "telinit", "init", "systemctl", "loginctl", "kill", "killall", "pkill", "killall5", "skill", "crontab", "userdel",
    "deluser", "usermod",
    "groupdel", "visudo", "vipw", "chpasswd", "passwd", "chsh", "useradd", "adduser", "iptables", "ip6tables", "nft",
    "ufw", "setenforce",
    "csrutil", "spctl", "swapoff", "efibootmgr", "nvram", "sysctl", "mount", "umount", "chmod", "chown", "chgrp",
    "chattr", "setfacl", "setcap",
    "format", "rmmod", "tune2fs", "firewall-cmd", "auditctl", "pmset", "systemd-run", "kextunload", "mkntfs", "mkdosfs",
    "delgroup", "apt", "apt-get", "aptitude", "dpkg", "yum", "dnf", "zypper", "rpm", "snap", "apk", "brew", "port",
    "flatpak",
    "pacman", "insmod", "modprobe", "kextload", "ip", "ifconfig", "nmcli", "route", "date", "timedatectl", "hostnamectl",
    "update-alternatives", "alternatives", "journalctl", "defaults", "atrm", "fallocate", "mkfile", "yes", "xbps-remove",
    "emerge",
))  # fmt: skip
_TIMERS = frozenset((
    "crontab", "launchctl", "ssh-copy-id", "systemctl", "systemd-run", "at", "batch", "loginctl", "update-rc.d", "chkconfig",
    "rc-update", "pm2", "gh", "schtasks", "brew",
))  # fmt: skip
_CONTAINERS = ("docker", "podman", "nerdctl")
_CLIENTS = frozenset((
    "psql", "mysql", "mariadb", "sqlite3", "sqlite", "sqlcmd", "usql", "pgcli", "mycli", "litecli", "duckdb",
    "cockroach", "clickhouse-client",
    "clickhouse", "bq", "snowsql", "cqlsh", "mongosh", "mongo", "redis-cli", "valkey-cli", "keydb-cli", "influx",
    "hive", "beeline", "presto", "trino",
    "spark-sql", "isql", "sqlplus", "neo4j", "cypher-shell", "wrangler", "turso", "surreal", "arangosh", "supabase",
    "pscale", "mssql-cli",
    "dropdb", "dropuser", "prisma",
))  # fmt: skip
# What a tool's words hold when it deletes.
_DELETES = (
    "delete", "destroy", "rm", "rb", "remove", "prune", "drop", "down", "reset", "del", "uninstall", "purge", "flush",
    "wipe", "fresh", "clean", "yank",
    "terminate", "-d", "force", "drain", "scale", "undo", "unpublish", "archive", "sync", "cleanup", "rollback",
    "downgrade", "disable", "forget",
    "undefine", "stop", "leave", "shutdown", "zero", "push", "revoke", "deprecate", "owner", "gc", "mirror", "un",
    "schema", "deregister", "release-", "publish", "upload", "taint", "replace", "attach-", "put-", "close-account",
    "record-sets", "modify-", "reboot-", "detach-", "grant", "visibility", "refunds", "payouts", "charges", "truncate",
    "revert", "destroy_all", "delete_all", "database 0", "absent", "rm -r", "mutation", "protection", "rulesets",
)  # fmt: skip
_DELETERS = frozenset((
    "terraform", "tofu", "terragrunt", "pulumi", "cdk", "cdktf", "sam", "serverless", "sls", "sst", "copilot", "docker",
    "docker-compose", "podman",
    "nerdctl", "kubectl", "oc", "k3d", "kind", "minikube", "eksctl", "kops", "helm", "helmfile", "argocd", "flux",
    "nomad", "consul", "etcdctl", "vault",
    "gsutil", "rclone", "s3cmd", "mc", "s5cmd", "azcopy", "heroku", "fly", "flyctl", "vercel", "netlify", "railway",
    "render", "wrangler", "firebase",
    "supabase", "doctl", "linode-cli", "hcloud", "scw", "ibmcloud", "oci", "aliyun", "gh", "glab", "npm", "pnpm",
    "yarn", "cargo", "gem", "mysqladmin",
    "rails", "rake", "artisan", "prisma", "knex", "sequelize", "sequelize-cli", "typeorm", "drizzle-kit", "flyway",
    "liquibase", "alembic", "mix",
    "manage.py", "django-admin", "console", "dbmate", "goose", "migrate", "kafka-topics", "kafka-topics.sh",
    "rabbitmqctl", "restic", "borg", "zfs",
    "btrfs", "tmutil", "velero", "virsh", "vagrant", "multipass", "lxc", "limactl", "colima", "aws", "gcloud", "az",
    "bq", "curl", "http", "https", "xh", "ansible", "mongorestore", "pg_restore", "flask", "dotnet", "dotnet-ef", "sqlx",
    "diesel", "doctrine", "hasura", "atlas", "neon", "neonctl", "pscale", "turso", "influx", "hdfs", "hadoop", "airflow",
    "celery", "kafka-delete-records", "kafka-delete-records.sh", "prefect", "mlflow", "dvc", "wandb", "hub", "openstack",
    "vultr-cli", "b2", "stripe", "lerna", "twine", "hatch", "flit", "pdm", "vsce", "ovsx", "jsr", "changeset",
    "semantic-release", "goreleaser", "exo", "tccli", "civo", "upctl", "yc", "bun", "node", "ruby", "perl", "wget",
    "ts-node", "tsx", "php",
    "python", "python3", "php", "npx", "bundle", "poetry", "uv", "pipenv", "bunx", "redis-cli",
))  # fmt: skip
MOST = 200_000  # characters of a text that are looked at, here and by the rule
_TEXTS = (
    "secret", "token", "passw", "key", "akia", "asia", "ghp_", "gho_", "ghs_", "github_pat", "glpat", "xox", "sk-",
    "sk_live", "aiza", "npm_", "hf_", "credential",
    "://", "sg.", "hvs.", "pypi-", "whsec", "pmak", "dsn",
)  # fmt: skip
# Programs that run code of languages that nobody reads here.
UNREAD = frozenset((
    "go", "swift", "java", "jshell", "dotnet", "elixir", "julia", "R", "Rscript", "groovy", "scala", "scala-cli",
    "kotlin", "kotlinc",
    "clojure", "clj", "erl", "crystal", "nim", "zig", "runghc", "runhaskell", "ghc", "ocaml", "rust-script", "cargo",
    "tcc", "osascript",
    "expect", "pwsh", "powershell", "cmd", "cmd.exe", "powershell.exe", "racket", "guile", "sbcl", "emacs", "tclsh",
    "raku", "dart", "v", "csi", "fsi",
))  # fmt: skip
# Programs that may tell the environment, or find files of secrets, and what their words hold then.
_DUMPS = {"jq": "env", "gojq": "env", "jaq": "env", "ps": "e", "find": " .", "fd": "."}
_TEMPORARY = "/tmp/"  # noqa: S108 - compared only
_LINKED = frozenset(("ln", "cp", "mv"))


def could_harm(matter: Matter, families: set[str]) -> None:
    """Add the families about harm that could speak to a call."""
    for name, _value in matter.assignments:
        _by_variable(name, families)
    for command in matter.commands:
        _by_program(command, matter, families)
        if command.program in DISCARDERS and (command.program != "gh" or "checkout" in command.args[:2]):
            families.add("discard_work")
    if len(matter.commands) > 3 and all(not command.args for command in matter.commands[:4]):
        families.add("system_harm")
    _by_running(matter, families)
    effects = matter.effects
    safe = _safe(matter) if effects.touches else ()
    for touch in effects.touches:
        _by_touch(touch, safe, matter, families)
    if matter.event.seam == "tool" and hasattr(matter.event.args, "values"):
        families.update(("secret_read", "data_harm"))


def _by_variable(name: str, families: set[str]) -> None:
    if name.startswith(_VARIABLES) or name.endswith(("PAGER", "EDITOR", "ASKPASS")):
        families.add("code_injection")
    if name.startswith(_HOOKS) or "HOOK" in name:
        families.add("hooks_off")


def _by_running(matter: Matter, families: set[str]) -> None:
    """What is run, where something on the line or in the session was brought from elsewhere."""
    names = {command.program for command in matter.commands}
    runs = any(
        (not c.program and c.wrappers) or c.path or c.program in _RUNNERS or c.program.startswith("python")
        for c in matter.commands
    )
    for command in matter.commands:
        coded = command.program in _RUNNERS or command.program.startswith("python")
        if coded and any(
            mark in word for word in command.args for mark in ("://", "base64", "sock", "ocket", "onnect", "b64")
        ):
            families.add("remote_script")
    fetched = matter.effects.network or not names.isdisjoint(_FETCH)
    kept = runs and not fetched and matter.remembered is not None and matter.remembered("downloads")
    if not names.isdisjoint(_CONNECT) or (runs and fetched) or kept:
        families.add("remote_script")
    if not all(names) and any(not c.program and c.args for c in matter.commands):
        families.add("delete_outside")


def tells(command: Command) -> bool:
    """Return whether a program could print a secret, by its name and words."""
    if command.program in PRINTERS or any(redirect.op == "<" for redirect in command.redirects):
        return True
    text = " ".join([word if word.known else word.raw for word in command.args]).lower()
    if _DUMPS.get(command.program, "\0") in text:
        return True
    return any(mark in text for mark in MARKS) or any(word.pattern and "." in word for word in command.args)


def _could_tell(command: Command, program: str, text: str) -> bool:
    """Whether a program could hand a secret on: by its words, by a variable that it is given, by serving a folder."""
    if tells(command) or program in ("serve", "http-server", "caddy", "php", "sftp", "ftp", "lftp", "smbclient"):
        return True
    if "env" in text and program in ("ruby", "perl", *_CONTAINERS):
        return True
    return (program in _RESOLVERS or program in ("echo", "printf", "print")) and any(
        "$" in word.raw for word in command.args
    )


def _by_program(command: Command, matter: Matter, families: set[str]) -> None:
    program = command.program
    text = " ".join(command.args).lower()
    for name, _value in command.env:
        _by_variable(name, families)
    if _could_tell(command, program, text):
        families.add("secret_read")
    if command.vcs is not None:
        _by_vcs(command.vcs, text, matter, families)
    wanted = _INJECTS.get(program)
    if (wanted is not None and any(one in text for one in wanted)) or (not program and not command.word.isascii()):
        families.add("code_injection")
    if program in _SOURCED and any(one in text for one in _SOURCES):
        families.add("code_injection")
    if program in _SYSTEM or program.startswith("mkfs") or (program in _CONTAINERS and ("run" in text or "create" in text)):
        families.add("system_harm")
    if (
        program in _CLIENTS
        or (program in _DELETERS and any(one in f"{text} {(command.stdin or '').lower()}" for one in _DELETES))
        or program in ("lvremove", "dropdb", "semantic-release", "kafka-delete-records.sh")
    ):
        families.add("data_harm")
    if (program == "cat" and "/dev/" in text) or ("fork" in text and program not in ("git", "gh")):
        families.add("system_harm")
    if program in UNREAD:
        families.add("unreadable")
    if program in _TIMERS:
        families.add("write_outside")
    if program in ("bfg", "java") and "bfg" in f"{program} {text}":
        families.add("history_rewrite")
    if "uninstall" in text or (
        program in ("export", "declare", "typeset") and any(one.lower() in text for one in _HOOKS[:-1])
    ):
        families.add("hooks_off")


def _by_vcs(vcs: VcsCall, text: str, matter: Matter, families: set[str]) -> None:
    name = vcs.subcommand
    if vcs.tool != "git":
        families.add("discard_work")
        return
    kept = name in ("show", "cat-file") and any(touch.via == "git" for touch in matter.effects.changes)
    if name in _DISCARDS or kept or (name in ("ls-files", "diff") and len(matter.commands) > 1):
        families.add("discard_work")
    if name in _REWRITES:
        families.add("history_rewrite")
    if name == "send-pack" or (name in ("config", "remote", "clone") and ("mirror" in text or ".push" in text)):
        families.add("history_rewrite")
    if name == "push":
        families.add("push_protected")
    if name == "stash":
        families.add("shared_stash")
    if name == "worktree" and "remove" in text:
        families.add("worktree_remove")
    clusters = any(word.startswith("-") and "n" in word for word in vcs.args)
    if clusters or vcs.options or name in ("config", "clone"):
        families.add("hooks_off")
    if (
        vcs.options
        or name in ("config", "clone")
        or any(one in text for one in ("::", "pack", "exec", "-x", "-o", "ssh://-", "extcmd"))
    ):
        families.add("code_injection")
    if name in ("add", "stage"):
        families.add("secret_write")
    if name not in _KNOWN_GIT and matter.remembered is not None and matter.remembered(f"alias:{name}"):
        families.add("code_injection")


def _safe(matter: Matter) -> tuple[str, ...]:
    """Where a file may be written without more ado: below the checkouts and the temporary folder, and in devices."""
    roots = [root.rstrip("/") + "/" for root in matter.places.workspaces if root.strip("/")]
    home = f"{matter.places.home}/"
    return (*(root for root in roots if not home.startswith(root)), _TEMPORARY, "/dev/null")


def _by_touch(touch: Touch, safe: tuple[str, ...], matter: Matter, families: set[str]) -> None:
    path = touch.path
    if path.startswith("/dev/"):
        families.update(("system_harm", "remote_script"))
    if touch.kind == "read":
        named = (path or touch.raw).lower()
        if (path and matter.real_path(path) != path) or any(mark in named for mark in MARKS):
            families.add("secret_read")
        return
    if (
        not path
        or touch.kind in (DELETE, MOVE)
        or touch.recursive
        or touch.text == ""
        or touch.via in ("truncate", "shred", "cp", "wipe", "srm", "dd")
    ):
        families.update(("delete_outside", "delete_inside"))
    home = matter.places.home
    if path and (not path.startswith(safe) or (path.startswith(_TEMPORARY) and home.startswith(_TEMPORARY))):
        families.add("write_outside")
    elif path and path.startswith(safe) and matter.real_path(path) != path:
        families.update(("write_outside", "delete_outside"))
    name = path.rpartition("/")[2].lower()
    if any(mark in name for mark in MARKS) or "/.ssh" in path or "/.aws" in path:
        families.add("secret_write")
    if "." not in name and name and touch.kind != DELETE and matter.remembered is not None and matter.remembered("paths"):
        families.add("code_injection")
    if (
        "hooks/" in path
        or "/.husky/" in path
        or name in HOOKS
        or (touch.kind == MOVE and name.endswith(("hooks", "husky")))
        or (touch.recursive and touch.kind == DELETE)
    ):
        families.add("hooks_off")
    if touch.link or touch.via in _LINKED:
        families.add("secret_read")
    lowered = touch.text[:MOST].lower() if touch.text and touch.kind != DELETE else ""
    if lowered and any(one in lowered for one in _TEXTS):
        families.add("secret_write")
