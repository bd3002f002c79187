"""Rule files with sessions of calls: what each call is answered, in the words of examples. Data alone."""

from __future__ import annotations

# (what it is about, the rule file, the files of the project, sessions of steps)
Row = tuple[str, str, dict[str, str], tuple[tuple[str, ...], ...]]

PROMOTE = """
rules:
  - id: promote-what-staging-ran
    before:
      first: {tool: helm_upgrade, with: {chart: $chart, version: $v, namespace: staging}}
      then:  {tool: helm_upgrade, with: {chart: $chart, version: $v, namespace: prod}}
    scope: project
"""
PLAN = """
rules:
  - id: apply-the-reviewed-plan
    before:
      first: {tool: terraform_plan, with: {out: $plan}}
      then:  {tool: terraform_apply, with: {plan: $plan}}
  - id: apply-a-saved-plan
    require: {tool: terraform_apply, where: {plan: "?*"}}
"""
DELETE = """
rules:
  - id: delete-only-what-you-wrote
    before:
      first: {tool: Write, with: {file_path: $f}}
      then:  {tool: rm, with: {paths: $f}}
"""
SQL = """
rules:
  - id: read-sql-before-running-it
    before:
      first: {tool: Read, with: {file_path: $f}}
      then:  {tool: psql, with: {file: $f}}
"""
OVERWRITE = """
rules:
  - id: read-before-overwrite
    before:
      first: {tool: Read, with: {file_path: $f}}
      then:
        - {tool: Write, with: {file_path: $f}, exists: true}
        - {tool: [sed, perl], with: {in_place: true, paths: $f}, exists: true}
        - {tool: "*", with: {overwrite_to: $f}, exists: true}   # echo … > f
"""
ONCE = 'rules: [{id: once, mode: warn, ltl: \'G(now("deploy") -> X(G(!now("deploy"))))\'}]'
CUSTOM = """
rules:
  - id: my-custom-rule
    description: Description of what this rule enforces
    priority: medium
    enabled: true
    conditions:
      - tool_name: "text_editor"
        path_pattern: ".*secret.*"
    block_message: "RULE VIOLATION: Cannot edit files in secret directories."
    suggested_tool: ""
"""
CONDITIONS = """
mode: enforce
rules:
  - id: late
    priority: low
    conditions: [{tool_name: text_editor}]
  - id: first
    priority: critical
    conditions:
      - {path_pattern: "template", exclude_path_pattern: "^src/"}
      - {tool_name: mail, args_check: {to: "@rival\\\\.test$"}}
  - id: nothing
    conditions: [{}]
  - id: never-asked
    enabled: false
    conditions: [{tool_name: mail}]
"""
READ = 'allow: Read {"file_path": "%s"}'
WRITE = 'Write {"file_path": "%s", "content": "x"}'
LINT = "rules: [{id: s, before: {first: {tool: lint, succeeded: true}, then: shipit}}]"
RM = "rules: [{id: r, never: {tool: rm, where: {paths: 'safe/*'}}}]"
TURN = """
settings: {finish_retries: 2}
rules: [{id: f, finally: {call: {tool: unit, succeeded: true}, since: [Edit, Write]}}]
"""
SPECS = """
rules: [{id: s, never: {tool: ship_now, with: {prod: true}}}, {id: g, never: git_push}]
tools: {ship: {subcommands: {now: {options: [{flags: [-p, --prod], type: bool}]}}}, git: {options: []}}
"""
CAP = "rules: [{id: c, at_most: {call: shipit, times: 1}}]"
OUT = "rules: [{id: o, require: {tool: rm, where: {paths: ['out/*', '*.tmp']}}}]"
UP = """
rules:
  - {id: u, never: {tool: rm, where: {paths: ['safe/*', '../*']}}}
  - {id: c, conditions: [{tool_name: put, path_pattern: form, exclude_path_pattern: "^src/"}]}
"""
EXCEPTED = """
rules:
  - id: e
    ltl: 'G(now({tool: "*", not_tool: [ls, fetch], known: true, where: {"*": .env}}) -> !Y(O(now("fetch"))))'
"""

SEQUENCES: tuple[Row, ...] = (
    (
        "the seed's promotion: the two variables must match together",
        PROMOTE,
        {},
        (
            (
                "deny: helm upgrade app c --version 1.5.2 -n prod",
                "allow: helm upgrade app c --version 1.5.2 -n staging",
                "allow: helm upgrade app c --version 1.5.2 -n prod",
                "deny: helm upgrade app c --version 1.6.0 -n prod",
                "deny: helm upgrade app other --version 1.5.2 -n prod",
            ),
        ),
    ),
    (
        "the seed's plan: exactly the reviewed one, and a saved one",
        PLAN,
        {},
        (
            ("deny: terraform apply", "deny: terraform apply -auto-approve"),
            ("allow: terraform plan -out=a.plan", "allow: terraform apply a.plan", "deny: terraform apply b.plan"),
            ("allow: terraform plan -out a.plan", "allow: terraform apply ./x/../a.plan"),
        ),
    ),
    (
        "the seed's deletion: every value is checked",
        DELETE,
        {},
        (
            ("deny: rm README.md", f"allow: {WRITE % 'scratch.txt'}", "allow: rm scratch.txt"),
            (f"allow: {WRITE % 'scratch.txt'}", "deny: rm scratch.txt README.md", "deny: ls | xargs rm", "deny: rm $F"),
            (f"allow: {WRITE % 'a'}", f"allow: {WRITE % 'b'}", "allow: rm a b"),
        ),
    ),
    (
        "the seed's migration: one form for all spellings of a path",
        SQL,
        {"migrations/007.sql": "select 1"},
        (
            ("deny: psql -f migrations/007.sql",),
            (READ % "migrations/007.sql", "allow: psql -f ./migrations/007.sql"),
            (READ % "migrations/007.sql", "allow: cd migrations && psql -f 007.sql", "deny: psql -f 007.sql"),
        ),
    ),
    (
        "the seed's overwriting: only what is there, only what truncates",
        OVERWRITE,
        {"README.md": "x", "a.py": "x"},
        (
            (f"allow: {WRITE % 'new.md'}", "allow: echo x > new.txt", "allow: echo x >> README.md"),
            (
                f"deny: {WRITE % 'README.md'}",
                "deny: echo x > README.md",
                "deny: sed -i s/a/b/ a.py",
                "allow: sed s/a/b/ a.py",
            ),
            (READ % "README.md", f"allow: {WRITE % 'README.md'}", "allow: echo x > README.md", "deny: echo x > a.py"),
        ),
    ),
    (
        "the seed's warning: a broken instance is excused, a new one is not",
        ONCE,
        {},
        (("allow: deploy", "warn: deploy", "allow: deploy", "allow: ls", "warn: deploy"),),
    ),
    (
        "the seed's own rule of the Rule Enforcer",
        CUSTOM,
        {},
        (
            (
                'deny: text_editor {"path": "my-secrets/a.txt"}',
                'deny: text_editor {"path": "SECRET"}',
                'allow: text_editor {"path": "a.txt", "content": "secret"}',
                'allow: other {"path": "secret/a"}',
            ),
        ),
    ),
    (
        "conditions: AND inside, OR across, by priority; none of the four matches nothing",
        CONDITIONS,
        {},
        (
            (
                'deny: text_editor {"path": "a"}',
                'deny: other {"path": "x/template.md"}',
                'allow: other {"path": "src/template.md"}',
                'deny: mail {"to": "a@rival.test"}',
                'allow: mail {"to": "a@own.test"}',
                'deny: other {"deep": {"list": [{"file": "TEMPLATE"}]}}',
            ),
        ),
    ),
    (
        "an argument is a path where its tool has one there, or its spec says so",
        """
rules:
  - {id: a, never: {tool: [python, node], where: {script: 'tools/*'}}}
  - {id: b, never: {tool: sqlite3, with: {database: live.db}}}
  - {id: c, never: {tool: imgtool, where: {dest: 'pub/*', file: 'raw/*'}}}
  - {id: d, never: {tool: cp, with: {destination: out}}}
  - {id: e, never: [ruby, gcc, bzip]}
tools:
  imgtool: {options: [{flags: [--dest], path: true}, {flags: [--file], path: false}]}
""",
        {},
        (
            ("deny: cd tools && python x.py", "deny: python3.11 ./tools/x.py", "allow: python src/x.py"),
            ("deny: cd src; node ../tools/x.js", "allow: sed tools/x a"),
            ("deny: cd db; sqlite3 ../live.db .dump", "allow: psql live.db", "allow: sqlite3 db/live.db .dump"),
            ("deny: cd pub && imgtool --dest x --file raw/a", "deny: cd $D && imgtool --dest x --file raw/a"),
            ("deny: imgtool --dest=./pub/../pub/x --file raw/a", "allow: imgtool --dest x --file raw/a"),
            ("allow: cd raw && imgtool --dest ../pub/a --file x", "allow: cd sub && imgtool --dest x --file raw/a"),
            ("deny: ruby3.2 x.rb", "deny: gcc-12 x.c", "allow: ruby-lint x", "allow: bzip2 x"),
            ("deny: cp a out", "deny: cp -t ./out a b", "allow: cp a b"),
        ),
    ),
    (
        "an option that nobody knows may take the word behind it",
        """
rules:
  - {id: a, require: {tool: docker_run, where: {image: 'reg.corp/*'}}}
  - {id: b, never: {tool: git_push, where: {refspecs: main}}}
  - {id: c, before: {first: {tool: docker_build, with: {tag: $t}}, then: {tool: docker_push, with: {image: $t}}}}
""",
        {},
        (
            (
                "deny: docker run --frob reg.corp/a",
                "deny: docker run --frob reg.corp/a sh",
                "deny: docker run --frob x reg.corp/a",
            ),
            ("allow: docker run --frob=1 reg.corp/a sh", "allow: docker run --rm -it reg.corp/a --frob x"),
            ("allow: docker run --frob reg.corp/a reg.corp/b",),
            (
                "deny: git push --frob origin main",
                "deny: git push --frob origin x main",
                "allow: git push --frob origin dev",
            ),
            ("allow: docker build -t a:1 .", "allow: docker push a:1", "deny: docker push --frob a:1 a:2"),
        ),
    ),
    (
        "what xargs reads on the line is counted, what it reads elsewhere may be any number",
        "rules: [{id: a, at_most: {call: deploy, times: 2}}, {id: b, before: [lint, shipit]}]",
        {},
        (
            ("allow: echo a b | xargs -n1 deploy", "deny: deploy c"),
            ("deny: echo a b c | xargs -n1 deploy", "deny: ls | xargs deploy", "deny: ls | xargs -I{} deploy"),
            ("deny: find . -exec deploy {} ;",),
            ("allow: echo a | xargs lint; shipit",),
        ),
    ),
    (
        "numbers are equal by their value",
        "rules: [{id: a, never: {tool: mcp__t__x, with: {n: 3}}}]",
        {},
        (
            ('deny: mcp__t__x {"n": 3.0}', 'deny: mcp__t__x {"n": "3"}', 'deny: mcp__t__x {"n": [1, 3]}'),
            ('allow: mcp__t__x {"n": 3.5}', 'allow: mcp__t__x {"n": "3.0"}'),
        ),
    ),
    (
        "succeeded, by the logic of a line",
        LINT,
        {},
        (
            ("allow: lint && shipit",),
            ("allow: cd /tmp && lint && shipit",),
            ("deny: lint; shipit",),
            ("deny: lint || shipit",),
            ("deny: ! lint && shipit",),
            ("allow: if lint; then shipit; fi",),
            ("deny: if lint; then ls; else shipit; fi",),
            ("allow: lint || true", "deny: shipit"),
            ("allow: lint; true", "deny: shipit"),
            ("allow: lint | tail", "deny: shipit"),
            ("allow: ! lint", "deny: shipit"),
            ("allow: false && lint || true", "deny: shipit"),
            ("allow: cd /tmp && lint", "allow: shipit"),
            ("allow: lint (exit 1)", "deny: shipit", "allow: lint", "allow: shipit"),
            ("allow: lint && ls (exit 1)", "deny: shipit"),
            ("allow: lint || exit 1; shipit",),
            ("allow: lint || { echo no; exit 1; }; shipit",),
            ("allow: if ! lint; then exit 1; fi; shipit",),
            ("allow: set -e; lint; shipit",),
            ("allow: lint || exit 1", "allow: shipit"),
            ("allow: lint || exit 1; ls", "allow: shipit"),
            ("deny: (lint || exit 1); shipit",),
            ("deny: lint && exit 1; shipit",),
            ("deny: set -e; set +e; lint; shipit",),
            ("allow: lint || exit 0; ls", "deny: shipit"),
            ("allow: test -f x || exit 0; lint", "deny: shipit"),
            ("allow: set -o pipefail; lint | tee log && shipit",),
            ("allow: set -euo pipefail; lint 2>&1 | tee log; shipit",),
            ("allow: bash -o pipefail -c 'lint | tee log && shipit'",),
            ("allow: set -o pipefail; lint | tee log", "allow: shipit"),
            ("deny: set -o pipefail; lint | tee log; shipit",),
            ("deny: set -o pipefail; set +o pipefail; lint | tee log && shipit",),
            ("deny: (set -o pipefail); lint | tee log && shipit",),
            ("deny: test -f x && set -o pipefail; lint | tee log && shipit",),
            ("deny: set -o pipefail; bash -c 'lint | tee log && shipit'",),
            ("allow: while lint; do shipit; done",),
            ("deny: until lint; do shipit; done",),
            ("allow: until lint; do sleep 1; done; shipit",),
            ("allow: until lint; do sleep 1; done", "allow: shipit"),
            ("deny: until lint; do sleep 1 || break; done; shipit",),
            ("deny: [[ -f x ]] && until lint; do sleep 1; done; shipit",),
            ("deny: while lint; do sleep 1; done; shipit",),
            ("deny: watch lint && shipit",),
            ("deny: setsid lint && shipit",),
            ("deny: git ls-files | xargs lint && shipit",),
            ("allow: echo a b | xargs lint && shipit",),
            ("deny: git ls-files | xargs -I{} lint && shipit",),
            ("deny: git ls-files | xargs -r lint && shipit",),
            ("allow: timeout 9 sudo -n lint && shipit",),
        ),
    ),
    (
        "what cannot be known may be what is meant",
        RM,
        {"safe/a": "x", "src/b.o": "x"},
        (
            (
                "deny: rm $X",
                "deny: rm safe/$X",
                "allow: rm src/$X",
                "deny: rm s*/a",
                "allow: rm src/*.o",
                "deny: rm {safe,src}/a",
                "deny: cd $D && rm a",
                "deny: cd safe && rm a",
                "allow: cd safe && cd .. && rm a",
                "deny: touch safe/z && rm safe/z*",
            ),
        ),
    ),
    (
        "a cap counts what was allowed, whatever else runs",
        CAP,
        {},
        (
            ("allow: shipit", "allow: ls", "deny: shipit"),
            ("deny: shipit; shipit",),
            ("allow: shipit (exit 1)", "deny: shipit"),
            ("allow: true || shipit", "allow: shipit"),
            ("deny: while true; do shipit; done",),
            ("deny: for ((i=0;i<9;i++)); do shipit; done",),
            ("deny: for i in $(seq 9); do shipit $i; done",),
            ("deny: seq 9 | xargs -n1 shipit",),
            ("deny: find . -name '*.py' -exec shipit {} \\;",),
            ("deny: for i in 1 2; do shipit; done",),
            ("allow: for i in 1; do shipit; done", "deny: shipit"),
            ("allow: for i in $(seq 9); do ls $i; done", "allow: shipit"),
        ),
    ),
    (
        "the strongest mode decides; warned members of a line are overridden together",
        "rules: [{id: a, never: mv, mode: warn}, {id: b, never: cp, mode: warn}, {id: c, never: dd, mode: block}]",
        {},
        (
            ("warn: mv a b && cp c d", "allow: mv a b && cp c d", "warn: mv a b && cp c d"),
            ("warn: mv a b", "allow: ls", "warn: mv a b"),
            ("warn: mv a b", "deny: dd if=a", "warn: mv a b"),
            ("deny: mv a b; dd if=a", "deny: mv a b; dd if=a"),
        ),
    ),
    (
        "a stop holds until the person writes, unless it rests on a maybe",
        "rules: [{id: s, never: {tool: cat, where: {paths: '*.pem'}}, mode: stop}]",
        {},
        (
            ("stop: cat a.pem", "stop: ls", "prompt:", "allow: ls"),
            ("deny: cat $F", "allow: ls"),
        ),
    ),
    (
        "a log and an audit let pass and tell",
        "rules: [{id: l, never: mv, mode: log}]",
        {},
        (("note: mv a b", "note: mv a b", "allow: ls"),),
    ),
    (
        "audit refuses nothing",
        "mode: audit\nrules: [{id: l, never: mv, mode: stop}, {id: m, require: {tool: rm, where: {paths: out}}}]",
        {},
        (("note: mv a b", "note: rm a", "allow: ls"),),
    ),
    (
        "a turn is sent back a bounded number of times",
        TURN,
        {},
        (
            ("allow: finish:",),
            (f"allow: {WRITE % 'a'}", "deny: finish:", "deny: finish:", "note: finish:", "prompt:", "deny: finish:"),
            (f"allow: {WRITE % 'a'}", "allow: unit (exit 1)", "deny: finish:", "allow: unit", "allow: finish:"),
        ),
    ),
    (
        "a wrapper is a call of its own, and programs answer to their bare names",
        "rules: [{id: s, never: sudo}, {id: g, never: {tool: git, with: {argv: gc}}}]",
        {},
        (("deny: sudo ls", "deny: git gc", "deny: git -C /tmp gc --auto", "allow: git status"),),
    ),
    (
        "specs of the file add names and hide none",
        SPECS,
        {},
        (("deny: ship now -p", "allow: ship now", "allow: ship later", "deny: git push"),),
    ),
    (
        "links name the same file",
        "rules: [{id: l, never: {tool: [cat, Read], where: {'*': 'real/*'}}}]",
        {"real/a": "x", "link -> real": ""},
        (("deny: cat link/a", 'deny: Read {"file_path": "link/a"}', "allow: cat other/a"),),
    ),
    (
        "what is unreadable is asked about where rules are in force",
        "settings: {unreadable: {interactive: deny}}\nrules: [{id: r, never: rm}]",
        {},
        (("deny: $CMD x", 'deny: eval "$X"', "allow: ls", "deny: rm a; $CMD"),),
    ),
    (
        "a target of a formula has what other targets have",
        EXCEPTED,
        {},
        (("allow: fetch", "allow: ls .env", "deny: cat .env", "allow: cat $F"), ("allow: cat .env",)),
    ),
    (
        "a path is what it names where the program runs, not how it is written",
        OUT,
        {"src/out/a": "x"},
        (
            ("allow: rm out/a", "allow: rm ./out/a out/../out/b", "deny: rm out/../a", "deny: cd src && rm out/a"),
            ("deny: cd $D && rm out/a", "allow: cd src && rm ../out/a", "deny: env -C src rm out/a"),
            ("allow: rm -f k/x.tmp", "allow: cd $D && rm x.tmp"),
        ),
    ),
    (
        "a path with .. is judged as what it names",
        UP,
        {},
        (
            ("allow: rm safe/../a", "deny: rm a/../safe/b", "deny: rm ../x", "allow: rm a/../x"),
            ('deny: put {"path": "src/../x/form.md"}', 'allow: put {"path": "x/../src/form.md"}'),
        ),
    ),
    (
        "programs that go elsewhere first",
        PLAN,
        {},
        (
            ("allow: cd infra && terraform plan -out p", "allow: terraform -chdir=infra apply p", "deny: terraform apply p"),
            ("allow: terraform -chdir=infra plan -out=p", "allow: terraform apply infra/p"),
        ),
    ),
    (
        "while a rule is broken, what mends the file passes",
        "rules: [{id: a, nevr: x}, {id: b, never: mv}]",
        {},
        (
            (
                "deny: mv a b",
                "ask: rm a",
                "note: ls",
                "note: sed -i s/nevr/never/ guard.yaml",
                "note: echo x > ./guard.yaml",
            ),
            ("ask: echo x > guard.yaml; rm a", "ask: sed -i s/a/b/ guard.yaml other", "ask: sh fix.sh > guard.yaml"),
            (f"note: {WRITE % 'guard.yaml'}", f"ask: {WRITE % 'sub/guard.yaml'}"),
        ),
    ),
)
