"""Starting subagents."""

import guardhost as guard

CHANGE_ROLES = ("feat", "fix", "refactor", "perf", "docs", "test", "chore")


@guard.rule(
    "worker-isolated",
    tests=[
        {"deny": {"spawn": {"description": "parser/feat read-heredocs"}}},
        {"deny": {"spawn": {"description": "root/parser/fix off-by-one", "isolated": False}}},
        {"allow": {"spawn": {"description": "parser/feat read-heredocs", "isolated": True}}},
        {"allow": {"spawn": {"description": "parser/review read-heredocs"}}},
        {"allow": {"spawn": {"description": "fix: what does this mean?"}}},
        {"allow": {"spawn": {"kind": "continue", "description": "parser/feat read-heredocs"}}},
    ],
)
def isolated(req: guard.SpawnRequest) -> guard.Answer:
    """Two that change code in one checkout overwrite each other and test a mixture; readers may share it."""
    if req.kind == "spawn" and req.title.parent and req.title.role in CHANGE_ROLES and not req.isolated:
        return guard.deny(f"start it again with isolation: a `{req.title.role}` worker changes code in its own checkout")
    return None
