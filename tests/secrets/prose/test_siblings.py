"""More passwords on the line of one that is found, and in its list."""

from __future__ import annotations

import sys

import pytest
from support import tokens
from support.found import values

from memsync.secrets.scan import scan

pytestmark = pytest.mark.usefixtures("both_ways")

# As people make them up; they belong to nobody.
ONE = "Harbor" + "Tiger" + "1987"
TWO = "Falcon29" + "#" + "pepper"


@pytest.mark.parametrize(
    "text",
    [
        "changed the root password from {0} to {1} this morning\n",
        "no, {0} is the redis password of staging, production has {1}\n",
        "NAS admin password: {1}, was {0} (changed after the party)\n",
    ],
)
def test_each_of_them_is_found(text: str) -> None:
    assert sorted(values(text.format(ONE, TWO))) == sorted([ONE, TWO])


@pytest.mark.parametrize(
    "text",
    [
        "changed the root password to {0}, tracked as build HarborTiger2025\n",
        "the password of user HarborTiger2025 is {0}\n",
    ],
)
def test_what_is_called_something_else_is_none(text: str) -> None:
    assert values(text.format(TWO)) == [TWO]


def test_an_entry_of_a_long_list_is_judged_once() -> None:
    """A hook has to read a list of logins in the time that its lines take."""
    drawn = (tokens.text(12, number) for number in range(3, 203))
    data = "".join(f"login as ann / {each}\n" for each in drawn).encode()
    scan(data)
    calls = 0

    def count(_frame: object, _event: str, _what: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        scan(data)
    finally:
        sys.setprofile(None)
    assert calls < 20_000 * 200
