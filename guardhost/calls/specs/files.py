"""What the programs that handle files and folders take (GNU coreutils 9, findutils 4.9, patch 2.7)."""

from __future__ import annotations

STYLES = {"chmod": "literal", "dd": "plain", "find": "find"}

SHARED = {
    "into": "destination_dir:-t,--target-directory= -T,--no-target-directory",
    "backup": "backup:-b backup:--backup? -S,--suffix=",
    "context": "context:-Z context:--context?",
    "owners": """
    -c,--changes quiet:-f,--silent,--quiet -v,--verbose --dereference no_dereference:-h,--no-dereference --from=
    --no-preserve-root --preserve-root --reference= -R,--recursive -H -L -P
    """,
}

COMMANDS = {
    "basename": ("-a,--multiple -s,--suffix= -z,--zero", "names*"),
    "chgrp": ("@owners", "group!reference paths*"),
    "chmod": (
        """
        -c,--changes quiet:-f,--silent,--quiet -v,--verbose --no-preserve-root --preserve-root --reference=
        -R,--recursive --dereference -h,--no-dereference -H -L -P
        """,
        "mode!reference paths*",
    ),
    "chown": ("@owners", "owner!reference paths*"),
    "cp": (
        """
        -a,--archive --attributes-only @backup --copy-contents -d -f,--force -i,--interactive -H -l,--link
        -L,--dereference -n,--no-clobber -P,--no-dereference preserve:-p preserve:--preserve? --no-preserve= --parents
        -r,-R,--recursive --reflink? --remove-destination --sparse= --strip-trailing-slashes -s,--symbolic-link @into
        update:-u update:--update? -v,--verbose -x,--one-file-system @context --debug --keep-directory-symlink
        """,
        "sources* destination!destination_dir",
    ),
    "dd": ("", "*= paths*"),
    "df": (
        """
        -a,--all -B,--block-size= -h,--human-readable -H,--si -i,--inodes -k -l,--local --no-sync --output?
        -P,--portability --sync --total -t,--type=* -T,--print-type -x,--exclude-type=* -v
        """,
        "paths*",
    ),
    "dirname": ("-z,--zero", "names*"),
    "du": (
        """
        -0,--null -a,--all --apparent-size -B,--block-size= -b,--bytes -c,--total -D,--dereference-args -d,--max-depth=
        --files0-from= -H -h,--human-readable --inodes -k -L,--dereference -l,--count-links -m -P,--no-dereference
        -S,--separate-dirs --si -s,--summarize -t,--threshold= --time? --time-style= -X,--exclude-from= --exclude=*
        -x,--one-file-system
        """,
        "paths*",
    ),
    "find": (
        """
        follow_links:-L,-follow -H -P -D= -O? -maxdepth= -mindepth= -depth -d -mount -xdev -daystart -noleaf
        -ignore_readdir_race -noignore_readdir_race -regextype= -files0-from= -warn -nowarn -amin= -anewer= -atime=
        -cmin= -cnewer= -ctime= -empty -executable -false -fstype= -gid= group:-group= -ilname= -iname= -inum=
        -ipath,-iwholename= -iregex= -links= -lname= -mmin= -mtime= -name= newer:-newer= -newermt= -newerat= -newerct=
        -neweraa= -neweram= -newerac= -newerca= -newercm= -newercc= -newerma= -newermm= -newermc= -nogroup -nouser
        path_pattern:-path,-wholename= -perm= -readable -regex= -samefile= -size= -true -type= -uid= -used= user:-user=
        -writable -xtype= -context= -delete exec:-exec,-execdir; exec:-ok,-okdir; -fls= -fprint= -fprint0= -ls -print
        -print0 -printf= -prune -quit or:-o,-or and:-a,-and not:-not -help,--help version:-version,--version
        """,
        "paths*",
    ),
    "install": (
        """
        --backup? -b -c -C,--compare directories:-d,--directory create_leading:-D -g,--group= -m,--mode= -o,--owner=
        -p,--preserve-timestamps -s,--strip --strip-program= -S,--suffix= @into -v,--verbose @context --debug
        """,
        "sources* destination!destination_dir!directories",
    ),
    "ln": (
        """
        @backup -d,-F,--directory -f,--force -i,--interactive -L,--logical -n,--no-dereference -P,--physical
        -r,--relative symbolic:-s,--symbolic @into -v,--verbose
        """,
        "paths*",
    ),
    "ls": (
        """
        -a,--all -A,--almost-all --author -b,--escape --block-size= -B,--ignore-backups -c columns:-C --color?
        -d,--directory -D,--dired unsorted:-f classify:-F classify:--classify? --file-type --format= --full-time -g
        --group-directories-first no_group:-G,--no-group -h,--human-readable --si -H,--dereference-command-line
        --dereference-command-line-symlink-to-dir --hide=* --hyperlink? --indicator-style= -i,--inode -I,--ignore=*
        -k,--kibibytes long:-l -L,--dereference -m -n,--numeric-uid-gid -N,--literal -o -p -q,--hide-control-chars
        --show-control-chars -Q,--quote-name --quoting-style= -r,--reverse -R,--recursive -s,--size by_size:-S --sort=
        --time= --time-style= sort_time:-t -T,--tabsize= -u -U -v -w,--width= -x by_extension:-X -Z,--context
        one_per_line:-1 --zero
        """,
        "paths*",
    ),
    "mkdir": ("-m,--mode= -p,--parents -v,--verbose @context", "paths*"),
    "mv": (
        """
        @backup --debug --exchange -f,--force -i,--interactive -n,--no-clobber --no-copy --strip-trailing-slashes @into
        update:-u update:--update? -v,--verbose -Z,--context
        """,
        "sources* destination!destination_dir",
    ),
    "patch": (
        """
        strip:-p,--strip= -F,--fuzz= -l,--ignore-whitespace -c,--context -e,--ed -n,--normal -u,--unified -N,--forward
        -R,--reverse -i,--input= -o,--output= -r,--reject-file= -D,--ifdef= --merge? -E,--remove-empty-files -Z,--set-utc
        -T,--set-time --quoting-style= -b,--backup --backup-if-mismatch --no-backup-if-mismatch -V,--version-control=
        -B,--prefix= -Y,--basename-prefix= -z,--suffix= -g,--get= -t,--batch -f,--force quiet:-s,--quiet,--silent
        --verbose --dry-run --posix -d,--directory= --reject-format= --binary --read-only= --follow-symlinks -v,--version
        """,
        "file patchfile",
    ),
    "readlink": (
        """
        canonicalize:-f,--canonicalize -e,--canonicalize-existing -m,--canonicalize-missing -n,--no-newline
        quiet:-q,--quiet,-s,--silent -v,--verbose -z,--zero
        """,
        "paths*",
    ),
    "realpath": (
        """
        -e,--canonicalize-existing -m,--canonicalize-missing -L,--logical -P,--physical -q,--quiet --relative-to=
        --relative-base= strip:-s,--strip,--no-symlinks -z,--zero -E,--canonicalize
        """,
        "paths*",
    ),
    "rm": (
        """
        -f,--force interactive:-i prompt_once:-I when:--interactive? --one-file-system --no-preserve-root
        --preserve-root? recursive:-r,-R,--recursive -d,--dir -v,--verbose
        """,
        "paths*",
    ),
    "rmdir": ("--ignore-fail-on-non-empty -p,--parents -v,--verbose", "paths*"),
    "shred": (
        """
        -f,--force -n,--iterations= --random-source= -s,--size= remove:-u remove/how:--remove? -v,--verbose -x,--exact
        -z,--zero
        """,
        "paths*",
    ),
    "split": (
        """
        -a,--suffix-length= --additional-suffix= -b,--bytes= -C,--line-bytes= numeric_suffixes:-d --numeric-suffixes?
        hex_suffixes:-x --hex-suffixes? -e,--elide-empty-files --filter= -l,--lines,-#= -n,--number= -t,--separator=
        -u,--unbuffered --verbose
        """,
        "file prefix",
    ),
    "sponge": ("append:-a", "file"),
    "stat": ("-L,--dereference -f,--file-system --cached= -c,--format= --printf= -t,--terse", "paths*"),
    "tee": ("-a,--append -i,--ignore-interrupts -p --output-error?", "paths*"),
    "touch": (
        """
        access:-a -c,--no-create -d,--date= -f -h,--no-dereference modification:-m -r,--reference= time:-t= when:--time=
        """,
        "paths*",
    ),
    "truncate": ("-c,--no-create -o,--io-blocks -r,--reference= -s,--size=", "paths*"),
}

EXAMPLES = [
    ("cp -rt out a b", "cp", {"recursive": True, "destination_dir": "out", "sources": ["a", "b"]}),
    ("cp a b --rec c", "cp", {"recursive": True, "sources": ["a", "b"], "destination": "c"}),
    ("chmod -R -x bin", "chmod", {"recursive": True, "mode": "-x", "paths": ["bin"]}),
    ("chown --reference=a b", "chown", {"reference": "a", "paths": ["b"]}),
    ("dd if=/dev/zero of=disk bs=1M", "dd", {"if": "/dev/zero", "of": "disk", "bs": "1M"}),
    ("find -L src ( -name a -o -name b ) -exec rm -f {} ;", "find",
     {"follow_links": True, "paths": ["src"], "operators": ["(", ")"], "name": ["a", "b"], "or": True,
      "exec": ["rm -f {} ;"]}),
    ("install -Dm 755 tool /usr/bin/tool", "install",
     {"create_leading": True, "mode": "755", "sources": ["tool"], "destination": "/usr/bin/tool"}),
    ("ln -sfn a b", "ln", {"symbolic": True, "force": True, "no_dereference": True, "paths": ["a", "b"]}),
    ("ls -la1 src", "ls", {"long": True, "all": True, "one_per_line": True, "paths": ["src"]}),
    ("mv -t out a b", "mv", {"destination_dir": "out", "sources": ["a", "b"]}),
    ("patch -Np1 -i fix.diff", "patch", {"forward": True, "strip": "1", "input": "fix.diff"}),
    ("rm a --recurs -f -- -b", "rm", {"recursive": True, "force": True, "paths": ["a", "-b"]}),
    ("rm -rf --brand-new out", "rm", {"recursive": True, "force": True, "paths": ["out"]}, ["--brand-new"]),
    ("shred -un3 key", "shred", {"remove": True, "iterations": "3", "paths": ["key"]}),
    ("split -l 10 big part.", "split", {"lines": "10", "file": "big", "prefix": "part."}),
    ("tee -a log", "tee", {"append": True, "paths": ["log"]}),
    ("truncate -s0 log", "truncate", {"size": "0", "paths": ["log"]}),
]  # fmt: skip
