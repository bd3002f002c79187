"""What agents may do in this repository. Rules stand with their reasons and examples in the files of their topic."""

import guardhost as guard
from policy import build, checkouts, ci, gate, merge, push, spawns

guard.command(
    guard.strictest(
        ci.watch,
        ci.batch,
        merge.admin,
        gate.whole,
        push.unqualified,
        checkouts.foreign,
        build.stale,
    )
)
guard.spawn(guard.strictest(spawns.isolated))
