"""What `memsync scan -v` says of a finding: what was seen, its shape, what decided."""

from __future__ import annotations

import pytest
from support import tokens

from memsync.secrets import reasons
from memsync.secrets.rules import ROWS
from memsync.secrets.scan import scan

RANDOM = tokens.text(32, 11)
UUID = "7e2c1f0a-93d4-4b6e-8f51-0a9b3c7d2e64"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"api_key = {RANDOM}", ("a key", "are mixed", "drawn by a machine")),
        (f"session_token: {UUID}", ("a key", "UUID", "names things")),
        (f"client_secret: {UUID}", ("a key", "UUID", "holds a credential")),
        (f"GITHUB_SECRET={RANDOM[:14]}", ("service's name", "are mixed", "likely")),
        ("password: pass" + "word123", ()),
        ("MYSQL_PASSWORD=secret" + "123", ("password", "mixes", "stand-in")),
        (f'check("password", "{RANDOM[:12]}1!")', ("password", "are mixed", "a call")),
        (tokens.private_key(), ("private key", "several lines", "whole")),
        (f"psql postgres://a:{RANDOM[:9]}@db/x", ("only a credential", "", "only")),
    ],
)
def test_a_finding_is_explained_by_what_was_seen_its_shape_and_what_decided(
    text: str, said: tuple[str, ...]
) -> None:
    data = f"One.\n\n{text}\n".encode()
    found = scan(data)
    assert len(found) == (1 if said else 0)
    for one in found:
        why = reasons.of(one.rule, data[one.start : one.end], one.why)
        assert [word in each for word, each in zip(said, why, strict=True)] == [
            True
        ] * 3


def test_a_format_is_named_with_its_provider_and_page() -> None:
    for row in ROWS:
        (why, *_) = reasons.of(row[0], RANDOM.encode(), "")
        assert why == f"it has the format of {_of(row[0])}"


def _of(rule: str) -> str:
    """The provider and the page of the first format of a rule."""
    row = next(row for row in ROWS if row[0] == rule)
    return f"{row[1]} ({row[4]})"
