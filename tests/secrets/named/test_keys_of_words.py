"""What signs or encrypts, where a person made it up of words or a call makes it."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import TOKEN, alike

WORDS = "walnut-waffle-tundra-panda"
SHORT = "walnut-waffle-tundra"
KEY = tokens.text(16, 51) + "7"


def _values(text: str) -> list[str]:
    data = f"{text}\n".encode()
    return [data[f.start : f.end].decode() for f in alike(data)]


@pytest.mark.parametrize(
    "line",
    ["jwt.secret={}", 'SESSION_SECRET: "{}"', "const signing_key = '{}'"],
)
def test_four_words_are_a_key(line: str) -> None:
    assert _values(line.format(WORDS)) == [WORDS]


@pytest.mark.parametrize(
    "line",
    [
        "secretName: postgres-primary-lantern-anchor",
        'client_secret = "my-app-client-secret"',
        f"route_key: {WORDS}",
    ],
)
def test_a_name_is_none(line: str) -> None:
    assert _values(line) == []


@pytest.mark.parametrize(
    "line",
    ["DB_PASSWORD = {}", 'const char* password = "{}";', "wifi.password={}"],
)
def test_three_words_are_a_password_behind_an_equals_sign(line: str) -> None:
    assert _values(line.format(SHORT)) == [SHORT]


@pytest.mark.parametrize(
    "line",
    [
        'secretKey = Buffer.from("{}", "utf8");',
        'aes.Key = Encoding.UTF8.GetBytes("{}");',
        'var jwtKey = []byte("{}")',
        "SECRET_KEY = base64.b64decode(b'{}')",
        'apiKey = new SecretStr("{}")',
        'api_key: bytes = new TextEncoder().encode("{}")',
    ],
)
def test_a_literal_that_a_call_turns_into_a_key_is_found(line: str) -> None:
    assert _values(line.format(KEY)) == [KEY]


@pytest.mark.parametrize(
    "line",
    [
        'secretKey = translate("{}")',
        'var jwtKey = []byte("my_secret_key")',
        'key = getBytes("message.key.name1")',
    ],
)
def test_what_another_call_gets_is_none(line: str) -> None:
    assert _values(line.format(KEY)) == []


@pytest.mark.parametrize("sign", ["?api_key", "?key", "?v=2&access_token"])
def test_the_key_in_the_address_of_a_picture_is_found(sign: str) -> None:
    line = (
        f"quota used up: https://maps.corp.net/tiles/4/8.png{sign}={TOKEN}&style=dark"
    )
    assert _values(line) == [TOKEN]


@pytest.mark.parametrize("path", ["badge.svg?token", "main.png?circle-token"])
def test_the_token_of_a_badge_is_none(path: str) -> None:
    assert _values(f"[![ci](https://ci.corp.net/app/{path}={TOKEN})](x)") == []


@pytest.mark.parametrize(
    "line",
    [
        "SECRET_KEY_BASE in prod is {}, do not change it",
        "WEBHOOK_SECRET on the box is now set to {}",
        "API_KEY_STAGING on ci is {}",
    ],
)
def test_a_sentence_may_name_a_variable(line: str) -> None:
    assert _values(line.format(TOKEN)) == [TOKEN]
