"""No tool, argument or spelling of the peer is missing: its rule files mean the same here."""

from __future__ import annotations

from pathlib import Path

from guardhost.calls.families import FAMILIES
from guardhost.calls.notation import options
from guardhost.calls.structured import tool_name
from tests.calls.lines import call
from tests.calls.test_specs import spec
from tests.rows import each_row

ROWS = [line.split("|") for line in (Path(__file__).parent / "peer_tools.txt").read_text("utf-8").splitlines()[1:]]
PROGRAMS = """
7z age ansible-vault awk aws az base64 basename bw cat cd chmod chown code cp curl cut dd declare diff dirname docker
docker-compose doppler du echo ed egrep ex export fgrep find gawk gcloud gh git gpg gpg2 grep gunzip gzip hd head helm
heroku hexdump install kill kubectl ln ls mariadb md5sum mkdir mv mysql nano nvim od op openssl pass patch perl pip
pip3 printenv psql pwd pytest python python3 readlink redis-cli rm rmdir rsync scp secret-tool security sed sha1sum
sha256sum shred sops sort split sponge ssh strings tail tar tee terraform touch tr truncate typeset uniq unzip vault
vercel vi view vim wc wget which xxd zip
""".split()  # noqa: SIM905 - a list of words is read more easily as words
OURS = """
npm pnpm yarn bun cargo go make just uv poetry pdm hatch conda brew apt apt-get dnf gh glab helm psql mysql sqlite3
redis-cli ssh scp rsync
""".split()  # noqa: SIM905 - as above


def test_the_list_is_whole():
    assert (len(ROWS), len(PROGRAMS)) == (435, 110)


def test_every_program_has_a_spec():
    assert [program for program in (*PROGRAMS, *OURS) if program not in FAMILIES] == []


def names(key: str) -> dict[str, set[str]]:
    """Return argument -> its kinds, of a command and the groups that it stands in; an operand is of a kind as well."""
    shared, commands = spec(FAMILIES[key.split(maxsplit=1)[0]][0])
    found: dict[str, set[str]] = {}
    words = key.split()
    for length in range(1, len(words) + 1):
        entry = commands[" ".join(words[:length])]
        assert not isinstance(entry, str)
        notation, form = entry
        for argument, kind in options(notation, shared).values():
            for name in argument.split("/"):
                found.setdefault(name, set()).add(kind)
    for token in form.removeprefix("@").split():
        name = token.partition("!")[0]
        found.setdefault(name.rstrip("*.="), set()).add("operands" if name[-1] in "*.=" else "operand")
    return found


@each_row(("tool", "key", "arguments"), ROWS)
def test_a_tool_has_its_name_and_arguments(tool, key, arguments):
    assert tool_name(key) == tool
    ours = names(key)
    for said in arguments.split():
        name, kind = said.partition("=")[0].split(":")
        assert name in ours, f"{key}: {name}"
        if kind == "array":
            assert ours[name] & {"=*", "?*", ";", "operands"}, f"{key}: {name} holds one value"


@each_row(("tool", "key", "arguments"), ROWS)
def test_an_option_means_the_same(tool, key, arguments):
    for said in arguments.split():
        typed, _, spellings = said.partition("=")
        name, kind = typed.split(":")
        for spelling in spellings.split(",") if spellings else ():
            value = "" if kind in ("boolean", "integer") else " v"
            words = key.split()
            # an option of the program or of a group stands in front of the command's other words
            made = [call(" ".join([*words[:at], spelling + value, *words[at:]])) for at in range(1, len(words) + 1)]
            assert any(one.tool == tool and one.args.get(name) for one in made), f"{key} {spelling}"
