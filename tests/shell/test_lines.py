"""The table of lines drives parse, programs, effects and the read-only proof."""

from __future__ import annotations

import pytest

from guardhost.shell.effects import effects
from guardhost.shell.readonly import prove
from tests.rows import each_row

from . import lines
from .constructs import CONSTRUCTS, FOUND, SETTLED, WORDS
from .reader import LENT, reading, shown

LINES = lines.CONFIRMED + CONSTRUCTS + FOUND + WORDS + SETTLED + lines.READ + lines.FOLLOWED


@each_row(("line", "programs"), LINES)
def test_programs(line: str, programs: list[str]) -> None:
    assert shown(line) == programs


@pytest.mark.parametrize("line", lines.UNREADABLE, ids=lambda line: line[:20])
def test_an_unreadable_line_lists_nothing_and_says_where(line: str) -> None:
    found = reading(line)
    assert not found.readable
    assert found.commands == ()
    head, colon, rest = found.why.partition(": ")
    assert colon
    assert rest
    assert all(part.isdigit() for part in head.split(":"))


@pytest.mark.parametrize(("line", "why"), lines.TOO_MUCH, ids=lambda value: value[:20])
def test_a_line_over_a_limit_lists_nothing_and_says_which(line: str, why: str) -> None:
    found = reading(line)
    assert (found.readable, found.commands) == (False, ())
    assert why in found.why


@each_row("line", lines.READ_ONLY)
def test_proven_to_read(line: str) -> None:
    assert prove(reading(line)) == (True, "")


@each_row("line", lines.NOT_READ_ONLY)
def test_not_proven_to_read(line: str) -> None:
    proven, why = prove(reading(line))
    assert not proven
    assert why


@each_row(("line", "touches", "unknown"), lines.EFFECTS)
def test_effects(line: str, touches: list[str], unknown: bool) -> None:
    found = effects(reading(line), LENT)
    shown_touches = [
        f"{touch.kind} {touch.path}" for touch in found.touches if touch.kind != "read" or "read" in " ".join(touches)
    ]
    assert (shown_touches, found.unknown) == (touches, unknown)


@each_row(("line", "changes"), lines.CHANGES)
def test_changes(line: str, changes: list[str]) -> None:
    shown_changes = [
        f"{touch.kind} {touch.path}" + "/**" * touch.tree + "?" * (not touch.certain)
        for touch in effects(reading(line), LENT).changes
    ]
    assert shown_changes == changes


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("/opt/bin/gh pr list", "/opt/bin/gh"),
        ("../x/./tool run", "/w/x/tool"),
        ("./to*l run", ""),
        ("~/bin/x", ""),
        ("$HOME/bin/x", ""),
        ("gh pr list", ""),
        ("cd sub; ./x", ""),
        ("cd sub; /opt/x", "/opt/x"),
        ("bash -c ./x", ""),
        ("sudo ./x", "/w/a/x"),
    ],
)
def test_the_path_of_a_program(line: str, path: str) -> None:
    assert reading(line).commands[-1].path == path


def test_without_a_folder_there_is_no_path() -> None:
    assert reading("./x; /opt/x", cwd="").commands[0].path == ""


@pytest.mark.parametrize(
    ("line", "cwd"),
    [
        ("cd sub; c1", "/w/a/sub"),
        ("cd; c1", "/home/u"),
        ("cd /x && cd - && c1", "/w/a"),
        ("cd $X; c1", None),
        ("c9 && cd /x; c1", None),
        ("(cd /x); c1", "/w/a"),
        ("pushd /x; pushd /y; popd; c1", "/x"),
        ("env -C sub c1", "/w/a/sub"),
        ("HOME=/h; cd; c1", "/h"),
        ("eval 'cd /x'; c1", "/x"),
        ("f() { cd /x; }; f; c1", "/x"),
        ("while c9; do cd ..; done; c1", None),
        ("echo | cd /x; c1", "/w/a"),
        ("find . -execdir c1 \\;", None),
    ],
)
def test_the_folder_of_a_program(line: str, cwd: str | None) -> None:
    assert reading(line).commands[-1].cwd == cwd


NAMES = {"/home/u": [".claude", ".local", "x"], "/home/u/.local/share": ["guardhost"], "/w/a": ["frozen", "nest2", "nested"]}


@pytest.mark.parametrize(
    ("line", "folders"),
    [
        ("cd ~/.cl*; c1", ["/home/u/.claude"]),
        ("cd ~/.lo*/share/g*; c1", ["/home/u/.local/share/guardhost"]),
        ("cd ~/*; c1", ["/home/u/x"]),
        ("cd nested*; c1", ["/w/a/nested"]),
        ("cd nest*; c1", ["/w/a/nest2", "/w/a/nested", None]),
        ("cd nest*; cd sub; c1", ["/w/a/nest2/sub", "/w/a/nested/sub", None]),
        ("cd nest*; cd /x; c1", ["/x"]),
        ("cd nest*; cd $X; c1", [None]),
        ("cd none*; c1", [None]),
        ("pushd neste?; c1", ["/w/a/nested"]),
        ("env -C neste? c1", ["/w/a/nested"]),
        ("for d in ~/.cl*; do cd $d; c1; done", ["/home/u/.claude"]),
        ("x=~/.claud?; cd $x; c1", ["/home/u/.claude"]),
        ("CDPATH=nested; cd sub; c1", ["/w/a/nested/sub", "/w/a/sub", None]),
        ("CDPATH=nested cd sub; c1", ["/w/a/nested/sub", "/w/a/sub", None]),
        ("CDPATH=nested; cd ./sub; c1", ["/w/a/sub"]),
        ("CDPATH=$X; cd sub; c1", [None]),
        ("find nested -execdir c1 \\;", ["/w/a/nested", None]),
    ],
)
def test_a_program_may_run_in_each_folder_that_the_line_may_have_moved_to(line: str, folders: list[str | None]) -> None:
    found = reading(line, names=lambda folder: NAMES.get(folder, [])).commands
    assert [command.cwd for command in found if command.program == "c1"] == folders


@pytest.mark.parametrize(
    ("line", "subcommand", "args", "directory"),
    [
        ("git push -uf origin +main", "push", ("-uf", "origin", "+main"), ""),
        ("git -C ../o -c a.b=c --git-dir=x log -1", "log", ("-1",), "../o"),
        ("git -C a -C b status", "status", (), "a/b"),
        ('git -C "$X" status', "status", (), None),
        ("git --no-pager diff -- -C x", "diff", ("--", "-C", "x"), ""),
        ("hg log -R ../x -l 3 --config a=b", "log", ("-l", "3"), "../x"),
        ("jj --no-pager git push -R x", "git", ("push",), "x"),
        ("git", "", (), ""),
    ],
)
def test_version_control_calls(line: str, subcommand: str, args: tuple[str, ...], directory: str | None) -> None:
    call = reading(line).commands[0].vcs
    assert call is not None
    assert (call.subcommand, call.args, call.directory) == (subcommand, args, directory)


@pytest.mark.parametrize(
    ("line", "simple"),
    [
        ("git push", True),
        ("git commit -m 'a b'", True),
        ("[ -f x ]", True),
        ("rm *.o", False),
        ("git push; ls", False),
        ("git push > x", False),
        ("git push &", False),
        ("X=1 git push", False),
        ("git push $X", False),
        ("sudo git push", False),
        ("! git push", False),
        ("ls ~", False),
        ("a{b,c}", False),
        ("", False),
    ],
)
def test_simple_is_one_program_alone(line: str, simple: bool) -> None:
    assert reading(line).simple is simple


def test_what_stands_beside_a_program() -> None:
    found = reading("A=1 B=$X c1 <<< in 2> err; X=2; f() { c2; }; c3 &")
    first = found.commands[0]
    assert [(name, str(word), word.known) for name, word in first.env] == [("A", "1", True), ("B", "", False)]
    assert [(r.op, str(r.target), r.fd, r.writes) for r in first.redirects] == [
        ("<<<", "in", None, False),
        (">", "err", 2, True),
    ]
    assert first.stdin == "in\n"
    assert (found.background, found.functions, found.assignments) == (True, True, (("X", "2"),))
    assert found.commands[1].background


def test_words_keep_their_place_their_parts_and_their_pattern() -> None:
    words = reading("c1 a$X'b' \"\" *.py '*.py' $X").commands[0].args
    assert [(str(w), w.known, w.pattern, w.raw, w.parts) for w in words] == [
        ("", False, False, "a$X'b'", ("a", None, "b")),
        ("", True, False, '""', ("",)),
        ("*.py", True, True, "*.py", ("*.py",)),
        ("*.py", True, False, "'*.py'", ("*.py",)),
        ("", False, False, "$X", (None,)),
    ]


def test_a_lent_disk_expands_patterns() -> None:
    words = reading("rm *.o /x/*", glob=lambda p: {"/w/a/*.o": ("/w/a/1.o", "/w/a/2.o")}.get(p, ())).commands[0].args
    assert words == ("1.o", "2.o", "/x/*")


def test_a_pattern_that_matches_too_much_stays_a_pattern() -> None:
    words = reading("rm .*", glob=lambda p: tuple(f"/w/a/.x{n}" for n in range(300))).commands[0].args
    assert [(str(word), word.pattern) for word in words] == [(".*", True)]


def test_the_text_of_a_write_is_known_where_it_is_literal() -> None:
    touches = effects(reading("echo hi > a; cat > b <<'E'\nx\nE\n: > c; echo $X > d; echo t | tee e"), LENT).touches
    assert [(t.path, t.text) for t in touches if t.kind == "write"] == [
        ("/w/a/a", "hi\n"), ("/w/a/b", "x\n"), ("/w/a/c", ""), ("/w/a/d", None), ("/w/a/e", "t\n"),
    ]  # fmt: skip


def test_what_else_a_line_does() -> None:
    assert effects(reading("git push"), LENT).network
    assert effects(reading("make"), LENT).runs_code
    assert effects(reading("export A=1"), LENT).changes_env
    assert not effects(reading("git status"), LENT).network


def test_zsh_does_not_split_and_knows_its_own_words() -> None:
    assert shown('F="-r -f"; rm $F', shell="zsh") == ["rm -r -f"]
    assert len(reading('F="-r -f"; rm $F', shell="zsh").commands[0].args) == 1
    assert shown("noglob rm x; =rm y; repeat 2 rm z", shell="zsh") == ["noglob:rm x", "rm y", "repeat:rm z"]


def chain(length):
    """Return scripts that each start the next, as what reads a file: the last one runs `c1`."""
    texts = {f"/w/a/s{at}.sh": f"sh s{at + 1}.sh\n" for at in range(length)} | {f"/w/a/s{length}.sh": "c1 a\n"}
    return texts.get


def test_scripts_that_start_each_other_are_read_to_the_end_or_leave_an_unknown_program():
    assert "sh:" * 5 + "c1 a" in " ".join(shown("sh s0.sh", file=chain(4)))
    for length in (8, 20):
        assert any(program.endswith("?") for program in shown("sh s0.sh", file=chain(length)))
