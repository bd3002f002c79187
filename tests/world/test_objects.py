"""One suite for both readers of git's objects: what a commit holds, byte for byte, and what is damaged or missing."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from guardhost.model.errors import GuardError, PolicyError
from guardhost.world import objects, objects_pygit2, readers
from guardhost.world.git import program
from guardhost.world.loose import loose
from guardhost.world.object_ids import hashed
from guardhost.world.objects import FOLDER, LINK, SUBMODULE, UnreadableError
from guardhost.world.repository import Place, find
from tests.repository import Repository

GIT = program(os.environ)
Make = Callable[..., Repository]
READERS: dict[str, Callable[[Place], Any]] = {
    "program": lambda place: objects.Objects(GIT, place, 20.0),
    "library": objects_pygit2.Objects,
    "either": lambda place: readers.Objects(GIT, place, 20.0),
    "without git": lambda place: readers.Objects("", place, 20.0),
}
FILES = {"guard.py": "one\n", "deep/er/inner.py": "two\n", "ünï code.txt": "three\n", "empty": ""}


@pytest.fixture(params=READERS)
def opened(request: pytest.FixtureRequest) -> Callable[[Path], Any]:
    pytest.importorskip("pygit2")

    def get(root: Path) -> Any:
        place = find(str(root))
        assert place is not None
        reader = READERS[request.param](place)
        request.addfinalizer(reader.close)
        return reader

    return get


def commit(repository: Repository) -> str:
    return repository.git("rev-parse", "HEAD")


def shapes(repository: Repository, how: str) -> None:
    """Turn the repository into one of another shape."""
    if how == "packed":
        repository.git("gc", "-q")
    elif how == "delta":
        for at in range(4):
            repository.commit({"guard.py": "one\n", "large": "x" * 50_000 + str(at)})
        repository.git("repack", "-adq", "--depth=50")
    elif how == "alternate":
        moved = repository.root.parent / "store"
        shutil.move(repository.root / ".git" / "objects", moved)
        (repository.root / ".git" / "objects" / "info").mkdir(parents=True)
        (repository.root / ".git" / "objects" / "info" / "alternates").write_text(f"{moved}\n")


@pytest.mark.parametrize("how", ["loose", "packed", "delta", "alternate"])
def test_what_a_commit_has(opened: Callable[[Path], Any], make_repository: Make, how: str) -> None:
    repository = make_repository(FILES)
    (repository.root / "link").symlink_to("guard.py")
    repository.commit()
    shapes(repository, how)
    reader, head = opened(repository.root), commit(repository)
    for path, text in FILES.items():
        reached, entry = reader.reach(head, path)
        assert (reached, entry.mode, entry.id) == (path, "100644", repository.git("rev-parse", f"HEAD:{path}"))
        assert reader.blob(entry.id) == text.encode()
    assert reader.reach(head, "deep")[1].mode == FOLDER
    assert reader.reach(head, "deep/er")[1].mode == FOLDER
    assert reader.reach(head, "link")[1].mode == LINK
    for path in ("absent", "deep/absent.py", "guard.py/inner", "absent/absent", "link/x", "deep/er/inner.py/x", "Guard.py"):
        assert reader.reach(head, path) == (path, None)


def test_a_submodule_ends_the_way(opened: Callable[[Path], Any], make_repository: Make) -> None:
    inner = make_repository({"gate.py": "x\n"}, name="inner")
    outer = make_repository({"guard.py": "y\n"}, name="outer")
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "libs/shared")
    outer.commit()
    reader = opened(outer.root)
    for path in ("libs/shared", "libs/shared/gate.py", "libs/shared/a/b"):
        reached, entry = reader.reach(commit(outer), path)
        assert (reached, entry.mode, entry.id) == ("libs/shared", SUBMODULE, commit(inner))


def test_an_older_commit_and_a_linked_worktree(opened: Callable[[Path], Any], make_repository: Make, tmp_path: Path) -> None:
    repository = make_repository({"guard.py": "old\n"})
    old = commit(repository)
    repository.commit({"guard.py": "new\n"})
    repository.git("worktree", "add", "-q", str(tmp_path / "linked"))
    reader = opened(tmp_path / "linked")
    texts = [reader.blob(reader.reach(one, "guard.py")[1].id) for one in (old, commit(repository))]
    assert texts == [b"old\n", b"new\n"]


@pytest.mark.parametrize("kind", ["blob", "tree", "commit"])
@pytest.mark.parametrize("how", ["missing", "damaged", "another"])
def test_what_is_missing_or_not_itself(opened: Callable[[Path], Any], make_repository: Make, kind: str, how: str) -> None:
    """A planted object under another one's name is not believed, be it well formed or not."""
    repository = make_repository({"guard.py": "one\n"})
    head = commit(repository)
    looser = repository.commit({"guard.py": "two\n"})
    names = {"blob": ":guard.py", "tree": "^{tree}", "commit": ""}
    good, bad = (repository.git("rev-parse", one + names[kind]) for one in (head, looser))
    store = repository.root / ".git" / "objects"
    path, other = (store / oid[:2] / oid[2:] for oid in (good, bad))
    path.chmod(0o600)
    if how == "missing":
        path.unlink()
    else:
        path.write_bytes(b"nonsense" if how == "damaged" else other.read_bytes())
    reader = opened(repository.root)
    with pytest.raises((GuardError, OSError)):
        reader.blob(reader.reach(head, "guard.py")[1].id)


def test_a_replacement_is_not_believed(opened: Callable[[Path], Any], make_repository: Make) -> None:
    repository = make_repository({"guard.py": "one\n"})
    head = commit(repository)
    looser = repository.commit({"guard.py": "two\n"})
    pairs = [[repository.git("rev-parse", one + name) for one in (head, looser)] for name in ("", "^{tree}", ":guard.py")]
    for good, bad in pairs:
        repository.git("replace", good, bad)
    reader = opened(repository.root)
    assert reader.blob(reader.reach(head, "guard.py")[1].id) == b"one\n"


@pytest.mark.parametrize("oid", ["0" * 40, "f" * 40, "f" * 64])
def test_an_object_that_is_not_there(opened: Callable[[Path], Any], make_repository: Make, oid: str) -> None:
    reader = opened(make_repository({"guard.py": "one\n"}).root)
    with pytest.raises((GuardError, OSError)):
        reader.blob(oid)


def test_a_tree_is_no_file_and_a_file_no_commit(opened: Callable[[Path], Any], make_repository: Make) -> None:
    repository = make_repository({"guard.py": "one\n"})
    reader = opened(repository.root)
    for oid in (commit(repository), repository.git("rev-parse", "HEAD^{tree}")):
        with pytest.raises(GuardError):
            reader.blob(oid)
    with pytest.raises(GuardError):
        opened(repository.root).reach(repository.git("rev-parse", "HEAD:guard.py"), "guard.py")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_another_owner(opened: Callable[[Path], Any], make_repository: Make) -> None:
    repository = make_repository({"guard.py": "one\n"})
    head = commit(repository)
    for path in (repository.root, *repository.root.rglob("*")):
        os.chown(path, 12345, 12345)
    assert opened(repository.root).reach(head, "guard.py")[1].mode == "100644"


def sha256_repository(root: Path) -> str:
    """Make a repository with SHA-256 ids and one commit, whose id is returned."""
    root.mkdir()
    (root / "guard.py").write_text("one\n")
    for words in (["init", "-q", "--object-format=sha256"], ["add", "."], ["commit", "-qm", "x"]):
        subprocess.run([GIT, *words], cwd=root, check=True, capture_output=True)
    done = subprocess.run([GIT, "rev-parse", "HEAD"], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.mark.parametrize("how", ["program", "either"])
def test_sha256(how: str, tmp_path: Path) -> None:
    """The program reads them; libgit2 is not asked to."""
    head = sha256_repository(tmp_path / "sha256")
    place = find(str(tmp_path / "sha256"))
    assert place is not None
    assert (place.head, len(head)) == (head, 64)
    reader = READERS[how](place)
    entry = reader.reach(head, "guard.py")[1]
    assert reader.blob(entry.id) == b"one\n"
    reader.close()


def test_the_other_reader_reads_what_one_cannot(make_repository: Make, tmp_path: Path) -> None:
    """A program that is gone, one that fails, and none; one that hangs is out of time."""
    pytest.importorskip("pygit2")
    repository = make_repository({"guard.py": "one\n"})
    repository.pack()
    place = find(str(repository.root))
    assert place is not None
    fails = tmp_path / "git"
    fails.write_text("#!/bin/sh\nexit 128\n")
    fails.chmod(0o755)
    for git in ("", str(tmp_path / "gone"), str(fails)):
        reader = readers.Objects(git, place, 20.0)
        assert reader.blob(reader.reach(place.head, "guard.py")[1].id) == b"one\n"  # type: ignore[union-attr] # it is there
        reader.close()
    fails.write_text("#!/bin/sh\nexec sleep 60\n")
    reader = readers.Objects(str(fails), place, 0.05)
    with pytest.raises(TimeoutError):
        reader.reach(place.head, "guard.py")
    reader.close()


def test_no_reader_at_all_is_said(make_repository: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    place = find(str(make_repository({"a": "b"}).root))
    assert place is not None
    monkeypatch.setitem(__import__("sys").modules, "pygit2", None)
    with pytest.raises(PolicyError, match="no git program and no pygit2"):
        readers.Objects("", place, 1.0)


@pytest.mark.parametrize("text", [b"", b"one\n", b"\0" * 100])
def test_ids_are_gits(text: bytes) -> None:
    head = f"blob {len(text)}\0".encode()
    assert hashed("blob", text) == hashlib.sha1(head + text, usedforsecurity=False).hexdigest()
    assert hashed("blob", text, 64) == hashlib.sha256(head + text).hexdigest()


def test_what_is_unreadable_is_an_error_of_the_policy() -> None:
    assert issubclass(UnreadableError, PolicyError)


def test_what_lies_by_itself_is_read_without_git(make_repository: Make) -> None:
    """Here the program would fail; in a pack it is asked."""
    repository = make_repository(FILES)
    place = find(str(repository.root))
    assert place is not None
    reader = objects.Objects("/bin/false", place, 20.0)
    entry = reader.reach(place.head, "deep/er/inner.py")[1]
    assert entry is not None
    assert reader.blob(entry.id) == b"two\n"
    reader.close()
    repository.pack()
    reader = objects.Objects("/bin/false", place, 20.0)
    with pytest.raises(OSError, match=r"ended|pipe"):
        reader.blob(entry.id)
    reader.close()


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4])


def _other(path: Path) -> None:
    path.write_bytes(zlib.compress(b"blob 4\0two!"))


def _longer(path: Path) -> None:
    path.write_bytes(zlib.compress(b"blob 4\0two\nmore"))


def _bomb(path: Path) -> None:
    path.write_bytes(zlib.compress(b"blob 9000000\0" + b"x" * 9_000_000))


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("damage", [_cut, _other, _longer, _bomb, _pipe])
def test_a_damaged_object_that_lies_by_itself_is_left_to_git(make_repository: Make, damage: Callable[[Path], None]) -> None:
    """It is never believed: another content, more than its head says, a bomb, a pipe in its place."""
    repository = make_repository({"guard.py": "two\n"})
    place = find(str(repository.root))
    assert place is not None
    oid = repository.git("rev-parse", "HEAD:guard.py")
    path = repository.root / ".git" / "objects" / oid[:2] / oid[2:]
    path.chmod(0o600)
    assert loose(place, oid) == ("blob", b"two\n")
    damage(path)
    assert loose(place, oid) is None
