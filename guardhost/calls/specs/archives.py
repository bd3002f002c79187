"""What the programs that pack and unpack take (GNU tar 1.35, gzip 1.13, Info-ZIP 3 and 6, 7-Zip 23)."""

from __future__ import annotations

STYLES = {"tar": "tar", "7z": "plain", "unzip": "plain", "zip": "plain"}

SHARED = {
    "7z": """
    directory:-o? assume_yes:-y password:-p? method:-m? include:-i? exclude:-x? overwrite:-a? type:-t? recurse:-r? -s?
    """,
}

COMMANDS = {
    "7z": ("", "@"),
    "7z a": ("@7z", "archive paths*"),
    "7z u": ("@7z", "archive paths*"),
    "7z d": ("@7z", "archive members*"),
    "7z e": ("@7z", "archive members*"),
    "7z l": ("@7z", "archive members*"),
    "7z t": ("@7z", "archive members*"),
    "7z x": ("@7z", "archive members*"),
    "gzip": (
        """
        decompress:-d,--decompress,--uncompress stdout:-c,--stdout,--to-stdout -f,--force -k,--keep -l,--list
        -n,--no-name -N,--name -q,--quiet -r,--recursive --rsyncable -S,--suffix= --synchronous -t,--test -v,--verbose
        level:-#= --fast --best
        """,
        "paths*",
    ),
    "tar": (
        """
        extract:-x,--extract,--get create:-c,--create list:-t,--list append:-r,--append update:-u,--update
        concatenate:-A,--catenate,--concatenate diff:-d,--diff,--compare --delete --test-label
        gzip:-z,--gzip,--gunzip,--ungzip -j,--bzip2 -J,--xz --zstd --lzma --lzip --lzop -Z,--compress,--uncompress
        -a,--auto-compress -I,--use-compress-program= -v,--verbose -f,--file= -C,--directory= -T,--files-from=*
        -X,--exclude-from=* --exclude=* -p,--preserve-permissions,--same-permissions --same-owner --no-same-owner
        --no-same-permissions -k,--keep-old-files --keep-newer-files --skip-old-files --overwrite --overwrite-dir
        -U,--unlink-first --recursive-unlink -m,--touch -O,--to-stdout --to-command= -P,--absolute-names -h,--dereference
        --hard-dereference -W,--verify --remove-files --strip-components= --transform,--xform=
        -w,--interactive,--confirmation -n,--seek -S,--sparse -g,--listed-incremental= -G,--incremental
        -K,--starting-file= -N,--newer,--after-date= --newer-mtime= -L,--tape-length= -M,--multi-volume
        -F,--info-script,--new-volume-script= --checkpoint? --checkpoint-action=* --rsh-command= --rmt-command=
        --force-local -b,--blocking-factor= -B,--read-full-records -i,--ignore-zeros -H,--format= --posix --old-archive
        -o -V,--label= --group= --owner= --mode= --mtime= --sort= --numeric-owner --one-file-system -l,--check-links
        -R,--block-number --show-transformed-names --totals? --utc --wildcards --no-wildcards --anchored --no-recursion
        --recursion -s --exclude-vcs --exclude-vcs-ignores --exclude-caches --null --no-null --xattrs --acls --selinux
        --warning=* --ignore-failed-read --backup? --suffix= --record-size= --occurrence? --add-file=* --level=
        --no-auto-compress
        """,
        "paths*",
    ),
    "unzip": (
        """
        directory:-d= overwrite:-o never_overwrite:-n quiet:-q list:-l test:-t stdout:-p freshen:-f update:-u verbose:-v
        junk_paths:-j case:-C lower:-L keep_permissions:-K text:-a binary:-b exclude:-x= comment:-z password:-P=
        to_stdout:-c extra:-X
        """,
        "archive members*",
    ),
    "zip": (
        """
        recursive:-r,--recurse-paths recurse_patterns:-R quiet:-q,--quiet delete:-d,--delete move:-m,--move
        update:-u,--update freshen:-f,--freshen junk_paths:-j,--junk-paths encrypt:-e,--encrypt password:-P,--password=
        store:-0 level:-#= test:-T,--test test_command:--unzip-command= exclude:-x,--exclude=* include:-i,--include=*
        symlinks:-y,--symlinks comment:-z output:-O,--out= verbose:-v no_extra:-X names_from_stdin:-@ split:-s=
        work_folder:-b= date:-t= sync:--filesync grow:-g
        """,
        "archive paths*",
    ),
}

EXAMPLES = [
    ("7z x a.7z -oout -y", "7z_x", {"archive": "a.7z", "directory": "out", "assume_yes": True}),
    ("gunzip -kf a.gz", "gzip", {"keep": True, "force": True, "paths": ["a.gz"]}),
    ("tar czf out.tgz src", "tar", {"create": True, "gzip": True, "file": "out.tgz", "paths": ["src"]}),
    ("tar xCf /opt a.tar b", "tar", {"extract": True, "directory": "/opt", "file": "a.tar", "paths": ["b"]}),
    ("tar -xzf a.tgz -C /opt", "tar", {"extract": True, "gzip": True, "file": "a.tgz", "directory": "/opt"}),
    ("tar --extr --file=a.tar", "tar", {"extract": True, "file": "a.tar"}),
    ("unzip -o a.zip b -d out", "unzip", {"overwrite": True, "archive": "a.zip", "members": ["b"], "directory": "out"}),
    ("zip -rq a.zip src", "zip", {"recursive": True, "quiet": True, "archive": "a.zip", "paths": ["src"]}),
]  # fmt: skip
