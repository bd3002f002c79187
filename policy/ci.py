"""Reading CI: once and for every pull request, never waiting for it."""

import guardhost as guard

BOARD = "gh pr list --json number,title,statusCheckRollup"
READS = ("gh_pr_checks", "gh_pr_status", "gh_run_list", "gh_run_view", "gh_run_watch")
ENDS = ("/check-runs", "/check-suites", "/status", "/statuses", "/runs")  # of what `gh api` reads


def field(call: guard.Call, name: str) -> bool:
    """Return whether `--json` asks for this field."""
    fields = call.option("--json")
    return fields is not None and name in fields.split(",")


def reads(call: guard.Call) -> bool:
    """Return whether a call reads the state of CI."""
    if call.tool in ("gh_pr_view", "gh_pr_list"):
        return field(call, "statusCheckRollup")
    if call.tool == "gh_api" and call.operands:
        endpoint = call.operands[0].partition("?")[0].rstrip("/")
        return endpoint.endswith(ENDS) or "/actions/runs/" in endpoint
    return call.tool in READS


@guard.rule(
    "ci-watch",
    tests=[
        "deny: gh run watch 1",
        "deny: gh pr checks --watch",
        "deny: gh pr checks 3 --watch=true -R o/r",
        "deny: gh -R o/r run watch 1 && gh pr merge 3",
        "deny: while sleep 9; do gh pr checks 3; done",
        "deny: until gh run view 7 --exit-status; do sleep 30; done",
        "deny: watch -n 20 gh run list",
        "deny: watch 'gh pr status | head'",
        "deny: while true; do gh pr view 3 --json state,statusCheckRollup; sleep 5; done",
        "deny: until gh api repos/o/r/commits/abc/check-runs; do sleep 5; done",
        "allow: gh pr checks",
        "allow: gh pr checks --watch=false",
        "allow: gh run view 1 --log",
        "allow: gh run list --workflow ci.yaml",
        "allow: while true; do gh pr view 3 --json title; done",
        "allow: watch free",
        "allow: git commit -m 'gh run watch'",
        f"allow: {BOARD}",
    ],
)
def watch(req: guard.CommandRequest) -> guard.Answer:
    """Waiting on CI holds the session open for minutes and returns nothing that one read would not."""
    for call in req.calls:
        waits = call.tool == "gh_run_watch" or (call.program == "gh" and call.flag("--watch"))
        if waits or (call.repeats and reads(call)):
            return guard.deny("read the board once, then go on with other work", next=BOARD)
    return None


@guard.rule(
    "ci-batch",
    tests=[
        ["advise: gh pr checks 3", "allow: gh pr checks 4"],
        "advise: gh pr view 3 --json title,statusCheckRollup",
        "advise: gh api repos/o/r/commits/abc/check-runs",
        "allow: gh pr checks",
        "allow: gh pr view 3 --json title",
        "allow: gh run list --workflow ci.yaml",
        f"allow: {BOARD}",
    ],
)
def batch(req: guard.CommandRequest) -> guard.Answer:
    """One question answers for all open pull requests; asking for each costs a call and a page of text every time."""
    if any(reads_one(call) for call in req.calls) and guard.once("ci-batch"):
        return guard.advise("ask for every open pull request at once", next=BOARD)
    return None


def reads_one(call: guard.Call) -> bool:
    """Return whether a call reads the checks of one pull request or commit that it names."""
    return bool(call.operands) and call.tool in ("gh_pr_checks", "gh_pr_view", "gh_api") and reads(call)
