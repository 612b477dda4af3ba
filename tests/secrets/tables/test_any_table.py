"""Passwords in tables other than markdown's, and beside a cell that names them."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import DRAWN, TOKEN, found, values

pytestmark = pytest.mark.usefixtures("both_ways")


@pytest.mark.parametrize(
    "table",
    [
        " id | login | password\n----+-------+---------\n  1 | ann   | {}\n(1)",
        "| host | root pw | note |\n|------+---------+------|\n| kvm1 | {} | rack |",
        "+----+----------+\n| id | password |\n+----+----------+\n| 1  | {} |\n",
        (
            "\u2502 id \u2502 password \u2502\n\u251c\u2500\u2500\u253c\u2500\u2524\n"
            "\u2502 1 \u2502 {} \u2502\n"
        ),
        "||Stage||Password||\n|test|{}|",
        "^ User ^ Password ^\n| ann | {} |",
        '{{| class="wikitable"\n! Konto !! Kennwort\n|-\n| ann || {}\n|}}',
        "! User\n! Password\n|-\n| ann\n| {}\n|}}",
        "   * - User\n     - Password\n   * - ann\n     - {}",
        "|===\n|User |Password\n\n|ann\n|{}\n|===",
        "host|user|password|port\ndb3|ann|{}|5432",
        "==== ========\nuser password\n==== ========\nann  {}\n==== ========",
        "Name      Password\n----      --------\nann       {}",
        "NAME   PASSWORD        AGE\nann    {} 3d",
        "<tr><th>User</th><th>Password</th></tr>\n<tr><td>ann</td><td>{}</td></tr>",
        "<td>Password:</td><td><code>{}</code></td>",
        "<dl>\n <dt>FTP-Passwort</dt>\n <dd>{}</dd>\n</dl>",
    ],
)
def test_a_password_in_any_table_is_found(table: str) -> None:
    assert values(table.format(DRAWN) + "\n") == [DRAWN]


def test_a_token_in_a_table_of_a_database_is_found() -> None:
    text = f" id | api_key | active\n----+---------+---\n  1 | {TOKEN} | t\n"
    assert values(text) == [TOKEN]


def test_every_row_is_read() -> None:
    other = DRAWN[::-1]
    rows = f"| 1 | {DRAWN} |\n| 2 | {other} |\n"
    head = "+---+----+\n| n | password |\n+---+----+\n"
    assert values(head + rows) == [DRAWN, other]


@pytest.mark.parametrize(
    "table",
    [
        " id | login | changed\n----+-------+--------\n  1 | ann   | {}",
        "id | password_hash | x\n1 | {} | y",
        " name | password\n------+----------\n ann  | varchar(64)",
        " name | password\n------+----------\n ann  | ********",
        "NAME   SECRET     AGE\nann    db-secret2 3d",
        "<tr><th>Password</th><th>Type</th></tr><tr><td>string</td><td>{}</td></tr>",
        "<dt>password</dt><dd>step2 of the form</dd>",
        "||Field||Password||\n|length|min8|",
        "! Password\n|-\n| required2",
        "- password\n- {}",
        "password|text\nvalue only",
    ],
)
def test_another_cell_passes(table: str) -> None:
    assert found(table.format(tokens.text(7, 3) + "1") + "\n") == []
