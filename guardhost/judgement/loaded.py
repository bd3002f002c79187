"""Which files a policy's load read, remembered from one judgement to the next."""

from __future__ import annotations

from guardhost.model.jsontext import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.world.state import State

MOST = 256 * 1024  # bytes


def _path(state: State, root: str) -> str:
    from guardhost.world.files import short

    return f"{state.folder}/loaded/{short(root)}.json"


def remembered(state: State, root: str) -> tuple[str, ...]:
    """Return the files, relative to `root`, that the policy's last load read; none when nothing is remembered."""
    from guardhost.model.errors import GuardError
    from guardhost.world.files import read_regular

    if not state.usable:
        return ()
    try:
        data = read_regular(_path(state, root), MOST)
        names = decode(data)["files"] if data else []
    except (GuardError, ValueError, KeyError, TypeError):
        return ()  # a damaged memory is no memory: the next load writes it anew
    return tuple(name for name in names if isinstance(name, str))


def remember(state: State, root: str, files: tuple[str, ...]) -> None:
    """Keep what a load read, when it is not what is remembered already."""
    if not state.usable or set(files) == set(remembered(state, root)):
        return
    from guardhost.world.files import make_folder, write_atomic

    path = _path(state, root)
    make_folder(path.rsplit("/", 1)[0])
    write_atomic(path, encode({"root": root, "files": sorted(files)}).encode())
