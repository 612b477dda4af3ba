"""Passwords below their name, in tables, in pairs, and in other languages."""

from __future__ import annotations

import pytest
from support.found import DRAWN, PASSWORD, TOKEN, found


@pytest.mark.parametrize(
    "text",
    [
        "# Password\n\n{}\n",
        "## PASSWORDS\n\n{}\n",
        "Password:\n{}\n",
        "The wifi password:\n\n```\n{}\n```\n",
        "Passwort:\n> {}\n",
        "- password:\n  - {}\n",
    ],
)
def test_what_stands_alone_below_its_name_is_found(text: str) -> None:
    assert [value for _, value in found(text.format(PASSWORD))] == [PASSWORD]


def test_a_token_below_its_name_is_found() -> None:
    assert [v for _, v in found(f"## API token\n\n`{TOKEN}`\n")] == [TOKEN]


@pytest.mark.parametrize(
    "text",
    [
        "# Password\n\nSee the vault, page 12.\n",
        "Password:\n\n\n\n\n{}\n",
        "password=\nname={}\n",
        "## Public key\n\n{}\n",
        "Password:\nMIN_LENGTH_12\n",
        "# Password rotation\n\nWe rotate on day1.\n",
    ],
)
def test_another_line_below_a_name_passes(text: str) -> None:
    assert found(text.format(TOKEN)) == []


def table(*rows: str, head: str = "host | user | password") -> str:
    ruler = "|".join(["---"] * len(head.split("|")))
    return "\n".join(f"| {row} |" for row in (head, ruler, *rows)) + "\n"


def test_each_password_of_a_table_is_found() -> None:
    text = table(f"db | app | {PASSWORD}", f"web | www | `{DRAWN}`")
    assert found(text) == [("prose-table", PASSWORD), ("prose-table", DRAWN)]


def test_tokens_of_a_table_are_found() -> None:
    text = table(f"maps | {TOKEN}", head="service | API token")
    assert [value for _, value in found(text)] == [TOKEN]


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("host | user | password", "db | app | in the vault"),
        ("host | password policy | note", f"db | strict | {DRAWN}"),
        ("setting | value | key", "retries | 3 | maxRetries1"),
        ("password", "see page12"),
        ("pass | fail", "tests12 | 0"),
    ],
)
def test_other_cells_of_a_table_pass(head: str, row: str) -> None:
    assert found(table(row, head=head)) == []


@pytest.mark.parametrize("first", ["# Notes", "Notes"])
def test_the_end_of_a_long_line_is_no_heading(first: str) -> None:
    line = "We talked for a long time about how one should " * 8
    assert found(f"{first}\n\n{line}rotate the password\n\n{DRAWN}\n") == []
    assert found(f"{first}\n\n## The password\n\n{DRAWN}\n")


def test_what_follows_a_table_is_no_cell() -> None:
    text = table("db | app | none") + f"\n| {DRAWN} |\n"
    assert found(text) == []


@pytest.mark.parametrize(
    "line",
    [
        "jenkins: admin / {}",
        "- grafana: `ann` / `{}`",
        "**wiki**: root/{}",
        "db (prod): app / {},",
    ],
)
def test_a_service_with_its_user_and_password_is_found(line: str) -> None:
    assert [value for _, value in found(line.format(PASSWORD))] == [PASSWORD]


@pytest.mark.parametrize(
    "line",
    [
        "usage: a / b2cdefg!",
        "path: src / lib2.py",
        "version: old / 2.3.4-rc1",
        "commit: main / 3f2a9c1d4e5b6a7f8091a2b3c4d5e6f708192a3b",
    ],
)
def test_a_choice_of_two_passes(line: str) -> None:
    assert found(line) == []


@pytest.mark.parametrize(
    "line",
    [
        "\u043f\u0430\u0440\u043e\u043b\u044c: {}",
        "\u5bc6\u7801\u662f{}",
        "\u30d1\u30b9\u30ef\u30fc\u30c9\u306f {} \u3067\u3059",
        "\ube44\ubc00\ubc88\ud638: {}",
        "Has\u0142o: {}",
        "l\u00f6senord \u00e4r {}",
        "\u015fifre = {}",
        "m\u1eadt kh\u1ea9u: {}",
    ],
)
def test_a_password_is_found_in_other_languages(line: str) -> None:
    assert [value for _, value in found(line.format(DRAWN))] == [DRAWN]


@pytest.mark.parametrize(
    "line",
    [
        "\u043f\u0430\u0440\u043e\u043b\u044c: \u0441\u043c. 12",
        "\u5bc6\u7801: $PASSWORD1",
        "\u5bc6\u7801\u957f\u5ea6\u662f 12",
        "Has\u0142o jest wymagane",
    ],
)
def test_a_word_for_one_alone_passes(line: str) -> None:
    assert found(line) == []
