"""What a judge of any other tool call receives."""

from __future__ import annotations

from guardhost.model.request import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class ToolRequest(Request):
    """Any other tool call. `tool` is the host's name, MCP as `mcp__server__tool`; `args` as sent."""

    tool: str = ""
    args: Mapping[str, Any] = {}
    read_only: bool = False
