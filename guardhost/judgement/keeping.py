"""The trail's upkeep: kept within its bounds once the answer is given; a record that is lost is told."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.judgement.scene import Scene

FIX = "`guardhost doctor` shows more"


def keep_up(scene: Scene, after: list[Callable[[], object]]) -> None:
    """Have the trail tidied up when all else is done."""
    from guardhost.world.retention import tidy

    after.append(lambda: tidy(scene.folder, scene.now))


def lost(scene: Scene) -> tuple[str, ...]:
    """Return what the person is told of a record that could not be kept: once in a session, where that can be remembered.

    Where nothing can be written they are told when a session starts.
    """
    import posix

    from guardhost.world.files import open_own

    # An empty file: a full disk still takes its name as a rule.
    try:
        posix.close(open_own(f"{scene.session_folder}/lost", posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL))
    except OSError:
        return ()
    return (f"guardhost: what is judged is not recorded any more: {_why(scene)}; {FIX}",)


def unrecorded(scene: Scene) -> str:
    """Return what the person is told at the start of a session that nothing of is recorded."""
    return f"guardhost: nothing of this session is recorded: {_why(scene)}; {FIX}"


def _why(scene: Scene) -> str:
    from guardhost.world.files import reason, unlink, write_atomic

    probe = f"{scene.folder}/trail/.probe"
    try:
        write_atomic(probe, b"\n" * 4096)
    except OSError as error:
        return f"{scene.folder} cannot be written ({reason(error)})"
    unlink(probe)
    return f"{scene.folder} could not be written"
