"""What GitLab's `glab` takes (1.50). Options of a group hold for its commands."""

from __future__ import annotations

STYLES = {"glab": "pflag"}

SHARED = {
    "help": "help:-h,--help",
    "page": "-p,--page= -P,--per-page= -F,--output= -O,--output-format=",
    "mr": """
    -a,--assignee=* --reviewer=* -l,--label=* -m,--milestone= -t,--title= -d,--description= --draft --wip -y,--yes
    -w,--web --remove-source-branch --squash-before-merge -b,--target-branch= -s,--source-branch= --fill
    --fill-commit-body --push --allow-collaboration -i,--related-issue= --create-source-branch --no-editor --recover
    --copy-issue-labels -H,--head= --signoff --template=
    """,
    "list": """
    @page --author= -a,--assignee=* -r,--reviewer=* -l,--label=* --not-label=* -m,--milestone= -A,--all -c,--closed
    -M,--merged --draft --search= -g,--group= -s,--source-branch= -t,--target-branch= -o,--order= -S,--sort= --not-draft
    --in= -C,--confidential
    """,
}

COMMANDS = {
    "glab": ("-R,--repo= -v,--version", "@"),
    "glab alias": ("", "@"),
    "glab alias set": ("-s,--shell", "alias expansion"),
    "glab alias delete": ("", "alias"),
    "glab api": (
        """
        -X,--method= -H,--header=* -F,--field=* -f,--raw-field=* --form=* -i,--include --input= --hostname= --paginate
        --silent --output=
        """,
        "endpoint",
    ),
    "glab auth": ("", "@"),
    "glab auth login": (
        """
        -t,--token= --stdin -h,--hostname= -j,--job-token= -a,--api-host= -p,--api-protocol= -g,--git-protocol= --web
        """,
        "",
    ),
    "glab auth logout": ("-h,--hostname=", ""),
    "glab auth status": ("-t,--show-token -h,--hostname= -a,--all", ""),
    "glab ci": ("", "@"),
    "glab pipeline": "glab ci",
    "glab pipe": "glab ci",
    "glab ci cancel": ("", "@"),
    "glab ci delete": ("-s,--status= --older-than= --source= --dry-run @page", "pipelines*"),
    "glab ci get": ("-p,--pipeline-id= -b,--branch= -d,--with-job-details --with-variables -F,--output=", ""),
    "glab ci lint": ("--dry-run --include-jobs --ref=", "path"),
    "glab ci list": ("@list --status= --ref= --sha= --name= --username= --scope= --source=", ""),
    "glab ci retry": ("-b,--branch= -p,--pipeline-id=", "job"),
    "glab ci run": (
        """
        -b,--branch= --variables=* --variables-env=* --variables-file=* -f,--variables-from= -i,--input=* -w,--web --mr
        """,
        "",
    ),
    "glab ci status": ("-b,--branch= -l,--live -c,--compact", ""),
    "glab ci trace": ("-b,--branch= -p,--pipeline-id=", "job"),
    "glab ci trigger": ("-b,--branch= -p,--pipeline-id=", "job"),
    "glab ci view": ("-b,--branch= -p,--pipelineid= -w,--web", "branch_text"),
    "glab config": ("-g,--global -h,--host=", "@"),
    "glab config get": ("", "key"),
    "glab config set": ("", "key value"),
    "glab issue": ("", "@"),
    "glab issue close": ("", "issue"),
    "glab issue create": ("@mr -c,--confidential -e,--weight= --due-date= --linked-mr= --epic=", ""),
    "glab issue new": "glab issue create",
    "glab issue delete": ("", "issue"),
    "glab issue list": ("@list", ""),
    "glab issue note": ("-m,--message=", "issue"),
    "glab issue update": (
        """
        @mr --unlabel=* --unassign -c,--confidential -p,--public --lock-discussion --unlock-discussion
        """,
        "issue",
    ),
    "glab issue view": ("@page -c,--comments -s,--system-logs -w,--web", "issue"),
    "glab job": ("", "@"),
    "glab mr": ("", "@"),
    "glab mr approve": ("-s,--sha=", "mrs*"),
    "glab mr checkout": ("-b,--branch= -t,--track -u,--set-upstream-to=", "mr"),
    "glab mr close": ("", "mr"),
    "glab mr create": ("@mr", ""),
    "glab mr new": "glab mr create",
    "glab mr delete": ("", "mrs*"),
    "glab mr diff": ("--color= --raw", "mr"),
    "glab mr list": ("@list", ""),
    "glab mr merge": (
        """
        --auto-merge,--when-pipeline-succeeds -m,--message= -r,--rebase -d,--remove-source-branch -s,--squash
        --squash-message= --sha= -y,--yes
        """,
        "mr",
    ),
    "glab mr accept": "glab mr merge",
    "glab mr note": ("-m,--message= --unique", "mr"),
    "glab mr rebase": ("--skip-ci", "mr"),
    "glab mr reopen": ("", "mr"),
    "glab mr revoke": ("", "mr"),
    "glab mr update": ("@mr -r,--ready --unlabel=* --unassign --lock-discussion --unlock-discussion", "mr"),
    "glab mr view": ("@page -c,--comments -s,--system-logs -w,--web", "mr"),
    "glab release": ("", "@"),
    "glab release create": (
        """
        -n,--name= -r,--ref= -T,--tag-message= -N,--notes= -F,--notes-file= -D,--released-at= -m,--milestone=*
        -a,--assets-links= --no-update
        """,
        "tag files*",
    ),
    "glab release delete": ("-y,--yes -t,--with-tag", "tag"),
    "glab release list": ("@page", ""),
    "glab release view": ("-w,--web", "tag"),
    "glab repo": ("", "@"),
    "glab project": "glab repo",
    "glab repo archive": ("-f,--format= -s,--sha=", "repository destination"),
    "glab repo clone": (
        """
        -g,--group= -p,--preserve-namespace -a,--archived --paginate @page -m,--mine -u,--user= -v,--visibility=
        """,
        "repository directory -- git_flags*",
    ),
    "glab repo create": (
        """
        -n,--name= -g,--group= -d,--description= --defaultBranch= --remoteName= --readme -t,--tag=* --internal
        -p,--private -P,--public -s,--skipGitInit
        """,
        "path",
    ),
    "glab repo delete": ("-y,--yes", "repository"),
    "glab repo fork": ("-n,--name= -p,--path= -c,--clone --remote", "repository"),
    "glab repo list": ("@page -a,--all -m,--mine -g,--group= -u,--user= -o,--order= -s,--sort=", ""),
    "glab repo transfer": ("-t,--target-namespace= -y,--yes", "repository"),
    "glab repo view": ("-b,--branch= -w,--web -F,--output=", "repository"),
    "glab variable": ("", "@"),
    "glab variable delete": ("-g,--group= -s,--scope=", "key"),
    "glab variable export": ("-g,--group= -o,--output= -s,--scope= @page", ""),
    "glab variable get": ("-g,--group= -s,--scope= -F,--output=", "key"),
    "glab variable list": ("-g,--group= @page -i,--instance", ""),
    "glab variable set": (
        """
        -v,--value= -g,--group= -m,--masked -p,--protected -r,--raw -s,--scope= -t,--type= --hidden --description=
        """,
        "key value_text",
    ),
    "glab variable update": (
        """
        -v,--value= -g,--group= -m,--masked -p,--protected -r,--raw -s,--scope= -t,--type=
        """,
        "key value_text",
    ),
}

EXAMPLES = [
    ("glab mr merge 4 --squash -y -R o/r", "glab_mr_merge", {"mr": "4", "squash": True, "yes": True, "repo": "o/r"}),
    ("glab mr create --fill --draft -b main", "glab_mr_create", {"fill": True, "draft": True, "target_branch": "main"}),
    ("glab ci status --live=false", "glab_ci_status", {"live": False}),
    ("glab repo delete o/r --yes", "glab_repo_delete", {"repository": "o/r", "yes": True}),
    ("glab variable set KEY -v x -m", "glab_variable_set", {"key": "KEY", "value": "x", "masked": True}),
]  # fmt: skip
