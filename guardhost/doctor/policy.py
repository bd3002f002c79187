"""The policies: do they load, what do their imports cost on each call, are the person's settings understood."""

from __future__ import annotations

import ast
import os
from pathlib import Path
from typing import TYPE_CHECKING

from guardhost.doctor import INVALID, PROBLEM, UNPROBED, VERIFIED, Found
from guardhost.doctor.loaded import SECONDS, Loaded, policies
from guardhost.doctor.ruled import loaded, rule_files
from guardhost.judges.caller import FAILED, OUT_OF_TIME, Replied, Side
from guardhost.model.errors import GuardError
from guardhost.world.state import config, locate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.doctor import Here

TOLERABLE_MS = 20.0
# Milliseconds that a first import takes in the child, measured on a quiet machine; what is not here costs little.
COST_MS = {
    "argparse": 8, "ast": 7, "asyncio": 42, "collections": 2, "contextlib": 3.5, "dataclasses": 15, "datetime": 1.5,
    "enum": 4, "fnmatch": 6, "functools": 2.5, "glob": 7, "hashlib": 2.5, "inspect": 13, "json": 7, "logging": 13,
    "pathlib": 10, "random": 3, "re": 5, "shlex": 6, "shutil": 8, "sqlite3": 5, "string": 6, "subprocess": 11,
    "tempfile": 10, "textwrap": 5, "tomllib": 14, "typing": 9, "urllib": 15, "uuid": 8, "yaml": 17,
}  # fmt: skip


def policy(here: Here) -> Iterator[Found]:
    """Give whether the person's policy and both sides of the repository's load, its rule files included."""
    files = rule_files(here)
    for one in policies(here):
        if one.error is not None:
            yield Found(INVALID, f"{one.what}: {one.error.where}: {one.error.what}", one.error.fix)
            continue
        if one.sides.problem or one.sides.kept:
            why = one.sides.problem or "HEAD gives no policy, and the last committed one judges"
            yield Found(PROBLEM, f"{one.what}, committed side: {why}", "git status and git fsck say how to mend it")
        for side, replied in one.replies:
            yield _loaded(one, side, replied)
        if not one.replies and not files.head and not files.disk:
            yield Found(VERIFIED, f"no policy in {one.root}: the built-in rules judge alone", "guardhost init")
    if files.problem:
        yield Found(PROBLEM, f"the committed rule files: {files.problem}", "git status and git fsck say how to mend it")
    yield from loaded(files)


def _loaded(one: Loaded, side: Side, replied: Replied) -> Found:
    what = f"{one.what}, {side.name} side" if len(one.replies) > 1 else one.what
    path = f"HEAD:{side.form}" if side.name == "committed" and len(one.replies) > 1 else f"{one.root}/{side.form}"
    if replied.kind == FAILED:
        return Found(INVALID, f"{what} does not load: {replied.where or path}: {replied.error}", f"mend {path}")
    if replied.kind == OUT_OF_TIME:
        return Found(UNPROBED, f"{what}, {path}, did not load within {SECONDS:.0f} s ({replied.why})", f"mend {path}")
    seams = ", ".join(replied.seams) or "nothing"
    status = VERIFIED if replied.seams else PROBLEM
    return Found(status, f"{what}, {path}, judges {seams}", "register a judge: guard.command(...)")


def policy_cost(here: Here) -> Iterator[Found]:
    """Give what the imports at the head of each policy's files cost on each call."""
    for one in policies(here):
        if not one.replies:
            continue
        dear = _dear(one.root, one.replies[-1][1].files)
        total = sum(dear.values())
        named = ", ".join(f"{name} {cost:g} ms" for name, cost in sorted(dear.items(), key=lambda pair: -pair[1]))
        status = PROBLEM if total > TOLERABLE_MS else VERIFIED
        cost = f"about {total:g} ms on each call ({named})" if dear else "nothing that is dear"
        yield Found(status, f"{one.what}: {cost}")


def _dear(root: str, files: tuple[str, ...]) -> dict[str, float]:
    found: dict[str, float] = {}
    for file in files:
        try:
            tree = ast.parse(Path(root, file).read_bytes()) if file.endswith(".py") else ast.Module([], [])
        except (OSError, SyntaxError, ValueError):
            continue
        for node in tree.body:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            tops = [name.partition(".")[0] for name in names]
            found |= {top: COST_MS[top] for top in tops if top in COST_MS}
    return found


def settings(here: Here) -> Iterator[Found]:
    """Give what could not be understood of the person's guard.yaml, and of those for an agent or a project."""
    from guardhost.judgement.scene import rule_ids
    from guardhost.world.files import names
    from guardhost.world.settings import FILE
    from guardhost.world.settings import settings as read

    folder = config(here.env)
    scoped = [f"{folder}/{scope}/{name}" for scope in ("agents", "projects") for name in names(f"{folder}/{scope}")]
    found = [one for one in (folder, *scoped) if folder and os.path.lexists(f"{one}/{FILE}")]
    if not found:
        yield Found(VERIFIED, "there is none; everything is as it is by default")
    for one in found:
        problems = read(one, locate(here.env), rule_ids).problems
        for problem in problems:
            yield Found(PROBLEM, problem, f"mend {one}/{FILE}")
        said = " ".join(problems)
        wrong = [row for row in _own_rules(one, FILE) if row["what"] not in said]
        for row in wrong:
            yield Found(INVALID, f"{row['where']}: {row['code']}: {row['what']}", row["fix"])
        if not problems and not wrong:
            yield Found(VERIFIED, f"{one}/{FILE}")


def _own_rules(folder: str, name: str) -> list[dict[str, str]]:
    """Return the mistakes in the rules of the person's own file."""
    from guardhost.judges.source import WorkTree
    from guardhost.rules.compiling import compile_file

    try:
        data = WorkTree(folder).read(name)
    except GuardError:
        return []  # the settings have told
    found: list[dict[str, str]] = compile_file(f"{folder}/{name}", data, person=True)["problems"] if data else []
    return found
