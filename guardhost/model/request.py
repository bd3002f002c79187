"""What a judge receives: frozen, typed, picklable, and constructible by hand in a policy's own tests."""

from __future__ import annotations

from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.model.fact import Checkout, Job
    from guardhost.model.line import Command
    from guardhost.model.structured import Call


class Request(Record):
    """What every request has in common."""

    host: str = ""  # the agent program that calls: `claude-code`, or what a caller of the generic wire says of itself
    session: str = ""  # the host's id of the session
    agent: str = ""  # the host's id of the subagent that calls, "" for the main agent
    parent: str = ""  # the title that the calling subagent was spawned with, "" for the main agent
    role: str = "root"  # `worker` when a job binds the caller here, else `root`
    lease: Job | None = None  # the job that binds the caller; None while nothing keeps jobs
    workspace: str = ""  # the root of the repository whose policy is asked, absolute
    unattended: bool = False  # nobody is there to answer an ask: it becomes a deny
    time: float = 0.0  # when the call came, in Unix seconds; use it and not a clock


class CommandRequest(Request):
    """A shell line. When `readable` is False, `commands` and `calls` are EMPTY and say nothing."""

    command: str = ""  # the line exactly as the host sent it
    description: str = ""  # the agent's label for the line, "" for none
    # a reader understood the line; where it is False, `commands` and `calls` are empty and say nothing
    readable: bool = True
    # the programs that the line runs, in order, through wrappers, substitutions and scripts
    commands: tuple[Command, ...] = ()
    # the same programs as structured calls, in the same order; worked out when a judge first looks at them
    calls: tuple[Call, ...] = ()
    # of a line that pushes or commits, where it does; None for any other line, or when unknown
    checkout: Checkout | None = None
    dir: str = ""  # where the line runs, absolute, "" when unknown
    read_only: bool = False  # the line is proven to change nothing


class _Calls:
    """`CommandRequest.calls` of a request that was not given any: worked out on the first look, by whoever was lent."""

    def __get__(self, request: CommandRequest | None, owner: type) -> tuple[Call, ...]:
        made = request.__dict__.pop(_HOW, None) if request is not None else None
        if made is None or request is None:
            return ()
        calls: tuple[Call, ...] = made(request.commands)
        request.__dict__["calls"] = calls
        return calls


_HOW = "_how"
CommandRequest.calls = _Calls()  # type: ignore[assignment] # reads like the field that it stands for


def lazily(request: CommandRequest, how: Callable[[tuple[Command, ...]], tuple[Call, ...]]) -> CommandRequest:
    """Return the request, its `calls` worked out by `how` (a function of a module) when a judge first looks at them."""
    request.__dict__[_HOW] = how
    return request
