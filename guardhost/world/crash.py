"""A crash of ours: a report in the state folder, with what a bug report needs and nothing of what was judged."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def report(env: Mapping[str, str], declared_state: str, error: BaseException, what: str) -> str:
    """Write the report and return a clause that says where it is or why it is nowhere. Never raises."""
    try:
        path = _write(env, declared_state, _text(error, what))
    except Exception as problem:  # noqa: BLE001 - whatever stops the report must not hide the crash
        return f"; no report could be written ({problem})"
    return f"; the report is {path}"


def _text(error: BaseException, what: str) -> str:
    import platform
    import sys
    import time
    import traceback

    from guardhost import __version__

    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    facts = f"guardhost {__version__}, python {platform.python_version()}, {platform.platform()}"
    return f"{moment}\n{facts}\n{sys.executable}\nin: {what}\n\n{''.join(traceback.format_exception(error))}"


def _write(env: Mapping[str, str], declared_state: str, text: str) -> str:
    import posix
    import time

    from guardhost.world.files import write_atomic
    from guardhost.world.state import locate

    folder = f"{locate(env, declared_state).folder}/crashes"
    path = f"{folder}/{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}-{posix.getpid()}.txt"
    write_atomic(path, text.encode("utf-8", "backslashreplace"))
    return path
