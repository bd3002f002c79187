"""What install and uninstall tell: what changed, where the file as it was is kept, what keeps the entries from working."""

from __future__ import annotations

from pathlib import Path

import pytest

from guardhost.hosts.wiring import found
from guardhost.hosts.wiring.origin import of_record
from tests.install.conftest import HOOKS, Person


def test_what_was_changed_is_told(person: Person) -> None:
    person.file.write_text(HOOKS)
    first = person.install()
    assert first[
        0
    ] == f"launcher: {person.launcher} starts {found.launch(person.env, '', person.interpreter).stub} with " + (
        person.interpreter
    )
    kept = f"{person.file}.before-guardhost"
    assert first[1].startswith(f"claude-code: wired in {person.file}: added 12 (PreToolUse, PostToolUse, ")
    assert first[1].endswith(f"; the file as it was: {kept}")
    assert person.install() == [
        f"launcher: {person.launcher} starts what it did",
        f"claude-code: {person.file} is wired already: 12 already there; the file as it was: {kept}",
    ]
    person.file.write_text(person.file.read_text().replace("claude-code Stop", "claude-code Halt"))
    assert "updated 1 (Stop); 11 already there; the file as it was: " in person.install()[1]


def test_a_launcher_that_starts_another_program_from_now_on_is_told(person: Person, tmp_path: Path) -> None:
    person.install()
    moved = tmp_path / "moved"
    moved.symlink_to(Path(person.interpreter).parent.parent)
    before, person.interpreter = person.interpreter, str(moved / "bin" / "python")
    assert f"is re-pointed: interpreter {moved}/bin/python, before {before}" in person.install()[0]


def test_the_start_up_file_is_made(person: Person) -> None:
    from guardhost.startup import path

    stub = Path(found.launch(person.env, "", person.interpreter).stub)
    Path(path(str(stub.parent))).unlink(missing_ok=True)
    person.install(only_print=True)
    assert not Path(path(str(stub.parent))).exists()
    assert not any("start-up" in line for line in person.install())
    assert Path(path(str(stub.parent))).exists()


def test_no_backup_is_ever_written_over(person: Person) -> None:
    texts = ['{"a": 1}', '{"a": 2}', '{"a": 3}']
    for text in texts:
        person.file.write_text(text)
        told = person.install()[1]
    kept = sorted(path.name for path in person.file.parent.iterdir() if "before" in path.name)
    assert [(person.file.parent / name).read_text() for name in kept] == texts
    assert told.endswith(f"{person.file}.before-guardhost.3")
    person.uninstall()
    assert person.file.read_text() == texts[-1]
    assert [path.name for path in person.file.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize("there", [False, True])
def test_a_folder_that_install_made_goes_when_it_is_empty(person: Person, tmp_path: Path, there: bool) -> None:
    folder = tmp_path / "team" / ".claude"
    folder.mkdir(parents=True) if there else folder.parent.mkdir()
    told = person.install(project=str(folder.parent))
    assert "commit it, so that the team has it: git add .claude/settings.json && git commit" in told[2]
    person.install(project=str(folder.parent))
    person.uninstall("claude-code", project=str(folder.parent))
    assert folder.exists() is there


def test_what_keeps_the_entries_from_working_is_warned_of(person: Person, tmp_path: Path) -> None:
    project = tmp_path / "team"
    (project / ".git").mkdir(parents=True)
    person.file.write_text('{"disableAllHooks": true}')
    (warning,) = [line for line in person.install() if line.startswith("warning")]
    assert f"{person.file}: `disableAllHooks` keeps our hooks from running" in warning
    person.file.write_text("{}")
    person.install()
    (warning,) = [line for line in person.install(project=str(project)) if line.startswith("warning")]
    assert "each call is judged 2 times" in warning
    assert "`guardhost uninstall claude-code` takes yours out" in warning


ORIGINS = [
    ('{"dir_info": {"editable": true}, "url": "file:///"}', "-e /"),
    ('{"dir_info": {}, "url": "file:///"}', "/"),
    ('{"dir_info": {}, "url": "file:///gone/for/good"}', ""),
    ('{"archive_info": {}, "url": "https://x.invalid/g.whl"}', "https://x.invalid/g.whl"),
    ('{"url": "https://x.invalid/g", "vcs_info": {"vcs": "git", "commit_id": "abc"}}', "git+https://x.invalid/g@abc"),
    (
        '{"url": "https://x.invalid/g", "vcs_info": {"vcs": "git", "commit_id": "abc", "requested_revision": "v1"}}',
        "git+https://x.invalid/g@v1",
    ),
    ("", ""),
    ("[]", ""),
    ("None", ""),
]


@pytest.mark.parametrize(("record", "origin"), ORIGINS)
def test_where_it_came_from_is_read(record: str, origin: str) -> None:
    assert of_record(record) == origin
