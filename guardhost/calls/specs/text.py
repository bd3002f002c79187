"""What the programs that print, search and edit text take (GNU coreutils 9, grep 3, sed 4, gawk 5, perl 5)."""

from __future__ import annotations

STYLES = {"echo": "echo", "vim": "plain", "perl": "plain", "xxd": "go", "code": "plain", "ed": "plain", "jq": "plain",
          "rg": "plain", "fd": "plain", "less": "plain"}  # fmt: skip

SHARED = {
    "sum": "-b,--binary -c,--check --tag -t,--text -z,--zero --ignore-missing --quiet --status --strict -w,--warn",
}

COMMANDS = {
    "awk": (
        """
        -F,--field-separator= assign:-v,--assign=* program_file:-f,--file=* -i,--include=* -e,--source=* -E,--exec=!
        -l,--load=* -b,--characters-as-bytes -c,--traditional dump_variables:-d? dump_variables:--dump-variables?
        debug:-D? -h,--help -L,--lint? -M,--bignum -n,--non-decimal-data -N,--use-lc-numeric -o,--pretty-print?
        -O,--optimize -p,--profile? -P,--posix -r,--re-interval -s,--no-optimize -S,--sandbox -V,--version -W=
        """,
        "program!program_file!source paths...",
    ),
    "base64": ("-d,-D,--decode -i,--ignore-garbage -w,--wrap=", "paths*"),
    "cat": (
        """
        -A,--show-all -b,--number-nonblank -e -E,--show-ends -n,--number -s,--squeeze-blank -t -T,--show-tabs -u
        -v,--show-nonprinting
        """,
        "paths*",
    ),
    "code": (
        """
        -n,--new-window -r,--reuse-window -g,--goto -d,--diff -m,--merge -w,--wait -a,--add --remove --locale= --profile=
        --user-data-dir= --extensions-dir= --install-extension=* --uninstall-extension=* --list-extensions
        --update-extensions --force --disable-extensions --disable-extension=* -s,--status --verbose --log= -v,--version
        """,
        "paths*",
    ),
    "comm": ("-1 -2 -3 --check-order --nocheck-order --output-delimiter= --total -z,--zero-terminated", "paths*"),
    "cut": (
        """
        -b,--bytes= -c,--characters= -d,--delimiter= -f,--fields= -n --complement -s,--only-delimited --output-delimiter=
        -z,--zero-terminated
        """,
        "paths*",
    ),
    "diff": (
        """
        unified:-u unified:-U,--unified? context:-c context:-C,--context? --normal -q,--brief -s,--report-identical-files
        -e,--ed -n,--rcs -y,--side-by-side -W,--width= --left-column --suppress-common-lines -p,--show-c-function
        -F,--show-function-line= --label=* -L=* -t,--expand-tabs -T,--initial-tab --tabsize= --suppress-blank-empty
        -l,--paginate -r,--recursive --no-dereference -N,--new-file --unidirectional-new-file --ignore-file-name-case
        --no-ignore-file-name-case -x,--exclude=* -X,--exclude-from=* -S,--starting-file= --from-file= --to-file=
        -i,--ignore-case -E,--ignore-tab-expansion -Z,--ignore-trailing-space -b,--ignore-space-change
        -w,--ignore-all-space -B,--ignore-blank-lines -I,--ignore-matching-lines=* -a,--text --strip-trailing-cr
        -D,--ifdef= --GTYPE-group-format= --line-format= -d,--minimal --horizon-lines= --speed-large-files --color?
        --palette=
        """,
        "paths*",
    ),
    "echo": ("no_newline:-n escapes:-e no_escapes:-E", "words..."),
    "ed": (
        """
        -G,--traditional -l,--loose-exit-status -p,--prompt= quiet:-q,--quiet,-s,--script -r,--restricted -v,--verbose
        """,
        "paths",
    ),
    "fd": (
        """
        -H,--hidden -I,--no-ignore --no-ignore-vcs -u,--unrestricted -s,--case-sensitive -i,--ignore-case -g,--glob
        --regex -F,--fixed-strings -a,--absolute-path -l,--list-details -L,--follow -p,--full-path -0,--print0
        -d,--max-depth= --min-depth= --exact-depth= -E,--exclude=* --prune -t,--type=* -e,--extension=* -S,--size=*
        --changed-within= --changed-before= -o,--owner= exec:-x,--exec; exec_batch:-X,--exec-batch; --batch-size=
        --ignore-file=* -c,--color= -j,--threads= --max-results= -1 -q,--quiet --show-errors --base-directory=
        --search-path=* --strip-cwd-prefix? --one-file-system --and=*
        """,
        "pattern paths*",
    ),
    "grep": (
        """
        -E,--extended-regexp -F,--fixed-strings -G,--basic-regexp -P,--perl-regexp -e,--regexp=* pattern_file:-f,--file=*
        ignore_case:-i,-y,--ignore-case --no-ignore-case -v,--invert-match -w,--word-regexp -x,--line-regexp -c,--count
        --color? --colour? -L,--files-without-match -l,--files-with-matches -m,--max-count= -o,--only-matching
        quiet:-q,--quiet,--silent -s,--no-messages -b,--byte-offset -H,--with-filename no_filename:-h,--no-filename
        --label= -n,--line-number -T,--initial-tab -Z,--null -A,--after-context= -B,--before-context=
        context:-C,--context,-#= --group-separator= --no-group-separator -a,--text --binary-files= -D,--devices=
        -d,--directories= --exclude=* --exclude-from=* --exclude-dir=* -I --include=* -r,--recursive
        recursive:-R,--dereference-recursive --line-buffered -U,--binary -z,--null-data -u
        """,
        "pattern!regexp!pattern_file paths*",
    ),
    "head": ("lines:-n,--lines,-#= -c,--bytes= quiet:-q,--quiet,--silent -v,--verbose -z,--zero-terminated", "paths*"),
    "hexdump": (
        """
        -b,--one-byte-octal -c,--one-byte-char canonical:-C,--canonical -d,--two-bytes-decimal -e,--format=*
        -f,--format-file=* -n,--length= -o,--two-bytes-octal -s,--skip= -v,--no-squeezing -x,--two-bytes-hex -L,--color?
        """,
        "paths*",
    ),
    "jq": (
        """
        -n,--null-input -R,--raw-input -s,--slurp -c,--compact-output -r,--raw-output --raw-output0 -j,--join-output
        -a,--ascii-output -S,--sort-keys -C,--color-output -M,--monochrome-output --tab --indent= --unbuffered --stream
        --stream-errors --seq from_file:-f,--from-file= -L=* -e,--exit-status -V,--version
        """,
        "filter!from_file paths*",
    ),
    "less": (
        """
        -e,--quit-at-eof -E -F,--quit-if-one-screen -i,--ignore-case -I -m -M,--long-prompt -n -N,--LINE-NUMBERS
        -o,--log-file= -O,--LOG-FILE= -p,--pattern= -q -r -R,--RAW-CONTROL-CHARS -s -S,--chop-long-lines -X,--no-init -K
        commands:+*=* -k= -t= -x= -z=
        """,
        "paths*",
    ),
    "md5sum": ("@sum", "paths*"),
    "nano": (
        """
        backup:-B,--backup -C,--backupdir= -A,--smarthome -D,--boldtext -E,--tabstospaces -F,--multibuffer -G,--locking
        -H,--historylog -I,--ignorercfiles -L,--nonewlines -N,--noconvert -R,--restricted -T,--tabsize= -U,--quickblank
        -Y,--syntax= -c,--constantshow -i,--autoindent -l,--linenumbers -m,--mouse -o,--operatingdir= -p,--preserve
        -r,--fill= -s,--speller= -t,--saveonexit -u,--unix -v,--view -w,--nowrap -x,--nohelp position:+*=
        """,
        "paths*",
    ),
    "od": (
        """
        -A,--address-radix= -j,--skip-bytes= -N,--read-bytes= -S,--strings? -t,--format=* -v,--output-duplicates
        -w,--width? --traditional --endian= -a -b chars:-c -d -f -i -l -o -s -x
        """,
        "paths*",
    ),
    "perl": (
        """
        print_loop:-p loop:-n in_place/in_place_suffix:-i? line_endings:-l? autosplit:-a warnings:-w expression:-e,-E=*
        modules:-M,-m=* input_separator:-0? check:-c debug:-d? split_pattern:-F= include:-I=* tables:-D= parse:-s
        search:-S taint:-T,-t -u -U -v configuration:-V? all_warnings:-W no_warnings:-X unicode:-C? directory:-x?
        """,
        "script!expression paths...",
    ),
    "rg": (
        """
        -e,--regexp=* pattern_file:-f,--file=* -i,--ignore-case -S,--smart-case -s,--case-sensitive -v,--invert-match
        -w,--word-regexp -x,--line-regexp -F,--fixed-strings -P,--pcre2 -U,--multiline -c,--count --count-matches
        -l,--files-with-matches --files-without-match -n,--line-number -N,--no-line-number -o,--only-matching -q,--quiet
        -A,--after-context= -B,--before-context= -C,--context= -m,--max-count= -M,--max-columns= -d,--max-depth=
        -g,--glob=* --iglob=* -t,--type=* -T,--type-not=* --type-list --type-add=* --files hidden:-.,--hidden --no-ignore
        -u,--unrestricted+ -L,--follow -a,--text -z,--search-zip --pre= --pre-glob=* -r,--replace= --json --color=
        --colors=* --column --heading --no-heading -H,--with-filename -I,--no-filename -0,--null -p,--pretty --sort=
        --sortr= --stats --trim -j,--threads= -E,--encoding= --engine= --hostname-bin= --passthru --vimgrep --no-config
        --no-messages --ignore-file=* --max-filesize= --multiline-dotall --one-file-system
        """,
        "pattern!regexp!pattern_file!files paths*",
    ),
    "sed": (
        """
        quiet:-n,--quiet,--silent --debug -e,--expression=* script_file:-f,--file=* --follow-symlinks
        in_place/in_place_suffix:-i,--in-place? -l,--line-length= --posix extended:-E,-r,--regexp-extended -s,--separate
        --sandbox -u,--unbuffered -z,--null-data
        """,
        "script!expression!script_file paths*",
    ),
    "sort": (
        """
        -b,--ignore-leading-blanks -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort
        -i,--ignore-nonprinting -M,--month-sort -h,--human-numeric-sort -n,--numeric-sort -R,--random-sort
        --random-source= -r,--reverse --sort= -V,--version-sort --batch-size= check:-c check:--check? quiet_check:-C
        --compress-program= --debug --files0-from= -k,--key= -m,--merge -o,--output= -s,--stable -S,--buffer-size=
        field_separator:-t,--field-separator= -T,--temporary-directory=* --parallel= -u,--unique -z,--zero-terminated
        """,
        "paths*",
    ),
    "strings": (
        """
        -a,--all -d,--data -f,--print-file-name bytes:-n,--bytes,-#= -o -t,--radix= -e,--encoding= -T,--target=
        -U,--unicode= -w,--include-all-whitespace -s,--output-separator=
        """,
        "paths*",
    ),
    "tail": (
        """
        lines:-n,--lines,-#= -c,--bytes= follow:-f follow:--follow? follow_name:-F --max-unchanged-stats= --pid=
        quiet:-q,--quiet,--silent --retry -s,--sleep-interval= -v,--verbose -z,--zero-terminated
        """,
        "paths*",
    ),
    "tr": ("complement:-c,-C,--complement -d,--delete -s,--squeeze-repeats -t,--truncate-set1", "sets*"),
    "uniq": (
        """
        -c,--count -d,--repeated repeated:-D repeated:--all-repeated? -f,--skip-fields= --group? -i,--ignore-case
        -s,--skip-chars= -u,--unique -w,--check-chars= -z,--zero-terminated
        """,
        "paths*",
    ),
    "vim": (
        """
        commands:-c,+*,--cmd=* ex_mode:-e,-E silent:-s readonly:-R no_swap:-n script_in:-S=* config:-u= gui_config:-U=
        diff:-d binary:-b compatible:-C no_compatible:-N no_write:-m no_modify:-M recover:-r? swap_list:-L restricted:-Z
        log:-W,-w= terminal:-T= windows:-o? windows_side:-O? tabs:-p? tag:-t= quickfix:-q= vi:-v easy:-y arabic:-A
        hebrew:-H verbose:-V? info:-i= --noplugin --startuptime= --clean --headless --listen= --server= --remote
        --remote-silent --servername= --embed --version
        """,
        "paths*",
    ),
    "wc": ("-c,--bytes -m,--chars -l,--lines --files0-from= -L,--max-line-length -w,--words --total=", "paths*"),
    "xxd": (
        """
        autoskip:-a binary:-b capitals:-C columns:-c,-cols= ebcdic:-E little:-e group:-g= include:-i length:-l,-len=
        name:-n= offset:-o= plain:-p,-ps,-postscript,-plain revert:-r seek:-s,-seek= decimal:-d upper:-u color:-R=
        version:-v
        """,
        "paths*",
    ),
}

EXAMPLES = [
    ("awk -F: -v n=1 {print} /etc/passwd", "awk",
     {"field_separator": ":", "assign": ["n=1"], "program": "{print}", "paths": ["/etc/passwd"]}),
    ("awk -f x.awk data", "awk", {"program_file": ["x.awk"], "paths": ["data"]}),
    ("base64 -d key", "base64", {"decode": True, "paths": ["key"]}),
    ("cat -n a b", "cat", {"number": True, "paths": ["a", "b"]}),
    ("cut -d: -f1,2 a", "cut", {"delimiter": ":", "fields": "1,2", "paths": ["a"]}),
    ("diff -ru a b", "diff", {"recursive": True, "unified": True, "paths": ["a", "b"]}),
    ("echo -n a -e", "echo", {"no_newline": True, "words": ["a", "-e"]}),
    ("echo -- -x", "echo", {"words": ["--", "-x"]}),
    ("fd -e py x src -x wc -l", "fd", {"extension": ["py"], "pattern": "x", "paths": ["src"], "exec": ["wc -l"]}),
    ("grep -rn -e x --inc '*.py' src", "grep",
     {"recursive": True, "line_number": True, "regexp": ["x"], "include": ["*.py"], "paths": ["src"]}),
    ("grep -5 x a", "grep", {"context": "5", "pattern": "x", "paths": ["a"]}),
    ("head -5 a", "head", {"lines": "5", "paths": ["a"]}),
    ("jq -r .a b.json", "jq", {"raw_output": True, "filter": ".a", "paths": ["b.json"]}),
    ("sha256sum -c sums", "md5sum", {"check": True, "paths": ["sums"]}),
    ("perl -pi.bak -e s/a/b/ f", "perl",
     {"print_loop": True, "in_place": True, "in_place_suffix": ".bak", "expression": ["s/a/b/"], "paths": ["f"]}),
    ("rg -uu x src", "rg", {"unrestricted": 2, "pattern": "x", "paths": ["src"]}),
    ("sed -ni.bak -e s/a/b/p f g", "sed",
     {"quiet": True, "in_place": True, "in_place_suffix": ".bak", "expression": ["s/a/b/p"], "paths": ["f", "g"]}),
    ("sed s/a/b/ f", "sed", {"script": "s/a/b/", "paths": ["f"]}),
    ("sort -k2 -o out in", "sort", {"key": "2", "output": "out", "paths": ["in"]}),
    ("tail -n+3 -f a", "tail", {"lines": "+3", "follow": True, "paths": ["a"]}),
    ("tr -d a b", "tr", {"delete": True, "sets": ["a", "b"]}),
    ("uniq in out", "uniq", {"paths": ["in", "out"]}),
    ("vi -R +q a", "vim", {"readonly": True, "commands": ["q"], "paths": ["a"]}),
    ("wc -l a", "wc", {"lines": True, "paths": ["a"]}),
    ("xxd -r a b", "xxd", {"revert": True, "paths": ["a", "b"]}),
]  # fmt: skip
