"""What the programs for Kubernetes take (kubectl 1.31, helm 3.16). Options of a group hold for its commands."""

from __future__ import annotations

STYLES = {"kubectl": "pflag", "helm": "pflag"}

SHARED = {
    "help": "help:-h,--help",
    "filename": "-f,--filename=* -k,--kustomize= -R,--recursive",
    "print": "-o,--output= --template= --show-managed-fields --no-headers --sort-by= --allow-missing-template-keys",
    "select": "-l,--selector= --field-selector= --chunk-size= --show-labels -L,--label-columns=*",
    "dry": "--dry-run? --field-manager= --save-config --validate?",
    "create": """
    @filename @dry @print --from-literal=* --from-file=* --from-env-file=* --docker-password= --docker-username=
    --docker-server= --docker-email= --type= --image=* -r,--replicas= --port= --cert= --key= --tcp=* --clusterrole=
    --role= --serviceaccount=* --user=* --group=* --verb=* --resource=* --schedule= --edit --raw= --append-hash
    """,
    "wait": "--wait --timeout= --cascade?",
    "release": """
    -f,--values=* --set=* --set-string=* --set-file=* --set-json=* --set-literal=* --dry-run? --wait? -i,--install
    --create-namespace --version= --atomic --rollback-on-failure --timeout= --wait-for-jobs --no-hooks --force
    --skip-crds -g,--generate-name --name-template= --description= --devel --dependency-update --repo= --username=
    --password= --ca-file= --cert-file= --key-file= --insecure-skip-tls-verify --plain-http --keyring= --verify
    --pass-credentials --render-subchart-notes --post-renderer= --post-renderer-args=* --replace -o,--output= --labels=*
    --hide-notes --hide-secret --enable-dns --disable-openapi-validation --skip-schema-validation --take-ownership
    --force-conflicts --server-side? --reset-values --reuse-values --reset-then-reuse-values --cleanup-on-fail
    --history-max= -a,--api-versions=* --include-crds --is-upgrade --kube-version= --output-dir= --release-name
    -s,--show-only=* --skip-tests --no-hooks
    """,
}

COMMANDS = {
    "kubectl": (
        """
        -n,--namespace= --context= --kubeconfig= -A,--all-namespaces verbosity:-v,--v= --as= --as-group=* --as-uid=
        --cache-dir= --certificate-authority= --client-certificate= --client-key= --cluster= --disable-compression
        --insecure-skip-tls-verify --log-flush-frequency= --match-server-version --password= --profile= --profile-output=
        --request-timeout= -s,--server= --tls-server-name= --token= --user= --username= --vmodule= --warnings-as-errors
        """,
        "@",
    ),
    "kubectl annotate": (
        """
        @filename @select @dry @print --all --overwrite --resource-version= --list
        """,
        "resource names*",
    ),
    "kubectl api-resources": ("@print --api-group= --cached --categories=* --namespaced --verbs=*", ""),
    "kubectl apply": (
        """
        @filename @dry @print @wait -l,--selector= --all --prune --prune-allowlist=* --server-side --force-conflicts
        --force --grace-period= --overwrite --openapi-patch --applyset= --subresource=
        """,
        "@ resources*",
    ),
    "kubectl apply view-last-applied": ("@filename -l,--selector= --all -o,--output=", "resource names*"),
    "kubectl attach": ("-c,--container= -i,--stdin -t,--tty -q,--quiet --pod-running-timeout=", "pod"),
    "kubectl auth": ("", "@"),
    "kubectl auth can-i": ("--list --no-headers -q,--quiet --subresource=", "verb resource names*"),
    "kubectl auth whoami": ("@print", ""),
    "kubectl autoscale": ("@filename @dry @print --cpu-percent= --max= --min= --name=", "resource names*"),
    "kubectl cluster-info": ("", "@"),
    "kubectl config": ("", "@"),
    "kubectl config current-context": ("", ""),
    "kubectl config delete-cluster": ("", "name"),
    "kubectl config delete-context": ("", "name"),
    "kubectl config delete-user": ("", "name"),
    "kubectl config get-clusters": ("", ""),
    "kubectl config get-contexts": ("-o,--output= --no-headers", "name"),
    "kubectl config get-users": ("", ""),
    "kubectl config rename-context": ("", "name new_name"),
    "kubectl config set": ("--set-raw-bytes", "property value"),
    "kubectl config set-cluster": (
        """
        --server= --certificate-authority= --embed-certs --insecure-skip-tls-verify? --proxy-url=
        """,
        "name",
    ),
    "kubectl config set-context": ("--current --cluster= --user= -n,--namespace=", "name"),
    "kubectl config set-credentials": (
        """
        --token= --password= --username= --client-key= --client-certificate= --embed-certs --auth-provider=
        --auth-provider-arg=* --exec-command= --exec-api-version= --exec-arg=* --exec-env=*
        """,
        "name",
    ),
    "kubectl config unset": ("", "property"),
    "kubectl config use-context": ("", "context"),
    "kubectl config use": "kubectl config use-context",
    "kubectl config view": ("--raw --minify --flatten --merge? @print", ""),
    "kubectl cordon": ("--dry-run? -l,--selector=", "nodes*"),
    "kubectl cp": ("-c,--container= --no-preserve --retries=", "source destination"),
    "kubectl create": ("@create", "resource names*"),
    "kubectl debug": (
        """
        --image= -c,--container= --copy-to= -i,--stdin -t,--tty --target= --profile= --share-processes --replace --env=*
        -q,--quiet --same-node --set-image=* --attach
        """,
        "target command* -- command*",
    ),
    "kubectl delete": (
        """
        @filename -l,--selector= --field-selector= --all --force --grace-period= --now --ignore-not-found
        -i,--interactive -o,--output= --raw= @wait --dry-run?
        """,
        "resource names*",
    ),
    "kubectl describe": ("@filename @select --show-events", "resource names*"),
    "kubectl diff": (
        """
        @filename --field-manager= --force-conflicts --prune -l,--selector= --server-side --concurrency=
        """,
        "",
    ),
    "kubectl drain": (
        """
        --force --ignore-daemonsets --delete-emptydir-data,--delete-local-data --disable-eviction --dry-run?
        --grace-period= -l,--selector= --pod-selector= --skip-wait-for-delete-timeout= --timeout= --chunk-size=
        """,
        "nodes*",
    ),
    "kubectl edit": ("@filename @dry @print --output-patch --subresource= --windows-line-endings", "resource names*"),
    "kubectl exec": (
        """
        stdin:-i,--stdin tty:-t,--tty -c,--container= -q,--quiet -f,--filename=* --pod-running-timeout=
        """,
        "pod command* -- command*",
    ),
    "kubectl explain": ("--api-version= --recursive -o,--output=", "resource"),
    "kubectl expose": (
        """
        @filename @dry @print --port= --target-port= --type= --name= --protocol= -l,--selector=
        """,
        "resource names*",
    ),
    "kubectl get": (
        """
        @filename @select @print -w,--watch --watch-only --output-watch-events --raw= --ignore-not-found --subresource=
        """,
        "resource names*",
    ),
    "kubectl kustomize": ("-o,--output= --enable-helm --load-restrictor= --reorder=", "path"),
    "kubectl label": ("@filename @select @dry @print --all --overwrite --resource-version= --list", "resource names*"),
    "kubectl logs": (
        """
        -f,--follow -c,--container= -p,--previous --tail= --since= --since-time= --timestamps -l,--selector=
        --all-containers --all-pods --prefix --limit-bytes= --max-log-requests= --ignore-errors
        --insecure-skip-tls-verify-backend --pod-running-timeout=
        """,
        "names*",
    ),
    "kubectl patch": (
        """
        @filename @dry @print -p,--patch= --patch-file= --type= --local --subresource=
        """,
        "resource names*",
    ),
    "kubectl port-forward": ("--address=* --pod-running-timeout=", "target ports*"),
    "kubectl proxy": (
        """
        -p,--port= --address= -w,--www= --www-prefix= --api-prefix= --accept-hosts= --disable-filter -u,--unix-socket=
        """,
        "",
    ),
    "kubectl replace": ("@filename @dry @print @wait --force --grace-period= --raw= --subresource=", ""),
    "kubectl rollout": (
        """
        @filename -l,--selector= --to-revision= --revision= -w,--watch --timeout= @dry -o,--output=
        """,
        "action resource names*",
    ),
    "kubectl run": (
        """
        --image= --env=* --port= --command --restart= --rm -i,--stdin -t,--tty -l,--labels= --annotations=* --overrides=
        --override-type= --attach --expose --privileged -q,--quiet --image-pull-policy= --leave-stdin-open
        --grace-period= @dry @print @wait --force --pod-running-timeout=
        """,
        "name command* -- command*",
    ),
    "kubectl scale": (
        """
        @filename @dry @print --replicas= --current-replicas= --resource-version= --all -l,--selector= --timeout=
        """,
        "resource names*",
    ),
    "kubectl set": (
        """
        @filename @dry @print --all -l,--selector= --local -e,--env=* --from= -c,--containers= --limits= --requests=
        """,
        "action resource names*",
    ),
    "kubectl taint": ("@dry @print --all --overwrite -l,--selector=", "resource names*"),
    "kubectl top": ("-l,--selector= --containers --no-headers --sort-by= --sum --field-selector=", "resource names*"),
    "kubectl uncordon": ("--dry-run? -l,--selector=", "nodes*"),
    "kubectl version": ("--client -o,--output=", ""),
    "kubectl wait": ("@filename @select @print --all --for= --timeout=", "resource names*"),
    "helm": (
        """
        -n,--namespace= --kube-context= --debug --kubeconfig= --kube-apiserver= --kube-as-group=* --kube-as-user=
        --kube-ca-file= --kube-token= --kube-insecure-skip-tls-verify --kube-tls-server-name= --burst-limit= --qps=
        --registry-config= --repository-cache= --repository-config= --color=
        """,
        "@",
    ),
    "helm create": ("-p,--starter=", "name"),
    "helm dependency": ("", "@"),
    "helm dep": "helm dependency",
    "helm dependency build": ("--skip-refresh --verify --keyring=", "chart"),
    "helm dependency list": ("--max-col-width=", "chart"),
    "helm dependency update": ("--skip-refresh --verify --keyring=", "chart"),
    "helm dependency up": "helm dependency update",
    "helm get": ("", "@"),
    "helm get all": ("--revision= --template=", "release"),
    "helm get hooks": ("--revision=", "release"),
    "helm get manifest": ("--revision=", "release"),
    "helm get metadata": ("--revision= -o,--output=", "release"),
    "helm get notes": ("--revision=", "release"),
    "helm get values": ("-a,--all -o,--output= --revision=", "release"),
    "helm history": ("--max= -o,--output=", "release"),
    "helm install": ("@release", "release chart"),
    "helm lint": ("@release --quiet --strict --with-subcharts", "paths*"),
    "helm list": (
        """
        -a,--all -A,--all-namespaces -d,--date --deployed --failed -f,--filter= -m,--max= --no-headers --offset=
        -o,--output= --pending -r,--reverse -l,--selector= -q,--short --superseded --time-format= --uninstalled
        --uninstalling
        """,
        "",
    ),
    "helm ls": "helm list",
    "helm package": (
        """
        --app-version= -u,--dependency-update -d,--destination= --key= --keyring= --passphrase-file= --sign --version=
        """,
        "charts*",
    ),
    "helm plugin": ("", "@"),
    "helm plugin install": ("--version=", "plugin"),
    "helm plugin list": ("", ""),
    "helm plugin uninstall": ("", "plugins*"),
    "helm pull": ("@release -d,--destination= --untar --untardir= --prov", "charts*"),
    "helm push": ("@release", "chart remote"),
    "helm repo": ("", "@"),
    "helm repo add": ("--allow-deprecated-repos --force-update --no-update @release", "name url"),
    "helm repo index": ("--merge= --url= --json", "path"),
    "helm repo list": ("-o,--output=", ""),
    "helm repo remove": ("", "names*"),
    "helm repo rm": "helm repo remove",
    "helm repo update": ("--timeout=", "names*"),
    "helm rollback": (
        """
        --cleanup-on-fail --dry-run? --force --history-max= --no-hooks --recreate-pods --timeout= --wait? --wait-for-jobs
        """,
        "release revision",
    ),
    "helm search": ("", "@"),
    "helm search hub": ("-o,--output= --list-repo-url --max-col-width=", "keyword"),
    "helm search repo": ("-o,--output= -l,--versions --devel -r,--regexp --version= --max-col-width=", "keyword"),
    "helm show": ("@release --jsonpath=", "what chart"),
    "helm status": ("-o,--output= --revision= --show-desc --show-resources", "release"),
    "helm template": ("@release", "release chart"),
    "helm test": ("--filter=* --logs --timeout=", "release"),
    "helm uninstall": (
        """
        --cascade= --description= --dry-run --ignore-not-found --keep-history --no-hooks --timeout= --wait?
        """,
        "releases*",
    ),
    "helm delete": "helm uninstall",
    "helm del": "helm uninstall",
    "helm un": "helm uninstall",
    "helm upgrade": ("@release", "release chart"),
    "helm verify": ("--keyring=", "path"),
    "helm version": ("--short --template=", ""),
}

EXAMPLES = [
    ("kubectl --context prod -n live delete pod a b --force", "kubectl_delete",
     {"context": "prod", "namespace": "live", "resource": "pod", "names": ["a", "b"], "force": True}),
    ("kubectl exec -it web -c app -- ls -la", "kubectl_exec",
     {"stdin": True, "tty": True, "pod": "web", "container": "app", "command": ["ls", "-la"]}),
    ("kubectl rollout undo deploy/a -n=live", "kubectl_rollout",
     {"action": "undo", "resource": "deploy/a", "namespace": "live"}),
    ("kubectl apply -f a.yaml --dry-run=server", "kubectl_apply", {"filename": ["a.yaml"], "dry_run": "server"}),
    ("kubectl create secret generic x --from-literal a=b", "kubectl_create",
     {"resource": "secret", "names": ["generic", "x"], "from_literal": ["a=b"]}),
    ("kubectl config set-credentials x --token y", "kubectl_config_set_credentials", {"name": "x", "token": "y"}),
    ("helm upgrade web team/web -n live --install", "helm_upgrade",
     {"release": "web", "chart": "team/web", "namespace": "live", "install": True}),
    ("helm uninstall a b", "helm_uninstall", {"releases": ["a", "b"]}),
    ("helm ls -A", "helm_list", {"all_namespaces": True}),
]  # fmt: skip
