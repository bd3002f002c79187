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

    host: str = ""
    session: str = ""
    agent: str = ""
    parent: str = ""
    role: str = "root"
    lease: Job | None = None
    workspace: str = ""
    unattended: bool = False
    time: float = 0.0  # Unix seconds


class CommandRequest(Request):
    """A shell line. When `readable` is False, `commands` and `calls` are EMPTY and say nothing."""

    command: str = ""
    description: str = ""
    readable: bool = True
    commands: tuple[Command, ...] = ()
    calls: tuple[Call, ...] = ()  # worked out when a judge first looks at them, where `lazily` said how
    checkout: Checkout | None = None
    dir: str = ""
    read_only: bool = False


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
