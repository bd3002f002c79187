"""More tools that delete data or publish for good: clouds, migrations, clusters, registries; and what is only a trial."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command

# As in `data_verbs`: rows of words that must all stand among a program's first words, "|" between choices.
VERBS: dict[str, tuple[tuple[str, ...], ...]] = {
    "terraform": (("apply", "-replace"), ("taint",)), "tofu": (("apply", "-replace"), ("taint",)),
    "docker": (("buildx", "rm"), ("compose", "down", "-fv|-vf"), ("image", "prune", "-a|-af|-fa|--all")),
    "kubectl": (("apply", "--prune"), ("cordon",)),
    "migrate": (("-database|--database|-source", "drop"),),
    "mongorestore": (("--drop",),), "pg_restore": (("-c|--clean|-cO|-Oc",),),
    "typeorm": (("migration:revert",),), "flask": (("db", "downgrade"),), "alembic": (("downgrade", "base|-1"),),
    "dotnet": (("ef", "database", "drop"), ("ef", "database", "0")), "dotnet-ef": (("database", "drop"), ("database", "0")),
    "sqlx": (("database", "drop|reset"), ("migrate", "revert")), "diesel": (("database", "reset|drop"),),
    "doctrine": (("orm:schema-tool:drop",),), "hasura": (("migrate", "--down"),), "atlas": (("schema", "clean"),),
    "neon": (("branches|projects|databases", "delete"),), "neonctl": (("branches|projects|databases", "delete"),),
    "pscale": (("database|branch", "delete"),), "turso": (("db|group", "destroy"),), "influx": (("bucket|org", "delete"),),
    "liquibase": (("rollback-count|rollback-to-date|rollback",),), "goose": (("down-to|reset",),),
    "hdfs": (("dfs", "-rm|-rmr"),), "hadoop": (("fs", "-rm|-rmr"),), "airflow": (("db", "reset|clean"), ("dags", "delete")),
    "celery": (("purge",),), "kafka-delete-records": (("",),), "kafka-delete-records.sh": (("",),),
    "prefect": (("server", "database", "reset"),), "mlflow": (("gc",),), "dvc": (("gc",),), "wandb": (("artifact",
    "delete"),),
    "hub": (("delete",),), "gh": (("codespace", "delete"), ("repo", "edit", "--visibility"), ("label", "delete")),
    "firebase": (("projects:delete|apps:delete|functions:delete|hosting:sites:delete",),),
    "wrangler": (("kv", "delete"), ("queues|hyperdrive|pages|vectorize", "delete")),
    "openstack": (("delete",),), "vultr-cli": (("delete",),), "b2": (("bucket", "delete"), ("rm",), ("delete-bucket",)),
    "stripe": (("refunds|charges|payouts|transfers|payment_intents", "create"),),
    "npm": (("publish",), ("deprecate",), ("owner", "add"), ("access", "grant|set"), ("dist-tag", "rm")),
    "pnpm": (("publish",),), "yarn": (("publish",), ("npm", "publish")), "bun": (("publish",),), "lerna": (("publish",),),
    "cargo": (("publish",),), "twine": (("upload",),), "gem": (("push",),), "poetry": (("publish",),), "uv": (("publish",),),
    "hatch": (("publish",),), "flit": (("publish",),), "pdm": (("publish",),), "vsce": (("publish",),),
    "ovsx": (("publish",),),
    "jsr": (("publish",),), "changeset": (("publish",),), "semantic-release": (("",),), "goreleaser": (("release",),),
}  # fmt: skip
_PUBLISHES = ("publish", "upload", "push", "deprecate", "release", "owner", "access")
_REMOVES = ("delete", "destroy", "purge", "rm", "remove", "terminate", "delete-batch", "drop")
_CLOUDS = frozenset((
    "gcloud", "az", "bq", "doctl", "oci", "hcloud", "aliyun", "ibmcloud", "openstack", "linode-cli", "vultr-cli", "scw",
    "exo", "tccli", "civo", "upctl", "yc",
))  # fmt: skip
# What a call of `aws` names when it gives rights away, closes or repoints what others use.
_AWS = (
    "attach-user-policy", "attach-role-policy", "put-user-policy", "put-role-policy", "put-bucket-policy",
    "put-bucket-acl", "close-account", "leave-organization", "change-resource-record-sets", "reboot-", "stop-db-",
    "disable-", "detach-", "empty-bucket", "reset-", "revoke-", "modify-db-instance", "restore-db",
)  # fmt: skip
_REHEARSALS = ("--dry-run", "-n", "--interactive", "--snapshot", "--check")
_TRIAL_WORDS = frozenset(("test", "tests", "testing", "tmp", "temp", "scratch", "sandbox", "memory", "ci", "e2e"))
_IN_FILES = ("sqlite3", "sqlite", "duckdb", "litecli")  # a database is a file that is named
_SCRATCH = ("/tmp/", "/var/tmp/", "/dev/shm/")  # noqa: S108 - compared only
_TRIAL_VARIABLES = ("RAILS_ENV", "RACK_ENV", "NODE_ENV", "MIX_ENV", "APP_ENV", "DJANGO_ENV", "FLASK_ENV", "ENV")


def by_tool(name: str, words: list[str]) -> str:
    """Return what a tool deletes or publishes by these rows, "" for nothing."""
    from guardhost.builtin.data_verbs import found_in

    if row := found_in(VERBS.get(name, ()), words):
        publishes = row[0] in _PUBLISHES and name not in ("docker", "kubectl")
        if publishes and any(word in _REHEARSALS for word in words):
            return ""
        shown = " ".join([name, *(one.partition("|")[0] for one in row if one)])
        return f"`{shown}` publishes for good." if publishes else f"`{shown}` deletes or changes what lives elsewhere."
    plain = [word for word in words if not word.startswith("-")]
    if name == "ansible" and any("state=absent" in word or word.startswith(("rm -r", "sudo rm -r")) for word in words):
        return "`ansible` removes something on every machine of the group."
    if name == "aws" and len(plain) > 1 and plain[1].startswith(_AWS):
        return f"`aws {plain[0]} {plain[1]}` changes what others use in the cloud."
    if name in _CLOUDS and any(_removes(word) for word in plain[:5]):
        return f"`{name}` deletes what lives in the cloud."
    return _posted(words) if name in ("curl", "http", "https", "xh", "wget") else _hosted(name, words, plain)


def _removes(word: str) -> bool:
    return word in _REMOVES or word.endswith(("-delete", ":delete", ":destroy", "-rm")) or word.startswith("delete-")


def _posted(words: list[str]) -> str:
    """A request whose address itself deletes what a store holds."""
    joined = " ".join(words)
    deletes = any(word in ("DELETE", "-XDELETE", "--request=DELETE") for word in words)
    if "_delete_by_query" in joined or (deletes and any(word.endswith(("/_all", ":9200/*", "/*")) for word in words)):
        return "The request deletes what a store holds."
    pays = any(one in joined for one in ("api.stripe.com/v1/refunds", "api.stripe.com/v1/charges", "/v1/payouts"))
    return "The request moves money." if pays and ("POST" in joined or "-d" in words) else ""


def _hosted(name: str, words: list[str], plain: list[str]) -> str:
    """What a code host is told by `gh api` or `glab api`."""
    if name not in ("gh", "glab") or plain[:1] != ["api"]:
        return ""
    method = any(word in ("DELETE", "-XDELETE", "--method=DELETE") for word in words)
    mutates = any("mutation" in word and ("delete" in word.lower() or "archive" in word.lower()) for word in words)
    protects = any("/protection" in word or "/rulesets" in word for word in plain) and "-X" in " ".join(words)
    return f"`{name} api` deletes or unprotects what lives elsewhere." if method or mutates or protects else ""


def is_trial(command: Command) -> bool:
    """Return whether a database is one for tests by its name, its file or the environment that it is run for."""
    for name, value in command.env:
        if name in _TRIAL_VARIABLES and str(value) == "test":
            return True
    words = [str(word) for word in command.args if " " not in word]
    if command.program in _IN_FILES and any(word.startswith(_SCRATCH) for word in words):
        return True
    given = [word.partition("=")[2] or word for word in words]
    return any(is_trial_name(word) for word in given if not word.startswith("-"))


def is_trial_name(name: str) -> bool:
    """Return whether a name is a test database's: `app_test`, `test.db`, `:memory:`, `postgres://localhost/test`."""
    last = name.lower().rpartition("/")[2].partition("?")[0]
    parts = "".join(char if char.isalnum() else " " for char in last).split()
    return not _TRIAL_WORDS.isdisjoint((*parts[:1], *parts[-2:]))
