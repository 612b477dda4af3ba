"""What carries any credential: addresses, headers, netrc, cookies, wallets."""

from __future__ import annotations

import base64

import pytest
from support import tokens
from support.found import DRAWN, TOKEN, found

HEX = "0123456789abcdef"
KEY = "0x" + tokens.text(64, 5, HEX)


def wrapped(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("postgres://app:{}@db.corp.net/shop", DRAWN),
        ("https://ann:{}@git.corp.net/a.git", DRAWN),
        ("redis://:{}@cache.corp.net:6379", DRAWN),
        ("smtp://ann@corp.net:{}@mail.corp.net", DRAWN),
        ("Authorization: Bearer {}", TOKEN),
        ("authorization: token {}", TOKEN),
        ("machine git.corp.net login ann password {}", DRAWN),
        ("machine git.corp.net\n  login ann\n  password {}", DRAWN),
        ("Cookie: theme=dark; sessionid={}", TOKEN),
        ("Set-Cookie: auth_token={}; HttpOnly", TOKEN),
    ],
)
def test_a_credential_in_a_carrier_is_found(text: str, value: str) -> None:
    assert [each for _, each in found(text.format(value))] == [value]


def test_basic_credentials_are_read_behind_their_base64() -> None:
    coded = wrapped(f"ann:{DRAWN}")
    assert [v for _, v in found(f"Authorization: Basic {coded}")] == [coded]
    assert [v for _, v in found(f'{{"auths": {{"h": {{"auth": "{coded}"}}}}}}')] == [
        coded
    ]
    # Another sentence with the same words holds none.
    assert found(f"Authorization: Basic {wrapped('just some plain text here')}") == []


@pytest.mark.parametrize(
    "text",
    [
        "postgres://app:$PASSWORD@db.corp.net/shop",
        "postgres://user:pass@host/db",
        "https://example.com:8080/path?to=ann@corp.net",
        "https://ann@git.corp.net/a.git",
        "http://localhost:3000/@scope/package1",
        "ssh://git:22@host.corp.net/x",
        "forwards tcp://cache:6379@edge to the pool",
        "https://x:{token}@git.corp.net",
        "Authorization: Bearer <token>",
        "Authorization: Bearer $ACCESS_TOKEN1",
        "Authorization: Bearer xxxxxxxxxxxxxxxx",
        "The bearer of this letter is nr12345678",
        "postgres://app:YOUR_PASSWORD@localhost/shop",
        "postgres://app:xxxx@localhost/shop",
        "postgres://app:password@example.com/shop",
        "curl -u anonymous:anonymous ftp://ftp.corp.net",
        "curl -u admin:[PASSWORD] https://corp.net",
        "https://ann:\u2026@git.corp.net/a.git",
        "curl -u ann:\u2026 https://corp.net",
        "sshpass -p \u2026 ssh ann@corp.net",
        "machine corp.net login ann password \u2026",
        "Cookie: csrftoken={token}",
        "Cookie: _ga=GA1.2.1234567890.1234567890",
        "cookies are set for lang=de-DE-and-others1",
    ],
)
def test_a_carrier_without_a_credential_passes(text: str) -> None:
    assert found(text.replace("{token}", "{" + "x" * 4 + "}")) == []


def test_a_header_of_endless_cookies_is_read_in_part() -> None:
    session = f"session={tokens.text(40, 6)}"
    cookies = "; ".join(f"view{n}=list-of-all-items{n}" for n in range(40))
    assert [rule for rule, _ in found(f"Cookie: {session}; {cookies}")] == [
        "session-cookie"
    ]
    assert found(f"Cookie: {cookies}; {session}") == []


@pytest.mark.parametrize(
    "text",
    [
        "private key: {}",
        "PRIVATE_KEY={}",
        "new ethers.Wallet('{}')",
        "accounts: ['{}']",
    ],
)
def test_a_wallets_key_is_found_beside_what_says_so(text: str) -> None:
    assert KEY in [value for _, value in found(text.format(KEY))]


@pytest.mark.parametrize(
    "text",
    [
        "tx {}",
        "transaction hash of the private sale: {}",
        "public key {}",
        f"private key: 0x{'0' * 63}1",
    ],
)
def test_a_hash_of_the_same_length_passes(text: str) -> None:
    assert found(text.format(KEY)) == []
