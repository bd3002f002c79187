"""Git's loose objects, read without a process: what was just committed lies there as a rule.

Whatever is not found here, or is not what its id says, is asked of git.
"""

from __future__ import annotations

from guardhost.model.errors import GuardError
from guardhost.world.files import read_regular
from guardhost.world.object_ids import hashed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.world.repository import Place

MOST = 1024 * 1024  # bytes of one object, packed and unpacked; git reads what is larger


def ordinary(place: Place) -> bool:
    """Return whether the repository has a format whose loose objects are known; of another one git says what it is."""
    try:
        config = read_regular(f"{place.common_dir or place.git_dir}/config", MOST) or b""
    except GuardError:
        return False
    settings = (line.partition(b"=") for line in config.split(b"\n"))
    formats = [value.strip() for name, _, value in settings if name.strip().lower() == b"repositoryformatversion"]
    return all(value in (b"0", b"1") for value in formats)


def loose(place: Place, oid: str) -> tuple[str, bytes] | None:
    """Return (kind, bytes) of an object that lies by itself, None where git has to be asked."""
    try:
        packed = read_regular(f"{place.common_dir or place.git_dir}/objects/{oid[:2]}/{oid[2:]}", MOST)
    except (GuardError, OSError):
        return None
    if packed is None:
        return None
    try:
        from zlib import decompressobj
    except ImportError:
        return None
    unpacking = decompressobj()
    try:
        whole = unpacking.decompress(packed, MOST + 64)
    except Exception:  # noqa: BLE001 - `zlib.error`, whose name would be one import more; git says what is wrong
        return None
    head, _, data = whole.partition(b"\0")
    kind, _, size = head.decode("ascii", "replace").partition(" ")
    if not unpacking.eof or size != str(len(data)) or hashed(kind, data, len(oid)) != oid:
        return None
    return kind, data
