"""The built-in rules as data: what each catches, why, and what to do instead."""

from __future__ import annotations

from guardhost.model.record import Record
from guardhost.model.verdict import Answer


class Entry(Record):
    """One built-in rule. `default` is its decision, two joined by " / " where it depends on what is changed.

    `fixed` says that no rule file can set it; `remedy` is the first sentence of its text, what to do instead;
    `page` is the file in `docs/rules/`.
    """

    id: str
    default: str
    catches: str
    why: str
    remedy: str
    fixed: bool = False

    @property
    def page(self) -> str:
        """The rule's page below `docs/rules/`."""
        return f"{self.id}.md"


_SEAM_FAILED = {
    seam: Entry(
        id=f"workspace-{seam}-failed",
        default="advise",
        fixed=True,
        catches=f"the policy's {what} judge raised, or answered with something that is no verdict",
        why="A judge that fails judges nothing, and a rule that silently stopped working is worse than none.",
        remedy="Mend the judge at the line that the note names; until then the other rules alone apply.",
    )
    for seam, what in (
        ("command", "command"),
        ("write", "write"),
        ("change", "change"),
        ("spawn", "spawn"),
        ("tool", "tool"),
    )
}

_RULES = (
    Entry(
        id="guard-tamper",
        default="deny / ask",
        fixed=True,
        catches="guardhost's folders, installation, processes, variables and set-up verbs touched from an agent's call",
        why="A guard that the guarded can switch off guards nothing; its set-up belongs to the person.",
        remedy="Leave guardhost as it is and ask the person to make this change in their own terminal.",
    ),
    Entry(
        id="host-settings",
        default="deny / ask",
        catches="a change of an agent host's hooks, permissions or guard variables (deny), or of its other settings (ask)",
        why="Hooks and permissions are how a person is asked before something happens; to change them is the person's call.",
        remedy="Show the person the change that you want in the host's settings and let them make it.",
    ),
    Entry(
        id="unguarded-agent",
        default="deny",
        catches="an agent started with its hooks, settings or permissions switched off or moved",
        why="What a child agent does without hooks is done without this guard, whatever it was told.",
        remedy="Start the agent with its usual hooks, settings and permissions.",
    ),
    Entry(
        id="vcs-off",
        default="deny / ask",
        catches="version control removed, moved or pointed at nothing (deny), or its folder written past it (ask)",
        why="History is what brings work back and what holds the committed policy; nothing brings back a lost `.git`.",
        remedy="Leave the repository's own folder to version control and use its commands.",
    ),
    Entry(
        id="inline-alias",
        default="deny",
        catches="an alias or an include injected on a version-control line",
        why="An injected alias or file gives a known subcommand another meaning, so that no rule can read the line.",
        remedy="Write the command out in full, without an alias or an included file on the line.",
    ),
    Entry(
        id="policy-write",
        default="advise",
        catches="a write to a file of the policy that is in force",
        why="A policy file in the working tree may tighten at once; it loosens only when a person commits it.",
        remedy="Go on, and run `guardhost test` after this change.",
    ),
    Entry(
        id="policy-commit",
        default="ask",
        fixed=True,
        catches="a commit of a policy file, or a move of HEAD to a commit whose policy differs from the one in force",
        why="The committed policy is the one that an edit cannot loosen, so what becomes of it is the person's to say.",
        remedy="Let the person take this step, and commit the rest as with `git commit -m change -- src`.",
    ),
    Entry(
        id="delete-outside",
        default="deny",
        catches="a removal of more than one file that reaches outside the checkout and the temporary folder",
        why="What lies outside the checkout is the person's own, and no version control brings it back.",
        remedy="Remove only what lies in the checkout or in a folder that you made with `mktemp -d`.",
    ),
    Entry(
        id="write-outside",
        default="deny / ask",
        catches="a change of start-up files, keys, timers, programs (deny) or other files (ask) outside the checkout",
        why="What the person's shell, login and timers run is theirs; a change of it outlives this task.",
        remedy="Write it to a file in the checkout and tell the person where it should go.",
    ),
    Entry(
        id="discard-work",
        default="deny",
        catches="a git command that throws away changes which are in no commit",
        why="Nothing brings back what was never committed or stashed.",
        remedy="Keep it first: `git stash push -u -m before`, then try again.",
    ),
    Entry(
        id="worktree-remove",
        default="deny",
        catches="the removal of a worktree that is changed, locked, in use or holds commits that are nowhere else",
        why="Another agent or the person may work there, and its changes go with it.",
        remedy="Commit what lies there, as with `git -C ../worktree commit -am wip`, then remove it without force.",
    ),
    Entry(
        id="history-rewrite",
        default="deny / ask",
        catches="commits taken out of a remote or local history (deny; ask where the reflog or the remote still holds them)",
        why="Others build on what was pushed, and commits that no name holds are collected as garbage.",
        remedy="Add a commit that undoes it, as with `git revert --no-edit HEAD`, and push without force.",
    ),
    Entry(
        id="hooks-off",
        default="deny",
        catches="a commit, a push or a configuration that switches hooks or configured checks off",
        why="Hooks are the checks that the repository's owner wants before each commit.",
        remedy="Let the hooks run and mend what they report.",
    ),
    Entry(
        id="code-injection",
        default="ask / deny",
        catches="options and variables that run code where none is expected (ask); `ext::` and such configuration (deny)",
        why="A program that only looks must not run something else by its settings.",
        remedy="Run the program that you mean by itself, as a command of its own.",
    ),
    Entry(
        id="remote-script",
        default="deny",
        catches="downloaded or decoded text given to an interpreter, and shells that listen to another machine",
        why="Nobody has read what would run, and it can be other text each time.",
        remedy="Download it into the checkout, read it, and let the person run it.",
    ),
    Entry(
        id="secret-read",
        default="deny",
        catches="secrets that are read: files of keys and tokens, in whatever form they are named, and environment dumps",
        why="What is read goes to the model and into logs, and a secret that was seen must be changed.",
        remedy="Ask the person for what you need to know, or look at `.env.example`.",
    ),
    Entry(
        id="secret-write",
        default="ask",
        catches="a secret file that is replaced or committed, and a literal secret in new text",
        why="A secret in a file that is committed is public for good; a replaced one is lost.",
        remedy="Read the secret from the environment at run time, and name it in `.env.example` without its value.",
    ),
    Entry(
        id="system-harm",
        default="deny / ask",
        catches="disks, system rights, the machine or all processes (deny); its packages, services, kernel, network (ask)",
        why="It takes the machine away from everyone on it.",
        remedy="Name the one file or process that you mean, in the checkout, and leave the system to the person.",
    ),
    Entry(
        id="data-harm",
        default="ask",
        catches="databases dropped or emptied, infrastructure, volumes and cloud resources deleted",
        why="Data that lives elsewhere has no undo here, and others may use it.",
        remedy="Show first what would go, with a dry run or a plan, and let the person do it.",
    ),
    Entry(
        id="push-protected",
        default="ask",
        catches="a push to the default branch",
        why="What lands on the default branch is what everyone gets.",
        remedy="Push a branch of its own and open a pull request, as with `git push -u origin HEAD:refs/heads/topic`.",
    ),
    Entry(
        id="delete-inside",
        default="ask",
        catches="a removal inside the checkout of files that are changed or that git does not know",
        why="Git cannot bring back what it never had.",
        remedy="Keep it first: `git stash push -u -m before`, or name only generated folders.",
    ),
    Entry(
        id="spawn-limits",
        default="ask",
        catches="agents nested over three deep, over twenty at once, or told to do what their caller may not",
        why="A crowd of agents costs without bound, and a child must not get what its parent was refused.",
        remedy="Do the work in this agent, or wait until others are done.",
    ),
    Entry(
        id="shared-stash",
        default="advise",
        catches="a bare stash pop, apply or drop while several worktrees share the stash",
        why="The stash belongs to the repository: the last entry may be another agent's.",
        remedy="Look with `git stash list` and name the entry, as in `git stash pop stash@{1}`.",
    ),
    Entry(
        id="unreadable",
        default="ask",
        catches="a line that no reader can read, or code on it in a language that none knows",
        why="What cannot be read cannot be judged, and it is never guessed at.",
        remedy="Rewrite the line in plain shell, one simple command a call, or put it into a script file.",
    ),
    Entry(
        id="guard-unfinished",
        default="advise",
        fixed=True,
        catches="earlier checks of this session that started and never finished",
        why="A check that was cut off decided nothing, and the call may have run without it.",
        remedy="Look with `guardhost log --last 20` at what those calls did before building on them.",
    ),
    Entry(
        id="guard-deadline",
        default="advise / deny",
        fixed=True,
        catches="a judge that gave no answer in its phase's time (deny; advise on a call that is proven to only read)",
        why="A call that may change something does not pass unjudged because a judge is slow, loops or died.",
        remedy="Make the policy answer in time, then try the call again.",
    ),
    Entry(
        id="guard-kept",
        default="advise",
        fixed=True,
        catches="a HEAD that is gone or cannot be read where a committed policy was judged before: that one judges on",
        why="A repository that is moved away or cannot be read must not switch its guard off unseen.",
        remedy="Bring the repository and its HEAD back into order, then try again.",
    ),
    Entry(
        id="rule-file-broken",
        default="ask",
        fixed=True,
        catches="a mistake in a rule file, while no committed form of what is broken judges instead",
        why="A rule that silently does not judge is worse than none; every other rule still does.",
        remedy="Mend the rule file at the line that is named; `guardhost rules --check` says whether it is well.",
    ),
    Entry(
        id="guard-settings",
        default="advise",
        fixed=True,
        catches="a setting of the person's guard.yaml that is unknown or has a wrong value and does not count",
        why="A setting that silently does not hold is worse than none; the other settings stay in force.",
        remedy="Let the person mend their guard.yaml at the line that the note names.",
    ),
)

CATALOG: tuple[Entry, ...] = (*_RULES, *_SEAM_FAILED.values())


def entry(id: str) -> Entry:  # noqa: A002 - the field's word
    """Return a rule's row; `KeyError` when there is none."""
    for row in CATALOG:
        if row.id == id:
            return row
    raise KeyError(id)


def answer(id: str, decision: str, what: str, remedy: str = "") -> Answer:  # noqa: A002 - the field's word
    """Return a rule's answer: what to do instead (`remedy`, else the row's), then what was seen and why it matters."""
    row = entry(id)
    return Answer(decision=decision, reason=f"{remedy or row.remedy}\n{what} {row.why}", rule=id, source="builtin")
