"""What the programs that keep, show and use secrets take."""

from __future__ import annotations

STYLES = {
    "ansible-vault": "gnu", "age": "plain", "bw": "plain", "doppler": "pflag", "op": "pflag", "openssl": "go", "pass": "gnu",
    "secret-tool": "plain", "security": "plain", "sops": "plain", "vault": "go",
}  # fmt: skip

SHARED = {
    "help": "help:--help",
    "key": """
    input:-in= output:-out= -text -noout -passin= -passout= -inform= -outform= -pubin -pubout -des3 -aes128 -aes256
    -aes-128-cbc -aes-256-cbc -check -modulus -traditional -engine= -provider=* -conv_form= -param_enc= -param_out
    -text_pub
    """,
    "vault-file": """
    --vault-password-file,--vault-pass-file= --vault-id= -v,--verbose -J,--ask-vault-password,--ask-vault-pass
    """,
    "kv": """
    -field= -format= -mount= -version= -namespace,-ns= -address= -wrap-ttl= -output-curl-string -output-policy
    -non-interactive
    """,
    "find": """
    print_password:-w show_password:-g service:-s= account:-a= label:-l= comment:-j= kind:-D= creator:-c= type:-C=
    generic:-G= server:-s= domain:-d= path:-p= port:-P= protocol:-r=
    """,
}

COMMANDS = {
    "age": (
        """
        -d,--decrypt -e,--encrypt -i,--identity=* -o,--output= -r,--recipient=* -R,--recipients-file=* -p,--passphrase
        -a,--armor -j=
        """,
        "files*",
    ),
    "ansible-vault": ("@vault-file", "@"),
    "ansible-vault create": ("@vault-file --encrypt-vault-id= --skip-tty-check", "files*"),
    "ansible-vault decrypt": ("@vault-file --output=", "files*"),
    "ansible-vault edit": ("@vault-file --encrypt-vault-id=", "files*"),
    "ansible-vault encrypt": ("@vault-file --output= --encrypt-vault-id=", "files*"),
    "ansible-vault encrypt_string": (
        """
        @vault-file -n,--name= --stdin-name= -p,--prompt --show-input --output= --encrypt-vault-id=
        """,
        "value",
    ),
    "ansible-vault rekey": ("@vault-file --new-vault-password-file= --new-vault-id= --encrypt-vault-id=", "files*"),
    "ansible-vault view": ("@vault-file", "files*"),
    "bw": ("--pretty --raw --response --cleanexit --quiet --nointeraction --session= -v,--version", "@"),
    "bw export": ("--output= --format= --password= --organizationid=", "password_text"),
    "bw get": ("--itemid= --output= --organizationid=", "object id"),
    "bw list": ("--search= --url= --folderid= --collectionid= --organizationid= --trash", "object"),
    "bw login": ("--method= --code= --sso --apikey --passwordenv= --passwordfile= --check --raw", "email password_text"),
    "bw unlock": ("--raw --passwordenv= --passwordfile= --check", "password_text"),
    "doppler": (
        """
        -t,--token= --json --debug --silent --configuration= --config-dir= --scope= --timeout= --no-timeout --api-host=
        --print-config --no-check-version --no-verify-tls -v,--version
        """,
        "@",
    ),
    "doppler run": (
        """
        -p,--project= -c,--config= --command= --fallback= --no-fallback --mount= --mount-format= --mount-template=
        --mount-max-reads= --only-secrets=* --preserve-env? --forward-signals --watch --no-exit-on-write-failure
        --name-transformer=
        """,
        "command... -- command*",
    ),
    "doppler secrets": ("-p,--project= -c,--config= --raw --visibility --only-names", "@"),
    "doppler secrets delete": ("-y,--yes", "names*"),
    "doppler secrets download": ("--no-file --format= --name-transformer= --fallback= --no-fallback", "file"),
    "doppler secrets get": ("--plain --copy --no-exit-on-missing-secret", "names*"),
    "doppler secrets set": ("--no-interactive --visibility-value=", "values*"),
    "gpg": (
        """
        -d,--decrypt -e,--encrypt -o,--output= -r,--recipient=*
        export_secret_keys:--export-secret-keys,--export-secret-key --export-secret-subkeys --export -a,--armor --batch
        --passphrase= --passphrase-file= --passphrase-fd= -s,--sign -b,--detach-sign --clear-sign,--clearsign --verify
        -c,--symmetric --import --gen-key --full-generate-key --quick-generate-key --delete-keys,--delete-key
        --delete-secret-keys,--delete-secret-key --list-keys,-k --list-secret-keys,-K --list-packets --list-options=
        --edit-key --recv-keys --send-keys --keyserver= --homedir= --yes --no -q,--quiet -v,--verbose -u,--local-user=*
        --default-key= --pinentry-mode= --trust-model= --keyring=* --no-tty --status-fd= --logger-fd= -n,--dry-run
        -i,--interactive --cipher-algo= --digest-algo= --with-colons --fingerprint --change-passphrase
        --generate-revocation --refresh-keys --search-keys --store --show-keys --expert
        """,
        "files*",
    ),
    "op": (
        """
        --account= --cache --config= --debug --encoding= --format= --iso-timestamps --no-color --session= -v,--version
        """,
        "@",
    ),
    "op document": ("", "@"),
    "op document get": ("-o,--out-file= --vault= --file-mode= --force --include-archive", "document"),
    "op inject": ("-i,--in-file= -o,--out-file= --file-mode= -f,--force", ""),
    "op item": ("", "@"),
    "op item create": (
        """
        --category= --title= --vault= --url= --tags= --template= --generate-password? --dry-run
        """,
        "fields*",
    ),
    "op item delete": ("--vault= --archive", "item"),
    "op item edit": ("--vault= --title= --tags= --url= --generate-password? --template= --dry-run", "item values*"),
    "op item get": ("--fields= --reveal --vault= --otp --share-link --include-archive", "item"),
    "op item list": ("--vault= --categories= --tags= --favorite --include-archive --long", ""),
    "op read": ("-o,--out-file= -n,--no-newline --file-mode= -f,--force", "reference"),
    "op run": ("--env-file=* --no-masking", "command... -- command*"),
    "op signin": ("-f,--force --raw", ""),
    "op vault": ("", "@"),
    "op whoami": ("", ""),
    "openssl": ("", "@"),
    "openssl ec": ("@key", ""),
    "openssl enc": (
        """
        decrypt:-d encrypt:-e input:-in= output:-out= password:-k= -pass= -kfile= -K= -iv= -S= -a,-base64 -A -salt
        -nosalt -pbkdf2 -iter= -md= -p -P -bufsize= -nopad -none -z
        """,
        "",
    ),
    "openssl genpkey": ("output:-out= -algorithm= -pkeyopt=* -pass= -outform= -text", ""),
    "openssl genrsa": ("output:-out= -passout= -aes256 -des3 -f4 -3", "bits"),
    "openssl pkcs12": (
        """
        input:-in= output:-out= -nodes nodes:-noenc -passin= -passout= -password= -export -nokeys -nocerts -clcerts
        -cacerts -inkey= -certfile= -name= -legacy -info
        """,
        "",
    ),
    "openssl pkey": ("@key", ""),
    "openssl rand": ("-hex -base64 output:-out=", "bytes"),
    "openssl req": (
        """
        input:-in= output:-out= -new -x509 -nodes nodes:-noenc -newkey= -keyout= -key= -days= -subj= -config= -text
        -noout -batch -verify -sha256 -addext=* -extensions= -passin= -passout=
        """,
        "",
    ),
    "openssl rsa": ("@key", ""),
    "openssl s_client": (
        """
        -connect= -servername= -showcerts -starttls= -cert= -key= -CAfile= -verify= -quiet -tls1_2 -tls1_3
        """,
        "host",
    ),
    "openssl x509": (
        """
        input:-in= output:-out= -text -noout -inform= -outform= -req -days= -CA= -CAkey= -CAcreateserial -signkey=
        -subject -issuer -dates -enddate -startdate -fingerprint -serial -pubkey -sha256 -extfile= -extensions=
        -checkend= -purpose -hash -nameopt= -ext= -email -modulus -passin=
        """,
        "",
    ),
    "pass": ("clip:-c,--clip?", "@ name"),
    "pass cp": ("-f,--force", "old_name new_name"),
    "pass edit": ("", "name"),
    "pass find": ("", "names*"),
    "pass generate": ("-n,--no-symbols clip:-c,--clip qrcode:-q,--qrcode -i,--in-place -f,--force", "name length"),
    "pass git": ("", "command..."),
    "pass grep": ("", "words..."),
    "pass init": ("-p,--path=", "keys*"),
    "pass insert": ("-m,--multiline -e,--echo -f,--force", "name"),
    "pass add": "pass insert",
    "pass ls": ("", "subfolder"),
    "pass list": "pass ls",
    "pass mv": ("-f,--force", "old_name new_name"),
    "pass rm": ("-r,--recursive -f,--force", "name"),
    "pass remove": "pass rm",
    "pass delete": "pass rm",
    "pass show": ("clip:-c clip:--clip? qrcode:-q qrcode:--qrcode?", "name"),
    "secret-tool": ("", "@"),
    "secret-tool clear": ("", "attributes*"),
    "secret-tool lookup": ("", "attributes*"),
    "secret-tool search": ("--all --unlock", "attributes*"),
    "secret-tool store": ("-l,--label= -c,--collection=", "attributes*"),
    "security": ("interactive:-i prompt:-p= quiet:-q verbose:-v", "@"),
    "security add-generic-password": (
        """
        account:-a= service:-s= password:-w= update:-U label:-l= trust:-T=* any:-A
        """,
        "keychain",
    ),
    "security delete-generic-password": ("@find", "keychain"),
    "security dump-keychain": ("decrypt:-d access:-a interactive:-i raw:-r", "keychain"),
    "security export": ("type:-t= format:-f= keychain:-k= passphrase:-P= output:-o= wrapped:-w pem:-p", ""),
    "security find-certificate": ("all:-a name:-c= email:-e= pem:-p fingerprint:-Z mail:-m", "keychain"),
    "security find-generic-password": ("@find", "keychain"),
    "security find-internet-password": ("@find", "keychain"),
    "security unlock-keychain": ("password:-p= user:-u", "keychain"),
    "sops": (
        """
        -d,--decrypt -e,--encrypt -i,--in-place -r,--rotate -s,--show-master-keys --output= --extract= --set=
        --input-type= --output-type= -k,--kms= -p,--pgp= -a,--age= --gcp-kms= --azure-kv= --hc-vault-transit=
        --aws-profile= --config= --encrypted-regex= --unencrypted-regex= --encrypted-suffix= --unencrypted-suffix=
        --add-age= --rm-age= --add-kms= --rm-kms= --add-pgp= --rm-pgp= --ignore-mac --verbose
        --shamir-secret-sharing-threshold= --filename-override= -v,--version
        """,
        "files*",
    ),
    "vault": ("-address= -namespace,-ns= -ca-cert= -tls-skip-verify -v,-version", "@"),
    "vault delete": ("@kv", "path"),
    "vault kv": ("", "@"),
    "vault kv delete": ("@kv -versions=", "path"),
    "vault kv destroy": ("@kv -versions=", "path"),
    "vault kv get": ("@kv", "path"),
    "vault kv list": ("@kv", "path"),
    "vault kv metadata": ("@kv", "@"),
    "vault kv patch": ("@kv -cas= -method=", "path data*"),
    "vault kv put": ("@kv -cas=", "path data*"),
    "vault list": ("@kv", "path"),
    "vault login": ("-method= -path= -no-print -no-store -token-only -field= -format=", "data*"),
    "vault print": ("", "@"),
    "vault print token": ("", ""),
    "vault read": ("@kv", "path"),
    "vault token": ("", "@"),
    "vault token create": (
        """
        -policy=* -ttl= -field= -format= -id= -display-name= -explicit-max-ttl= -no-default-policy -orphan -period=
        -renewable? -role= -type= -use-limit= -metadata=* -entity-alias= -wrap-ttl=
        """,
        "",
    ),
    "vault token lookup": ("-accessor -format= -field=", "token"),
    "vault token revoke": ("-accessor -mode= -self", "token"),
    "vault write": ("-force,-f -field= -format= -namespace,-ns= -wrap-ttl=", "path data*"),
}

EXAMPLES = [
    ("age -d -i key -o out in.age", "age", {"decrypt": True, "identity": ["key"], "output": "out", "files": ["in.age"]}),
    ("ansible-vault view --vault-pass=f a.yml", "ansible_vault_view", {"vault_password_file": "f", "files": ["a.yml"]}),
    ("bw get item github", "bw_get", {"object": "item", "id": "github"}),
    ("doppler run -p web -- env", "doppler_run", {"project": "web", "command": ["env"]}),
    ("doppler secrets get KEY --plain -c live", "doppler_secrets_get",
     {"names": ["KEY"], "plain": True, "config": "live"}),
    ("gpg2 --export-secret-keys -ao out me", "gpg",
     {"export_secret_keys": True, "armor": True, "output": "out", "files": ["me"]}),
    ("op item get x --fields password --reveal", "op_item_get", {"item": "x", "fields": "password", "reveal": True}),
    ("op read op://a/b/c", "op_read", {"reference": "op://a/b/c"}),
    ("op run -- env", "op_run", {"command": ["env"]}),
    ("openssl rsa -in key -out open.key", "openssl_rsa", {"input": "key", "output": "open.key"}),
    ("openssl enc -d -aes-256-cbc -in a -out b -k p", "openssl_enc",
     {"decrypt": True, "input": "a", "output": "b", "password": "p"}, ["-aes-256-cbc"]),
    ("pass mail/me", "pass", {"name": "mail/me"}),
    ("pass show -c mail/me", "pass_show", {"clip": True, "name": "mail/me"}),
    ("secret-tool lookup user me", "secret_tool_lookup", {"attributes": ["user", "me"]}),
    ("security find-generic-password -ws mail", "security_find_generic_password",
     {"print_password": True, "service": "mail"}),
    ("sops -d --extract k a.yaml", "sops", {"decrypt": True, "extract": "k", "files": ["a.yaml"]}),
    ("vault kv get -field=password -mount secret web", "vault_kv_get",
     {"field": "password", "mount": "secret", "path": "web"}),
    ("vault token create -policy=root -ttl 1h", "vault_token_create", {"policy": ["root"], "ttl": "1h"}),
]  # fmt: skip
