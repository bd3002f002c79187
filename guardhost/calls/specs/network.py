"""What the programs that talk to other machines take (curl 8, wget 1.24, OpenSSH 9, rsync 3.3)."""

from __future__ import annotations

STYLES = {"ssh": "plain", "scp": "plain", "sftp": "plain", "curl": "gnu"}

SHARED = {
    "ssh": """
    -4 -6 agent:-A certificate:-I= cipher:-c= compress:-C config:-F= identity:-i= jump:-J= limit:-l= option:-o=* port:-P=
    quiet:-q verbose:-v
    """,
    "transport": """
    --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 -1,--tlsv1 -2,--sslv2 -3,--sslv3 --ssl --ssl-reqd --ciphers= --tls-max=
    --http0.9 -0,--http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --http3-only -4,--ipv4 -6,--ipv6
    --tcp-fastopen --tcp-nodelay
    """,
}

COMMANDS = {
    "curl": (
        """
        -X,--request= -H,--header=* -d,--data=* --data-ascii=* --data-raw=* --data-binary=* --data-urlencode=* --json=*
        -F,--form=* --form-string=* -o,--output= -O,--remote-name --remote-name-all --output-dir= --create-dirs
        -J,--remote-header-name -T,--upload-file= -u,--user= -U,--proxy-user= -L,--location --location-trusted
        -s,--silent -S,--show-error -f,--fail --fail-with-body --fail-early -k,--insecure -I,--head -v,--verbose
        -i,--include,--show-headers -G,--get -A,--user-agent= -e,--referer= -b,--cookie=* -c,--cookie-jar=
        -j,--junk-session-cookies -x,--proxy= --noproxy= --preproxy= --proxy-insecure --proxy-header=* -p,--proxytunnel
        --socks5= --socks5-hostname= --socks4= -m,--max-time= --connect-timeout= --retry= --retry-delay=
        --retry-max-time= --retry-all-errors --retry-connrefused -K,--config=* -q,--disable -D,--dump-header= -E,--cert=
        --cert-type= --key= --key-type= --pass= --cacert= --capath= -C,--continue-at= -r,--range= -R,--remote-time
        -z,--time-cond= -w,--write-out= --trace= --trace-ascii= --trace-time --stderr= -n,--netrc --netrc-file=
        --netrc-optional --compressed --limit-rate= -y,--speed-time= -Y,--speed-limit= --max-filesize= --max-redirs=
        --interface= --local-port= --resolve=* --connect-to=* --unix-socket= --abstract-unix-socket= --url=* -g,--globoff
        --path-as-is -N,--no-buffer --progress-bar --no-progress-meter -Z,--parallel --parallel-max= --parallel-immediate
        --next -B,--use-ascii -a,--append -l,--list-only -Q,--quote=* -P,--ftp-port= --ftp-pasv --ftp-create-dirs
        --ftp-skip-pasv-ip --post301 --post302 --post303 --oauth2-bearer= --aws-sigv4= --basic --digest --ntlm
        --negotiate --anyauth --delegation= --proto= --proto-default= --proto-redir= --pinnedpubkey= --dns-servers=
        --doh-url= --etag-compare= --etag-save= --expand-url= --variable=* --haproxy-protocol --hsts= --alt-svc=
        --keepalive-time= --no-keepalive --no-alpn --no-sessionid --request-target= --ignore-content-length --raw
        --remove-on-error --no-clobber --skip-existing --clobber --crlf --styled-output -M,--manual -V,--version help:-h
        help:--help? -t,--telnet-option=* --tftp-blksize= --url-query=* --xattr --rate= --stderr= --sasl-ir --cert-status
        --ca-native --ssl-no-revoke --false-start --mail-from= --mail-rcpt=* --hostpubmd5= --pubkey= --crlfile=
        @transport
        """,
        "urls*",
    ),
    "nc": (
        """
        -4 -6 listen:-l keep:-k verbose:-v zero:-z udp:-u wait:-w= port:-p= source:-s= exec:-e= command:-c= numeric:-n
        quit:-q= proxy:-X= proxy_address:-x= unix:-U no_stdin:-d close:-N interval:-i= tls:-T=
        """,
        "host port_number",
    ),
    "rsync": (
        """
        -a,--archive -r,--recursive -v,--verbose -z,--compress -n,--dry-run delete:--delete,--del --delete-before
        --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args -e,--rsh= --rsync-path=
        --exclude=* --exclude-from=* --include=* --include-from=* --files-from= -f,--filter=* -F -0,--from0
        -C,--cvs-exclude -q,--quiet -c,--checksum -R,--relative -b,--backup --backup-dir= --suffix= -u,--update --inplace
        --append --append-verify -d,--dirs --mkpath -l,--links -L,--copy-links --copy-unsafe-links --safe-links
        --munge-links -k,--copy-dirlinks -K,--keep-dirlinks -H,--hard-links -p,--perms -E,--executability --chmod=
        -A,--acls -X,--xattrs -o,--owner -g,--group --devices --specials -D -t,--times -U,--atimes -N,--crtimes
        -O,--omit-dir-times -J,--omit-link-times --super --fake-super -S,--sparse --preallocate -W,--whole-file
        --checksum-choice= -x,--one-file-system -B,--block-size= --existing --ignore-existing --remove-source-files
        --ignore-errors --force --max-delete= --max-size= --min-size= --partial --partial-dir= --delay-updates
        -m,--prune-empty-dirs --numeric-ids --usermap= --groupmap= --chown= --timeout= --contimeout= -I,--ignore-times
        --size-only -@,--modify-window= -T,--temp-dir= -y,--fuzzy --compare-dest=* --copy-dest=* --link-dest=*
        --compress-choice= --compress-level= --skip-compress= --address= --port= --sockopts= --blocking-io --stats
        -8,--8-bit-output -h,--human-readable --progress -P -i,--itemize-changes -M,--remote-option=* --out-format=
        --log-file= --log-file-format= --password-file= --early-input= --list-only --bwlimit= --stop-after= --stop-at=
        --write-batch= --only-write-batch= --read-batch= --protocol= --iconv= -4,--ipv4 -6,--ipv6 --info= --debug=
        --stderr= --no-motd --open-noatime --trust-sender --outbuf= --old-args -s,--secluded-args,--protect-args
        --no-perms,--no-p --no-owner,--no-o --no-group,--no-g --no-times,--no-t --no-recursive,--no-r --no-relative
        --no-implied-dirs --no-whole-file,--no-W --no-compress --no-links,--no-l --no-devices --no-specials
        --no-inc-recursive
        """,
        "sources* destination",
    ),
    "scp": (
        """
        recursive:-r port:-P= identity:-i= preserve:-p batch:-B through:-3 program:-S= sftp:-s original:-O direct:-R @ssh
        -T -X=* sftp_path:-D=
        """,
        "sources* destination",
    ),
    "sftp": (
        """
        @ssh batch:-b= recursive:-r preserve:-p sync:-f buffer:-B= requests:-R= server:-s= program:-S= direct:-D= -a -N
        """,
        "destination",
    ),
    "ssh": (
        """
        port:-p= identity:-i= login:-l= option:-o=* forward_agent:-A tty:-t no_agent:-a bind:-B= bind_address:-b=
        compress:-C cipher:-c= dynamic:-D=* log:-E= escape:-e= config:-F= background:-f gateway:-g print_config:-G
        pkcs11:-I= jump:-J= gssapi:-K no_gssapi:-k local:-L=* master:-M mac:-m= no_command:-N no_stdin:-n control:-O=
        tag:-P= query:-Q= quiet:-q remote:-R=* control_path:-S= subsystem:-s no_tty:-T verbose:-v version:-V forward:-W=
        tunnel:-w= x11:-X no_x11:-x trusted_x11:-Y syslog:-y -4 -6
        """,
        "host command...",
    ),
    "wget": (
        """
        -O,--output-document= -P,--directory-prefix= -q,--quiet -c,--continue --no-check-certificate -V,--version
        -b,--background -e,--execute=* -o,--output-file= -a,--append-output= -d,--debug -v,--verbose
        no_verbose:--no-verbose no:-n? -i,--input-file= -F,--force-html -B,--base= --config= -t,--tries=
        --retry-connrefused --no-clobber --no-netrc --start-pos= --progress= --show-progress -N,--timestamping
        -S,--server-response --spider -T,--timeout= --dns-timeout= --connect-timeout= --read-timeout= -w,--wait=
        --waitretry= --random-wait --no-proxy -Q,--quota= --bind-address= --limit-rate= -4,--inet4-only -6,--inet6-only
        --prefer-family= --user= --password= --ask-password --use-askpass= --no-iri --unlink --no-directories
        -x,--force-directories --no-host-directories --protocol-directories --cut-dirs= --http-user= --http-password=
        --no-cache --default-page= -E,--adjust-extension --ignore-length --header=* --compression= --max-redirect=
        --proxy-user= --proxy-password= --referer= --save-headers -U,--user-agent= --no-http-keep-alive --no-cookies
        --load-cookies= --save-cookies= --keep-session-cookies --post-data= --post-file= --method= --body-data=
        --body-file= --content-disposition --content-on-error --trust-server-names --auth-no-challenge --secure-protocol=
        --https-only --certificate= --certificate-type= --private-key= --ca-certificate= --ca-directory= --crl-file=
        --no-hsts --hsts-file= --ftp-user= --ftp-password= -r,--recursive -l,--level= --delete-after -k,--convert-links
        -K,--backup-converted -m,--mirror -p,--page-requisites --strict-comments -A,--accept= -R,--reject=
        --accept-regex= --reject-regex= -D,--domains= --exclude-domains= --follow-ftp --follow-tags= --ignore-tags=
        -H,--span-hosts -L,--relative -I,--include-directories= -X,--exclude-directories= --no-parent
        --restrict-file-names= --retry-on-http-error=
        """,
        "urls*",
    ),
}

EXAMPLES = [
    ("curl -sSLX POST -d a=b --data @f https://x", "curl",
     {"silent": True, "show_error": True, "location": True, "request": "POST", "data": ["a=b", "@f"], "urls":
      ["https://x"]}),
    ("curl -fsSLo out https://x", "curl",
     {"fail": True, "silent": True, "show_error": True, "location": True, "output": "out", "urls": ["https://x"]}),
    ("curl --output-dir bin -O https://x/y", "curl",
     {"output_dir": "bin", "remote_name": True, "output": ["bin/y"], "urls": ["https://x/y"]}),
    ("rsync -avze 'ssh -p 2' --del a b h:c", "rsync",
     {"archive": True, "verbose": True, "compress": True, "rsh": "ssh -p 2", "delete": True, "sources": ["a", "b"],
      "destination": "h:c"}),
    ("scp -rP 2 a b h:", "scp", {"recursive": True, "port": "2", "sources": ["a", "b"], "destination": "h:"}),
    ("ssh -p 2 -o A=b me@h ls -la", "ssh", {"port": "2", "option": ["A=b"], "host": "me@h", "command": ["ls", "-la"]}),
    ("wget -qO- https://x", "wget", {"quiet": True, "output_document": "-", "urls": ["https://x"]}),
    ("wget --no-check-cert -P bin https://x", "wget",
     {"no_check_certificate": True, "directory_prefix": "bin", "urls": ["https://x"]}),
]  # fmt: skip
