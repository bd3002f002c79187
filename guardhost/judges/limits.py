"""Limits of a judge that did not answer at once: the import alone costs what a plain judge takes in all."""

from __future__ import annotations

MORE_MEMORY = 1 << 30  # bytes of address space beyond what the child has when it is limited
PROCESSOR = 600  # seconds; what is left to a child that masks its timer after its parent was killed


def limit(pid: int) -> None:
    """Bound the memory of the child `pid` and forbid core files; where the system cannot, the deadline alone holds."""
    import resource

    from guardhost.world.files import read_own

    if not hasattr(resource, "prlimit"):
        return
    text = read_own(f"/proc/{pid}/statm", 4096)
    try:
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
        resource.prlimit(pid, resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))
        if text:
            most = int(text.split()[0]) * resource.getpagesize() + MORE_MEMORY
            resource.prlimit(pid, resource.RLIMIT_AS, (most, most))
    except (OSError, ValueError):
        return  # it has ended, or its limit is lower already
