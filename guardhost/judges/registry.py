"""The seams: what a root policy file registers, checked while it loads, frozen afterwards.

`guard.command` and its siblings each take ONE function, as a decorator or called with it, and return it unchanged.
Outside a load (in a policy's own tests) they check the function and record nothing.
"""

from __future__ import annotations

import sys

from guardhost.model.errors import PolicyError
from guardhost.model.verdict import RANK, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, FrameType
    from typing import Any, TypeVar

    from guardhost.model.change import Change, WriteRequest
    from guardhost.model.request import CommandRequest
    from guardhost.model.spawn import SpawnRequest
    from guardhost.model.tool import ToolRequest

    CommandJudge = TypeVar("CommandJudge", bound=Callable[[CommandRequest], Verdict | None])
    WriteJudge = TypeVar("WriteJudge", bound=Callable[[WriteRequest], Verdict | None])
    ChangeJudge = TypeVar("ChangeJudge", bound=Callable[[Change], Verdict | None])
    SpawnJudge = TypeVar("SpawnJudge", bound=Callable[[SpawnRequest], Verdict | None])
    ToolJudge = TypeVar("ToolJudge", bound=Callable[[ToolRequest], Verdict | None])

Answer = Verdict | None  # what a judge returns; None is an allow
_STAR_ARGS, _GENERATOR, _COROUTINE, _ASYNC_GENERATOR = 0x04, 0x20, 0x80, 0x200


class Registry:
    """What one load registered. `error` is the first mistake: catching it in the policy does not undo it."""

    __slots__ = ("error", "failures", "fired", "frozen", "host", "judges", "root", "rules", "shown", "tracing", "workspace")

    def __init__(self, root: str) -> None:
        self.root = root  # the name of the root policy's module
        self.judges: dict[str, Callable[[Any], Any]] = {}
        self.rules: list[Callable[..., Any]] = []
        self.error: PolicyError | None = None
        self.frozen = False
        self.shown: dict[str, str] = {}  # file name in tracebacks -> path relative to the root
        self.host: Callable[..., list[bytes]] | None = None  # asks the host process, while a judge runs
        self.workspace = ""  # the root of the repository that the request of the running judge is about
        self.failures: list[tuple[str, BaseException, Any]] = []  # (rule, error, traceback) that `strictest` isolated
        self.tracing = False  # whether `fired` is wanted: not on a hook, where it would cost more than it tells
        self.fired: list[tuple[str, str]] = []  # (rule, decision) of each named rule that was asked

    def place(self, frame: FrameType) -> str:
        """Return `file:line` of a frame, the file relative to the root where it is the policy's own."""
        return f"{self.shown.get(frame.f_code.co_filename, frame.f_code.co_filename)}:{frame.f_lineno}"

    def refuse(self, what: str, frame: FrameType, fix: str) -> PolicyError:
        """Return the error of a bad registration, and remember the first one."""
        error = PolicyError("GH1045", what, where=self.place(frame), fix=fix)
        self.error = self.error or error
        return error


_NO_LOAD = Registry("")
loading: list[Registry] = []  # the one load of this process; only a child of the host process has one


def current() -> Registry:
    """Return the registry of the load under way or done in this process, an idle one where there is none."""
    return loading[0] if loading else _NO_LOAD


def register(seam: str, judges: tuple[Any, ...], unknown: dict[str, Any], frame: FrameType) -> Any:
    """Check and record the judge of a seam; `PolicyError` GH1045 with the place and the fix."""
    registry = current()
    call = f"guard.{seam}"
    if len(judges) != 1 or unknown:
        raise registry.refuse(
            f"`{call}` takes exactly one function", frame, f"compose several: `{call}(guard.strictest(one, two))`"
        )
    wrong = why_not(judges[0])
    if wrong:
        raise registry.refuse(
            f"`{call}` {wrong}", frame, f"give it a function of one argument, the request: `{call}(judge)`"
        )
    if registry is _NO_LOAD:
        return judges[0]
    if registry.frozen:
        raise registry.refuse(
            f"`{call}` was called after the policy was loaded", frame, "register at the top level of the file"
        )
    if frame.f_globals.get("__name__") != registry.root or frame.f_globals is not vars(sys.modules[registry.root]):
        root = registry.shown.get(vars(sys.modules[registry.root]).get("__file__", ""), "the root policy file")
        raise registry.refuse(f"`{call}` was called outside the root policy file", frame, f"register it in {root}")
    if seam in registry.judges:
        raise registry.refuse(
            f"`{call}` was called a second time", frame, f"compose the two: `{call}(guard.strictest(one, two))`"
        )
    registry.judges[seam] = judges[0]
    return judges[0]


def here() -> FrameType:
    """Return the frame of the policy's line that called the function which asks."""
    return sys._getframe(2)  # noqa: SLF001 - `inspect`, which wraps it, costs 13 ms


def why_not(judge: Any) -> str:
    """Return why an object cannot judge a request, "" when it can."""
    if not callable(judge):
        return f"was given {type(judge).__name__ if judge is not None else 'None'}, which cannot be called"
    code = getattr(getattr(judge, "__func__", judge), "__code__", None)
    if code is None:
        return _why_not_signature(judge)
    if code.co_flags & (_GENERATOR | _COROUTINE | _ASYNC_GENERATOR):
        return "was given an async function or a generator, whose call returns no verdict"
    function = getattr(judge, "__func__", judge)
    bound = 1 if function is not judge else 0
    return "" if _takes_one(code, function, bound) else "was given a function that cannot be called with one argument"


def _takes_one(code: CodeType, function: Any, bound: int) -> bool:
    positional = code.co_argcount - bound
    required = positional - len(function.__defaults__ or ())
    most = positional if not code.co_flags & _STAR_ARGS else max(positional, 1)
    return required <= 1 <= most and code.co_kwonlyargcount <= len(function.__kwdefaults__ or ())


def _why_not_signature(judge: Any) -> str:
    """Ask `inspect` about what is no plain function; what it cannot read is believed."""
    import inspect

    try:
        inspect.signature(judge).bind(None)
    except TypeError:
        return "was given something that cannot be called with one argument"
    except ValueError:
        return ""
    return ""


def sound(answer: object) -> bool:
    """Return whether an answer is a whole verdict: made by our own type, every field what it must be."""
    if type(answer) is not Verdict:
        return False
    fields = answer.decision, answer.reason, answer.rule, answer.next
    if [type(field) for field in fields] != [str, str, str, tuple] or answer.decision not in RANK:
        return False
    if any(type(command) is not str for command in answer.next):
        return False
    return answer.decision == "allow" or bool(answer.reason.strip())


def no_verdict(answer: object, judge: object) -> PolicyError:
    """Return the error of a judge that answered with something else; its place is where the judge begins."""
    code = getattr(getattr(judge, "__wrapped__", judge), "__code__", None)
    shown = current().shown.get(getattr(code, "co_filename", ""))
    place = f"{shown}:{code.co_firstlineno}" if code is not None and shown else ""
    what = f"the answer is a {type(answer).__name__} that is no whole verdict"
    return PolicyError(
        "GH1101", what, where=place, fix="return `guard.deny(...)`, `guard.ask(...)`, `guard.advise(...)` or None"
    )


if TYPE_CHECKING:

    def command(judge: CommandJudge, /) -> CommandJudge:
        """Register the judge of shell lines; it receives a `CommandRequest`."""
        return judge

    def write(judge: WriteJudge, /) -> WriteJudge:
        """Register the judge of the hosts' edit tools; it receives a `WriteRequest`."""
        return judge

    def change(judge: ChangeJudge, /) -> ChangeJudge:
        """Register the judge of changed files, by whatever channel; it receives one `Change` a file."""
        return judge

    def spawn(judge: SpawnJudge, /) -> SpawnJudge:
        """Register the judge of subagents started or messaged; it receives a `SpawnRequest`."""
        return judge

    def tool(judge: ToolJudge, /) -> ToolJudge:
        """Register the judge of every other tool call; it receives a `ToolRequest`."""
        return judge

else:

    def command(*judges, **unknown):
        """Register the judge of shell lines; it receives a `CommandRequest`."""
        return register("command", judges, unknown, here())

    def write(*judges, **unknown):
        """Register the judge of the hosts' edit tools; it receives a `WriteRequest`."""
        return register("write", judges, unknown, here())

    def change(*judges, **unknown):
        """Register the judge of changed files, by whatever channel; it receives one `Change` a file."""
        return register("change", judges, unknown, here())

    def spawn(*judges, **unknown):
        """Register the judge of subagents started or messaged; it receives a `SpawnRequest`."""
        return register("spawn", judges, unknown, here())

    def tool(*judges, **unknown):
        """Register the judge of every other tool call; it receives a `ToolRequest`."""
        return register("tool", judges, unknown, here())
