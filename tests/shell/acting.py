"""Lines that look as if they only read, and act: by what stands in front of a program, by an option, by a value."""

from __future__ import annotations

# What a wrapper, a shell or a variable in front of one brings with it.
GIVEN = [
    "BASH_ENV=rc bash -c ls", "env ENV=rc sh -ic ls", "GIT_EXTERNAL_DIFF='x' sh -c 'git diff'", "PATH=./bin eval ls",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0=x sh -c 'git status'", "LD_PRELOAD=./x sh <<< ls",
    "export LD_PRELOAD=./x; ls", "X=1; export PATH=.; sh -c ls", "PATH=./bin env sh -c ls", "f() { ls; }; PATH=./bin f",
    "env time -o out ls", "command time -o f ls", "\\time -o f ls", "/usr/bin/time --outp f ls", "/usr/bin/time -ao f ls",
    "find . -exec time -o f ls \\;", "time command time -vo f ls", "env -i time --output=f ls", "watch time -o f ls",
    "bash --rcfile rc -ic ls", "bash --init-file rc -ic ls", "bash -rcfile rc -ic ls", "bash -lc ls", "bash --login -c ls",
    "bash -login -c ls", "bash -ic ls", "exec -l bash -c ls", "exec -a -bash bash -c ls", "setsid -f ls", "setsid --fork ls",
    "env -S 'touch\\_a'", "env 'BASH_FUNC_ls%%=() { rm x; }' bash -c ls",
]  # fmt: skip

# What a line gives to a program: (line, variables of its last program).
ENVIRONMENTS: list[tuple[str, list[tuple[str, str]]]] = [
    ("A=1 sh -c 'c1'", [("A", "1")]),
    ("A=1 sh -c 'B=2 c1'", [("A", "1"), ("B", "2")]),
    ("A=1 sh -c 'A=2 c1'", [("A", "2")]),
    ("A=1 eval c1", [("A", "1")]),
    ("A=1 eval c1; c2", []),
    ("A=1 bash <<< c1", [("A", "1")]),
    ("env A=1 sh -c 'sh -c c1'", [("A", "1")]),
    ("export A=1; c1", [("A", "1")]),
    ("A=1; export A; c1", [("A", "1")]),
    ("export A=1; A=2; c1", [("A", "2")]),
    ("declare -x A=1; c1", [("A", "1")]),
    ("(export A=1); c1", []),
    ("f() { c1; }; A=1 f", [("A", "1")]),
    ("strace -E A=1 c1", [("A", "1")]),
    ("A=1; c1", []),
]

# (line, files that its wrappers write).
WRITTEN: list[tuple[str, list[str]]] = [
    ("env time -o out c1", ["write /w/a/out"]),
    ("/usr/bin/time -ao out c1", ["append /w/a/out"]),
    ("strace -f -o out c1", ["write /w/a/out"]),
    ("strace --output out c1", ["write /w/a/out"]),
    ("ltrace -o out c1", ["write /w/a/out"]),
    ("script -c c1 out", ["write /w/a/out"]),
    ("script -qa out", ["append /w/a/out"]),
    ("flock l c1", ["append /w/a/l"]),
    ("parallel --joblog out c1 ::: a", ["write /w/a/out"]),
    ("time -p c1", []),
]

# Programs that stand where one does not look for them: (line, programs as `reader.shown` writes them).
PROGRAMS: list[tuple[str, list[str]]] = [
    ("bash -rcfile f -ic c1", ["bash:?", "bash:c1"]),
    ("bash -norc -c c1", ["bash:c1"]),
    ("BASH_ENV=rc bash -c c1", ["bash:?", "bash:c1"]),
    ("X=c2; X=c1 eval '$X'; $X", ["eval:c1", "?"]),
    ("export X=c1; sh -c '$X'", ["export X=c1", "sh:c1"]),
    ("strace -o '|c2' c1", ["strace:c2", "strace:c1"]),
    ("strace --output f c1", ["strace:c1"]),
]
