"""Private keys without the lines of PEM around them."""

from __future__ import annotations

import base64

import pytest
from support import tokens
from support.found import found

pytestmark = pytest.mark.usefixtures("both_ways")

HEADS = {
    "PKCS #8, RSA": bytes.fromhex("308204be020100300d06092a864886f70d0101010500"),
    "PKCS #1, 1024 bits": bytes.fromhex("3082025c02010002818100"),
    "PKCS #1, 2048 bits": bytes.fromhex("308204a40201000282010100"),
    "SEC 1, P-256": bytes.fromhex("30770201010420"),
}


def body(head: bytes) -> str:
    return base64.b64encode(head + tokens.text(300).encode()).decode()


@pytest.mark.parametrize("kind", HEADS)
@pytest.mark.parametrize(
    "text",
    ["the key is {}\n", '"key_der": "{}"\n', "—-BEGIN RSA PRIVATE KEY—-\n{}\n"],
)
def test_the_body_of_a_key_is_found_without_its_marks(kind: str, text: str) -> None:
    assert "private-key-body" in [
        rule for rule, _ in found(text.format(body(HEADS[kind])))
    ]


def test_a_public_key_passes() -> None:
    public = bytes.fromhex("30820122300d06092a864886f70d01010105000382010f00")
    assert found(f"the public half is {body(public)}\n") == []


def test_a_whole_key_keeps_its_rule() -> None:
    assert [rule for rule, _ in found(tokens.private_key())] == ["private-key"]
