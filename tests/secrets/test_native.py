"""With the native search of `memsync[fast]`, findings are the same as without it."""

from __future__ import annotations

import base64
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import tokens
from support.hostile import PIECES

from memsync.secrets import native
from memsync.secrets.rules import BY_LITERAL, ROWS
from memsync.secrets.scan import scan_all
from memsync.secrets.texts.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

WRAPPED = base64.b64encode(f"password={tokens.text(12, 4)}!9".encode())
SECRETS = (
    tokens.github().encode(),
    f"AKIA{'Q2' * 3}{tokens.text(10, 7).upper()}".encode(),
    f"https://app:{tokens.text(14, 6)}@db.corp.net/x".encode(),
    WRAPPED,
    base64.b64encode(WRAPPED + b" " + WRAPPED),
    f"Bearer {tokens.text(24, 5)}".encode(),
    b"Basic " + base64.b64encode(f"app:{tokens.text(9, 8)}".encode()),
)
# One table a kind, its items apart by `;`, which none of them holds.
# What stands before a secret.
NAMES = (
    b"password;Passwort;PASS;pwd;pw: ;passphrase;passcode;senha ;contrasena;"
    b"api_key;client-secret;key;public key;token;the token for Acme;## Token;psk;"
    b'auth;"auth";authorization: ;credentials;account;log in;login ann ;'
    b"--user=ann;machine x ;| password |\n|---|\n| ;"
    b"docker login ;mysql ;redis-cli;curl -u ;sshpass ;openssl ;identified by ;"
    b"NetworkCredential(;use ;aws;npm;"
    b"seed phrase;mnemonic;2fa seed;recovery code;backup codes;door code; PIN;"
    b"Google app password;curl -x ann;curl -fsSu ann;curl --cert a.pem;curl -b sid;"
    b"name;password;http --auth ann;pre-shared-key ;enable secret 0 ;net use ;"
    b"What is the pw?\nA: ;password for it is\n;Passord"
).split(b";")

# What stands between that and the secret.
GAPS = (
    b' ;: ;=; = ;": "; is ; was ; as the ;->; | ;>;>\n; / ;'
    b" -p; -p ; -pass ; -passin pass:; -w ;"
    b"\n;\r\n;\r;\t;`;`: `;(hex): ;: string = ; := b';(\";, ';:;.;~;\";';</;...;"
    b"\\n;\xe2\x80\x8b;%20"
).split(b";")

VALUES = st.one_of(
    st.from_regex(rb"[a-z]{2,6}[A-Z]{0,2}[0-9!$#.-]{0,4}[a-z0-9]{0,8}", fullmatch=True),
    st.from_regex(rb"[A-Za-z0-9+/_=-]{6,44}", fullmatch=True),
    st.from_regex(rb"[a-z]{3,6}(?:[ -][a-z]{3,6}){2,12}", fullmatch=True),
    st.from_regex(rb"[a-z2-7]{4}(?: [a-z2-7]{4}){3,7}", fullmatch=True),
    st.from_regex(rb"[0-9]{4,8}(?:[- ][0-9a-z]{4,8}){0,7}", fullmatch=True),
    st.binary(max_size=12),
)
PARTS = st.one_of(
    st.sampled_from(NAMES),
    st.sampled_from(GAPS),
    VALUES,
    st.sampled_from(SECRETS),
    st.sampled_from(sorted(BY_LITERAL)),
    st.sampled_from(PIECES),
)
TOLD = st.tuples(st.sampled_from(NAMES), st.sampled_from(GAPS), VALUES).map(b"".join)
TEXTS = st.lists(st.one_of(PARTS, TOLD), max_size=24).map(b"".join)


@pytest.fixture(autouse=True)
def _in_python_again() -> Iterator[None]:
    yield
    native.disable()


Seen = tuple[str, int, int, bool]


def findings(data: bytes) -> list[Seen]:
    return [(f.rule, f.start, f.end, allowed) for f, allowed in scan_all(data)]


def both(data: bytes) -> tuple[list[Seen], list[Seen]]:
    """The findings without the native search, and with it."""
    native.disable()
    expected = findings(data)
    assert native.enable()
    return expected, findings(data)


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_any_text_has_the_same_findings(data: bytes) -> None:
    expected, found = both(data)
    assert found == expected


def test_a_token_of_each_format_has_the_same_finding() -> None:
    for row in ROWS:
        token = tokens.of_row(row).encode()
        half = len(token) // 2
        for text in (token, token[:half] + b"\n" + token[half:]):
            expected, found = both(b"We use " + text + b" for that.")
            assert found == expected, f"{row[0]} {row[2]}"


@pytest.mark.parametrize("piece", PIECES)
def test_hostile_text_has_the_same_findings(piece: bytes) -> None:
    expected, found = both(piece * 200)
    assert found == expected


def test_where_it_is_not_installed_the_search_is_in_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    native.disable()
    native._searcher.cache_clear()
    monkeypatch.setitem(sys.modules, "hyperscan", None)
    assert not native.enable()
    assert findings(SECRETS[0]) == [("github-pat", 0, 40, False)]


def test_a_text_full_of_names_and_values_is_left_to_python() -> None:
    value = tokens.text(14, 6).encode()
    crowded = b"key=a1b2c3d4e5f6\n" * 2_000 + b"The password is " + value + b"\n"
    expected, found = both(crowded)
    assert found == expected
    assert found
    assert Text.search is not None
    assert Text.search(crowded) is None
    assert Text.search(b"key: 1\n") is not None


@pytest.mark.parametrize(
    "text",
    [
        b"What is the pw?\nA: \r\n>%b\n",
        b"## API key\n\nann: %b\n",
        b"## API key\n[10:12] <ann> %b\n",
        b"## seed phrase\n%b\n",
        b"Password:\n\r%b\n",
        b"what's the 2fa seed?\n%b4Zq9\n",
        b"Which key is it?\n>\n> btsync: %b4Zq9\n",
    ],
)
def test_a_value_below_its_name_is_found_whoever_says_it(text: bytes) -> None:
    expected, found = both(text % tokens.text(21, 6).encode())
    assert [row[0] for row in expected] == ["prose-password"]
    assert found == expected


def test_a_sign_may_follow_the_time_above_what_somebody_says() -> None:
    value = tokens.text(14, 8, "0123456789abcdef").encode()
    expected, found = both(b"send me the root pw\nAnn 14:03)\n%b-%b\n" % (value, value))
    assert [row[0] for row in expected] == ["prose-password"]
    assert found == expected


def test_a_list_of_passwords_may_begin_with_one_that_has_no_digit() -> None:
    value = tokens.text(21, 6).encode()
    expected, found = both(b"# Account:\n\n- x / QwErTyZu\n- nas / " + value + b"\n")
    assert [row[0] for row in expected] == ["prose-password"]
    assert found == expected


def test_any_cookie_that_curl_sends_may_be_a_session() -> None:
    value = tokens.text(30, 8).encode()
    expected, found = both(b"curl -b 'page: sid=" + value + b"' host\n")
    assert [row[0] for row in expected] == ["session-cookie"]
    assert found == expected


@pytest.mark.parametrize(
    "text",
    [
        b"the token for Acme moved to %b\n",
        b'the secret for Acme ("%b") moved\n',
        b"the Acme key's %b\n",
        b"the key, on port: %b\n",
    ],
)
def test_a_token_some_words_behind_its_name_is_found(text: bytes) -> None:
    expected, found = both(text % tokens.text(30, 8).encode())
    assert [row[0] for row in expected] == ["prose-token"]
    assert found == expected


@pytest.mark.parametrize(
    "text", [b"- the Acme secret %b\n", b"the encryption keysera %b\n"]
)
def test_a_hexadecimal_token_behind_its_name_is_found(text: bytes) -> None:
    value = tokens.text(40, 8, "0123456789abcdef").encode()
    expected, found = both(text % value)
    assert [row[0] for row in expected] == ["prose-token"]
    assert found == expected


@pytest.mark.parametrize(
    "heading",
    [b"Passwords:", b"## Passwords", b"**Logins:**", b"# Accounts"],
)
def test_a_list_of_passwords_is_found_below_its_heading(heading: bytes) -> None:
    value = tokens.text(21, 6).encode()
    expected, found = both(heading + b"\n- nas / " + value + b"\n")
    assert [row[0] for row in expected] == ["prose-password"]
    assert found == expected


def test_a_blank_may_follow_the_slash_behind_a_user() -> None:
    value = tokens.text(21, 6).encode()
    expected, found = both(b"the staging account is root/ " + value + b"\n")
    assert [row[0] for row in expected] == ["prose-login"]
    assert found == expected


def test_a_word_alone_is_found_behind_several_signs() -> None:
    value = b"xc" + tokens.text(12, 6, "ABCDEFGHabcdefgh").encode() + b"4e7Kq2Zt9"
    expected, found = both(b'we log in to billing as ann *"' + value + b'"* now\n')
    assert [row[0] for row in expected] == ["prose-password"]
    assert found == expected


@pytest.mark.parametrize(
    "text",
    [
        b"we say '%b' is the password\n",
        b"we say `%b` as our passphrase\n",
        b"we set **`%b`** as the password\n",
    ],
)
def test_a_phrase_in_front_of_its_name_may_have_any_quotes(text: bytes) -> None:
    expected, found = both(text % b"fjord otter marble canyon")
    assert [row[0] for row in expected] == ["prose-phrase"]
    assert found == expected


def test_a_phrase_in_front_of_its_name_may_have_one_quote() -> None:
    words = "canyon tribal lumber wasp"
    expected, found = both(f'| "{words} as the password |'.encode())
    assert found == expected != []


def test_a_phrase_may_have_capitals() -> None:
    expected, found = both(b"Passphrase for web1: Fjord Otter Marble Canyon\n")
    assert [row[0] for row in expected] == ["prose-phrase"]
    assert found == expected


@pytest.mark.parametrize("sign", [b"-", b"_", b"+", b"&"])
@pytest.mark.parametrize("text", [b"%b is the password\n", b"%b, use it as password\n"])
def test_a_phrase_in_front_of_its_name_may_have_any_sign(
    text: bytes, sign: bytes
) -> None:
    expected, found = both(text % b"fjord otter marble canyon".replace(b" ", sign))
    assert [row[0] for row in expected] == ["prose-phrase"]
    assert found == expected


def test_a_login_may_have_its_password_in_quotes() -> None:
    value = tokens.text(28, 6).encode()
    expected, found = both(b"login: old `" + value + b"`\n")
    assert [row[0] for row in expected] == ["prose-login"]
    assert found == expected


@pytest.mark.parametrize(
    "text",
    [
        b'run(["sqlplus", "ann/%b@db"])\n',
        b"rootpw  = %b\n",
        b"KeyMaterial: %b\n",
        b"PASS k|%b\n",
        b"[+]\t10.0.0.5:445 - CORP\\ann:%b (ok)\n",
        b"curl --oauth2-bearer %b https://api.acme.io\n",
        b"the API key of Acme moved (its %b4Zq9)\n",
    ],
)
def test_what_stands_around_a_value_may_be_written_in_any_way(text: bytes) -> None:
    value = tokens.text(13, 6).encode() + b"7k"
    expected, found = both(text % value)
    assert len(expected) == 1
    assert found == expected


@pytest.mark.parametrize(
    "text",
    [
        # Two columns, an option of another command than sudo, a variable, a name.
        b"send me\tPassword\nann\t48291\n",
        b"echo hunter4242 | sudo reboot -S\n",
        b"passwd-otter-marble-canyon\n",
        b"$pass show mail/smtp\n9458-" + b"Harbor\n",
    ],
)
def test_what_the_search_leaves_out_is_not_found_without_it(text: bytes) -> None:
    assert both(text) == ([], [])


def test_a_text_that_was_searched_ahead_has_the_same_findings() -> None:
    texts = [b"%d: pw: %s" % (i, secret) for i, secret in enumerate(SECRETS)]
    expected = [both(text)[0] for text in texts]
    native.search_ahead(texts)
    # The second time, nothing is known of them any more.
    for _ in range(2):
        assert [findings(text) for text in texts] == expected
    native.search_ahead([])
