"""What is secret in a text does not get into the record, and what only looks like it stays readable."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardhost.judgement.recording import may_hold_secrets
from guardhost.world import masking
from guardhost.world.masking import MASK, NAMES, PREFIXES, mask, mask_value
from tests.rows import each_row

KEY = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1r\nZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----"
LONG = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"

MASKED = [
    ("PASSWORD=hunter2 make", "PASSWORD=*** make"),
    ("export DB_PASSWORD='hunter2 and more'; run", "export DB_PASSWORD='***'; run"),
    ('PGPASSWORD="hunter2" psql', 'PGPASSWORD="***" psql'),
    ("AWS_SECRET_ACCESS_KEY=abc/def+ghi aws s3 ls", "AWS_SECRET_ACCESS_KEY=*** aws s3 ls"),
    ('TOKEN=ab"c d"ef run', "TOKEN=*** run"),
    ('TOKEN="ab"cd run', "TOKEN=*** run"),
    ("TOKEN=a,b,c run", "TOKEN=*** run"),
    ("TOKEN=$'ab c' run", "TOKEN=*** run"),
    ("tool --password hunter2 --host db", "tool --password *** --host db"),
    ("tool --password=hunter2", "tool --password=***"),
    ("tool --api-key 'hunter2'", "tool --api-key '***'"),
    ("tool --token\thunter2", "tool --token\t***"),
    ("curl -H 'Authorization: Bearer abc.def' x", "curl -H 'Authorization: Bearer ***' x"),
    ('curl -H "Authorization: Basic dTpw" x', 'curl -H "Authorization: Basic ***" x'),
    ("Authorization: hunter2 and more\nHost: x", "Authorization: ***\nHost: x"),
    ("curl -H 'Cookie: a=b; c=d' x", "curl -H 'Cookie: ***' x"),
    ("curl -H 'X-Api-Key: hunter2' x", "curl -H 'X-Api-Key: ***' x"),
    ("curl --header 'PRIVATE-TOKEN: hunter2' x", "curl --header 'PRIVATE-TOKEN: ***' x"),
    ("say bearer abcdefgh12345", "say bearer ***"),
    ("git clone https://me:hunter2@example.org/x", "git clone https://me:***@example.org/x"),
    ("git clone https://abcdefghij0123456789@example.org/x", "git clone https://***@example.org/x"),
    ("psql postgres://me:p@ss@db:5432/x", "psql postgres://me:***@db:5432/x"),
    ("curl 'https://x/?access_token=hunter2&page=2'", "curl 'https://x/?access_token=***&page=2'"),
    ("curl -u me:hunter2 https://x", "curl -u me:*** https://x"),
    ("curl --user 'me:hunter2' https://x", "curl --user 'me:***' https://x"),
    ("sshpass -p hunter2 ssh x", "sshpass -p *** ssh x"),
    ("mysql -uroot -phunter2 db", "mysql -uroot -p*** db"),
    ('{"password": "hunter2", "user": "me"}', '{"password": "***", "user": "me"}'),
    ('curl -d "{\\"password\\":\\"hunter2\\"}" x', 'curl -d "{\\"password\\":\\"***\\"}" x'),
    ('password: str = "hunter2"', 'password: str = "***"'),
    ('apiKey: "hunter2",', 'apiKey: "***",'),
    ("db:\n  password: hunter2\n  port: 1", "db:\n  password: ***\n  port: 1"),
    ('SECRET = """hunter2\nmore"""', 'SECRET = """***"""'),
    ("secret := `hunter2`", "secret := `***`"),
    (f"echo '{KEY}' > id", "echo '-----BEGIN OPENSSH PRIVATE KEY-----***-----END OPENSSH PRIVATE KEY-----' > id"),
    ("-----BEGIN RSA PRIVATE KEY-----\nabc", "-----BEGIN RSA PRIVATE KEY-----***"),
    ("PASSWORD='never closed", "PASSWORD='***"),
    ("İ PASSWORD=hunter2 x", "İ PASSWORD=*** x"),
    *((f"run {prefix}{LONG} x", f"run {prefix}*** x") for prefix, _ in PREFIXES),
]  # fmt: skip

# fmt: off
READABLE = [
    "ls -la src",
    "TOKEN=$TOKEN run", "TOKEN=${TOKEN} run", 'TOKEN="$TOKEN" run', "TOKEN=$(gh auth token) run", "tool --token $TOKEN",
    "tool --password --host db", "tool --password", "tool --password ", "set the token for x", "a secret: ",
    "tool --password-file /run/x", "PASSWORD_FILE=/run/x run",
    "max_tokens=4096", "tokenizer = load(x)", "token = get_token(x)", "password: str", "token=None", "monkey=1",
    "PWD=/tmp x",
    "git clone git@example.org:x", "git clone ssh://git@example.org/x", "curl https://example.org/a@b",
    "docker run -u 1:1 x",
    "grep -rn secret src/auth", "python3 count_tokens.py --secret-scan",
    "cat task-list disk-usage risk-analysis-of-everything",
    "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----", "token::new", "curl -u $USER:$PASS x", "mysql -p db",
    "PASSWORD=*** run", "curl -H \"Authorization: Bearer $TOKEN\" x", "https://me:$PASS@example.org/x",
]
# fmt: on


@each_row(("text", "masked"), MASKED)
def test_a_secret_is_masked_and_the_rest_is_left(text, masked):
    assert mask(text) == masked
    assert may_hold_secrets(text)
    assert mask(masked) == masked


@pytest.mark.parametrize("text", READABLE)
def test_what_is_no_secret_stays(text):
    assert mask(text) == text


def test_every_name_and_prefix_is_hinted_at_on_the_quick_look():
    for name in NAMES:
        assert may_hold_secrets(f"x {name.upper()}=abc")
    for prefix, _ in PREFIXES:
        assert may_hold_secrets(prefix + LONG)
    assert not may_hold_secrets("ls -la src && git commit -m 'a change' && open https://example.org")


@pytest.mark.parametrize(
    ("value", "masked"),
    [
        ({"password": "hunter2", "n": 1}, {"password": MASK, "n": 1}),
        ({"env": {"API_KEY": "hunter2"}}, {"env": {"API_KEY": MASK}}),
        ({"headers": ["Cookie: a=b"]}, {"headers": ["Cookie: ***"]}),
        ({"tokens": ["a1", "b2"]}, {"tokens": [MASK, MASK]}),
        ([{"path": ".env", "content": "API_KEY=abc\n"}], [{"path": ".env", "content": "API_KEY=***\n"}]),
        ({"token": "$TOKEN", "token_file": "/x", "secret": ""}, {"token": "$TOKEN", "token_file": "/x", "secret": ""}),
    ],
)
def test_arguments_are_masked_by_their_name_too(value, masked):
    assert mask_value(value) == masked


PIECES = st.sampled_from(
    [
        "password",
        "=",
        ":",
        " ",
        '"',
        "'",
        "\\",
        "://",
        "@",
        "token",
        "-",
        "$",
        "{",
        "(",
        "\n",
        ",",
        "x1",
        "bearer ",
        "curl -u",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES | st.text(max_size=4), max_size=12).map("".join), st.text(max_size=8))
def test_a_secret_is_masked_wherever_it_stands(before, after):
    assert "hunter2secret" not in mask(f"{before} DB_PASSWORD=hunter2secret {after}")


RUNS = st.lists(st.sampled_from([" ", "é", "a.b-c_", "x" * 19, "y" * 20, "=", "\n", "z" * 70]), max_size=14).map("".join)


@settings(max_examples=500, deadline=None)
@given(RUNS, st.sampled_from([24, 32, 57, 1 << 16]))
def test_what_may_be_a_token_is_found_whatever_piece_it_lies_in(text, piece):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(masking, "PIECE", piece)
        assert masking._runs(text) == [one.span() for one in re.finditer(r"[A-Za-z0-9_.-]{20,}", text)]
