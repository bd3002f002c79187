"""What git's everyday commands take, as of git 2.51. Literals only: this file's compiled form is the compiled spec.

The notation is told in `guardhost/calls/notation.py`.
"""

from __future__ import annotations

STYLES = {"git": "git"}

SHARED = {
    "help": "help:-h,--help",
    "sign": "-S,--gpg-sign?",
    "pathspec": "--pathspec-from-file= --pathspec-file-nul",
    "network": "-4,--ipv4 -6,--ipv6 --progress -v,--verbose -q,--quiet",
    "shallow": "--depth= --shallow-since= --shallow-exclude=* --deepen= --unshallow --update-shallow",
    "message": "-m,--message=* message_file:-F,--file=*",
    "sequence": "--continue --skip --abort --quit",
    "refs": """
    --contains=* --no-contains=* --merged=* --no-merged=* --points-at= --sort=* --format= --color? -i,--ignore-case
    --omit-empty
    """,
    "diff": """
    -p,-u,--patch -s,--no-patch -U,--unified? -W,--function-context --raw --patch-with-raw --patch-with-stat --numstat
    --shortstat -X,--dirstat? --cumulative --dirstat-by-file? --check --summary --name-only --name-status --stat?
    --stat-width= --stat-name-width= --stat-graph-width= --stat-count= --compact-summary --binary --full-index --color?
    --ws-error-highlight= -z --abbrev? --src-prefix= --dst-prefix= --line-prefix= --no-prefix --default-prefix
    --inter-hunk-context= --output-indicator-new= --output-indicator-old= --output-indicator-context=
    -B,--break-rewrites? -M,--find-renames? -D,--irreversible-delete -C,--find-copies? --find-copies-harder --no-renames
    --rename-empty --follow -l= --minimal -w,--ignore-all-space -b,--ignore-space-change --ignore-space-at-eol
    --ignore-cr-at-eol --ignore-blank-lines -I,--ignore-matching-lines=* --indent-heuristic --patience --histogram
    --diff-algorithm= --anchored=* --word-diff? --word-diff-regex= --color-words? --color-moved? --color-moved-ws=
    --relative? -a,--text -R --exit-code --quiet --ext-diff --textconv --ignore-submodules? --submodule?
    --ita-invisible-in-index --ita-visible-in-index -S= -G= --pickaxe-all --pickaxe-regex -O= --rotate-to= --skip-to=
    --find-object= --diff-filter= --max-depth= --output= -t -m -c --cc --combined-all-paths --diff-merges=
    --no-diff-merges --remerge-diff --dd unmerged_base:-1,--base ours:-2,--ours theirs:-3,--theirs -0 --merge-base
    staged:--staged,--cached --no-index --no-ext-diff
    """,
    "limit": """
    max_count:-n,--max-count,-#= --skip= --since,--after= --since-as-filter= --until,--before= --max-age= --min-age=
    --author=* --committer=* --grep=* --grep-reflog=* --all-match --invert-grep -i,--regexp-ignore-case --basic-regexp
    -E,--extended-regexp -F,--fixed-strings -P,--perl-regexp --remove-empty --merges --no-merges --min-parents=
    --max-parents= --no-min-parents --no-max-parents --first-parent --exclude-first-parent-only --not --all --branches?
    --tags? --remotes? --glob=* --exclude=* --exclude-hidden= --reflog --alternate-refs --single-worktree
    --ignore-missing --bisect --stdin --cherry-mark --cherry-pick --left-only --right-only --cherry -g,--walk-reflogs
    --merge --boundary --simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges
    --ancestry-path? --date-order --author-date-order --topo-order --reverse --no-walk? --do-walk --maximal-only
    """,
    "pretty": """
    --pretty? --format= --abbrev-commit --oneline --encoding= --expand-tabs? --notes? --show-notes? --standard-notes
    --show-signature --relative-date --date= --parents --children --left-right --graph --show-linear-break? --full-diff
    --log-size -L=* --source --use-mailmap,--mailmap --clear-decorations --decorate-refs=* --decorate-refs-exclude=*
    --decorate?
    """,
    "restore": """
    --overlay -q,--quiet --recurse-submodules? --progress -m,--merge --conflict= ours:-2,--ours theirs:-3,--theirs
    -p,--patch -U,--unified= --inter-hunk-context= --ignore-skip-worktree-bits @pathspec
    """,
    "config-2": """
    --global --system --local --worktree -f,--file= --blob= -t,--type= --bool --int --bool-or-int --bool-or-str --path
    --expiry-date -z,--null --name-only --show-names --includes --show-origin --show-scope --default= --comment= --all
    --regexp value_pattern:--value= --fixed-value --url= --append
    """,
    "stash": """
    -k,--keep-index -S,--staged -p,--patch -U,--unified= --inter-hunk-context= -q,--quiet -u,--include-untracked -a,--all
    -m,--message= @pathspec
    """,
}

COMMANDS = {
    "git": (
        """
        cwd:-C=* config:-c=* --config-env=* --exec-path? --html-path --man-path --info-path -p,--paginate
        no_pager:-P,--no-pager --git-dir= --work-tree= --namespace= --super-prefix= --bare --no-replace-objects
        --no-lazy-fetch --no-optional-locks --no-advice --literal-pathspecs --glob-pathspecs --noglob-pathspecs
        --icase-pathspecs --list-cmds= --attr-source= -v,--version @help
        """,
        "@",
    ),
    "git add": (
        """
        -n,--dry-run -v,--verbose -i,--interactive -p,--patch -U,--unified= --inter-hunk-context= -e,--edit -f,--force
        -u,--update --renormalize -N,--intent-to-add -A,--all --ignore-removal --refresh --ignore-errors --ignore-missing
        --sparse --chmod= @pathspec
        """,
        "paths*",
    ),
    "git bisect": ("", "@"),
    "git bisect start": (
        "--term-new,--term-bad= --term-old,--term-good= --no-checkout --first-parent",
        "revisions* -- paths*",
    ),
    "git bisect bad": ("", "revisions*"),
    "git bisect new": "git bisect bad",
    "git bisect good": ("", "revisions*"),
    "git bisect old": "git bisect good",
    "git bisect terms": ("--term-good,--term-old --term-bad,--term-new", ""),
    "git bisect skip": ("", "revisions*"),
    "git bisect next": ("", ""),
    "git bisect reset": ("", "revision"),
    "git bisect visualize": ("@diff @limit @pretty", "targets*"),
    "git bisect view": "git bisect visualize",
    "git bisect replay": ("", "file"),
    "git bisect log": ("", ""),
    "git bisect run": ("", "command..."),
    "git bisect help": ("", ""),
    "git branch": (
        """
        -v,--verbose -q,--quiet -t,--track? -u,--set-upstream-to= --unset-upstream -r,--remotes --abbrev? -a,--all
        -d,--delete force_delete:-D -m,--move force_move:-M -c,--copy force_copy:-C -l,--list --show-current
        --create-reflog --edit-description -f,--force --column? --recurse-submodules @refs
        """,
        "branches*",
    ),
    "git checkout": (
        """
        new_branch:-b= reset_branch:-B= -l --guess -f,--force -d,--detach -t,--track? --orphan= --overwrite-ignore
        --ignore-other-worktrees @restore
        """,
        "targets* -- paths*",
    ),
    "git cherry": ("--abbrev? -v,--verbose", "commits*"),
    "git cherry-pick": (
        """
        @sequence --cleanup= -n,--no-commit -e,--edit --no-edit -s,--signoff -m,--mainline= --rerere-autoupdate --strategy=
        -X,--strategy-option=* @sign -x -r --ff --allow-empty --allow-empty-message --keep-redundant-commits --empty=
        """,
        "commits*",
    ),
    "git clean": (
        """
        -q,--quiet -n,--dry-run -f,--force -i,--interactive directories:-d -e,--exclude=* ignored:-x only_ignored:-X
        """,
        "paths*",
    ),
    "git clone": (
        """
        @network --reject-shallow -n,--no-checkout --bare --mirror -l,--local --no-hardlinks -s,--shared
        recursive:--recursive,--recurse-submodules? -j,--jobs= --template= --reference=* --reference-if-able=* --dissociate
        -o,--origin= -b,--branch= --revision= -u,--upload-pack= @shallow --single-branch --no-tags --tags
        --shallow-submodules --separate-git-dir= -c,--config=* --server-option=* --filter= --also-filter-submodules
        --remote-submodules --sparse --bundle-uri= --ref-format=
        """,
        "repository directory",
    ),
    "git commit": (
        """
        -q,--quiet -v,--verbose @message --author= --date= -c,--reedit-message= -C,--reuse-message= --fixup= --squash=
        --reset-author --trailer=* -s,--signoff -t,--template= -e,--edit --no-edit --cleanup= --status @sign -a,--all
        -i,--include --interactive -p,--patch -U,--unified= --inter-hunk-context= -o,--only -n,--no-verify --dry-run
        --short --branch --ahead-behind --porcelain --long -z,--null --amend --no-post-rewrite -u,--untracked-files?
        --allow-empty --allow-empty-message @pathspec
        """,
        "paths*",
    ),
    "git config": (
        """
        --global --system --local --worktree -f,--file= --blob= --get --get-all --get-regexp --get-urlmatch --replace-all
        --add --append --unset --unset-all --rename-section --remove-section -l,--list --fixed-value -e,--edit --get-color
        --get-colorbool -t,--type= --bool --int --bool-or-int --bool-or-str --path --expiry-date -z,--null --name-only
        --show-names --includes --show-origin --show-scope --default= --comment= --all --regexp value_pattern:--value= --url=
        """,
        "@ key value extra*",
    ),
    "git config list": ("@config-2", ""),
    "git config get": ("@config-2", "key"),
    "git config set": ("@config-2", "key value"),
    "git config unset": ("@config-2", "key"),
    "git config rename-section": ("@config-2", "old_name new_name"),
    "git config remove-section": ("@config-2", "name"),
    "git config edit": ("@config-2", ""),
    "git diff": ("@diff", "targets* -- paths*"),
    "git fetch": (
        """
        @network --all --set-upstream -a,--append --atomic --upload-pack= -f,--force -m,--multiple -t,--tags no_tags:-n
        -j,--jobs= --prefetch -p,--prune -P,--prune-tags --recurse-submodules? --dry-run --porcelain --write-fetch-head
        -k,--keep -u,--update-head-ok @shallow --refetch --refmap=* -o,--server-option=* --negotiation-tip=*
        --negotiate-only --filter= --auto-maintenance --auto-gc --show-forced-updates --write-commit-graph --stdin
        --submodule-prefix= --recurse-submodules-default= --bundle-uri=
        """,
        "remote refspecs*",
    ),
    "git grep": (
        """
        --cached --no-index --untracked --exclude-standard --recurse-submodules -v,--invert-match -i,--ignore-case
        -w,--word-regexp -a,--text -I --textconv -r,--recursive --max-depth= -E,--extended-regexp -G,--basic-regexp
        -F,--fixed-strings -P,--perl-regexp -n,--line-number --column no_filename:-h with_filename:-H --full-name
        -l,--files-with-matches,--name-only -L,--files-without-match -z,--null -o,--only-matching -c,--count --color?
        --break --heading context:-C,--context,-#= -B,--before-context= -A,--after-context= --threads= -p,--show-function
        -W,--function-context pattern_file:-f=* patterns:-e=* --and --or --not -q,--quiet --all-match
        -O,--open-files-in-pager? --ext-grep -m,--max-count=
        """,
        "targets* -- paths*",
    ),
    "git log": ("-q,--quiet @pretty @diff @limit", "targets* -- paths*"),
    "git merge": (
        """
        no_stat:-n --stat --compact-summary --summary --log? --squash --commit --no-commit -e,--edit --no-edit --cleanup=
        --ff --no-ff --ff-only --rerere-autoupdate --verify-signatures -s,--strategy=* -X,--strategy-option=*
        -m,--message=* message_file:-F,--file= --into-name= -v,--verbose -q,--quiet --abort --quit --continue
        --allow-unrelated-histories --progress @sign --autostash --overwrite-ignore --signoff --no-verify
        """,
        "branches*",
    ),
    "git mv": ("-v,--verbose -n,--dry-run -f,--force skip_errors:-k --sparse", "paths*"),
    "git pull": (
        """
        @network --recurse-submodules? -r,--rebase? no_stat:-n --stat --compact-summary --log? --signoff? --squash --commit
        --no-commit --edit --no-edit --cleanup= --ff --no-ff --ff-only --verify --no-verify --verify-signatures --autostash
        -s,--strategy=* -X,--strategy-option=* @sign --allow-unrelated-histories --all -a,--append --atomic --upload-pack=
        -f,--force -t,--tags -p,--prune -j,--jobs? --dry-run -k,--keep @shallow --refmap=* -o,--server-option=*
        --negotiation-tip=* --show-forced-updates --set-upstream
        """,
        "remote refspecs*",
    ),
    "git push": (
        """
        @network --repo= all:--all,--branches --mirror -d,--delete --tags -n,--dry-run --porcelain -f,--force
        --force-with-lease?* --force-if-includes --recurse-submodules= --thin --receive-pack,--exec= -u,--set-upstream
        --prune --no-verify --follow-tags --signed? --atomic -o,--push-option=*
        """,
        "remote refspecs*",
    ),
    "git rebase": (
        """
        --onto= --keep-base --no-verify --verify -q,--quiet -v,--verbose -n,--no-stat --stat --signoff
        --committer-date-is-author-date --reset-author-date,--ignore-date context_lines:-C= --ignore-whitespace
        --whitespace= -f,--force-rebase --no-ff @sequence --edit-todo --show-current-patch --apply -m,--merge
        -i,--interactive --rerere-autoupdate --empty= -k,--keep-empty --autosquash --update-refs @sign --autostash
        -x,--exec=* -r,--rebase-merges? --fork-point -s,--strategy= -X,--strategy-option=* --root --reschedule-failed-exec
        --reapply-cherry-picks --trailer=*
        """,
        "targets*",
    ),
    "git reflog": ("@pretty @diff @limit", "@ targets*"),
    "git reflog show": ("@pretty @diff @limit", "targets*"),
    "git reflog list": ("", ""),
    "git reflog exists": ("", "ref"),
    "git reflog write": ("", "ref old_id new_id message"),
    "git reflog drop": ("--all --single-worktree", "refs*"),
    "git reflog delete": ("-n,--dry-run --rewrite --updateref --verbose", "refs*"),
    "git reflog expire": (
        """
        -n,--dry-run --rewrite --updateref --verbose --expire= --expire-unreachable= --stale-fix --all --single-worktree
        """,
        "refs*",
    ),
    "git remote": ("-v,--verbose", "@"),
    "git remote add": ("-f,--fetch --tags --no-tags -t,--track=* -m,--master= --mirror?", "name url"),
    "git remote rename": ("--progress", "old_name new_name"),
    "git remote remove": ("", "name"),
    "git remote rm": "git remote remove",
    "git remote set-head": ("-a,--auto -d,--delete", "name branch"),
    "git remote set-branches": ("--add", "name branches*"),
    "git remote get-url": ("--push --all", "name"),
    "git remote set-url": ("--push --add --delete", "name url old_url"),
    "git remote show": ("no_query:-n", "names*"),
    "git remote prune": ("-n,--dry-run", "names*"),
    "git remote update": ("-p,--prune", "names*"),
    "git reset": (
        """
        -q,--quiet --no-refresh --refresh --mixed --soft --hard --merge --keep --recurse-submodules? -p,--patch
        -U,--unified= --inter-hunk-context= -N,--intent-to-add --stdin -z @pathspec
        """,
        "targets* -- paths*",
    ),
    "git restore": ("-s,--source= -S,--staged -W,--worktree --ignore-unmerged @restore", "paths* -- paths*"),
    "git revert": (
        """
        @sequence --cleanup= -n,--no-commit -e,--edit --no-edit -s,--signoff -m,--mainline= --rerere-autoupdate --strategy=
        -X,--strategy-option=* @sign --reference
        """,
        "commits*",
    ),
    "git rm": ("-n,--dry-run -q,--quiet --cached -f,--force recursive:-r --ignore-unmatch --sparse @pathspec", "paths*"),
    "git show": ("-q,--quiet @pretty @diff @limit", "objects* -- paths*"),
    "git stage": "git add",
    "git stash": ("@stash", "@ paths*"),
    "git stash push": ("@stash", "paths*"),
    "git stash save": ("@stash", "description*"),
    "git stash list": ("@pretty @diff @limit", ""),
    "git stash show": ("-u,--include-untracked --only-untracked @diff", "stash"),
    "git stash pop": ("-q,--quiet --index --label-ours= --label-theirs= --label-base=", "stash"),
    "git stash apply": ("-q,--quiet --index --label-ours= --label-theirs= --label-base=", "stash"),
    "git stash drop": ("-q,--quiet", "stash"),
    "git stash clear": ("", ""),
    "git stash branch": ("", "branch stash"),
    "git stash create": ("", "message*"),
    "git stash store": ("-q,--quiet -m,--message=", "commit"),
    "git stash export": ("--print --to-ref=", "stashes*"),
    "git stash import": ("", "commit"),
    "git status": (
        """
        -v,--verbose -s,--short -b,--branch --show-stash --ahead-behind --porcelain? --long -z,--null -u,--untracked-files?
        --ignored? --ignore-submodules? --column? --no-renames -M,--find-renames?
        """,
        "paths*",
    ),
    "git submodule": ("--quiet,-q --cached", "@"),
    "git submodule add": (
        """
        -b,--branch= -f,--force -q,--quiet --progress --name= --reference= --ref-format= --dissociate --depth=
        """,
        "url path",
    ),
    "git submodule status": ("-q,--quiet --cached --recursive", "paths*"),
    "git submodule init": ("-q,--quiet", "paths*"),
    "git submodule deinit": ("-q,--quiet -f,--force --all", "paths*"),
    "git submodule update": (
        """
        -q,--quiet -v --progress --init --remote -N,--no-fetch -f,--force --checkout --merge --rebase --recommend-shallow
        --depth= --reference= --dissociate --recursive --single-branch -j,--jobs= --filter= --require-init --ref-format=
        """,
        "paths*",
    ),
    "git submodule set-branch": ("-q,--quiet -d,--default -b,--branch=", "path"),
    "git submodule set-url": ("-q,--quiet", "path url"),
    "git submodule summary": ("--cached --files -n,--summary-limit=", "targets* -- paths*"),
    "git submodule foreach": ("-q,--quiet --recursive", "command..."),
    "git submodule sync": ("-q,--quiet --recursive", "paths*"),
    "git submodule absorbgitdirs": ("-q,--quiet", "paths*"),
    "git switch": (
        """
        -c,--create= -C,--force-create= --guess --discard-changes -q,--quiet --recurse-submodules? --progress -m,--merge
        --conflict= -d,--detach -t,--track? -f,--force --orphan= --overwrite-ignore --ignore-other-worktrees
        """,
        "branch start_point",
    ),
    "git tag": (
        """
        -l,--list lines:-n? -d,--delete -v,--verify -a,--annotate -m,--message=* message_file:-F,--file= --trailer=*
        -e,--edit -s,--sign --cleanup= -u,--local-user= -f,--force --create-reflog --column? @refs
        """,
        "names*",
    ),
    "git whatchanged": "git log",
    "git worktree": ("", "@"),
    "git worktree add": (
        """
        -f,--force new_branch:-b= reset_branch:-B= -d,--detach --checkout --orphan --lock --reason= -q,--quiet --track
        --guess-remote --relative-paths
        """,
        "path commit",
    ),
    "git worktree list": ("--porcelain -v,--verbose --expire= -z", ""),
    "git worktree lock": ("--reason=", "path"),
    "git worktree move": ("-f,--force --relative-paths", "path new_path"),
    "git worktree prune": ("-n,--dry-run -v,--verbose --expire=", ""),
    "git worktree remove": ("-f,--force", "path"),
    "git worktree repair": ("--relative-paths", "paths*"),
    "git worktree unlock": ("", "path"),
}
