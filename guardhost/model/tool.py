"""What a judge of any other tool call receives."""

from __future__ import annotations

from guardhost.model.request import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class ToolRequest(Request):
    """Any other tool call. `tool` is the host's name, MCP as `mcp__server__tool`; `args` as sent."""

    tool: str = ""  # the host's name of the tool; one of a server is `mcp__SERVER__TOOL`
    args: Mapping[str, Any] = {}  # its arguments as they were sent
    read_only: bool = False  # one of the host's own tools that only read; an unknown tool is none
