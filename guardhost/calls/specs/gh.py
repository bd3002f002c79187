"""What the commands of GitHub's `gh` take, as of gh 2.80. Literals only: this file's compiled form is the compiled spec.

The notation is told in `guardhost/calls/notation.py`. The options of a group (`gh pr -R owner/name`) hold for its commands.
"""

from __future__ import annotations

SHARED = {
    "help": "--help,-h",
    "repo": "-R,--repo=",
    "json": "-q,--jq= --json= -t,--template=",
    "format": "--format= -q,--jq= -t,--template=",
    "text": "-b,--body= -F,--body-file=",
    "comment": "-b,--body= -F,--body-file= --edit-last --delete-last --create-if-none --yes -e,--editor -w,--web",
    "codespace": "-c,--codespace= -R,--repo= --repo-owner=",
    "search": """
    --app= --archived --assignee= --author= --closed= --commenter= --comments= --created= --interactions= --involves=
    @json --label=* --language= -L,--limit= --locked --match=* --mentions= --milestone= --no-assignee --no-label
    --no-milestone --no-project --order= --owner=* --project= --reactions= --repo,-R=* --sort= --state= --team-mentions=
    --updated= --visibility=* -w,--web
    """,
    "scope": "-a,--app= -e,--env= -o,--org= -u,--user",
    "verify": """
    -b,--bundle= --bundle-from-oci --cert-identity= -i,--cert-identity-regex= --cert-oidc-issuer= --custom-trusted-root=
    --deny-self-hosted-runners -d,--digest-alg= --digestAlg= @format --hostname= -L,--limit= --no-public-good -o,--owner=
    --predicate-type= -R,--repo= --signer-digest= --signer-repo= --signer-workflow= --source-digest= --source-ref=
    """,
}

COMMANDS = {
    "": ("--version", "@"),
    "accessibility": ("-w,--web", ""),
    "a11y": "accessibility",
    "agent-task": ("", "@"),
    "agent": "agent-task",
    "agents": "agent-task",
    "agent-tasks": "agent-task",
    "agent-task create": ("-b,--base= -a,--custom-agent= --follow -F,--from-file= @repo", "description"),
    "agent-task list": ("-L,--limit= -w,--web @json", ""),
    "agent-task view": ("--follow --log -w,--web @repo @json", "task"),
    "alias": ("", "@"),
    "alias delete": ("--all", "alias"),
    "alias import": ("--clobber", "file"),
    "alias list": ("", ""),
    "alias set": ("--clobber -s,--shell", "alias expansion"),
    "api": (
        """
        --cache= -F,--field=* -H,--header=* --hostname= -i,--include --input= -q,--jq= -X,--method= --paginate --slurp
        -p,--preview=* -f,--raw-field=* --silent -t,--template= --verbose
        """,
        "endpoint",
    ),
    "attestation": ("", "@"),
    "at": "attestation",
    "attestation download": (
        """
        -d,--digest-alg= --hostname= -L,--limit= -o,--owner= --predicate-type= -R,--repo=
        """,
        "artifact",
    ),
    "attestation trusted-root": ("--hostname= --tuf-root= --tuf-url= --verify-only", ""),
    "attestation verify": ("@verify", "artifact"),
    "auth": ("", "@"),
    "auth login": (
        """
        -c,--clipboard -p,--git-protocol= -h,--hostname= --insecure-storage -s,--scopes=* --skip-ssh-key -w,--web
        --with-token
        """,
        "",
    ),
    "auth logout": ("-h,--hostname= -u,--user=", ""),
    "auth refresh": (
        """
        -c,--clipboard -h,--hostname= --insecure-storage -r,--remove-scopes=* --reset-scopes -s,--scopes=*
        """,
        "",
    ),
    "auth setup-git": ("-f,--force -h,--hostname=", ""),
    "auth status": ("-a,--active -h,--hostname= --json= -q,--jq= --template= -t,--show-token", ""),
    "auth switch": ("-h,--hostname= -u,--user=", ""),
    "auth token": ("-h,--hostname= --secure-storage -u,--user=", ""),
    "auth git-credential": ("", "action"),
    "browse": (
        """
        -a,--actions --blame -b,--branch= -c,--commit? -n,--no-browser -p,--projects -r,--releases -R,--repo= -s,--settings
        -w,--wiki
        """,
        "target",
    ),
    "cache": ("@repo", "@"),
    "cache delete": ("-a,--all -r,--ref= --succeed-on-no-caches", "cache"),
    "cache list": ("-k,--key= -L,--limit= -O,--order= -r,--ref= -S,--sort= @json", ""),
    "cache ls": "cache list",
    "co": "pr checkout",
    "codespace": ("", "@"),
    "cs": "codespace",
    "codespace code": ("@codespace --insiders -w,--web", ""),
    "codespace cp": ("@codespace -e,--expand -p,--profile= -r,--recursive", "paths* -- scp_flags*"),
    "codespace create": (
        """
        -b,--branch= --default-permissions --devcontainer-path= -d,--display-name= --idle-timeout= -l,--location=
        -m,--machine= -R,--repo= --retention-period= -s,--status -w,--web
        """,
        "",
    ),
    "codespace delete": ("--all @codespace --days= -f,--force -o,--org= -u,--user=", ""),
    "codespace edit": ("@codespace -d,--display-name= -m,--machine=", ""),
    "codespace jupyter": ("@codespace", ""),
    "codespace list": ("@json -L,--limit= -o,--org= -R,--repo= -u,--user= -w,--web", ""),
    "codespace ls": "codespace list",
    "codespace logs": ("@codespace -f,--follow", ""),
    "codespace ports": ("@codespace @json", "@"),
    "codespace ports forward": ("@codespace", "ports*"),
    "codespace ports visibility": ("@codespace", "ports*"),
    "codespace rebuild": ("@codespace --full", ""),
    "codespace select": ("-f,--file= -R,--repo= --repo-owner=", ""),
    "codespace ssh": ("@codespace --config -d,--debug --debug-file= --profile= --server-port=", "command* -- command*"),
    "codespace stop": ("@codespace -o,--org= -u,--user=", ""),
    "codespace view": ("@codespace @json", ""),
    "completion": ("-s,--shell=", ""),
    "config": ("", "@"),
    "config clear-cache": ("", ""),
    "config get": ("-h,--host=", "key"),
    "config list": ("-h,--host=", ""),
    "config ls": "config list",
    "config set": ("-h,--host=", "key value"),
    "copilot": ("--remove", "command..."),
    "extension": ("", "@"),
    "ext": "extension",
    "extensions": "extension",
    "extension browse": ("--debug -s,--single-column", ""),
    "extension create": ("--precompiled=", "name"),
    "extension exec": ("", "name command..."),
    "extension install": ("--force --pin=", "repository"),
    "extension list": ("", ""),
    "extension ls": "extension list",
    "extension remove": ("", "name"),
    "extension search": ("@json --license=* -L,--limit= --order= --owner=* --sort= -w,--web", "query*"),
    "extension upgrade": ("--all --dry-run --force", "name"),
    "gist": ("", "@"),
    "gist clone": ("", "gist directory -- git_flags*"),
    "gist create": ("-d,--desc= -f,--filename= -p,--public -w,--web", "files*"),
    "gist new": "gist create",
    "gist delete": ("--yes", "gist"),
    "gist edit": ("-a,--add= -d,--desc= -f,--filename= -r,--remove=", "gist file"),
    "gist list": ("--filter= --include-content -L,--limit= --public --secret", ""),
    "gist ls": "gist list",
    "gist rename": ("", "gist old_name new_name"),
    "gist view": ("-f,--filename= --files -r,--raw -w,--web", "gist"),
    "gpg-key": ("", "@"),
    "gpg-key add": ("-t,--title=", "file"),
    "gpg-key delete": ("-y,--yes", "key"),
    "gpg-key list": ("", ""),
    "gpg-key ls": "gpg-key list",
    "help": ("", "topics*"),
    "issue": ("@repo", "@"),
    "issue close": ("-c,--comment= --duplicate-of= -r,--reason=", "issue"),
    "issue comment": ("@comment", "issue"),
    "issue create": (
        """
        -a,--assignee=* @text -e,--editor -l,--label=* -m,--milestone= -p,--project=* --recover= -T,--template= -t,--title=
        -w,--web
        """,
        "",
    ),
    "issue new": "issue create",
    "issue delete": ("--yes --confirm", "issue"),
    "issue develop": ("-b,--base= --branch-repo= -c,--checkout -i,--issue-repo= -l,--list -n,--name=", "issue"),
    "issue edit": (
        """
        --add-assignee=* --add-label=* --add-project=* @text -m,--milestone= --remove-assignee=* --remove-label=*
        --remove-milestone --remove-project=* -t,--title=
        """,
        "issues*",
    ),
    "issue list": (
        """
        --app= -a,--assignee= -A,--author= @json -l,--label=* -L,--limit= --mention= -m,--milestone= -S,--search=
        -s,--state= -w,--web
        """,
        "",
    ),
    "issue ls": "issue list",
    "issue lock": ("-r,--reason=", "issue"),
    "issue pin": ("", "issue"),
    "issue reopen": ("-c,--comment=", "issue"),
    "issue status": ("@json", ""),
    "issue transfer": ("", "issue destination"),
    "issue unlock": ("", "issue"),
    "issue unpin": ("", "issue"),
    "issue view": ("-c,--comments @json -w,--web", "issue"),
    "label": ("@repo", "@"),
    "label clone": ("-f,--force", "source"),
    "label create": ("-c,--color= -d,--description= -f,--force", "name"),
    "label delete": ("--yes --confirm", "name"),
    "label edit": ("-c,--color= -d,--description= new_name:-n,--name=", "name"),
    "label list": ("@json -L,--limit= --order= -S,--search= --sort= -w,--web", ""),
    "label ls": "label list",
    "licenses": ("", ""),
    "org": ("", "@"),
    "org list": ("-L,--limit=", ""),
    "org ls": "org list",
    "pr": ("@repo", "@"),
    "pr checkout": ("-b,--branch= --detach -f,--force --no-tags --recurse-submodules", "pr"),
    "pr co": "pr checkout",
    "pr checks": ("--fail-fast -i,--interval= @json --required --watch -w,--web", "pr"),
    "pr close": ("-c,--comment= -d,--delete-branch", "pr"),
    "pr comment": ("@comment", "pr"),
    "pr create": (
        """
        -a,--assignee=* -B,--base= @text -d,--draft --dry-run -e,--editor -f,--fill --fill-first --fill-verbose -H,--head=
        -l,--label=* -m,--milestone= --no-maintainer-edit -p,--project=* --recover= -r,--reviewer=* -T,--template=
        -t,--title= -w,--web
        """,
        "",
    ),
    "pr new": "pr create",
    "pr diff": ("--color= -e,--exclude=* --name-only --patch -w,--web", "pr"),
    "pr edit": (
        """
        --add-assignee=* --add-label=* --add-project=* --add-reviewer=* -B,--base= @text -m,--milestone=
        --remove-assignee=* --remove-label=* --remove-milestone --remove-project=* --remove-reviewer=* -t,--title=
        """,
        "pr",
    ),
    "pr list": (
        """
        --app= -a,--assignee= -A,--author= -B,--base= -d,--draft -H,--head= @json -l,--label=* -L,--limit= -S,--search=
        -s,--state= -w,--web
        """,
        "",
    ),
    "pr ls": "pr list",
    "pr lock": ("-r,--reason=", "pr"),
    "pr merge": (
        """
        --admin -A,--author-email= --auto @text -d,--delete-branch --disable-auto --match-head-commit= -m,--merge
        -r,--rebase -s,--squash -t,--subject=
        """,
        "pr",
    ),
    "pr ready": ("--undo", "pr"),
    "pr reopen": ("-c,--comment=", "pr"),
    "pr revert": ("@text -d,--draft -t,--title=", "pr"),
    "pr review": ("-a,--approve @text -c,--comment -r,--request-changes", "pr"),
    "pr status": ("-c,--conflict-status @json", ""),
    "pr unlock": ("", "pr"),
    "pr update-branch": ("--rebase", "pr"),
    "pr view": ("-c,--comments @json -w,--web", "pr"),
    "preview": ("", "@"),
    "preview prompter": ("", "prompt"),
    "project": ("", "@"),
    "project close": ("@format --owner= --undo", "number"),
    "project copy": ("--drafts @format --source-owner= --target-owner= --title=", "number"),
    "project create": ("@format --owner= --title=", ""),
    "project delete": ("@format --owner=", "number"),
    "project edit": ("-d,--description= @format --owner= --readme= --title= --visibility=", "number"),
    "project field-create": ("--data-type= @format --name= --owner= --single-select-options=*", "number"),
    "project field-delete": ("@format --id=", ""),
    "project field-list": ("@format -L,--limit= --owner=", "number"),
    "project item-add": ("@format --owner= --url=", "number"),
    "project item-archive": ("@format --id= --owner= --undo", "number"),
    "project item-create": ("--body= @format --owner= --title=", "number"),
    "project item-delete": ("@format --id= --owner=", "number"),
    "project item-edit": (
        """
        --body= --clear --date= --field-id= @format --id= --iteration-id= --number= --project-id=
        --single-select-option-id= --text= --title=
        """,
        "",
    ),
    "project item-list": ("@format -L,--limit= --owner= --query=", "number"),
    "project link": ("--owner= -R,--repo= -T,--team=", "number"),
    "project list": ("--closed @format -L,--limit= --owner= -w,--web", ""),
    "project ls": "project list",
    "project mark-template": ("@format --owner= --undo", "number"),
    "project unlink": ("--owner= -R,--repo= -T,--team=", "number"),
    "project view": ("@format --owner= -w,--web", "number"),
    "release": ("@repo", "@"),
    "release create": (
        """
        --discussion-category= -d,--draft --fail-on-no-commits --generate-notes --latest -n,--notes= -F,--notes-file=
        --notes-from-tag --notes-start-tag= -p,--prerelease --target= -t,--title= --verify-tag
        """,
        "tag files*",
    ),
    "release new": "release create",
    "release delete": ("--cleanup-tag -y,--yes", "tag"),
    "release delete-asset": ("-y,--yes", "tag asset"),
    "release download": ("-A,--archive= --clobber -D,--dir= -O,--output= -p,--pattern=* --skip-existing", "tag"),
    "release edit": (
        """
        --discussion-category= --draft --latest -n,--notes= -F,--notes-file= --prerelease new_tag:--tag= --target=
        -t,--title= --verify-tag
        """,
        "tag",
    ),
    "release list": ("--exclude-drafts --exclude-pre-releases @json -L,--limit= -O,--order=", ""),
    "release ls": "release list",
    "release upload": ("--clobber", "tag files*"),
    "release verify": ("@format", "tag"),
    "release verify-asset": ("@format", "words*"),
    "release view": ("@json -w,--web", "tag"),
    "repo": ("", "@"),
    "repo archive": ("-y,--yes", "repo"),
    "repo autolink": ("@repo", "@"),
    "repo autolink create": ("-n,--numeric", "prefix url"),
    "repo autolink new": "repo autolink create",
    "repo autolink delete": ("--yes", "autolink"),
    "repo autolink list": ("@json -w,--web", ""),
    "repo autolink ls": "repo autolink list",
    "repo autolink view": ("@json", "autolink"),
    "repo clone": ("--no-upstream -u,--upstream-remote-name=", "repo directory -- git_flags*"),
    "repo create": (
        """
        --add-readme -c,--clone -d,--description= --disable-issues --disable-wiki -g,--gitignore= -h,--homepage=
        --include-all-branches --internal -l,--license= --private --public --push -r,--remote= -s,--source= -t,--team=
        -p,--template= -y,--confirm
        """,
        "name",
    ),
    "repo new": "repo create",
    "repo delete": ("--yes --confirm", "repo"),
    "repo deploy-key": ("@repo", "@"),
    "repo deploy-key add": ("-w,--allow-write -t,--title=", "file"),
    "repo deploy-key delete": ("", "key"),
    "repo deploy-key list": ("@json", ""),
    "repo deploy-key ls": "repo deploy-key list",
    "repo edit": (
        """
        --accept-visibility-change-consequences --add-topic=* --allow-forking --allow-update-branch --default-branch=
        --delete-branch-on-merge -d,--description= --enable-advanced-security --enable-auto-merge --enable-discussions
        --enable-issues --enable-merge-commit --enable-projects --enable-rebase-merge --enable-secret-scanning
        --enable-secret-scanning-push-protection --enable-squash-merge --enable-wiki -h,--homepage= --remove-topic=*
        --squash-merge-commit-message= --template --visibility=
        """,
        "repo",
    ),
    "repo fork": ("--clone --default-branch-only --fork-name= --org= --remote --remote-name=", "repo -- git_flags*"),
    "repo gitignore": ("", "@"),
    "repo gitignore list": ("", ""),
    "repo gitignore view": ("", "template"),
    "repo license": ("", "@"),
    "repo license list": ("", ""),
    "repo license view": ("-w,--web", "license"),
    "repo list": (
        """
        --archived --fork @json -l,--language= -L,--limit= --no-archived --source --topic=* --visibility=
        """,
        "owner",
    ),
    "repo ls": "repo list",
    "repo rename": ("target:-R,--repo= -y,--yes --confirm", "name"),
    "repo set-default": ("-u,--unset -v,--view", "repo"),
    "repo sync": ("-b,--branch= --force -s,--source=", "repo"),
    "repo unarchive": ("-y,--yes", "repo"),
    "repo view": ("-b,--branch= @json -w,--web", "repo"),
    "ruleset": ("@repo", "@"),
    "rs": "ruleset",
    "ruleset check": ("--default -w,--web", "branch"),
    "ruleset list": ("-L,--limit= -o,--org= -p,--parents -w,--web", ""),
    "ruleset ls": "ruleset list",
    "ruleset view": ("-o,--org= -p,--parents -w,--web", "ruleset"),
    "run": ("@repo", "@"),
    "run cancel": ("--force", "run"),
    "run delete": ("", "run"),
    "run download": ("-D,--dir= -n,--name=* -p,--pattern=*", "run"),
    "run list": (
        """
        -a,--all -b,--branch= -c,--commit= --created= -e,--event= @json -L,--limit= -s,--status= -u,--user= -w,--workflow=
        """,
        "",
    ),
    "run ls": "run list",
    "run rerun": ("-d,--debug --failed -j,--job=", "run"),
    "run view": ("-a,--attempt= --exit-status -j,--job= @json --log --log-failed -v,--verbose -w,--web", "run"),
    "run watch": ("--compact --exit-status -i,--interval=", "run"),
    "search": ("", "@"),
    "search code": (
        """
        --extension= --filename= @json --language= -L,--limit= --match=* --owner=* -R,--repo=* --size= -w,--web
        """,
        "query*",
    ),
    "search commits": (
        """
        --author= --author-date= --author-email= --author-name= --committer= --committer-date= --committer-email=
        --committer-name= --hash= @json -L,--limit= --merge --order= --owner=* --parent= -R,--repo=* --sort= --tree=
        --visibility=* -w,--web
        """,
        "query* -- query*",
    ),
    "search issues": ("--include-prs @search", "query* -- query*"),
    "search prs": (
        """
        -B,--base= --checks= --draft -H,--head= --merged --merged-at= --review= --review-requested= --reviewed-by= @search
        """,
        "query* -- query*",
    ),
    "search repos": (
        """
        --archived --created= --followers= --forks= --good-first-issues= --help-wanted-issues= --include-forks= @json
        --language= --license=* -L,--limit= --match=* --number-topics= --order= --owner=* --size= --sort= --stars=
        --topic=* --updated= --visibility=* -w,--web
        """,
        "query* -- query*",
    ),
    "secret": ("@repo", "@"),
    "secret delete": ("@scope", "name"),
    "secret remove": "secret delete",
    "secret list": ("@scope @json", ""),
    "secret ls": "secret list",
    "secret set": ("@scope -b,--body= -f,--env-file= --no-repos-selected --no-store -r,--repos=* -v,--visibility=", "name"),
    "skill": ("", "@"),
    "skills": "skill",
    "ssh-key": ("", "@"),
    "ssh-key add": ("-t,--title= --type=", "file"),
    "ssh-key delete": ("-y,--yes", "key"),
    "ssh-key list": ("", ""),
    "ssh-key ls": "ssh-key list",
    "status": ("-e,--exclude=* -o,--org=", ""),
    "variable": ("@repo", "@"),
    "variable delete": ("-e,--env= -o,--org=", "name"),
    "variable remove": "variable delete",
    "variable get": ("-e,--env= @json -o,--org=", "name"),
    "variable list": ("-e,--env= @json -o,--org=", ""),
    "variable ls": "variable list",
    "variable set": ("-b,--body= -e,--env= -f,--env-file= -o,--org= -r,--repos=* -v,--visibility=", "name"),
    "version": ("", ""),
    "workflow": ("@repo", "@"),
    "workflow disable": ("", "workflow"),
    "workflow enable": ("", "workflow"),
    "workflow list": ("-a,--all @json -L,--limit=", ""),
    "workflow ls": "workflow list",
    "workflow run": ("-F,--field=* --json -f,--raw-field=* -r,--ref=", "workflow"),
    "workflow view": ("-r,--ref= -w,--web -y,--yaml", "workflow"),
}
