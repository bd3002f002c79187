"""Arguments that no word of the line has as such: redirections, what curl names, what a patch changes."""

from __future__ import annotations

import pytest

from guardhost.calls.structured import structured
from guardhost.model.line import Command, Redirect, Word
from tests.calls.lines import call, plain, word

DIFF = "--- a/src/x.py\t2026\n+++ b/src/x.py\n@@ -1 +1 @@\n-a\n+b\n"
MOVED = "diff --git a/old b/new\nsimilarity index 100%\nrename from old\nrename to new\n"
NEW = "--- /dev/null\n+++ b/deep/new\n"
FILES = {"fix.diff": DIFF, "moved.diff": MOVED, "new.diff": NEW, "empty.diff": ""}


@pytest.mark.parametrize(
    ("redirects", "args"),
    [
        ([(">", "a")], {"redirect_to": ["a"], "overwrite_to": ["a"]}),
        ([(">>", "a")], {"redirect_to": ["a"]}),
        ([("&>", "a"), ("<", "b")], {"redirect_to": ["a"], "overwrite_to": ["a"], "redirect_from": ["b"]}),
        ([(">|", "$X")], {"redirect_to": [None], "overwrite_to": [None]}),
        ([(">", "/dev/null")], {"redirect_to": ["/dev/null"]}),
        ([(">&", "1")], {}),
        ([("<<", "x"), ("<<<", "y")], {}),
        ([("<>", "a")], {"redirect_to": ["a"], "redirect_from": ["a"]}),
    ],
)
@pytest.mark.parametrize("program", ["git", "frobctl", ""])
def test_redirections_are_arguments(program, redirects, args):
    command = Command(program=program, redirects=tuple(Redirect(op=op, target=word(to)) for op, to in redirects))
    assert plain(structured((command,))[0].args) == args


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("curl -O https://x/a/tool?v=1", ["tool"]),
        ("curl -O --output-dir bin https://x/a https://x/b", ["bin/a", "bin/b"]),
        ("curl -O https://x/$X", [None]),
        ("curl -O --output-dir $X https://x/a", [None]),
        ("curl -Oo b https://x/a", "b"),
        ("curl https://x/a", None),
    ],
)
def test_curl_names_what_it_makes(line, output):
    assert plain(call(line).args.get("output")) == output


def patched(line: str, cwd: str | None = "/w", stdin: str | None = None, source: str = "") -> object:
    """Return the `paths` of a call, with the patches above in the folder /w."""
    program, *words = line.split()
    redirects = (Redirect(op="<", target=word(source)),) if source else ()
    command = Command(program=program, args=tuple(word(one) for one in words), cwd=cwd, stdin=stdin, redirects=redirects)

    def text_of(name: str, folder: str | None) -> str | None:
        return FILES.get(name) if folder == "/w" else None

    return plain(structured((command,), text_of)[0].args.get("paths"))


@pytest.mark.parametrize(
    ("line", "more", "paths"),
    [
        ("git apply fix.diff", {}, ["src/x.py"]),
        ("git apply fix.diff new.diff", {}, ["src/x.py", "deep/new"]),
        ("git apply -p2 fix.diff", {}, ["x.py"]),
        ("git apply moved.diff", {}, ["old", "new"]),
        ("git apply empty.diff", {}, []),
        ("git apply gone.diff", {}, [None]),
        ("git apply fix.diff gone.diff", {}, [None]),
        ("git apply fix.diff", {"cwd": None}, [None]),
        ("git apply $X", {}, [None]),
        ("git apply", {"stdin": NEW}, ["deep/new"]),
        ("git apply", {}, [None]),
        ("git am fix.diff", {}, ["src/x.py"]),
        ("patch -p1", {"source": "fix.diff"}, ["src/x.py"]),
        ("patch -p0 -i fix.diff", {}, ["a/src/x.py", "b/src/x.py"]),
        ("patch -i fix.diff", {}, ["a/src/x.py", "src/x.py", "b/src/x.py"]),
        ("patch x.py fix.diff", {}, ["a/src/x.py", "src/x.py", "b/src/x.py"]),
        ("patch", {"source": "$X"}, [None]),
        ("git status", {}, None),
    ],
)
def test_the_files_of_a_patch_are_its_paths(line, more, paths):
    assert patched(line, **more) == paths


def test_a_call_has_all_words_of_its_program():
    made = call("git -C d push -f origin")
    assert made.argv == ("-C", "d", "push", "-f", "origin")
    assert made.words == ("-f", "origin")
    assert all(isinstance(one, Word) for one in made.argv)
