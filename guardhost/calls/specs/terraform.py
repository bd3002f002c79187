"""What terraform takes (1.9); tofu takes the same."""

from __future__ import annotations

STYLES = {"terraform": "go"}

SHARED = {
    "help": "help:-h,-help",
    "plan": """
    -destroy -refresh-only -refresh? -replace=* -target=* -var=* -var-file=* -compact-warnings -detailed-exitcode
    -generate-config-out= -input? -json -lock? -lock-timeout= -no-color -out= -parallelism= -state= -concise -exclude=*
    """,
    "state": "-state= -state-out= -backup= -lock? -lock-timeout= -dry-run -ignore-remote-version",
}

COMMANDS = {
    "terraform": ("-chdir= -v,-version", "@"),
    "terraform apply": ("@plan -auto-approve -backup= -state-out=", "plan"),
    "terraform console": ("-plan -state= -var=* -var-file=*", ""),
    "terraform destroy": ("@plan -auto-approve -backup= -state-out=", ""),
    "terraform fmt": ("-list? -write? -diff -check -no-color -recursive", "paths*"),
    "terraform force-unlock": ("-force", "lock"),
    "terraform get": ("-update -no-color -test-directory=", "path"),
    "terraform graph": ("-plan= -draw-cycles -type= -module-depth=", ""),
    "terraform import": (
        """
        -config= -input? -lock? -lock-timeout= -no-color -var=* -var-file=* -ignore-remote-version -state= -state-out=
        -backup=
        """,
        "address id",
    ),
    "terraform init": (
        """
        -upgrade -reconfigure -migrate-state -backend? -backend-config=* -force-copy -from-module= -get? -input? -lock?
        -lock-timeout= -no-color -plugin-dir=* -lockfile= -ignore-remote-version -test-directory= -json
        """,
        "directory",
    ),
    "terraform login": ("", "host"),
    "terraform logout": ("", "host"),
    "terraform metadata": ("", "@"),
    "terraform output": ("-raw -json -no-color -state=", "name"),
    "terraform plan": ("@plan", ""),
    "terraform providers": ("", "@"),
    "terraform providers lock": ("-fs-mirror= -net-mirror= -platform=*", "providers*"),
    "terraform providers mirror": ("-platform=*", "directory"),
    "terraform providers schema": ("-json", ""),
    "terraform refresh": ("@plan -backup=", ""),
    "terraform show": ("-json -no-color", "path"),
    "terraform state": ("", "@"),
    "terraform state list": ("-state= -id=", "addresses*"),
    "terraform state mv": ("@state -backup-out=", "source destination"),
    "terraform state pull": ("", ""),
    "terraform state push": ("-force -ignore-remote-version -lock? -lock-timeout=", "path"),
    "terraform state replace-provider": ("@state -auto-approve", "source destination"),
    "terraform state rm": ("@state", "addresses*"),
    "terraform state show": ("-state=", "address"),
    "terraform taint": ("@state -allow-missing", "address"),
    "terraform test": ("@plan -filter=* -test-directory= -verbose -cloud-run= -junit-xml=", ""),
    "terraform untaint": ("@state -allow-missing", "address"),
    "terraform validate": ("-json -no-color -no-tests -test-directory=", "directory"),
    "terraform version": ("-json", ""),
    "terraform workspace": ("", "@"),
    "terraform workspace delete": ("-force -lock? -lock-timeout=", "name"),
    "terraform workspace list": ("", ""),
    "terraform workspace new": ("-lock? -lock-timeout= -state=", "name"),
    "terraform workspace select": ("-or-create", "name"),
    "terraform workspace show": ("", ""),
}

EXAMPLES = [
    ("terraform -chdir=live apply -auto-approve -var a=b", "terraform_apply",
     {"chdir": "live", "auto_approve": True, "var": ["a=b"]}),
    ("terraform apply --auto-approve=true out.plan", "terraform_apply", {"auto_approve": True, "plan": "out.plan"}),
    ("terraform destroy -target=a -target b", "terraform_destroy", {"target": ["a", "b"]}),
    ("terraform state rm a b", "terraform_state_rm", {"addresses": ["a", "b"]}),
    ("terraform workspace select live", "terraform_workspace_select", {"name": "live"}),
    ("tofu destroy -auto-approve", "tofu_destroy", {"auto_approve": True}),
    ("terraform plan -brand-new", "terraform_plan", {}, ["-brand-new"]),
]  # fmt: skip
