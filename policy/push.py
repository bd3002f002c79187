"""Pushing: a new branch from a detached HEAD is named in full."""

import guardhost as guard

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-+@"
DETACHED = {"branch": "", "remote_branches": ["origin/known"]}


@guard.rule(
    "detached-push-unqualified",
    tests=[
        {"deny": {"command": "git push origin HEAD:new-reader", "checkout": DETACHED}},
        {"deny": {"command": "git push -u origin +@:new-reader", "checkout": DETACHED}},
        {"allow": {"command": "git push origin HEAD:known", "checkout": DETACHED}},
        {"allow": {"command": "git push origin HEAD:new-reader", "checkout": {"branch": "main"}}},
        "allow: git push",
        "allow: git push origin main",
        "allow: git push origin HEAD:refs/heads/new-reader",
        "allow: git push origin HEAD",
        "allow: git push -n origin :refs/heads/old",
    ],
)
def unqualified(req: guard.CommandRequest) -> guard.Answer:
    """From a detached HEAD git cannot tell whether `HEAD:name` is to be a branch or a tag, and refuses the push."""
    if req.checkout is None or req.checkout.branch:
        return None
    for call in req.calls:
        for refspec in refspecs(call):
            found = short_name(call, refspec, req.checkout)
            if found:
                full = f"{refspec.rpartition(':')[0]}:refs/heads/{found}"
                return guard.deny(f"name the new branch in full: `{full}`", next=served(call, full))
    return None


def refspecs(call: guard.Call) -> tuple[guard.Word, ...]:
    """Return the refspecs of a push that says where to."""
    return tuple(call.args.get("refspecs", ())) if call.tool == "git_push" else ()


def short_name(call: guard.Call, refspec: guard.Word, checkout: guard.Checkout) -> str:
    """Return the short name that a push would give to a detached HEAD, "" when the remote knows it or it is no such push."""
    source, colon, name = refspec.removeprefix("+").partition(":")
    remote = call.args.get("remote")
    if not colon or source not in ("HEAD", "@") or not name or name.startswith("refs/"):
        return ""
    if not isinstance(remote, guard.Word) or not remote.known or not refspec.known:
        return ""
    return "" if f"{remote}/{name}" in checkout.remote_branches else name


def served(call: guard.Call, full: str) -> str | None:
    """Return the command that would do it, None when a word of it would need quotes."""
    line = f"{call.args['remote']} {full}"
    return f"git push {line}" if all(c in PLAIN + ": " for c in line) else None
