"""Statements and verbs that delete data: SQL and other queries, infrastructure, containers, clouds."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command

CLIENTS = frozenset((
    "psql", "mysql", "mariadb", "sqlite3", "sqlite", "sqlcmd", "mssql-cli", "usql", "pgcli", "mycli", "litecli",
    "duckdb", "cockroach",
    "clickhouse-client", "clickhouse", "bq", "snowsql", "cqlsh", "mongosh", "mongo", "redis-cli", "valkey-cli",
    "influx", "hive",
    "beeline", "presto", "trino", "spark-sql", "athena", "isql", "sqlplus", "tarantool", "neo4j", "cypher-shell", "d1",
    "wrangler",
    "turso", "libsql", "surreal", "arangosh", "keydb-cli", "supabase", "planetscale", "pscale", "osqueryi", "rqlite",
    "prisma",
))  # fmt: skip
_DROPS = ("TABLE", "DATABASE", "SCHEMA", "INDEX", "VIEW", "USER", "ROLE", "COLLECTION", "KEYSPACE", "TABLESPACE",
    "COLUMN", "MATERIALIZED",
          "SEQUENCE", "TYPE", "FUNCTION", "EXTENSION", "CATALOG", "STREAM", "OWNED", "MEASUREMENT", "SERIES",
          "BUCKET")  # fmt: skip
_CALLS = ("dropdatabase(", ".drop()", ".drop(", ".deletemany({})", ".remove({})", "dropindexes(", "dropcollection(")
_REDIS = ("FLUSHALL", "FLUSHDB", "SHUTDOWN", "SCRIPT FLUSH")
# program -> rows of words that must all stand among its words, "|" between choices.
VERBS: dict[str, tuple[tuple[str, ...], ...]] = {
    "terraform": (("destroy",), ("apply", "-destroy|--destroy"), ("state", "rm|push"), ("workspace", "delete"),
    ("force-unlock",)),
    "tofu": (("destroy",), ("apply", "-destroy|--destroy"), ("state", "rm|push"), ("workspace", "delete")),
    "terragrunt": (("destroy|destroy-all",), ("run-all|run", "destroy")),
    "pulumi": (("destroy|down",), ("stack", "rm")),
    "cdk": (("destroy",),),
    "cdktf": (("destroy",),),
    "sam": (("delete",),),
    "serverless": (("remove",),),
    "sls": (("remove",),),
    "sst": (("remove",),),
    "copilot": (("app|svc|env", "delete"),),
    "docker": (("system", "prune", "--volumes|-a|--all|-af|-fa"), ("volume", "rm|remove|prune"), ("compose", "down",
    "-v|--volumes|--rmi"),
               ("compose", "rm", "-v|-fv|-vf|-sfv"), ("swarm", "leave", "-f|--force"), ("stack", "rm"), ("rm",
               "-v|-fv|-vf|--volumes")),
    "docker-compose": (("down", "-v|--volumes|--rmi"), ("rm", "-v|-fv|-vf")),
    "podman": (("system", "prune|reset"), ("volume", "rm|prune"), ("compose", "down", "-v|--volumes")),
    "nerdctl": (("system", "prune"), ("volume", "rm|prune")),
    "kubectl": (("delete",), ("drain",), ("replace", "--force"), ("scale", "--replicas=0"), ("rollout", "undo")),
    "oc": (("delete",),),
    "k3d": (("cluster", "delete"),), "kind": (("delete", "cluster|clusters"),), "minikube": (("delete",),),
    "eksctl": (("delete",),),
    "kops": (("delete",),), "helm": (("uninstall|delete|un",),), "helmfile": (("destroy|delete",),), "argocd": (("app",
    "delete"),),
    "flux": (("uninstall|delete",),), "kustomize": (), "nomad": (("job|system", "stop|gc|purge"),), "consul": (("kv",
    "delete"),),
    "etcdctl": (("del",),), "vault": (("delete|destroy",), ("kv", "delete|destroy"), ("secrets", "disable")),
    "gsutil": (("rm|rb",), ("rsync", "-d")), "rclone": (("delete|purge|deletefile|sync|cleanup",),),
    "s3cmd": (("del|rb|rm",),),
    "mc": (("rm|rb",), ("mirror", "--remove")), "s5cmd": (("rm|rb",),), "azcopy": (("remove|rm",),),
    "heroku": (("apps:destroy|destroy|pg:reset|addons:destroy|ps:stop",),), "fly": (("apps|volumes|postgres|machine",
    "destroy|delete"), ("destroy",)),
    "flyctl": (("apps|volumes|postgres|machine", "destroy|delete"), ("destroy",)), "vercel": (("rm|remove",), ("env", "rm")),
    "netlify": (("sites:delete",),), "railway": (("down|delete",),), "render": (("services", "delete"),),
    "wrangler": (("delete",), ("d1|kv:namespace|r2", "delete")),
    "firebase": (("firestore:delete|hosting:disable|database:remove",),), "supabase": (("db", "reset"), ("projects",
    "delete")),
    "doctl": (("delete|rm|destroy",),), "linode-cli": (("delete|rm",),), "hcloud": (("delete",),),
    "scw": (("delete|terminate",),),
    "ibmcloud": (("delete|rm",),), "oci": (("delete|terminate",),), "aliyun": (("delete",),),
    "gh": (("repo", "delete"), ("release", "delete"), ("secret", "delete|remove"), ("variable", "delete"), ("workflow",
    "disable"), ("gist", "delete"),
           ("repo", "archive"), ("cache", "delete"), ("ssh-key|gpg-key", "delete"), ("issue", "delete"), ("run",
           "delete"), ("environment", "delete")),
    "glab": (("repo", "delete"), ("release", "delete"), ("variable", "delete"), ("issue", "delete")),
    "npm": (("unpublish",), ("access", "revoke"), ("owner", "rm")), "pnpm": (("unpublish",),), "yarn": (("npm",
    "unpublish"),),
    "cargo": (("yank",), ("owner", "--remove")), "gem": (("yank",),), "twine": (), "dropdb": (("",),), "dropuser": (("",),),
    "mysqladmin": (("drop|shutdown|flush-all",),),
    "rails": (("db:drop|db:reset|db:purge|db:schema:load|db:drop:all|db:migrate:reset|db:truncate_all",),),
    "rake": (("db:drop|db:reset|db:purge|db:schema:load|db:drop:all|db:migrate:reset|db:truncate_all",),),
    "artisan": (("migrate:fresh|migrate:reset|db:wipe|migrate:refresh",),), "prisma": (("migrate", "reset"), ("db",
    "push", "--force-reset|--accept-data-loss")),
    "knex": (("migrate:rollback", "--all"),), "sequelize": (("db:drop|db:migrate:undo:all",),),
    "sequelize-cli": (("db:drop|db:migrate:undo:all",),),
    "typeorm": (("schema:drop",),), "drizzle-kit": (("drop",), ("push", "--force")), "flyway": (("clean",),),
    "liquibase": (("drop-all|dropall",),), "alembic": (("downgrade", "base"),),
    "mix": (("ecto.drop|ecto.reset",),), "manage.py": (("flush|reset_db|sqlflush",), ("migrate", "zero")),
    "django-admin": (("flush|reset_db",),),
    "console": (("doctrine:database:drop|doctrine:schema:drop",),), "dbmate": (("drop",),),
    "goose": (("reset|down-to",),), "migrate": (("drop",),),
    "kafka-topics": (("--delete",),), "kafka-topics.sh": (("--delete",),),
    "rabbitmqctl": (("reset|force_reset|delete_queue|purge_queue",),),
    "restic": (("forget",), ("prune",)), "borg": (("delete|prune",),), "zfs": (("destroy|rollback",),),
    "lvremove": (("",),), "btrfs": (("subvolume", "delete"),),
    "tmutil": (("delete|deletelocalsnapshots",),), "velero": (("delete|backup", "delete"),), "ansible": (),
    "virsh": (("destroy|undefine",),), "vagrant": (("destroy",),),
    "multipass": (("delete|purge",),), "lxc": (("delete",),), "limactl": (("delete",),), "colima": (("delete",),),
    "gitlab-rake": (("cache:clear",),),
}  # fmt: skip
_DRY = (
    "--dry-run",
    "--dryrun",
    "--dry-run=client",
    "--dry-run=server",
    "--help",
    "-h",
    "--plan",
    "--preview",
    "plan",
    "help",
    "--what-if",
    "--dry_run",
)
# Tools that work on one database, which may be one for tests.
_DATABASES = frozenset((
    "dropdb", "dropuser", "rails", "rake", "artisan", "prisma", "knex", "sequelize", "sequelize-cli", "typeorm",
    "drizzle-kit",
    "flyway", "liquibase", "alembic", "mix", "manage.py", "django-admin", "console", "dbmate", "goose", "migrate",
    "mysqladmin",
    "flask", "dotnet", "dotnet-ef", "sqlx", "diesel", "doctrine", "mongorestore", "pg_restore",
))  # fmt: skip
_LAUNCHERS = ("python", "python3", "php", "npx", "bundle", "poetry", "uv", "pipenv", "bin/rails", "pnpm", "yarn", "bunx")


def by_statement(command: Command) -> str:
    """Return what a query deletes, "" for nothing."""
    if command.program not in CLIENTS:
        return ""
    texts = [
        str(word)
        for word in command.args
        if " " in word or command.program in ("redis-cli", "valkey-cli", "keydb-cli", "mongosh", "mongo")
    ]
    from guardhost.builtin.data_tools import is_trial

    joined = " ".join(command.args)
    if command.program in ("redis-cli", "valkey-cli", "keydb-cli"):
        swept = "xargs" in command.wrappers and any(word.upper() in ("DEL", "UNLINK") for word in command.args)
        return "The store would be emptied." if swept or any(one in joined.upper() for one in _REDIS) else ""
    found = next((what for text in (*texts, command.stdin or "") if (what := statement(text))), "")
    return "" if found and is_trial(command) else found


def statement(text: str) -> str:
    """Return what a query removes for good, "" for nothing."""
    from guardhost.builtin.data_tools import is_trial_name

    lowered = "".join(text.lower().split())
    if any(one in lowered for one in _CALLS):
        return "A database or a collection would be dropped."
    for statement in _bare(text).upper().split(";"):
        words = statement.replace("(", " ").replace("`", " ").split()
        while words and words[0] in ("BEGIN", "EXPLAIN", "DO", "START", "TRANSACTION", "\\C"):
            words = words[1:]
        if not words:
            continue
        if words[:2] in (["DROP", "DATABASE"], ["DROP", "SCHEMA"]) and is_trial_name(words[-1].strip('"')):
            continue
        if (
            "DROP" in words
            and any(w in _DROPS for w in words[words.index("DROP") + 1 : words.index("DROP") + 3])
            and words[0] in ("DROP", "ALTER")
        ):
            return f"`{' '.join(words[:3])}` removes data for good."
        if (
            words[0] == "TRUNCATE"
            or (words[0] == "DELETE" and "WHERE" not in words and "FROM" in words[:2])
            or words[:2] == ["DETACH", "DELETE"]
        ):
            return f"`{' '.join(words[:3])}` removes data for good."
        if words[0] == "UPDATE" and "WHERE" not in words and "SET" in words:
            return "`UPDATE` without `WHERE` changes every row."
        if words[0] == "MATCH" and "DELETE" in words:
            return "The query deletes what it finds."
    return ""


def _bare(text: str) -> str:
    """Return a query without its texts in quotes and its comments."""
    out, quote, at = "", "", 0
    while at < len(text):
        char = text[at]
        if quote:
            quote = "" if char == quote else quote
        elif char == "'":
            quote = char
            out += " "
        elif text.startswith("--", at) and (at == 0 or text[at - 1] in " \n;"):
            at = text.find("\n", at)
            if at < 0:
                break
            continue
        else:
            out += char
        at += 1
    return out


def by_verb(command: Command) -> str:
    """Return what a tool deletes, "" for nothing."""
    words = [str(word) for word in command.args]
    if any(word in _DRY for word in words) or (command.program == "rclone" and "-n" in words):
        return ""
    from guardhost.builtin import data_tools as tools

    name = command.program
    if name in _LAUNCHERS or name.startswith("python"):
        named = (at for at, word in enumerate(words[:4]) if {word.rpartition("/")[2]} & (VERBS.keys() | tools.VERBS.keys()))
        at = next(named, -1)
        if at < 0 and name not in tools.VERBS:
            return ""
        if at >= 0:
            name, words = words[at].rpartition("/")[2], words[at + 1 :]
    if row := found_in(VERBS.get(name, ()), words):
        if name in _DATABASES and tools.is_trial(command):
            return ""
        return f"`{' '.join([name, *(one.partition('|')[0] for one in row)])}` deletes what lives elsewhere."
    return _cloud(name, words) or ("" if name in _DATABASES and tools.is_trial(command) else tools.by_tool(name, words))


def found_in(rows: tuple[tuple[str, ...], ...], words: list[str]) -> tuple[str, ...]:
    """Return the first of the rows whose words all stand among a program's words, () for none."""
    return next((row for row in rows if _all(row, words)), ())


def _all(row: tuple[str, ...], words: list[str]) -> bool:
    if row == ("",):
        return True
    plain = [word for word in words if not word.startswith("-")][:3]
    for at, part in enumerate(row):
        choices = part.split("|")
        among = words if choices[0].startswith("-") else plain[: at + 2]
        if not any(word in choices or (word.partition("=")[0] in choices and word.startswith("-")) for word in among):
            return False
    return True


def _cloud(name: str, words: list[str]) -> str:
    plain = [word for word in words if not word.startswith("-")]
    if name == "aws" and len(plain) > 1:
        if plain[0] in ("s3", "s3api"):
            removes = (
                plain[1] in ("rb", "rm") or (plain[1] == "sync" and "--delete" in words) or plain[1].startswith("delete-")
            )
            return f"`aws s3 {plain[1]}` deletes what lives in the cloud." if removes else ""
        if plain[1].startswith(
            (
                "delete-",
                "terminate-",
                "remove-",
                "deregister-",
                "purge-",
                "destroy-",
                "schedule-key-deletion",
                "batch-delete",
                "release-",
            )
        ):
            return f"`aws {plain[0]} {plain[1]}` deletes what lives in the cloud."
    if name in ("gcloud", "az", "bq", "doctl", "oci", "hcloud", "aliyun") and any(
        word in ("delete", "destroy", "purge", "rm", "remove") for word in plain[:5]
    ):
        return f"`{name}` deletes what lives in the cloud."
    if name in ("curl", "http", "https", "xh", "wget") or (name == "gh" and plain[:1] == ["api"]):
        return _request(name, words)
    return ""


def _request(name: str, words: list[str]) -> str:
    joined = " ".join(words)
    deletes = "DELETE" in words or any(word in ("-XDELETE", "--request=DELETE", "--method=DELETE") for word in words)
    local = any(host in joined for host in ("localhost", "127.0.0.1", "0.0.0.0", "[::1]", ".local", ".test", "host.docker"))  # noqa: S104 - compared only
    return f"`{name}` asks another machine to delete something." if deletes and not local else ""
