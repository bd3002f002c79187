"""What the shell's own commands and the programs about processes take (bash 5, procps, systemd 255)."""

from __future__ import annotations

STYLES = {"cd": "plain", "declare": "plain", "export": "plain", "kill": "plain", "which": "plain", "pkill": "plain",
          "printenv": "plain", "pwd": "plain"}  # fmt: skip

SHARED: dict[str, str] = {}

COMMANDS = {
    "cd": ("logical:-L physical:-P errors:-e attributes:-@", "path"),
    "crontab": ("edit:-e list:-l remove:-r ask:-i user:-u=", "file"),
    "declare": (
        """
        print:-p export:-x readonly:-r array:-a map:-A functions:-f names_only:-F global:-g integer:-i lower:-l upper:-u
        reference:-n trace:-t inherit:-I
        """,
        "names*",
    ),
    "export": ("print:-p unexport:-n functions:-f", "assignments*"),
    "kill": ("list:-l,--list? table:-L,--table signal:-s,--signal,-n,-#,-*= --timeout= -q,--queue= -p,--pid", "pids*"),
    "killall": (
        """
        -e,--exact -I,--ignore-case -i,--interactive -g,--process-group -y,--younger-than= -o,--older-than= -q,--quiet
        -r,--regexp signal:-s,--signal,-#,-*= -u,--user= -v,--verbose -w,--wait -n,--ns= -Z,--context= -l,--list
        """,
        "names*",
    ),
    "pkill": (
        """
        signal:--signal,-#,-*= -c,--count -e,--echo -f,--full -g,--pgroup= -G,--group= -i,--ignore-case -n,--newest
        -o,--oldest -O,--older= -P,--parent= -s,--session= -t,--terminal= -u,--euid= -U,--uid= -x,--exact -F,--pidfile=
        -v,--inverse
        """,
        "pattern",
    ),
    "printenv": ("null:-0,--null", "names*"),
    "pwd": ("logical:-L,--logical physical:-P,--physical", ""),
    "systemctl": (
        """
        --user --system -H,--host= -M,--machine= -t,--type=* --state=* -a,--all -q,--quiet --now -f,--force
        -r,--recursive --runtime --no-block --no-pager --no-legend -l,--full -n,--lines= -o,--output= -p,--property=*
        -s,--signal= --kill-whom= --root= --failed --reverse --after --before --job-mode= --no-ask-password --dry-run
        --no-reload --plain --value --wait --what=* --preset-mode= --legend?
        """,
        "@",
    ),
    "systemctl start": ("", "units*"),
    "systemctl stop": ("", "units*"),
    "systemctl restart": ("", "units*"),
    "systemctl reload": ("", "units*"),
    "systemctl enable": ("", "units*"),
    "systemctl disable": ("", "units*"),
    "systemctl mask": ("", "units*"),
    "systemctl unmask": ("", "units*"),
    "systemctl status": ("", "units*"),
    "systemctl kill": ("", "units*"),
    "which": ("all:-a,--all silent:-s --skip-alias --skip-functions --skip-dot --skip-tilde --read-alias", "names*"),
}

EXAMPLES = [
    ("cd -P src", "cd", {"physical": True, "path": "src"}),
    ("typeset -x A=b", "declare", {"export": True, "names": ["A=b"]}),
    ("export A=b C", "export", {"assignments": ["A=b", "C"]}),
    ("kill -9 42", "kill", {"signal": "9", "pids": ["42"]}),
    ("kill -KILL 42 43", "kill", {"signal": "KILL", "pids": ["42", "43"]}),
    ("kill -s TERM 42", "kill", {"signal": "TERM", "pids": ["42"]}),
    ("pkill -f -9 server", "pkill", {"full": True, "signal": "9", "pattern": "server"}),
    ("printenv HOME", "printenv", {"names": ["HOME"]}),
    ("systemctl --user restart a.service", "systemctl_restart", {"user": True, "units": ["a.service"]}),
    ("which -a python", "which", {"all": True, "names": ["python"]}),
]  # fmt: skip
