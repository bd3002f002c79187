"""What the package managers of systems take (Homebrew 4, apt 2.9, dnf 5, apk 2.14, snap)."""

from __future__ import annotations

STYLES = {"brew": "plain", "apt": "gnu", "apt-get": "gnu", "dnf": "gnu", "apk": "gnu"}

SHARED = {
    "help": "help:-h,--help",
    "apt": """
    -y,--yes,--assume-yes --assume-no -q,--quiet+ -s,--simulate,--just-print,--dry-run,--recon,--no-act
    -d,--download-only -f,--fix-broken -m,--ignore-missing,--fix-missing --no-download -u,--show-upgraded
    -V,--verbose-versions -a,--host-architecture= -P,--build-profiles= -b,--compile,--build --ignore-hold --with-new-pkgs
    --no-upgrade --only-upgrade --allow-downgrades --allow-remove-essential --allow-change-held-packages --force-yes
    --print-uris --purge --reinstall --list-cleanup -t,--target-release,--default-release= --trivial-only --no-remove
    --auto-remove,--autoremove --only-source --diff-only --dsc-only --tar-only --arch-only --allow-unauthenticated
    --no-allow-insecure-repositories --allow-releaseinfo-change --install-recommends --no-install-recommends
    --install-suggests --no-install-suggests -c,--config-file= -o,--option=* --show-progress --with-source=* --installed
    --upgradable --all-versions --manual-installed --full --update
    """,
    "dnf": """
    -y,--assumeyes --assumeno -q,--quiet -v,--verbose -c,--config= --setopt=* --installroot= --releasever=
    --enablerepo,--enable-repo=* --disablerepo,--disable-repo=* --repo,--repoid=* -x,--exclude=*
    --nogpgcheck,--no-gpgchecks --best --nobest,--no-best --allowerasing --skip-broken --downloadonly
    --downloaddir,--destdir= -b -C,--cacheonly --refresh --advisory=* --security --bugfix --enhancement --newpackage
    --cve=* --forcearch= --color= --comment= --noautoremove --allowinstalled --from-repo=* --installed --available
    --upgrades --extras --rpmverbosity= --skip-unavailable --allow-downgrade --no-allow-downgrade --offline
    """,
    "brew": """
    -d,--debug -v,--verbose -q,--quiet -f,--force -n,--dry-run --formula,--formulae --cask,--casks -s,--build-from-source
    --HEAD --force-bottle --ignore-dependencies --only-dependencies --include-test -i,--interactive -g,--git --keep-tmp
    --overwrite --display-times --no-quarantine --adopt --zap --appdir= --json? --greedy --greedy-latest --require-sha
    --skip-cask-deps --no-binaries --as-dependency --prune= --all --installed --versions --file= --global --no-lock
    --cleanup --describe --desc
    """,
}

COMMANDS = {
    "apk": (
        """
        -q,--quiet -v,--verbose -p,--root= -X,--repository=* --no-cache -U,--update-cache -f,--force -i,--interactive
        """,
        "@",
    ),
    "apk add": ("-t,--virtual= -u,--upgrade -l,--latest --allow-untrusted --no-network --initdb", "packages*"),
    "apk del": ("-r,--rdepends", "packages*"),
    "apk update": ("", ""),
    "apk upgrade": ("-a,--available -l,--latest", "packages*"),
    "brew": ("--version --prefix --cellar --cache --repository --env", "@"),
    "brew autoremove": ("@brew", ""),
    "brew bundle": ("@brew", "@"),
    "brew cleanup": ("@brew", "packages*"),
    "brew info": ("@brew", "packages*"),
    "brew install": ("@brew", "packages*"),
    "brew link": ("@brew", "packages*"),
    "brew list": ("@brew", "packages*"),
    "brew ls": "brew list",
    "brew outdated": ("@brew", "packages*"),
    "brew pin": ("@brew", "packages*"),
    "brew reinstall": ("@brew", "packages*"),
    "brew search": ("@brew", "words*"),
    "brew services": ("@brew", "action service"),
    "brew tap": ("@brew --repair --custom-remote --eval-all", "name url"),
    "brew uninstall": ("@brew", "packages*"),
    "brew remove": "brew uninstall",
    "brew rm": "brew uninstall",
    "brew unlink": ("@brew", "packages*"),
    "brew untap": ("@brew", "names*"),
    "brew update": ("@brew --auto-update --merge", ""),
    "brew upgrade": ("@brew", "packages*"),
    "dnf": ("@dnf --version", "@"),
    "dnf autoremove": ("@dnf", "packages*"),
    "dnf check-update": ("@dnf", "packages*"),
    "dnf clean": ("@dnf", "what*"),
    "dnf copr": ("@dnf", "action project"),
    "dnf distro-sync": ("@dnf", "packages*"),
    "dnf downgrade": ("@dnf", "packages*"),
    "dnf group": ("@dnf", "action groups*"),
    "dnf groupinstall": ("@dnf", "groups*"),
    "dnf history": ("@dnf", "action values*"),
    "dnf info": ("@dnf", "packages*"),
    "dnf install": ("@dnf", "packages*"),
    "dnf localinstall": "dnf install",
    "dnf list": ("@dnf", "packages*"),
    "dnf makecache": ("@dnf --timer", ""),
    "dnf module": ("@dnf", "action modules*"),
    "dnf provides": ("@dnf", "paths*"),
    "dnf reinstall": ("@dnf", "packages*"),
    "dnf remove": ("@dnf", "packages*"),
    "dnf erase": "dnf remove",
    "dnf repolist": ("@dnf --all --enabled --disabled", "repositories*"),
    "dnf search": ("@dnf --all", "words*"),
    "dnf swap": ("@dnf", "remove install"),
    "dnf update": "dnf upgrade",
    "dnf upgrade": ("@dnf --minimal", "packages*"),
    "apt": ("@apt -v,--version", "@"),
    "apt autoclean": ("@apt", ""),
    "apt autopurge": ("@apt", "packages*"),
    "apt autoremove": ("@apt", "packages*"),
    "apt build-dep": ("@apt", "packages*"),
    "apt changelog": ("@apt", "packages*"),
    "apt check": ("@apt", ""),
    "apt clean": ("@apt", ""),
    "apt depends": ("@apt", "packages*"),
    "apt dist-upgrade": ("@apt", "packages*"),
    "apt download": ("@apt", "packages*"),
    "apt edit-sources": ("@apt", "file"),
    "apt full-upgrade": ("@apt", "packages*"),
    "apt indextargets": ("@apt --format=", ""),
    "apt install": ("@apt", "packages*"),
    "apt list": ("@apt", "patterns*"),
    "apt policy": ("@apt", "packages*"),
    "apt purge": ("@apt", "packages*"),
    "apt rdepends": ("@apt", "packages*"),
    "apt reinstall": ("@apt", "packages*"),
    "apt remove": ("@apt", "packages*"),
    "apt satisfy": ("@apt", "dependencies*"),
    "apt search": ("@apt -n,--names-only", "words*"),
    "apt show": ("@apt", "packages*"),
    "apt source": ("@apt", "packages*"),
    "apt update": ("@apt", ""),
    "apt upgrade": ("@apt", "packages*"),
}

EXAMPLES = [
    ("apt-get install -yqq --no-install-rec curl git", "apt_get_install",
     {"yes": True, "quiet": 2, "no_install_recommends": True, "packages": ["curl", "git"]}),
    ("apt-get -y dist-upgrade", "apt_get_dist_upgrade", {"yes": True}),
    ("apt purge --auto-remove a", "apt_purge", {"auto_remove": True, "packages": ["a"]}),
    ("dnf -y install a", "dnf_install", {"assumeyes": True, "packages": ["a"]}),
    ("brew install --cask a", "brew_install", {"cask": True, "packages": ["a"]}),
    ("brew rm -f a", "brew_uninstall", {"force": True, "packages": ["a"]}),
    ("apk add --no-cache git", "apk_add", {"no_cache": True, "packages": ["git"]}),
]  # fmt: skip
