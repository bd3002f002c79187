"""What holds secrets: names of files, words in names of variables, the look of a literal. Folded names throughout."""

from __future__ import annotations

from guardhost.builtin.paths import fits

# Names of files, wherever they lie.
NAMES = (
    ".env", ".envrc", ".env.*", "*.env", ".netrc", "_netrc", ".pgpass", ".my.cnf", ".mylogin.cnf", ".git-credentials",
    ".npmrc", ".pypirc",
    ".htpasswd", ".dockercfg", ".s3cfg", ".boto", ".vault-token", ".terraformrc", "terraform.tfvars", "*.auto.tfvars",
    "*.tfstate",
    "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk", "*.pem", "*.p12", "*.pfx", "*.jks",
    "*.keystore",
    "*.kdbx", "*.ppk", "*_rsa", "*.key", "*.asc.key", "credentials.json", "credentials.yml", "credentials.yaml",
    "credentials.toml",
    "client_secret*.json", "service-account*.json", "service_account*.json", "serviceaccount*.json", "secrets.yml",
    "secrets.yaml",
    "secrets.json", "secrets.toml", "secrets.env", "secret.yml", "secret.yaml", "secret.json", "master.key",
    "credentials.yml.enc",
    ".secrets", "kubeconfig", "*.kubeconfig", "hosts.yml.secret", "auth.json", ".credentials.json", "wallet.dat", "shadow",
    "gshadow", "known_secrets", "token.json", "tokens.json", ".token", "apikey.txt", "api_key.txt", "password.txt",
    "passwords.txt",
    "secrets.txt", "login.keychain*", "cookies.sqlite", "logins.json", "key4.db", "keystore.properties",
)  # fmt: skip
# Below a home (or anywhere, for those of a container).
PLACES = (
    ".ssh/*", ".aws/credentials", ".aws/cli/cache/*", ".aws/sso/cache/*", ".gnupg/**", ".kube/config",
    ".docker/config.json", ".config/gh/hosts.yml", ".config/gcloud/**", ".azure/*tokens*", ".azure/msal_token_cache*",
    ".config/hub", ".gem/credentials", ".cargo/credentials", ".cargo/credentials.toml", ".config/rclone/rclone.conf",
    ".password-store/**", ".local/share/keyrings/**", "library/keychains/**", ".config/op/**",
    ".terraform.d/credentials.tfrc.json",
    ".netlify/config.json", ".config/doctl/config.yaml", ".oci/config", ".databrickscfg", ".snowsql/config",
    ".m2/settings.xml",
    ".gradle/gradle.properties", ".bash_history", ".zsh_history", ".python_history", ".psql_history", ".mysql_history",
    ".config/google-chrome/**", ".config/chromium/**", "google/chrome/**", "bravesoftware/**", "microsoft edge/**",
    ".config/sops/**", ".config/age/**", ".config/stripe/**", ".config/fly/**", ".fly/config.yml", ".config/netlify/**",
    ".config/vercel/**", ".wrangler/config/**", ".config/.wrangler/**", ".config/github-copilot/**",
    ".local/share/opencode/auth.json",
    ".gemini/oauth_creds.json", ".qwen/oauth_creds.json", ".cursor/auth.json", ".config/anthropic/**", ".huggingface/token",
    ".cache/huggingface/token", ".kaggle/kaggle.json", ".modal.toml", ".pulumi/credentials.json", ".subversion/auth/**",
    ".config/filezilla/**", ".local/share/kwalletd/**", ".electrum/**", ".bitcoin/**", ".ethereum/keystore/**",
    ".config/solana/id.json", ".mozilla/**", ".config/heroku/**", ".vault-token", ".claude/.credentials.json",
    ".codex/auth.json",
    "run/secrets/*", "proc/*/environ", "etc/shadow", "etc/gshadow", "etc/sudoers", "etc/ssh/ssh_host_*_key",
    "var/run/secrets/**", "etc/kubernetes/admin.conf",
)  # fmt: skip
_OPEN_SSH = ("known_hosts", "known_hosts.old", "config", "authorized_keys", "authorized_keys2", "environment", "rc")
_TEMPLATES = ("example", "sample", "template", "dist", "tmpl", "defaults", "schema", "md", "j2", "tpl", "vault", "enc",
    "sops",
              "d.ts", "ts", "py", "js", "go", "rb", "rs", "example.local", "test.example", "spec", "age")  # fmt: skip
_SHARED = ("cert.pem", "ca.pem", "cacert.pem", "chain.pem", "fullchain.pem", "cert.key.pub", "ca-bundle.pem",
    "ca-certificates.pem",
           "isrgrootx1.pem", "rds-combined-ca-bundle.pem", "global-bundle.pem", "public.pem", "public.key",
           "pubkey.pem")  # fmt: skip
VARIABLES = ("SECRET", "TOKEN", "PASSWORD", "PASSWD", "API_KEY", "APIKEY", "PRIVATE_KEY", "ACCESS_KEY", "CREDENTIAL",
    "PASSPHRASE",
             "DATABASE_URL", "AUTH_KEY", "_PAT", "CONNECTION_STRING", "_DSN", "ENCRYPTION_KEY", "SIGNING_KEY",
             "WEBHOOK_URL")  # fmt: skip
_SAMPLES = ("node_modules", "site-packages", "testdata", "fixtures", "__fixtures__", "test", "tests", "examples",
    "example", "docs",
            "samples", "mocks", "__mocks__", "certs-test", "vendor")  # fmt: skip


def holds_secret(path: str, root: str = "") -> bool:
    """Return whether the file at a folded path holds secrets by its name or place; `root`: its checkout."""
    name = path.rpartition("/")[2]
    if not name or is_template(name):
        return False
    below = path[len(root) :] if root and path.startswith(root) else ""
    if below and not name.startswith(".env") and any(part in _SAMPLES for part in below.split("/")[:-1]):
        return False
    if any(fits(name, row) for row in NAMES):
        return True
    return any(_placed(path, row) for row in PLACES) and not ("/.ssh/" in path and name in _OPEN_SSH)


def is_template(name: str) -> bool:
    """Return whether a name is a template's, a public key's or a certificate's."""
    if name.endswith((".pem", ".key")) and any(
        part in name for part in ("cert", "pub", "chain", "bundle", "ca-cert", "cacert")
    ):
        return True
    if name.endswith(".pub") or name in _SHARED or name in (".env.d.ts", "env.d.ts"):
        return True
    last = name.rpartition(".")[2]
    return last in _TEMPLATES or any(f".{one}." in name for one in ("example", "sample", "template"))


def _placed(path: str, row: str) -> bool:
    wanted = row.split("/")
    parts = path.strip("/").split("/")
    if wanted[-1] == "**":
        head = wanted[:-1]
        return any(parts[at : at + len(head)] == head for at in range(len(parts) - len(head)))
    if len(parts) < len(wanted):
        return False
    return all(fits(part, one) for part, one in zip(parts[-len(wanted) :], wanted, strict=True))


def folder_of_secrets(path: str) -> bool:
    """Return whether a folded path is a folder that holds little else than secrets."""
    return path.rpartition("/")[2] in (
        ".ssh",
        ".gnupg",
        ".aws",
        ".password-store",
        "keyrings",
        "keychains",
        ".kube",
        ".azure",
        "secrets",
    )


def names_secret(variable: str) -> bool:
    """Return whether a variable's name says that it holds a secret."""
    upper = variable.upper()
    return (
        any(one in upper for one in VARIABLES)
        and not upper.startswith(("NO_", "HAS_", "USE_", "MAX_", "NUM_", "N_"))
        and not (
            upper.endswith(("_FILE", "_PATH", "_NAME", "_ID", "_COUNT", "_LIMIT", "_LENGTH", "_TYPE", "_TTL", "TOKENS"))
        )
    )
