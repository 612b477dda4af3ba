"""A name and its value as two members of an object."""

from __future__ import annotations

import pytest
from support.found import DRAWN, PASSWORD, TOKEN, found, values

pytestmark = pytest.mark.usefixtures("both_ways")


@pytest.mark.parametrize(
    "text",
    [
        '"params":[{{"name":"password","value":"{}"}}]',
        '{{"key": "password", "value": "{}", "type": "string"}}',
        '{{"value": "{}", "enabled": true, "key": "password"}}',
        "{{'name': 'db_password', 'value': '{}'}}",
        '{{"type":"password","value":"{}","temporary":false}}',
        '{{"title":"password","id":"password","value":{{"concealed":"{}"}}}}',
        '<Key>Password</Key><Value ProtectInMemory="True">{}</Value>',
        "<key>Password</key>\n  <value>{}</value>",
    ],
)
@pytest.mark.parametrize("value", [DRAWN, PASSWORD])
def test_a_password_beside_its_name_is_found(text: str, value: str) -> None:
    assert values(text.format(value) + "\n") == [value]


def test_a_token_beside_its_name_is_found() -> None:
    assert values(f'{{"name":"X-Api-Key","value":"{TOKEN}"}}\n') == [TOKEN]


@pytest.mark.parametrize(
    "text",
    [
        f'{{"name": "Content-Type", "value": "{TOKEN}"}}',
        '{"name": "password", "value": "{{db_password}}"}',
        '{"name": "password_hash", "value": "$2y$10$abcdefgh12345678"}',
        f'{{"name": "public_key", "value": "{TOKEN}"}}',
        f"<Key>Title</Key><Value>{TOKEN}</Value>",
    ],
)
def test_other_members_pass(text: str) -> None:
    assert found(text + "\n") == []
