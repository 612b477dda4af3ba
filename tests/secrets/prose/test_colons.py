"""A usual user with a password behind a colon."""

from __future__ import annotations

import pytest
from support.found import PASSWORD, found

pytestmark = pytest.mark.usefixtures("both_ways")

MADE_UP = "Harbor-" + "tiger-" + "815"


@pytest.mark.parametrize(
    "text",
    [
        "root:{}\n",
        "$ cat list.txt\nann:x\nadmin:{}\n",
        "ssh in as deploy:{}.\n",
        "- the NAS (`root:{}`) is in rack 4\n",
        'creds = "user:{}"\n',
    ],
)
@pytest.mark.parametrize("value", [PASSWORD, MADE_UP])
def test_it_needs_nothing_else(text: str, value: str) -> None:
    assert [each for _, each in found(text.format(value))] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "root:x:0:0:root:/root:/bin/bash\n",
        "image: ci:2024.11.3-slim\n",
        "user:12345678\n",
        "admin:password1\n",
        "role=service:read2write\n",
        "https://acme.com/test:Chapter2Notes\n",
        "test:integration-v2\n",
        "http://localhost:8080 root:changeme123\n",
    ],
)
def test_other_words_behind_a_colon_pass(text: str) -> None:
    assert [rule for rule, _ in found(text) if rule == "prose-login"] == []
