"""Lines for zsh: (line, programs as `reader.shown` writes them), and those that are unreadable there."""

from __future__ import annotations

READ: list[tuple[str, list[str]]] = [
    ("=c1 a", ["c1 a"]),
    ("c1 =c2", ["c1 ?"]),
    ("- c1 a", ["c1 a"]),
    ("repeat 2 c1 a", ["repeat:c1 a"]),
    ("noglob c1 *", ["noglob:c1 *"]),
    ("nocorrect c1 a", ["nocorrect:c1 a"]),
    ("c1 *(.)", ["c1 ?"]),
    ("c1 <1-3> ^a HEAD~1", ["c1 ? ? HEAD~1"]),
    ("x='c1 a'; ${=x}", ["?"]),
    ("x='c1 a'; $=x", ["?"]),
    ("x='-r -f'; c1 $x", ["c1 -r -f"]),
    ("a=(c1 x); $a; c2 \"$a\" \"${a[@]}\" ${a[@]}", ["c1 x", "c2 ? c1 x c1 x"]),
    ("$(echo c1 a) b", ["echo c1 a", "c1 a b"]),
    ("hash x=c1; x", ["hash x=c1", "?", "x"]),
    ("setopt shwordsplit; x='c1 a'; $x", ["setopt shwordsplit", "?"]),
    ("f() { c1 \"$@\"; }; f a 'b c'", ["c1 a b c"]),
    ("f() c1 a; f", ["c1 a"]),
    ("c1 =(c2)", ["c2", "c1 ?"]),
    ("{ c1 a }; c2", ["c1 a", "c2"]),
]  # fmt: skip

UNREADABLE = [
    "{c1 a}", "{c1 a} always {c2}", "repeat 2 { c1; }", "foreach x (a b); c1 $x; end", "for x (a b) c1 $x",
    "if [[ -n a ]] { c1 }",
    "if (true) c1", "while true; { c1 }", "() { c1 $1 } a", "{ c1 } always { c2 }",
    "alias -g G='| c1'; c2 G", "select x (a b) c1",
]  # fmt: skip
