"""Words that a sentence gives as what somebody enters, and words alone on a line."""

from __future__ import annotations

import pytest
from support.found import values

pytestmark = pytest.mark.usefixtures("both_ways")

# As people make them up, and as a machine draws one; they belong to nobody.
WORDY = "Harbor-" + "tiger-" + "815"
JOINED = "Falcon29" + "#" + "pepper"
LETTERS = "kDYq2dsKNf" + "Ax"
SIGNED = "Mag" + "412" + "net$"
SMALL = "tiger" + "#" + "harbor8815"


@pytest.mark.parametrize(
    "text",
    [
        "The admin page of the printer only opens once you type {} into the box.\n",
        "Sign in as ann and put {} when it prompts.\n",
        "Rotated the login of grafana today. New one: {}, the old one stops tonight.\n",
        "I reset the account for you. It's {} now, please change that.\n",
        "The wifi for guests is different since Monday. They changed it to {}.\n",
        "The wiki accepts {} for the account called ann, I tested that.\n",
        "{} still gets me into the account of last year\n",
        "Mit {} kommst du auf den Terminalserver (Nutzer ann).\n",
        "Pour se connecter au serveur on prend ann avec {} partout.\n",
        "O roteador abre com admin e {}, ao menos hoje.\n",
        "Inloggen op de NAS gaat met ann en {}.\n",
        "Logga in som ann med {} som vanligt.\n",
        "Entri nel login da ann, \N{LATIN SMALL LETTER E WITH GRAVE} {} adesso.\n",
        "Inloggningen \N{LATIN SMALL LETTER A WITH DIAERESIS}r {} nu.\n",
    ],
)
@pytest.mark.parametrize("value", [WORDY, JOINED, LETTERS, SMALL])
def test_words_right_before_it_say_that_it_is_entered(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "Log in to Ubuntu-server-2204 with the cloud's console.\n",
        "Sign in with Chrome-120 or Firefox-121 to see the admin panel.\n",
        "The user Service-Account-42 has admin access to the panel.\n",
        "Log in to Windows-Server-2019 as Administrator.\n",
        "New one: Ticket-4711 for the admin login, old one: Ticket-3001.\n",
        "The login page says Error-Code-1234 when the account is locked.\n",
        "The account uses SHA256withRSA to sign in.\n",
        "MongoDBX509Authenticator uses X.509 to authenticate as a user.\n",
        "The user name is logged with `Rfc5424Layout` after they sign in.\n",
        "users go to d%C5%82u%C5%82gA with the login page\n",
        # A word that ends with one that gives a password.
        "Il caff\N{LATIN SMALL LETTER E WITH GRAVE} Harbor-tiger-815 del login.\n",
        # A sentence about something else.
        "We moved the meeting to Harbor-tiger-815 next to the lake.\n",
    ],
)
def test_names_behind_the_same_words_are_none(text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The credentials for the relay, as promised:\n\n    relay-out\n    {}\n\nAnn\n",
        "{}\n(that's for the root account on kvm2)\n",
        "**Ann**: which login does the switch have?\n**Ken**: wait\n**Ken**: {}\n",
        "[10:04] Ann: how do I log in to the build server?\n[10:05] Ken: {}\n",
    ],
)
def test_a_value_alone_beside_a_line_about_access_is_found(text: str) -> None:
    assert values(text.format(SIGNED)) == [SIGNED]


def test_what_a_person_made_up_needs_a_question() -> None:
    asked = "<Ken> how do I log in there?\n<Ann> {}\n"
    assert values(asked.format(WORDY)) == [WORDY]
    assert values(f"About the login page\n\n{WORDY}\n") == []


@pytest.mark.parametrize(
    "text",
    [
        # The end of a block of base64, and a name in code.
        "the user's key\n" + "A1b2C3d4E5" * 5 + "\nXWyb96wrUlv+E8I=\n",
        "the user is asked\n    pyu2f.errors.U2FError.BAD_REQUEST\n)",
        # What a document shows of a program.
        "The generated password of ann is\nEech4ahRoy2oowi0Ohl\n",
        "Which login did you use?\nhttps://intra.example.org/Login2024\n",
        "how do I log in?\nChrome-120\n",
    ],
)
def test_other_words_alone_on_a_line_are_none(text: str) -> None:
    assert values(text) == []


def test_a_word_with_a_number_is_one_if_it_is_typed() -> None:
    word = "Cedar8983" + "cedar"
    assert values(f"The wifi changed. Type {word} when it asks.\n") == [word]
    assert values(f"The wifi is in {word} and asks again.\n") == []
    assert values("type MongoDBX509Authenticator struct { User string }\n") == []


def test_an_answer_may_name_the_user_as_well() -> None:
    text = "> how do I get in to the search?\n\nelastic / {}\n"
    assert values(text.format(WORDY)) == [WORDY]


@pytest.mark.parametrize(
    "text",
    [
        "Accounts for the workshop\n\n* teacher - {}\n",
        "Who can log in:\n- nas: admin, {}\n",
        "logins of the lab\n  nas ...... {}\n",
        '> send me the login of the printer\nSure - it\'s "printadm" and "{}".\n',
    ],
)
def test_an_entry_of_a_list_about_access_is_found(text: str) -> None:
    assert values(text.format(SIGNED)) == [SIGNED]


@pytest.mark.parametrize(
    "text",
    [
        'f("account.proto", fileDescriptor_56d089a9b5e998c0) }\n',
        "About accounts\n- name: Release-2024b\n- size: 60*time.Second1\n",
        "The login form\n  field ..... Form1.Input2\n",
    ],
)
def test_other_entries_are_none(text: str) -> None:
    assert values(text) == []
