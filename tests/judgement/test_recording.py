"""What a record says of a call, as the person's settings want it, and of the policy that judged it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from guardhost.model.call import SpawnCall, WriteCall
from guardhost.world.state import of_repository
from guardhost.world.trail import get_blob, records
from tests.judgement.lent import Stage

SECRET = "hunter2secret"
ASKED: dict[str, dict[str, Any]] = {
    "line": {"seam": "command", "command": f"DB_PASSWORD={SECRET} make"},
    "long line": {"seam": "command", "command": f"DB_PASSWORD={SECRET} make {'x' * 300}"},
    "write": {"seam": "write", "writes": (WriteCall(path=".env", content=f"API_KEY={SECRET}\n"),)},
    "tool": {"seam": "tool", "tool": "mcp__a__b", "args": {"password": SECRET, "n": 1}},
    "spawn": {"seam": "spawn", "spawn": SpawnCall(prompt=f"use token={SECRET}", description=f"token={SECRET}")},
    "prompt": {"moment": "prompt", "text": f"my password: {SECRET}"},
}  # fmt: skip
POLICY = "import guardhost as guard\n\n\n@guard.command\ndef watch(req):\n    return None\n"


def recorded(stage: Stage) -> tuple[str, list[dict[str, Any]]]:
    folder = of_repository(stage.state, f"{stage.root}/.git")
    return folder, list(records(folder))


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize("how", ["text", "digest", "off"])
def test_what_was_asked_is_recorded_as_the_person_wants_and_never_a_secret(
    tmp_path: Path, asked: dict[str, Any], how: str
) -> None:
    stage = Stage(tmp_path)
    stage.settings(f"settings:\n  record: {how}\n")
    stage.judge(**asked)
    folder, (record,) = recorded(stage)
    blobs = [path.read_text() for path in Path(folder).glob("blobs/*/*")]
    assert SECRET not in str(record) + "".join(blobs)
    assert ("text" in record) == (how == "text")
    assert ("asked" in record) == (how == "digest" or bool(blobs))
    assert "description" not in record or how == "text"
    assert not blobs or (how == "text" and get_blob(folder, record["asked"]) is not None)


def test_a_record_names_the_policy_that_judged(tmp_path: Path) -> None:
    stage = Stage(tmp_path, git=True)
    stage.judge("ls")
    stage.repository.commit({"guard.py": POLICY}, "a policy")
    for _ in range(3):
        stage.judge("ls")
    stage.write("guard.py", POLICY + "\n# one\n")
    stage.judge("ls")
    stage.judge("ls")
    stage.write("guard.py", POLICY + "\n# two\n")
    stage.judge("ls")
    none, first, second, third, edited, still, again = (
        one.get("policy", "") for one in recorded(stage)[1] if one["kind"] == "command"
    )
    assert none == ""
    assert first == second == third != ""
    assert edited == still != again
    assert {edited.partition("+")[0], again.partition("+")[0]} == {first}


def test_what_the_doctor_tries_is_not_recorded(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    stage.judge("ls", session="guardhost-doctor")
    assert recorded(stage)[1] == []


def test_a_refusal_that_quotes_a_secret_is_kept_without_it(tmp_path: Path) -> None:
    quoting = POLICY.replace(
        "return None", "return guard.deny(f\"not like this: {req.command}\\n\\n{'because ' * 40}\", rule='quoting')"
    )
    stage = Stage(tmp_path, quoting)
    outcome = stage.judge(f"DB_PASSWORD={SECRET} make")
    assert outcome.decision == "deny"
    folder, found = recorded(stage)
    (record,) = (one for one in found if one["kind"] == "command")
    texts = [path.read_text() for path in Path(folder).rglob("*") if path.is_file()]
    assert "DB_PASSWORD=***" in "".join(texts)
    assert SECRET not in "".join(texts)
    assert record["ref"] == outcome.ref != ""
