"""Rows that SQL inserts, with a column of passwords or tokens."""

from __future__ import annotations

from support import tokens
from support.found import DRAWN, TOKEN, alike, values

from memsync.secrets.tables.inserts import find
from memsync.secrets.texts.text import Text

MD5 = tokens.text(32, 7, "0123456789abcdef")
QUOTED = DRAWN[:6] + "''" + DRAWN[6:]


def _insert(names: str, rows: str) -> str:
    return f"INSERT INTO things ({names}) VALUES {rows}"  # noqa: S608 -- only read


def _values(text: str) -> list[str]:
    data = text.encode()
    return [data[f.start : f.end].decode() for f in alike(data)]


def test_a_token_in_a_named_column_is_found() -> None:
    clients = (
        "INSERT INTO clients (name, api_secret, active) VALUES ('a', '{}', true);\n"
    )
    assert _values(clients.format(MD5)) == [MD5]
    assert _values(clients.format(TOKEN).lower().replace("api_secret", "`token`"))


def test_a_password_is_found_in_each_row() -> None:
    other = tokens.text(12, 8) + "7"
    text = (
        "insert into [users] ([id], [login], [user_pass], [at])\nvalues\n"
        f"  (1, 'ann', N'{DRAWN}', now()),\n"
        "  (2, 'bob', NULL, date('now', 'utc')),\n"
        f"  (3, 'o''neill, (jr)', '{other}', NULL);\n"
    )
    assert _values(text) == [DRAWN, other]


def test_a_value_keeps_its_quotes() -> None:
    assert _values(_insert("a, password", f"(1, '{QUOTED}')")) == [QUOTED]


def test_what_a_database_keeps_in_its_place_is_no_password() -> None:
    for value in (MD5, "$2y$10$" + tokens.text(53, 9), "", "secret"):
        assert values(_insert("id, password", f"(1, '{value}');")) == []


def test_other_columns_are_none() -> None:
    row = f"(1, '{MD5}', 'main-1');"
    assert values(_insert("id, commit, token_name", row)) == []


def test_a_row_with_other_cells_ends_the_rows() -> None:
    for rows in (f"(1, 'x', 2), (2, '{DRAWN}')", f"('{DRAWN}'", f"(1, '{DRAWN}"):
        text = Text(_insert("id, password", rows).encode())
        assert [*find(text)] == []
