"""What the clients of databases take (psql 17, mysql 8 and mariadb 11, sqlite3 3.47, redis-cli 7, mongosh 2)."""

from __future__ import annotations

STYLES = {"psql": "gnu", "mysql": "gnu", "redis-cli": "plain", "sqlite3": "go"}

SHARED = {
    "help": "help:--help",
    "server": "-h,--host= -p,--port= -U,--username= -w,--no-password -W,--password",
    "postgres": "@server -d,--dbname= -v,--verbose+ -V,--version -e,--echo --if-exists -f,--file= -i,--interactive",
}

COMMANDS = {
    "createdb": (
        """
        @postgres -D,--tablespace= -E,--encoding= -l,--locale= -O,--owner= -T,--template=
        """,
        "database comment",
    ),
    "dropdb": ("@postgres --force --maintenance-db=", "database"),
    "mysql": (
        """
        -u,--user= -h,--host= -P,--port= -D,--database= -e,--execute= password/password_suffix:-p,--password?
        -S,--socket= --protocol= -B,--batch -N,--skip-column-names -s,--silent -v,--verbose+ -t,--table -E,--vertical
        -f,--force -A,--no-auto-rehash -C,--compress -c,--comments -q,--quick -r,--raw -n,--unbuffered -H,--html -X,--xml
        --ssl --ssl-mode= --ssl-ca= --ssl-cert= --ssl-key= --defaults-file= --defaults-extra-file=
        --defaults-group-suffix= --no-defaults --print-defaults --login-path= --default-character-set= --connect-timeout=
        --init-command= --delimiter= --tee= --pager? --no-pager --one-database,-o --safe-updates,-U --i-am-a-dummy
        --local-infile? --max-allowed-packet= --reconnect --skip-ssl --column-names --show-warnings --line-numbers --wait
        -w --binary-mode --csv -V,--version
        """,
        "database",
    ),
    "pg_dump": (
        """
        @server -d,--dbname= -f,--file= -F,--format= -j,--jobs= -v,--verbose -a,--data-only -b,--large-objects -c,--clean
        -C,--create -n,--schema=* -N,--exclude-schema=* -O,--no-owner -s,--schema-only -t,--table=* -T,--exclude-table=*
        -x,--no-privileges --inserts --column-inserts --if-exists -Z,--compress= --lock-wait-timeout= -E,--encoding=
        -S,--superuser= --role= -V,--version
        """,
        "database",
    ),
    "pg_restore": (
        """
        @server -d,--dbname= -f,--file= -F,--format= -j,--jobs= -v,--verbose -a,--data-only -c,--clean -C,--create
        -e,--exit-on-error -I,--index=* -l,--list -L,--use-list= -n,--schema=* -O,--no-owner -P,--function=*
        -s,--schema-only -S,--superuser= -t,--table=* -T,--trigger=* -x,--no-privileges -1,--single-transaction
        --if-exists --role= -V,--version
        """,
        "file_name",
    ),
    "psql": (
        """
        @server -d,--dbname= -c,--command=* -f,--file=* -l,--list -v,--set,--variable=* -X,--no-psqlrc
        -1,--single-transaction -a,--echo-all -b,--echo-errors -e,--echo-queries -E,--echo-hidden -L,--log-file=
        -n,--no-readline -o,--output= -q,--quiet -s,--single-step -S,--single-line -A,--no-align --csv
        -F,--field-separator= -H,--html -P,--pset=* -R,--record-separator= -t,--tuples-only -T,--table-attr=
        -x,--expanded -z,--field-separator-zero -0,--record-separator-zero -V,--version
        """,
        "database user",
    ),
    "redis-cli": (
        """
        password:-a,--pass= uri:-u= host:-h= port:-p= user:--user= socket:-s= timeout:-t= -n= repeat:-r= interval:-i=
        stdin:-x tag:-X= delimiter:-d= output_delimiter:-D= cluster:-c errors:-e --raw --no-raw --quoted-input --csv
        --json --quoted-json --show-pushes= --stat --latency --latency-history --latency-dist --lru-test= --replica
        --rdb= --functions-rdb= --pipe --pipe-timeout= --bigkeys --memkeys --memkeys-samples= --hotkeys --scan --pattern=
        --quoted-pattern= --count= --eval= --ldb --ldb-sync-mode --intrinsic-latency= --cluster= --verbose
        --no-auth-warning --askpass --tls --sni= --cacert= --cacertdir= --cert= --key= --insecure resp2:-2 resp3:-3
        -v,--version --keystats
        """,
        "command...",
    ),
    "sqlite3": (
        """
        -append -ascii -bail -batch -box -cmd=* -column -csv -deserialize -echo -header -noheader -html -init=
        -interactive -json -line -list -lookaside= -markdown -maxsize= -memtrace -mmap= -newline= -nofollow -nonce=
        -no-rowid-in-view -nullvalue= -pagecache= -pcachetrace -quote -readonly -safe -separator= -stats -table -tabs
        -unsafe-testing -version -vfs= -zip -A
        """,
        "database statements*",
    ),
}

EXAMPLES = [
    ("psql -h db -U me -c 'drop table a' live", "psql",
     {"host": "db", "username": "me", "command": ["drop table a"], "database": "live"}),
    ("psql --comm=x --dbname live", "psql", {"command": ["x"], "dbname": "live"}),
    ("mysql -uroot -psecret -e 'drop database a' live", "mysql",
     {"user": "root", "password": True, "password_suffix": "secret", "execute": "drop database a", "database": "live"}),
    ("redis-cli -h x -n 1 flushall -y", "redis_cli", {"host": "x", "n": "1", "command": ["flushall", "-y"]}),
    ("sqlite3 -json a.db 'select 1'", "sqlite3", {"json": True, "database": "a.db", "statements": ["select 1"]}),
    ("pg_dump -Fc -f out live", "pg_dump", {"format": "c", "file": "out", "database": "live"}),
    ("dropdb --if-ex live", "dropdb", {"if_exists": True, "database": "live"}),
]  # fmt: skip
