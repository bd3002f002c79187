"""What a repository's policy imports: seams, verdict builders, facts and request types.

Everything is loaded when it is first named, so `import guardhost` costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.judges.facts import binary as binary
    from guardhost.judges.facts import count as count
    from guardhost.judges.facts import glob as glob
    from guardhost.judges.facts import happened as happened
    from guardhost.judges.facts import jobs as jobs
    from guardhost.judges.facts import once as once
    from guardhost.judges.facts import read as read
    from guardhost.judges.facts import repo as repo
    from guardhost.judges.registry import Answer as Answer
    from guardhost.judges.registry import change as change
    from guardhost.judges.registry import command as command
    from guardhost.judges.registry import spawn as spawn
    from guardhost.judges.registry import tool as tool
    from guardhost.judges.registry import write as write
    from guardhost.judges.rule import rule as rule
    from guardhost.judges.rule import strictest as strictest
    from guardhost.model.change import Change as Change
    from guardhost.model.change import WriteRequest as WriteRequest
    from guardhost.model.errors import GuardError as GuardError
    from guardhost.model.errors import PolicyError as PolicyError
    from guardhost.model.fact import Binary as Binary
    from guardhost.model.fact import Checkout as Checkout
    from guardhost.model.fact import Job as Job
    from guardhost.model.fact import JobList as JobList
    from guardhost.model.fact import Repo as Repo
    from guardhost.model.line import Command as Command
    from guardhost.model.line import Redirect as Redirect
    from guardhost.model.line import VcsCall as VcsCall
    from guardhost.model.line import Word as Word
    from guardhost.model.request import CommandRequest as CommandRequest
    from guardhost.model.spawn import SpawnRequest as SpawnRequest
    from guardhost.model.spawn import SpawnTarget as SpawnTarget
    from guardhost.model.structured import Call as Call
    from guardhost.model.tool import ToolRequest as ToolRequest
    from guardhost.model.verdict import Verdict as Verdict
    from guardhost.model.verdict import advise as advise
    from guardhost.model.verdict import allow as allow
    from guardhost.model.verdict import ask as ask
    from guardhost.model.verdict import deny as deny

__version__ = "0.1.0"

_ROOMS = {
    "guardhost.judges.facts": ("binary", "count", "glob", "happened", "jobs", "once", "read", "repo"),
    "guardhost.judges.registry": ("Answer", "change", "command", "spawn", "tool", "write"),
    "guardhost.judges.rule": ("rule", "strictest"),
    "guardhost.model.errors": ("GuardError", "PolicyError"),
    "guardhost.model.change": ("Change", "WriteRequest"),
    "guardhost.model.fact": ("Binary", "Checkout", "Job", "JobList", "Repo"),
    "guardhost.model.line": ("Command", "Redirect", "VcsCall", "Word"),
    "guardhost.model.request": ("CommandRequest",),
    "guardhost.model.spawn": ("SpawnRequest", "SpawnTarget"),
    "guardhost.model.structured": ("Call",),
    "guardhost.model.tool": ("ToolRequest",),
    "guardhost.model.verdict": ("Verdict", "advise", "allow", "ask", "deny"),
}  # fmt: skip

__all__ = sorted(name for names in _ROOMS.values() for name in names)  # noqa: PLE0605 - one table says where each name lives


def __getattr__(name: str) -> object:
    for room, names in _ROOMS.items():
        if name in names:
            module = __import__(room, fromlist=(name,))
            globals()[name] = value = getattr(module, name)
            return value
    from guardhost.model.mistakes import suggest

    near = suggest(name, __all__)
    has = f"did you mean `{near}`?" if near else f"it has: {', '.join(__all__)}"
    raise AttributeError(f"module `guardhost` has no name `{name}`; {has}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
