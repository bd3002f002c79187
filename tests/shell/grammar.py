"""A grammar of shell lines that run stand-ins, with every construct of the shell nested in the others.

A line is made from templates. `<L>` is a list of statements, `<S>` one of them, `<P>` a program with its words, `<W>` a
word, `<Q>` a word that takes part in a condition, `<A>` an assignment, `<V>` a value, `<N>` a fresh number, `<E>` the
text of a list in single quotes, `<D>` what stands in double quotes or a here-document.
"""

from __future__ import annotations

import random

_DEPTH = 3
_MOST_PROGRAMS = 6

_PROGRAMS = [
    "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", '"c4"', "c\\5", "$'c6'", "c'2'", "c\\\n1", "$'\\x63'8", "c{7,8}",
    "$p", "${p}", '"$p"', "${q:-c3}", "$(echo c3)", "`echo c2`", "{c1,c2}", "${a[0]}", '"${a[@]}"', "$v c6",
]  # fmt: skip
_FRONT = [
    "", "", "", "", "", "", "", "v=x ", "w=$v ", "v=c1 p=c2 ", "w=$(<L>) ", "command ", "exec ", "env ", "env A=1 ",
    "builtin command ", "nice ", "nohup ", "timeout 5 ", "! ", "time ", "time -p ", ">f2 ", "{fd}>f3 ",
]  # fmt: skip
_TAILS = [
    "", "", "", "", "", "", "", "", " >/dev/null", " 2>&1", ' <<< "<D>"', " <<< $v", " <f1", " >> f2", " &> f2",
    " > f2$({ <L>; } >/dev/null 2>&1)", " < <(<L>)", " > >(<L>)", " 3>&1", " <H>", " <H'>",
]  # fmt: skip
_WORDS = [
    "a", "b", "'b c'", '"d  e"', "$v", '"$v"', "${w}", "$1", '"$@"', "$*", '"$*"', "x$v", "$v$w", "{1,2}", "{1..3}",
    "{c..a}", "x{a,b}y{,z}", "\\$", "$'\\t'", "''", "~/z", "a=b", "$'\\x41\\101'", '$"l"', "s*", '"s*"', "[s]ub",
    "*.none", "$#", "$?", "${v:-d e}", '"${v:-d e}"', "${u-x}", "${v:+y}", "${v#c}", "${v%%1*}", "${v/1/2}", "${v^^}",
    "${#v}", "${v:1}", "${v:0:2}", "${a[0]}", "${a[1]}", '"${a[@]}"', "${a[@]}", '"${a[*]}"', "${#a[@]}", "${m[k]}",
    "${v@Q}", "$((1 + 2))", "$((n + 1))", "$((n++))", "$[2 * 3]", "${!p}", "~", "~+", "-x", "--", "a\\ b", "!", "{}",
    "{a}", "]", "${v:=e}", "$PWD", "${a[@]:1}", "${v//c/}", "$i", "${@:2}", "=", "^",
]  # fmt: skip
_NESTED = [
    "$(<L>)", '"$(<L>)"', '"x$(<L>)y"', "`<P0>`", '"`<P0>`"', "${u:-$(<L>)}", "${v:+<W>}", '"${u:-<D>}"',
    "$((1 + $(<C>; echo 1)))", "<(<L>)", ">(<L>)", "$(echo c3)", "$(echo <W>)", "$(< f1)", "$(cat f1)",
    "$(printf '%s' c4)", "x{$(<C>),b}", "${v/$(<C>)/x}", "${v#$(<C>)}", "${a[$(<C>; echo 0)]}", "${v:$(<C>; echo 0)}",
    '"$(echo "<D>")"', "$(cat <<E2\nc1 $v\nE2\n)",
]  # fmt: skip
_DOUBLE = [
    "x", "a b", "$v", "${w}", "$1", "$@", "$(<L>)", "`<P0>`", "${u:-$(<L>)}", "$((1+1))", "\\$(c9 no)", "c9 no", "'$v'",
    "${v:-'q'}",
]  # fmt: skip
_VALUES = [
    "c1", "c2", "c7", "''", "a", "'c3 x'", '"c4 y z"', "$v", '"$w"', "$(echo c5)", "$(<L>)", "<W>", "c{1,2}", "~", "a:~",
    "$((2+3))", "s*", "'s*'", "c\\ 1", "$p", "'-r -f'", "' c5 '",
]  # fmt: skip
_ASSIGNMENTS = [
    "v=<V>", "p=<V>", "w=<V>", "v=<V> w=<V>", "v+=<V>", "p+=1", "a=(<W> <W>)", "a=(c1 <W>)", "a+=(<W>)", "a[1]=<V>",
    "m=([k]=<V>)", "export v=<V>", "declare w=<V>", "declare -a a=(<W> c2)", "declare -A m=([k]=<V>)", "readonly r=<V>",
    "unset v", "unset p", "read v <<< <W>", "read -r v w <<< <D2>", "printf -v p c%s 4", "declare -i n=3", "n=2", "IFS=:",
    "IFS=' '", "set -- <W> <W>", "set -- c1 <W>", "shift", "typeset p=<V>", "local v=<V>", "mapfile -t a < f1",
    "let n=n+1", "((n = n + 1))", "declare -x v=<V>", "p=(c2)", "v=${v:-c3}",
    "IFS=,", "IFS=$'\\n'", "read -ra a <<< <D2>", "IFS=: read -r v w <<< <D2>", "mapfile -t a <<< <D2>", 'declare "v=c1"',
    'export "w=<D>"', "v=c1:c2", "v=,a,,c2,", "local -a a=(<W> c3)",
]  # fmt: skip
_STATEMENTS = [
    "<P>", "<P>", "<P>", "<P>", "<A>", "<A>", "<M>", "<M>", "( <L> )", "{ <L>; }", "( <L> )<T>", "{ <L>; }<T>",
    "{ <L>; } | <S>", "<P> & wait", "<P> &", "{ <L>; } & wait", "if <L>; then <L>; fi", "if <Q>; then <L>; else <L>; fi",
    "if <Q>; then <L>; elif <Q>; then <L>; else <L>; fi", "if true; then <L>; else <L>; fi",
    "if false; then <L>; else <L>; fi", "if ! <P>; then <L>; fi<T>", "for v in <W> <W>; do <L>; done",
    "for i in <W>; do <L>; done<T>", "for p in c1 c2; do <L>; done", "for i in 1 2; do <L>; <B>; done",
    "for i; do <L>; done", "for i in a; { <L>; }", "for ((j=0; j<2; j++)); do <L>; done", 'for i in "$@"; do <L>; done',
    "for i in s*; do <L>; done", "while <L>; do <L>; break; done", "while true; do <L>; break; done",
    "until <L>; do <L>; break; done", "until false; do <L>; break; done", "while false; do <L>; done",
    "until true; do <L>; done", "while read -r v; do <L>; done < f1", "while read v w; do <L>; break; done <<< <D2>",
    "case <W> in a*) <L>;; *) <L>;; esac", "case <W> in (a|c1) <L>;& b) <L>;; esac",
    "case $v in c1) <L>;;& *) <L>;; esac", "case a in a) <L>;; esac", "select v in <W> c2; do <L>; break; done <<< 1",
    "[[ -n <Q2> ]]", "[[ <Q2> == a* && -d sub ]]", "[[ a =~ ^(a|b)$ ]] && <S>", "[[ -z <Q2> || -n $(<L>) ]]",
    "[ -n <Q3> ]", "test <Q3> = a", "(( 1 + 1 ))", "(( n > 1 )) && <S>", "(( $(<C>; echo 1) ))", "coproc <P>; wait",
    "coproc K { <L>; }; wait", "time <P>", "time { <L>; }", "f<N>() { <L>; }; f<N> <W>",
    "f<N>() { <L>; }; f<N>; f<N> <W> <W>", "function f<N> { <P> $1; <A>; }; f<N> <W>", "f<N>() ( <L> ); f<N>",
    "f<N>() { <A>; <P>; <LV>; <P>; }; f<N> <W>; <P>", "f<N>() { local v=<V>; <L>; }; f<N>", "f<N>() { <L>; }",
    "f<N>() { <L>; }<T>; f<N>", 'f<N>() { <P> "$@"; }; f<N> <W> | <P>', "f<N>() if <Q>; then <L>; fi; f<N>", "eval <E>",
    "eval <W> <W>", "eval c1 <W>", "bash -c <E>", "bash -c <E> _ <W>", "sh -c <E1>", "echo <W> | xargs c2 b",
    "echo c1 <W> | bash", "bash <<< <E>", "source /dev/null", ". /dev/null", "trap <E> EXIT", 'v=<E>; eval "$v"',
    "echo c4 | while read p; do $p; done", "cat f1 | <S>", "true && <S>", "false && <S>", "true || <S>", "false || <S>",
    ": && <P>", "! true && <S>", "! false && <S>", "<Q> && <S>", "<Q> || <S>", "<Q> && <S> || <S>", "set -e; <L>",
    "set -u; <L>", "set -f; <P> s*", "shopt -s nullglob; <P> *.none", "shopt -s lastpipe; echo c1 | read v; <P>",
    "set -euo pipefail; <P>; <P>", "exit; <S>", "exit 1 || <S>", "<P> || exit; <S>", "( <L>; exit; <P> )", "return; <P>",
    "> f2", "> f2$({ <L>; } >/dev/null 2>&1)", ">f2 <H>", "c1 <H-> && c2 <H>", "<P> <H> | <P>", "<P> <H'>", "<P> <H->",
    "alias k='c1 a'; k", "unset -f c1; c1 <W>", 'c9() { c1 "$@"; $p; }; c9 <W>', "hash -r", "wait", "IFS=:; v=c1:a; $v",
    "exec 3< f1", "{ <P> <&3; } 3< f1", "<P> |& <P>", "<P> | <P> | <P>", "<P>\n<P>", ": # c9 no\n", "<P> # c9 no\n",
    "set +e; <P>", "readonly v; v=c2; <P>", "echo <W> | while read v; do <P>; done",
    "printf '%s\\n' c1 a | xargs -I{} c2 {}", "find . -maxdepth 0 -exec <P0> \\;",
]  # fmt: skip
_MOVES = [
    "cd sub", "cd ..", "cd -", "cd .", "cd", "cd sub/..", 'cd "$v"', "pushd sub", "popd", "cd ./sub", "cd -P sub",
    "cd -- sub", "pushd ..", "cd sub && <S>", "cd $OLDPWD", "cd ''",
]  # fmt: skip
_LEAVING = [
    "break", "continue", "<Q> && break", "<Q> || continue", "if <Q>; then break; fi", "exit", ":",
]  # fmt: skip
_RETURNS = [
    "return", "return 1", "<Q> && return", "<Q> || return", "if <Q>; then return; fi", "exit", ":",
]  # fmt: skip
_CONDITIONS = [
    "c1", "c7", "c8 a", "true", "false", "<P>", "[[ $v == c1 ]]", "[ -d sub ]", "! c7", "(( n ))", ":", "c1 && c7",
    'test -z "$v"',
]  # fmt: skip
_BODIES = [
    "c2 x", "$v", "$(<C>)", "`<P0>`", "${u:-$(<C>)}", "$((1+1)) \\$v", '\'$v\' "q"', "\tx $1",
]  # fmt: skip


class Grammar:
    """Makes lines from one source of chance."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.left = _MOST_PROGRAMS
        self.functions = 0
        self.documents: list[str] = []
        self.substitutions = 0  # that we are in: bash 5.2 misreads a line of one that goes on behind a here-document

    def line(self) -> str:
        """Return a line of one to three statements."""
        return self._closed(lambda: self._list(0))

    def _list(self, depth: int) -> str:
        out = self._statement(depth)
        most = (0, 0, 0, 1, 1) if depth else (0, 1, 1, 2, 2)
        for _ in range(self.chance.choice(most) if self.left > 0 else 0):
            joint = self.chance.choice((";", ";", ";", " &&", " ||", " |", "\n", "\n"))
            if out.endswith(("\n", "&")) and joint != "\n":
                joint = ""
            if joint == "\n":
                out += self._newline()
            else:
                out += joint + " "
            following = self._statement(depth)
            out += ": ; " if joint == " |" and following.startswith("time") else ""  # which is a program behind a pipe
            out += following
        return out

    def _statement(self, depth: int) -> str:
        if depth >= _DEPTH or self.left <= 0:
            return self._filled("<P>", depth)
        return self._filled(self.chance.choice(_STATEMENTS), depth)

    def _filled(self, template: str, depth: int) -> str:
        """Return a template with its places filled, from left to right."""
        number = ""
        out = ""
        rest = template
        while rest:
            if out.endswith(("\n", "&")) and rest[:1] == ";" and rest[:2] != ";;":
                rest = rest[1:]
            before, mark, rest = rest.partition("<")
            out += before
            if not mark:
                break
            name, closed, after = rest.partition(">")
            make = _PLACES.get(name) if closed else None
            if name == "N" and closed:
                if not number:
                    self.functions += 1
                    number = str(self.functions)
                out, rest = out + number, after
            elif make is not None:
                inside = out.endswith(("$(", "<(", ">(", "$({ "))
                self.substitutions += inside
                made = make(self, depth)
                self.substitutions -= inside
                out += " " if made[:1] == "(" and inside else ""
                out, rest = out + made, after
            else:
                out += "<"
        return out

    def _program(self, depth: int) -> str:
        self.left -= 1
        front = self.chance.choice(_FRONT) if depth < _DEPTH else ""
        words = "".join(" " + self._word(depth) for _ in range(self.chance.choice((0, 1, 1, 2))))
        return self._filled(front, depth + 1) + self.chance.choice(_PROGRAMS) + words + self._tail(depth)

    def _tail(self, depth: int) -> str:
        tail = self.chance.choice(_TAILS)
        return "" if depth >= _DEPTH else self._filled(tail, depth + 1)

    def _plain(self, depth: int) -> str:
        self.left -= 1
        return f"c{self.chance.randint(1, 8)} {self.chance.choice(('a', 'b', '$v', '{1,2}', ''))}"

    def _word(self, depth: int) -> str:
        if depth >= _DEPTH or self.left <= 0 or self.chance.random() < 0.75:
            return self.chance.choice(_WORDS)
        return self._filled(self.chance.choice(_NESTED), depth + 1)

    def _value(self, depth: int) -> str:
        value = self.chance.choice(_VALUES)
        return "c3" if depth >= _DEPTH and "<L>" in value else self._filled(value, depth + 1)

    def _double(self, depth: int) -> str:
        said = self.chance.choice(_DOUBLE)
        return "$v" if depth >= _DEPTH and "<" in said else self._filled(said, depth + 1)

    def _newline(self) -> str:
        """Return a newline and behind it what the here-documents of the line before hold."""
        bodies, self.documents = self.documents, []
        return "\n" + "".join(bodies)

    def _document(self, word: str, depth: int) -> str:
        """Return the start of a here-document; its body waits for the end of the line."""
        if self.substitutions:
            return "<<< x"
        inner = max(depth, _DEPTH - 1)
        count = self.chance.randint(0, 2)
        self.substitutions += 1
        lines = [self._closed(lambda: self._filled(self.chance.choice(_BODIES), inner)) for _ in range(count)]
        self.substitutions -= 1
        tab = "\t" if word.startswith("-") else ""
        self.documents.append("".join(tab + line + "\n" for line in (*lines, word.strip("-'"))))
        return "<<" + word

    def _closed(self, make: object) -> str:
        """Return text whose here-documents end in it."""
        outer, self.documents = self.documents, []
        said = str(make())  # type: ignore[operator]
        if self.documents:
            said += self._newline()
        self.documents = outer
        return said

    def _listed(self, depth: int) -> str:
        return self._closed(lambda: self._list(depth + 1))

    def _quoted(self, depth: int, at: int | None = None) -> str:
        said = self._closed(lambda: self._list(max(depth + 1, at or 0)))
        return "'" + said.replace("'", "'\\''") + "'"


_PLACES = {
    "L": Grammar._listed,
    "S": lambda made, depth: made._statement(depth + 1),
    "P": Grammar._program,
    "C": lambda made, depth: made._closed(lambda: made._program(depth)),
    "P0": Grammar._plain,
    "W": Grammar._word,
    "V": Grammar._value,
    "D": Grammar._double,
    "D2": lambda made, depth: '"' + made._double(_DEPTH) + '"',
    "T": Grammar._tail,
    "H": lambda made, depth: made._document("E", depth),
    "H'": lambda made, depth: made._document("'E3'", depth),
    "H-": lambda made, depth: made._document("-E4", depth),
    "E": Grammar._quoted,
    "E1": lambda made, depth: "'" + made._plain(depth) + "; " + made._plain(depth) + "'",
    "A": lambda made, depth: made._filled(made.chance.choice(_ASSIGNMENTS), depth),
    "M": lambda made, depth: made._filled(made.chance.choice(_MOVES), depth),
    "B": lambda made, depth: made._filled(made.chance.choice(_LEAVING), depth + 1),
    "LV": lambda made, depth: made._filled(made.chance.choice(_RETURNS), depth + 1),
    "Q": lambda made, depth: made._filled(made.chance.choice(_CONDITIONS), depth + 1),
    "Q2": lambda made, depth: made.chance.choice(("$v", '"$w"', "a", "$(c1 a)", "$1", '"${a[@]}"')),
    "Q3": lambda made, depth: made.chance.choice(('"$v"', '"$w"', "a", '"$(c1 a)"', "''")),
}
