"""Passwords in tables of terminals, of wikis, of HTML and of reStructuredText."""

from __future__ import annotations

import pytest
from support.found import found

pytestmark = pytest.mark.usefixtures("both_ways")

# As people make them up; they belong to nobody.
FIRST = "Mag" + "412" + "net$"
SECOND = "Harbor-" + "tiger-" + "815"


def _lines(*lines: str) -> str:
    return "\n".join((*lines, ""))


TABLES = [
    _lines(
        " name | password",
        "------+-----------",
        " root | {0}",
        " ann  | {1}",
        "(2 rows)",
    ),
    _lines(
        "+----+----------+",
        "| id | password |",
        "+----+----------+",
        "|  1 | {0} |",
        "|  2 | {1} |",
        "+----+----------+",
    ),
    _lines(
        "|------+---------|",
        "| host | root pw |",
        "|------+---------|",
        "| kvm1 | {0} |",
        "| kvm2 | {1} |",
    ),
    _lines(
        "| Ger\xe4t | Kennwort |",
        "|---|---|",
        "| nas | {0} |",
        "| tor | {1} |",
    ),
    _lines(
        "| \u4e3b\u673a | \u5bc6\u7801 |",
        "|---|---|",
        "| nas | {0} |",
        "| gw | {1} |",
    ),
    _lines(
        "| service | mot de passe |",
        "|---|---|",
        "| nas | {0} |",
        "| routeur | {1} |",
    ),
    _lines(
        "||Host||Password||",
        "|nas|{0}|",
        "|gw|{1}|",
    ),
    _lines(
        '{{| class="wikitable"',
        "! Host !! Password",
        "|-",
        "| nas || {0}",
        "|-",
        "| gw || {1}",
        "|}}",
    ),
    _lines(
        "{{|",
        "! Host",
        "! Password",
        "|-",
        "| nas",
        "| {0}",
        "|-",
        "| gw",
        "| {1}",
        "|}}",
    ),
    _lines(
        "<table><tr><th>Host</th><th>Password</th></tr>",
        "<tr><td>nas</td><td>{0}</td></tr>",
        "<tr><td>gw</td><td><code>{1}</code></td></tr></table>",
    ),
    _lines(
        "<dl>",
        " <dt>Password</dt>",
        " <dd>{0}</dd>",
        " <dt>Old password</dt>",
        " <dd>{1}</dd>",
        "</dl>",
    ),
    _lines(
        ".. list-table::",
        "   :header-rows: 1",
        "",
        "   * - Host",
        "     - Password",
        "   * - nas",
        "     - {0}",
        "   * - gw",
        "     - {1}",
    ),
    _lines(
        "==== ==============",
        "Host Password",
        "==== ==============",
        "nas  {0}",
        "gw   {1}",
        "==== ==============",
    ),
]


@pytest.mark.parametrize("table", TABLES)
def test_each_password_of_a_table_is_found(table: str) -> None:
    text = f"About the lab.\n\n{table.format(FIRST, SECOND)}\nThat is all.\n"
    assert found(text) == [("prose-table", FIRST), ("prose-table", SECOND)]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "cells",
    [("required", "optional"), ("varchar(255)", "string"), ("vault:nas/root", "n/a")],
)
def test_other_cells_pass(table: str, cells: tuple[str, str]) -> None:
    assert found(table.format(*cells)) == []


@pytest.mark.parametrize(
    "text",
    [
        # Another column, another heading, no table.
        "||Host||Policy of the team||\n|nas|{0}|\n",
        "<tr><th>Host</th><th>Password</th></tr><tr><td>{0}</td><td>none</td></tr>\n",
        "<tr><td>Release</td><td>{0}</td></tr>\n",
        "==== =====\nPassword\n==== =====\n",
        "name | password\n\n{0} | other\n",
    ],
)
def test_other_columns_pass(text: str) -> None:
    assert found(text.format(SECOND)) == []
