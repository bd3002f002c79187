"""What programs that build take (cargo 1.83, go 1.23, GNU make 4.4, just 1.38, cmake 3.31, ninja 1.12)."""

from __future__ import annotations

STYLES = {"cargo": "plain", "go": "go", "make": "gnu", "just": "plain", "cmake": "plain", "ninja": "plain"}

SHARED = {
    "cargo": """
    --manifest-path= --target-dir= --target=* -p,--package=* --workspace,--all --exclude=* -F,--features=* --all-features
    --no-default-features -r,--release --profile= -j,--jobs= --keep-going --message-format=* --frozen --locked --offline
    --config=* -v,--verbose+ -q,--quiet --color= -Z=* --lockfile-path= --ignore-rust-version --timings? --unit-graph
    --build-plan
    """,
    "targets": "--lib --bin=* --bins --example=* --examples --test=* --tests --bench=* --benches --all-targets",
    "registry": "--index= --registry= --token= --allow-dirty --dry-run,-n --no-verify",
    "go": """
    -C= -a -n -p= -race -msan -asan -cover -covermode= -coverpkg= -v -work -x -asmflags= -buildmode= -buildvcs?
    -compiler= -gccgoflags= -gcflags= -installsuffix= -json -ldflags= -linkshared -mod= -modcacherw -modfile= -overlay=
    -pgo= -pkgdir= -tags= -trimpath -toolexec=
    """,
}

COMMANDS = {
    "cargo": ("toolchain:+*= -V,--version --list --explain= -C= @cargo", "@"),
    "cargo add": (
        """
        @cargo @registry --dev --build --optional --no-optional --rename= --path= --git= --branch= --tag= --rev=
        """,
        "packages*",
    ),
    "cargo bench": ("@cargo @targets --no-run --no-fail-fast", "pattern arguments* -- arguments*"),
    "cargo build": ("@cargo @targets --artifact-dir=", ""),
    "cargo b": "cargo build",
    "cargo check": ("@cargo @targets", ""),
    "cargo c": "cargo check",
    "cargo clean": ("@cargo --doc --dry-run,-n", ""),
    "cargo clippy": ("@cargo @targets --fix --no-deps --allow-dirty --allow-staged", "-- arguments*"),
    "cargo doc": ("@cargo @targets --open --no-deps --document-private-items", ""),
    "cargo d": "cargo doc",
    "cargo fetch": ("@cargo", ""),
    "cargo fix": (
        """
        @cargo @targets --edition --edition-idioms --broken-code --allow-dirty --allow-staged --allow-no-vcs
        """,
        "",
    ),
    "cargo fmt": ("@cargo --check", "-- arguments*"),
    "cargo init": ("--bin --lib --vcs= --edition= --name= --registry= @cargo", "path"),
    "cargo install": (
        """
        @cargo @registry --version,--vers= --git= --branch= --tag= --rev= --path= --root= --force,-f --no-track --bin=*
        --bins --example=* --examples --list --debug
        """,
        "crates*",
    ),
    "cargo login": ("--registry= @cargo", "token"),
    "cargo logout": ("--registry= @cargo", ""),
    "cargo metadata": ("--no-deps --format-version= --filter-platform=* @cargo", ""),
    "cargo new": ("--bin --lib --vcs= --edition= --name= --registry= @cargo", "path"),
    "cargo owner": ("@registry -a,--add=* --remove=* -l,--list @cargo", "crate"),
    "cargo package": ("@cargo @registry -l,--list --no-metadata --exclude-lockfile", ""),
    "cargo publish": ("@cargo @registry", ""),
    "cargo remove": ("@cargo --dev --build --dry-run,-n", "packages*"),
    "cargo rm": "cargo remove",
    "cargo run": ("@cargo --bin= --example=", "arguments... -- arguments*"),
    "cargo r": "cargo run",
    "cargo search": ("--limit= @registry @cargo", "query*"),
    "cargo test": ("@cargo @targets --no-run --no-fail-fast --doc", "pattern arguments* -- arguments*"),
    "cargo t": "cargo test",
    "cargo tree": (
        """
        @cargo -e,--edges= -i,--invert= --prune=* --depth= --prefix= --no-dedupe -d,--duplicates --charset= -f,--format=
        """,
        "package_text",
    ),
    "cargo uninstall": ("--bin=* --root= @cargo", "crates*"),
    "cargo update": ("@cargo --aggressive --recursive --precise= --dry-run --breaking", "packages*"),
    "cargo vendor": ("-s,--sync=* --no-delete --respect-source-config --versioned-dirs @cargo", "path"),
    "cargo yank": ("--version,--vers= --undo @registry @cargo", "crate"),
    "cmake": (
        """
        source:-S= build_folder:-B= define:-D=* cache:-C= undefine:-U=* generator:-G= toolset:-T= platform:-A=
        --toolchain= --install-prefix= --build= --install= --config= --clean-first -j,--parallel? -v,--verbose --open=
        --preset= --list-presets? --fresh --prefix= --component= --strip --graphviz= --log-level= --trace --trace-expand
        --find-package script:-P= command:-E=! --workflow -N -L --warn-uninitialized --debug-output --version
        """,
        "path -- arguments*",
    ),
    "go": ("", "@"),
    "go build": ("@go output:-o=", "packages*"),
    "go clean": ("@go -i -r -cache -testcache -modcache -fuzzcache", "packages*"),
    "go doc": ("-all -c -cmd -short -src -u -C=", "words*"),
    "go env": ("write:-w unset:-u -json -changed", "names*"),
    "go fix": ("-fix=", "packages*"),
    "go fmt": ("-n -x -mod=", "packages*"),
    "go generate": ("@go -run= -skip=", "packages*"),
    "go get": ("@go update:-u? tests:-t -d -tool", "packages*"),
    "go install": ("@go", "packages*"),
    "go list": (
        """
        @go format:-f= modules:-m update:-u -compiled -deps -e -export -find -test -versions -retracted -reuse=
        """,
        "packages*",
    ),
    "go mod": ("", "@"),
    "go mod download": ("-json -reuse= -x", "modules*"),
    "go mod edit": (
        """
        -require=* -droprequire=* -replace=* -dropreplace=* -exclude=* -dropexclude=* -go= -toolchain= -module= -fmt
        -print -json -godebug=* -tool=*
        """,
        "file",
    ),
    "go mod graph": ("-go= -x", ""),
    "go mod init": ("", "module"),
    "go mod tidy": ("-e -v -x -diff -go= -compat=", ""),
    "go mod vendor": ("-e -v -o=", ""),
    "go mod verify": ("", ""),
    "go mod why": ("modules:-m -vendor", "packages*"),
    "go run": ("@go -exec=", "package arguments..."),
    "go test": (
        """
        @go output:-o= compile:-c -exec= -args -bench= -benchmem -benchtime= -blockprofile= -count= -coverprofile= -cpu=
        -cpuprofile= -failfast -fullpath -fuzz= -fuzztime= -list= -memprofile= -mutexprofile= -outputdir= -parallel=
        -run= -short -shuffle= -skip= -timeout= -trace= -vet=
        """,
        "packages*",
    ),
    "go tool": ("-n -modfile=", "tool_name arguments..."),
    "go version": ("modules:-m -v -json", "files*"),
    "go vet": ("@go -vettool= -c=", "packages*"),
    "go work": ("", "@"),
    "just": (
        """
        -f,--justfile= -d,--working-directory= -n,--dry-run -l,--list? --summary --show,-s= --evaluate --choose -e,--edit
        --init --dump --dump-format= --fmt --check --shell= --shell-arg=* --clear-shell-args --unstable -u,--unsorted
        -v,--verbose -q,--quiet --no-deps --no-dotenv --dotenv-filename= -E,--dotenv-path= -c,--command=! --completions=
        --variables --yes --one --color= --highlight --no-highlight --timestamp --global-justfile,-g --groups --man
        --changelog -V,--version
        """,
        "variables= recipe arguments...",
    ),
    "make": (
        """
        -B,--always-make -C,--directory=* debug:-d debug:--debug? -e,--environment-overrides -E,--eval=*
        file:-f,--file,--makefile=* -i,--ignore-errors -I,--include-dir=* jobs/job_count:-j,--jobs?
        keep_going:-k,--keep-going load:-l,--load-average? -L,--check-symlink-times
        dry_run:-n,--just-print,--dry-run,--recon old_file:-o,--old-file,--assume-old=* -O,--output-sync?
        -p,--print-data-base -q,--question -r,--no-builtin-rules -R,--no-builtin-variables quiet:-s,--silent,--quiet
        --no-silent keep_going_off:-S,--no-keep-going,--stop -t,--touch --trace -v,--version -w,--print-directory
        --no-print-directory what_if:-W,--what-if,--new-file,--assume-new=* --warn-undefined-variables --shuffle? -b -m
        --jobserver-style=
        """,
        "variables= targets*",
    ),
    "ninja": (
        """
        --version -v,--verbose --quiet directory:-C= file:-f= jobs:-j= keep_going:-k= load:-l= dry_run:-n debug:-d=
        tool:-t=! warnings:-w=
        """,
        "targets*",
    ),
}

EXAMPLES = [
    ("cargo +nightly test --workspace a -- --nocapture", "cargo_test",
     {"toolchain": "nightly", "workspace": True, "pattern": "a", "arguments": ["--nocapture"]}),
    ("cargo publish --allow-dirty --token x", "cargo_publish", {"allow_dirty": True, "token": "x"}),
    ("cargo b -r", "cargo_build", {"release": True}),
    ("cargo nextest run", "cargo_nextest", {"argv": ["nextest", "run"]}),
    ("go test -run=X -v ./...", "go_test", {"run": "X", "v": True, "packages": ["./..."]}),
    ("go run --race ./cmd -x", "go_run", {"race": True, "package": "./cmd", "arguments": ["-x"]}),
    ("go mod tidy", "go_mod_tidy", {}),
    ("make -kj4 release V=2 -C lib", "make",
     {"keep_going": True, "jobs": True, "job_count": "4", "targets": ["release"], "variables": ["V=2"], "directory":
      ["lib"]}),
    ("make --dir=lib -n", "make", {"directory": ["lib"], "dry_run": True}),
    ("just -n A=1 deploy live -f", "just",
     {"dry_run": True, "variables": ["A=1"], "recipe": "deploy", "arguments": ["live", "-f"]}),
    ("cmake -S . -B out -DX=1", "cmake", {"source": ".", "build_folder": "out", "define": ["X=1"]}),
]  # fmt: skip
