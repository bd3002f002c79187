"""What the commands of GitHub's `gh` take, as of gh 2.80. Literals only: this file's compiled form is the compiled spec.

The notation is told in `guardhost/calls/notation.py`. The options of a group (`gh pr -R owner/name`) hold for its commands.
"""

from __future__ import annotations

STYLES = {"gh": "pflag"}

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
    "gh": ("--version @repo", "@"),
    "gh accessibility": ("-w,--web", ""),
    "gh a11y": "gh accessibility",
    "gh agent-task": ("", "@"),
    "gh agent": "gh agent-task",
    "gh agents": "gh agent-task",
    "gh agent-tasks": "gh agent-task",
    "gh agent-task create": ("-b,--base= -a,--custom-agent= --follow -F,--from-file= @repo", "description"),
    "gh agent-task list": ("-L,--limit= -w,--web @json", ""),
    "gh agent-task view": ("--follow --log -w,--web @repo @json", "task"),
    "gh alias": ("", "@"),
    "gh alias delete": ("--all", "alias"),
    "gh alias import": ("--clobber", "file"),
    "gh alias list": ("", ""),
    "gh alias set": ("--clobber -s,--shell", "alias expansion"),
    "gh api": (
        """
        --cache= -F,--field=* -H,--header=* --hostname= -i,--include --input= -q,--jq= -X,--method= --paginate --slurp
        -p,--preview=* -f,--raw-field=* --silent -t,--template= --verbose
        """,
        "endpoint",
    ),
    "gh attestation": ("", "@"),
    "gh at": "gh attestation",
    "gh attestation download": (
        """
        -d,--digest-alg= --hostname= -L,--limit= -o,--owner= --predicate-type= -R,--repo=
        """,
        "artifact",
    ),
    "gh attestation trusted-root": ("--hostname= --tuf-root= --tuf-url= --verify-only", ""),
    "gh attestation verify": ("@verify", "artifact"),
    "gh auth": ("", "@"),
    "gh auth login": (
        """
        -c,--clipboard -p,--git-protocol= -h,--hostname= --insecure-storage -s,--scopes=* --skip-ssh-key -w,--web
        --with-token
        """,
        "",
    ),
    "gh auth logout": ("-h,--hostname= -u,--user=", ""),
    "gh auth refresh": (
        """
        -c,--clipboard -h,--hostname= --insecure-storage -r,--remove-scopes=* --reset-scopes -s,--scopes=*
        """,
        "",
    ),
    "gh auth setup-git": ("-f,--force -h,--hostname=", ""),
    "gh auth status": ("-a,--active -h,--hostname= --json= -q,--jq= --template= -t,--show-token", ""),
    "gh auth switch": ("-h,--hostname= -u,--user=", ""),
    "gh auth token": ("-h,--hostname= --secure-storage -u,--user=", ""),
    "gh auth git-credential": ("", "action"),
    "gh browse": (
        """
        -a,--actions --blame -b,--branch= -c,--commit? -n,--no-browser -p,--projects -r,--releases -R,--repo= -s,--settings
        -w,--wiki
        """,
        "target",
    ),
    "gh cache": ("@repo", "@"),
    "gh cache delete": ("-a,--all -r,--ref= --succeed-on-no-caches", "cache"),
    "gh cache list": ("-k,--key= -L,--limit= -O,--order= -r,--ref= -S,--sort= @json", ""),
    "gh cache ls": "gh cache list",
    "gh co": "gh pr checkout",
    "gh codespace": ("", "@"),
    "gh cs": "gh codespace",
    "gh codespace code": ("@codespace --insiders -w,--web", ""),
    "gh codespace cp": ("@codespace -e,--expand -p,--profile= -r,--recursive", "paths* -- scp_flags*"),
    "gh codespace create": (
        """
        -b,--branch= --default-permissions --devcontainer-path= -d,--display-name= --idle-timeout= -l,--location=
        -m,--machine= -R,--repo= --retention-period= -s,--status -w,--web
        """,
        "",
    ),
    "gh codespace delete": ("--all @codespace --days= -f,--force -o,--org= -u,--user=", ""),
    "gh codespace edit": ("@codespace -d,--display-name= -m,--machine=", ""),
    "gh codespace jupyter": ("@codespace", ""),
    "gh codespace list": ("@json -L,--limit= -o,--org= -R,--repo= -u,--user= -w,--web", ""),
    "gh codespace ls": "gh codespace list",
    "gh codespace logs": ("@codespace -f,--follow", ""),
    "gh codespace ports": ("@codespace @json", "@"),
    "gh codespace ports forward": ("@codespace", "ports*"),
    "gh codespace ports visibility": ("@codespace", "ports*"),
    "gh codespace rebuild": ("@codespace --full", ""),
    "gh codespace select": ("-f,--file= -R,--repo= --repo-owner=", ""),
    "gh codespace ssh": ("@codespace --config -d,--debug --debug-file= --profile= --server-port=", "command* -- command*"),
    "gh codespace stop": ("@codespace -o,--org= -u,--user=", ""),
    "gh codespace view": ("@codespace @json", ""),
    "gh completion": ("-s,--shell=", ""),
    "gh config": ("", "@"),
    "gh config clear-cache": ("", ""),
    "gh config get": ("-h,--host=", "key"),
    "gh config list": ("-h,--host=", ""),
    "gh config ls": "gh config list",
    "gh config set": ("-h,--host=", "key value"),
    "gh copilot": ("--remove", "command..."),
    "gh extension": ("", "@"),
    "gh ext": "gh extension",
    "gh extensions": "gh extension",
    "gh extension browse": ("--debug -s,--single-column", ""),
    "gh extension create": ("--precompiled=", "name"),
    "gh extension exec": ("", "name command..."),
    "gh extension install": ("--force --pin=", "repository"),
    "gh extension list": ("", ""),
    "gh extension ls": "gh extension list",
    "gh extension remove": ("", "name"),
    "gh extension search": ("@json --license=* -L,--limit= --order= --owner=* --sort= -w,--web", "query*"),
    "gh extension upgrade": ("--all --dry-run --force", "name"),
    "gh gist": ("", "@"),
    "gh gist clone": ("", "gist directory -- git_flags*"),
    "gh gist create": ("-d,--desc= -f,--filename= -p,--public -w,--web", "files*"),
    "gh gist new": "gh gist create",
    "gh gist delete": ("--yes", "gist"),
    "gh gist edit": ("-a,--add= -d,--desc= -f,--filename= -r,--remove=", "gist file"),
    "gh gist list": ("--filter= --include-content -L,--limit= --public --secret", ""),
    "gh gist ls": "gh gist list",
    "gh gist rename": ("", "gist old_name new_name"),
    "gh gist view": ("-f,--filename= --files -r,--raw -w,--web", "gist"),
    "gh gpg-key": ("", "@"),
    "gh gpg-key add": ("-t,--title=", "file"),
    "gh gpg-key delete": ("-y,--yes", "key"),
    "gh gpg-key list": ("", ""),
    "gh gpg-key ls": "gh gpg-key list",
    "gh help": ("", "topics*"),
    "gh issue": ("@repo", "@"),
    "gh issue close": ("-c,--comment= --duplicate-of= -r,--reason=", "issue"),
    "gh issue comment": ("@comment", "issue"),
    "gh issue create": (
        """
        -a,--assignee=* @text -e,--editor -l,--label=* -m,--milestone= -p,--project=* --recover= -T,--template= -t,--title=
        -w,--web
        """,
        "",
    ),
    "gh issue new": "gh issue create",
    "gh issue delete": ("--yes --confirm", "issue"),
    "gh issue develop": ("-b,--base= --branch-repo= -c,--checkout -i,--issue-repo= -l,--list -n,--name=", "issue"),
    "gh issue edit": (
        """
        --add-assignee=* --add-label=* --add-project=* @text -m,--milestone= --remove-assignee=* --remove-label=*
        --remove-milestone --remove-project=* -t,--title=
        """,
        "issues*",
    ),
    "gh issue list": (
        """
        --app= -a,--assignee= -A,--author= @json -l,--label=* -L,--limit= --mention= -m,--milestone= -S,--search=
        -s,--state= -w,--web
        """,
        "",
    ),
    "gh issue ls": "gh issue list",
    "gh issue lock": ("-r,--reason=", "issue"),
    "gh issue pin": ("", "issue"),
    "gh issue reopen": ("-c,--comment=", "issue"),
    "gh issue status": ("@json", ""),
    "gh issue transfer": ("", "issue destination"),
    "gh issue unlock": ("", "issue"),
    "gh issue unpin": ("", "issue"),
    "gh issue view": ("-c,--comments @json -w,--web", "issue"),
    "gh label": ("@repo", "@"),
    "gh label clone": ("-f,--force", "source"),
    "gh label create": ("-c,--color= -d,--description= -f,--force", "name"),
    "gh label delete": ("--yes --confirm", "name"),
    "gh label edit": ("-c,--color= -d,--description= new_name:-n,--name=", "name"),
    "gh label list": ("@json -L,--limit= --order= -S,--search= --sort= -w,--web", ""),
    "gh label ls": "gh label list",
    "gh licenses": ("", ""),
    "gh org": ("", "@"),
    "gh org list": ("-L,--limit=", ""),
    "gh org ls": "gh org list",
    "gh pr": ("@repo", "@"),
    "gh pr checkout": ("-b,--branch= --detach -f,--force --no-tags --recurse-submodules", "pr"),
    "gh pr co": "gh pr checkout",
    "gh pr checks": ("--fail-fast -i,--interval= @json --required --watch -w,--web", "pr"),
    "gh pr close": ("-c,--comment= -d,--delete-branch", "pr"),
    "gh pr comment": ("@comment", "pr"),
    "gh pr create": (
        """
        -a,--assignee=* -B,--base= @text -d,--draft --dry-run -e,--editor -f,--fill --fill-first --fill-verbose -H,--head=
        -l,--label=* -m,--milestone= --no-maintainer-edit -p,--project=* --recover= -r,--reviewer=* -T,--template=
        -t,--title= -w,--web
        """,
        "",
    ),
    "gh pr new": "gh pr create",
    "gh pr diff": ("--color= -e,--exclude=* --name-only --patch -w,--web", "pr"),
    "gh pr edit": (
        """
        --add-assignee=* --add-label=* --add-project=* --add-reviewer=* -B,--base= @text -m,--milestone=
        --remove-assignee=* --remove-label=* --remove-milestone --remove-project=* --remove-reviewer=* -t,--title=
        """,
        "pr",
    ),
    "gh pr list": (
        """
        --app= -a,--assignee= -A,--author= -B,--base= -d,--draft -H,--head= @json -l,--label=* -L,--limit= -S,--search=
        -s,--state= -w,--web
        """,
        "",
    ),
    "gh pr ls": "gh pr list",
    "gh pr lock": ("-r,--reason=", "pr"),
    "gh pr merge": (
        """
        --admin -A,--author-email= --auto @text -d,--delete-branch --disable-auto --match-head-commit= -m,--merge
        -r,--rebase -s,--squash -t,--subject=
        """,
        "pr",
    ),
    "gh pr ready": ("--undo", "pr"),
    "gh pr reopen": ("-c,--comment=", "pr"),
    "gh pr revert": ("@text -d,--draft -t,--title=", "pr"),
    "gh pr review": ("-a,--approve @text -c,--comment -r,--request-changes", "pr"),
    "gh pr status": ("-c,--conflict-status @json", ""),
    "gh pr unlock": ("", "pr"),
    "gh pr update-branch": ("--rebase", "pr"),
    "gh pr view": ("-c,--comments @json -w,--web", "pr"),
    "gh preview": ("", "@"),
    "gh preview prompter": ("", "prompt"),
    "gh project": ("", "@"),
    "gh project close": ("@format --owner= --undo", "number"),
    "gh project copy": ("--drafts @format --source-owner= --target-owner= --title=", "number"),
    "gh project create": ("@format --owner= --title=", ""),
    "gh project delete": ("@format --owner=", "number"),
    "gh project edit": ("-d,--description= @format --owner= --readme= --title= --visibility=", "number"),
    "gh project field-create": ("--data-type= @format --name= --owner= --single-select-options=*", "number"),
    "gh project field-delete": ("@format --id=", ""),
    "gh project field-list": ("@format -L,--limit= --owner=", "number"),
    "gh project item-add": ("@format --owner= --url=", "number"),
    "gh project item-archive": ("@format --id= --owner= --undo", "number"),
    "gh project item-create": ("--body= @format --owner= --title=", "number"),
    "gh project item-delete": ("@format --id= --owner=", "number"),
    "gh project item-edit": (
        """
        --body= --clear --date= --field-id= @format --id= --iteration-id= --number= --project-id=
        --single-select-option-id= --text= --title=
        """,
        "",
    ),
    "gh project item-list": ("@format -L,--limit= --owner= --query=", "number"),
    "gh project link": ("--owner= -R,--repo= -T,--team=", "number"),
    "gh project list": ("--closed @format -L,--limit= --owner= -w,--web", ""),
    "gh project ls": "gh project list",
    "gh project mark-template": ("@format --owner= --undo", "number"),
    "gh project unlink": ("--owner= -R,--repo= -T,--team=", "number"),
    "gh project view": ("@format --owner= -w,--web", "number"),
    "gh release": ("@repo", "@"),
    "gh release create": (
        """
        --discussion-category= -d,--draft --fail-on-no-commits --generate-notes --latest -n,--notes= -F,--notes-file=
        --notes-from-tag --notes-start-tag= -p,--prerelease --target= -t,--title= --verify-tag
        """,
        "tag files*",
    ),
    "gh release new": "gh release create",
    "gh release delete": ("--cleanup-tag -y,--yes", "tag"),
    "gh release delete-asset": ("-y,--yes", "tag asset"),
    "gh release download": ("-A,--archive= --clobber -D,--dir= -O,--output= -p,--pattern=* --skip-existing", "tag"),
    "gh release edit": (
        """
        --discussion-category= --draft --latest -n,--notes= -F,--notes-file= --prerelease new_tag:--tag= --target=
        -t,--title= --verify-tag
        """,
        "tag",
    ),
    "gh release list": ("--exclude-drafts --exclude-pre-releases @json -L,--limit= -O,--order=", ""),
    "gh release ls": "gh release list",
    "gh release upload": ("--clobber", "tag files*"),
    "gh release verify": ("@format", "tag"),
    "gh release verify-asset": ("@format", "words*"),
    "gh release view": ("@json -w,--web", "tag"),
    "gh repo": ("", "@"),
    "gh repo archive": ("-y,--yes", "repo"),
    "gh repo autolink": ("@repo", "@"),
    "gh repo autolink create": ("-n,--numeric", "prefix url"),
    "gh repo autolink new": "gh repo autolink create",
    "gh repo autolink delete": ("--yes", "autolink"),
    "gh repo autolink list": ("@json -w,--web", ""),
    "gh repo autolink ls": "gh repo autolink list",
    "gh repo autolink view": ("@json", "autolink"),
    "gh repo clone": ("--no-upstream -u,--upstream-remote-name=", "repo directory -- git_flags*"),
    "gh repo create": (
        """
        --add-readme -c,--clone -d,--description= --disable-issues --disable-wiki -g,--gitignore= -h,--homepage=
        --include-all-branches --internal -l,--license= --private --public --push -r,--remote= -s,--source= -t,--team=
        -p,--template= -y,--confirm
        """,
        "name",
    ),
    "gh repo new": "gh repo create",
    "gh repo delete": ("--yes --confirm", "repo"),
    "gh repo deploy-key": ("@repo", "@"),
    "gh repo deploy-key add": ("-w,--allow-write -t,--title=", "file"),
    "gh repo deploy-key delete": ("", "key"),
    "gh repo deploy-key list": ("@json", ""),
    "gh repo deploy-key ls": "gh repo deploy-key list",
    "gh repo edit": (
        """
        --accept-visibility-change-consequences --add-topic=* --allow-forking --allow-update-branch --default-branch=
        --delete-branch-on-merge -d,--description= --enable-advanced-security --enable-auto-merge --enable-discussions
        --enable-issues --enable-merge-commit --enable-projects --enable-rebase-merge --enable-secret-scanning
        --enable-secret-scanning-push-protection --enable-squash-merge --enable-wiki -h,--homepage= --remove-topic=*
        --squash-merge-commit-message= --template --visibility=
        """,
        "repo",
    ),
    "gh repo fork": ("--clone --default-branch-only --fork-name= --org= --remote --remote-name=", "repo -- git_flags*"),
    "gh repo gitignore": ("", "@"),
    "gh repo gitignore list": ("", ""),
    "gh repo gitignore view": ("", "template"),
    "gh repo license": ("", "@"),
    "gh repo license list": ("", ""),
    "gh repo license view": ("-w,--web", "license"),
    "gh repo list": (
        """
        --archived --fork @json -l,--language= -L,--limit= --no-archived --source --topic=* --visibility=
        """,
        "owner",
    ),
    "gh repo ls": "gh repo list",
    "gh repo rename": ("target:-R,--repo= -y,--yes --confirm", "name"),
    "gh repo set-default": ("-u,--unset -v,--view", "repo"),
    "gh repo sync": ("-b,--branch= --force -s,--source=", "repo"),
    "gh repo unarchive": ("-y,--yes", "repo"),
    "gh repo view": ("-b,--branch= @json -w,--web", "repo"),
    "gh ruleset": ("@repo", "@"),
    "gh rs": "gh ruleset",
    "gh ruleset check": ("--default -w,--web", "branch"),
    "gh ruleset list": ("-L,--limit= -o,--org= -p,--parents -w,--web", ""),
    "gh ruleset ls": "gh ruleset list",
    "gh ruleset view": ("-o,--org= -p,--parents -w,--web", "ruleset"),
    "gh run": ("@repo", "@"),
    "gh run cancel": ("--force", "run"),
    "gh run delete": ("", "run"),
    "gh run download": ("-D,--dir= -n,--name=* -p,--pattern=*", "run"),
    "gh run list": (
        """
        -a,--all -b,--branch= -c,--commit= --created= -e,--event= @json -L,--limit= -s,--status= -u,--user= -w,--workflow=
        """,
        "",
    ),
    "gh run ls": "gh run list",
    "gh run rerun": ("-d,--debug --failed -j,--job=", "run"),
    "gh run view": ("-a,--attempt= --exit-status -j,--job= @json --log --log-failed -v,--verbose -w,--web", "run"),
    "gh run watch": ("--compact --exit-status -i,--interval=", "run"),
    "gh search": ("", "@"),
    "gh search code": (
        """
        --extension= --filename= @json --language= -L,--limit= --match=* --owner=* -R,--repo=* --size= -w,--web
        """,
        "query*",
    ),
    "gh search commits": (
        """
        --author= --author-date= --author-email= --author-name= --committer= --committer-date= --committer-email=
        --committer-name= --hash= @json -L,--limit= --merge --order= --owner=* --parent= -R,--repo=* --sort= --tree=
        --visibility=* -w,--web
        """,
        "query* -- query*",
    ),
    "gh search issues": ("--include-prs @search", "query* -- query*"),
    "gh search prs": (
        """
        -B,--base= --checks= --draft -H,--head= --merged --merged-at= --review= --review-requested= --reviewed-by= @search
        """,
        "query* -- query*",
    ),
    "gh search repos": (
        """
        --archived --created= --followers= --forks= --good-first-issues= --help-wanted-issues= --include-forks= @json
        --language= --license=* -L,--limit= --match=* --number-topics= --order= --owner=* --size= --sort= --stars=
        --topic=* --updated= --visibility=* -w,--web
        """,
        "query* -- query*",
    ),
    "gh secret": ("@repo", "@"),
    "gh secret delete": ("@scope", "name"),
    "gh secret remove": "gh secret delete",
    "gh secret list": ("@scope @json", ""),
    "gh secret ls": "gh secret list",
    "gh secret set": (
        "@scope -b,--body= -f,--env-file= --no-repos-selected --no-store -r,--repos=* -v,--visibility=",
        "name",
    ),
    "gh skill": ("", "@"),
    "gh skills": "gh skill",
    "gh ssh-key": ("", "@"),
    "gh ssh-key add": ("-t,--title= --type=", "file"),
    "gh ssh-key delete": ("-y,--yes", "key"),
    "gh ssh-key list": ("", ""),
    "gh ssh-key ls": "gh ssh-key list",
    "gh status": ("-e,--exclude=* -o,--org=", ""),
    "gh variable": ("@repo", "@"),
    "gh variable delete": ("-e,--env= -o,--org=", "name"),
    "gh variable remove": "gh variable delete",
    "gh variable get": ("-e,--env= @json -o,--org=", "name"),
    "gh variable list": ("-e,--env= @json -o,--org=", ""),
    "gh variable ls": "gh variable list",
    "gh variable set": ("-b,--body= -e,--env= -f,--env-file= -o,--org= -r,--repos=* -v,--visibility=", "name"),
    "gh version": ("", ""),
    "gh workflow": ("@repo", "@"),
    "gh workflow disable": ("", "workflow"),
    "gh workflow enable": ("", "workflow"),
    "gh workflow list": ("-a,--all @json -L,--limit=", ""),
    "gh workflow ls": "gh workflow list",
    "gh workflow run": ("-F,--field=* --json -f,--raw-field=* -r,--ref=", "workflow"),
    "gh workflow view": ("-r,--ref= -w,--web -y,--yaml", "workflow"),
}
