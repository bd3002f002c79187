"""guardhost for Agent Zero. Written by `guardhost install`, taken away by `guardhost uninstall agent-zero`.

Each tool call is judged before it runs, in this process. A refusal is a RepairableException, which the agent reads and
goes on from; with `on_deny: stop` in the plugin's config it is a HandledException, which ends its loop. The config is that
of the agent's profile and project, as Agent Zero resolves it.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import sys
from typing import Any

from helpers.errors import HandledException, RepairableException
from helpers.extension import Extension

PACKAGE = "@PACKAGE@"
STATE = "@STATE@"
GIT = "@GIT@"
HOOK = "@HOOK@"
LAUNCHER = "@LAUNCHER@"  # what `guardhost doctor` runs to see that the guard answers
SECONDS = 10.0
MISSING = f"guardhost is wired here, but it is gone from {PACKAGE}, so nothing is judged: run guardhost install again"


def _guard() -> Any:
    """Return the library's entry, None when it is not there any more; nothing else of its environment is imported."""
    if "guardhost" not in sys.modules:
        init = os.path.join(PACKAGE, "__init__.py")
        spec = importlib.util.spec_from_file_location("guardhost", init, submodule_search_locations=[PACKAGE])
        if spec is None or spec.loader is None or not os.path.exists(init):
            return None
        module = importlib.util.module_from_spec(spec)
        sys.modules["guardhost"] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules["guardhost"]
            raise
    from guardhost import embedded

    return embedded


def _config(agent: Any) -> dict[str, Any]:
    """Return the plugin's config for this agent: of its project and profile where they have one."""
    try:
        from helpers.plugins import get_plugin_config
    except ImportError:
        return {}
    found = get_plugin_config("guardhost", agent=agent)
    return found if isinstance(found, dict) else {}


def _workdir(agent: Any, config: dict[str, Any]) -> str:
    """Return where the agent's commands run: what the config says, its project's folder, or this process's own."""
    if config.get("workdir"):
        return str(config["workdir"])
    try:
        from helpers.projects import get_context_project_name, get_project_folder

        name = get_context_project_name(agent.context)
        folder = str(get_project_folder(name)) if name else ""
    except Exception:  # not every version has projects
        folder = ""
    return folder or os.getcwd()


class Guardhost(Extension):  # type: ignore[misc] # the host's own class, which is not here
    """Judges what the agent is about to run, and tells it afterwards what could not be told before."""

    async def execute(
        self, tool_args: dict[str, Any] | None = None, tool_name: str = "", response: Any = None, **kwargs: Any
    ) -> None:
        """Return nothing when the call may run; raise when it may not."""
        config = _config(self.agent)
        if config.get("enabled") is False:
            return
        guard = _guard()
        if guard is None:
            if not self.agent.get_data("_guardhost_missing"):
                self.agent.set_data("_guardhost_missing", True)
                self.agent.context.log.log(type="warning", heading="guardhost", content=MISSING)
            return
        payload = self._payload(tool_args or {}, tool_name, config)
        said = await self._asked(guard, payload)
        if HOOK == "tool_execute_before" and said.get("decision") != "allow":
            kind = HandledException if config.get("on_deny") == "stop" else RepairableException
            raise kind(str(said.get("reason") or "refused by guardhost"))
        if HOOK == "tool_execute_after" and said.get("context") and isinstance(getattr(response, "message", None), str):
            response.message += f"\n\n[guardhost] {said['context']}"

    def _payload(self, tool_args: dict[str, Any], tool_name: str, config: dict[str, Any]) -> dict[str, Any]:
        tool = getattr(getattr(self.agent, "loop_data", None), "current_tool", None)
        return {
            "hook": HOOK,
            "tool_name": tool_name,
            "tool_args": json.loads(json.dumps(tool_args, default=str)),
            "method": str(getattr(tool, "method", "") or ""),
            "session_id": str(self.agent.context.id),
            "agent_id": str(self.agent.agent_name) if getattr(self.agent, "number", 0) else "",
            "agent_type": str(getattr(self.agent.config, "profile", "") or ""),
            "cwd": _workdir(self.agent, config),
        }

    async def _asked(self, guard: Any, payload: dict[str, Any]) -> dict[str, Any]:
        try:
            reply = await asyncio.wait_for(
                asyncio.to_thread(guard.answer, "agent-zero", HOOK, payload, state=STATE, git=GIT), SECONDS
            )
            said = json.loads(reply.stdout)
        except asyncio.TimeoutError:
            said = {"decision": "deny", "reason": f"guardhost gave no answer within {SECONDS:.0f} s. Nothing was executed."}
        return said if isinstance(said, dict) else {"decision": "deny", "reason": "guardhost gave no answer"}
