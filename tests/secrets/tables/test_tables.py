"""Passwords in tables of documents, of wikis, of HTML, of terminals and databases."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import TOKEN, found, values

from memsync.secrets.tables.search import find_late
from memsync.secrets.texts.text import Text

pytestmark = pytest.mark.usefixtures("both_ways")

# As people make them up; they belong to nobody.
FIRST = "Meadow-" + "falcon-" + "294"
SECOND = "Harbor-" + "tiger-" + "8152"


def _lines(*lines: str) -> str:
    return "\n".join((*lines, ""))


# `{name}` is the heading, `{NAME}` the same in capitals.
TABLES = [
    _lines(
        "| Host | {name} |",
        "|---|---|",
        "| nas | {0} |",
        "| gw | {1} |",
    ),
    _lines(
        "{name} | host",
        "---|---",
        "`{0}` | nas",
        "`{1}` | gw",
    ),
    _lines(
        " host | {name}",
        "------+-----------",
        " root | {0}",
        " ann  | {1}",
        "(2 rows)",
    ),
    _lines(
        "+----+----------+",
        "| id | {name} |",
        "+----+----------+",
        "|  1 | {0} |",
        "|  2 | {1} |",
        "+----+----------+",
    ),
    _lines(
        "|------+---------|",
        "| host | {name} |",
        "|------+---------|",
        "| kvm1 | {0} |",
        "| kvm2 | {1} |",
    ),
    _lines(
        "\u2502 id \u2502 {name} \u2502",
        "\u251c\u2500\u2500\u2500\u2500\u253c\u2500\u2500\u2524",
        "\u2502 1 \u2502 {0} \u2502",
        "\u2502 2 \u2502 {1} \u2502",
    ),
    _lines(
        "||Host||{name}||",
        "|nas|{0}|",
        "|gw|{1}|",
    ),
    _lines(
        "^ Host ^ {name} ^",
        "| nas | {0} |",
        "| gw | {1} |",
    ),
    _lines(
        '{{| class="wikitable"',
        "! Host !! {name}",
        "|-",
        "| nas || {0}",
        "|-",
        "| gw || {1}",
        "|}}",
    ),
    _lines(
        "{{|",
        "! Host",
        "! {name}",
        "|-",
        "| nas",
        "| {0}",
        "|-",
        "| gw",
        "| {1}",
        "|}}",
    ),
    _lines(
        "! Host",
        "! {name}",
        "|-",
        "| nas",
        "| {0}",
        "|-",
        "| gw",
        "| {1}",
    ),
    _lines(
        "==== ==============",
        "Host {name}",
        "==== ==============",
        "nas  {0}",
        "gw   {1}",
        "==== ==============",
    ),
    _lines(
        "|===",
        "|Host |{name}",
        "",
        "|nas |{0}",
        "|gw",
        "|{1}",
        "|===",
    ),
    _lines(
        "Host      {name}",
        "----      --------",
        "nas       {0}",
        "gw        {1}",
    ),
    _lines(
        "HOST      {NAME}",
        "nas       {0}",
        "gw        {1}",
    ),
    _lines(
        "{NAME}               HOST",
        "{0}               nas",
        "{1}         gw",
    ),
]
# In these a token has no heading.
OF_MARKUP = [
    _lines(
        "<table><tr><th>Host</th><th>{name}</th></tr>",
        "<tr><td>nas</td><td>{0}</td></tr>",
        "<tr><td>gw</td><td><code>{1}</code></td></tr></table>",
    ),
    _lines(
        "<tr><td>{name}:</td><td><code>{0}</code></td></tr>",
        "<tr><td>{name}</td><td>{1}</td></tr>",
    ),
    _lines(
        "<dl>",
        " <dt>{name}</dt>",
        " <dd>{0}</dd>",
        " <dt>{name}</dt>",
        " <dd>{1}</dd>",
        "</dl>",
    ),
    _lines(
        ".. list-table::",
        "   :header-rows: 1",
        "",
        "   * - Host",
        "     - {name}",
        "   * - nas",
        "     - {0}",
        "   * - gw",
        "     - {1}",
    ),
]
WITH_PASSWORDS = TABLES + OF_MARKUP
TEXT = "About the lab.\n\n{}\nThat is all.\n"


def _filled(table: str, name: str, *cells: str) -> str:
    return table.format(*cells, name=name, NAME=name.upper())


@pytest.mark.parametrize(
    "name",
    [
        *("Password", "db_pass", "root-pw", "pwd 2", "Passwort/PIN", "passwords"),
        *("Kennwort", "senha", "parola", "mot de passe", "ann's password"),
    ],
)
def test_each_password_of_a_table_is_found(name: str) -> None:
    for table in WITH_PASSWORDS:
        text = TEXT.format(_filled(table, name, FIRST, SECOND))
        assert found(text) == [("prose-table", FIRST), ("prose-table", SECOND)], text


@pytest.mark.parametrize(
    "name", ["Tokens", "api_key", "API keys", "access-key", "secret", "SECRET_KEY"]
)
def test_each_token_of_a_table_is_found(name: str) -> None:
    other = tokens.text(40, 34)
    for table in TABLES:
        text = TEXT.format(_filled(table, name, TOKEN, other))
        assert values(text) == [TOKEN, other], text


@pytest.mark.parametrize(
    "name",
    [
        *("\u5bc6\u7801", "\u043f\u0430\u0440\u043e\u043b\u044c"),
        *("\u041f\u0430\u0440\u043e\u043b\u044c", "\u015eifre", "HAS\u0141O"),
        "L\xd6SENORD",
    ],
)
def test_a_heading_may_be_in_other_letters(name: str) -> None:
    for table in (TABLES[0], *OF_MARKUP):
        text = _filled(table, name, FIRST, SECOND)
        assert values(text) == [FIRST, SECOND], text


@pytest.mark.parametrize(
    "cells",
    [("required", "optional"), ("varchar(255)", "string"), ("vault:nas/root", "n/a")],
)
def test_other_cells_pass(cells: tuple[str, str]) -> None:
    for table in WITH_PASSWORDS:
        text = _filled(table, "Password", *cells)
        assert found(text) == [], text


@pytest.mark.parametrize(
    "text",
    [
        # Another column, another heading, no table.
        "||Host||Policy of the team||\n|nas|{0}|\n",
        " id | login | changed\n----+-------+--------\n  1 | ann   | {0}",
        "id | password_hash | x\n1 | {0} | y",
        "<tr><th>Host</th><th>Password</th></tr><tr><td>{0}</td><td>none</td></tr>\n",
        "<tr><td>Release</td><td>{0}</td></tr>\n",
        "==== =====\nPassword\n==== =====\n",
        "name | password\n\n{0} | other\n",
        # What names something, or says something of a password.
        "NAME   SECRET     AGE\nann    db-secret2 3d",
        "<dt>password</dt><dd>step2 of the form</dd>",
        "||Field||Password||\n|length|min8|",
        "! Password\n|-\n| required2",
        " name | password\n------+----------\n ann  | ********",
        "password|text\nvalue only",
    ],
)
def test_other_columns_pass(text: str) -> None:
    assert found(text.format(SECOND)) == []


def test_a_long_line_of_numbered_keywords_is_read_once() -> None:
    """To look for its end behind each of them would take half an hour."""
    line = b"".join(b"key%d=" % number for number in range(250_000))
    assert not list(find_late(Text(line)))
