"""What JavaScript's package managers and node take (npm 10, pnpm 9, yarn 1 and 4, bun 1.1, node 22)."""

from __future__ import annotations

STYLES = {"npm": "tree", "pnpm": "tree", "yarn": "plain", "bun": "plain", "node": "plain", "npx": "tree"}

SHARED = {
    "help": "help:-h,--help",
    "npm": """
    -g,--global --location= -w,--workspace=* --workspaces --include-workspace-root --prefix,-C= --registry,--reg=
    --userconfig= --globalconfig= --cache= --json --silent,-s --quiet,-q -d --loglevel= -f,--force -y,--yes --offline
    --prefer-offline --prefer-online --otp= --tag= --access= --dry-run --ignore-scripts --foreground-scripts
    --script-shell= --omit=* --include=* --production,--prod --only= --audit --fund --legacy-peer-deps --strict-peer-deps
    --package-lock --package-lock-only --color? --long,-l -p,--parseable --depth= --all,-a -v,--version --proxy=
    --https-proxy= --strict-ssl --ca= --cafile= --scope= --provenance --engine-strict --timing --usage --if-present
    --unicode --before= --install-links --cpu= --os= --libc=
    """,
    "save": "-S,--save -D,--save-dev -O,--save-optional -P,--save-prod -E,--save-exact -B,--save-bundle --save-peer",
    "pnpm": """
    -C,--dir= -w,--workspace-root -r,--recursive -F,--filter=* --filter-prod=* -g,--global -D,--dev --prod,-P
    --no-optional --offline --prefer-offline --frozen-lockfile --lockfile-only --fix-lockfile --force --ignore-scripts
    --ignore-workspace --registry= --store-dir= --loglevel= --reporter= -s,--silent --color --no-color --json --parallel
    --stream --aggregate-output --resume-from= --no-bail --if-present --latest,-L -i,--interactive --depth= --long
    --parseable --tag= --access= --dry-run --otp= --no-git-checks --publish-branch= --report-summary --save --no-save
    --workspace --global-dir= --shamefully-hoist --strict-peer-dependencies --production --virtual-store-dir=
    --child-concurrency= --fail-if-no-match --test-pattern=*
    """,
    "yarn": """
    --cwd= -s,--silent --json --offline --prefer-offline --frozen-lockfile --immutable --immutable-cache --check-cache
    --pure-lockfile --no-lockfile --production,--prod? --ignore-scripts --ignore-engines --ignore-platform
    --ignore-optional --force --flat --har --non-interactive --registry= --cache-folder= --modules-folder=
    --network-timeout= --network-concurrency= --mutex= --verbose --no-progress --no-bin-links --link-duplicates
    --check-files --skip-integrity-check --focus -W,--ignore-workspace-root-check --inline-builds --mode=
    --refresh-lockfile
    """,
    "yarn-save": """
    -D,--dev -P,--peer -O,--optional -E,--exact -T,--tilde -C,--caret --cached -A,--all -i,--interactive --prefer-dev -F
    --audit
    """,
    "bun": """
    -c,--config? --cwd= -y,--yarn -p,--production --no-save --save --ca= --cafile= --dry-run --frozen-lockfile -f,--force
    --cache-dir= --no-cache --silent --verbose --no-progress --no-summary --no-verify --ignore-scripts --trust
    -g,--global --backend= --registry= --concurrent-scripts= --network-concurrency= --save-text-lockfile --omit=*
    -d,--dev -D,--development --optional --peer -E,--exact --filter=* --only-missing --lockfile-only --linker=
    """,
    "bun-run": """
    -b,--bun --watch --hot --smol -r,--preload=* --inspect? --inspect-wait? --inspect-brk? --if-present --no-install
    --install= -i -e,--eval= --print= --prefer-offline --prefer-latest --port= --env-file=* --cwd= -c,--config? --silent
    --shell= -F,--filter=* --conditions=* --define,-d=* --loader,-l=* --tsconfig-override= --no-clear-screen --title=
    --elide-lines=
    """,
}

COMMANDS = {
    "npm": ("@npm", "@"),
    "npm access": ("@npm", "action values*"),
    "npm adduser": ("@npm --auth-type=", ""),
    "npm audit": ("@npm --audit-level=", "@"),
    "npm audit fix": ("@npm", ""),
    "npm bin": ("@npm", ""),
    "npm cache": ("@npm", "action values*"),
    "npm ci": ("@npm", ""),
    "npm clean-install": "npm ci",
    "npm config": ("@npm -L= --editor=", "action values*"),
    "npm c": "npm config",
    "npm create": "npm init",
    "npm dedupe": ("@npm", ""),
    "npm deprecate": ("@npm", "package message"),
    "npm dist-tag": ("@npm", "action package dist_tag"),
    "npm exec": ("@npm --package=* -c,--call=", "command... -- command*"),
    "npm x": "npm exec",
    "npm explain": ("@npm", "packages*"),
    "npm get": ("@npm", "keys*"),
    "npm init": ("@npm -e,--esm --init-type=", "initializer values* -- values*"),
    "npm innit": "npm init",
    "npm install": ("@npm @save --no-save --install-strategy= --global-style --bin-links", "packages*"),
    "npm i": "npm install",
    "npm in": "npm install",
    "npm add": "npm install",
    "npm install-test": "npm install",
    "npm link": ("@npm @save", "packages*"),
    "npm login": ("@npm --auth-type=", ""),
    "npm logout": ("@npm", ""),
    "npm ls": ("@npm --link", "packages*"),
    "npm list": "npm ls",
    "npm ll": "npm ls",
    "npm outdated": ("@npm", "packages*"),
    "npm owner": ("@npm", "action values*"),
    "npm pack": ("@npm --pack-destination=", "packages*"),
    "npm pkg": ("@npm", "action values*"),
    "npm prune": ("@npm", "packages*"),
    "npm publish": ("@npm", "package"),
    "npm query": ("@npm", "selector"),
    "npm rebuild": ("@npm", "packages*"),
    "npm restart": ("@npm", "arguments* -- arguments*"),
    "npm root": ("@npm", ""),
    "npm run": ("@npm", "script arguments* -- arguments*"),
    "npm run-script": "npm run",
    "npm rum": "npm run",
    "npm search": ("@npm", "words*"),
    "npm set": ("@npm", "values*"),
    "npm start": ("@npm", "arguments* -- arguments*"),
    "npm stop": ("@npm", "arguments* -- arguments*"),
    "npm test": ("@npm", "arguments* -- arguments*"),
    "npm t": "npm test",
    "npm tst": "npm test",
    "npm token": ("@npm --read-only --cidr=*", "action values*"),
    "npm uninstall": ("@npm @save --no-save", "packages*"),
    "npm un": "npm uninstall",
    "npm remove": "npm uninstall",
    "npm rm": "npm uninstall",
    "npm r": "npm uninstall",
    "npm unlink": "npm uninstall",
    "npm unpublish": ("@npm", "package"),
    "npm update": ("@npm @save", "packages*"),
    "npm up": "npm update",
    "npm upgrade": "npm update",
    "npm version": (
        """
        @npm --allow-same-version --git-tag-version --commit-hooks --preid= --sign-git-tag -m,--message=
        """,
        "newversion",
    ),
    "npm view": ("@npm", "package fields*"),
    "npm info": "npm view",
    "npm show": "npm view",
    "npm whoami": ("@npm", ""),
    "npx": ("@npm --package=* -c,--call= --no --no-install --ignore-existing", "command... -- command*"),
    "pnpm": ("@pnpm -v,--version", "@"),
    "pnpm add": ("@pnpm @save --allow-build=*", "packages*"),
    "pnpm approve-builds": ("@pnpm", ""),
    "pnpm audit": ("@pnpm --fix --audit-level= --ignore-registry-errors", ""),
    "pnpm config": ("@pnpm --location=", "action key value"),
    "pnpm deploy": ("@pnpm --legacy", "directory"),
    "pnpm dlx": ("@pnpm --package=* -c,--shell-mode", "command..."),
    "pnpm exec": ("@pnpm -c,--shell-mode", "command..."),
    "pnpm init": ("@pnpm --init-type= --bare", ""),
    "pnpm install": (
        """
        @pnpm --prefer-frozen-lockfile --side-effects-cache --use-store-server --no-frozen-lockfile
        """,
        "packages*",
    ),
    "pnpm i": "pnpm install",
    "pnpm link": ("@pnpm", "packages*"),
    "pnpm ln": "pnpm link",
    "pnpm list": ("@pnpm --only-projects", "packages*"),
    "pnpm ls": "pnpm list",
    "pnpm outdated": ("@pnpm --compatible --format=", "packages*"),
    "pnpm pack": ("@pnpm --pack-destination= --out=", ""),
    "pnpm patch": ("@pnpm --edit-dir= --ignore-existing", "package"),
    "pnpm prune": ("@pnpm", ""),
    "pnpm publish": ("@pnpm", "package"),
    "pnpm rebuild": ("@pnpm --pending", "packages*"),
    "pnpm remove": ("@pnpm @save", "packages*"),
    "pnpm rm": "pnpm remove",
    "pnpm un": "pnpm remove",
    "pnpm uninstall": "pnpm remove",
    "pnpm run": ("@pnpm --no-sort --reverse --sequential", "script arguments..."),
    "pnpm run-script": "pnpm run",
    "pnpm start": ("@pnpm", "arguments..."),
    "pnpm store": ("@pnpm", "action values*"),
    "pnpm test": ("@pnpm", "arguments..."),
    "pnpm t": "pnpm test",
    "pnpm unlink": ("@pnpm", "packages*"),
    "pnpm update": ("@pnpm @save", "packages*"),
    "pnpm up": "pnpm update",
    "pnpm why": ("@pnpm", "packages*"),
    "yarn": ("@yarn -v,--version", "@"),
    "yarn add": ("@yarn @yarn-save", "packages*"),
    "yarn audit": ("@yarn --level= --groups=", ""),
    "yarn cache": ("@yarn --pattern= --all --mirror", "action"),
    "yarn config": ("@yarn -g,--global", "action key value"),
    "yarn create": ("@yarn -p,--package=* -q,--quiet", "command..."),
    "yarn dlx": ("@yarn -p,--package=* -q,--quiet", "command..."),
    "yarn exec": ("@yarn", "command..."),
    "yarn global": ("@yarn --prefix= --global-folder=", "@"),
    "yarn global add": ("@yarn @yarn-save", "packages*"),
    "yarn global remove": ("@yarn", "packages*"),
    "yarn init": ("@yarn -y,--yes -p,--private -i -2 -w,--workspace -n,--name=", ""),
    "yarn install": ("@yarn -A,--audit", ""),
    "yarn link": ("@yarn -A,--all -p,--private -r,--relative", "packages*"),
    "yarn list": ("@yarn --depth= --pattern=", ""),
    "yarn npm": ("@yarn", "@"),
    "yarn npm login": ("@yarn --publish --always-auth", ""),
    "yarn npm publish": ("@yarn --access= --tag= --tolerate-republish --otp= --provenance -n,--dry-run", ""),
    "yarn outdated": ("@yarn", "packages*"),
    "yarn pack": ("@yarn -f,--filename= -n,--dry-run -o,--out=", ""),
    "yarn publish": ("@yarn --access= --tag= --new-version= --otp= --major --minor --patch", "package"),
    "yarn remove": ("@yarn @yarn-save", "packages*"),
    "yarn run": ("@yarn --inspect? --inspect-brk? -T,--top-level -B,--binaries-only", "script arguments..."),
    "yarn set": ("@yarn", "action values*"),
    "yarn start": ("@yarn", "arguments..."),
    "yarn test": ("@yarn", "arguments..."),
    "yarn unlink": ("@yarn -A,--all", "packages*"),
    "yarn up": ("@yarn @yarn-save -R,--recursive", "packages*"),
    "yarn upgrade": ("@yarn @yarn-save -L,--latest -S,--scope= --pattern=", "packages*"),
    "yarn version": (
        """
        @yarn --new-version= --major --minor --patch --no-git-tag-version --message= --prerelease --preid= -d,--deferred
        """,
        "strategy",
    ),
    "yarn why": ("@yarn -R,--recursive --peers", "package"),
    "yarn workspace": ("@yarn", "workspace command..."),
    "yarn workspaces": ("@yarn", "@"),
    "bun": ("-v,--version --revision @bun-run", "@ script arguments..."),
    "bun add": ("@bun", "packages*"),
    "bun a": "bun add",
    "bun build": (
        """
        --outdir= --outfile= --target= --format= --minify --splitting --sourcemap? --watch --compile --bytecode
        -e,--external=* --packages=
        """,
        "entrypoints*",
    ),
    "bun create": ("--force --no-install --no-git --open", "template destination"),
    "bun init": ("-y,--yes -m,--minimal -r,--react?", "directory"),
    "bun install": ("@bun", "packages*"),
    "bun i": "bun install",
    "bun link": ("@bun", "packages*"),
    "bun outdated": ("@bun", "packages*"),
    "bun pm": ("-g,--global -a,--all", "@"),
    "bun pm cache": ("", "action"),
    "bun pm trust": ("-a,--all", "packages*"),
    "bun publish": ("@bun --access= --tag= --otp= --auth-type= --tolerate-republish --gzip-level=", "package"),
    "bun remove": ("@bun", "packages*"),
    "bun rm": "bun remove",
    "bun run": ("@bun-run", "script arguments..."),
    "bun test": (
        """
        --coverage --bail? --timeout= -t,--test-name-pattern= --update-snapshots,-u --rerun-each= --only --todo --watch
        --preload,-r=* --reporter= --reporter-outfile=
        """,
        "paths*",
    ),
    "bun update": ("@bun --latest -i,--interactive", "packages*"),
    "bun upgrade": ("--canary --stable", ""),
    "bun x": ("--bun -p,--package= --no-install --verbose --silent", "command..."),
    "node": (
        """
        code:-e,--eval=! print:-p,--print=! -c,--check -i,--interactive -r,--require=* --import=* --inspect?
        --inspect-brk? --watch --watch-path=* --env-file=* --env-file-if-exists=* --test --test-name-pattern=*
        --test-reporter=* --run= --experimental-loader=* --loader=* --no-warnings --trace-warnings --max-old-space-size=
        -C,--conditions=* --input-type= --enable-source-maps --permission --allow-fs-read=* --allow-fs-write=*
        --allow-child-process --experimental-strip-types -v,--version --expose-gc --trace-uncaught
        --unhandled-rejections= --stack-trace-limit= --title= --use-openssl-ca --use-system-ca
        """,
        "script!code!print script_args...",
    ),
}

EXAMPLES = [
    ("npm publish --tag next --acc public", "npm_publish", {"tag": "next", "access": "public"}),
    ("npm i -gD a b", "npm_install", {"global": True, "save_dev": True, "packages": ["a", "b"]}),
    ("npm --prefix web ci --no-audit", "npm_ci", {"prefix": "web", "audit": False}),
    ("npm run build -- --watch", "npm_run", {"script": "build", "arguments": ["--watch"]}),
    ("npx -y create-x app", "npx", {"yes": True, "command": ["create-x", "app"]}),
    ("pnpm -r --filter web add -D a", "pnpm_add",
     {"recursive": True, "filter": ["web"], "dev": True, "packages": ["a"]}),
    ("pnpm dlx create-x -y", "pnpm_dlx", {"command": ["create-x", "-y"]}),
    ("yarn add -D a", "yarn_add", {"dev": True, "packages": ["a"]}),
    ("yarn npm publish --access public", "yarn_npm_publish", {"access": "public"}),
    ("yarn build", "yarn_build", {"argv": ["build"]}),
    ("bun add -d a", "bun_add", {"dev": True, "packages": ["a"]}),
    ("bun x.ts --port 1", "bun", {"script": "x.ts", "arguments": ["--port", "1"]}),
    ("node -e 'x()' a", "node", {"code": "x()", "script_args": ["a"]}),
    ("node --inspect x.js -v", "node", {"inspect": True, "script": "x.js", "script_args": ["-v"]}),
]  # fmt: skip
