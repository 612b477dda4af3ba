"""Users with their passwords in one cell, below a heading that says so."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import DRAWN, found

from memsync.secrets.scan import scan

pytestmark = pytest.mark.usefixtures("both_ways")

TABLE = "| Host | {} | Since |\n|---|---|---|\n| nas | {} | May |\n"
# A word with a number, as people choose one, and as things are named.
CHOSEN = f"kestrel-{tokens.text(4, 17, '46798')}"
# Words as one draws them from a list; they open nothing.
WORDS = "walnut-copper-" + "lantern-meadow"


@pytest.mark.parametrize(
    "heading",
    [
        *("Login", "Logins", "Log-in", "Credentials", "Web login", "Login details"),
        *("Access", "Account", "**Creds**", "Zugangsdaten", "User:Pass"),
    ],
)
@pytest.mark.parametrize(
    "cell", ["ann:{}", "ann / {}", "`ann` / `{}`", "ann:{} (old)", "ann@corp.net / {}"]
)
def test_a_password_behind_its_user_is_found(heading: str, cell: str) -> None:
    for value in (DRAWN, WORDS):
        text = TABLE.format(heading, cell.format(value))
        assert found(text) == [("prose-login", value)]


@pytest.mark.parametrize(
    ("heading", "cell"),
    [
        ("Login", "ann:{}"),
        ("Credentials", "ann / {}"),
        ("Access", "root:{}"),
        ("Account", "ann@corp.net / {}"),
    ],
)
def test_one_that_people_choose_is_found_behind_a_user(heading: str, cell: str) -> None:
    assert found(TABLE.format(heading, cell.format(CHOSEN))) == [
        ("prose-login", CHOSEN)
    ]


def test_it_is_found_in_jira_and_without_bars_around() -> None:
    assert found(f"||Host||Access||\n|nas|ann:{DRAWN}|\n") == [("prose-login", DRAWN)]
    assert found(f"Host | Login\n--- | ---\nnas | ann / {DRAWN}\n") == [
        ("prose-login", DRAWN)
    ]


def test_a_default_that_everyone_knows_is_a_stand_in() -> None:
    (one,) = scan(TABLE.format("Default login", "admin / admin123").encode())
    assert one.confidence == "low"


@pytest.mark.parametrize(
    ("heading", "cell"),
    [
        ("Login", "user / password"),
        ("Login", "SSO"),
        ("Last login", "2026-11-23 / 14:03"),
        ("Login", "https://nas:8443/login2"),
        ("Access", "read / write"),
        ("Access", f"web:{CHOSEN}"),
        ("Access", "docs/guide-2023"),
        ("Access", "10.0.0.1:8080"),
        ("Access", "ssh ann@nas:2222"),
        ("Access", "[ann:web](http://nas/b2)"),
        ("Account", "acme / 123456789012"),
        ("Account", "acme / staging-2"),
        ("Credentials", "vault:kv/nas1"),
        ("Token login count", f"ann:{CHOSEN}"),
    ],
)
def test_what_else_such_a_column_has_passes(heading: str, cell: str) -> None:
    assert found(TABLE.format(heading, cell)) == []
