"""A Terraform repository, where a mistake is not undone by git. Copy this file to `guard.py` and change the names in it."""

import guardhost as guard

# Each program of a line is a call by its command: `terraform -chdir=prod apply x` is `terraform_apply` with `plan` "x".
APPLYING = ("terraform_apply", "terraform_destroy", "tofu_apply", "tofu_destroy")
STATE = ("terraform_state_", "tofu_state_")
READING = ("list", "show", "pull")


@guard.rule("unreadable-here", tests=["ask: terraform plan '", "allow: terraform plan"])
def unreadable(req: guard.CommandRequest) -> guard.Answer:
    """A line that cannot be read has no `commands` and no `calls`: the rules below would say nothing about it."""
    return None if req.readable else guard.ask("split this line: it cannot be read, and state lives here")


@guard.rule(
    "apply-a-saved-plan",
    tests=[
        "deny: terraform apply -auto-approve",
        "deny: terraform -chdir=prod apply",
        "deny: make plan; tofu destroy",
        "allow: terraform -chdir=prod plan -out tf.plan",
        "allow: terraform apply tf.plan",
    ],
)
def saved_plan(req: guard.CommandRequest) -> guard.Answer:
    """What is applied is what a person has read: a plan in a file, and not the one that is made at that moment."""
    for call in req.calls:
        if call.tool in APPLYING and "plan" not in call.args:
            return guard.deny("save the plan, show it, then apply that file", next="terraform plan -out tf.plan")
    return None


@guard.rule(
    "state-by-hand",
    tests=[
        "deny: terraform state rm module.db",
        "deny: terraform -chdir=prod state mv a b",
        "allow: terraform state list",
        "allow: terraform state",
    ],
)
def state_by_hand(req: guard.CommandRequest) -> guard.Answer:
    """A `moved` or `removed` block does the same in a change that is reviewed and can be taken back."""
    for call in req.calls:
        if call.tool.startswith(STATE) and not call.tool.endswith(READING):
            return guard.deny("write a `moved` or `removed` block instead")
    return None


@guard.rule(
    "state-file",
    tests=[
        {"deny": {"write": {"path": "prod/terraform.tfstate", "content": "{}"}}},
        "deny: cp backup prod/terraform.tfstate",
        {"allow": {"write": {"path": "prod/main.tf", "content": "# none"}}},
    ],
)
def state_file(change: guard.Change) -> guard.Answer:
    """The state says what exists; edited, it is wrong about it."""
    if change.matches("**/*.tfstate") or change.matches("**/*.tfstate.backup"):
        return guard.deny("use `terraform import` or a `moved` block")
    return None


@guard.rule(
    "destroy-protection",
    tests=[
        {"ask": {"write": {"path": "prod/db.tf", "content": "lifecycle {\n  prevent_destroy = false\n}\n"}}},
        {"allow": {"write": {"path": "prod/db.tf", "content": "lifecycle {\n  prevent_destroy = true\n}\n"}}},
    ],
)
def destroy_protection(change: guard.Change) -> guard.Answer:
    """`prevent_destroy` stands where losing the thing cannot be mended."""
    gone = change.before is not None and change.after is not None
    removed = gone and (change.before or "").count("prevent_destroy") > (change.after or "").count("prevent_destroy")
    off = any("prevent_destroy" in line and "false" in line for line in change.added_lines)
    return guard.ask("this takes `prevent_destroy` off") if change.matches("**/*.tf") and (removed or off) else None


@guard.rule(
    "cloud-tools",
    tests=[
        {"ask": {"tool": "mcp__aws__delete_bucket", "args": {"name": "logs"}}},
        {"allow": {"tool": "mcp__aws__list_buckets", "args": {}}},
        {"allow": {"tool": "mcp__github__create_issue", "args": {}}},
    ],
)
def cloud_tools(req: guard.ToolRequest) -> guard.Answer:
    """A tool server can change the account without any line of ours."""
    server, _, action = req.tool.removeprefix("mcp__").partition("__")
    if server == "aws" and not action.startswith(("get_", "list_", "describe_")):
        return guard.ask(f"`{req.tool}` may change the account")
    return None


guard.command(guard.strictest(unreadable, saved_plan, state_by_hand))
guard.change(guard.strictest(state_file, destroy_protection))
guard.tool(guard.strictest(cloud_tools))
