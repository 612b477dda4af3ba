"""Words for a password that are misspelt, shortened, or written with a blank inside."""

from __future__ import annotations

import pytest
from support.found import found, values

pytestmark = pytest.mark.usefixtures("both_ways")

# As people make them up; they belong to nobody.
WORDY = "Harbor-" + "tiger-" + "815"
SIGNED = "Mag" + "412" + "net$"


@pytest.mark.parametrize(
    "name",
    ["psswd", "pssword", "paswd", "pasword", "passwrod", "passowrd", "passwrd", "p/w"],
)
@pytest.mark.parametrize(
    "text", ["{0}: {1}\n", "the {0} is {1} now\n", "nas {0} = {1} (admin)\n"]
)
@pytest.mark.parametrize("value", [WORDY, SIGNED])
def test_a_misspelt_name_is_one(name: str, text: str, value: str) -> None:
    assert values(text.format(name, value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "비번: {}\n",
        "mot_de_passe = {}\n",
        "sandinya {} ya\n",
        "Mit {} als neues Passwort\n",
        "{} - новый пароль\n",
        "用户 ops\n密\N{IDEOGRAPHIC SPACE}码\N{FULLWIDTH COLON}{}\n",
    ],
)
def test_short_names_in_other_languages_are_known(text: str) -> None:
    assert values(text.format(SIGNED)) == [SIGNED]


@pytest.mark.parametrize(
    "text",
    [
        "the ratio of p/w is 12 to 1 in Release-2024\n",
        "the psswd file is in /etc/psswd-2024\n",
        "an mdp has States-12 and Rewards-4\n",
    ],
)
def test_what_only_has_such_a_word_passes(text: str) -> None:
    assert found(text) == []
