"""`history-rewrite`: commits that others or the reflog hold are not taken out of history."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.git_acts import acts, thrown_away
from guardhost.builtin.push_settings import by_act, stored
from guardhost.builtin.pushes import pushes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.git_acts import Act
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.verdict import Answer

    Found = tuple[str, str]

ID = "history-rewrite"


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny what loses commits for good, ask about what the reflog or the remote still holds."""
    told: list[Found] = []
    for act in acts(matter):
        if not thrown_away(act, matter):
            told.extend(by_act(act, matter))
        if act.name == "push":
            told.extend(_pushed(act))
        elif not thrown_away(act, matter) and (found := _local(act)):
            told.append(found)
    told.extend(
        ("deny", "BFG rewrites every commit.") for command in matter.commands if _is_bfg(command.program, command.args)
    )
    return tuple(answer(ID, decision, what) for decision, what in dict.fromkeys(told))


def _is_bfg(program: str, args: tuple[str, ...]) -> bool:
    return program == "bfg" or (program == "java" and any("bfg" in word and word.endswith(".jar") for word in args))


def _pushed(act: Act) -> list[Found]:
    found: list[Found] = []
    for push in pushes(act):
        if push.how == "lease":
            decision = "deny" if push.default else "ask"
            found.append((decision, f"{push.shown} replaces what the remote has with what is here."))
        elif push.how:
            found.append(("deny", f"{push.shown} {push.how}."))
        elif what := stored(act):
            found.append(("deny", f"{what}."))
    return found


def _local(act: Act) -> Found | None:
    name = act.name
    rule = _RULES.get(name) or _RULES.get(name.partition("_")[0])
    return rule(act) if rule is not None else None


def _filter(act: Act) -> Found | None:
    if any(word in ("--analyze", "--help", "-h", "--version", "--dry-run") for word in act.call.words):
        return None
    return ("deny", f"{act.shown} writes every commit anew.")


def _update_ref(act: Act) -> Found | None:
    if act.given("stdin"):
        return _from_input(act.command.stdin)
    ref = next(iter(act.words("ref")), None)
    if act.given("delete"):
        return ("deny", f"`{ref}` would go, and what it alone holds.") if ref is not None else None
    if ref is None or not ref.startswith(("refs/heads/", "refs/tags/", "HEAD", "refs/remotes/")):
        return None
    return _moved(act, ref.removeprefix("refs/heads/"))


def _from_input(text: str | None) -> Found | None:
    if text is None:
        return ("ask", "Which refs change is read from the input.")
    verbs = {line.split()[0] for line in text.splitlines() if line.split()}
    if "delete" in verbs:
        return ("deny", "A ref would go, and what it alone holds.")
    return ("ask", "A ref would be pointed elsewhere.") if "update" in verbs or "symref-update" in verbs else None


def _moved(act: Act, branch: str) -> Found | None:
    """A branch that is pointed elsewhere: asked, when it exists."""
    there = act.work is not None and act.work.commit(f"refs/heads/{branch}")
    return ("ask", f"`{branch}` would no longer hold the commits that it has now.") if there else None


def _branch(act: Act) -> Found | None:
    names = [str(word) for word in act.words("branches") if word.known]
    if act.given("force_delete") or (act.given("delete") and act.given("force")):
        if act.given("remotes"):
            return None
        if len(names) < len(act.words("branches")):
            return ("deny", "Which branches go is not known before the run.")
        for name in names:
            count = act.work.only_here(name) if act.work is not None else 0
            if count is None or count:
                return ("deny", f"`{name}` holds commits that nothing else has.")
        return None
    if act.given("force") and names:
        return _moved(act, names[0])
    if act.given("force_move", "force_copy") and names:
        return _moved(act, names[-1])
    return None


def _checkout(act: Act) -> Found | None:
    branch = next(iter(act.words("reset_branch", "force_create")), None)
    if branch is None:
        return None
    return ("ask", "Which branch is pointed elsewhere is not known.") if not branch.known else _moved(act, branch)


def _reflog(act: Act) -> Found | None:
    if act.name not in ("reflog_expire", "reflog_delete", "reflog_drop") or act.given("dry_run"):
        return None
    return ("deny", "The reflog is what brings lost commits back.")


def _gc(act: Act) -> Found | None:
    words = [str(word) for word in act.call.words]
    when = next(iter(act.words("prune")), None)
    expired = any("expire" in str(word).lower() and "=now" in str(word).lower() for word in _options(act))
    now = (when is not None and when in ("now", "all")) or any(word.startswith("--prune=") and
          word.partition("=")[2].startswith(("now", "all", "0", "1.second")) for word in words)  # fmt: skip
    return ("deny", "Commits that no name holds would be gone for good.") if now or expired else None


def _options(act: Act) -> tuple[str, ...]:
    return act.command.vcs.options if act.command.vcs is not None else ()


def _prune(act: Act) -> Found | None:
    if any(word in ("-n", "--dry-run") for word in act.call.words):
        return None
    return ("deny", "Commits that no name holds would be gone for good.")


def _fetch(act: Act) -> Found | None:
    """A forced fetch into a branch that exists and holds commits of its own."""
    for word in act.call.operands:
        source, colon, target = word.lstrip("+").partition(":")
        if not colon or not (word.startswith("+") or act.given("force")) or not source:
            continue
        branch = target.removeprefix("refs/heads/")
        if target.startswith("refs/") and not target.startswith("refs/heads/"):
            continue
        if "*" in branch or (act.work is not None and act.work.only_here(branch)):
            return ("ask", f"`{branch}` would lose the commits that only it has.")
    return None


def _repack(act: Act) -> Found | None:
    words = [str(word) for word in act.call.words]
    letters = "".join(word[1:] for word in words if word.startswith("-") and not word.startswith("--"))
    drops = "a" in letters and "d" in letters and "A" not in letters and any("unpack-unreachable=now" in w for w in words)
    return ("deny", "Commits that no name holds would be gone for good.") if drops else None


_RULES = {
    "filter_branch": _filter, "filter_repo": _filter, "update_ref": _update_ref, "branch": _branch, "checkout": _checkout,
    "switch": _checkout, "reflog": _reflog, "gc": _gc, "prune": _prune, "fetch": _fetch, "repack": _repack,
}  # fmt: skip
