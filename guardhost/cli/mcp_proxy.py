"""`guardhost mcp-proxy -- SERVER...`: stand between an agent's host and a tool server, and judge calls and what is read.

Messages are lines of JSON. All but a `tools/call` and a `resources/read` pass as they came, both ways and at once; these
wait for the guard, which is asked in a process of its own, as by a hook, while everything else goes on.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from typing import TYPE_CHECKING, Any

import click

from guardhost.model.mistakes import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    Ask = Callable[[str, dict[str, Any], str], Coroutine[Any, Any, dict[str, Any]]]

SECONDS = 10.0
MOST_LINE = 64 * 1024 * 1024  # bytes of one message
GONE, UNREAD = -32000, -32700  # JSON-RPC: a server's own error; no JSON


@click.command("mcp-proxy", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.option("--name", default="", metavar="SERVER", help="What the host calls the server; its program's name otherwise.")
@click.argument("server", nargs=-1, required=True, type=click.UNPROCESSED)
def command(name: str, server: tuple[str, ...]) -> int:
    """Run the tool server SERVER... (a program and its words) and judge each call of its tools.

    Put it in front of the server's command in the host's own list: `guardhost mcp-proxy -- npx some-server`.
    """
    if not server:
        raise UsageError("GH1301", "no server is named", fix="guardhost mcp-proxy -- PROGRAM [WORD...]")
    title = name or os.path.basename(server[-1] if server[0].rpartition("/")[2] in ("npx", "uvx", "node") else server[0])
    return asyncio.run(Proxy(server, title, asked_in_a_process).run())


async def asked_in_a_process(name: str, request: dict[str, Any], session: str) -> dict[str, Any]:
    """Return what the guard answers to a `tools/call`: {} for an allow, `context` for advice, `result` for a deny."""
    from guardhost.world.build import ALONE, package
    from guardhost.world.state import locate

    place = {"session": session, "cwd": os.getcwd()}
    params = request.get("params")
    asked = request | {"params": {**params, "_guardhost": place}} if isinstance(params, dict) else request
    words = [sys.executable, *ALONE, f"{package()}/stub.py", "hook", "mcp", name, "--state", locate(os.environ).folder]
    child = await asyncio.create_subprocess_exec(
        *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        said, _ = await asyncio.wait_for(child.communicate(json.dumps(asked).encode()), SECONDS)
    except TimeoutError:
        child.kill()
        return denied(f"guardhost gave no answer within {SECONDS:.0f} s. Nothing was executed; try again.")
    except asyncio.CancelledError:
        child.kill()
        raise
    try:
        answer = json.loads(said) if said.strip() else {}
    except ValueError:
        answer = None
    if child.returncode != 0 or not isinstance(answer, dict):
        return denied("guardhost gave no answer that can be read. Nothing was executed; run `guardhost doctor`.")
    return answer


def denied(reason: str) -> dict[str, Any]:
    """Return what stands for a call that was refused."""
    return {"result": {"isError": True, "content": [{"type": "text", "text": reason}]}}


class Proxy:
    """One server behind us. `ask(name, request, session)` is the guard; it is lent, and so are the streams of `run`."""

    def __init__(self, server: tuple[str, ...], name: str, ask: Ask) -> None:
        self._server = server
        self._name = name
        self._ask = ask
        self._session = f"mcp-{os.getpid()}-{int(time.time())}"
        self._judging: dict[str, asyncio.Task[None]] = {}  # by the request's id
        self._open: dict[str, Any] = {}  # requests that the server has not answered
        self._advice: dict[str, str] = {}  # what to tell with the answer of a call
        self._out: Callable[[bytes], None] = _print

    async def run(self) -> int:
        """Pass messages until one of the two ends; return the server's exit status."""
        try:
            server = await asyncio.create_subprocess_exec(
                *self._server, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=MOST_LINE
            )
        except OSError as error:
            click.echo(f"guardhost: the server cannot be started: {self._server[0]}: {error.strerror}", err=True)
            return 127
        host = asyncio.create_task(self._from_host(server))
        await self._from_server(server)
        status = await server.wait()
        for task in self._judging.values():
            task.cancel()
        host.cancel()
        self._report(status)
        return status if status >= 0 else 128 - status

    async def _from_host(self, server: asyncio.subprocess.Process) -> None:
        read = await _lines()
        while line := await read():
            await self._take(line, server)
        await asyncio.gather(*self._judging.values(), return_exceptions=True)
        if server.stdin is not None:
            server.stdin.close()

    async def _take(self, line: bytes, server: asyncio.subprocess.Process) -> None:
        message, twice = _read(line)
        if not line.strip():
            return
        if message is None:  # what we cannot read, a server might: it is not passed on
            said = {"code": UNREAD, "message": "guardhost could not read this as JSON, so it was not passed on"}
            self._out(_line({"jsonrpc": "2.0", "id": None, "error": said}))
            return
        if twice:  # readers differ in which of two equal keys counts: the server gets what was judged
            line = _line(message)
        if isinstance(message, list):  # a batch: each message by itself
            for one in message:
                await self._take(json.dumps(one).encode() + b"\n", server)
            return
        if isinstance(message, dict):
            key = json.dumps(message.get("id"))
            if message.get("method") == "notifications/cancelled":
                params = message.get("params")
                wanted = json.dumps(params.get("requestId")) if isinstance(params, dict) else ""
                if (task := self._judging.pop(wanted, None)) is not None:
                    task.cancel()
                    return  # the server never saw the call
            elif message.get("method") in ("tools/call", "resources/read"):
                self._judging[key] = asyncio.create_task(self._judge(key, message, line, server))
                return
            elif "method" in message and "id" in message:
                self._open[key] = message["id"]
        await _send(server, line)

    async def _judge(self, key: str, message: dict[str, Any], line: bytes, server: asyncio.subprocess.Process) -> None:
        reads = message.get("method") == "resources/read"
        try:
            answer = await self._ask(self._name, _as_call(message) if reads else message, self._session)
        except Exception as error:  # noqa: BLE001 - a guard that fails refuses, and the server goes on
            answer = denied(f"guardhost failed ({type(error).__name__}: {error}). Nothing was executed.")
        if self._judging.pop(key, None) is None:
            return  # cancelled meanwhile
        if "result" in answer:
            if "id" in message:
                said = _refused(answer["result"]) if reads else {"result": answer["result"]}
                self._out(_line({"jsonrpc": "2.0", "id": message["id"], **said}))
            return
        if "id" in message:
            self._open[key] = message["id"]
            if answer.get("context") and not reads:
                self._advice[key] = str(answer["context"])
        await _send(server, line)

    async def _from_server(self, server: asyncio.subprocess.Process) -> None:
        assert server.stdout is not None  # noqa: S101 - it was asked for as a pipe
        while line := await server.stdout.readline():
            message, _ = _read(line)
            if isinstance(message, dict) and "id" in message and "method" not in message:
                key = json.dumps(message["id"])
                self._open.pop(key, None)
                advice = self._advice.pop(key, "")
                if advice and isinstance(message.get("result"), dict):
                    line = _line(_advised(message, advice))
            self._out(line)

    def _report(self, status: int) -> None:
        """Answer what the server left open, so that the host does not wait for it."""
        how = f"it exited with {status}" if status >= 0 else f"signal {-status} ended it"
        text = f"the tool server {self._name} is gone: {how}"
        for number in self._open.values():
            self._out(_line({"jsonrpc": "2.0", "id": number, "error": {"code": GONE, "message": text}}))
        if status or self._open:
            click.echo(f"guardhost: {text}", err=True)


def _advised(message: dict[str, Any], advice: str) -> dict[str, Any]:
    content = message["result"].get("content")
    told = [*(content if isinstance(content, list) else []), {"type": "text", "text": f"[guardhost] {advice}"}]
    return message | {"result": message["result"] | {"content": told}}


def _read(line: bytes) -> tuple[Any, bool]:
    """Return (the message, whether an object in it has a key twice); None for what is no JSON."""
    twice = False

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal twice
        found = dict(pairs)
        twice = twice or len(found) < len(pairs)
        return found

    try:
        return json.loads(line, object_pairs_hook=once), twice
    except (ValueError, RecursionError):
        return None, False


async def _lines() -> Callable[[], Coroutine[Any, Any, bytes]]:
    """Return what reads the host's next line: it never keeps the process from ending."""
    reader = asyncio.StreamReader(limit=MOST_LINE)
    loop = asyncio.get_running_loop()
    try:
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    except ValueError:  # a file, which ends by itself
        reader.feed_data(sys.stdin.buffer.read())
        reader.feed_eof()
    return reader.readline


def _as_call(message: dict[str, Any]) -> dict[str, Any]:
    """Return the reading of a resource as the call of a tool that reads it, for the guard alone."""
    params = message.get("params")
    return message | {"method": "tools/call", "params": {"name": "read_resource", "arguments": params}}


def _refused(result: dict[str, Any]) -> dict[str, Any]:
    """Return the error that stands for a resource that was not read: its answer has no form for a refusal."""
    told = " ".join(str(one.get("text", "")) for one in result.get("content", ()) if isinstance(one, dict))
    return {"error": {"code": GONE, "message": told or "guardhost refused it"}}


def _line(message: Any) -> bytes:
    return json.dumps(message).encode() + b"\n"


def _print(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


async def _send(server: asyncio.subprocess.Process, line: bytes) -> None:
    if server.stdin is None:
        return
    try:
        server.stdin.write(line)
        await server.stdin.drain()
    except (BrokenPipeError, ConnectionResetError):
        return  # it is gone: the end of its output tells
