"""The guardhost that judges: told when it is not made from the sources of this checkout."""

import guardhost as guard

OTHER = {"path": "/opt/guardhost", "version": "0.0.1", "stamp": "of other sources"}


@guard.rule(
    "stale-guardhost",
    tests=[
        [
            {"advise": {"command": "hack/test tests/policy", "binary": OTHER}},
            {"allow": {"command": "hack/test tests/calls", "binary": OTHER}},
        ],
        {"allow": {"command": "git status", "binary": OTHER}},
        "allow: git status",
        "allow: hack/test tests/policy",
    ],
)
def stale(req: guard.CommandRequest) -> guard.Answer:
    """A guard of other sources judges by other rules than the ones that are read, changed and tested here."""
    if req.read_only:
        return None  # looking costs the price of reading the sources; a session that only reads loses nothing
    judging = guard.binary()
    if judging.path == f"{req.workspace}/guardhost":
        return None  # installed editable from here: it is these sources
    from guardhost.world.build import digest_of

    theirs = judging.stamp or digest_of(judging.path)
    if theirs == digest_of(f"{req.workspace}/guardhost") or not guard.once(f"stale-guardhost:{theirs}"):
        return None
    return guard.advise(
        f"the guardhost {judging.version} that judges here is not made from these sources: it lies in {judging.path}\n"
        "Install this checkout's: `hack/bootstrap-worktree`, then `.venv/bin/guardhost install`."
    )
