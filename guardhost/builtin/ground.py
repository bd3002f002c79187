"""What kind of place a path is in: the checkout, a temporary folder, a cache, the person's home, the system."""

from __future__ import annotations

from guardhost.builtin.paths import fold, inside, roots
from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guardhost.builtin.matter import Matter
    from guardhost.model.effects import Touch

TEMPORARY = ("/tmp", "/var/tmp", "/private/tmp", "/private/var/folders", "/var/folders", "/dev/shm")  # noqa: S108 - compared
# Folders of a home and of the system that programs fill again by themselves.
CACHES = (".cache", ".npm/_cacache", ".gradle/caches", "library/caches", "library/developer/xcode/deriveddata", ".ccache")
SYSTEM_CACHES = ("/var/cache", "/var/lib/apt/lists", "/var/log/apt")
DEVICES = ("/dev", "/proc/self", "/proc/thread-self")
SYSTEM = ("/bin", "/sbin", "/usr", "/lib", "/lib32", "/lib64", "/etc", "/boot", "/var", "/opt", "/srv", "/root", "/sys",
          "/proc", "/system", "/library", "/applications", "/private/etc", "/private/var")  # fmt: skip
# Names of folders and ends of names that a build, an installer or a test run makes again.
GENERATED = frozenset((
    "build", "dist", "target", "out", "node_modules", "__pycache__", ".cache", ".next", ".nuxt", ".turbo", ".parcel-cache",
    ".svelte-kit", ".output", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".nox", ".venv", "venv", ".eggs",
    "htmlcov", "coverage", ".nyc_output", ".gradle", ".hypothesis", ".ipynb_checkpoints", "cmakefiles", "bower_components",
    ".terraform", ".serverless", ".angular", ".dart_tool", "_build", "tmp", "temp", ".tmp", ".sass-cache", "deriveddata",
    "bin-debug", "obj", "zig-cache", "zig-out", ".zig-cache", ".stack-work", "dist-newstyle", "elm-stuff", "site", "_site",
    "storybook-static", "test-results", "playwright-report", "logs", "artifacts", ".vite", ".webpack", "pkg-build",
))  # fmt: skip
GENERATED_ENDS = (
    ".pyc", ".pyo", ".o", ".obj", ".class", ".log", ".tmp", ".swp", ".bak", ".egg-info", ".dist-info", ".a", ".so", ".gcno",
    ".gcda", ".tsbuildinfo", ".orig", ".rej", ".coverage", "~", ".ds_store", ".whl", ".d", ".lo", ".la", ".aux", ".pid",
)  # fmt: skip


class Ground(Record):
    """The folded roots that paths are compared with; `works` are checkouts, without one that is the home or holds it."""

    home: tuple[str, ...] = ()
    works: tuple[str, ...] = ()
    temporary: tuple[str, ...] = ()

    def zone(self, name: str) -> str:
        """Return "work", "temporary", "cache", "device", "home", "system" or "other" for a folded path: the deepest root."""
        found = [(len(root), "work") for root in self.works if inside(name, root)]
        found.extend((len(root), "temporary") for root in self.temporary if inside(name, root) and name != root)
        for root in self.home:
            found.extend((len(root) + 1, "cache") for cache in CACHES if inside(name, f"{root.rstrip('/')}/{cache}"))
            if inside(name, root) and root != "/":
                found.append((len(root), "home"))
        if found:
            return max(found)[1]
        if any(inside(name, root) for root in SYSTEM_CACHES):
            return "cache"
        if any(inside(name, root) for root in DEVICES):
            return "device"
        return "system" if name == "/" or any(inside(name, root) for root in SYSTEM) else "other"

    def outside(self, names: Iterable[str]) -> str:
        """Return the first spelling that lies in no checkout, cache or temporary folder, "" when all do."""
        return next((name for name in names if self.zone(name) in ("home", "system", "other")), "")

    def holds(self, names: Iterable[str]) -> bool:
        """Return whether a path is a checkout or the home itself, or has one below it."""
        return any(inside(root, name) for name in names for root in (*self.works, *self.home))

    def relative(self, name: str) -> str:
        """Return a folded path below the checkout that it lies in, "" for none or the root."""
        found = [root for root in self.works if inside(name, root)]
        return name[len(max(found, key=len)) :].strip("/") if found else ""


def ground(matter: Matter) -> Ground:
    """Return the ground of a call."""
    places = matter.places
    home = roots(matter, places.home)
    works = tuple(
        root for root in roots(matter, *places.workspaces) if root != "/" and not any(inside(one, root) for one in home)
    )
    return Ground(home=home, works=works, temporary=roots(matter, places.tmpdir, *TEMPORARY))


def spelled(touch: Touch, matter: Matter) -> tuple[str, ...]:
    """Return the folded spellings of a touch's path, as written and with links followed."""
    if not touch.path:
        return ()
    if touch.pattern:
        folder = fixed(touch.path)
        real = matter.real_path(folder or "/")
        return tuple(dict.fromkeys((fold(touch.path), fold(real.rstrip("/") + touch.path[len(folder) :]))))
    removed = touch.kind in ("delete", "move") and not touch.raw.rstrip("\"'").endswith("/")
    if not removed:
        return tuple(dict.fromkeys((fold(touch.path), fold(matter.real_path(touch.path)))))
    folder, _, name = touch.path.rpartition("/")
    return tuple(dict.fromkeys((fold(touch.path), fold(matter.real_path(folder or "/").rstrip("/") + "/" + name))))


def fixed(pattern: str) -> str:
    """Return the folder that a glob starts with, without a slash at its end."""
    first = next((at for at, char in enumerate(pattern) if char in "*?[{"), len(pattern))
    return pattern[:first].rpartition("/")[0]


def is_generated(relative: str) -> bool:
    """Return whether a folded path (or pattern) below a checkout is one that programs make again."""
    parts = [part for part in relative.split("/") if part not in ("", "*", "**", ".")]
    if any(part in GENERATED or part.endswith(".egg-info") or part.startswith("cmake-build") for part in parts):
        return True
    return bool(parts) and parts[-1].endswith(GENERATED_ENDS)
