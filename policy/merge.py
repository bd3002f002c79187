"""Merging: through the required checks."""

import guardhost as guard


@guard.rule(
    "admin-merge",
    tests=[
        "deny: gh pr merge 12 --admin --squash",
        "deny: gh pr merge --squash --admin=true 4",
        "deny: git push origin HEAD && gh pr create --fill && gh -R o/r pr merge topic --admin",
        "allow: gh pr merge 4 --auto --squash",
        "allow: gh pr merge 4 --admin=false",
        "allow: gh pr merge 4 --body --admin",
        "allow: echo gh pr merge --admin",
    ],
)
def admin(req: guard.CommandRequest) -> guard.Answer:
    """`--admin` merges past the checks that every other change has to pass."""
    if any(call.tool == "gh_pr_merge" and call.flag("--admin") for call in req.calls):
        return guard.deny("queue it: it merges when its checks pass", next="gh pr merge --auto --squash")
    return None
