"""Words of any form that a sentence about logging in gives."""

from __future__ import annotations

import pytest
from support.found import values

pytestmark = pytest.mark.usefixtures("both_ways")

# As people and generators make them up; they belong to nobody.
SMALL = "mirabelletarte" + "27"
LOW_LINE = "pico_" + "anna12"
SPOKEN = "ahn4" + "Thoozi"
NUMBERED = "PEBBLE" + "-7410"
SIGN_BEFORE_FIGURE = "OlivePanda" + "?9"


@pytest.mark.parametrize(
    "text",
    [
        "Log in to the wiki as editor2 using {} until Monday.\n",
        "Signed in as ann@acme.com with {}, which the user gave earlier.\n",
        "2. root, then {}\n",
        "- the desk PC logs in as `lab`, it wants {} (people get this wrong)\n",
        "netflix is the same as always, ann@acme.com, pasword {}, keep it\n",
        "* sudo on the three build machines is {}, the same on all of them\n",
        "The admin lets you in with her short name and {}; be quick.\n",
        "the read-write community string of each switch is {} since May\n",
        "The shared secret between RADIUS and the sudo server is {}.\n",
        "The old one for sudo is gone, new one {}, tell the others\n",
    ],
)
@pytest.mark.parametrize(
    "value", [SMALL, LOW_LINE, SPOKEN, NUMBERED, SIGN_BEFORE_FIGURE]
)
def test_where_nothing_else_can_follow_any_word_is_one(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "Sign in as ann with Http2TLSCfg on the class path.\n",
        "Log in as ann with Windows11 or Firefox120.\n",
        "root, then eu-west-2\n",
        "It wants XTS-AES-128 for the account's disk.\n",
        "Each login takes ~300ms, it takes 250ms without sudo.\n",
        "The root cause is CWE-22, the login is db-13-test.\n",
        "sudo apt is apt2.4.1, and login is oauth2.\n",
        "x = login(user='ann', to node2abc)\n",
        "Passwords of Acme (153M), Collection (773M), and RockYou2024 leaked.\n",
    ],
)
def test_names_and_measures_pass(text: str) -> None:
    assert values(text) == []
