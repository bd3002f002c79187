"""Which modules of the start-up file are run together: those that one kind of call needs, read and run in one go.

The groups are disjoint but for small modules that several kinds need. `PLAIN` is also the allow-list of what a plain line
may load.
"""

from __future__ import annotations

# What every call of a plain line runs, in the order in which they import each other.
PLAIN = (
    "guardhost",
    "guardhost.model",
    "guardhost.model.record",
    "guardhost.model.event",
    "guardhost.model.jsontext",
    "guardhost.model.line",
    "guardhost.model.outcome",
    "guardhost.world",
    "guardhost.world.clock",
    "guardhost.world.files",
    "guardhost.world.state",
    "guardhost.world.repository",
    "guardhost.world.marks",
    "guardhost.world.session",
    "guardhost.world.trail",
    "guardhost.shell",
    "guardhost.shell.scope",
    "guardhost.shell.wrappers",
    "guardhost.shell.programs",
    "guardhost.shell.reader_plain",
    "guardhost.shell.reading",
    "guardhost.shell.vcs",
    "guardhost.shell.readonly_table",
    "guardhost.shell.readonly",
    "guardhost.judgement",
    "guardhost.judgement.loaded",
    "guardhost.judgement.scene",
    "guardhost.judgement.flow",
    "guardhost.judgement.recording",
    "guardhost.hosts",
    "guardhost.hosts.reply",
    "guardhost.hook",
)

# What a call needs beside that once it is judged by a policy: run in one go when the first of them is imported.
JUDGING = (
    "guardhost.model.errors",
    "guardhost.model.verdict",
    "guardhost.model.request",
    "guardhost.judges",
    "guardhost.judges.frames",
    "guardhost.judges.offspring",
    "guardhost.judges.shelf",
    "guardhost.judges.source",
    "guardhost.judges.caller",
    "guardhost.judges.importer",
    "guardhost.judges.registry",
    "guardhost.judges.child",
    "guardhost.judgement.facts",
    "guardhost.judgement.deadline",
    "guardhost.judgement.requests",
    "guardhost.judgement.policies",
    "guardhost.judgement.sides",
    "guardhost.judgement.asking",
    "guardhost.judgement.remembering",
)

# What a line that is not proven to only read needs beside `PLAIN`.
TOUCHING = (
    "guardhost.model.effects",
    "guardhost.shell.programs_table",
    "guardhost.shell.effects",
    "guardhost.world.build",
    "guardhost.model.glob",
    "guardhost.builtin",
    "guardhost.builtin.matter",
    "guardhost.builtin.paths",
    "guardhost.builtin.asking",
    "guardhost.builtin.gate",
    "guardhost.builtin.catalog",
    "guardhost.judgement.guarding",
    "guardhost.judgement.elsewhere",
)
# What a line that writes or deletes needs beside that.
LOSING = (
    "guardhost.builtin.tails",
    "guardhost.builtin.finding",
    "guardhost.builtin.ground",
    "guardhost.builtin.losses",
    "guardhost.builtin.delete_outside",
    "guardhost.builtin.write_outside",
    "guardhost.builtin.delete_inside",
)
# What a line with shell syntax needs beside that: a list of commands, and what is left to a reader's process.
LISTING = (
    "guardhost.shell.screen",
    "guardhost.shell.bounds",
    "guardhost.shell.tree",
    "guardhost.shell.reader_chain",
    "guardhost.shell.words",
    "guardhost.shell.numbers",
    "guardhost.shell.internal",
    "guardhost.shell.peel",
    "guardhost.shell.walk",
)
PARSING = (
    "guardhost.shell.ansi",
    "guardhost.shell.reader_shfmt",
    "guardhost.shell.parse",
)
# What a call needs that rule files judge, beside that where a rule connects calls, and where such a rule concerns it.
RULED = (
    "guardhost.model.errors",
    "guardhost.model.verdict",
    "guardhost.judges",
    "guardhost.judges.source",
    "guardhost.judgement.wording",
    "guardhost.rules",
    "guardhost.rules.loading",
    "guardhost.judgement.rulefiles",
    "guardhost.world.object_ids",
    "guardhost.world.ledger",
    "guardhost.judgement.ledgers",
    "guardhost.rules.kinds",
    "guardhost.rules.judging",
    "guardhost.model.structured",
    "guardhost.rules.members",
    "guardhost.rules.modes",
    "guardhost.model.glob",
    "guardhost.model.pattern",
    "guardhost.rules.values",
    "guardhost.rules.disk",
    "guardhost.judgement.ruling",
    "guardhost.judgement.specs",
)
WATCHED = (
    "guardhost.judgement.same_call",
    "guardhost.rules.codec",
    "guardhost.rules.logic",
    "guardhost.temporal",
    "guardhost.temporal.cells",
    "guardhost.world.calllog",
    "guardhost.world.tables",
    "guardhost.world.memory",
    "guardhost.judgement.watching",
)
STEPPED = (
    "guardhost.temporal.values",
    "guardhost.temporal.leaves",
    "guardhost.temporal.answers",
    "guardhost.temporal.terms",
    "guardhost.temporal.running",
    "guardhost.temporal.monitor",
    "guardhost.rules.matching",
    "guardhost.rules.monitoring",
)
# What the first judgement of a commit needs beside `JUDGING`.
COMMITTED = (
    "guardhost.world.object_ids",
    "guardhost.world.loose",
    "guardhost.world.objects",
    "guardhost.judges.committed",
    "guardhost.model.fact",
    "guardhost.world.process",
    "guardhost.world.git",
    "guardhost.world.readers",
    "guardhost.judges.discover",
    "guardhost.judges.compiling",
    "guardhost.judgement.wording",
    "guardhost.judgement.lineage",
)
# What reads a line's programs as structured calls; what git's own words mean to the rules; what tasks of a project run.
CALLS = (
    "guardhost.calls",
    "guardhost.model.structured",
    "guardhost.calls.families",
    "guardhost.calls.structured",
    "guardhost.calls.notation",
    "guardhost.calls.operands",
    "guardhost.calls.options",
    "guardhost.calls.reading",
    "guardhost.calls.specs",
    "guardhost.calls.specs.files",
)
ON_GIT = ("guardhost.builtin.git_acts", "guardhost.builtin.git_keys", "guardhost.world.work")
TASKS = ("guardhost.builtin.tasks", "guardhost.builtin.task_files")
# The rules that guard the guard, on lines that could reach it, and those about hosts' settings and agents.
GUARDING = (
    "guardhost.builtin.agents",
    "guardhost.builtin.interpreters",
    "guardhost.builtin.own_verbs",
    "guardhost.builtin.installers",
    "guardhost.builtin.modes",
    "guardhost.builtin.strangers",
    "guardhost.builtin.guard_tamper",
)
SETTINGS = (
    "guardhost.builtin.guarded_keys",
    "guardhost.builtin.host_files",
    "guardhost.builtin.settings_verbs",
    "guardhost.builtin.host_settings",
    "guardhost.builtin.unguarded_agent",
)
# Code that a line gives to an interpreter; words and files that have to do with secrets; commits, and pushes.
CODE = ("guardhost.shell.peel_texts", "guardhost.shell.inline", "guardhost.shell.peel_code")
SECRETS = (
    "guardhost.builtin.secrets",
    "guardhost.builtin.secret_dumps",
    "guardhost.builtin.secret_tools",
    "guardhost.builtin.secret_read",
    "guardhost.builtin.secret_ways",
)
COMMITS = (
    "guardhost.builtin.policy_commit",
    "guardhost.builtin.git_line",
    "guardhost.builtin.git_moves",
    "guardhost.judgement.history",
    "guardhost.builtin.literals",
    "guardhost.builtin.secret_write",
)
PUSHES = ("guardhost.builtin.push_settings", "guardhost.builtin.pushes", "guardhost.builtin.history_rewrite")
WRITING = ("guardhost.model.call", "guardhost.model.change")
# The module whose import runs its group; the others of a group are also there one by one.
GROUPS = {
    "guardhost.judgement.policies": JUDGING,
    "guardhost.shell.effects": TOUCHING,
    "guardhost.builtin.delete_outside": LOSING,
    "guardhost.builtin.write_outside": LOSING,
    "guardhost.shell.screen": LISTING,
    "guardhost.shell.parse": PARSING,
    "guardhost.judgement.ruling": RULED,
    "guardhost.judgement.watching": WATCHED,
    "guardhost.rules.monitoring": STEPPED,
    "guardhost.judges.committed": COMMITTED,
    "guardhost.calls.structured": CALLS,
    "guardhost.builtin.git_acts": ON_GIT,
    "guardhost.builtin.tasks": TASKS,
    "guardhost.builtin.guard_tamper": GUARDING,
    "guardhost.builtin.host_settings": SETTINGS,
    "guardhost.model.call": WRITING,
    "guardhost.shell.peel_texts": CODE,
    "guardhost.shell.peel_code": CODE,
    "guardhost.builtin.secret_read": SECRETS,
    "guardhost.builtin.policy_commit": COMMITS,
    "guardhost.builtin.history_rewrite": PUSHES,
}
