"""A web shop: a pnpm monorepo on GitHub, deployed to Kubernetes. Copy this file to `guard.py` and change the names in it.

Try it with `guardhost test`, and one line with `guardhost check --why "LINE"`.
"""

import guardhost as guard

CLUSTERS = ("prod", "prod-eu", "prod-us")


# A rule has a name, examples that `guardhost test` runs, and a docstring that says why. It answers None when it has no
# opinion. `req.calls` are the programs of the line as structured calls: options are found wherever they stand, in
# whatever spelling, and a mention of the command in a text or a message is none.
@guard.rule(
    "prod-context",
    tests=[
        "ask: kubectl --context prod get pods",
        "ask: cd deploy && helm --kube-context=prod-eu upgrade shop ./chart",
        "ask: kubectl --context $CTX get pods",
        "allow: kubectl --context staging get pods",
        "allow: echo kubectl --context prod",
    ],
)
def prod_context(req: guard.CommandRequest) -> guard.Answer:
    """What happens in production is decided by a person."""
    for call in req.calls:
        context = call.option("--context", "--kube-context")
        # A word that nobody knows before the line runs, such as `$CTX`, may be any of them: `may_be` says so.
        if call.program in ("kubectl", "helm") and context is not None and context.may_be(*CLUSTERS):
            return guard.ask(f"`{call.program}` on the cluster `{context.raw}`")
    return None


@guard.rule(
    "npm-not-here",
    tests=[
        ["advise: npm install left-pad", "allow: npm install right-pad"],
        "advise: yarn add left-pad",
        "allow: pnpm add left-pad",
        "allow: npm view left-pad",
    ],
)
def npm_not_here(req: guard.CommandRequest) -> guard.Answer:
    """npm and yarn write lock files of their own, and CI installs from pnpm's."""
    for call in req.calls:
        if call.tool in ("npm_install", "npm_ci", "yarn_add", "yarn_install") and guard.once(
            "npm-not-here"
        ):  # told once in a session
            return guard.advise("this repository uses pnpm", next="pnpm install")
    return None


# A rule of `guard.change` sees every file that a call changes, by whatever channel: an edit tool, `>`, `sed -i`, `rm`, ...
@guard.rule(
    "generated-by-hand",
    tests=[
        {"deny": {"write": {"path": "packages/api-client/src/generated/a.ts", "content": "x"}}},
        "deny: sed -i s/a/b/ packages/api-client/src/generated/a.ts",
        "deny: echo x > packages/api-client/src/generated/a.ts",
        "allow: cat packages/api-client/src/generated/a.ts",
        {"allow": {"write": {"path": "packages/api-client/src/index.ts", "content": "x"}}},
    ],
)
def generated_by_hand(change: guard.Change) -> guard.Answer:
    """The client is generated from the interface; a hand edit is lost at the next run."""
    if change.matches("packages/api-client/src/generated/**"):
        return guard.deny("change packages/api-client/openapi.yaml", next="pnpm generate")
    return None


@guard.rule(
    "lock-file-by-hand",
    tests=[
        {"deny": {"write": {"path": "pnpm-lock.yaml", "content": "x"}}},
        "deny: rm pnpm-lock.yaml",
        "allow: pnpm install",
    ],
)
def lock_file_by_hand(change: guard.Change) -> guard.Answer:
    """Only the tool knows how to write its lock file."""
    if change.matches("pnpm-lock.yaml"):
        return guard.deny("let the tool write it", next="pnpm install")
    return None


# One function a seam: `guard.strictest` makes one of several. All are asked, and the strictest answer stands.
guard.command(guard.strictest(prod_context, npm_not_here))
guard.change(guard.strictest(generated_by_hand, lock_file_by_hand))
