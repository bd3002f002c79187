"""A Python library that a few people keep with many agents. Copy this file to `guard.py` and change the names in it."""

import guardhost as guard


@guard.rule(
    "uv-not-pip",
    tests=[
        ["advise: pip install requests", "allow: pip install rich"],
        "advise: python3 -m pip install requests",
        "allow: uv pip install requests",
        "allow: pip list",
    ],
)
def uv_not_pip(req: guard.CommandRequest) -> guard.Answer:
    """pip does not touch uv.lock: what it installs is there for you and for nobody else."""
    for call in req.calls:
        if call.tool == "pip_install" and guard.once("uv-not-pip"):
            return guard.advise("`uv add NAME` for what the library needs, `uv sync` for the rest", next="uv sync")
    return None


@guard.rule(
    "new-skip",
    tests=[
        {"deny": {"write": {"path": "tests/test_a.py", "content": "@pytest.mark.skip\ndef test_a(): ...\n"}}},
        {"deny": {"write": {"path": "tests/test_a.py", "old_text": "def", "new_text": "@pytest.mark.skip()\ndef"}}},
        {"allow": {"write": {"path": "tests/test_a.py", "content": "def test_a(): ...\n"}}},
        {"allow": {"write": {"path": "docs/testing.md", "content": "pytest.mark.skip\n"}}},
    ],
)
def new_skip(change: guard.Change) -> guard.Answer:
    """A test that is skipped is forgotten; one that is expected to fail tells when it does not any more."""
    if change.matches("tests/**/*.py") and any("pytest.mark.skip" in line for line in change.added_lines):
        return guard.deny("mend the test, or mark it `xfail(strict=True)` with a link to its issue")
    return None


@guard.rule(
    "spawn-model",
    tests=[
        {"deny": {"spawn": {"description": "root/review parser"}}},
        {"allow": {"spawn": {"description": "root/review parser", "model": "opus"}}},
        {"allow": {"spawn": {"kind": "continue", "description": "root/review parser"}}},
    ],
)
def spawn_model(req: guard.SpawnRequest) -> guard.Answer:
    """Without a model the helper takes the dearest one that there is."""
    if req.kind == "spawn" and not req.model:
        return guard.deny("name the model of the helper")
    return None


guard.command(guard.strictest(uv_not_pip))
guard.change(guard.strictest(new_skip))
guard.spawn(guard.strictest(spawn_model))
