from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.base.redact import MASK, Redactor

UUID = "0f8fad5b-d9cb-469f-a165-70867728950e"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("mail kim.lee+x@mail.example.com now", "kim.lee+x@mail.example.com"),
        ("export OPENAI_API_KEY=abc123 && run", "abc123"),
        ("AWS_SECRET_ACCESS_KEY='a b c'", "'a b c'"),
        ("  api_key: 12345", "12345"),
        ('{"password": "hunter2"}', '"hunter2"'),
        ("client-secret = s3cret!", "s3cret!"),
        ("Authorization: Bearer abc.def", "Bearer abc.def"),
        ("curl -H 'authorization: Basic aGk6aGk='", "Basic aGk6aGk="),
        ("header: bearer abcdefgh", "abcdefgh"),
        ("git clone https://kim:pa55@host/repo", "pa55"),
        ("key sk-proj-AbCdEfGh1234 used", "sk-proj-AbCdEfGh1234"),
        ("ghp_abcdefghijklmnop0123", "ghp_abcdefghijklmnop0123"),
        ("AKIAIOSFODNN7EXAMPLE is one", "AKIAIOSFODNN7EXAMPLE"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"),
        (f"session {UUID}.", UUID),
        ("sum 5f4dcc3b5aa765d61d8327deb882cf99 ok", "5f4dcc3b5aa765d61d8327deb882cf99"),
        ("blob Zm9vYmFyYmF6MTIzNDU2Nzg5MA== end", "Zm9vYmFyYmF6MTIzNDU2Nzg5MA=="),
        ("id Ab3_xY9-kLm4nOp5qRs-tUv6wXy7zA8_bC end", "Ab3_xY9-kLm4nOp5qRs-tUv6wXy7zA8_bC"),
        ("aws_secret_access_key = wJalrXU/K7MDENG/bPx", "wJalrXU/K7MDENG/bPx"),
        ("//registry.example/:_authToken=abcd-1234", "abcd-1234"),
        ('  "accessToken": "abc-def",', '"abc-def"'),
        ("PGPASSWORD=hunter2 psql", "hunter2"),
        ("db_password := s3cr", "s3cr"),
        ("  my.token => abcd", "abcd"),
        ("tool --api-token s3cret -v", "s3cret"),
        ("tool --password 's3 cret' -v", "'s3 cret'"),
        ("curl -u bob:Sup3rpw http://x", "Sup3rpw"),
        ("mysqldump -h db -u me -ps3cret shop", "s3cret"),
        ("machine x login y password z12345", "z12345"),
        ("git clone https://t0kent0ken@host/repo", "t0kent0ken"),
        ("postgres://me:p@ss@host/db", "p@ss"),
        ("gsk_abcdefgh12345678", "gsk_abcdefgh12345678"),
        ("│ NrwuoESHREPmlFI3/nDCtdn/wbdHS/H0gIWjho5/MYSrurlPBNX3/B4Pl1Yf │", "B4Pl1Yf"),
        ("/home/kim/shop and /home/kim", "/home/kim"),
        ("Kim@box: hello kim_lee", "Kim"),
        ("on tower.local", "tower"),
    ],
)
def test_what_is_private_is_hidden_and_keeps_its_length(text: str, secret: str) -> None:
    hidden = Redactor(home="/home/kim", user="kim", host="tower").line(text)
    assert secret not in hidden
    assert len(hidden) == len(text)
    assert hidden.replace(MASK, "") in text.replace(secret, "").replace("kim", "") or MASK * len(secret) in hidden


@pytest.mark.parametrize(
    "text",
    [
        "test_a_stale_ask_types_nothing_2 passed",
        "src/components/header2/menu_item_3.tsx:41:16",
        "tokens: 512", "Tokens: 2.6k sent, 40 received.", '"input_tokens": 51234, "x"', "↓ 4.8k tokens", "the key is to read", "Press Enter to continue",
        "2026-11-30 12:03:25.123456789", "commit 1a2b3c4", "/home/kimono/shop", "monkey=1 = keyboard",
        "AuthenticationMiddlewareFactoryBean",
        "enter the password again", "--no-password --verbose", "the token is used", "https://host/a:b/c@d",
        "ssh://host:22/shop", "src/Components/Header2/MenuItem/OfTheUser/AndOthers/Of3.tsx",
    ],
)  # fmt: skip
def test_what_is_not_private_stays(text: str) -> None:
    assert Redactor(home="/home/kim", user="kim", host="tower").line(text) == text


def test_names_that_say_nothing_of_anybody_stay() -> None:
    redactor = Redactor(home="/", user="root", host="ab")
    assert redactor.line("root of / on ab") == "root of / on ab"


def test_a_private_key_is_hidden_line_by_line_and_its_ends_stay() -> None:
    key = ["-----BEGIN OPENSSH PRIVATE KEY-----", "b3BlbnNz", "  aC1rZXk", "-----END OPENSSH PRIVATE KEY-----", "after"]
    hidden = Redactor().lines(key)
    assert hidden == [key[0], MASK * 8, "  " + MASK * 7, key[3], "after"]


def test_a_private_key_whose_beginning_has_left_the_screen_is_hidden_too() -> None:
    shown = ["$ cat key", "│ aC1rZXktdjE │", "│ AAAABG5v== │", "│ -----END RSA PRIVATE KEY----- │", "$ date"]
    hidden = Redactor().lines(shown)
    assert hidden == [shown[0], f"│ {MASK * 11} │", f"│ {MASK * 10} │", *shown[3:]]


@pytest.mark.parametrize(
    "piece", ["KEY_", "A_", "key", "a.", "a-", "://a:", "sk-", "--key ", "-u a:", "aKey", "mysql -"]
)
def test_no_text_takes_long(piece: str) -> None:
    """Twice the text takes some twice the time: a program could stop the daemon with what it draws."""
    seconds = []
    for size in (20_000, 80_000):
        line = piece * (size // len(piece))
        start = time.process_time()
        Redactor(home="/home/kim", user="kim", host="tower").line(line)
        seconds.append(time.process_time() - start)
    assert seconds[1] < 12 * max(seconds[0], 0.01)


def test_each_thing_is_counted_once_by_what_it_is() -> None:
    redactor = Redactor()
    redactor.text("a@b.cd\na@b.cd\nc@d.ef\nMY_TOKEN=abc")
    assert redactor.counts == {"e-mail addresses": 2, "values of variables": 1}


@given(st.text(alphabet=st.characters(exclude_characters="\n"), max_size=200))
def test_any_line_keeps_its_length_and_hiding_twice_changes_nothing(text: str) -> None:
    redactor = Redactor(home="/home/kim", user="kim", host="tower")
    hidden = redactor.line(text)
    assert len(hidden) == len(text)
    assert redactor.line(hidden) == hidden
