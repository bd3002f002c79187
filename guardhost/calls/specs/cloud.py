"""What the programs of cloud providers take, the commands that rules ask about; options of a group hold for its commands.

A command that is not here keeps its first words as its tool (`aws_ec2`) and all its words as `argv`.
"""

from __future__ import annotations

STYLES = {"aws": "tree", "az": "tree", "gcloud": "tree", "vercel": "plain", "heroku": "plain"}

SHARED = {
    "help": "help:-h,--help",
    "aws-copy": """
    --recursive --exclude=* --include=* --acl= --follow-symlinks --quiet --sse? --storage-class= --dryrun --delete
    --exact-timestamps --size-only --content-type= --cache-control= --metadata= --only-show-errors --no-progress
    --expires= --request-payer? --source-region= --sse-kms-key-id= --page-size= --metadata-directive= --copy-props=
    """,
    "value": "--name= --value= --type= --overwrite --description= --key-id= --tier= --tags=",
    "certificate": "--name= --id= --file= --vault-name= --version= --encoding= --encrypt",
}

COMMANDS = {
    "aws": (
        """
        --profile= --region= --output= --dry-run dry_run:--dryrun --debug --endpoint-url= --no-verify-ssl --no-paginate
        --query= --version --color= --no-sign-request --ca-bundle= --cli-read-timeout= --cli-connect-timeout=
        --cli-binary-format= --no-cli-pager --cli-auto-prompt --no-cli-auto-prompt --cli-input-json= --cli-input-yaml=
        --generate-cli-skeleton?
        """,
        "@",
    ),
    "aws configure": ("", "@"),
    "aws configure export-credentials": ("--format=", ""),
    "aws configure get": ("", "key"),
    "aws configure import": ("--csv= --skip-invalid --profile-prefix=", ""),
    "aws configure list": ("", ""),
    "aws configure list-profiles": ("", ""),
    "aws configure set": ("", "key value"),
    "aws configure sso": ("--use-device-code", ""),
    "aws ecr": ("", "@"),
    "aws ecr get-login-password": ("", ""),
    "aws iam": ("", "@"),
    "aws iam create-access-key": ("--user-name=", ""),
    "aws iam create-login-profile": ("--user-name= --password= --password-reset-required", ""),
    "aws iam list-access-keys": ("--user-name= --max-items= --page-size= --starting-token=", ""),
    "aws kms": ("", "@"),
    "aws kms decrypt": (
        """
        --ciphertext-blob= --key-id= --encryption-context= --encryption-algorithm= --grant-tokens=
        """,
        "",
    ),
    "aws s3": ("", "@"),
    "aws s3 cp": ("@aws-copy", "source destination"),
    "aws s3 ls": ("--recursive --human-readable --summarize --page-size= --request-payer?", "path"),
    "aws s3 mb": ("", "bucket"),
    "aws s3 mv": ("@aws-copy", "source destination"),
    "aws s3 presign": ("--expires-in=", "path"),
    "aws s3 rb": ("--force", "bucket"),
    "aws s3 rm": ("@aws-copy", "path"),
    "aws s3 sync": ("@aws-copy", "source destination"),
    "aws s3 website": ("--index-document= --error-document=", "bucket"),
    "aws secretsmanager": ("", "@"),
    "aws secretsmanager batch-get-secret-value": ("--secret-id-list=* --filters= --max-results= --next-token=", ""),
    "aws secretsmanager create-secret": (
        """
        --name= --secret-string= --secret-binary= --description= --kms-key-id= --tags= --force-overwrite-replica-secret
        """,
        "",
    ),
    "aws secretsmanager delete-secret": ("--secret-id= --force-delete-without-recovery --recovery-window-in-days=", ""),
    "aws secretsmanager describe-secret": ("--secret-id=", ""),
    "aws secretsmanager get-secret-value": ("--secret-id= --version-stage= --version-id=", ""),
    "aws secretsmanager list-secrets": ("--filters= --max-results= --sort-order= --include-planned-deletion", ""),
    "aws secretsmanager put-secret-value": (
        """
        --secret-id= --secret-string= --secret-binary= --version-stages= --client-request-token=
        """,
        "",
    ),
    "aws secretsmanager update-secret": (
        """
        --secret-id= --secret-string= --secret-binary= --description= --kms-key-id=
        """,
        "",
    ),
    "aws ssm": ("", "@"),
    "aws ssm delete-parameter": ("--name=", ""),
    "aws ssm get-parameter": ("--name= --with-decryption", ""),
    "aws ssm get-parameters": ("--names=* --with-decryption", ""),
    "aws ssm get-parameters-by-path": (
        """
        --path= --with-decryption --recursive --parameter-filters= --max-results= --max-items=
        """,
        "",
    ),
    "aws ssm put-parameter": ("@value", ""),
    "aws sso": ("", "@"),
    "aws sso login": ("--sso-session= --use-device-code --no-browser", ""),
    "aws sts": ("", "@"),
    "aws sts assume-role": (
        """
        --role-arn= --role-session-name= --duration-seconds= --external-id= --policy= --policy-arns= --serial-number=
        --token-code= --tags= --source-identity=
        """,
        "",
    ),
    "aws sts get-caller-identity": ("", ""),
    "aws sts get-session-token": ("--duration-seconds= --serial-number= --token-code=", ""),
    "az": (
        """
        --subscription= -o,--output= --debug -g,--resource-group= --query= --verbose --only-show-errors -v,--version
        """,
        "@",
    ),
    "az account": ("", "@"),
    "az account get-access-token": ("--resource= --scope= --resource-type= --tenant= -n,--name=", ""),
    "az account list": ("--all --refresh", ""),
    "az account set": ("-s,-n,--name=", ""),
    "az account show": ("-n,--name=", ""),
    "az acr": ("", "@"),
    "az acr credential": ("", "@"),
    "az acr credential show": ("-n,--name=", ""),
    "az acr login": ("-n,--name= -p,--password= -u,--username= -t,--expose-token --suffix=", ""),
    "az ad": ("", "@"),
    "az ad sp": ("", "@"),
    "az ad sp create-for-rbac": (
        """
        -n,--name,--display-name= --role= --scopes= --cert= --create-cert --json-auth --sdk-auth --years= --keyvault=
        """,
        "",
    ),
    "az ad sp credential": ("", "@"),
    "az ad sp credential reset": (
        """
        --id= --append --cert= --create-cert --display-name= --end-date= --years= --keyvault=
        """,
        "",
    ),
    "az aks": ("", "@"),
    "az aks get-credentials": ("-n,--name= -a,--admin -f,--file= --overwrite-existing --context= --format=", ""),
    "az group": ("", "@"),
    "az group delete": ("-n,--name= -y,--yes --no-wait", ""),
    "az keyvault": ("", "@"),
    "az keyvault certificate": ("", "@"),
    "az keyvault certificate download": ("@certificate -n=", ""),
    "az keyvault key": ("", "@"),
    "az keyvault key download": ("--vault-name= -n,--name= -f,--file= -e,--encoding= --id= -v,--version=", ""),
    "az keyvault secret": ("", "@"),
    "az keyvault secret delete": ("--vault-name= -n,--name= --id=", ""),
    "az keyvault secret download": ("--vault-name= -n,--name= -f,--file= -e,--encoding= --id= -v,--version=", ""),
    "az keyvault secret list": ("--vault-name= --id= --include-managed --maxresults=", ""),
    "az keyvault secret set": (
        """
        --vault-name= -n,--name= --value= -f,--file= -e,--encoding= --description= --disabled --expires= --tags= --id=
        """,
        "",
    ),
    "az keyvault secret show": ("--vault-name= -n,--name= --id= -v,--version=", ""),
    "az login": (
        """
        -u,--username= -p,--password= --service-principal -t,--tenant= --use-device-code --identity -i= --certificate=
        --allow-no-subscriptions --federated-token= --scope= --client-id= --claims-challenge=
        """,
        "",
    ),
    "az logout": ("--username=", ""),
    "az storage": ("", "@"),
    "az storage account": ("", "@"),
    "az storage account keys": ("", "@"),
    "az storage account keys list": ("-n,--account-name= --expand-key-type=", ""),
    "az storage account keys renew": ("-n,--account-name= --key= --key-type=", ""),
    "az storage account show-connection-string": ("-n,--name= --blob-endpoint= --key= --protocol= --sas-token=", ""),
    "gcloud": (
        """
        --project= --account= --verbosity= --log-http --configuration= --format= --filter= --quiet,-q
        --impersonate-service-account= --billing-project= --access-token-file= --flags-file= --flatten= --trace-token=
        --user-output-enabled --limit= --sort-by= --page-size= --uri -v,--version
        """,
        "@",
    ),
    "gcloud auth": ("", "@"),
    "gcloud auth activate-service-account": ("--key-file= --password-file= --prompt-for-password", "account"),
    "gcloud auth application-default": ("", "@"),
    "gcloud auth application-default login": (
        """
        --scopes= --client-id-file= --no-launch-browser --no-browser --disable-quota-project --login-config=
        """,
        "",
    ),
    "gcloud auth application-default print-access-token": ("--scopes=", ""),
    "gcloud auth application-default revoke": ("", ""),
    "gcloud auth list": ("--filter-account=", ""),
    "gcloud auth login": (
        """
        --cred-file= --no-launch-browser --no-browser --brief --force --update-adc --activate --enable-gdrive-access
        --login-config= --remote-bootstrap=
        """,
        "account",
    ),
    "gcloud auth print-access-token": ("--lifetime= --scopes=", "account"),
    "gcloud auth print-identity-token": (
        """
        --audiences= --include-email --include-license --token-format=
        """,
        "account",
    ),
    "gcloud auth revoke": ("--all", "accounts*"),
    "gcloud config": ("", "@"),
    "gcloud config get": ("", "property"),
    "gcloud config get-value": ("", "property"),
    "gcloud config list": ("--all", "property"),
    "gcloud config set": ("--installation", "property value"),
    "gcloud config unset": ("--installation", "property"),
    "gcloud container": ("", "@"),
    "gcloud container clusters": ("", "@"),
    "gcloud container clusters get-credentials": (
        """
        -z,--zone= --region= --location= --internal-ip --dns-endpoint
        """,
        "cluster",
    ),
    "gcloud container clusters list": ("-z,--zone= --region= --location=", ""),
    "gcloud iam": ("", "@"),
    "gcloud iam service-accounts": ("", "@"),
    "gcloud iam service-accounts keys": ("", "@"),
    "gcloud iam service-accounts keys create": ("--iam-account= --key-file-type=", "output_file"),
    "gcloud iam service-accounts keys list": ("--iam-account= --created-before= --managed-by=", ""),
    "gcloud iam service-accounts list": ("", ""),
    "gcloud secrets": ("", "@"),
    "gcloud secrets create": (
        """
        --data-file= --labels= --locations= --replication-policy= --kms-key-name= --ttl=
        """,
        "secret",
    ),
    "gcloud secrets delete": ("--etag=", "secret"),
    "gcloud secrets describe": ("", "secret"),
    "gcloud secrets list": ("", ""),
    "gcloud secrets versions": ("", "@"),
    "gcloud secrets versions access": ("--secret= --out-file= --location=", "version"),
    "gcloud secrets versions add": ("--data-file=", "secret"),
    "gcloud secrets versions destroy": ("--secret=", "version"),
    "gcloud secrets versions list": ("", "secret"),
    "heroku": ("-a,--app= -r,--remote=", "@"),
    "heroku auth:token": ("", ""),
    "heroku config": ("-s,--shell -j,--json", "@ keys*"),
    "heroku config:edit": ("", "key"),
    "heroku config:get": ("-s,--shell -j,--json", "key"),
    "heroku config:set": ("", "values*"),
    "heroku config:unset": ("", "keys*"),
    "vercel": (
        """
        -t,--token= --cwd= -d,--debug -S,--scope= -T,--team= -A,--local-config= -Q,--global-config= --no-color -y,--yes
        --prod --force,-f -v,--version
        """,
        "@ paths*",
    ),
    "vercel deploy": (
        """
        --prod --prebuilt -f,--force -e,--env=* -b,--build-env=* -m,--meta=* --no-wait --target= -l,--logs
        """,
        "paths*",
    ),
    "vercel env": ("", "@"),
    "vercel env add": ("--sensitive --force", "name environment branch"),
    "vercel env ls": ("", "environment branch"),
    "vercel env list": "vercel env ls",
    "vercel env pull": ("--environment= --git-branch= -y,--yes", "file"),
    "vercel env rm": ("-y,--yes", "name environment branch"),
    "vercel env remove": "vercel env rm",
}

EXAMPLES = [
    ("aws --profile live s3 rm s3://b/a --recurs", "aws_s3_rm",
     {"profile": "live", "recursive": True, "path": "s3://b/a"}),
    ("aws s3 sync a s3://b --delete --region x", "aws_s3_sync",
     {"source": "a", "destination": "s3://b", "delete": True, "region": "x"}),
    ("aws ec2 terminate-instances --instance-ids i", "aws_ec2",
     {"argv": ["ec2", "terminate-instances", "--instance-ids", "i"]}, ["--instance-ids"]),
    ("aws ssm get-parameter --name a --with-decryption", "aws_ssm_get_parameter",
     {"name": "a", "with_decryption": True}),
    ("aws secretsmanager get-secret-value --secret-id=a", "aws_secretsmanager_get_secret_value", {"secret_id": "a"}),
    ("az keyvault secret show --vault-name v -n s", "az_keyvault_secret_show", {"vault_name": "v", "name": "s"}),
    ("az group delete -n g --yes", "az_group_delete", {"name": "g", "yes": True}),
    ("gcloud secrets versions access latest --secret=a --project p", "gcloud_secrets_versions_access",
     {"version": "latest", "secret": "a", "project": "p"}),
    ("gcloud auth print-access-token", "gcloud_auth_print_access_token", {}),
    ("heroku config:get KEY -a web", "heroku_config_get", {"key": "KEY", "app": "web"}),
    ("vercel env pull .env --yes", "vercel_env_pull", {"file": ".env", "yes": True}),
]  # fmt: skip
