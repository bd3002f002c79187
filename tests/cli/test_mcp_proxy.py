"""The proxy between a real client and a real server of the Model Context Protocol, judged by a real policy."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

GUARD = """import guardhost as guard


@guard.tool
def tools(req):
    if req.tool == "mcp__box__wipe":
        return guard.deny("keep it", rule="no-wipe")
    if req.tool == "mcp__box__publish":
        return guard.ask("is it ready?", rule="ready")
    if req.tool == "mcp__box__echo" and req.args.get("text") == "hint":
        return guard.advise("shorter is better", rule="short")
    return None
"""
# A server on the bare protocol: what it was asked is written down, so that what never reached it can be seen.
BARE = """
import json, os, sys
seen = open({seen!r}, "a")
for line in sys.stdin:
    seen.write(line); seen.flush()
    message = json.loads(line)
    name = message.get("params", {{}}).get("name") if isinstance(message.get("params"), dict) else None
    if name == "die":
        os._exit(3)
    if name == "progress":
        print(json.dumps({{"jsonrpc": "2.0", "method": "notifications/progress", "params": {{"progress": 1}}}}), flush=True)
    if "id" in message and "method" in message:
        result = {{"content": [{{"type": "text", "text": "ran " + str(name)}}]}}
        print(json.dumps({{"jsonrpc": "2.0", "id": message["id"], "result": result}}), flush=True)
"""
REAL = """
from mcp.server.{module} import {name} as Server
server = Server("box")

@server.tool()
def echo(text: str) -> str:
    '''Give the text back.'''
    return text

@server.tool()
def wipe() -> str:
    '''Wipe it.'''
    open({mark!r}, "w").close()
    return "wiped"

server.run()
"""
PROXY = [sys.executable, "-m", "guardhost", "mcp-proxy", "--name", "box", "--", sys.executable]


@pytest.fixture
def place(tmp_path: Path, home: Path) -> Path:
    root = tmp_path / "repo"
    root.mkdir()
    (root / "guard.py").write_text(GUARD)
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "guard"]):
        subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)
    return root


def talk(place: Path, messages: list[Any], script: str = "", seconds: float = 30) -> tuple[list[Any], str, int]:
    """Send messages, or raw lines, close, and return (what came back, what the server saw, the exit status)."""
    seen = place.parent / "seen"
    seen.touch()
    file = place.parent / "server.py"
    file.write_text(script or BARE.format(seen=str(seen)))
    lines = b"".join(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in messages)
    done = subprocess.run([*PROXY, str(file)], input=lines, capture_output=True, cwd=place, timeout=seconds, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()], seen.read_text(), done.returncode


def call(number: int, name: str, **arguments: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


def test_a_real_client_and_a_real_server_speak_through_it(place: Path) -> None:
    mark = place.parent / "wiped"
    module, name = _server_class()
    file = place.parent / "server.py"
    file.write_text(REAL.format(module=module, name=name, mark=str(mark)))
    parameters = StdioServerParameters(command=PROXY[0], args=[*PROXY[1:], str(file)], cwd=str(place), env=dict(os.environ))

    async def speak() -> tuple[Any, Any, Any, Any]:
        async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
            await session.initialize()
            tools = await session.list_tools()
            echoed = await session.call_tool("echo", {"text": "hello"})
            hinted = await session.call_tool("echo", {"text": "hint"})
            wiped = await session.call_tool("wipe", {})
            return tools, echoed, hinted, wiped

    tools, echoed, hinted, wiped = asyncio.run(asyncio.wait_for(speak(), 60))
    assert [tool.name for tool in tools.tools] == ["echo", "wipe"]
    assert [one.text for one in echoed.content] == ["hello"]
    assert hinted.content[0].text == "hint"
    assert "[guardhost] shorter is better" in hinted.content[-1].text
    assert _is_error(wiped)
    assert "keep it" in wiped.content[0].text
    assert not mark.exists()


def _server_class() -> tuple[str, str]:
    try:
        from mcp.server.mcpserver import MCPServer  # noqa: F401
    except ImportError:
        return "fastmcp", "FastMCP"
    return "mcpserver", "MCPServer"


def _is_error(result: Any) -> bool:
    return bool(getattr(result, "is_error", getattr(result, "isError", False)))


def test_a_deny_and_an_ask_are_results_and_never_reach_the_server(place: Path) -> None:
    said, seen, status = talk(place, [call(1, "wipe"), call(2, "publish")])
    assert status == 0
    assert {one["id"]: one["result"]["isError"] for one in said} == {1: True, 2: True}
    texts = {one["id"]: one["result"]["content"][0]["text"] for one in said}
    assert "keep it" in texts[1]
    assert "is it ready?" in texts[2]
    assert "this host cannot ask for it" in texts[2]
    assert seen == ""


def test_everything_else_passes_as_it_came(place: Path) -> None:
    odd = b'{"jsonrpc":"2.0",   "id":"a", "method":"tools/list"}\n'
    note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    said, seen, _ = talk(place, [odd, note, call(3, "progress")])
    assert seen.encode().startswith(odd)
    assert json.dumps(note) in seen
    assert {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}} in said
    assert [one["result"]["content"][0]["text"] for one in said if one.get("id") == 3] == ["ran progress"]


def test_what_was_cancelled_while_it_was_judged_never_reaches_the_server(place: Path) -> None:
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}}
    said, seen, _ = talk(place, [call(5, "echo", text="x"), cancel, call(6, "echo", text="y")])
    assert [one["id"] for one in said] == [6]
    assert '"id": 5' not in seen
    later = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}}
    assert json.dumps(later) in talk(place, [later])[1]


def test_the_death_of_the_server_is_reported(place: Path) -> None:
    said, _, status = talk(place, [call(7, "die")])
    assert status == 3
    assert said[-1]["id"] == 7
    assert "it exited with 3" in said[-1]["error"]["message"]


def test_a_server_that_cannot_be_started_is_said(place: Path) -> None:
    words = [*PROXY[:-1], "/nowhere/server"]
    done = subprocess.run(words, input=b"", capture_output=True, cwd=place, timeout=30, check=False)
    assert done.returncode == 127
    assert b"the server cannot be started: /nowhere/server" in done.stderr


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wipe"},"method":"ping"}\n',
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"},"params":{"name":"wipe"}}\n',
        b'[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wipe"}}]\n',
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wipe"}} x\n',
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":7}\n',
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call"}\n',
        b"\xff\xfe\n",
    ],
)
def test_no_odd_line_brings_a_call_past_the_guard(line: bytes, place: Path) -> None:
    said, seen, _ = talk(place, [line])
    assert "tools/call" not in seen
    assert said


def test_a_guard_that_fails_refuses(place: Path) -> None:
    from guardhost.cli.mcp_proxy import Proxy

    async def fails(name: str, request: dict[str, Any], session: str) -> dict[str, Any]:
        raise OSError("no processes left")

    out: list[bytes] = []
    proxy = Proxy(("x",), "box", fails)
    proxy._out = out.append

    async def go() -> None:
        await proxy._take(json.dumps(call(1, "echo")).encode(), None)  # type: ignore[arg-type]
        await asyncio.gather(*proxy._judging.values())

    asyncio.run(go())
    assert "guardhost failed (OSError: no processes left)" in json.loads(out[0])["result"]["content"][0]["text"]


def test_a_resource_that_holds_secrets_is_not_read(place: Path) -> None:
    def read(number: int, name: str) -> dict[str, Any]:
        return {"jsonrpc": "2.0", "id": number, "method": "resources/read", "params": {"uri": f"file://{place}/{name}"}}

    said, seen, _ = talk(place, [read(1, ".env"), read(2, "README.md")])
    answers = {one["id"]: one for one in said}
    assert ".env" in answers[1]["error"]["message"]
    assert "result" in answers[2]
    assert "README.md" in seen
    assert ".env" not in seen
