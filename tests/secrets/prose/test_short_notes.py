"""Passwords in short notes, and those that somebody is given to use."""

from __future__ import annotations

import pytest
from support.found import found, values

pytestmark = pytest.mark.usefixtures("both_ways")

# As people and machines make them up; they belong to nobody.
SIGNED = "Mag" + "412" + "net$"
DRAWN = "gXwQpZ" + "kTvRb48"
WORDY = "Harbor-" + "tiger-" + "815"


@pytest.mark.parametrize(
    "text",
    [
        "NAS (root): {}\n",
        "wifi: Acme-Guest, {}\n",
        "registrar login: acme-admin | {}\n",
        "decrypt using {}\n",
        "basic auth for staging = acme:{}\n",
        "Zugangsdaten: ann, {}\n",
    ],
)
@pytest.mark.parametrize("value", [SIGNED, DRAWN])
def test_a_short_note_about_access_gives_it(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "phpMyAdmin root / {}, please don't touch prod\n",
        "Demo: demo@acme.com, {}\n",
        "the demo runs as demo@acme.com - {}\n",
        "hasło {}\n",
        "логин ann, пароль {}\n",
        "用户名ann, 密码{}\n",
    ],
)
def test_two_words_with_a_number_are_one(text: str) -> None:
    assert values(text.format(WORDY)) == [WORDY]


@pytest.mark.parametrize(
    "text",
    [
        "Ann told me to use {} until the weekend.\n",
        "the sticker on the back says {}\n",
        "chore: replace hardcoded {} with a variable\n",
        "the sheet is locked with {}\n",
    ],
)
def test_what_somebody_is_given_to_use_is_found(text: str) -> None:
    assert values(text.format(DRAWN)) == [DRAWN]


@pytest.mark.parametrize(
    "text",
    [
        "Ann told me to use {} until the weekend.\n",
        "the sticker on the back says {}\n",
        "LUKS on the laptop: {}\n",
    ],
)
def test_so_is_a_word_that_no_name_is_like(text: str) -> None:
    assert values(text.format(WORDY)) == [WORDY]


@pytest.mark.parametrize(
    "text",
    [
        "key box at the back door, code {}\n",
        "voicemail pin {}\n",
    ],
)
def test_a_number_at_the_end_of_its_line_opens_something(text: str) -> None:
    assert values(text.format("4179")) == ["4179"]


@pytest.mark.parametrize(
    "text",
    [
        "login: use OpenSSL32 or Node64Impl\n",
        "admin = Order2SQLObj(user)\n",
        "exists PVEFW-0-admins-v4 (Bh8qbeMtC9QVB3HHc82xMuGT+QU)\n",
        "user: Release-2024\n",
        "the login is in Chapter3b\n",
        "log in to Harbor-tiger-815 and look there\n",
        "demo@acme.com - Version-12 of it\n",
        "| login | Mag412net$ |\n",
        "in room 12, code 4179 lines\n",
    ],
)
def test_other_notes_pass(text: str) -> None:
    assert found(text) == []
