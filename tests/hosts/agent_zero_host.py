"""A stand-in of Agent Zero's hook loader, from its documented contract: plugins by folder, extensions by point and name."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
import types
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class RepairableError(Exception):
    """What the model is shown, and goes on from."""


class HandledError(Exception):
    """What ends the message loop."""


class Extension:
    def __init__(self, agent: Any, **kwargs: Any) -> None:
        self.agent = agent
        self.kwargs = kwargs

    async def execute(self, **kwargs: Any) -> None:
        raise NotImplementedError


@dataclass
class Log:
    entries: list[dict[str, Any]] = field(default_factory=list)

    def log(self, **entry: Any) -> None:
        self.entries.append(entry)


@dataclass
class Context:
    id: str = "ctx-1"
    log: Log = field(default_factory=Log)
    project: str = ""


@dataclass
class Response:
    message: str
    break_loop: bool = False


class Agent:
    """An agent of a profile in a project; `run` is the host's loop around one tool call."""

    def __init__(self, root: Path, profile: str = "default", project: str = "", number: int = 0) -> None:
        self.root = root
        self.number = number
        self.agent_name = f"A{number}"
        self.context = Context(project=project)
        self.config = types.SimpleNamespace(profile=profile)
        self.loop_data = types.SimpleNamespace(current_tool=None)
        self.data: dict[str, Any] = {}
        self.ran: list[str] = []

    def get_data(self, key: str) -> Any:
        return self.data.get(key)

    def set_data(self, key: str, value: Any) -> None:
        self.data[key] = value

    async def call_extensions(self, point: str, **kwargs: Any) -> None:
        found = (self.root / "usr/plugins").glob(f"*/extensions/python/{point}/*.py")
        for path in sorted(found, key=lambda path: path.name):
            for kind in load(path):
                await kind(self).execute(**kwargs)

    async def _tool(self, tool_name: str, tool_args: dict[str, Any]) -> Response:
        await self.call_extensions("tool_execute_before", tool_args=tool_args or {}, tool_name=tool_name)
        self.ran.append(tool_name)
        response = Response("ran")
        await self.call_extensions("tool_execute_after", response=response, tool_name=tool_name)
        return response

    def run(self, tool_name: str, tool_args: dict[str, Any]) -> Response:
        return asyncio.run(self._tool(tool_name, tool_args))


def load(path: Path) -> list[type[Extension]]:
    """Return the extension classes of one file, with the host's own modules to import from."""
    saved = {name: sys.modules.get(name) for name in HELPERS}
    sys.modules.update(HELPERS)
    try:
        spec = importlib.util.spec_from_file_location(f"a0_{path.stem}_{path.parent.name}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        for name, before in saved.items():
            sys.modules.pop(name) if before is None else sys.modules.update({name: before})
    module.__dict__["get_config"] = get_plugin_config
    return [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Extension) and kind is not Extension
    ]


def get_plugin_config(name: str, agent: Any = None) -> dict[str, Any] | None:
    """Return the config of the nearest scope: project and profile, project, profile, then the plugin's own."""
    user, profile, project = agent.root / "usr", agent.config.profile, agent.context.project
    places = [
        user / f"projects/{project}/.a0proj/agents/{profile}/plugins/{name}/config.json" if project else None,
        user / f"projects/{project}/.a0proj/plugins/{name}/config.json" if project else None,
        user / f"agents/{profile}/plugins/{name}/config.json",
        user / f"plugins/{name}/config.json",
    ]
    found = next((place for place in places if place is not None and place.exists()), None)
    return json.loads(found.read_text()) if found is not None else None


def _module(name: str, **members: Any) -> types.ModuleType:
    module = types.ModuleType(name)
    module.__dict__.update(members)
    return module


HELPERS = {
    "helpers": _module("helpers", __path__=[]),
    "helpers.errors": _module("helpers.errors", RepairableException=RepairableError, HandledException=HandledError),
    "helpers.extension": _module("helpers.extension", Extension=Extension),
    "helpers.plugins": _module("helpers.plugins", get_plugin_config=get_plugin_config),
}
