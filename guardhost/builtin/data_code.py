"""Queries that delete data, in code on the line and in what a tool of a server is given."""

from __future__ import annotations

from guardhost.builtin.data_verbs import statement
from guardhost.builtin.interpreters import code_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from guardhost.builtin.matter import Matter
    from guardhost.model.line import Command

_RUNS = ("execute", "query", "exec(", "raw(", "run(", ".sql(", "prepare(", "executescript")
# What an object mapper says to remove every row.
_ALL_ROWS = (".objects.all().delete()", ".delete_all", ".destroy_all", "deletemany({})", "deletemany()", ".truncate(",
             "dropdatabase(", ".drop_all(", "drop_all()", ".dropallschemas", "schema.drop", "flushall(",
             "flushdb(")  # fmt: skip
_QUERIES = frozenset(("sql", "query", "statement", "statements", "queries", "command", "script", "cypher", "mutation"))
_RUNNING = frozenset(("sql", "query", "execute", "exec", "run", "psql", "database", "db", "mysql", "postgres", "migration"))
_VERBS = frozenset(("delete", "drop", "destroy", "terminate", "purge", "truncate", "wipe", "reset", "remove", "teardown"))
_THINGS = frozenset((
    "database", "databases", "db", "table", "tables", "bucket", "buckets", "project", "repository", "repo", "instance",
    "cluster", "stack", "namespace", "volume", "collection", "organization", "org", "account", "deployment", "environment",
    "index", "tenant", "workspace", "snapshot", "backup", "queue", "topic", "droplet", "server", "vm", "customer", "domain",
    "kubectl", "helm", "release", "resource",
))  # fmt: skip
_WHOLE = frozenset(("flushall", "flushdb"))
_LOOKING = frozenset(("docs", "doc", "documentation", "search", "find", "explain", "validate", "lint", "format"))
_MONEY = frozenset(("refund", "payout", "payment", "charge", "transfer", "purchase", "checkout", "invoice"))
_PAYING = frozenset(("create", "send", "make", "issue", "execute", "submit", "finalize", "pay"))


def by_code(command: Command) -> str:
    """Return what the code that an interpreter is given on the line removes from a database, "" for nothing."""
    code = code_of(command)
    if not code and command.program.rpartition("/")[2] in ("manage.py", "rails", "tinker", "artisan"):
        code = next((str(word) for at, word in enumerate(command.args) if at and command.args[at - 1] in ("-c", "-e")), "")
    if not code and {"runner", "tinker"} & set(command.args[:2]):
        code = " ".join(str(word).partition("=")[2] or str(word) for word in command.args)
    if not code and command.program in ("ts-node", "tsx"):
        code = next((str(word) for at, word in enumerate(command.args) if at and command.args[at - 1] in ("-e", "-pe")), "")
    if not code and command.program.startswith("python"):
        args = [str(word) for word in command.args]
        code = args[args.index("-c") + 1] if "shell" in args and "-c" in args[:-1] else ""
    if not code or ":memory:" in code:
        return ""
    lowered = "".join(code.lower().split())
    if any(one in lowered for one in _ALL_ROWS):
        return "The code removes every row."
    if not any(one in lowered for one in _RUNS):
        return ""
    return next((what for text in _literals(code) if " " in text and (what := statement(text))), "")


def _literals(code: str) -> Iterator[str]:
    """Yield what stands between quotes."""
    for quote in ('"', "'", "`"):
        yield from code.split(quote)[1::2]


def by_tool(matter: Matter) -> str:
    """Return what a tool that is no host's own deletes elsewhere, by its name and the query that it is given."""
    from guardhost.builtin.tool_paths import words_of

    event = matter.event
    args = event.args
    if event.seam != "tool" or not hasattr(args, "items"):
        return ""
    words = words_of(event.tool.rpartition("__")[2] or event.tool)
    if not _WHOLE.isdisjoint(words):
        return f"`{event.tool}` empties what lives elsewhere."
    if not _VERBS.isdisjoint(words[:2]) and not _THINGS.isdisjoint((*words, *(word.removesuffix("s") for word in words))):
        return f"`{event.tool}` deletes what lives elsewhere."
    if not _PAYING.isdisjoint(words[:1]) and not _MONEY.isdisjoint(words):
        return f"`{event.tool}` moves money."
    server = words_of(event.tool)
    if not _LOOKING.isdisjoint(words) or (_RUNNING.isdisjoint(words) and _RUNNING.isdisjoint(server)):
        return ""
    return next((what for text in _queries(args) if (what := statement(text))), "")


def _queries(args: Mapping[str, object], depth: int = 0) -> Iterator[str]:
    for key, value in args.items():
        bare = "".join(char for char in str(key).lower() if char.isalpha())
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, str) and bare in _QUERIES:
                yield one
            elif hasattr(one, "items") and depth < 2:
                yield from _queries(one, depth + 1)
