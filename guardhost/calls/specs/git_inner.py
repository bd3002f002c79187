"""What git's other commands take, as of git 2.51; the everyday ones and the shared pieces are in `git.py`."""

from __future__ import annotations

STYLES = {"git": "git"}

SHARED = {
    "quiet": "-q,--quiet -v,--verbose",
    "apply": """
    --exclude=* --include=* strip:-p= context_lines:-C= --whitespace= --ignore-space-change --ignore-whitespace
    --directory= --reject three_way:-3,--3way
    """,
    "blob": "--batch? --batch-check? --batch-command? --batch-all-objects --buffer --follow-symlinks --unordered -z -Z",
    "notes": """
    -m,--message=* message_file:-F,--file=* -c,--reedit-message= -C,--reuse-message= --allow-empty --separator?
    --stripspace -e,--edit
    """,
    "subtree": """
    -q,--quiet debug:-d -P,--prefix= --annotate= -b,--branch= --ignore-joins --onto= --rejoin --squash -m,--message=
    @sign
    """,
    "objects": """
    -q --progress --all-progress --all-progress-implied --window= --window-memory= --depth= --threads= --max-pack-size=
    --filter= --name-hash-version= --path-walk
    """,
}

COMMANDS = {
    "git am": (
        """
        -i,--interactive -q,--quiet -s,--signoff -u,--utf8 -k,--keep -b,--keep-non-patch -m,--message-id --keep-cr
        -c,--scissors --quoted-cr= @apply --patch-format= --resolvemsg= resolved:-r,--resolved @sequence
        --show-current-patch? --allow-empty -n,--no-verify --committer-date-is-author-date --ignore-date
        --rerere-autoupdate @sign --empty= --retry
        """,
        "mailboxes*",
    ),
    "git annotate": "git blame",
    "git apply": (
        """
        @apply --no-add --stat --numstat --summary --check --index -N,--intent-to-add --cached --unsafe-paths --apply -z
        -R,--reverse --unidiff-zero --build-fake-ancestor= --allow-overlap -v,--verbose -q,--quiet --inaccurate-eof
        --recount --allow-empty --allow-binary-replacement,--binary --ours --theirs --union
        """,
        "patches*",
    ),
    "git archive": (
        """
        --format= --prefix= --add-file=* --add-virtual-file=* -o,--output= --worktree-attributes -v,--verbose -l,--list
        --remote= --exec= --mtime= level:-#=
        """,
        "tree paths*",
    ),
    "git backfill": ("--min-batch-size= --sparse", ""),
    "git blame": (
        """
        --incremental -b --root --show-stats --progress --score-debug -f,--show-name -n,--show-number -p,--porcelain
        --line-porcelain -c -t -l -s -e,--show-email -w --ignore-rev=* --ignore-revs-file=* --color-lines --color-by-age
        --minimal -S= --contents= -C? -M? -L=* --abbrev? --diff-algorithm= --date= --reverse --first-parent @limit
        """,
        "targets* -- paths*",
    ),
    "git bugreport": ("-o,--output-directory= -s,--suffix= --diagnose? --no-suffix", ""),
    "git bundle": ("", "@"),
    "git bundle create": (
        "-q,--quiet --progress --all-progress --all-progress-implied --version= @limit",
        "file revisions*",
    ),
    "git bundle verify": ("-q,--quiet", "file"),
    "git bundle list-heads": ("", "file refs*"),
    "git bundle unbundle": ("--progress", "file refs*"),
    "git cat-file": (
        """
        -e -p -t -s --allow-unknown-type --use-mailmap,--mailmap --textconv --filters --path= --filter= @blob
        """,
        "objects*",
    ),
    "git check-attr": ("-a,--all --cached --stdin -z --source=", "attributes* -- paths*"),
    "git check-ignore": ("-q,--quiet -v,--verbose --stdin -z -n,--non-matching --no-index", "paths*"),
    "git check-mailmap": ("--stdin --mailmap-file= --mailmap-blob=", "contacts*"),
    "git check-ref-format": ("--branch --normalize --allow-onelevel --refspec-pattern --print", "ref"),
    "git checkout-index": (
        """
        -a,--all --ignore-skip-worktree-bits -f,--force -q,--quiet -n,--no-create -u,--index -z --stdin --temp --prefix=
        --stage=
        """,
        "paths*",
    ),
    "git column": ("--command= --mode? --raw-mode= --width= --indent= --nl= --padding=", ""),
    "git commit-graph": ("--object-dir=", "@"),
    "git commit-graph write": (
        """
        --object-dir= --reachable --stdin-packs --stdin-commits --append --changed-paths --split? --max-commits=
        --size-multiple= --expire-time= --max-new-filters= --progress
        """,
        "",
    ),
    "git commit-graph verify": ("--object-dir= --shallow --progress", ""),
    "git commit-tree": ("parents:-p=* message:-m=* message_file:-F=* @sign", "tree"),
    "git count-objects": ("-v,--verbose -H,--human-readable", ""),
    "git credential": ("", "action"),
    "git daemon": ("", "directories*"),
    "git describe": (
        """
        --contains --debug --all --tags --long --first-parent --abbrev? --exact-match --candidates= --match=* --exclude=*
        --always --dirty? --broken?
        """,
        "commits*",
    ),
    "git diagnose": ("-o,--output-directory= -s,--suffix= --mode=", ""),
    "git diff-files": ("@diff", "paths*"),
    "git diff-index": ("@diff", "targets* -- paths*"),
    "git diff-tree": ("-r --root -v --stdin --no-commit-id --always @diff @pretty", "targets* -- paths*"),
    "git diff-pairs": ("@diff", ""),
    "git difftool": (
        """
        -g,--gui -d,--dir-diff -y,--no-prompt --prompt --symlinks -t,--tool= --tool-help --trust-exit-code -x,--extcmd=
        @diff
        """,
        "targets* -- paths*",
    ),
    "git fast-export": (
        """
        --progress= --signed-tags= --signed-commits= --tag-of-filtered-object= --reencode= --export-marks= --import-marks=
        --import-marks-if-exists= --fake-missing-tagger --full-tree --use-done-feature --no-data --refspec=* --anonymize
        --anonymize-map=* --reference-excluded-parents --show-original-ids --mark-tags @limit
        """,
        "revisions* -- paths*",
    ),
    "git fast-import": (
        """
        --quiet --stats --allow-unsafe-features --cat-blob-fd= --date-format= --done --export-marks= --import-marks=
        --import-marks-if-exists= --relative-marks --rewrite-submodules-from=* --rewrite-submodules-to=* --active-branches=
        --big-file-threshold= --depth= --export-pack-edges= --max-pack-size= --force
        """,
        "",
    ),
    "git filter-branch": (
        """
        --setup= --subdirectory-filter= --env-filter= --tree-filter= --index-filter= --parent-filter= --msg-filter=
        --commit-filter= --tag-name-filter= --prune-empty directory:-d= -f,--force --state-branch= --original= @limit
        """,
        "revisions* -- revisions*",
    ),
    "git fmt-merge-msg": ("--log? -m,--message= --into-name= -F,--file=", ""),
    "git for-each-ref": (
        """
        -s,--shell -p,--perl --python --tcl --count= --exclude=* --include-root-refs --stdin --start-after= @refs
        """,
        "patterns*",
    ),
    "git for-each-repo": ("--config= --keep-going", "command..."),
    "git format-patch": (
        """
        -n,--numbered -N,--no-numbered -s,--signoff --stdout --cover-letter --numbered-files --suffix= --start-number=
        -v,--reroll-count= --filename-max-length= --rfc? --cover-from-description= --description-file= --subject-prefix=
        -o,--output-directory= -k,--keep-subject --no-binary --zero-commit --ignore-if-in-upstream -p,--no-stat
        --add-header=* --to=* --cc=* --from? --in-reply-to= --attach? --inline? --thread? --signature= --base=
        --signature-file= -q,--quiet --progress --interdiff= --range-diff= --creation-factor= --force-in-body-from
        --encode-email-headers --commit-list-format= --always @diff @limit
        """,
        "revisions* -- paths*",
    ),
    "git fsck": (
        """
        -v,--verbose --unreachable --dangling --tags --root --cache --reflogs --full --connectivity-only --strict
        --lost-found --progress --name-objects --references
        """,
        "objects*",
    ),
    "git gc": (
        """
        -q,--quiet --prune? --cruft --max-cruft-size= --expire-to= --aggressive --auto --detach --force --keep-largest-pack
        """,
        "",
    ),
    "git hash-object": ("-t= -w --stdin --stdin-paths --no-filters --literally --path=", "paths*"),
    "git help": (
        """
        -a,--all --external-commands --aliases -m,--man -w,--web -i,--info -v,--verbose -g,--guides --user-interfaces
        --developer-interfaces -c,--config
        """,
        "topic",
    ),
    "git hook": ("", "@"),
    "git hook run": ("--ignore-missing --to-stdin=", "hook -- hook_args*"),
    "git index-pack": ("-v -o= --stdin --fix-thin --keep? --strict? --promisor?", "paths*"),
    "git init": (
        """
        --template= --bare --shared? -q,--quiet --separate-git-dir= -b,--initial-branch= --object-format= --ref-format=
        """,
        "directory",
    ),
    "git init-db": "git init",
    "git instaweb": ("-l,--local -p,--port= -d,--httpd= -b,--browser= -m,--module-path= --stop --start --restart", ""),
    "git interpret-trailers": (
        """
        --in-place --trim-empty --where= --if-exists= --if-missing= --only-trailers --only-input --unfold --parse
        --no-divider --trailer=*
        """,
        "paths*",
    ),
    "git last-modified": ("-r,--recursive -t,--show-trees -z @limit", "targets* -- paths*"),
    "git ls-files": (
        """
        -z -t -v -f -c,--cached -d,--deleted -m,--modified -o,--others -i,--ignored -s,--stage -k,--killed --directory
        --eol --empty-directory -u,--unmerged --resolve-undo -x,--exclude=* -X,--exclude-from=* --exclude-per-directory=
        --exclude-standard --full-name --recurse-submodules --error-unmatch --with-tree= --abbrev? --debug --deduplicate
        --sparse --format=
        """,
        "paths*",
    ),
    "git ls-remote": (
        """
        -q,--quiet --upload-pack,--exec= -t,--tags heads:-h,-b,--heads,--branches --refs --get-url --sort=* --exit-code
        --symref -o,--server-option=*
        """,
        "remote patterns*",
    ),
    "git ls-tree": (
        """
        directories:-d recursive:-r -t -z -l,--long --name-only --name-status --object-only --full-name --full-tree
        --format= --abbrev?
        """,
        "tree paths*",
    ),
    "git mailinfo": ("-k -b -u -m,--message-id --encoding= -n --scissors --quoted-cr=", "msg patch"),
    "git mailsplit": ("-o= -b -d= -f= --keep-cr --mboxrd", "mailboxes*"),
    "git maintenance": ("", "@"),
    "git maintenance run": ("--auto --detach --schedule= --quiet --task=*", ""),
    "git maintenance start": ("--scheduler=", ""),
    "git maintenance stop": ("", ""),
    "git maintenance register": ("--config-file=", ""),
    "git maintenance unregister": ("--config-file= -f,--force", ""),
    "git maintenance is-needed": ("--auto --task=* --schedule=", ""),
    "git merge-base": ("-a,--all --octopus --independent --is-ancestor --fork-point", "commits*"),
    "git merge-file": (
        """
        -p,--stdout --object-id --diff3 --zdiff3 --ours --theirs --union --marker-size= --diff-algorithm= -q,--quiet -L=*
        """,
        "paths*",
    ),
    "git merge-tree": (
        """
        --write-tree --trivial-merge --messages -z --name-only --allow-unrelated-histories --stdin --merge-base= --quiet
        -X,--strategy-option=*
        """,
        "commits*",
    ),
    "git mergetool": ("-t,--tool= --tool-help -y,--no-prompt --prompt -g,--gui -O=", "paths*"),
    "git mktag": ("--strict", ""),
    "git mktree": ("-z --missing --batch", ""),
    "git multi-pack-index": ("--object-dir= --progress", "@"),
    "git multi-pack-index write": (
        """
        --object-dir= --preferred-pack= --bitmap --progress --stdin-packs --refs-snapshot= --incremental
        """,
        "",
    ),
    "git multi-pack-index verify": ("--object-dir= --progress", ""),
    "git multi-pack-index expire": ("--object-dir= --progress", ""),
    "git multi-pack-index repack": ("--object-dir= --progress --batch-size=", ""),
    "git name-rev": (
        "--name-only --tags --refs=* --exclude=* --all --stdin --annotate-stdin --undefined --always",
        "commits*",
    ),
    "git notes": ("--ref=", "@"),
    "git notes list": ("", "object"),
    "git notes add": ("-f,--force @notes", "object"),
    "git notes copy": ("-f,--force --stdin --for-rewrite=", "from_object to_object"),
    "git notes append": ("@notes", "object"),
    "git notes edit": ("@notes", "object"),
    "git notes show": ("", "object"),
    "git notes merge": ("-v,--verbose -q,--quiet -s,--strategy= --commit --abort", "notes_ref"),
    "git notes remove": ("--ignore-missing --stdin", "objects*"),
    "git notes prune": ("-n,--dry-run -v,--verbose", ""),
    "git notes get-ref": ("", ""),
    "git pack-objects": (
        """
        @objects --thin --delta-base-offset --revs --unpacked --all --stdin-packs? --include-tag --local --honor-pack-keep
        --keep-pack=* --incremental --non-empty --reuse-delta --reuse-object --stdout --shallow --keep-true-parents --cruft
        --cruft-expiration= --reflog --indexed-objects --missing= --exclude-promisor-objects --write-bitmap-index
        --delta-islands --keep-unreachable --pack-loose-unreachable --unpack-unreachable? --index-version= --quiet
        """,
        "base_name",
    ),
    "git pack-redundant": ("--all --alt-odb --i-still-use-this --verbose", "packs*"),
    "git pack-refs": ("--all --prune --auto --include=* --exclude=*", ""),
    "git patch-id": ("--stable --unstable --verbatim", ""),
    "git prune": ("-n,--dry-run -v,--verbose --progress --expire= --exclude-promisor-objects", "objects*"),
    "git prune-packed": ("-n,--dry-run -q,--quiet", ""),
    "git range-diff": (
        """
        --creation-factor= --no-dual-color --notes? --diff-merges= --remerge-diff --left-only --right-only @diff
        """,
        "ranges* -- paths*",
    ),
    "git read-tree": (
        """
        --index-output= --empty -v,--verbose -m --trivial --aggressive --reset --prefix= -u --exclude-per-directory= -i
        -n,--dry-run --no-sparse-checkout --debug-unpack --recurse-submodules? -q,--quiet
        """,
        "trees*",
    ),
    "git refs": ("", "@"),
    "git refs migrate": ("--ref-format= --dry-run --no-reflog", ""),
    "git refs verify": ("--strict --verbose", ""),
    "git refs list": ("@refs", "patterns*"),
    "git refs exists": ("", "ref"),
    "git repack": (
        """
        -a -A --cruft --cruft-expiration= --combine-cruft-below-size= --max-cruft-size= -d -f -F -n -q,--quiet -l,--local
        -b,--write-bitmap-index -i,--delta-islands --unpack-unreachable= -k,--keep-unreachable @objects --pack-kept-objects
        --keep-pack=* -g,--geometric= -m,--write-midx --expire-to= --filter-to=
        """,
        "",
    ),
    "git replace": (
        "-l,--list -d,--delete -e,--edit -g,--graft --convert-graft-file -f,--force --raw --format=",
        "objects*",
    ),
    "git replay": ("--advance= --onto= --contained --ref-action=", "revisions*"),
    "git repo": ("", "@"),
    "git repo info": ("--format= -z --all", "keys*"),
    "git request-pull": ("patch:-p", "start url end"),
    "git rerere": ("--rerere-autoupdate", "action paths*"),
    "git rev-list": (
        """
        --objects --objects-edge --objects-edge-aggressive --indexed-objects --unpacked --object-names --filter=
        --no-filter --filter-provided-objects --filter-print-omitted --missing= --disk-usage? --header --no-commit-header
        --commit-header --timestamp --count --bisect-vars --bisect-all --use-bitmap-index --progress= --quiet
        --no-object-names --exclude-promisor-objects -z --abbrev? @limit @pretty
        """,
        "targets* -- paths*",
    ),
    "git rev-parse": (
        """
        --parseopt --keep-dashdash --stop-at-non-option --stuck-long --sq-quote --revs-only --no-revs --flags --no-flags
        --default= --prefix= --verify -q,--quiet --sq --short? --not --abbrev-ref? --symbolic --symbolic-full-name --all
        --branches? --tags? --remotes? --glob= --exclude=* --exclude-hidden= --disambiguate= --local-env-vars
        --path-format= --git-dir --git-common-dir --resolve-git-dir= --git-path= --show-toplevel
        --show-superproject-working-tree --shared-index-path --absolute-git-dir --is-inside-git-dir --is-inside-work-tree
        --is-bare-repository --is-shallow-repository --show-cdup --show-prefix --show-object-format? --show-ref-format
        --since,--after= --until,--before= --output-object-format=
        """,
        "revisions* -- revisions*",
    ),
    "git send-email": (
        """
        --annotate --bcc=* --cc=* --compose --from= --in-reply-to= --reply-to= --subject= --to=* --8bit-encoding=
        --compose-encoding= --transfer-encoding= --xmailer --envelope-sender= --sendmail-cmd= --smtp-encryption=
        --smtp-domain= --smtp-pass? --smtp-server= --smtp-server-option=* --smtp-server-port= --smtp-ssl
        --smtp-ssl-cert-path= --smtp-user= --smtp-auth= --smtp-debug= --batch-size= --relogin-delay= --no-to --no-cc
        --no-bcc --cc-cmd= --header-cmd= --chain-reply-to --identity= --signed-off-by-cc --suppress-cc=* --suppress-from
        --thread --to-cmd= --confirm= --dry-run --format-patch --quiet --validate --force --dump-aliases
        --translate-aliases
        """,
        "targets*",
    ),
    "git shortlog": (
        """
        -c,--committer -n,--numbered -s,--summary -e,--email -w? --group=* --format= --date= @limit
        """,
        "targets* -- paths*",
    ),
    "git show-branch": (
        """
        -a,--all -r,--remotes --color? --more? --list --no-name --current --sha1-name --merge-base --independent
        --topo-order --topics --sparse --date-order -g,--reflog?
        """,
        "branches*",
    ),
    "git show-index": ("--object-format=", ""),
    "git show-ref": (
        """
        --tags heads:--heads,--branches --verify --exists --head -d,--dereference -s,--hash? --abbrev? -q,--quiet
        --exclude-existing?
        """,
        "refs*",
    ),
    "git sparse-checkout": ("", "@"),
    "git sparse-checkout list": ("", ""),
    "git sparse-checkout init": ("--cone --sparse-index", ""),
    "git sparse-checkout set": ("--cone --sparse-index --skip-checks --stdin --end-of-options", "paths*"),
    "git sparse-checkout add": ("--skip-checks --stdin", "paths*"),
    "git sparse-checkout reapply": ("--cone --sparse-index", ""),
    "git sparse-checkout disable": ("", ""),
    "git sparse-checkout clean": ("-f,--force -n,--dry-run -v,--verbose", ""),
    "git sparse-checkout check-rules": ("-z --cone --rules-file=", ""),
    "git stripspace": ("-s,--strip-comments -c,--comment-lines", ""),
    "git subtree": ("@subtree", "@"),
    "git subtree add": ("@subtree", "targets*"),
    "git subtree merge": ("@subtree", "targets*"),
    "git subtree pull": ("@subtree", "remote ref"),
    "git subtree push": ("@subtree", "remote ref"),
    "git subtree split": ("@subtree", "targets*"),
    "git symbolic-ref": ("-q,--quiet -d,--delete --short --recurse reason:-m=", "name ref"),
    "git update-index": (
        """
        -q --ignore-submodules --add --replace --remove --unmerged --refresh --really-refresh --cacheinfo= --chmod=
        --assume-unchanged --no-assume-unchanged --skip-worktree --no-skip-worktree --ignore-skip-worktree-entries
        --info-only --force-remove -z --stdin --index-info --unresolve -g,--again --ignore-missing --verbose
        --clear-resolve-undo --index-version= --show-index-version --split-index --untracked-cache --test-untracked-cache
        --force-untracked-cache --force-write-index --fsmonitor --fsmonitor-valid --no-fsmonitor-valid
        """,
        "paths*",
    ),
    "git update-ref": (
        """
        reason:-m= delete:-d --no-deref -z --stdin --create-reflog -0,--batch-updates
        """,
        "ref new_value old_value",
    ),
    "git update-server-info": ("-f,--force", ""),
    "git var": ("list:-l", "name"),
    "git verify-commit": ("-v,--verbose --raw", "commits*"),
    "git verify-pack": ("-v,--verbose -s,--stat-only --object-format=", "packs*"),
    "git verify-tag": ("-v,--verbose --raw --format=", "names*"),
    "git version": ("--build-options", ""),
    "git write-tree": ("--missing-ok --prefix=", ""),
}
