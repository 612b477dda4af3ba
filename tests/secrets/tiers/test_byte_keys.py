"""Keys of radios, byte by byte."""

from __future__ import annotations

import random

import pytest
from support.found import found

BYTES = random.Random(7).sample(range(256), 16)  # noqa: S311 -- to be repeated
HEX = [f"{byte:02x}" for byte in BYTES]
NUMBERS = ", ".join(map(str, BYTES))

pytestmark = pytest.mark.usefixtures("both_ways")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("network_key: [{}]", NUMBERS),
        ("I noted the zigbee network key before the move:\n{}\n", ", ".join(HEX)),
        ("networkKey = {}", " ".join(HEX)),
        ("OTAA, AppKey {}. EU868", " ".join(HEX).upper()),
        ("the S2 key is {}", ":".join(HEX)),
        ("NwkSKey: {{ {} }}", ", ".join(f"0x{byte.upper()}" for byte in HEX)),
    ],
)
def test_a_key_in_bytes_is_found(text: str, value: str) -> None:
    assert found(text.format(value)) == [("generic-secret", value)]


def test_a_key_as_a_list_of_yaml_is_found() -> None:
    items = "\n".join(f"    - {byte}" for byte in BYTES)
    text = f"advanced:\n  network_key:\n{items}\n  channel: 11\n"
    assert found(text) == [("generic-secret", items.lstrip(" -"))]


@pytest.mark.parametrize(
    "text",
    [
        f"key fingerprint {':'.join(HEX)}",
        f"public key: {' '.join(HEX)}",
        "network_key: [1, 3, 5, 7, 9, 11, 13, 15, 0, 2, 4, 6, 8, 10, 12, 13]",
        "network_key: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]",
        f"network key version 3 of {NUMBERS[:20]}",
        f"network_key: [{NUMBERS.replace(', ', ', 9')}]",
        # Numbers that are no bytes.
        "App keys: 310,455,512,610,730,840,910,999,120,451,301,402,503,604,705,80",
    ],
)
def test_fingerprints_counts_and_short_lists_pass(text: str) -> None:
    assert found(text) == []
