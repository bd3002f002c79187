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

# Options, shortened, in a bundle, or as the value of another one; scripts that are read in more than one way.
OPTIONS = [
    "sed --i s/a/b/ f", "sed --in s/a/b/ f", "sed --line-length 5 'w out' in", "sed -l 'w out' in", "sed -I x s/a/b/ f",
    "sed --exp 'w out' f", "sed --fil s f", "sed 'w out' -e p f", "sed -e p -e 'w out' f", "sed -nf s f",
    "sed 's/[]/]/w out/' f", "sed ':a;w out' f", "sed 'b a;w out' f", "sed '{p};w out' f", "sed '/[/]/w out' f",
    "sed 'a x\\' -e 'w out' f", "sed '/a/Iw out' f", "sed '1!w out' f", "sed 's/a/b/gw out' f", "sed 's/x/e/e' f",
    "sed '1~2e rm x' f", "sed '$e rm x' f", "sed '/a/,+1W out' f", "sed 'y/a/b/;e' f", "sed 's,a,b,;w out' f",
    "sed 's/[[:alpha:]]/]/w out' f", "sed -n '/a/{p\nw out\n}' f", "sed --null-data --sep 'w out' f",
    "git ls-remote --u=x .", "git ls-remote --ex=x .", "git ls-remote -o -- --upload-pack=x .",
    "git ls-remote --sort -- --upload-pack=x .", "git grep -e -- -O./x foo", "git grep -nO./x foo", "git grep --op=./x foo",
    "git log -S -- --output=f", "git diff --o=f", "git help -aw git", "git help --we git", "git branch --sort --list new",
    "git branch --sort --format new", "git branch --format -l new", "git tag --sort --contains new",
    "git config foo.bar --get", "git config --file --get a.b c", "git config --type --get a.b", "git config foo.bar -l",
    "git config --global foo.bar --list", "git config foo.bar get", "git config a.b --default c",
    "sort --o out in", "sort --com=x a",
    "date -R 010112002026", "date -I 010112002026", "date -u 010112002026", "date --iso-8601 010112002026", "date --s=x",
    "date --debug 010112002026", "date -us x", "date -f f 01011200", "hostname --fi f", "hostname -s x", "hostname -F f",
    "uniq --count in out", "uniq -c -- in out", "uniq --group in out", "uniq --all-repeated in out",
    "uniq --skip-f 1 in out",
    "xxd -bl in out", "xxd -ps in out", "xxd -r in", "xxd -pr in", "xxd -c 8 in out", "xxd --r in out", "xxd -u -- in out",
    "gh pr view -cw 1", "gh pr view --web=true 1", "gh --version pr create", "guardhost uninstall --interpreter --help",
    "arch -x86_64 ./x", "hg log --conf alias.log=!rm", "fd -Hx rm", "fd --exec=rm", "rg --pre=./x foo",
]  # fmt: skip

# Names that the shell binds, and values that it evaluates again.
BOUND = [
    "for PATH in ./bin; do ls; done", "((PATH=1)); ls", "echo $((PATH=5)); ls", "let PATH=5; ls", "[[ PATH=5 -eq 5 ]]; ls",
    "echo ${z:PATH=5}; ls", "a[PATH=5]=1; ls", "((PATH++)); ls", "((--PATH)); ls", "((x = 1, PATH += 2)); ls",
    "for ((PATH=0;PATH<1;PATH++)); do ls; done", "read PATH <<< x; ls", "read -aPATH <<< x; ls", "read -rp x PATH <<< x; ls",
    "printf -v PATH x; ls", "printf -vPATH x; ls", "getopts a PATH; ls", "echo ${PATH:=x}; ls", "echo ${PAGER:=x}; git log",
    "{ ls; } {PATH}< f; ls", "echo $(( $(cat f) ))", "x=$(cat f); ((x)); ls", "x=$(cat f); echo ${a[x]}",
    "echo $((UNSET_ELSEWHERE + 1))",
    "x=$(cat f); [[ $x -eq 1 ]]", "x=$(cat f); [[ 1 -lt x ]]", "read x < f; ((x > 1))", "x=$(cat f); echo ${z:x}",
    "x=$(cat f); echo ${!x}", "echo ${!x}", "[[ -v $X ]]", "test -v \"$X\"", "RANDOM=$(cat f); ls", "SECONDS='a[$(c1)]'; ls",
    "OPTIND=$(cat f); ls", "x='y[1]'; ((x))", "while read n; do ((s+=n)); done < f",
    "for x in $(cat f); do echo $((x)); done",
    "x=$(wc -l f); ((x))", "x=$(date +$F); ((x))", "set -- $(cat f); (( $1 ))",
]  # fmt: skip

# Under zsh.
ZSH = ["ls *(e:c1:)", "ls *(+f)", "echo ${(e)x}", "ls *(.e:c1:)", "ls **/*(oe:c1:)", "ls *(#qe:c1:)"]

# Ordinary readers that stay proven.
STILL_READ = [
    "sed -n '/a/,/b/p' f", "sed 's/[^/]*$//' f", "sed -e 's/[[:space:]]*$//' -e '/^$/d' f", "sed -E 's|a(b)|\\1|g' f",
    "sed ':a;N;$!ba;s/a/ /g' f", "sed '/^#/d;s/ *#.*//' f", "sed -n '$=' f", "sed --expression=p --quiet f", "sed 1q f",
    "sed -l 5 -n l f", "sed '2,5!d' f", "sed 's/a/b/w /dev/stdout' f",
    "git grep -n foo -- src", "git diff --text HEAD -- a", "git log --oneline -- -x", "git ls-remote --tags origin",
    "git branch --sort=-committerdate", "git branch --list 'a*' --sort committerdate", "git branch --points-at HEAD",
    "git config --get-regexp 'a.*'", "git config --file .gitmodules --list", "git config --type bool --get a.b",
    "git config get a.b", "git config --global user.name", "date", "date -u +%s", "date -d yesterday +%F", "date -I",
    "date -Iseconds", "date --iso-8601=ns", "date -R", "date -r f +%s", "date --rfc-3339 s", "hostname", "hostname -f",
    "hostname --fqdn", "uniq -c f", "uniq -f 1 -w 3 f", "uniq --skip-fields 1 f", "sort f | uniq -cd",
    "xxd f", "xxd -l 16 f",
    "xxd -p -c 32 f", "xxd -s 4 -l16 f", "gh pr view 1 --json title", "gh --version", "guardhost check --help", "arch",
    "env time ls", "time -p ls", "/usr/bin/time -f %e ls", "/usr/bin/time -o /dev/null ls",
    "bash -c ls", "bash -euo pipefail -c ls",
    "bash --norc -c ls", "A=1 sh -c ls", "setsid ls", "timeout 5 ls", "hg log -T x",
    "n=$(wc -l < f); ((n > 5)) && echo more", "for ((i=0;i<3;i++)); do echo $i; done",
    "i=0; while ((i < 3)); do ((i++)); done",
    "echo $(( $(date +%s) - $(stat -c %Y f) ))", "n=$(git status -s | wc -l); [[ $n -gt 0 ]] && echo dirty", "echo ${#x}",
    "for f in a b; do echo $f; done", "read -r x < f; echo $x", "echo ${x:-y}", "x=5; echo $((x * 2)) $((RANDOM % 3))",
    "x=abc; echo ${x:1:2}", "i=1; if true; then i=2; fi; ((i)) && echo y",
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

# What changes, where a path or a value has to be worked out: `?/tail` where only the end is known.
WORKED_OUT: list[tuple[str, list[str]]] = [
    ('cd "$REPO" && rm -rf .git', ["delete ?/.git"]),
    ('rm -rf "$D/.git"', ["delete ?/.git"]),
    ('echo {} > "$D/.claude/settings.json"', ["write ?/.claude/settings.json"]),
    ('cp x "$D/.claude/"', ["write ?/.claude"]),
    ('rm "$D/a/../b"', ["delete ?/b"]),
    ('rm "$D/../b"', ["delete ?/"]),
    ('rm "$D"', ["delete ?/"]),
    ('rm -rf "$PWD/.git"', ["delete /w/a/.git"]),
    ("cd /x; rm $OLDPWD/f", ["delete /w/a/f"]),
    ('rm -rf "$(pwd)/.git"', ["delete /w/a/.git"]),
    ("for f in .claude/*.json; do rm $f; done", ["delete /w/a/.claude/*.json"]),
    ('for f in .claude/*.json x; do rm "$f"; done', ["delete /w/a/.claude/*.json", "delete /w/a/x"]),
    ("for x in .*; do rm -rf $x; done", ["delete /w/a/.*"]),
    ("printf '%s\\0' .git x | xargs -0 rm -rf", ["delete /w/a/.git", "delete /w/a/x"]),
    ("echo .claude | xargs -I{} rm {}/settings.json", ["delete /w/a/.claude/settings.json"]),
    ("echo .git | xargs rm -rf", ["delete /w/a/.git"]),
    ("a=(x .git); rm -rf ${a[1]}", ["delete /w/a/.git"]),
    ("read d <<< .git; rm -rf $d", ["delete /w/a/.git"]),
    ("read -r a b <<< 'x .git'; rm -rf $b", ["delete /w/a/.git"]),
    ("printf -v d .git; rm -rf $d", ["delete /w/a/.git"]),
    ("sh -c 'echo > $0' .git/HEAD", ["write /w/a/.git/HEAD"]),
    ("rm -rf ${d:-.git}", ["delete /w/a/.git"]),
    (": ${d:=.git}; rm -rf $d", ["delete /w/a/.git"]),
    ("source x; rm -rf ${d:-.git}", ["delete ?/"]),
    ("rm -rf ${D:-.git}", ["delete ?/"]),
    ('cd "$(git rev-parse --show-toplevel)" && rm -rf .git', ["delete /w/.git"]),
    ('rm -rf "$(git rev-parse --show-toplevel)/.git"', ["delete /w/.git"]),
    ("rm ${HOME%/}/x", ["delete /home/u/x"]),
    ("x=a/b.c; rm ${x##*/} ${x%.*} ${x%%/*} ${x#a/}", ["delete /w/a/b.c", "delete /w/a/a/b", "delete /w/a/a"]),
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
    ("mapfile -C c1 -c 1 a < f", ["*mapfile:c1 ? ?", "mapfile -C c1 -c 1 a"]),
    ("compgen -C c1", ["*compgen:c1 ? ? ?", "compgen -C c1"]),
    ("compgen -W '$(c1)'", ["*compgen:c1", "*compgen:: ?", "compgen -W $(c1)"]),
    ("fc -s", ["fc:?", "fc -s"]),
    ("fc -l", ["fc -l"]),
    ("hash -p /x/c1 ls; ls", ["*hash:c1", "hash -p /x/c1 ls", "ls"]),
    ("enable -f ./x.so y", ["enable:?", "enable -f ./x.so y"]),
    ("sed '1e c1 a' f", ["*sed:c1 a", "sed 1e c1 a f"]),
    ("sed s/a/b/e f", ["sed:?", "sed s/a/b/e f"]),
    ("sed -e s/a/e/ f", ["sed -e s/a/e/ f"]),
    ("tar -I c1 -xf a", ["*tar:c1", "tar -I c1 -xf a"]),
    ("tar cf a --checkpoint-action=exec='c1 x' .", ["*tar:c1 x", "tar cf a --checkpoint-action=exec=c1 x ."]),
    ("tar xf a --to-com 'c1; c2'", ["*tar:c1", "*tar:c2", "tar xf a --to-com c1; c2"]),
    ("source /dev/stdin <<< 'c1 a'", ["c1 a", "source /dev/stdin"]),
    ("c1 | . /dev/stdin", ["c1", ".:?", ". /dev/stdin"]),
    ("${x:-c1} a", ["?", "c1 a"]),
    ("env ${x:-c1} a", ["?", "env:c1 a"]),
    ("x='b[$(c1)]'; a=([x]=1)", ["?"]),
    ("typeset -i v; read v <<< 'b[$(c1)]'", ["typeset -i v", "read v", "?"]),
    ("PROMPT_COMMAND=c1; c2", ["?", "c2"]),
    ("ssh -o ProxyCommand='c1 %h' h", ["ssh -o ProxyCommand=c1 %h h", "*ssh:c1 %h"]),
    ("fd -Hx c1", ["fd -Hx c1", "*fd:c1 ?"]),
    ("fd --exec=c1", ["fd --exec=c1", "*fd:c1 ?"]),
    ("command_not_found_handle() { c1; }; c2", ["c2", "*c1"]),
    ("declare -i x; x='a[$(c1)]'", ["declare -i x", "?"]),
]
