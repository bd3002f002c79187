"""The guard inside a host's own process: the same way as a hook's, from payload to reply, without ending the process.

For hosts whose extensions are Python; `hosts/wiring/shipped/` has the files. The caller minds the time: what takes longer
than a hook may is to be treated as a deny.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from guardhost.hosts import adapter
from guardhost.judgement.flow import Progress, judge
from guardhost.judgement.scene import HOSTED, Lent
from guardhost.judgement.waiting import with_waiting
from guardhost.model.event import CALL
from guardhost.model.jsontext import encode as to_json
from guardhost.model.mistakes import PayloadError
from guardhost.model.outcome import Outcome
from guardhost.world.clock import Clock
from guardhost.world.state import locate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from guardhost.hosts.reply import Reply
    from guardhost.model.event import Event


def answer(
    host: str, name: str, payload: Mapping[str, Any], *, state: str = "", git: str = "", env: Mapping[str, str] | None = None
) -> Reply:
    """Return the reply to one payload of a host's event; whatever fails is answered as a deny before a call.

    `state` is the folder that guardhost remembers in, `git` the program; the usual ones when "".
    """
    lent_env = dict(os.environ if env is None else env)
    module = adapter(host)
    event: Event | None = None
    try:
        event = module.decode(to_json(dict(payload)).encode(), lent_env, name)
        module = adapter(event.dialect or host)
        if not event.cwd:
            event = event.replace(cwd=os.getcwd())
        reply: Reply = _judged(module, event, lent_env, state, git)
    except Exception as error:  # noqa: BLE001 - the one boundary: a crash is answered, never silent
        reply = _failed(module, name, event, error, lent_env, state)
    return reply


def _judged(module: Any, event: Event, env: Mapping[str, str], state: str, git: str) -> Reply:
    clock = Clock()
    lent = Lent(
        clock=clock,
        env=env,
        state=locate(env, state),
        began=clock.now(),
        total=HOSTED,
        timeout=module.limit(event.name),
        git=git,
    )
    judged = judge(event, lent, Progress())
    reply: Reply = module.encode(with_waiting(event, judged.outcome, module, lent), event)
    judged.close()
    return reply


def _failed(module: Any, name: str, event: Event | None, error: Exception, env: Mapping[str, str], state: str) -> Reply:
    from guardhost.world.crash import report

    if isinstance(error, PayloadError):
        unread: Reply = module.unread(error, name)
        return unread
    told = f"guardhost failed ({type(error).__name__}){report(env, state, error, f'{module.NAME} {name}')}"
    if event is None:
        broken: Reply = module.unread(PayloadError("GH1901", told, fix="`guardhost doctor` shows more"), name)
        return broken
    deny = Outcome(decision="deny", reason=f"{told}; run `guardhost doctor`\nNothing was executed.", rule="guard-deadline")
    reply: Reply = module.encode(deny if event.moment == CALL else Outcome(), event)
    return reply
