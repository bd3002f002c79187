"""What Python's programs take (Python 3.13, pip 25, pytest 8, uv 0.5, Poetry 2, PDM 2.20, Hatch 1.13, conda 24)."""

from __future__ import annotations

STYLES = {
    "python": "plain",
    "pip": "gnu",
    "uv": "plain",
    "poetry": "plain",
    "pdm": "gnu",
    "hatch": "plain",
    "conda": "gnu",
}

SHARED = {
    "index": """
    -i,--index-url,--pypi-url= --extra-index-url=* --no-index -f,--find-links=* --trusted-host=* --pre --only-binary=*
    --no-binary=* --prefer-binary --require-hashes --no-build-isolation --use-pep517 -c,--constraint=* -r,--requirement=*
    --no-deps -e,--editable=* --platform=* --python-version= --implementation= --abi=* --global-option=*
    -C,--config-settings=* --no-clean --progress-bar= --src= --use-feature=* --group=*
    """,
    "conda": """
    -n,--name= -p,--prefix= -c,--channel=* --override-channels -y,--yes -d,--dry-run --json -q,--quiet -v,--verbose
    --offline --file=* --force --force-reinstall --no-deps --only-deps --no-pin --solver= -S,--satisfied-skip-solve
    -C,--use-index-cache --strict-channel-priority --no-default-packages --clone= --download-only --freeze-installed
    --update-deps --update-all
    """,
    "uv": """
    --index=* --default-index= -i,--index-url= --extra-index-url=* -f,--find-links=* --no-index -U,--upgrade
    -P,--upgrade-package=* --reinstall --reinstall-package=* --resolution= --prerelease= --exclude-newer= -p,--python=
    --frozen --locked --no-sync --extra=* --all-extras --no-extra=* --dev --no-dev --only-dev --group=* --no-group=*
    --all-groups --only-group=* --package= --all-packages --active --no-build-isolation --no-build --no-binary
    --no-sources --link-mode= --compile-bytecode -n,--no-cache --cache-dir= --refresh --refresh-package=*
    -C,--config-setting=* -v,--verbose -q,--quiet --offline --native-tls --allow-insecure-host=* --color= --no-progress
    --directory= --project= --config-file= --no-config --managed-python --no-managed-python --no-python-downloads
    --index-strategy= --keyring-provider= --dry-run -r,--requirements,--requirement=* -c,--constraints,--constraint=*
    --overrides=* -e,--editable=* --no-editable
    """,
    "pip-uv": """
    --system --break-system-packages --target= --prefix= --no-deps --require-hashes --user --strict -y,--yes --exact
    """,
    "poetry": """
    -G,--group= --dev,-D -E,--extras=* --optional --python= --platform= --source= --allow-prereleases --dry-run --lock
    -e,--editable
    """,
    "sync": """
    --with=* --without=* --only=* --sync --no-root --no-directory --all-extras --all-groups --compile --only-root
    --no-dev
    """,
    "pdm": """
    -p,--project= -L,--lockfile= -G,--group=* -d,--dev -g,--global --no-lock --no-sync --frozen-lockfile -v,--verbose
    -q,--quiet --venv= -k,--skip=*
    """,
}

COMMANDS = {
    "conda": ("-v,--verbose --no-plugins -V,--version", "@"),
    "conda activate": ("--stack --no-stack", "environment"),
    "conda clean": (
        """
        -a,--all -i,--index-cache -p,--packages -t,--tarballs -f,--force-pkgs-dirs -y,--yes -d,--dry-run --json
        """,
        "",
    ),
    "conda config": (
        """
        --add=* --append=* --prepend=* --set=* --get --show --remove=* --remove-key=* --system --env --file= --describe
        --write-default --show-sources --stdin --json --validate
        """,
        "values*",
    ),
    "conda create": ("@conda", "packages*"),
    "conda env": ("", "@"),
    "conda env create": ("@conda -f=*", "environment"),
    "conda env export": ("@conda --no-builds --from-history -f=*", ""),
    "conda env list": ("--json", ""),
    "conda env remove": ("@conda", ""),
    "conda env update": ("@conda --prune -f=*", ""),
    "conda info": ("--json -e,--envs -a,--all --base", "packages*"),
    "conda install": ("@conda --revision=", "packages*"),
    "conda list": ("-n,--name= -p,--prefix= --json -e,--export --explicit -r,--revisions -f,--full-name", "pattern"),
    "conda remove": ("@conda --all --features --keep-env", "packages*"),
    "conda uninstall": "conda remove",
    "conda run": ("-n,--name= -p,--prefix= --cwd= --no-capture-output,--live-stream -v,--verbose --dev", "command..."),
    "conda search": ("@conda -i,--info", "packages*"),
    "conda update": ("@conda --all,-a", "packages*"),
    "conda upgrade": "conda update",
    "hatch": (
        """
        -e,--env= -p,--project= -v,--verbose+ -q,--quiet+ --color --no-color --data-dir= --cache-dir= --config=
        """,
        "@",
    ),
    "hatch build": ("-t,--target=* --hooks-only --no-hooks -c,--clean --clean-hooks-after --clean-only", "location"),
    "hatch clean": ("-t,--target=* --hooks-only --no-hooks --ext", "location"),
    "hatch env": ("", "@"),
    "hatch env create": ("", "environment"),
    "hatch env prune": ("", ""),
    "hatch env remove": ("", "environment"),
    "hatch env run": (
        """
        -e,--env=* -i,--include=* -x,--exclude=* -f,--filter= --force-continue --ignore-compat
        """,
        "command...",
    ),
    "hatch env show": ("--json --ascii -i,--internal --force-ascii", "environments*"),
    "hatch fmt": ("-l,--linter -f,--formatter --check --preview --sync", "command*"),
    "hatch new": ("-i,--interactive --cli --init", "name location"),
    "hatch publish": (
        """
        -r,--repo= -u,--user= -a,--auth= --ca-cert= --client-cert= -p,--publisher= -o,--option=* --yes,-y -n,--no-prompt
        --initialize-auth
        """,
        "artifacts*",
    ),
    "hatch run": ("", "command..."),
    "hatch shell": ("", "environment"),
    "hatch test": (
        """
        -r,--randomize -p,--parallel --retries= --retry-delay= -c,--cover --cover-quiet -a,--all --python= -i,--include=*
        -x,--exclude=*
        """,
        "paths* -- arguments*",
    ),
    "hatch version": ("--force -f", "desired_version"),
    "pdm": (
        """
        -V,--version -c,--config= -v,--verbose -q,--quiet -I,--ignore-python --no-cache -n,--non-interactive --pep582?
        """,
        "@",
    ),
    "pdm add": (
        """
        @pdm -e,--editable=* --prerelease --stable --save-compatible --save-exact --save-minimum --update-reuse
        -u,--unconstrained --dry-run
        """,
        "packages*",
    ),
    "pdm build": ("--no-sdist --no-wheel -d,--dest= --no-clean -C,--config-setting=* @pdm", ""),
    "pdm cache": ("", "@"),
    "pdm config": ("-l,--local -d,--delete --edit", "key value"),
    "pdm install": (
        """
        @pdm --check --no-default,--without-default --no-self --no-editable --dry-run --prod,--production --clean
        --plugins -x,--no-isolation
        """,
        "",
    ),
    "pdm list": ("@pdm --tree --json --csv --markdown --freeze --fields= --sort=", "patterns*"),
    "pdm lock": ("@pdm --refresh --check --update-reuse -S,--strategy=* --platform=* --exclude-newer=", ""),
    "pdm publish": (
        """
        @pdm -r,--repository= -u,--username= -P,--password= -S,--sign -i,--identity= -c,--comment= --no-build --dest=
        --skip-existing --no-very-ssl --ca-certs=
        """,
        "",
    ),
    "pdm remove": ("@pdm --dry-run", "packages*"),
    "pdm run": ("-s,--site-packages --json --recreate @pdm -l,--list", "command..."),
    "pdm sync": (
        """
        @pdm --clean --only-keep --dry-run -r,--reinstall --no-self --no-editable --prod,--production --clean-unselected
        """,
        "",
    ),
    "pdm update": (
        """
        @pdm --update-all --update-eager --update-reuse -u,--unconstrained -t,--top --outdated --dry-run --prerelease
        --no-self
        """,
        "packages*",
    ),
    "pip": (
        """
        --isolated --require-virtualenv --python= -v,--verbose+ -V,--version -q,--quiet --log= --no-input --proxy=
        --retries= --timeout= --exists-action= --trusted-host=* --cert= --client-cert= --cache-dir= --no-cache-dir
        --disable-pip-version-check --no-color --debug --keyring-provider= --use-feature=* --use-deprecated=*
        """,
        "@",
    ),
    "pip cache": ("--format=", "@"),
    "pip cache purge": ("", ""),
    "pip check": ("", ""),
    "pip config": ("--editor= --global --user --site", "@"),
    "pip config set": ("", "key value"),
    "pip download": ("@index -d,--dest=", "packages*"),
    "pip freeze": ("-r,--requirement=* -l,--local --user --path=* --all --exclude-editable --exclude=*", ""),
    "pip index": ("", "@"),
    "pip install": (
        """
        @index -t,--target= --dry-run --user --root= --prefix= -U,--upgrade --upgrade-strategy= --force-reinstall
        -I,--ignore-installed --ignore-requires-python --break-system-packages --compile --no-compile
        --no-warn-script-location --no-warn-conflicts --report= --root-user-action= --python-version=
        --check-build-dependencies
        """,
        "packages*",
    ),
    "pip list": (
        """
        @index -o,--outdated -u,--uptodate -l,--local --user --path=* --format= --not-required --exclude-editable
        --exclude=*
        """,
        "",
    ),
    "pip show": ("-f,--files", "packages*"),
    "pip uninstall": ("-y,--yes -r,--requirement=* --root-user-action= --break-system-packages", "packages*"),
    "pip remove": "pip uninstall",
    "pip wheel": ("@index -w,--wheel-dir=", "packages*"),
    "poetry": (
        """
        -q,--quiet -v,--verbose+ -n,--no-interaction --no-plugins --no-cache -P,--project= -C,--directory= --ansi
        --no-ansi -V,--version
        """,
        "@",
    ),
    "poetry add": ("@poetry", "packages*"),
    "poetry build": ("-f,--format= --clean -o,--output= -l,--local-version= --config-settings=*", ""),
    "poetry cache": ("", "@"),
    "poetry check": ("--lock --strict", ""),
    "poetry config": ("--list --unset --local --migrate", "key value*"),
    "poetry env": ("", "@"),
    "poetry env remove": ("--all", "environments*"),
    "poetry env use": ("", "python"),
    "poetry init": ("--name= --description= --author= --python= --dependency=* --dev-dependency=* -l,--license=", ""),
    "poetry install": ("@sync -E,--extras=* --dry-run", ""),
    "poetry lock": ("--regenerate --no-update --check", ""),
    "poetry new": ("--name= --src --flat -i,--interactive --readme= --description= --author= --python=", "path"),
    "poetry publish": (
        """
        -r,--repository= -u,--username= -p,--password= --cert= --client-cert= --dist-dir= --build --dry-run
        --skip-existing
        """,
        "",
    ),
    "poetry remove": ("-G,--group= --dev,-D --dry-run --lock", "packages*"),
    "poetry run": ("", "command..."),
    "poetry self": ("", "@"),
    "poetry self update": ("--preview --dry-run", "version_text"),
    "poetry shell": ("", ""),
    "poetry show": ("@sync -t,--tree -l,--latest -o,--outdated -a,--all -T,--top-level --why", "package"),
    "poetry sync": ("@sync -E,--extras=* --dry-run", ""),
    "poetry update": ("@sync --dry-run --lock", "packages*"),
    "poetry version": ("-s,--short --dry-run --next-phase", "rule"),
    "pytest": (
        """
        -x,--exitfirst -v,--verbose+ -q,--quiet no_capture:-s --capture= keyword:-k= marker:-m=
        workers:-n,--numprocesses= last_failed:--lf,--last-failed failed_first:--ff,--failed-first --maxfail= --cov?*
        --cov-report=* --cov-config= --cov-fail-under= --cov-append --cov-branch --no-cov --markers --fixtures --pdb
        --pdbcls= --trace --strict-markers --strict-config --strict -c,--config-file= --rootdir= --co,--collect-only
        --pyargs --ignore=* --ignore-glob=* --deselect=* --confcutdir= --noconftest --import-mode= --doctest-modules
        --doctest-glob=* --doctest-continue-on-collection-errors --basetemp= -o,--override-ini=* --assert= --setup-only
        --setup-show --setup-plan --log-level= --log-cli-level= --log-file= --log-format= -r= --tb= -l,--showlocals
        --full-trace --color= --durations= --durations-min= --junitxml,--junit-xml= -p=* -W,--pythonwarnings=*
        --disable-warnings --dist= --maxprocesses= --looponfail,-f --nf,--new-first --cache-show? --cache-clear
        --sw,--stepwise --stepwise-skip --no-header --no-summary --runxfail --debug? -V,--version --reruns=
        --reruns-delay= --timeout= --benchmark-only --benchmark-skip --snapshot-update --hypothesis-seed=
        --hypothesis-profile= --asyncio-mode= --count= --randomly-seed= --tx=* --rsyncdir=*
        """,
        "paths*",
    ),
    "python": (
        """
        module:-m=! code:-c=! unbuffered:-u version:-V,--version isolated:-I no_user_site:-s no_site:-S optimize:-O+
        warnings:-W=* no_bytecode:-B debug:-d ignore_environment:-E interactive:-i quiet:-q verbose:-v skip_first_line:-x
        implementation:-X=* bytes:-b safe_path:-P hash:-R check_hash:--check-hash-based-pycs= help_env:--help-env
        help_all:--help-all help:-h,--help
        """,
        "script!module!code script_args...",
    ),
    "uv": ("@uv -V,--version", "@"),
    "uv add": (
        """
        @uv --optional= --rev= --tag= --branch= --raw --bounds= --script= --marker= --workspace --no-workspace
        """,
        "packages*",
    ),
    "uv build": ("@uv --sdist --wheel -o,--out-dir= --clear", "path"),
    "uv cache": ("@uv", "@"),
    "uv cache clean": ("--force", "packages*"),
    "uv cache prune": ("--ci --force", ""),
    "uv export": (
        """
        @uv --format= -o,--output-file= --no-hashes --no-header --no-annotate --no-emit-project --prune=*
        """,
        "",
    ),
    "uv init": (
        """
        --name= --package --no-package --app --lib --script= --bare --no-readme --build-backend= --vcs= --description=
        """,
        "path",
    ),
    "uv lock": ("@uv --check --script=", ""),
    "uv pip": ("@uv", "@"),
    "uv pip check": ("@uv @pip-uv", ""),
    "uv pip compile": (
        """
        @uv @pip-uv -o,--output-file= --generate-hashes --no-header --universal --annotation-style= --python-version=
        """,
        "files*",
    ),
    "uv pip freeze": ("@uv @pip-uv --exclude-editable", ""),
    "uv pip install": ("@uv @pip-uv", "packages*"),
    "uv pip list": ("@uv @pip-uv --outdated --format= --exclude=*", ""),
    "uv pip show": ("@uv @pip-uv --files", "packages*"),
    "uv pip sync": ("@uv @pip-uv --allow-empty-requirements", "files*"),
    "uv pip tree": ("@uv @pip-uv --depth= --invert --outdated", ""),
    "uv pip uninstall": ("@uv @pip-uv", "packages*"),
    "uv publish": (
        """
        @uv --publish-url= -u,--username= -p,--password= -t,--token= --trusted-publishing= --check-url= --skip-existing
        """,
        "files*",
    ),
    "uv python": ("@uv", "@"),
    "uv python install": ("--mirror= -r,--reinstall -f,--force --default --install-dir=", "targets*"),
    "uv python list": ("--all-versions --only-installed --only-downloads --show-urls", "request"),
    "uv python pin": ("--resolved --global --rm", "request"),
    "uv python uninstall": ("--all", "targets*"),
    "uv remove": ("@uv --optional= --script=", "packages*"),
    "uv run": (
        """
        @uv -m,--module -s,--script --gui-script --with=* --with-editable=* --with-requirements=* --isolated --env-file=*
        --no-env-file --exact
        """,
        "command...",
    ),
    "uv self": ("", "@"),
    "uv self update": ("--token= --dry-run", "version_text"),
    "uv sync": (
        """
        @uv --inexact --check --no-install-project --no-install-workspace --no-install-package=* --script=
        """,
        "",
    ),
    "uv tool": ("@uv", "@"),
    "uv tool install": ("@uv --with=* --force --with-editable=* --with-executables-from=*", "package"),
    "uv tool list": ("--show-paths --show-version-specifiers --show-with", ""),
    "uv tool run": ("@uv --from= --with=* --isolated", "command..."),
    "uv tool uninstall": ("--all", "names*"),
    "uv tool upgrade": ("@uv --all", "names*"),
    "uv tree": ("@uv --universal --depth= --prune=* --invert --outdated", ""),
    "uv venv": ("@uv --seed -c,--clear --prompt= --system-site-packages --relocatable --allow-existing", "path"),
    "uv version": ("@uv --bump= --short --output-format=", "value"),
}

EXAMPLES = [
    ("python -m http.server -d out 80", "python", {"module": "http.server", "script_args": ["-d", "out", "80"]}),
    ("python3 -uc 'print(1)' -x", "python", {"unbuffered": True, "code": "print(1)", "script_args": ["-x"]}),
    ("python3 -I x.py -a b", "python", {"isolated": True, "script": "x.py", "script_args": ["-a", "b"]}),
    ("pip3.11 install x", "pip_install", {"packages": ["x"]}),
    ("python3.12 x.py", "python", {"script": "x.py"}),
    ("pip3 install -r a.txt --index http://x --up -- requests", "pip_install",
     {"requirement": ["a.txt"], "index_url": "http://x", "packages": ["requests"]}, ["--up"]),
    ("pip install -e . --no-deps -q", "pip_install", {"editable": ["."], "no_deps": True, "quiet": True}),
    ("pip uninstall -y a b", "pip_uninstall", {"yes": True, "packages": ["a", "b"]}),
    ("pytest -vvx -k 'a and b' --cov=src tests", "pytest",
     {"verbose": 2, "exitfirst": True, "keyword": "a and b", "cov": ["src"], "paths": ["tests"]}),
    ("uv pip install --system -U ruff", "uv_pip_install", {"system": True, "upgrade": True, "packages": ["ruff"]}),
    ("uv run --with rich python -x", "uv_run", {"with": ["rich"], "command": ["python", "-x"]}),
    ("uv add --dev pytest", "uv_add", {"dev": True, "packages": ["pytest"]}),
    ("poetry publish --build -r pypi", "poetry_publish", {"build": True, "repository": "pypi"}),
    ("poetry add -G dev pytest", "poetry_add", {"group": "dev", "packages": ["pytest"]}),
    ("pdm add -dG test pytest", "pdm_add", {"dev": True, "group": ["test"], "packages": ["pytest"]}),
    ("hatch env remove test", "hatch_env_remove", {"environment": "test"}),
    ("conda install -yn base numpy", "conda_install", {"yes": True, "name": "base", "packages": ["numpy"]}),
    ("conda env remove -n old", "conda_env_remove", {"name": "old"}),
]  # fmt: skip
