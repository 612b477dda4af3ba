"""Every kind of password beside a name, whatever a part of it looks like."""

from __future__ import annotations

import string

import pytest
from support import tokens
from support.found import values

pytestmark = pytest.mark.usefixtures("both_ways")

SIGNS = "!@#$%^&*-_"
LINES = ("DB_PASSWORD={}", "password: {}", '{{"password": "{}"}}', "the root pw is {}")


def drawn(length: int, alphabet: str) -> list[str]:
    """Values with a small letter and a capital that are always the same ones."""
    found = (tokens.text(length, seed, alphabet) for seed in range(60))
    return [one for one in found if one.upper() != one != one.lower()]


@pytest.mark.parametrize("line", LINES[:3])
def test_most_drawn_words_of_eight_letters_and_figures_are_found(
    line: str,
) -> None:
    words = drawn(8, string.ascii_letters + string.digits)
    assert sum(bool(values(line.format(word))) for word in words) > 0.85 * len(words)


@pytest.mark.parametrize("line", LINES)
def test_nearly_all_drawn_words_with_signs_are_found(line: str) -> None:
    words = drawn(16, string.ascii_letters + string.digits + SIGNS)
    assert sum(bool(values(line.format(word))) for word in words) > 0.92 * len(words)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(
    "word", ["hammockgadget{}", "Smockbarrel{}", "#Qz{}m0hC", "&7v{}x_qI"]
)
def test_a_part_that_is_no_stand_in_does_not_hide_a_password(
    line: str, word: str
) -> None:
    assert values(line.format(word.format(48))) == [word.format(48)]


@pytest.mark.parametrize(
    "value",
    ["&anchor", "&db.password", "!Ref", "!vault", "&quot;", "mock48", "myMock77"],
)
def test_anchors_tags_entities_and_mocks_stand_for_no_password(value: str) -> None:
    assert values(f"password: {value}") == []


@pytest.mark.parametrize("name", ["SECRET_KEY", "ACME_API_TOKEN", "jwt_secret"])
def test_a_key_may_be_what_a_person_made_up_with_signs(name: str) -> None:
    value = tokens.text(5, 21) + "!" + tokens.text(6, 22) + "7"
    assert values(f'{name}="{value}"') == [value]


@pytest.mark.parametrize(
    "value", ["requiredField", "someDbName", "YourPasswd", "tokenUrl"]
)
def test_names_in_code_are_no_drawn_words(value: str) -> None:
    assert values(f"password = {value}") == []
